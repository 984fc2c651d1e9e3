//! Solving: the presses of a board are a system of linear equations modulo the number of states.
//!
//! [`System`] solves the equations (or refutes them with a certificate), by polynomials where
//! rows follow from rows as powers of one matrix, by a sweep and a triangular form on all other
//! whole lattices, and by the triangular form alone where there are holes or links. [`Regions`] says how the solutions of a board differ, and [`Minimiser`] finds the
//! cheapest. "Proved" means that every solution was looked at, or ruled out by a bound.

mod branch;
mod chain;
mod count;
mod echelon;
mod hardest;
mod minimum;
mod plain;
mod poly;
mod powers;
mod regions;
mod small;
mod sweep;
mod system;
mod vectors;
mod walsh;

use gridwright_core::budget::{Budget, Limit, Meter};
use gridwright_core::cost::Costs;
use gridwright_core::referee::judge;
use gridwright_core::solve::{Answer, Listing, Optimality, Verdict, Which, Wish};

use super::board::Board;
use super::document::Certificate;
use super::level::Level;
use super::rules::{PRESSES, Press, presses_of};
use crate::kind::Solves;
use crate::lights_off::LightsOff;

pub(super) use chain::chase;
pub use count::Count;
pub use hardest::{Hardest, hardest};
pub use minimum::{Minimiser, Minimum};
pub use regions::{MOST_GENERATORS, Regions};
pub use small::SmallBoards;
pub use system::System;

impl Solves for LightsOff {
    type Certificate = Certificate;

    fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Press, Certificate> {
        solve(level, wish, budget)
    }
}

/// Presses of all listed solutions together: more would be an answer that nobody can hold.
const MOST_LISTED: usize = 1 << 18;

/// Solves a level.
pub fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Press, Certificate> {
    let mut meter = budget.meter();
    let (verdict, listing) = answer(level, wish, &mut meter);
    Answer {
        verdict,
        listing,
        stats: meter.stats(),
    }
}

type Answered = (Verdict<Press, Certificate>, Option<Listing<Press>>);

fn answer(level: &Level, wish: &Wish<'_>, meter: &mut Meter<'_>) -> Answered {
    let system = match System::new(level.shape(), meter) {
        Ok(system) => system,
        Err(limit) => {
            let bounds = Costs::new([(PRESSES, u64::from(!level.lamps().is_zero()))]);
            return (Verdict::GaveUp { limit, bounds }, None);
        }
    };
    let Some(solution) = system.solve(level.lamps()) else {
        let weights = system.refute(level.lamps());
        let certificate = weights.map(|weights| Certificate::new(&weights, level.lamps()));
        let none = wish.all.map(|_| listed(level, Count::from(0), true, &[]));
        return (Verdict::Unsolvable { certificate }, none);
    };
    let shape = level.shape();
    let presses = shape.lamps() * usize::from(shape.states() - 1);
    let most_listed = (MOST_LISTED / presses).max(1);
    let all = wish
        .all
        .map(|(which, limit)| (which, limit.min(most_listed)));
    let most = match all {
        Some((Which::Best, limit)) => limit.max(2),
        _ => 1,
    };
    let best = cheapest(&system, solution, most, meter);
    let listing = all.map(|(which, limit)| match which {
        Which::Best => {
            let list = &best.list[..best.list.len().min(limit)];
            listed(level, best.count.clone(), best.limit.is_none(), list)
        }
        Which::Every => {
            let list = every(&system, &best.solution, limit);
            listed(level, system.quiet_patterns(), true, &list)
        }
    });
    let optimality = match best.limit {
        None => Optimality::Proved,
        Some(_) if best.presses == best.bound => Optimality::Proved,
        Some(limit) => Optimality::Open {
            limit,
            bounds: Costs::new([(PRESSES, best.bound)]),
        },
    };
    let witness =
        judge(level, presses_of(&best.solution)).expect("solutions of the equations work");
    (
        Verdict::Solved {
            witness,
            optimality,
        },
        listing,
    )
}

/// The cheapest of all solutions, given one.
pub fn cheapest(system: &System, solution: Board, most: usize, meter: &mut Meter<'_>) -> Minimum {
    if system.orders().is_empty() {
        let presses = solution.total();
        return Minimum {
            list: vec![solution.clone()],
            solution,
            presses,
            bound: presses,
            count: Count::from(1),
            limit: None,
        };
    }
    match Regions::new(system, meter) {
        Ok(regions) => Minimiser::new(regions).minimum(&solution, most, meter),
        Err(limit) => descended(system, solution, limit, meter),
    }
}

/// Adds generating quiet patterns for as long as that makes the solution cheaper: what can be
/// done where there are too many of them for more.
fn descended(system: &System, mut solution: Board, limit: Limit, meter: &mut Meter<'_>) -> Minimum {
    let mut presses = solution.total();
    let mut better = true;
    while better {
        better = false;
        for index in 0..system.orders().len() {
            if meter.nodes(system.shape().rows() as u64).is_err() {
                break;
            }
            let quiet = system.quiet(index);
            for _ in 1..system.orders()[index] {
                let mut other = solution.clone();
                other.add_multiple(1, &quiet);
                let total = other.total();
                if total < presses {
                    (solution, presses, better) = (other, total, true);
                }
            }
        }
        better &= meter.poll().is_ok();
    }
    Minimum {
        list: vec![solution.clone()],
        solution,
        presses,
        bound: presses.min(1),
        count: Count::from(1),
        limit: Some(limit),
    }
}

/// The first `limit` of all solutions, counting through the quiet patterns like an odometer.
fn every(system: &System, solution: &Board, limit: usize) -> Vec<Board> {
    let orders = system.orders();
    let mut list = Vec::new();
    let mut turned = vec![0u8; orders.len()];
    let mut quiet: Vec<Board> = Vec::new();
    let mut here = solution.clone();
    while list.len() < limit {
        list.push(here.clone());
        let Some(wheel) = (0..orders.len()).find(|&w| turned[w] + 1 < orders[w]) else {
            break;
        };
        // Adding a pattern once more than its order brings a wheel back to its start, so every
        // wheel up to this one moves on by one pattern.
        for index in 0..=wheel {
            if quiet.len() == index {
                quiet.push(system.quiet(index));
            }
            here.add_multiple(1, &quiet[index]);
            turned[index] = (turned[index] + 1) % orders[index];
        }
    }
    list
}

fn listed(level: &Level, count: Count, complete: bool, list: &[Board]) -> Listing<Press> {
    Listing::judged(level, count, complete, list.iter().map(presses_of))
}
