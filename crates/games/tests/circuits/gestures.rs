//! Hands on the board.

use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle};
use gridwright_games::circuits::rules::Move;
use gridwright_games::circuits::{Circuits, codes};
use gridwright_games::kind::Gestures;

use crate::board::{board, draw};

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
