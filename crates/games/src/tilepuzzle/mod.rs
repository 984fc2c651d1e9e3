//! TilePuzzle: slide coloured shapes onto the cats of their colour, and all cats go home.
//!
//! The board is a floor of square cells with some cells missing. *Blockers* stand on it and never
//! move. *Shapes* are polyominoes of one colour. A move slides one shape by one cell, up, down,
//! left or right; shapes never turn. All its cells must land on floor, and on no blocker, no other
//! shape and no cat of another colour that is still there. A cat of its own colour does not block.
//!
//! After every single move, over all shapes: a cat goes home, for good, if a cell of a shape of its
//! colour lies on it. A *blocker-cat* sits on a blocker, where no shape can lie; it goes home if a
//! cell of a shape of its colour is beside it, orthogonally. The shapes stay. Nothing happens
//! before the first move, so a cat that is covered when the level starts is still there until some
//! shape moves; if the move uncovers it, it stays.
//!
//! Shapes in *tandem* (the same number) move together, one step for all of them, if every one of
//! them can. A shape that is *locked* with `unlock` n cannot move until n cats are home; the lock
//! counts those home before the move.
//!
//! The level is solved when all cats are home, and there it ends. Two ways to count: `steps` (every
//! move) and `drags` (moves of one shape, or of one tandem, in a row count once; steps break ties).
//!
//! ```
//! use gridwright_core::budget::Budget;
//! use gridwright_core::solve::Wish;
//! use gridwright_games::document::read_level;
//! use gridwright_games::tilepuzzle::{TilePuzzle, solve};
//!
//! let level = read_level::<TilePuzzle>(r#"{
//!     "floor": ["....", "...."],
//!     "blockers": [[1, 0]],
//!     "shapes": [{ "kind": "Domino", "at": [0, 1], "color": "red" },
//!                { "cells": [[0, 0], [0, 1]], "at": [3, 0], "color": "blue" }],
//!     "cats": [{ "at": [2, 1], "color": "red" },
//!              { "at": [1, 0], "color": "blue", "onBlocker": true }] }"#).unwrap().level;
//! let answer = solve::solve(&level, &Wish::default(), &Budget::unlimited());
//! assert!(answer.verdict.is_optimal());
//! assert_eq!(answer.verdict.witness().unwrap().costs().get("steps"), Some(3));
//! ```

mod act;
pub mod codes;
mod demands;
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
pub mod names;
pub mod rules;
mod slide;
pub mod solve;
mod tabled;
mod text;
mod view;

use gridwright_core::generate::Size;

use crate::about::{About, shipped_packs};
use crate::kind::Kind;

/// The game.
pub struct TilePuzzle;

impl Kind for TilePuzzle {
    const ABOUT: &'static About = &ABOUT;
}

/// The facts of the game, in one place: of a constant, every crate that names it gets a copy.
static ABOUT: About = About {
    id: "tilepuzzle",
    number: 2,
    title: "TilePuzzle",
    summary: "Slide coloured shapes onto the cats of their colour.",
    rules: "\"floor\" shows the board row by row: \".\" is floor, \"#\" is nothing; cells are [column, row], \
        counted from 0. Blockers never move. A move slides one shape by one cell, up, down, left or \
        right; shapes never turn, and all cells of the shape must land on floor, on no blocker, on no \
        other shape, and on no cat of another colour that is not home. After every move each cat \
        goes home, for good, if a shape of its colour covers its cell; a cat with \"onBlocker\" goes \
        home if a shape of its colour lies beside it, above, below, left or right. Nothing goes home \
        before the first move. Shapes with the same \"tandem\" number move together, all or none. A \
        shape with \"unlock\": n cannot move until n cats are home. Named kinds have these cells \
        from \"at\": Single [0,0]; Domino [0,0] [1,0]; I [0,0] [1,0] [2,0]; L [0,0] [1,0] [2,0] [2,1]; \
        T [0,0] [1,0] [2,0] [1,1]; S [1,0] [2,0] [0,1] [1,1]; Z [0,0] [1,0] [1,1] [2,1]; O [0,0] [1,0] \
        [0,1] [1,1]. Bring all cats home with as few moves as possible.",
    answer: "{\"moves\": [{\"shape\": 0, \"dir\": \"left\"}, ...]}: the moves in order, one cell each; shapes \
        are counted from 0 in the order of the level file, and dir is up, down, left or right.",
    metrics: &[rules::STEPS, rules::DRAGS],
    orders: &[&["steps"], &["drags", "steps"]],
    listings: &[],
    codes: codes::ALL,
    generator: generate::GENERATOR,
    knobs: generate::KNOBS,
    tiers: generate::TIERS,
    sizes: SIZES,
    packs: shipped_packs!("tilepuzzle": "campaign", "tandems", "dense"),
    gated: &["campaign"],
    daily: &["normal", "hard", "very-hard"],
    palette: view::PALETTE,
    words: &[
        "floor",
        "blockers",
        "shapes",
        "cats",
        "kind",
        "cells",
        "at",
        "color",
        "unlock",
        "tandem",
        "onBlocker",
        "Single",
        "Domino",
        "I",
        "L",
        "T",
        "S",
        "Z",
        "O",
        "red",
        "green",
        "blue",
        "yellow",
        "purple",
    ],
    tools: edit::TOOLS,
    lessons: lessons::LESSONS,
    mechanics: lessons::MECHANICS,
    ..About::NOTHING
};

/// The tiers that sizes go with: a dense floor has its own.
const SIZED: &[&str] = &["normal", "hard", "very-hard"];

const SIZES: &[Size] = &[
    Size {
        name: "7 x 9",
        settings: &[("width", "9"), ("height", "11")],
        tiers: SIZED,
    },
    Size {
        name: "9 x 11",
        settings: &[("width", "11"), ("height", "13")],
        tiers: SIZED,
    },
];
