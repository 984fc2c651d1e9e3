//! What can be wrong with something a person gave us, said in a way programs can rely on.
//!
//! Every message carries a [`Code`]. Codes are declared with [`codes!`](crate::codes), which also
//! collects them into a list; the catalogue in `docs/codes.md` is made from those lists, and
//! nothing outside a declared list can be reported.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::grid::Cell;
use crate::text::one_line;
use crate::words::sentence;

/// The most faults one report carries; a report says how many there were beyond.
pub const MOST_FAULTS: usize = 100;

/// The most characters of a message. No sentence of ours is as long; a name that one quotes may be.
const MOST_MESSAGE: usize = 1000;

/// What a code is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CodeKind {
    /// An input that is not valid.
    Fault,
    /// A move or a request that is refused.
    Refusal,
    /// Something worth knowing about a position or a level that is otherwise fine.
    Remark,
}

/// A stable identifier of one kind of message. Equal when the identifiers are.
#[derive(Clone, Copy, Debug)]
pub struct Code(&'static Declaration);

/// What [`codes!`](crate::codes) says about a code.
#[doc(hidden)]
#[derive(Debug)]
pub struct Declaration {
    pub id: &'static str,
    pub kind: CodeKind,
    pub meaning: &'static str,
}

impl Code {
    /// Used by [`codes!`](crate::codes); declare codes with that.
    #[doc(hidden)]
    pub const fn declared(declaration: &'static Declaration) -> Self {
        Code(declaration)
    }

    /// The stable identifier, such as `lights-off.ragged`.
    pub const fn id(&self) -> &'static str {
        self.0.id
    }

    /// What the code is used for.
    pub const fn kind(&self) -> CodeKind {
        self.0.kind
    }

    /// One sentence for the catalogue.
    pub const fn meaning(&self) -> &'static str {
        self.0.meaning
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Code {}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Code {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Code".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "description": "A stable code." })
    }
}

/// Declares codes as constants and a constant `ALL` that lists them.
///
/// ```
/// gridwright_core::codes! {
///     RAGGED = Fault "toy.ragged": "The rows differ in length.";
///     OFF_BOARD = Refusal "toy.off-board": "There is no such lamp.";
/// }
/// assert_eq!(ALL.len(), 2);
/// assert_eq!(RAGGED.id(), "toy.ragged");
/// ```
#[macro_export]
macro_rules! codes {
    ($($name:ident = $kind:ident $id:literal : $meaning:literal;)*) => {
        $(
            #[doc = $meaning]
            pub const $name: $crate::fault::Code = $crate::fault::Code::declared(
                &$crate::fault::Declaration {
                    id: $id,
                    kind: $crate::fault::CodeKind::$kind,
                    meaning: $meaning,
                });
        )*
        /// Every code declared here.
        pub const ALL: &[$crate::fault::Code] = &[$($name),*];
    };
}

/// Where something is: in the text of a document, on the board, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Place {
    /// A JSON pointer into the document; empty for the whole of it.
    pub pointer: String,
    /// The cells of the board that are concerned.
    pub cells: Vec<Cell>,
}

impl Place {
    /// The whole thing.
    pub fn everywhere() -> Self {
        Place::default()
    }

    /// A place in the document.
    pub fn pointer(pointer: impl Into<String>) -> Self {
        Place {
            pointer: pointer.into(),
            cells: Vec::new(),
        }
    }

    /// Cells of the board.
    pub fn cells(cells: impl IntoIterator<Item = Cell>) -> Self {
        Place {
            pointer: String::new(),
            cells: cells.into_iter().collect(),
        }
    }

    /// This place with cells added.
    pub fn with_cells(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.cells.extend(cells);
        self
    }
}

/// One located message: a fault of an input, a refused move or a remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Fault {
    /// The stable code.
    pub code: Code,
    /// One sentence for a person.
    pub message: String,
    /// Where.
    pub at: Place,
}

impl Fault {
    /// A message with its code and place. Messages stand alone before people, in lists and in the
    /// middle of a game, so every one becomes a [sentence] here, where none can be forgotten, and one
    /// line of bounded length, whatever names it quotes.
    pub fn new(code: Code, message: impl Into<String>, at: Place) -> Self {
        let mut message = message.into();
        if message.contains('\n') {
            message = message.replace('\n', "\\n");
        }
        if let Some((end, _)) = message.char_indices().nth(MOST_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        Fault {
            code,
            message: sentence(message),
            at,
        }
    }
}

impl std::fmt::Display for Fault {
    /// `message (code, at pointer, cells)`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}", self.message, self.code.id())?;
        if !self.at.pointer.is_empty() {
            write!(f, " at {}", one_line(&self.at.pointer))?;
        }
        for cell in self.at.cells.iter().take(8) {
            write!(f, " {cell}")?;
        }
        if self.at.cells.len() > 8 {
            write!(f, " …")?;
        }
        write!(f, "]")
    }
}

/// A growing report of faults that keeps the first [`MOST_FAULTS`] and counts the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    list: Vec<Fault>,
    total: usize,
}

impl Faults {
    /// An empty report.
    pub fn new() -> Self {
        Faults::default()
    }

    /// Adds a fault.
    pub fn add(&mut self, code: Code, message: impl Into<String>, at: Place) {
        self.push(Fault::new(code, message, at));
    }

    /// Adds a fault.
    pub fn push(&mut self, fault: Fault) {
        self.total += 1;
        if self.list.len() < MOST_FAULTS {
            self.list.push(fault);
        }
    }

    /// Adds everything another report says.
    pub fn absorb(&mut self, other: Faults) {
        self.total += other.total - other.list.len();
        self.extend(other.list);
    }

    /// The same report about a part of a larger document.
    pub fn below(mut self, pointer: &str) -> Self {
        for fault in &mut self.list {
            fault.at.pointer.insert_str(0, pointer);
        }
        self
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The faults that were kept.
    pub fn list(&self) -> &[Fault] {
        &self.list
    }

    /// How many there were, kept or not.
    pub fn total(&self) -> usize {
        self.total
    }

    /// `value` if nothing is wrong, else the faults.
    pub fn or<T>(self, value: impl FnOnce() -> T) -> Result<T, Faults> {
        if self.is_empty() {
            Ok(value())
        } else {
            Err(self)
        }
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        let mut faults = Faults::new();
        faults.push(fault);
        faults
    }
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        for fault in faults {
            self.push(fault);
        }
    }
}

impl std::fmt::Display for Faults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, fault) in self.list.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        if self.total > self.list.len() {
            write!(f, "\n… and {} more", self.total - self.list.len())?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    const ODD: Code = Code::declared(&Declaration {
        id: "test.odd",
        kind: CodeKind::Fault,
        meaning: "Odd.",
    });

    #[test]
    fn a_report_is_bounded_and_counts_on() {
        let mut faults = Faults::new();
        for i in 0..250 {
            faults.add(ODD, format!("{i} is odd"), Place::everywhere());
        }
        assert_eq!((faults.list().len(), faults.total()), (MOST_FAULTS, 250));
        assert!(faults.to_string().ends_with("… and 150 more"));
    }

    #[test]
    fn a_message_is_one_line_of_bounded_length() {
        let check = |message: &str, pointer: &str, expected: &str| {
            let fault = Fault::new(ODD, message, Place::pointer(pointer));
            assert_eq!(fault.to_string(), expected);
        };
        check("no a\nb", "/x\ny", "No a\\nb. [test.odd at /x\\ny]");
        let (fits, long) = ("é".repeat(1000), "é".repeat(1001));
        check(&fits, "", &format!("{fits}. [test.odd]"));
        check(&long, "", &format!("{fits}… [test.odd]"));
    }
}
