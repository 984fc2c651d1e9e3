//! Killed at any moment, and several at once: every completion that was reported is there.
//!
//! The processes that write are this same test program, started again with [`writer`] as its
//! only test. A kill ends a process between any two of its writes, as a crash does; a loss of
//! power can only be argued about, and the crate documentation does.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use gridwright_core::cost::Costs;
use gridwright_core::rng::Rng;
use gridwright_progress::open;
use gridwright_workshop::progress::record::Completion;
use gridwright_workshop::progress::store::Scope;

const FOLDER: &str = "GRIDWRIGHT_TEST_FOLDER";
const NAME: &str = "GRIDWRIGHT_TEST_NAME";
const COUNT: &str = "GRIDWRIGHT_TEST_COUNT";

/// What comes before the key of a level that was completed, on a line of its own.
const REPORT: &str = "completed ";

/// Not a test of its own: writes completions and reports each one after it returned.
#[test]
#[ignore = "started by the other tests"]
fn writer() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let name = std::env::var(NAME).unwrap();
    let count: u64 = std::env::var(COUNT).unwrap().parse().unwrap();
    let opened = open(Path::new(&folder)).unwrap();
    assert_eq!(opened.notices, [], "a kill is no damage");
    let mut store = opened.store;
    for number in 0..count {
        let key = format!("{name}/{number}");
        // Long moves make a transaction of many pages, with more places to be killed at.
        let moves = format!("[{}0]", "1,".repeat(4000));
        store.save_moves("tint", &key, &moves).unwrap();
        store
            .record_completion("tint", &key, &completion(number))
            .unwrap();
        println!("\n{REPORT}{key}");
    }
}

fn completion(number: u64) -> Completion {
    Completion {
        at: number,
        costs: Costs::new([("strokes", 5), ("cells", 30)]),
        ms: Some(number),
        opens: Some(number),
    }
}

fn start(folder: &Path, name: &str, count: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "writer", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .env(NAME, name)
        .env(COUNT, count.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The keys that a process reports, until its end.
fn reports(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| line.strip_prefix(REPORT).map(str::to_owned))
}

/// Checks that the levels are completed, each with everything that belongs to a completion.
fn check_all_there(folder: &Path, keys: &[String]) {
    let opened = open(folder).unwrap();
    assert_eq!(opened.notices, [], "a kill is no damage");
    let games = opened.store.games(Scope::All).unwrap();
    for key in keys {
        let number: u64 = key.rsplit('/').next().unwrap().parse().unwrap();
        let game = &games["tint"];
        let record = &game.levels[key];
        let completed = record
            .completed
            .as_ref()
            .unwrap_or_else(|| panic!("{key} is lost"));
        assert_eq!(
            (completed.first_at, completed.best_ms),
            (number, Some(number)),
            "{key}"
        );
        assert_eq!(completed.bests.least("cells"), Some(30), "{key}");
        assert_eq!(record.moves, None, "{key}");
        assert!(game.highest >= Some(number), "{key}");
    }
}

/// When a round ends.
#[derive(Clone, Copy, PartialEq)]
enum Kill {
    /// While the file is being made, or not much later.
    Making,
    /// While the file is being opened, or not much later.
    Opening,
    /// Some time after a first completion was reported.
    Writing,
}

#[test]
fn killed_at_any_moment_nothing_completed_is_lost() {
    use Kill::{Making, Opening, Writing};
    let mut rng = Rng::new("moments of the kill", 1);
    let folder = tempfile::tempdir().unwrap();
    let mut reported = Vec::new();
    let rounds = [Making, Opening, Writing, Writing].repeat(10);
    for (round, kill) in rounds.into_iter().enumerate() {
        let empty = tempfile::tempdir().unwrap();
        let folder = match kill {
            Making => empty.path(),
            Opening | Writing => folder.path(),
        };
        let mut children = [0, 1].map(|i| start(folder, &format!("{round}-{i}"), u64::MAX));
        let [mut first, second] = children.each_mut().map(reports);
        let mut keys = Vec::new();
        if kill == Writing {
            keys.push(first.next().expect("a first completion"));
        }
        thread::sleep(Duration::from_micros(rng.below(50_000)));
        for child in &mut children {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        keys.extend(first.chain(second));
        check_all_there(folder, &keys);
        if kill != Making {
            reported.extend(keys);
        }
    }
    check_all_there(folder.path(), &reported);
}

#[test]
fn processes_that_write_at_the_same_time_all_succeed() {
    let folder = tempfile::tempdir().unwrap();
    let count = 20;
    let mut children: Vec<Child> = (0..4)
        .map(|i| start(folder.path(), &format!("process-{i}"), count))
        .collect();
    let mut keys = Vec::new();
    for child in &mut children {
        keys.extend(reports(child));
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(keys.len() as u64, 4 * count);
    check_all_there(folder.path(), &keys);
}
