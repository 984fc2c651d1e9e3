//! The states of the search for the fewest drags, packed one after the other as the recursion goes
//! down: a word for where each body lies, and the cats at home as bits.
//!
//! A body that lies somewhere is its anchor, marked if it must still move. An *uncommitted* one is the
//! number of the region it may stand in. Interchangeable bodies are kept in order, so that swapping them makes
//! no new state.

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};

use super::super::bits::Bits;
use super::board::Board;

/// Words from here on stand for the region of an uncommitted body, not for an anchor.
const UNCOMMITTED: u32 = 1 << 16;

/// Marks the anchor of a body that must still move.
const DUE: u32 = 1 << 15;

/// A state to begin with.
#[derive(Clone, Copy)]
pub(super) struct Start<'a, const W: usize> {
    /// Where every body lies.
    pub(super) anchors: &'a [u16],
    /// The bodies that must still move.
    pub(super) due: &'a Bits<W>,
    /// The cats at home.
    pub(super) home: &'a Bits<W>,
}

/// Packed states, the last on top.
pub(super) struct Stack<const W: usize> {
    /// The bodies that may move.
    pub(super) movers: Bits<W>,
    bodies: usize,
    stride: usize,
    words: Vec<u32>,
    regions: Vec<Bits<W>>,
    region_numbers: FxHashMap<Bits<W>, u32>,
}

impl<const W: usize> Stack<W> {
    /// No states yet.
    pub(super) fn new(board: &Board<W>, movers: Bits<W>) -> Self {
        let bodies = board.bodies.len();
        Stack {
            movers,
            bodies,
            stride: bodies + board.cats.len().div_ceil(32),
            words: Vec::new(),
            regions: Vec::new(),
            region_numbers: FxHashMap::default(),
        }
    }

    /// Words of a state.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// Bytes held by the regions of uncommitted bodies.
    pub(super) fn bytes(&self) -> u64 {
        self.regions.len() as u64 * Self::REGION
    }

    /// Bytes of a region, in the list and in the map.
    const REGION: u64 = 3 * size_of::<Bits<W>>() as u64 + 8;

    /// Makes a state the only one.
    pub(super) fn begin(&mut self, board: &Board<W>, start: Start<'_, W>) {
        self.words.clear();
        self.words
            .extend(start.anchors.iter().map(|&a| u32::from(a)));
        start.due.iter().for_each(|body| self.words[body] |= DUE);
        self.complete(board, 0, start.home);
    }

    /// The packed state that begins at `at`.
    pub(super) fn packed(&self, at: usize) -> &[u32] {
        &self.words[at..at + self.stride]
    }

    /// Puts a state on top in which a body of the state at `at` is uncommitted.
    pub(super) fn push_uncommitted(
        &mut self,
        board: &Board<W>,
        at: usize,
        body: usize,
        region: &Bits<W>,
        home: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<usize, Limit> {
        let word = UNCOMMITTED + self.region_number(region, meter)?;
        let next = self.copy_places(at);
        self.words[next + body] = word;
        self.complete(board, next, home);
        Ok(next)
    }

    /// Puts a state on top in which a body of the state at `at` has stopped at an end, and every
    /// uncommitted body has lost the places that it overlaps; nothing if one has none left.
    pub(super) fn push_stopped(
        &mut self,
        board: &Board<W>,
        at: usize,
        body: usize,
        end: u16,
        home: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<usize>, Limit> {
        let next = self.copy_places(at);
        self.words[next + body] = u32::from(end);
        let mask = board.mask(body, end);
        for other in 0..self.bodies {
            if self.words[next + other] < UNCOMMITTED {
                continue;
            }
            let ends = self.region(next, other);
            let rest = ends.minus(&board.blocked(board.bodies[other].form, &mask));
            if rest.is_empty() {
                self.pop(next);
                return Ok(None);
            }
            if rest != ends {
                self.words[next + other] = UNCOMMITTED + self.region_number(&rest, meter)?;
            }
        }
        self.complete(board, next, home);
        Ok(Some(next))
    }

    /// Whether every uncommitted body but `body` has a place left beside these cells.
    pub(super) fn leaves_room(
        &self,
        board: &Board<W>,
        at: usize,
        body: usize,
        cells: &Bits<W>,
    ) -> bool {
        (0..self.bodies).all(|other| {
            other == body
                || self.words[at + other] < UNCOMMITTED
                || !board
                    .blocked(board.bodies[other].form, cells)
                    .contains_all(&self.region(at, other))
        })
    }

    /// Drops the states from `at` on.
    pub(super) fn pop(&mut self, at: usize) {
        self.words.truncate(at);
    }

    /// The cats at home.
    pub(super) fn home(&self, at: usize) -> Bits<W> {
        let words = &self.words[at + self.bodies..at + self.stride];
        let mut home = Bits::EMPTY;
        for (i, &word) in words.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                home.insert(32 * i + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        home
    }

    /// The bodies that must still move.
    pub(super) fn due(&self, at: usize) -> Bits<W> {
        let mut due = Bits::EMPTY;
        for body in 0..self.bodies {
            let word = self.words[at + body];
            if word < UNCOMMITTED && word & DUE != 0 {
                due.insert(body);
            }
        }
        due
    }

    /// Where a body lies; none for an uncommitted one.
    #[inline]
    pub(super) fn anchor(&self, at: usize, body: usize) -> Option<u16> {
        let word = self.words[at + body];
        (word < UNCOMMITTED).then_some((word & !DUE) as u16)
    }

    /// Where a body may stand.
    #[inline]
    pub(super) fn region(&self, at: usize, body: usize) -> Bits<W> {
        match self.anchor(at, body) {
            Some(anchor) => Bits::only(anchor as usize),
            None => self.regions[(self.words[at + body] - UNCOMMITTED) as usize],
        }
    }

    /// How many bodies are uncommitted.
    pub(super) fn uncommitted(&self, at: usize) -> usize {
        let places = &self.words[at..at + self.bodies];
        places.iter().filter(|&&word| word >= UNCOMMITTED).count()
    }

    /// The cells under the bodies that are not uncommitted.
    pub(super) fn taken(&self, board: &Board<W>, at: usize) -> Bits<W> {
        let mut taken = Bits::EMPTY;
        for body in 0..self.bodies {
            if let Some(anchor) = self.anchor(at, body) {
                taken = taken.or(&board.mask(body, anchor));
            }
        }
        taken
    }

    /// Copies the places of a state to the top.
    fn copy_places(&mut self, at: usize) -> usize {
        let next = self.words.len();
        self.words.extend_from_within(at..at + self.bodies);
        next
    }

    /// Sorts interchangeable bodies of the state begun at `at` and adds the cats.
    fn complete(&mut self, board: &Board<W>, at: usize, home: &Bits<W>) {
        let places = &mut self.words[at..];
        for i in 1..places.len() {
            let mut j = i;
            while j > 0
                && board.twins[j] == board.twins[j - 1]
                && self.movers.contains(j) == self.movers.contains(j - 1)
                && places[j] < places[j - 1]
            {
                places.swap(j, j - 1);
                j -= 1;
            }
        }
        let words = home.words().iter();
        let halves = words.flat_map(|word| [*word as u32, (*word >> 32) as u32]);
        self.words.extend(halves.take(self.stride - self.bodies));
    }

    fn region_number(&mut self, region: &Bits<W>, meter: &mut Meter<'_>) -> Result<u32, Limit> {
        if let Some(&number) = self.region_numbers.get(region) {
            return Ok(number);
        }
        meter.charge(Self::REGION)?;
        let number = self.regions.len() as u32;
        self.regions.push(*region);
        self.region_numbers.insert(*region, number);
        Ok(number)
    }
}
