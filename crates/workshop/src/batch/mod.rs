//! Questions about levels as lines of JSON, for programs that have many of them.
//!
//! A line asks one thing: `{"do": "solve", "level": "lights-off/7"}`. Its answer is the JSON that
//! the command of the same name prints, in an envelope that carries the line's own `id`:
//! `{"id": null, "ok": true, "answer": {...}}`, or `{"id": null, "ok": false, "faults": [...]}`.
//! A line that cannot be read or met is answered like any other, and the next one goes on. Limits
//! are answers, as everywhere.
//!
//! | `do` | needs | may have |
//! |---|---|---|
//! | `solve` | `level` | `metric`, `all`, `limit` |
//! | `check` | `level` | `quick` |
//! | `verify` | `level`, `solution` | |
//! | `hint` | `level` | `moves` |
//! | `explain` | `level` | |
//! | `generate` | `game`, `seed` | `tier`, `count`, `minMoves`, `metric`, `set`, `canonical` |
//!
//! With `canonical`, the answer of `generate` also has a hash for every level that is the same for
//! levels that are one to a player (see [`Session::canonical`]).
//!
//! All of them take `id`, `timeLimit` (seconds) and `nodes`; `level` is a document, an address or a
//! code, and `game` says which game a document without a tag belongs to. [`Ask`] is one such line
//! in its own types, for front ends that hold the level already; [`run`] answers many lines at once.

mod stream;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Faults};
use gridwright_core::solve::{Which, Wish};
use gridwright_games::document::code;
use gridwright_games::document::pack::Record;
use gridwright_games::registry::Session;
use gridwright_games::report::{GenerateReport, RefusalReport};

use crate::author::claims::{Checked, check};
use crate::calls::{read, write, wrong};
use crate::catalogue::Catalogue;
use crate::choices::{self, LevelChoice};
use crate::jobs::Listing;
use crate::levels::hash_text;
use crate::refusal::Refusal;
use crate::series;

pub use stream::{Line, run};

/// The time of a line that makes levels and names none, in seconds.
const MAKING: f64 = 60.0;

/// The most time a line can ask for, in seconds.
const MOST_TIME: f64 = 1e6;

/// The most levels one line makes.
const MOST_LEVELS: u64 = 10_000;

/// The most solutions one line lists.
const MOST_LISTED: usize = 100_000;

/// One question.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ask {
    /// What to do.
    #[serde(rename = "do")]
    verb: Verb,
    /// Comes back with the answer.
    #[serde(default)]
    id: Value,
    /// A document, an address or a code.
    level: Option<Box<RawValue>>,
    game: Option<String>,
    metric: Option<String>,
    all: Option<Listing>,
    limit: Option<usize>,
    quick: Option<bool>,
    solution: Option<Box<RawValue>>,
    moves: Option<Box<RawValue>>,
    tier: Option<String>,
    seed: Option<u64>,
    count: Option<u64>,
    min_moves: Option<(u64, u64)>,
    set: Option<BTreeMap<String, Value>>,
    canonical: Option<bool>,
    time_limit: Option<f64>,
    nodes: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verb {
    Solve,
    Check,
    Verify,
    Hint,
    Explain,
    Generate,
}

/// The envelope of an answer.
#[derive(Serialize)]
struct Envelope<'a> {
    id: &'a Value,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<&'a [Fault]>,
}

/// Levels that were made, and what they have in common with their mirror images.
#[derive(Serialize)]
struct Made {
    #[serde(flatten)]
    report: GenerateReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<Vec<String>>,
}

/// Answers one line, whatever it holds.
pub fn answer(catalogue: &Catalogue, line: &str, budget: &Budget<'_>) -> String {
    match read::<Ask>(line) {
        Ok(ask) => enveloped(&ask.id, ask.answer(catalogue, budget)),
        Err(refusal) => {
            // Who asked is told even where the rest cannot be read.
            let line: Option<Value> = serde_json::from_str(line).ok();
            let id = line.and_then(|mut line| line.get_mut("id").map(Value::take));
            enveloped(&id.unwrap_or_default(), Err(refusal))
        }
    }
}

/// The level that a JSON value names: a document, or a text that is an address or a code.
///
/// # Errors
/// If it names none, or the level is faulty.
pub fn open(
    catalogue: &Catalogue,
    level: &RawValue,
    game: Option<&str>,
) -> Result<Box<dyn Session>, Faults> {
    let registry = catalogue.registry();
    let Ok(name) = serde_json::from_str::<String>(level.get()) else {
        return registry.open(level.get(), game);
    };
    if code::looks_like_code(&name) {
        return registry.open_code(&name, code::MOST_TEXT, game);
    }
    let record = catalogue.record_at(&name, &Budget::unlimited())?;
    registry.open(&record.level.to_string(), game)
}

/// A hash that is the same for levels that are one to a player, in hexadecimal.
pub fn canonical_hash(session: &dyn Session) -> String {
    hash_text(&session.canonical())
}

impl Ask {
    /// Reads a question.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(text: &str) -> Result<Ask, Refusal> {
        read(text)
    }

    /// The answer as JSON.
    ///
    /// # Errors
    /// If the question cannot be met.
    pub fn answer(&self, catalogue: &Catalogue, budget: &Budget<'_>) -> Result<String, Refusal> {
        if self.verb == Verb::Generate {
            return self.make(catalogue, &self.bounded(budget)?);
        }
        let level = self.level.as_ref().ok_or_else(|| missing("level"))?;
        match open(catalogue, level, self.game.as_deref()) {
            Ok(session) => self.about(&*session, budget),
            // A faulty level is what `check` is there to tell of.
            Err(faults) if self.verb == Verb::Check => {
                write(&Checked::faulty(faults.list().to_vec()))
            }
            Err(faults) => Err(faults.into()),
        }
    }

    /// The answer about a level at hand, as JSON; of every question but `generate`.
    ///
    /// # Errors
    /// If the question cannot be met.
    pub fn about(&self, session: &dyn Session, budget: &Budget<'_>) -> Result<String, Refusal> {
        let budget = &self.bounded(budget)?;
        let game = session.game();
        match self.verb {
            Verb::Solve => {
                let metric = self.metric.as_deref();
                let which = self.all.map(Which::from);
                let which = which
                    .map(|which| choices::listing(game, which))
                    .transpose()?;
                let limit = self.limit.unwrap_or(100).min(MOST_LISTED);
                let wish = Wish {
                    metric: metric.map(|name| choices::metric(game, name)).transpose()?,
                    all: which.map(|which| (which, limit)),
                    without: &[],
                    trace: None,
                };
                write(&session.solve(&wish, budget))
            }
            Verb::Check => {
                let quick = self.quick.unwrap_or_default();
                write(&check(session, None, quick, budget))
            }
            Verb::Verify => {
                let solution = self.solution.as_ref().ok_or_else(|| missing("solution"))?;
                write(&session.verify(solution.get())?)
            }
            Verb::Hint => {
                let moves = self.moves.as_ref().map(|moves| moves.get());
                write(&session.at(moves)?.hint(budget))
            }
            Verb::Explain => {
                let told = session.explain(budget);
                write(&told.ok_or_else(choices::unexplained)?)
            }
            Verb::Generate => Err(wrong("/do", "levels are not made of levels")),
        }
    }

    fn make(&self, catalogue: &Catalogue, budget: &Budget<'_>) -> Result<String, Refusal> {
        let game = catalogue.game(self.game.as_deref().ok_or_else(|| missing("game"))?)?;
        let seed = self.seed.ok_or_else(|| missing("seed"))?;
        let wanted = self.count.unwrap_or(1);
        if !(1..=MOST_LEVELS).contains(&wanted) {
            let message = format!("count is a number from 1 to {MOST_LEVELS}");
            return Err(wrong("/count", message));
        }
        let min_moves = self.min_moves.map(range).transpose()?;
        let set: Vec<(String, String)> = self.set.iter().flatten().map(typed).collect();
        let choice = LevelChoice {
            tier: self.tier.as_deref(),
            set: &set,
            min_moves: min_moves.as_ref(),
            metric: self.metric.as_deref(),
        };
        let request = choice.request(game, seed)?;
        let (levels, refusal) = series::make(game, &request, wanted, budget);
        let hashes = self.canonical.unwrap_or_default().then(|| {
            let hash =
                |record: &Record| Ok(canonical_hash(&*game.open(&record.level.to_string())?));
            levels
                .iter()
                .map(hash)
                .collect::<Result<Vec<String>, Faults>>()
        });
        write(&Made {
            report: GenerateReport {
                levels,
                wanted,
                refusal: refusal.map(RefusalReport::from),
            },
            canonical: hashes.transpose()?,
        })
    }

    /// The budget of one question: what is left of that of all of them, at most.
    fn bounded<'b>(&self, budget: &Budget<'b>) -> Result<Budget<'b>, Refusal> {
        let making = (self.verb == Verb::Generate).then_some(MAKING);
        let mut own = budget.clone();
        if let Some(seconds) = self.time_limit.or(making) {
            if !(0.0..=MOST_TIME).contains(&seconds) {
                let message = format!("timeLimit is a number of seconds from 0 to {MOST_TIME}");
                return Err(wrong("/timeLimit", message));
            }
            own = own.within(Duration::from_secs_f64(seconds));
        }
        Ok(match self.nodes {
            Some(nodes) => own.with_nodes(nodes),
            None => own,
        })
    }
}

fn enveloped(id: &Value, answer: Result<String, Refusal>) -> String {
    let answer =
        answer.and_then(|text| RawValue::from_string(text).map_err(|_| Refusal::mistake()));
    let envelope = match &answer {
        Ok(answer) => Envelope {
            id,
            ok: true,
            answer: Some(answer),
            faults: None,
        },
        Err(refusal) => Envelope {
            id,
            ok: false,
            answer: None,
            faults: Some(&refusal.report().faults),
        },
    };
    write(&envelope).unwrap_or_default()
}

fn range((low, high): (u64, u64)) -> Result<RangeInclusive<u64>, Refusal> {
    match low <= high {
        true => Ok(low..=high),
        false => Err(wrong("/minMoves", "the range begins after its end")),
    }
}

/// A knob in the form a person types.
fn typed((name, value): (&String, &Value)) -> (String, String) {
    match value {
        Value::String(text) => (name.clone(), text.clone()),
        other => (name.clone(), other.to_string()),
    }
}

fn missing(key: &str) -> Refusal {
    wrong("", format!("the line needs {key:?}"))
}
