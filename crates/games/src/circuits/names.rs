//! What people call the parts of a board: "the upper red terminal", "the pad in the third row".

use gridwright_core::grid::Cell;
use gridwright_core::words;

use super::level::{Fixture, Hue, Level};

/// The pad or terminal on an intersection.
pub(super) fn fixture(level: &Level, at: Cell) -> String {
    match level.fixture(at) {
        Some(Fixture::Terminal(index)) => {
            let hue = level.terminals()[index].hue;
            let alike = level.terminals().iter().filter(|other| other.hue == hue);
            words::the(&terminal(Some(hue)), at, alike.map(|other| other.at))
        }
        Some(Fixture::Pad(_)) => words::the("pad", at, level.pads().iter().map(|pad| pad.at)),
        None => format!("the crossing in {}", words::place(at)),
    }
}

/// A line by what it joins.
pub(super) fn line(level: &Level, points: &[Cell]) -> String {
    let ends = [points[0], points[points.len() - 1]].map(|end| fixture(level, end));
    format!("the line between {}", words::listed(&ends))
}

/// A terminal by its colour, which in a draft may be none that there is.
pub(super) fn terminal(hue: Option<Hue>) -> String {
    match hue {
        Some(hue) => format!("{} terminal", hue.name()),
        None => "terminal".to_owned(),
    }
}
