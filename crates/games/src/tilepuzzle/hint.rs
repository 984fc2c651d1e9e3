//! Help in the middle of a level.
//!
//! Steps can be taken back and cats at home only clear the way, so whatever was done, a solvable
//! level stays solvable: nobody ever has to undo anything.

use gridwright_core::budget::Budget;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::Hint;
use gridwright_core::words;

use super::grade::idle_locks;
use super::level::Level;
use super::rules::{Move, Position};
use super::solve::{self, Finish, Metric};
use super::{TilePuzzle, names};
use crate::kind::Hints;

impl Hints for TilePuzzle {
    fn evaluate(level: &Level, position: &Position, budget: &Budget<'_>) -> Hint<Move> {
        let mut hint = Hint {
            remarks: idle_locks(level),
            ..Hint::default()
        };
        match solve::finish(level, position, Metric::Steps, &mut budget.meter()) {
            Finish::Found { moves, open } => {
                hint.on_track = Some(true);
                hint.next = moves.first().copied();
                match open {
                    None => hint.remaining = Some(level.costs(&moves)),
                    Some(_) => hint.at_most = Some(level.costs(&moves)),
                }
                hint.why = reason(level, position.clone(), &moves);
                hint.rest = moves;
            }
            Finish::Impossible { unreachable } => {
                hint.on_track = Some(false);
                hint.why = match unreachable.first() {
                    Some(at) => out_of_reach(level, position, *at),
                    None => {
                        "Every position within reach was seen; some cat always stays.".to_owned()
                    }
                };
            }
            Finish::GaveUp(limit, _) => {
                hint.why = format!("Not known: {limit}.");
            }
        }
        hint
    }
}

fn out_of_reach(level: &Level, position: &Position, at: Cell) -> String {
    match level.cats().iter().position(|cat| cat.at == at) {
        Some(cat) => format!(
            "No {} shape can ever reach {}.",
            level.cats()[cat].color.name(),
            names::the_cat(level, position, cat)
        ),
        None => "No shape of its colour can ever reach this cat.".to_owned(),
    }
}

/// What the next move is for: the first cat that goes home by it and the moves that follow it.
fn reason(level: &Level, mut position: Position, moves: &[Move]) -> String {
    let Some(first) = moves.first() else {
        return "All cats are home.".to_owned();
    };
    let before = position.clone();
    let mut shapes = vec![first.shape];
    for mv in moves {
        if !shapes.contains(&mv.shape) {
            shapes.push(mv.shape);
        }
        if level.apply(&mut position, mv).is_err() {
            break;
        }
        let fetched = (0..level.cats().len()).find(|&i| position.is_home(i) && !before.is_home(i));
        if let Some(cat) = fetched {
            let shape = names::the_shape(level, &before, first.shape);
            let cat = names::the_cat(level, &before, cat);
            let way = format!("{shape} goes {}", words::direction(first.dir));
            return words::sentence(if mv.shape == first.shape {
                format!("{way}, on its way to {cat}")
            } else {
                format!("{way}, so that {cat} can be fetched")
            });
        }
    }
    "Every move brings the cats nearer home.".to_owned()
}
