//! Saved progress from the command line.

use std::process::Command;

use gridwright_core::cost::{Costs, Metric};
use gridwright_progress::open;
use gridwright_workshop::progress::record::Completion;

fn run(home: &std::path::Path, words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gridwright"))
        .args(words)
        .env("GRIDWRIGHT_HOME", home)
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn progress_is_shown_exported_imported_and_erased_only_when_told() {
    let [here, there] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    assert!(run(here.path(), &["progress"]).1.contains("nothing yet"));
    let costs = Costs::new([(Metric::new("presses", "press"), 6)]);
    let completion = Completion {
        at: 1,
        costs,
        ms: Some(1500),
        opens: None,
    };
    let mut store = open(here.path()).unwrap().store;
    store
        .record_completion("lights-off", "classic/1", &completion)
        .unwrap();
    drop(store);
    let (exit, shown, _) = run(here.path(), &["progress", "show"]);
    assert_eq!(exit, 0);
    assert!(
        shown.contains("classic/1") && shown.contains("6 presses"),
        "{shown}"
    );

    let file = here.path().join("export.json");
    let file = file.to_str().unwrap();
    assert_eq!(run(here.path(), &["progress", "export", "-o", file]).0, 0);
    let (exit, said, _) = run(there.path(), &["progress", "import", file]);
    assert_eq!((exit, said.trim()), (0, "1 level read, 1 new or better"));

    let (exit, _, advice) = run(there.path(), &["progress", "reset"]);
    assert_eq!(exit, 2);
    assert!(advice.contains("--yes"), "{advice}");
    assert!(run(there.path(), &["progress"]).1.contains("classic/1"));
    assert_eq!(run(there.path(), &["progress", "reset", "--yes"]).0, 0);
    assert!(run(there.path(), &["progress"]).1.contains("nothing yet"));
}

#[test]
fn bad_imports_and_damaged_files_are_reported() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("import.json");
    std::fs::write(&file, r#"{"format": "other"}"#).unwrap();
    let (exit, _, said) = run(home.path(), &["progress", "import", file.to_str().unwrap()]);
    assert_eq!(exit, 2, "{said}");
    assert!(said.contains("progress."), "{said}");
    std::fs::write(home.path().join("progress.db"), "junk").unwrap();
    let (exit, _, said) = run(home.path(), &["progress"]);
    assert_eq!(exit, 0);
    assert!(said.contains("progress.damaged-1.db"), "{said}");
}

#[test]
fn one_game_is_exported_alone() {
    let home = tempfile::tempdir().unwrap();
    let mut store = open(home.path()).unwrap().store;
    store.raise_highest("tint", 2).unwrap();
    store.raise_highest("circuits", 3).unwrap();
    drop(store);
    let check = |words: &[&str], expected: &[&str]| {
        let (exit, text, _) = run(home.path(), words);
        assert_eq!(exit, 0, "{words:?}");
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        let games = document["games"].as_object().unwrap();
        let games: Vec<&str> = games.keys().map(|game| &game[..]).collect();
        assert_eq!(games, expected, "{words:?}");
    };
    check(&["progress", "export"], &["circuits", "tint"]);
    check(&["progress", "export", "tint"], &["tint"]);
    check(&["progress", "export", "lights-off"], &[]);
    assert_eq!(run(home.path(), &["progress", "export", "chess"]).0, 2);
}
