//! Colours and what happens when one meets another.
//!
//! A colour *is* the set of primaries in it, three bits: white has none, a secondary has two, and
//! grey stands for the ruin of all three. Mixing and negation become set operations.

use std::fmt;

/// A colour of paint. Two colours are equal when they hold the same primaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// No primary: the eraser.
    White = 0,
    /// A primary.
    Red = 1,
    /// A primary.
    Yellow = 2,
    /// Red and yellow.
    Orange = 3,
    /// A primary.
    Blue = 4,
    /// Red and blue.
    Purple = 5,
    /// Yellow and blue.
    Green = 6,
    /// Ruined.
    Grey = 7,
}

impl Color {
    /// All colours, by their bits.
    pub const ALL: [Color; 8] = [
        Color::White,
        Color::Red,
        Color::Yellow,
        Color::Orange,
        Color::Blue,
        Color::Purple,
        Color::Green,
        Color::Grey,
    ];

    /// The primaries.
    pub const PRIMARIES: [Color; 3] = [Color::Red, Color::Yellow, Color::Blue];

    /// The colour of a set of primaries; all three are grey.
    pub const fn from_bits(bits: u8) -> Color {
        Color::ALL[(bits & 7) as usize]
    }

    /// The set of primaries.
    pub const fn bits(self) -> u8 {
        self as u8
    }

    /// Red, yellow or blue.
    pub const fn is_primary(self) -> bool {
        matches!(self, Color::Red | Color::Yellow | Color::Blue)
    }

    /// Orange, green or purple.
    pub const fn is_secondary(self) -> bool {
        matches!(self, Color::Orange | Color::Green | Color::Purple)
    }

    /// This colour without the primaries of another; nothing left is white.
    pub const fn without(self, other: Color) -> Color {
        Color::from_bits(self.bits() & !other.bits())
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Red => "red",
            Color::Yellow => "yellow",
            Color::Orange => "orange",
            Color::Blue => "blue",
            Color::Purple => "purple",
            Color::Green => "green",
            Color::Grey => "grey",
        }
    }

    /// The colour of a name.
    pub fn named(name: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.name() == name)
    }

    /// The letter in drawings: capitals for things that stand, small letters for paint.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Red => 'R',
            Color::Yellow => 'Y',
            Color::Orange => 'O',
            Color::Blue => 'B',
            Color::Purple => 'P',
            Color::Green => 'G',
            Color::Grey => 'X',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How strictly secondaries mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mixing {
    /// A secondary that meets anything but itself is ruined.
    #[default]
    Strict,
    /// An active secondary that meets one of its own primaries stays what it is.
    Absorb,
}

/// What becomes of an active colour on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// The active colour from here on, and the paint of the cell.
    pub color: Color,
    /// Whether the stroke ends here but for its tail: grey, or a white cut.
    pub ends: bool,
}

/// Mixes an active colour with what lies on a cell; bare paper is `None`. The first line that
/// applies wins.
pub fn mix(mixing: Mixing, active: Color, on: Option<Color>) -> Mix {
    let goes_on = |color| Mix { color, ends: false };
    let ends_as = |color| Mix { color, ends: true };
    let Some(on) = on else {
        return goes_on(active);
    };
    let absorbs = mixing == Mixing::Absorb && active.is_secondary() && on.is_primary();
    match (active, on) {
        (_, Color::Grey) | (Color::Grey, _) => ends_as(Color::Grey),
        _ if active == on => goes_on(active),
        (Color::White, _) => ends_as(Color::White),
        (_, Color::White) => goes_on(active),
        _ if active.is_primary() && on.is_primary() => {
            goes_on(Color::from_bits(active.bits() | on.bits()))
        }
        _ if absorbs && on.without(active) == Color::White => goes_on(active),
        _ => ends_as(Color::Grey),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows: the active colour; columns: what lies on the cell (bare paper first). A letter is
    /// the result; a dot after it ends the stroke.
    fn check(mixing: Mixing, expected: &str) {
        let mut lines = expected.lines().map(str::split_whitespace);
        let head: Vec<&str> = lines.next().unwrap().collect();
        let color = |letter: &str| {
            Color::ALL
                .into_iter()
                .find(|color| letter.starts_with(color.letter()))
        };
        for mut line in lines {
            let active = color(line.next().unwrap()).unwrap();
            for (cell, on) in line.zip(&head[1..]) {
                let got = mix(mixing, active, color(on));
                let want = Mix {
                    color: color(cell).unwrap(),
                    ends: cell.ends_with('.'),
                };
                assert_eq!(got, want, "{active} on {on}, {mixing:?}");
            }
        }
    }

    #[test]
    fn the_whole_mixing_table() {
        check(
            Mixing::Strict,
            "on - W  R  Y  O  B  P  G  X
             W  W W  W. W. W. W. W. W. X.
             R  R R  R  O  X. P  X. X. X.
             Y  Y Y  O  Y  X. G  X. X. X.
             O  O O  X. X. O  X. X. X. X.
             B  B B  P  G  X. B  X. X. X.
             P  P P  X. X. X. X. P  X. X.
             G  G G  X. X. X. X. X. G  X.",
        );
        check(
            Mixing::Absorb,
            "on - W  R  Y  O  B  P  G  X
             W  W W  W. W. W. W. W. W. X.
             R  R R  R  O  X. P  X. X. X.
             Y  Y Y  O  Y  X. G  X. X. X.
             O  O O  O  O  O  X. X. X. X.
             B  B B  P  G  X. B  X. X. X.
             P  P P  P  X. X. P  P  X. X.
             G  G G  X. G  X. G  X. G  X.",
        );
    }

    #[test]
    fn negation_takes_primaries_away() {
        for (active, gate, left) in [
            (Color::Purple, Color::Blue, Color::Red),
            (Color::Red, Color::Red, Color::White),
            (Color::Blue, Color::Red, Color::Blue),
            (Color::Orange, Color::Purple, Color::Yellow),
            (Color::White, Color::Green, Color::White),
        ] {
            assert_eq!(active.without(gate), left, "{active} through {gate}");
        }
    }
}
