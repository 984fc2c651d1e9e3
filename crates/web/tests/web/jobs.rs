//! Long work: told of, bounded, and ended when nobody listens any more.

use std::time::{Duration, Instant};

use gridwright_probe::Client;
use gridwright_web::Config;
use serde_json::{Value, json};

use crate::running::{FIRST, Running, at, fresh, shipped};

/// A level that the solver does not finish in the time of a test: on a torus of this size too many
/// patterns of presses change nothing, and all of them have to be weighed.
pub(crate) fn endless() -> Value {
    const SIDE: usize = 60;
    let mut lamps = vec![vec![false; SIDE]; SIDE];
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    for y in 0..SIDE {
        for x in 0..SIDE {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            if state >> 63 == 1 {
                for (dx, dy) in [(0, 0), (1, 0), (SIDE - 1, 0), (0, 1), (0, SIDE - 1)] {
                    let lamp = &mut lamps[(y + dy) % SIDE][(x + dx) % SIDE];
                    *lamp = !*lamp;
                }
            }
        }
    }
    json!({ "document": { "game": "lights-off", "topology": "torus", "initialState": lamps } })
}

pub(crate) fn one_core(home: &std::path::Path) -> Running {
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), home.to_owned());
    config.cores = Some(1);
    Running::with(config)
}

#[test]
fn every_kind_ends_with_one_answer() {
    let (_home, running) = fresh();
    for (game, address) in FIRST.iter().map(|(game, address)| (*game, &address[..])) {
        let (_, solution) = shipped(address);
        let level = at(address);
        let jobs = [
            json!({ "kind": "solve", "level": level }),
            json!({ "kind": "inspect", "level": level, "quick": true }),
            json!({ "kind": "review", "level": level, "moves": solution }),
            json!({ "kind": "explain", "level": level }),
            json!({ "kind": "plates", "level": level }),
            json!({ "kind": "tree", "level": level, "timeLimit": 5 }),
        ];
        for job in jobs {
            let events = running.job(&job).unwrap();
            let ends: Vec<&str> = events
                .iter()
                .map(|event| &event.name[..])
                .filter(|name| ["done", "failed"].contains(name))
                .collect();
            assert_eq!(ends.len(), 1, "{game} {job}: {events:?}");
            assert_eq!(events.last().unwrap().name, ends[0], "{game} {job}");
            let offered = !["explain", "tree"].contains(&job["kind"].as_str().unwrap());
            assert!(ends[0] == "done" || !offered, "{game} {job}: {events:?}");
        }
    }
}

#[test]
fn a_made_level_can_be_played_by_its_hash() {
    let (_home, running) = fresh();
    let job = json!({ "kind": "generate", "game": "lights-off", "seed": 7, "set": { "rows": 4 } });
    let events = running.job(&job).unwrap();
    let done = &events.last().unwrap().data;
    let hash = json!({ "hash": done["level"]["hash"] });
    let request = json!({ "level": hash, "moves": done["record"]["solution"] });
    let played = running.good("/api/play", &request);
    assert_eq!(
        (&played["solved"], &played["stars"]),
        (&json!(true), &json!(3))
    );
}

#[test]
fn a_trace_comes_in_batches() {
    let (_home, running) = fresh();
    let job = json!({ "kind": "solve", "level": at("iq-circuit/booklet/49"), "trace": true });
    let events = running.job(&job).unwrap();
    let told: usize = events
        .iter()
        .filter(|event| event.name == "item")
        .map(|event| event.data["trace"].as_array().unwrap().len())
        .sum();
    let seen = events.last().unwrap().data["traced"].as_u64().unwrap();
    assert!(
        told > 0 && told as u64 == seen.min(20_000),
        "{told} of {seen}"
    );
}

/// Waits until a job is taken; tells whether that came to pass.
pub(crate) fn is_taken(running: &Running) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        let job = json!({ "kind": "solve", "level": at("tint/easy/e01") });
        if running.job(&job).is_ok_and(|events| !events.is_empty()) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

#[test]
fn who_goes_away_frees_the_place_and_who_is_too_many_is_told() {
    let home = tempfile::tempdir().unwrap();
    let running = one_core(home.path());
    let job = json!({ "kind": "solve", "level": endless(), "timeLimit": 300 });
    // One runs and two wait; the first is heard of.
    let mut first = running.client();
    let heard = first.job(&job, &mut |event| {
        assert_eq!(event.name, "progress");
        false
    });
    assert!(heard.unwrap().is_none(), "the first job runs");
    let body = job.to_string();
    let mut waiting: Vec<Client> = Vec::new();
    for _ in 0..2 {
        let mut client = running.client();
        let head = format!(
            "POST /api/jobs HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            running.addr,
            body.len()
        );
        client.raw(head.as_bytes()).unwrap();
        // The head of the answer comes when the place is taken, long before the first event.
        assert_eq!(client.status().unwrap(), 200);
        waiting.push(client);
    }
    let answer = running.client().job(&job, &mut |_| false).unwrap();
    let refused = answer.expect("the places are full");
    assert_eq!(refused.status, 503);
    assert!(refused.header("retry-after").is_some());
    // Moves go on meanwhile.
    let request = json!({ "level": at("tint/easy/e01") });
    assert_eq!(running.post("/api/play", &request).status, 200);
    drop((first, waiting));
    assert!(is_taken(&running), "the places are free again");
}

#[test]
fn a_time_limit_ends_with_what_is_known() {
    let (_home, running) = fresh();
    let job = json!({ "kind": "solve", "level": endless(), "timeLimit": 0.5 });
    let events = running.job(&job).unwrap();
    let done = events.last().unwrap();
    assert_eq!(done.name, "done", "{events:?}");
    assert_eq!(done.data["optimal"], false);
    assert_eq!(done.data["limit"], "time");
    assert!(events.iter().any(|event| event.name == "progress"));
}
