//! What somebody who makes levels asks for: collections read from any text, packs that rise, and
//! pictures of how they rise.
//!
//! | module | what it does |
//! |---|---|
//! | `book` | lays out levels on pages to be printed |
//! | [`claims`] | everything `check` tells of a level and its record |
//! | [`collection`] | finds the levels in a text, however many it holds |
//! | [`pack`] | makes a pack, adds to it, puts it in order |
//! | [`reasons`] | why a level is as `check` finds it; how a designer's solution compares with the best |
//! | `map` | shows where a level is hard |
//! | [`vary`] | finds levels that are nearly a given one, harder or easier |
//! | [`curve`] | shows how hard the levels of a pack are, one after another |
//!
//! Everything here is a plain function from values to values. Files are read and written by whoever
//! calls, and time, memory and workers come with the [budget](gridwright_core::budget::Budget).

#[cfg(feature = "print")]
pub mod book;
pub mod claims;
pub mod collection;
pub mod curve;
#[cfg(feature = "map")]
pub mod map;
pub mod pack;
pub mod reasons;
pub mod vary;
