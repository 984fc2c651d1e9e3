//! What Lights Off alone promises.

mod document;
mod facts;
mod packs;
mod solver;
