//! The files of Circuits: every fault with its place, and what is odd but valid.

use std::collections::BTreeSet;

use gridwright_core::fault::CodeKind;
use gridwright_games::circuits::{Circuits, codes};
use gridwright_games::kind::Documents;

use crate::board::{board, cost, read};

#[test]
fn every_fault_has_its_file() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/circuits/invalid"
    );
    let faults = codes::ALL
        .iter()
        .filter(|code| code.kind() == CodeKind::Fault);
    let mut expected = BTreeSet::new();
    for code in faults {
        let name = code.id().strip_prefix("circuits.").unwrap();
        expected.insert(format!("{name}.json"));
        let text = std::fs::read_to_string(format!("{folder}/{name}.json"))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = read(&text).expect_err(name);
        assert!(
            found.list().iter().any(|fault| fault.code == *code),
            "{name}: {found}"
        );
        for fault in found.list() {
            assert!(fault.at.pointer.starts_with('/'), "{name}: {fault}");
        }
    }
    let files = std::fs::read_dir(folder).unwrap();
    let files: BTreeSet<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(files, expected);
}

#[test]
fn faults_that_come_together_are_reported_together() {
    let text = r#"{ "width": 2, "height": "tall",
        "pads": [ { "pos": [1], "ID": 1 }, { "pos": [1,1], "ID": 1 }, { "pos": [9,1], "ID": 2 }, 7 ],
        "terminals": [ { "pos": [1,1], "color": "red", "ID": 3 }, { "pos": [0,0], "color": "sky" } ],
        "lines": [ { "ID": 4, "layer": 2, "pos": [[1,1]] },
                   { "ID": 5, "layer": 0, "pos": [[0,0],[2,2]] } ] }"#;
    let faults = read(text).unwrap_err();
    let found: Vec<(&str, &str)> = faults
        .list()
        .iter()
        .map(|fault| {
            (
                fault.code.id().trim_start_matches("circuits."),
                &fault.at.pointer[..],
            )
        })
        .collect();
    for expected in [
        ("bad-size", "/height"),
        ("bad-point", "/pads/0/pos"),
        ("bad-list", "/pads/3"),
        ("same-id", "/pads/1/ID"),
        ("off-board", "/pads/2/pos"),
        ("two-fixtures", "/terminals/0/pos"),
        ("bad-id", "/terminals/1/ID"),
        ("unknown-color", "/terminals/1/color"),
        ("color-count", "/terminals"),
        ("unknown-layer", "/lines/0/layer"),
        ("short-line", "/lines/0/pos"),
        ("not-a-step", "/lines/1/pos/1"),
        ("loose-end", "/lines/1/pos/1"),
    ] {
        assert!(
            found.contains(&expected),
            "{expected:?} is not among {found:#?}"
        );
    }
}

/// Lists longer than the largest board has intersections are refused by their length, and what they hold
/// is not looked at: a code of a few thousand characters can unpack to millions.
#[test]
fn lists_that_fit_on_no_board_are_refused_by_their_length() {
    let check = |keys: &str, entry: &str, count: usize, expected: &[(&str, &str)]| {
        let list = format!("[{}]", vec![entry; count].join(","));
        let text = format!(
            "{{ \"width\": 64, \"height\": 64, {} }}",
            keys.replace('@', &list)
        );
        let faults = read(&text).err().unwrap_or_default();
        let found = faults.list().iter();
        let found: Vec<_> = found
            .map(|fault| (fault.code.id(), &fault.at.pointer[..]))
            .take(2)
            .collect();
        assert_eq!(found, expected, "{keys}, {count} of {entry}");
    };
    let most = 65 * 65;
    let pads = r#""pads": @, "terminals": [], "lines": []"#;
    let terminals = r#""pads": [], "terminals": @, "lines": []"#;
    let lines = r#""pads": [], "terminals": [], "lines": @"#;
    let points = r#""pads": [], "terminals": [], "lines": [{ "ID": 1, "layer": 0, "pos": @ }]"#;
    let too_long = |pointer| [("circuits.bad-list", pointer)];
    check(
        pads,
        "7",
        most,
        &[
            ("circuits.bad-list", "/pads/0"),
            ("circuits.bad-list", "/pads/1"),
        ],
    );
    check(pads, "7", most + 1, &too_long("/pads"));
    check(terminals, "{}", most + 1, &too_long("/terminals"));
    check(lines, "{}", most + 1, &too_long("/lines"));
    check(
        points,
        "[]",
        most,
        &[
            ("circuits.bad-point", "/lines/0/pos/0"),
            ("circuits.bad-point", "/lines/0/pos/1"),
        ],
    );
    check(points, "[]", most + 1, &too_long("/lines/0/pos"));
}

/// A level without a tag is known by all of its lists.
#[test]
fn a_level_is_known_by_its_keys() {
    let check =
        |keys: &[&str], expected| assert_eq!(Circuits::recognises(keys), expected, "{keys:?}");
    check(&["pads", "terminals", "lines"], true);
    check(&["lines", "x", "terminals", "pads"], true);
    check(&["pads", "terminals"], false);
    check(&["pads", "lines"], false);
    check(&["terminals", "lines"], false);
    check(&[], false);
}

#[test]
fn odd_but_valid_levels() {
    // Nothing to join; already joined; a closed white loop; top along bottom lines.
    assert_eq!(cost(&board(&["...", "..."], &[])), Some((0, 0)));
    let joined = board(&["R.R", "..."], &[(0, &[(0, 0), (1, 0), (2, 0)])]);
    assert_eq!(cost(&joined), Some((0, 0)));
    let loop_ = board(
        &["oo.", "oo.", "R.R"],
        &[
            (0, &[(0, 0), (1, 0)]),
            (0, &[(1, 0), (1, 1)]),
            (-1, &[(1, 1), (0, 1)]),
            (0, &[(0, 1), (0, 0)]),
        ],
    );
    assert_eq!(cost(&loop_), Some((2, 1)));
    let along = board(&["oRo", "...", ".R."], &[(-1, &[(0, 0), (1, 1), (2, 0)])]);
    assert_eq!(cost(&along), Some((2, 1)));
}
