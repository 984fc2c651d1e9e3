//! Circuits.
pub mod codes;
pub mod document;
mod flow;
pub mod level;
pub mod rules;
pub mod solve;
mod validate;
