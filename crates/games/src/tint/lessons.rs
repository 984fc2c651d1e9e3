//! The three tiny levels that teach the game, and one for everything that comes later.

use gridwright_core::teach::Lesson;

use super::Tint;
use super::color::{Color, Mixing};
use super::level::{Fixture, Ground, Level};
use crate::kind::Teaches;

/// A stroke, a mix, and a mix too many.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        text: "Drag paint from the droplet to the figure of its colour.",
        level: r#"{ "width": 4, "height": 3,
            "droplets": [{ "at": [0, 1], "color": "red" }],
            "targets": [{ "at": [3, 1], "color": "red" }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [2, 1], [3, 1]]}]"#,
        teaches: &[],
    },
    Lesson {
        text: "Paint mixes as you go: yellow through blue makes green.",
        level: r#"{ "width": 5, "height": 3,
            "droplets": [{ "at": [0, 1], "color": "yellow" }],
            "paint": [{ "color": "blue", "cells": [[2, 0], [2, 1], [2, 2]] }],
            "targets": [{ "at": [4, 1], "color": "green" }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [2, 1], [3, 1], [4, 1]]}]"#,
        teaches: &[],
    },
    Lesson {
        text: "A third colour makes grey and spoils it all. Find the way round.",
        level: r#"{ "width": 5, "height": 3,
            "droplets": [{ "at": [0, 1], "color": "yellow" }],
            "paint": [{ "color": "red", "cells": [[2, 0], [2, 1], [2, 2]] },
                      { "color": "blue", "cells": [[3, 0], [3, 1]] }],
            "targets": [{ "at": [4, 1], "color": "orange" }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [1, 2], [2, 2], [3, 2], [4, 2], [4, 1]]}]"#,
        teaches: &[],
    },
];

/// White, the two kinds of gates, and milder mixing.
pub(super) const MECHANICS: &[Lesson] = &[
    Lesson {
        text: "White wipes out the paint it meets, and the stroke ends there.",
        level: r#"{ "width": 5, "height": 3,
            "droplets": [{ "at": [0, 1], "color": "white" }],
            "paint": [{ "color": "red", "cells": [[3, 0], [3, 1], [3, 2]] }],
            "targets": [{ "at": [3, 1], "color": "white" }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [2, 1], [3, 1]]}]"#,
        teaches: &["white"],
    },
    Lesson {
        text: "A gate takes its own colour out: purple without blue is red.",
        level: r#"{ "width": 5, "height": 3,
            "droplets": [{ "at": [0, 1], "color": "purple" }],
            "gates": [{ "kind": "negation", "at": [2, 1], "color": "blue" }],
            "targets": [{ "at": [4, 1], "color": "red" }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [2, 1], [3, 1], [4, 1]]}]"#,
        teaches: &["negation"],
    },
    Lesson {
        text: "A switch takes in one side's colour and lets out another side's.",
        level: r#"{ "width": 5, "height": 3,
            "droplets": [{ "at": [0, 1], "color": "red" }],
            "gates": [{ "kind": "switch", "at": [2, 1], "sides": { "west": "red", "east": "blue" } }],
            "targets": [{ "at": [4, 1], "color": "blue" }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [2, 1], [3, 1], [4, 1]]}]"#,
        teaches: &["switch"],
    },
    Lesson {
        text: "Here a mixed colour stays as it is over paint it is mixed from.",
        level: r#"{ "width": 5, "height": 3, "mixing": "absorb",
            "droplets": [{ "at": [0, 1], "color": "orange" }],
            "paint": [{ "color": "red", "cells": [[2, 0], [2, 1], [2, 2]] }],
            "targets": [{ "at": [4, 1], "color": "orange" }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [2, 1], [3, 1], [4, 1]]}]"#,
        teaches: &["absorb"],
    },
];

impl Teaches for Tint {
    fn has(level: &Level, mechanic: &str) -> bool {
        let stands = |wanted: fn(Fixture) -> bool| level.fixtures().any(|(_, one)| wanted(one));
        match mechanic {
            "white" => {
                let white =
                    |ground: &Ground| matches!(ground, Ground::Paper(Some(Color::White), _));
                let fixture = |one| {
                    matches!(
                        one,
                        Fixture::Droplet(Color::White) | Fixture::Target(Color::White)
                    )
                };
                stands(fixture) || level.ground().values().iter().any(white)
            }
            "negation" => stands(|one| matches!(one, Fixture::Negation(_))),
            "switch" => stands(|one| matches!(one, Fixture::Switch(_))),
            "absorb" => level.mixing() == Mixing::Absorb,
            _ => false,
        }
    }
}
