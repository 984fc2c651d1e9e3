//! Changing a draft of a level: what a hand can do in an editor, so that no front end knows what a
//! level file holds.
//!
//! A draft is a level *file*: it may be faulty on the way to a level. Edits therefore work on
//! files; whether a draft is a level is asked of the game's one validating door, as always.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::grid::{Cell, Dir};

crate::codes! {
    UNKNOWN_TOOL = Refusal "edit.unknown-tool": "The game's editor has no tool of this name.";
    UNKNOWN_OPTION = Refusal "edit.unknown-option": "The game's editor has no option of this name, or it does not take this value.";
    NOT_HERE = Refusal "edit.not-here": "The tool does nothing at this place.";
    FIXED = Refusal "edit.fixed": "Drafts of this game cannot be changed in this way.";
    TOO_FAR = Refusal "edit.too-far": "The draft cannot grow or shrink any further on this side.";
}

/// Something that can be put on a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tool {
    /// Its name in edits, in kebab-case.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Tools of one group are shown together under this heading.
    pub group: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
}

/// One change of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Edit {
    /// A tool was used along a path; a tap is a path of one place. Whether the tool works on each
    /// place of the path or on the path as a whole is the game's affair.
    Use {
        /// The id of the tool.
        tool: String,
        /// The places, in order.
        path: Vec<Cell>,
    },
    /// Everything at these places is taken away.
    Erase {
        /// The places, in order.
        path: Vec<Cell>,
    },
    /// One side is moved outwards, or inwards; what lies on a strip that goes is taken away.
    Resize {
        /// The side.
        side: Dir,
        /// How many rows or columns come; negative if they go.
        by: i32,
    },
    /// Left becomes right.
    Mirror,
    /// A quarter turn clockwise, or the least turn the game allows.
    Turn,
    /// An option gets another value.
    Set {
        /// Its name.
        option: String,
        /// The value, in the form a person types.
        value: String,
    },
}
