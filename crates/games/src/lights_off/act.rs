//! Play by numbers: an action presses a lamp, the one layer has the states of the lamps.
//!
//! Boards of two states and at most 64 cells are one word, and a press is one exclusive or.

use gridwright_core::generate::Settings;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;

use super::level::Level;
use super::rules::{Position, Press};
use super::{LightsOff, Shape};
use crate::act::{Acted, Acts, Frame, Table};

impl Acts for LightsOff {
    const LAYERS: &'static [(&'static str, &'static str)] =
        &[("lamp", "the state of the lamp, 0 for off")];

    fn frame(settings: &Settings) -> Frame {
        let side = |name| settings.integer(name) as usize;
        frame(side("cols"), side("rows"))
    }

    fn frame_of(level: &Level) -> Frame {
        frame(level.shape().cols(), level.shape().rows())
    }

    fn number(frame: &Frame, _: &Level, _: &Position, press: &Press) -> usize {
        frame.index(press.cell())
    }

    fn observe(frame: &Frame, _: &Level, position: &Position, layers: &mut [u8]) {
        for (row, col, value) in position.lamps().nonzero() {
            layers[frame.index(Cell::new(col as i32, row as i32))] = value;
        }
    }

    fn steps_of(_: &Level, press: &Press) -> Vec<Press> {
        vec![*press]
    }

    fn packed(frame: &Frame, level: &Level) -> Option<Box<dyn Table>> {
        let fits = level.shape().states() == 2 && frame.cells() <= 64;
        fits.then(|| Box::new(Word::new(frame, level)) as Box<dyn Table>)
    }
}

fn frame(cols: usize, rows: usize) -> Frame {
    Frame {
        cols,
        rows,
        actions: cols * rows,
    }
}

/// A board in one word, cell by cell of the frame.
struct Word {
    lamps: u64,
    start: u64,
    /// What each action toggles; nothing where there is no lamp.
    toggles: Box<[u64]>,
    mask: Box<[u8]>,
}

impl Word {
    fn new(frame: &Frame, level: &Level) -> Self {
        let shape: &Shape = level.shape();
        let bit = |row: usize, col: usize| 1u64 << (row * frame.cols + col);
        let mut toggles = vec![0; frame.actions];
        for (row, col) in shape.places() {
            let reach = shape.reach(row, col);
            toggles[row * frame.cols + col] = reach.map(|(r, c)| bit(r, c)).sum();
        }
        let lit = level.start();
        let start = lit.lamps().nonzero().map(|(row, col, _)| bit(row, col));
        let start = start.sum();
        Word {
            lamps: start,
            start,
            mask: toggles.iter().map(|t| u8::from(*t != 0)).collect(),
            toggles: toggles.into(),
        }
    }
}

impl Table for Word {
    fn reset(&mut self) {
        self.lamps = self.start;
    }

    fn act(&mut self, action: usize) -> Acted {
        match self.toggles.get(action) {
            None | Some(0) => Acted::Illegal,
            Some(toggled) => {
                self.lamps ^= toggled;
                if self.lamps == 0 {
                    Acted::Solved
                } else {
                    Acted::Going
                }
            }
        }
    }

    fn legal(&self, mask: &mut [u8]) {
        mask.copy_from_slice(&self.mask);
    }

    fn observe(&self, layers: &mut [u8]) {
        crate::act::spread(self.lamps, layers);
    }
}
