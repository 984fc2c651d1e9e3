//! The three tiny levels that teach the game, and one for challenges with a drawing.

use gridwright_core::teach::Lesson;

use super::IqCircuit;
use super::level::Level;
use crate::kind::Teaches;

/// One piece, then turning and flipping, then points.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        text: "One piece is missing. Lay it so that all lines join up.",
        level: r#"{ "placed": [
            { "piece": "I2a", "side": 0, "at": [6, 0], "turns": 3 },
            { "piece": "L4", "side": 1, "at": [6, 0], "turns": 0 },
            { "piece": "O4", "side": 0, "at": [4, 2], "turns": 3 },
            { "piece": "V3a", "side": 1, "at": [4, 0], "turns": 3 },
            { "piece": "T4", "side": 1, "at": [3, 0], "turns": 3 },
            { "piece": "I2b", "side": 0, "at": [6, 3], "turns": 2 },
            { "piece": "I3b", "side": 0, "at": [2, 0], "turns": 3 },
            { "piece": "V3b", "side": 1, "at": [0, 0], "turns": 2 },
            { "piece": "Z4", "side": 1, "at": [0, 1], "turns": 3 } ] }"#,
        demo: r#"[{"type": "place", "piece": "I3a", "side": 1, "turns": 0, "at": [1, 3]}]"#,
        teaches: &[],
    },
    Lesson {
        text: "Take a piece, turn and flip it by the buttons, then tap its gap.",
        level: r#"{ "placed": [
            { "piece": "I2a", "side": 0, "at": [6, 0], "turns": 3 },
            { "piece": "L4", "side": 1, "at": [6, 0], "turns": 0 },
            { "piece": "V3a", "side": 1, "at": [4, 0], "turns": 3 },
            { "piece": "T4", "side": 1, "at": [3, 0], "turns": 3 },
            { "piece": "I3b", "side": 0, "at": [2, 0], "turns": 3 },
            { "piece": "V3b", "side": 1, "at": [0, 0], "turns": 2 },
            { "piece": "Z4", "side": 1, "at": [0, 1], "turns": 3 },
            { "piece": "I3a", "side": 1, "at": [1, 3], "turns": 0 } ] }"#,
        demo: r#"[
            {"type": "place", "piece": "O4", "side": 1, "turns": 2, "at": [4, 2]},
            {"type": "key", "key": "space", "at": [4, 2]},
            {"type": "tap", "at": [4, 2]},
            {"type": "place", "piece": "I2b", "side": 0, "turns": 2, "at": [6, 3]} ]"#,
        teaches: &[],
    },
    Lesson {
        text: "Every line runs from point to point, and none runs in a loop.",
        level: r#"{ "placed": [
            { "piece": "I2a", "side": 0, "at": [6, 0], "turns": 3 },
            { "piece": "L4", "side": 1, "at": [6, 0], "turns": 0 },
            { "piece": "O4", "side": 0, "at": [4, 2], "turns": 3 },
            { "piece": "I2b", "side": 0, "at": [6, 3], "turns": 2 },
            { "piece": "V3b", "side": 1, "at": [0, 0], "turns": 2 },
            { "piece": "Z4", "side": 1, "at": [0, 1], "turns": 3 },
            { "piece": "I3a", "side": 1, "at": [1, 3], "turns": 0 } ],
            "points": [[2, 1]] }"#,
        demo: r#"[
            {"type": "place", "piece": "I3b", "side": 0, "turns": 3, "at": [2, 0]},
            {"type": "place", "piece": "T4", "side": 1, "turns": 3, "at": [3, 0]},
            {"type": "place", "piece": "V3a", "side": 1, "turns": 3, "at": [4, 0]} ]"#,
        teaches: &["points"],
    },
];

/// The finished lines are shown, the pieces are not.
pub(super) const MECHANICS: &[Lesson] = &[Lesson {
    text: "The drawing shows the finished lines: lay pieces that print them.",
    level: r#"{ "placed": [
        { "piece": "I3a", "side": 1, "at": [4, 0], "turns": 2 },
        { "piece": "I3b", "side": 2, "at": [5, 1], "turns": 1 },
        { "piece": "V3a", "side": 1, "at": [2, 2], "turns": 1 },
        { "piece": "V3b", "side": 0, "at": [6, 2], "turns": 3 },
        { "piece": "O4", "side": 0, "at": [2, 0], "turns": 1 },
        { "piece": "L4", "side": 1, "at": [0, 1], "turns": 2 },
        { "piece": "T4", "side": 1, "at": [3, 1], "turns": 1 },
        { "piece": "Z4", "side": 1, "at": [6, 0], "turns": 1 } ],
        "picture": ["E EW EW W ES EW EW SW", "ES EW EW SW NS - - NS",
                    "NS S ES NW NS - - NS", "NE NW NE EW NW - E NW"] }"#,
    demo: r#"[
        {"type": "place", "piece": "I2b", "side": 0, "turns": 0, "at": [0, 0]},
        {"type": "place", "piece": "I2a", "side": 0, "turns": 1, "at": [1, 2]} ]"#,
    teaches: &["drawing"],
}];

impl Teaches for IqCircuit {
    fn has(level: &Level, mechanic: &str) -> bool {
        match mechanic {
            "points" => level.points().is_some(),
            "drawing" => level.picture().is_some(),
            _ => false,
        }
    }
}
