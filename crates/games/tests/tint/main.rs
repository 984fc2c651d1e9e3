//! What Tint alone promises.

mod board;
mod document;
mod generator;
mod gestures;
mod help;
mod packs;
mod rules;
mod small;
mod solver;
