//! What is wrong with a text, in the words of `serde_json`.

use std::fmt;

use serde::de::{self, Expected, Unexpected};
use serde_json::Number;

/// What is wrong with a text, and where.
pub struct Failure(pub(super) Box<Wrong>);

pub(super) struct Wrong {
    message: String,
    is_json: bool,
    /// The first byte after what is wrong, and the pointer to it, once they are known.
    pub(super) at: Option<usize>,
    pub(super) line_and_column: (usize, usize),
    pub(super) pointer: Option<String>,
}

impl Failure {
    /// Whether the text is JSON as far as it was read, so that a value or a key is at fault.
    pub fn is_json(&self) -> bool {
        self.0.is_json
    }

    /// What is wrong, without its place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The JSON pointer to what is wrong.
    pub fn pointer(&self) -> &str {
        self.0.pointer.as_deref().unwrap_or_default()
    }

    pub(super) fn new(message: impl Into<String>, is_json: bool) -> Failure {
        Failure(Box::new(Wrong {
            message: message.into(),
            is_json,
            at: None,
            line_and_column: (0, 0),
            pointer: None,
        }))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        match self.0.line_and_column {
            (0, _) => Ok(()),
            (line, column) => write!(f, " at line {line} column {column}"),
        }
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} at {:?}", self.pointer())
    }
}

impl std::error::Error for Failure {}

impl de::Error for Failure {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Failure::new(message.to_string(), true)
    }

    #[cold]
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Failure::new(
            format!("invalid type: {}, expected {expected}", in_json(found)),
            true,
        )
    }

    #[cold]
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Failure::new(
            format!("invalid value: {}, expected {expected}", in_json(found)),
            true,
        )
    }
}

fn in_json(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Unit => "null".into(),
        Unexpected::Float(number) => match Number::from_f64(number) {
            Some(number) => format!("floating point `{number}`"),
            None => found.to_string(),
        },
        _ => found.to_string(),
    }
}
