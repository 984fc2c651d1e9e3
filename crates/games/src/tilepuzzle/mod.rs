//! TilePuzzle.
pub mod codes;
pub mod document;
pub mod level;
pub mod rules;
pub mod solve;
