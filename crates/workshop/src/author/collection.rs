//! The levels in a text, however many it holds.
//!
//! Whatever one command prints is what another may read: a level file, a record, a pack, the answer
//! of `generate` with many levels, the answers of `batch`, or any of these one after another, a
//! line each. A text that holds one level only is left to [`Games::open`](crate::Games::open), which
//! says best what is wrong with it.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::envelope::Outline;
use gridwright_games::document::pack::{Pack, Record};
use gridwright_games::document::{NOT_ONE_LEVEL, PACK_UNKNOWN, read_file};

/// What a text holds.
#[derive(Clone, Debug)]
pub enum Contents {
    /// One level, or something that cannot be read.
    One,
    /// Several levels, or some that are wrapped in other things.
    Many(Vec<Entry>),
}

/// One of several levels.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What to call it: `PACK/ID`, its id, or its place in the list, from 1.
    pub name: String,
    /// The level with what is known of it.
    pub record: Record,
}

/// The most levels of one text. A pack has hundreds, a long series a hundred thousand.
pub const MOST_LEVELS: usize = 1_000_000;

/// How deep answers may be wrapped in answers.
const MOST_WRAPS: usize = 4;

/// Finds the levels in a text.
///
/// # Errors
/// If it holds several levels and one of them is no record at all.
///
/// ```
/// use gridwright_workshop::author::collection::{Contents, contents};
///
/// let one = r#"{ "game": "lights-off", "field": [[1]] }"#;
/// assert!(matches!(contents(one), Ok(Contents::One)));
/// let Ok(Contents::Many(two)) = contents(&format!("{one}\n{one}\n")) else { panic!() };
/// assert_eq!(two[1].name, "2");
/// ```
pub fn contents(text: &str) -> Result<Contents, Faults> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let Some(Ok(first)) = documents.next() else {
        return Ok(Contents::One);
    };
    let rest: Result<Vec<&RawValue>, _> = documents.collect();
    let Ok(rest) = rest else {
        return Ok(Contents::One);
    };
    let mut found = Vec::new();
    if rest.is_empty() {
        if !wraps(first.get(), MOST_WRAPS, &mut found)? {
            return Ok(Contents::One);
        }
    } else {
        for document in std::iter::once(first).chain(rest) {
            if !wraps(document.get(), MOST_WRAPS, &mut found)? {
                found.push(record_of(document.get())?.into());
            }
        }
    }
    if found.len() > MOST_LEVELS {
        let message = format!("this holds more than {MOST_LEVELS} levels");
        return Err(Fault::new(NOT_ONE_LEVEL, message, Place::everywhere()).into());
    }
    let mut entries: Vec<Entry> = Vec::with_capacity(found.len());
    for (index, Found { name, record }) in found.into_iter().enumerate() {
        let name = name.unwrap_or_else(|| (index + 1).to_string());
        entries.push(Entry { name, record });
    }
    Ok(Contents::Many(entries))
}

/// The entry that an id names: by the id of its record, or by its place where records have none.
///
/// # Errors
/// If there is none of that name; the fault says which there are.
pub fn named(entries: Vec<Entry>, id: &str) -> Result<Entry, Fault> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        let known = entry.record.id.clone().unwrap_or((index + 1).to_string());
        places.entry(known).or_insert(index);
    }
    let Some(&place) = places.get(id) else {
        let ids: Vec<&str> = entries
            .iter()
            .filter_map(|entry| entry.record.id.as_deref())
            .collect();
        let known = match (ids.first(), ids.last()) {
            (Some(first), Some(last)) => format!("ids from {first} to {last}"),
            _ => format!("levels 1 to {}", entries.len()),
        };
        let message = format!("there is no level {id:?} in this pack, which has {known}");
        return Err(Fault::new(PACK_UNKNOWN, message, Place::everywhere()));
    };
    let found = entries.into_iter().nth(place);
    found.ok_or_else(|| Fault::new(PACK_UNKNOWN, "the pack is empty", Place::everywhere()))
}

/// The levels of a pack, named by the pack and their ids.
pub fn of_pack(pack: &Pack) -> Vec<Entry> {
    let named = |record: &Record| Entry {
        name: format!("{}/{}", pack.pack, record.id.as_deref().unwrap_or_default()),
        record: record.clone(),
    };
    pack.levels.iter().map(named).collect()
}

struct Found {
    name: Option<String>,
    record: Record,
}

impl From<Record> for Found {
    fn from(record: Record) -> Self {
        let name = record.id.clone();
        Found { name, record }
    }
}

/// Adds the levels that a document wraps; false if it wraps none and is one itself.
fn wraps(text: &str, depth: usize, found: &mut Vec<Found>) -> Result<bool, Faults> {
    let Ok(outline) = Outline::of(text) else {
        return Ok(false);
    };
    if outline.keys.iter().any(|key| key == "format") && outline.levels.is_some() {
        let pack = Pack::read(text)?;
        found.extend(of_pack(&pack).into_iter().map(|entry| Found {
            name: Some(entry.name),
            record: entry.record,
        }));
        return Ok(true);
    }
    if let Some(levels) = &outline.levels {
        // The only record of a list is opened where it stands, so that its faults are located there.
        if levels.is_empty() || (levels.len() == 1 && depth == MOST_WRAPS) {
            return Ok(false);
        }
        for (index, level) in levels.iter().enumerate() {
            let record = record_of(level.get());
            found.push(
                record
                    .map_err(|faults| faults.below(&format!("/levels/{index}")))?
                    .into(),
            );
        }
        return Ok(true);
    }
    if outline.keys.iter().any(|key| key == "answer") && depth > 0 {
        let wrapped: Result<BTreeMap<&str, &RawValue>, _> = serde_json::from_str(text);
        if let Some(answer) = wrapped
            .ok()
            .and_then(|wrapped| wrapped.get("answer").copied())
        {
            return wraps(answer.get(), depth - 1, found);
        }
    }
    Ok(false)
}

/// A record, or a level file as one.
fn record_of(text: &str) -> Result<Record, Faults> {
    let outline = Outline::of(text)?;
    let (record, _) = match outline.level {
        Some(_) => read_file::<Record>(text)?,
        None => {
            let (level, faults) = read_file(text)?;
            (
                Record {
                    level,
                    ..Record::default()
                },
                faults,
            )
        }
    };
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = r#"{"game":"lights-off","field":[[1]]}"#;

    #[test]
    fn levels_are_found_however_they_are_wrapped() {
        let record = format!(r#"{{"id":"a","level":{LEVEL}}}"#);
        let check = |text: String, expected: Option<&[&str]>| {
            let names: Option<Vec<String>> = match contents(&text) {
                Ok(Contents::One) => None,
                Ok(Contents::Many(entries)) => Some(entries.into_iter().map(|e| e.name).collect()),
                Err(faults) => Some(vec![faults.list()[0].code.id().to_owned()]),
            };
            let names: Option<Vec<&str>> = names
                .as_ref()
                .map(|names| names.iter().map(|n| &n[..]).collect());
            assert_eq!(names.as_deref(), expected, "{text}");
        };
        check(LEVEL.into(), None);
        check(record.clone(), None);
        check("{".into(), None);
        check("junk".into(), None);
        check(r#"{"levels": []}"#.into(), None);
        check(format!(r#"{{"levels": [{record}]}}"#), None);
        check(
            format!(r#"{{"levels": [{record}, {{"level":{LEVEL}}}, {LEVEL}]}}"#),
            Some(&["a", "2", "3"]),
        );
        check(
            format!("{LEVEL}\n{record}\n\n{LEVEL}"),
            Some(&["1", "a", "3"]),
        );
        check(format!("{LEVEL}\n{{"), None);
        let answer = format!(r#"{{"id":1,"ok":true,"answer":{{"levels":[{record}]}}}}"#);
        check(answer.clone(), Some(&["a"]));
        check(format!("{answer}\n{LEVEL}"), Some(&["a", "2"]));
        let pack = |id: &str| {
            format!(
                r#"{{"format":1,"pack":"p","title":"P","license":"","levels":[{record},{{"id":"{id}","level":{LEVEL}}}]}}"#
            )
        };
        check(pack("b"), Some(&["p/a", "p/b"]));
        check(pack("a"), Some(&["pack.id"]));
        check(r#"{"levels": [7, 8]}"#.into(), Some(&["input.wrong-type"]));
    }
}
