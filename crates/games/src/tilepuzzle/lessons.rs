//! The three tiny levels that teach the game, and one for what few levels have.

use gridwright_core::teach::Lesson;

use super::TilePuzzle;
use super::level::Level;
use crate::kind::Teaches;

/// Slide onto your colour, clear the way, then locks and cats on blockers.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        text: "Slide the shape onto the cat of its colour, and the cat goes home.",
        level: r#"{ "floor": ["....", "...."],
            "shapes": [{ "kind": "Domino", "at": [0, 0], "color": "red" }],
            "cats": [{ "at": [3, 0], "color": "red" }] }"#,
        demo: r#"[{"type": "drag", "path": [[1, 0], [2, 0], [3, 0]]}]"#,
        teaches: &[],
    },
    Lesson {
        text: "A cat of another colour is in the way: send that one home first.",
        level: r###"{ "floor": [".....", "##.##"],
            "shapes": [{ "kind": "Single", "at": [0, 0], "color": "red" },
                       { "kind": "Single", "at": [2, 1], "color": "blue" }],
            "cats": [{ "at": [4, 0], "color": "red" }, { "at": [2, 0], "color": "blue" }] }"###,
        demo: r#"[
            {"type": "drag", "path": [[2, 1], [2, 0]]},
            {"type": "drag", "path": [[2, 0], [2, 1]]},
            {"type": "drag", "path": [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]} ]"#,
        teaches: &[],
    },
    Lesson {
        text: "Come beside a cat on a blocker. A lock waits for cats to be home.",
        level: r#"{ "floor": [".....", "....."],
            "blockers": [[2, 0]],
            "shapes": [{ "kind": "Single", "at": [0, 0], "color": "blue" },
                       { "kind": "Single", "at": [4, 0], "color": "red", "unlock": 1 }],
            "cats": [{ "at": [2, 0], "color": "blue", "onBlocker": true },
                     { "at": [4, 1], "color": "red" }] }"#,
        demo: r#"[
            {"type": "drag", "path": [[0, 0], [1, 0]]},
            {"type": "drag", "path": [[4, 0], [4, 1]]} ]"#,
        teaches: &["blocker-cat", "lock"],
    },
];

/// Shapes that move together.
pub(super) const MECHANICS: &[Lesson] = &[Lesson {
    text: "Shapes in tandem move together, or not at all.",
    level: r#"{ "floor": ["....", "...."],
        "shapes": [{ "kind": "Single", "at": [0, 0], "color": "red", "tandem": 1 },
                   { "kind": "Single", "at": [1, 1], "color": "blue", "tandem": 1 }],
        "cats": [{ "at": [2, 0], "color": "red" }, { "at": [3, 1], "color": "blue" }] }"#,
    demo: r#"[{"type": "drag", "path": [[0, 0], [1, 0], [2, 0]]}]"#,
    teaches: &["tandem"],
}];

impl Teaches for TilePuzzle {
    fn has(level: &Level, mechanic: &str) -> bool {
        match mechanic {
            "blocker-cat" => level.cats().iter().any(|cat| cat.on_blocker),
            "lock" => level.shapes().iter().any(|shape| shape.unlock > 0),
            "tandem" => level.shapes().iter().any(|shape| shape.tandem.is_some()),
            _ => false,
        }
    }
}
