//! TilePuzzle from outside: rules, documents, solver, generator and views.

mod document;
mod drawn;
mod rules;
mod small;
mod solver;
