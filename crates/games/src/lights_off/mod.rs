//! Lights Off: a board of lamps, to be turned off in as few presses as possible.
//!
//! Pressing a lamp advances it and its neighbours to their next state; after the last state comes
//! off again. The classic board has 5 x 5 lamps that are off or on, and a press reaches the lamps
//! above, below, left and right. Variants: any size; edges that meet ([torus](Topology::Torus));
//! [hex](Topology::Hex) boards; [diagonal or all](Neighbourhood) neighbours; up to ten states;
//! holes, which are places without a lamp; and any [graph](Topology::Graph), where every lamp lists
//! the lamps that its press reaches. A press reaches a *set* of lamps, each advanced once, also where
//! a small torus lets two ways meet. The links of a graph may go one way: the press of a lamp
//! reaches those that it lists, and not those that list it.
//!
//! The order of presses never matters, and k presses of one lamp cancel out; so a solution is a
//! number from 0 to k - 1 for every lamp, and linear algebra modulo k answers every question: see
//! [`solve`]. "Proved" means that every other solution was looked at, or ruled out by a bound; a
//! board that cannot be solved comes with a [certificate](document::Certificate) to check by hand.
//!
//! ```
//! use gridwright_core::budget::Budget;
//! use gridwright_core::solve::Wish;
//! use gridwright_games::lights_off::{LevelFile, document, solve};
//!
//! let text = r#"{ "initialState": [[false, true, false], [true, true, true], [false, true, false]] }"#;
//! let file: LevelFile = serde_json::from_str(text)?;
//! let level = document::read_level(&file)?;
//! let answer = solve::solve(&level, &Wish::default(), &Budget::unlimited());
//! assert!(answer.verdict.is_optimal());
//! let witness = answer.verdict.witness().unwrap();
//! assert_eq!(witness.costs().get("presses"), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod act;
mod board;
pub mod codes;
mod demands;
pub mod document;
mod edit;
mod explain;
pub mod generate;
mod gesture;
mod grade;
mod hint;
mod lessons;
pub mod level;
mod lighten;
mod likeness;
mod links;
mod lists;
mod lookup;
mod names;
mod own;
mod plates;
mod relabel;
mod rows;
pub mod rules;
mod shape;
pub mod solve;
mod symmetry;
mod text;
mod view;

use gridwright_core::solve::Which;

use gridwright_core::generate::Size;

use crate::about::{About, shipped_packs};
use crate::kind::Kind;

pub use board::Board;
pub use document::{Certificate, LevelFile, SolutionFile};
pub use explain::{Line, Table};
pub use level::{Difficulty, Level, Parts};
pub use lists::Lists;
pub use own::{MOST_LINKED, MOST_LINKS};
pub use rows::{Rows, Written};
pub use rules::{OffBoard, PRESSES, Position, Press, presses_of};
pub use shape::{MOST_LAMPS, MOST_STATES, Neighbourhood, Offsets, Shape, Topology};
pub use symmetry::Kind as SymmetryKind;

/// The game.
pub struct LightsOff;

impl Kind for LightsOff {
    const ABOUT: &'static About = &ABOUT;
}

/// The facts of the game, in one place: of a constant, every crate that names it gets a copy.
static ABOUT: About = About {
    id: "lights-off",
    number: 1,
    title: "Lights Off",
    summary: "Press lamps, which toggles their neighbours too, until all are dark.",
    rules: "Lamps stand in rows; \"initialState\" has their states row by row, where false or 0 is off. \
        Pressing a lamp advances it and its neighbours to their next state: off becomes on, and on \
        becomes off (with \"states\": k the states are 0 to k - 1, and 0 follows the last). \
        Neighbours are the lamps above, below, left and right; with \"neighbourhood\" \"cross\" the \
        four diagonal ones instead, with \"full\" all eight. With \"topology\" \"torus\" the first \
        row follows the last and the first column the last; with \"hex\" odd rows are shifted right \
        by half a lamp, and every lamp has up to six neighbours. A null is a hole: there is no lamp, \
        nothing to press and nothing to reach. With \"topology\" \"graph\" the places mean nothing: \
        \"neighbours\" lists for every lamp, in reading order, the numbers of the other lamps that \
        its press advances; lamps count from 0, without the holes. Turn all lamps off with as few \
        presses as possible.",
    answer: "{\"moves\": [{\"row\": 0, \"col\": 2}, ...]}: the presses in any order; rows and columns count \
        from 0, from the top left.",
    metrics: &[PRESSES],
    orders: &[&["presses"]],
    listings: &[Which::Best, Which::Every],
    codes: codes::ALL,
    generator: generate::GENERATOR,
    knobs: generate::KNOBS,
    tiers: generate::TIERS,
    made_on: Some("a level, whose board is used: its size, states, holes, topology and links"),
    sizes: SIZES,
    packs: shipped_packs!("lights-off": "classic", "variants", "hardest", "holes-and-links"),
    daily: &["easy", "medium", "hard"],
    words: &[
        "initialState",
        "minMoves",
        "difficulty",
        "states",
        "topology",
        "neighbourhood",
        "easy",
        "medium",
        "hard",
        "square",
        "torus",
        "hex",
        "plus",
        "cross",
        "full",
        "version",
        "field",
        "neighbours",
        "graph",
    ],
    tools: edit::TOOLS,
    options: edit::OPTIONS,
    lessons: lessons::LESSONS,
    mechanics: lessons::MECHANICS,
    plates: Some("Quiet patterns"),
    ..About::NOTHING
};

/// The tiers that sizes go with.
const SIZED: &[&str] = &["easy", "medium", "hard"];

const SIZES: &[Size] = &[
    Size {
        name: "5 x 5",
        settings: &[("rows", "5"), ("cols", "5")],
        tiers: SIZED,
    },
    Size {
        name: "6 x 6",
        settings: &[("rows", "6"), ("cols", "6")],
        tiers: SIZED,
    },
    Size {
        name: "7 x 7",
        settings: &[("rows", "7"), ("cols", "7")],
        tiers: SIZED,
    },
    Size {
        name: "8 x 8",
        settings: &[("rows", "8"), ("cols", "8")],
        tiers: SIZED,
    },
    Size {
        name: "10 x 10",
        settings: &[("rows", "10"), ("cols", "10")],
        tiers: SIZED,
    },
];
