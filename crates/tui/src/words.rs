//! Numbers in words, as the page has them.

use std::time::Duration;

use gridwright_games::about::About;

/// Costs in the words of a game: `7 steps, 1 drag`.
pub(crate) fn costs<'a>(about: &About, costs: impl Iterator<Item = (&'a str, u64)>) -> String {
    let counted = costs.map(|(name, value)| about.counted(name, value));
    counted.collect::<Vec<_>>().join(", ")
}

/// A time as `1:05` or `1:02:03`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match hours {
        0 => format!("{minutes}:{:02}", seconds % 60),
        hours => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
    }
}

/// `very-hard` as `Very hard`.
pub(crate) fn title(word: &str) -> String {
    let mut words = word.replace('-', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// What the engine says, as a sentence for people: places as rows and columns, a capital letter and
/// a full stop.
pub(crate) fn sentence(words: &str) -> String {
    let mut out = String::new();
    let mut rest = words;
    while let Some(start) = rest.find('(') {
        let (before, from) = rest.split_at(start);
        out += before;
        rest = match place(from) {
            Some((x, y, after)) => {
                out += &format!("row {}, column {}", y + 1, x + 1);
                after
            }
            None => {
                out.push('(');
                &from[1..]
            }
        };
    }
    out += rest;
    if let Some(first) = out.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if !out.is_empty() && !out.ends_with(['.', '!', '?', '…']) {
        out.push('.');
    }
    out
}

/// A place such as `(2,1)` at the beginning of some words, and what follows it.
fn place(words: &str) -> Option<(u64, u64, &str)> {
    let (inside, after) = words.strip_prefix('(')?.split_once(')')?;
    let (x, y) = inside.split_once(',')?;
    Some((x.parse().ok()?, y.trim_start().parse().ok()?, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_engine_says_becomes_a_sentence_with_rows_and_columns() {
        let check = |words: &str, expected: &str| assert_eq!(sentence(words), expected);
        check(
            "a blocker stands on (2,1)",
            "A blocker stands on row 2, column 3.",
        );
        check("Nothing is forced.", "Nothing is forced.");
        check(
            "the line of (0, 3) meets (1,3)",
            "The line of row 4, column 1 meets row 4, column 2.",
        );
        check("a hole (of two cells", "A hole (of two cells.");
        check("", "");
    }
}
