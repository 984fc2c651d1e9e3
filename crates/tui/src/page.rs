//! What screens draw on: a part of the terminal, and the places on it that can be clicked.

use crossterm::event::KeyCode;
use gridwright_core::text::{Ink, Text};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::look::Look;
use crate::picture::Pictures;

/// What a click on a place means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Click {
    /// The same as a key.
    Key(KeyCode),
    /// An entry of the screen's list.
    Pick(usize),
}

/// A place that can be clicked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zone {
    area: Rect,
    /// What a click means.
    pub(crate) click: Click,
}

impl Zone {
    /// Whether a character belongs to it.
    pub(crate) fn holds(&self, x: u16, y: u16) -> bool {
        self.area.contains(Position::new(x, y))
    }
}

/// A part of the terminal.
pub(crate) struct Page<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) area: Rect,
    pub(crate) look: Look,
    pub(crate) zones: &'a mut Vec<Zone>,
    /// How boards are shown as pictures, if they are.
    pub(crate) pictures: Option<&'a mut Pictures>,
}

impl Page<'_> {
    pub(crate) fn width(&self) -> u16 {
        self.area.width
    }

    pub(crate) fn height(&self) -> u16 {
        self.area.height
    }

    /// A part of this part; coordinates begin at its corner.
    pub(crate) fn part(&mut self, x: u16, y: u16, width: u16, height: u16) -> Page<'_> {
        let wanted = Rect::new(
            self.area.x.saturating_add(x),
            self.area.y.saturating_add(y),
            width,
            height,
        );
        Page {
            area: wanted.intersection(self.area),
            buffer: self.buffer,
            look: self.look,
            zones: self.zones,
            pictures: self.pictures.as_deref_mut(),
        }
    }

    /// Writes words on a line, as far as there is room; returns the column behind them.
    pub(crate) fn words(&mut self, x: u16, y: u16, words: &str, style: Style) -> u16 {
        if y >= self.area.height || x >= self.area.width {
            return x;
        }
        let words = self.look.words(words);
        let room = usize::from(self.area.width - x);
        let (left, top) = (self.area.x + x, self.area.y + y);
        let (end, _) = self.buffer.set_stringn(left, top, &words, room, style);
        end - self.area.x
    }

    /// Writes words that end at the right.
    pub(crate) fn right(&mut self, y: u16, words: &str, style: Style) {
        let width = width_of(&self.look.words(words)) as u16;
        let x = self.area.width.saturating_sub(width);
        self.words(x, y, words, style);
    }

    /// Writes words over several lines; returns how many.
    pub(crate) fn wrapped(&mut self, x: u16, y: u16, words: &str, style: Style) -> u16 {
        let room = usize::from(self.area.width.saturating_sub(x));
        let lines = wrap(&self.look.words(words), room);
        for (i, line) in lines.iter().enumerate() {
            self.words(x, y + i as u16, line, style);
        }
        lines.len() as u16
    }

    /// A line of another style from end to end.
    pub(crate) fn bar(&mut self, y: u16, style: Style) {
        if y < self.area.height {
            let area = Rect::new(self.area.x, self.area.y + y, self.area.width, 1);
            self.buffer.set_style(area, style);
        }
    }

    /// Makes a place clickable.
    pub(crate) fn zone(&mut self, x: u16, y: u16, width: u16, height: u16, click: Click) {
        let area = self.part(x, y, width, height).area;
        if !area.is_empty() {
            self.zones.push(Zone { area, click });
        }
    }

    /// Buttons on a line: keys with what they do. Those that find no room are left out.
    pub(crate) fn buttons(&mut self, y: u16, buttons: &[(KeyCode, &str, &str)]) {
        let mut x = 0;
        for (code, key, what) in buttons {
            let width = width_of(key) + width_of(what) + 3;
            if usize::from(x) + width > usize::from(self.area.width) + 2 {
                return;
            }
            let start = x;
            x = self.words(x, y, key, self.look.accent());
            x = self.words(x + 1, y, what, Style::new());
            self.zone(start, y, x - start, 1, Click::Key(*code));
            x += 2;
        }
    }

    /// Painted characters of a board, from its column and row `from` on.
    pub(crate) fn glyphs(&mut self, text: &Text, from: (usize, usize)) {
        let (look, area) = (self.look, self.area);
        for (y, row) in text.rows().iter().skip(from.1).enumerate() {
            for (x, glyph) in row.iter().skip(from.0).enumerate() {
                if x >= usize::from(area.width) || y >= usize::from(area.height) {
                    break;
                }
                let at = (area.x + x as u16, area.y + y as u16);
                if let Some(cell) = self.buffer.cell_mut(at) {
                    cell.set_char(glyph.sign(look.charset));
                    cell.set_style(look.style(glyph.ink));
                }
            }
        }
    }

    /// The lines below a board; returns how many there are.
    pub(crate) fn notes(&mut self, y: u16, text: &Text) -> u16 {
        for (i, line) in text.notes().iter().enumerate() {
            let mut x = 0;
            for span in line {
                x = self.words(x, y + i as u16, &span.text, self.look.style(span.ink));
            }
        }
        text.notes().len() as u16
    }

    /// One character, if it lies on this part.
    pub(crate) fn put(&mut self, x: i32, y: i32, sign: char, style: Style) {
        let inside = |at: i32, size: u16| (0..i32::from(size)).contains(&at);
        if inside(x, self.area.width) && inside(y, self.area.height) {
            let at = (self.area.x + x as u16, self.area.y + y as u16);
            if let Some(cell) = self.buffer.cell_mut(at) {
                cell.set_char(sign);
                cell.set_style(Style::reset().patch(style));
            }
        }
    }

    /// Empties this part and draws a frame around it.
    pub(crate) fn frame(&mut self, title: &str) {
        let (width, height) = (self.width(), self.height());
        let look = self.look;
        for y in 0..height {
            for x in 0..width {
                let (left, right) = (x == 0, x + 1 == width);
                let (top, bottom) = (y == 0, y + 1 == height);
                let sign = match (left || right, top || bottom) {
                    (true, true) => match (left, top) {
                        (true, true) => look.pick("╭", "+"),
                        (false, true) => look.pick("╮", "+"),
                        (true, false) => look.pick("╰", "+"),
                        (false, false) => look.pick("╯", "+"),
                    },
                    (true, false) => look.pick("│", "|"),
                    (false, true) => look.pick("─", "-"),
                    (false, false) => " ",
                };
                let sign = sign.chars().next().unwrap_or(' ');
                self.put(i32::from(x), i32::from(y), sign, look.soft());
            }
        }
        self.words(2, 0, &format!(" {title} "), look.strong());
    }

    /// A style as an ink of a game would have it.
    pub(crate) fn ink(&self, ink: Ink) -> Style {
        self.look.style(ink)
    }
}

/// How many columns words take.
pub(crate) fn width_of(words: &str) -> usize {
    ratatui::text::Span::raw(words).width()
}

/// Words in lines of at most so many columns.
pub(crate) fn wrap(words: &str, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in words.split_whitespace() {
        if !line.is_empty() && width_of(&line) + 1 + width_of(word) > room {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}
