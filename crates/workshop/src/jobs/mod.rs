//! Long work: jobs that report to a listener as they go, and stop when they are cancelled.
//!
//! A request is [prepared](Workshop::prepare) first, so that a faulty one is refused like any
//! other; the [job](Job) that comes of it is [run](Workshop::run) on whatever thread the front end
//! has for it. It tells of its progress now and then, of partial results as they come, and answers
//! with its outcome.

mod outcome;
mod run;

use std::collections::BTreeMap;
use std::time::Duration;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use gridwright_core::generate::Request;
use gridwright_core::solve::Which;
use gridwright_games::registry::{Game, Play};

use crate::calls::wrong;
use crate::choices::{self, LevelChoice, not_offered};
use crate::codes;
use crate::level_ref::{LevelRef, Named};
use crate::play::Moves;
use crate::ports::random_seed;
use crate::refusal::{Refusal, RefusalKind};
use crate::workshop::{Context, Stop, Time, Workshop};

pub use outcome::{
    Explained, Generated, Item, Outcome, Outcomes, PlateAnswer, ProgressEvent, Reviewed, Solved,
    Traced, Treed,
};
pub use run::Listener;

/// The time of a job that asks for none.
const TIME_LIMIT: f64 = 60.0;

/// The most time a job can ask for, in seconds.
const MOST_TIME: f64 = 300.0;

/// The most solutions that are listed.
const MOST_LISTED: usize = 1000;

/// The most names of prunings, or of knobs, in a request.
const MOST_NAMES: usize = 64;

/// Which job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// Solves a level.
    Solve,
    /// Says everything a designer wants to know.
    Inspect,
    /// Makes a level.
    Generate,
    /// Looks back on a game.
    Review,
    /// The solution as a person would find it.
    Explain,
    /// Pictures about a level.
    Plates,
    /// A picture of the search.
    Tree,
}

/// Asks for a job. Which keys are needed depends on the kind.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobRequest {
    /// Which job.
    pub kind: JobKind,
    /// The level; of every kind but `generate`.
    pub level: Option<LevelRef>,
    /// The most seconds it may take: 60 if left out, at most 300.
    pub time_limit: Option<f64>,
    /// `solve`: what to minimise first.
    pub metric: Option<String>,
    /// `solve`: list solutions, `best` or `every`.
    pub all: Option<Listing>,
    /// `solve`: list at most so many.
    pub limit: Option<usize>,
    /// `solve`: tell the events of the search as items.
    pub trace: Option<bool>,
    /// `solve`: prunings to leave out.
    pub without: Option<Vec<String>>,
    /// `inspect`: leave out what takes many solves.
    pub quick: Option<bool>,
    /// `review`: the moves of the game, as a solution file.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    #[serde(default)]
    pub moves: Moves,
    /// `generate`: the game.
    pub game: Option<String>,
    /// `generate`: a named difficulty.
    pub tier: Option<String>,
    /// `generate`: decides everything left to chance; random if left out.
    pub seed: Option<u64>,
    /// `generate`: knobs, in the form a person types.
    pub set: Option<BTreeMap<String, Value>>,
    /// `generate`: a document that the level is made on, in a game that takes one (`madeOn`).
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub on: Option<Box<RawValue>>,
}

/// Which solutions to list.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Listing {
    /// Of the best alone.
    Best,
    /// Of all there are.
    Every,
}

impl From<Listing> for Which {
    fn from(listing: Listing) -> Self {
        match listing {
            Listing::Best => Which::Best,
            Listing::Every => Which::Every,
        }
    }
}

/// A job that can begin.
pub struct Job {
    task: Task,
    time_limit: Duration,
}

enum Task {
    Solve {
        named: Named,
        metric: Option<&'static str>,
        all: Option<(Which, usize)>,
        trace: bool,
        without: Vec<String>,
    },
    Inspect {
        named: Named,
        quick: bool,
    },
    Generate {
        game: &'static dyn Game,
        request: Box<Request>,
    },
    Review {
        play: Box<dyn Play>,
    },
    Explain {
        named: Named,
    },
    Plates {
        named: Named,
    },
    Tree {
        named: Named,
    },
}

impl Workshop {
    /// Checks everything about a job that can be checked without the work itself.
    ///
    /// # Errors
    /// If the request cannot be met.
    pub fn prepare(&self, request: JobRequest) -> Result<Job, Refusal> {
        let context = Context::awaited(self, Time::Seconds);
        request.prepare(context).map_err(Stop::into_refusal)
    }
}

impl JobRequest {
    /// Asks for a job about a level.
    pub fn about(kind: JobKind, level: LevelRef) -> Self {
        JobRequest {
            level: Some(level),
            ..JobRequest::of(kind)
        }
    }

    /// Asks for a new level of a game.
    pub fn generate_level(game: impl Into<String>) -> Self {
        JobRequest {
            game: Some(game.into()),
            ..JobRequest::of(JobKind::Generate)
        }
    }

    fn of(kind: JobKind) -> Self {
        JobRequest {
            kind,
            level: None,
            time_limit: None,
            metric: None,
            all: None,
            limit: None,
            trace: None,
            without: None,
            quick: None,
            moves: None,
            game: None,
            tier: None,
            seed: None,
            set: None,
            on: None,
        }
    }

    /// Checks everything that can be checked without the work itself.
    ///
    /// # Errors
    /// If the request cannot be met, or needs longer than the context allows.
    pub fn prepare(self, context: Context<'_>) -> Result<Job, Stop> {
        let seconds = self.time_limit.unwrap_or(TIME_LIMIT);
        if !(0.0..=MOST_TIME).contains(&seconds) {
            let message = format!("timeLimit is a number of seconds from 0 to {MOST_TIME}");
            return Err(wrong("/timeLimit", message).into());
        }
        let time_limit = Duration::from_secs_f64(seconds);
        let task = if self.kind == JobKind::Generate {
            self.generate(context)?
        } else {
            self.about_a_level(context)?
        };
        Ok(Job { task, time_limit })
    }

    fn generate(self, context: Context<'_>) -> Result<Task, Refusal> {
        let game = self.game.as_deref().ok_or_else(|| missing("game"))?;
        let game = context.workshop.catalogue.game(game)?;
        let set = self.set.unwrap_or_default();
        if set.len() > MOST_NAMES {
            return Err(wrong("/set", "no game has so many knobs"));
        }
        let set: Vec<(String, String)> = set
            .into_iter()
            .map(|(name, value)| match value {
                Value::String(text) => (name, text),
                other => (name, other.to_string()),
            })
            .collect();
        let choice = LevelChoice {
            tier: self.tier.as_deref(),
            set: &set,
            min_moves: None,
            metric: None,
        };
        let seed = self.seed;
        let seed = seed.unwrap_or_else(|| random_seed(context.workshop.host()));
        let mut request = choice.request(game, seed)?;
        if let Some(document) = &self.on {
            request = choices::on_given(game, request, document.get())?;
        }
        let request = Box::new(request);
        Ok(Task::Generate { game, request })
    }

    fn about_a_level(self, context: Context<'_>) -> Result<Task, Stop> {
        let level = self.level.as_ref().ok_or_else(|| missing("level"))?;
        let named = level.open(context)?;
        let game = named.game();
        Ok(match self.kind {
            JobKind::Solve => {
                let metric = self.metric.as_deref();
                let metric = metric.map(|name| choices::metric(game, name)).transpose()?;
                let limit = self.limit.unwrap_or(100).min(MOST_LISTED);
                let all = self.all.map(Which::from);
                let all = all.map(|which| choices::listing(game, which)).transpose()?;
                let all = all.map(|which| (which, limit));
                let without = self.without.unwrap_or_default();
                if without.len() > MOST_NAMES {
                    return Err(not_offered("no game has so many prunings").into());
                }
                choices::prunings(game, &without)?;
                Task::Solve {
                    named,
                    metric,
                    all,
                    trace: self.trace.unwrap_or_default(),
                    without,
                }
            }
            JobKind::Review => {
                // Moves that are not legal are refused before a place is taken.
                let play = named.at(&self.moves)?;
                Task::Review { play }
            }
            JobKind::Inspect => Task::Inspect {
                named,
                quick: self.quick.unwrap_or_default(),
            },
            JobKind::Explain => Task::Explain { named },
            JobKind::Plates => Task::Plates { named },
            JobKind::Tree => Task::Tree { named },
            JobKind::Generate => unreachable!("generating needs no level"),
        })
    }
}

fn missing(key: &str) -> Refusal {
    let message = format!("the job needs {key:?}");
    Refusal::new(RefusalKind::Malformed, codes::MISSING, message)
}
