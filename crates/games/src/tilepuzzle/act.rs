//! Play by numbers: four actions for every cell push the shape whose first cell it is.
//!
//! The first cell of a shape is its first in reading order; a tandem is pushed by its first shape.

use gridwright_core::generate::Settings;
use gridwright_core::grid::{Cell, Dir};

use super::TilePuzzle;
use super::level::Level;
use super::rules::{Move, Position};
use super::tabled;
use crate::act::{Acts, Frame, Table, put};

impl Acts for TilePuzzle {
    const LAYERS: &'static [(&'static str, &'static str)] = &[
        ("floor", "1 floor, 2 a blocker on it"),
        ("shape", "the number of the shape that lies here, from 1"),
        ("color", "its colour, from 1"),
        ("cat", "the colour of the cat that is not home yet, from 1"),
        (
            "lock",
            "how many more cats must be home before the shape moves",
        ),
        (
            "tandem",
            "the number of the first shape that this one moves with, from 1",
        ),
    ];

    fn frame(settings: &Settings) -> Frame {
        let side = |name| settings.integer(name) as usize;
        frame(side("width"), side("height"))
    }

    fn frame_of(level: &Level) -> Frame {
        frame(level.width() as usize, level.height() as usize)
    }

    fn number(frame: &Frame, level: &Level, position: &Position, mv: &Move) -> usize {
        let first = level
            .cells_of(position, level.leader(mv.shape))
            .min_by_key(in_reading_order);
        4 * frame.index(first.unwrap_or_default()) + mv.dir as usize
    }

    fn observe(frame: &Frame, level: &Level, position: &Position, layers: &mut [u8]) {
        for cell in level.cells().filter(|&cell| level.is_floor(cell)) {
            put(frame, layers, 0, cell, 1 + u8::from(level.is_blocked(cell)));
        }
        for (index, shape) in level.shapes().iter().enumerate() {
            let waits = level.waits_for(position, index).min(255) as u8;
            let leader = level.leader(index);
            let together = level.tandem(leader).nth(1).is_some();
            for cell in level.cells_of(position, index) {
                put(frame, layers, 1, cell, number_of(index));
                put(frame, layers, 2, cell, shape.color as u8 + 1);
                put(frame, layers, 4, cell, waits);
                put(
                    frame,
                    layers,
                    5,
                    cell,
                    if together { number_of(leader) } else { 0 },
                );
            }
        }
        for (index, cat) in level.cats().iter().enumerate() {
            if !position.is_home(index) {
                put(frame, layers, 3, cat.at, cat.color as u8 + 1);
            }
        }
    }

    fn steps_of(level: &Level, mv: &Move) -> Vec<Move> {
        vec![Move {
            shape: level.leader(mv.shape),
            dir: mv.dir,
        }]
    }

    fn packed(frame: &Frame, level: &Level) -> Option<Box<dyn Table>> {
        tabled::table(*frame, level)
    }
}

fn frame(cols: usize, rows: usize) -> Frame {
    Frame {
        cols,
        rows,
        actions: 4 * cols * rows,
    }
}

/// What sorts cells in reading order.
pub(super) fn in_reading_order(cell: &Cell) -> (i32, i32) {
    (cell.y, cell.x)
}

/// The number of a shape in an observation.
pub(super) fn number_of(shape: usize) -> u8 {
    (shape + 1).min(255) as u8
}

/// The directions in the order of their numbers.
pub(super) const DIRS: [Dir; 4] = Dir::ALL;
