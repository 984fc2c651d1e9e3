//! Where in a document the reader is.

use std::borrow::Cow;

/// The way from the root of a document to a value.
pub struct Trail<'de>(pub(super) Vec<Step<'de>>);

pub(super) enum Step<'de> {
    Key(Cow<'de, str>),
    Index(usize),
}

impl Trail<'_> {
    /// The JSON pointer; of a key, so many characters at most.
    pub fn pointer(&self, most_chars: usize) -> String {
        let mut pointer = String::new();
        for step in &self.0 {
            pointer.push('/');
            match step {
                Step::Key(key) => {
                    for c in key.chars().take(most_chars) {
                        match c {
                            '~' => pointer.push_str("~0"),
                            '/' => pointer.push_str("~1"),
                            c => pointer.push(c),
                        }
                    }
                }
                Step::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }

    /// The last key; empty for an entry of a list.
    pub fn key(&self) -> &str {
        match self.0.last() {
            Some(Step::Key(key)) => key,
            _ => "",
        }
    }
}
