//! IQ Circuit: double-sided pieces with printed lines fill a board so that the lines join up.
//!
//! 1. Every piece lies on the board once, on one of its sides, turned by quarter turns and never
//!    mirrored; all cells are covered.
//! 2. Across every border of two neighbouring cells either both cells carry a line or neither
//!    does; no line leads off the board.
//! 3. No line is a closed loop. So every line is a path with a point at each end.
//! 4. The points on the board are just those of the challenge; a hint gives the cell of a point,
//!    not its direction.
//! 5. A challenge hints at one finished board: by its picture, by pieces in place, by its points.
//! 6. Boards are the same when they have the same drawing and the same cuts: two blank bars that
//!    swap places make one board.
//!
//! In play only the impossible is refused: off the board, over another piece, a piece twice, a
//! given piece moved. Lines that do not meet are remarked on, if somebody asks.
//!
//! ```
//! use gridwright_core::budget::Budget;
//! use gridwright_games::iq_circuit::document::{LevelFile, read_level};
//! use gridwright_games::iq_circuit::solve::{Scope, boards};
//!
//! let points = vec![[0, 0], [6, 3]];
//! let level = read_level(LevelFile { points: Some(points), ..LevelFile::default() }).unwrap();
//! let found = boards(&level, Scope::up_to(2), &Budget::unlimited());
//! assert_eq!(found.count, 1); // challenge 117 of the booklet has one solution
//! ```

mod act;
pub mod assist;
pub mod by_hand;
pub mod codes;
pub mod document;
pub mod drawing;
mod edit;
mod explain;
pub mod forced;
pub mod generate;
mod gesture;
pub mod grade;
mod hint;
mod lessons;
pub mod level;
mod likeness;
mod names;
pub mod print;
pub mod rules;
pub mod set;
mod set_check;
pub mod shipped;
pub mod solve;
mod tabled;
mod text;
mod tray;
mod view;

use gridwright_core::solve::Which;

use gridwright_core::generate::Size;

use crate::about::About;
use crate::kind::Kind;

/// The game.
pub struct IqCircuit;

impl Kind for IqCircuit {
    const ABOUT: &'static About = &ABOUT;

    /// The board and what every side of every piece shows.
    fn briefing(level: &level::Level) -> String {
        let set = level.set();
        let mut text = format!(
            "{} The board has {} columns and {} rows. The pieces, each side as a list of column, row and \
             what the cell shows, before turning:",
            Self::ABOUT.rules,
            set.width(),
            set.height()
        );
        for piece in set.pieces() {
            for side in 0..piece.sides() {
                let cells = piece.turned(side, 0).cells().iter();
                let cells: Vec<String> = cells
                    .map(|(cell, print)| format!("{},{} {}", cell.x, cell.y, print))
                    .collect();
                text += &format!("\n{} side {side}: {}", piece.name(), cells.join("; "));
            }
        }
        text
    }
}

/// The facts of the game, in one place: of a constant, every crate that names it gets a copy.
static ABOUT: About = About {
    id: "iq-circuit",
    number: 4,
    title: "IQ Circuit",
    summary: "Fill the board with double-sided pieces so that their lines join point to point.",
    rules: "Lay all pieces on the board, each once, on one of its sides, turned by quarter turns and never \
        mirrored, so that every cell is covered. Across every border of two neighbouring cells either \
        both cells carry a line or neither does; no line leads off the board, and no line is a closed \
        loop. A cell whose line touches one border is a point. Points lie where the level says and \
        nowhere else: \"picture\" shows what each cell must show, row by row (\"-\" nothing, letters of \
        NESW the borders that its line touches, \"?\" not told); \"points\" lists all points that are not \
        on placed pieces; \"placed\" pieces stay where they are.",
    answer: "{\"placements\": [{\"piece\": \"L4\", \"side\": 0, \"at\": [2, 1], \"turns\": 3}, ...]}: every piece, \
        the placed ones included; side is the number of the side that is up, turns are clockwise \
        quarter turns, and at is the column and row of the top left corner of the box around the \
        turned piece.",
    metrics: &[],
    orders: &[],
    listings: &[Which::Best],
    codes: codes::ALL,
    generator: generate::GENERATOR,
    knobs: generate::KNOBS,
    tiers: generate::TIERS,
    made_on: Some("a piece set, or a level whose piece set is used"),
    sizes: SIZES,
    packs: shipped::PACKS,
    daily: &["starter", "junior", "expert"],
    words: document::WORDS,
    tools: edit::TOOLS,
    options: edit::OPTIONS,
    lessons: lessons::LESSONS,
    mechanics: lessons::MECHANICS,
    prunings: solve::prunings::PRUNINGS,
    ..About::NOTHING
};

/// The tiers that sizes go with.
const SIZED: &[&str] = &["starter", "junior", "expert", "master", "wizard"];

const SIZES: &[Size] = &[
    Size {
        name: "standard",
        settings: &[("set", "standard")],
        tiers: SIZED,
    },
    Size {
        name: "boulevard",
        settings: &[("set", "boulevard")],
        tiers: SIZED,
    },
];
