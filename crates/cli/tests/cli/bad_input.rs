//! Malformed input: its faults, exit code 2, and no memory to speak of.

use crate::{run, run_with};

/// The codes reported for a text, in order.
fn codes(words: &[&str], text: &[u8], exit: i32) -> Vec<String> {
    let ran = run_with(words, text);
    let start: String = String::from_utf8_lossy(text).chars().take(60).collect();
    assert_eq!(
        ran.exit, exit,
        "{words:?} {start}: {} {}",
        ran.stdout, ran.stderr
    );
    ran.json()["faults"]
        .as_array()
        .map_or(Vec::new(), |faults| {
            faults
                .iter()
                .map(|fault| fault["code"].as_str().unwrap().to_owned())
                .collect()
        })
}

fn check(text: &str, expected: &[&str]) {
    let found = codes(
        &["solve", "-", "--game", "lights-off", "--json"],
        text.as_bytes(),
        2,
    );
    let start: String = text.chars().take(60).collect();
    assert_eq!(found, expected, "{start}");
}

#[test]
fn malformed_levels_get_their_faults() {
    check("", &["input.not-json"]);
    check("{", &["input.not-json"]);
    check("null", &["input.wrong-type"]);
    check("[]", &["input.wrong-type"]);
    check("{}", &["lights-off.no-board"]);
    check(r#"{"field": []}"#, &["lights-off.empty"]);
    check(r#"{"field": [[]]}"#, &["lights-off.empty"]);
    check(r#"{"field": [[1,0],[1]]}"#, &["lights-off.ragged"]);
    check(r#"{"field": [[1,0],[1,7]]}"#, &["lights-off.out-of-range"]);
    check(
        r#"{"field": [[1,0],[1,99999999999999999999]]}"#,
        &["input.wrong-type"],
    );
    check(r#"{"field": [[1,0],[1,-1]]}"#, &["lights-off.out-of-range"]);
    check(r#"{"field": [[1,0],[1,0.5]]}"#, &["input.wrong-type"]);
    check(r#"{"field": [[1,0],"x"]}"#, &["input.wrong-type"]);
    check(r#"{"field": {"rows": 1000000000}}"#, &["input.wrong-type"]);
    check(
        r#"{"field": [[1]], "initialState": [[1]]}"#,
        &["lights-off.two-boards"],
    );
    check(
        r#"{"field": [[1]], "states": 1000000000}"#,
        &["lights-off.bad-states"],
    );
    check(
        r#"{"colour": "red", "field": [[1,0],[5]], "rows": 1000000000}"#,
        &[
            "input.unknown-key",
            "input.unknown-key",
            "lights-off.ragged",
            "lights-off.out-of-range",
        ],
    );
    check(
        r#"{"game": "tint", "field": [[1]]}"#,
        &["input.game-mismatch"],
    );
    check(
        &format!("{{\"field\": {}", "[".repeat(1_000_000)),
        &["input.not-json"],
    );
    check(
        &format!("{{\"meta\": {{\"x\": {}", "[".repeat(1_000_000)),
        &["input.not-json"],
    );
}

#[test]
fn the_game_must_be_known() {
    let words = ["solve", "-", "--json"];
    for (text, expected) in [
        (r#"{"game": "chess"}"#, "input.unknown-game"),
        (r#"{"thing": 1}"#, "input.no-game"),
        (r#"{"levels": []}"#, "input.not-one-level"),
    ] {
        assert_eq!(codes(&words, text.as_bytes(), 2), [expected], "{text}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    assert_eq!(
        codes(&["solve", "-", "--json"], b"\xff\xfe\x00", 2),
        ["input.not-utf8"]
    );
}

#[test]
fn fifty_megabytes_of_junk_are_not_even_parsed() {
    for junk in [&b"x"[..], b"[", b"{\"a\":", b"[[],", b"\0"] {
        let bytes = junk.repeat((50 << 20) / junk.len());
        assert_eq!(
            codes(&["solve", "-", "--json"], &bytes, 2),
            ["input.too-large"]
        );
    }
}

#[test]
fn many_rows_are_refused_before_they_are_kept() {
    for row in ["[]", "[0]"] {
        let rows = vec![row; (30 << 20) / 4].join(",");
        let text = format!("{{\"field\":[{rows}]}}");
        let ran = run_with(&["solve", "-", "--json"], text.as_bytes());
        assert_eq!(ran.exit, 2, "{}", ran.stderr);
    }
}

#[test]
fn a_faulty_level_is_an_answer_of_check() {
    let words = ["check", "-", "--game", "lights-off", "--json"];
    assert_eq!(
        codes(&words, br#"{"field": [[1,0],[1]]}"#, 1),
        ["lights-off.ragged"]
    );
    assert_eq!(codes(&words, b"{", 2), ["input.not-json"]);
    assert_eq!(run(&["check", "no-such-file.json"]).exit, 2);
}

#[test]
fn solutions_are_checked_like_levels() {
    let level = r#"{"field": [[1]]}"#;
    for (solution, expected) in [
        (r#"{"moves": 7}"#, "input.wrong-type"),
        (r#"{"moves": [], "note": ""}"#, "input.unknown-key"),
        (
            r#"{"moves": [{"row":0,"col":0}], "totalMoves": 2}"#,
            "lights-off.total-moves",
        ),
        (r#"{"moves": [{"row":0}]}"#, "input.wrong-type"),
    ] {
        let words = ["verify", "-", solution, "--json"];
        assert_eq!(codes(&words, level.as_bytes(), 2), [expected], "{solution}");
    }
}

#[test]
fn names_do_nothing_to_the_terminal() {
    let ran = run(&["show", "\u{1b}[2J\u{9b}31m\u{202e}.json"]);
    assert_eq!(ran.exit, 2);
    let odd = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
    assert!(!ran.stderr.contains(odd), "{:?}", ran.stderr);
    assert!(ran.stderr.contains("\\u{1b}[2J"), "{:?}", ran.stderr);
    let json = run(&["show", "\u{202e}.json", "--json"]);
    assert!(!json.stdout.contains('\u{202e}'), "{:?}", json.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn an_error_that_cannot_be_told_is_still_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_gridwright"))
        .args(["show", "no-such-file.json"])
        .stderr(full.unwrap())
        .stdout(std::process::Stdio::null())
        .status();
    assert_eq!(status.unwrap().code(), Some(2));
}
