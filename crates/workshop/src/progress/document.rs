//! Saved progress as a JSON document, for moving it between machines and for other programs.
//!
//! ```json
//! {
//!   "format": "gridwright-progress",
//!   "version": 1,
//!   "games": {
//!     "tilepuzzle": {
//!       "highest": 8,
//!       "current": "campaign/8",
//!       "levels": {
//!         "campaign/7": {
//!           "completed": {
//!             "firstAt": 1700000000,
//!             "lastAt": 1700086400,
//!             "bests": [{ "drags": 5, "steps": 12 }],
//!             "bestMs": 43000
//!           },
//!           "moves": [{ "shape": 0, "dir": "right" }]
//!         }
//!       }
//!     }
//!   }
//! }
//! ```
//!
//! Times are Unix seconds, `bestMs` milliseconds; `bests` are the whole results that no other
//! result beats (see [`Bests`]); `moves` is any JSON. Everything within a game or
//! a level may be missing. [`schema`] is the same as a JSON Schema. Beside `games`
//! the page adds `rush`, the best results of its rushes by game. Its browser keeps them, so they are
//! passed over here.
//!
//! Reading reports the first place where the text is not JSON or a type is wrong; every other
//! fault at once.

use std::collections::BTreeMap;

use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::reader::{self, Failure};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::bounds::{Checks, child};
use super::codes;
use super::record::{Bests, Completed, GameRecord, Games, LevelRecord, MOST_RESULTS};
use super::strict::{Distinct, Few, Object};

/// The value of `format` in every document.
pub const FORMAT: &str = "gridwright-progress";

/// The version of the documents that this program writes and reads.
pub const VERSION: u64 = 1;

/// The most bytes of a document that is read. What is written has no bound: progress can always be
/// exported, if need be one game at a time.
pub const MOST_BYTES: usize = 64 * 1024 * 1024;

/// The JSON Schema of the document.
#[cfg(feature = "schema")]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(DocumentFile).to_value()
}

/// Writes a document.
pub fn write(games: &Games) -> String {
    let file = DocumentFile {
        format: FORMAT.to_owned(),
        version: VERSION,
        games: Distinct(
            games
                .iter()
                .map(|(id, game)| (id.clone(), Object(game.into())))
                .collect(),
        ),
        rush: None,
    };
    serde_json::to_string(&file).expect("maps with text keys are JSON")
}

/// Reads a document.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(bytes: &[u8]) -> Result<Games, Faults> {
    check_size(bytes.len())?;
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let message = format!("Byte {} is no UTF-8 text.", error.valid_up_to());
        Fault::new(codes::NOT_JSON, message, Place::everywhere())
    })?;
    check_header(text)?;
    let mut checks = Checks::default();
    let file = parse(text, &mut checks.faults)?;
    let games = accept(file, &mut checks);
    checks.faults.or(|| games)
}

fn check_size(bytes: usize) -> Result<(), Faults> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let message = format!(
        "The document has {bytes} bytes; at most {MOST_BYTES} are possible. Export one game at a time."
    );
    Err(Fault::new(codes::TOO_LARGE, message, Place::everywhere()).into())
}

/// Refuses other documents and other versions by name, before their shape can look like a fault.
fn check_header(text: &str) -> Result<(), Faults> {
    #[derive(Deserialize)]
    struct Header {
        format: Option<serde_json::Value>,
        version: Option<serde_json::Value>,
    }
    // Whatever prevents reading the header is reported, with its place, by reading the whole.
    let Ok(Object(header)) = reader::parse::<Object<Header>>(text, &mut |_| {}) else {
        return Ok(());
    };
    if header.format != Some(FORMAT.into()) {
        let message = format!("Saved progress has the \"format\" {FORMAT:?}; this does not.");
        return Err(Fault::new(codes::FORMAT, message, Place::pointer("/format")).into());
    }
    if header.version != Some(VERSION.into()) {
        let message = format!(
            "This program reads \"version\" {VERSION}; a document of another version needs another release."
        );
        return Err(Fault::new(codes::VERSION, message, Place::pointer("/version")).into());
    }
    Ok(())
}

/// The text as a document of the right shape. Unknown keys are faults, but do not end reading.
fn parse(text: &str, faults: &mut Faults) -> Result<DocumentFile, Faults> {
    let Object(file) = reader::parse(text, &mut |trail| {
        faults.add(
            codes::UNKNOWN_KEY,
            "The key means nothing here; remove it.",
            Place::pointer(trail.pointer(usize::MAX)),
        );
    })
    .map_err(|failure| unreadable(&failure))?;
    Ok(file)
}

fn unreadable(failure: &Failure) -> Faults {
    let code = if failure.is_json() {
        codes::WRONG_SHAPE
    } else {
        codes::NOT_JSON
    };
    let at = Place::pointer(failure.pointer());
    Fault::new(code, format!("{failure}."), at).into()
}

fn accept(file: DocumentFile, checks: &mut Checks) -> Games {
    let mut games = Games::new();
    for (id, Object(game)) in file.games.0 {
        let at = child("/games", &id);
        checks.name("game", &id, &at);
        checks.number(
            "highest level",
            game.highest.unwrap_or(0),
            &child(&at, "highest"),
        );
        if let Some(current) = &game.current {
            checks.key(current, &child(&at, "current"));
        }
        let mut record = GameRecord {
            highest: game.highest,
            current: game.current,
            levels: BTreeMap::new(),
        };
        for (key, Object(level)) in game.levels.0 {
            let at = child(&child(&at, "levels"), &key);
            checks.key(&key, &at);
            record.levels.insert(key, accept_level(level, checks, &at));
        }
        games.insert(id, record);
    }
    games
}

fn accept_level(level: LevelFile, checks: &mut Checks, at: &str) -> LevelRecord {
    if let Some(moves) = &level.moves {
        checks.moves(moves.get(), &child(at, "moves"));
    }
    let completed = level.completed.map(|Object(file)| {
        let at = child(at, "completed");
        let bests_at = child(&at, "bests");
        checks.result_count(file.bests.total, &bests_at);
        let mut bests = Bests::default();
        for (index, Distinct(costs)) in file.bests.items.into_iter().enumerate() {
            let at = child(&bests_at, &index.to_string());
            if costs.is_empty() {
                checks.faults.add(
                    codes::NO_METRIC,
                    "A result must name at least one metric.",
                    Place::pointer(&at),
                );
            }
            checks.costs(&costs, &at);
            bests.add(costs);
        }
        let completed = Completed {
            first_at: file.first_at,
            last_at: file.last_at,
            bests,
            best_ms: file.best_ms,
        };
        checks.times(&completed, &at);
        completed
    });
    LevelRecord {
        completed,
        moves: level.moves.map(|moves| moves.get().to_owned()),
    }
}

/// Saved progress of Gridwright.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(title = "Gridwright progress"))]
struct DocumentFile {
    /// Always `gridwright-progress`.
    format: String,
    /// The version of this form, 1.
    version: u64,
    /// The games by their ids.
    games: Distinct<Object<GameFile>>,
    /// The most levels solved in a rush, by game; the page's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    rush: Option<Distinct<u64>>,
}

/// What is remembered of one game.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
struct GameFile {
    /// The number of the highest level reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    highest: Option<u64>,
    /// The level that Continue opens.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<String>,
    /// The levels by their keys: `PACK/ID`, or a hash of the level's content.
    #[serde(default)]
    levels: Distinct<Object<LevelFile>>,
}

/// What is remembered of one level.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
struct LevelFile {
    /// How the level was completed; missing if it never was.
    #[serde(skip_serializing_if = "Option::is_none")]
    completed: Option<Object<CompletedFile>>,
    /// The moves of an unfinished attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    moves: Option<Box<RawValue>>,
}

/// That a level was completed, and how well.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
struct CompletedFile {
    /// When it was first completed, in Unix seconds.
    first_at: u64,
    /// When it was last completed, in Unix seconds.
    last_at: u64,
    /// The results that no other result beats, each the value of every metric.
    #[serde(default)]
    bests: Few<Distinct<u64>, MOST_RESULTS>,
    /// The shortest time in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_ms: Option<u64>,
}

impl From<&GameRecord> for GameFile {
    fn from(game: &GameRecord) -> Self {
        GameFile {
            highest: game.highest,
            current: game.current.clone(),
            levels: Distinct(
                game.levels
                    .iter()
                    .map(|(key, level)| (key.clone(), Object(level.into())))
                    .collect(),
            ),
        }
    }
}

impl From<&LevelRecord> for LevelFile {
    fn from(level: &LevelRecord) -> Self {
        LevelFile {
            completed: level.completed.as_ref().map(|completed| {
                Object(CompletedFile {
                    first_at: completed.first_at,
                    last_at: completed.last_at,
                    bests: completed.bests.iter().cloned().map(Distinct).collect(),
                    best_ms: completed.best_ms,
                })
            }),
            moves: level.moves.clone().map(|moves| {
                RawValue::from_string(moves).expect("moves are read only if they are JSON")
            }),
        }
    }
}
