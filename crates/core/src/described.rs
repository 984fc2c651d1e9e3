//! Types with a JSON Schema, where schemas are wanted: behind the feature `schema`, since a program
//! that only plays has no use for them and they weigh more than many a game.

#[cfg(feature = "schema")]
pub use schemars::JsonSchema as Described;

/// Without schemas every type will do.
#[cfg(not(feature = "schema"))]
pub trait Described {}

#[cfg(not(feature = "schema"))]
impl<T> Described for T {}
