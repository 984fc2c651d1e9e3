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

pub mod assist;
pub mod by_hand;
pub mod codes;
pub mod document;
pub mod drawing;
mod edit;
pub mod explain;
pub mod forced;
pub mod generate;
pub mod gesture;
pub mod grade;
pub mod hint;
mod lessons;
pub mod level;
pub mod print;
mod prunings;
pub mod rules;
pub mod set;
mod set_check;
pub mod shipped;
pub mod solve;
pub mod table;
pub mod text;
mod tray;
pub mod tree;
pub mod view;

use gridwright_core::budget::Budget;
use gridwright_core::edit::{Edit, Tool};
use gridwright_core::fault::{Code, Fault, Faults};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Tier};
use gridwright_core::gesture::{Gesture, Hand, Meant, Reach};
use gridwright_core::grid::Cell;
use gridwright_core::referee::Witness;
use gridwright_core::scene::Scene;
use gridwright_core::solve::{Answer, Explanation, Findings, Grade, Hint, Which, Wish};
use gridwright_core::teach::{Lesson, Pruning};
use gridwright_core::text::Text;
use serde_json::Value;

use crate::kind::{Kind, ShippedPack, Sketch};
use level::Level;
use rules::{Move, Position, Refusal};

/// The game.
pub struct IqCircuit;

impl Kind for IqCircuit {
    type Level = Level;
    type LevelFile = document::LevelFile;
    type SolutionFile = document::SolutionFile;
    type Certificate = ();

    const ID: &'static str = "iq-circuit";
    const NUMBER: u8 = 4;
    const TITLE: &'static str = "IQ Circuit";
    const SUMMARY: &'static str =
        "Fill the board with double-sided pieces so that their lines join point to point.";
    const METRICS: &'static [&'static [&'static str]] = &[];
    const LISTINGS: &'static [Which] = &[Which::Best];
    const CODES: &'static [Code] = codes::ALL;
    const KNOBS: &'static [Knob] = generate::KNOBS;
    const TIERS: &'static [Tier] = generate::TIERS;
    const PACKS: &'static [ShippedPack] = shipped::PACKS;
    const DAILY: &'static [&'static str] = &["starter", "junior", "expert"];
    const WORDS: &'static [&'static str] = document::WORDS;
    const TOOLS: &'static [Tool] = edit::TOOLS;
    const OPTIONS: &'static [Knob] = edit::OPTIONS;
    const LESSONS: &'static [Lesson] = lessons::LESSONS;
    const PRUNINGS: &'static [Pruning] = prunings::PRUNINGS;

    fn recognises(keys: &[&str]) -> bool {
        document::recognises(keys)
    }

    fn read_level(file: document::LevelFile) -> Result<Level, Faults> {
        document::read_level(file)
    }

    fn write_level(level: &Level) -> document::LevelFile {
        document::write_level(level)
    }

    fn read_solution(level: &Level, file: document::SolutionFile) -> Result<Vec<Move>, Faults> {
        document::read_solution(level, file)
    }

    fn write_solution(level: &Level, moves: &[Move]) -> document::SolutionFile {
        document::write_solution(level, moves)
    }

    fn write_move(level: &Level, mv: &Move) -> Value {
        serde_json::to_value(document::write_move(level.set(), mv)).expect("a move is plain data")
    }

    fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Move> {
        solve::solve(level, wish, budget)
    }

    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        generate::generate(request, budget)
    }

    fn grade(level: &Level, _: &Witness<Move>, _: bool, budget: &Budget<'_>) -> Option<Grade> {
        grade::grade(level, budget)
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
        gesture::meaning(level, position, gesture)
    }

    fn reach(level: &Level, position: &Position, at: Cell) -> Reach {
        gesture::reach(level, position, at)
    }

    fn in_hand(level: &Level, hand: &Hand) -> Option<Scene> {
        gesture::in_hand(level, hand)
    }

    fn scene(level: &Level, position: &Position, coming: &[Move]) -> Scene {
        view::scene(level, position, coming)
    }

    fn text(level: &Level, position: &Position, coming: &[Move]) -> Text {
        text::text(level, position, coming)
    }

    fn twins(level: &Level) -> Vec<Level> {
        vec![level.unnumbered(), level.half_turned()]
    }

    fn search_tree(level: &Level, budget: &Budget<'_>) -> Option<Scene> {
        tree::search_tree(level, budget)
    }

    fn blank() -> document::LevelFile {
        edit::blank()
    }

    fn edit(draft: &mut document::LevelFile, edit: &Edit) -> Result<(), Fault> {
        edit::edit(draft, edit)
    }

    fn sketch(draft: &document::LevelFile) -> Sketch {
        edit::sketch(draft)
    }
}
