//! The three tiny levels that teach the game.

use gridwright_core::teach::Lesson;

/// What a press does, what an edge changes, and that order does not matter.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        text: "A press changes a lamp and its neighbours. Turn all of them off.",
        level: r#"{ "initialState": [[false, true, false], [true, true, true], [false, true, false]] }"#,
        demo: r#"[{"type": "tap", "at": [1, 1]}]"#,
    },
    Lesson {
        text: "Lamps at the edge have fewer neighbours. Press the corner.",
        level: r#"{ "initialState": [[true, true, false], [true, false, false], [false, false, false]] }"#,
        demo: r#"[{"type": "tap", "at": [0, 0]}]"#,
    },
    Lesson {
        text: "Two presses may overlap, and their order never matters.",
        level: r#"{ "initialState": [
            [false, true, true, false],
            [true, false, false, true],
            [false, true, true, false] ] }"#,
        demo: r#"[
            {"type": "tap", "at": [1, 1]},
            {"type": "tap", "at": [2, 1]} ]"#,
    },
];
