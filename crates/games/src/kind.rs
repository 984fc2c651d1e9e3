//! What a game must offer, in its own types.
//!
//! [`Kind`] is the only thing the rest of the program knows about a game. The
//! [registry](crate::registry) erases its types, so that front ends handle all games alike.
//! Everything here goes through the rules of the game's level type; a default method is given
//! where most games have nothing to say.

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use gridwright_core::budget::Budget;
use gridwright_core::edit::{Edit, Tool};
use gridwright_core::fault::{Code, Fault, Faults};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Tier};
use gridwright_core::gesture::{Gesture, Hand, Meant, Reach};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::referee::Witness;
use gridwright_core::scene::{Color, Scene};
use gridwright_core::solve::{Answer, Explanation, Findings, Grade, Hint, Which, Wish};
use gridwright_core::teach::{Lesson, Plate, Pruning};
use gridwright_core::text::Text;

/// The move of a game.
pub type Move<K> = <<K as Kind>::Level as Puzzle>::Move;
/// The position of a game.
pub type Position<K> = <<K as Kind>::Level as Puzzle>::Position;
/// The refusal of a game.
pub type Refusal<K> = <<K as Kind>::Level as Puzzle>::Refusal;

/// One game.
pub trait Kind: Send + Sync + 'static {
    /// What never changes in play.
    type Level: Steps + Clone + Eq + Debug + Send + Sync;
    /// The level file, but for the `game` and `meta` keys, which every game has.
    type LevelFile: Serialize + DeserializeOwned + JsonSchema;
    /// The solution file.
    type SolutionFile: Serialize + DeserializeOwned + JsonSchema;
    /// A proof of unsolvability that a person can check; `()` if there is none.
    type Certificate: Serialize + Clone + Debug;

    /// The name in commands and files, in kebab-case.
    const ID: &'static str;
    /// The game's number in level codes. Frozen.
    const NUMBER: u8;
    /// The name for people.
    const TITLE: &'static str;
    /// The game in one sentence.
    const SUMMARY: &'static str;
    /// The orders in which metrics can be minimised, the default first; each order is named by
    /// its first metric. Empty for a game that does not count.
    const METRICS: &'static [&'static [&'static str]];
    /// What `--all` offers.
    const LISTINGS: &'static [Which];
    /// Every code the game can report.
    const CODES: &'static [Code];
    /// What can be set before a level is made.
    const KNOBS: &'static [Knob];
    /// Presets of the knobs, from easy to hard.
    const TIERS: &'static [Tier];
    /// The packs that ship with the program, the default first.
    const PACKS: &'static [ShippedPack];
    /// The tiers that the level of the day turns through in a week, from easy to hard: those whose
    /// levels are made in a moment. The first tier alone if there are none.
    const DAILY: &'static [&'static str] = &[];
    /// The names of the packs whose levels open one after another, as a player completes them.
    const GATED: &'static [&'static str] = &[];
    /// Words that level codes write as one byte: the keys and values of the level file. Frozen:
    /// only ever append.
    const WORDS: &'static [&'static str];
    /// What can be put on a draft, in the order an editor shows it.
    const TOOLS: &'static [Tool];
    /// What else can be set on a draft; each option is a knob without a meaning of its own.
    const OPTIONS: &'static [Knob] = &[];
    /// Three tiny levels that teach the game.
    const LESSONS: &'static [Lesson];
    /// The colours that previews and reaches speak of, as they look on the board.
    const PALETTE: &'static [(&'static str, Color)] = &[];
    /// Whether lines may take diagonal steps, and shrink when the hand goes back over them.
    const DIAGONALS: bool = false;
    /// What the game's [plates](Kind::plates) are called; `None` if it has none.
    const PLATES: Option<&'static str> = None;
    /// The prunings of the solver that a person may switch off, where the game shows its search.
    const PRUNINGS: &'static [Pruning] = &[];
    /// Whether keys that the level file does not know are faults.
    const UNKNOWN_KEYS_ARE_FAULTS: bool = true;

    /// Whether a document without a `game` tag has the shape of this game's levels, judged by its
    /// top-level keys.
    fn recognises(keys: &[&str]) -> bool;

    /// The text of a level file without its largest part, and a function that puts that part back
    /// into the file once the rest is read. For games whose files can be so large that tracking
    /// the place of every value takes too long; whatever goes wrong, the whole text is read.
    fn lighten(_text: &str) -> Option<(String, Restore<Self::LevelFile>)> {
        None
    }

    /// The level of a file, or everything that is wrong with it, located by JSON pointer and
    /// cells.
    fn read_level(file: Self::LevelFile) -> Result<Self::Level, Faults>;

    /// The file of a level; reading it gives the level back.
    fn write_level(level: &Self::Level) -> Self::LevelFile;

    /// The moves of a solution file, whether they work or not; faults only where the file does
    /// not describe moves.
    fn read_solution(
        level: &Self::Level,
        file: Self::SolutionFile,
    ) -> Result<Vec<Move<Self>>, Faults>;

    /// The solution file of moves.
    fn write_solution(level: &Self::Level, moves: &[Move<Self>]) -> Self::SolutionFile;

    /// One move, as an entry of the solution file has it.
    fn write_move(level: &Self::Level, mv: &Move<Self>) -> Value;

    /// Solves a level.
    fn solve(
        level: &Self::Level,
        wish: &Wish<'_>,
        budget: &Budget<'_>,
    ) -> Answer<Move<Self>, Self::Certificate>;

    /// Makes one level.
    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Self::Level>, NotMade>;

    /// How hard a level is, given a solution and whether that is proved optimal.
    fn grade(
        level: &Self::Level,
        witness: &Witness<Move<Self>>,
        optimal: bool,
        budget: &Budget<'_>,
    ) -> Option<Grade>;

    /// Everything a designer wants to know about a level; `quick` leaves out what takes many
    /// solves.
    fn inspect(level: &Self::Level, quick: bool, budget: &Budget<'_>) -> Findings;

    /// Help after some legal moves.
    fn hint(level: &Self::Level, so_far: &[Move<Self>], budget: &Budget<'_>) -> Hint<Move<Self>>;

    /// The solution as a person would find it; `None` if none is known within the budget.
    fn explain(level: &Self::Level, budget: &Budget<'_>) -> Option<Explanation<Move<Self>>>;

    /// What a gesture on a position stands for.
    fn gesture(
        level: &Self::Level,
        position: &Position<Self>,
        gesture: &Gesture,
    ) -> Meant<Move<Self>, Refusal<Self>>;

    /// The picture of a position, with coming moves drawn over it.
    fn scene(level: &Self::Level, position: &Position<Self>, coming: &[Move<Self>]) -> Scene;

    /// Columns and rows of the picture. A game whose boards can be huge says so without drawing.
    fn size(level: &Self::Level) -> (usize, usize) {
        let scene = Self::scene(level, &level.start(), &[]);
        (scene.width.ceil() as usize, scene.height.ceil() as usize)
    }

    /// The position as text, with coming moves.
    fn text(level: &Self::Level, position: &Position<Self>, coming: &[Move<Self>]) -> Text;

    /// The images of a level under the symmetries that make no difference to a player, itself
    /// included.
    fn twins(level: &Self::Level) -> Vec<Self::Level>;

    /// What a gesture that begins at a place may do.
    fn reach(level: &Self::Level, position: &Position<Self>, at: Cell) -> Reach;

    /// The picture of a piece in the hand, as it would lie; `None` if there is no such piece.
    fn in_hand(_level: &Self::Level, _hand: &Hand) -> Option<Scene> {
        None
    }

    /// Pictures about a level that are worth looking at.
    fn plates(_level: &Self::Level, _budget: &Budget<'_>) -> Vec<Plate> {
        Vec::new()
    }

    /// A draft to begin with.
    fn blank() -> Self::LevelFile;

    /// Changes a draft, or refuses to and leaves it alone. A draft that is faulty already can be
    /// changed like any other.
    fn edit(draft: &mut Self::LevelFile, edit: &Edit) -> Result<(), Fault>;

    /// The picture of a draft, however faulty, and the values of its [options](Kind::OPTIONS).
    fn sketch(draft: &Self::LevelFile) -> Sketch;

    /// A picture of the search for the solutions, in games that offer it.
    fn search_tree(_level: &Self::Level, _budget: &Budget<'_>) -> Option<Scene> {
        None
    }
}

/// What an editor shows of a draft.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The picture.
    pub scene: Scene,
    /// The values of the game's options, in the form a person types.
    pub options: Vec<(&'static str, String)>,
}

/// Puts back what was taken out of a file.
pub type Restore<File> = Box<dyn FnOnce(&mut File)>;

/// A pack that ships inside the program.
#[derive(Clone, Copy, Debug)]
pub struct ShippedPack {
    /// Its name: `levels/GAME/NAME.json`.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}
