//! Which levels are one to a player: what the rules see of a level, in the least of its images.

use std::fmt::Write;

use gridwright_core::grid::{Cell, Symmetry};

use super::TilePuzzle;
use super::level::Level;
use crate::kind::Likens;
use crate::likeness::number;

impl Likens for TilePuzzle {
    /// The same text for all levels that differ by turning, mirroring, exchanging colours, by the order
    /// of their parts and the numbers of their tandems, or in what closes a cell: a blocker, a hole or
    /// the end of the board.
    fn likeness(level: &Level) -> String {
        let images = Symmetry::all().map(|symmetry| image(level, symmetry));
        images.min().unwrap_or_default()
    }
}

/// The open cells, then shapes and cats by their places. Colours and tandems are numbered in the
/// order in which they are met.
fn image(level: &Level, symmetry: Symmetry) -> String {
    let turned = |cell| symmetry.cell(cell, level.width(), level.height());
    let mut open: Vec<Cell> = level
        .cells()
        .filter(|cell| level.is_open(*cell))
        .map(turned)
        .collect();
    // A cat on a blocker may sit beyond the open cells.
    let cats = level.cats().iter().map(|cat| turned(cat.at));
    let all = || open.iter().copied().chain(cats.clone());
    let left = all().map(|cell| cell.x).min().unwrap_or(0);
    let top = all().map(|cell| cell.y).min().unwrap_or(0);
    let place = |cell: Cell| (cell.y - top, cell.x - left);

    let mut shapes: Vec<_> = (0..level.shapes().len())
        .map(|index| {
            let cells = level.shapes()[index].footprint.cells();
            let mut cells: Vec<(i32, i32)> = cells.map(|cell| place(turned(cell))).collect();
            cells.sort_unstable();
            (cells, index)
        })
        .collect();
    shapes.sort_unstable();
    let mut cats: Vec<_> = level
        .cats()
        .iter()
        .map(|cat| (place(turned(cat.at)), cat))
        .collect();
    cats.sort_unstable_by_key(|(at, _)| *at);
    open.sort_unstable_by_key(|cell| place(*cell));

    let (mut colors, mut tandems) = (Vec::new(), Vec::new());
    let mut text = String::new();
    let mut write = |part: std::fmt::Arguments<'_>| {
        text.write_fmt(part).expect("a string takes any text");
    };
    for cell in open {
        let (row, col) = place(cell);
        write(format_args!("{row},{col} "));
    }
    for (cells, index) in shapes {
        let shape = &level.shapes()[index];
        let color = number(&mut colors, shape.color);
        let leader = level.leader(index);
        let tandem = (level.tandem(leader).count() > 1).then(|| number(&mut tandems, leader));
        write(format_args!(
            "/{cells:?} {color} {} {tandem:?} ",
            shape.unlock
        ));
    }
    for ((row, col), cat) in cats {
        let color = number(&mut colors, cat.color);
        write(format_args!("@{row},{col} {color} {} ", cat.on_blocker));
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::likeness::alike;
    use crate::tilepuzzle::TilePuzzle;

    #[test]
    fn levels_that_are_one_to_a_player_have_one_likeness() {
        let one = r#"{ "floor": ["....", "...#"], "blockers": [[3,0]],
            "cats": [{ "at": [2,1], "color": "red" }, { "at": [0,1], "color": "blue" }],
            "shapes": [{ "kind": "Single", "at": [0,0], "color": "red", "tandem": 7 },
                       { "kind": "Single", "at": [1,0], "color": "blue" }] }"#;
        for (other, same) in [
            // Other colours, in another order, without the tandem of one, and without what is closed.
            (
                r#"{ "floor": ["...", "..."],
                "cats": [{ "at": [0,1], "color": "green" }, { "at": [2,1], "color": "yellow" }],
                "shapes": [{ "kind": "Single", "at": [1,0], "color": "green" },
                           { "kind": "Single", "at": [0,0], "color": "yellow" }] }"#,
                true,
            ),
            // Turned by a quarter.
            (
                r#"{ "floor": ["..", "..", ".."],
                "cats": [{ "at": [0,2], "color": "red" }, { "at": [0,0], "color": "blue" }],
                "shapes": [{ "kind": "Single", "at": [1,0], "color": "red" },
                           { "kind": "Single", "at": [1,1], "color": "blue" }] }"#,
                true,
            ),
            // The shapes have changed places.
            (
                r#"{ "floor": ["...", "..."],
                "cats": [{ "at": [2,1], "color": "red" }, { "at": [0,1], "color": "blue" }],
                "shapes": [{ "kind": "Single", "at": [0,0], "color": "blue" },
                           { "kind": "Single", "at": [1,0], "color": "red" }] }"#,
                false,
            ),
            // A lock.
            (
                r#"{ "floor": ["...", "..."],
                "cats": [{ "at": [2,1], "color": "red" }, { "at": [0,1], "color": "blue" }],
                "shapes": [{ "kind": "Single", "at": [0,0], "color": "red", "unlock": 1 },
                           { "kind": "Single", "at": [1,0], "color": "blue" }] }"#,
                false,
            ),
        ] {
            assert_eq!(alike::<TilePuzzle>(one, other), same, "{other}");
        }
    }
}
