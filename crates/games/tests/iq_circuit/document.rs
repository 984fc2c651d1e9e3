//! The files of IQ Circuit: tiers, pictures, and piece sets of one's own.

use gridwright_games::document::read_level;
use gridwright_games::iq_circuit::IqCircuit;
use gridwright_games::iq_circuit::document::read_set;
use gridwright_games::kind::Documents;
use serde_json::{Value, json};

use crate::board::row;

/// The codes and places of the faults of a level.
fn faults(document: &Value) -> Vec<(&'static str, String)> {
    let read = read_level::<IqCircuit>(&document.to_string());
    let faults = read.err().unwrap_or_default();
    let list = faults.list().iter();
    list.map(|fault| (fault.code.id(), fault.at.pointer.clone()))
        .collect()
}

/// The tier of a challenge follows from what it tells, in a set of eight pieces.
#[test]
fn hints_have_their_tier() {
    const BLANK: &[&str] = &["-"];
    let names = ["A", "B", "C", "D", "E", "F", "G", "H"];
    let pieces = names.map(|name| (name, BLANK));
    let check = |picture: bool, points: bool, given: usize, expected: Option<&str>| {
        let placed = |x: usize| json!({ "piece": names[x], "side": 0, "at": [x, 0], "turns": 0 });
        let mut document = json!({ "set": row(8, &pieces),
            "placed": (0..given).map(placed).collect::<Vec<_>>() });
        if picture {
            let cells = ["-"; 8].join(" ");
            document["picture"] = json!([cells]);
        }
        if points {
            document["points"] = json!([]);
        }
        let level = read_level::<IqCircuit>(&document.to_string())
            .unwrap()
            .level;
        let context = format!("picture {picture}, points {points}, {given} given");
        assert_eq!(level.tier().map(|tier| tier.name()), expected, "{context}");
        // What is said must be what is.
        for said in ["starter", "junior", "expert", "master", "wizard"] {
            document["tier"] = said.into();
            let wrong = expected != Some(said);
            assert_eq!(
                faults(&document).len(),
                usize::from(wrong),
                "{context}, {said}"
            );
        }
    };
    check(true, false, 0, Some("expert"));
    check(true, true, 0, Some("expert"));
    check(true, false, 1, Some("junior"));
    check(true, false, 3, Some("junior"));
    check(true, false, 4, Some("starter"));
    check(true, false, 5, Some("starter"));
    check(true, false, 6, None);
    check(false, true, 0, Some("wizard"));
    check(false, true, 1, Some("master"));
    check(false, true, 8, Some("master"));
    check(false, false, 0, None);
    check(false, false, 3, None);
}

/// More rows than any board has are counted, and not looked at: a code of a few thousand characters can
/// unpack to millions.
#[test]
fn pictures_of_any_size_are_refused_by_it() {
    let pieces: [(&str, &[&str]); 2] = [("A", &["-"]), ("B", &["-"])];
    let check = |picture: Vec<String>, expected: &[(&str, &str)]| {
        let document = json!({ "set": row(2, &pieces), "picture": picture });
        let found = faults(&document);
        let found: Vec<_> = found.iter().map(|(code, at)| (*code, &at[..])).collect();
        assert_eq!(found, expected, "{:.60?}", document["picture"]);
    };
    let size = |pointer| ("iq-circuit.picture-size", pointer);
    let rows = |count: usize| vec!["- -".to_owned(); count];
    check(rows(1), &[]);
    check(rows(0), &[size("/picture")]);
    check(rows(2), &[size("/picture")]);
    check(rows(100_000), &[size("/picture")]);
    check(vec!["-".into()], &[size("/picture/0")]);
    check(vec!["- ".repeat(65)], &[size("/picture/0")]);
    check(vec!["- ".repeat(100_000)], &[size("/picture/0")]);
    check(
        vec!["- X".into()],
        &[("iq-circuit.unknown-print", "/picture/0")],
    );
    check(vec!["? ?".into()], &[]);
    check(
        vec!["EW -".into()],
        &[("iq-circuit.picture-broken", "/picture"); 2],
    );
}

#[test]
fn a_level_is_known_by_its_keys() {
    let check = |keys: &[&str], expected| {
        assert_eq!(IqCircuit::recognises(keys), expected, "{keys:?}");
    };
    check(&["tier"], true);
    check(&["placed"], true);
    check(&["points", "set"], true);
    check(&["picture", "challenge", "meta"], true);
    check(&["set", "challenge"], false);
    check(&["points", "x"], false);
    check(&[], false);
}

#[test]
fn an_own_piece_set_gets_every_fault_at_once() {
    let set = json!({ "name": "", "width": 4, "height": 3, "pieces": [
        { "name": "A", "sides": [[[0, 0, "E"], [0, 0, "W"]]] },
        { "name": "A", "sides": [[[0, 0, "E"], [1, 0, "-"]]] },
        { "name": "C", "sides": [[[0, 0, "-"], [2, 0, "X"]], [[0, 0, "-"]]] },
    ] });
    let faults = read_set(&set, "/set").unwrap_err();
    let mut found: Vec<(&str, &str)> = faults
        .list()
        .iter()
        .map(|fault| (fault.code.id(), &fault.at.pointer[..]))
        .collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("iq-circuit.set-area", "/set/pieces"),
            ("iq-circuit.set-cells-apart", "/set/pieces/2/sides/0"),
            ("iq-circuit.set-cells-overlap", "/set/pieces/0/sides/0/1"),
            ("iq-circuit.set-duplicate-name", "/set/pieces/1/name"),
            ("iq-circuit.set-inner-connection", "/set/pieces/1/sides/0/0"),
            ("iq-circuit.set-name", "/set/name"),
            ("iq-circuit.set-sides-differ", "/set/pieces/2/sides/1"),
            ("iq-circuit.set-unknown-print", "/set/pieces/2/sides/0/1"),
        ]
    );
}
