//! The solver: fewest strokes, then fewest cells, proved.
//!
//! Paint that one stroke lays changes the world for the next, so a state is the whole canvas, and
//! in a plain search every detour multiplies everything after it. What makes it feasible is
//! knowing early what is still to pay:
//!
//! - [`strokes`] bounds the *strokes*, and the cells of strokes that have to be drawn one by one:
//!   errands that no stroke can run together need a stroke each, and each its own way there.
//! - [`landmark`] bounds the *cells* where strokes share their ways. It keeps every cell and what
//!   can lie on it, and forgets that paint covers paint.
//! - [`search`] is a search over single steps with those two. It first decides how many strokes
//!   are needed, then how many cells. A step that does nothing by itself is taken on credit:
//!   somebody has to make use of its paint later, or the step was in vain.
//!
//! Parts of the paper that are not connected are solved one by one, and their prices add up.
//!
//! *Proved* means: every state whose bound is below the solution's price has been expanded.
//! *Unsolvable* means that the search ran out of states.

mod board;
mod landmark;
mod search;
mod strokes;

use gridwright_core::budget::{Budget, Limit, Meter};
use gridwright_core::cost::Costs;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::judge;
use gridwright_core::solve::{Answer, Optimality, Verdict};

use board::Board;
use landmark::Landmarks;
use search::{Ended, Order, Price, Search};
use strokes::Strokes;

use super::level::Level;
use super::rules::{Position, Stroke};

/// Any price will do.
const UNLIMITED: Price = (u16::MAX, u32::MAX);

/// So many bytes of landmarks are remembered at most.
const REMEMBERED: u64 = 64 << 20;

/// Solves a level from its start.
pub fn solve(level: &Level, budget: &Budget<'_>) -> Answer<Stroke> {
    let mut meter = budget.meter();
    let found = finish(level, &level.start(), &mut meter);
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
        Finish::Impossible => Verdict::Unsolvable { certificate: None },
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
    level: &Level,
    (strokes, cells): (u64, u64),
    budget: &Budget<'_>,
) -> Option<Option<(u64, u64)>> {
    let mut meter = budget.meter();
    let boards = Board::parts(level, &level.start());
    let found = match &boards[..] {
        [board] => finish_part(board, (strokes as u16, cells as u32 + 1), &mut meter),
        _ => finish(level, &level.start(), &mut meter),
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

/// How many strokes a level needs at least, by the [bound](strokes) at its start alone: a quick look.
/// `None` if it has no solution.
pub fn fewest_strokes(level: &Level) -> Option<u64> {
    let boards = Board::parts(level, &level.start());
    let strokes = boards.iter().map(|board| {
        let bound = Strokes::new(board).bound(board, board.start(), 0);
        bound.map(|(strokes, _)| u64::from(strokes))
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
    if position.is_spoiled() {
        return Finish::Impossible;
    }
    let mut whole = Finish::Best(Vec::new());
    for board in Board::parts(level, position) {
        whole = together(whole, finish_part(&board, UNLIMITED, meter));
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
fn finish_part(board: &Board, ceiling: Price, meter: &mut Meter<'_>) -> Finish {
    let mut quest = Quest {
        strokes: Strokes::new(board),
        landmarks: Landmarks::new(board, REMEMBERED.min(meter.budget().memory() / 8)),
        best: None,
    };
    let mut bound = (0, 0);
    match quest.run(board, ceiling, meter, &mut bound) {
        Ok(()) => quest.best.map_or(Finish::Impossible, Finish::Best),
        Err(limit) => match quest.best {
            Some(strokes) => Finish::Some {
                strokes,
                limit,
                bound,
            },
            None => Finish::Unknown { limit, bound },
        },
    }
}

/// One solve: the bounds, and the best solution so far.
struct Quest {
    strokes: Strokes,
    landmarks: Landmarks,
    best: Option<Vec<Stroke>>,
}

impl Quest {
    /// Searches until `best` is proved; keeps `bound` up to date on the way.
    fn run(
        &mut self,
        board: &Board,
        mut ceiling: Price,
        meter: &mut Meter<'_>,
        bound: &mut Price,
    ) -> Result<(), Limit> {
        for order in [Order::Strokes, Order::Best] {
            let mut search = Search::new(board, order, ceiling, &mut self.strokes, meter)?;
            let ended = search.run(&mut self.strokes, &mut self.landmarks, meter);
            *bound = search.bound().max(*bound);
            meter.bound(costs(*bound));
            meter.release(search.charged());
            match ended? {
                Ended::Solved(strokes) => {
                    ceiling = price(&strokes);
                    meter.best(costs(ceiling));
                    self.best = Some(strokes);
                }
                Ended::Exhausted => return Ok(()),
            }
        }
        Ok(())
    }
}

fn price(strokes: &[Stroke]) -> Price {
    let cells = strokes.iter().map(|stroke| stroke.cells().len() as u32 - 1);
    (strokes.len() as u16, cells.sum())
}

fn costs((strokes, cells): Price) -> Costs {
    Costs::new([("strokes", strokes.into()), ("cells", cells.into())])
}
