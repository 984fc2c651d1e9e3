//! Level and solution files: round trips, and every fault with its place.

use std::path::Path;

use gridwright_core::fault::CodeKind;
use gridwright_core::grid::Symmetry;
use gridwright_games::document::{read_level, write_level};
use gridwright_games::kind::{Documents, Kind, Likens};
use gridwright_games::tilepuzzle::TilePuzzle;

use crate::small;

/// Codes and pointers of all faults of a level file.
fn faults(text: &str) -> Vec<(String, String)> {
    match read_level::<TilePuzzle>(text) {
        Ok(_) => Vec::new(),
        Err(faults) => faults
            .list()
            .iter()
            .map(|fault| (fault.code.id().to_owned(), fault.at.pointer.clone()))
            .collect(),
    }
}

#[test]
fn random_levels_come_back_from_their_files() {
    for seed in 0..500 {
        let level = small::level(seed);
        let written = write_level::<TilePuzzle>(&level, &Default::default());
        let again = read_level::<TilePuzzle>(&written.to_string()).unwrap();
        assert_eq!(again.level, level, "seed {seed}");
        for twin in Symmetry::all().map(|symmetry| level.transformed(symmetry)) {
            assert_eq!(TilePuzzle::likeness(&twin), TilePuzzle::likeness(&level));
            let written = write_level::<TilePuzzle>(&twin, &Default::default());
            let again = read_level::<TilePuzzle>(&written.to_string()).unwrap();
            assert_eq!(again.level, twin, "seed {seed}");
        }
    }
}

#[test]
fn names_and_cell_lists_of_the_same_form_are_the_same() {
    let level = |shape: &str| {
        let text = format!(
            r#"{{ "floor": ["....", "...."], "cats": [{{ "at": [3,1], "color": "red" }}],
                 "shapes": [{{ {shape}, "color": "red" }}] }}"#
        );
        read_level::<TilePuzzle>(&text).unwrap().level
    };
    let named = level(r#""kind": "S", "at": [0,0]"#);
    assert_eq!(
        named,
        level(r#""cells": [[0,1],[1,1],[1,0],[2,0]], "at": [0,0]"#)
    );
    assert_eq!(
        named,
        level(r#""cells": [[-1,0],[0,0],[0,-1],[1,-1]], "at": [1,1]"#)
    );
}

#[test]
fn what_is_as_usual_is_left_out_of_files() {
    let text = r#"{ "game": "tilepuzzle", "floor": ["...", ".#."], "blockers": [[0,1]],
        "shapes": [{ "kind": "Single", "at": [0,0], "color": "red" },
                   { "cells": [[0,0],[0,1]], "at": [2,0], "color": "blue", "unlock": 1, "tandem": 0 }],
        "cats": [{ "at": [1,0], "color": "red" }, { "at": [0,1], "color": "blue", "onBlocker": true }] }"#;
    let level = read_level::<TilePuzzle>(text).unwrap().level;
    let expected: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        write_level::<TilePuzzle>(&level, &Default::default()),
        expected
    );
}

#[test]
fn a_level_is_known_by_its_keys() {
    let check = |keys: &[&str], expected| {
        assert_eq!(TilePuzzle::recognises(keys), expected, "{keys:?}");
    };
    check(&["floor", "cats"], true);
    check(&["cats", "x", "floor"], true);
    check(&["floor"], false);
    check(&["cats"], false);
    check(&[], false);
}

#[test]
fn all_faults_are_told_at_once() {
    let text = r#"{ "floor": ["...", ".x.", "...."], "blockers": [[9, 9], { "cells": [], "at": [0, 0] }],
        "shapes": [ { "kind": "Q", "at": [0,0], "color": "red" },
                    { "kind": "I", "cells": [[0,0]], "at": [0,0], "color": "pink", "unlock": -2 } ],
        "cats": [], "more": 1 }"#;
    let found = faults(text);
    for expected in [
        ("input.unknown-key", "/more"),
        ("tilepuzzle.floor-character", "/floor/1"),
        ("tilepuzzle.ragged", "/floor/2"),
        ("tilepuzzle.no-cells", "/blockers/1/cells"),
        ("tilepuzzle.unknown-kind", "/shapes/0/kind"),
        ("tilepuzzle.kind-or-cells", "/shapes/1"),
        ("tilepuzzle.unknown-color", "/shapes/1/color"),
        ("tilepuzzle.negative-unlock", "/shapes/1/unlock"),
        ("tilepuzzle.no-cats", "/cats"),
    ] {
        let expected = (expected.0.to_owned(), expected.1.to_owned());
        assert!(found.contains(&expected), "{expected:?} not in {found:?}");
    }
}

#[test]
fn numbers_at_the_end_of_the_world_are_faults_too() {
    for at in ["[2147483647, 2147483647]", "[-2147483648, -2147483648]"] {
        let text = format!(
            r#"{{ "floor": [".."], "blockers": [{at}],
                 "shapes": [{{ "cells": [[2147483647,0],[2147483646,0]], "at": {at}, "color": "red" }}],
                 "cats": [{{ "at": {at}, "color": "red" }}] }}"#
        );
        let found = faults(&text);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found.iter().all(|(code, _)| code == "tilepuzzle.off-floor"));
    }
}

#[test]
fn unknown_keys_inside_pieces_are_noticed() {
    let text = r#"{ "floor": [".."], "blockers": [{ "cells": [[0,0]], "at": [0,0], "high": 1 }],
        "shapes": [], "cats": [{ "at": [1,0], "color": "red" }] }"#;
    let found = faults(text);
    assert_eq!(found[0].0, "input.unknown-key");
    assert!(found[0].1.ends_with("/high"), "{found:?}");
}

#[test]
fn every_fault_code_has_a_file_that_yields_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tilepuzzle/invalid");
    for code in TilePuzzle::ABOUT.codes {
        if code.kind() != CodeKind::Fault {
            continue;
        }
        let name = code.id().strip_prefix("tilepuzzle.").unwrap();
        let path = folder.join(format!("{name}.json"));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let found = faults(&text);
        assert!(
            found.iter().any(|(found, _)| found == code.id()),
            "{name}: {found:?}"
        );
    }
}
