//! Every game, played to the win by gestures alone.

use gridwright_probe::Answer;
use serde_json::{Value, json};

use crate::running::{FIRST, Running, at, fresh, gestures, shipped};

/// Plays the gestures of the shipped solution; returns the moves.
pub(crate) fn win(running: &Running, game: &str, address: &str) -> Value {
    let mut client = running.client();
    let mut moves = Value::Null;
    let mut last = Value::Null;
    for (seq, gesture) in gestures(address).iter().enumerate() {
        let request = json!({
            "level": at(address), "moves": moves, "gesture": gesture, "seq": seq,
        });
        let answer: Answer = client.post("/api/play", &request).unwrap();
        last = answer.json();
        assert_eq!(answer.status, 200, "{game}: {gesture}: {last}");
        assert_eq!(last["refusal"], Value::Null, "{game}: {gesture}");
        assert_eq!(last["seq"], seq, "{game}");
        assert!(last["svg"].as_str().unwrap().starts_with("<svg"), "{game}");
        moves = last["moves"].clone();
    }
    assert_eq!(last["solved"], true, "{game}: {moves}");
    moves
}

#[test]
fn every_game_is_won_and_remembered() {
    let (_home, running) = fresh();
    for (game, address) in FIRST.iter().map(|(game, address)| (*game, &address[..])) {
        let begun = running.good("/api/level", &json!({ "level": at(address) }));
        assert_eq!(begun["count"], 0, "{game}");
        assert_eq!(begun["number"], 1, "{game}");
        let moves = win(&running, game, address);
        let hash = json!({ "hash": begun["hash"] });
        let done = json!({ "level": hash, "moves": moves, "ms": 1000 });
        let first = running.good("/api/progress/complete", &done);
        assert_eq!(first["firstTime"], true, "{game}");
        assert_eq!(first["opens"], begun["next"], "{game}");
        let counted = begun["optimal"] == true;
        let stars = if counted { json!(3) } else { Value::Null };
        assert_eq!(first["stars"], stars, "{game}");
        let again = running.good("/api/progress/complete", &done);
        assert_eq!(
            (&again["firstTime"], &again["newBest"]),
            (&json!(false), &json!(false))
        );
        let after = running.good("/api/level", &json!({ "level": at(address) }));
        assert_eq!(after["record"]["completed"], true, "{game}");
        assert_eq!(after["record"]["ms"], 1000, "{game}");
    }
    let summary = running.get("/api/progress").json();
    for (game, _) in FIRST.iter() {
        assert_eq!(summary["games"][game]["completed"], 1, "{game}: {summary}");
    }
    assert_eq!(summary["streak"], 1);
    assert_eq!(summary["games"]["tilepuzzle"]["highest"], 2);
}

#[test]
fn levels_of_a_gated_pack_open_one_after_another() {
    let (_home, running) = fresh();
    let locked = |query: &str| -> Vec<bool> {
        let pack = running
            .get(&format!("/api/packs/tilepuzzle/campaign{query}"))
            .json();
        let levels = pack["levels"].as_array().unwrap().iter();
        levels
            .map(|level| level["locked"] == true)
            .take(3)
            .collect()
    };
    assert_eq!(locked(""), [false, true, true]);
    assert_eq!(locked("?all=true"), [false; 3]);
    let address = "tilepuzzle/campaign/1";
    let moves = win(&running, "tilepuzzle", address);
    running.good(
        "/api/progress/complete",
        &json!({ "level": at(address), "moves": moves }),
    );
    assert_eq!(locked(""), [false, false, true]);
    running.good("/api/progress/reset", &json!({ "game": "tilepuzzle" }));
    assert_eq!(locked(""), [false, true, true]);
}

#[test]
fn moves_go_back_and_coming_moves_are_drawn() {
    let (_home, running) = fresh();
    for (game, address) in FIRST.iter().map(|(game, address)| (*game, &address[..])) {
        let (_, solution) = shipped(address);
        let whole = running.good(
            "/api/play",
            &json!({ "level": at(address), "moves": solution }),
        );
        let count = whole["count"].as_u64().unwrap();
        assert!(count > 0 && whole["solved"] == true, "{game}");
        let keep = json!({
            "level": at(address), "moves": solution, "rewind": { "keep": count - 1 },
        });
        let kept = running.good("/api/play", &keep);
        assert_eq!(kept["count"], count - 1, "{game}");
        let coming = |limit: Option<u64>| {
            let request = json!({ "level": at(address), "coming": solution, "limit": limit });
            running.good("/api/play", &request)["svg"].clone()
        };
        let bare = running.good("/api/play", &json!({ "level": at(address) }))["svg"].clone();
        assert_eq!(coming(Some(0)), bare, "{game}");
        assert_ne!(coming(Some(1)), bare, "{game}");
        assert_eq!(coming(Some(count)), coming(None), "{game}");
    }
}

#[test]
fn two_servers_give_the_same_answer() {
    let (_one, first) = fresh();
    let (_two, second) = fresh();
    let both = |path: &str, body: &Value| {
        let (one, two) = (first.post(path, body), second.post(path, body));
        assert_eq!((one.status, one.json()), (two.status, two.json()), "{path}");
        one.json()
    };
    for (game, address) in FIRST.iter().map(|(game, address)| (*game, &address[..])) {
        let (level, solution) = shipped(address);
        let opened = both("/api/level", &json!({ "level": { "document": level } }));
        assert_eq!(
            opened["address"], address,
            "the content tells where it ships"
        );
        both(
            "/api/play",
            &json!({ "level": { "code": opened["code"] }, "moves": solution }),
        );
        let one = first
            .get(&format!("/api/daily/{game}?date=2026-11-16"))
            .json();
        let two = second
            .get(&format!("/api/daily/{game}?date=2026-11-16"))
            .json();
        assert_eq!(one, two, "{game}");
        assert_eq!(one["address"], format!("{game}/daily/2026-11-16"));
        let found = both(
            "/api/level",
            &json!({ "level": { "document": one["document"] } }),
        );
        assert_eq!(found["key"], "daily/2026-11-16", "{game}");
    }
}
