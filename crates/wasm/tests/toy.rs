//! A game that is handed in is answered by the engine of the page like those that ship.

#[path = "../../games/tests/conformance/toy.rs"]
#[allow(dead_code, reason = "the conformance tests use more of it")]
mod toy;

use std::sync::Mutex;

use gridwright_games::registry::{Games, of};
use gridwright_wasm::engine::{Engine, Listener};
use gridwright_workshop::Detached;
use serde_json::{Value, json};

const LEVEL: &str = r#""level": { "address": "countdown/1" }"#;

const NO_PROGRESS: &str = r#"{ "format": "gridwright-progress", "version": 1, "games": {} }"#;

fn engine() -> Engine {
    const TOY: Games = Games(&[of::<toy::Countdown>()]);
    Engine::new(TOY, Detached::default())
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_toy_game_is_played_and_kept_by_the_engine_of_the_page() {
    let engine = engine();
    let ask = |address: &str, body: &str| engine.answer(address, body, true);
    let answered = |address: &str, body: &str| {
        read(&ask(address, body).unwrap_or_else(|thrown| panic!("{address}: {thrown}")))
    };
    engine.open_progress(NO_PROGRESS).unwrap();
    assert_eq!(answered("/api/games", "")["games"][0]["id"], "countdown");
    let hold = r#""gesture": { "type": "hold", "at": [0, 0] }"#;
    let played = answered("/api/play", &format!("{{ {LEVEL}, {hold} }}"));
    assert_eq!(played["made"], 1);
    let thrown = ask("/api/level", r#"{ "level": { "address": "tint/1" } }"#).unwrap_err();
    assert!(
        read(&thrown)["faults"].is_array(),
        "no other game: {thrown}"
    );

    engine.shut_progress();
    let win = format!(r#"{{ {LEVEL}, "moves": {{ "moves": [3, 3, 1] }} }}"#);
    let thrown = ask("/api/progress/complete", &win).unwrap_err();
    assert_eq!(read(&thrown), json!({ "needs": "store" }));
    engine.open_progress(NO_PROGRESS).unwrap();
    assert_eq!(answered("/api/progress/complete", &win)["stars"], 3);
    let changes = engine.shut_progress().expect("something was completed");
    assert!(changes.contains("countdown"), "{changes}");
    engine.progress().saved();
    assert_eq!(engine.shut_progress(), None);
}

#[test]
fn the_toy_game_runs_its_jobs_in_the_engine_of_the_page() {
    #[derive(Default)]
    struct Heard(Mutex<Vec<(String, Value)>>);
    impl Listener for Heard {
        fn hear(&self, name: &str, event: &str) {
            self.0.lock().unwrap().push((name.to_owned(), read(event)));
        }
    }
    let engine = engine();
    engine.open_progress(NO_PROGRESS).unwrap();
    let heard = Heard::default();
    let request = format!(r#"{{ "kind": "review", {LEVEL}, "moves": {{ "moves": [1, 3] }} }}"#);
    let outcome = engine.run(&request, &heard);
    outcome.unwrap_or_else(|thrown| panic!("{thrown}"));
    let heard = heard.0.into_inner().unwrap();
    let points: Vec<&Value> = heard.iter().map(|(_, point)| &point["after"]).collect();
    assert_eq!(points, [0, 1, 2]);
    let thrown = engine.run(r#"{ "kind": "review" }"#, &Heard::default());
    assert!(read(&thrown.unwrap_err())["kind"].is_string());
}
