//! The position in characters, four by two a cell: lines in box characters, points as discs, each
//! piece with a colour and a letter of its own. The tray lies to the right of the board, half as
//! large; below is the list of the pieces that wait in it.

use gridwright_core::gesture::Hand;
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::scene::Color;
use gridwright_core::text::{Ink, Text};

use super::IqCircuit;
use super::level::Level;
use super::print::Print;
use super::rules::{Move, Position};
use super::tray;
use super::view::color_of;
use crate::kind::Prints;

const HINT: Color = Color::hex(0x9AA7B5);
const WIDTH: usize = 4;
const HEIGHT: usize = 2;
/// Columns between the board and the tray.
const GAP: usize = 2;

impl Prints for IqCircuit {
    /// Draws a position, with coming pieces as outlines in their colours.
    fn text(level: &Level, position: &Position, coming: &[Move]) -> Text {
        let set = level.set();
        let mut text = Text::new();
        for cell in set.cells() {
            let place = place(cell);
            text.put(place.0, place.1, ("    ", "    "), Ink::plain());
            text.put(place.0, place.1 + 1, ("    ", "    "), Ink::plain());
            add_hint(&mut text, level, cell);
            text.spot(cell, place, (WIDTH, HEIGHT));
        }
        for lay in position.lays() {
            let mut ink = Ink::on(color_of(lay.piece()));
            ink.bold = level.given_lay(lay.piece()).is_some();
            for (cell, print) in set.prints(lay).filter(|&(cell, _)| set.contains(cell)) {
                add_print(&mut text, place(cell), print, letter(lay.piece()), ink);
            }
        }
        for mv in coming {
            if let Move::Lay(lay) = mv {
                let ink = Ink::of(color_of(lay.piece())).bold();
                for (cell, print) in set.prints(lay).filter(|&(cell, _)| set.contains(cell)) {
                    add_print(&mut text, place(cell), print, letter(lay.piece()), ink);
                }
            }
        }
        add_tray(&mut text, level, position);
        let left: Vec<String> = position
            .left()
            .map(|piece| format!("{} {}", letter(piece), set.pieces()[piece].name()))
            .collect();
        if !left.is_empty() {
            text.line().plain(format!("left: {}", left.join(", ")));
        }
        text
    }

    fn in_hand_text(level: &Level, hand: &Hand) -> Option<Text> {
        let set = level.set();
        let piece = set.piece_named(&hand.piece)?;
        let lay = set.lay(piece, hand.side, hand.turns % 4, Cell::default())?;
        let mut text = Text::new();
        for &(cell, print) in set.turned(&lay).cells() {
            let ink = Ink::on(color_of(piece)).bold();
            add_print(&mut text, place(cell), print, letter(piece), ink);
            text.spot(cell, place(cell), (WIDTH, HEIGHT));
        }
        Some(text)
    }
}

fn place(cell: Cell) -> (usize, usize) {
    (WIDTH * cell.x as usize, HEIGHT * cell.y as usize)
}

/// The letter of a piece.
fn letter(piece: usize) -> char {
    char::from(b'a' + (piece % 26) as u8)
}

/// A cell of a piece. Its line bends in the upper row, from where it goes on to the borders.
fn add_print(text: &mut Text, (x, y): (usize, usize), print: Print, letter: char, ink: Ink) {
    let side = |dir| {
        if print.touches(dir) {
            ("━", "-")
        } else {
            (" ", " ")
        }
    };
    text.put(x, y, side(Dir::West), ink);
    text.put(x + 1, y, middle(print), ink);
    text.put(x + 2, y, side(Dir::East), ink);
    text.put(x + 3, y, side(Dir::East), ink);
    let down = if print.touches(Dir::South) {
        ("┃", "|")
    } else {
        (" ", " ")
    };
    text.sign(x, y + 1, ' ', ink);
    text.put(x + 1, y + 1, down, ink);
    text.sign(x + 2, y + 1, ' ', ink);
    text.sign(x + 3, y + 1, letter, ink);
}

/// The middle of a cell of a piece.
fn middle(print: Print) -> (&'static str, &'static str) {
    let has = |dir| print.touches(dir);
    let (north, south, west, east) = (
        has(Dir::North),
        has(Dir::South),
        has(Dir::West),
        has(Dir::East),
    );
    match (north, south, west, east) {
        _ if print.is_point() => ("●", "O"),
        (true, true, ..) => ("┃", "|"),
        (_, _, true, true) => ("━", "-"),
        (true, _, true, _) => ("┛", "'"),
        (true, _, _, true) => ("┗", "`"),
        (_, true, true, _) => ("┓", ","),
        (_, true, _, true) => ("┏", ","),
        _ => ("·", "."),
    }
}

/// What the hints say about a cell.
fn add_hint(text: &mut Text, level: &Level, cell: Cell) {
    let (x, y) = place(cell);
    let ink = Ink::of(HINT);
    if let Some(print) = level.picture().and_then(|picture| picture.get(cell)) {
        text.put(x + 1, y, middle(print), ink);
        if print.touches(Dir::West) {
            text.put(x, y, ("─", "-"), ink);
        }
        if print.touches(Dir::East) {
            text.put(x + 2, y, ("──", "--"), ink);
        }
        if print.touches(Dir::South) {
            text.put(x + 1, y + 1, ("│", "|"), ink);
        }
        return;
    }
    let point = level.points().is_some_and(|points| points.contains(&cell));
    let sign = if point { ("○", "o") } else { ("·", ".") };
    text.put(x + 1, y, sign, ink);
}

fn add_tray(text: &mut Text, level: &Level, position: &Position) {
    let set = level.set();
    let left = WIDTH * set.width() as usize + GAP;
    let places = tray::places(level);
    let cells = places.iter().flat_map(|lay| set.prints(lay));
    let cells: Vec<Cell> = cells.map(|(cell, _)| cell).collect();
    let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
    for cell in &cells {
        // The places of pieces that were taken stay free.
        let (x, y) = (left + 2 * cell.x as usize, (cell.y - top) as usize);
        text.sign(x, y, "  ", Ink::plain());
    }
    for lay in tray::waiting(level, position) {
        let ink = Ink::on(color_of(lay.piece()));
        for (cell, print) in set.prints(&lay) {
            let (x, y) = (left + 2 * cell.x as usize, (cell.y - top) as usize);
            let side = if print.touches(Dir::East) {
                ("━", "-")
            } else {
                (" ", " ")
            };
            text.put(x, y, middle(print), ink);
            text.put(x + 1, y, side, ink);
            text.spot(cell, (x, y), (2, 1));
        }
    }
}
