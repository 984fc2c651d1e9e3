//! Many levels in one file, each with its solution and what is known about it.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_core::text::is_unprintable;

use super::read::read_file;
use super::{PACK_FORMAT, PACK_ID};

/// The format this program reads and writes.
pub const FORMAT: u32 = 1;

/// A pack file: `levels/GAME/PACK.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Pack {
    /// Always 1.
    pub format: u32,
    /// The name it is addressed by.
    pub pack: String,
    /// The name for people.
    pub title: String,
    /// What others may do with it.
    pub license: String,
    /// The levels, in order.
    pub levels: Vec<Record>,
}

/// A level with everything known about it: what `generate --json` prints and packs hold.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Record {
    /// How the level is addressed within its pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The level file.
    pub level: Value,
    /// A solution file, the cheapest known.
    #[serde(default)]
    pub solution: Value,
    /// What the solution costs, a number for each metric.
    #[serde(default)]
    pub costs: Map<String, Value>,
    /// Whether the solution is proved to be the cheapest.
    #[serde(default)]
    pub optimal: bool,
    /// The proved minimum in each further metric that can be minimised first. Each is a minimum of
    /// its own: no solution need have them together.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub minima: Map<String, Value>,
    /// How hard it is: score, tier and why.
    #[serde(default)]
    pub grade: Value,
    /// The seed it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The frozen procedure that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
}

impl Pack {
    /// Reads a pack file; the levels inside are not looked at.
    pub fn read(text: &str) -> Result<Pack, Faults> {
        let (pack, mut faults) = read_file::<Pack>(text)?;
        if pack.format != FORMAT {
            let message = format!("format {} is not known; this is {FORMAT}", pack.format);
            return Err(Fault::new(PACK_FORMAT, message, Place::pointer("/format")).into());
        }
        let mut seen = std::collections::BTreeSet::new();
        for (index, record) in pack.levels.iter().enumerate() {
            let id = record.id.as_deref().unwrap_or_default();
            if id.is_empty() || id.contains(is_unprintable) || !seen.insert(id) {
                let pointer = format!("/levels/{index}/id");
                let message = format!("{id:?} is empty, used before, or cannot be printed");
                faults.add(PACK_ID, message, Place::pointer(pointer));
            }
        }
        faults.or(|| pack)
    }

    /// The record with an id.
    pub fn record(&self, id: &str) -> Option<&Record> {
        self.levels
            .iter()
            .find(|record| record.id.as_deref() == Some(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ids_are_there_differ_and_can_be_printed() {
        let check = |format: u32, ids: &[Option<&str>], expected: &[(&str, &str)]| {
            let record = |id: &Option<&str>| json!({ "id": id, "level": {} });
            let pack = json!({ "format": format, "pack": "p", "title": "P", "license": "none",
                "levels": ids.iter().map(record).collect::<Vec<_>>() });
            let read = Pack::read(&pack.to_string());
            let faults = read.as_ref().err().map_or(&[][..], Faults::list);
            let found = faults
                .iter()
                .map(|fault| (fault.code.id(), &fault.at.pointer[..]));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{ids:?}");
            for id in ids.iter().flatten().filter(|_| expected.is_empty()) {
                let record = read.as_ref().ok().and_then(|pack| pack.record(id));
                assert_eq!(record.and_then(|record| record.id.as_deref()), Some(*id));
            }
        };
        check(1, &[], &[]);
        check(1, &[Some("a"), Some("b")], &[]);
        check(1, &[Some("a"), Some("a")], &[("pack.id", "/levels/1/id")]);
        check(
            1,
            &[Some(""), None],
            &[("pack.id", "/levels/0/id"), ("pack.id", "/levels/1/id")],
        );
        check(
            1,
            &[Some("a\u{1b}"), Some("b\u{202e}")],
            &[("pack.id", "/levels/0/id"), ("pack.id", "/levels/1/id")],
        );
        check(2, &[Some("a")], &[("pack.format", "/format")]);
    }
}
