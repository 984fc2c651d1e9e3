//! The solver.
mod class;
mod deepen;
mod descent;
mod memo;
mod model;
mod pairs;
mod space;
mod tours;

use gridwright_core::budget::{Budget, Limit, Meter};
use gridwright_core::cost::Costs;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee;
use gridwright_core::solve::{Answer, Optimality, Verdict, Wish};

use super::level::Level;
use super::rules::{Move, Position};
use descent::Outcome;
use space::Space;

/// A solution with the fewest steps, or what is known about it.
pub fn solve(level: &Level, _wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Move, ()> {
    let mut meter = budget.meter();
    let position = level.start();
    let needed = model::bits_needed(level);
    let verdict = if needed <= 64 {
        steps::<1>(level, &position, &mut meter)
    } else if needed <= 128 {
        steps::<2>(level, &position, &mut meter)
    } else {
        steps::<16>(level, &position, &mut meter)
    };
    let found = verdict;
    let verdict = match found {
        Err(limit) => Verdict::GaveUp { limit, bounds: Costs::none() },
        Ok(None) => Verdict::Unsolvable { certificate: None },
        Ok(Some((moves, bound, limit))) => {
            let witness = referee::judge(level, moves).expect("solver");
            let optimality = match limit {
                None => Optimality::Proved,
                Some(limit) => Optimality::Open { limit, bounds: Costs::new([("steps", bound as u64)]) },
            };
            Verdict::Solved { witness, optimality }
        }
    };
    Answer { verdict, listing: None, stats: meter.stats() }
}

type Found = Option<(Vec<Move>, u32, Option<Limit>)>;

fn steps<const W: usize>(level: &Level, position: &Position, meter: &mut Meter<'_>) -> Result<Found, Limit> {
    let mut space = Space::<W>::new(level, position, meter)?;
    let openings = space.openings(meter)?;
    if openings.is_empty() || (0..space.len()).any(|c| space.classes[c].is_hopeless(openings[0].1[c])) {
        return Ok(None);
    }
    let first = match descent::descend(&mut space, &openings, meter)? {
        Outcome::Impossible => return Ok(None),
        Outcome::Solved(steps) => steps,
    };
    let mut length = openings.iter().map(|(_, ids)| 1 + space.steps(ids)).min().unwrap();
    let mut search = deepen::Deepening::new(&space);
    while length < first.len() as u32 {
        match search.solution(&mut space, &openings, length, meter) {
            Ok(Some(steps)) => return Ok(Some((space.moves(&steps), length, None))),
            Ok(None) => length += 1,
            Err(limit) => return Ok(Some((space.moves(&first), length, Some(limit)))),
        }
    }
    Ok(Some((space.moves(&first), length, None)))
}
