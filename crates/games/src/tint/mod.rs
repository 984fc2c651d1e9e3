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
//! assert_eq!(verdict.witness().unwrap().costs().to_string(), "1 strokes, 4 cells");
//! # Ok::<(), gridwright_core::fault::Faults>(())
//! ```

pub mod codes;
pub mod color;
pub mod document;
mod edit;
pub mod explain;
pub mod generate;
pub mod gesture;
pub mod grade;
pub mod hint;
mod lessons;
pub mod level;
pub mod rules;
pub mod solve;
pub mod text;
pub mod view;

use serde_json::Value;

use gridwright_core::budget::Budget;
use gridwright_core::edit::{Edit, Tool};
use gridwright_core::fault::{Code, Fault, Faults};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Tier};
use gridwright_core::gesture::{Gesture, Meant, Reach};
use gridwright_core::grid::{Cell, Symmetry};
use gridwright_core::referee::Witness;
use gridwright_core::scene::{Color as Rgb, Scene};
use gridwright_core::solve::{Answer, Explanation, Findings, Grade, Hint, Which, Wish};
use gridwright_core::teach::Lesson;
use gridwright_core::text::Text;

use crate::kind::{Kind, ShippedPack, Sketch};
use document::{LevelFile, SolutionFile};
use level::Level;
use rules::{Position, Refusal, Stroke};

/// The game.
pub struct Tint;

impl Kind for Tint {
    type Level = Level;
    type LevelFile = LevelFile;
    type SolutionFile = SolutionFile;
    type Certificate = ();

    const ID: &'static str = "tint";
    const NUMBER: u8 = 5;
    const TITLE: &'static str = "Tint";
    const SUMMARY: &'static str =
        "Drag paint over paper, let it mix on the way, and bring every figure its colour.";
    const METRICS: &'static [&'static [&'static str]] = &[&["strokes", "cells"]];
    const LISTINGS: &'static [Which] = &[];
    const CODES: &'static [Code] = codes::ALL;
    const KNOBS: &'static [Knob] = generate::KNOBS;
    const TIERS: &'static [Tier] = generate::TIERS;
    const PACKS: &'static [ShippedPack] = &[
        ShippedPack {
            name: "easy",
            text: include_str!("../../../../levels/tint/easy.json"),
        },
        ShippedPack {
            name: "medium",
            text: include_str!("../../../../levels/tint/medium.json"),
        },
        ShippedPack {
            name: "hard",
            text: include_str!("../../../../levels/tint/hard.json"),
        },
        ShippedPack {
            name: "expert",
            text: include_str!("../../../../levels/tint/expert.json"),
        },
    ];
    const PALETTE: &'static [(&'static str, Rgb)] = view::PALETTE;
    const DAILY: &'static [&'static str] = &["easy", "medium"];
    const WORDS: &'static [&'static str] = &[
        "width", "height", "tail", "start", "mixing", "void", "droplets", "paint", "targets",
        "gates", "at", "color", "cells", "kind", "negation", "switch", "sides", "north", "east",
        "south", "west", "any", "droplet", "strict", "absorb", "red", "yellow", "blue", "orange",
        "green", "purple", "white", "grey",
    ];
    const TOOLS: &'static [Tool] = edit::TOOLS;
    const OPTIONS: &'static [Knob] = edit::OPTIONS;
    const LESSONS: &'static [Lesson] = lessons::LESSONS;

    fn recognises(keys: &[&str]) -> bool {
        keys.contains(&"targets") && (keys.contains(&"droplets") || keys.contains(&"paint"))
    }

    fn read_level(file: LevelFile) -> Result<Level, Faults> {
        document::read_level(file)
    }

    fn write_level(level: &Level) -> LevelFile {
        document::write_level(level)
    }

    fn read_solution(_: &Level, file: SolutionFile) -> Result<Vec<Stroke>, Faults> {
        Ok(document::read_solution(file))
    }

    fn write_solution(_: &Level, strokes: &[Stroke]) -> SolutionFile {
        document::write_solution(strokes)
    }

    fn write_move(_: &Level, stroke: &Stroke) -> Value {
        document::write_move(stroke)
    }

    fn solve(level: &Level, _: &Wish<'_>, budget: &Budget<'_>) -> Answer<Stroke> {
        solve::solve(level, budget)
    }

    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        generate::generate(request, budget)
    }

    fn grade(
        level: &Level,
        witness: &Witness<Stroke>,
        _optimal: bool,
        _: &Budget<'_>,
    ) -> Option<Grade> {
        Some(grade::grade(level, witness.moves()))
    }

    fn inspect(level: &Level, quick: bool, budget: &Budget<'_>) -> Findings {
        grade::inspect(level, quick, budget)
    }

    fn hint(level: &Level, so_far: &[Stroke], budget: &Budget<'_>) -> Hint<Stroke> {
        hint::hint(level, so_far, budget)
    }

    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Stroke>> {
        explain::explain(level, budget)
    }

    fn gesture(level: &Level, position: &Position, gesture: &Gesture) -> Meant<Stroke, Refusal> {
        gesture::gesture(level, position, gesture)
    }

    fn reach(level: &Level, position: &Position, at: Cell) -> Reach {
        gesture::reach(level, position, at)
    }

    fn scene(level: &Level, position: &Position, coming: &[Stroke]) -> Scene {
        view::scene(level, position, coming)
    }

    fn text(level: &Level, position: &Position, coming: &[Stroke]) -> Text {
        text::text(level, position, coming)
    }

    fn twins(level: &Level) -> Vec<Level> {
        Symmetry::all().map(|s| level.transformed(s)).collect()
    }

    fn blank() -> LevelFile {
        edit::blank()
    }

    fn edit(draft: &mut LevelFile, edit: &Edit) -> Result<(), Fault> {
        edit::edit(draft, edit)
    }

    fn sketch(draft: &LevelFile) -> Sketch {
        edit::sketch(draft)
    }
}
