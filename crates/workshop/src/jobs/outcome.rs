//! What jobs answer, on the way and at the end.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use gridwright_core::cost::Costs;
use gridwright_core::solve::TraceEvent;
use gridwright_games::document::pack::Record;
use gridwright_games::report::{CheckReport, ExplainReport, ReviewPoint, SolveReport};

use crate::level::LevelAnswer;
use crate::refusal::FaultReport;

/// How a job goes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ProgressEvent {
    /// Nodes searched so far.
    pub nodes: u64,
    /// What any solution costs at least, as far as proved.
    pub bound: Option<Costs>,
    /// What the best solution so far costs.
    pub best: Option<Costs>,
    /// Levels made so far.
    pub made: u64,
    /// Milliseconds since the job began.
    pub ms: u64,
}

/// A partial result.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Item {
    /// Events of a search.
    Traced(Traced),
    /// A point of a review.
    Reviewed(ReviewPoint),
}

/// The result of a job.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Outcome {
    /// Of `solve`.
    Solved(Box<Solved>),
    /// Of `inspect`.
    Inspected(Box<CheckReport>),
    /// Of `generate`.
    Generated(Box<Generated>),
    /// Of `review`.
    Reviewed(Reviewed),
    /// Of `explain`.
    Explained(Box<Explained>),
    /// Of `plates`.
    Plates(Vec<PlateAnswer>),
    /// Of `tree`.
    Tree(Treed),
}

/// What `solve` answers.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Solved {
    /// The verdict.
    #[serde(flatten)]
    pub report: SolveReport,
    /// How many events the search had, where they were asked for; the first 20,000 were told.
    pub traced: Option<usize>,
}

/// Events of a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Traced {
    /// The events, in order.
    pub trace: Vec<TraceEvent>,
}

/// What `generate` answers.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Generated {
    /// The record of the level.
    pub record: Record,
    /// Everything about the level, as `POST /api/level` answers it.
    pub level: LevelAnswer,
}

/// What `review` answers.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Reviewed {
    /// One point before every move and one after the last, unless time ran out.
    pub points: Vec<ReviewPoint>,
}

/// What `explain` answers. Pictures are asked for one by one, as they are looked at: `POST /api/play`
/// with the solution, and as many moves kept as the beats so far have.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Explained {
    /// The explanation.
    #[serde(flatten)]
    pub report: ExplainReport,
    /// The table that one of the beats looks something up in.
    pub table: Option<TableAnswer>,
}

/// A table of pictures, and what is found in it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct TableAnswer {
    /// How to read it.
    pub text: String,
    /// Its entries.
    pub plates: Vec<PlateAnswer>,
    /// The entries that hold here.
    pub found: Vec<usize>,
    /// The beat that looks it up.
    pub beat: usize,
}

/// A picture with words to it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PlateAnswer {
    /// A few words.
    pub title: String,
    /// A sentence or three.
    pub text: String,
    /// The picture; none where the pictures before it are large enough for one answer.
    pub svg: Option<String>,
}

/// What `tree` answers.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Treed {
    /// The picture.
    pub svg: String,
}

/// The data of all events, for the description of the API.
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[allow(dead_code, reason = "only its schema is used")]
pub struct Outcomes {
    /// `event: progress`
    pub progress: ProgressEvent,
    /// `event: failed`
    pub failed: FaultReport,
    /// `event: item` of `solve`
    pub solve_item: Traced,
    /// `event: done` of `solve`
    pub solve: Solved,
    /// `event: done` of `inspect`
    pub inspect: CheckReport,
    /// `event: done` of `generate`
    pub generate: Generated,
    /// `event: item` of `review`
    pub review_item: ReviewPoint,
    /// `event: done` of `review`
    pub review: Reviewed,
    /// `event: done` of `explain`
    pub explain: Explained,
    /// `event: done` of `plates`
    pub plates: Vec<PlateAnswer>,
    /// `event: done` of `tree`
    pub tree: Treed,
}
