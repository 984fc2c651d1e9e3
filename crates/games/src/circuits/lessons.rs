//! The three tiny levels that teach the game.

use gridwright_core::teach::Lesson;

use super::Circuits;
use super::level::{Layer, Level};
use crate::kind::Teaches;

/// A line, a bridge, and two pairs that share one.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        text: "Drag from a terminal to its partner of the same colour.",
        level: r#"{ "width": 3, "height": 2, "pads": [], "lines": [], "terminals": [
            { "pos": [0, 1], "color": "red", "ID": 1 },
            { "pos": [3, 1], "color": "red", "ID": 2 }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [2, 1], [3, 1]]}]"#,
        teaches: &[],
    },
    Lesson {
        text: "A line below the board carries your colour too: use both its pads.",
        level: r#"{ "width": 4, "height": 2,
            "pads": [{ "pos": [1, 1], "ID": 1 }, { "pos": [3, 1], "ID": 2 }],
            "terminals": [{ "pos": [0, 1], "color": "red", "ID": 3 },
                          { "pos": [4, 1], "color": "red", "ID": 4 },
                          { "pos": [2, 0], "color": "blue", "ID": 5 },
                          { "pos": [2, 2], "color": "blue", "ID": 6 }],
            "lines": [{ "ID": 7, "layer": -1, "pos": [[1, 1], [2, 1], [3, 1]] },
                      { "ID": 8, "layer": 0, "pos": [[2, 0], [2, 1], [2, 2]] }] }"#,
        demo: r#"[
            {"type": "drag", "path": [[0, 1], [1, 1]]},
            {"type": "drag", "path": [[3, 1], [4, 1]]} ]"#,
        teaches: &["bottom-line"],
    },
    Lesson {
        text: "Lines never cross on top: one of the two pairs takes the bridge.",
        level: r#"{ "width": 4, "height": 2,
            "pads": [{ "pos": [1, 1], "ID": 1 }, { "pos": [3, 1], "ID": 2 }],
            "terminals": [{ "pos": [0, 1], "color": "red", "ID": 3 },
                          { "pos": [4, 1], "color": "red", "ID": 4 },
                          { "pos": [2, 0], "color": "blue", "ID": 5 },
                          { "pos": [2, 2], "color": "blue", "ID": 6 }],
            "lines": [{ "ID": 7, "layer": -1, "pos": [[1, 1], [2, 1], [3, 1]] }] }"#,
        demo: r#"[
            {"type": "drag", "path": [[2, 0], [2, 1], [2, 2]]},
            {"type": "drag", "path": [[0, 1], [1, 1]]},
            {"type": "drag", "path": [[3, 1], [4, 1]]} ]"#,
        teaches: &[],
    },
];

impl Teaches for Circuits {
    fn has(level: &Level, mechanic: &str) -> bool {
        let below = |line: &super::level::Line| line.layer == Layer::Bottom;
        mechanic == "bottom-line" && level.lines().iter().any(below)
    }
}
