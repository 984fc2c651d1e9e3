//! The solver: fewest strokes, then fewest cells, proved.
//!
//! Paint that one stroke lays changes the world for the next, so a state is the whole canvas, and
//! in a plain search every detour multiplies everything after it. What makes it feasible is
//! knowing early what is still to pay:
//!
//! - [`plan`] bounds the *strokes*. It keeps the one brush, the gates that work once and the cuts
//!   that end a stroke, and forgets paths. Its states are few, so its answers are looked up.
//! - [`landmark`] bounds the *cells*. It keeps every cell and what can lie on it, and forgets that
//!   paint covers paint. Sets of steps one of which every solution must take add up to a bound.
//! - [`search`] is A* over single steps with those two, the expensive one asked late.
//!
//! Parts of the paper that are not connected are solved one by one, and their prices add up.
//!
//! *Proved* means: every state whose bound is below the solution's price has been expanded.
//! *Unsolvable* means that the plan has no way to the targets however many strokes it may use, or
//! that the search ran out of states.

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

/// How many strokes a level needs at least, by its [colour plan](plan) alone: a quick look.
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
        whole = together(whole, finish_part(&board, meter));
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

fn finish_part(board: &Board, meter: &mut Meter<'_>) -> Finish {
    let mut quest = Quest {
        strokes: Strokes::new(board),
        landmarks: Landmarks::new(board, REMEMBERED.min(meter.budget().memory() / 8)),
        best: None,
    };
    let mut bound = (0, 0);
    match quest.run(board, meter, &mut bound) {
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
        meter: &mut Meter<'_>,
        bound: &mut Price,
    ) -> Result<(), Limit> {
        let mut ceiling = (u16::MAX, u32::MAX);
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
