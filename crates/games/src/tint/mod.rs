//! Tint.
pub mod codes;
pub mod color;
pub mod document;
pub mod level;
pub mod rules;
pub mod solve;
