//! What ARCHITECTURE.md calls absent is absent: the sources are read and looked through.

use std::path::Path;

use gridwright_games::registry::GAMES;

/// The Rust files below a folder of the workspace, as paths and texts.
fn files(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{folder:?}: {e}"));
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path.display().to_string(), text));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} has no sources");
    found
}

/// The same as code.
fn sources(folder: &str) -> Vec<(String, String)> {
    let files = files(folder).into_iter();
    files.map(|(path, text)| (path, code(&text))).collect()
}

/// A source without its comments and its tests, which may do more.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn absent(folder: &str, words: &[&str]) {
    for (path, code) in sources(folder) {
        for word in words {
            assert!(!code.contains(word), "{path} has {word:?}");
        }
    }
}

#[test]
fn the_engine_and_the_application_leave_the_machine_to_others() {
    for folder in ["crates/core/src", "crates/games/src", "crates/workshop/src"] {
        absent(
            folder,
            &[
                "Instant",
                "SystemTime",
                "std::fs",
                "std::net",
                "std::thread",
                "std::process",
                "std::env",
                "std::io",
                "println!",
                "unsafe ",
                "collections::HashMap",
                "collections::HashSet",
            ],
        );
    }
}

#[test]
fn the_application_knows_no_http_no_database_and_no_runtime() {
    absent(
        "crates/workshop/src",
        &[
            "axum",
            "hyper",
            "StatusCode",
            "rusqlite",
            "tokio",
            "tracing",
            "rayon",
            "getrandom",
        ],
    );
}

#[test]
fn core_names_no_game_and_games_name_no_front_end() {
    for game in GAMES {
        let quoted = format!("\"{}\"", game.id());
        let module = game.id().replace('-', "_");
        absent("crates/core/src", &[&quoted, &format!("mod {module}")]);
    }
    absent(
        "crates/games/src",
        &["gridwright_workshop", "gridwright_web", "axum", "clap"],
    );
}

#[test]
fn no_front_end_lists_games_by_name() {
    for folder in [
        "crates/web/src",
        "crates/cli/src",
        "crates/tui/src",
        "crates/host/src",
        "crates/progress/src",
    ] {
        for game in GAMES {
            absent(folder, &[&format!("\"{}\"", game.id())]);
        }
    }
    for game in GAMES {
        absent("crates/workshop/src", &[&format!("\"{}\"", game.id())]);
    }
}

#[test]
fn the_server_decides_nothing_about_games_levels_and_progress() {
    absent(
        "crates/web/src",
        &[
            "gridwright_games",
            "dyn Game",
            "Session",
            "LevelRecord",
            "GameRecord",
            "Witness",
            "registry::",
            "solve(",
            "generate(",
        ],
    );
}

#[test]
fn no_test_reads_a_clock() {
    for folder in [
        "crates/core/src",
        "crates/games/tests",
        "crates/workshop/tests",
    ] {
        for (path, code) in sources(folder) {
            // The words below stand in this file to be looked for.
            let here = path.ends_with("house.rs");
            assert!(
                here || !code.contains("Instant::now"),
                "{path} reads a clock"
            );
        }
    }
}

#[test]
fn every_invariant_names_the_test_that_holds_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let (_, rest) = page.split_once("## Invariants").unwrap();
    let (section, _) = rest.split_once("\n## ").unwrap();
    let mut known: String = files("crates").into_iter().map(|(_, text)| text).collect();
    // A lint holds what it forbids.
    for file in ["Cargo.toml", "crates/core/clippy.toml"] {
        known += &std::fs::read_to_string(root.join(file)).unwrap();
    }
    let invariants: Vec<&str> = section.split("\n* ").skip(1).collect();
    assert!(invariants.len() > 10);
    for invariant in invariants {
        let (_, holders) = invariant
            .split_once("*Held by*")
            .unwrap_or_else(|| panic!("nothing holds: {invariant}"));
        let names = holders.split('`').skip(1).step_by(2);
        for name in names.filter(|name| *name != "clippy.toml") {
            let found =
                known.contains(&format!("fn {name}(")) || known.contains(&format!("{name} ="));
            assert!(found, "{name} holds nothing: {invariant}");
        }
    }
}
