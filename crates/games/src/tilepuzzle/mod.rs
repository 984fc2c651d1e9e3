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

pub mod codes;
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
mod slide;
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
use gridwright_core::scene::{Color, Scene};
use gridwright_core::solve::{Answer, Explanation, Findings, Grade, Hint, Which, Wish};
use gridwright_core::teach::Lesson;
use gridwright_core::text::Text;

use crate::kind::{Kind, ShippedPack, Sketch};
use document::{LevelFile, SolutionFile};
use level::Level;
use rules::{Move, Position, Refusal};
use solve::Certificate;

/// The game.
pub struct TilePuzzle;

impl Kind for TilePuzzle {
    type Level = Level;
    type LevelFile = LevelFile;
    type SolutionFile = SolutionFile;
    type Certificate = Certificate;

    const ID: &'static str = "tilepuzzle";
    const NUMBER: u8 = 2;
    const TITLE: &'static str = "TilePuzzle";
    const SUMMARY: &'static str = "Slide coloured shapes onto the cats of their colour.";
    const METRICS: &'static [&'static [&'static str]] = &[&["steps"], &["drags", "steps"]];
    const LISTINGS: &'static [Which] = &[];
    const CODES: &'static [Code] = codes::ALL;
    const KNOBS: &'static [Knob] = generate::KNOBS;
    const TIERS: &'static [Tier] = generate::TIERS;
    const PACKS: &'static [ShippedPack] = &[ShippedPack {
        name: "campaign",
        text: include_str!("../../../../levels/tilepuzzle/campaign.json"),
    }];
    const GATED: &'static [&'static str] = &["campaign"];
    const DAILY: &'static [&'static str] = &["normal", "hard", "very-hard"];
    const PALETTE: &'static [(&'static str, Color)] = view::PALETTE;
    const WORDS: &'static [&'static str] = &[
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
    ];
    const TOOLS: &'static [Tool] = edit::TOOLS;
    const LESSONS: &'static [Lesson] = lessons::LESSONS;

    fn recognises(keys: &[&str]) -> bool {
        keys.contains(&"floor") && keys.contains(&"cats")
    }

    fn read_level(file: LevelFile) -> Result<Level, Faults> {
        document::read_level(file)
    }

    fn write_level(level: &Level) -> LevelFile {
        document::write_level(level)
    }

    fn read_solution(_: &Level, file: SolutionFile) -> Result<Vec<Move>, Faults> {
        Ok(document::read_solution(file))
    }

    fn write_solution(_: &Level, moves: &[Move]) -> SolutionFile {
        document::write_solution(moves)
    }

    fn write_move(_: &Level, mv: &Move) -> Value {
        document::write_move(mv)
    }

    fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Move, Certificate> {
        solve::solve(level, wish, budget)
    }

    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        generate::generate(request, budget)
    }

    fn grade(
        level: &Level,
        witness: &Witness<Move>,
        optimal: bool,
        budget: &Budget<'_>,
    ) -> Option<Grade> {
        Some(grade::grade(level, witness, optimal, budget))
    }

    fn inspect(level: &Level, quick: bool, budget: &Budget<'_>) -> Findings {
        grade::inspect(level, quick, budget)
    }

    fn hint(level: &Level, so_far: &[Move], budget: &Budget<'_>) -> Hint<Move> {
        hint::hint(level, so_far, budget)
    }

    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Move>> {
        explain::explain(level, budget)
    }

    fn gesture(level: &Level, position: &Position, gesture: &Gesture) -> Meant<Move, Refusal> {
        gesture::gesture(level, position, gesture)
    }

    fn reach(level: &Level, position: &Position, at: Cell) -> Reach {
        gesture::reach(level, position, at)
    }

    fn scene(level: &Level, position: &Position, coming: &[Move]) -> Scene {
        view::scene(level, position, coming)
    }

    fn text(level: &Level, position: &Position, coming: &[Move]) -> Text {
        text::text(level, position, coming)
    }

    fn twins(level: &Level) -> Vec<Level> {
        Symmetry::all()
            .map(|symmetry| level.transformed(symmetry))
            .collect()
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
