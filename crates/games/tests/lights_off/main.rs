//! What Lights Off alone promises.

mod document;
mod facts;
mod own;
mod packs;
mod solver;
