//! The games of Gridwright: rules, documents, solvers, generators and views.
//!
//! Every game is a folder with the same files, so that who knows one knows all; [`kind`] says
//! what a game must offer, [`document`] reads and writes its files, and the [`registry`] lists
//! the games.

pub mod about;
#[cfg_attr(not(feature = "numbers"), expect(dead_code))]
pub mod act;
pub mod circuits;
pub mod document;
pub mod iq_circuit;
pub mod kind;
pub mod lights_off;
mod likeness;
mod play;
pub mod registry;
pub mod report;
mod session;
pub mod tilepuzzle;
pub mod tint;
