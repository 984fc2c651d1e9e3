//! Export and import: nothing is lost on the way, nothing gets worse, every fault is named.

use std::collections::BTreeSet;

use gridwright_core::cost::Costs;
use gridwright_core::fault::CodeKind;
use gridwright_progress::{Error, SqliteStore, open};
use gridwright_workshop::progress::record::Completion;
use gridwright_workshop::progress::store::{Imported, Scope};
use gridwright_workshop::progress::{codes, document};
use serde_json::{Value, json};
use tempfile::TempDir;

fn fresh() -> (TempDir, SqliteStore) {
    let home = tempfile::tempdir().unwrap();
    let store = open(home.path()).unwrap().store;
    (home, store)
}

/// A document with one game.
fn with_game(game: Value) -> String {
    with_games(json!({ "tint": game }))
}

fn with_games(games: Value) -> String {
    json!({ "format": document::FORMAT, "version": document::VERSION, "games": games }).to_string()
}

/// A document with one completed level.
fn with_completed(completed: Value) -> String {
    with_game(json!({ "levels": { "first/1": { "completed": completed } } }))
}

fn full_store() -> (TempDir, SqliteStore) {
    let (home, mut store) = fresh();
    for (level, steps) in [("campaign/1", 9), ("campaign/2", 12)] {
        let completion = Completion {
            at: 1_700_000_000 + steps,
            costs: Costs::new([("steps", steps), ("drags", 20 - steps)]),
            ms: Some(steps * 1000),
            opens: Some(3),
        };
        store
            .record_completion("tilepuzzle", level, &completion)
            .unwrap();
    }
    store
        .save_moves("tilepuzzle", "campaign/3", r#"[{"shape":0,"dir":"right"}]"#)
        .unwrap();
    store.set_current("tilepuzzle", "campaign/3").unwrap();
    store.save_moves("iq-circuit", "a hash", "{}").unwrap();
    (home, store)
}

#[test]
fn what_the_page_adds_to_an_export_is_passed_over() {
    let (_home, store) = full_store();
    let text = store.export(Scope::All).unwrap();
    let mut page: Value = serde_json::from_str(&text).unwrap();
    page["rush"] = json!({ "tint": 7 });
    let (_other_home, mut other) = fresh();
    other.import(page.to_string().as_bytes()).unwrap();
    assert_eq!(other.export(Scope::All).unwrap(), text);
}

#[test]
fn an_export_imported_elsewhere_gives_the_same_progress() {
    let (_home, store) = full_store();
    let text = store.export(Scope::All).unwrap();
    let (_other_home, mut other) = fresh();
    let imported = other.import(text.as_bytes()).unwrap();
    assert_eq!(
        imported,
        Imported {
            levels: 4,
            changed: 4
        }
    );
    assert_eq!(
        other.games(Scope::All).unwrap(),
        store.games(Scope::All).unwrap()
    );
    assert_eq!(other.export(Scope::All).unwrap(), text);
    let again = other.import(text.as_bytes()).unwrap();
    assert_eq!(
        again,
        Imported {
            levels: 4,
            changed: 0
        }
    );
}

#[test]
fn one_game_can_be_exported_alone() {
    let (_home, store) = full_store();
    let text = store.export(Scope::Game("iq-circuit")).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    let expected = json!({
        "format": "gridwright-progress",
        "version": 1,
        "games": { "iq-circuit": { "levels": { "a hash": { "moves": {} } } } }
    });
    assert_eq!(value, expected);
}

#[test]
fn importing_never_makes_anything_worse() {
    let level = |first: u64, last: u64, bests: Value, ms: Option<u64>| json!({ "completed": { "firstAt": first, "lastAt": last, "bests": bests, "bestMs": ms } });
    let game = |highest: Option<u64>, current: Option<&str>, level: Value| {
        with_game(json!({ "highest": highest, "current": current, "levels": { "first/1": level } }))
    };
    let check = |here: &str, there: &str, expected: &str| {
        let (_home, mut store) = fresh();
        for text in [here, there] {
            store.import(text.as_bytes()).unwrap();
        }
        let (_wanted_home, mut wanted) = fresh();
        wanted.import(expected.as_bytes()).unwrap();
        assert_eq!(
            store.export(Scope::All).unwrap(),
            wanted.export(Scope::All).unwrap()
        );
    };
    let good = level(10, 20, json!([{ "strokes": 5, "cells": 30 }]), Some(900));
    let poor = level(15, 30, json!([{ "strokes": 6, "cells": 31 }]), Some(950));
    let other = level(5, 6, json!([{ "strokes": 6, "cells": 25 }]), None);
    let empty = json!({});
    let moves = json!({ "moves": [1] });
    // A worse result changes only the date; in either direction.
    let merged = level(10, 30, json!([{ "strokes": 5, "cells": 30 }]), Some(900));
    check(
        &game(Some(4), Some("first/4"), good.clone()),
        &game(Some(3), Some("first/3"), poor.clone()),
        &game(Some(4), Some("first/4"), merged.clone()),
    );
    check(
        &game(Some(3), Some("first/3"), poor),
        &game(Some(4), Some("first/4"), good.clone()),
        &game(Some(4), Some("first/3"), merged),
    );
    // A result that is better in one metric stays beside the other.
    let both = json!([{ "strokes": 5, "cells": 30 }, { "strokes": 6, "cells": 25 }]);
    check(
        &game(None, None, good.clone()),
        &game(None, None, other),
        &game(None, None, level(5, 20, both, Some(900))),
    );
    // What only one side knows is taken over.
    check(
        &game(Some(4), Some("first/4"), good.clone()),
        &game(None, None, empty.clone()),
        &game(Some(4), Some("first/4"), good.clone()),
    );
    check(
        &game(None, None, empty),
        &game(Some(4), Some("first/4"), good.clone()),
        &game(Some(4), Some("first/4"), good),
    );
    // Moves that are here stay; moves that are not are taken.
    check(
        &game(None, None, moves.clone()),
        &game(None, None, json!({ "moves": [1, 2] })),
        &game(None, None, moves.clone()),
    );
    check(
        &with_game(json!({})),
        &game(None, None, moves.clone()),
        &game(None, None, moves),
    );
}

/// Each row: a document and the faults it must give, as `code pointer`.
fn faulty_documents() -> Vec<(String, Vec<&'static str>)> {
    let results = |count: u64| -> Vec<Value> {
        (0..count)
            .map(|i| json!({ "a": i, "b": count - i }))
            .collect()
    };
    let metrics: Value = (0..9)
        .map(|i| (format!("m{i}"), json!(i)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let fine = with_game(json!({}));
    let doubled =
        |inner: &str| format!(r#"{{"format":"gridwright-progress","version":1,"games":{inner}}}"#);
    vec![
        (String::new(), vec!["progress.not-json "]),
        ("{".into(), vec!["progress.not-json "]),
        (format!("{fine} x"), vec!["progress.not-json "]),
        ("[".repeat(100_000), vec!["progress.wrong-shape "]),
        (
            " ".repeat(document::MOST_BYTES + 1),
            vec!["progress.too-large "],
        ),
        ("[]".into(), vec!["progress.wrong-shape "]),
        (
            r#"["gridwright-progress",1,{}]"#.into(),
            vec!["progress.wrong-shape "],
        ),
        (
            with_game(json!([3, null, {}])),
            vec!["progress.wrong-shape /games/tint"],
        ),
        ("7".into(), vec!["progress.wrong-shape "]),
        ("{}".into(), vec!["progress.format /format"]),
        (r#"{"game":"tint"}"#.into(), vec!["progress.format /format"]),
        (
            r#"{"format":"gridwright-progress","version":2,"games":[]}"#.into(),
            vec!["progress.version /version"],
        ),
        (
            r#"{"format":"gridwright-progress","version":1}"#.into(),
            vec!["progress.wrong-shape "],
        ),
        (with_games(json!([])), vec!["progress.wrong-shape /games"]),
        (
            with_game(json!({ "highest": -1 })),
            vec!["progress.wrong-shape /games/tint/highest"],
        ),
        (
            with_game(json!({ "levels": { "a/b": { "completed": true } } })),
            vec!["progress.wrong-shape /games/tint/levels/a~1b/completed"],
        ),
        (
            doubled(r#"{"tint":{},"tint":{}}"#),
            vec!["progress.wrong-shape /games"],
        ),
        (
            doubled(r#"{"tint":{"highest":1,"highest":2}}"#),
            vec!["progress.wrong-shape /games/tint"],
        ),
        (
            with_game(
                json!({ "stars": 3, "levels": { "a/b": { "moves": { "any": 1 }, "x": {} } } }),
            ),
            vec![
                "progress.unknown-key /games/tint/levels/a~1b/x",
                "progress.unknown-key /games/tint/stars",
            ],
        ),
        (
            with_games(json!({ "Tint": { "current": "", "levels": { "\n": {} } } })),
            vec![
                "progress.bad-name /games/Tint",
                "progress.bad-name /games/Tint/current",
                "progress.bad-name /games/Tint/levels/\n",
            ],
        ),
        (
            with_game(json!({ "highest": 1u64 << 53 })),
            vec!["progress.bad-number /games/tint/highest"],
        ),
        (
            with_completed(
                json!({ "firstAt": 2, "lastAt": 1, "bestMs": u64::MAX, "bests": [{}, { "A": 1 }] }),
            ),
            vec![
                "progress.bad-name /games/tint/levels/first~11/completed/bests/1/A",
                "progress.bad-number /games/tint/levels/first~11/completed/bestMs",
                "progress.bad-times /games/tint/levels/first~11/completed/lastAt",
                "progress.no-metric /games/tint/levels/first~11/completed/bests/0",
            ],
        ),
        (
            with_completed(json!({ "firstAt": 1, "lastAt": 1, "bests": results(65) })),
            vec!["progress.too-many /games/tint/levels/first~11/completed/bests"],
        ),
        (
            with_completed(json!({ "firstAt": 1, "lastAt": 1, "bests": [metrics] })),
            vec!["progress.too-many /games/tint/levels/first~11/completed/bests/0"],
        ),
        (
            with_game(json!({ "levels": { "a": { "moves": "x".repeat(300_000) } } })),
            vec!["progress.bad-moves /games/tint/levels/a/moves"],
        ),
    ]
}

#[test]
fn every_fault_is_named_with_its_place_and_nothing_is_taken() {
    let mut seen = BTreeSet::new();
    for (text, expected) in faulty_documents() {
        let (_home, mut store) = full_store();
        let before = store.games(Scope::All).unwrap();
        let Err(Error::Refused(faults)) = store.import(text.as_bytes()) else {
            panic!("accepted: {text:.200}");
        };
        let mut found: Vec<String> = faults
            .list()
            .iter()
            .map(|fault| format!("{} {}", fault.code.id(), fault.at.pointer))
            .collect();
        found.sort();
        assert_eq!(found, expected, "{text:.200}");
        assert_eq!(store.games(Scope::All).unwrap(), before, "{text:.200}");
        seen.extend(faults.list().iter().map(|fault| fault.code.id()));
    }
    let all: BTreeSet<_> = codes::ALL
        .iter()
        .filter(|code| code.kind() == CodeKind::Fault)
        .map(|code| code.id())
        .collect();
    assert_eq!(seen, all, "each fault code has a document");
}

#[test]
fn the_schema_agrees_with_what_is_written_and_read() {
    let validator = jsonschema::validator_for(&document::schema()).unwrap();
    let (_home, store) = full_store();
    let exported: Value = serde_json::from_str(&store.export(Scope::All).unwrap()).unwrap();
    validator.validate(&exported).unwrap();
    // What has the wrong shape for the reader has it for the schema.
    for (text, expected) in faulty_documents() {
        let Ok(value) = serde_json::from_str::<Value>(&text) else {
            continue;
        };
        let doubled = text.matches("tint").count() > 1 || text.matches("highest").count() > 1;
        if expected[0].starts_with("progress.wrong-shape") && !doubled {
            assert!(!validator.is_valid(&value), "{text}");
        }
    }
}

#[test]
fn the_documented_example_is_valid() {
    let source = include_str!("../../workshop/src/progress/document.rs");
    let example: String = source
        .lines()
        .skip_while(|line| *line != "//! ```json")
        .skip(1)
        .take_while(|line| *line != "//! ```")
        .map(|line| line.trim_start_matches("//!"))
        .collect();
    let (_home, mut store) = fresh();
    let imported = store.import(example.as_bytes()).unwrap();
    assert_eq!(
        imported,
        Imported {
            levels: 1,
            changed: 1
        }
    );
}
