//! Backups: a few generations of the file beside it, made when it is opened.
//!
//! A backup is the file as SQLite writes it anew, without what was deleted. It is made at most
//! twice a day, so that opening and closing the program does not push the older ones out, and
//! never of a file that has nothing in it. Erasing progress erases the backups as well: whoever
//! begins anew does not want the old back.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql};

use gridwright_workshop::progress::record::Games;

use crate::Error;
use crate::aside::{is_taken, sync_folder};
use crate::private;
use crate::salvage::salvage;

/// So many backups are kept.
const GENERATIONS: usize = 3;

/// The newest is at least this old when another is made.
const EVERY: Duration = Duration::from_secs(12 * 60 * 60);

/// Makes a backup if it is time for one.
pub(crate) fn refresh(home: &Path, connection: &Connection) -> Result<(), Error> {
    let newest = name(home, 1);
    let age = fs::metadata(&newest)
        .and_then(|metadata| metadata.modified())
        .ok()
        .and_then(|time| time.elapsed().ok());
    let empty: bool = connection
        .query_row("SELECT NOT EXISTS (SELECT 1 FROM level)", [], |row| {
            row.get(0)
        })
        .map_err(Error::database(&newest))?;
    if empty || age.is_some_and(|age| age < EVERY) {
        return Ok(());
    }
    let draft = home.join("progress.backup-new.db");
    let file = private::create(&draft)?;
    connection
        .execute("VACUUM INTO ?1", [Name(&draft)])
        .map_err(Error::database(&draft))?;
    file.sync_all().map_err(Error::folder(&draft))?;
    for generation in (1..GENERATIONS).rev() {
        let from = name(home, generation);
        if is_taken(&from)? {
            fs::rename(&from, name(home, generation + 1)).map_err(Error::folder(&from))?;
        }
    }
    fs::rename(&draft, &newest).map_err(Error::folder(&newest))?;
    sync_folder(home)
}

/// The name of a file, byte by byte: it need not be UTF-8.
struct Name<'a>(&'a Path);

impl ToSql for Name<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let bytes = self.0.as_os_str().as_encoded_bytes();
        Ok(ToSqlOutput::Borrowed(ValueRef::Text(bytes)))
    }
}

/// What the newest backup remembers that remembers anything.
pub(crate) fn remembered(home: &Path) -> Games {
    (1..=GENERATIONS)
        .filter_map(|generation| fs::read(name(home, generation)).ok())
        .map(|file| salvage(&file).games)
        .find(|games| !games.is_empty())
        .unwrap_or_default()
}

/// Erases all backups.
pub(crate) fn forget(home: &Path) -> Result<(), Error> {
    for generation in 1..=GENERATIONS {
        let name = name(home, generation);
        if is_taken(&name)? {
            fs::remove_file(&name).map_err(Error::folder(&name))?;
        }
    }
    Ok(())
}

fn name(home: &Path, generation: usize) -> PathBuf {
    home.join(format!("progress.backup-{generation}.db"))
}
