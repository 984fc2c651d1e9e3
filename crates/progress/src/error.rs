//! What can go wrong with saved progress, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use gridwright_core::fault::Faults;
use rusqlite::ErrorCode;

/// Why an operation on saved progress failed. Each message says what caused it, and ends with what to
/// do next.
///
/// A failed operation has changed nothing of what is remembered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system names no data folder.
    #[error(
        "no folder for saved progress could be found; set GRIDWRIGHT_HOME to a folder of your choice"
    )]
    NoHome,

    /// The folder, or a file in it, cannot be made, locked or renamed.
    #[error(
        "the folder of saved progress cannot be used: {} ({cause}); check that you may \
         write there, or set GRIDWRIGHT_HOME to another folder",
        path.display()
    )]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// What the operating system says.
        cause: io::Error,
    },

    /// The file is there and may well be sound, but it cannot be read or written now.
    #[error(
        "saved progress cannot be read or written: {} ({cause}); check the permissions \
         of the file and the free space of the disk, it was left as it is",
        path.display()
    )]
    Unavailable {
        /// The file.
        path: PathBuf,
        /// What the database says.
        cause: rusqlite::Error,
    },

    /// Other programs kept the file busy for longer than we wait.
    #[error(
        "saved progress is in use by another program: {}; close that program, or try \
         again in a moment",
        path.display()
    )]
    Busy {
        /// The file.
        path: PathBuf,
    },

    /// The file was written by a newer program; it was not touched.
    #[error(
        "saved progress was written by a newer Gridwright (version {found}, this program \
         knows up to {known}): {}; update this program, or set GRIDWRIGHT_HOME to another \
         folder",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },

    /// The file is a sound database of some other program; it was not touched.
    #[error(
        "the file is a database of some other program: {}; move it away, or set \
         GRIDWRIGHT_HOME to another folder",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },

    /// The file was found damaged while it was in use.
    #[error(
        "saved progress was damaged while in use: {} ({cause}); start the program again, \
         which keeps the damaged file and saves what can be read of it",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the database says.
        cause: rusqlite::Error,
    },

    /// What was to be saved or imported is not acceptable; nothing of it was taken.
    #[error("nothing was saved; correct the following and try again:\n{0}")]
    Refused(Faults),
}

impl Error {
    pub(crate) fn folder(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |cause| Error::Folder { path, cause }
    }

    /// Sorts what the database reports into what a person can do about it.
    pub(crate) fn database(path: &Path) -> impl FnOnce(rusqlite::Error) -> Error {
        let path = path.to_owned();
        move |cause| {
            if tells_damage(&cause) {
                Error::Damaged { path, cause }
            } else if matches!(
                cause.sqlite_error_code(),
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
            ) {
                Error::Busy { path }
            } else {
                Error::Unavailable { path, cause }
            }
        }
    }
}

/// Whether an error proves that the content of the file is wrong.
///
/// Everything else (a lock, a permission, a full disk, a failing device) may pass, and a file
/// must not lose its name over it.
pub(crate) fn tells_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
    };
    match error {
        FromSqlConversionFailure(..)
        | IntegralValueOutOfRange(..)
        | InvalidColumnType(..)
        | Utf8Error(..) => true,
        _ => matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        ),
    }
}

/// What an error says is wrong with the content of the file, for a person: what a row of ours lacks is
/// no matter of types and columns.
pub(crate) fn told(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::FromSqlConversionFailure(_, _, why) => why.to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::*;

    #[test]
    fn only_wrong_content_is_damage() {
        let check = |code: i32, expected: &str| {
            let source = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
            let error = Error::database(Path::new("progress.db"))(source);
            let kind = match error {
                Error::Damaged { .. } => "damaged",
                Error::Busy { .. } => "busy",
                Error::Unavailable { .. } => "unavailable",
                other => panic!("{other:?}"),
            };
            assert_eq!(kind, expected, "code {code}");
        };
        check(ffi::SQLITE_CORRUPT, "damaged");
        check(ffi::SQLITE_CORRUPT_INDEX, "damaged");
        check(ffi::SQLITE_NOTADB, "damaged");
        check(ffi::SQLITE_BUSY, "busy");
        check(ffi::SQLITE_BUSY_RECOVERY, "busy");
        check(ffi::SQLITE_LOCKED, "busy");
        check(ffi::SQLITE_PERM, "unavailable");
        check(ffi::SQLITE_AUTH, "unavailable");
        check(ffi::SQLITE_READONLY, "unavailable");
        check(ffi::SQLITE_CANTOPEN, "unavailable");
        check(ffi::SQLITE_FULL, "unavailable");
        check(ffi::SQLITE_IOERR, "unavailable");
        check(ffi::SQLITE_IOERR_READ, "unavailable");
        check(ffi::SQLITE_NOMEM, "unavailable");
    }
}
