//! The files of Tint: every fault has one, and what is as usual is left out.

use gridwright_core::fault::CodeKind;
use gridwright_games::document::{read_level, write_level};
use gridwright_games::kind::Documents;
use gridwright_games::tint::{Tint, codes};
use serde_json::{Map, Value, json};

#[test]
fn every_fault_has_a_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/tint/invalid");
    for code in codes::ALL
        .iter()
        .filter(|code| code.kind() == CodeKind::Fault)
    {
        let name = code.id().trim_start_matches("tint.");
        let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
        let faults = read_level::<Tint>(&text)
            .err()
            .unwrap_or_else(|| panic!("{name} is valid"));
        assert!(
            faults.list().iter().any(|fault| fault.code == *code),
            "{name}: {faults}"
        );
    }
}

#[test]
fn a_level_is_written_as_it_is_read_and_what_is_as_usual_is_left_out() {
    let check = |own: Value, written: Value| {
        let whole = |own: &Value| {
            let mut document = json!({ "game": "tint", "width": 3, "height": 2 });
            let keys = own.as_object().unwrap().clone();
            document.as_object_mut().unwrap().extend(keys);
            document
        };
        let level = read_level::<Tint>(&whole(&own).to_string()).unwrap().level;
        assert_eq!(
            write_level::<Tint>(&level, &Map::new()),
            whole(&written),
            "{own}"
        );
        let again = read_level::<Tint>(&whole(&written).to_string())
            .unwrap()
            .level;
        assert_eq!(again, level, "{own}");
    };
    let targets = json!([{ "at": [2, 0], "color": "red" }]);
    let plain = json!({ "targets": targets });
    check(plain.clone(), plain.clone());
    check(
        json!({ "tail": 1, "start": "any", "mixing": "strict", "void": [], "targets": targets }),
        plain,
    );
    let other = json!({
        "tail": 2, "start": "droplet", "mixing": "absorb", "void": [[1, 1]],
        "droplets": [{ "at": [0, 0], "color": "blue" }],
        "paint": [{ "color": "green", "cells": [[1, 0]] }, { "color": "red", "cells": [[0, 1]] }],
        "targets": targets,
        "gates": [{ "kind": "switch", "at": [2, 1], "sides": { "north": "red", "west": "blue" } }],
    });
    check(other.clone(), other);
}

/// Targets alone could be those of another game.
#[test]
fn a_level_is_known_by_its_keys() {
    let check = |keys: &[&str], expected| assert_eq!(Tint::recognises(keys), expected, "{keys:?}");
    check(&["targets", "droplets"], true);
    check(&["paint", "x", "targets"], true);
    check(&["targets", "droplets", "paint"], true);
    check(&["targets"], false);
    check(&["droplets", "paint"], false);
    check(&[], false);
}
