//! Setting damaged files aside: another name, never another content, never over another file.

use std::fmt;
use std::fs;
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
    /// A damaged file was set aside and an empty one begun.
    SetAside {
        /// Where the damaged file is kept.
        kept: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl Notice {
    /// The notice with its stable code.
    pub fn remark(&self) -> Fault {
        match self {
            Notice::SetAside { .. } => {
                Fault::new(codes::SET_ASIDE, self.to_string(), Place::everywhere())
            }
        }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::SetAside { kept, why } => write!(
                f,
                "Saved progress was damaged ({why}). The damaged file is kept as {}; a new one \
                 was begun. If you have an export, import it.",
                kept.display()
            ),
        }
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

/// Renames whatever there is of the database to the first free `progress.damaged-N.db`.
///
/// The caller holds the folder's lock, so that the free name stays free.
pub(crate) fn set_aside(home: &Path, why: String) -> Result<Notice, Error> {
    let from = database(home);
    let kept = free_name(home)?;
    for (from, to) in family(&from).zip(family(&kept)) {
        if is_taken(&from)? {
            fs::rename(&from, &to).map_err(Error::folder(&from))?;
        }
    }
    Ok(Notice::SetAside { kept, why })
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
            set_aside(home.path(), "a test".into()).unwrap();
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
            &[("progress.damaged-1.db", "progress.db")],
        );
        check(
            &["progress.db", "progress.db-journal"],
            &[
                ("progress.damaged-1.db", "progress.db"),
                ("progress.damaged-1.db-journal", "progress.db-journal"),
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
            ],
        );
    }
}
