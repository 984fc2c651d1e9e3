//! What one cell shows: nothing, the end of a line, or a line that passes through.

use gridwright_core::grid::Dir;

/// The print of a cell: the set of borders its line touches, at most two of them.
///
/// No border is a blank cell, one is a *point* (the round end of a line), two are a straight
/// line or a bend. Equal when the borders are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Print(u8);

impl Print {
    /// A cell without a line.
    pub const BLANK: Print = Print(0);

    /// The print that touches these borders; `None` if they are more than two.
    pub fn touching(dirs: impl IntoIterator<Item = Dir>) -> Option<Print> {
        let bits = dirs.into_iter().fold(0, |bits, dir| bits | bit(dir));
        (bits.count_ones() <= 2).then_some(Print(bits))
    }

    /// Reads `-` or up to two different letters of `NESW`, in any order.
    pub fn parse(text: &str) -> Option<Print> {
        if text == "-" {
            return Some(Print::BLANK);
        }
        let mut bits = 0;
        for letter in text.chars() {
            let dir = Dir::ALL[LETTERS.iter().position(|&l| l == letter)?];
            if bits & bit(dir) != 0 {
                return None;
            }
            bits |= bit(dir);
        }
        (1..=2).contains(&bits.count_ones()).then_some(Print(bits))
    }

    /// Whether the line touches the border in this direction.
    pub const fn touches(self, dir: Dir) -> bool {
        self.0 & bit(dir) != 0
    }

    /// The directions in which the line leaves the cell, clockwise from north.
    pub fn dirs(self) -> impl Iterator<Item = Dir> {
        Dir::ALL.into_iter().filter(move |&dir| self.touches(dir))
    }

    /// Whether a line ends here.
    pub const fn is_point(self) -> bool {
        self.0.count_ones() == 1
    }

    /// Whether there is no line here.
    pub const fn is_blank(self) -> bool {
        self.0 == 0
    }

    /// This print after clockwise quarter turns.
    pub const fn turned(self, quarter_turns: usize) -> Print {
        let doubled = (self.0 as u16) << (quarter_turns % 4);
        Print(((doubled | doubled >> 4) & 15) as u8)
    }

    /// One bit for each direction it touches, clockwise from north.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// What a person calls it.
    pub const fn words(self) -> &'static str {
        match self.0 {
            0 => "no line",
            5 | 10 => "a straight line",
            _ if self.is_point() => "a point",
            _ => "a bend",
        }
    }

    /// The character that draws it in text.
    pub const fn glyph(self) -> char {
        match self.0 {
            0 => '·',
            1 => '╹',
            2 => '╺',
            3 => '┗',
            4 => '╻',
            5 => '┃',
            6 => '┏',
            8 => '╸',
            9 => '┛',
            10 => '━',
            _ => '┓',
        }
    }
}

const LETTERS: [char; 4] = ['N', 'E', 'S', 'W'];

const fn bit(dir: Dir) -> u8 {
    1 << dir as u8
}

impl std::fmt::Display for Print {
    /// `-`, `N`, `ES` …
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_blank() {
            return f.write_str("-");
        }
        self.dirs()
            .try_for_each(|dir| write!(f, "{}", LETTERS[dir as usize]))
    }
}

impl std::fmt::Debug for Print {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_read_write_and_turn() {
        let rows = [
            ("-", "-", '·'),
            ("N", "E", '╹'),
            ("NE", "ES", '┗'),
            ("NS", "EW", '┃'),
            ("ES", "SW", '┏'),
            ("SW", "NW", '┓'),
            ("NW", "NE", '┛'),
            ("W", "N", '╸'),
        ];
        for (text, turned, glyph) in rows {
            let print = Print::parse(text).unwrap();
            assert_eq!(print.to_string(), text);
            assert_eq!(print.turned(1).to_string(), turned);
            assert_eq!(print.turned(1).turned(3), print);
            assert_eq!(print.glyph(), glyph);
        }
        assert_eq!(Print::parse("WE"), Print::parse("EW"));
        for bad in ["", "NN", "NES", "x", "n", "--", "N E"] {
            assert_eq!(Print::parse(bad), None, "{bad}");
        }
    }
}
