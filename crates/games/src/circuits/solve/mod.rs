//! The solver.
mod board;
mod bound;
mod search;
mod sweep;
mod trace;

use gridwright_core::budget::Budget;
use gridwright_core::cost::Costs;
use gridwright_core::referee;
use gridwright_core::solve::{Answer, Optimality, Verdict, Wish};
use gridwright_core::budget::Limit;
use gridwright_core::grid::Cell;

use super::level::Level;
use super::rules::Move;
use board::Board;
use search::{Outcome, Stopped};
use sweep::Sweep;

/// Solves a level.
pub fn solve(level: &Level, _wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Move> {
    let mut meter = budget.meter();
    let verdict = match best(level, &[], &mut meter) {
        Ok(Some(lines)) => {
            let moves = lines.into_iter().map(Move::Draw).collect();
            let witness = referee::judge(level, moves).expect("the sweep draws legal solutions");
            Verdict::Solved { witness, optimality: Optimality::Proved }
        }
        Ok(None) => Verdict::Unsolvable { certificate: None },
        Err(Stopped { limit, bound }) => Verdict::GaveUp { limit, bounds: Costs::new([("steps", bound.into())]) },
    };
    Answer { verdict, listing: None, stats: meter.stats() }
}

/// The lines that complete what is drawn at the least cost.
pub(super) fn best(level: &Level, drawn: &[&[Cell]], meter: &mut gridwright_core::budget::Meter<'_>) -> Result<Option<Vec<Vec<Cell>>>, Stopped> {
    let too_large = Stopped { limit: Limit::Memory, bound: 0 };
    let board = Board::new(level, drawn.iter().copied()).map_err(|_| too_large)?;
    let sweep = Sweep::new(&board);
    let outcome = match sweep::slots(&board) {
        0..=16 => search::search::<16>(&sweep, meter),
        17..=24 => search::search::<24>(&sweep, meter),
        25..=32 => search::search::<32>(&sweep, meter),
        33..=64 => search::search::<64>(&sweep, meter),
        65..=sweep::MOST_SLOTS => search::search::<240>(&sweep, meter),
        _ => Err(Stopped { limit: Limit::Memory, bound: 0 }),
    }?;
    Ok(match outcome {
        Outcome::Best(steps) => Some(trace::lines(&board, &steps)),
        Outcome::Nothing => None,
    })
}
