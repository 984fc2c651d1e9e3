//! The position as text: lines in box characters, points as discs, pieces by colour.

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::scene::Color;
use gridwright_core::text::Text;

use super::level::Level;
use super::print::Print;
use super::rules::{Move, Position};
use super::view::color_of;

const HINT: Color = Color::hex(0x9AA7B5);

/// Draws a position, with coming moves as if they were made.
pub fn text(level: &Level, position: &Position, coming: &[Move]) -> Text {
    let set = level.set();
    let mut shown: Vec<Option<(Print, Color, bool)>> = vec![None; set.cells().count()];
    let coming_lays = coming.iter().filter_map(|mv| match mv {
        Move::Lay(lay) => Some(lay),
        Move::Lift(_) => None,
    });
    for lay in position.lays().chain(coming_lays) {
        let given = level.given_lay(lay.piece()).is_some();
        for (cell, print) in set.prints(lay).filter(|&(cell, _)| set.contains(cell)) {
            shown[set.index(cell)] = Some((print, color_of(lay.piece()), given));
        }
    }
    let mut text = Text::new();
    for y in 0..set.height() {
        text.line();
        for x in 0..set.width() {
            let cell = Cell::new(x, y);
            match shown[set.index(cell)] {
                Some((print, color, true)) => text.bold(drawn(print), color),
                Some((print, color, false)) => text.colored(drawn(print), color),
                None => text.colored(hinted(level, cell), HINT),
            };
        }
    }
    let left: Vec<&str> = position
        .left()
        .map(|piece| set.pieces()[piece].name())
        .collect();
    if !left.is_empty() {
        text.line().plain(format!("left: {}", left.join(" ")));
    }
    text
}

/// A cell in three characters: what runs in from the west, the cell, what runs out to the east.
fn drawn(print: Print) -> String {
    let side = |dir| if print.touches(dir) { '━' } else { ' ' };
    let middle = if print.is_point() {
        '●'
    } else {
        print.glyph()
    };
    format!("{}{middle}{}", side(Dir::West), side(Dir::East))
}

/// What the hints say about an empty cell.
fn hinted(level: &Level, cell: Cell) -> String {
    if let Some(print) = level.picture().and_then(|picture| picture.get(cell)) {
        return format!(" {} ", print.glyph());
    }
    let point = level.points().is_some_and(|points| points.contains(&cell));
    if point { " ○ " } else { " . " }.to_owned()
}
