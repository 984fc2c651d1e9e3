//! The rules: a press advances a lamp and its neighbours, and the goal is all dark.

use gridwright_core::cost::{Costs, Metric};
use gridwright_core::fault::{Fault, Place};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle, Steps};

use super::board::Board;
use super::level::Level;
use super::{LightsOff, codes};
use crate::kind::Rules;

impl Rules for LightsOff {
    type Level = Level;
}

/// The one metric.
pub const PRESSES: Metric = Metric::new("presses", "press");

/// The states of the lamps. Equal when every lamp is in the same state; how it came to that does
/// not matter, because presses commute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position(Board);

impl Position {
    /// The lamps.
    pub fn lamps(&self) -> &Board {
        &self.0
    }
}

/// One press of one lamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Press {
    /// Row, from 0.
    pub row: u32,
    /// Column, from 0.
    pub col: u32,
}

impl Press {
    /// The pressed cell.
    pub fn cell(self) -> Cell {
        Cell::new(
            i32::try_from(self.col).unwrap_or(i32::MAX),
            i32::try_from(self.row).unwrap_or(i32::MAX),
        )
    }
}

/// The presses of a pattern in reading order, a lamp pressed n times n times in a row.
pub fn presses_of(pattern: &Board) -> Vec<Press> {
    let mut presses = Vec::with_capacity(pattern.total() as usize);
    for row in 0..pattern.shape().rows() {
        for (col, times) in pattern.nonzero_in(row) {
            let press = Press {
                row: row as u32,
                col: col as u32,
            };
            presses.extend(std::iter::repeat_n(press, times.into()));
        }
    }
    presses
}

/// Why a press is refused: there is no such lamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffBoard {
    press: Press,
}

impl Explain for OffBoard {
    fn explain(&self) -> Fault {
        let message = "there is no lamp here";
        Fault::new(codes::OFF_BOARD, message, Place::cells([self.press.cell()]))
    }
}

impl Puzzle for Level {
    type Position = Position;
    type Move = Press;
    type Refusal = OffBoard;

    fn start(&self) -> Position {
        Position(self.lamps().clone())
    }

    fn check(&self, _: &Position, press: &Press) -> Result<(), OffBoard> {
        match self.shape().is_lamp(press.row as usize, press.col as usize) {
            true => Ok(()),
            false => Err(OffBoard { press: *press }),
        }
    }

    fn apply(&self, position: &mut Position, press: &Press) -> Result<(), OffBoard> {
        self.check(position, press)?;
        for (row, col) in self.shape().reach(press.row as usize, press.col as usize) {
            position.0.add(row, col, 1);
        }
        Ok(())
    }

    fn is_solved(&self, position: &Position) -> bool {
        position.0.is_zero()
    }

    fn shortfall(&self, position: &Position) -> Fault {
        let lit: Vec<Cell> = position
            .0
            .nonzero()
            .map(|(row, col, _)| Cell::new(col as i32, row as i32))
            .collect();
        let message = match lit.len() {
            1 => "1 lamp stays lit".to_owned(),
            n => format!("{n} lamps stay lit"),
        };
        Fault::new(codes::STILL_LIT, message, Place::cells(lit))
    }

    fn costs(&self, presses: &[Press]) -> Costs {
        Costs::new([(PRESSES, presses.len() as u64)])
    }

    /// Presses commute, so all of them are gathered first and the lamps advanced in one pass:
    /// half a million presses take about as long as reading them.
    fn replay(&self, position: &mut Position, presses: &[Press]) -> Result<(), (usize, OffBoard)> {
        let mut pattern = Board::zero(self.shape());
        for (index, press) in presses.iter().enumerate() {
            self.check(position, press)
                .map_err(|refusal| (index, refusal))?;
            pattern.add(press.row as usize, press.col as usize, 1);
        }
        position.0.press(&pattern);
        Ok(())
    }
}

/// A press is a single step, so a begun is a position and a step is a press.
impl Steps for Level {
    type Begun = Position;
    type Step = Press;

    fn begin(&self, position: &Position) -> Position {
        position.clone()
    }

    fn steps(&self, _: &Position) -> Vec<Press> {
        let places = self.shape().places();
        places
            .map(|(row, col)| Press {
                row: row as u32,
                col: col as u32,
            })
            .collect()
    }

    fn step(&self, begun: &mut Position, press: &Press) -> Option<Press> {
        self.apply(begun, press).ok().map(|()| *press)
    }

    fn resting<'d>(&self, begun: &'d Position) -> Option<&'d Position> {
        Some(begun)
    }
}
