//! What is to be seen of a position: its characters, and the picture for terminals that show one.

use gridwright_core::grid::Cell;
use gridwright_core::scene::{Color, Item, Lattice, Scene, Shape};
use gridwright_core::text::Text;
use gridwright_games::registry::Play;

use super::board::Mark;

/// A position as it is seen.
#[derive(Clone)]
pub(crate) struct View {
    pub(crate) text: Text,
    pub(crate) scene: Scene,
}

impl View {
    /// A position.
    pub(crate) fn of(play: &dyn Play) -> View {
        View {
            text: play.text(),
            scene: play.scene(),
        }
    }
}

/// The picture with marks on it.
pub(crate) fn marked(scene: &Scene, marks: &[(Cell, Mark)]) -> Scene {
    let mut scene = scene.clone();
    for (i, (cell, mark)) in marks.iter().enumerate() {
        let shift = match scene.lattice {
            Lattice::Hex if cell.y.rem_euclid(2) == 1 => 0.5,
            Lattice::Hex | Lattice::Square => 0.0,
        };
        let (x, y) = (cell.x as f32 + shift, cell.y as f32);
        let id = format!("mark-{i}");
        let around = Shape::Rect {
            at: (x + 0.04, y + 0.04),
            size: (0.92, 0.92),
            radius: 0.14,
        };
        let item = match mark {
            Mark::Cursor => Item::new(id, "mark", around).stroke(Color::hex(0x1FB6D6), 0.09),
            Mark::Holding => Item::new(id, "mark", around).stroke(Color::hex(0xF2B91D), 0.12),
            Mark::Fault => Item::new(id, "mark", around).stroke(Color::hex(0xE0483E), 0.12),
            Mark::Where => Item::new(id, "mark", around).stroke(Color::hex(0x35B24A), 0.12),
            Mark::Chip(_, ink) => {
                let middle = Shape::Circle {
                    center: (x + 0.5, y + 0.5),
                    radius: 0.22,
                };
                let color = ink.ground.unwrap_or(Color::hex(0x1FB6D6));
                let chip = Item::new(id, "mark", middle).fill(color);
                chip.stroke(color.contrast(), 0.05)
            }
        };
        scene.add(item);
    }
    scene
}
