//! The three tiny levels that teach the game, and one for each of its variants.

use gridwright_core::teach::Lesson;

use super::LightsOff;
use super::level::Level;
use super::shape::{Neighbourhood, Topology};
use crate::kind::Teaches;

/// What a press does, what an edge changes, and that order does not matter.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        text: "A press changes a lamp and its neighbours. Turn all of them off.",
        level: r#"{ "initialState": [[false, true, false], [true, true, true], [false, true, false]] }"#,
        demo: r#"[{"type": "tap", "at": [1, 1]}]"#,
        teaches: &[],
    },
    Lesson {
        text: "Lamps at the edge have fewer neighbours. Press the corner.",
        level: r#"{ "initialState": [[true, true, false], [true, false, false], [false, false, false]] }"#,
        demo: r#"[{"type": "tap", "at": [0, 0]}]"#,
        teaches: &[],
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
        teaches: &[],
    },
];

/// What a press reaches on other boards, and lamps that have more to show than on and off.
pub(super) const MECHANICS: &[Lesson] = &[
    Lesson {
        text: "The edges meet here: a press reaches over them to the other side.",
        level: r#"{ "topology": "torus", "initialState": [
            [true, true, false, true],
            [true, false, false, false],
            [false, false, false, false],
            [true, false, false, false] ] }"#,
        demo: r#"[{"type": "tap", "at": [0, 0]}]"#,
        teaches: &["torus"],
    },
    Lesson {
        text: "On a board of hexagons a lamp has six neighbours.",
        level: r#"{ "topology": "hex", "initialState": [
            [false, true, true], [true, true, true], [false, true, true] ] }"#,
        demo: r#"[{"type": "tap", "at": [1, 1]}]"#,
        teaches: &["hex"],
    },
    Lesson {
        text: "Here a press reaches the lamps at its corners, not at its sides.",
        level: r#"{ "neighbourhood": "cross", "initialState": [
            [true, false, true], [false, true, false], [true, false, true] ] }"#,
        demo: r#"[{"type": "tap", "at": [1, 1]}]"#,
        teaches: &["diagonals"],
    },
    Lesson {
        text: "Here a press reaches all eight lamps around it.",
        level: r#"{ "neighbourhood": "full", "initialState": [
            [true, true, true], [true, true, true], [true, true, true] ] }"#,
        demo: r#"[{"type": "tap", "at": [1, 1]}]"#,
        teaches: &["all-around"],
    },
    Lesson {
        text: "These lamps have more colours: each press goes on to the next one.",
        level: r#"{ "states": 3, "initialState": [[0, 1, 0], [1, 1, 1], [0, 1, 0]] }"#,
        demo: r#"[{"type": "tap", "at": [1, 1]}, {"type": "tap", "at": [1, 1]}]"#,
        teaches: &["states"],
    },
    Lesson {
        text: "Nothing stands in a hole: it is not pressed, and a press ends there.",
        level: r#"{ "initialState": [
            [true, true, false], [true, null, false], [false, false, false] ] }"#,
        demo: r#"[{"type": "tap", "at": [0, 0]}]"#,
        teaches: &["holes"],
    },
    Lesson {
        text: "A press reaches the lamps that are linked to it, wherever they stand.",
        level: r#"{ "topology": "graph",
            "initialState": [[null, true, null], [true, null, false], [null, true, null]],
            "neighbours": [[1, 3], [0, 3], [3], [0, 1, 2]] }"#,
        demo: r#"[{"type": "tap", "at": [1, 0]}]"#,
        teaches: &["links"],
    },
];

impl Teaches for LightsOff {
    fn has(level: &Level, mechanic: &str) -> bool {
        let shape = level.shape();
        match mechanic {
            "torus" => shape.topology() == Topology::Torus,
            "hex" => shape.topology() == Topology::Hex,
            "diagonals" => shape.neighbourhood() == Neighbourhood::Cross,
            "all-around" => shape.neighbourhood() == Neighbourhood::Full,
            "states" => shape.states() > 2,
            "holes" => {
                let is_graph = shape.topology() == Topology::Graph;
                !is_graph && shape.lamps() < shape.rows() * shape.cols()
            }
            "links" => shape.topology() == Topology::Graph,
            _ => false,
        }
    }
}
