//! The board on the screen: characters of the game, marks of ours, and the way from a character
//! back to a cell.

use gridwright_core::grid::Cell;
use gridwright_core::scene::Scene;
use gridwright_core::text::{Ink, Spot, Text};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::view::{View, marked};
use crate::page::Page;
use crate::picture;

/// A board and where it lies.
#[derive(Default)]
pub(crate) struct Board {
    /// The first column and row that are shown of a board that is too large.
    from: (usize, usize),
    area: Rect,
    text: Text,
    /// The scene that is shown as a picture, if one is.
    picture: Option<Scene>,
}

/// Something shown at a cell, beside what the game shows there.
pub(crate) enum Mark {
    /// The cursor.
    Cursor,
    /// The cursor with something in the hand.
    Holding,
    /// What is in the way, or worth a remark.
    Fault,
    /// Where to look.
    Where,
    /// What the cell would become: the letter of a word, with its paint.
    Chip(char, Ink),
}

impl Board {
    /// How much room the board takes, with a column at each side for marks.
    pub(crate) fn room(text: &Text) -> (u16, u16) {
        let (width, height) = text.size();
        let bounded = |size: usize| u16::try_from(size).unwrap_or(u16::MAX - 2);
        (bounded(width) + 2, bounded(height))
    }

    /// Draws the board in the middle of a page; one that is too large shows the part around
    /// `focus`.
    pub(crate) fn draw(
        &mut self,
        page: &mut Page<'_>,
        view: &View,
        focus: Option<Cell>,
        marks: &[(Cell, Mark)],
    ) {
        let text = view.text.clone();
        if self.draw_picture(page, &view.scene, marks) {
            self.text = text;
            return;
        }
        let (width, height) = Board::room(&text);
        let left = page.width().saturating_sub(width) / 2;
        let top = page.height().saturating_sub(height) / 2;
        let mut inner = page.part(
            left + 1,
            top,
            width.min(page.width()).saturating_sub(2),
            height.min(page.height()),
        );
        let shown = (usize::from(inner.width()), usize::from(inner.height()));
        let spot = focus.and_then(|cell| text.spot_of(cell));
        let (width, height) = text.size();
        let reach = |spot: Option<(usize, usize)>, from: usize, shown: usize, size: usize| {
            let from = match spot {
                Some((at, length)) => from.max((at + length).saturating_sub(shown)).min(at),
                None => from,
            };
            from.min(size.saturating_sub(shown))
        };
        self.from = (
            reach(spot.map(|s| (s.x, s.width)), self.from.0, shown.0, width),
            reach(spot.map(|s| (s.y, s.height)), self.from.1, shown.1, height),
        );
        inner.glyphs(&text, self.from);
        self.area = inner.area;
        let area = self.area;
        if self.from.1 > 0 {
            page.words(0, 0, page.look.pick("▲", "^"), page.look.accent());
        }
        if self.from.1 + shown.1 < height {
            let sign = page.look.pick("▼", "v");
            page.words(0, page.height() - 1, sign, page.look.accent());
        }
        self.text = text;
        let corner = (
            i32::from(area.x) - i32::from(page.area.x) - self.from.0 as i32,
            i32::from(area.y) - i32::from(page.area.y) - self.from.1 as i32,
        );
        for (cell, mark) in marks {
            if let Some(spot) = self.text.spot_of(*cell) {
                add_mark(page, corner, spot, mark);
            }
        }
    }

    /// Draws the picture of the board, if pictures are shown; tells whether it did.
    fn draw_picture(&mut self, page: &mut Page<'_>, scene: &Scene, marks: &[(Cell, Mark)]) -> bool {
        self.picture = None;
        let Some(pictures) = page.pictures.as_deref_mut() else {
            return false;
        };
        let Some(area) = pictures.draw(&marked(scene, marks), page.area, page.buffer) else {
            return false;
        };
        self.area = area;
        self.picture = Some(scene.clone());
        true
    }

    /// The cell at a character of the terminal; between two cells, the nearer one.
    pub(crate) fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        if let Some(scene) = &self.picture {
            let cell = picture::cell_at(scene, self.area, column, row)?;
            return self.text.spot_of(cell).map(|_| cell);
        }
        let inside =
            |x: i32| (i32::from(self.area.x) - 1..i32::from(self.area.right()) + 1).contains(&x);
        let rows = self.area.y..self.area.bottom();
        if !inside(i32::from(column)) || !rows.contains(&row) {
            return None;
        }
        let x = i32::from(column) - i32::from(self.area.x) + self.from.0 as i32;
        let y = usize::from(row - self.area.y) + self.from.1;
        [x, x - 1, x + 1].into_iter().find_map(|x| {
            let x = usize::try_from(x).ok()?;
            self.text.cell_at(x, y)
        })
    }

    /// Shows another part of a board that is too large.
    pub(crate) fn scroll(&mut self, by: isize) {
        self.from.1 = self.from.1.saturating_add_signed(by);
    }
}

/// Brackets around a spot, or a letter on it.
fn add_mark(page: &mut Page<'_>, (left, top): (i32, i32), spot: Spot, mark: &Mark) {
    let look = page.look;
    let (x, y) = (left + spot.x as i32, top + spot.y as i32);
    let end = x + spot.width as i32;
    let corners =
        |unicode: &str, ascii: &str| -> Vec<char> { look.pick(unicode, ascii).chars().collect() };
    let (signs, style) = match mark {
        Mark::Cursor if spot.height > 1 => (corners("┌┐└┘", "[][]"), look.accent()),
        Mark::Cursor => (vec!['[', ']'], look.accent()),
        Mark::Holding if spot.height > 1 => (corners("╔╗╚╝", "{}{}"), look.warn()),
        Mark::Holding => (vec!['{', '}'], look.warn()),
        Mark::Fault => (vec!['!', '!', '!', '!'], look.bad()),
        Mark::Where => (vec!['>', '<', '>', '<'], look.good()),
        Mark::Chip(letter, ink) => {
            chip(page, (x, y), spot, *letter, page.ink(*ink));
            return;
        }
    };
    for row in 0..spot.height {
        // The first row has the first pair of signs, all others the second.
        let pair = if row == 0 { 0 } else { 2 };
        let sign = |i: usize| signs.get(pair + i).or(signs.get(i)).copied().unwrap_or(' ');
        page.put(x - 1, y + row as i32, sign(0), style);
        page.put(end, y + row as i32, sign(1), style);
    }
}

fn chip(page: &mut Page<'_>, (x, y): (i32, i32), spot: Spot, letter: char, style: Style) {
    let middle = (spot.width - 1) / 2;
    let row = spot.height - 1;
    for dy in 0..spot.height {
        for dx in 0..spot.width {
            let sign = match (dx, dy) {
                (dx, dy) if (dx, dy) == (middle, row) => letter,
                (dx, dy) if dy == row && dx + 1 == middle => '<',
                (dx, dy) if dy == row && dx == middle + 1 => '>',
                _ => ' ',
            };
            page.put(x + dx as i32, y + dy as i32, sign, style);
        }
    }
}
