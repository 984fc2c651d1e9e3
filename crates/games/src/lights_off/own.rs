//! What a board has of its own: places without a lamp, and links between lamps that no lattice
//! gives.

/// The most lamps a graph may have.
pub const MOST_LINKED: u64 = 1 << 12;
/// The most links a graph may have, each way counted once.
pub const MOST_LINKS: u64 = 1 << 16;

/// Holes and links of a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Own {
    /// The lamp at every place in reading order, or [`HOLE`].
    numbers: Box<[u32]>,
    /// The place of every lamp.
    places: Box<[u32]>,
    links: Option<Links>,
}

/// The lamps that each one reaches beside itself, and those that reach it, in rising order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Links {
    reach: Box<[Vec<u32>]>,
    reached_by: Box<[Vec<u32>]>,
}

const HOLE: u32 = u32::MAX;

impl Own {
    /// A board with lamps where `is_lamp` says so.
    pub(super) fn with_holes(
        rows: usize,
        cols: usize,
        is_lamp: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut numbers = vec![HOLE; rows * cols];
        let mut places = Vec::new();
        for (place, number) in numbers.iter_mut().enumerate() {
            if is_lamp(place / cols, place % cols) {
                *number = places.len() as u32;
                places.push(place as u32);
            }
        }
        Own {
            numbers: numbers.into(),
            places: places.into(),
            links: None,
        }
    }

    /// The same board with these links alone.
    pub(super) fn linked(self, mut lists: Vec<Vec<u32>>) -> Self {
        let mut reached_by = vec![Vec::new(); lists.len()];
        for (lamp, list) in lists.iter_mut().enumerate() {
            list.sort_unstable();
            for &other in list.iter() {
                reached_by[other as usize].push(lamp as u32);
            }
        }
        Own {
            links: Some(Links {
                reach: lists.into(),
                reached_by: reached_by.into(),
            }),
            ..self
        }
    }

    pub(super) fn without_links(&self) -> Self {
        Own {
            numbers: self.numbers.clone(),
            places: self.places.clone(),
            links: None,
        }
    }

    pub(super) fn lamps(&self) -> usize {
        self.places.len()
    }

    /// The lamp at a place in reading order, if there is one.
    #[inline]
    pub(super) fn number(&self, place: usize) -> Option<usize> {
        match self.numbers[place] {
            HOLE => None,
            lamp => Some(lamp as usize),
        }
    }

    /// The place of a lamp in reading order.
    #[inline]
    pub(super) fn place(&self, lamp: usize) -> usize {
        self.places[lamp] as usize
    }

    /// The lamps that each one reaches beside itself, where links say it.
    pub(super) fn links(&self) -> Option<&[Vec<u32>]> {
        Some(&self.links.as_ref()?.reach)
    }

    /// The lamps that the one at a place reaches beside itself, where links say it.
    pub(super) fn reach(&self, place: usize) -> Option<&[u32]> {
        Some(&self.links.as_ref()?.reach[self.number(place)?])
    }

    /// The lamps that reach the one at a place, where links say it.
    pub(super) fn reached_by(&self, place: usize) -> Option<&[u32]> {
        Some(&self.links.as_ref()?.reached_by[self.number(place)?])
    }
}
