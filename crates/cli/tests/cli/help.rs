//! Help, completions, and errors that say what to do next.

use gridwright_games::registry::GAMES;

use crate::{expect, run};

#[test]
fn help_teaches() {
    let help = expect("--help", 0).stdout;
    for word in [
        "LEVEL is a file",
        "Try:",
        "Exit codes:",
        "generate",
        "verify",
    ] {
        assert!(help.contains(word), "{word}");
    }
    for game in GAMES {
        let help = expect(&format!("generate {} --help", game.id()), 0).stdout;
        for knob in game.knobs() {
            assert!(help.contains(&format!("{}=", knob.name)), "{}", knob.name);
        }
        for tier in game.tiers() {
            assert!(help.contains(tier.name), "{}", tier.name);
        }
    }
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = expect(&format!("completions {shell}"), 0).stdout;
        assert!(script.contains("gridwright"), "{shell}");
    }
}

#[test]
fn errors_say_what_to_do_next() {
    for (line, advice) in [
        (
            "solve nothing.json",
            "no shipped level (GAME/ID; `gridwright games` lists them)",
        ),
        (
            "solve lights-off/none",
            "`gridwright games` lists the packs",
        ),
        ("generate chess", "there are: lights-off"),
        ("generate lights-off --tier soft", "there are: easy"),
        ("generate lights-off --set size=9", "there are:"),
        (
            "generate lights-off --set rows=0",
            "a whole number from 1 to",
        ),
        (
            "generate lights-off --min-moves 9..3",
            "write a range as A..B",
        ),
        ("generate lights-off --count 0", "a number from 1"),
        ("solve lights-off/1 --metric steps", "counts presses"),
        (
            "run circuits 9000..9001",
            "`gridwright games` lists the packs",
        ),
        ("verify - -", "only one of"),
        ("solve gw1notacode", "cut off or was changed"),
        ("solve gw9notacode", "begins with gw1"),
        ("solve lights-off/1 --time-limit -1", "unexpected argument"),
    ] {
        let ran = expect(line, 2);
        assert!(ran.stderr.contains(advice), "{line}: {}", ran.stderr);
    }
}

#[test]
fn every_error_can_be_had_as_json() {
    let ran = run(&["solve", "nothing.json", "--json"]);
    assert_eq!(ran.exit, 2);
    assert!(
        ran.json()["error"]
            .as_str()
            .unwrap()
            .contains("nothing.json")
    );
}
