//! What a solution costs, in each of a game's metrics.

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Something a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Metric {
    /// Its name in commands and files.
    pub name: &'static str,
    /// The word for one of it.
    pub one: &'static str,
    /// The word for several of it, and for none.
    pub many: &'static str,
}

impl Metric {
    /// A metric whose name is the word for several of it.
    pub const fn new(name: &'static str, one: &'static str) -> Self {
        Metric {
            name,
            one,
            many: name,
        }
    }

    /// `1 stroke`, `2 strokes`.
    pub fn counted(&self, value: u64) -> String {
        counted(value, self.one, self.many)
    }
}

impl From<&'static str> for Metric {
    /// A metric of which only the name is known, where nobody reads the words.
    fn from(name: &'static str) -> Self {
        Metric::new(name, name)
    }
}

/// A number of things in words that fit it: `1 cat`, `2 cats`.
pub fn counted(value: u64, one: &str, many: &str) -> String {
    let word = if value == 1 { one } else { many };
    format!("{value} {word}")
}

/// Values of named metrics, in the order in which they are minimised.
///
/// Costs compare lexicographically, the most important metric first. Comparing costs that list
/// different metrics is a mistake of the caller; it compares the names first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Costs(Vec<(Metric, u64)>);

impl Costs {
    /// No metric at all: the game does not count.
    pub const fn none() -> Self {
        Costs(Vec::new())
    }

    /// Costs from metrics in order of importance.
    pub fn new<M: Into<Metric>>(values: impl IntoIterator<Item = (M, u64)>) -> Self {
        let metrics = values.into_iter();
        Costs(
            metrics
                .map(|(metric, value)| (metric.into(), value))
                .collect(),
        )
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

    /// The names of all metrics with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|&(metric, value)| (metric.name, value))
    }

    /// What one thing and then another cost together: each metric of these costs, and what the
    /// others have of it.
    pub fn plus(&self, others: &Costs) -> Costs {
        let sum = |&(metric, value): &(Metric, u64)| {
            (metric, value + others.get(metric.name).unwrap_or_default())
        };
        Costs(self.0.iter().map(sum).collect())
    }

    /// The same values restricted to `metrics`, in that order of importance.
    pub fn in_order(&self, metrics: &[&'static str]) -> Costs {
        let of = |name: &&str| self.0.iter().find(|(metric, _)| metric.name == *name);
        Costs(metrics.iter().filter_map(of).copied().collect())
    }
}

impl std::fmt::Display for Costs {
    /// `1 stroke, 31 cells`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, (metric, value)) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(f, "{separator}{}", metric.counted(*value))?;
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

#[cfg(feature = "schema")]
impl JsonSchema for Costs {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Costs".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = std::collections::BTreeMap::<String, u64>::json_schema(generator);
        schema.insert("description".into(), "A number for each metric.".into());
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STROKES: Metric = Metric::new("strokes", "stroke");
    const CELLS: Metric = Metric::new("cells", "cell");

    #[test]
    fn one_is_singular_and_everything_else_plural() {
        let said = |strokes, cells| Costs::new([(STROKES, strokes), (CELLS, cells)]).to_string();
        assert_eq!(said(1, 4), "1 stroke, 4 cells");
        assert_eq!(said(0, 1), "0 strokes, 1 cell");
    }

    #[test]
    fn costs_are_ordered_restricted_and_added() {
        let costs = Costs::new([(STROKES, 2), (CELLS, 9)]);
        assert!(costs < Costs::new([(STROKES, 3), (CELLS, 1)]));
        assert_eq!(costs.in_order(&["cells"]), Costs::new([(CELLS, 9)]));
        let more = Costs::new([(CELLS, 1)]);
        assert_eq!(costs.plus(&more).to_string(), "2 strokes, 10 cells");
    }
}
