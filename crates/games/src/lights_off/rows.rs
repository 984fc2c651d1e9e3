//! The rows of a board as a file has them, before anything about them is believed.
//!
//! A file may hold anything: ragged rows, a billion of them, numbers of any size. What is kept of
//! it is bounded, whatever comes.

use super::shape::MOST_LAMPS;

/// The number of impossible values that are remembered word for word.
const MOST_REMEMBERED: usize = 100;

/// One value as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number that a lamp might hold.
    Integer(u8),
    /// A whole number that no lamp can hold.
    Impossible(i128),
}

/// Rows of values, as written. Grows to the largest board there is and only counts beyond.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    values: Vec<u8>,
    lengths: Vec<u32>,
    impossible: Vec<(usize, i128)>,
    rows: u64,
    lamps: u64,
}

/// How values are kept, one byte each.
const BOOLEAN: u8 = 0x80;
const IMPOSSIBLE: u8 = 0x7F;

impl Rows {
    /// No rows.
    pub fn new() -> Self {
        Rows::default()
    }

    /// Begins a row.
    pub fn begin_row(&mut self) {
        self.rows += 1;
        if self.rows <= MOST_LAMPS {
            self.lengths.push(0);
        }
    }

    /// Adds a value to the last row.
    #[inline]
    pub fn push(&mut self, value: Written) {
        self.lamps += 1;
        if self.lamps > MOST_LAMPS || self.rows > MOST_LAMPS {
            return;
        }
        let byte = match value {
            Written::Boolean(value) => BOOLEAN | u8::from(value),
            Written::Integer(value) if value < IMPOSSIBLE => value,
            Written::Integer(value) => self.remember(i128::from(value)),
            Written::Impossible(value) => self.remember(value),
        };
        self.values.push(byte);
        if let Some(length) = self.lengths.last_mut() {
            *length += 1;
        }
    }

    #[cold]
    fn remember(&mut self, value: i128) -> u8 {
        if self.impossible.len() < MOST_REMEMBERED {
            self.impossible.push((self.values.len(), value));
        }
        IMPOSSIBLE
    }

    /// How many rows there were, kept or not.
    pub fn count(&self) -> u64 {
        self.rows
    }

    /// How many values there were, kept or not.
    pub fn lamps(&self) -> u64 {
        self.lamps
    }

    /// The lengths of the rows that were kept.
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// Whether the first value that was kept is a boolean; `None` if there is none.
    pub fn boolean(&self) -> Option<bool> {
        self.values.first().map(|value| value & BOOLEAN != 0)
    }

    /// The values that were kept, in reading order: what a lamp would hold, and whether it was
    /// written as a boolean. Impossible values are [`u8::MAX`].
    pub(super) fn values(&self) -> impl Iterator<Item = (u8, bool)> {
        self.values.iter().map(|&byte| match byte {
            IMPOSSIBLE => (u8::MAX, false),
            _ => (byte & !BOOLEAN, byte & BOOLEAN != 0),
        })
    }

    /// The value at a place in reading order, as it was written.
    pub(super) fn written(&self, index: usize) -> String {
        match self.values[index] {
            IMPOSSIBLE => self
                .impossible
                .iter()
                .find(|(at, _)| *at == index)
                .map_or_else(|| "that".to_owned(), |(_, value)| value.to_string()),
            value if value & BOOLEAN != 0 => (value & 1 == 1).to_string(),
            value => value.to_string(),
        }
    }
}
