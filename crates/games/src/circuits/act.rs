//! Play by numbers: an action puts the pen on a point or draws on to it, or erases a line.
//!
//! The first actions are the points. Then come eight for each point: the line that leaves it in that
//! direction is erased, named by the end at which it reads smaller.

use gridwright_core::generate::Settings;
use gridwright_core::grid::Cell;

use super::Circuits;
use super::level::{Fixture, Layer, Level};
use super::rules::{Begun, Move, Step, around, normal};
use super::tabled;
use crate::act::{Acts, Frame, Table, put};

impl Acts for Circuits {
    const LAYERS: &'static [(&'static str, &'static str)] = &[
        ("fixture", "1 pad, 2 terminal"),
        ("hue", "the colour that has come to the fixture, plus 1"),
        (
            "given",
            "given lines of the top layer, one bit a direction in reading order",
        ),
        ("bottom", "lines of the bottom layer, likewise"),
        ("drawn", "own lines, likewise"),
        (
            "pen",
            "the line that is being drawn: 1 its points, 2 its end",
        ),
    ];

    fn frame(settings: &Settings) -> Frame {
        let side = |name| settings.integer(name) as usize + 1;
        frame(side("width"), side("height"))
    }

    fn frame_of(level: &Level) -> Frame {
        frame(level.width() as usize + 1, level.height() as usize + 1)
    }

    fn number(frame: &Frame, _: &Level, _: &Begun, step: &Step) -> usize {
        match step {
            Step::Start(at) | Step::Extend(at) => frame.index(*at),
            Step::Erase(line) => {
                let line = normal(line);
                frame.cells() + 8 * frame.index(line[0]) + towards(line[0], line[1])
            }
        }
    }

    fn observe(frame: &Frame, level: &Level, begun: &Begun, layers: &mut [u8]) {
        let flow = level.flow(begun.position());
        for number in 0..level.fixture_count() {
            let at = level.place(number);
            let terminal = matches!(level.fixture(at), Some(Fixture::Terminal(_)));
            put(frame, layers, 0, at, 1 + u8::from(terminal));
            put(
                frame,
                layers,
                1,
                at,
                flow.fixtures[number].map_or(0, |hue| hue as u8 + 1),
            );
        }
        let mut draw = |layer: usize, line: &[Cell]| {
            for pair in line.windows(2) {
                for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    layers[layer * frame.cells() + frame.index(from)] |= 1 << towards(from, to);
                }
            }
        };
        for line in level.lines() {
            draw(if line.layer == Layer::Top { 2 } else { 3 }, &line.points);
        }
        begun.position().lines().for_each(|line| draw(4, line));
        draw(4, begun.line());
        for (i, at) in begun.line().iter().rev().enumerate() {
            put(frame, layers, 5, *at, if i == 0 { 2 } else { 1 });
        }
    }

    fn packed(frame: &Frame, level: &Level) -> Option<Box<dyn Table>> {
        Some(tabled::table(*frame, level))
    }

    fn steps_of(_: &Level, mv: &Move) -> Vec<Step> {
        match mv {
            Move::Erase(line) => vec![Step::Erase(normal(line))],
            Move::Draw(line) => {
                let points = line.iter().enumerate();
                let steps = points.map(|(i, &at)| match i {
                    0 => Step::Start(at),
                    _ => Step::Extend(at),
                });
                steps.collect()
            }
        }
    }
}

fn frame(cols: usize, rows: usize) -> Frame {
    Frame {
        cols,
        rows,
        actions: 9 * cols * rows,
    }
}

/// Which of the eight neighbours of a point another one is, in reading order.
fn towards(from: Cell, to: Cell) -> usize {
    around(from).position(|at| at == to).unwrap_or(0)
}
