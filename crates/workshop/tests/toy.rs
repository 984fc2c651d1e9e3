//! A game that is handed in goes through every call and every job: nothing names the games.

#[path = "../../games/tests/conformance/toy.rs"]
#[allow(dead_code, reason = "the conformance tests use more of it")]
mod toy;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gridwright_core::gesture::Gesture;
use gridwright_games::registry::{Games, of};
use gridwright_workshop::jobs::{JobKind, JobRequest};
use gridwright_workshop::level_ref::LevelRef;
use gridwright_workshop::progress::memory::MemoryStore;
use gridwright_workshop::{Detached, Workshop};
use serde_json::Value;

fn workshop() -> Workshop {
    const TOY: Games = Games(&[of::<toy::Countdown>()]);
    Workshop::with_games(TOY, Detached::default(), MemoryStore::default())
}

#[test]
fn the_toy_game_answers_every_call() {
    let workshop = workshop();
    let ask = |address: &str, body: &str| -> Value {
        let answer = workshop.answer(address, body);
        serde_json::from_str(&answer.unwrap_or_else(|e| panic!("{address}: {e}"))).unwrap()
    };
    let level = r#""level": { "address": "countdown/1" }"#;
    let moves = r#"{ "moves": [3, 3, 1] }"#;
    assert_eq!(ask("/api/games", "")["games"][0]["id"], "countdown");
    assert_eq!(
        ask("/api/packs/countdown/tiny", "")["levels"][0]["par"]["moves"],
        3
    );
    let daily = ask("/api/daily/countdown?date=2026-01-05", "");
    assert_eq!(daily["key"], "daily/2026-01-05");
    let again = ask(
        "/api/level",
        &format!(r#"{{ "level": {{ "document": {} }} }}"#, daily["document"]),
    );
    assert_eq!(
        again["key"], daily["key"],
        "the level of a day is known by its content"
    );
    let code = daily["code"].as_str().unwrap();
    let again = ask(
        "/api/level",
        &format!(r#"{{ "level": {{ "code": "{code}" }} }}"#),
    );
    assert_eq!(again["hash"], daily["hash"]);
    let hold = r#""gesture": { "type": "hold", "at": [0, 0] }"#;
    let played = ask("/api/play", &format!("{{ {level}, {hold} }}"));
    assert_eq!(
        (&played["made"], &played["solved"]),
        (&1.into(), &false.into())
    );
    let played = ask("/api/play", &format!(r#"{{ {level}, "moves": {moves} }}"#));
    assert_eq!(
        (&played["stars"], &played["solved"]),
        (&3.into(), &true.into())
    );
    assert_eq!(
        ask("/api/reach", &format!(r#"{{ {level}, "at": [0, 0] }}"#))["mode"],
        "press"
    );
    assert_eq!(
        ask("/api/hint", &format!("{{ {level} }}"))["remaining"]["moves"],
        3
    );
    assert_eq!(
        ask(
            "/api/verify",
            &format!(r#"{{ {level}, "solution": {moves} }}"#)
        )["ok"],
        true
    );
    let draft = ask("/api/draft", r#"{ "game": "countdown" }"#);
    assert_eq!(draft["faults"], Value::Array(Vec::new()));
    ask(
        "/api/progress/moves",
        &format!(r#"{{ {level}, "moves": {{ "moves": [3] }} }}"#),
    );
    let won = ask(
        "/api/progress/complete",
        &format!(r#"{{ {level}, "moves": {moves} }}"#),
    );
    assert_eq!(
        (&won["firstTime"], &won["stars"]),
        (&true.into(), &3.into())
    );
    assert_eq!(
        ask("/api/progress", "")["games"]["countdown"]["completed"],
        1
    );
    let export = ask("/api/progress/export", "").to_string();
    assert_eq!(ask("/api/progress/import", &export)["changed"], 0);
    ask("/api/progress/reset", r#"{ "game": "countdown" }"#);
    assert_eq!(
        ask("/api/progress", "")["games"]["countdown"]["completed"],
        0
    );
}

#[test]
fn the_toy_game_runs_every_job() {
    let workshop = workshop();
    let running = AtomicBool::new(false);
    let level = || LevelRef::address("countdown/1");
    for kind in [
        JobKind::Solve,
        JobKind::Inspect,
        JobKind::Review,
        JobKind::Explain,
        JobKind::Plates,
    ] {
        let job = workshop.prepare(JobRequest::about(kind, level())).unwrap();
        let outcome = workshop.run(job, &(), &running);
        assert!(outcome.is_ok(), "{kind:?}: {:?}", outcome.err());
    }
    let job = workshop
        .prepare(JobRequest::about(JobKind::Tree, level()))
        .unwrap();
    assert!(
        workshop.run(job, &(), &running).is_err(),
        "it draws no tree"
    );
    let job = workshop
        .prepare(JobRequest::generate_level("countdown"))
        .unwrap();
    assert!(workshop.run(job, &(), &running).is_ok());
}

#[test]
fn the_toy_game_is_attempted_and_won() {
    let workshop = workshop();
    let mut attempt = workshop.attempt(&LevelRef::address("countdown/1")).unwrap();
    let now = Duration::from_secs(1);
    let at = (0, 0).into();
    for gesture in [
        Gesture::Hold { at },
        Gesture::Hold { at },
        Gesture::Tap { at },
    ] {
        assert!(!attempt.is_solved());
        assert_eq!(attempt.make(&gesture, now).made, 1);
    }
    assert_eq!((attempt.is_solved(), attempt.stars()), (true, Some(3)));
    assert!(
        workshop
            .finish(&mut attempt, now)
            .unwrap()
            .unwrap()
            .first_time
    );
}
