//! Variations of levels; rules, manual pages and completions.

use gridwright_games::registry::{GAMES, read_shipped};
use serde_json::json;

use crate::{expect, run, run_with};

#[test]
fn variations_are_solved_ranked_and_different() {
    let varied = expect("vary lights-off/40 --harder --count 3 --seed 1 --json", 0).json();
    let base = varied["base"]["grade"]["score"].as_u64().unwrap();
    let levels = varied["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 3);
    let scores: Vec<u64> = levels
        .iter()
        .map(|level| level["grade"]["score"].as_u64().unwrap())
        .collect();
    assert!(
        scores.iter().all(|score| *score > base),
        "{scores:?} above {base}"
    );
    assert!(
        scores.is_sorted_by(|a, b| a >= b),
        "the hardest first: {scores:?}"
    );
    let solved = run_with(&["solve", "-", "--json"], varied.to_string().as_bytes()).json();
    for (level, solved) in levels.iter().zip(solved["levels"].as_array().unwrap()) {
        assert_eq!(level["costs"], solved["costs"]);
        assert!(
            level["text"].as_str().unwrap().contains("grade "),
            "{}",
            level["text"]
        );
    }
    let again = expect(
        "vary lights-off/40 --harder --count 3 --seed 1 --json --threads 1",
        0,
    )
    .json();
    assert_eq!(
        again["levels"][0]["level"], varied["levels"][0]["level"],
        "the same seed"
    );
}

#[test]
fn pinned_cells_stay_as_they_are() {
    // All lamps lit can be turned off.
    let board = json!(vec![vec![1; 5]; 5]);
    let keep = "0,0;1,0;2,0;3,0;4,0;0,1;1,1;2,1;3,1;4,1";
    let words = [
        "vary", "-", "--keep", keep, "--count", "3", "--seed", "2", "--json",
    ];
    let ran = run_with(&words, json!({ "field": board }).to_string().as_bytes());
    assert_eq!(ran.exit, 0, "{}", ran.stderr);
    for level in ran.json()["levels"].as_array().unwrap() {
        for row in 0..2 {
            let after = level["level"]["initialState"][row].as_array().unwrap();
            let after: Vec<u8> = after
                .iter()
                .map(|lit| (*lit == json!(true)).into())
                .collect();
            assert_eq!(board[row], json!(after), "{}", level["text"]);
        }
    }
}

#[test]
fn every_game_is_varied_or_says_that_nothing_was_found() {
    for game in GAMES {
        let pack = read_shipped(&game.packs()[0]);
        let id = pack.levels[1].id.clone().unwrap();
        let address = format!("{}/{}/{id}", game.id(), pack.pack);
        let ran = run(&["vary", &address, "--count", "1", "--seed", "1", "--json"]);
        assert!([0, 1].contains(&ran.exit), "{address}: {}", ran.stderr);
        for level in ran.json()["levels"].as_array().unwrap() {
            let text = level.to_string();
            let verified = run_with(&["verify", "-", &text], text.as_bytes());
            assert_eq!(verified.exit, 0, "{address}: {}", verified.stdout);
        }
    }
}

#[test]
fn what_cannot_be_varied_is_said() {
    for (line, words) in [
        ("vary lights-off/40 --keep 3", "COLUMN,ROW"),
        (
            "vary lights-off/40 --harder --easier",
            "cannot be used with",
        ),
        ("vary lights-off/40 --count 0", "a number from 1"),
        ("vary lights-off/40 --grade 9..3", "write a range"),
    ] {
        let ran = expect(line, 2);
        assert!(ran.stderr.contains(words), "{line}: {}", ran.stderr);
    }
}

#[test]
fn rules_are_told_in_words_and_boards() {
    for game in GAMES {
        let told = expect(&format!("rules {}", game.id()), 0).stdout;
        assert!(told.starts_with(game.title()), "{told}");
        assert!(
            told.lines().all(|line| line.chars().count() <= 120),
            "{told}"
        );
        let answer = expect(&format!("rules {} --json", game.id()), 0).json();
        assert_eq!(answer["rules"], json!(game.about().rules));
    }
    expect("rules chess", 2);
}

#[test]
fn completions_and_manual_pages_know_the_games() {
    let script = expect("completions bash", 0).stdout;
    for game in GAMES {
        assert!(script.contains(game.id()));
        assert!(script.contains(&format!("{}/{}", game.id(), game.packs()[0].name)));
        assert!(game.tiers().iter().all(|tier| script.contains(tier.name)));
        assert!(
            game.knobs()
                .iter()
                .all(|knob| script.contains(&format!("{}=", knob.name)))
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("man");
    expect(&format!("man {}", path.display()), 0);
    let page = std::fs::read_to_string(path.join("gridwright-solve.1")).unwrap();
    assert!(page.contains(".TH"), "{page}");
    assert!(path.join("gridwright-pack-make.1").exists());
}
