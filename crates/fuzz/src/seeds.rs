//! What the fuzzer begins with: one good input of every kind, made from what ships.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use gridwright_core::cost::Costs;
use gridwright_games::document::code::PREFIX;
use gridwright_games::registry::{self, GAMES};
use gridwright_workshop::calls::CALLS;
use gridwright_workshop::progress::record::Completion;
use gridwright_workshop::progress::store::Scope;

/// The seeds of a target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    match target {
        "progress_document" => vec![progress().0],
        "database_bytes" => vec![progress().1],
        "api_request" => requests(),
        "knobs" => knobs(),
        "batch_line" => questions(),
        _ => shipped(target),
    }
}

/// Of every game, made from the first level of its first pack.
fn shipped(target: &str) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for game in GAMES {
        let Some(shipped) = game.packs().first() else {
            continue;
        };
        let mut pack = registry::read_shipped(shipped);
        pack.levels.truncate(1);
        let record = &pack.levels[0];
        let (level, solution) = (record.level.to_string(), record.solution.to_string());
        let session = game.open(&level).expect("shipped levels are valid");
        let text = match target {
            "level_text" => level,
            "level_code" => {
                let code = session.code().expect("shipped levels have codes");
                let whole = URL_SAFE_NO_PAD.decode(&code[PREFIX.len()..]);
                let whole = whole.expect("codes are base64");
                // The checksum is put on again by the target.
                seeds.push(whole[..whole.len() - 4].to_vec());
                continue;
            }
            "pack_file" => json!(pack).to_string(),
            "collection_text" => format!("{}\n{level}\n{}", json!(pack), json!(record)),
            "gesture_text" => {
                let play = session.at(Some(&solution)).expect("its solution works");
                let gestures = play.gestures().unwrap_or_default();
                let lines = gestures.iter().map(|gesture| json!(gesture).to_string());
                lines.collect::<Vec<_>>().join("\n")
            }
            "draft_text" => format!("{}\n{level}", json!({ "type": "erase", "path": [[0, 0]] })),
            _ => solution,
        };
        seeds.push(text.into_bytes());
    }
    seeds
}

/// Every call with a level that ships.
fn requests() -> Vec<Vec<u8>> {
    let level = json!({ "address": format!("{}/1", GAMES[0].id()) });
    let body = json!({ "level": level, "moves": null });
    let calls = CALLS.iter().map(|call| format!("{}\n{body}", call.path));
    let job = json!({ "kind": "solve", "level": level, "timeLimit": 1, "all": "best" });
    calls
        .chain([format!("/api/jobs\n{job}")])
        .map(String::into_bytes)
        .collect()
}

/// Every question that a batch answers.
fn questions() -> Vec<Vec<u8>> {
    let level = format!("{}/1", GAMES[0].id());
    let verbs = ["solve", "check", "verify", "hint", "explain"];
    let lines = verbs.map(|verb| {
        json!({ "do": verb, "id": 1, "level": level, "solution": {}, "moves": null, "nodes": 10,
            "quick": true, "limit": 3 })
    });
    let making = json!({ "do": "generate", "game": GAMES[0].id(), "seed": 1, "count": 1 });
    let lines = lines.into_iter().chain([making]);
    lines.map(|line| line.to_string().into_bytes()).collect()
}

/// The first tier of every game, and every knob as it stands.
fn knobs() -> Vec<Vec<u8>> {
    let of = |game: &&dyn registry::Game| {
        let tier = game.tiers().first().map_or("", |tier| tier.name);
        let knobs = game.knobs().iter().map(|knob| format!("{}=3", knob.name));
        let lines = std::iter::once(tier.to_owned()).chain(knobs);
        lines.collect::<Vec<_>>().join("\n").into_bytes()
    };
    GAMES.iter().map(of).collect()
}

/// A little progress, as a document and as a file.
fn progress() -> (Vec<u8>, Vec<u8>) {
    let home = tempfile::tempdir().expect("there is room for a folder");
    let opened = gridwright_progress::open(home.path()).expect("a new store opens");
    let mut store = opened.store;
    for number in 1..4 {
        let completion = Completion {
            at: 1000 + number,
            costs: Costs::new([("moves", number)]),
            ms: Some(number),
            opens: Some(number + 1),
        };
        let key = format!("first/{number}");
        let saved = store.record_completion(GAMES[0].id(), &key, &completion);
        saved.expect("a new store can be written to");
    }
    let document = store.export(Scope::All).expect("and read");
    drop(store);
    let file = std::fs::read(home.path().join("progress.db")).expect("it has a file");
    (document.into_bytes(), file)
}
