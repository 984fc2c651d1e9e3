//! A game that is handed in goes through every verb of the command line: nothing names the games.
//!
//! This program is both sides: started by `cargo test` it is the test; started by itself, with
//! [`AS_COMMAND`] set, it is the `gridwright` command of a world whose only game is the toy game.

#[path = "../../../games/tests/conformance/toy.rs"]
#[allow(dead_code, reason = "the conformance tests use more of it")]
mod toy;

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

use gridwright_games::registry::{Games, of};
use serde_json::Value;

/// Set in the environment of the side that is the command.
const AS_COMMAND: &str = "GRIDWRIGHT_TOY_COMMAND";

fn main() -> ExitCode {
    if std::env::var_os(AS_COMMAND).is_some() {
        const TOY: Games = Games(&[of::<toy::Countdown>()]);
        return gridwright_cli::main(TOY);
    }
    the_toy_game_goes_through_every_verb();
    println!("the toy game goes through every verb of the command line");
    ExitCode::SUCCESS
}

fn the_toy_game_goes_through_every_verb() {
    let home = tempfile::tempdir().unwrap();
    let run = |line: &str, stdin: &str, exit: i32| -> String {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(line.split(' '))
            .env(AS_COMMAND, "1")
            .env("GRIDWRIGHT_HOME", home.path())
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that does not read its input may be gone by now.
        let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
        let output = child.wait_with_output().unwrap();
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
        assert_eq!(
            output.status.code(),
            Some(exit),
            "{line}\n{stdout}\n{stderr}"
        );
        stdout
    };
    let json = |line: &str, stdin: &str, exit: i32| -> Value {
        serde_json::from_str(&run(&format!("{line} --json"), stdin, exit)).unwrap()
    };
    let games = json("games", "", 0);
    assert_eq!(games["games"][0]["game"], "countdown");
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
    assert!(run("generate countdown --help", "", 0).contains("Tiers of countdown"));
    let solved = json("solve countdown/1", "", 0);
    assert_eq!(
        (&solved["costs"]["moves"], &solved["optimal"]),
        (&3.into(), &true.into())
    );
    let solution = solved.to_string();
    assert_eq!(json("verify countdown/1 -", &solution, 0)["ok"], true);
    assert_eq!(json("check countdown/1", "", 0)["solvable"], true);
    assert_eq!(json("check countdown/tiny", "", 0)["valid"], 1);
    assert_eq!(json("hint countdown/1", "", 0)["remaining"]["moves"], 3);
    assert_eq!(json("run countdown/tiny 1..1", "", 0)["game"], "countdown");
    let made = run("generate countdown --seed 7", "", 0);
    assert_eq!(json("solve -", &made, 0)["game"], "countdown");
    let code = json("code -", &made, 0)["code"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(json(&format!("check {code}"), "", 0)["game"], "countdown");
    assert!(run("schema countdown", "", 0).contains("properties"));
    assert!(!run("show countdown/1", "", 0).is_empty());
    assert!(run("show countdown/1 --format svg", "", 0).starts_with("<svg"));
    assert!(
        !json("explain countdown/1", "", 0)["beats"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let pack = home.path().join("pack.json");
    let pack = pack.to_str().unwrap();
    run(
        &format!("pack make countdown --count 2 --seed 1 -o {pack}"),
        "",
        0,
    );
    run(&format!("solve {pack}#01"), "", 0);
    run(&format!("pack order {pack}"), "", 0);
    assert!(run(&format!("pack plot {pack}"), "", 0).contains("The pack rises."));
    assert!(run("map countdown/1", "", 0).contains("3 moves"));
    let varied = json("vary countdown/1 --count 1 --seed 1", "", 0);
    json("solve -", &varied.to_string(), 0);
    assert!(run("rules countdown", "", 0).len() > 20);
    let book = home.path().join("book.pdf");
    run(&format!("print {pack} --grey -o {}", book.display()), "", 0);
    assert!(std::fs::read(&book).unwrap().starts_with(b"%PDF-"));
    let compared = json(
        &format!(
            "check countdown/1 --intended {}",
            home.path().join("s.json").display()
        ),
        "",
        2,
    );
    assert!(compared["error"].as_str().unwrap().contains("cannot read"));
    run("progress reset countdown --yes", "", 0);
    run("solve lights-off/1", "", 2);
}
