//! Words for people: which of several like things is meant, places, directions and lists.
//!
//! People read names, rows and columns; numbers that only files know never reach them.

use crate::grid::{Cell, Dir};

/// One of several like things, told apart from the others as briefly as it can be: `the cat`, `the
/// upper cat`, `the cat in the third row`, `the cat in row 3, column 2`. `alike` are the places of
/// all of them.
pub fn the(thing: &str, at: Cell, alike: impl IntoIterator<Item = Cell>) -> String {
    let others: Vec<Cell> = alike.into_iter().filter(|&other| other != at).collect();
    match others[..] {
        [] => format!("the {thing}"),
        [other] => format!("the {} {thing}", side(at, other)),
        _ if others.iter().all(|other| other.y != at.y) => {
            format!("the {thing} in the {} row", ordinal(at.y))
        }
        _ if others.iter().all(|other| other.x != at.x) => {
            format!("the {thing} in the {} column", ordinal(at.x))
        }
        _ => format!("the {thing} in {}", place(at)),
    }
}

/// Which of two places one is, along the axis on which they differ more.
fn side(at: Cell, other: Cell) -> &'static str {
    let (dx, dy) = (at.x - other.x, at.y - other.y);
    match (dy.abs() >= dx.abs(), dy < 0, dx < 0) {
        (true, true, _) => "upper",
        (true, false, _) => "lower",
        (false, _, true) => "left",
        (false, _, false) => "right",
    }
}

/// A cell as people count: `row 3, column 2`.
pub fn place(cell: Cell) -> String {
    let (row, column) = (i64::from(cell.y) + 1, i64::from(cell.x) + 1);
    format!("row {row}, column {column}")
}

/// An index as people count: `first` for 0, `13th` for 12.
pub fn ordinal(index: i32) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ];
    let word = usize::try_from(index).ok().and_then(|i| WORDS.get(i));
    if let Some(word) = word {
        return (*word).to_owned();
    }
    let number = i64::from(index) + 1;
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// A direction as people see it on the board.
pub const fn direction(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "up",
        Dir::East => "right",
        Dir::South => "down",
        Dir::West => "left",
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match &words[..] {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// A sentence: with a capital, unless it begins with a name that has another spelling, and with a
/// full stop.
pub fn sentence(text: impl Into<String>) -> String {
    let mut text = text.into();
    let first = text.split(' ').next().unwrap_or_default();
    let word = first.trim_end_matches([',', ':', ';']);
    if !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()) {
        text[..1].make_ascii_uppercase();
    }
    if !text.is_empty() && !text.ends_with(['.', '!', '?', '…']) {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_things_are_told_apart_as_briefly_as_they_can_be() {
        let check = |all: &[(i32, i32)], expected: &str| {
            let cells: Vec<Cell> = all.iter().map(|&at| at.into()).collect();
            let told = the("red cat", cells[0], cells.iter().copied());
            assert_eq!(told, expected, "{all:?}");
        };
        check(&[(4, 7)], "the red cat");
        check(&[(4, 7), (0, 2)], "the lower red cat");
        check(&[(4, 2), (4, 3)], "the upper red cat");
        check(&[(4, 2), (0, 3)], "the right red cat");
        check(&[(0, 3), (4, 3)], "the left red cat");
        check(&[(4, 2), (0, 3), (0, 4)], "the red cat in the third row");
        check(&[(4, 2), (0, 2), (0, 4)], "the red cat in the fifth column");
        check(&[(4, 2), (0, 2), (4, 4)], "the red cat in row 3, column 5");
    }

    #[test]
    fn indices_are_counted_as_people_count() {
        for (index, expected) in [
            (0, "first"),
            (11, "twelfth"),
            (12, "13th"),
            (20, "21st"),
            (21, "22nd"),
            (22, "23rd"),
            (110, "111th"),
        ] {
            assert_eq!(ordinal(index), expected);
        }
    }

    #[test]
    fn lists_and_sentences() {
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(listed(&["a", "b"]), "a and b");
        for (text, expected) in [
            ("the rows differ", "The rows differ."),
            ("initialState is no board", "initialState is no board."),
            ("\"x\" is no colour", "\"x\" is no colour."),
            ("3 lamps stay lit", "3 lamps stay lit."),
            ("Done.", "Done."),
            ("", ""),
        ] {
            assert_eq!(sentence(text), expected);
        }
    }
}
