//! What a hand does on a board, and what a game makes of it, so that no front end knows a rule.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::grid::Cell;

/// Something a person did on a board. Coordinates are those of the game's own lattice: cells, or
/// the intersections of a circuit board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
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
    /// What lies at a place was carried off the board and let go of.
    Lift {
        /// Where it lay.
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
    /// A piece put down from outside the board wherever it fits over a place.
    Cover {
        /// Its name.
        piece: String,
        /// Which side is up.
        side: usize,
        /// Clockwise quarter turns.
        turns: usize,
        /// The place that its bounding box comes to lie over, by its middle if it can.
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

/// What a gesture that begins at a place may do, told before it goes on, so that a page can
/// follow the finger at once and without rules. The answer to the whole gesture wins.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Reach {
    /// How the gesture goes on.
    pub mode: Mode,
    /// The ids of the items that stick to the finger. Games name whole things, whose parts have
    /// ids that begin with the name and a hyphen; whoever asks through `Play::reach` is told the
    /// id of every item and need not know about names.
    pub takes: Vec<String>,
    /// Whether what is taken lies on the board, so that letting go of it off the board takes it
    /// away: [`Gesture::Lift`].
    pub lifts: bool,
    /// [`Mode::Press`]: what would change. [`Mode::Slide`]: where the grabbed place can come to.
    /// [`Mode::Draw`]: the places that the line or stroke may enter at all. [`Mode::Carry`]:
    /// empty, the finger is free.
    pub cells: Vec<Preview>,
    /// The piece that is carried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Hand>,
    /// Why nothing can begin here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Fault>,
}

impl Reach {
    /// Nothing begins here, for a reason.
    pub fn refused(refusal: Fault) -> Self {
        Reach {
            refusal: Some(refusal),
            ..Reach::default()
        }
    }
}

/// How a gesture goes on after it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Nothing begins here.
    #[default]
    None,
    /// It is over when the finger is lifted where it went down.
    Press,
    /// Something slides along under the finger.
    Slide,
    /// A line or stroke grows from place to place, and shrinks when the finger goes back.
    Draw,
    /// A piece hangs from the finger, above the board.
    Carry,
}

/// A piece in the hand: what [`Gesture::Place`] puts down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Hand {
    /// Its name.
    pub piece: String,
    /// Which side is up.
    pub side: usize,
    /// How many sides it has.
    pub sides: usize,
    /// Clockwise quarter turns.
    pub turns: usize,
    /// The place of its bounding box that is under the finger.
    pub grabbed: Cell,
}

/// What one cell would look like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Preview {
    /// The cell.
    pub cell: Cell,
    /// A word of the game: a colour, `on`, `off`, `blocked`.
    pub label: String,
}
