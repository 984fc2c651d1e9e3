//! Circuits: join every pair of same-coloured terminals with lines on the top layer of a circuit
//! board, using the pads and lines that are already there, without crossing.
//!
//! **The board** has `width` x `height` squares; everything happens on their corners, the
//! intersections (0,0) to (width,height). *Terminals* are coloured, two of each colour, and take
//! one line end of the top layer. *Pads* are junctions that take two line ends, over both layers.
//! *Lines* go from neighbour to neighbour in eight directions and end on pads or terminals. Given
//! lines of either layer can be used but never removed; the player draws on the top layer.
//!
//! **Drawing.** A line starts on a pad or terminal with room and ends on the first other one that
//! it reaches, which must have room too. It never goes straight back, never touches an empty
//! intersection that a top line passes, never runs along the other diagonal of a square that a
//! top line crosses, and never joins two colours. Bottom lines are never in the way.
//!
//! **Colours** spread from the terminals through all line ends and pads, over both layers, as far
//! as they go. **Solved** is a board on which every terminal has its line end, every coloured pad
//! has two, and every circuit leads to its partner; what is white does not matter.
//!
//! What counts are the *steps* that stand at the end, then the *lines*. Two solutions have the
//! same *wiring* when their coloured lines join the same fixtures, whatever route they take.
//!
//! ```
//! use gridwright_core::{budget::Budget, solve::Wish};
//! use gridwright_games::circuits::Circuits;
//! use gridwright_games::kind::{Documents, Solves};
//!
//! let file = serde_json::from_str(
//!     r#"{ "width": 3, "height": 2, "pads": [], "lines": [],
//!          "terminals": [ { "pos": [0,1], "color": "red", "ID": 1 },
//!                         { "pos": [3,1], "color": "red", "ID": 2 } ] }"#,
//! ).unwrap();
//! let level = Circuits::read_level(file).unwrap();
//! let answer = Circuits::solve(&level, &Wish::default(), &Budget::unlimited());
//! assert!(answer.verdict.is_optimal());
//! assert_eq!(answer.verdict.witness().unwrap().costs().to_string(), "3 steps, 1 line");
//! ```

mod act;
pub mod codes;
mod demands;
pub mod document;
mod edit;
mod explain;
mod flow;
pub mod generate;
mod gesture;
pub mod grade;
mod hint;
mod lessons;
pub mod level;
mod likeness;
mod names;
pub mod rules;
pub mod solve;
mod tabled;
mod text;
mod validate;
mod view;

use gridwright_core::solve::Which;

use gridwright_core::generate::Size;

use crate::about::{About, shipped_packs};
use crate::kind::Kind;

/// The game.
pub struct Circuits;

impl Kind for Circuits {
    const ABOUT: &'static About = &ABOUT;
}

/// The facts of the game, in one place: of a constant, every crate that names it gets a copy.
static ABOUT: About = About {
    id: "circuits",
    number: 3,
    title: "Circuits",
    summary: "Join the terminals of each colour over a two-layer board, without crossing.",
    rules: "The board has width x height squares; everything happens on their corners, the points [0, 0] to \
        [width, height]. Terminals are coloured, two of each colour; a terminal takes one line end. \
        Pads take two line ends, over both layers. Given lines of the top layer (\"layer\" 0) and of \
        the bottom layer (-1) stay. You draw lines on the top layer: each goes from neighbour to \
        neighbour in eight directions, starts on a pad or terminal with room, and ends on the first \
        other one that it comes to, which must have room too. It never goes straight back, never \
        comes to a point without a pad or terminal that a top line already passes, never uses a \
        step of a top line, never runs along the other diagonal of a square that a top line crosses, \
        and never joins two colours. Bottom lines are not in the way. Colours spread from the \
        terminals through all lines and pads. The level is solved when every terminal has its line \
        end, every coloured pad has two, and every terminal is joined to its partner. Use as few \
        steps from point to point as possible, then as few lines.",
    answer: "{\"lines\": [[[0, 1], [1, 2], [2, 2]], ...]}: the lines to draw, in order, each the list of all \
        points it goes through as [column, row].",
    metrics: &[rules::STEPS, rules::LINES],
    orders: &[&["steps", "lines"]],
    listings: &[Which::Best],
    codes: codes::ALL,
    generator: generate::GENERATOR,
    knobs: generate::KNOBS,
    tiers: generate::TIERS,
    sizes: SIZES,
    packs: shipped_packs!("circuits": "01", "02", "03"),
    daily: &["easy", "medium"],
    palette: view::PALETTE,
    themes: view::THEMES,
    diagonals: true,
    words: &[
        "width",
        "height",
        "pads",
        "terminals",
        "lines",
        "pos",
        "ID",
        "color",
        "layer",
        "red",
        "green",
        "blue",
        "yellow",
        "orange",
        "purple",
        "pink",
        "brown",
    ],
    tools: edit::TOOLS,
    lessons: lessons::LESSONS,
    unknown_keys_are_faults: false,
    ..About::NOTHING
};

/// Larger boards of the first tier; the others are made for their size.
const SIZES: &[Size] = &[
    Size {
        name: "5 x 6",
        settings: &[("width", "5"), ("height", "6")],
        tiers: &["easy"],
    },
    Size {
        name: "6 x 7",
        settings: &[("width", "6"), ("height", "7")],
        tiers: &["easy"],
    },
];
