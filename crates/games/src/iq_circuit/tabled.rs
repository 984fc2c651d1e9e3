//! The board as bits, for play by numbers: the placements that are still free are kept, and laying a
//! piece takes away those that need one of its cells or the piece itself. The conformance tests play
//! it beside the rules.

use gridwright_core::puzzle::Puzzle;

use super::IqCircuit;
use super::level::Level;
use super::rules::Move;
use super::set::{PieceSet, Placement};
use crate::act::{Acted, Acts, Frame, Table, put, spread};

/// The table of a level in the frame of its set.
pub(super) fn table(frame: Frame, level: &Level) -> Box<dyn Table> {
    Box::new(Bits::new(frame, level))
}

/// The placements that need a cell or a piece, a row of bits for each. They belong to the set: many
/// tables that step together would push rows of their own out of the processor's caches.
#[derive(Clone, Debug)]
pub(super) struct Takers {
    /// Words of a row.
    words: usize,
    /// The cells by number, then the pieces.
    rows: Vec<u64>,
    cells: usize,
}

impl Takers {
    pub(super) fn new(set: &PieceSet) -> Self {
        let cells = set.cells().count();
        let words = set.placements().len().div_ceil(64);
        let mut rows = vec![0; (cells + set.pieces().len()) * words];
        for (number, placement) in set.placements().iter().enumerate() {
            let needed = set.cells_of(placement.cells).map(|cell| set.index(cell));
            for what in needed.chain([cells + placement.lay.piece()]) {
                rows[what * words + number / 64] |= 1 << (number % 64);
            }
        }
        Takers { words, rows, cells }
    }

    /// The rows of what a placement takes.
    fn in_the_way_of(&self, placement: &Placement) -> impl Iterator<Item = &[u64]> {
        let mut cells = placement.cells;
        let needed = std::iter::from_fn(move || {
            let first = cells.trailing_zeros() as usize;
            let some = cells != 0;
            cells &= cells.wrapping_sub(1);
            some.then_some(first)
        });
        let needed = needed.chain([self.cells + placement.lay.piece()]);
        needed.map(|what| &self.rows[what * self.words..(what + 1) * self.words])
    }
}

/// A level in play.
struct Bits {
    frame: Frame,
    level: Level,
    /// Which pieces were given; they stay.
    given: Vec<bool>,
    start: State,
    now: State,
}

/// What changes in play.
#[derive(Clone)]
struct State {
    /// Which placement each piece lies in.
    down: Vec<Option<usize>>,
    /// The placements that can be laid.
    free: Vec<u64>,
    /// The cells under the pieces.
    taken: u64,
    /// How many pieces lie that were not given.
    own: usize,
    observation: Vec<u8>,
}

impl Bits {
    fn new(frame: Frame, level: &Level) -> Self {
        let set = level.set();
        let position = level.start();
        let mut observation = vec![0; IqCircuit::LAYERS.len() * frame.cells()];
        IqCircuit::observe(&frame, level, &position, &mut observation);
        let placements = set.placements().len();
        let mut free = vec![u64::MAX; set.takers().words];
        if let (Some(last), 1..) = (free.last_mut(), placements % 64) {
            *last = (1 << (placements % 64)) - 1;
        }
        let down = (0..set.pieces().len()).map(|piece| position.lay(piece));
        let down: Vec<_> = down.map(|lay| set.placement_of(lay?)).collect();
        let mut start = State {
            down: down.clone(),
            free,
            taken: 0,
            own: 0,
            observation,
        };
        for number in down.iter().flatten() {
            start.take(set, *number);
        }
        Bits {
            frame,
            level: level.clone(),
            given: down.iter().map(Option::is_some).collect(),
            now: start.clone(),
            start,
        }
    }

    fn lay(&mut self, number: usize) {
        let set = self.level.set();
        self.now.down[set.placements()[number].lay.piece()] = Some(number);
        self.now.own += 1;
        self.now.take(set, number);
        self.show(number, true);
    }

    /// Takes up a piece. What can be laid is worked out anew from what the given pieces leave.
    fn lift(&mut self, piece: usize, number: usize) {
        self.now.down[piece] = None;
        self.now.own -= 1;
        self.show(number, false);
        let State { free, taken, .. } = &self.start;
        self.now.free.copy_from_slice(free);
        self.now.taken = *taken;
        for piece in 0..self.given.len() {
            if let (false, Some(number)) = (self.given[piece], self.now.down[piece]) {
                self.now.take(self.level.set(), number);
            }
        }
    }

    /// Shows a placement, or takes it off the observation.
    fn show(&mut self, number: usize, lies: bool) {
        let set = self.level.set();
        let lay = &set.placements()[number].lay;
        for (cell, print) in set.prints(lay) {
            let (piece, bits) = match lies {
                true => (lay.piece() as u8 + 1, print.bits()),
                false => (0, 0),
            };
            put(&self.frame, &mut self.now.observation, 2, cell, piece);
            put(&self.frame, &mut self.now.observation, 3, cell, bits);
        }
    }

    /// Whether all pieces lie and their lines join; the rules say the rest, and are asked only where
    /// every border is crossed from both sides or from none.
    fn is_solved(&self) -> bool {
        let set = self.level.set();
        if self.now.taken != set.full() {
            return false;
        }
        let lying = self.now.down.iter().flatten();
        let one_sided = lying.fold(0, |one_sided, number| {
            let placement = &set.placements()[*number];
            one_sided ^ placement.crossed & !placement.inner
        });
        if one_sided != 0 {
            return false;
        }
        let mut position = self.level.start();
        for (piece, number) in self.now.down.iter().enumerate() {
            if let (false, Some(number)) = (self.given[piece], number) {
                let lay = Move::Lay(set.placements()[*number].lay);
                if self.level.apply(&mut position, &lay).is_err() {
                    return false;
                }
            }
        }
        self.level.is_solved(&position)
    }
}

impl State {
    /// Takes away what cannot be laid beside a placement.
    fn take(&mut self, set: &PieceSet, number: usize) {
        let placement = &set.placements()[number];
        self.taken |= placement.cells;
        for takers in set.takers().in_the_way_of(placement) {
            for (free, takers) in self.free.iter_mut().zip(takers) {
                *free &= !takers;
            }
        }
    }
}

impl Table for Bits {
    fn reset(&mut self) {
        let State {
            down,
            free,
            taken,
            own,
            observation,
        } = &mut self.now;
        down.copy_from_slice(&self.start.down);
        free.copy_from_slice(&self.start.free);
        (*taken, *own) = (self.start.taken, self.start.own);
        observation.copy_from_slice(&self.start.observation);
    }

    fn act(&mut self, action: usize) -> Acted {
        let placements = self.level.set().placements().len();
        if action < placements {
            if self.now.free[action / 64] >> (action % 64) & 1 == 0 {
                return Acted::Illegal;
            }
            self.lay(action);
        } else {
            let piece = action - placements;
            let lying = self.now.down.get(piece).copied().flatten();
            let Some(number) = lying.filter(|_| !self.given[piece]) else {
                return Acted::Illegal;
            };
            self.lift(piece, number);
        }
        if self.is_solved() {
            Acted::Solved
        } else if self.now.own == 0 && self.now.free.iter().all(|word| *word == 0) {
            Acted::Stuck
        } else {
            Acted::Going
        }
    }

    fn legal(&self, mask: &mut [u8]) {
        let placements = self.level.set().placements().len();
        let (lays, lifts) = mask.split_at_mut(placements);
        // On a board that fills up most words are empty.
        lays.fill(0);
        for (index, &word) in self.now.free.iter().enumerate() {
            if word != 0 {
                let end = placements.min(64 * index + 64);
                spread(word, &mut lays[64 * index..end]);
            }
        }
        for (piece, byte) in lifts.iter_mut().enumerate() {
            *byte = u8::from(self.now.down[piece].is_some() && !self.given[piece]);
        }
    }

    fn observe(&self, layers: &mut [u8]) {
        layers.copy_from_slice(&self.now.observation);
    }
}
