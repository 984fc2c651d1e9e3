//! What Tint alone promises.

mod levels;
mod optimal;
mod rules;
