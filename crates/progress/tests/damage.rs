//! Files that are damaged, foreign, newer or out of reach: what is set aside, what is refused,
//! and that nothing is ever lost.

use std::fs;
use std::path::{Path, PathBuf};

use gridwright_core::cost::Costs;
use gridwright_core::rng::Rng;
use gridwright_progress::{Error, Notice, Opened, Saved, open};
use gridwright_workshop::progress::record::{Completion, Games};
use gridwright_workshop::progress::store::Scope;
use rusqlite::Connection;
use tempfile::TempDir;

fn database(home: &Path) -> PathBuf {
    home.join("progress.db")
}

/// A folder with progress in it, big enough for several pages in each table.
fn played() -> (TempDir, Games) {
    let home = tempfile::tempdir().unwrap();
    let mut store = open(home.path()).unwrap().store;
    for level in 0..40u64 {
        let completion = Completion {
            at: 1000 + level,
            costs: Costs::new([("presses", level)]),
            ms: Some(level),
            opens: Some(level),
        };
        let key = format!("classic/{level}");
        store
            .record_completion("lights-off", &key, &completion)
            .unwrap();
    }
    let moves = format!("[{}0]", "1,".repeat(5000));
    store
        .save_moves("lights-off", "classic/41", &moves)
        .unwrap();
    let games = store.games(Scope::All).unwrap();
    (home, games)
}

/// Opens a folder whose database has this content; checks that it is kept as it was.
fn open_with(content: &[u8]) -> (TempDir, Result<Opened, Error>) {
    let home = tempfile::tempdir().unwrap();
    fs::write(database(home.path()), content).unwrap();
    let opened = open(home.path());
    if let Ok(opened) = &opened {
        for notice in &opened.notices {
            let Notice::SetAside { kept, .. } = notice else {
                panic!("{notice:?}");
            };
            assert!(notice.to_string().contains(kept.to_str().unwrap()));
            assert_eq!(notice.remark().code.id(), "progress.set-aside");
            assert_eq!(fs::read(kept).unwrap(), content, "kept as it was");
        }
    }
    (home, opened)
}

fn saved(opened: &Opened) -> Option<Saved> {
    opened.notices.iter().find_map(|notice| match notice {
        Notice::SetAside { saved, .. } => Some(*saved),
        _ => None,
    })
}

/// How many levels of the truth are there; fails if anything else is.
fn true_levels(found: &Games, truth: &Games, what: &str) -> usize {
    let mut count = 0;
    for (id, game) in found {
        assert!(
            game.highest.is_none() || game.highest == truth[id].highest,
            "{what}"
        );
        for (key, level) in &game.levels {
            assert_eq!(Some(level), truth[id].levels.get(key), "{what}: {key}");
            count += 1;
        }
    }
    count
}

/// Flips single bits all over the file: what is opened is true, and nearly all of it is there.
#[test]
fn a_flipped_bit_costs_one_level_at_most() {
    let (home, truth) = played();
    let whole = fs::read(database(home.path())).unwrap();
    let mut rng = Rng::new("bits", 1);
    let mut set_aside = 0;
    for _ in 0..120 {
        // Beyond the header, whose bits may make it a file of another program or version.
        let at = 100 + rng.index(whole.len() - 100);
        let mut content = whole.clone();
        content[at] ^= 1 << rng.below(8);
        let (_home, opened) = open_with(&content);
        let opened = opened.unwrap();
        let found = opened.store.games(Scope::All).unwrap();
        let what = format!("byte {at}: {:?}", opened.notices);
        let there = true_levels(&found, &truth, &what);
        assert!(there + 1 >= 41, "{what}: {there} of 41");
        if let Some(saved) = saved(&opened) {
            set_aside += 1;
            assert_eq!(saved.levels, there, "{what}");
            assert!(saved.torn > 0 || there == 41, "{what}");
        }
    }
    assert!(set_aside > 30, "{set_aside} files were damaged");
}

#[test]
fn what_the_file_lost_the_backup_has() {
    let (home, truth) = played();
    // Opening it again has made a backup; then all pages with rows go.
    drop(open(home.path()).unwrap());
    let mut content = fs::read(database(home.path())).unwrap();
    let pages = content.chunks_mut(4096).skip(1);
    pages
        .filter(|page| page[0] == 0x0d)
        .for_each(|page| page.fill(0xff));
    fs::write(database(home.path()), &content).unwrap();
    let opened = open(home.path()).unwrap();
    let saved = saved(&opened).unwrap();
    assert_eq!((saved.levels, saved.from_backup), (0, 41));
    assert!(saved.torn > 0);
    assert_eq!(opened.store.games(Scope::All).unwrap(), truth);
    let told = opened.notices[0].to_string();
    assert!(told.contains("from the last backup"), "{told}");
}

#[test]
fn erased_progress_does_not_come_back() {
    let (home, _) = played();
    drop(open(home.path()).unwrap());
    let mut store = open(home.path()).unwrap().store;
    store.reset(Scope::All).unwrap();
    store.raise_highest("tint", 3).unwrap();
    drop(store);
    let mut content = fs::read(database(home.path())).unwrap();
    let rows = content
        .chunks(4096)
        .skip(1)
        .position(|page| page[0] == 0x0d);
    content[(rows.unwrap() + 1) * 4096 + 3] ^= 0xff;
    fs::write(database(home.path()), &content).unwrap();
    let opened = open(home.path()).unwrap();
    assert_eq!(opened.notices.len(), 1);
    assert_eq!(opened.store.game("lights-off").unwrap().levels.len(), 0);
    assert_eq!(opened.store.game("tint").unwrap().highest, Some(3));
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_what_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let (home, _) = played();
    let path = database(home.path());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    drop(open(home.path()).unwrap());
    for entry in fs::read_dir(home.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{:?} {mode:o}", entry.file_name());
    }
}

#[test]
fn a_file_cut_short_anywhere_is_set_aside() {
    let (home, games) = played();
    let whole = fs::read(database(home.path())).unwrap();
    let mut lengths: Vec<usize> = (0..whole.len()).step_by(1021).collect();
    lengths.extend([1, 15, 16, 99, 100, 511, 512, 4095, 4096, 4097]);
    lengths.extend([whole.len() - 4096, whole.len() - 2, whole.len() - 1]);
    for length in lengths {
        let (_home, opened) = open_with(&whole[..length]);
        let opened = opened.unwrap();
        let what = format!("cut to {length} of {} bytes", whole.len());
        assert_eq!(opened.notices.len(), 1, "{what}");
        let found = opened.store.games(Scope::All).unwrap();
        true_levels(&found, &games, &what);
        // Whole pages may be gone without a trace.
        let told = opened.notices[0].to_string();
        assert!(
            !told.contains("nothing is known to be lost"),
            "{what}: {told}"
        );
    }
    let (_home, opened) = open_with(&whole);
    let opened = opened.unwrap();
    assert_eq!(opened.notices, []);
    assert_eq!(opened.store.games(Scope::All).unwrap(), games);
}

/// On systems where names are bytes, the folder may have any name.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_of_any_name_has_its_backup() {
    use std::os::unix::ffi::OsStrExt;
    let outer = tempfile::tempdir().unwrap();
    let home = outer
        .path()
        .join(std::ffi::OsStr::from_bytes(b"\xff\n\x1b"));
    let mut store = open(&home).unwrap().store;
    store.save_moves("tint", "easy/1", "[]").unwrap();
    drop(store);
    assert_eq!(open(&home).unwrap().notices, []);
    assert!(home.join("progress.backup-1.db").exists());
}

#[test]
fn what_is_not_a_database_is_set_aside() {
    let check = |content: &[u8]| {
        let (home, opened) = open_with(content);
        let Opened { mut store, notices } = opened.unwrap();
        assert_eq!(notices.len(), 1, "{:?}", &content[..content.len().min(20)]);
        // The new store works, and the next opening has nothing to tell.
        store.raise_highest("tint", 2).unwrap();
        drop(store);
        let opened = open(home.path()).unwrap();
        assert_eq!(opened.notices, []);
        assert_eq!(opened.store.game("tint").unwrap().highest, Some(2));
    };
    check(b"");
    check(b"{\"progress\": 7}");
    check(&[0; 4096]);
    check(&[0xff; 5000]);
    check(b"SQLite format 3\0");
    check(&b"SQLite format 3\0".repeat(1000));
}

#[test]
fn pages_of_noise_are_set_aside() {
    let (home, truth) = played();
    let whole = fs::read(database(home.path())).unwrap();
    let mut rng = Rng::new("noise", 1);
    for page in 0..whole.len() / 4096 {
        let mut content = whole.clone();
        for byte in &mut content[page * 4096..][..4096] {
            *byte = rng.bits() as u8;
        }
        let (_home, opened) = open_with(&content);
        let opened = opened.unwrap();
        assert_eq!(opened.notices.len(), 1, "page {page}");
        let found = opened.store.games(Scope::All).unwrap();
        let there = true_levels(&found, &truth, &format!("page {page}"));
        assert!(there > 0, "page {page}: nothing was saved");
    }
}

/// A single changed byte may make another sound file, or a foreign or newer one; in any case the
/// store works or the file is untouched.
#[test]
fn whatever_single_bytes_change_nothing_is_lost_or_breaks() {
    let (home, _) = played();
    let whole = fs::read(database(home.path())).unwrap();
    let mut rng = Rng::new("bytes", 1);
    let header = (0..100).map(|at| (at, 0xff));
    let anywhere = (0..60).map(|_| (rng.index(whole.len()), 1 << rng.below(8)));
    for (at, change) in header.chain(anywhere.collect::<Vec<_>>()) {
        let mut content = whole.clone();
        content[at] ^= change;
        let (home, opened) = open_with(&content);
        match opened {
            Ok(Opened { mut store, .. }) => {
                store.games(Scope::All).unwrap();
                store.export(Scope::All).unwrap();
                let saved = store.raise_highest("tint", 2);
                assert!(saved.is_ok(), "byte {at}: {saved:?}");
            }
            Err(error) => {
                let now = fs::read(database(home.path())).unwrap();
                assert!(now == content, "byte {at}: touched, though {error}");
            }
        }
    }
}

#[test]
fn rows_that_make_no_sense_are_damage() {
    let check = |sql: &str| {
        let (home, _) = played();
        let connection = Connection::open(database(home.path())).unwrap();
        connection
            .execute_batch("PRAGMA ignore_check_constraints = ON;")
            .unwrap();
        connection.execute_batch(sql).unwrap();
        drop(connection);
        assert_eq!(open(home.path()).unwrap().notices.len(), 1, "{sql}");
    };
    check("UPDATE level SET level = 'classic/99' WHERE level = 'classic/3'");
    check("UPDATE level SET best_ms = best_ms + 1");
    check("UPDATE game SET highest = 1000");
    check("UPDATE level SET bests = '[{\"preSses\": 3}]', checksum = 0");
    check("CREATE TRIGGER thief AFTER INSERT ON level BEGIN DELETE FROM game; END");
    check("UPDATE level SET bests = '[{\"presses\": -1}]'");
    check("UPDATE level SET bests = '{}'");
    check("UPDATE level SET bests = 'no JSON'");
    check("UPDATE level SET bests = NULL WHERE level = 'classic/3'");
    check("UPDATE level SET moves = '[1,'");
    check("UPDATE level SET first_at = -1");
    check("UPDATE level SET last_at = NULL WHERE level = 'classic/3'");
    check("UPDATE game SET current = CAST(x'ff' AS TEXT)");
    check("DROP TABLE level");
    check("PRAGMA user_version = 0");
}

#[test]
fn damaged_files_do_not_displace_each_other() {
    let home = tempfile::tempdir().unwrap();
    for number in 1..=3 {
        fs::write(database(home.path()), format!("damaged {number}")).unwrap();
        assert_eq!(open(home.path()).unwrap().notices.len(), 1);
    }
    for number in 1..=3 {
        let kept = home.path().join(format!("progress.damaged-{number}.db"));
        assert_eq!(
            fs::read_to_string(kept).unwrap(),
            format!("damaged {number}")
        );
    }
}

#[test]
fn a_journal_never_meets_a_database_it_does_not_belong_to() {
    for main in [None, Some("")] {
        let home = tempfile::tempdir().unwrap();
        if let Some(content) = main {
            fs::write(database(home.path()), content).unwrap();
        }
        fs::write(home.path().join("progress.db-journal"), "orphan").unwrap();
        assert_eq!(open(home.path()).unwrap().notices.len(), 1, "{main:?}");
        let kept = home.path().join("progress.damaged-1.db-journal");
        assert_eq!(fs::read_to_string(kept).unwrap(), "orphan", "{main:?}");
    }
}

#[test]
fn a_newer_file_is_refused_and_left_untouched() {
    let (home, _) = played();
    let mut open_before = open(home.path()).unwrap().store;
    let connection = Connection::open(database(home.path())).unwrap();
    connection
        .execute_batch("ALTER TABLE level ADD COLUMN stars INTEGER; PRAGMA user_version = 99;")
        .unwrap();
    drop(connection);
    let before = fs::read(database(home.path())).unwrap();
    let check = |error: Error| {
        let known = matches!(
            error,
            Error::Newer {
                found: 99,
                known: 2,
                ..
            }
        );
        assert!(known, "{error:?}");
        assert!(error.to_string().contains("update this program"), "{error}");
    };
    check(open(home.path()).unwrap_err());
    check(open_before.raise_highest("tint", 1).unwrap_err());
    assert!(fs::read(database(home.path())).unwrap() == before);
}

#[test]
fn a_database_of_another_program_is_refused_and_left_untouched() {
    let home = tempfile::tempdir().unwrap();
    let connection = Connection::open(database(home.path())).unwrap();
    connection
        .execute_batch("CREATE TABLE recipe (name TEXT)")
        .unwrap();
    drop(connection);
    let before = fs::read(database(home.path())).unwrap();
    let error = open(home.path()).unwrap_err();
    assert!(matches!(error, Error::Foreign { .. }), "{error:?}");
    assert!(fs::read(database(home.path())).unwrap() == before);
}

/// Version 1 as it was released. This text must never change: such files are out there.
const VERSION_1: &str = r#"
    PRAGMA application_id = 0x47525750;
    CREATE TABLE game (
         game    TEXT NOT NULL PRIMARY KEY,
         highest INTEGER CHECK (highest >= 0),
         current TEXT
     ) STRICT;
     CREATE TABLE level (
         game     TEXT NOT NULL,
         level    TEXT NOT NULL,
         first_at INTEGER CHECK (first_at >= 0),
         last_at  INTEGER CHECK (last_at >= first_at),
         bests    TEXT CHECK (json_valid(bests)),
         best_ms  INTEGER CHECK (best_ms >= 0),
         moves    TEXT CHECK (json_valid(moves)),
         PRIMARY KEY (game, level),
         CHECK ((first_at IS NULL) = (last_at IS NULL)),
         CHECK ((first_at IS NULL) = (bests IS NULL)),
         CHECK (best_ms IS NULL OR first_at IS NOT NULL)
     ) STRICT;
    PRAGMA user_version = 1;
    INSERT INTO game VALUES ('tint', 4, 'first/4');
    INSERT INTO level VALUES
        ('tint', 'first/3', 10, 20, '[{"cells":30,"strokes":5},{"cells":25,"strokes":6}]', 900, NULL),
        ('tint', 'first/4', NULL, NULL, NULL, NULL, '[[1,2]]');
"#;

#[test]
fn a_file_of_version_1_is_read_and_brought_up_to_date() {
    let home = tempfile::tempdir().unwrap();
    let connection = Connection::open(database(home.path())).unwrap();
    connection.execute_batch(VERSION_1).unwrap();
    drop(connection);
    let opened = open(home.path()).unwrap();
    assert_eq!(opened.notices, []);
    let game = opened.store.game("tint").unwrap();
    assert_eq!(
        (game.highest, game.current.as_deref()),
        (Some(4), Some("first/4"))
    );
    let completed = game.levels["first/3"].completed.as_ref().unwrap();
    assert_eq!(
        (completed.first_at, completed.last_at, completed.best_ms),
        (10, 20, Some(900))
    );
    assert_eq!(
        completed.bests.first_by(&["strokes", "cells"]).unwrap()["cells"],
        30
    );
    assert_eq!(completed.bests.least("cells"), Some(25));
    assert_eq!(game.levels["first/4"].moves.as_deref(), Some("[[1,2]]"));
}

#[test]
fn what_is_out_of_reach_is_an_error_and_stays() {
    // A folder where the file should be.
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(database(home.path())).unwrap();
    let error = open(home.path()).unwrap_err();
    assert!(matches!(error, Error::Unavailable { .. }), "{error:?}");
    assert!(database(home.path()).is_dir());

    // A file where the folder should be.
    let file = home.path().join("file");
    fs::write(&file, "text").unwrap();
    let error = open(&file).unwrap_err();
    assert!(matches!(error, Error::Folder { .. }), "{error:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "text");
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_an_error_and_stays() {
    use std::os::unix::fs::PermissionsExt;
    for mode in [0o000, 0o444] {
        let (home, games) = played();
        let path = database(home.path());
        let allow = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        allow(mode);
        if fs::File::options().write(true).open(&path).is_ok() {
            return; // An almighty user: permissions do not bind here.
        }
        let error = open(home.path()).unwrap_err();
        let stays = matches!(error, Error::Folder { .. } | Error::Unavailable { .. });
        assert!(stays, "{mode:o}: {error:?}");
        allow(0o600);
        let opened = open(home.path()).unwrap();
        assert_eq!(opened.notices, []);
        assert_eq!(opened.store.games(Scope::All).unwrap(), games);
    }
}
