//! Opening saved progress: look before touching, save what a damaged file still says, begin or
//! migrate the file, and keep a backup.
//!
//! Only one process at a time opens a folder (a lock on `progress.lock`, held for the length of
//! [`open`]), for two reasons. Two processes that find the same damage must not both rename: the
//! second would set aside the first one's new file. And a new file is made under another name
//! and renamed when it is complete; so a `progress.db` without content was never one of ours in
//! the making, and can be reported as damage.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, ffi};

use gridwright_workshop::progress::record::{GameRecord, Games};

use crate::aside::{self, Notice, Saved};
use crate::error::{tells_damage, told};
use crate::rows::{self, Tables};
use crate::salvage::salvage;
use crate::store::SqliteStore;
use crate::{Error, backup, private, schema};

/// What to do when another process is in the way for the n-th time: wait a little and try again
/// (`true`), or give up.
type Wait = fn(i32) -> bool;

/// Waits for ten seconds, a millisecond at a time.
///
/// SQLite's own waiting sleeps longer and longer, and beside programs that write without a break
/// may never find the file free. This looks more often than a store lets go of it.
fn patiently(tries: i32) -> bool {
    thread::sleep(Duration::from_millis(1));
    tries < 10_000
}

/// The least that SQLite writes. It takes some shorter files for new databases.
const SMALLEST_PAGE: u64 = 512;

/// Saved progress, open, and what a person should be told about it.
#[derive(Debug)]
pub struct Opened {
    /// The store.
    pub store: SqliteStore,
    /// What happened on the way; usually nothing.
    pub notices: Vec<Notice>,
}

/// Opens the saved progress in the folder `home` (see [`home`](crate::home())), which is made if
/// it is not there.
///
/// A damaged file (not a database, failing its integrity check, or cut short) is kept as
/// `progress.damaged-N.db` and reported in [`Opened::notices`]; the store then has what could be
/// read of it, and of the last backup.
///
/// # Errors
/// A file that is locked, unreadable, of another program or of a newer version stays as it is.
pub fn open(home: &Path) -> Result<Opened, Error> {
    open_waiting(home, patiently)
}

fn open_waiting(home: &Path, wait: Wait) -> Result<Opened, Error> {
    private::create_folder(home)?;
    let _turn = take_turn(home, wait)?;
    let path = aside::database(home);
    let mut notices = Vec::new();
    let health = if aside::is_taken(&path)? {
        private::shut(&path);
        examine(&path, wait)?
    } else if aside::has_orphans(&path)? {
        Health::Damaged("its main file is missing".to_owned())
    } else {
        Health::Missing
    };
    let mut connection = match health {
        Health::Sound(connection) => connection,
        Health::Missing => create(home, &path, &Games::new(), wait)?,
        Health::Damaged(why) => {
            let (games, saved) = rescue(home, &path);
            let kept = aside::keep(home)?;
            notices.push(Notice::SetAside { kept, why, saved });
            create(home, &path, &games, wait)?
        }
    };
    make_durable(&connection)
        .and_then(|()| prove_writable(&connection))
        .and_then(|()| schema::migrate(&mut connection, schema::STEPS))
        .map_err(Error::database(&path))?;
    if let Err(error) = backup::refresh(home, &connection) {
        let why = error.to_string();
        notices.push(Notice::NoBackup { why });
    }
    Ok(Opened {
        store: SqliteStore::new(connection, path),
        notices,
    })
}

/// Waits for the folder's lock, which is released when the file is dropped or the process ends.
fn take_turn(home: &Path, wait: Wait) -> Result<File, Error> {
    let path = home.join("progress.lock");
    let file = private::open(&path)?;
    let mut tries = 0;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(cause)) => return Err(Error::Folder { path, cause }),
            Err(TryLockError::WouldBlock) if wait(tries) => tries += 1,
            Err(TryLockError::WouldBlock) => return Err(Error::Busy { path }),
        }
    }
}

enum Health {
    Sound(Connection),
    Damaged(String),
    Missing,
}

/// What can still be read of a damaged file, and of the last backup.
///
/// What both know of a level is merged, but for the moves of an attempt: those of the backup may
/// have been played to their end since.
fn rescue(home: &Path, path: &Path) -> (Games, Saved) {
    let read = salvage(&fs::read(path).unwrap_or_default());
    let mut games = read.games;
    let count = |games: &Games| games.values().map(|game| game.levels.len()).sum::<usize>();
    let levels = count(&games);
    for (id, old) in backup::remembered(home) {
        let game: &mut GameRecord = games.entry(id).or_default();
        game.highest = game.highest.max(old.highest);
        game.current = game.current.take().or(old.current);
        for (key, mut level) in old.levels {
            if game.levels.contains_key(&key) {
                level.moves = None;
            }
            game.levels.entry(key).or_default().absorb(level);
        }
    }
    let saved = Saved {
        levels,
        from_backup: count(&games) - levels,
        torn: read.torn,
        shorter: read.shorter,
    };
    (games, saved)
}

/// Tells a sound file from a damaged one without changing it (but for what SQLite does itself: a
/// transaction that a killed process left half done is rolled back).
fn examine(path: &Path, wait: Wait) -> Result<Health, Error> {
    let metadata = fs::metadata(path).map_err(Error::folder(path))?;
    if metadata.is_file() && metadata.len() < SMALLEST_PAGE {
        let length = metadata.len();
        return Ok(Health::Damaged(format!("cut short to {length} bytes")));
    }
    let connection = connect(path, OpenFlags::empty(), wait)?;
    let finding = match inspect(&connection, path) {
        Err(error) if tells_damage(&error) => Finding::Damaged(told(&error)),
        other => other.map_err(Error::database(path))?,
    };
    let path = path.to_owned();
    match finding {
        Finding::Sound => Ok(Health::Sound(connection)),
        Finding::Damaged(why) => Ok(Health::Damaged(why)),
        Finding::Foreign => Err(Error::Foreign { path }),
        Finding::Newer(found) => Err(Error::Newer {
            path,
            found,
            known: schema::VERSION,
        }),
    }
}

enum Finding {
    Sound,
    Damaged(String),
    Foreign,
    Newer(i64),
}

fn inspect(connection: &Connection, path: &Path) -> rusqlite::Result<Finding> {
    // One transaction, so that nobody writes while the length is compared with the header.
    let reading = connection.unchecked_transaction()?;
    let is_ours = schema::application_id(&reading)? == schema::APPLICATION_ID;
    let version = schema::version(&reading)?;
    if is_ours && version > schema::VERSION {
        return Ok(Finding::Newer(version));
    }
    // SQLite fills up a last page that was cut short with zeros, and may find nothing amiss.
    let pages: i64 = reading.pragma_query_value(None, "page_count", |row| row.get(0))?;
    let size: i64 = reading.pragma_query_value(None, "page_size", |row| row.get(0))?;
    let expected = u64::try_from(pages.saturating_mul(size)).unwrap_or(0);
    if let Ok(metadata) = fs::metadata(path)
        && metadata.len() < expected
    {
        let length = metadata.len();
        return Ok(Finding::Damaged(format!(
            "cut short to {length} of {expected} bytes"
        )));
    }
    if !is_ours {
        return Ok(Finding::Foreign);
    }
    if version < 1 {
        return Ok(Finding::Damaged(format!("its version is {version}")));
    }
    let verdict: String = reading.pragma_query_value(None, "integrity_check", |row| row.get(0))?;
    if verdict != "ok" {
        return Ok(Finding::Damaged(verdict));
    }
    if let Some(fault) = schema::fault(&reading, version)? {
        return Ok(Finding::Damaged(fault));
    }
    // Everything can be read, so an open store never meets a row it does not understand.
    let tables = match version {
        1 => Tables::Version1,
        _ => Tables::Sealed,
    };
    rows::games(&reading, None, tables)?;
    Ok(Finding::Sound)
}

/// Makes a store with these records under another name, and gives it its own when it is complete.
fn create(home: &Path, path: &Path, games: &Games, wait: Wait) -> Result<Connection, Error> {
    let draft = home.join("progress.new.db");
    for leftover in aside::family(&draft).skip(1) {
        if aside::is_taken(&leftover)? {
            fs::remove_file(&leftover).map_err(Error::folder(&leftover))?;
        }
    }
    drop(private::create(&draft)?);
    let mut connection = connect(&draft, OpenFlags::empty(), wait)?;
    make_durable(&connection)
        .and_then(|()| schema::migrate(&mut connection, schema::STEPS))
        .and_then(|()| {
            let filling = connection.transaction()?;
            rows::put_games(&filling, games)?;
            filling.commit()
        })
        .and_then(|()| connection.close().map_err(|(_, error)| error))
        .map_err(Error::database(&draft))?;
    fs::rename(&draft, path).map_err(Error::folder(path))?;
    aside::sync_folder(home)?;
    connect(path, OpenFlags::empty(), wait)
}

fn connect(path: &Path, more: OpenFlags, wait: Wait) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
    let mut connection = Connection::open_with_flags(path, flags).map_err(Error::database(path))?;
    connection
        .busy_handler(Some(wait))
        .map_err(Error::database(path))?;
    Ok(connection)
}

/// The settings the crate documentation argues for. All but the first concern this connection.
pub(crate) fn make_durable(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "PRAGMA journal_mode = DELETE;
         PRAGMA synchronous = EXTRA;
         PRAGMA fullfsync = ON;
         PRAGMA secure_delete = ON;
         PRAGMA cell_size_check = ON;
         PRAGMA trusted_schema = OFF;",
    )
}

/// Finds out now, and not when a level is completed, that nothing can be saved: a file that may
/// not be written is quietly opened for reading only.
fn prove_writable(connection: &Connection) -> rusqlite::Result<()> {
    if connection.is_readonly("main")? {
        let code = ffi::Error::new(ffi::SQLITE_READONLY);
        return Err(rusqlite::Error::SqliteFailure(code, None));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hastily(tries: i32) -> bool {
        patiently(tries) && tries < 20
    }

    #[test]
    fn a_locked_file_is_reported_and_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let path = aside::database(home.path());
        drop(open(home.path()).unwrap());
        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        let error = open_waiting(home.path(), hastily).unwrap_err();
        assert!(matches!(error, Error::Busy { .. }), "{error:?}");
        other.execute_batch("COMMIT").unwrap();
        assert_eq!(open(home.path()).unwrap().notices, []);
    }

    #[test]
    fn while_another_process_opens_the_folder_we_wait() {
        let home = tempfile::tempdir().unwrap();
        let turn = take_turn(home.path(), hastily).unwrap();
        let error = open_waiting(home.path(), hastily).unwrap_err();
        assert!(matches!(error, Error::Busy { .. }), "{error:?}");
        thread::scope(|scope| {
            let waiting = scope.spawn(|| open(home.path()).map(|opened| opened.notices));
            drop(turn);
            assert_eq!(waiting.join().unwrap().unwrap(), []);
        });
    }

    #[test]
    fn the_durable_settings_are_in_force() {
        let home = tempfile::tempdir().unwrap();
        let path = aside::database(home.path());
        drop(open(home.path()).unwrap());
        let connection = connect(&path, OpenFlags::empty(), hastily).unwrap();
        make_durable(&connection).unwrap();
        let check = |pragma: &str, expected: &str| {
            let value: rusqlite::types::Value = connection
                .pragma_query_value(None, pragma, |row| row.get(0))
                .unwrap();
            let value = match value {
                rusqlite::types::Value::Text(text) => text,
                rusqlite::types::Value::Integer(number) => number.to_string(),
                other => panic!("{pragma}: {other:?}"),
            };
            assert_eq!(value, expected, "{pragma}");
        };
        check("journal_mode", "delete");
        check("synchronous", "3");
        check("fullfsync", "1");
        check("secure_delete", "1");
    }
}
