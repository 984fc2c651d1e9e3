//! The lists of neighbours as a file has them, before anything about them is believed.

use super::own::{MOST_LINKED, MOST_LINKS};

/// Lists of lamps by their numbers. Grows to the largest graph there is and only counts beyond.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    kept: Vec<Vec<i64>>,
    lists: u64,
    links: u64,
}

impl Lists {
    /// No lists.
    pub fn new() -> Self {
        Lists::default()
    }

    /// Begins a list.
    pub fn begin_list(&mut self) {
        self.lists += 1;
        if self.lists <= MOST_LINKED {
            self.kept.push(Vec::new());
        }
    }

    /// Adds a lamp to the last list.
    pub fn push(&mut self, lamp: i64) {
        self.links += 1;
        if self.links <= MOST_LINKS
            && self.lists <= MOST_LINKED
            && let Some(list) = self.kept.last_mut()
        {
            list.push(lamp);
        }
    }

    /// How many lists there were, kept or not.
    pub fn count(&self) -> u64 {
        self.lists
    }

    /// How many lamps were in them, kept or not.
    pub fn links(&self) -> u64 {
        self.links
    }

    /// The lists that were kept.
    pub fn kept(&self) -> &[Vec<i64>] {
        &self.kept
    }
}
