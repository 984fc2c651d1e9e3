//! A position in characters, four by two a cell; sides of switch gates and coming strokes below.
//!
//! A droplet has a tip and the capital of its colour, a target a round outline, a negation gate a
//! square one; `#` and a number is a switch gate with the letters of its sides around. A small
//! letter is paint, a dot bare paper, and nothing at all is void. Arrows lead along coming strokes.

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::scene::Color as Rgb;
use gridwright_core::text::{Ink, Text};

use super::Tint;
use super::color::Color;
use super::level::{Fixture, Level};
use super::rules::{Position, Stroke};
use super::view::rgb;
use crate::kind::Prints;

const FAINT: Rgb = Rgb::hex(0x9A9388);
const COMING: Rgb = Rgb::hex(0x8AB8FF);
const WIDTH: usize = 4;
const HEIGHT: usize = 2;

impl Prints for Tint {
    fn text(level: &Level, position: &Position, coming: &[Stroke]) -> Text {
        let mut text = Text::new();
        let mut switches: Vec<[Option<Color>; 4]> = Vec::new();
        for cell in level.ground().cells().filter(|&cell| level.is_paper(cell)) {
            let (x, y) = place(cell);
            text.spot(cell, (x, y), (WIDTH, HEIGHT));
            let paint = level.paint(position, cell);
            let base = paint.map_or(Ink::plain(), |color| Ink::on(rgb(color)));
            for row in 0..HEIGHT {
                text.sign(x, y + row, "    ", base);
            }
            // On paint a thing has the colour that can be read there; its letter says the rest.
            let ink = |color: Color| match paint {
                Some(_) => base.bold(),
                None => Ink::of(rgb(color)).bold(),
            };
            match level.standing(position, cell) {
                Some(Fixture::Droplet(color)) => {
                    text.put(x, y, (" ▲ ", " ^ "), ink(color));
                    text.sign(x, y + 1, format!("({})", color.letter()), ink(color));
                }
                Some(Fixture::Target(color)) => {
                    let letter = color.letter();
                    text.put(x, y, ("╭─╮", ".-."), ink(color));
                    let (round, plain) = (format!("╰{letter}╯"), format!("'{letter}'"));
                    text.put(x, y + 1, (&round, &plain), ink(color));
                }
                Some(Fixture::Negation(color)) => {
                    let letter = color.letter();
                    text.put(x, y, ("┌-┐", "[-]"), ink(color));
                    let (square, plain) = (format!("└{letter}┘"), format!("[{letter}]"));
                    text.put(x, y + 1, (&square, &plain), ink(color));
                }
                Some(Fixture::Switch(sides)) => {
                    switches.push(sides);
                    let sign = |number: usize| char::from_digit(number as u32 % 36, 36);
                    text.sign(x, y, '#', base.bold());
                    text.sign(x + 2, y, sign(switches.len()).unwrap_or('*'), base.bold());
                    for (dir, dx, dy) in SIDES {
                        match sides[dir as usize] {
                            Some(color) => {
                                text.sign(x + dx, y + dy, color.letter(), ink(color));
                            }
                            None => text.put(x + dx, y + dy, ("·", "."), base),
                        }
                    }
                }
                None if paint.is_none() => text.put(x + 1, y + 1, ("·", "."), Ink::of(FAINT)),
                None => {}
            }
            if let Some(color) = paint {
                let at = if level.standing(position, cell).is_some() {
                    3
                } else {
                    1
                };
                text.sign(x + at, y + 1, color.letter().to_ascii_lowercase(), base);
            }
        }
        for (i, sides) in switches.into_iter().enumerate() {
            text.line().plain(format!("#{} switch:", i + 1));
            for dir in Dir::ALL {
                if let Some(color) = sides[dir as usize] {
                    let side = format!("{dir:?}").to_lowercase();
                    text.plain(format!(" {side} "));
                    text.colored(color.name(), rgb(color));
                }
            }
        }
        for (i, stroke) in coming.iter().enumerate() {
            add_stroke(&mut text, level, stroke, i + 1);
            text.line()
                .plain(format!("stroke {}: {}", i + 1, route(stroke)));
        }
        text
    }
}

/// Where the letters of a switch gate's sides stand.
const SIDES: [(Dir, usize, usize); 4] = [
    (Dir::North, 1, 0),
    (Dir::East, 2, 1),
    (Dir::South, 1, 1),
    (Dir::West, 0, 1),
];

fn place(cell: Cell) -> (usize, usize) {
    (WIDTH * cell.x as usize, HEIGHT * cell.y as usize)
}

/// Arrows along a stroke, in the corner of its cells; its number where it begins.
fn add_stroke(text: &mut Text, level: &Level, stroke: &Stroke, number: usize) {
    let paper = |cell: Cell| level.ground().get(cell).is_some() && level.is_paper(cell);
    for (i, pair) in stroke.cells().windows(2).enumerate() {
        let Some(dir) = Dir::between(pair[0], pair[1]).filter(|_| paper(pair[0])) else {
            continue;
        };
        let (x, y) = place(pair[0]);
        let ink = Ink::of(COMING).bold();
        let arrow = match dir {
            Dir::North => ("↑", "^"),
            Dir::East => ("→", ">"),
            Dir::South => ("↓", "v"),
            Dir::West => ("←", "<"),
        };
        text.put(x + 3, y, arrow, ink);
        if i == 0 {
            let number = char::from_digit(number as u32 % 36, 36).unwrap_or('*');
            text.sign(x, y, number, ink);
        }
    }
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
