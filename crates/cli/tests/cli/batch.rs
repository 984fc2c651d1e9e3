//! `batch`: lines in, lines out, in order, whatever the lines hold.

use serde_json::{Value, json};

use gridwright_games::registry::GAMES;

use crate::{run, run_with};

/// The answers to lines.
fn batch(words: &[&str], lines: &[String]) -> Vec<Value> {
    let ran = run_with(&[&["batch"], words].concat(), lines.join("\n").as_bytes());
    assert_eq!(ran.exit, 0, "{}", ran.stderr);
    let answers = ran.stdout.lines().map(serde_json::from_str);
    answers.map(|answer| answer.unwrap()).collect()
}

#[test]
fn every_question_is_answered_in_its_place_with_any_number_of_workers() {
    let mut lines = Vec::new();
    for game in GAMES {
        let address = format!("{}/{}", game.id(), game.packs()[0].name);
        let levels = gridwright_games::registry::read_shipped(&game.packs()[0]).levels;
        let (first, record) = (&levels[0], &levels[1]);
        let address = format!("{address}/{}", first.id.as_ref().unwrap());
        lines.push(json!({ "do": "solve", "level": address, "nodes": 100_000 }));
        lines.push(json!({ "do": "check", "level": first.level, "quick": true, "nodes": 10_000 }));
        lines.push(json!({ "do": "hint", "level": first.level, "nodes": 10_000 }));
        lines.push(json!({ "do": "verify", "level": record.level, "solution": record.solution }));
        let tier = game.tiers()[0].name;
        lines.push(json!({ "do": "generate", "game": game.id(), "seed": 3, "tier": tier }));
    }
    for (id, line) in lines.iter_mut().enumerate() {
        line["id"] = id.into();
    }
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let mut runs = ["1", "3"].map(|threads| batch(&["--threads", threads], &lines));
    for answers in &mut runs {
        assert_eq!(answers.len(), lines.len());
        for (id, answer) in answers.iter_mut().enumerate() {
            assert_eq!(answer["id"], id, "{answer}");
            assert_eq!(answer["ok"], true, "{answer}");
            if let Some(object) = answer["answer"].as_object_mut() {
                object.remove("stats");
            }
        }
    }
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn a_bad_line_is_answered_and_the_next_one_goes_on() {
    let good = r#"{"do": "solve", "level": "lights-off/1", "id": "good"}"#;
    for (line, code) in [
        ("{", "input.not-json"),
        ("[]", "input.wrong-type"),
        ("null", "input.wrong-type"),
        (r#"{"do": "dance"}"#, "input.wrong-type"),
        (r#"{"do": "solve"}"#, "input.wrong-type"),
        (r#"{"do": "solve", "level": "nowhere/1"}"#, "pack.unknown"),
        (r#"{"do": "solve", "level": "gw1AAAA"}"#, "pack.unknown"),
        (r#"{"do": "solve", "level": {}}"#, "input."),
        (
            r#"{"do": "solve", "level": "lights-off/1", "timeLimit": -1}"#,
            "input.wrong-type",
        ),
        (
            r#"{"do": "solve", "level": "lights-off/1", "colour": 1}"#,
            "input.",
        ),
        (
            r#"{"do": "solve", "level": "lights-off/1", "metric": "steps"}"#,
            "web.not-offered",
        ),
        (
            r#"{"do": "verify", "level": "lights-off/1"}"#,
            "input.wrong-type",
        ),
        (
            r#"{"do": "generate", "game": "chess", "seed": 1}"#,
            "input.unknown-game",
        ),
        (
            r#"{"do": "generate", "game": "lights-off"}"#,
            "input.wrong-type",
        ),
        (
            r#"{"do": "generate", "game": "lights-off", "seed": 1, "count": 99999999}"#,
            "input.wrong-type",
        ),
    ] {
        let answers = batch(&[], &[line.to_owned(), String::new(), good.to_owned()]);
        let [bad, good] = &answers[..] else {
            panic!("{line}: {answers:?}");
        };
        assert_eq!(bad["ok"], false, "{line}");
        let told = bad["faults"][0]["code"].as_str().unwrap();
        assert!(told.starts_with(code), "{line}: {bad}");
        assert_eq!((&good["id"], &good["ok"]), (&json!("good"), &json!(true)));
    }
}

#[test]
fn the_asker_is_told_even_of_a_line_that_makes_no_sense() {
    let answers = batch(&[], &[r#"{"id": 7, "do": "dance"}"#.to_owned()]);
    assert_eq!(answers[0]["id"], 7);
}

#[test]
fn an_address_names_the_same_level_everywhere() {
    let addresses = ["7", "classic/7", "100000", "daily/2026-11-16"];
    for address in addresses.map(|rest| format!("lights-off/{rest}")) {
        let shown = run(&["code", &address]);
        assert_eq!(shown.exit, 0, "{address}: {}", shown.stderr);
        let names = [&address[..], shown.stdout.trim()];
        let lines = names.map(|level| json!({ "do": "solve", "level": level }).to_string());
        let answers = batch(&[], &lines);
        let [named, coded] = &answers[..] else {
            panic!("{address}: two lines have two answers");
        };
        assert!(
            named["answer"]["solution"].is_object(),
            "{address}: {named}"
        );
        assert_eq!(named["answer"]["solution"], coded["answer"]["solution"]);
    }
    assert_eq!(run(&["code", "lights-off/daily/never"]).exit, 2);
}
