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
