//! Malformed input: its faults, exit code 2, and no memory to speak of.

use gridwright_core::text::is_unprintable;
use serde_json::json;

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
    let two = run(&["show", "a\ngridwright: b.json"]);
    assert_eq!(two.stderr.lines().count(), 1, "{:?}", two.stderr);
    let json = run(&["show", "\u{202e}.json", "--json"]);
    assert!(!json.stdout.contains('\u{202e}'), "{:?}", json.stdout);
}

#[test]
fn a_mark_at_the_beginning_of_a_file_is_passed_over() {
    let level = "\u{feff}{\"initialState\": [[1]]}\r\n";
    assert_eq!(run_with(&["solve", "-"], level.as_bytes()).exit, 0);
    let twice = format!("\u{feff}{level}");
    assert_eq!(
        codes(&["solve", "-", "--json"], twice.as_bytes(), 2),
        ["input.not-json"]
    );
}

#[test]
fn numbers_out_of_reach_are_refused_in_plain_words() {
    for (words, advice) in [
        ("--count NaN", "write a whole number from 0"),
        ("--seed 18446744073709551616", "write a whole number from 0"),
        ("--count 99999999999", "--count takes a number from 1 to"),
        ("--level 1e3", "write a whole number from 0"),
        ("--time-limit nan", "write a number of seconds from 0"),
        ("--time-limit 1e300", "write a number of seconds from 0"),
        ("--threads 0", "threads from 1 to 1024"),
        ("--threads 1000000", "threads from 1 to 1024"),
        ("--memory-limit x", "write a whole number from 0"),
    ] {
        let words: Vec<&str> = "generate lights-off"
            .split(' ')
            .chain(words.split(' '))
            .collect();
        let ran = run(&words);
        assert_eq!(ran.exit, 2, "{words:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(advice), "{words:?}: {}", ran.stderr);
    }
}

/// Whatever stands in arguments, names, keys and packs: what is printed is shown, and not obeyed.
#[test]
fn nothing_that_is_printed_does_anything_to_the_terminal() {
    const EVIL: &str = "\u{1b}]0;a\u{7}\u{202e}\u{9b}31m\r\nb";
    let record = |id: &str| {
        json!({ "id": id, "level": { "initialState": [[1]] }, "costs": { EVIL: 1 },
            "grade": { "score": 5, "tier": EVIL, "why": [EVIL] } })
    };
    let pack = |id: &str| {
        json!({ "format": 1, "pack": EVIL, "title": EVIL, "license": EVIL, "levels": [record(id)] })
            .to_string()
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{EVIL}.json"));
    std::fs::write(&file, r#"{"initialState": [[1]]}"#).unwrap();
    let (file, folder) = (file.to_str().unwrap(), folder.path().to_str().unwrap());
    let asked = json!({ "do": EVIL, "id": EVIL }).to_string();
    let solution = json!({ "moves": [], EVIL: 1 }).to_string();
    let rows: &[(&[&str], &str)] = &[
        (&["pack", "plot", "-"], &pack("a")),
        (&["pack", "plot", "-", "--json"], &pack("a")),
        (&["pack", "plot", "-"], &pack(EVIL)),
        (&["check", "-"], &pack("a")),
        (&["check", "-"], &pack(EVIL)),
        (&["check", folder], ""),
        (&["solve", folder], ""),
        (&["show", folder], ""),
        (&["solve", file], ""),
        (&["print", file, "-o", &format!("{folder}/{EVIL}.pdf")], ""),
        (&["pack", "add", &format!("{folder}/{EVIL}.new"), file], ""),
        (
            &[
                "pack",
                "make",
                "lights-off",
                "--count",
                "1",
                "--title",
                EVIL,
            ],
            "",
        ),
        (&["batch"], &asked),
        (&["verify", "lights-off/1", &solution], ""),
        (&["generate", "lights-off", "--tier", EVIL], ""),
        (&["generate", "lights-off", "--set", EVIL], ""),
        (&["serve", "--addr", EVIL], ""),
        (&[EVIL], ""),
        (&["solve", &format!("lights-off/{EVIL}")], ""),
    ];
    for (words, input) in rows {
        let ran = run_with(words, input.as_bytes());
        let odd = |c: char| c != '\n' && is_unprintable(c);
        for text in [&ran.stdout, &ran.stderr] {
            assert!(!text.contains(odd), "{words:?}: {text:?}");
        }
        if ran.stdout.starts_with('{') {
            // Who pipes it on has it whole.
            ran.json();
        }
    }
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
