//! The solver: the fewest drawn steps, then the fewest lines, proved; or a proof that there is no
//! solution; and all different wirings.
//!
//! **Why a sweep.** What makes a level hard is topology: which bridge carries which colour past
//! which. Searches that grow one circuit after the other, and the clause learners, prove "no" by
//! trying the countless routes that all fail for the same reason. A sweep over the intersections
//! forgets the routes: two half-drawn boards that leave the same ends open at the same places are
//! one state ([`sweep`]). Given lines are contracted first ([`board`]).
//!
//! **Why it is fast.** Swept blindly, an open board still has millions of states. Three cuts
//! bring that down to thousands:
//! - states are taken best-first, by cost plus the solo distances that the open circuits still
//!   have to go ([`bound`]), so nothing dearer than the minimum is ever continued;
//! - a state gives way to one that costs no more and leaves more of the frontier free
//!   ([`search`]), so of all routes around nothing only the tightest survives;
//! - a line never bends where it could cut the corner, and never runs beside its own circuit:
//!   what is drawn could be shorter.
//!
//! **What "proved" means.** The estimate never exceeds the true rest, and every cut keeps at
//! least one best solution, so the first complete state taken is a best one. If the states run
//! out, no solution exists. All wirings ([`wirings`]) come from the same sweep without cost, over the
//! states that can be completed ([`live`]). A sweep without any of the cuts ([`plain`]) is there to check the others.

mod board;
mod bound;
mod live;
mod plain;
mod search;
mod solo;
mod straight;
mod sweep;
mod trace;
mod wirings;

use board::Board;
use search::Outcome;
use sweep::Sweep;

use gridwright_core::budget::{Budget, Limit, Meter};
use gridwright_core::cost::Costs;
use gridwright_core::grid::Cell;
use gridwright_core::referee;
use gridwright_core::solve::{Answer, Listing, Optimality, Verdict, Wish};

use super::level::Level;
use super::rules::{Move, STEPS};
use crate::circuits::Circuits;
use crate::kind::Solves;

impl Solves for Circuits {
    type Certificate = ();

    fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Move> {
        solve(level, wish, budget)
    }
}

pub(super) use search::Stopped;
pub(super) use solo::{Solo, obvious_lines, solo, still_joinable};

/// Lines of a solution, circuit by circuit.
pub(super) type Lines = Vec<Vec<Cell>>;

/// Calls a function that is generic over the number of slots with the smallest that fits. Every
/// number is code that a browser has to fetch, so it gets few of them.
macro_rules! with_slots {
    ($slots:expr, $too_many:expr, $call:ident :: $function:ident ($($argument:expr),*)) => {
        match $slots {
            0..=16 => $call::$function::<16>($($argument),*),
            #[cfg(not(target_family = "wasm"))]
            17..=24 => $call::$function::<24>($($argument),*),
            #[cfg(not(target_family = "wasm"))]
            25..=32 => $call::$function::<32>($($argument),*),
            #[cfg(not(target_family = "wasm"))]
            33..=48 => $call::$function::<48>($($argument),*),
            17..=64 => $call::$function::<64>($($argument),*),
            65..=sweep::MOST_SLOTS => $call::$function::<240>($($argument),*),
            _ => $too_many,
        }
    };
}

/// Solves a level and lists its wirings if wished for.
pub(super) fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Move> {
    let mut meter = budget.meter();
    let verdict = match best(level, &[], &mut meter) {
        Ok(Some(lines)) => Verdict::Solved {
            witness: referee::judge(level, draw(lines)).expect("the sweep draws legal solutions"),
            optimality: Optimality::Proved,
        },
        Ok(None) => Verdict::Unsolvable { certificate: None },
        Err(Stopped { limit, bound }) => Verdict::GaveUp {
            limit,
            bounds: Costs::new([(STEPS, bound.into())]),
        },
    };
    let listing = wish
        .all
        .map(|(_, most)| list(level, &verdict, most, &mut meter));
    Answer {
        verdict,
        listing,
        stats: meter.stats(),
    }
}

/// The moves that draw lines.
pub(super) fn draw(lines: Lines) -> Vec<Move> {
    lines.into_iter().map(Move::Draw).collect()
}

/// The wirings, that of the best solution first and drawn as there.
fn list(
    level: &Level,
    verdict: &Verdict<Move>,
    most: usize,
    meter: &mut Meter<'_>,
) -> Listing<Move> {
    let best = verdict.witness().map(|witness| witness.moves().to_vec());
    let Ok(wirings) = all_wirings(level, meter) else {
        let count = usize::from(best.is_some());
        return Listing::judged(level, count, false, best.into_iter().take(most));
    };
    let of_best: Option<Vec<(Cell, Cell)>> = best.as_ref().map(|moves| joined(moves));
    let others = wirings
        .iter()
        .filter(|wiring| Some(&wiring.pairs) != of_best.as_ref());
    let others = others.map(|wiring| draw(wiring.lines.clone()));
    let list = best.clone().into_iter().chain(others).take(most);
    Listing::judged(level, wirings.len(), true, list)
}

/// The lines that complete what is drawn at the least cost; `None` if nothing does.
pub(super) fn best(
    level: &Level,
    drawn: &[&[Cell]],
    meter: &mut Meter<'_>,
) -> Result<Option<Lines>, Stopped> {
    let too_large = Stopped {
        limit: Limit::Memory,
        bound: 0,
    };
    let Ok(board) = Board::new(level, drawn) else {
        return Err(too_large);
    };
    let sweep = Sweep::new(&board);
    let slots = sweep::slots(&board);
    let outcome = with_slots!(slots, Err(too_large), search::search(&sweep, meter))?;
    Ok(match outcome {
        Outcome::Best(steps) => Some(trace::best_lines(&board, &steps)),
        Outcome::Nothing => None,
    })
}

/// The steps and lines of a best solution, nothing if there is none, by a sweep that shares no cut
/// and no estimate with the one that solves: slower, and there to check it.
pub fn least_otherwise(level: &Level, meter: &mut Meter<'_>) -> Result<Option<(u32, u32)>, Limit> {
    let board = Board::new(level, &[]).map_err(|board::TooLarge| Limit::Memory)?;
    let sweep = Sweep::new(&board);
    let slots = sweep::slots(&board);
    with_slots!(slots, Err(Limit::Memory), plain::least(&sweep, meter))
}

/// One way to join fixtures. Two wirings are the same when their pairs are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wiring {
    /// The joined fixtures: each pair and all pairs in reading order.
    pub(super) pairs: Vec<(Cell, Cell)>,
    /// Lines that join them.
    pub(super) lines: Lines,
}

/// All wirings of a level.
pub(super) fn all_wirings(level: &Level, meter: &mut Meter<'_>) -> Result<Vec<Wiring>, Limit> {
    let board = Board::new(level, &[]).map_err(|board::TooLarge| Limit::Memory)?;
    let sweep = Sweep::new(&board);
    let numbers = wirings::Numbers::new(&board).ok_or(Limit::Memory)?;
    let slots = sweep::slots(&board);
    let found = with_slots!(
        slots,
        Err(Limit::Memory),
        wirings::wirings(&sweep, &numbers, meter)
    )?;
    let wirings = found.into_iter().map(|steps| {
        let lines = trace::lines(&board, &steps);
        Wiring {
            pairs: joined(&draw(lines.clone())),
            lines,
        }
    });
    Ok(wirings.collect())
}

/// The fixtures that the lines of a solution join.
fn joined(moves: &[Move]) -> Vec<(Cell, Cell)> {
    let mut pairs: Vec<(Cell, Cell)> = super::rules::standing(moves)
        .into_iter()
        .map(|line| (line[0], line[line.len() - 1]))
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    pairs.sort_unstable();
    pairs
}
