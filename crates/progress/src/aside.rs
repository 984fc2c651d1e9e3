//! Keeping damaged files: under another name, never with another content, never over another file.

use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use gridwright_core::fault::{Fault, Place};

use crate::{Error, codes};

/// The name of the database in its folder.
const DATABASE: &str = "progress.db";

/// What SQLite appends to the name of a database for the files that belong to it. Such a file
/// must move with its database: left behind, it would be played into the next one.
const COMPANIONS: [&str; 3] = ["-journal", "-wal", "-shm"];

/// Something a person should be told about saved progress, though the store is open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// A damaged file was set aside, and a new one begun with what could be read of it.
    SetAside {
        /// Where the damaged file is kept.
        kept: PathBuf,
        /// What is wrong with it.
        why: String,
        /// What was saved and what was lost.
        saved: Saved,
    },
    /// No backup could be made.
    NoBackup {
        /// Why not.
        why: String,
    },
}

/// What was saved of a damaged file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// Levels that were read from it.
    pub levels: usize,
    /// Levels that only the backup remembered.
    pub from_backup: usize,
    /// How many rows, at least, could not be read.
    pub torn: usize,
    /// Whether the file is shorter than it says, so that nobody knows what else it held.
    pub shorter: bool,
}

impl Notice {
    /// The notice with its stable code.
    pub fn remark(&self) -> Fault {
        let code = match self {
            Notice::SetAside { .. } => codes::SET_ASIDE,
            Notice::NoBackup { .. } => codes::NO_BACKUP,
        };
        Fault::new(code, self.to_string(), Place::everywhere())
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::SetAside { kept, why, saved } => write!(
                f,
                "Saved progress was damaged ({why}). {saved} The damaged file is kept as {}.",
                kept.display()
            ),
            Notice::NoBackup { why } => write!(
                f,
                "No backup of saved progress could be made ({why}). Progress itself is saved."
            ),
        }
    }
}

impl fmt::Display for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = |count: usize| match count {
            1 => "one level".to_owned(),
            count => format!("{count} levels"),
        };
        match self.levels + self.from_backup {
            0 => {
                return f.write_str(
                    "Nothing could be read of it, and no backup has more; a new file was begun. \
                     If you have an export, import it.",
                );
            }
            _ => write!(
                f,
                "What is known of {} was read from it",
                levels(self.levels)
            )?,
        }
        if self.from_backup > 0 {
            write!(
                f,
                ", of {} more from the last backup",
                levels(self.from_backup)
            )?;
        }
        let lost = match (self.torn, self.shorter) {
            (0, false) => return f.write_str("; nothing is known to be lost."),
            (0, true) => "the file is shorter than it says, and may have held more".to_owned(),
            (1, _) => "one row could not be read".to_owned(),
            (torn, _) => format!("{torn} rows could not be read"),
        };
        write!(f, "; {lost}. If you have an export, import it.")
    }
}

/// The database of a folder.
pub(crate) fn database(home: &Path) -> PathBuf {
    home.join(DATABASE)
}

/// The database and the files beside it that belong to it, whether they exist or not.
pub(crate) fn family(database: &Path) -> impl Iterator<Item = PathBuf> {
    let companions = COMPANIONS
        .iter()
        .map(|suffix| with_suffix(database, suffix));
    std::iter::once(database.to_owned()).chain(companions)
}

/// Keeps whatever there is of the database as the first free `progress.damaged-N.db`. What belongs
/// to the database goes there; the database itself is there as well and still has its name, so that
/// a new one can take it in one step, and whatever happens before that changes nothing.
///
/// The caller holds the folder's lock, so that the free name stays free.
pub(crate) fn keep(home: &Path) -> Result<PathBuf, Error> {
    let from = database(home);
    let kept = free_name(home)?;
    if is_taken(&from)? {
        // Not every file system knows two names for one file.
        fs::hard_link(&from, &kept)
            .or_else(|_| fs::copy(&from, &kept).map(drop))
            .map_err(Error::folder(&from))?;
    }
    for (from, to) in family(&from).zip(family(&kept)).skip(1) {
        if is_taken(&from)? {
            fs::rename(&from, &to).map_err(Error::folder(&from))?;
        }
    }
    Ok(kept)
}

/// Makes a rename outlive a loss of power. Elsewhere than on Unix, folders cannot be synced.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), Error> {
    if cfg!(unix) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(Error::folder(folder))?;
    }
    Ok(())
}

/// Whether a file of the database is left although the database itself is gone.
pub(crate) fn has_orphans(database: &Path) -> Result<bool, Error> {
    for companion in family(database).skip(1) {
        if is_taken(&companion)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether something has this name, be it a file, a folder or a link that leads nowhere.
pub(crate) fn is_taken(path: &Path) -> Result<bool, Error> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Error::folder(path)(error)),
    }
}

fn free_name(home: &Path) -> Result<PathBuf, Error> {
    let mut number = 1u64;
    loop {
        let name = home.join(format!("progress.damaged-{number}.db"));
        let mut taken = false;
        for file in family(&name) {
            taken |= is_taken(&file)?;
        }
        if !taken {
            return Ok(name);
        }
        number += 1;
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_kept_is_ever_overwritten() {
        let check = |there: &[&str], expected: &[(&str, &str)]| {
            let home = tempfile::tempdir().unwrap();
            for name in there {
                fs::write(home.path().join(name), name).unwrap();
            }
            keep(home.path()).unwrap();
            let mut found: Vec<(String, String)> = fs::read_dir(home.path())
                .unwrap()
                .map(|entry| entry.unwrap())
                .map(|entry| {
                    let name = entry.file_name().into_string().unwrap();
                    (name, fs::read_to_string(entry.path()).unwrap())
                })
                .collect();
            found.sort();
            let found: Vec<_> = found
                .iter()
                .map(|(n, c)| (n.as_str(), c.as_str()))
                .collect();
            assert_eq!(found, expected, "{there:?}");
        };
        check(
            &["progress.db"],
            &[
                ("progress.damaged-1.db", "progress.db"),
                ("progress.db", "progress.db"),
            ],
        );
        check(
            &["progress.db", "progress.db-journal"],
            &[
                ("progress.damaged-1.db", "progress.db"),
                ("progress.damaged-1.db-journal", "progress.db-journal"),
                ("progress.db", "progress.db"),
            ],
        );
        check(
            &[
                "progress.db",
                "progress.damaged-1.db",
                "progress.damaged-2.db-wal",
            ],
            &[
                ("progress.damaged-1.db", "progress.damaged-1.db"),
                ("progress.damaged-2.db-wal", "progress.damaged-2.db-wal"),
                ("progress.damaged-3.db", "progress.db"),
                ("progress.db", "progress.db"),
            ],
        );
    }
}
