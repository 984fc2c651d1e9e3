//! The rules of Circuits on small boards: colours, refusals, solutions, costs.

use gridwright_core::fault::Code;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle, perft};
use gridwright_core::referee::judge;
use gridwright_games::circuits::rules::Move;
use gridwright_games::circuits::{Circuits, codes};
use gridwright_games::kind::Documents;

use crate::board::{board, cost, draw};

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
        (false, &[(0, 0), (0, 0)], codes::NO_NEIGHBOUR, 1),
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
