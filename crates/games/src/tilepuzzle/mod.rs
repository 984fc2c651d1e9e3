//! TilePuzzle.
pub mod codes;
pub mod document;
pub mod generate;
pub mod level;
pub mod rules;
pub mod solve;
