//! The port through which progress is kept: SQLite on a machine, memory in tests, whatever a
//! browser offers there.

use std::fmt;

use gridwright_core::fault::Faults;

use super::record::{Completed, Completion, GameRecord, Games, LevelRecord};

/// Saved progress. Levels are known by their game and a key: `PACK/ID`, `daily/DATE`, or a hash.
///
/// Everything that is saved is within the [bounds](super::bounds), or nothing of it is taken. A
/// store is shared by many callers and keeps itself consistent.
pub trait Store: Send + Sync {
    /// What is remembered of a level; `None` if nothing is.
    fn level(&self, game: &str, key: &str) -> Result<Option<LevelRecord>, StoreError>;

    /// What is remembered of a game and its levels; empty if nothing is.
    fn game(&self, game: &str) -> Result<GameRecord, StoreError>;

    /// What is remembered of all games in scope, as of one moment.
    fn games(&self, scope: Scope<'_>) -> Result<Games, StoreError>;

    /// Remembers that a level was completed, and forgets the moves of the attempt. It is safe when
    /// this returns.
    fn complete(
        &self,
        game: &str,
        key: &str,
        completion: &Completion,
    ) -> Result<Recorded, StoreError>;

    /// Saves the moves of an unfinished attempt as JSON text, or forgets them. They may be written
    /// a moment later, but are known at once.
    fn save_moves(&self, game: &str, key: &str, moves: Option<&str>) -> Result<(), StoreError>;

    /// Sets the level that Continue opens.
    fn set_current(&self, game: &str, key: &str) -> Result<(), StoreError>;

    /// Forgets everything about the games in scope.
    fn reset(&self, scope: Scope<'_>) -> Result<(), StoreError>;

    /// Merges records into what is here; nothing gets worse.
    fn merge(&self, games: Games) -> Result<Imported, StoreError>;

    /// Writes what is waiting to be written; whatever is asked from then on may be refused.
    fn close(&self) {}

    /// Something a person should be told about saved progress.
    fn notice(&self) -> Option<String> {
        None
    }
}

/// One game or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope<'a> {
    /// Every game.
    All,
    /// The game with this id.
    Game(&'a str),
}

impl<'a> Scope<'a> {
    /// The id of the game, if it is one.
    pub fn only(self) -> Option<&'a str> {
        match self {
            Scope::All => None,
            Scope::Game(id) => Some(id),
        }
    }
}

/// What a completion changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The level as it is remembered now.
    pub record: LevelRecord,
    /// Whether the level had never been completed before.
    pub first_time: bool,
    /// Whether the result is new and no earlier result equals or beats it.
    pub new_best: bool,
    /// Whether the time is shorter than every earlier one.
    pub new_best_time: bool,
}

impl Recorded {
    /// Merges a completion into what is remembered of a level, and forgets the attempt.
    pub fn merge(mut record: LevelRecord, done: &Completed) -> Recorded {
        let before = record.completed.clone();
        record.absorb(LevelRecord {
            completed: Some(done.clone()),
            moves: None,
        });
        record.moves = None;
        let time = before.as_ref().and_then(|before| before.best_ms);
        let first_time = before.is_none();
        let mut bests = before.map(|before| before.bests).unwrap_or_default();
        let new = done.bests.iter().cloned().map(|costs| bests.add(costs));
        Recorded {
            new_best: new.fold(false, |any, new| any | new),
            first_time,
            new_best_time: super::record::lesser(time, done.best_ms) != time,
            record,
        }
    }
}

/// What an import changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// How many levels the document holds.
    pub levels: usize,
    /// How many of them were new here or are remembered better now.
    pub changed: usize,
}

/// Why an operation on saved progress failed; it has changed nothing.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// What was to be saved is not acceptable.
    Refused(Faults),
    /// It cannot be done now, but may be in a moment.
    Busy(String),
    /// It cannot be done.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Refused(faults) => faults.fmt(f),
            StoreError::Busy(message) | StoreError::Failed(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for StoreError {}
