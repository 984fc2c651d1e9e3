//! Progress over restarts, exports and imports.

use serde_json::{Value, json};

use crate::running::{FIRST, Running, at, fresh, shipped};
use crate::walk::win;

#[test]
fn progress_outlives_the_server() {
    let home = tempfile::tempdir().unwrap();
    let (won, left) = ("tint/easy/e01", "tilepuzzle/campaign/1");
    let (_, solution) = shipped(left);
    let part = {
        let running = Running::at(home.path());
        let moves = win(&running, "tint", won);
        running.good(
            "/api/progress/complete",
            &json!({ "level": at(won), "moves": moves }),
        );
        let request = json!({ "level": at(left), "moves": solution, "rewind": { "keep": 2 } });
        let part = running.good("/api/play", &request)["moves"].clone();
        running.good(
            "/api/progress/moves",
            &json!({ "level": at(left), "moves": part }),
        );
        part
    };
    let running = Running::at(home.path());
    let back = running.good("/api/level", &json!({ "level": at(left) }));
    assert_eq!((&back["moves"], &back["count"]), (&part, &json!(2)));
    let summary = running.get("/api/progress").json();
    assert_eq!(summary["games"]["tilepuzzle"]["current"], left);
    assert_eq!(summary["games"]["tilepuzzle"]["begun"], 1);
    assert_eq!(summary["games"]["tint"]["completed"], 1);
    assert_eq!(summary["games"]["tint"]["current"], "tint/easy/e02");
    // An attempt without moves is none.
    running.good(
        "/api/progress/moves",
        &json!({ "level": at(left), "moves": Value::Null }),
    );
    let cleared = running.good("/api/level", &json!({ "level": at(left) }));
    assert_eq!(cleared["moves"], Value::Null);
}

#[test]
fn an_export_brings_everything_elsewhere() {
    let (_home, first) = fresh();
    for (game, address) in FIRST.iter().map(|(game, address)| (*game, &address[..])) {
        let moves = win(&first, game, address);
        first.good(
            "/api/progress/complete",
            &json!({ "level": at(address), "moves": moves }),
        );
    }
    let export = first.get("/api/progress/export");
    assert!(
        export
            .header("content-disposition")
            .unwrap()
            .starts_with("attachment")
    );
    let (_other, second) = fresh();
    let imported = second.good("/api/progress/import", &export.json());
    assert_eq!(imported, json!({ "levels": 5, "changed": 5 }));
    assert_eq!(second.get("/api/progress/export").body, export.body);
    let one = second.get("/api/progress/export?game=tint").json();
    let games: Vec<&String> = one["games"].as_object().unwrap().keys().collect();
    assert_eq!(games, ["tint"]);
    second.good("/api/progress/reset", &json!({}));
    let summary = second.get("/api/progress").json();
    assert_eq!(summary["games"]["tint"]["completed"], 0);
}

#[test]
fn a_damaged_file_is_told_of() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("progress.db"), "not a database").unwrap();
    let running = Running::at(home.path());
    let notice = running.get("/api/progress").json()["notice"].clone();
    assert!(
        notice.as_str().is_some_and(|text| text.contains("damaged")),
        "{notice}"
    );
}

#[test]
fn what_is_drawn_is_never_markup_of_the_maker() {
    let (_home, running) = fresh();
    let level = json!({
        "game": "tint", "width": 4, "height": 1,
        "droplets": [{ "at": [0, 0], "color": "red" }],
        "targets": [{ "at": [3, 0], "color": "red" }],
        "meta": { "title": "<script>alert(1)</script>" },
    });
    let opened = running.good("/api/level", &json!({ "level": { "document": level } }));
    assert!(!opened["svg"].as_str().unwrap().contains("<script"));
}
