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
    /// `null`: there is no lamp.
    Hole,
}

/// Rows of values, as written. Grows to the largest board there is and only counts beyond.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    values: Vec<u8>,
    lengths: Vec<u32>,
    impossible: Vec<(usize, i128)>,
    rows: u64,
    places: u64,
    holes: u64,
}

/// How values are kept, one byte each.
const BOOLEAN: u8 = 0x80;
const IMPOSSIBLE: u8 = 0x7F;
const HOLE: u8 = 0x7E;

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
        self.places += 1;
        if self.places > MOST_LAMPS || self.rows > MOST_LAMPS {
            return;
        }
        let byte = match value {
            Written::Boolean(value) => BOOLEAN | u8::from(value),
            Written::Integer(value) if value < HOLE => value,
            Written::Integer(value) => self.remember(i128::from(value)),
            Written::Impossible(value) => self.remember(value),
            Written::Hole => {
                self.holes += 1;
                HOLE
            }
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

    /// How many values there were, kept or not, holes included.
    pub fn places(&self) -> u64 {
        self.places
    }

    /// How many of the values that were kept are no lamps.
    pub fn holes(&self) -> u64 {
        self.holes
    }

    /// The lengths of the rows that were kept.
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// Whether the first lamp that was kept is a boolean; `None` if there is none.
    pub fn boolean(&self) -> Option<bool> {
        let mut lamps = self.values.iter().filter(|value| **value != HOLE);
        lamps.next().map(|value| value & BOOLEAN != 0)
    }

    /// The values that were kept, in reading order: what a lamp would hold, and whether it was
    /// written as a boolean; `None` for a hole. Impossible values are [`u8::MAX`].
    pub(super) fn values(&self) -> impl Iterator<Item = Option<(u8, bool)>> {
        self.values.iter().map(|&byte| match byte {
            HOLE => None,
            IMPOSSIBLE => Some((u8::MAX, false)),
            _ => Some((byte & !BOOLEAN, byte & BOOLEAN != 0)),
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
            HOLE => "null".to_owned(),
            value if value & BOOLEAN != 0 => (value & 1 == 1).to_string(),
            value => value.to_string(),
        }
    }
}
