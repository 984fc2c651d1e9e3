//! TilePuzzle from outside: rules, documents, solver, generator and views.

mod document;
mod drawn;
mod generator;
mod hands;
mod rules;
mod small;
mod solver;
