//! The chase table in pictures: lamps left in the last row, and the presses in the top row that
//! mend them.
//!
//! A board with few leftovers has a picture for each of them. Where there are many, a few of them
//! make up all others, and one combines their pictures: a lamp that is pressed twice is not
//! pressed at all.

use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::LookUp;
use gridwright_core::teach::Plate;

use super::LightsOff;
use super::board::Board;
use super::explain::{Table, columns};
use super::level::Level;
use super::plates::MOST_DRAWN;
use super::rules::Press;
use super::shape::Shape;
use super::view;
use crate::kind::Prints;

/// Up to 2 to this many leftovers have a picture each.
const MOST_LISTED_LOG2: usize = 4;

/// The table of a board as pictures, what it says about a leftover, and the presses in the top row
/// that follow; no presses if it cannot be mended. `None` if the table is too large to be drawn.
pub(super) fn look_up(
    shape: &Shape,
    table: &Table,
    left: &[u64],
    beat: usize,
) -> Option<(LookUp, Option<Vec<u64>>)> {
    let listed = table.lines_log2() <= MOST_LISTED_LOG2;
    let entries = match listed {
        true => table.leftovers(),
        false => table.generators(),
    };
    if entries.len() * shape.lamps() > MOST_DRAWN {
        return None;
    }
    let (found, press) = match listed {
        true => {
            let found = entries.iter().position(|(other, _)| other == left);
            (
                found.into_iter().collect(),
                found.map(|at| entries[at].1.clone()),
            )
        }
        false => match table.sum(left) {
            Some((found, press)) => (found, Some(press)),
            None => (Vec::new(), None),
        },
    };
    let text = match listed {
        true => "Find the last row as it is lit, and press the ringed lamps of the top row.",
        false => {
            "These rows make up every last row that can be mended. Combine those that make up yours; \
             a lamp that is ringed twice is not pressed."
        }
    };
    let look_up = LookUp {
        text: text.to_owned(),
        plates: entries
            .iter()
            .map(|(left, press)| plate(shape, left, press))
            .collect(),
        found,
        beat,
    };
    Some((look_up, press))
}

fn plate(shape: &Shape, left: &[u64], press: &[u64]) -> Plate {
    let mut lamps = Board::zero(shape);
    lamps.row_mut(shape.rows() - 1).copy_from_slice(left);
    let level = Level::of(lamps);
    let mut top = Board::zero(shape);
    top.row_mut(0).copy_from_slice(press);
    let presses: Vec<Press> = super::rules::presses_of(&top);
    let cols = shape.cols();
    Plate {
        title: format!(
            "{} left: press {}",
            columns(left, cols),
            columns(press, cols)
        ),
        text: String::new(),
        scene: view::scene(&level, &level.start(), &presses),
        characters: LightsOff::text(&level, &level.start(), &presses),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lights_off::shape::{Neighbourhood, Topology};
    use gridwright_core::budget::Budget;

    /// Looks up every leftover of a square board that makes up others.
    fn check(side: u64, plates: usize) {
        let shape = Shape::new(side, side, 2, Topology::Square, Neighbourhood::Plus).unwrap();
        let table = Table::new(&shape, &Budget::unlimited()).unwrap();
        for (left, _) in table.generators() {
            let (look_up, press) = look_up(&shape, &table, &left, 0).unwrap();
            assert_eq!(look_up.plates.len(), plates, "{side}");
            // The presses found leave the same row when they are chased down a dark board.
            let mut presses = Board::zero(&shape);
            presses.row_mut(0).copy_from_slice(&press.unwrap());
            assert_eq!(super::super::solve::chase(None, &mut presses), left);
            assert_eq!(look_up.found.len(), 1);
        }
    }

    #[test]
    fn few_leftovers_are_listed_and_many_are_combined() {
        check(3, 7);
        check(4, 0);
        check(5, 7);
        check(6, 6);
        check(9, 1);
    }
}
