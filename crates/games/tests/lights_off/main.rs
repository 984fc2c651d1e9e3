//! What Lights Off alone promises.

mod document;
mod facts;
mod generator;
mod own;
mod packs;
mod solver;
