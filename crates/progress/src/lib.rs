//! Saved progress of Gridwright: what a person has reached, and the only place that writes it.
//!
//! ```
//! use gridwright_core::cost::Costs;
//! use gridwright_progress::open;
//! use gridwright_workshop::progress::record::Completion;
//! use gridwright_workshop::progress::store::Scope;
//!
//! # let folder = tempfile::tempdir()?;
//! # let home = folder.path();
//! let mut store = open(home)?.store; // the folder is usually `gridwright_progress::home()?`
//! store.save_moves("tilepuzzle", "campaign/7", r#"[{"shape":0,"dir":"right"}]"#)?;
//!
//! let recorded = store.record_completion(
//!     "tilepuzzle",
//!     "campaign/7",
//!     &Completion {
//!         at: 1_700_000_000,
//!         costs: Costs::new([("steps", 12), ("drags", 5)]),
//!         ms: Some(43_000),
//!         opens: Some(8),
//!     },
//! )?;
//! assert!(recorded.first_time && recorded.new_best);
//!
//! let game = store.game("tilepuzzle")?;
//! let completed = game.levels["campaign/7"].completed.as_ref().unwrap();
//! assert_eq!(game.highest, Some(8));
//! assert_eq!(completed.bests.first_by(&["steps", "drags"]).unwrap()["drags"], 5);
//!
//! let text = store.export(Scope::All)?;
//! assert_eq!(store.import(text.as_bytes())?.changed, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`SqliteStore`] is the file, for one caller; [`BackgroundStore`] is the same behind a thread of
//! its own, and implements the workshop's [`Store`](gridwright_workshop::Store) port.
//!
//! # What is kept
//! Games are known by their ids, levels by a key of the caller's choice: `PACK/ID` for shipped
//! levels, a hash of the content for others. Of a level: when it was first and last completed,
//! its best results and time
//! ([`Completed`](gridwright_workshop::progress::record::Completed)), and the moves of an unfinished attempt. Of a game:
//! the highest level reached and the current level. The clock is the caller's: times are passed
//! in as Unix seconds.
//!
//! # Nothing completed is lost
//! Progress lies in one SQLite file, `progress.db`, written with a *rollback journal* and
//! `synchronous = EXTRA`. A write-ahead log would need fewer syncs for a commit, which is no
//! gain at the pace at which people complete levels, and costs three things that matter here:
//!
//! - After a commit everything is in the one file: it can be copied, and damage to it is found
//!   by its integrity check. Damage to a log, on the other hand, looks like the end of the log,
//!   and the commits behind it vanish without a word.
//! - A log needs memory shared between processes, which folders on a network do not offer.
//! - A log is folded into the file by whoever closes last, so that a killed program leaves
//!   recent progress in a second file, which people do not copy along.
//!
//! `FULL` would leave a gap: a commit is the deletion of the journal, and after a loss of power
//! the deleted journal may be back and undo a commit that was already reported. `EXTRA` syncs
//! the folder as well and closes it.
//!
//! A transaction that a killed process leaves half done is rolled back by whoever opens the file
//! next. Several processes may write at the same time; they wait for each other.
//!
//! # Damage
//! Every row carries a checksum, and is checked when it is read. A file that is *proved* wrong (see
//! [`open()`]) is kept as `progress.damaged-1.db` (or the next free number) with whatever belongs
//! to it; a new one begins with every row that can still be read, and with what the last backup
//! (`progress.backup-1.db`, and two older ones) remembers beyond that. The person is told what was
//! saved and what was lost. A file that is merely locked, not permitted, of another program or of a
//! newer version is never touched.

mod aside;
mod background;
mod backup;
pub mod codes;
mod error;
#[cfg(test)]
mod faulty;
mod home;
mod open;
mod private;
mod rows;
mod salvage;
mod schema;
mod store;

pub use aside::{Notice, Saved};
pub use background::BackgroundStore;
pub use error::Error;
pub use home::{HOME_VARIABLE, home};
pub use open::{Opened, open};
pub use private::{write_file, write_open_file};
pub use store::{Attempt, SqliteStore};
