//! The files of Lights Off: both forms, every fault with its place, and input of any size.

use gridwright_core::budget::Budget;
use gridwright_core::puzzle::perft;
use gridwright_games::document::{read_level, write_level};
use gridwright_games::kind::{Documents, Grades};
use gridwright_games::lights_off::{Level, LightsOff, Press};

pub(crate) fn read(text: &str) -> Result<Level, Vec<(&'static str, String)>> {
    read_level::<LightsOff>(text)
        .map(|opened| opened.level)
        .map_err(|faults| {
            let faults = faults.list().iter();
            faults
                .map(|fault| (fault.code.id(), fault.at.pointer.clone()))
                .collect()
        })
}

#[track_caller]
fn check(text: &str, expected: &[(&str, &str)]) {
    let found = read(text).err().unwrap_or_default();
    let found: Vec<_> = found.iter().map(|(code, at)| (*code, &at[..])).collect();
    assert_eq!(found, expected);
}

#[test]
fn both_forms_are_read() {
    let one = read(r#"{ "game": "lights-off", "initialState": [[true, false], [false, false]] }"#);
    let other = read(r#"{ "version": 1, "field": [[1, 0], [0, 0]] }"#);
    assert_eq!(one.unwrap(), other.unwrap());
}

#[test]
fn what_is_written_is_read_back() {
    for text in [
        r#"{"initialState":[[true,false,true]],"difficulty":"hard","minMoves":3}"#,
        r#"{"initialState":[[0,3],[9,1]],"states":10,"topology":"torus","neighbourhood":"full"}"#,
        r#"{"initialState":[[2],[1]],"states":3,"topology":"hex"}"#,
    ] {
        let level = read(text).unwrap();
        let written = write_level::<LightsOff>(&level, &Default::default());
        assert_eq!(read(&written.to_string()).unwrap(), level);
        let mut expected: serde_json::Value = serde_json::from_str(text).unwrap();
        expected["game"] = "lights-off".into();
        assert_eq!(written, expected);
    }
}

#[test]
fn faults_say_what_and_where() {
    check(
        r#"{"initialState": []}"#,
        &[("lights-off.empty", "/initialState")],
    );
    check(
        r#"{"initialState": [[], []]}"#,
        &[("lights-off.empty", "/initialState")],
    );
    check(
        r#"{"initialState": [[true], [true, false], []]}"#,
        &[
            ("lights-off.ragged", "/initialState/1"),
            ("lights-off.ragged", "/initialState/2"),
        ],
    );
    check(
        r#"{"version": 1, "field": [[1, 2, 18446744073709551615, -1]], "topolgy": "hex"}"#,
        &[
            ("input.unknown-key", "/topolgy"),
            ("lights-off.out-of-range", "/field/0/1"),
            ("lights-off.out-of-range", "/field/0/2"),
            ("lights-off.out-of-range", "/field/0/3"),
        ],
    );
    check(
        r#"{"initialState": [[true, 0], [1, false]], "states": 12, "topology": "moebius"}"#,
        &[
            ("lights-off.unknown-topology", "/topology"),
            ("lights-off.bad-states", "/states"),
            ("lights-off.boolean-states", "/initialState"),
            ("lights-off.mixed", "/initialState/0/1"),
        ],
    );
    check(
        r#"{"initialState": [[true, 1, false]]}"#,
        &[("lights-off.mixed", "/initialState/0/1")],
    );
    check(
        r#"{"initialState": [[0, 3]], "states": 3}"#,
        &[("lights-off.out-of-range", "/initialState/0/1")],
    );
    check(
        r#"{"initialState": [[null, null]]}"#,
        &[("lights-off.empty", "/initialState")],
    );
    check(
        r#"{"initialState": [[true, "x"]]}"#,
        &[("input.wrong-type", "/initialState/0/1")],
    );
    check(
        r#"{"initialState": [[1.5]]}"#,
        &[("input.wrong-type", "/initialState/0/0")],
    );
    check(
        r#"{"initialState": {"0": []}}"#,
        &[("input.wrong-type", "/initialState")],
    );
}

#[test]
fn a_level_is_known_by_its_keys() {
    let check = |keys: &[&str], expected| {
        assert_eq!(LightsOff::recognises(keys), expected, "{keys:?}");
    };
    check(&["initialState"], true);
    check(&["x", "field"], true);
    check(&["states", "version"], false);
    check(&[], false);
}

#[test]
fn large_boards_are_read_and_larger_ones_are_not() {
    let text = |rows: usize, cols: usize| {
        let row = format!("[{}]", vec!["0"; cols].join(","));
        format!("{{\"initialState\":[{}]}}", vec![row; rows].join(","))
    };
    let level = read(&text(300, 300)).unwrap();
    assert_eq!((level.shape().rows(), level.shape().cols()), (300, 300));
    // The largest board there is, and what is wrong with its values is told, too.
    let wrong = text(1024, 1024).replacen("[0,", "[2,", 1);
    check(&wrong, &[("lights-off.out-of-range", "/initialState/0/0")]);
    let too_many = [("lights-off.too-many-lamps", "/initialState")];
    check(&text(1025, 1024), &too_many);
    check(&text(1, (1 << 20) + 1), &too_many);
    // Large and faulty: the fault is found and located as in any small file.
    let ragged = text(300, 300).replacen("[0,", "[", 1);
    assert_eq!(
        read(&ragged).unwrap_err()[0],
        ("lights-off.ragged", "/initialState/1".to_owned())
    );
    let wrong = text(300, 300).replacen("[0,", "[\"on\",", 1);
    assert_eq!(
        read(&wrong).unwrap_err(),
        [("input.wrong-type", "/initialState/0/0".to_owned())]
    );
}

#[test]
fn solutions_are_checked_in_one_pass() {
    let level = read(r#"{"initialState": [[true, true, false], [true, false, false]]}"#).unwrap();
    let file = serde_json::from_str(r#"{"moves": [{"row": 0, "col": 0}], "totalMoves": 2}"#);
    let faults = LightsOff::read_solution(&level, file.unwrap()).unwrap_err();
    assert_eq!(faults.list()[0].code.id(), "lights-off.total-moves");
    let press = |row, col| Press { row, col };
    let judge = |moves| gridwright_core::referee::judge(&level, moves);
    assert_eq!(judge(vec![press(0, 0)]).unwrap().costs().first(), Some(1));
    assert!(judge(vec![press(1, 2), press(0, 0), press(1, 2)]).is_ok());
    let broken = judge(vec![press(0, 0), press(2, 0)]).unwrap_err();
    assert_eq!(
        (broken.index, broken.fault.code.id()),
        (1, "lights-off.off-board")
    );
    let broken = judge(vec![press(1, 2)]).unwrap_err();
    assert_eq!(
        (broken.index, broken.fault.code.id()),
        (1, "lights-off.still-lit")
    );
    assert_eq!(broken.fault.at.cells.len(), 6);
}

#[test]
fn a_wrong_minimum_is_a_fault_of_the_level_not_of_the_file() {
    let text = r#"{"initialState": [[true, true], [true, false]], "minMoves": 4}"#;
    let findings = LightsOff::inspect(&read(text).unwrap(), true, &Budget::unlimited());
    assert_eq!(findings.faults[0].code.id(), "lights-off.wrong-min-moves");
    assert_eq!(findings.faults[0].at.pointer, "/minMoves");
    let right = text.replace('4', "1");
    let findings = LightsOff::inspect(&read(&right).unwrap(), true, &Budget::unlimited());
    assert!(findings.faults.is_empty() && findings.unique == Some(true));
}

#[test]
fn positions_after_so_many_presses() {
    // Without quiet patterns, a position after n presses is a set of n, n - 2, … lamps: sums of
    // every other number in a row of Pascal's triangle, until the board can be dark.
    let lit = r#"{"initialState": [[true, true, true], [true, true, true], [true, true, true]]}"#;
    assert_eq!(perft(&read(lit).unwrap(), 4), [1, 9, 37, 93, 163]);
    // Two lamps that every press advances: only three positions, in turn.
    let level = read(r#"{"initialState": [[1, 0]], "states": 3}"#).unwrap();
    assert_eq!(perft(&level, 3), [1, 1, 1, 1]);
}
