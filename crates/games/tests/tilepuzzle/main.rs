//! TilePuzzle from outside: rules, documents, solver, generator and views.

mod small;
mod solver;
