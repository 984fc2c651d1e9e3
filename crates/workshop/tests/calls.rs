//! The table of calls: every row answers by its address, and what comes in is bounded.

use gridwright_workshop::calls::{CALLS, Form, MOST_REQUEST, Request};
use gridwright_workshop::jobs::{JobKind, JobRequest, Outcome};
use gridwright_workshop::level_ref::LevelRef;
use gridwright_workshop::{RefusalKind, Workshop};
use serde_json::Value;

#[test]
fn every_call_answers_by_its_address() {
    let workshop = Workshop::detached();
    let level = r#""level": { "address": "lights-off/classic/1" }"#;
    let solution = workshop.catalogue().at("lights-off/classic/1").unwrap();
    let solution = solution.record().solution.to_string();
    let export = workshop.answer("/api/progress/export", "").unwrap();
    let asked = [
        ("games", "/api/games".to_owned(), String::new()),
        (
            "pack",
            "/api/packs/lights-off/classic?all=true".into(),
            String::new(),
        ),
        (
            "daily",
            "/api/daily/lights-off?date=2026-01-01".into(),
            String::new(),
        ),
        ("level", "/api/level".into(), format!("{{{level}}}")),
        ("play", "/api/play".into(), format!("{{{level}}}")),
        (
            "reach",
            "/api/reach".into(),
            format!(r#"{{{level}, "at": [0, 0]}}"#),
        ),
        ("hint", "/api/hint".into(), format!("{{{level}}}")),
        (
            "verify",
            "/api/verify".into(),
            format!(r#"{{{level}, "solution": {solution}}}"#),
        ),
        ("draft", "/api/draft".into(), r#"{ "game": "tint" }"#.into()),
        ("progress", "/api/progress".into(), String::new()),
        (
            "saveMoves",
            "/api/progress/moves".into(),
            format!("{{{level}}}"),
        ),
        (
            "complete",
            "/api/progress/complete".into(),
            format!(r#"{{{level}, "moves": {solution}}}"#),
        ),
        ("reset", "/api/progress/reset".into(), "{}".into()),
        ("export", "/api/progress/export".into(), String::new()),
        ("import", "/api/progress/import".into(), export),
    ];
    for (name, address, body) in &asked {
        let text = workshop
            .answer(address, body)
            .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        serde_json::from_str::<serde_json::Value>(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    let named: Vec<&str> = asked.iter().map(|(name, ..)| *name).collect();
    for call in CALLS.iter() {
        // A piece in the hand is asked for below; jobs have an entry of their own.
        let elsewhere = call.form == Form::Events || call.name == "hand";
        assert!(
            elsewhere || named.contains(&call.name),
            "{} was not asked",
            call.name
        );
    }
    let hand = r#"{ "level": { "address": "iq-circuit/booklet/49" },
        "hand": { "piece": "none", "side": 0, "sides": 2, "turns": 1, "grabbed": [0, 0] } }"#;
    let refusal = workshop.answer("/api/hand", hand).unwrap_err();
    assert_eq!(refusal.kind(), RefusalKind::NotFound);
}

#[test]
fn what_is_asked_wrongly_is_refused_with_its_kind_and_code() {
    let workshop = Workshop::detached();
    let check = |address: &str, body: &str, kind: RefusalKind, code: &str| {
        let refusal = workshop.answer(address, body).unwrap_err();
        let found = refusal.code().map(|code| code.id());
        assert_eq!(
            (refusal.kind(), found),
            (kind, Some(code)),
            "{address} {body:.80}"
        );
    };
    use RefusalKind::{Malformed, NotFound, TooLong, Unmet};
    check("/api/nothing", "", NotFound, "web.no-route");
    check("/api/packs/tint", "", NotFound, "web.no-route");
    check("/api/packs/tint/easy/x", "", NotFound, "web.no-route");
    check("/api/packs/tint/%zz", "", NotFound, "web.no-route");
    check("/api/packs/tint/none", "", NotFound, "pack.unknown");
    check(
        "/api/packs/%63hess/none",
        "",
        NotFound,
        "input.unknown-game",
    );
    check(
        "/api/packs/tint/easy?all=1",
        "",
        Malformed,
        "input.wrong-type",
    );
    check(
        "/api/packs/tint/easy?some=1",
        "",
        Malformed,
        "input.unknown-key",
    );
    check("/api/daily/tint?date=2026-02-30", "", Unmet, "web.bad-date");
    check("/api/play", "", Malformed, "input.not-json");
    check("/api/play", "{}", Malformed, "input.wrong-type");
    check(
        "/api/play",
        r#"{ "level": {} }"#,
        Malformed,
        "web.level-ref",
    );
    check(
        "/api/play",
        r#"{ "level": { "hash": "0" } }"#,
        NotFound,
        "web.unknown-hash",
    );
    check(
        "/api/play",
        &"x".repeat(MOST_REQUEST + 1),
        TooLong,
        "web.body-too-large",
    );
    check("/api/progress/import", "{}", Unmet, "progress.format");
    check("/api/jobs", "{}", NotFound, "web.no-route");
}

#[test]
fn a_dry_gesture_draws_no_picture_unless_one_is_asked_for() {
    let workshop = Workshop::detached();
    let check = |rest: &str, drawn: bool| {
        let body = format!(
            r#"{{ "level": {{ "address": "lights-off/classic/1" }},
                "gesture": {{ "type": "tap", "at": [0, 0] }}{rest} }}"#
        );
        let answer = workshop.answer("/api/play", &body).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(
            (answer["svg"].is_string(), &answer["made"]),
            (drawn, &1.into()),
            "{rest}"
        );
    };
    check("", true);
    check(r#", "dry": false"#, true);
    check(r#", "dry": true"#, false);
    check(r#", "dry": true, "picture": true"#, true);
    check(r#", "picture": false"#, false);
}

#[test]
fn a_series_goes_on_beyond_its_pack_and_is_kept_by_number() {
    let workshop = Workshop::detached();
    let ask = |path: &str, body: String| -> Value {
        let text = workshop.answer(path, &body);
        serde_json::from_str(&text.unwrap_or_else(|refusal| panic!("{path}: {refusal}"))).unwrap()
    };
    let open = |level: String| ask("/api/level", format!(r#"{{ "level": {level} }}"#));
    let at = |address: &str| open(format!(r#"{{ "address": "{address}" }}"#));
    let series: Vec<_> = workshop
        .catalogue()
        .games()
        .iter()
        .filter_map(|game| {
            let (pack, last) = workshop.catalogue().series(*game)?;
            Some((game.id(), pack.name(), last))
        })
        .collect();
    assert!(!series.is_empty());
    for (game, pack, last) in series {
        let beyond = format!("{game}/{pack}/{}", last + 1);
        let shipped = at(&format!("{game}/{pack}/{last}"));
        assert_eq!(shipped["next"], beyond);
        let level = at(&beyond);
        assert_eq!(level["address"], beyond);
        assert_eq!(level["number"], last + 1);
        assert_eq!(level["previous"], shipped["address"]);
        assert_eq!(level["next"], format!("{game}/{pack}/{}", last + 2));
        assert_eq!(at(&format!("{game}/{}", last + 1))["hash"], level["hash"]);
        // Whoever brings the level itself is known to play that number.
        let document = open(format!(r#"{{ "document": {} }}"#, level["document"]));
        assert_eq!(document["key"], format!("{pack}/{}", last + 1));
        let unknown = format!(r#"{{ "level": {{ "address": "{game}/{pack}/0" }} }}"#);
        let refusal = workshop.answer("/api/level", &unknown).unwrap_err();
        assert_eq!(refusal.kind(), RefusalKind::NotFound);
    }
}

#[test]
fn requests_stand_where_the_table_says() {
    for call in CALLS.iter() {
        let has_parameters = call.path.contains('{');
        assert!(
            !has_parameters || call.request == Request::Address,
            "{}",
            call.path
        );
        assert!(
            call.path.starts_with("/api/") && !call.summary.ends_with('.'),
            "{}",
            call.name
        );
    }
}

#[test]
fn jobs_run_to_their_outcome_or_stop_when_cancelled() {
    use std::sync::atomic::AtomicBool;
    let workshop = Workshop::detached();
    let level = || LevelRef::address("lights-off/classic/1");
    let (running, cancelled) = (AtomicBool::new(false), AtomicBool::new(true));
    let job = workshop
        .prepare(JobRequest::about(JobKind::Solve, level()))
        .unwrap();
    let Ok(Outcome::Solved(solved)) = workshop.run(job, &(), &running) else {
        panic!("a shipped level is solved");
    };
    assert!(solved.report.optimal);
    let mut request = JobRequest::generate_level("tint");
    request.seed = Some(1);
    let job = workshop.prepare(request).unwrap();
    assert!(
        workshop.run(job, &(), &cancelled).is_err(),
        "nothing is made once it is cancelled"
    );
}
