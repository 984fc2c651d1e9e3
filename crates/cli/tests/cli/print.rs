//! Books as PDF, and contact sheets.

use gridwright_games::registry::{GAMES, read_shipped};
use serde_json::Value;

use crate::{expect, run};

/// The first three levels of every game, as a pack in a folder.
fn packs(folder: &tempfile::TempDir) -> Vec<String> {
    let mut paths = Vec::new();
    for game in GAMES {
        let mut pack = read_shipped(&game.packs()[0]);
        pack.levels.truncate(3);
        let path = folder.path().join(format!("{}.json", game.id()));
        std::fs::write(&path, serde_json::to_string(&pack).unwrap()).unwrap();
        paths.push(path.to_str().unwrap().to_owned());
    }
    paths
}

fn printed(words: &[&str], exit: i32) -> (Vec<u8>, Value) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.pdf");
    let mut all = vec!["print", "--json", "-o", path.to_str().unwrap()];
    all.extend(words);
    let ran = run(&all);
    assert_eq!(ran.exit, exit, "{words:?}: {}", ran.stderr);
    (std::fs::read(&path).unwrap_or_default(), ran.json())
}

#[test]
fn every_game_is_printed_in_colour_and_in_grey_on_every_paper() {
    let folder = tempfile::tempdir().unwrap();
    for path in packs(&folder) {
        let (book, report) = printed(&[&path], 0);
        assert!(book.starts_with(b"%PDF-"), "{path}");
        assert_eq!(
            (&report["levels"], &report["unsolved"]),
            (&3.into(), &0.into()),
            "{path}"
        );
        let pages = report["pages"].as_u64().unwrap();
        let text = String::from_utf8_lossy(&book).into_owned();
        assert!(text.contains(&format!("/Count {pages}")), "{path}");
        assert!(text.contains("[0 0 595.27"), "A4 is 595 points wide");
        let (grey, _) = printed(&[&path, "--grey"], 0);
        assert_ne!(grey, book, "{path}");
        let (_, alone) = printed(&[&path, "--solutions", "none", "--per-page", "1"], 0);
        let per_page = printed(&[&path, "--solutions", "none", "--per-page", "3"], 0).1;
        assert_eq!(
            alone["pages"].as_u64().unwrap(),
            per_page["pages"].as_u64().unwrap() + 2,
            "three pages of one level, one page of three: {path}"
        );
        for (paper, points) in [("letter", "612"), ("a5", "419.5")] {
            let (book, _) = printed(&[&path, "--paper", paper], 0);
            assert!(
                String::from_utf8_lossy(&book).contains(&format!("[0 0 {points}")),
                "{paper}"
            );
        }
    }
}

#[test]
fn levels_of_several_games_make_one_book() {
    let folder = tempfile::tempdir().unwrap();
    let paths = packs(&folder);
    let words: Vec<&str> = paths.iter().map(|path| &path[..]).collect();
    let (book, report) = printed(&words, 0);
    assert_eq!(report["levels"], 3 * GAMES.len());
    assert!(book.len() > 10_000);
    let (again, _) = printed(&words, 0);
    assert_eq!(book, again, "the same levels, the same bytes");
}

#[test]
fn what_cannot_be_printed_is_said() {
    for (line, words) in [
        ("print lights-off/1", "--output"),
        ("print nothing.json -o /dev/null", "is no file"),
        ("print lights-off/1 --per-page 0 -o /dev/null", "1..=24"),
        (
            "print lights-off/1 --color --grey -o /dev/null",
            "cannot be used with",
        ),
        ("print lights-off/1 -o /nowhere/at/all.pdf", "cannot write"),
    ] {
        let ran = expect(line, 2);
        assert!(ran.stderr.contains(words), "{line}: {}", ran.stderr);
    }
}

#[test]
fn a_pack_is_shown_on_one_sheet() {
    let folder = tempfile::tempdir().unwrap();
    for path in packs(&folder) {
        let sheet = expect(&format!("show {path} --format svg"), 0).stdout;
        assert_eq!(
            sheet.matches("<svg ").count(),
            4,
            "one picture each, in one: {path}"
        );
        let png = folder.path().join("sheet.png");
        expect(&format!("show {path} -o {}", png.display()), 0);
        assert!(
            std::fs::read(&png).unwrap().starts_with(b"\x89PNG"),
            "{path}"
        );
        let text = expect(&format!("show {path}"), 0).stdout;
        assert!(text.lines().count() > 6, "{text}");
    }
    let refused = expect("show lights-off/classic --solution best", 2);
    assert!(
        refused.stderr.contains("of one level"),
        "{}",
        refused.stderr
    );
}
