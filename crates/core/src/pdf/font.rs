//! Helvetica, as far as setting lines of words needs it: which characters it has, and how wide they
//! are.

use pdf_writer::Name;

/// The name of the plain face on a page.
pub(super) const PLAIN: Name<'static> = Name(b"P");
/// The name of the bold face on a page.
pub(super) const BOLD: Name<'static> = Name(b"B");

/// How dark letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// For text.
    Plain,
    /// For headings.
    Bold,
}

/// Widths of the characters from space to tilde, in thousandths of the size.
const PLAIN_WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const BOLD_WIDTHS: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/// How wide letters are that are not in the tables: about as an `n`.
const OTHER_WIDTH: u16 = 556;

/// The bytes of a text in the encoding of the page.
pub(super) fn encoded(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| code(letter).unwrap_or(b'?'))
        .collect()
}

/// Whether the font has all letters of a text.
pub fn fits(text: &str) -> bool {
    text.chars().all(|letter| code(letter).is_some())
}

fn code(letter: char) -> Option<u8> {
    match letter {
        ' '..='~' => Some(letter as u8),
        // Latin letters with accents stand where they do in Unicode.
        '\u{a1}'..='\u{ff}' => u8::try_from(u32::from(letter)).ok(),
        '\u{2013}' => Some(0x96),
        '\u{2014}' => Some(0x97),
        '\u{2018}' => Some(0x91),
        '\u{2019}' => Some(0x92),
        '\u{201c}' => Some(0x93),
        '\u{201d}' => Some(0x94),
        '\u{2022}' => Some(0x95),
        '\u{2026}' => Some(0x85),
        _ => None,
    }
}

/// How wide a line of words is.
pub fn width(text: &str, size: f32, weight: Weight) -> f32 {
    let table = match weight {
        Weight::Plain => &PLAIN_WIDTHS,
        Weight::Bold => &BOLD_WIDTHS,
    };
    let of = |byte: u8| {
        let place = usize::from(byte).checked_sub(usize::from(b' '));
        let known = place.and_then(|place| table.get(place));
        f32::from(known.copied().unwrap_or(OTHER_WIDTH))
    };
    encoded(text).into_iter().map(of).sum::<f32>() * size / 1000.0
}

/// A text in lines that are at most so wide; a word that is wider has a line of its own.
pub fn wrap(text: &str, size: f32, weight: Weight, most: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| width(line, size, weight) <= most) {
            Some(longer) => {
                lines.pop();
                lines.push(longer);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_where_they_are_full() {
        assert_eq!(width("Hi", 10.0, Weight::Plain), 7.22 + 2.22);
        let check = |most: f32, expected: &[&str]| {
            assert_eq!(
                wrap("a bc def", 10.0, Weight::Plain, most),
                expected,
                "{most}"
            );
        };
        check(100.0, &["a bc def"]);
        check(25.0, &["a bc", "def"]);
        check(1.0, &["a", "bc", "def"]);
        assert_eq!(encoded("\u{e9}\u{2192}\u{201c}"), [0xe9, b'?', 0x93]);
        assert!(fits("12 caf\u{e9}") && !fits("\u{2192}"));
    }
}
