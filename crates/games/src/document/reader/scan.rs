//! The walk over the text: white space, words, strings and numbers, and what separates them. Nothing
//! here depends on the type that is read.

use std::borrow::Cow;

use serde::de::{self, Deserialize, Expected, Unexpected};
use serde_json::Number;
use serde_json::value::RawValue;

use super::failure::Failure;
use super::trail::Trail;

/// As deep as `serde_json` goes.
const MOST_DEPTH: usize = 128;

/// A place in a text.
pub(super) struct Reader<'de, 'u> {
    pub(super) text: &'de str,
    pub(super) at: usize,
    pub(super) depth: usize,
    pub(super) trail: Trail<'de>,
    pub(super) unknown: &'u mut dyn FnMut(&Trail<'_>),
}

pub(super) enum Numeral {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl<'de, 'u> Reader<'de, 'u> {
    pub(super) fn new(text: &'de str, unknown: &'u mut dyn FnMut(&Trail<'_>)) -> Self {
        Reader {
            text,
            at: 0,
            depth: 0,
            trail: Trail(Vec::new()),
            unknown,
        }
    }

    /// The first byte that is no white space.
    pub(super) fn next_byte(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = bytes.get(self.at) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// The first byte of a value.
    pub(super) fn begun(&mut self) -> Result<u8, Failure> {
        self.next_byte()
            .ok_or_else(|| self.broken("EOF while parsing a value"))
    }

    /// What makes the text no JSON, at the next byte.
    #[cold]
    pub(super) fn broken(&self, message: &str) -> Failure {
        self.failed(message, self.text.len().min(self.at + 1))
    }

    #[cold]
    pub(super) fn failed(&self, message: &str, at: usize) -> Failure {
        let mut failure = Failure::new(message, false);
        failure.0.at = Some(at);
        self.noted(failure)
    }

    /// A failure with its place: the innermost that is known.
    #[cold]
    pub(super) fn noted(&self, mut failure: Failure) -> Failure {
        let wrong = &mut *failure.0;
        let at = *wrong.at.get_or_insert(self.at);
        if wrong.line_and_column.0 == 0 {
            let before = &self.text.as_bytes()[..at];
            let start = before.iter().rposition(|&byte| byte == b'\n');
            let start = start.map_or(0, |newline| newline + 1);
            let lines = before[..start].iter().filter(|&&byte| byte == b'\n');
            wrong.line_and_column = (1 + lines.count(), at - start);
        }
        self.pointed(failure)
    }

    /// A failure with its pointer, while it is still open which byte shows it.
    #[cold]
    pub(super) fn pointed(&self, mut failure: Failure) -> Failure {
        let pointer = &mut failure.0.pointer;
        if pointer.is_none() {
            *pointer = Some(self.trail.pointer(usize::MAX));
        }
        failure
    }

    pub(super) fn settled<T>(&self, read: Result<T, Failure>) -> Result<T, Failure> {
        read.map_err(|failure| self.noted(failure))
    }

    /// What `serde_json` finds wrong with what begins here.
    #[cold]
    fn refused(&self, error: &serde_json::Error) -> Failure {
        let words = error.to_string();
        let words = words.split(" at line ").next().unwrap_or_default();
        let rest = &self.text[self.at..];
        let lines = rest
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let at = lines.map(str::len).sum::<usize>() + error.column();
        self.failed(words, self.at + at)
    }

    /// The text of the next value, whatever it is.
    pub(super) fn raw(&mut self) -> Result<&'de str, Failure> {
        self.next_byte();
        let mut json = serde_json::Deserializer::from_str(&self.text[self.at..]);
        let raw = <&RawValue>::deserialize(&mut json).map_err(|error| self.refused(&error))?;
        self.at += raw.get().len();
        Ok(raw.get())
    }

    pub(super) fn word(&mut self, word: &str) -> Result<(), Failure> {
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        // It is wrong, and the words for that are not ours.
        self.raw().map(|_| ())
    }

    pub(super) fn string(&mut self) -> Result<Cow<'de, str>, Failure> {
        let bytes = &self.text.as_bytes()[self.at + 1..];
        let plain = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < b' ';
        let length = bytes.iter().position(plain).unwrap_or(bytes.len());
        if bytes.get(length) == Some(&b'"') {
            let from = self.at + 1;
            self.at = from + length + 1;
            return Ok(Cow::Borrowed(&self.text[from..from + length]));
        }
        let mut json = serde_json::Deserializer::from_str(&self.text[self.at..]);
        let string = String::deserialize(&mut json).map_err(|error| self.refused(&error))?;
        self.raw()?;
        Ok(Cow::Owned(string))
    }

    pub(super) fn numeral(&mut self) -> Result<Numeral, Failure> {
        let bytes = &self.text.as_bytes()[self.at..];
        let minus = usize::from(bytes[0] == b'-');
        let digits = bytes[minus..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let end = minus + digits.count();
        let plain = match end - minus {
            1 => true,
            // So many digits are never too large.
            2..=18 => bytes[minus] != b'0',
            _ => false,
        };
        if plain && !matches!(bytes.get(end), Some(b'.' | b'e' | b'E')) {
            let digits = bytes[minus..end].iter();
            let value = digits.fold(0, |value, digit| 10 * value + u64::from(digit - b'0'));
            self.at += end;
            return Ok(match (minus, value) {
                (0, value) => Numeral::Unsigned(value),
                (_, 0) => Numeral::Float(-0.0),
                (_, value) => Numeral::Signed(-(value as i64)),
            });
        }
        let mut json = serde_json::Deserializer::from_str(&self.text[self.at..]);
        let number = Number::deserialize(&mut json).map_err(|error| self.refused(&error))?;
        self.raw()?;
        Ok(if let Some(value) = number.as_u64() {
            Numeral::Unsigned(value)
        } else if let Some(value) = number.as_i64() {
            Numeral::Signed(value)
        } else {
            Numeral::Float(number.as_f64().unwrap_or(f64::NAN))
        })
    }

    pub(super) fn bool(&mut self, first: u8) -> Result<bool, Failure> {
        self.word(if first == b't' { "true" } else { "false" })?;
        Ok(first == b't')
    }

    /// The fault of a value that is not what was expected.
    #[cold]
    pub(super) fn mistyped(&mut self, expected: &dyn Expected) -> Failure {
        self.unexpected(expected).unwrap_or_else(|failure| failure)
    }

    fn unexpected(&mut self, expected: &dyn Expected) -> Result<Failure, Failure> {
        let string;
        let found = match self.begun()? {
            b'n' => {
                self.word("null")?;
                Unexpected::Unit
            }
            first @ (b't' | b'f') => Unexpected::Bool(self.bool(first)?),
            b'-' | b'0'..=b'9' => match self.numeral()? {
                Numeral::Unsigned(value) => Unexpected::Unsigned(value),
                Numeral::Signed(value) => Unexpected::Signed(value),
                Numeral::Float(value) => Unexpected::Float(value),
            },
            b'"' => {
                string = self.string()?;
                Unexpected::Str(&string)
            }
            b'[' => Unexpected::Seq,
            b'{' => Unexpected::Map,
            _ => return Err(self.broken("expected value")),
        };
        let failure = de::Error::invalid_type(found, expected);
        Ok(self.noted(failure))
    }

    /// Goes into a list or an object.
    pub(super) fn enter(&mut self) -> Result<(), Failure> {
        self.depth += 1;
        if self.depth == MOST_DEPTH {
            return Err(self.broken("recursion limit exceeded"));
        }
        self.at += 1;
        Ok(())
    }

    /// Leaves a list.
    pub(super) fn end_list(&mut self) -> Result<(), Failure> {
        self.depth -= 1;
        match self.next_byte() {
            Some(b']') => {
                self.at += 1;
                Ok(())
            }
            Some(b',') => {
                self.at += 1;
                Err(match self.next_byte() {
                    Some(b']') => self.broken("trailing comma"),
                    _ => self.broken("trailing characters"),
                })
            }
            Some(_) => Err(self.broken("trailing characters")),
            None => Err(self.broken("EOF while parsing a list")),
        }
    }

    /// Leaves an object.
    pub(super) fn end_object(&mut self) -> Result<(), Failure> {
        self.depth -= 1;
        match self.next_byte() {
            Some(b'}') => {
                self.at += 1;
                Ok(())
            }
            Some(b',') => Err(self.broken("trailing comma")),
            Some(_) => Err(self.broken("trailing characters")),
            None => Err(self.broken("EOF while parsing an object")),
        }
    }

    /// Whether a list has one more entry.
    pub(super) fn has_entry(&mut self, first: bool) -> Result<bool, Failure> {
        match self.next_byte() {
            None => Err(self.broken("EOF while parsing a list")),
            Some(b']') => Ok(false),
            Some(_) if first => Ok(true),
            Some(b',') => {
                self.at += 1;
                match self.next_byte() {
                    Some(b']') => Err(self.broken("trailing comma")),
                    Some(_) => Ok(true),
                    None => Err(self.broken("EOF while parsing a value")),
                }
            }
            Some(_) => Err(self.broken("expected `,` or `]`")),
        }
    }

    /// The next key of an object.
    pub(super) fn key(&mut self, first: bool) -> Result<Option<Cow<'de, str>>, Failure> {
        let next = match self.next_byte() {
            None => return Err(self.broken("EOF while parsing an object")),
            Some(b'}') => return Ok(None),
            Some(byte) if first => byte,
            Some(b',') => {
                self.at += 1;
                match self.next_byte() {
                    Some(b'}') => return Err(self.broken("trailing comma")),
                    Some(byte) => byte,
                    None => return Err(self.broken("EOF while parsing a value")),
                }
            }
            Some(_) => return Err(self.broken("expected `,` or `}`")),
        };
        match next {
            b'"' => self.string().map(Some),
            _ => Err(self.broken("key must be a string")),
        }
    }

    pub(super) fn colon(&mut self) -> Result<(), Failure> {
        match self.next_byte() {
            Some(b':') => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(self.broken("expected `:`")),
            None => Err(self.broken("EOF while parsing an object")),
        }
    }

    pub(super) fn end(&mut self) -> Result<(), Failure> {
        match self.next_byte() {
            Some(_) => Err(self.broken("trailing characters")),
            None => Ok(()),
        }
    }
}
