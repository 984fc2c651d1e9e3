//! The operations on saved progress. Each writing one is a single transaction.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use gridwright_workshop::progress::bounds::{self, Checks};
use gridwright_workshop::progress::document;
use gridwright_workshop::progress::record::{
    Completed, Completion, GameRecord, Games, LevelRecord,
};
use gridwright_workshop::progress::store::{Imported, Recorded, Scope};

use crate::rows::{self, Tables};
use crate::{Error, backup, schema};

/// For how long a store leaves the file free between two writes: twice as long as others wait
/// between two looks, so that a store that writes without a break locks nobody out.
const BREATH: Duration = Duration::from_millis(2);

/// Open saved progress. Any number of processes may have the same folder open.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
    path: PathBuf,
    last_write: Option<Instant>,
}

/// The moves of an unfinished attempt, for [`SqliteStore::save_attempts`].
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// The game.
    pub game: &'a str,
    /// The level.
    pub level: &'a str,
    /// The moves as JSON text; `None` forgets the attempt.
    pub moves: Option<&'a str>,
}

impl SqliteStore {
    pub(crate) fn new(connection: Connection, path: PathBuf) -> Self {
        SqliteStore {
            connection,
            path,
            last_write: None,
        }
    }

    /// The file that holds everything.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is remembered of a level; `None` if nothing is.
    pub fn level(&self, game: &str, level: &str) -> Result<Option<LevelRecord>, Error> {
        rows::level(&self.connection, game, level).map_err(Error::database(&self.path))
    }

    /// What is remembered of a game and its levels; empty if nothing is.
    pub fn game(&self, game: &str) -> Result<GameRecord, Error> {
        let mut games = self.games(Scope::Game(game))?;
        Ok(games.remove(game).unwrap_or_default())
    }

    /// What is remembered of all games in scope, as of one moment.
    pub fn games(&self, scope: Scope<'_>) -> Result<Games, Error> {
        self.connection
            .unchecked_transaction()
            .and_then(|reading| rows::games(&reading, scope.only(), Tables::Sealed))
            .map_err(Error::database(&self.path))
    }

    /// Remembers that a level was completed: merges the result and the time with the best so
    /// far, forgets the moves of the attempt, and opens a level if the completion does.
    ///
    /// When this returns, the completion survives the end of the process and a loss of power.
    pub fn record_completion(
        &mut self,
        game: &str,
        level: &str,
        completion: &Completion,
    ) -> Result<Recorded, Error> {
        let recorded = self.record_completions(&[(game, level, completion)])?;
        Ok(recorded
            .into_iter()
            .next()
            .expect("one completion has one record"))
    }

    /// Remembers several completions (game, level and how) in one go, which takes hardly longer
    /// than a single one. If one of them is refused, none is taken.
    ///
    /// When this returns, all of them survive the end of the process and a loss of power.
    pub fn record_completions(
        &mut self,
        completions: &[(&str, &str, &Completion)],
    ) -> Result<Vec<Recorded>, Error> {
        let done: Vec<Completed> = completions
            .iter()
            .map(|(_, _, completion)| completion.completed())
            .collect();
        checked(|checks| {
            for (game, level, completion) in completions {
                checks.name("game", game, "");
                checks.key(level, "");
                checks.completion(completion);
            }
        })?;
        self.write(|transaction| {
            completions
                .iter()
                .zip(&done)
                .map(|((game, level, completion), done)| {
                    if let Some(number) = completion.opens {
                        raise(transaction, game, number)?;
                    }
                    complete(transaction, game, level, done)
                })
                .collect()
        })
    }

    /// Saves the moves of an unfinished attempt, as JSON text, in place of earlier ones.
    pub fn save_moves(&mut self, game: &str, level: &str, moves: &str) -> Result<(), Error> {
        self.write_level(
            game,
            level,
            |checks| checks.moves(moves, ""),
            |_, record| {
                record.moves = Some(moves.to_owned());
                Ok(())
            },
        )
    }

    /// Forgets the moves of an unfinished attempt.
    pub fn clear_moves(&mut self, game: &str, level: &str) -> Result<(), Error> {
        self.write_level(
            game,
            level,
            |_| (),
            |_, record| {
                record.moves = None;
                Ok(())
            },
        )
    }

    /// Saves several attempts, and the levels that Continue opens (game and level), in one go,
    /// which takes hardly longer than a single one.
    pub fn save_attempts(
        &mut self,
        attempts: &[Attempt<'_>],
        current: &[(&str, &str)],
    ) -> Result<(), Error> {
        checked(|checks| {
            let named = attempts.iter().map(|attempt| (attempt.game, attempt.level));
            for (game, level) in named.chain(current.iter().copied()) {
                checks.name("game", game, "");
                checks.key(level, "");
            }
            for moves in attempts.iter().filter_map(|attempt| attempt.moves) {
                checks.moves(moves, "");
            }
        })?;
        self.write(|transaction| {
            for attempt in attempts {
                let known = rows::level(transaction, attempt.game, attempt.level)?;
                let mut record = known.unwrap_or_default();
                record.moves = attempt.moves.map(str::to_owned);
                rows::put_level(transaction, attempt.game, attempt.level, &record)?;
            }
            for &(game, level) in current {
                let mut record = rows::game(transaction, game)?;
                record.current = Some(level.to_owned());
                rows::put_game(transaction, game, &record)?;
            }
            Ok(())
        })
    }

    /// Sets the level that Continue opens.
    pub fn set_current(&mut self, game: &str, level: &str) -> Result<(), Error> {
        checked(|checks| {
            checks.name("game", game, "");
            checks.key(level, "");
        })?;
        self.write(|transaction| {
            let mut record = rows::game(transaction, game)?;
            record.current = Some(level.to_owned());
            rows::put_game(transaction, game, &record)
        })
    }

    /// Raises the highest level reached to `number` if it is lower; returns the highest level.
    pub fn raise_highest(&mut self, game: &str, number: u64) -> Result<u64, Error> {
        checked(|checks| {
            checks.name("game", game, "");
            checks.number("highest level", number, "");
        })?;
        self.write(|transaction| raise(transaction, game, number))
    }

    /// Forgets everything about the games in scope, and all backups: New Game.
    pub fn reset(&mut self, scope: Scope<'_>) -> Result<(), Error> {
        if let Some(home) = self.path.parent() {
            backup::forget(home)?;
        }
        self.write(|transaction| rows::remove(transaction, scope.only()))
    }

    /// The games in scope as a [`document`].
    pub fn export(&self, scope: Scope<'_>) -> Result<String, Error> {
        Ok(document::write(&self.games(scope)?))
    }

    /// Merges a [`document`] into what is here. Nothing gets worse: completions stay, the better
    /// results and times win, the highest level only rises; moves so far and the current level
    /// are taken only where there are none.
    ///
    /// # Errors
    /// [`Error::Refused`] with everything that is wrong with the document; then nothing of it
    /// is taken.
    pub fn import(&mut self, document: &[u8]) -> Result<Imported, Error> {
        self.merge(document::read(document).map_err(Error::Refused)?)
    }

    /// Merges records into what is here, as [`import`](SqliteStore::import) does.
    pub fn merge(&mut self, games: Games) -> Result<Imported, Error> {
        self.write(|transaction| {
            let mut imported = Imported::default();
            for (id, game) in games {
                let mut here = rows::game(transaction, &id)?;
                here.highest = here.highest.max(game.highest);
                here.current = here.current.or(game.current);
                if here != GameRecord::default() {
                    rows::put_game(transaction, &id, &here)?;
                }
                for (key, level) in game.levels {
                    let before = rows::level(transaction, &id, &key)?.unwrap_or_default();
                    let mut after = before.clone();
                    after.absorb(level);
                    imported.levels += 1;
                    if after != before {
                        rows::put_level(transaction, &id, &key, &after)?;
                        imported.changed += 1;
                    }
                }
            }
            Ok(imported)
        })
    }

    fn write_level<T>(
        &mut self,
        game: &str,
        level: &str,
        check: impl FnOnce(&mut Checks),
        change: impl FnOnce(&Transaction<'_>, &mut LevelRecord) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        checked(|checks| {
            checks.name("game", game, "");
            checks.key(level, "");
            check(checks);
        })?;
        self.write(|transaction| {
            let mut record = rows::level(transaction, game, level)?.unwrap_or_default();
            let answer = change(transaction, &mut record)?;
            rows::put_level(transaction, game, level, &record)?;
            Ok(answer)
        })
    }

    /// Runs `work` in a transaction that holds the right to write from its beginning: what it
    /// reads cannot change before it writes, and waiting for others cannot end in a deadlock.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        if let Some(last) = self.last_write.take() {
            thread::sleep(BREATH.saturating_sub(last.elapsed()));
        }
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(Error::database(&self.path))?;
        // A newer program may have migrated the file while we had it open.
        let found = schema::version(&transaction).map_err(Error::database(&self.path))?;
        if found > schema::VERSION {
            return Err(Error::Newer {
                path: self.path.clone(),
                found,
                known: schema::VERSION,
            });
        }
        let answer = work(&transaction)
            .and_then(|answer| transaction.commit().map(|()| answer))
            .map_err(Error::database(&self.path))?;
        self.last_write = Some(Instant::now());
        Ok(answer)
    }
}

/// Merges a completion with what is remembered of the level, and forgets the attempt.
fn complete(
    transaction: &Transaction<'_>,
    game: &str,
    level: &str,
    done: &Completed,
) -> rusqlite::Result<Recorded> {
    let record = rows::level(transaction, game, level)?.unwrap_or_default();
    let recorded = Recorded::merge(record, done);
    rows::put_level(transaction, game, level, &recorded.record)?;
    Ok(recorded)
}

fn raise(transaction: &Transaction<'_>, game: &str, number: u64) -> rusqlite::Result<u64> {
    let mut record = rows::game(transaction, game)?;
    let highest = record.highest.unwrap_or(0).max(number);
    if record.highest != Some(highest) {
        record.highest = Some(highest);
        rows::put_game(transaction, game, &record)?;
    }
    Ok(highest)
}

fn checked(check: impl FnOnce(&mut Checks)) -> Result<(), Error> {
    bounds::checked(check).map_err(Error::Refused)
}
