//! What may be saved: the sizes and forms of names, numbers, results and moves.
//!
//! Saving and importing go through the same checks, so that whatever is saved can be exported
//! and whatever is exported can be imported again.

use gridwright_core::fault::{Faults, Place};

use super::codes;
use super::record::{Completed, Completion, Costs, MOST_RESULTS};

/// The largest number kept: the largest that every JSON reader holds exactly.
pub const MOST_NUMBER: u64 = (1 << 53) - 1;

/// The most metrics of one result.
pub const MOST_METRICS: usize = 8;

/// The most bytes of the moves so far of one level.
pub const MOST_MOVES_BYTES: usize = 256 * 1024;

/// The most bytes of the id of a game or the name of a metric.
pub const MOST_NAME_BYTES: usize = 64;

/// The most bytes of the key of a level.
pub const MOST_KEY_BYTES: usize = 256;

/// A growing report on values and their places in a document.
///
/// Callers that save a single value have no document; their places stay empty.
#[derive(Default)]
pub struct Checks {
    /// What is wrong so far.
    pub faults: Faults,
}

impl Checks {
    /// The id of a game or the name of a metric: lower-case letters, digits and hyphens.
    pub fn name(&mut self, what: &str, name: &str, pointer: &str) {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if name.is_empty() || name.len() > MOST_NAME_BYTES || !name.bytes().all(plain) {
            self.faults.add(
                codes::BAD_NAME,
                format!(
                    "The {what} {} must be 1 to {MOST_NAME_BYTES} lower-case letters, digits or hyphens.",
                    quoted(name)
                ),
                Place::pointer(pointer),
            );
        }
    }

    /// The key of a level: any short text of one line.
    pub fn key(&mut self, key: &str, pointer: &str) {
        if key.is_empty() || key.len() > MOST_KEY_BYTES || key.chars().any(char::is_control) {
            self.faults.add(
                codes::BAD_NAME,
                format!(
                    "The level {} must have 1 to {MOST_KEY_BYTES} bytes and no control characters.",
                    quoted(key)
                ),
                Place::pointer(pointer),
            );
        }
    }

    /// A number that every JSON reader holds exactly.
    pub fn number(&mut self, what: &str, value: u64, pointer: &str) {
        if value > MOST_NUMBER {
            self.faults.add(
                codes::BAD_NUMBER,
                format!("The {what} {value} is larger than {MOST_NUMBER}."),
                Place::pointer(pointer),
            );
        }
    }

    /// One result. `pointer` is the place of the object that maps metrics to values.
    pub fn costs(&mut self, costs: &Costs, pointer: &str) {
        if costs.len() > MOST_METRICS {
            self.faults.add(
                codes::TOO_MANY,
                format!(
                    "A result has {} metrics; at most {MOST_METRICS} are kept.",
                    costs.len()
                ),
                Place::pointer(pointer),
            );
        }
        for (metric, value) in costs {
            let place = child(pointer, metric);
            self.name("metric", metric, &place);
            self.number(metric, *value, &place);
        }
    }

    /// The times of a completion.
    pub fn times(&mut self, completed: &Completed, pointer: &str) {
        let place = |key| child(pointer, key);
        self.number("time", completed.first_at, &place("firstAt"));
        self.number("time", completed.last_at, &place("lastAt"));
        self.number(
            "best time",
            completed.best_ms.unwrap_or(0),
            &place("bestMs"),
        );
        if completed.last_at < completed.first_at {
            self.faults.add(
                codes::BAD_TIMES,
                format!(
                    "Last completed at {}, before it was first completed at {}.",
                    completed.last_at, completed.first_at
                ),
                Place::pointer(place("lastAt")),
            );
        }
    }

    /// A completion, without the names of its game and level.
    pub fn completion(&mut self, completion: &Completion) {
        let done = completion.completed();
        for costs in done.bests.iter() {
            self.costs(costs, "");
        }
        self.times(&done, "");
        self.number("highest level", completion.opens.unwrap_or(0), "");
    }

    /// How many results a document gives for one level.
    pub fn result_count(&mut self, count: usize, pointer: &str) {
        if count > MOST_RESULTS {
            self.faults.add(
                codes::TOO_MANY,
                format!("A level has {count} results; at most {MOST_RESULTS} are kept."),
                Place::pointer(pointer),
            );
        }
    }

    /// The moves of an unfinished attempt: JSON of bounded size and depth.
    pub fn moves(&mut self, moves: &str, pointer: &str) {
        let problem = if moves.len() > MOST_MOVES_BYTES {
            format!(
                "They have {} bytes; at most {MOST_MOVES_BYTES} are kept.",
                moves.len()
            )
        } else if let Err(error) = serde_json::from_str::<serde_json::Value>(moves) {
            // A whole `Value` rather than `IgnoredAny`: it limits the depth, as the database does.
            format!("They are not JSON: {error}.")
        } else {
            return;
        };
        self.faults.add(
            codes::BAD_MOVES,
            format!("The moves so far cannot be kept. {problem}"),
            Place::pointer(pointer),
        );
    }
}

/// Everything that `check` has against what is to be saved.
///
/// # Errors
/// If it has anything against it.
pub fn checked(check: impl FnOnce(&mut Checks)) -> Result<(), Faults> {
    let mut checks = Checks::default();
    check(&mut checks);
    checks.faults.or(|| ())
}

/// The JSON pointer of a key below another pointer.
pub(super) fn child(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// A name fit for a message, however long or odd it is.
fn quoted(name: &str) -> String {
    let short: String = name.chars().take(40).collect();
    let more = if short.len() < name.len() { "…" } else { "" };
    format!("{short:?}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes_of(check: impl FnOnce(&mut Checks)) -> Vec<&'static str> {
        let mut checks = Checks::default();
        check(&mut checks);
        checks
            .faults
            .list()
            .iter()
            .map(|fault| fault.code.id())
            .collect()
    }

    #[test]
    fn names_and_keys() {
        let name = |text: &str| codes_of(|c| c.name("game", text, "")).is_empty();
        let key = |text: &str| codes_of(|c| c.key(text, "")).is_empty();
        let check = |text: &str, is_name: bool, is_key: bool| {
            assert_eq!((name(text), key(text)), (is_name, is_key), "{text:?}");
        };
        check("lights-off", true, true);
        check("a", true, true);
        check("", false, false);
        check("Tint", false, true);
        check("classic/7", false, true);
        check("größe 1", false, true);
        check("two\nlines", false, false);
        check("nul\0", false, false);
        check(&"a".repeat(MOST_NAME_BYTES), true, true);
        check(&"a".repeat(MOST_NAME_BYTES + 1), false, true);
        check(&"a".repeat(MOST_KEY_BYTES), false, true);
        check(&"a".repeat(MOST_KEY_BYTES + 1), false, false);
    }

    #[test]
    fn moves_are_json_of_bounded_size_and_depth() {
        let check = |moves: &str, fine: bool| {
            assert_eq!(
                codes_of(|c| c.moves(moves, "")).is_empty(),
                fine,
                "{:.40}",
                moves
            );
        };
        check("[]", true);
        check(r#"[{"at":[1,2]}]"#, true);
        check("", false);
        check("[1,", false);
        check("[1] x", false);
        check("'single'", false);
        check(&("[".repeat(100) + &"]".repeat(100)), true);
        check(&("[".repeat(2000) + &"]".repeat(2000)), false);
        check(&format!("\"{}\"", "a".repeat(MOST_MOVES_BYTES - 2)), true);
        check(&format!("\"{}\"", "a".repeat(MOST_MOVES_BYTES - 1)), false);
    }

    #[test]
    fn pointers_escape_what_separates_them() {
        assert_eq!(child("/games", "a/b~c"), "/games/a~1b~0c");
    }
}
