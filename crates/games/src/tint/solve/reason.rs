//! Why a position cannot be solved, in words and cells.
//!
//! The proof is the search's; this names what a person can see: a colour that cannot be had at all,
//! a target that nothing of its colour can ever come to, or, where neither is the case, that the
//! strokes get in each other's way.

use serde::Serialize;

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::solve::{CellNote, Certify, Statement};

use crate::tint::color::Color;
use crate::tint::level::Level;
use crate::tint::names;
use crate::tint::rules::Position;

use super::board::Board;
use super::palette::Palette;
use super::strokes::Strokes;

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The reason in words.
    pub why: String,
    /// The cells it speaks of.
    pub cells: Vec<Cell>,
}

impl Certify for Reason {
    fn statements(&self) -> Vec<Statement> {
        let mark = |&cell: &Cell| CellNote {
            cell,
            label: String::new(),
        };
        vec![Statement {
            text: self.why.clone(),
            cells: self.cells.iter().map(mark).collect(),
        }]
    }
}

/// The reason why a position that is known to have no solution has none.
pub fn reason(level: &Level, position: &Position, meter: &mut Meter<'_>) -> Result<Reason, Limit> {
    if position.is_spoiled() {
        return Ok(Reason {
            why: "Grey was made, and grey never goes away.".to_owned(),
            cells: Vec::new(),
        });
    }
    let boards = Board::parts(level, position);
    if let Some(by_color) = boards.iter().find_map(no_such_color) {
        return Ok(by_color);
    }
    for board in &boards {
        if let Some(by_place) = out_of_reach(level, position, board, meter)? {
            return Ok(by_place);
        }
    }
    Ok(Reason {
        why: "Every target could be reached by itself, but the strokes get in each other's way."
            .to_owned(),
        cells: level.targets_left(position).map(|(cell, _)| cell).collect(),
    })
}

/// A wanted colour that nothing on the board can become.
fn no_such_color(board: &Board) -> Option<Reason> {
    let palette = Palette::new(board);
    let there = palette.all_colors(board);
    let can_be = |color: Color| there >> color.bits() & 1 != 0;
    let spots = 0..board.spots() as u16;
    let wanted = spots.filter_map(|spot| Some((spot, Color::from_bits(board.wanted(spot)?))));
    let (_, color) = wanted.clone().find(|&(_, color)| !can_be(color))?;
    let missing: Vec<&str> = Color::PRIMARIES
        .into_iter()
        .filter(|primary| color.bits() & primary.bits() != 0 && !can_be(*primary))
        .map(Color::name)
        .collect();
    let because = match (color, &missing[..]) {
        (Color::White, _) => "there is no white, and no gate leaves any".to_owned(),
        (_, []) => "its parts never meet".to_owned(),
        (_, missing) => format!("there is no {}", missing.join(" and no ")),
    };
    let cells = wanted.filter(|&(_, other)| other == color);
    Some(Reason {
        why: format!("No paint can become {color}: {because}."),
        cells: cells.map(|(spot, _)| board.cell(spot)).collect(),
    })
}

/// A target that nothing of its colour can come to, however often one tries.
fn out_of_reach(
    level: &Level,
    position: &Position,
    board: &Board,
    meter: &mut Meter<'_>,
) -> Result<Option<Reason>, Limit> {
    let unsolved = Strokes::new(board, meter)?.out_of_reach(board, meter)?;
    let first = unsolved.first();
    let Some((&spot, color)) = first.and_then(|spot| Some((spot, board.wanted(*spot)?))) else {
        return Ok(None);
    };
    let (cell, color) = (board.cell(spot), Color::from_bits(color));
    let walls = walls_around(level, position, cell);
    let has_white = Palette::new(board).all_colors(board) & 1 != 0;
    let target = names::the_thing(level, position, cell);
    let why = if walls.is_empty() || has_white {
        format!("Nothing {color} can come to {target}.")
    } else {
        format!("The paint around {target} is closed and nothing white cuts it.")
    };
    let mut cells = vec![cell];
    cells.extend(walls);
    Ok(Some(Reason { why, cells }))
}

/// The painted cells around the bare paper that a cell lies in.
fn walls_around(level: &Level, position: &Position, cell: Cell) -> Vec<Cell> {
    let is_wall = |cell: Cell| {
        level
            .paint(position, cell)
            .is_some_and(|c| c != Color::White)
    };
    let mut seen = vec![cell];
    let mut walls = Vec::new();
    let mut next = 0;
    while next < seen.len() {
        for beside in Dir::ALL.map(|dir| seen[next].step(dir)) {
            if !level.is_paper(beside) || seen.contains(&beside) || walls.contains(&beside) {
                continue;
            }
            if is_wall(beside) {
                walls.push(beside);
            } else {
                seen.push(beside);
            }
        }
        next += 1;
    }
    walls.sort();
    walls
}
