//! Play by numbers: an action lays a piece in one of its placements, or lifts it.
//!
//! The placements of a set are numbered, so all levels of a set have the same actions. The packed
//! table keeps the placements that are still free as bits: every cell and every piece knows the
//! placements that take it, and laying a piece takes those away.

use gridwright_core::generate::Settings;
use gridwright_core::puzzle::Puzzle;

use super::level::Level;
use super::rules::{Move, Position};
use super::set::PieceSet;
use super::{IqCircuit, shipped};
use crate::act::{Acted, Acts, Frame, Table, put, spread};

impl Acts for IqCircuit {
    const LAYERS: &'static [(&'static str, &'static str)] = &[
        (
            "picture",
            "the lines that belong here, one bit a direction, plus 16; 0 if not told",
        ),
        ("point", "1 if a point belongs here, 0 if not or not told"),
        ("piece", "the number of the piece that lies here, from 1"),
        ("print", "the lines that it shows here, one bit a direction"),
        ("given", "1 if it was given and stays"),
    ];

    fn frame(settings: &Settings) -> Frame {
        let set = shipped::set_named(settings.word("set")).expect("the knob lists the sets");
        frame(&set)
    }

    fn frame_of(level: &Level) -> Frame {
        frame(level.set())
    }

    /// The actions are those of a set.
    fn fits(level: &Level, other: &Frame) -> bool {
        frame(level.set()) == *other
    }

    fn number(_: &Frame, level: &Level, _: &Position, step: &Move) -> usize {
        let set = level.set();
        match step {
            Move::Lay(lay) => set.placement_of(lay).expect("legal lays are placements"),
            Move::Lift(piece) => set.placements().len() + piece,
        }
    }

    fn observe(frame: &Frame, level: &Level, position: &Position, layers: &mut [u8]) {
        let set = level.set();
        for cell in set.cells() {
            if let Some(print) = level.picture().and_then(|picture| picture.get(cell)) {
                put(frame, layers, 0, cell, print.bits() + 16);
            }
        }
        for cell in level.all_points().unwrap_or_default() {
            put(frame, layers, 1, cell, 1);
        }
        for lay in position.lays() {
            let given = level.given_lay(lay.piece()).is_some();
            for (cell, print) in set.prints(lay) {
                put(frame, layers, 2, cell, lay.piece() as u8 + 1);
                put(frame, layers, 3, cell, print.bits());
                put(frame, layers, 4, cell, given.into());
            }
        }
    }

    fn steps_of(_: &Level, mv: &Move) -> Vec<Move> {
        vec![*mv]
    }

    fn packed(frame: &Frame, level: &Level) -> Option<Box<dyn Table>> {
        Some(Box::new(Bits::new(*frame, level)))
    }
}

fn frame(set: &PieceSet) -> Frame {
    Frame {
        cols: set.width() as usize,
        rows: set.height() as usize,
        actions: set.placements().len() + set.pieces().len(),
    }
}

/// The numbers of the cells of a set.
fn cells_of(mut cells: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = cells.trailing_zeros() as usize;
        let some = cells != 0;
        cells &= cells.wrapping_sub(1);
        some.then_some(first)
    })
}

/// A board by its placements.
struct Bits {
    frame: Frame,
    level: Level,
    /// Which placement each piece lies in.
    down: Vec<Option<usize>>,
    start: Vec<Option<usize>>,
    /// The placements that can be laid.
    free: Vec<u64>,
    /// The placements that take a cell, cell by cell and then piece by piece, as many words each as
    /// `free` has.
    takers: Vec<u64>,
    taken: u64,
    observation: Vec<u8>,
    fixed: Vec<u8>,
}

impl Bits {
    fn new(frame: Frame, level: &Level) -> Self {
        let set = level.set();
        let position = level.start();
        let down = (0..set.pieces().len()).map(|piece| position.lay(piece));
        let start: Vec<_> = down.map(|lay| set.placement_of(lay?)).collect();
        let mut fixed = vec![0; IqCircuit::LAYERS.len() * frame.cells()];
        IqCircuit::observe(&frame, level, &position, &mut fixed);
        let words = set.placements().len().div_ceil(64);
        let mut takers = vec![0; (frame.cells() + set.pieces().len()) * words];
        for (number, placement) in set.placements().iter().enumerate() {
            let mut take = |what: usize| takers[what * words + number / 64] |= 1 << (number % 64);
            cells_of(placement.cells).for_each(&mut take);
            take(frame.cells() + placement.lay.piece());
        }
        let mut table = Bits {
            frame,
            level: level.clone(),
            down: start.clone(),
            start,
            free: vec![0; words],
            takers,
            taken: 0,
            observation: fixed.clone(),
            fixed,
        };
        table.reset();
        table
    }

    /// Works out anew what can be laid.
    fn look(&mut self) {
        let placements = self.level.set().placements().len();
        self.free.fill(u64::MAX);
        if let (Some(last), 1..) = (self.free.last_mut(), placements % 64) {
            *last = (1 << (placements % 64)) - 1;
        }
        self.taken = 0;
        for piece in 0..self.down.len() {
            if let Some(number) = self.down[piece] {
                self.take(number);
            }
        }
    }

    /// Takes away what cannot be laid beside a placement.
    fn take(&mut self, number: usize) {
        let placement = &self.level.set().placements()[number];
        let cells = placement.cells;
        let piece = self.frame.cells() + placement.lay.piece();
        self.taken |= cells;
        let words = self.free.len();
        for what in cells_of(cells).chain([piece]) {
            let takers = &self.takers[what * words..(what + 1) * words];
            for (free, takers) in self.free.iter_mut().zip(takers) {
                *free &= !takers;
            }
        }
    }

    /// Shows a placement, or takes it off the observation.
    fn show(&mut self, number: usize, lies: bool) {
        let set = self.level.set();
        let lay = &set.placements()[number].lay;
        for (cell, print) in set.prints(lay) {
            let (piece, bits) = (lay.piece() as u8 + 1, print.bits());
            put(
                &self.frame,
                &mut self.observation,
                2,
                cell,
                if lies { piece } else { 0 },
            );
            put(
                &self.frame,
                &mut self.observation,
                3,
                cell,
                if lies { bits } else { 0 },
            );
        }
    }

    /// Whether all pieces lie and their lines join; the rules say the rest.
    fn is_solved(&self) -> bool {
        let set = self.level.set();
        if self.taken != set.full() {
            return false;
        }
        let mut position = self.level.start();
        for (piece, number) in self.down.iter().enumerate() {
            if let (None, Some(number)) = (self.start[piece], number) {
                let lay = Move::Lay(set.placements()[*number].lay);
                if self.level.apply(&mut position, &lay).is_err() {
                    return false;
                }
            }
        }
        self.level.is_solved(&position)
    }
}

impl Table for Bits {
    fn reset(&mut self) {
        self.down.copy_from_slice(&self.start);
        self.observation.copy_from_slice(&self.fixed);
        self.look();
    }

    fn act(&mut self, action: usize) -> Acted {
        let placements = self.level.set().placements().len();
        if action < placements {
            if self.free[action / 64] >> (action % 64) & 1 == 0 {
                return Acted::Illegal;
            }
            let piece = self.level.set().placements()[action].lay.piece();
            self.down[piece] = Some(action);
            self.take(action);
            self.show(action, true);
        } else {
            let piece = action - placements;
            let given = self.start.get(piece).is_none_or(|given| given.is_some());
            let lying = self.down.get_mut(piece).filter(|_| !given);
            let Some(number) = lying.and_then(Option::take) else {
                return Acted::Illegal;
            };
            self.show(number, false);
            self.look();
        }
        let stuck = self.free.iter().all(|word| *word == 0) && self.down == self.start;
        match (self.is_solved(), stuck) {
            (true, _) => Acted::Solved,
            (_, true) => Acted::Stuck,
            _ => Acted::Going,
        }
    }

    fn legal(&self, mask: &mut [u8]) {
        let placements = self.level.set().placements().len();
        let (lays, lifts) = mask.split_at_mut(placements);
        for (word, bytes) in self.free.iter().zip(lays.chunks_mut(64)) {
            spread(*word, bytes);
        }
        for (piece, byte) in lifts.iter_mut().enumerate() {
            *byte = u8::from(self.down[piece].is_some() && self.start[piece].is_none());
        }
    }

    fn observe(&self, layers: &mut [u8]) {
        layers.copy_from_slice(&self.observation);
    }
}
