//! The lamps as text: `#` and `.`, or digits for more than two states. A lamp that is to be
//! pressed stands in brackets, with the number of presses behind it if there are several.

use gridwright_core::scene::Color;
use gridwright_core::text::Text;

use super::board::Board;
use super::level::Level;
use super::rules::{Position, Press};
use super::shape::Topology;
use super::view::{LIT, OFF, PRESS};

/// The position with coming presses.
pub(super) fn text(level: &Level, position: &Position, coming: &[Press]) -> Text {
    let shape = level.shape();
    let mut presses = Board::zero(shape);
    for press in coming {
        let (row, col) = (press.row as usize, press.col as usize);
        if row < shape.rows() && col < shape.cols() {
            presses.add(row, col, 1);
        }
    }
    let mut text = Text::new();
    for row in 0..shape.rows() {
        text.line();
        if shape.topology() == Topology::Hex && row % 2 == 1 {
            text.plain(if coming.is_empty() { " " } else { "  " });
        }
        let lamps = position.lamps().row_values(row);
        for (state, times) in lamps.zip(presses.row_values(row)) {
            let (symbol, color) = symbol(shape.states(), state);
            if coming.is_empty() {
                text.colored(symbol, color).plain(" ");
                continue;
            }
            match times {
                0 => text.plain(" ").colored(symbol, color).plain("  "),
                1 => text
                    .bold("[", PRESS)
                    .colored(symbol, color)
                    .bold("] ", PRESS),
                _ => text
                    .bold("[", PRESS)
                    .colored(symbol, color)
                    .bold(format!("]{times}"), PRESS),
            };
        }
    }
    text
}

fn symbol(states: u8, state: u8) -> (String, Color) {
    let symbol = match (states, state) {
        (_, 0) => ".".to_owned(),
        (2, _) => "#".to_owned(),
        _ => state.to_string(),
    };
    (symbol, if state == 0 { OFF } else { LIT })
}
