//! Packs made, added to, put in order and plotted; and levels that are passed on from any answer.

use gridwright_games::registry::{GAMES, read_shipped};
use serde_json::Value;

use crate::{expect, run, run_with};

/// Runs a line in which `@` stands for a folder.
fn within(folder: &tempfile::TempDir, line: &str, exit: i32) -> crate::Ran {
    expect(&line.replace('@', folder.path().to_str().unwrap()), exit)
}

fn scores(pack: &Value) -> Vec<u64> {
    let levels = pack["levels"].as_array().unwrap();
    levels
        .iter()
        .map(|record| record["grade"]["score"].as_u64().unwrap())
        .collect()
}

#[test]
fn a_made_pack_rises_is_checked_and_is_made_again_from_its_seed() {
    let folder = tempfile::tempdir().unwrap();
    let made = within(
        &folder,
        "pack make lights-off --count 9 --curve easy..hard --seed 1 --title Nine -o @/nine.json",
        0,
    );
    assert!(made.stderr.contains("9 of 9 levels"), "{}", made.stderr);
    let text = std::fs::read_to_string(folder.path().join("nine.json")).unwrap();
    let pack: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&pack["pack"], &pack["title"]),
        (&"nine".into(), &"Nine".into())
    );
    assert!(scores(&pack).is_sorted(), "{:?}", scores(&pack));
    assert!(
        pack["levels"]
            .as_array()
            .unwrap()
            .iter()
            .all(|r| r["optimal"] == true)
    );
    let checked = within(&folder, "check @/nine.json --json", 0).json();
    assert_eq!(
        (&checked["valid"], &checked["duplicates"]),
        (&9.into(), &0.into())
    );
    let again =
        "pack make lights-off --count 9 --curve easy..hard --seed 1 --title Nine --threads 1";
    let again: Value = serde_json::from_str(&expect(again, 0).stdout).unwrap();
    assert_eq!(
        again["levels"], pack["levels"],
        "the same seed, the same pack"
    );
}

#[test]
fn every_game_makes_a_pack_of_its_first_tier() {
    for game in GAMES {
        let line = format!(
            "pack make {} --count 2 --curve {} --seed 3 --json",
            game.id(),
            game.tiers()[0].name
        );
        let made = expect(&line, 0).json();
        assert_eq!(made["report"]["levels"], 2, "{line}");
        assert!(scores(&made["pack"]).is_sorted(), "{line}");
    }
}

#[test]
fn a_level_of_a_pack_is_a_level_wherever_one_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    within(
        &folder,
        "pack make lights-off --count 3 --seed 5 -o @/p.json",
        0,
    );
    let solved = within(&folder, "solve @/p.json#02 --json", 0).json();
    assert_eq!(solved["optimal"], true);
    for line in [
        "check @/p.json#01",
        "show @/p.json#03",
        "hint @/p.json#01",
        "explain @/p.json#02",
    ] {
        within(&folder, line, 0);
    }
    let code = within(&folder, "code @/p.json#02", 0).stdout;
    let by_code = run(&["solve", code.trim(), "--json"]).json();
    assert_eq!(by_code["costs"], solved["costs"]);
    let missing = within(&folder, "solve @/p.json#77", 2);
    assert!(
        missing.stderr.contains("ids from 01 to 03"),
        "{}",
        missing.stderr
    );
    within(&folder, "solve @/none.json#1", 2);
}

#[test]
fn every_answer_with_levels_is_read_by_every_verb() {
    for game in GAMES {
        let address = format!("{}/{}", game.id(), game.packs()[0].name);
        let pack = read_shipped(&game.packs()[0]);
        let two: Vec<String> = pack.levels[..2]
            .iter()
            .map(|record| record.level.to_string())
            .collect();
        let lines = two.join("\n");
        for verb in ["solve", "code", "hint"] {
            let answers = run_with(&[verb, "-", "--json"], lines.as_bytes());
            assert_eq!(answers.exit, 0, "{address} {verb}: {}", answers.stderr);
            assert_eq!(answers.json()["levels"].as_array().unwrap().len(), 2);
        }
        let told = run_with(&["solve", "-"], lines.as_bytes());
        assert!(told.stdout.starts_with("1\n"), "{}", told.stdout);
        let checked = run_with(&["check", "-", "--quick", "--json"], lines.as_bytes());
        assert_eq!(checked.json()["levels"], 2, "{address}");
    }
    let made = expect("generate lights-off --count 3 --seed 1 --json", 0);
    let solved = run_with(&["solve", "-", "--json"], made.stdout.as_bytes()).json();
    let (levels, records) = (&solved["levels"], &made.json()["levels"]);
    for index in 0..3 {
        assert_eq!(levels[index]["costs"], records[index]["costs"]);
    }
    let asked = r#"{"do": "generate", "game": "lights-off", "seed": 1, "count": 3}"#;
    let answered = run_with(&["batch"], asked.as_bytes());
    let solved = run_with(&["solve", "-", "--json"], answered.stdout.as_bytes());
    assert_eq!(
        solved.json()["levels"].as_array().unwrap().len(),
        3,
        "{}",
        solved.stderr
    );
    let faulty = format!("{}\n{{\"field\": [[9]]}}\n", made.json()["levels"][0]);
    let answered = run_with(&["solve", "-", "--json"], faulty.as_bytes());
    assert_eq!(answered.exit, 2);
    assert_eq!(answered.json()["levels"][0]["status"], "solved");
    assert_eq!(
        answered.json()["levels"][1]["faults"][0]["code"],
        "lights-off.out-of-range"
    );
}

#[test]
fn levels_are_added_once_and_put_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let first = within(
        &folder,
        "pack add @/mine.json lights-off/90 lights-off/2 --title Mine",
        0,
    );
    assert!(first.stdout.contains("added as 01"), "{}", first.stdout);
    let again = within(
        &folder,
        "pack add @/mine.json lights-off/2 lights-off/50",
        1,
    );
    assert!(again.stdout.contains("the same as 02"), "{}", again.stdout);
    // Nobody can put out a corner lamp alone.
    std::fs::write(
        folder.path().join("corner.json"),
        r#"{ "field": [[1,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]] }"#,
    )
    .unwrap();
    let corner = within(&folder, "pack add @/mine.json @/corner.json", 1);
    assert!(corner.stdout.contains("no solution"), "{}", corner.stdout);
    within(&folder, "pack order @/mine.json", 0);
    let ordered = within(&folder, "pack order @/mine.json", 0);
    assert!(
        ordered.stdout.contains("in order already"),
        "{}",
        ordered.stdout
    );
    let text = std::fs::read_to_string(folder.path().join("mine.json")).unwrap();
    let pack: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(pack["levels"].as_array().unwrap().len(), 3);
    assert!(scores(&pack).is_sorted(), "{:?}", scores(&pack));
}

#[test]
fn a_curve_is_seen_as_text_and_as_pictures() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        let address = format!("{}/{}", game.id(), game.packs()[0].name);
        let plotted = expect(&format!("pack plot {address}"), 0).stdout;
        let levels = read_shipped(&game.packs()[0]).levels.len();
        assert_eq!(plotted.lines().count(), levels + 2, "{plotted}");
        assert!(
            expect(&format!("pack plot {address} --svg"), 0)
                .stdout
                .starts_with("<svg")
        );
    }
    within(&folder, "pack plot lights-off/classic -o @/a.png", 0);
    assert!(
        std::fs::read(folder.path().join("a.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
}

/// What is no file is written to as it is, and nothing is left beside what could not be written.
#[cfg(target_os = "linux")]
#[test]
fn a_pack_goes_where_it_is_told_to() {
    let made = expect("pack make lights-off --count 1 --seed 1 -o /dev/stdout", 0);
    assert_eq!(made.json()["levels"].as_array().map(Vec::len), Some(1));
    let folder = tempfile::tempdir().unwrap();
    within(&folder, "pack make lights-off --count 1 --seed 1 -o @", 2);
    within(
        &folder,
        "pack make lights-off --count 1 --seed 1 -o @/none/pack.json",
        2,
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let full = expect("pack make lights-off --count 1 --seed 1 -o /dev/full", 2);
    assert!(
        full.stderr.contains("cannot write /dev/full"),
        "{}",
        full.stderr
    );
}

#[test]
fn what_cannot_be_packed_is_said() {
    for (line, exit, words) in [
        ("pack make chess", 2, "there are: lights-off"),
        (
            "pack make lights-off --curve hard..easy",
            2,
            "A curve goes up",
        ),
        ("pack make lights-off --curve soft", 2, "there are: easy"),
        ("pack make lights-off --count 0", 2, "a number from 1"),
        ("pack plot nothing.json", 2, "cannot read"),
        ("pack plot lights-off/none", 2, "has the packs"),
        (
            "pack make lights-off --set rows=3 --set cols=3 --count 300 --curve easy --seed 1",
            3,
            "that differ",
        ),
    ] {
        let ran = expect(line, exit);
        assert!(ran.stderr.contains(words), "{line}: {}", ran.stderr);
    }
}
