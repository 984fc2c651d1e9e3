//! The position in characters, four by two a cell.
//!
//! Shapes are outlined and filled with their colour; `R0` is shape 0, red, and `L2` below it a
//! lock that waits for two more cats, `=1` the first tandem. A cat has ears and the letter of its
//! colour; hatching is a blocker, also beside a cat that sits on one; a dot is floor. Arrows lead
//! along the first of the coming drags; all of them are listed below.

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::scene::Color as Paint;
use gridwright_core::text::{Ink, Text};

use super::TilePuzzle;
use super::explain::{drags, route};
use super::level::{Color, Level, ShapeKind};
use super::rules::{Move, Position};
use super::view::paint;
use crate::kind::Prints;

const GREY: Paint = Paint::hex(0x8A8F98);
const COMING: Paint = Paint::hex(0x8AB8FF);
const WIDTH: usize = 4;
const HEIGHT: usize = 2;

impl Prints for TilePuzzle {
    fn text(level: &Level, position: &Position, coming: &[Move]) -> Text {
        let mut text = Text::new();
        let inside = |cell: &Cell| level.is_floor(*cell) || level.is_blocked(*cell);
        let cells: Vec<Cell> = level.cells().filter(inside).collect();
        let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
        let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
        let place = |cell: Cell| {
            let (x, y) = ((cell.x - left) as usize, (cell.y - top) as usize);
            (WIDTH * x, HEIGHT * y)
        };
        for &cell in &cells {
            let (x, y) = place(cell);
            for row in 0..HEIGHT {
                text.sign(x, y + row, "    ", Ink::plain());
            }
            add_cell(&mut text, level, position, cell, place(cell));
            text.spot(cell, place(cell), (WIDTH, HEIGHT));
        }
        for shape in 0..level.shapes().len() {
            add_label(&mut text, level, position, shape, place);
            let waits_for = level.waits_for(position, shape);
            if waits_for > 0 {
                let line = format!("{} is locked: {waits_for} more home", name(level, shape));
                text.line().plain(line);
            }
        }
        let known = |mv: &&Move| mv.shape < level.shapes().len();
        let coming: Vec<Move> = coming.iter().take_while(known).copied().collect();
        if let Some(drag) = drags(level, &coming).next() {
            let mut at = level.cells_of(position, drag[0].shape).next();
            for mv in drag {
                if let Some(cell) = at.filter(|cell| cells.contains(cell)) {
                    let (x, y) = place(cell);
                    text.put(x + 3, y + 1, arrow(mv.dir), Ink::of(COMING).bold());
                }
                at = at.map(|cell| cell.step(mv.dir));
            }
        }
        for (i, drag) in drags(level, &coming).enumerate() {
            let shape = drag[0].shape;
            text.line()
                .plain(format!("{:>3}. ", i + 1))
                .colored(name(level, shape), paint(level.shapes()[shape].color))
                .plain(format!(": {}", route(drag)));
        }
        text
    }
}

/// `red Domino 2`: with the number that the shape has in the picture and in files.
fn name(level: &Level, shape: usize) -> String {
    let owner = &level.shapes()[shape];
    let kind = ShapeKind::of(owner.footprint.offsets()).map_or("shape", |kind| kind.name);
    format!("{} {kind} {shape}", owner.color.name())
}

fn add_cell(
    text: &mut Text,
    level: &Level,
    position: &Position,
    cell: Cell,
    (x, y): (usize, usize),
) {
    let cat = (0..level.cats().len())
        .find(|&i| level.cats()[i].at == cell && !position.is_home(i))
        .map(|i| level.cats()[i].color);
    if let Some(shape) = level.shape_at(position, cell) {
        let same = |dx: i32, dy: i32| level.shape_at(position, cell.offset(dx, dy)) == Some(shape);
        let ink = Ink::on(paint(level.shapes()[shape].color));
        for (row, dy) in [(0, -1), (1, 1)] {
            let edge = if same(0, dy) {
                ("  ", "  ")
            } else {
                ("──", "--")
            };
            text.put(x, y + row, corner(-1, dy, same), ink);
            text.put(x + 1, y + row, edge, ink);
            text.put(x + 3, y + row, corner(1, dy, same), ink);
        }
        return;
    }
    if level.is_blocked(cell) {
        for row in 0..HEIGHT {
            text.put(x, y + row, ("▒▒▒▒", "####"), Ink::of(GREY));
        }
    } else {
        text.put(x + 1, y + 1, ("·", "."), Ink::of(GREY));
    }
    if let Some(color) = cat {
        let ink = Ink::of(paint(color)).bold();
        text.sign(x, y, "^_^", ink);
        text.sign(x, y + 1, format!("({})", letter(color)), ink);
    }
}

/// The corner of a cell's outline towards a neighbour sideways and one up or down.
fn corner(dx: i32, dy: i32, same: impl Fn(i32, i32) -> bool) -> (&'static str, &'static str) {
    match (same(dx, 0), same(0, dy), same(dx, dy)) {
        (true, true, true) => (" ", " "),
        (true, false, _) => ("─", "-"),
        (false, true, _) => ("│", "|"),
        // An outer corner bends into the cell, an inner one out of it.
        (false, false, _) => match (dx, dy) {
            (-1, -1) => ("┌", "+"),
            (1, -1) => ("┐", "+"),
            (-1, 1) => ("└", "+"),
            _ => ("┘", "+"),
        },
        (true, true, false) => match (dx, dy) {
            (-1, -1) => ("┘", "+"),
            (1, -1) => ("└", "+"),
            (-1, 1) => ("┐", "+"),
            _ => ("┌", "+"),
        },
    }
}

/// What a shape is called, on its first cell.
fn add_label(
    text: &mut Text,
    level: &Level,
    position: &Position,
    index: usize,
    place: impl Fn(Cell) -> (usize, usize),
) {
    let shape = &level.shapes()[index];
    let Some((x, y)) = level.cells_of(position, index).next().map(place) else {
        return;
    };
    let ink = Ink::on(paint(shape.color)).bold();
    let sign = |number: u64| char::from_digit((number % 36) as u32, 36).unwrap_or('*');
    let name = letter(shape.color).to_ascii_uppercase();
    text.sign(x + 1, y, format!("{name}{}", sign(index as u64)), ink);
    let waits_for = level.waits_for(position, index);
    if waits_for > 0 {
        text.sign(x + 1, y + 1, format!("L{}", sign(waits_for)), ink);
    } else if let Some(tandem) = shape.tandem {
        text.sign(
            x + 1,
            y + 1,
            format!("={}", sign(tandem.unsigned_abs())),
            ink,
        );
    }
}

/// Where a drag goes.
fn arrow(dir: Dir) -> (&'static str, &'static str) {
    match dir {
        Dir::North => ("↑", "^"),
        Dir::East => ("→", ">"),
        Dir::South => ("↓", "v"),
        Dir::West => ("←", "<"),
    }
}

fn letter(color: Color) -> char {
    color.name().chars().next().expect("colours have names")
}
