//! Typed values out of JSON text, with the place of whatever is wrong or unknown.
//!
//! `serde_json` can tell lines and columns, but not pointers, nor which keys nobody asked for. What
//! wraps it to find out is compiled once more around every type, which weighs a quarter of a
//! megabyte in a browser. So this reader walks the text itself and keeps the way it went; all that
//! depends on a type is which of its few methods are called. Numbers, escaped strings, raw values
//! and the words for what is wrong with them are still `serde_json`'s.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, CowStrDeserializer};
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Number;
use serde_json::value::RawValue;

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

/// What is wrong with a text, and where.
pub struct Failure(Box<Wrong>);

struct Wrong {
    message: String,
    is_json: bool,
    /// The first byte after what is wrong, and the pointer to it, once they are known.
    at: Option<usize>,
    line_and_column: (usize, usize),
    pointer: Option<String>,
}

impl Failure {
    /// Whether the text is JSON as far as it was read, so that a value or a key is at fault.
    pub fn is_json(&self) -> bool {
        self.0.is_json
    }

    /// What is wrong, without its place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The JSON pointer to what is wrong.
    pub fn pointer(&self) -> &str {
        self.0.pointer.as_deref().unwrap_or_default()
    }

    fn new(message: impl Into<String>, is_json: bool) -> Failure {
        Failure(Box::new(Wrong {
            message: message.into(),
            is_json,
            at: None,
            line_and_column: (0, 0),
            pointer: None,
        }))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        match self.0.line_and_column {
            (0, _) => Ok(()),
            (line, column) => write!(f, " at line {line} column {column}"),
        }
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} at {:?}", self.pointer())
    }
}

impl std::error::Error for Failure {}

impl de::Error for Failure {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Failure::new(message.to_string(), true)
    }

    #[cold]
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Failure::new(
            format!("invalid type: {}, expected {expected}", in_json(found)),
            true,
        )
    }

    #[cold]
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Failure::new(
            format!("invalid value: {}, expected {expected}", in_json(found)),
            true,
        )
    }
}

fn in_json(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Unit => "null".into(),
        Unexpected::Float(number) => match Number::from_f64(number) {
            Some(number) => format!("floating point `{number}`"),
            None => found.to_string(),
        },
        _ => found.to_string(),
    }
}

/// The way from the root of a document to a value.
pub struct Trail<'de>(Vec<Step<'de>>);

enum Step<'de> {
    Key(Cow<'de, str>),
    Index(usize),
}

impl Trail<'_> {
    /// The JSON pointer; of a key, so many characters at most.
    pub fn pointer(&self, most_chars: usize) -> String {
        let mut pointer = String::new();
        for step in &self.0 {
            pointer.push('/');
            match step {
                Step::Key(key) => {
                    for c in key.chars().take(most_chars) {
                        match c {
                            '~' => pointer.push_str("~0"),
                            '/' => pointer.push_str("~1"),
                            c => pointer.push(c),
                        }
                    }
                }
                Step::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }

    /// The last key; empty for an entry of a list.
    pub fn key(&self) -> &str {
        match self.0.last() {
            Some(Step::Key(key)) => key,
            _ => "",
        }
    }
}

/// As deep as `serde_json` goes.
const MOST_DEPTH: usize = 128;

/// By this name a type asks for the text of a value as it stands.
const RAW: &str = "$serde_json::private::RawValue";

struct Reader<'de, 'u> {
    text: &'de str,
    at: usize,
    depth: usize,
    trail: Trail<'de>,
    unknown: &'u mut dyn FnMut(&Trail<'_>),
}

enum Numeral {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl<'de, 'u> Reader<'de, 'u> {
    fn new(text: &'de str, unknown: &'u mut dyn FnMut(&Trail<'_>)) -> Self {
        Reader {
            text,
            at: 0,
            depth: 0,
            trail: Trail(Vec::new()),
            unknown,
        }
    }

    /// The first byte that is no white space.
    fn next_byte(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = bytes.get(self.at) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// The first byte of a value.
    fn begun(&mut self) -> Result<u8, Failure> {
        self.next_byte()
            .ok_or_else(|| self.broken("EOF while parsing a value"))
    }

    /// What makes the text no JSON, at the next byte.
    #[cold]
    fn broken(&self, message: &str) -> Failure {
        self.failed(message, self.text.len().min(self.at + 1))
    }

    #[cold]
    fn failed(&self, message: &str, at: usize) -> Failure {
        let mut failure = Failure::new(message, false);
        failure.0.at = Some(at);
        self.noted(failure)
    }

    /// A failure with its place: the innermost that is known.
    #[cold]
    fn noted(&self, mut failure: Failure) -> Failure {
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
    fn pointed(&self, mut failure: Failure) -> Failure {
        let pointer = &mut failure.0.pointer;
        if pointer.is_none() {
            *pointer = Some(self.trail.pointer(usize::MAX));
        }
        failure
    }

    fn settled<T>(&self, read: Result<T, Failure>) -> Result<T, Failure> {
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
    fn raw(&mut self) -> Result<&'de str, Failure> {
        self.next_byte();
        let mut json = serde_json::Deserializer::from_str(&self.text[self.at..]);
        let raw = <&RawValue>::deserialize(&mut json).map_err(|error| self.refused(&error))?;
        self.at += raw.get().len();
        Ok(raw.get())
    }

    fn word(&mut self, word: &str) -> Result<(), Failure> {
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        // It is wrong, and the words for that are not ours.
        self.raw().map(|_| ())
    }

    fn string(&mut self) -> Result<Cow<'de, str>, Failure> {
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

    fn numeral(&mut self) -> Result<Numeral, Failure> {
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

    fn bool(&mut self, first: u8) -> Result<bool, Failure> {
        self.word(if first == b't' { "true" } else { "false" })?;
        Ok(first == b't')
    }

    /// The fault of a value that is not what was expected.
    #[cold]
    fn mistyped(&mut self, expected: &dyn Expected) -> Failure {
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
    fn enter(&mut self) -> Result<(), Failure> {
        self.depth += 1;
        if self.depth == MOST_DEPTH {
            return Err(self.broken("recursion limit exceeded"));
        }
        self.at += 1;
        Ok(())
    }

    /// Leaves a list.
    fn end_list(&mut self) -> Result<(), Failure> {
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
    fn end_object(&mut self) -> Result<(), Failure> {
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
    fn has_entry(&mut self, first: bool) -> Result<bool, Failure> {
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
    fn key(&mut self, first: bool) -> Result<Option<Cow<'de, str>>, Failure> {
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

    fn colon(&mut self) -> Result<(), Failure> {
        match self.next_byte() {
            Some(b':') => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(self.broken("expected `:`")),
            None => Err(self.broken("EOF while parsing an object")),
        }
    }

    fn end(&mut self) -> Result<(), Failure> {
        match self.next_byte() {
            Some(_) => Err(self.broken("trailing characters")),
            None => Ok(()),
        }
    }

    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Failure> {
        self.enter()?;
        let read = visitor.visit_seq(Entries {
            reader: self,
            next: 0,
        });
        // What is wrong inside is wrong before the end is; but the end shows where that is.
        let end = self.end_list();
        self.settled(read.and_then(|value| end.map(|()| value)))
    }

    fn object<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Failure> {
        self.enter()?;
        let read = visitor.visit_map(Members {
            reader: self,
            first: true,
            key: None,
        });
        let end = self.end_object();
        self.settled(read.and_then(|value| end.map(|()| value)))
    }

    fn number<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Failure> {
        if !matches!(self.begun()?, b'-' | b'0'..=b'9') {
            return Err(self.mistyped(&visitor));
        }
        let read = match self.numeral()? {
            Numeral::Unsigned(value) => visitor.visit_u64(value),
            Numeral::Signed(value) => visitor.visit_i64(value),
            Numeral::Float(value) => visitor.visit_f64(value),
        };
        self.settled(read)
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
            self.number(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Reader<'de, '_> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'n' => self.deserialize_unit(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'-' | b'0'..=b'9' => self.number(visitor),
            b'"' => self.deserialize_str(visitor),
            b'[' => self.list(visitor),
            b'{' => self.object(visitor),
            _ => Err(self.broken("expected value")),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begun()? {
            first @ (b't' | b'f') => {
                let value = self.bool(first)?;
                let read = visitor.visit_bool(value);
                self.settled(read)
            }
            _ => Err(self.mistyped(&visitor)),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        if self.begun()? != b'"' {
            return Err(self.mistyped(&visitor));
        }
        let read = match self.string()? {
            Cow::Borrowed(string) => visitor.visit_borrowed_str(string),
            Cow::Owned(string) => visitor.visit_str(&string),
        };
        self.settled(read)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.next_byte() {
            Some(b'n') => {
                self.word("null")?;
                visitor.visit_none()
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'n' => {
                self.word("null")?;
                let read = visitor.visit_unit();
                self.settled(read)
            }
            _ => Err(self.mistyped(&visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        if name == RAW {
            let text = self.raw()?;
            return visitor.visit_map(Raw(Some(text)));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'[' => self.list(visitor),
            _ => Err(self.mistyped(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'{' => self.object(visitor),
            _ => Err(self.mistyped(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'[' => self.list(visitor),
            b'{' => self.object(visitor),
            _ => Err(self.mistyped(&visitor)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'{' => {
                self.enter()?;
                let value = visitor.visit_enum(Variant(self))?;
                self.depth -= 1;
                match self.next_byte() {
                    Some(b'}') => {
                        self.at += 1;
                        Ok(value)
                    }
                    Some(_) => Err(self.failed("expected value", self.at)),
                    None => Err(self.failed("EOF while parsing an object", self.at)),
                }
            }
            b'"' => {
                let name = self.string()?;
                let read = visitor.visit_enum(CowStrDeserializer::new(name));
                self.settled(read)
            }
            _ => Err(self.broken("expected value")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        (self.unknown)(&self.trail);
        self.raw()?;
        visitor.visit_unit()
    }
}

struct Entries<'r, 'de, 'u> {
    reader: &'r mut Reader<'de, 'u>,
    next: usize,
}

impl<'de> SeqAccess<'de> for Entries<'_, 'de, '_> {
    type Error = Failure;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failure> {
        let reader = &mut *self.reader;
        if !reader.has_entry(self.next == 0)? {
            return Ok(None);
        }
        reader.trail.0.push(Step::Index(self.next));
        self.next += 1;
        let read = seed.deserialize(&mut *reader);
        let read = read.map_err(|failure| reader.pointed(failure));
        reader.trail.0.pop();
        read.map(Some)
    }
}

struct Members<'r, 'de, 'u> {
    reader: &'r mut Reader<'de, 'u>,
    first: bool,
    key: Option<Cow<'de, str>>,
}

impl<'de> MapAccess<'de> for Members<'_, 'de, '_> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failure> {
        let Some(key) = self.reader.key(self.first)? else {
            return Ok(None);
        };
        self.first = false;
        let read = seed.deserialize(Key(&key));
        self.key = Some(key);
        match read {
            Ok(key) => Ok(Some(key)),
            Err(failure) => {
                self.enter();
                let failure = self.reader.pointed(failure);
                self.reader.trail.0.pop();
                Err(failure)
            }
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Failure> {
        self.reader.colon()?;
        self.enter();
        let reader = &mut *self.reader;
        let read = seed.deserialize(&mut *reader);
        let read = read.map_err(|failure| reader.pointed(failure));
        reader.trail.0.pop();
        read
    }
}

impl Members<'_, '_, '_> {
    fn enter(&mut self) {
        let key = self.key.take().unwrap_or_default();
        self.reader.trail.0.push(Step::Key(key));
    }
}

/// A key of an object.
struct Key<'k, 'de>(&'k Cow<'de, str>);

impl<'de> Deserializer<'de> for Key<'_, 'de> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0 {
            Cow::Borrowed(key) => visitor.visit_borrowed_str(key),
            Cow::Owned(key) => visitor.visit_str(key),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_enum(CowStrDeserializer::new(self.0.clone()))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// One variant of an enumeration, as an object with one key.
struct Variant<'r, 'de, 'u>(&'r mut Reader<'de, 'u>);

impl<'de> EnumAccess<'de> for Variant<'_, 'de, '_> {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Failure> {
        let Some(name) = self.0.key(true)? else {
            return Err(self.0.broken("expected value"));
        };
        let read = seed.deserialize(Key(&name));
        let value = self.0.settled(read)?;
        self.0.colon()?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de, '_> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        Deserialize::deserialize(self.0)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Failure> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.0.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.0.deserialize_struct("", fields, visitor)
    }
}

/// The text of a value, as [`RawValue`] takes it.
struct Raw<'de>(Option<&'de str>);

impl<'de> MapAccess<'de> for Raw<'de> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failure> {
        match self.0 {
            Some(_) => seed
                .deserialize(BorrowedStrDeserializer::new(RAW))
                .map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Failure> {
        let text = self.0.take().unwrap_or_default();
        seed.deserialize(BorrowedStrDeserializer::new(text))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::Value;

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
