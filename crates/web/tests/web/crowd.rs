//! Clients that mean no good, or just went away: what they hold, and that others play on.

use std::time::Duration;

use gridwright_games::document::code;
use gridwright_games::registry::GAMES;
use gridwright_probe::Client;
use serde_json::{Value, json};

use crate::jobs::{endless, is_taken, one_core};
use crate::running::{Running, at, fresh, shipped};

/// Begins a request of so many bytes of JSON, and leaves it at that.
fn begin(running: &Running, path: &str, bytes: usize) -> Client {
    let mut client = running.client();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {bytes}\r\n\r\n",
        running.addr
    );
    client.raw(head.as_bytes()).unwrap();
    client
}

fn send(running: &Running, path: &str, body: &Value) -> Client {
    let body = body.to_string();
    let mut client = begin(running, path, body.len());
    client.raw(body.as_bytes()).unwrap();
    client
}

fn plays(running: &Running) {
    let request = json!({ "level": at("tint/easy/e01") });
    assert_eq!(running.post("/api/play", &request).status, 200);
    assert_eq!(running.get("/healthz").status, 200);
}

#[test]
fn whoever_only_connects_gives_way() {
    let (_home, running) = fresh();
    let mut player = running.client();
    let request = json!({ "level": at("tint/easy/e01") });
    assert_eq!(player.post("/api/play", &request).unwrap().status, 200);
    let silent: Vec<Client> = (0..300).map(|_| running.client()).collect();
    plays(&running);
    // Who has been let in is not in that crowd.
    assert_eq!(player.post("/api/play", &request).unwrap().status, 200);
    let mut cut = 0;
    for mut client in silent {
        client.patience(Duration::from_millis(1)).unwrap();
        cut += usize::from(matches!(client.answer(), Err(error) if is_end(&error)));
    }
    assert!(cut >= 300 - 256, "{cut} of 300 were cut");
}

/// Whether an error says that the other side ended the connection, rather than that nothing came.
fn is_end(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionReset, UnexpectedEof};
    [ConnectionReset, UnexpectedEof].contains(&error.kind())
}

#[test]
fn an_import_has_a_place_before_it_is_read() {
    let (_home, running) = fresh();
    let slow = begin(&running, "/api/progress/import", 10 << 20);
    plays(&running);
    let import = json!({ "format": "gridwright-progress", "version": 1, "games": {} });
    std::thread::scope(|scope| {
        let body = format!("{}{}", import, " ".repeat(64 << 10));
        let running = &running;
        let waiting = scope.spawn(move || {
            let json = [("content-type", "application/json")];
            let mut client = running.client();
            client.send("POST", "/api/progress/import", &json, Some(body.as_bytes()))
        });
        // Small ones need no place, nor does anything else.
        assert_eq!(running.post("/api/progress/import", &import).status, 200);
        plays(running);
        assert!(!waiting.is_finished(), "the only place is taken");
        drop(slow);
        assert_eq!(waiting.join().unwrap().unwrap().status, 200);
    });
}

#[test]
fn large_requests_that_do_not_come_hold_up_nobody_else() {
    let (_home, running) = fresh();
    let many: Vec<Client> = (0..20)
        .map(|_| begin(&running, "/api/play", 900 << 10))
        .collect();
    plays(&running);
    drop(many);
    let level = at("tint/easy/e01");
    let request = json!({ "level": level, "moves": null, "coming": null, "seq": 1 });
    let body = format!("{}{}", request, " ".repeat(900 << 10));
    let json = [("content-type", "application/json")];
    let mut client = running.client();
    let answer = client.send("POST", "/api/play", &json, Some(body.as_bytes()));
    assert_eq!(answer.unwrap().status, 200);
}

#[test]
fn work_for_clients_that_have_gone_stops() {
    let home = tempfile::tempdir().unwrap();
    let running = one_core(home.path());
    // One at a time thinks, for three seconds each; who comes last would be told to come back.
    for _ in 0..12 {
        let request = json!({ "level": endless() });
        drop(send(&running, "/api/hint", &request));
    }
    let request = json!({ "level": at("lights-off/classic/1") });
    assert_eq!(running.post("/api/hint", &request).status, 200);
}

#[test]
fn readers_who_do_not_read_hold_no_place() {
    let home = tempfile::tempdir().unwrap();
    let running = one_core(home.path());
    let job = json!({ "kind": "solve", "level": at("iq-circuit/booklet/49"), "trace": true });
    let deaf: Vec<Client> = (0..3).map(|_| send(&running, "/api/jobs", &job)).collect();
    assert!(is_taken(&running), "the places are free again");
    drop(deaf);
}

#[test]
fn the_largest_explanation_is_of_moderate_size() {
    let (_home, running) = fresh();
    let mut lamps = vec![vec![false; 64]; 64];
    for (y, row) in lamps.iter_mut().enumerate() {
        for (x, lamp) in row.iter_mut().enumerate() {
            *lamp = (x * x + 3 * y * y + x * y) % 7 < 3;
        }
    }
    let level = json!({ "document": { "game": "lights-off", "initialState": lamps } });
    for kind in ["explain", "plates"] {
        let job = json!({ "kind": kind, "level": level, "timeLimit": 20 });
        let events = running.job(&job).unwrap();
        let last = events.last().unwrap();
        let size = last.data.to_string().len();
        assert!(size < 4 << 20, "{kind}: {size} bytes");
        assert!(last.name == "done", "{kind}: {last:?}");
    }
}

#[test]
fn a_short_code_that_unpacks_to_millions_is_refused() {
    let (_home, running) = fresh();
    let game = GAMES[0].about();
    let check = |document: Value, expected: &str| {
        let code = code::encode(game.number, game.words, &document).unwrap();
        assert!(code.len() < 16 << 10, "{} characters", code.len());
        let answer = running.post("/api/level", &json!({ "level": { "code": code } }));
        assert_eq!(answer.status, 422);
        assert_eq!(answer.json()["faults"][0]["code"], expected);
    };
    let lists = Value::Array(vec![json!([]); 1_000_000]);
    check(json!({ "meta": { "notes": lists } }), "code.too-large");
    let rows = vec![vec![false; 2040]; 400];
    check(json!({ "initialState": rows }), "code.too-large");
}

#[test]
fn boards_of_64_cells_open_and_larger_ones_do_not() {
    let (_home, running) = fresh();
    let (mut level, _) = shipped("circuits/0101");
    for (side, status) in [(64, 200), (65, 422)] {
        level["width"] = side.into();
        level["height"] = side.into();
        let request = json!({ "level": { "document": level } });
        assert_eq!(
            running.post("/api/level", &request).status,
            status,
            "{side}"
        );
    }
}
