//! `docs/formats/GAME.md`: the files of a game by example, made from what the game declares.
//!
//! `GRIDWRIGHT_WRITE_DOCS=1 cargo test -p gridwright --test cli formats` writes them anew.

use std::fmt::Write;
use std::path::Path;

use gridwright_core::budget::Budget;
use gridwright_core::solve::Wish;
use gridwright_games::document::layout::readable;
use gridwright_games::registry::{GAMES, Game};
use serde_json::Value;

#[test]
fn every_game_has_its_formats_by_example() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats");
    let write = std::env::var_os("GRIDWRIGHT_WRITE_DOCS").is_some();
    for game in GAMES {
        let path = folder.join(format!("{}.md", game.id()));
        let page = page(*game);
        if write {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &page).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            written, page,
            "{path:?} is not current; see the head of this test"
        );
    }
}

fn page(game: &dyn Game) -> String {
    let about = game.about();
    let lesson = &about.lessons[0];
    let level = game.open(lesson.level).unwrap();
    let solved = level.solve(&Wish::default(), &Budget::unlimited());
    let solution = solved.solution.unwrap();
    let mut page = format!(
        "# Files of {}\n\n<!-- Made by crates/cli/tests/cli/formats.rs from what the game declares. -->\n\n{}\n\n{}\n\n",
        about.title, about.summary, about.rules
    );
    let _ = write!(
        page,
        "## A level\n\n{}\n\n```json\n{}```\n\n",
        lesson.text,
        readable(&level.document())
    );
    page += &keys(&game.schema());
    let _ = write!(
        page,
        "\n## A solution\n\n{}\n\n```json\n{}```\n\n",
        about.answer,
        readable(&solution)
    );
    page += &keys(&game.solution_schema());
    page += "\n`game` and `meta` may stand in every level file: the name of the game, and notes that are kept as they are.\n";
    let _ = writeln!(
        page,
        "`gridwright schema {0}` and `gridwright schema {0} --solution` print the JSON Schemas.",
        about.id
    );
    page
}

/// The keys of an object, as its schema has them.
fn keys(schema: &Value) -> String {
    let mut table = String::from("| key | | what it is |\n|---|---|---|\n");
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        if ["game", "meta"].contains(&&key[..]) {
            continue;
        }
        let needed = if required.contains(&&key[..]) {
            "needed"
        } else {
            ""
        };
        let described = value["description"]
            .as_str()
            .unwrap_or("")
            .replace('\n', " ")
            .replace('|', "\\|");
        let _ = writeln!(table, "| `{key}` | {needed} | {described} |");
    }
    table
}
