//! A game that is handed in goes through the server like those that ship.

#[path = "../../../games/tests/conformance/toy.rs"]
#[allow(dead_code, reason = "the conformance tests use more of it")]
mod game;

use gridwright_games::registry::{Games, of};
use gridwright_web::Config;
use serde_json::json;

use crate::running::{Running, at};

#[test]
fn the_toy_game_is_served_played_and_won() {
    const TOY: Games = Games(&[of::<game::Countdown>()]);
    let home = tempfile::tempdir().unwrap();
    let config = Config {
        games: TOY,
        ..Config::new(([127, 0, 0, 1], 0).into(), home.path().to_owned())
    };
    let running = Running::with(config);
    let games = running.get("/api/games").json();
    assert_eq!(games["games"][0]["id"], "countdown");
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
    let level = at("countdown/tiny/1");
    let mut moves = json!(null);
    for kind in ["hold", "hold", "tap"] {
        let gesture = json!({ "type": kind, "at": [0, 0] });
        let body = json!({ "level": level, "moves": moves, "gesture": gesture });
        let answer = running.good("/api/play", &body);
        assert_eq!(answer["made"], 1);
        moves = answer["moves"].clone();
    }
    let won = running.good(
        "/api/progress/complete",
        &json!({ "level": level, "moves": moves }),
    );
    assert_eq!(
        (&won["firstTime"], &won["stars"]),
        (&true.into(), &3.into())
    );
    let events = running
        .job(&json!({ "kind": "solve", "level": level }))
        .unwrap();
    let done = events.last().unwrap();
    assert_eq!(
        (&done.name[..], &done.data["costs"]["moves"]),
        ("done", &3.into())
    );
    let chess = running.post("/api/level", &json!({ "level": at("lights-off/1") }));
    assert_eq!(chess.status, 404, "only what was handed in is there");
}
