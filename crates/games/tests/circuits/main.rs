//! What Circuits alone promises.

mod board;
mod document;
mod generator;
mod gestures;
mod help;
mod packs;
mod rules;
mod solver;
