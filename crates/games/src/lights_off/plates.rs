//! Plates of a board: its quiet patterns, which change nothing when they are pressed. They are
//! the reason why a board has several solutions, or none.

use gridwright_core::budget::Budget;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::teach::Plate;

use super::LightsOff;
use super::board::Board;
use super::level::Level;
use super::rules::presses_of;
use super::solve::System;
use super::view;
use crate::kind::Prints;

/// The most patterns that are shown; all others are sums of those.
const MOST_PLATES: usize = 8;

/// The most lamps of all pictures of a table or of plates. Nobody would look through more, and they
/// would take more than all the rest of an answer.
pub(super) const MOST_DRAWN: usize = 1 << 14;

/// The patterns that generate all others, on a dark board.
pub(super) fn plates(level: &Level, budget: &Budget<'_>) -> Vec<Plate> {
    let shape = level.shape();
    let most = MOST_PLATES.min(MOST_DRAWN / shape.lamps().max(1));
    if most == 0 {
        return Vec::new();
    }
    let Ok(system) = System::new(shape, &mut budget.meter()) else {
        return Vec::new();
    };
    let dark = Level::of(Board::zero(shape));
    let count = system.orders().len();
    let plate = |index: usize| {
        let presses = presses_of(&system.quiet(index));
        let title = match count {
            1 => "The quiet pattern".to_owned(),
            _ => format!("Quiet pattern {} of {count}", index + 1),
        };
        let text = format!(
            "Press all of these ({} presses) and every lamp is as before. Added to a solution, they make another one.",
            presses.len(),
        );
        Plate {
            title,
            text,
            scene: view::scene(&dark, &dark.start(), &presses),
            characters: LightsOff::text(&dark, &dark.start(), &presses),
        }
    };
    (0..count.min(most)).map(plate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lights_off::{LevelFile, document};

    /// The number of plates of a board, and the presses on the first of them.
    fn check(file: &str, plates_wanted: usize, presses: usize) {
        let file: LevelFile = serde_json::from_str(file).unwrap();
        let level = document::read_level(&file).unwrap();
        let plates = plates(&level, &Budget::unlimited());
        assert_eq!(plates.len(), plates_wanted);
        let is_press = |id: &str| id.starts_with("press-");
        let first = plates.first().map_or(0, |plate| {
            let items = plate.scene.items.iter();
            items.filter(|item| is_press(&item.id)).count()
        });
        assert_eq!(first, presses);
    }

    #[test]
    fn quiet_patterns_are_shown() {
        let row = "[false, false, false, false, false]";
        check(
            &format!("{{ \"initialState\": [{row}, {row}, {row}, {row}, {row}] }}"),
            2,
            16,
        );
        check(r#"{ "initialState": [[true, false]] }"#, 1, 2);
        check(r#"{ "initialState": [[true]] }"#, 0, 0);
        // A row of many lamps is too long to be drawn.
        let long = vec!["false"; 100].join(", ");
        check(&format!("{{ \"initialState\": [[{long}]] }}"), 0, 0);
    }
}
