//! JSON that people can read and compare: whatever fits on a line stays on a line.

use serde_json::Value;

/// Nothing is broken that fits into so many columns.
const WIDTH: usize = 100;

/// The document with line breaks, ending in one.
pub fn readable(document: &Value) -> String {
    let mut out = String::new();
    write(document, 0, 0, &mut out);
    out.push('\n');
    out
}

/// Writes a value whose line is indented by `indent` and already holds `taken` characters.
fn write(value: &Value, indent: usize, taken: usize, out: &mut String) {
    let (open, close, items): (char, char, Vec<(String, &Value)>) = match value {
        Value::Array(items) => (
            '[',
            ']',
            items.iter().map(|item| (String::new(), item)).collect(),
        ),
        Value::Object(map) => (
            '{',
            '}',
            map.iter()
                .map(|(key, value)| (format!("{}: ", Value::from(key.as_str())), value))
                .collect(),
        ),
        leaf => {
            out.push_str(&leaf.to_string());
            return;
        }
    };
    if items.is_empty() {
        out.extend([open, close]);
        return;
    }
    let mut line = String::new();
    if one_line(value, WIDTH.saturating_sub(indent + taken), &mut line) {
        out.push_str(&line);
        return;
    }
    out.push(open);
    for (i, (key, item)) in items.iter().enumerate() {
        out.push_str(if i == 0 { "\n" } else { ",\n" });
        out.extend(std::iter::repeat_n(' ', indent + 2));
        out.push_str(key);
        write(item, indent + 2, key.len(), out);
    }
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
    out.push(close);
}

/// Writes a value on one line if it has at most `room` characters.
fn one_line(value: &Value, room: usize, line: &mut String) -> bool {
    match value {
        Value::Array(items) => {
            line.push('[');
            for (i, item) in items.iter().enumerate() {
                line.push_str(if i == 0 { "" } else { ", " });
                if line.len() > room || !one_line(item, room, line) {
                    return false;
                }
            }
            line.push(']');
        }
        Value::Object(map) => {
            line.push_str("{ ");
            for (i, (key, item)) in map.iter().enumerate() {
                line.push_str(if i == 0 { "" } else { ", " });
                line.push_str(&format!("{}: ", Value::from(key.as_str())));
                if line.len() > room || !one_line(item, room, line) {
                    return false;
                }
            }
            line.push_str(" }");
        }
        leaf => line.push_str(&leaf.to_string()),
    }
    line.len() <= room
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn long_things_are_broken_and_short_ones_are_not() {
        let row = vec![true; 12];
        let document = json!({ "game": "toy", "rows": [row, row], "empty": [], "none": {} });
        let text = readable(&document);
        assert_eq!(
            text,
            r#"{
  "game": "toy",
  "rows": [
    [true, true, true, true, true, true, true, true, true, true, true, true],
    [true, true, true, true, true, true, true, true, true, true, true, true]
  ],
  "empty": [],
  "none": {}
}
"#
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), document);
        assert_eq!(readable(&json!({ "a": [1, 2] })), "{ \"a\": [1, 2] }\n");
    }

    /// Lists of one text each in which a line is full, and one character more; after a key and inside.
    #[test]
    fn a_full_line_is_not_broken() {
        let check = |wrap: fn(Value) -> Value, length: usize, lines: usize| {
            let text = readable(&wrap(json!(["x".repeat(length)])));
            assert_eq!(text.lines().count(), lines, "{text}");
        };
        check(|list| list, 96, 1);
        check(|list| list, 97, 3);
        check(|list| json!({ "a": list, "b": "y".repeat(90) }), 89, 4);
        check(|list| json!({ "a": list, "b": "y".repeat(90) }), 90, 6);
        check(|list| json!([list, "y".repeat(90)]), 94, 4);
        check(|list| json!([list, "y".repeat(90)]), 95, 6);
        check(|list| json!({ "a": [list, "y".repeat(90)] }), 92, 6);
        check(|list| json!({ "a": [list, "y".repeat(90)] }), 93, 8);
    }
}
