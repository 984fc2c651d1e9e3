//! What is shown to people beside a level: small lessons, plates with something worth seeing, and a
//! sandbox to try things in.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::scene::Scene;
use crate::text::Text;

/// A tiny real level that teaches one thing in one to four gestures.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Lesson {
    /// What it teaches, at most 70 characters.
    pub text: &'static str,
    /// The level file.
    pub level: &'static str,
    /// The gestures that solve it, as a JSON list: the demonstration makes them.
    pub demo: &'static str,
    /// The mechanics it teaches, by the names that levels know them by; none if it teaches what
    /// every level has.
    pub teaches: &'static [&'static str],
}

/// A draft without a goal in which the rules can be tried out.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Sandbox {
    /// What can be done in it, in a sentence or two.
    pub text: &'static str,
    /// The draft to begin with, as a level file that lacks nothing but a goal.
    pub draft: &'static str,
    /// The tool that plays by the rules.
    pub brush: &'static str,
    /// The group of tools that set a goal, which a sandbox does without.
    pub goals: &'static str,
    /// How what was tried becomes a level, in a sentence.
    pub aim: &'static str,
}

/// A picture about a level with words to it, such as a quiet pattern of lamps.
#[derive(Clone, Debug, Serialize)]
pub struct Plate {
    /// A few words.
    pub title: String,
    /// A sentence or three.
    pub text: String,
    /// The picture.
    pub scene: Scene,
    /// The picture in characters.
    #[serde(skip)]
    pub characters: Text,
}

/// One way of a solver to cut its search short, which a person may switch off.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Pruning {
    /// Its name, in kebab-case.
    pub name: &'static str,
    /// What it sees, in a sentence.
    pub help: &'static str,
}
