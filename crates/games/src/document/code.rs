//! A level as a short line of text: compact, checksummed, versioned, safe in a URL.
//!
//! `gw1` and then, in URL-safe base64: the game's number, a byte of flags, the body and a CRC-32
//! of all of these. The body is the level file in a packed form of JSON, in which the words of the
//! game ([`About::words`](crate::about::About::words)) and small numbers take one byte and lists of
//! truth values one bit each; where that helps it is deflated. Unlike a dump of the level's
//! memory, it can still be read when the level file has grown new optional keys, and since it
//! unpacks to the text of a level file, a forged code meets the same validating door as any file.
//!
//! The byte values below are frozen.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::inflate::TINFLStatus;
use serde_json::Value;

use gridwright_core::fault::{Code, Fault, Place};

use super::{CODE_DAMAGED, CODE_TOO_LARGE, CODE_VERSION};

/// How every code of this version begins.
pub const PREFIX: &str = "gw1";

/// The most characters of JSON any code unpacks to. Callers that take less say so.
pub const MOST_TEXT: usize = 8 << 20;
const MOST_DEPTH: usize = 32;
const DEFLATED: u8 = 1;

const NULL: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const INTEGER: u8 = 3;
const FLOAT: u8 = 4;
const STRING: u8 = 5;
const ARRAY: u8 = 6;
const OBJECT: u8 = 7;
const BITS: u8 = 8;
const NIBBLES: u8 = 9;
/// A whole number beyond those of [`INTEGER`]; a seed may be one.
const LARGE: u8 = 10;
const SMALL: std::ops::Range<u8> = 16..64;
const WORD: std::ops::Range<u8> = 64..192;
const COMMON: std::ops::Range<u8> = 192..255;

/// Words of every game. Frozen: only ever append.
const COMMON_WORDS: &[&str] = &["meta", "generator", "seed", "title", "author", "notes"];

/// Whether some text looks like a level code, of any version.
pub fn looks_like_code(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("gw") else {
        return false;
    };
    rest.len() > 8
        && rest.starts_with(|c: char| c.is_ascii_digit())
        && rest
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// The code of a level document of the game with this number and these words.
pub fn encode(number: u8, words: &[&str], document: &Value) -> Result<String, Fault> {
    let mut body = Vec::new();
    pack(document, words, &mut body);
    let deflated = miniz_oxide::deflate::compress_to_vec(&body, 9);
    let (flags, body) = if deflated.len() < body.len() {
        (DEFLATED, deflated)
    } else {
        (0, body)
    };
    if document.to_string().len() > MOST_TEXT {
        return Err(too_large());
    }
    let mut bytes = vec![number, flags];
    bytes.extend(body);
    bytes.extend(crc32(&bytes).to_le_bytes());
    Ok(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes)))
}

/// The number of the game and the text of the level file behind a code, if that has at most so
/// many characters: a few thousand bytes can unpack to millions, and the caller alone knows what
/// it is ready to read. `words_of` gives the words of the game with a number.
pub fn decode(
    code: &str,
    most: usize,
    words_of: impl Fn(u8) -> Option<&'static [&'static str]>,
) -> Result<(u8, String), Fault> {
    let Some(text) = code.strip_prefix(PREFIX) else {
        let message = format!("a level code of this version begins with {PREFIX}");
        return Err(fault(CODE_VERSION, message));
    };
    let damaged = || fault(CODE_DAMAGED, "the level code is cut off or was changed");
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| damaged())?;
    let (bytes, checksum) = bytes.split_last_chunk::<4>().ok_or_else(damaged)?;
    if crc32(bytes) != u32::from_le_bytes(*checksum) {
        return Err(damaged());
    }
    let [number, flags, body @ ..] = bytes else {
        return Err(damaged());
    };
    let newer = || {
        fault(
            CODE_VERSION,
            "the level code needs a newer version of the program",
        )
    };
    let words = words_of(*number).ok_or_else(newer)?;
    let inflated;
    let body = match flags {
        0 => body,
        &DEFLATED => {
            inflated = miniz_oxide::inflate::decompress_to_vec_with_limit(body, most).map_err(
                |error| match error.status {
                    TINFLStatus::HasMoreOutput => too_large(),
                    _ => damaged(),
                },
            )?;
            &inflated[..]
        }
        _ => return Err(newer()),
    };
    let mut unpacker = Unpacker {
        bytes: body,
        words,
        text: String::new(),
        most,
    };
    let unpacked = unpacker.value(MOST_DEPTH);
    if unpacker.text.len() > most {
        return Err(too_large());
    }
    unpacked.ok_or_else(damaged)?;
    if !unpacker.bytes.is_empty() {
        return Err(damaged());
    }
    Ok((*number, unpacker.text))
}

/// The CRC-32 of zip and PNG. Codes are short, so it does without tables, which would weigh 16 kB in
/// a browser.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc: u32, _| {
            crc >> 1 ^ (crc & 1).wrapping_neg() & 0xEDB8_8320
        })
    })
}

fn too_large() -> Fault {
    fault(CODE_TOO_LARGE, "The level is too large for a code.")
}

fn fault(code: Code, message: impl Into<String>) -> Fault {
    Fault::new(code, message, Place::everywhere())
}

fn pack(value: &Value, words: &[&str], out: &mut Vec<u8>) {
    match value {
        Value::Null => out.push(NULL),
        Value::Bool(false) => out.push(FALSE),
        Value::Bool(true) => out.push(TRUE),
        Value::Number(number) => match number.as_i64() {
            Some(small @ 0..48) => out.push(SMALL.start + small as u8),
            Some(integer) => {
                out.push(INTEGER);
                // Zigzag: numbers of small magnitude take few bytes, whatever their sign.
                pack_length(((integer << 1) ^ (integer >> 63)) as u64, out);
            }
            None => match number.as_u64() {
                Some(large) => {
                    out.push(LARGE);
                    pack_length(large, out);
                }
                None => {
                    out.push(FLOAT);
                    out.extend(number.as_f64().unwrap_or(0.0).to_le_bytes());
                }
            },
        },
        Value::String(text) => pack_string(text, words, out),
        Value::Array(items) => pack_array(items, words, out),
        Value::Object(map) => {
            out.push(OBJECT);
            pack_length(map.len() as u64, out);
            for (key, value) in map {
                pack_string(key, words, out);
                pack(value, words, out);
            }
        }
    }
}

fn pack_array(items: &[Value], words: &[&str], out: &mut Vec<u8>) {
    let bits: Option<Vec<bool>> = items.iter().map(Value::as_bool).collect();
    let nibbles: Option<Vec<u8>> = items
        .iter()
        .map(|item| item.as_u64().filter(|&n| n < 16).map(|n| n as u8))
        .collect();
    let kind = match (&bits, &nibbles) {
        (Some(_), _) => BITS,
        (_, Some(_)) => NIBBLES,
        _ => ARRAY,
    };
    out.push(kind);
    pack_length(items.len() as u64, out);
    if let Some(bits) = bits {
        out.extend(bits.chunks(8).map(|chunk| {
            let bit = |(i, &on): (usize, &bool)| u8::from(on) << i;
            chunk.iter().enumerate().map(bit).sum::<u8>()
        }));
    } else if let Some(nibbles) = nibbles {
        let byte = |pair: &[u8]| pair[0] | pair.get(1).map_or(0, |high| high << 4);
        out.extend(nibbles.chunks(2).map(byte));
    } else {
        for item in items {
            pack(item, words, out);
        }
    }
}

fn pack_string(text: &str, words: &[&str], out: &mut Vec<u8>) {
    let place = |words: &[&str]| words.iter().position(|word| *word == text);
    match (place(words), place(COMMON_WORDS)) {
        (Some(index), _) if index < WORD.len() => out.push(WORD.start + index as u8),
        (_, Some(index)) => out.push(COMMON.start + index as u8),
        _ => {
            out.push(STRING);
            pack_length(text.len() as u64, out);
            out.extend(text.as_bytes());
        }
    }
}

fn pack_length(mut length: u64, out: &mut Vec<u8>) {
    while length >= 128 {
        out.push(length as u8 | 128);
        length >>= 7;
    }
    out.push(length as u8);
}

/// Turns packed bytes into JSON text. Every method gives `None` where the bytes are no such thing
/// or the text would become too long.
struct Unpacker<'a> {
    bytes: &'a [u8],
    words: &'static [&'static str],
    text: String,
    most: usize,
}

impl Unpacker<'_> {
    fn value(&mut self, depth: usize) -> Option<()> {
        let tag = self.byte()?;
        match tag {
            NULL => self.write("null"),
            FALSE => self.write("false"),
            TRUE => self.write("true"),
            INTEGER => {
                let zigzag = self.length()?;
                let integer = (zigzag >> 1) as i64 ^ -((zigzag & 1) as i64);
                self.write(&integer.to_string())
            }
            LARGE => {
                let large = self.length()?;
                self.write(&large.to_string())
            }
            FLOAT => {
                let (bytes, rest) = self.bytes.split_first_chunk::<8>()?;
                self.bytes = rest;
                let number = serde_json::Number::from_f64(f64::from_le_bytes(*bytes))?;
                self.write(&number.to_string())
            }
            ARRAY => {
                let depth = depth.checked_sub(1)?;
                let length = self.length()?;
                self.list(length, |this, _| this.value(depth))
            }
            BITS => {
                let length = self.length()?;
                let bits = self.take(length.div_ceil(8))?.to_vec();
                self.list(length, |this, i| {
                    let on = bits[i as usize / 8] >> (i % 8) & 1 == 1;
                    this.write(if on { "true" } else { "false" })
                })
            }
            NIBBLES => {
                let length = self.length()?;
                let bytes = self.take(length.div_ceil(2))?.to_vec();
                self.list(length, |this, i| {
                    let nibble = bytes[i as usize / 2] >> (4 * (i % 2)) & 15;
                    this.write(&nibble.to_string())
                })
            }
            OBJECT => {
                let depth = depth.checked_sub(1)?;
                let length = self.length()?;
                self.write("{")?;
                for i in 0..length {
                    if i > 0 {
                        self.write(",")?;
                    }
                    let tag = self.byte()?;
                    self.string(tag)?;
                    self.write(":")?;
                    self.value(depth)?;
                }
                self.write("}")
            }
            small if SMALL.contains(&small) => self.write(&(small - SMALL.start).to_string()),
            _ => self.string(tag),
        }
    }

    fn list(
        &mut self,
        length: u64,
        mut item: impl FnMut(&mut Self, u64) -> Option<()>,
    ) -> Option<()> {
        self.write("[")?;
        for i in 0..length {
            if i > 0 {
                self.write(",")?;
            }
            item(self, i)?;
        }
        self.write("]")
    }

    fn string(&mut self, tag: u8) -> Option<()> {
        let word = if WORD.contains(&tag) {
            Some(self.words.get((tag - WORD.start) as usize)?)
        } else if COMMON.contains(&tag) {
            Some(COMMON_WORDS.get((tag - COMMON.start) as usize)?)
        } else {
            None
        };
        if let Some(word) = word {
            return self.write(&Value::from(*word).to_string());
        }
        if tag != STRING {
            return None;
        }
        let length = self.length()?;
        let text = std::str::from_utf8(self.take(length)?).ok()?.to_owned();
        self.write(&Value::from(text).to_string())
    }

    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(byte)
    }

    fn length(&mut self) -> Option<u64> {
        let mut length = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            length |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(length);
            }
        }
        None
    }

    fn take(&mut self, length: u64) -> Option<&[u8]> {
        let (taken, rest) = self.bytes.split_at_checked(usize::try_from(length).ok()?)?;
        self.bytes = rest;
        Some(taken)
    }

    fn write(&mut self, text: &str) -> Option<()> {
        self.text.push_str(text);
        (self.text.len() <= self.most).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WORDS: &[&str] = &["rows", "red"];

    fn words_of(number: u8) -> Option<&'static [&'static str]> {
        (number == 7).then_some(WORDS)
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            (0..100i64).prop_map(Value::from),
            (-1e9..1e9f64).prop_map(Value::from),
            "[a-z\"\\\\é]{0,6}".prop_map(Value::from),
            Just(Value::from("red")),
            prop::collection::vec(any::<bool>(), 0..20).prop_map(Value::from),
            prop::collection::vec(0..16u8, 0..20).prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map("[a-z]{1,4}|rows", inner, 0..6)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_document_comes_back(document in json()) {
            let code = encode(7, WORDS, &document).unwrap();
            prop_assert!(looks_like_code(&code) || code.len() < 12);
            let (number, text) = decode(&code, MOST_TEXT, words_of).unwrap();
            prop_assert_eq!(number, 7);
            prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), document);
        }

        #[test]
        fn a_changed_character_is_noticed(document in json(), place in any::<usize>(), by in 1..63u8) {
            let code = encode(7, WORDS, &document).unwrap();
            let mut bytes = code.into_bytes();
            let place = PREFIX.len() + place % (bytes.len() - PREFIX.len());
            const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
            let old = ALPHABET.iter().position(|&b| b == bytes[place]).unwrap();
            bytes[place] = ALPHABET[(old + by as usize) % 64];
            prop_assert!(decode(std::str::from_utf8(&bytes).unwrap(), MOST_TEXT, words_of).is_err());
        }

        #[test]
        fn forged_bodies_are_refused_or_read(body in prop::collection::vec(any::<u8>(), 0..60), flags in 0..3u8) {
            let mut bytes = vec![7, flags];
            bytes.extend(body);
            bytes.extend(crc32(&bytes).to_le_bytes());
            let code = format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes));
            if let Ok((_, text)) = decode(&code, MOST_TEXT, words_of) {
                serde_json::from_str::<Value>(&text).unwrap();
            }
        }
    }

    #[test]
    fn a_short_code_cannot_unpack_to_more_than_the_caller_reads() {
        let rows = |count| serde_json::json!({ "rows": vec![vec![true; 64]; count] });
        let check = |count, most, expected: Option<Code>| {
            let code = encode(7, WORDS, &rows(count)).unwrap();
            let found = decode(&code, most, words_of).err().map(|fault| fault.code);
            assert_eq!(found, expected, "{count} rows, at most {most}");
        };
        let length = rows(64).to_string().len();
        check(64, length, None);
        check(64, length - 1, Some(CODE_TOO_LARGE));
        check(4096, MOST_TEXT, None);
        check(4096, 4096, Some(CODE_TOO_LARGE));
    }

    /// Where one byte ends and two begin, for every kind of value.
    #[test]
    fn numbers_and_lengths_of_every_size_come_back() {
        let mut values: Vec<Value> = Vec::new();
        for number in [0, 15, 16, 47, 48, 63, 64, 65, 8191, 8192, i64::MAX] {
            values.extend([number, -number, number - 1, !number].map(Value::from));
        }
        values.extend([
            i64::MIN.into(),
            u64::MAX.into(),
            0.5.into(),
            Value::from(-0.0),
        ]);
        for length in [0, 1, 2, 7, 8, 9, 127, 128, 129, 16383, 16384] {
            values.push("x".repeat(length).into());
            values.push(vec![true; length].into());
            values.push(vec![15; length].into());
            values.push(vec![16; length].into());
            values.push(vec![Value::Null; length].into());
        }
        values.extend(
            WORDS
                .iter()
                .chain(COMMON_WORDS)
                .map(|word| Value::from(*word)),
        );
        for value in values {
            let code = encode(7, WORDS, &value).unwrap();
            let (_, text) = decode(&code, MOST_TEXT, words_of).unwrap();
            assert_eq!(text, value.to_string());
        }
        // Only so many words have a byte.
        let words: Vec<String> = (0..200).map(|number| format!("w{number}")).collect();
        let words: Vec<&'static str> = words.into_iter().map(|word| &*word.leak()).collect();
        let words: &'static [&'static str] = words.leak();
        let all = Value::from(words.to_vec());
        let code = encode(7, words, &all).unwrap();
        let (_, text) = decode(&code, MOST_TEXT, |_| Some(words)).unwrap();
        assert_eq!(text, all.to_string());
    }

    #[test]
    fn a_level_larger_than_any_code_gets_none() {
        let text = |length: usize| Value::from("x".repeat(length - 2));
        assert!(encode(7, WORDS, &text(MOST_TEXT)).is_ok());
        let refused = encode(7, WORDS, &text(MOST_TEXT + 1)).unwrap_err();
        assert_eq!(refused.code, CODE_TOO_LARGE);
    }

    #[test]
    fn codes_are_known_by_their_looks() {
        let check = |text: &str, expected| assert_eq!(looks_like_code(text), expected, "{text}");
        check("gw1BwAHAUAGAggCAQgCArDBmMc", true);
        check("gw9abcd-_XY", true);
        check("gw1234567", false);
        check("gw12345678", false);
        check("gw123456789", true);
        check("gwabcdefghi", false);
        check("gw1abcdefg/", false);
        check("gw1abcdefg.json", false);
        check("GW1abcdefghi", false);
    }

    #[test]
    fn codes_are_short_and_frozen() {
        let document = serde_json::json!({"rows": [[true, false], [false, true]]});
        let code = encode(7, WORDS, &document).unwrap();
        assert_eq!(code, "gw1BwAHAUAGAggCAQgCArDBmMc");
    }
}
