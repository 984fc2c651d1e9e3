//! Tint: drag paint over paper, let it mix on the way, and bring every folded figure its colour.
//!
//! The canvas is a grid of cells. A *stroke* starts on a droplet or on paint, takes up its colour
//! and goes from cell to neighbouring cell, painting as it goes. On a cell where something lies,
//! the active colour mixes:
//!
//! | active | on the cell | result | stroke |
//! |---|---|---|---|
//! | any | bare paper | active | goes on |
//! | any | grey | grey | ends after the tail |
//! | c | the same c | c | goes on |
//! | white | any colour | white | ends after the tail: a *cut* |
//! | any colour | white | active | goes on |
//! | primary | another primary | their secondary | goes on |
//! | anything else | | grey | ends after the tail |
//!
//! Where the level says so (`"mixing": "absorb"`), an active secondary that meets one of its own
//! primaries stays what it is and goes on.
//!
//! *Droplets* are endless sources and are never painted over. *Negation gates* remove a colour's
//! primaries from the active colour. *Switch gates* are entered through a side of the active
//! colour and left through another coloured side, whose colour the stroke takes on. A gate
//! vanishes once a stroke has passed it. A *target* is solved when a stroke enters its cell and
//! then has exactly its colour; one stroke may solve several. After grey or a cut a stroke may
//! run on for one or two cells, its *tail*, which paints over everything but droplets and solves
//! nothing.
//!
//! Making grey is legal, but no solution does it: the level can never be solved after it. The
//! solver minimises strokes, then cells entered; *proved* means that every state whose bound is
//! below the solution's price has been searched.
//!
//! ```
//! use gridwright_core::budget::Budget;
//! use gridwright_games::document::read_level;
//! use gridwright_games::tint::Tint;
//! use gridwright_games::tint::solve::solve;
//!
//! let level = read_level::<Tint>(
//!     r#"{ "game": "tint", "width": 5, "height": 1,
//!          "droplets": [ { "at": [0, 0], "color": "yellow" } ],
//!          "paint": [ { "color": "blue", "cells": [[2, 0]] } ],
//!          "targets": [ { "at": [4, 0], "color": "green" } ] }"#,
//! )?
//! .level;
//! let verdict = solve(&level, &Budget::unlimited()).verdict;
//! assert!(verdict.is_optimal());
//! assert_eq!(verdict.witness().unwrap().costs().to_string(), "1 stroke, 4 cells");
//! # Ok::<(), gridwright_core::fault::Faults>(())
//! ```

mod act;
pub mod codes;
pub mod color;
pub mod document;
mod edit;
mod explain;
pub mod generate;
mod gesture;
pub mod grade;
mod hint;
mod lessons;
pub mod level;
mod likeness;
pub mod mechanics;
mod names;
pub mod rules;
mod sandbox;
pub mod solve;
mod tabled;
mod text;
mod view;

use gridwright_core::generate::Size;

use crate::about::{About, shipped_packs};
use crate::kind::Kind;

/// The game.
pub struct Tint;

impl Kind for Tint {
    const ABOUT: &'static About = &ABOUT;
}

/// The facts of the game, in one place: of a constant, every crate that names it gets a copy.
static ABOUT: About = About {
    id: "tint",
    number: 5,
    title: "Tint",
    summary: "Drag paint over paper, let it mix on the way, and bring every figure its colour.",
    rules: "The canvas is a grid of cells [column, row]; cells in \"void\" are no paper. A stroke starts on a \
        droplet, or on paint unless \"start\" is \"droplet\" (never on grey), takes up its colour and goes \
        from cell to neighbouring cell (no diagonals), painting as it goes. On a cell where paint \
        lies, or a droplet, the colour of the stroke mixes: the same colour stays; onto white it \
        stays; white onto a colour stays white and the stroke ends; two different primaries (red, \
        yellow, blue) become their secondary (orange = red + yellow, green = yellow + blue, purple = \
        red + blue); with \"mixing\" \"absorb\" a secondary that meets one of its own primaries stays; \
        anything else becomes grey, which no solution may do. When a stroke ends it may run on for \
        \"tail\" cells (1 if left out), painting over everything but droplets, and not onto gates. \
        Droplets are never painted over. A negation gate removes the primaries of its colour from the \
        stroke; a switch gate is entered through a side of the colour of the stroke and left through \
        another coloured side, whose colour the stroke takes on; a gate vanishes once passed. A \
        target is solved when a stroke enters its cell and then has exactly its colour. Solve all \
        targets with as few strokes as possible, then as few cells.",
    answer: "{\"strokes\": [[[0, 1], [1, 1], [2, 1]], ...]}: the strokes in order, each the list of all cells it \
        goes through as [column, row], the first being where it starts.",
    metrics: &[rules::STROKES, rules::CELLS],
    orders: &[&["strokes", "cells"]],
    listings: &[],
    codes: codes::ALL,
    generator: generate::GENERATOR,
    knobs: generate::KNOBS,
    tiers: generate::TIERS,
    sizes: SIZES,
    packs: shipped_packs!("tint": "easy", "medium", "hard", "expert"),
    palette: view::PALETTE,
    daily: &["easy", "medium"],
    words: &[
        "width", "height", "tail", "start", "mixing", "void", "droplets", "paint", "targets",
        "gates", "at", "color", "cells", "kind", "negation", "switch", "sides", "north", "east",
        "south", "west", "any", "droplet", "strict", "absorb", "red", "yellow", "blue", "orange",
        "green", "purple", "white", "grey",
    ],
    tools: edit::TOOLS,
    options: edit::OPTIONS,
    lessons: lessons::LESSONS,
    mechanics: lessons::MECHANICS,
    sandbox: Some(sandbox::SANDBOX),
    ..About::NOTHING
};

/// The tiers that sizes go with; the others are made for theirs.
const SIZED: &[&str] = &["easy", "medium"];

const SIZES: &[Size] = &[
    Size {
        name: "8 x 6",
        settings: &[("width", "8"), ("height", "6")],
        tiers: SIZED,
    },
    Size {
        name: "10 x 7",
        settings: &[("width", "10"), ("height", "7")],
        tiers: SIZED,
    },
    Size {
        name: "12 x 9",
        settings: &[("width", "12"), ("height", "9")],
        tiers: SIZED,
    },
];
