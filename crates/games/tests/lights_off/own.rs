//! Boards of Lights Off that have something of their own: holes, and links instead of a lattice.

use gridwright_core::budget::Budget;
use gridwright_core::edit::Edit;
use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle};
use gridwright_core::solve::{Verdict, Which, Wish};
use gridwright_games::document::{read_level, write_level};
use gridwright_games::kind::{Edits, Explains, Gestures, Grades, Prints};
use gridwright_games::lights_off::{Level, LevelFile, LightsOff, Press, solve};
use serde_json::{Value, json};

/// A ring of eight lamps around a hole.
const RING: &str =
    r#"{ "initialState": [[true, true, false], [true, null, false], [false, false, false]] }"#;

/// Lamps in a row, each of which reaches the next and is not reached back.
const ONE_WAY: &str = r#"{ "topology": "graph", "initialState": [[false, false, true]], "neighbours": [[1], [2], []] }"#;

fn level(text: &str) -> Level {
    let read = read_level::<LightsOff>(text);
    read.unwrap_or_else(|faults| panic!("{text}: {faults}"))
        .level
}

/// A graph of lamps in one row.
fn graph(states: u8, lamps: &[u8], lists: &[&[u32]]) -> Level {
    let document = json!({
        "topology": "graph", "states": states, "initialState": [lamps], "neighbours": lists,
    });
    level(&document.to_string())
}

/// The fewest presses, proved, and how many solutions there are; `None` with a certificate that holds.
fn solved(level: &Level) -> Option<(u64, u64)> {
    let wish = Wish {
        all: Some((Which::Every, 10)),
        ..Wish::default()
    };
    let answer = solve::solve(level, &wish, &Budget::unlimited());
    match answer.verdict {
        Verdict::Solved {
            ref witness,
            ref optimality,
        } => {
            assert!(answer.verdict.is_optimal(), "{optimality:?}");
            let count = answer.listing.unwrap().count;
            let presses = witness.costs().get("presses").unwrap();
            Some((presses, count.parse().unwrap()))
        }
        Verdict::Unsolvable { certificate } => {
            let certificate = certificate.expect("a certificate");
            let states = level.shape().states();
            let weight = |(row, col): (usize, usize)| u32::from(certificate.weights[row][col]);
            for (row, col) in level.shape().places() {
                let sum: u32 = level.shape().reach(row, col).map(weight).sum();
                assert_eq!(sum % u32::from(states), 0, "{certificate:?}");
            }
            assert_ne!(certificate.sum, 0);
            None
        }
        Verdict::GaveUp { limit, .. } => panic!("{limit}"),
    }
}

#[test]
fn a_hole_is_not_pressed_and_ends_what_a_press_reaches() {
    let level = level(RING);
    let start = level.start();
    let refusal = level.check(&start, &Press { row: 1, col: 1 }).unwrap_err();
    assert_eq!(refusal.explain().code.id(), "lights-off.off-board");
    assert_eq!(solved(&level), Some((1, 1)));
    let at = Cell::new(1, 1);
    assert!(
        LightsOff::gesture(&level, &start, &Gesture::Tap { at })
            .refusal
            .is_some()
    );
    let text = LightsOff::text(&level, &start, &[]).string(Default::default());
    assert_eq!(text.lines().nth(2), Some("▟█▙     ╭─╮"));
}

#[test]
fn links_that_go_one_way_are_followed_that_way() {
    let level = level(ONE_WAY);
    let mut position = level.start();
    level
        .apply(&mut position, &Press { row: 0, col: 0 })
        .unwrap();
    let lamps: Vec<u8> = position.lamps().values().collect();
    assert_eq!(lamps, [1, 1, 1]);
    assert_eq!(solved(&level), Some((1, 1)));
    let findings = LightsOff::inspect(&level, true, &Budget::unlimited());
    let codes: Vec<&str> = findings
        .remarks
        .iter()
        .map(|remark| remark.code.id())
        .collect();
    assert_eq!(codes, ["lights-off.one-way", "lights-off.quiet-patterns"]);
}

/// Graphs whose answers can be worked out by hand.
#[test]
fn graphs_are_solved_or_refuted() {
    let pair: &[&[u32]] = &[&[1], &[0]];
    let there: &[&[u32]] = &[&[1], &[]];
    let fork: &[&[u32]] = &[&[1, 2], &[0], &[0]];
    let round: &[&[u32]] = &[&[1], &[2], &[0]];
    for (states, lamps, lists, expected) in [
        (2, &[1, 1][..], pair, Some((1, 2))),
        (2, &[1, 0], pair, None),
        (2, &[1, 0], there, Some((2, 1))),
        (6, &[1, 1], pair, Some((5, 6))),
        (6, &[3, 1], pair, None),
        (10, &[9, 0], there, Some((10, 1))),
        (2, &[1, 1, 1], fork, Some((1, 1))),
        // Every press of this ring changes two lamps.
        (2, &[1, 0, 0], round, None),
        (2, &[1, 1, 0], round, Some((1, 2))),
        (4, &[2, 2, 0], round, Some((2, 2))),
        (4, &[1, 0, 0], round, None),
    ] {
        let level = graph(states, lamps, lists);
        assert_eq!(solved(&level), expected, "{states} {lamps:?} {lists:?}");
    }
}

#[test]
fn explanations_say_why_lights_are_not_chased() {
    for (text, words) in [
        (RING, "where there is a hole"),
        (ONE_WAY, "links, and not rows"),
    ] {
        let explained = LightsOff::explain(&level(text), &Budget::unlimited()).unwrap();
        assert!(
            explained.beats[0].text.contains(words),
            "{:?}",
            explained.beats[0]
        );
    }
}

#[test]
fn levels_are_written_as_they_are_read() {
    for text in [RING, ONE_WAY] {
        let read = level(text);
        let written = write_level::<LightsOff>(&read, &Default::default());
        assert_eq!(level(&written.to_string()), read, "{written}");
    }
    let held = r#"{ "initialState": [[null, null], [null, null]] }"#;
    let faults = read_level::<LightsOff>(held).err().unwrap();
    assert_eq!(faults.list()[0].code.id(), "lights-off.empty");
}

/// Every fault of a graph is told at once, each at its place.
#[test]
fn all_faults_of_a_graph_are_told() {
    let text = r#"{ "topology": "graph", "neighbourhood": "full",
        "initialState": [[true, null, 3]], "neighbours": [[0, 2, 1, 1], [-1]] }"#;
    let faults = read_level::<LightsOff>(text).err().unwrap();
    let mut told: Vec<(&str, &str)> = faults
        .list()
        .iter()
        .map(|fault| (fault.code.id(), &fault.at.pointer[..]))
        .collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [
            ("lights-off.graph-neighbourhood", "/neighbourhood"),
            ("lights-off.mixed", "/initialState/0/2"),
            ("lights-off.neighbour-twice", "/neighbours/0/3"),
            ("lights-off.out-of-range", "/initialState/0/2"),
            ("lights-off.own-neighbour", "/neighbours/0/0"),
            ("lights-off.unknown-neighbour", "/neighbours/0/1"),
            ("lights-off.unknown-neighbour", "/neighbours/1/0"),
        ]
    );
}

/// Large graphs are refused by their numbers, before anything is made of them.
#[test]
fn large_graphs_are_refused() {
    let check = |lamps: usize, lists: Vec<Vec<usize>>, expected: Option<&str>| {
        let document = json!({
            "topology": "graph", "initialState": [vec![0; lamps]], "neighbours": lists,
        });
        let read = read_level::<LightsOff>(&document.to_string());
        let found = read.err().map(|faults| faults.list()[0].code.id());
        assert_eq!(found, expected, "{lamps} lamps");
    };
    // So many lists of 128 others each.
    let lists = |count| -> Vec<Vec<usize>> {
        let others = |lamp| (0..).filter(move |other| *other != lamp).take(128);
        (0..count).map(|lamp| others(lamp).collect()).collect()
    };
    check(512, lists(512), None);
    check(513, lists(513), Some("lights-off.too-many-links"));
    check(4096, vec![Vec::new(); 4096], None);
    check(
        4097,
        vec![Vec::new(); 4097],
        Some("lights-off.too-many-lamps"),
    );
    check(3, vec![Vec::new(); 2], Some("lights-off.neighbour-lists"));
    check(3, vec![Vec::new(); 4], Some("lights-off.neighbour-lists"));
    check(
        3,
        vec![Vec::new(); 5000],
        Some("lights-off.neighbour-lists"),
    );
}

/// The draft after edits.
fn edited(start: &str, edits: Value) -> Value {
    let mut file: LevelFile = serde_json::from_str(start).unwrap();
    for edit in edits.as_array().unwrap() {
        let edit: Edit = serde_json::from_value(edit.clone()).unwrap();
        LightsOff::edit(&mut file, &edit).unwrap_or_else(|fault| panic!("{edit:?}: {fault}"));
    }
    serde_json::to_value(file).unwrap()
}

#[test]
fn drafts_get_holes_and_links() {
    let square = r#"{ "initialState": [[false, false], [false, true]] }"#;
    let made = edited(
        square,
        json!([
            { "type": "use", "tool": "hole", "path": [[0, 0]] },
            { "type": "set", "option": "topology", "value": "graph" },
            { "type": "use", "tool": "link", "path": [[1, 0], [0, 1]] },
            { "type": "use", "tool": "arrow", "path": [[0, 1], [1, 1]] },
        ]),
    );
    let expected = json!({
        "topology": "graph", "initialState": [[null, false], [false, true]],
        "neighbours": [[1, 2], [0], [0, 1]],
    });
    assert_eq!(made, expected);
    // Links go with their lamps, and lamps that go take their links along.
    let text = expected.to_string();
    let turned = edited(&text, json!([{ "type": "mirror" }]));
    assert_eq!(turned["neighbours"], json!([[1, 2], [0, 2], [0]]));
    let smaller = edited(
        &text,
        json!([{ "type": "resize", "side": "west", "by": -1 }]),
    );
    assert_eq!(smaller["initialState"], json!([[false], [true]]));
    assert_eq!(smaller["neighbours"], json!([[1], [0]]));
    let wider = edited(
        &text,
        json!([{ "type": "resize", "side": "north", "by": 1 }]),
    );
    assert_eq!(wider["initialState"][0], json!([null, null]));
    assert_eq!(wider["neighbours"], expected["neighbours"]);
    let plain = edited(
        &text,
        json!([{ "type": "set", "option": "topology", "value": "torus" }]),
    );
    assert_eq!(plain.get("neighbours"), None);
    let pressed = edited(
        &text,
        json!([{ "type": "use", "tool": "press", "path": [[0, 1]] }]),
    );
    assert_eq!(pressed["initialState"], json!([[null, true], [true, true]]));
}
