//! The answers of every verb, their JSON and their exit codes.

use serde_json::{Value, json};

use gridwright_games::registry::{GAMES, read_shipped};

use crate::{expect, run, run_with};

/// The address of the first level of every shipped pack.
fn first_addresses() -> Vec<String> {
    let mut addresses = Vec::new();
    for game in GAMES {
        for shipped in game.packs() {
            let id = read_shipped(shipped).levels[0].id.clone().unwrap();
            addresses.push(format!("{}/{}/{id}", game.id(), shipped.name));
        }
    }
    addresses
}

#[test]
fn every_verb_answers_for_every_pack() {
    for address in first_addresses() {
        let solved = run(&["solve", &address, "--json"]);
        assert_eq!(solved.exit, 0, "{address}: {}", solved.stderr);
        let answer = solved.json();
        let keys: Vec<&str> = answer
            .as_object()
            .unwrap()
            .keys()
            .map(|key| &key[..])
            .collect();
        let wanted = [
            "game",
            "status",
            "optimal",
            "metrics",
            "costs",
            "bounds",
            "solution",
            "certificate",
            "stats",
        ];
        assert_eq!(keys, wanted, "{address}");
        assert_eq!(answer["status"], "solved");
        let solution = answer["solution"].to_string();

        let verified = run(&["verify", &address, &solution, "--json"]);
        assert_eq!(verified.exit, 0, "{address}: {}", verified.stdout);
        assert_eq!(verified.json()["ok"], true);

        let hint = run(&["hint", &address, "--json"]);
        assert_eq!(hint.exit, 0, "{address}: {}", hint.stderr);
        assert_eq!(hint.json()["onTrack"], true);

        assert_eq!(run(&["explain", &address]).exit, 0, "{address}");
        assert_eq!(
            run(&["check", &address, "--quick", "--json"]).exit,
            0,
            "{address}"
        );

        for format in ["text", "svg", "scene"] {
            let shown = run(&[
                "show",
                &address,
                "--solution",
                &solution,
                "--format",
                format,
            ]);
            assert_eq!(shown.exit, 0, "{address} {format}: {}", shown.stderr);
            assert!(shown.stdout.len() > 10);
        }

        let code = run(&["code", &address]).stdout.trim().to_owned();
        let again = run(&["solve", &code, "--json"]).json();
        assert_eq!(again["costs"], answer["costs"], "{address}: {code}");
    }
}

#[test]
fn pictures_go_into_files_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in [("a.svg", "<svg"), ("a.png", "\u{fffd}PNG"), ("a.json", "{")] {
        let path = folder.path().join(name);
        let ran = run(&[
            "show",
            "lights-off/1",
            "--solution",
            "best",
            "-o",
            path.to_str().unwrap(),
        ]);
        assert_eq!(ran.exit, 0, "{}", ran.stderr);
        let bytes = std::fs::read(&path).unwrap();
        assert!(String::from_utf8_lossy(&bytes).starts_with(start), "{name}");
    }
}

#[test]
fn games_lists_everything_that_was_declared() {
    let listed = expect("games --json", 0).json();
    for (game, described) in GAMES.iter().zip(listed["games"].as_array().unwrap()) {
        assert_eq!(described["game"], game.id());
        assert_eq!(
            described["knobs"].as_array().unwrap().len(),
            game.knobs().len()
        );
        assert_eq!(
            described["packs"].as_array().unwrap().len(),
            game.packs().len()
        );
        assert!(expect("games", 0).stdout.contains(game.summary()));
    }
}

#[test]
fn generated_levels_pipe_into_solve() {
    let made = expect("generate lights-off --min-moves 15..15 --seed 1", 0);
    let solved = run_with(&["solve", "-", "--json"], made.stdout.as_bytes()).json();
    assert_eq!(solved["costs"], json!({ "presses": 15 }));
    assert_eq!(solved["optimal"], true);

    let records = expect("generate lights-off --seed 5 --count 3 --json", 0).json();
    assert_eq!(records["wanted"], 3);
    assert_eq!(records["refusal"], Value::Null);
    for (i, record) in records["levels"].as_array().unwrap().iter().enumerate() {
        assert_eq!(record["seed"], 5 + i);
        assert_eq!(record["generator"], record["level"]["meta"]["generator"]);
        let text = record.to_string();
        let solved = run_with(&["solve", "-", "--json"], text.as_bytes()).json();
        assert_eq!(solved["costs"], record["costs"]);
        let verified = run_with(&["verify", "-", &text], text.as_bytes());
        assert_eq!(verified.exit, 0, "{}", verified.stdout);
        let alone = expect(&format!("generate lights-off --seed {} --json", 5 + i), 0).json();
        assert_eq!(&alone["levels"][0], record);
        let whole = run_with(&["solve", "-", "--json"], alone.to_string().as_bytes()).json();
        assert_eq!(whole["costs"], record["costs"]);
    }
}

#[test]
fn the_impossible_is_refused_with_a_reason() {
    let refused = expect("generate lights-off --min-moves 16..20", 1);
    assert!(refused.stderr.contains("15"), "{}", refused.stderr);
    let refused = expect("generate lights-off --min-moves 16..20 --json", 1).json();
    assert_eq!(refused["levels"], json!([]));
    assert!(
        refused["refusal"]["message"]
            .as_str()
            .unwrap()
            .contains("15")
    );
}

#[test]
fn several_levels_go_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made");
    let path = path.to_str().unwrap();
    let ran = run(&[
        "generate",
        "lights-off",
        "--count",
        "3",
        "--seed",
        "7",
        "-o",
        path,
    ]);
    assert_eq!(ran.exit, 0, "{}", ran.stderr);
    let checked = run(&["check", path, "--json"]);
    assert_eq!(checked.exit, 0, "{}", checked.stdout);
    assert_eq!(checked.json()["levels"], 3);
    assert_eq!(checked.json()["valid"], 3);
    std::fs::copy(
        format!("{path}/lights-off-007.json"),
        format!("{path}/lights-off-copy.json"),
    )
    .unwrap();
    let checked = run(&["check", path, "--json"]).json();
    assert_eq!(checked["duplicates"], 1);
}

/// A 3x3 plus: one press in the middle puts it out.
const PLUS: &str = r#"{ "field": [[false,true,false],[true,true,true],[false,true,false]] }"#;
/// One corner lamp on 5x5 cannot be put out.
const CORNER: &str =
    r#"{ "field": [[1,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]] }"#;

#[test]
fn verdicts_have_their_exit_codes() {
    for (words, level, exit, pointer, expected) in [
        (&["solve", "-"][..], PLUS, 0, "/status", json!("solved")),
        (&["solve", "-"], PLUS, 0, "/costs/presses", json!(1)),
        (
            &["solve", "-", "--all"],
            PLUS,
            0,
            "/solutions/count",
            json!("1"),
        ),
        (&["solve", "-"], CORNER, 1, "/status", json!("unsolvable")),
        (&["solve", "-"], CORNER, 1, "/solution", Value::Null),
        (&["check", "-"], PLUS, 0, "/solvable", json!(true)),
        (&["check", "-"], CORNER, 1, "/solvable", json!(false)),
        (
            &["verify", "-", r#"{"moves":[{"row":1,"col":1}]}"#],
            PLUS,
            0,
            "/costs/presses",
            json!(1),
        ),
        (
            &["verify", "-", r#"{"moves":[{"row":0,"col":0}]}"#],
            PLUS,
            1,
            "/broken/move",
            json!(1),
        ),
        (
            &["verify", "-", r#"{"moves":[{"row":9,"col":0}]}"#],
            PLUS,
            1,
            "/broken/move",
            json!(0),
        ),
        (
            &["hint", "-"],
            PLUS,
            0,
            "/next",
            json!({ "row": 1, "col": 1 }),
        ),
        (&["hint", "-"], CORNER, 1, "/onTrack", json!(false)),
        (
            &["hint", "-", "--after", r#"{"moves":[{"row":0,"col":0}]}"#],
            PLUS,
            0,
            "/remaining/presses",
            json!(2),
        ),
    ] {
        let mut words = words.to_vec();
        words.push("--json");
        let ran = run_with(&words, level.as_bytes());
        assert_eq!(ran.exit, exit, "{words:?}: {} {}", ran.stdout, ran.stderr);
        assert_eq!(
            ran.json().pointer(pointer),
            Some(&expected),
            "{words:?}: {}",
            ran.stdout
        );
    }
}

#[test]
fn a_false_claim_is_a_fault_of_check_and_not_of_solve() {
    let claimed = PLUS.replace("{ ", "{ \"minMoves\": 4, ");
    assert_eq!(run_with(&["solve", "-"], claimed.as_bytes()).exit, 0);
    let checked = run_with(&["check", "-", "--json"], claimed.as_bytes());
    assert_eq!(checked.exit, 1);
    assert_eq!(checked.json()["valid"], false);
}

#[test]
fn a_limit_is_not_a_no() {
    let made = expect(
        "generate lights-off --set rows=47 --set cols=47 --set min-presses=900 --set max-presses=900 --seed 1",
        0,
    );
    for (limit, name) in [("--time-limit", "time"), ("--memory-limit", "memory")] {
        let words = ["solve", "-", limit, "0", "--json"];
        let solved = run_with(&words, made.stdout.as_bytes());
        assert_eq!(solved.exit, 3, "{}", solved.stderr);
        let answer = solved.json();
        assert_ne!(answer["status"], "unsolvable");
        assert_eq!(answer["optimal"], false);
        assert_eq!(answer["limit"], name);
    }
}

#[test]
fn schemas_accept_what_the_program_writes() {
    for game in GAMES {
        let schema = expect(&format!("schema {}", game.id()), 0).json();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let tier = game.tiers()[0].name;
        let made = expect(
            &format!("generate {} --tier {tier} --seed 2 --json", game.id()),
            0,
        )
        .json();
        let record = &made["levels"][0];
        assert!(
            validator.is_valid(&record["level"]),
            "{}: {}",
            game.id(),
            record["level"]
        );
        let schema = expect(&format!("schema {} --solution", game.id()), 0).json();
        let validator = jsonschema::validator_for(&schema).unwrap();
        assert!(validator.is_valid(&record["solution"]), "{}", game.id());
    }
}

#[test]
fn a_range_of_shipped_levels_is_solved_as_a_table() {
    let table = expect("run lights-off 1..3", 0).stdout;
    assert_eq!(table.lines().count(), 5, "{table}");
    let rows = expect("run lights-off/classic 2..3 --json", 0).json();
    assert_eq!(rows["levels"].as_array().unwrap().len(), 2);
    assert_eq!(rows["levels"][0]["id"], "2");
}
