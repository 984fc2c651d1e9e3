//! What IQ Circuit alone promises.

mod assist;
mod solver;
