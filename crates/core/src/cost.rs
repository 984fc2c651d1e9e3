//! What a solution costs, in each of a game's metrics.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Values of named metrics, in the order in which they are minimised.
///
/// Costs compare lexicographically, the most important metric first. Comparing costs that list
/// different metrics is a mistake of the caller; it compares the names first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Costs(Vec<(&'static str, u64)>);

impl Costs {
    /// No metric at all: the game does not count.
    pub const fn none() -> Self {
        Costs(Vec::new())
    }

    /// Costs from metrics in order of importance.
    pub fn new(values: impl IntoIterator<Item = (&'static str, u64)>) -> Self {
        Costs(values.into_iter().collect())
    }

    /// The value of one metric.
    pub fn get(&self, metric: &str) -> Option<u64> {
        self.iter()
            .find_map(|(name, value)| (name == metric).then_some(value))
    }

    /// The value of the most important metric.
    pub fn first(&self) -> Option<u64> {
        self.0.first().map(|&(_, value)| value)
    }

    /// All metrics with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().copied()
    }

    /// The same values restricted to `metrics`, in that order of importance.
    pub fn in_order(&self, metrics: &[&'static str]) -> Costs {
        Costs::new(
            metrics
                .iter()
                .filter_map(|metric| self.get(metric).map(|value| (*metric, value))),
        )
    }
}

impl std::fmt::Display for Costs {
    /// `7 strokes, 31 cells`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, (metric, value)) in self.iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(f, "{separator}{value} {metric}")?;
        }
        Ok(())
    }
}

impl Serialize for Costs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (metric, value) in self.iter() {
            map.serialize_entry(metric, &value)?;
        }
        map.end()
    }
}

impl JsonSchema for Costs {
    fn schema_name() -> Cow<'static, str> {
        "Costs".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = BTreeMap::<String, u64>::json_schema(generator);
        schema.insert("description".into(), "A number for each metric.".into());
        schema
    }
}
