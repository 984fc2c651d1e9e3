//! Positions in characters, for terminals: a board whose cells have known places, and words below.
//!
//! Every character of a board has two forms, one for terminals with Unicode and one in ASCII, and
//! carries its own paint. A [`Spot`] tells where a cell of the game lies among the characters, so
//! that a cursor and a mouse work alike in every game.
//!
//! ```
//! use gridwright_core::scene::Color;
//! use gridwright_core::text::{Charset, Ink, Text};
//!
//! let mut text = Text::new();
//! text.put(0, 0, ("╭─╮", ".-."), Ink::plain());
//! text.put(1, 0, ("●", "*"), Ink::of(Color::hex(0xFFD98A)));
//! text.spot((0, 0).into(), (0, 0), (3, 1));
//! text.line().plain("one lamp");
//! assert_eq!(text.to_string(), "╭●╮\none lamp\n");
//! assert_eq!(text.string(Charset::Ascii), ".*.\none lamp\n");
//! assert_eq!(text.cell_at(2, 0), Some((0, 0).into()));
//! ```

use std::borrow::Cow;

use crate::grid::Cell;
use crate::scene::Color;

/// Whether a character does something to whatever shows it instead of being shown: control
/// characters, and those that end lines, turn the direction of writing or cannot be seen.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{061c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        )
}

/// A text in which such characters are written out, but for the ends of its lines.
pub fn printable(text: &str) -> Cow<'_, str> {
    without(text, |c| c != '\n' && is_unprintable(c))
}

/// A text on one line, in which such characters are written out: what quotes a name of somebody's
/// making must not look like two messages.
pub fn one_line(text: &str) -> Cow<'_, str> {
    without(text, is_unprintable)
}

fn without(text: &str, odd: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&odd) {
        return text.into();
    }
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\n' if odd(c) => out.push_str("\\n"),
            c if odd(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.into()
}

/// JSON in which such characters are written as JSON can, but for the ends of its lines.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    let odd = |c: char| c != '\n' && is_unprintable(c);
    if !json.contains(odd) {
        return json.into();
    }
    let mut out = String::new();
    for c in json.chars() {
        match odd(c) {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    out.into()
}

/// A position in characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    rows: Vec<Vec<Glyph>>,
    spots: Vec<Spot>,
    notes: Vec<Vec<Span>>,
}

/// Which characters a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Box drawing, blocks, arrows.
    #[default]
    Unicode,
    /// Letters, digits and the signs of a typewriter.
    Ascii,
}

/// One character of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Its form where there is Unicode.
    pub unicode: char,
    /// Its form elsewhere.
    pub ascii: char,
    /// Its paint.
    pub ink: Ink,
}

impl Glyph {
    /// Nothing.
    pub const BLANK: Glyph = Glyph {
        unicode: ' ',
        ascii: ' ',
        ink: Ink::plain(),
    };

    /// Its form in a set of characters.
    pub fn sign(self, charset: Charset) -> char {
        match charset {
            Charset::Unicode => self.unicode,
            Charset::Ascii => self.ascii,
        }
    }
}

/// How characters are painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ink {
    /// Their colour; the terminal's own if `None`.
    pub color: Option<Color>,
    /// The colour behind them; the terminal's own if `None`.
    pub ground: Option<Color>,
    /// Whether they are bold.
    pub bold: bool,
}

impl Ink {
    /// As the terminal has it.
    pub const fn plain() -> Self {
        Ink {
            color: None,
            ground: None,
            bold: false,
        }
    }

    /// In a colour.
    pub const fn of(color: Color) -> Self {
        Ink {
            color: Some(color),
            ..Ink::plain()
        }
    }

    /// Black or white on a colour, whichever can be read.
    pub const fn on(ground: Color) -> Self {
        Ink {
            color: Some(ground.contrast()),
            ground: Some(ground),
            bold: false,
        }
    }

    /// The same in bold.
    pub const fn bold(self) -> Self {
        Ink { bold: true, ..self }
    }
}

/// Where a cell lies among the characters of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The cell, in the coordinates of gestures.
    pub cell: Cell,
    /// The column of its first character.
    pub x: usize,
    /// Its first row.
    pub y: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Spot {
    /// Whether a character belongs to it.
    pub fn holds(&self, x: usize, y: usize) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// Some characters with one paint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The characters.
    pub text: String,
    /// Their paint.
    pub ink: Ink,
}

impl Text {
    /// Nothing at all.
    pub fn new() -> Self {
        Text::default()
    }

    /// Writes characters onto the board, in their form in Unicode and in ASCII, which are equally
    /// long. The board grows as needed.
    pub fn put(&mut self, x: usize, y: usize, (unicode, ascii): (&str, &str), ink: Ink) {
        debug_assert_eq!(unicode.chars().count(), ascii.chars().count(), "{unicode}");
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        for (i, (unicode, ascii)) in unicode.chars().zip(ascii.chars()).enumerate() {
            if row.len() <= x + i {
                row.resize(x + i + 1, Glyph::BLANK);
            }
            row[x + i] = Glyph {
                unicode,
                ascii,
                ink,
            };
        }
    }

    /// Writes characters that are the same everywhere.
    pub fn sign(&mut self, x: usize, y: usize, sign: impl std::fmt::Display, ink: Ink) {
        let sign = sign.to_string();
        self.put(x, y, (&sign, &sign), ink);
    }

    /// Says that a cell lies at these characters.
    pub fn spot(&mut self, cell: Cell, (x, y): (usize, usize), (width, height): (usize, usize)) {
        self.spots.push(Spot {
            cell,
            x,
            y,
            width,
            height,
        });
    }

    /// The rows of the board.
    pub fn rows(&self) -> &[Vec<Glyph>] {
        &self.rows
    }

    /// Columns and rows of the board.
    pub fn size(&self) -> (usize, usize) {
        let width = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        (width, self.rows.len())
    }

    /// Where all cells lie.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Where a cell lies.
    pub fn spot_of(&self, cell: Cell) -> Option<Spot> {
        self.spots.iter().copied().find(|spot| spot.cell == cell)
    }

    /// The cell that a character of the board belongs to.
    pub fn cell_at(&self, x: usize, y: usize) -> Option<Cell> {
        let spot = self.spots.iter().find(|spot| spot.holds(x, y))?;
        Some(spot.cell)
    }

    /// Lays the cells of another text over those of this one that lie so much further on; cells
    /// that are not as large here, or not here at all, are left out.
    pub fn lay_over(&mut self, other: &Text, by: Cell) {
        for spot in &other.spots {
            let Some(here) = self.spot_of(spot.cell.offset(by.x, by.y)) else {
                continue;
            };
            if (here.width, here.height) != (spot.width, spot.height) {
                continue;
            }
            for row in 0..spot.height {
                let glyphs = &other.rows[spot.y + row][spot.x..spot.x + spot.width];
                self.rows[here.y + row][here.x..here.x + here.width].copy_from_slice(glyphs);
            }
        }
    }

    /// The lines below the board.
    pub fn notes(&self) -> &[Vec<Span>] {
        &self.notes
    }

    /// Begins a new line below the board.
    pub fn line(&mut self) -> &mut Self {
        self.notes.push(Vec::new());
        self
    }

    /// Adds plain characters to the last line below the board.
    pub fn plain(&mut self, text: impl Into<String>) -> &mut Self {
        self.span(text, Ink::plain())
    }

    /// Adds coloured characters to the last line below the board.
    pub fn colored(&mut self, text: impl Into<String>, color: Color) -> &mut Self {
        self.span(text, Ink::of(color))
    }

    fn span(&mut self, text: impl Into<String>, ink: Ink) -> &mut Self {
        let text = text.into();
        match self.notes.last_mut() {
            Some(line) => line.push(Span { text, ink }),
            None => self.notes.push(vec![Span { text, ink }]),
        }
        self
    }

    /// Everything as lines, the board first.
    pub fn lines(&self, charset: Charset) -> impl Iterator<Item = Vec<Span>> {
        let board = self.rows.iter().map(move |row| {
            row.chunk_by(|a, b| a.ink == b.ink)
                .map(|run| Span {
                    text: run.iter().map(|glyph| glyph.sign(charset)).collect(),
                    ink: run[0].ink,
                })
                .collect()
        });
        board.chain(self.notes.iter().cloned())
    }

    /// The characters with ANSI escape sequences for 24-bit colour, each line ended.
    pub fn ansi(&self, charset: Charset) -> String {
        let mut out = String::new();
        for line in self.lines(charset) {
            for Span { text, ink } in line {
                if ink.bold {
                    out.push_str("\x1b[1m");
                }
                if let Some(Color(r, g, b)) = ink.color {
                    out.push_str(&format!("\x1b[38;2;{r};{g};{b}m"));
                }
                if let Some(Color(r, g, b)) = ink.ground {
                    out.push_str(&format!("\x1b[48;2;{r};{g};{b}m"));
                }
                out.push_str(&text);
                if ink != Ink::plain() {
                    out.push_str("\x1b[0m");
                }
            }
            out.push('\n');
        }
        out
    }

    /// The characters alone, each line ended, trailing spaces removed.
    pub fn string(&self, charset: Charset) -> String {
        let mut out = String::new();
        for line in self.lines(charset) {
            let line: String = line.iter().map(|span| &span.text[..]).collect();
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

impl std::fmt::Display for Text {
    /// The characters alone, in Unicode.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.string(Charset::Unicode))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_does_nothing_to_the_terminal() {
        let check = |text: &str, expected: &str| assert_eq!(printable(text), expected);
        check("größe 1, 山", "größe 1, 山");
        check("two\nlines", "two\nlines");
        check("\x1b[31mred\x1b[0m", "\\u{1b}[31mred\\u{1b}[0m");
        check("\x1b]0;title\x07", "\\u{1b}]0;title\\u{7}");
        check("\u{9b}2J\r", "\\u{9b}2J\\u{d}");
        check("abc\u{202e}fed", "abc\\u{202e}fed");
        let check = |text: &str, expected: &str| assert_eq!(one_line(text), expected);
        check("größe 1, 山", "größe 1, 山");
        check(
            "a\ngridwright: all is well\x1b",
            "a\\ngridwright: all is well\\u{1b}",
        );
        let check = |text: &str, expected: &str| assert_eq!(printable_json(text), expected);
        check("{\n  \"a\": 1\n}", "{\n  \"a\": 1\n}");
        check("\"\u{202e}\u{9b}山\"", "\"\\u202e\\u009b山\"");
    }
}
