//! The lamps in characters: round outlines that are dark, full ones that are lit, with their state
//! where there are more than two. A lamp that is to be pressed has a dot in it, or the number of
//! presses. Boards that no screen holds have two characters a lamp: `#` and `.`. What the lamps of a
//! graph reach stands below.

use gridwright_core::grid::Cell;
use gridwright_core::text::{Ink, Text};

use super::LightsOff;
use super::board::Board;
use super::level::Level;
use super::rules::{Position, Press};
use super::shape::{Shape, Topology};
use super::view::{LIT, PRESS, RIM};
use crate::kind::Prints;

/// Larger boards have small lamps.
const MOST_LARGE: (usize, usize) = (18, 10);

impl Prints for LightsOff {
    fn text(level: &Level, position: &Position, coming: &[Press]) -> Text {
        let shape = level.shape();
        let mut presses = Board::zero(shape);
        for press in coming {
            let (row, col) = (press.row as usize, press.col as usize);
            if shape.is_lamp(row, col) {
                presses.add(row, col, 1);
            }
        }
        let large = shape.cols() <= MOST_LARGE.0 && shape.rows() <= MOST_LARGE.1;
        let (width, height) = if large { (4, 2) } else { (2, 1) };
        let mut text = Text::new();
        for row in 0..shape.rows() {
            let hex = shape.topology() == Topology::Hex && row % 2 == 1;
            let indent = if hex { width / 2 } else { 0 };
            let lamps = position.lamps().row_values(row);
            for (col, (state, times)) in lamps.zip(presses.row_values(row)).enumerate() {
                if !shape.is_lamp(row, col) {
                    continue;
                }
                let (x, y) = (indent + width * col, height * row);
                if large {
                    large_lamp(&mut text, (x, y), shape, state, times);
                } else {
                    small_lamp(&mut text, (x, y), shape, state, times);
                }
                let cell = Cell::new(col as i32, row as i32);
                text.spot(cell, (x, y), (width - 1, height));
            }
        }
        say_links(&mut text, shape);
        text
    }
}

/// Graphs with more lamps are not told lamp by lamp.
const MOST_TOLD: usize = 24;

/// Which lamps a press reaches on a graph, below the board.
fn say_links(text: &mut Text, shape: &Shape) {
    let Some(lists) = shape.links() else {
        return;
    };
    if shape.lamps() > MOST_TOLD {
        let links = lists.iter().map(Vec::len).sum::<usize>();
        let lamps = shape.lamps();
        text.line().plain(format!(
            "A graph of {lamps} lamps with {links} links; a picture shows them."
        ));
        return;
    }
    let name = |lamp: usize| {
        let (row, col) = shape.place(lamp);
        format!("{}/{}", row + 1, col + 1)
    };
    text.line()
        .plain("A press reaches, too (by row and column):");
    for (lamp, list) in lists.iter().enumerate() {
        let others: Vec<String> = list.iter().map(|&other| name(other as usize)).collect();
        let others = match others.is_empty() {
            true => "nothing".to_owned(),
            false => others.join(" "),
        };
        text.line().plain(format!("{}: {others}", name(lamp)));
    }
}

fn large_lamp(text: &mut Text, (x, y): (usize, usize), shape: &Shape, state: u8, times: u8) {
    let (top, bottom, ink) = if state == 0 {
        (("╭─╮", ".-."), ("╰─╯", "'-'"), Ink::of(RIM))
    } else {
        (("▟█▙", "###"), ("▜█▛", "###"), Ink::of(LIT))
    };
    text.put(x, y, top, ink);
    text.put(x, y + 1, bottom, ink);
    if state > 0 && shape.states() > 2 {
        text.sign(x + 1, y, state, Ink::on(LIT).bold());
    }
    let ink = Ink {
        color: Some(PRESS),
        ground: (state > 0).then_some(LIT),
        bold: true,
    };
    match times {
        0 => {}
        1 => text.put(x + 1, y + 1, ("●", "*"), ink),
        times => text.sign(x + 1, y + 1, times, ink),
    }
}

fn small_lamp(text: &mut Text, (x, y): (usize, usize), shape: &Shape, state: u8, times: u8) {
    match (shape.states(), state) {
        (_, 0) => text.sign(x, y, '.', Ink::of(RIM)),
        (2, _) => text.sign(x, y, '#', Ink::of(LIT)),
        _ => text.sign(x, y, state, Ink::of(LIT)),
    }
    match times {
        0 => {}
        1 => text.sign(x + 1, y, '*', Ink::of(PRESS).bold()),
        times => text.sign(x + 1, y, times, Ink::of(PRESS).bold()),
    }
}
