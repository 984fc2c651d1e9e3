//! The solution as a person would tell it: one drag after the other, and whom it sends home.

use gridwright_core::budget::Budget;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::{Beat, CellNote, Certify, Explanation, Statement};
use gridwright_core::words;

use super::level::Level;
use super::rules::{Move, Position};
use super::solve::{self, Certificate, Finish, Metric};
use super::{TilePuzzle, names};
use crate::kind::Explains;

impl Certify for Certificate {
    fn statements(&self) -> Vec<Statement> {
        let text = match self.unreachable[..] {
            [_] => {
                "No shape of its colour can reach the cat on this cell, even with nothing else on the board."
            }
            _ => {
                "No shape of their colour can reach the cats on these cells, even with nothing else on the board."
            }
        };
        let mark = |&cell: &Cell| CellNote {
            cell,
            label: String::new(),
        };
        vec![Statement {
            text: text.to_owned(),
            cells: self.unreachable.iter().map(mark).collect(),
        }]
    }
}

impl Explains for TilePuzzle {
    /// A solution with few drags, told drag by drag; `None` if none was found.
    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Move>> {
        let mut position = level.start();
        let finish = solve::finish(level, &position, Metric::Drags, &mut budget.meter());
        let Finish::Found { moves, .. } = finish else {
            return None;
        };
        let beats = drags(level, &moves)
            .map(|drag| beat(level, &mut position, drag))
            .collect();
        Some(Explanation::of(beats))
    }
}

/// Moves cut into runs of one body.
pub(super) fn drags<'m>(level: &Level, moves: &'m [Move]) -> impl Iterator<Item = &'m [Move]> {
    moves.chunk_by(|a, b| level.leader(a.shape) == level.leader(b.shape))
}

/// `right 3, down 1`
pub(super) fn route(drag: &[Move]) -> String {
    let legs: Vec<String> = drag
        .chunk_by(|a, b| a.dir == b.dir)
        .map(|leg| format!("{} {}", words::direction(leg[0].dir), leg.len()))
        .collect();
    legs.join(", ")
}

fn beat(level: &Level, position: &mut Position, drag: &[Move]) -> Beat<Move> {
    let before = position.clone();
    let shape = drag[0].shape;
    for mv in drag {
        level
            .apply(position, mv)
            .expect("the solver's moves are legal");
    }
    let fetched: Vec<usize> = (0..level.cats().len())
        .filter(|&i| position.is_home(i) && !before.is_home(i))
        .collect();
    let shape_name = names::the_shape(level, &before, shape);
    let mut text = format!("Slide {shape_name} {}", route(drag));
    let cats = fetched
        .iter()
        .map(|&cat| names::the_cat(level, &before, cat));
    let cats: Vec<String> = cats.collect();
    text += &match &cats[..] {
        [] => " to make room.".to_owned(),
        [cat] => format!(": {cat} goes home."),
        cats => format!(": {} go home.", words::listed(cats)),
    };
    let opened: Vec<usize> = (0..level.shapes().len())
        .filter(|&i| level.waits_for(&before, i) > 0 && level.waits_for(position, i) == 0)
        .collect();
    for lock in opened {
        let locked = names::the_shape(level, position, lock);
        text += &format!(" This opens the lock of {locked}.");
    }
    let mut cells: Vec<Cell> = level.cells_of(&before, shape).collect();
    cells.extend(fetched.iter().map(|&cat| level.cats()[cat].at));
    Beat {
        text,
        moves: drag.to_vec(),
        cells,
    }
}
