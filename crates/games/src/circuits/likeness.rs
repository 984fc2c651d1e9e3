//! Which levels are one to a player: what the rules see of a level, in the least of its images.

use gridwright_core::grid::{Cell, Symmetry};

use super::Circuits;
use super::level::{Hue, Layer, Level};
use crate::kind::Likens;
use crate::likeness::number;

impl Likens for Circuits {
    /// The same text for all levels that differ by turning, mirroring, exchanging colours, in the IDs
    /// and the order of their parts, or in the direction of given lines.
    fn likeness(level: &Level) -> String {
        let images = Symmetry::all().map(|symmetry| image(level, symmetry));
        images.min().unwrap_or_default()
    }
}

/// The size and the parts by their places. Colours are numbered in the order in which they are met.
fn image(level: &Level, symmetry: Symmetry) -> String {
    let (columns, rows) = (level.width() + 1, level.height() + 1);
    let place = |cell: Cell| {
        let cell = symmetry.cell(cell, columns, rows);
        (cell.y, cell.x)
    };
    let mut pads: Vec<_> = level.pads().iter().map(|pad| place(pad.at)).collect();
    pads.sort_unstable();
    let mut terminals: Vec<_> = level
        .terminals()
        .iter()
        .map(|t| (place(t.at), t.hue))
        .collect();
    terminals.sort_unstable_by_key(|(at, _)| *at);
    let mut met: Vec<Hue> = Vec::new();
    let terminals: Vec<_> = terminals
        .into_iter()
        .map(|(at, hue)| (at, number(&mut met, hue)))
        .collect();
    let mut lines: Vec<_> = level
        .lines()
        .iter()
        .map(|line| {
            let there: Vec<_> = line.points.iter().map(|point| place(*point)).collect();
            let back = there.iter().rev().copied().collect();
            (line.layer == Layer::Top, there.min(back))
        })
        .collect();
    lines.sort_unstable();
    let (columns, rows) = symmetry.size(columns, rows);
    format!("{columns}x{rows} {pads:?} {terminals:?} {lines:?}")
}

#[cfg(test)]
mod tests {
    use crate::circuits::Circuits;
    use crate::likeness::alike;

    #[test]
    fn levels_that_are_one_to_a_player_have_one_likeness() {
        let one = r#"{ "width": 3, "height": 2, "pads": [{ "pos": [1,1], "ID": 5 }, { "pos": [3,2], "ID": 6 }],
            "terminals": [{ "pos": [0,0], "color": "red", "ID": 1 }, { "pos": [3,0], "color": "red", "ID": 2 }],
            "lines": [{ "ID": 9, "layer": -1, "pos": [[1,1], [2,2], [3,2]] }] }"#;
        for (other, same) in [
            // Another colour, other IDs, another order, and the line from its other end.
            (
                r#"{ "width": 3, "height": 2, "pads": [{ "pos": [3,2], "ID": 1 }, { "pos": [1,1], "ID": 2 }],
                "terminals": [{ "pos": [3,0], "color": "blue", "ID": 3 }, { "pos": [0,0], "color": "blue", "ID": 4 }],
                "lines": [{ "ID": 7, "layer": -1, "pos": [[3,2], [2,2], [1,1]] }] }"#,
                true,
            ),
            // Columns and rows exchanged.
            (
                r#"{ "width": 2, "height": 3, "pads": [{ "pos": [1,1], "ID": 5 }, { "pos": [2,3], "ID": 6 }],
                "terminals": [{ "pos": [0,0], "color": "red", "ID": 1 }, { "pos": [0,3], "color": "red", "ID": 2 }],
                "lines": [{ "ID": 9, "layer": -1, "pos": [[1,1], [2,2], [2,3]] }] }"#,
                true,
            ),
            // The line lies above.
            (
                r#"{ "width": 3, "height": 2, "pads": [{ "pos": [1,1], "ID": 5 }, { "pos": [3,2], "ID": 6 }],
                "terminals": [{ "pos": [0,0], "color": "red", "ID": 1 }, { "pos": [3,0], "color": "red", "ID": 2 }],
                "lines": [{ "ID": 9, "layer": 0, "pos": [[1,1], [2,2], [3,2]] }] }"#,
                false,
            ),
        ] {
            assert_eq!(alike::<Circuits>(one, other), same, "{other}");
        }
    }
}
