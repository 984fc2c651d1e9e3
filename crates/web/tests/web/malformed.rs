//! What nobody should send: it is refused with a reason, and nothing else happens.

use gridwright_probe::Client;
use serde_json::{Value, json};

use crate::running::{FIRST, Running, at, fresh, shipped};

/// Every call with a body.
const POSTS: [&str; 11] = [
    "/api/level",
    "/api/play",
    "/api/reach",
    "/api/hand",
    "/api/hint",
    "/api/verify",
    "/api/draft",
    "/api/progress/moves",
    "/api/progress/complete",
    "/api/progress/import",
    "/api/jobs",
];

fn refused(running: &Running, path: &str, body: &[u8]) -> (u16, String, Value) {
    let json = [("content-type", "application/json")];
    let answer = running.client().send("POST", path, &json, Some(body));
    let answer = answer.unwrap();
    let report = answer.json();
    let code = report["faults"][0]["code"].as_str().unwrap_or_default();
    (answer.status, code.to_owned(), report)
}

#[test]
fn bodies_that_are_no_requests() {
    let (_home, running) = fresh();
    let deep = format!("{{\"level\":{}", "[".repeat(5000));
    let table: &[(&[u8], u16)] = &[
        (b"", 400),
        (b"{", 400),
        (b"null", 400),
        (b"[]", 400),
        (b"\"level\"", 400),
        (b"{\"level\":7}", 400),
        (b"{\"level\":{},\"level\":{}}", 400),
        (b"\xff\xfe", 400),
        (deep.as_bytes(), 400),
    ];
    for path in POSTS {
        for (body, status) in table {
            let (found, code, _) = refused(&running, path, body);
            // A progress file is refused as a whole, like a level.
            let accepted = found == *status || (path.ends_with("import") && found == 422);
            assert!(accepted && !code.is_empty(), "{path} {found} {code}");
        }
        let plain = running
            .client()
            .send("POST", path, &[], Some(b"{}"))
            .unwrap();
        assert_eq!(plain.status, 415, "{path}");
        let huge = vec![b' '; (16 << 20) + 1];
        assert_eq!(refused(&running, path, &huge).0, 413, "{path}");
    }
}

#[test]
fn requests_that_cannot_be_met() {
    let (_home, running) = fresh();
    let level = at("lights-off/1");
    let many = vec![json!({ "row": 0, "col": 0 }); 20_000];
    let wide = vec![vec![0; 66]; 3];
    let table = [
        ("/api/level", json!({}), 400, "input.wrong-type"),
        ("/api/level", json!({ "level": {} }), 400, "web.level-ref"),
        (
            "/api/level",
            json!({ "level": { "address": "a", "hash": "b" } }),
            400,
            "web.level-ref",
        ),
        (
            "/api/level",
            json!({ "level": { "hash": "0123" } }),
            404,
            "web.unknown-hash",
        ),
        (
            "/api/level",
            json!({ "level": at("chess/1") }),
            404,
            "pack.unknown",
        ),
        (
            "/api/level",
            json!({ "level": at("tint/easy/e99") }),
            404,
            "pack.unknown",
        ),
        (
            "/api/level",
            json!({ "level": at("tint/daily/2026-02-30") }),
            422,
            "web.bad-date",
        ),
        (
            "/api/level",
            json!({ "level": { "code": "gw1AAAA" } }),
            422,
            "code.damaged",
        ),
        (
            "/api/level",
            json!({ "level": { "code": "nonsense" } }),
            422,
            "code.version",
        ),
        (
            "/api/level",
            json!({ "level": { "document": {} } }),
            422,
            "input.no-game",
        ),
        (
            "/api/level",
            json!({ "level": { "document": { "game": "chess" } } }),
            404,
            "input.unknown-game",
        ),
        (
            "/api/level",
            json!({ "level": { "document": 7 } }),
            422,
            "input.wrong-type",
        ),
        (
            "/api/level",
            json!({ "level": level, "extra": 1 }),
            400,
            "input.unknown-key",
        ),
        (
            "/api/level",
            json!({ "level": { "document": { "initialState": wide } } }),
            422,
            "web.too-large",
        ),
        (
            "/api/play",
            json!({ "level": level, "gesture": { "type": "wave" } }),
            400,
            "input.wrong-type",
        ),
        (
            "/api/play",
            json!({ "level": level, "moves": 7 }),
            422,
            "input.wrong-type",
        ),
        (
            "/api/play",
            json!({ "level": level, "moves": { "moves": [{ "row": 9, "col": 9 }] } }),
            422,
            "lights-off.off-board",
        ),
        (
            "/api/play",
            json!({ "level": level, "moves": { "moves": many } }),
            422,
            "web.too-many-moves",
        ),
        (
            "/api/play",
            json!({ "level": level, "gesture": { "type": "tap", "at": [0, 0] }, "rewind": { "keep": 1 } }),
            400,
            "web.one-at-a-time",
        ),
        (
            "/api/play",
            json!({ "level": level, "rewind": { "drop": vec![0; 5000] } }),
            422,
            "web.too-many-moves",
        ),
        (
            "/api/hand",
            json!({ "level": level, "hand": { "piece": "X", "side": 0, "sides": 1, "turns": 0, "grabbed": [0, 0] } }),
            404,
            "web.no-piece",
        ),
        (
            "/api/draft",
            json!({ "game": "chess" }),
            404,
            "input.unknown-game",
        ),
        (
            "/api/progress/complete",
            json!({ "level": level, "moves": { "moves": [] } }),
            422,
            "web.not-solved",
        ),
        (
            "/api/progress/reset",
            json!({ "game": "chess" }),
            404,
            "input.unknown-game",
        ),
        (
            "/api/jobs",
            json!({ "kind": "juggle" }),
            400,
            "input.wrong-type",
        ),
        ("/api/jobs", json!({ "kind": "solve" }), 400, "web.missing"),
        (
            "/api/jobs",
            json!({ "kind": "generate" }),
            400,
            "web.missing",
        ),
        (
            "/api/jobs",
            json!({ "kind": "solve", "level": level, "metric": "smiles" }),
            422,
            "web.not-offered",
        ),
        (
            "/api/jobs",
            json!({ "kind": "solve", "level": level, "without": ["thought"] }),
            422,
            "web.not-offered",
        ),
        (
            "/api/jobs",
            json!({ "kind": "solve", "level": level, "timeLimit": 301 }),
            400,
            "input.wrong-type",
        ),
        (
            "/api/jobs",
            json!({ "kind": "generate", "game": "tint", "tier": "cruel" }),
            422,
            "generate.unknown-tier",
        ),
        (
            "/api/jobs",
            json!({ "kind": "generate", "game": "tint", "set": { "x": 1 } }),
            422,
            "generate.unknown-knob",
        ),
    ];
    for (path, body, status, code) in table {
        let (found, said, report) = refused(&running, path, body.to_string().as_bytes());
        let short: String = body.to_string().chars().take(120).collect();
        assert_eq!(
            (found, &said[..]),
            (status, code),
            "{path} {short}: {report}"
        );
    }
    for (path, status) in [
        ("/api/packs/chess/1", 404),
        ("/api/packs/tint/cruel", 404),
        ("/api/packs/tint/easy?all=maybe", 400),
        ("/api/daily/tint?date=2019-12-31", 422),
        ("/api/daily/tint?date=tomorrow", 422),
        ("/api/daily/tint?day=1", 400),
        ("/api/nothing", 404),
        ("/api", 404),
        ("/js/../../Cargo.toml", 404),
        ("/nothing.html", 404),
        ("/api/play", 405),
    ] {
        let answer = running.get(path);
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.json()["faults"][0]["code"].is_string(), "{path}");
    }
}

#[test]
fn a_faulty_level_is_drawn_with_its_faults() {
    let (_home, running) = fresh();
    let faulty = json!({ "initialState": [[true, false], [true]] });
    let body = json!({ "level": { "document": faulty, "game": "lights-off" } });
    let (status, _, report) = refused(&running, "/api/level", body.to_string().as_bytes());
    assert_eq!(status, 422, "{report}");
    assert!(
        report["sketch"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg")),
        "{report}"
    );
}

#[test]
fn bytes_at_random_reach_no_panic() {
    let (_home, running) = fresh();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut client = running.client();
    for round in 0..600 {
        let (_, address) = &FIRST[round % FIRST.len()];
        let (level, solution) = shipped(address);
        let body = json!({
            "level": { "document": level }, "moves": solution, "kind": "review",
            "gesture": { "type": "drag", "path": [[0, 0], [1, 0], [1, 1]] }, "timeLimit": 0.01,
        });
        let mut bytes = body.to_string().into_bytes();
        for _ in 0..1 + random(4) {
            let place = random(bytes.len());
            match random(3) {
                0 => bytes[place] = random(256) as u8,
                1 => drop(bytes.drain(place..bytes.len().min(place + 1 + random(9)))),
                _ => bytes.insert(place, b"0123456789-{}[],:\""[random(18)]),
            }
        }
        let path = POSTS[random(POSTS.len() - 1)];
        let json = [("content-type", "application/json")];
        let answer = client.send("POST", path, &json, Some(&bytes)).unwrap();
        assert!(
            (400..500).contains(&answer.status) || answer.status == 200,
            "{path}"
        );
    }
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..random(200)).map(|_| random(256) as u8).collect();
        let mut client = running.client();
        // Whether it is answered or hung up on is all the same.
        let _ = client.raw(&bytes);
    }
    assert_eq!(running.get("/healthz").status, 200);
}

#[test]
fn a_body_that_ends_early_is_refused_and_others_go_on() {
    let (_home, running) = fresh();
    let mut slow: Vec<Client> = (0..50).map(|_| running.client()).collect();
    for client in &mut slow {
        let head = format!(
            "POST /api/play HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{{",
            running.addr
        );
        client.raw(head.as_bytes()).unwrap();
    }
    let request = json!({ "level": at("tint/easy/e01") });
    assert_eq!(running.post("/api/play", &request).status, 200);
}
