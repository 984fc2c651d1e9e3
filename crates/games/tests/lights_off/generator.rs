//! The generator of Lights Off makes what was asked for, or says why it cannot.

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings};
use gridwright_core::puzzle::Puzzle;
use gridwright_games::document::write_level;
use gridwright_games::kind::{Generates, Grades, Kind};
use gridwright_games::lights_off::{Level, LightsOff};
use serde_json::Value;

use crate::document::read;

fn made(seed: u64, min_moves: Option<(u64, u64)>, set: &[(&str, &str)]) -> Result<Level, String> {
    let set: Vec<_> = set
        .iter()
        .map(|&(name, value)| (name.into(), value.into()))
        .collect();
    let request = Request {
        settings: Settings::resolve(LightsOff::ABOUT.knobs, None, &set).unwrap(),
        tier: None,
        min_moves: min_moves.map(|(a, b)| a..=b),
        metric: None,
        seed,
    };
    match LightsOff::generate(&request, &Budget::unlimited()) {
        Ok(made) => {
            assert_eq!(made.optimal, made.level.min_moves().is_some());
            assert!(!made.level.is_solved(&made.level.start()));
            let findings = LightsOff::inspect(&made.level, true, &Budget::unlimited());
            assert_eq!(findings.faults, []);
            Ok(made.level)
        }
        Err(gridwright_core::generate::NotMade::Impossible(fault)) => Err(fault.to_string()),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn levels_have_the_minimum_that_was_asked_for() {
    for presses in 1..=15 {
        let level = made(presses, Some((presses, presses)), &[]).unwrap();
        assert_eq!(level.min_moves(), Some(presses));
    }
    for (set, range) in [
        (&[("rows", "4"), ("cols", "4")][..], (6, 7)),
        (&[("states", "6"), ("rows", "4"), ("cols", "4")], (10, 12)),
        (&[("topology", "torus"), ("states", "3")], (5, 9)),
        (&[("neighbourhood", "full")], (3, 5)),
        (
            &[("symmetry", "both"), ("rows", "6"), ("cols", "6")],
            (8, 16),
        ),
        (&[("rows", "30"), ("cols", "31")], (100, 200)),
        (&[("holes", "ring")], (3, 6)),
        (&[("holes", "corners"), ("topology", "torus")], (3, 9)),
        (
            &[
                ("holes", "diamond"),
                ("topology", "hex"),
                ("rows", "7"),
                ("cols", "7"),
            ],
            (5, 9),
        ),
        (
            &[
                ("holes", "scattered"),
                ("states", "3"),
                ("symmetry", "both"),
            ],
            (4, 12),
        ),
        (&[("topology", "graph")], (2, 5)),
        (
            &[("topology", "graph"), ("states", "6"), ("rows", "6")],
            (5, 20),
        ),
    ] {
        let minimum = made(3, Some(range), set).unwrap().min_moves().unwrap();
        assert!((range.0..=range.1).contains(&minimum), "{set:?}");
    }
}

#[test]
fn impossible_wishes_are_refused_with_a_reason() {
    let refused = |min_moves, set: &[(&str, &str)], words: &[&str]| {
        let refusal = made(1, min_moves, set).unwrap_err();
        assert!(words.iter().all(|word| refusal.contains(word)), "{refusal}");
    };
    refused(
        Some((16, 20)),
        &[],
        &["5x5", "more than 15 presses", "never-that-many"],
    );
    refused(
        Some((8, 9)),
        &[("rows", "4"), ("cols", "4")],
        &["more than 7 presses"],
    );
    refused(Some((50, 60)), &[("rows", "9"), ("cols", "9")], &["bound"]);
    refused(
        None,
        &[("min-presses", "26"), ("max-presses", "30")],
        &["too-many-presses"],
    );
    refused(
        None,
        &[("rows", "1"), ("cols", "2"), ("min-presses", "2")],
        &["dark"],
    );
    refused(
        None,
        &[("topology", "hex"), ("neighbourhood", "full")],
        &["hex"],
    );
    refused(
        None,
        &[("rows", "4"), ("symmetry", "quarter")],
        &["no-such-symmetry"],
    );
    refused(
        None,
        &[("way", "lamps"), ("rows", "79"), ("cols", "79")],
        &["too-rare"],
    );
}

#[test]
fn every_way_of_making_gives_levels() {
    for way in ["presses", "lamps", "uniform"] {
        for symmetry in ["none", "mirror", "flip", "turn", "quarter", "both"] {
            for states in ["2", "3", "6"] {
                let set = [("way", way), ("symmetry", symmetry), ("states", states)];
                made(5, None, &set).unwrap();
            }
        }
    }
}

#[test]
fn levels_are_made_on_a_given_board() {
    let request = |document: &str| Request {
        settings: Settings::resolve(LightsOff::ABOUT.knobs, None, &[])
            .unwrap()
            .on(document),
        tier: None,
        min_moves: Some(2..=3),
        metric: None,
        seed: 1,
    };
    let graph = r#"{ "topology": "graph", "states": 3, "initialState": [[0, 0, 0, 0]],
        "neighbours": [[1], [2], [3], [0]] }"#;
    let made = LightsOff::generate(&request(graph), &Budget::unlimited()).unwrap();
    assert_eq!(made.level.shape(), read(graph).unwrap().shape());
    assert!(made.optimal && (2..=3).contains(&made.witness.moves().len()));
    let faulty = LightsOff::generate(&request("{}"), &Budget::unlimited()).unwrap_err();
    assert_eq!(faulty.explain().code.id(), "lights-off.no-board");
}

#[test]
fn numbered_levels_rise_without_end() {
    let minima: Vec<u64> = [1, 2, 3, 10, 50, 56, 57, 100, 400, 2000]
        .iter()
        .map(|number| {
            made(1, None, &[("level", &number.to_string())])
                .unwrap()
                .min_moves()
                .unwrap()
        })
        .collect();
    assert_eq!(minima, [3, 4, 5, 7, 14, 14, 15, 19, 36, 79]);
}

#[test]
fn the_same_seed_makes_the_same_level_as_long_as_the_generator_has_its_number() {
    let drawn = |set: &[(&str, &str)]| draw(&made(7, None, set).unwrap());
    let frozen = [
        (&[][..], FROZEN[0]),
        (&[("way", "lamps")], FROZEN[1]),
        (
            &[("way", "uniform"), ("states", "5"), ("topology", "torus")],
            FROZEN[2],
        ),
        (&[("level", "33")], FROZEN[3]),
        (
            &[
                ("symmetry", "quarter"),
                ("min-presses", "8"),
                ("max-presses", "12"),
            ],
            FROZEN[4],
        ),
    ];
    let found: Vec<String> = frozen.iter().map(|(set, _)| drawn(set)).collect();
    assert_eq!(found, frozen.map(|(_, expected)| expected));
}

/// The lamps of a level file, a character each.
fn draw(level: &Level) -> String {
    let document = write_level::<LightsOff>(level, &Default::default());
    let lamp = |lamp: &Value| match lamp {
        Value::Bool(lit) => if *lit { "#" } else { "." }.to_owned(),
        state => state.to_string(),
    };
    let row = |row: &Value| -> String { row.as_array().unwrap().iter().map(lamp).collect() };
    let rows = document["initialState"].as_array().unwrap().iter();
    rows.map(row).collect::<Vec<_>>().join("/")
}

const FROZEN: [&str; 5] = [
    "#.###/##.../..##./#.###/..#..",
    "####./#####/#..#./.#..#/#.#..",
    "42412/34132/13443/22212/22024",
    "####./#..#./###../...../.#.##",
    ".#.#./#...#/...../#...#/.#.#.",
];
