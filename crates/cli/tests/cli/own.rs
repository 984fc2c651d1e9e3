//! Levels on boards and with pieces of one's own, through the binary.

use serde_json::{Value, json};

use crate::{expect, run, run_with};

/// Five lamps: a bow tie whose middle reaches all, and one link that goes one way.
const GRAPH: &str = r#"{"topology": "graph", "initialState": [[0, null, 0], [null, 0, null], [0, null, 0]],
    "neighbours": [[2, 3], [2, 4], [0, 1, 3, 4], [2], [1, 2]]}"#;

/// A line of two cells and two blank bars on a board of 3 x 2.
const TINY: &str = r#"{"name": "tiny", "width": 3, "height": 2, "pieces": [
    {"name": "A", "sides": [[[0, 0, "E"], [1, 0, "W"]]]},
    {"name": "B", "sides": [[[0, 0, "-"], [1, 0, "-"]]]},
    {"name": "C", "sides": [[[0, 0, "-"], [1, 0, "-"]]]}]}"#;

/// Runs the program on a text, which the words name with `-`.
fn on(words: &str, text: &str, exit: i32) -> crate::Ran {
    let words: Vec<&str> = words.split(' ').collect();
    let ran = run_with(&words, text.as_bytes());
    assert_eq!(ran.exit, exit, "{words:?}: {}{}", ran.stdout, ran.stderr);
    ran
}

#[test]
fn a_graph_is_made_solved_checked_explained_and_drawn() {
    let made = on(
        "generate lights-off --on - --min-moves 2..3 --seed 1",
        GRAPH,
        0,
    )
    .stdout;
    let level: Value = serde_json::from_str(&made).unwrap();
    assert_eq!(
        level["neighbours"],
        json!([[2, 3], [2, 4], [0, 1, 3, 4], [2], [1, 2]])
    );
    let solved = on("solve - --all=every --json", &made, 0).json();
    assert_eq!(solved["optimal"], true, "{solved}");
    let checked = on("check - --json", &made, 0).json();
    let remarks = checked["remarks"].to_string();
    assert!(remarks.contains("lights-off.one-way"), "{checked}");
    let explained = on("explain -", &made, 0).stdout;
    assert!(
        explained.contains("Light chasing does not work on a graph"),
        "{explained}"
    );
    let svg = on("show - --format svg", &made, 0).stdout;
    assert!(
        svg.contains("link-0-2") && svg.contains("arrow-0-3"),
        "{svg}"
    );
    let text = on("show -", &made, 0).stdout;
    assert!(text.contains("2/2: 1/1 1/3 3/1 3/3"), "{text}");
    let code = on("code -", &made, 0).stdout;
    assert_eq!(
        on("check -", &made, 0).stdout,
        expect(&format!("check {}", code.trim()), 0).stdout
    );
}

#[test]
fn holes_are_made_and_proofs_hold_around_them() {
    let made = expect(
        "generate lights-off --set holes=ring --min-moves 4..5 --seed 3",
        0,
    )
    .stdout;
    let level: Value = serde_json::from_str(&made).unwrap();
    assert_eq!(level["initialState"][2][2], Value::Null);
    assert_eq!(on("solve - --json", &made, 0).json()["optimal"], true);
    // Three lamps in a ring: every press reaches all of them.
    let never = r#"{"initialState": [[true, false], [null, false]], "neighbourhood": "full"}"#;
    let refuted = on("solve - --json", never, 1).json();
    assert_eq!(refuted["status"], "unsolvable");
}

#[test]
fn a_game_that_makes_its_boards_itself_says_so() {
    let refused = on("generate tint --on -", "{}", 2);
    assert!(
        refused.stderr.contains("generate.nothing-given"),
        "{}",
        refused.stderr
    );
    let faulty = on(
        "generate lights-off --on -",
        r#"{"topology": "graph", "initialState": [[1]]}"#,
        1,
    );
    assert!(
        faulty.stderr.contains("lights-off.no-neighbours"),
        "{}",
        faulty.stderr
    );
    let help = run(&["generate", "lights-off", "--help"]).stdout;
    assert!(help.contains("A file for --on: a level"), "{help}");
}

#[test]
fn challenges_with_a_set_of_ones_own_are_made_until_they_are_used_up() {
    let made = on(
        "generate iq-circuit --on - --seed 0 --count 5 --json",
        TINY,
        1,
    )
    .json();
    let levels = made["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 3, "{made}");
    assert_eq!(made["refusal"]["code"], "generate.used-up");
    let mut pictures: Vec<String> = levels
        .iter()
        .map(|record| {
            let level = &record["level"];
            assert_eq!(level["set"]["name"], "tiny");
            let solved = on("solve - --json", &level.to_string(), 0).json();
            assert_eq!(solved["status"], "solved", "{solved}");
            level["picture"].to_string()
        })
        .collect();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), 3);
    // A level carries its set, so it will do as well.
    let level = levels[0]["level"].to_string();
    let again = on(
        "generate iq-circuit --on - --seed 0 --count 3 --json",
        &level,
        0,
    )
    .json();
    assert_eq!(again["levels"].as_array().unwrap().len(), 3);
    let large = on("generate iq-circuit --on - --tier starter", TINY, 1);
    assert!(
        large.stderr.contains("at least 4 pieces"),
        "{}",
        large.stderr
    );
}

#[test]
fn a_wanted_number_of_drags_is_reached_on_every_tier_or_refused_with_a_reason() {
    for tier in ["normal", "hard", "very-hard", "dense"] {
        let line = format!(
            "generate tilepuzzle --tier {tier} --min-moves 10..20 --metric drags --seed 1 --time-limit 10 --json"
        );
        let words: Vec<&str> = line.split(' ').collect();
        let ran = run(&words);
        let answer = ran.json();
        match ran.exit {
            0 => {
                let drags = answer["levels"][0]["costs"]["drags"].as_u64().unwrap();
                assert!((10..=20).contains(&drags), "{tier}: {drags}");
            }
            1 => {
                assert_eq!(
                    answer["refusal"]["code"], "tilepuzzle.not-found",
                    "{answer}"
                );
                let why = answer["refusal"]["message"].as_str().unwrap();
                assert!(why.contains("the nearest had"), "{why}");
            }
            exit => {
                assert_eq!(exit, 3, "{tier}: {}", ran.stderr);
                assert_eq!(
                    answer["refusal"]["code"], "generate.not-in-time",
                    "{answer}"
                );
            }
        }
    }
}
