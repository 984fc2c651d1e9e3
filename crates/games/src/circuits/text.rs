//! A position as text: one character for each intersection and for each gap between two.
//!
//! `o` is a pad, a capital a terminal, `.` an empty intersection; top lines are drawn solid,
//! bottom lines dotted where no top line lies over them.

use gridwright_core::grid::{Cell, Grid};
use gridwright_core::scene::Color;
use gridwright_core::text::Text;

use super::level::{Hue, Layer, Level};
use super::rules::{Move, Position};
use super::view::paint;

/// The letter of a terminal.
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

#[derive(Clone, Copy)]
struct Glyph {
    sign: char,
    color: Option<Color>,
    bold: bool,
}

/// The text of a position, with coming lines in bold like those that are drawn.
pub(super) fn text(level: &Level, position: &Position, coming: &[Move]) -> Text {
    let blank = Glyph {
        sign: ' ',
        color: None,
        bold: false,
    };
    let mut glyphs = Grid::filled(2 * level.width() + 1, 2 * level.height() + 1, blank);
    for at in glyphs.cells().filter(|at| at.x % 2 == 0 && at.y % 2 == 0) {
        glyphs[at].sign = '.';
    }
    let flow = level.flow(position);
    let given = level.lines().iter().zip(&flow.lines);
    for (line, &hue) in given
        .clone()
        .filter(|(line, _)| line.layer == Layer::Bottom)
    {
        trace(&mut glyphs, &line.points, hue, Stroke::Bottom);
    }
    for (line, &hue) in given.filter(|(line, _)| line.layer == Layer::Top) {
        trace(&mut glyphs, &line.points, hue, Stroke::Top);
    }
    for (line, &hue) in position.lines().zip(&flow.lines[level.lines().len()..]) {
        trace(&mut glyphs, line, hue, Stroke::Own);
    }
    for mv in coming {
        if let Move::Draw(line) = mv {
            let at = |&at: &Cell| level.fixture(at);
            let hue = line
                .iter()
                .filter_map(at)
                .find_map(|f| flow.fixtures[level.number(f)]);
            trace(&mut glyphs, line, hue, Stroke::Own);
        }
    }
    for (index, pad) in level.pads().iter().enumerate() {
        let color = flow.fixtures[index].map(paint);
        let bold = color.is_some();
        if let Some(glyph) = glyphs.get_mut(doubled(pad.at)) {
            *glyph = Glyph {
                sign: 'o',
                color,
                bold,
            };
        }
    }
    for terminal in level.terminals() {
        if let Some(glyph) = glyphs.get_mut(doubled(terminal.at)) {
            *glyph = Glyph {
                sign: letter(terminal.hue),
                color: Some(paint(terminal.hue)),
                bold: true,
            };
        }
    }
    let mut text = Text::new();
    for row in glyphs.rows() {
        text.line();
        for glyph in row {
            let sign = glyph.sign.to_string();
            match (glyph.color, glyph.bold) {
                (Some(color), true) => text.bold(sign, color),
                (Some(color), false) => text.colored(sign, color),
                (None, _) => text.plain(sign),
            };
        }
    }
    text
}

#[derive(Clone, Copy, PartialEq)]
enum Stroke {
    Bottom,
    Top,
    Own,
}

fn trace(glyphs: &mut Grid<Glyph>, points: &[Cell], hue: Option<Hue>, stroke: Stroke) {
    let mut put = |at: Cell, sign: char| {
        if let Some(glyph) = glyphs.get_mut(at) {
            *glyph = Glyph {
                sign,
                color: hue.map(paint),
                bold: stroke == Stroke::Own,
            };
        }
    };
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let sign = match ((b.x - a.x) * (b.y - a.y), a.y == b.y, stroke) {
            (1, ..) if stroke == Stroke::Bottom => '⋱',
            (-1, ..) if stroke == Stroke::Bottom => '⋰',
            (1, ..) => '╲',
            (-1, ..) => '╱',
            (_, true, Stroke::Bottom) => '┄',
            (_, false, Stroke::Bottom) => '┆',
            (_, true, _) => '─',
            (_, false, _) => '│',
        };
        put(Cell::new(a.x + b.x, a.y + b.y), sign);
    }
    if stroke != Stroke::Bottom {
        for &point in points {
            put(doubled(point), '•');
        }
    }
}

/// Intersections lie on even rows and columns.
fn doubled(at: Cell) -> Cell {
    Cell::new(2 * at.x, 2 * at.y)
}
