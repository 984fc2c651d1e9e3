//! Answers. A verdict is an answer, not an error: "there is none" and "I gave up" differ.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::budget::{Limit, Stats};
use crate::cost::Costs;
use crate::fault::Fault;
use crate::grade::Grade;
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use crate::referee::{Witness, judge};
use crate::teach::Plate;

/// What is known about a level after solving it.
///
/// `M` is the game's move; `C` is its certificate of unsolvability, `()` where the proof is the
/// exhausted search itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M, C = ()> {
    /// A solution in hand, replayed by the referee.
    Solved {
        /// The solution.
        witness: Witness<M>,
        /// What is known about how good it is.
        optimality: Optimality,
    },
    /// Proved that there is no solution.
    Unsolvable {
        /// Something a person can check, where the game has such a thing.
        certificate: Option<C>,
    },
    /// Neither a solution nor a refutation within the budget.
    GaveUp {
        /// Which limit was hit.
        limit: Limit,
        /// What any solution must cost at least; empty where nothing is known.
        bounds: Costs,
    },
}

/// How good a solution is known to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimality {
    /// Proved: nothing costs less.
    Proved,
    /// The game does not count.
    NoMetric,
    /// Not proved within the budget.
    Open {
        /// Which limit was hit.
        limit: Limit,
        /// What any solution must cost at least.
        bounds: Costs,
    },
}

impl<M, C> Verdict<M, C> {
    /// The solution, if there is one in hand.
    pub fn witness(&self) -> Option<&Witness<M>> {
        match self {
            Verdict::Solved { witness, .. } => Some(witness),
            _ => None,
        }
    }

    /// Whether a solution is in hand and nothing costs less.
    pub fn is_optimal(&self) -> bool {
        matches!(
            self,
            Verdict::Solved {
                optimality: Optimality::Proved,
                ..
            }
        )
    }

    /// `Some(true)` or `Some(false)` where it is known whether a solution exists.
    pub fn solvable(&self) -> Option<bool> {
        match self {
            Verdict::Solved { .. } => Some(true),
            Verdict::Unsolvable { .. } => Some(false),
            Verdict::GaveUp { .. } => None,
        }
    }
}

/// Which solutions to list beside the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that cost least (or the game's own notion of different solutions).
    Best,
    /// All of them, whatever they cost.
    Every,
}

/// Several solutions, listed up to a limit and counted beyond it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<M> {
    /// How many there are, in decimal: it may exceed any machine number.
    pub count: String,
    /// Whether `count` is exact; otherwise there are at least that many.
    pub complete: bool,
    /// The first of them, each replayed by the referee.
    pub list: Vec<Witness<M>>,
}

impl<M> Listing<M> {
    /// Solutions of a level that a solver found, replayed by the referee.
    ///
    /// # Panics
    /// If one of them does not work: the solver is wrong then, and nobody may see its answer.
    pub fn judged<L: Puzzle<Move = M>>(
        level: &L,
        count: impl ToString,
        complete: bool,
        solutions: impl IntoIterator<Item = Vec<M>>,
    ) -> Self {
        let judged = |moves| {
            judge(level, moves).unwrap_or_else(|broken| panic!("a listed solution fails: {broken}"))
        };
        Listing {
            count: count.to_string(),
            complete,
            list: solutions.into_iter().map(judged).collect(),
        }
    }
}

/// Something a person can check step by step that shows that a level has no solution.
pub trait Certify {
    /// The certificate in words.
    fn statements(&self) -> Vec<Statement>;
}

impl Certify for () {
    fn statements(&self) -> Vec<Statement> {
        Vec::new()
    }
}

/// A sentence or two about a level, and what they say about single cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Statement {
    /// The sentences.
    pub text: String,
    /// The cells spoken of, with what stands on each: a weight, or nothing.
    pub cells: Vec<CellNote>,
}

/// A cell and a word to be written on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct CellNote {
    /// The cell.
    pub cell: Cell,
    /// The word; empty if the cell is only marked.
    pub label: String,
}

/// What to solve for.
#[derive(Clone, Copy, Default)]
pub struct Wish<'a> {
    /// The metric to minimise first; the game's default if `None`.
    pub metric: Option<&'static str>,
    /// List solutions, at most so many.
    pub all: Option<(Which, usize)>,
    /// Called with every event of the search, in games that can tell.
    pub trace: Option<&'a dyn Fn(&TraceEvent)>,
    /// Names of prunings that are to be left out, in games that declare any.
    pub without: &'a [&'a str],
}

/// One event of a search that tries moves and takes them back, with a sentence about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum TraceEvent {
    /// A move is made.
    Lay {
        /// The number of the node, from 1.
        node: u64,
        /// How many moves are on the board, this one included.
        depth: usize,
        /// The move, as an entry of the solution file.
        placement: Value,
        /// What it was made for.
        serves: Subject,
        /// The move, as a solution file.
        forward: Value,
        /// The event in a sentence.
        text: String,
    },
    /// The last move is taken back.
    Lift {
        /// How many moves were on the board.
        depth: usize,
        /// The move, as an entry of the solution file.
        placement: Value,
        /// The event in a sentence.
        text: String,
    },
    /// A branch is left because nothing can come of it.
    Cut {
        /// How many moves are on the board.
        depth: usize,
        /// The reason, a word that does not change.
        why: &'static str,
        /// What it is about.
        of: Option<Subject>,
        /// The event in a sentence.
        text: String,
    },
    /// A solution is found.
    Found {
        /// How many moves are on the board.
        depth: usize,
        /// Its number, from 0.
        board: usize,
        /// The event in a sentence.
        text: String,
    },
    /// The search is over.
    End {
        /// How many nodes it had.
        nodes: u64,
        /// How many solutions it found.
        boards: usize,
        /// The event in a sentence.
        text: String,
    },
}

/// What an event of a search is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// A cell.
    Cell(Cell),
    /// The name of a piece.
    Piece(String),
}

/// A verdict with everything said beside it.
#[derive(Clone, Debug)]
pub struct Answer<M, C = ()> {
    /// The answer proper.
    pub verdict: Verdict<M, C>,
    /// The listing, where one was wished for.
    pub listing: Option<Listing<M>>,
    /// What it took.
    pub stats: Stats,
}

/// Help for a player in the middle of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint<M> {
    /// Whether the level can still be solved from here; `None` if not known within the budget.
    pub on_track: Option<bool>,
    /// How many moves to take back to be on track again.
    pub undo: Option<usize>,
    /// Where moves do not stack: the indices of a smallest set of own moves to remove.
    pub remove: Option<Vec<usize>>,
    /// The next move of a best continuation.
    pub next: Option<M>,
    /// The whole of that continuation where it is known, beginning with `next`; empty otherwise.
    pub rest: Vec<M>,
    /// What a best continuation costs from here, or from where one is sent back to. `None`
    /// unless proved.
    pub remaining: Option<Costs>,
    /// What the continuation in hand costs where it is not proved to be the best: the level needs
    /// no more than that from here.
    pub at_most: Option<Costs>,
    /// Observations about the position.
    pub remarks: Vec<Fault>,
    /// The reason, for a person.
    pub why: String,
}

impl<M> Default for Hint<M> {
    /// Nothing known.
    fn default() -> Self {
        Hint {
            on_track: None,
            undo: None,
            remove: None,
            next: None,
            rest: Vec::new(),
            remaining: None,
            at_most: None,
            remarks: Vec::new(),
            why: String::new(),
        }
    }
}

/// Which parts of a level matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Decoration {
    /// Parts whose removal changes neither the verdict nor the minimum.
    pub dispensable: Vec<String>,
    /// Parts whose removal does.
    pub needed: Vec<String>,
    /// Parts that could not be decided within the budget.
    pub undecided: Vec<String>,
}

/// What `check` finds out about a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Findings {
    /// Everything that is wrong: why it cannot be read, or what it claims that is not true.
    pub faults: Vec<Fault>,
    /// Things worth knowing that are no faults.
    pub remarks: Vec<Fault>,
    /// Whether it can be solved, if known.
    pub solvable: Option<bool>,
    /// Whether there is one solution, in the sense of the game; `None` if not known or without
    /// meaning there.
    pub unique: Option<bool>,
    /// The minimum, where proved: what `solve` says of the best solution.
    pub costs: Option<Costs>,
    /// The proved minimum in each further metric that can be minimised first. Other solutions may
    /// have it: it stands for itself.
    pub minima: Costs,
    /// How hard it is.
    pub grade: Option<Grade>,
    /// Which parts matter.
    pub decoration: Decoration,
}

/// The solution as a person would find it, beat by beat.
#[derive(Clone, Debug)]
pub struct Explanation<M> {
    /// The beats, in order.
    pub beats: Vec<Beat<M>>,
    /// The table that one of them looks something up in.
    pub table: Option<LookUp>,
}

impl<M> Explanation<M> {
    /// An explanation without a table.
    pub fn of(beats: Vec<Beat<M>>) -> Self {
        let table = None;
        Explanation { beats, table }
    }
}

/// A table of pictures, and what is found in it.
#[derive(Clone, Debug)]
pub struct LookUp {
    /// How to read it, in a sentence or two.
    pub text: String,
    /// Its entries.
    pub plates: Vec<Plate>,
    /// The entries that hold here; none if the table has no answer.
    pub found: Vec<usize>,
    /// The beat that looks it up.
    pub beat: usize,
}

/// One thought of an explanation and the moves it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat<M> {
    /// A sentence or three.
    pub text: String,
    /// The moves made with this thought; all beats' moves in order are legal.
    pub moves: Vec<M>,
    /// The cells spoken of.
    pub cells: Vec<Cell>,
}
