//! JSON text to a typed file, with located faults.

use serde::de::DeserializeOwned;

use gridwright_core::fault::{Fault, Faults, MOST_FAULTS, Place};

use super::reader::{Failure, Trail, parse};
use super::{NOT_JSON, TOO_LARGE, UNKNOWN_KEY, WRONG_TYPE};

/// The most bytes any input may have.
pub const MOST_BYTES: usize = 32 << 20;

/// Reads JSON text as a `T`. Keys that `T` does not know are returned as faults beside it.
pub fn read_file<T: DeserializeOwned>(text: &str) -> Result<(T, Faults), Fault> {
    check_size(text)?;
    if text.trim_start().starts_with('[') {
        // Serde would take a list for a struct, key by key in order.
        let message = "an object is wanted here, not a list";
        return Err(Fault::new(WRONG_TYPE, message, Place::everywhere()));
    }
    let mut unknown = Faults::new();
    match parse(text, &mut |trail| note_unknown(&mut unknown, trail)) {
        Ok(file) => Ok((file, unknown)),
        Err(failure) => Err(located(&failure, failure.pointer())),
    }
}

/// A fault if there is no text, or it is larger than any level.
pub(super) fn check_size(text: &str) -> Result<(), Fault> {
    if text.trim_ascii().is_empty() {
        return Err(Fault::new(
            NOT_JSON,
            "the input is empty",
            Place::everywhere(),
        ));
    }
    if text.len() <= MOST_BYTES {
        return Ok(());
    }
    let message = format!(
        "the input has {} bytes; at most {MOST_BYTES} are read",
        text.len()
    );
    Err(Fault::new(TOO_LARGE, message, Place::everywhere()))
}

/// What a failure means, at a pointer.
pub(super) fn located(failure: &Failure, pointer: &str) -> Fault {
    let code = if failure.is_json() {
        WRONG_TYPE
    } else {
        NOT_JSON
    };
    let message = failure.to_string();
    let message = message.replace("EOF while parsing", "the text ends within");
    Fault::new(code, message, Place::pointer(pointer))
}

/// Long keys would let a small file make a large report.
const MOST_KEY_CHARS: usize = 80;

fn note_unknown(unknown: &mut Faults, trail: &Trail<'_>) {
    if unknown.total() >= MOST_FAULTS {
        // Only counted: building the place of every one of a million keys would take memory.
        unknown.add(UNKNOWN_KEY, String::new(), Place::everywhere());
        return;
    }
    let key: String = trail.key().chars().take(MOST_KEY_CHARS).collect();
    unknown.add(
        UNKNOWN_KEY,
        format!("there is no key {key:?} here"),
        Place::pointer(trail.pointer(MOST_KEY_CHARS)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    struct Toy {
        #[serde(rename = "rows")]
        _rows: Vec<Vec<u8>>,
    }

    fn check(text: &str, expected: &[(&str, &str)]) {
        let faults = match read_file::<Toy>(text) {
            Ok((_, unknown)) => unknown,
            Err(fault) => fault.into(),
        };
        let found: Vec<_> = faults
            .list()
            .iter()
            .map(|fault| (fault.code.id(), &fault.at.pointer[..]))
            .collect();
        let start: String = text.chars().take(80).collect();
        assert_eq!(found, expected, "{start}");
    }

    #[test]
    fn faults_say_where() {
        check(r#"{"rows": [[1]]}"#, &[]);
        check("", &[("input.not-json", "")]);
        check("{", &[("input.not-json", "")]);
        check(r#"{"rows": [[1]]} x"#, &[("input.not-json", "")]);
        check(
            r#"{"rows": [[1], [2, true]]}"#,
            &[("input.wrong-type", "/rows/1/1")],
        );
        check(
            r#"{"rows": [[1], [2, 256]]}"#,
            &[("input.wrong-type", "/rows/1/1")],
        );
        check(r#"{"rows": 7}"#, &[("input.wrong-type", "/rows")]);
        check(r#"{}"#, &[("input.wrong-type", "")]);
        check(
            r#"{"a/b": 1, "rows": [], "c": {"d": []}}"#,
            &[("input.unknown-key", "/a~1b"), ("input.unknown-key", "/c")],
        );
        check(&"[".repeat(100_000), &[("input.wrong-type", "")]);
        check(
            &format!("{{\"x\": {}", "[".repeat(100_000)),
            &[("input.not-json", "/x")],
        );
    }

    #[test]
    fn the_largest_input_is_read_and_larger_ones_are_not() {
        let rows = r#"{"rows": []}"#;
        let padded = |length: usize| format!("{rows}{}", " ".repeat(length - rows.len()));
        check(&padded(MOST_BYTES), &[]);
        check(&padded(MOST_BYTES + 1), &[("input.too-large", "")]);
    }

    #[test]
    fn a_million_unknown_keys_make_a_short_report() {
        let keys: Vec<String> = (0..200_000).map(|i| format!("\"k{i}\":0")).collect();
        let text = format!("{{\"rows\":[],{}}}", keys.join(","));
        let (_, unknown) = read_file::<Toy>(&text).unwrap();
        assert_eq!(
            (unknown.list().len(), unknown.total()),
            (MOST_FAULTS, 200_000)
        );
    }
}
