//! What a game must offer, in its own types: one trait for each file that does the work.
//!
//! | trait | implemented in | what it does |
//! |---|---|---|
//! | [`Rules`] | `rules.rs` | names the level type, which is the rules |
//! | [`Likens`] | `likeness.rs` | tells which levels are one to a player |
//! | [`Documents`] | `document.rs` | reads and writes files |
//! | [`Solves`] | `solve/` | solves levels |
//! | [`Generates`] | `generate/` | makes levels |
//! | [`Grades`] | `grade.rs` | judges levels |
//! | [`Hints`], [`Explains`] | `hint.rs`, `explain.rs` | helps players |
//! | [`Gestures`] | `gesture.rs` | takes what hands do |
//! | [`Draws`], [`Prints`] | `view.rs`, `text.rs` | shows positions |
//! | [`Edits`] | `edit.rs` | changes drafts |
//! | [`Acts`] | `act.rs` | plays by numbers |
//! | [`Teaches`] | `lessons.rs` | tells which mechanics a level has |
//! | [`Kind`] | `mod.rs` | the game: its [facts](About) and all of the above |
//!
//! The [registry](crate::registry) erases the types, so that front ends handle all games alike. A
//! default method is given where most games have nothing to say.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use gridwright_core::budget::Budget;
use gridwright_core::described::Described;
use gridwright_core::edit::Edit;
use gridwright_core::fault::{Fault, Faults};
use gridwright_core::generate::{Made, NotMade, Request};
use gridwright_core::gesture::{Gesture, Hand, Meant, Reach};
use gridwright_core::grade::Grade;
use gridwright_core::grid::Cell;
use gridwright_core::paper::{Worksheet, recolored};
use gridwright_core::played::Played;
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::referee::Witness;
use gridwright_core::scene::{Color, Scene};
use gridwright_core::solve::{Answer, Certify, Explanation, Findings, Hint, Wish};
use gridwright_core::teach::Plate;
use gridwright_core::text::Text;

use crate::about::About;
pub use crate::act::Acts;

/// The move of a game.
pub type Move<K> = <<K as Rules>::Level as Puzzle>::Move;
/// The position of a game.
pub type Position<K> = <<K as Rules>::Level as Puzzle>::Position;
/// The refusal of a game.
pub type Refusal<K> = <<K as Rules>::Level as Puzzle>::Refusal;

/// One game: its facts, and everything it does.
pub trait Kind:
    Documents
    + Likens
    + Solves
    + Generates
    + Grades
    + Hints
    + Explains
    + Gestures
    + Draws
    + Prints
    + Edits
    + Acts
    + Teaches
{
    /// The game's facts.
    const ABOUT: &'static About;

    /// The rules of a level in words, for somebody who has nothing else; a game whose levels bring
    /// parts of their own adds those.
    fn briefing(_level: &Self::Level) -> String {
        Self::ABOUT.rules.to_owned()
    }
}

/// The level type of a game, which holds its rules.
pub trait Rules: Sized + Send + Sync + 'static {
    /// What never changes in play.
    type Level: Steps<Position: Send + Sync, Move: Send + Sync, Begun: Send + Sync, Step: Send + Sync>
        + Clone
        + Eq
        + Debug
        + Send
        + Sync;
}

/// Telling levels apart.
pub trait Likens: Rules {
    /// The same text for all levels that are one to a player: turned, mirrored, with colours
    /// exchanged that the rules do not tell apart, with parts listed in another order or under
    /// other names, and whatever they claim about themselves.
    fn likeness(level: &Self::Level) -> String;
}

/// Files.
pub trait Documents: Rules {
    /// The level file, but for the `game` and `meta` keys, which every game has.
    type LevelFile: Serialize + DeserializeOwned + Described;
    /// The solution file.
    type SolutionFile: Serialize + DeserializeOwned + Described;

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
}

/// Solving.
pub trait Solves: Rules {
    /// A proof of unsolvability that a person can check; `()` if there is none.
    type Certificate: Certify + Serialize + Clone + Debug;

    /// Solves a level.
    fn solve(
        level: &Self::Level,
        wish: &Wish<'_>,
        budget: &Budget<'_>,
    ) -> Answer<Move<Self>, Self::Certificate>;

    /// A picture of the search for the solutions, in games that offer it.
    fn search_tree(_level: &Self::Level, _budget: &Budget<'_>) -> Option<Scene> {
        None
    }
}

/// Making levels.
pub trait Generates: Rules {
    /// Makes one level.
    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Self::Level>, NotMade>;

    /// How many different levels consecutive seeds make before they come again, in a game that
    /// draws from a list of all of them.
    ///
    /// # Errors
    /// If the budget runs out before that is known, or no level can be made at all.
    fn different(_request: &Request, _budget: &Budget<'_>) -> Result<Option<u64>, NotMade> {
        Ok(None)
    }
}

/// Judging levels.
pub trait Grades: Rules {
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
}

/// Help in the middle of a level.
pub trait Hints: Rules {
    /// What one search tells of a position: whether the level can be solved from it, and a best
    /// way on. It is not told how the position came about, so nothing is replayed.
    fn evaluate(
        level: &Self::Level,
        position: &Position<Self>,
        budget: &Budget<'_>,
    ) -> Hint<Move<Self>>;

    /// Adds to what is known of a position that is lost how to get back on track.
    fn recover(
        _level: &Self::Level,
        _so_far: &Played<Self::Level>,
        lost: Hint<Move<Self>>,
        _budget: &Budget<'_>,
    ) -> Hint<Move<Self>> {
        lost
    }

    /// Whether a move takes back what another one did. No other move leads from a position that is
    /// lost to one that is not.
    fn takes_back(_mv: &Move<Self>) -> bool {
        false
    }

    /// Help in the middle of a level.
    fn hint(
        level: &Self::Level,
        so_far: &Played<Self::Level>,
        budget: &Budget<'_>,
    ) -> Hint<Move<Self>> {
        let hint = Self::evaluate(level, so_far.position(), budget);
        match hint.on_track {
            Some(false) => Self::recover(level, so_far, hint, budget),
            _ => hint,
        }
    }
}

/// Explaining a solution.
pub trait Explains: Rules {
    /// The solution as a person would find it; `None` if none is known within the budget.
    fn explain(level: &Self::Level, budget: &Budget<'_>) -> Option<Explanation<Move<Self>>>;
}

/// Hands on the board.
pub trait Gestures: Rules {
    /// What a gesture on a position stands for.
    fn gesture(
        level: &Self::Level,
        position: &Position<Self>,
        gesture: &Gesture,
    ) -> Meant<Move<Self>, Refusal<Self>>;

    /// A gesture that makes a legal move of a position and nothing else; `None` for a move that
    /// takes more than one.
    fn gesture_of(
        level: &Self::Level,
        position: &Position<Self>,
        mv: &Move<Self>,
    ) -> Option<Gesture>;

    /// What a gesture that begins at a place may do.
    fn reach(level: &Self::Level, position: &Position<Self>, at: Cell) -> Reach;

    /// The picture of a piece in the hand, as it would lie; `None` if there is no such piece.
    fn in_hand(_level: &Self::Level, _hand: &Hand) -> Option<Scene> {
        None
    }
}

/// Pictures.
pub trait Draws: Rules {
    /// The picture of a position, with coming moves drawn over it.
    fn scene(level: &Self::Level, position: &Position<Self>, coming: &[Move<Self>]) -> Scene;

    /// Columns and rows of the picture. A game whose boards can be huge says so without drawing.
    fn size(level: &Self::Level) -> (usize, usize) {
        let scene = Self::scene(level, &level.start(), &[]);
        (scene.width.ceil() as usize, scene.height.ceil() as usize)
    }

    /// What becomes of the colours of pictures where they are printed, on white paper without a
    /// board under them.
    const ON_PAPER: &'static [(Color, Color)] = &[];

    /// The level on paper, to be worked on with a pencil or with scissors.
    fn worksheet(level: &Self::Level) -> Worksheet {
        let board = Self::scene(level, &level.start(), &[]);
        Worksheet::of(
            recolored(board, Self::ON_PAPER),
            "Draw your moves with a pencil.",
        )
    }

    /// The picture of a solution on paper.
    fn solved(level: &Self::Level, moves: &[Move<Self>]) -> Scene {
        recolored(Self::scene(level, &level.start(), moves), Self::ON_PAPER)
    }

    /// Pictures about a level that are worth looking at.
    fn plates(_level: &Self::Level, _budget: &Budget<'_>) -> Vec<Plate> {
        Vec::new()
    }
}

/// Positions in characters.
pub trait Prints: Rules {
    /// The position as text, with coming moves. Every cell where a gesture can begin has its spot,
    /// and the board keeps its size in play.
    fn text(level: &Self::Level, position: &Position<Self>, coming: &[Move<Self>]) -> Text;

    /// A piece in the hand, as it would lie, its cells as large as those of the board; `None` if
    /// there is no such piece.
    fn in_hand_text(_level: &Self::Level, _hand: &Hand) -> Option<Text> {
        None
    }
}

/// Changing drafts.
pub trait Edits: Documents {
    /// A draft to begin with.
    fn blank() -> Self::LevelFile;

    /// Changes a draft, or refuses to and leaves it alone. A draft that is faulty already can be
    /// changed like any other.
    fn edit(draft: &mut Self::LevelFile, edit: &Edit) -> Result<(), Fault>;

    /// The picture of a draft, however faulty, and the values of its [options](About::options).
    fn sketch(draft: &Self::LevelFile) -> Sketch;

    /// What comes of what, as pictures, for the side of a [sandbox](About::sandbox).
    fn chart() -> Vec<Plate> {
        Vec::new()
    }
}

/// Telling what is new in a level.
pub trait Teaches: Rules {
    /// Whether a level has a mechanic that some [lesson](About::lessons) teaches.
    fn has(_level: &Self::Level, _mechanic: &str) -> bool {
        false
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
