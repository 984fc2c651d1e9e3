//! The JSON of answers. Programs rely on these names; they change only by addition.

use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use gridwright_core::budget::{Limit, Stats};
use gridwright_core::cost::Costs;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::NotMade;
use gridwright_core::gesture::Preview;
use gridwright_core::grid::Cell;
use gridwright_core::scene::Scene;
use gridwright_core::solve::{Findings, LookUp, Statement};

/// What `solve` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SolveReport {
    /// The game.
    pub game: &'static str,
    /// What is known.
    pub status: Status,
    /// Whether the solution is proved to be the cheapest.
    pub optimal: bool,
    /// The metrics, in the order they are minimised.
    pub metrics: Vec<&'static str>,
    /// What the solution costs.
    pub costs: Option<Costs>,
    /// What any solution costs at least.
    pub bounds: Costs,
    /// The solution file.
    pub solution: Option<Value>,
    /// Something that proves there is none, in the game's own form, for programs.
    pub certificate: Option<Value>,
    /// Why there is none, in sentences with the cells they speak of. Empty unless `status` is
    /// `unsolvable`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proof: Vec<Statement>,
    /// All solutions, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// Which limit ended the search before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// What it took.
    pub stats: StatsReport,
}

/// What is known about a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A solution in hand.
    Solved,
    /// Proved to have none.
    Unsolvable,
    /// Neither.
    GaveUp,
}

/// Several solutions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Solutions {
    /// How many, in decimal.
    pub count: String,
    /// Whether the count is exact.
    pub complete: bool,
    /// The first of them, as solution files.
    pub list: Vec<Value>,
}

/// What a search took.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StatsReport {
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds, with three decimals.
    pub ms: f64,
    /// The most memory held by tables.
    pub peak_bytes: u64,
}

impl From<Stats> for StatsReport {
    fn from(stats: Stats) -> Self {
        StatsReport {
            nodes: stats.nodes,
            ms: (stats.elapsed.as_micros() as f64) / 1000.0,
            peak_bytes: stats.peak_bytes,
        }
    }
}

/// What `check` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct CheckReport {
    /// The game, if known.
    pub game: Option<&'static str>,
    /// Whether nothing is wrong.
    pub valid: bool,
    /// What was found out; of a level that cannot be read, its faults alone.
    #[serde(flatten)]
    pub findings: Findings,
}

impl CheckReport {
    /// The report of a level that cannot be read.
    pub fn faulty(game: Option<&'static str>, faults: Vec<Fault>) -> Self {
        CheckReport {
            game,
            valid: false,
            findings: Findings {
                faults,
                ..Findings::default()
            },
        }
    }
}

/// What `verify` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct VerifyReport {
    /// Whether the solution solves the level.
    pub ok: bool,
    /// What it costs, if it does.
    pub costs: Option<Costs>,
    /// Where it fails, if it does not.
    pub broken: Option<BrokenReport>,
}

/// Where a solution fails.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct BrokenReport {
    /// Index of the move; the number of moves for "legal, but not solved".
    #[serde(rename = "move")]
    pub index: usize,
    /// The step within the move.
    pub step: Option<usize>,
    /// The code of the broken rule.
    pub code: &'static str,
    /// The reason for a person.
    pub message: String,
    /// Where.
    pub at: Place,
}

/// What `hint` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HintReport {
    /// Whether the level can still be solved from here, if known.
    pub on_track: Option<bool>,
    /// How many moves to take back.
    pub undo: Option<usize>,
    /// Which own moves to remove, where moves do not stack.
    pub remove: Option<Vec<usize>>,
    /// The next move.
    pub next: Option<Value>,
    /// The best continuation as a solution file, as much of it as is known.
    pub coming: Option<Value>,
    /// What is left to pay at least, from here or from where one is sent back to. There only if
    /// proved.
    pub remaining: Option<Costs>,
    /// What is left to pay at most, where `remaining` is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Costs>,
    /// Observations about the position.
    pub remarks: Vec<Fault>,
    /// The reason.
    pub why: String,
}

/// What `explain` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ExplainReport {
    /// The game.
    pub game: &'static str,
    /// The beats, in order.
    pub beats: Vec<BeatReport>,
    /// The moves of all beats, as a solution file.
    pub solution: Value,
    /// The table that one of them looks something up in; its pictures are drawn by whoever shows it.
    #[serde(skip)]
    pub table: Option<LookUp>,
}

/// One thought and its moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct BeatReport {
    /// A sentence or three.
    pub text: String,
    /// The moves made.
    pub moves: Vec<Value>,
    /// The cells spoken of.
    pub cells: Vec<Cell>,
}

/// What a gesture did.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PlayReport {
    /// All moves after the gesture, as a solution file.
    pub moves: Value,
    /// How many moves that is.
    pub count: usize,
    /// How many moves the gesture made.
    pub made: usize,
    /// Whether the level is solved now.
    pub solved: bool,
    /// What all moves cost so far.
    pub costs: Costs,
    /// What the cells ahead would look like.
    pub preview: Vec<Preview>,
    /// Why the rest of the gesture was refused.
    pub refusal: Option<Fault>,
}

/// Which moves to keep.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase", untagged)]
pub enum Rewind {
    /// The first so many.
    Keep {
        /// How many.
        #[serde(rename = "keep")]
        count: usize,
    },
    /// All but these.
    Drop {
        /// Their places in the list.
        #[serde(rename = "drop")]
        indices: Vec<usize>,
    },
}

/// What was known at one point of a game that is looked back on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReviewPoint {
    /// After so many moves.
    pub after: usize,
    /// Whether the level could still be solved.
    pub on_track: Option<bool>,
    /// What was left to pay, where that is proved and the level could still be solved.
    pub remaining: Option<Costs>,
    /// What the moves so far and a best continuation cost together, where that is proved.
    pub total: Option<Costs>,
    /// Whether the move that led here cost something: the level could be solved before it and
    /// cannot be any more, or needs more in all than before. `None` at the start, and where what
    /// was left is not proved on both sides of the move.
    pub mistake: Option<bool>,
    /// The best move from here, as a solution file.
    pub best: Option<Value>,
}

/// What an editor shows of a draft.
#[derive(Clone, Debug, Serialize)]
pub struct DraftReport {
    /// The level file.
    pub document: Value,
    /// The picture.
    pub scene: Scene,
    /// The values of the options.
    pub options: BTreeMap<&'static str, String>,
    /// Why the edit was not made.
    pub refused: Option<Fault>,
    /// Why the draft is no level yet.
    pub faults: Vec<Fault>,
}

/// What `generate --json` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GenerateReport {
    /// The levels made.
    pub levels: Vec<crate::document::pack::Record>,
    /// How many were wanted.
    pub wanted: u64,
    /// Why there are fewer.
    pub refusal: Option<RefusalReport>,
}

/// Why a request was not met.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct RefusalReport {
    /// A stable code.
    pub code: &'static str,
    /// The reason.
    pub message: String,
}

impl From<NotMade> for RefusalReport {
    fn from(refusal: NotMade) -> Self {
        let fault = refusal.explain();
        RefusalReport {
            code: fault.code.id(),
            message: fault.message,
        }
    }
}

/// Costs as a JSON object.
pub(crate) fn costs_map(costs: &Costs) -> Map<String, Value> {
    costs
        .iter()
        .map(|(metric, value)| (metric.to_owned(), value.into()))
        .collect()
}
