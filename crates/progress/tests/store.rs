//! What the operations remember and forget.

use gridwright_core::cost::Costs;
use gridwright_progress::{Attempt, Error, SqliteStore, open};
use gridwright_workshop::progress::bounds::{MOST_KEY_BYTES, MOST_MOVES_BYTES, MOST_NUMBER};
use gridwright_workshop::progress::record::{Completion, GameRecord, LevelRecord};
use gridwright_workshop::progress::store::{Recorded, Scope};
use tempfile::TempDir;

/// An empty store; the folder goes when the first part is dropped.
fn fresh() -> (TempDir, SqliteStore) {
    let home = tempfile::tempdir().unwrap();
    let opened = open(home.path()).unwrap();
    assert_eq!(opened.notices, []);
    (home, opened.store)
}

fn complete(
    store: &mut SqliteStore,
    at: u64,
    costs: &[(&'static str, u64)],
    ms: Option<u64>,
) -> Recorded {
    let completion = Completion {
        at,
        costs: Costs::new(costs.iter().copied()),
        ms,
        opens: None,
    };
    store
        .record_completion("tilepuzzle", "campaign/7", &completion)
        .unwrap()
}

#[test]
fn completions_merge_to_the_best() {
    let (_home, mut store) = fresh();
    // at, (steps, drags), time -> first time, new best, new best time
    type Row = (u64, (u64, u64), Option<u64>, [bool; 3]);
    let rows: [Row; 6] = [
        (100, (12, 5), None, [true, true, false]),
        (200, (12, 5), Some(900), [false, false, true]),
        (300, (14, 4), Some(950), [false, true, false]),
        (250, (14, 5), Some(900), [false, false, false]),
        (400, (11, 5), None, [false, true, false]),
        (50, (11, 5), Some(899), [false, false, true]),
    ];
    for (at, (steps, drags), ms, expected) in rows {
        let recorded = complete(&mut store, at, &[("steps", steps), ("drags", drags)], ms);
        let answer = [
            recorded.first_time,
            recorded.new_best,
            recorded.new_best_time,
        ];
        assert_eq!(answer, expected, "at {at}");
        let kept = store.level("tilepuzzle", "campaign/7").unwrap();
        assert_eq!(kept, Some(recorded.record), "at {at}");
    }
    let record = store.level("tilepuzzle", "campaign/7").unwrap().unwrap();
    let completed = record.completed.unwrap();
    assert_eq!((completed.first_at, completed.last_at), (50, 400));
    assert_eq!(completed.best_ms, Some(899));
    assert_eq!(completed.bests.iter().len(), 2);
    let by_steps = completed.bests.first_by(&["steps", "drags"]).unwrap();
    let by_drags = completed.bests.first_by(&["drags", "steps"]).unwrap();
    assert_eq!((by_steps["steps"], by_steps["drags"]), (11, 5));
    assert_eq!((by_drags["steps"], by_drags["drags"]), (14, 4));
}

#[test]
fn a_game_that_does_not_count_is_completed_too() {
    let (_home, mut store) = fresh();
    let recorded = complete(&mut store, 7, &[], None);
    assert!(recorded.first_time && !recorded.new_best && !recorded.new_best_time);
    assert!(recorded.record.completed.unwrap().bests.is_empty());
}

#[test]
fn a_completion_ends_the_attempt_and_opens_the_next_level() {
    let (_home, mut store) = fresh();
    store.save_moves("tint", "first/1", "[1]").unwrap();
    store.save_moves("tint", "first/1", "[1,2]").unwrap();
    let moves = |store: &SqliteStore| store.level("tint", "first/1").unwrap().unwrap().moves;
    assert_eq!(moves(&store).as_deref(), Some("[1,2]"));
    for (opens, highest) in [(None, None), (Some(2), Some(2)), (Some(1), Some(2))] {
        let completion = Completion {
            at: 1,
            costs: Costs::none(),
            ms: None,
            opens,
        };
        store
            .record_completion("tint", "first/1", &completion)
            .unwrap();
        assert_eq!(store.game("tint").unwrap().highest, highest);
    }
    assert_eq!(moves(&store), None);
}

#[test]
fn moves_can_be_forgotten_alone() {
    let (_home, mut store) = fresh();
    store.save_moves("tint", "first/1", "[1]").unwrap();
    store.clear_moves("tint", "first/1").unwrap();
    assert_eq!(store.level("tint", "first/1").unwrap(), None);
    complete(&mut store, 1, &[("steps", 3)], None);
    store.save_moves("tilepuzzle", "campaign/7", "[1]").unwrap();
    store.clear_moves("tilepuzzle", "campaign/7").unwrap();
    let record = store.level("tilepuzzle", "campaign/7").unwrap().unwrap();
    assert!(record.completed.is_some() && record.moves.is_none());
}

#[test]
fn several_attempts_are_saved_in_one_go_or_not_at_all() {
    let (_home, mut store) = fresh();
    complete(&mut store, 10, &[("steps", 12)], None);
    let attempt = |game, level, moves| Attempt { game, level, moves };
    let good = [
        attempt("tilepuzzle", "campaign/7", Some("[1]")),
        attempt("tint", "easy/e01", Some("[2]")),
    ];
    store.save_attempts(&good, &[("tint", "easy/e01")]).unwrap();
    let level =
        |store: &SqliteStore, game, level| store.level(game, level).unwrap().unwrap_or_default();
    let both = level(&store, "tilepuzzle", "campaign/7");
    assert!(both.completed.is_some() && both.moves.as_deref() == Some("[1]"));
    assert_eq!(
        store.game("tint").unwrap().current.as_deref(),
        Some("easy/e01")
    );
    let bad = [
        attempt("tilepuzzle", "campaign/7", None),
        attempt("tint", "easy/e01", Some("no JSON")),
    ];
    let refused = store.save_attempts(&bad, &[]);
    assert!(matches!(refused, Err(Error::Refused(_))), "{refused:?}");
    assert_eq!(level(&store, "tilepuzzle", "campaign/7"), both);
    store.save_attempts(&bad[..1], &[]).unwrap();
    assert_eq!(level(&store, "tilepuzzle", "campaign/7").moves, None);
}

#[test]
fn the_highest_level_only_rises_and_the_current_one_moves_freely() {
    let (_home, mut store) = fresh();
    for (number, highest) in [(3, 3), (2, 3), (0, 3), (9, 9)] {
        assert_eq!(store.raise_highest("tint", number).unwrap(), highest);
    }
    for current in ["first/9", "first/2"] {
        store.set_current("tint", current).unwrap();
        let game = store.game("tint").unwrap();
        assert_eq!(
            (game.current.as_deref(), game.highest),
            (Some(current), Some(9))
        );
    }
}

#[test]
fn everything_is_there_when_the_store_is_opened_again() {
    let (home, mut store) = fresh();
    complete(&mut store, 1, &[("steps", 3)], Some(5));
    store
        .save_moves("tint", "größe \"1\"", "{\"x\": \"ü\"}")
        .unwrap();
    store.set_current("tint", "größe \"1\"").unwrap();
    store.raise_highest("circuits", MOST_NUMBER).unwrap();
    let before = store.games(Scope::All).unwrap();
    drop(store);
    let opened = open(home.path()).unwrap();
    assert_eq!(opened.notices, []);
    assert_eq!(opened.store.games(Scope::All).unwrap(), before);
    assert_eq!(
        before.keys().collect::<Vec<_>>(),
        ["circuits", "tilepuzzle", "tint"]
    );
}

#[test]
fn a_reset_forgets_what_is_in_scope() {
    let check = |scope: Scope<'_>, left: &[&str]| {
        let (_home, mut store) = fresh();
        for game in ["tint", "circuits"] {
            store.save_moves(game, "first/1", "[]").unwrap();
            store.raise_highest(game, 4).unwrap();
        }
        store.reset(scope).unwrap();
        let games = store.games(Scope::All).unwrap();
        assert_eq!(games.keys().collect::<Vec<_>>(), left, "{scope:?}");
    };
    check(Scope::Game("tint"), &["circuits"]);
    check(Scope::Game("no-such-game"), &["circuits", "tint"]);
    check(Scope::All, &[]);
}

#[test]
fn what_is_not_known_is_empty() {
    let (_home, store) = fresh();
    assert_eq!(store.level("tint", "first/1").unwrap(), None);
    assert_eq!(store.game("tint").unwrap(), GameRecord::default());
    assert!(store.games(Scope::All).unwrap().is_empty());
}

/// What is refused, with which codes; nothing of it may be saved.
#[test]
fn values_out_of_bounds_are_refused_whole() {
    type Work<'a> = &'a dyn Fn(&mut SqliteStore) -> Result<(), Error>;
    let check = |what: &str, work: Work<'_>, codes: &[&str]| {
        let (_home, mut store) = fresh();
        let Err(Error::Refused(faults)) = work(&mut store) else {
            panic!("{what}: not refused");
        };
        let found: Vec<_> = faults.list().iter().map(|fault| fault.code.id()).collect();
        assert_eq!(found, codes, "{what}");
        assert!(store.games(Scope::All).unwrap().is_empty(), "{what}");
    };
    let record = |store: &mut SqliteStore, at, value, time_ms, opens| {
        let costs = Costs::new([("steps", value)]);
        let completion = Completion {
            at,
            costs,
            ms: time_ms,
            opens,
        };
        store.record_completion("tint", "a", &completion).map(drop)
    };
    let long_key = "k".repeat(MOST_KEY_BYTES + 1);
    let long_moves = format!("[{}1]", "1,".repeat(MOST_MOVES_BYTES / 2));
    let huge = MOST_NUMBER + 1;
    let (name, number, moves) = (
        "progress.bad-name",
        "progress.bad-number",
        "progress.bad-moves",
    );

    check("game", &|s| s.set_current("No Game", "a"), &[name]);
    check("game and level", &|s| s.set_current("", ""), &[name, name]);
    check(
        "long key",
        &|s| s.save_moves("tint", &long_key, "[]"),
        &[name],
    );
    check("no JSON", &|s| s.save_moves("tint", "a", "[1,"), &[moves]);
    check(
        "long moves",
        &|s| s.save_moves("tint", "a", &long_moves),
        &[moves],
    );
    check(
        "level and moves",
        &|s| s.save_moves("tint", "\n", "-"),
        &[name, moves],
    );
    check(
        "highest",
        &|s| s.raise_highest("tint", huge).map(drop),
        &[number],
    );
    check("cost", &|s| record(s, 1, huge, None, None), &[number]);
    check(
        "date",
        &|s| record(s, u64::MAX, 1, None, None),
        &[number, number],
    );
    check("time", &|s| record(s, 1, 1, Some(huge), None), &[number]);
    check("opens", &|s| record(s, 1, 1, None, Some(huge)), &[number]);
}

#[test]
fn a_store_can_be_handed_to_another_thread() {
    let (_home, mut store) = fresh();
    let record = std::thread::spawn(move || complete(&mut store, 1, &[], None).record)
        .join()
        .unwrap();
    assert_ne!(record, LevelRecord::default());
}
