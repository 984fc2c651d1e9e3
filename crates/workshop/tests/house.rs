//! What ARCHITECTURE.md calls absent is absent: the sources are read and looked through.

use std::collections::BTreeSet;
use std::path::Path;

use gridwright_games::registry::GAMES;

/// The Rust files below a folder of the workspace, as paths and texts.
fn files(folder: &str) -> Vec<(String, String)> {
    files_of(folder, "rs")
}

/// The files below a folder of the workspace whose names end in this way, as paths and texts.
fn files_of(folder: &str, ending: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{folder:?}: {e}"));
        for path in entries.map(|entry| entry.unwrap().path()) {
            // Packages of others, and what tools make, are not ours.
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with('.') || name == "node_modules" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == ending)
            {
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
        &[
            "gridwright_workshop",
            "gridwright_web",
            "gridwright_tui",
            "gridwright_cli",
            "pyo3",
            "axum",
            "clap",
            "ratatui",
        ],
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
        "crates/wasm/src",
        "crates/py/src",
    ] {
        for game in GAMES {
            absent(folder, &[&format!("\"{}\"", game.id())]);
        }
    }
    for game in GAMES {
        absent("crates/workshop/src", &[&format!("\"{}\"", game.id())]);
    }
}

/// Where front ends, tests in the browser, measurements and scripts speak of games, they speak of one
/// as an example. Several names close together are a list, and lists are read from the registry.
#[test]
fn nothing_outside_the_registry_keeps_a_list_of_games() {
    let ids: Vec<&str> = GAMES.iter().map(|game| game.id()).collect();
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '-');
    let names = |text: &str, id: &str| {
        text.match_indices(id).any(|(at, _)| {
            ends(text[..at].chars().next_back()) && ends(text[at + id.len()..].chars().next())
        })
    };
    let folders = [
        ("crates/web/browser", "js"),
        ("crates/web/www", "js"),
        ("crates/probe/src", "rs"),
        ("crates/workbench/src", "rs"),
        ("crates/host/src", "rs"),
        ("peers", "py"),
        ("python/gridwright", "py"),
        ("crates/fuzz/src", "rs"),
        ("fuzz/src", "rs"),
    ];
    for (folder, extension) in folders {
        for (path, text) in files_of(folder, extension) {
            let lines = text.lines().map(str::trim);
            let lines: Vec<&str> = lines.filter(|line| !line.starts_with("//")).collect();
            for near in lines.windows(4) {
                let near = near.join("\n");
                // In Rust the name of a module or a type is no name of a game.
                let named = |id: &&&str| match extension {
                    "rs" => near.contains(&format!("\"{id}")),
                    _ => names(&near, id),
                };
                let listed = ids.iter().filter(named).count();
                assert!(listed < 3, "{path} lists games:\n{near}");
            }
        }
    }
}

#[test]
fn dependencies_are_used_and_have_their_versions_in_the_workspace() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manifest = |folder: &Path| std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let mut wanted = BTreeSet::new();
    for entry in std::fs::read_dir(root.join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let sources = |below: &[&str]| -> String {
            let below = below.iter().filter(|below| folder.join(below).exists());
            let texts = below.flat_map(|below| sources(&format!("crates/{name}/{below}")));
            texts.map(|(_, text)| text).collect()
        };
        let code = sources(&["src"]);
        let mut all = sources(&["src", "tests", "examples"]) + &tests_within(&folder.join("src"));
        if all.contains("conformance/toy.rs") {
            let toy = root.join("crates/games/tests/conformance/toy.rs");
            all += &std::fs::read_to_string(toy).unwrap();
        }
        for (section, dependency, line) in dependencies(&manifest(&folder)) {
            assert!(
                line.contains("workspace = true"),
                "{name}: the version of {dependency} belongs into the workspace"
            );
            let word = dependency.replace('-', "_");
            let used = |code: &str| {
                ["::", ";", "::{", " as "]
                    .iter()
                    .any(|end| code.contains(&format!("{word}{end}")))
            };
            let found = if section == "dependencies" {
                used(&code)
            } else {
                used(&all)
            };
            assert!(found, "{name} does not use {dependency}");
            wanted.insert(dependency);
        }
    }
    for (_, dependency, _) in dependencies(&manifest(&root)) {
        assert!(wanted.contains(&dependency), "nothing uses {dependency}");
    }
}

/// The lines of the sections of dependencies of a manifest: section, name, line.
fn dependencies(manifest: &str) -> Vec<(String, String, String)> {
    let mut section = String::new();
    let mut found = Vec::new();
    for line in manifest.lines() {
        if let Some(head) = line.strip_prefix('[') {
            section = head.trim_end_matches(']').to_owned();
        } else if section.ends_with("dependencies")
            && let Some(end) = line.find([' ', '.', '='])
            && !line.starts_with('#')
        {
            let kind = section.rsplit('.').next().unwrap_or_default().to_owned();
            found.push((kind, line[..end].to_owned(), line.to_owned()));
        }
    }
    found
}

/// The unit tests of the sources of a crate, which its code is read without.
fn tests_within(folder: &Path) -> String {
    let texts = files(&folder.display().to_string()).into_iter();
    texts
        .filter_map(|(_, text)| {
            text.split_once("#[cfg(test)]\nmod ")
                .map(|(_, tests)| tests.to_owned())
        })
        .collect()
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
    let browser = root.join("crates/web/browser/tests");
    let invariants: Vec<&str> = section.split("\n* ").skip(1).collect();
    assert!(invariants.len() > 10);
    for invariant in invariants {
        let (_, holders) = invariant
            .split_once("*Held by*")
            .unwrap_or_else(|| panic!("nothing holds: {invariant}"));
        let names = holders.split('`').skip(1).step_by(2);
        for name in names.filter(|name| *name != "clippy.toml") {
            let found = known.contains(&format!("fn {name}("))
                || known.contains(&format!("{name} ="))
                || browser.join(name).is_file()
                || root.join(name).is_file();
            assert!(found, "{name} holds nothing: {invariant}");
        }
    }
}

#[test]
fn the_folders_of_the_games_are_alike() {
    const FILES: &[&str] = &[
        "act.rs",
        "codes.rs",
        "document.rs",
        "edit.rs",
        "explain.rs",
        "generate/mod.rs",
        "gesture.rs",
        "grade.rs",
        "hint.rs",
        "lessons.rs",
        "level.rs",
        "likeness.rs",
        "names.rs",
        "rules.rs",
        "solve/mod.rs",
        "text.rs",
        "view.rs",
    ];
    const PUBLIC: &[&str] = &["codes", "document", "generate", "level", "rules", "solve"];
    const PRIVATE: &[&str] = &[
        "act", "edit", "explain", "gesture", "hint", "lessons", "view",
    ];
    const TESTS: &[&str] = &["document.rs", "generator.rs", "packs.rs", "solver.rs"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    for game in GAMES {
        let name = game.id().replace('-', "_");
        let folder = root.join("src").join(&name);
        for file in FILES {
            assert!(folder.join(file).is_file(), "{name} has no {file}");
        }
        let text = std::fs::read_to_string(folder.join("mod.rs")).unwrap();
        for (modules, is_public) in [(PUBLIC, true), (PRIVATE, false)] {
            for module in modules {
                let found = text.contains(&format!("\npub mod {module};"));
                assert_eq!(found, is_public, "{name}: {module}");
            }
        }
        for file in TESTS {
            let found = root.join("tests").join(&name).join(file).is_file();
            assert!(found, "the tests of {name} have no {file}");
        }
    }
}
