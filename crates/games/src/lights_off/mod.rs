//! Lights Off: a board of lamps, to be turned off in as few presses as possible.
//!
//! Pressing a lamp advances it and its neighbours to their next state; after the last state comes
//! off again. The classic board has 5 x 5 lamps that are off or on, and a press reaches the lamps
//! above, below, left and right. Variants: any size; edges that meet ([torus](Topology::Torus));
//! [hex](Topology::Hex) boards; [diagonal or all](Neighbourhood) neighbours; up to ten states. A
//! press reaches a *set* of lamps, each advanced once, also where a small torus lets two ways meet.
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

mod board;
pub mod codes;
pub mod document;
mod edit;
mod explain;
pub mod generate;
mod gesture;
mod grade;
mod hint;
mod lessons;
mod level;
mod lighten;
mod plates;
mod rows;
mod rules;
mod shape;
pub mod solve;
mod symmetry;
mod text;
mod view;

use serde_json::Value;

use gridwright_core::budget::Budget;
use gridwright_core::edit::{Edit, Tool};
use gridwright_core::fault::{Code, Fault, Faults};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Tier};
use gridwright_core::gesture::{Gesture, Meant, Reach};
use gridwright_core::grid::Cell;
use gridwright_core::referee::Witness;
use gridwright_core::scene::Scene;
use gridwright_core::solve::{Answer, Explanation, Findings, Grade, Hint, Which, Wish};
use gridwright_core::teach::{Lesson, Plate};
use gridwright_core::text::Text;

use crate::kind::{Kind, Restore, ShippedPack, Sketch};

pub use board::Board;
pub use document::{Certificate, LevelFile, SolutionFile};
pub use explain::{Line, Table};
pub use level::{Difficulty, Draft, Level};
pub use rows::{Rows, Written};
pub use rules::{OffBoard, PRESSES, Position, Press, presses_of};
pub use shape::{MOST_LAMPS, MOST_STATES, Neighbourhood, Offsets, Shape, Topology};
pub use symmetry::Kind as SymmetryKind;

/// The game.
pub struct LightsOff;

impl Kind for LightsOff {
    type Level = Level;
    type LevelFile = LevelFile;
    type SolutionFile = SolutionFile;
    type Certificate = Certificate;

    const ID: &'static str = "lights-off";
    const NUMBER: u8 = 1;
    const TITLE: &'static str = "Lights Off";
    const SUMMARY: &'static str =
        "Press lamps, which toggles their neighbours too, until all are dark.";
    const METRICS: &'static [&'static [&'static str]] = &[&[PRESSES]];
    const LISTINGS: &'static [Which] = &[Which::Best, Which::Every];
    const CODES: &'static [Code] = codes::ALL;
    const KNOBS: &'static [Knob] = generate::KNOBS;
    const TIERS: &'static [Tier] = generate::TIERS;
    const PACKS: &'static [ShippedPack] = &[
        ShippedPack {
            name: "classic",
            text: include_str!("../../../../levels/lights-off/classic.json"),
        },
        ShippedPack {
            name: "variants",
            text: include_str!("../../../../levels/lights-off/variants.json"),
        },
    ];
    const DAILY: &'static [&'static str] = &["easy", "medium", "hard"];
    const WORDS: &'static [&'static str] = &[
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
    ];
    const TOOLS: &'static [Tool] = edit::TOOLS;
    const OPTIONS: &'static [Knob] = edit::OPTIONS;
    const LESSONS: &'static [Lesson] = lessons::LESSONS;
    const PLATES: Option<&'static str> = Some("Quiet patterns");

    fn recognises(keys: &[&str]) -> bool {
        keys.contains(&"initialState") || keys.contains(&"field")
    }

    fn lighten(text: &str) -> Option<(String, Restore<LevelFile>)> {
        let lighten::Lightened { text, key, rows } = lighten::lighten(text)?;
        let restore = move |file: &mut LevelFile| match key {
            "field" => file.field = Some(rows),
            _ => file.initial_state = Some(rows),
        };
        Some((text, Box::new(restore)))
    }

    fn read_level(file: LevelFile) -> Result<Level, Faults> {
        document::read_level(&file)
    }

    fn write_level(level: &Level) -> LevelFile {
        document::write_level(level)
    }

    fn read_solution(_: &Level, file: SolutionFile) -> Result<Vec<Press>, Faults> {
        document::read_solution(&file)
    }

    fn write_solution(_: &Level, presses: &[Press]) -> SolutionFile {
        document::write_solution(presses)
    }

    fn write_move(_: &Level, press: &Press) -> Value {
        document::write_press(*press)
    }

    fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Press, Certificate> {
        solve::solve(level, wish, budget)
    }

    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        generate::generate(request, budget)
    }

    fn grade(
        level: &Level,
        witness: &Witness<Press>,
        optimal: bool,
        budget: &Budget<'_>,
    ) -> Option<Grade> {
        Some(grade::grade(level, witness, optimal, budget))
    }

    fn inspect(level: &Level, _quick: bool, budget: &Budget<'_>) -> Findings {
        grade::inspect(level, budget)
    }

    fn hint(level: &Level, so_far: &[Press], budget: &Budget<'_>) -> Hint<Press> {
        hint::hint(level, so_far, budget)
    }

    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Press>> {
        explain::explain(level, budget)
    }

    fn gesture(level: &Level, position: &Position, gesture: &Gesture) -> Meant<Press, OffBoard> {
        gesture::meant(level, position, gesture)
    }

    fn reach(level: &Level, position: &Position, at: Cell) -> Reach {
        gesture::reach(level, position, at)
    }

    fn scene(level: &Level, position: &Position, coming: &[Press]) -> Scene {
        view::scene(level, position, coming)
    }

    fn size(level: &Level) -> (usize, usize) {
        (level.shape().cols(), level.shape().rows())
    }

    fn text(level: &Level, position: &Position, coming: &[Press]) -> Text {
        text::text(level, position, coming)
    }

    fn twins(level: &Level) -> Vec<Level> {
        symmetry::twins(level)
    }

    fn plates(level: &Level, budget: &Budget<'_>) -> Vec<Plate> {
        plates::plates(level, budget)
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
