//! What a hand does on a board, and what a game makes of it, so that no front end knows a rule.

use serde::{Deserialize, Serialize};

use crate::grid::Cell;

/// Something a person did on a board. Coordinates are those of the game's own lattice: cells, or
/// the intersections of a circuit board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Gesture {
    /// A click or touch.
    Tap {
        /// Where.
        at: Cell,
    },
    /// A long touch or right click: take away what is there.
    Hold {
        /// Where.
        at: Cell,
    },
    /// A pointer that went down, moved over places and came up.
    Drag {
        /// The places, from where it went down to where it came up.
        path: Vec<Cell>,
    },
    /// A key that means something on the board: an arrow pushes what is selected.
    Key {
        /// `up`, `down`, `left`, `right`, `space` or `enter`.
        key: String,
        /// Where the cursor is, or the selected thing lies.
        at: Cell,
    },
    /// A piece put down from outside the board.
    Place {
        /// Its name.
        piece: String,
        /// Which side is up.
        side: usize,
        /// Clockwise quarter turns.
        turns: usize,
        /// The top-left corner of its bounding box.
        at: Cell,
    },
}

/// What a gesture stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant<M, R> {
    /// Legal moves, in order, each legal after those before it.
    pub moves: Vec<M>,
    /// What the cells ahead would look like, to be drawn before the finger is lifted.
    pub preview: Vec<Preview>,
    /// Why the rest of the gesture could not be done.
    pub refusal: Option<R>,
}

impl<M, R> Meant<M, R> {
    /// One legal move.
    pub fn one(mv: M) -> Self {
        Meant {
            moves: vec![mv],
            ..Meant::nothing()
        }
    }

    /// Nothing to do and nothing wrong.
    pub fn nothing() -> Self {
        Meant {
            moves: Vec::new(),
            preview: Vec::new(),
            refusal: None,
        }
    }

    /// A refused gesture.
    pub fn refused(refusal: R) -> Self {
        Meant {
            refusal: Some(refusal),
            ..Meant::nothing()
        }
    }
}

/// What one cell would look like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Preview {
    /// The cell.
    pub cell: Cell,
    /// A word of the game: a colour, `on`, `off`, `blocked`.
    pub label: String,
}
