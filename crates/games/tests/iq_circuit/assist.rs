//! Every remark of the assistant, with the board it is made about; hints, explanations, gestures
//! and traces on fixed positions.

use std::cell::RefCell;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Code, CodeKind};
use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::played::Played;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::{TraceEvent, Which, Wish};
use gridwright_games::document::read_level;
use gridwright_games::iq_circuit::assist::{remarks, visible};
use gridwright_games::iq_circuit::document::read_set;
use gridwright_games::iq_circuit::level::Level;
use gridwright_games::iq_circuit::rules::{Move, Position};
use gridwright_games::iq_circuit::{IqCircuit, codes, shipped};
use gridwright_games::kind::{Explains, Gestures, Hints, Kind, Prints, Solves};
use gridwright_games::registry::read_shipped;
use serde_json::{Value, json};

/// A piece by name, its side, its turns and its place.
type Laid = (&'static str, usize, usize, i32, i32);

fn level(document: &Value) -> Level {
    read_level::<IqCircuit>(&document.to_string())
        .unwrap()
        .level
}

fn booklet(id: &str) -> Level {
    let pack = read_shipped(&shipped::PACKS[0]);
    level(&pack.record(id).unwrap().level)
}

fn lay(level: &Level, (piece, side, turns, x, y): Laid) -> Move {
    let piece = level.set().piece_named(piece).unwrap();
    Move::Lay(
        level
            .set()
            .lay(piece, side, turns, Cell::new(x, y))
            .unwrap(),
    )
}

fn position(level: &Level, laid: &[Laid]) -> Position {
    let mut position = level.start();
    for &laid in laid {
        level.apply(&mut position, &lay(level, laid)).unwrap();
    }
    position
}

/// The board without its tray, three characters a cell; free cells have a plain full stop.
fn drawn(level: &Level, position: &Position) -> String {
    let text = IqCircuit::text(level, position, &[]).to_string();
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let slot = |line: usize, x: usize, i: usize| {
        let found = lines.get(line).and_then(|line| line.get(4 * x + i));
        found.copied().unwrap_or(' ')
    };
    let mut board = String::new();
    for y in 0..level.set().height() as usize {
        let mut row = String::new();
        for x in 0..level.set().width() as usize {
            let covered = (0..4).any(|i| slot(2 * y + 1, x, i) != ' ');
            row.extend((0..3).map(|i| match slot(2 * y, x, i) {
                '·' if !covered => '.',
                other => other,
            }));
        }
        board += row.trim_end();
        board.push('\n');
    }
    board
}

fn row(width: usize, pieces: &[(&str, &[&str])]) -> Value {
    let piece = |(name, prints): &(&str, &[&str])| {
        let cells: Vec<Value> = (0..)
            .zip(*prints)
            .map(|(x, print)| json!([x, 0, print]))
            .collect();
        json!({ "name": name, "sides": [cells] })
    };
    let pieces: Vec<Value> = pieces.iter().map(piece).collect();
    json!({ "name": "row", "width": width, "height": 1, "pieces": pieces })
}

/// Lays pieces, compares the drawing, and looks for the remark.
fn check(document: Value, laid: &[Laid], drawing: &[&str], code: Code, cells: &[(i32, i32)]) {
    let level = level(&document);
    let position = position(&level, laid);
    let text = drawn(&level, &position);
    let board: Vec<&str> = text.lines().collect();
    assert_eq!(board, drawing, "{}", code.id());
    assert_eq!(code.kind(), CodeKind::Remark);
    let cells: Vec<Cell> = cells.iter().map(|&cell| cell.into()).collect();
    let all = remarks(&level, &position, &Budget::unlimited());
    let found = all
        .iter()
        .any(|remark| remark.code == code && remark.at.cells == cells);
    assert!(found, "{} not among {all:#?}", code.id());
}

#[test]
fn every_remark_has_its_board() {
    check(
        json!({ "points": [] }),
        &[("I2a", 1, 0, 1, 0), ("I2b", 2, 0, 3, 0)],
        &[
            " . ━━━━━━ ·  ·  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
        ],
        codes::MISMATCH,
        &[(2, 0), (3, 0)],
    );
    check(
        json!({ "points": [] }),
        &[("I2a", 1, 0, 0, 2)],
        &[
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            "━━━━━━ .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
        ],
        codes::LEADS_OFF,
        &[(0, 2)],
    );
    check(
        json!({ "points": [[0, 0], [6, 3]] }),
        &[("I2a", 2, 0, 0, 0)],
        &[
            " ·  ·  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  ○  .",
        ],
        codes::AGAINST_HINT,
        &[(0, 0)],
    );
    check(
        json!({ "set": "standard", "placed": [] }),
        &[
            ("I3a", 0, 0, 0, 1),
            ("I2b", 0, 2, 4, 1),
            ("I2a", 0, 0, 2, 0),
        ],
        &[
            " .  .  ●━━┓  .  .  .  .",
            " ●━━━━━━━ . ━━━━●  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
        ],
        codes::CROWDED,
        &[(3, 1)],
    );
    check(
        json!({ "placed": [], "set": row(3, &[("A", &["E"]), ("B", &["-"]), ("C", &["W"])]) }),
        &[("A", 0, 0, 0, 0), ("C", 0, 0, 2, 0)],
        &[" ●━ . ━●"],
        codes::NO_DOUBLE,
        &[(1, 0)],
    );
    check(
        json!({ "points": [] }),
        &[("I3a", 2, 0, 0, 1), ("I2a", 2, 0, 1, 0)],
        &[
            " .  ·  ·  .  .  .  .  .",
            " ·  ·  ·  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
        ],
        codes::HOLE,
        &[(0, 0)],
    );
    let ring = json!({ "name": "ring", "width": 2, "height": 2, "pieces": [
        { "name": "A", "sides": [[[0, 0, "ES"], [1, 0, "SW"]]] },
        { "name": "B", "sides": [[[0, 0, "NE"], [1, 0, "NW"]]] },
    ] });
    check(
        json!({ "placed": [], "set": ring }),
        &[("A", 0, 0, 0, 0), ("B", 0, 0, 0, 1)],
        &[" ┏━━┓", " ┗━━┛"],
        codes::LOOP,
        &[(0, 0), (1, 0), (1, 1), (0, 1)],
    );
    let pieces: [(&str, &[&str]); 4] = [
        ("A", &["E"]),
        ("B", &["-"]),
        ("C", &["EW"]),
        ("D", &["EW", "W"]),
    ];
    check(
        json!({ "points": [[0, 0], [4, 0]], "set": row(5, &pieces) }),
        &[("A", 0, 0, 0, 0), ("B", 0, 0, 2, 0)],
        &[" ●━ .  ·  .  ○"],
        codes::DEAD_END,
        &[(0, 0), (1, 0)],
    );
    // Nothing is to be seen here; that it cannot be completed only the search knows.
    check(
        json!({ "points": [[0, 0], [6, 3]] }),
        &[("I2a", 0, 0, 0, 0)],
        &[
            " ●━━┓  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  ○  .",
        ],
        codes::HOPELESS,
        &[],
    );
    let level = level(&json!({ "points": [[0, 0], [6, 3]] }));
    assert_eq!(
        visible(&level, &position(&level, &[("I2a", 0, 0, 0, 0)])),
        []
    );
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

#[test]
fn an_own_piece_set_solves() {
    let pieces: [(&str, &[&str]); 2] = [("A", &["E", "EW"]), ("B", &["W"])];
    let level = level(&json!({ "points": [[0, 0], [2, 0]], "set": row(3, &pieces) }));
    let answer = IqCircuit::solve(&level, &Wish::default(), &Budget::unlimited());
    let witness = answer.verdict.witness().unwrap();
    let mut position = level.start();
    level.replay(&mut position, witness.moves()).unwrap();
    assert_eq!(drawn(&level, &position), " ●━━━━━●\n");
}

#[test]
fn hints_say_what_is_forced_and_what_must_go() {
    let level = booklet("49");
    let budget = Budget::unlimited();
    let hint = IqCircuit::hint(&level, &Played::start(&level), &budget);
    assert_eq!(hint.on_track, Some(true));
    let first = hint.next.unwrap();
    assert!(hint.why.contains("only"), "{}", hint.why);
    // Two right pieces, a wrong one between them.
    let solution = IqCircuit::solve(&level, &Wish::default(), &budget);
    let solution = solution.verdict.witness().unwrap().moves().to_vec();
    let other = *solution
        .iter()
        .find(|mv| mv.piece() != first.piece())
        .unwrap();
    let wrong = level
        .set()
        .placements()
        .iter()
        .map(|placement| Move::Lay(placement.lay))
        .find(|mv| {
            let mut after = level.start();
            let legal = [first, *mv, other]
                .iter()
                .all(|mv| level.apply(&mut after, mv).is_ok());
            legal && !solution.contains(mv)
        })
        .unwrap();
    let so_far = Played::replay(&level, vec![first, wrong, other]).unwrap();
    let hint = IqCircuit::hint(&level, &so_far, &budget);
    assert_eq!(hint.on_track, Some(false));
    assert_eq!((hint.undo, hint.remove), (Some(2), Some(vec![1])));
    assert!(
        hint.remarks
            .iter()
            .any(|remark| remark.code == codes::HOPELESS)
    );
}

#[test]
fn explanations_lead_to_the_finished_board() {
    for id in ["49", "80", "117"] {
        let level = booklet(id);
        let explanation = IqCircuit::explain(&level, &Budget::unlimited()).unwrap();
        let mut position = level.start();
        for beat in &explanation.beats {
            assert!(!beat.text.is_empty() && !beat.cells.is_empty());
            level.replay(&mut position, &beat.moves).unwrap();
        }
        assert!(level.is_solved(&position), "challenge {id}");
    }
}

#[test]
fn hands_turn_flip_move_and_lift() {
    let level = level(&json!({ "points": [] }));
    let start = position(&level, &[("L4", 0, 0, 0, 0)]);
    let at = Cell::new(0, 0);
    let key = |key: &str| Gesture::Key {
        key: key.to_owned(),
        at,
    };
    let to = |x, y| Gesture::Drag {
        path: vec![at, Cell::new(x, y)],
    };
    let place = |side, turns, x, y| Gesture::Place {
        piece: "L4".to_owned(),
        side,
        turns,
        at: Cell::new(x, y),
    };
    let cover = |x, y| Gesture::Cover {
        piece: "L4".to_owned(),
        side: 0,
        turns: 0,
        at: Cell::new(x, y),
    };
    let rows: [(Gesture, Option<Laid>); 13] = [
        (Gesture::Tap { at }, Some(("L4", 0, 1, 0, 0))),
        (key("space"), Some(("L4", 1, 0, 0, 0))),
        (key("right"), Some(("L4", 0, 0, 1, 0))),
        (to(5, 1), Some(("L4", 0, 0, 5, 1))),
        (to(-1, 0), None),
        (Gesture::Hold { at }, None),
        // A piece that was taken up from the board is put down elsewhere, or beside it.
        (place(1, 0, 3, 0), Some(("L4", 1, 0, 3, 0))),
        (place(0, 0, 0, 0), Some(("L4", 0, 0, 0, 0))),
        (place(0, 0, 0, 6), None),
        // Over a place it lies by its middle, or as near to that as it fits.
        (cover(4, 1), Some(("L4", 0, 0, 4, 0))),
        (cover(4, 0), Some(("L4", 0, 0, 4, 0))),
        (cover(7, 2), Some(("L4", 0, 0, 6, 1))),
        (cover(7, 0), Some(("L4", 0, 0, 6, 0))),
    ];
    for (gesture, expected) in rows {
        let meant = IqCircuit::gesture(&level, &start, &gesture);
        assert_eq!(meant.refusal, None, "{gesture:?}");
        let mut after = start.clone();
        level.replay(&mut after, &meant.moves).unwrap();
        let laid: Vec<Laid> = expected.into_iter().collect();
        assert_eq!(after, position(&level, &laid), "{gesture:?}");
    }
    let refused = IqCircuit::gesture(&level, &start, &key("left"));
    assert!(refused.moves.is_empty() && refused.refusal.is_some());
}

#[test]
fn prunings_that_are_left_out_cost_work_and_change_nothing() {
    // A search that takes longer than this has shown what the pruning saves.
    let budget = Budget::unlimited().with_nodes(5000);
    let levels: Vec<Level> = (73..=120).map(|id| booklet(&id.to_string())).collect();
    let nodes = |without: &[&str]| -> u64 {
        let wish = Wish {
            all: Some((Which::Best, 2)),
            without,
            ..Wish::default()
        };
        let solved = levels.iter().map(|level| {
            let answer = IqCircuit::solve(level, &wish, &budget);
            let listing = answer.listing.unwrap();
            assert!(!listing.complete || listing.count == "1", "{without:?}");
            answer.stats.nodes
        });
        solved.sum()
    };
    let all = nodes(&[]);
    assert_eq!(nodes(&["no-such-pruning"]), all);
    for pruning in IqCircuit::ABOUT.prunings {
        let without = nodes(&[pruning.name]);
        assert!(
            without >= all,
            "{}: {without} instead of {all}",
            pruning.name
        );
    }
}

#[test]
fn a_trace_tells_the_whole_search() {
    let level = booklet("100");
    let lines = RefCell::new(Vec::new());
    let tell = |event: &TraceEvent| lines.borrow_mut().push(serde_json::json!(event));
    let wish = Wish {
        trace: Some(&tell),
        all: Some((Which::Best, 1)),
        ..Wish::default()
    };
    let answer = IqCircuit::solve(&level, &wish, &Budget::unlimited());
    let lines = lines.into_inner();
    let count = |event: &str| lines.iter().filter(|line| line["event"] == event).count() as u64;
    assert_eq!(count("lay"), answer.stats.nodes);
    assert_eq!(count("lift"), answer.stats.nodes);
    assert_eq!((count("found"), count("end")), (1, 1));
    let tree = IqCircuit::search_tree(&level, &Budget::unlimited()).unwrap();
    let dots = tree
        .items
        .iter()
        .filter(|item| item.id.starts_with("node-"))
        .count();
    assert_eq!(dots as u64, answer.stats.nodes);
}
