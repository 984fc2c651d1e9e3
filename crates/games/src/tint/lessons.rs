//! The three tiny levels that teach the game.

use gridwright_core::teach::Lesson;

/// A stroke, a mix, and a mix too many.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        text: "Drag paint from the droplet to the figure of its colour.",
        level: r#"{ "width": 4, "height": 3,
            "droplets": [{ "at": [0, 1], "color": "red" }],
            "targets": [{ "at": [3, 1], "color": "red" }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [2, 1], [3, 1]]}]"#,
    },
    Lesson {
        text: "Paint mixes as you go: yellow through blue makes green.",
        level: r#"{ "width": 5, "height": 3,
            "droplets": [{ "at": [0, 1], "color": "yellow" }],
            "paint": [{ "color": "blue", "cells": [[2, 0], [2, 1], [2, 2]] }],
            "targets": [{ "at": [4, 1], "color": "green" }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [2, 1], [3, 1], [4, 1]]}]"#,
    },
    Lesson {
        text: "A third colour makes grey and spoils it all. Find the way round.",
        level: r#"{ "width": 5, "height": 3,
            "droplets": [{ "at": [0, 1], "color": "yellow" }],
            "paint": [{ "color": "red", "cells": [[2, 0], [2, 1], [2, 2]] },
                      { "color": "blue", "cells": [[3, 0], [3, 1]] }],
            "targets": [{ "at": [4, 1], "color": "orange" }] }"#,
        demo: r#"[{"type": "drag", "path": [[0, 1], [1, 1], [1, 2], [2, 2], [3, 2], [4, 2], [4, 1]]}]"#,
    },
];
