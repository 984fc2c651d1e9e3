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
//! use gridwright_games::kind::Kind;
//!
//! let file = serde_json::from_str(
//!     r#"{ "width": 3, "height": 2, "pads": [], "lines": [],
//!          "terminals": [ { "pos": [0,1], "color": "red", "ID": 1 },
//!                         { "pos": [3,1], "color": "red", "ID": 2 } ] }"#,
//! ).unwrap();
//! let level = Circuits::read_level(file).unwrap();
//! let answer = Circuits::solve(&level, &Wish::default(), &Budget::unlimited());
//! assert!(answer.verdict.is_optimal());
//! assert_eq!(answer.verdict.witness().unwrap().costs().to_string(), "3 steps, 1 lines");
//! ```

pub mod codes;
pub mod document;
mod edit;
mod explain;
mod flow;
pub mod generate;
mod gesture;
mod grade;
mod hint;
mod lessons;
pub mod level;
pub mod rules;
mod solve;
mod text;
mod validate;
mod view;

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

/// The game.
pub struct Circuits;

impl Kind for Circuits {
    type Level = Level;
    type LevelFile = LevelFile;
    type SolutionFile = SolutionFile;
    type Certificate = ();

    const ID: &'static str = "circuits";
    const NUMBER: u8 = 3;
    const TITLE: &'static str = "Circuits";
    const SUMMARY: &'static str =
        "Join the terminals of each colour over a two-layer board, without crossing.";
    const METRICS: &'static [&'static [&'static str]] = &[&["steps", "lines"]];
    const LISTINGS: &'static [Which] = &[Which::Best];
    const CODES: &'static [Code] = codes::ALL;
    const KNOBS: &'static [Knob] = generate::KNOBS;
    const TIERS: &'static [Tier] = generate::TIERS;
    const PACKS: &'static [ShippedPack] = &[
        ShippedPack {
            name: "01",
            text: include_str!("../../../../levels/circuits/01.json"),
        },
        ShippedPack {
            name: "02",
            text: include_str!("../../../../levels/circuits/02.json"),
        },
        ShippedPack {
            name: "03",
            text: include_str!("../../../../levels/circuits/03.json"),
        },
    ];
    const PALETTE: &'static [(&'static str, Color)] = view::PALETTE;
    const DIAGONALS: bool = true;
    const WORDS: &'static [&'static str] = &[
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
    ];
    const TOOLS: &'static [Tool] = edit::TOOLS;
    const LESSONS: &'static [Lesson] = lessons::LESSONS;
    const UNKNOWN_KEYS_ARE_FAULTS: bool = false;

    fn recognises(keys: &[&str]) -> bool {
        ["pads", "terminals", "lines"]
            .iter()
            .all(|key| keys.contains(key))
    }

    fn read_level(file: LevelFile) -> Result<Level, Faults> {
        file.read()
    }

    fn write_level(level: &Level) -> LevelFile {
        LevelFile::write(level)
    }

    fn read_solution(_: &Level, file: SolutionFile) -> Result<Vec<Move>, Faults> {
        Ok(file.read())
    }

    fn write_solution(_: &Level, moves: &[Move]) -> SolutionFile {
        SolutionFile::write(moves)
    }

    fn write_move(_: &Level, mv: &Move) -> Value {
        document::write_move(mv)
    }

    fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Move> {
        solve::solve(level, wish, budget)
    }

    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        generate::generate(request, budget)
    }

    fn grade(
        level: &Level,
        witness: &Witness<Move>,
        _optimal: bool,
        _budget: &Budget<'_>,
    ) -> Option<Grade> {
        Some(grade::grade(level, witness))
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
        gesture::meant(level, position, gesture)
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
        Symmetry::preserving(level.width() + 1, level.height() + 1)
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
