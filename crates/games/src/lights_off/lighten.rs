//! Takes the board out of the text of a large level file, so that the general reader, which tracks
//! the place of every value, need not look at a million lamps one by one.
//!
//! Only plain, well-formed boards are taken out; whatever is unusual is left to the general
//! reader, which knows how to complain about it.

use super::rows::{Rows, Written};

/// Shorter texts are left alone.
const WORTHWHILE: usize = 1 << 16;

/// A text without its board.
pub(super) struct Lightened {
    /// The text, with an empty list in place of the board.
    pub(super) text: String,
    /// The key the board stands under.
    pub(super) key: &'static str,
    /// The board.
    pub(super) rows: Rows,
}

/// Takes the board out of a level file; `None` if there is nothing to gain or anything unusual.
pub(super) fn lighten(text: &str) -> Option<Lightened> {
    if text.len() < WORTHWHILE {
        return None;
    }
    let mut cursor = Cursor {
        bytes: text.as_bytes(),
        at: 0,
    };
    let mut found = None;
    cursor.expect(b'{')?;
    loop {
        let key = cursor.key()?;
        cursor.expect(b':')?;
        cursor.space();
        let start = cursor.at;
        let key = match key {
            b"initialState" => Some("initialState"),
            b"field" => Some("field"),
            _ => None,
        };
        match key {
            Some(_) if found.is_some() => return None,
            Some(key) => {
                let rows = cursor.board()?;
                found = Some((key, rows, start..cursor.at));
            }
            None => cursor.skip()?,
        }
        match cursor.next()? {
            b',' => {}
            b'}' => break,
            _ => return None,
        }
    }
    let (key, rows, place) = found?;
    let text = [&text[..place.start], "[]", &text[place.end..]].concat();
    Some(Lightened { text, key, rows })
}

struct Cursor<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Cursor<'t> {
    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    /// The next byte that is no space.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        self.space();
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn expect(&mut self, wanted: u8) -> Option<()> {
        (self.next()? == wanted).then_some(())
    }

    /// A key without escapes.
    fn key(&mut self) -> Option<&'t [u8]> {
        self.expect(b'"')?;
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        self.at += length + 1;
        (rest[length] == b'"').then_some(&rest[..length])
    }

    /// Passes over a value; whether it is well formed is for the general reader to say.
    fn skip(&mut self) -> Option<()> {
        let mut depth = 0usize;
        loop {
            match *self.bytes.get(self.at)? {
                b'"' => {
                    self.at += 1;
                    loop {
                        match *self.bytes.get(self.at)? {
                            b'"' => break,
                            b'\\' => self.at += 2,
                            _ => self.at += 1,
                        }
                    }
                }
                b'[' | b'{' => depth += 1,
                b']' | b'}' if depth > 0 => depth -= 1,
                b',' | b'}' if depth == 0 => return Some(()),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Rows of `true`, `false` and single digits.
    fn board(&mut self) -> Option<Rows> {
        let mut rows = Rows::new();
        self.expect(b'[')?;
        loop {
            self.expect(b'[')?;
            rows.begin_row();
            loop {
                rows.push(self.lamp()?);
                match self.next()? {
                    b',' => {}
                    b']' => break,
                    _ => return None,
                }
            }
            match self.next()? {
                b',' => {}
                b']' => return Some(rows),
                _ => return None,
            }
        }
    }

    #[inline]
    fn lamp(&mut self) -> Option<Written> {
        self.space();
        let rest = &self.bytes[self.at..];
        let (value, length) = match rest.first()? {
            b't' if rest.starts_with(b"true") => (Written::Boolean(true), 4),
            b'f' if rest.starts_with(b"false") => (Written::Boolean(false), 5),
            // What follows a digit must be a separator, or the number goes on.
            digit @ b'0'..=b'9' => (Written::Integer(digit - b'0'), 1),
            _ => return None,
        };
        self.at += length;
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A large board of one repeated row, with something before and behind it.
    fn text(before: &str, row: &str, behind: &str) -> String {
        let rows = vec![row; WORTHWHILE / row.len() + 1].join(", ");
        format!("{{ {before}\"initialState\": [{rows}]{behind} }}")
    }

    #[test]
    fn plain_boards_are_taken_out_whole() {
        for row in ["[true,false]", "[ 0 , 1,\n2]"] {
            let text = text(
                r#""game": "lights-off", "#,
                row,
                r#", "meta": {"a": ["]}"]}"#,
            );
            let light = lighten(&text).unwrap();
            assert_eq!(light.key, "initialState");
            let value: serde_json::Value = serde_json::from_str(&light.text).unwrap();
            assert_eq!(value["initialState"], serde_json::json!([]));
            assert_eq!(value["meta"]["a"][0], "]}");
            let whole: serde_json::Value = serde_json::from_str(&text).unwrap();
            let rows: Rows = serde_json::from_value(whole["initialState"].clone()).unwrap();
            assert_eq!(light.rows, rows);
        }
    }

    #[test]
    fn unusual_boards_are_left_alone() {
        for row in [
            "[]", "[12]", "[-1]", "[1.5]", "[1e3]", "[tru]", "[null]", "[1 2]", "7",
        ] {
            assert!(lighten(&text("", row, "")).is_none(), "{row}");
        }
        for behind in [
            ", \"field\": [[true]]",
            ", \"initialState\": [[1]]",
            "]",
            ", 7",
        ] {
            assert!(lighten(&text("", "[true]", behind)).is_none(), "{behind}");
        }
        assert!(lighten("{\"initialState\": [[true]]}").is_none());
        assert!(lighten(&"[".repeat(WORTHWHILE)).is_none());
    }
}
