//! A position as text: three letters a cell, sides of switch gates and coming strokes below.
//!
//! `*R` is a red droplet, `?G` a green target, `-B` a negation gate, `#1` the first switch gate;
//! a small letter is paint, `.` bare paper, and nothing at all is void.

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::scene::Color as Rgb;
use gridwright_core::text::Text;

use super::color::Color;
use super::level::{Fixture, Level};
use super::rules::{Position, Stroke};
use super::view::rgb;

const FAINT: Rgb = Rgb::hex(0x9A9388);

/// The position as text, with coming strokes.
pub fn text(level: &Level, position: &Position, coming: &[Stroke]) -> Text {
    let mut text = Text::new();
    let mut switches: Vec<(Cell, [Option<Color>; 4])> = Vec::new();
    for y in 0..level.height() {
        text.line();
        for x in 0..level.width() {
            let cell = Cell::new(x, y);
            if !level.is_paper(cell) {
                text.plain("    ");
                continue;
            }
            let paint = level.paint(position, cell);
            match level.standing(position, cell) {
                Some(Fixture::Droplet(color)) => fixture(&mut text, '*', color),
                Some(Fixture::Target(color)) => fixture(&mut text, '?', color),
                Some(Fixture::Negation(color)) => fixture(&mut text, '-', color),
                Some(Fixture::Switch(sides)) => {
                    switches.push((cell, sides));
                    text.bold(format!("#{}", switches.len()), FAINT);
                }
                None => {
                    text.plain(" ");
                    if paint.is_none() {
                        text.colored(".", FAINT);
                    }
                }
            }
            if let Some(color) = paint {
                text.colored(color.letter().to_ascii_lowercase().to_string(), rgb(color));
            } else if level.standing(position, cell).is_some() {
                text.plain(" ");
            }
            let bare_fixture = level.standing(position, cell).is_some();
            text.plain(if bare_fixture { " " } else { "  " });
        }
    }
    for (i, (cell, sides)) in switches.into_iter().enumerate() {
        text.line().plain(format!("#{} switch at {cell}:", i + 1));
        for dir in Dir::ALL {
            if let Some(color) = sides[dir as usize] {
                let side = format!("{dir:?}").to_lowercase();
                text.plain(format!(" {side} "));
                text.colored(color.name(), rgb(color));
            }
        }
    }
    for (i, stroke) in coming.iter().enumerate() {
        text.line()
            .plain(format!("stroke {}: {}", i + 1, route(stroke)));
    }
    text
}

fn fixture(text: &mut Text, sign: char, color: Color) {
    text.bold(format!("{sign}{}", color.letter()), rgb(color));
}

/// A stroke as runs: `(0,1) east 4 south 2`.
fn route(stroke: &Stroke) -> String {
    let cells = stroke.cells();
    let Some(first) = cells.first() else {
        return "no cells".to_owned();
    };
    let mut words = first.to_string();
    let mut run: Option<(Dir, usize)> = None;
    let say = |words: &mut String, run: Option<(Dir, usize)>| {
        if let Some((dir, count)) = run {
            words.push_str(&format!(" {} {count}", format!("{dir:?}").to_lowercase()));
        }
    };
    for pair in cells.windows(2) {
        let Some(dir) = Dir::between(pair[0], pair[1]) else {
            continue;
        };
        run = match run {
            Some((same, count)) if same == dir => Some((dir, count + 1)),
            other => {
                say(&mut words, other);
                Some((dir, 1))
            }
        };
    }
    say(&mut words, run);
    words
}
