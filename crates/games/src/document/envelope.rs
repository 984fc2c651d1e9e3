//! What surrounds a level: the `game` tag, `meta`, and records that hold a level.
//!
//! A level file is an object with the game's own keys, an optional `game` tag and an optional
//! `meta` object that is kept as it is. A record (what `generate --json` prints and packs hold)
//! is an object whose `level` is a level file.

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_core::text::is_unprintable;

use super::read::{check_size, located, read_file};
use super::reader::parse;
use super::{GAME_MISMATCH, META_TOO_LARGE, META_UNPRINTABLE, NOT_ONE_LEVEL, UNKNOWN_KEY};
use crate::kind::Kind;

/// A level with what was written beside it.
#[derive(Clone, Debug)]
pub struct Opened<K: Kind> {
    /// The level.
    pub level: K::Level,
    /// Title, author, notes: kept, never interpreted.
    pub meta: Map<String, Value>,
}

/// Reads a level file of a known game.
pub fn read_level<K: Kind>(text: &str) -> Result<Opened<K>, Faults> {
    check_size(text)?;
    // Faults must be located in the whole text, so only a good level may come in lightened.
    let light = K::lighten(text)
        .and_then(|(light, restore)| read_with(&light, &Outline::of(&light).ok()?, restore).ok());
    light.map_or_else(|| read_outlined(text, &Outline::of(text)?), Ok)
}

/// Reads a level file of a known game whose outline was taken already.
pub(crate) fn read_outlined<K: Kind>(
    text: &str,
    outline: &Outline<'_>,
) -> Result<Opened<K>, Faults> {
    let light = K::lighten(text);
    let light = light.and_then(|(light, restore)| read_with(&light, outline, restore).ok());
    light.map_or_else(|| read_with(text, outline, |_| {}), Ok)
}

fn read_with<K: Kind>(
    text: &str,
    outline: &Outline<'_>,
    restore: impl FnOnce(&mut K::LevelFile),
) -> Result<Opened<K>, Faults> {
    if let Some(tag) = outline.game.as_deref().filter(|tag| *tag != K::ABOUT.id) {
        let message = format!("the file is tagged {tag:?}, not {:?}", K::ABOUT.id);
        return Err(Fault::new(GAME_MISMATCH, message, Place::pointer("/game")).into());
    }
    let (mut file, unknown) = read_file::<K::LevelFile>(text)?;
    restore(&mut file);
    let mut faults = Faults::new();
    if K::ABOUT.unknown_keys_are_faults {
        faults.absorb(without_envelope(unknown));
    }
    match K::read_level(file) {
        Ok(level) => faults.or(|| Opened {
            level,
            meta: outline.meta.clone(),
        }),
        Err(more) => {
            faults.absorb(more);
            Err(faults)
        }
    }
}

/// Reads a level file as a draft: the file as it stands, whatever is wrong with the level in it.
pub fn read_draft<K: Kind>(text: &str) -> Result<(K::LevelFile, Map<String, Value>), Faults> {
    let outline = Outline::of(text)?;
    let (file, _) = read_file::<K::LevelFile>(text)?;
    Ok((file, outline.meta))
}

/// Writes a level file; reading it gives the level back.
pub fn write_level<K: Kind>(level: &K::Level, meta: &Map<String, Value>) -> Value {
    write_draft::<K>(K::write_level(level), meta)
}

/// Writes a draft.
pub fn write_draft<K: Kind>(file: K::LevelFile, meta: &Map<String, Value>) -> Value {
    let mut document = Map::new();
    document.insert("game".into(), K::ABOUT.id.into());
    if let Value::Object(file) = plain_json(file) {
        document.extend(file);
    }
    if !meta.is_empty() {
        document.insert("meta".into(), Value::Object(meta.clone()));
    }
    Value::Object(document)
}

/// A file type as JSON.
///
/// # Panics
/// If the type has a map with keys that are no strings; the types of the games have none.
pub(crate) fn plain_json(file: impl serde::Serialize) -> Value {
    serde_json::to_value(file).expect("files of the games are plain JSON")
}

/// The top level of a document, without its contents.
#[derive(Debug, Default)]
pub struct Outline<'t> {
    /// The `game` tag.
    pub game: Option<String>,
    /// The `meta` object.
    pub meta: Map<String, Value>,
    /// The text of `level`, if there is such a key.
    pub level: Option<&'t str>,
    /// The text of `solution`, if there is such a key.
    pub solution: Option<&'t str>,
    /// The entries of `levels`, if there is such a key.
    pub levels: Option<Vec<&'t RawValue>>,
    /// The first few keys.
    pub keys: Vec<String>,
}

/// No level file has so many different keys.
const MOST_KEYS: usize = 64;

/// The most characters of `meta`: room for a title, an author and a page of notes. It is kept in
/// memory as a tree, which for a list of empty lists takes some seventy times its text.
const MOST_META: usize = 8 << 10;

/// How deep lists and objects of `meta` may be nested.
const MOST_META_DEPTH: usize = 8;

impl<'t> Outline<'t> {
    /// Looks at the top level of a document.
    pub fn of(text: &'t str) -> Result<Self, Fault> {
        check_size(text)?;
        let Skimmed { mut outline, meta } =
            parse(text, &mut |_| {}).map_err(|failure| located(&failure, ""))?;
        if let Some(meta) = meta {
            outline.meta = read_meta(meta.get())?;
        }
        Ok(outline)
    }

    /// The text of the one level inside a document, and the pointer to it.
    pub fn single(text: &'t str) -> Result<(&'t str, &'static str), Fault> {
        Single::of(text).map(|single| (single.text, single.pointer))
    }
}

/// The one level inside a document.
#[derive(Debug)]
pub struct Single<'t> {
    /// The text of the level.
    pub text: &'t str,
    /// The JSON pointer to it.
    pub pointer: &'static str,
    /// The top level of its text.
    pub outline: Outline<'t>,
}

impl<'t> Single<'t> {
    /// The one level inside a document: the document itself, the `level`
    /// of a record, or that of the only record of a list.
    pub fn of(text: &'t str) -> Result<Single<'t>, Fault> {
        let outline = Outline::of(text)?;
        let inner = |level, pointer| {
            Ok(Single {
                text: level,
                pointer,
                outline: Outline::of(level)?,
            })
        };
        if let Some(level) = outline.level {
            return inner(level, "/level");
        }
        let Some(levels) = &outline.levels else {
            return Ok(Single {
                text,
                pointer: "",
                outline,
            });
        };
        if let [only] = &levels[..]
            && let Some(level) = Outline::of(only.get())?.level
        {
            return inner(level, "/levels/0/level");
        }
        let message = format!(
            "this holds {} levels; name one of them, or give the whole to `check`",
            levels.len()
        );
        Err(Fault::new(
            NOT_ONE_LEVEL,
            message,
            Place::pointer("/levels"),
        ))
    }
}

/// The `meta` object, if it is small enough to be kept.
fn read_meta(text: &str) -> Result<Map<String, Value>, Fault> {
    let at = || Place::pointer("/meta");
    if text.len() > MOST_META || depth(text) > MOST_META_DEPTH {
        let message = format!(
            "meta takes at most {MOST_META} characters and {MOST_META_DEPTH} levels of nesting"
        );
        return Err(Fault::new(META_TOO_LARGE, message, at()));
    }
    let meta = parse(text, &mut |_| {}).map_err(|failure| located(&failure, "/meta"))?;
    // Notes may have several lines.
    let odd = |c: char| c != '\n' && is_unprintable(c);
    // Escaped or not, they are read by now.
    if any_text(&meta, &|text| text.contains(odd)) {
        let message = "a character in meta cannot be printed";
        return Err(Fault::new(META_UNPRINTABLE, message, at()));
    }
    Ok(meta)
}

/// Whether a condition holds for any text or key in an object.
fn any_text(object: &Map<String, Value>, holds: &dyn Fn(&str) -> bool) -> bool {
    fn any(value: &Value, holds: &dyn Fn(&str) -> bool) -> bool {
        match value {
            Value::String(text) => holds(text),
            Value::Array(list) => list.iter().any(|value| any(value, holds)),
            Value::Object(object) => any_text(object, holds),
            _ => false,
        }
    }
    object
        .iter()
        .any(|(key, value)| holds(key) || any(value, holds))
}

/// How deep lists and objects are nested in JSON text.
fn depth(text: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                most = most.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    most
}

/// An outline whose `meta` has not been read yet.
struct Skimmed<'t> {
    outline: Outline<'t>,
    meta: Option<&'t RawValue>,
}

impl<'de: 't, 't> Deserialize<'de> for Skimmed<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OutlineVisitor)
    }
}

struct OutlineVisitor;

impl<'de> Visitor<'de> for OutlineVisitor {
    type Value = Skimmed<'de>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Skimmed<'de>, A::Error> {
        let (mut outline, mut meta) = (Outline::default(), None);
        let (mut level, mut solution) = (None::<&RawValue>, None::<&RawValue>);
        while let Some(key) = map.next_key::<String>()? {
            match &key[..] {
                "game" => once(&mut outline.game, &mut map, "game")?,
                "meta" => once(&mut meta, &mut map, "meta")?,
                "level" => once(&mut level, &mut map, "level")?,
                "solution" => once(&mut solution, &mut map, "solution")?,
                "levels" => once(&mut outline.levels, &mut map, "levels")?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            if outline.keys.len() < MOST_KEYS {
                outline.keys.push(key);
            }
        }
        outline.level = level.map(RawValue::get);
        outline.solution = solution.map(RawValue::get);
        Ok(Skimmed { outline, meta })
    }
}

/// Reads the value of a key that is there once.
fn once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    value: &mut Option<T>,
    map: &mut A,
    key: &'static str,
) -> Result<(), A::Error> {
    match value.replace(map.next_value()?) {
        None => Ok(()),
        Some(_) => Err(Error::duplicate_field(key)),
    }
}

/// The unknown keys that no game has to know are known after all.
fn without_envelope(unknown: Faults) -> Faults {
    let mut faults = Faults::new();
    let spared = unknown
        .list()
        .iter()
        .filter(|fault| ["/game", "/meta"].contains(&&fault.at.pointer[..]))
        .count();
    faults.extend(
        unknown
            .list()
            .iter()
            .filter(|fault| !["/game", "/meta"].contains(&&fault.at.pointer[..]))
            .cloned(),
    );
    for _ in faults.total() + spared..unknown.total() {
        faults.add(
            UNKNOWN_KEY,
            "there is no such key here",
            Place::everywhere(),
        );
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meta_is_bounded_before_it_is_kept() {
        let check = |meta: String, expected: Option<&str>| {
            let text = format!(r#"{{"meta": {meta}, "rows": []}}"#);
            let found = Outline::of(&text).err().map(|fault| fault.code.id());
            let start: String = meta.chars().take(60).collect();
            assert_eq!(found, expected, "{start}");
        };
        let too_large = Some("input.meta-too-large");
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        check(r#"{"title": "A [[[[[[[[[[ \" level"}"#.into(), None);
        let long = |length: usize| format!(r#"{{"notes": "{}"}}"#, "x".repeat(length - 13));
        check(long(8192), None);
        check(long(8193), too_large);
        check(r#"{"notes": "\\"}"#.into(), None);
        check(format!(r#"{{"a": {}}}"#, nested(7)), None);
        check(format!(r#"{{"a": {}}}"#, nested(8)), too_large);
        check(format!("[{}[]]", "[],".repeat(1_000_000)), too_large);
        check("7".into(), Some("input.wrong-type"));
        let unprintable = Some("input.meta-unprintable");
        check(r#"{"notes": "two\nlines"}"#.into(), None);
        check(r#"{"title": "\u001b[2J"}"#.into(), unprintable);
        check(r#"{"title": ["\u202e"]}"#.into(), unprintable);
        check(r#"{"a\u0007": 1}"#.into(), unprintable);
        check(r#"{"a\n": 1}"#.into(), None);
    }

    #[test]
    fn every_key_is_there_once() {
        for key in ["game", "meta", "level", "solution", "levels"] {
            let value = match key {
                "game" => r#""toy""#,
                "levels" => "[]",
                _ => "{}",
            };
            let check = |text: &str, expected: Option<&str>| {
                let found = Outline::of(text).err().map(|fault| fault.message);
                assert_eq!(found.is_some(), expected.is_some(), "{text}");
                let said = found.unwrap_or_default();
                assert!(said.contains(expected.unwrap_or_default()), "{said}");
            };
            check(&format!(r#"{{"{key}": {value}}}"#), None);
            let twice = format!(r#"{{"{key}": {value}, "x": 1, "{key}": {value}}}"#);
            check(&twice, Some(&format!("Duplicate field `{key}`")));
        }
    }

    #[test]
    fn the_first_keys_are_remembered() {
        let check = |count: usize, expected: usize| {
            let keys: Vec<String> = (0..count).map(|key| format!("\"{key}\": 0")).collect();
            let text = format!("{{ {} }}", keys.join(", "));
            assert_eq!(Outline::of(&text).unwrap().keys.len(), expected);
        };
        check(0, 0);
        check(64, 64);
        check(65, 64);
    }

    #[test]
    fn what_belongs_to_the_envelope_is_no_unknown_key() {
        let check = |names: &[&str], more: usize, expected: usize, listed: usize| {
            let mut unknown = Faults::new();
            for name in names {
                unknown.add(UNKNOWN_KEY, "odd", Place::pointer(format!("/{name}")));
            }
            (0..more).for_each(|_| unknown.add(UNKNOWN_KEY, "odd", Place::pointer("/x")));
            let found = without_envelope(unknown);
            let counted = (found.total(), found.list().len());
            assert_eq!(counted, (expected, listed), "{names:?} and {more} more");
        };
        check(&[], 0, 0, 0);
        check(&["game"], 0, 0, 0);
        check(&["meta", "game"], 0, 0, 0);
        check(&["game", "odd"], 0, 1, 1);
        check(&["odd"], 3, 4, 4);
        check(&["game", "meta"], 150, 150, 100);
    }
}
