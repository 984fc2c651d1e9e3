//! The files of Circuits: every fault with its place, and what is odd but valid.

use std::collections::BTreeSet;

use gridwright_core::fault::CodeKind;
use gridwright_games::circuits::codes;

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
