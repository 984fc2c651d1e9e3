//! What people call the things on the canvas: "the upper red droplet", "the green target".

use gridwright_core::grid::Cell;
use gridwright_core::words;

use super::color::Color;
use super::level::{Fixture, Level};
use super::rules::Position;

/// What stands on a cell, or the paint there, told apart from everything else that is called the
/// same.
pub(super) fn the_thing(level: &Level, position: &Position, at: Cell) -> String {
    let name = |cell: Cell| match (level.standing(position, cell), level.paint(position, cell)) {
        (Some(standing), _) => Some(fixture(standing)),
        (None, Some(color)) => Some(paint(color)),
        (None, None) => None,
    };
    let Some(own) = name(at) else {
        return format!("the paper in {}", words::place(at));
    };
    let cells = level.ground().cells();
    let alike = cells.filter(|&cell| name(cell).as_ref() == Some(&own));
    words::the(&own, at, alike)
}

/// Targets in a list, as long as it is short: `the red target and 4 more targets`.
pub(super) fn some_targets(level: &Level, position: &Position, cells: &[Cell]) -> String {
    const MOST: usize = 3;
    let named = if cells.len() > MOST { 1 } else { cells.len() };
    let names = cells.iter().take(named);
    let mut names: Vec<String> = names
        .map(|&cell| the_thing(level, position, cell))
        .collect();
    if cells.len() > named {
        names.push(format!("{} more targets", cells.len() - named));
    }
    words::listed(&names)
}

/// A fixture by its colour and kind.
pub(super) fn fixture(fixture: Fixture) -> String {
    match fixture {
        Fixture::Droplet(color) => format!("{color} droplet"),
        Fixture::Target(color) => format!("{color} target"),
        Fixture::Negation(color) => format!("negation gate of {color}"),
        Fixture::Switch(_) => "switch gate".to_owned(),
    }
}

/// `red paint`
pub(super) fn paint(color: Color) -> String {
    format!("{color} paint")
}
