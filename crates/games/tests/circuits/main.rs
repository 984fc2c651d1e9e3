//! What Circuits alone promises.

mod levels;
mod rules;
mod solver;
