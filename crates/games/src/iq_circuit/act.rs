//! Play by numbers: an action lays a piece in one of its placements, or lifts it.
//!
//! The placements of a set are numbered, so all levels of a set have the same actions.

use gridwright_core::generate::Settings;

use super::level::Level;
use super::rules::{Move, Position};
use super::set::PieceSet;
use super::{IqCircuit, shipped, tabled};
use crate::act::{Acts, Frame, Table, put};

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
        Some(tabled::table(*frame, level))
    }
}

fn frame(set: &PieceSet) -> Frame {
    Frame {
        cols: set.width() as usize,
        rows: set.height() as usize,
        actions: set.placements().len() + set.pieces().len(),
    }
}
