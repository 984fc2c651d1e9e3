//! A position in characters: intersections four columns and two rows apart, lines between them.
//!
//! `[R]` is a terminal; `( )` a pad, with the letter of its colour once a circuit flows through
//! it. Given lines are thin, drawn ones thick, coming ones broken; bottom lines are dotted where no
//! top line lies over them.

use gridwright_core::grid::Cell;
use gridwright_core::text::{Ink, Text};

use super::Circuits;
use super::level::{Hue, Layer, Level};
use super::rules::{Move, Position};
use super::view::paint;
use crate::kind::Prints;

impl Prints for Circuits {
    fn text(level: &Level, position: &Position, coming: &[Move]) -> Text {
        let mut text = Text::new();
        for at in gridwright_core::grid::cells(level.width() + 1, level.height() + 1) {
            let (x, y) = place(at);
            text.put(x - 1, y, (" · ", " . "), Ink::plain());
            text.spot(at, (x - 1, y), (3, 1));
        }
        let flow = level.flow(position);
        let given = || level.lines().iter().zip(&flow.lines);
        for (line, &hue) in given().filter(|(line, _)| line.layer == Layer::Bottom) {
            trace(&mut text, &line.points, hue, Stroke::Bottom);
        }
        for (line, &hue) in given().filter(|(line, _)| line.layer == Layer::Top) {
            trace(&mut text, &line.points, hue, Stroke::Top);
        }
        for line in position.lines() {
            trace(&mut text, line, level.hue_of(&flow, line), Stroke::Own);
        }
        for mv in coming {
            if let Move::Draw(line) = mv {
                let hue = line
                    .iter()
                    .filter_map(|&at| level.fixture(at))
                    .find_map(|fixture| flow.fixtures[level.number(fixture)]);
                let inside: Vec<Cell> = line
                    .iter()
                    .copied()
                    .filter(|&p| level.contains(p))
                    .collect();
                trace(&mut text, &inside, hue, Stroke::Coming);
            }
        }
        for (index, pad) in level.pads().iter().enumerate() {
            let (x, y) = place(pad.at);
            match flow.fixtures[index] {
                Some(hue) => {
                    let sign = format!("({})", letter(hue).to_ascii_lowercase());
                    text.sign(x - 1, y, sign, Ink::of(paint(hue)).bold());
                }
                None => text.sign(x - 1, y, "( )", Ink::plain().bold()),
            }
        }
        for terminal in level.terminals() {
            let (x, y) = place(terminal.at);
            let ink = Ink::on(paint(terminal.hue)).bold();
            text.sign(x - 1, y, format!("[{}]", letter(terminal.hue)), ink);
        }
        text
    }
}

/// The letter of a colour.
fn letter(hue: Hue) -> char {
    match hue {
        Hue::Red => 'R',
        Hue::Green => 'G',
        Hue::Blue => 'B',
        Hue::Yellow => 'Y',
        Hue::Orange => 'O',
        Hue::Purple => 'P',
        Hue::Pink => 'K',
        Hue::Brown => 'N',
    }
}

/// The character of an intersection.
fn place(at: Cell) -> (usize, usize) {
    (4 * at.x as usize + 1, 2 * at.y as usize)
}

#[derive(Clone, Copy, PartialEq)]
enum Stroke {
    Bottom,
    Top,
    Own,
    Coming,
}

/// The two forms of a character.
type Sign = (&'static str, &'static str);

impl Stroke {
    fn across(self) -> Sign {
        match self {
            Stroke::Bottom => ("┄", "."),
            Stroke::Top => ("─", "-"),
            Stroke::Own => ("━", "="),
            Stroke::Coming => ("╍", "~"),
        }
    }

    fn down(self) -> Sign {
        match self {
            Stroke::Bottom => ("┆", ":"),
            Stroke::Top => ("│", "|"),
            Stroke::Own => ("┃", "|"),
            Stroke::Coming => ("╏", "!"),
        }
    }

    fn diagonal(self, falls: bool) -> Sign {
        match (self, falls) {
            (Stroke::Bottom, true) => ("⋱", "."),
            (Stroke::Bottom, false) => ("⋰", "."),
            (_, true) => ("╲", "\\"),
            (_, false) => ("╱", "/"),
        }
    }

    /// Where a line goes through an intersection, from and to a neighbour.
    fn through(self, from: (i32, i32), to: (i32, i32)) -> Sign {
        let has = |d: (i32, i32)| from == d || to == d;
        let (north, south, west, east) = (has((0, -1)), has((0, 1)), has((-1, 0)), has((1, 0)));
        let thick = self == Stroke::Own;
        match (self, north, south, west, east) {
            (_, _, _, true, true) => self.across(),
            (_, true, true, _, _) => self.down(),
            (Stroke::Bottom, ..) => ("·", "."),
            (_, true, _, true, _) => (if thick { "┛" } else { "┘" }, "+"),
            (_, true, _, _, true) => (if thick { "┗" } else { "└" }, "+"),
            (_, _, true, true, _) => (if thick { "┓" } else { "┐" }, "+"),
            (_, _, true, _, true) => (if thick { "┏" } else { "┌" }, "+"),
            _ => ("•", "+"),
        }
    }
}

fn trace(text: &mut Text, points: &[Cell], hue: Option<Hue>, stroke: Stroke) {
    let mut ink = hue.map_or(Ink::plain(), |hue| Ink::of(paint(hue)));
    ink.bold = stroke == Stroke::Own || stroke == Stroke::Coming;
    for pair in points.windows(2) {
        let (a, b) = (place(pair[0]), place(pair[1]));
        let (x, y) = (a.0.min(b.0), a.1.min(b.1));
        if a.1 == b.1 {
            for x in x + 1..x + 4 {
                text.put(x, y, stroke.across(), ink);
            }
        } else if a.0 == b.0 {
            text.put(x, y + 1, stroke.down(), ink);
        } else {
            let falls = (a.0 < b.0) == (a.1 < b.1);
            text.put(x + 2, y + 1, stroke.diagonal(falls), ink);
        }
    }
    let delta = |a: Cell, b: Cell| (b.x - a.x, b.y - a.y);
    for three in points.windows(3) {
        let sign = stroke.through(delta(three[1], three[0]), delta(three[1], three[2]));
        let (x, y) = place(three[1]);
        text.put(x, y, sign, ink);
    }
}
