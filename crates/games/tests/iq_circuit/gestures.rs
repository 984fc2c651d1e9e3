//! Hands on the board.

use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_games::iq_circuit::IqCircuit;
use gridwright_games::kind::Gestures;
use serde_json::json;

use crate::board::{Laid, level, position};

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
