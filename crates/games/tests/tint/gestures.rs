//! Hands on the board.

use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_games::kind::Gestures;
use gridwright_games::tint::Tint;

use crate::board::{Variant, draw, stroke};

#[test]
fn a_drag_is_a_stroke() {
    let level = draw("*Y . b . ?G\n. . . . .", Variant::default());
    let drag = |cells: &[(i32, i32)]| {
        let path = cells.iter().copied().map(Cell::from).collect();
        Tint::gesture(&level, &level.start(), &Gesture::Drag { path })
    };
    let meant = drag(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
    assert_eq!(meant.moves, [stroke("0,0 eeee")]);
    let labels: Vec<&str> = meant.preview.iter().map(|p| &p.label[..]).collect();
    assert_eq!(labels, ["yellow", "yellow", "green", "green", "green"]);
    assert_eq!(
        drag(&[(0, 0), (4, 0)]).moves,
        [stroke("0,0 eeee")],
        "skipped cells are filled in"
    );
    assert!(
        drag(&[(0, 0), (1, 0), (0, 0)]).moves.is_empty(),
        "taken back"
    );
    assert!(drag(&[(1, 1), (2, 1)]).refusal.is_some());
}
