//! Why a level is as `check` finds it, and a designer's solution beside the best.

use gridwright_games::registry::{GAMES, read_shipped};
use serde_json::json;

use crate::{run, run_with};

/// A 3x3 plus: one press in the middle puts it out.
const PLUS: &str = r#"{ "field": [[0,1,0],[1,1,1],[0,1,0]] }"#;
/// The same press, twice too often.
const THRICE: &str = r#"{"moves":[{"row":1,"col":1},{"row":0,"col":0},{"row":0,"col":0}]}"#;
const ONCE: &str = r#"{"moves":[{"row":1,"col":1}]}"#;

#[test]
fn a_solution_is_compared_with_the_best() {
    for (solution, exit, words) in [
        (ONCE, 0, "Yours takes 1 press, and nothing takes fewer."),
        (
            THRICE,
            1,
            "Yours takes 3 presses, 1 is possible; they part at move 2.",
        ),
        (r#"{"moves":[]}"#, 1, "Yours fails at move 1"),
    ] {
        let told = run_with(&["check", "-", "--intended", solution], PLUS.as_bytes());
        assert_eq!(told.exit, exit, "{}", told.stdout);
        assert!(told.stdout.contains(words), "{solution}: {}", told.stdout);
    }
    let answer = run_with(
        &["check", "-", "--intended", THRICE, "--json"],
        PLUS.as_bytes(),
    )
    .json();
    let intended = &answer["intended"];
    assert_eq!(
        (&intended["partsAt"], &intended["betterExists"]),
        (&json!(2), &json!(true))
    );
    assert_eq!(
        intended["detours"].as_array().unwrap().len(),
        1,
        "{intended}"
    );
    assert_eq!(intended["detours"][0]["loses"], 2);
}

#[test]
fn every_shipped_solution_that_is_proved_has_no_better() {
    for game in GAMES {
        let pack = read_shipped(&game.packs()[0]);
        let record = &pack.levels[0];
        let address = format!(
            "{}/{}/{}",
            game.id(),
            pack.pack,
            record.id.as_deref().unwrap()
        );
        let solution = record.solution.to_string();
        let verified = run(&["verify", &address, &solution, "--best", "--json"]);
        assert_eq!(verified.exit, 0, "{address}: {}", verified.stderr);
        let best = &verified.json()["best"];
        assert_eq!(
            (&best["ok"], &best["proved"]),
            (&json!(true), &json!(true)),
            "{address}"
        );
        assert_ne!(best["betterExists"], json!(true), "{address}");
    }
}

#[test]
fn two_solutions_that_differ_are_drawn_and_a_proof_is_told() {
    // A board of 5 x 5 that can be put out can be put out in four ways.
    let lit = r#"{ "field": [[1,1,1,1,1],[1,1,1,1,1],[1,1,1,1,1],[1,1,1,1,1],[1,1,1,1,1]] }"#;
    let answer = run_with(&["check", "-", "--json"], lit.as_bytes()).json();
    assert_eq!(answer["unique"], false);
    assert_eq!(answer["solutions"]["list"].as_array().unwrap().len(), 2);
    let told = run_with(&["check", "-"], lit.as_bytes()).stdout;
    assert!(
        told.contains("solutions that differ, two of them:"),
        "{told}"
    );
    let corner = r#"{ "field": [[1,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]] }"#;
    let answer = run_with(&["check", "-", "--json"], corner.as_bytes());
    assert_eq!(answer.exit, 1);
    assert!(!answer.json()["proof"].as_array().unwrap().is_empty());
}

#[test]
fn moves_are_counted_from_one() {
    let off = r#"{"moves":[{"row":1,"col":1},{"row":9,"col":9}]}"#;
    let verified = run_with(&["verify", "-", off], PLUS.as_bytes());
    assert!(
        verified.stdout.starts_with("wrong at move 2:"),
        "{}",
        verified.stdout
    );
    let hinted = run_with(&["hint", "-", "--after", off], PLUS.as_bytes());
    assert!(hinted.stderr.contains("Move 2:"), "{}", hinted.stderr);
    let short = run_with(&["verify", "-", r#"{"moves":[]}"#], PLUS.as_bytes());
    assert!(
        short.stdout.starts_with("wrong after the last move:"),
        "{}",
        short.stdout
    );
}
