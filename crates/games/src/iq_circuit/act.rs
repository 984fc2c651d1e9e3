//! Play by numbers: an action lays a piece in one of its placements, or lifts it.
//!
//! The placements of a set are numbered, so all levels of a set have the same actions. The packed
//! table keeps the placements that are still free as bits: laying a piece takes away all that
//! overlap it.

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

/// A board by its placements.
struct Bits {
    frame: Frame,
    level: Level,
    /// Which placement each piece lies in.
    down: Vec<Option<usize>>,
    start: Vec<Option<usize>>,
    /// The placements that can be laid.
    free: Vec<u64>,
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
        let mut table = Bits {
            frame,
            level: level.clone(),
            down: start.clone(),
            start,
            free: vec![0; set.placements().len().div_ceil(64)],
            taken: 0,
            observation: fixed.clone(),
            fixed,
        };
        table.reset();
        table
    }

    /// Works out anew what can be laid.
    fn look(&mut self) {
        let placements = self.level.set().placements();
        let down = self.down.iter().flatten();
        self.taken = down.fold(0, |taken, &number| taken | placements[number].cells);
        for (word, some) in self.free.iter_mut().zip(placements.chunks(64)) {
            let free = |p: &super::set::Placement| {
                p.cells & self.taken == 0 && self.down[p.lay.piece()].is_none()
            };
            let bits = some.iter().enumerate();
            *word = bits.map(|(bit, p)| u64::from(free(p)) << bit).sum();
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
            self.show(action, true);
        } else {
            let piece = action - placements;
            let given = self.start.get(piece).is_none_or(|given| given.is_some());
            let lying = self.down.get_mut(piece).filter(|_| !given);
            let Some(number) = lying.and_then(Option::take) else {
                return Acted::Illegal;
            };
            self.show(number, false);
        }
        self.look();
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
