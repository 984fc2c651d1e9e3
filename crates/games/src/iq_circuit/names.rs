//! What people call pieces: "the blue corner", by colour and form.

use gridwright_core::words;

use super::set::{Lay, PieceSet};

/// What people call the colours of the pieces, in the order of the set.
const COLORS: [&str; 14] = [
    "blue",
    "green",
    "red",
    "ochre",
    "purple",
    "teal",
    "pink",
    "olive",
    "indigo",
    "brown",
    "grey",
    "violet",
    "dark green",
    "tan",
];

/// A piece by its colour and form, as in `blue corner`.
pub(super) fn piece(set: &PieceSet, piece: usize) -> String {
    let color = COLORS[piece % COLORS.len()];
    let name = set.pieces()[piece].name();
    let form = match name.get(..2).unwrap_or(name) {
        "I2" => "short bar",
        "I3" => "bar",
        "I4" => "long bar",
        "V3" => "corner",
        "L4" | "J4" => "hook",
        "O4" => "square",
        "T4" => "T",
        "Z4" | "S4" => "step",
        _ => "piece",
    };
    format!("{color} {form}")
}

/// Some pieces in a list: `the blue corner and the red bar`.
pub(super) fn the_pieces(set: &PieceSet, pieces: impl IntoIterator<Item = usize>) -> String {
    let names = pieces
        .into_iter()
        .map(|number| format!("the {}", piece(set, number)));
    words::listed(&names.collect::<Vec<_>>())
}

/// A piece with the rows and columns that it lies in: `blue bar in row 1, columns 3 to 5`.
pub(super) fn lay(set: &PieceSet, lay: &Lay) -> String {
    let turned = set.turned(lay);
    let span = |what: &str, from: i32, length: i32| match length {
        1 => format!("{what} {}", from + 1),
        _ => format!("{what}s {} to {}", from + 1, from + length),
    };
    format!(
        "{} in {}, {}",
        piece(set, lay.piece()),
        span("row", lay.at().y, turned.height()),
        span("column", lay.at().x, turned.width())
    )
}
