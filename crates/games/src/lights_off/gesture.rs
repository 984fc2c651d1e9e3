//! What a hand does on the lamps.

use gridwright_core::gesture::{Gesture, Meant, Mode, Preview, Reach};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle};

use super::LightsOff;
use super::level::Level;
use super::rules::{OffBoard, Position, Press};
use crate::kind::Gestures;

impl Gestures for LightsOff {
    /// A tap, or Space or Enter, presses; a drag presses if it ends where it began, so that sliding
    /// off cancels; holding shows what a press would do. Other keys mean nothing on the board.
    fn gesture(level: &Level, position: &Position, gesture: &Gesture) -> Meant<Press, OffBoard> {
        match gesture {
            Gesture::Tap { at } => pressed(level, position, *at),
            Gesture::Key { key, at } if key == "space" || key == "enter" => {
                pressed(level, position, *at)
            }
            Gesture::Drag { path } => match (path.first(), path.last()) {
                (Some(first), Some(last)) if first == last => pressed(level, position, *first),
                _ => Meant::nothing(),
            },
            Gesture::Hold { at } => Meant {
                moves: Vec::new(),
                ..pressed(level, position, *at)
            },
            Gesture::Key { .. }
            | Gesture::Place { .. }
            | Gesture::Cover { .. }
            | Gesture::Lift { .. } => Meant::nothing(),
        }
    }

    /// A tap on the lamp.
    fn gesture_of(_: &Level, _: &Position, press: &Press) -> Option<Gesture> {
        let at = Cell::new(press.col as i32, press.row as i32);
        Some(Gesture::Tap { at })
    }

    /// Every lamp can be pressed; what would change is told at once.
    fn reach(level: &Level, position: &Position, at: Cell) -> Reach {
        let pressed = pressed(level, position, at);
        match pressed.refusal {
            None => Reach {
                mode: Mode::Press,
                cells: pressed.preview,
                ..Reach::default()
            },
            Some(refusal) => Reach::refused(refusal.explain()),
        }
    }
}

fn pressed(level: &Level, position: &Position, at: Cell) -> Meant<Press, OffBoard> {
    // A cell left of or above the board becomes one far off it, and is refused like any other.
    let press = Press {
        row: u32::try_from(at.y).unwrap_or(u32::MAX),
        col: u32::try_from(at.x).unwrap_or(u32::MAX),
    };
    if let Err(refusal) = level.check(position, &press) {
        return Meant::refused(refusal);
    }
    let states = level.shape().states();
    let preview = level
        .shape()
        .reach(press.row as usize, press.col as usize)
        .map(|(row, col)| Preview {
            cell: Cell::new(col as i32, row as i32),
            label: state_name(states, (position.lamps().get(row, col) + 1) % states),
        })
        .collect();
    Meant {
        moves: vec![press],
        preview,
        refusal: None,
    }
}

/// What a state is called.
pub(super) fn state_name(states: u8, state: u8) -> String {
    match (states, state) {
        (_, 0) => "off".to_owned(),
        (2, _) => "on".to_owned(),
        _ => state.to_string(),
    }
}
