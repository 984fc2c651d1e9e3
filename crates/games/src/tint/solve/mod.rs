//! The solver: fewest strokes, then fewest cells, proved; or why there is no solution.
//!
//! [Beams](beam) over whole strokes, led by [relaxed plans](relaxed), find a first solution soon and
//! better ones later. Two methods prove what is best, and all share what they know ([`portfolio`]):
//!
//! - **Plans.** A [plan] says what the strokes do and leaves out their ways; there are few of
//!   them. Whether a plan can be [routed](route), and [walked](walking) with so few cells, is a question
//!   for a small solver of [clauses](sat). Where plans are many, [outlines](outline) stand for
//!   many at once, and a number of strokes is [refuted](refute) along the tree of them.
//! - **Exhaustive search** over single steps ([`search`]), with bounds on the [strokes] and
//!   the cells ([`landmark`]) that are still to pay. It is better where strokes are many and ways are
//!   narrow, and it alone proves that no number of strokes is enough.
//!
//! Parts of the paper that are not connected are solved one by one, and their prices add up.
//!
//! *Proved* means: every plan, or every state, whose bound is below the solution's price has been
//! refuted. *Unsolvable* means that the search ran out of states, or that a relaxation has no
//! solution.

mod beam;
mod board;
mod exhaustion;
mod landmark;
mod lengths;
mod model;
mod outline;
mod palette;
mod plan;
mod portfolio;
mod reach;
mod reason;
mod refute;
mod relaxed;
mod route;
mod sat;
mod search;
mod sensible;
mod set;
mod shorten;
mod strokes;
#[cfg(test)]
mod walk;
mod walking;

use board::Board;
pub use portfolio::Method;
use portfolio::Portfolio;
pub use reason::{Reason, reason};
use search::Price;
pub use sensible::sensible_strokes;
use shorten::on_paper;
use strokes::Strokes;

use gridwright_core::budget::{Budget, Limit, Meter};
use gridwright_core::cost::Costs;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::judge;
use gridwright_core::solve::{Answer, Optimality, Verdict, Wish};

use super::level::Level;
use super::rules::{CELLS, Position, STROKES, Stroke};
use crate::kind::Solves;
use crate::tint::Tint;

impl Solves for Tint {
    type Certificate = Reason;

    fn solve(level: &Level, _: &Wish<'_>, budget: &Budget<'_>) -> Answer<Stroke, Reason> {
        solve(level, budget)
    }
}

/// Any price will do.
const UNLIMITED: Price = (u16::MAX, u32::MAX);

/// Solves a level from its start.
pub fn solve(level: &Level, budget: &Budget<'_>) -> Answer<Stroke, Reason> {
    solve_by(Method::Both, level, budget)
}

/// Solves a level by a method of one's choice.
pub fn solve_by(method: Method, level: &Level, budget: &Budget<'_>) -> Answer<Stroke, Reason> {
    let mut meter = budget.meter();
    let found = finish_by(method, level, &level.start(), &mut meter);
    let judged =
        |strokes: Vec<Stroke>| judge(level, strokes).expect("the solver keeps to the rules");
    let verdict = match found {
        Finish::Best(strokes) => Verdict::Solved {
            witness: judged(strokes),
            optimality: Optimality::Proved,
        },
        Finish::Some {
            strokes,
            limit,
            bound,
        } => Verdict::Solved {
            witness: judged(strokes),
            optimality: Optimality::Open {
                limit,
                bounds: costs(bound),
            },
        },
        Finish::Impossible => Verdict::Unsolvable {
            certificate: reason(level, &level.start(), &mut meter).ok(),
        },
        Finish::Unknown { limit, bound } => Verdict::GaveUp {
            limit,
            bounds: costs(bound),
        },
    };
    Answer {
        verdict,
        listing: None,
        stats: meter.stats(),
    }
}

/// The strokes and cells of a best solution that costs at most so much: `Some(None)` if there is no
/// such solution, which is often much easier to prove than what the best costs; `None` if the
/// budget does not tell.
pub fn best_within(
    method: Method,
    level: &Level,
    (strokes, cells): (u64, u64),
    budget: &Budget<'_>,
) -> Option<Option<(u64, u64)>> {
    let mut meter = budget.meter();
    let boards = Board::parts(level, &level.start());
    let found = match &boards[..] {
        [board] => {
            let ceiling = (strokes as u16, cells as u32 + 1);
            finish_part(board, method, ceiling, &mut meter)
        }
        _ => finish_by(method, level, &level.start(), &mut meter),
    };
    match found {
        Finish::Best(best) => {
            let (s, c) = price(&best);
            let price = (u64::from(s), u64::from(c));
            Some((price <= (strokes, cells)).then_some(price))
        }
        Finish::Impossible => Some(None),
        Finish::Some { .. } | Finish::Unknown { .. } => None,
    }
}

/// Whether a position can be finished with so many strokes, of any length. A limit may be reached
/// before that is known.
pub fn finishes_within(
    method: Method,
    level: &Level,
    position: &Position,
    strokes: u64,
    budget: &Budget<'_>,
) -> Result<bool, Limit> {
    if position.is_spoiled() {
        return Ok(false);
    }
    let mut meter = budget.meter();
    let boards = Board::parts(level, position);
    if let [board] = &boards[..] {
        return if board.spots() <= 128 {
            any_within::<2>(board, method, strokes, &mut meter)
        } else {
            any_within::<16>(board, method, strokes, &mut meter)
        };
    }
    let is_few = |way: &[Stroke]| way.len() as u64 <= strokes;
    match finish_by(method, level, position, &mut meter) {
        Finish::Best(way) => Ok(is_few(&way)),
        Finish::Impossible => Ok(false),
        Finish::Some { strokes: way, .. } if is_few(&way) => Ok(true),
        Finish::Some { limit, .. } | Finish::Unknown { limit, .. } => Err(limit),
    }
}

fn any_within<const N: usize>(
    board: &Board,
    method: Method,
    strokes: u64,
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    let ceiling = (strokes as u16 + 1, 0);
    let mut portfolio = Portfolio::<N>::new(board, method, ceiling, meter)?;
    portfolio.settle_for_any();
    let ended = portfolio.run(meter);
    let found = portfolio.best().is_some();
    if found {
        Ok(true)
    } else {
        ended.map(|()| false)
    }
}

/// How many strokes a level needs at least, by the [bound](strokes) at its start alone: a quick look.
/// `None` if it has no solution.
pub fn fewest_strokes(level: &Level) -> Option<u64> {
    let budget = Budget::unlimited();
    let mut meter = budget.meter();
    let boards = Board::parts(level, &level.start());
    let strokes = boards.iter().map(|board| {
        let mut bound = Strokes::new(board, &mut meter).ok()?;
        let (strokes, _) = bound.bound(board, board.start(), 0, &mut meter).ok()??;
        Some(u64::from(strokes))
    });
    strokes.sum()
}

/// What is known about finishing from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// A best way.
    Best(Vec<Stroke>),
    /// A way, maybe not a best one.
    Some {
        /// The way.
        strokes: Vec<Stroke>,
        /// Which limit ended the proof.
        limit: Limit,
        /// What any way costs at least: strokes and cells.
        bound: (u16, u32),
    },
    /// There is none.
    Impossible,
    /// A limit was reached first.
    Unknown {
        /// Which.
        limit: Limit,
        /// What any way costs at least: strokes and cells.
        bound: (u16, u32),
    },
}

/// Finds the best way to finish from a position at rest.
pub fn finish(level: &Level, position: &Position, meter: &mut Meter<'_>) -> Finish {
    finish_by(Method::Both, level, position, meter)
}

fn finish_by(method: Method, level: &Level, position: &Position, meter: &mut Meter<'_>) -> Finish {
    if position.is_spoiled() {
        return Finish::Impossible;
    }
    let mut whole = Finish::Best(Vec::new());
    for board in Board::parts(level, position) {
        whole = together(whole, finish_part(&board, method, UNLIMITED, meter));
        if whole == Finish::Impossible {
            break;
        }
    }
    whole
}

/// Two parts of a canvas that have nothing to do with each other: their prices add up.
fn together(one: Finish, other: Finish) -> Finish {
    let add = |a: Price, b: Price| (a.0 + b.0, a.1 + b.1);
    match (one, other) {
        (Finish::Impossible, _) | (_, Finish::Impossible) => Finish::Impossible,
        (Finish::Unknown { limit, bound }, other) | (other, Finish::Unknown { limit, bound }) => {
            let bound = add(bound, other.floor());
            Finish::Unknown { limit, bound }
        }
        (Finish::Best(a), Finish::Best(b)) => Finish::Best([a, b].concat()),
        (one @ Finish::Some { limit, .. }, other) | (other, one @ Finish::Some { limit, .. }) => {
            let bound = add(one.floor(), other.floor());
            let strokes = [one.strokes(), other.strokes()].concat();
            Finish::Some {
                strokes,
                limit,
                bound,
            }
        }
    }
}

impl Finish {
    /// What any way costs at least.
    fn floor(&self) -> Price {
        match self {
            Finish::Best(strokes) => price(strokes),
            Finish::Some { bound, .. } | Finish::Unknown { bound, .. } => *bound,
            Finish::Impossible => (0, 0),
        }
    }

    fn strokes(self) -> Vec<Stroke> {
        match self {
            Finish::Best(strokes) | Finish::Some { strokes, .. } => strokes,
            Finish::Impossible | Finish::Unknown { .. } => Vec::new(),
        }
    }
}

/// The best way to finish one part, if it costs less than a ceiling.
fn finish_part(board: &Board, method: Method, ceiling: Price, meter: &mut Meter<'_>) -> Finish {
    if board.spots() <= 128 {
        finish_with::<2>(board, method, ceiling, meter)
    } else {
        finish_with::<16>(board, method, ceiling, meter)
    }
}

fn finish_with<const N: usize>(
    board: &Board,
    method: Method,
    ceiling: Price,
    meter: &mut Meter<'_>,
) -> Finish {
    let mut portfolio = match Portfolio::<N>::new(board, method, ceiling, meter) {
        Ok(portfolio) => portfolio,
        Err(limit) => {
            return Finish::Unknown {
                limit,
                bound: (0, 0),
            };
        }
    };
    let ended = portfolio.run(meter);
    let bound = portfolio.floor();
    let best = portfolio.best().map(|ways| on_paper(board, ways));
    match (ended, best) {
        (Ok(()), best) => best.map_or(Finish::Impossible, Finish::Best),
        (Err(limit), Some(strokes)) => Finish::Some {
            strokes,
            limit,
            bound,
        },
        (Err(limit), None) => Finish::Unknown { limit, bound },
    }
}

fn price(strokes: &[Stroke]) -> Price {
    let cells = strokes.iter().map(|stroke| stroke.cells().len() as u32 - 1);
    (strokes.len() as u16, cells.sum())
}

pub(super) fn costs((strokes, cells): Price) -> Costs {
    Costs::new([(STROKES, strokes.into()), (CELLS, cells.into())])
}
