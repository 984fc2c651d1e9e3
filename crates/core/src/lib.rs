//! Contracts and tools that every Gridwright game shares.
//!
//! This crate names no game. It says what a puzzle is ([`puzzle`]), what an answer is
//! ([`solve`]), who may claim that a solution works ([`referee`]), how work is bounded
//! ([`budget`]), how levels are made the same way from the same seed ([`generate`], [`rng`]) and how a
//! position becomes a picture ([`scene`], [`svg`], [`text`], and on paper [`paper`], `pdf`).
//!
//! It opens no file and no socket, starts no thread and reads no clock: all of these are handed
//! in, so that the same code can run in a browser.

pub mod budget;
pub mod cost;
pub mod described;
pub mod edit;
pub mod fault;
pub mod generate;
pub mod gesture;
pub mod grade;
pub mod grid;
pub mod paper;
mod path;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod played;
pub mod puzzle;
pub mod referee;
pub mod rng;
pub mod scene;
pub mod search;
pub mod solve;
pub mod svg;
pub mod teach;
pub mod text;
pub mod words;
