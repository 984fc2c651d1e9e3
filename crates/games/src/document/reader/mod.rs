//! Typed values out of JSON text, with the place of whatever is wrong or unknown.
//!
//! `serde_json` can tell lines and columns, but not pointers, nor which keys nobody asked for. What
//! wraps it to find out is compiled once more around every type, which weighs a quarter of a
//! megabyte in a browser. So this reader walks the text itself and keeps the way it went; all that
//! depends on a type is which of its few methods are called. Numbers, escaped strings, raw values
//! and the words for what is wrong with them are still `serde_json`'s.

mod failure;
mod scan;
mod trail;
mod values;

use serde::de::Deserialize;

pub use failure::Failure;
use scan::Reader;
pub use trail::Trail;

/// Reads a value from the whole of a text. Of every key that nothing asks for, `unknown` is told
/// the place.
///
/// # Errors
/// The first thing that is wrong.
pub fn parse<'de, T: Deserialize<'de>>(
    text: &'de str,
    unknown: &mut dyn FnMut(&Trail<'_>),
) -> Result<T, Failure> {
    let mut reader = Reader::new(text, unknown);
    let read = T::deserialize(&mut reader);
    let value = reader.settled(read)?;
    reader.end()?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::Value;
    use serde_json::value::RawValue;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "compared as they are printed")]
    struct Mixed {
        small: Option<u8>,
        #[serde(default)]
        pairs: Vec<(i32, f64)>,
        kind: Option<Kind>,
        tagged: Option<Tagged>,
        either: Option<Either>,
        raw: Option<Box<RawValue>>,
        #[serde(default)]
        flags: BTreeMap<String, bool>,
        none: Option<()>,
        letter: Option<char>,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "compared as they are printed")]
    enum Kind {
        Bare,
        Number(u8),
        Both(u8, u8),
        Named { x: u8 },
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "type")]
    #[allow(dead_code, reason = "compared as they are printed")]
    enum Tagged {
        Tap { at: [i32; 2] },
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "compared as they are printed")]
    enum Either {
        Number(u32),
        Text(String),
    }

    /// The same value, or the same words about the same line and column.
    fn check(text: &str, expected: Result<(), &str>) {
        let ours = parse::<Mixed>(text, &mut |_| {});
        let theirs = serde_json::from_str::<Mixed>(text);
        let shown = |result: Result<Mixed, String>| format!("{result:?}");
        let pointer = ours.as_ref().map(|_| ()).map_err(|failure| {
            assert_eq!(failure.is_json(), theirs.as_ref().unwrap_err().is_data());
            failure.pointer().to_owned()
        });
        assert_eq!(
            shown(ours.map_err(|failure| failure.to_string())),
            shown(theirs.map_err(|error| error.to_string())),
            "{text}"
        );
        assert_eq!(pointer, expected.map_err(str::to_owned), "{text}");
    }

    #[test]
    fn it_reads_and_refuses_as_serde_json_does_and_knows_where() {
        let good = [
            "{}",
            r#"{"small": 255, "pairs": [[-1, 2.5], [2147483647, -0]]}"#,
            "{ \"pairs\": [[0, 1e3], [1, 1E-2]],\n\t\"none\": null, \"letter\": \"\\u00e9\" }\r\n",
            r#"{"kind": "Bare"}"#,
            r#"{"kind": {"Number": 7}}"#,
            r#"{"kind": {"Both": [1, 2]}}"#,
            r#"{"kind": {"Named": {"x": 1}}}"#,
            r#"{"tagged": {"at": [1, -2], "type": "Tap"}, "either": 3}"#,
            r#"{"either": "a\n\"b\"", "raw": {"a" : [1, 2.50]}}"#,
            r#"{"flags": {"a/b": true, "c": false}, "unknown": [{"deep": [1]}, "\ud83d\ude00"]}"#,
        ];
        good.iter().for_each(|text| check(text, Ok(())));

        for (text, pointer) in [
            ("", ""),
            ("{", ""),
            ("{} x", ""),
            ("{\"small\" 7}", ""),
            ("{\"small\": 7,}", ""),
            ("{\"small\": 7 \"none\": null}", ""),
            ("{small: 7}", ""),
            ("{\"small\": 256}", "/small"),
            ("{\"small\": -1}", "/small"),
            ("{\"small\": 1.5}", "/small"),
            ("{\"small\": 01}", "/small"),
            ("{\"small\": 1.}", "/small"),
            ("{\"small\": nul}", "/small"),
            ("{\"small\": +1}", "/small"),
            ("{\"small\": \"7\"}", "/small"),
            ("{\"small\": [7]}", "/small"),
            ("{\"small\": 7, \"small\": 7}", ""),
            ("{\"pairs\":\n [[1, 2],\n [1, true]]}", "/pairs/1/1"),
            ("{\"pairs\": [[1, 1e999]]}", "/pairs/0/1"),
            ("{\"pairs\": [[1]]}", "/pairs/0"),
            ("{\"pairs\": [[1, 2, 3]]}", "/pairs/0"),
            ("{\"pairs\": [[1, 2],]}", "/pairs"),
            ("{\"pairs\": [[1, 2]", "/pairs"),
            ("{\"kind\": \"Other\"}", "/kind"),
            ("{\"kind\": {\"Named\": {\"x\": null}}}", "/kind/x"),
            ("{\"kind\": {\"Named\": {}}}", "/kind"),
            ("{\"kind\": {}}", "/kind"),
            ("{\"tagged\": {\"type\": \"Tap\"}}", "/tagged"),
            ("{\"either\": true}", "/either"),
            ("{\"letter\": \"ab\"}", "/letter"),
            ("{\"letter\": \"\\ud800\"}", "/letter"),
            ("{\"letter\": \"a\nb\"}", "/letter"),
            ("{\"letter\": \"\\q\"}", "/letter"),
            ("{\"flags\": {\"a/b~\": 1}}", "/flags/a~1b~0"),
            ("{\"raw\": [1, }", "/raw"),
            ("{\"unknown\": [1 2]}", "/unknown"),
            ("7", ""),
        ] {
            check(text, Err(pointer));
        }
    }

    #[test]
    fn it_goes_as_deep_as_serde_json_does() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        for levels in [127, 128] {
            let text = nested(levels);
            let ours = parse::<Value>(&text, &mut |_| {});
            let theirs = serde_json::from_str::<Value>(&text);
            assert_eq!(
                ours.map_err(|failure| failure.to_string()),
                theirs.map_err(|error| error.to_string())
            );
        }
    }

    #[test]
    fn it_tells_the_keys_that_nothing_asked_for() {
        let mut unknown = Vec::new();
        let text =
            r#"{"a/b": 1, "pairs": [], "kind": {"Named": {"x": 1, "y": [2]}}, "long": {"z": 3}}"#;
        parse::<Mixed>(text, &mut |trail| {
            unknown.push((trail.pointer(3), trail.key().to_owned()));
        })
        .unwrap();
        let expected = [("/a~1b", "a/b"), ("/kin/y", "y"), ("/lon", "long")];
        let expected = expected.map(|(pointer, key)| (pointer.to_owned(), key.to_owned()));
        assert_eq!(unknown, expected);
    }
}
