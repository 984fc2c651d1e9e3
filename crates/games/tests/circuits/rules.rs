//! The rules of Circuits in small boards: faults, refusals, colours, solutions, hints, gestures.

use std::collections::BTreeSet;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Code, CodeKind, Faults};
use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::played::Played;
use gridwright_core::puzzle::{Explain, Puzzle, perft};
use gridwright_core::referee::judge;
use gridwright_core::solve::{Verdict, Wish};
use gridwright_games::circuits::Circuits;
use gridwright_games::circuits::codes;
use gridwright_games::circuits::document::LevelFile;
use gridwright_games::circuits::level::Level;
use gridwright_games::circuits::rules::Move;
use gridwright_games::kind::{Documents, Gestures, Grades, Hints, Solves};

fn read(text: &str) -> Result<Level, Faults> {
    let file: LevelFile = serde_json::from_str(text).expect("JSON");
    Circuits::read_level(file)
}

/// A level from its fixtures, drawn one character an intersection (`o` a pad, letters terminals),
/// and given lines, `0` or `-1` and points.
fn board(rows: &[&str], lines: &[(i32, &[(i32, i32)])]) -> Level {
    let (mut pads, mut terminals) = (Vec::new(), Vec::new());
    let mut id = 0;
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.chars().enumerate() {
            id += 1;
            let color = match sign {
                'o' => {
                    pads.push(format!(r#"{{"pos":[{x},{y}],"ID":{id}}}"#));
                    continue;
                }
                'R' => "red",
                'G' => "green",
                'B' => "blue",
                _ => continue,
            };
            terminals.push(format!(
                r#"{{"pos":[{x},{y}],"color":"{color}","ID":{id}}}"#
            ));
        }
    }
    let lines = lines.iter().enumerate().map(|(index, (layer, points))| {
        let points = serde_json::to_string(points).unwrap();
        format!(
            r#"{{"ID":{},"layer":{layer},"pos":{points}}}"#,
            1000 + index
        )
    });
    let text = format!(
        r#"{{"width":{},"height":{},"pads":[{}],"terminals":[{}],"lines":[{}]}}"#,
        rows[0].len() - 1,
        rows.len() - 1,
        pads.join(","),
        terminals.join(","),
        lines.collect::<Vec<_>>().join(","),
    );
    read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

fn draw(points: &[(i32, i32)]) -> Move {
    Move::Draw(points.iter().copied().map(Cell::from).collect())
}

fn cost(level: &Level) -> Option<(u64, u64)> {
    let answer = Circuits::solve(level, &Wish::default(), &Budget::unlimited());
    match answer.verdict {
        Verdict::Solved { witness, .. } => {
            let cost = |metric| witness.costs().get(metric).unwrap();
            Some((cost("steps"), cost("lines")))
        }
        Verdict::Unsolvable { .. } => None,
        Verdict::GaveUp { .. } => panic!("nothing is limited"),
    }
}

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

#[test]
fn a_colour_flows_through_any_number_of_lines() {
    // Twenty given lines in a chain, and one step to draw at its end.
    let row = format!("R{}R", "o".repeat(20));
    let blank = ".".repeat(22);
    let steps: Vec<[(i32, i32); 2]> = (0..20).map(|x| [(x, 0), (x + 1, 0)]).collect();
    let lines: Vec<(i32, &[(i32, i32)])> = steps.iter().map(|step| (0, &step[..])).collect();
    let level = board(&[&row, &blank], &lines);
    assert_eq!(cost(&level), Some((1, 1)));
    let solution = vec![draw(&[(20, 0), (21, 0)])];
    assert!(judge(&level, solution).is_ok());
}

#[test]
fn a_pad_may_have_two_bottom_ends() {
    let level = board(
        &["R.o.o.o.R", "........."],
        &[
            (-1, &[(2, 0), (3, 0), (4, 0)]),
            (-1, &[(4, 0), (5, 0), (6, 0)]),
        ],
    );
    assert_eq!(cost(&level), Some((4, 2)));
}

#[test]
fn refusals_name_the_rule_and_the_step() {
    let level = board(
        &["R.oG", "....", "o..o", "G..R"],
        &[
            (0, &[(0, 2), (1, 1), (2, 0)]),
            (-1, &[(0, 2), (1, 2), (2, 2), (3, 2)]),
        ],
    );
    type Row<'a> = (bool, &'a [(i32, i32)], Code, usize);
    let rows: &[Row] = &[
        (false, &[(1, 0), (1, 1)], codes::NO_START, 0),
        (false, &[(0, 2), (0, 1)], codes::NO_ROOM, 0),
        (false, &[(-1, 0), (0, 0)], codes::LEFT_BOARD, 0),
        (false, &[(0, 0), (-1, 0)], codes::LEFT_BOARD, 1),
        (false, &[(0, 0), (2, 0)], codes::NO_NEIGHBOUR, 1),
        (false, &[(0, 0), (1, 0), (0, 0)], codes::STRAIGHT_BACK, 2),
        (false, &[(0, 0), (1, 1)], codes::TAKEN, 1),
        (false, &[(0, 0), (0, 1), (1, 2)], codes::CROSSES, 2),
        (false, &[(3, 2), (2, 1), (3, 1), (2, 2)], codes::CROSSES, 3),
        (false, &[(3, 0), (2, 1), (1, 2)], codes::UNFINISHED, 2),
        (false, &[(0, 0), (0, 1), (0, 2)], codes::NO_ROOM, 2),
        (false, &[(2, 0), (3, 0), (3, 1)], codes::GOES_ON, 2),
        (true, &[(3, 2), (3, 3)], codes::TWO_COLORS, 1),
        (true, &[(3, 0), (3, 1)], codes::NO_ROOM, 0),
    ];
    let mut green = level.start();
    level
        .apply(&mut green, &draw(&[(2, 0), (3, 0)]))
        .expect("green joins the chain");
    for &(after_green, line, code, step) in rows {
        let position = if after_green { &green } else { &level.start() };
        let refusal = level.check(position, &draw(line)).expect_err(code.id());
        let found = (refusal.explain().code, refusal.step());
        assert_eq!(found, (code, Some(step)), "{line:?}");
    }
    let shared = board(&["oo", "RR"], &[(0, &[(0, 0), (1, 0)])]);
    let refusal = shared
        .check(&shared.start(), &draw(&[(0, 0), (1, 0)]))
        .unwrap_err();
    assert_eq!(refusal.explain().code, codes::STEP_TAKEN);
    let erase = Move::Erase(vec![Cell::new(0, 0), Cell::new(1, 0)]);
    assert_eq!(
        shared
            .check(&shared.start(), &erase)
            .unwrap_err()
            .explain()
            .code,
        codes::NOT_DRAWN
    );
}

#[test]
fn counts_that_fit_do_not_excuse_joining_two_colours() {
    // Every terminal would have its line and no pad would be open, but red would meet blue.
    let level = board(&["R..B", "....", "B..R"], &[]);
    let solution = vec![
        draw(&[(0, 0), (1, 0), (2, 0), (3, 0)]),
        draw(&[(0, 2), (1, 2), (2, 2), (3, 2)]),
    ];
    let broken = judge(&level, solution).unwrap_err();
    assert_eq!((broken.index, broken.step), (0, Some(3)));
    assert_eq!(broken.fault.code, codes::TWO_COLORS);
    assert_eq!(cost(&level), None, "the two colours cross");
}

#[test]
fn solutions_that_stop_short_say_what_is_missing() {
    let level = board(&["R.o.R", "....."], &[]);
    let broken = judge(&level, vec![draw(&[(0, 0), (1, 0), (2, 0)])]).unwrap_err();
    assert_eq!((broken.index, broken.fault.code), (1, codes::OPEN_TERMINAL));
    let broken = judge(&level, vec![Move::Erase(vec![])]).unwrap_err();
    assert_eq!(broken.fault.code, codes::ERASING);
}

#[test]
fn erasing_and_order_make_no_difference() {
    let level = board(&["R.o.R", "....."], &[]);
    let (a, b) = (
        draw(&[(0, 0), (1, 0), (2, 0)]),
        draw(&[(4, 0), (3, 0), (2, 0)]),
    );
    let there = [a.clone(), b.clone()];
    let back = [b.clone(), draw(&[(2, 0), (1, 0), (0, 0)])];
    let play = |moves: &[Move]| {
        let mut position = level.start();
        for mv in moves {
            level.apply(&mut position, mv).unwrap();
        }
        position
    };
    assert_eq!(play(&there), play(&back));
    assert!(level.is_solved(&play(&there)));
    let erased = [
        a.clone(),
        Move::Erase(vec![(2, 0).into(), (1, 0).into(), (0, 0).into()]),
        a,
        b,
    ];
    assert_eq!(play(&erased), play(&there));
    assert_eq!(level.costs(&erased).to_string(), "4 steps, 2 lines");
    let file = Circuits::write_solution(&level, &erased);
    assert_eq!(file.lines.len(), 2);
}

#[test]
fn steps_are_counted_like_this() {
    // Two starts; three neighbours each; ten ways on, of which two finish a line that is the same
    // from both sides; and so on.
    assert_eq!(perft(&board(&["R.R", "..."], &[]), 4), [1, 2, 6, 18, 26]);
}

#[test]
fn hints_respect_what_is_drawn() {
    let budget = Budget::unlimited();
    let level = board(&["R...R", "B...B", "....."], &[]);
    let hint = Circuits::hint(&level, &Played::start(&level), &budget);
    assert_eq!(hint.on_track, Some(true));
    assert_eq!(hint.remaining.unwrap().to_string(), "8 steps, 2 lines");
    // A detour that can be lived with.
    let detour = draw(&[(0, 1), (1, 2), (2, 2), (3, 2), (4, 1)]);
    let so_far = Played::replay(&level, vec![detour.clone()]).unwrap();
    let hint = Circuits::hint(&level, &so_far, &budget);
    assert_eq!(hint.remaining.unwrap().to_string(), "4 steps, 1 line");
    assert!(matches!(hint.next, Some(Move::Draw(_))));
    // A wall that cannot.
    let wall = draw(&[(0, 1), (1, 0), (2, 0), (3, 0), (4, 1)]);
    let narrow = board(&["R...R", "B...B"], &[]);
    assert_eq!(cost(&narrow), Some((8, 2)));
    let so_far = Played::replay(&narrow, vec![wall.clone()]).unwrap();
    let hint = Circuits::hint(&narrow, &so_far, &budget);
    assert_eq!((hint.on_track, hint.remove), (Some(false), Some(vec![0])));
    let hopeless = board(&["R..B", "....", "B..R"], &[]);
    let hint = Circuits::hint(&hopeless, &Played::start(&hopeless), &budget);
    assert_eq!((hint.on_track, hint.remove), (Some(false), None));
}

#[test]
fn one_drag_through_pads_is_several_lines() {
    let level = board(&["R.o.R", "....."], &[]);
    let cells = |points: &[(i32, i32)]| points.iter().copied().map(Cell::from).collect();
    let drag = |points: &[(i32, i32)]| {
        Circuits::gesture(
            &level,
            &level.start(),
            &Gesture::Drag {
                path: cells(points),
            },
        )
    };
    let through = drag(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
    let lines = vec![
        draw(&[(0, 0), (1, 0), (2, 0)]),
        draw(&[(2, 0), (3, 0), (4, 0)]),
    ];
    assert_eq!((through.moves, through.refusal), (lines.clone(), None));
    // A fast hand skips points; a hesitant one goes back.
    assert_eq!(drag(&[(0, 0), (4, 0)]).moves, lines);
    assert_eq!(
        drag(&[(0, 0), (1, 0), (1, 1), (1, 0), (2, 0)]).moves,
        lines[..1]
    );
    let unfinished = drag(&[(0, 0), (1, 1)]);
    assert!(unfinished.moves.is_empty() && unfinished.refusal.is_none());
    assert_eq!(unfinished.preview.len(), 2);
    assert_eq!(unfinished.preview[0].label, "red");
    let off = drag(&[(0, 0), (-1, 0)]);
    assert_eq!(off.refusal.unwrap().explain().code, codes::LEFT_BOARD);
    let mut position = level.start();
    level.apply(&mut position, &lines[0]).unwrap();
    let tap = Circuits::gesture(
        &level,
        &position,
        &Gesture::Tap {
            at: Cell::new(1, 0),
        },
    );
    assert!(matches!(&tap.moves[..], [Move::Erase(_)]));
}

#[test]
fn check_names_what_is_unused_and_dispensable() {
    // The bridge in the corner is walled in; the wall itself is a way for red, if a long one.
    let wall: &[(i32, i32)] = &[(3, 0), (2, 0), (2, 1), (1, 1), (0, 1), (0, 2)];
    let level = board(
        &["oo.o", "....", "o...", "R..R"],
        &[(0, wall), (-1, &[(0, 0), (1, 0)])],
    );
    let findings = Circuits::inspect(&level, false, &Budget::unlimited());
    assert_eq!(findings.solvable, Some(true));
    assert_eq!(findings.unique, Some(false));
    assert_eq!(findings.costs.unwrap().to_string(), "3 steps, 1 line");
    assert_eq!(
        findings.decoration.dispensable,
        [
            "pad in row 1, column 1",
            "pad in row 1, column 2",
            "line from row 1, column 1 to row 1, column 2"
        ]
    );
    assert_eq!(
        findings.decoration.needed,
        [
            "pad in row 1, column 4",
            "pad in row 3, column 1",
            "line from row 1, column 4 to row 3, column 1"
        ]
    );
    let unused: Vec<&str> = findings.remarks.iter().map(|r| &r.at.pointer[..]).collect();
    assert_eq!(unused, ["/pads/0", "/pads/1", "/lines/1"]);
}
