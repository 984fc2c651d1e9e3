//! The application, once for every front end.
//!
//! Every call a front end can make is a plain function from a typed request to a typed answer;
//! long work is a [job](jobs) that reports to a listener. Nothing here knows a socket, a database,
//! a terminal, a thread or the time of day: what a machine gives comes through two ports, the
//! [`Host`] (clock, calendar, workers, randomness) and the [`Store`] (saved progress).
//!
//! ```
//! use gridwright_workshop::{Workshop, play::PlayRequest, level_ref::LevelRef};
//!
//! let workshop = Workshop::detached();
//! let mut request = PlayRequest::at(LevelRef::address("lights-off/classic/1"));
//! request.gesture = serde_json::from_str(r#"{ "type": "tap", "at": [2, 2] }"#).ok();
//! let answer = workshop.play(request)?;
//! assert_eq!(answer.report.count, 1);
//!
//! // The same by its name in the table of calls, for front ends that carry JSON.
//! let text = r#"{ "level": { "address": "lights-off/classic/1" } }"#;
//! let answer = workshop.answer("/api/play", text)?;
//! assert!(answer.starts_with('{'));
//! # Ok::<(), gridwright_workshop::Refusal>(())
//! ```
//!
//! | module | what it knows |
//! |---|---|
//! | [`workshop`], [`ports`] | the value that owns caches and ports; what it asks of its surroundings |
//! | [`calls`] | the one table of calls, from which routes, descriptions and `answer` are made |
//! | [`refusal`], [`codes`] | why a request is not met, always in the same form |
//! | [`level_ref`], [`levels`], [`catalogue`], [`daily`] | how levels are named, held, shipped, and made from a date |
//! | [`choices`] | what a person chose of what a game offers, checked |
//! | [`games`], [`packs`], [`level`], [`play`], [`hint`], [`draft`] | the short calls |
//! | [`attempt`] | moves, undo, redo, checkpoint, clock, saving |
//! | [`jobs`], [`series`] | the long calls; many levels at once |
//! | [`author`] | for those who make levels: collections, packs, curves |
//! | [`batch`] | questions as lines of JSON, for programs |
//! | [`progress`], [`stars`] | what is remembered, and how good it is |
//!
//! Everything that comes in is bounded: bytes, sizes, counts, time.

pub mod attempt;
pub mod author;
pub mod batch;
pub mod beyond;
pub mod calls;
pub mod catalogue;
pub mod choices;
pub mod codes;
pub mod daily;
pub mod draft;
pub mod games;
pub mod hint;
pub mod jobs;
pub mod level;
pub mod level_ref;
pub mod levels;
pub mod packs;
pub mod play;
pub mod ports;
pub mod progress;
pub mod refusal;
pub mod series;
pub mod stars;
pub mod workshop;

pub use attempt::Attempt;
pub use gridwright_games::registry::Games;
pub use ports::{Detached, Host};
pub use progress::store::{Store, StoreError};
pub use refusal::{Refusal, RefusalKind};
pub use workshop::Workshop;
