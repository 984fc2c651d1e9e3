//! Play by numbers: an action puts the finger on a cell or moves it there, and the last one lifts it.

use gridwright_core::generate::Settings;
use gridwright_core::grid::Dir;

use super::Tint;
use super::color::Color;
use super::level::{Fixture, Level};
use super::rules::{Begun, Phase, Step, Stroke};
use super::tabled;
use crate::act::{Acts, Frame, Table, put};

impl Acts for Tint {
    const LAYERS: &'static [(&'static str, &'static str)] = &[
        ("paper", "1 where there is paper"),
        (
            "paint",
            "the colour of the paint plus 1, a colour being its primaries as bits",
        ),
        (
            "fixture",
            "1 droplet, 2 figure, 3 negation gate, 4 switch gate",
        ),
        ("color", "the colour of the fixture plus 1"),
        ("north", "the colour plus 1 of that side of a switch gate"),
        ("east", "the same"),
        ("south", "the same"),
        ("west", "the same"),
        ("brush", "where the stroke is: its colour plus 1"),
        (
            "phase",
            "there: 1 dipped, 2 painting, 3 in a gate, 4 and more in the tail",
        ),
    ];

    fn frame(settings: &Settings) -> Frame {
        let side = |name| settings.integer(name) as usize;
        frame(side("width"), side("height"))
    }

    fn frame_of(level: &Level) -> Frame {
        frame(level.width() as usize, level.height() as usize)
    }

    fn number(frame: &Frame, _: &Level, _: &Begun, step: &Step) -> usize {
        match step {
            Step::Start(cell) | Step::Extend(cell) => frame.index(*cell),
            Step::Finish => frame.cells(),
        }
    }

    fn observe(frame: &Frame, level: &Level, begun: &Begun, layers: &mut [u8]) {
        let position = begun.position();
        for cell in level.ground().cells().filter(|&cell| level.is_paper(cell)) {
            let mut put = |layer: usize, value: u8| put(frame, layers, layer, cell, value);
            put(0, 1);
            if let Some(color) = level.paint(position, cell) {
                put(1, color.bits() + 1);
            }
            let mut colored = |kind: u8, color: Color| {
                put(2, kind);
                put(3, color.bits() + 1);
            };
            match level.standing(position, cell) {
                None => {}
                Some(Fixture::Droplet(color)) => colored(1, color),
                Some(Fixture::Target(color)) => colored(2, color),
                Some(Fixture::Negation(color)) => colored(3, color),
                Some(Fixture::Switch(sides)) => {
                    put(2, 4);
                    for dir in Dir::ALL {
                        let side = sides[dir as usize];
                        put(4 + dir as usize, side.map_or(0, |color| color.bits() + 1));
                    }
                }
            }
        }
        if let Some(brush) = begun.brush() {
            put(frame, layers, 8, brush.at, brush.color.bits() + 1);
            let phase = match brush.phase {
                Phase::Dipped => 1,
                Phase::Flowing => 2,
                Phase::Inside(_) => 3,
                Phase::Tail(left) => 4 + left,
            };
            put(frame, layers, 9, brush.at, phase);
        }
    }

    fn steps_of(_: &Level, stroke: &Stroke) -> Vec<Step> {
        let cells = stroke.cells().iter().enumerate();
        let steps = cells.map(|(i, &cell)| match i {
            0 => Step::Start(cell),
            _ => Step::Extend(cell),
        });
        steps.chain([Step::Finish]).collect()
    }

    fn packed(frame: &Frame, level: &Level) -> Option<Box<dyn Table>> {
        tabled::table(*frame, level)
    }
}

fn frame(cols: usize, rows: usize) -> Frame {
    Frame {
        cols,
        rows,
        actions: cols * rows + 1,
    }
}
