//! The solver: fewest steps, or fewest drags and then fewest steps, proved.
//!
//! What makes the game tractable is that colours hardly ever help each other. Take all other
//! colours off the board and a colour needs some number of steps; since a step moves one shape of
//! one colour, these numbers add up to a lower bound that is exact more often than not. The rest is
//! about the cases in which colours get in each other's way.
//!
//! - `model` numbers cells and turns shapes into rigid bodies, grouped into classes by colour.
//! - `tours` tabulates what a body alone needs to fetch any set of cats; the cheapest split of
//!   a class's cats among its bodies is the bound of the class.
//! - `class` interns the states of each class with bounds and ready-made moves, so
//!   that a state of the level is a few numbers and a move costs a lookup and a mask.
//! - `descent` finds some solution, or proves that there is none: nothing done in this game is
//!   ever a mistake, so one more cat at home is progress for good.
//! - `deepen` finds the fewest steps by deepening on the excess over the bound, helped by
//!   `pairs`, which knows what two classes cost each other, by `fronts`, which knows how they may
//!   share it, and by `stubborn`, which knows what need not be tried because it concerns nobody else.
//! - `drags` finds the fewest drags and then the fewest steps; `best_first` does so where hardly any
//!   cell is free, so that few positions can be reached but many drags are needed.
//! - `additive` finds the fewest steps with the sum of the class bounds alone, `plain` the fewest drags
//!   without any bound: slower, and there to check the others.
//! - `bits` holds sets, `memo` bounds the memory, `space` holds the classes together, `ways` knows
//!   what one drag can do, `whole` chooses the size of the sets.
//!
//! *Proved* means: every state that could lead to a cheaper solution was searched or excluded by
//! an admissible bound. *Unsolvable* means: some cat cannot be reached by any shape even on an
//! empty board, or even if cells that are left once stayed free, or every state within reach was seen.

mod additive;
mod best_first;
mod bits;
mod class;
mod deepen;
mod descent;
mod drags;
mod fronts;
mod memo;
mod model;
mod pairs;
mod plain;
mod space;
mod stubborn;
mod tours;
#[cfg(test)]
mod walk;
mod ways;
mod whole;

use serde::Serialize;

use gridwright_core::budget::{Budget, Limit, Meter};
use gridwright_core::cost::Costs;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee;
use gridwright_core::solve::{Answer, Optimality, Verdict, Wish};

use super::level::Level;
use super::rules::{DRAGS, Move, Position, STEPS};
use crate::kind::Solves;
use crate::tilepuzzle::TilePuzzle;
use drags::FirstLook;
pub use whole::color_bound;
use whole::{Whole, WholeBoard, whole};

impl Solves for TilePuzzle {
    type Certificate = Certificate;

    fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Move, Certificate> {
        solve(level, wish, budget)
    }
}

/// Nodes of the best-first search over drags before other methods take over.
const SMALL_BOARD: usize = 60_000;

/// States that the search for the fewest drags looks at before other methods have their turn.
const FIRST_STATES: u64 = 20_000;

/// Boards with more shapes than this are given some solution first.
const MANY_SHAPES: usize = 16;

/// The same where steps are counted: there the search for the best one takes longer.
const SEVERAL_SHAPES: usize = 6;

/// Cats that no shape of their colour can reach, even with nothing else on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// Where these cats sit.
    pub unreachable: Vec<Cell>,
}

/// What to count first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Every step of a shape counts.
    Steps,
    /// Steps of one shape in a row count once; steps break ties.
    Drags,
}

impl Metric {
    /// The metric of this name; steps if none is named.
    pub fn named(name: Option<&str>) -> Metric {
        match name {
            Some("drags") => Metric::Drags,
            _ => Metric::Steps,
        }
    }

    /// The names of what is minimised, in order.
    pub const fn order(self) -> &'static [&'static str] {
        match self {
            Metric::Steps => &["steps"],
            Metric::Drags => &["drags", "steps"],
        }
    }
}

/// What is known about finishing a level from some position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Moves that finish it.
    Found {
        /// The moves.
        moves: Vec<Move>,
        /// `None` if nothing is cheaper; else the limit that was hit and lower bounds.
        open: Option<(Limit, Costs)>,
    },
    /// It cannot be done.
    Impossible {
        /// Cats that nobody can reach, if that is why.
        unreachable: Vec<Cell>,
    },
    /// Not known.
    GaveUp(Limit, Costs),
}

impl Finish {
    /// It cannot be done, for no reason that could be told in a word.
    const IMPOSSIBLE: Finish = Finish::Impossible {
        unreachable: Vec::new(),
    };
}

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Steps, by deepening on the excess over the bounds of the colours.
    Deepening,
    /// Drags, by putting off their ends, and steps by the sets of bodies that move.
    LazyEnds,
    /// Drags and steps, best-first over drags.
    BestFirst,
}

/// Solves a level from its start.
pub fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Move, Certificate> {
    let mut meter = budget.meter();
    let finish = finish(
        level,
        &level.start(),
        Metric::named(wish.metric),
        &mut meter,
    );
    let verdict = match finish {
        Finish::Found { moves, open } => {
            let witness = referee::judge(level, moves)
                .unwrap_or_else(|broken| panic!("the solver broke the rules: {broken}"));
            let optimality = match open {
                None => Optimality::Proved,
                Some((limit, bounds)) => Optimality::Open { limit, bounds },
            };
            Verdict::Solved {
                witness,
                optimality,
            }
        }
        Finish::Impossible { unreachable } => Verdict::Unsolvable {
            certificate: (!unreachable.is_empty()).then_some(Certificate { unreachable }),
        },
        Finish::GaveUp(limit, bounds) => Verdict::GaveUp { limit, bounds },
    };
    Answer {
        verdict,
        listing: None,
        stats: meter.stats(),
    }
}

/// The cheapest way to finish a level from a position.
pub fn finish(level: &Level, position: &Position, metric: Metric, meter: &mut Meter<'_>) -> Finish {
    finish_by(level, position, metric, meter).0
}

/// The fewest steps of a level of which it is known that so many are needed at least: a generator
/// that puts one more thing in the way need not have it proved again.
pub fn fewest_steps_from(level: &Level, least: u32, meter: &mut Meter<'_>) -> Finish {
    // Where there are more shapes, nodes end many a search, and it shall not depend on who asks.
    let is_small = level.shapes().len() <= SEVERAL_SHAPES;
    let least = if is_small { least } else { 0 };
    let finish = fewest_steps(level, &level.start(), least, meter);
    finish.unwrap_or_else(|(limit, bounds)| Finish::GaveUp(limit, bounds))
}

/// The cheapest way to finish a level from a position, and what that rests on.
pub fn finish_by(
    level: &Level,
    position: &Position,
    metric: Metric,
    meter: &mut Meter<'_>,
) -> (Finish, Method) {
    let mut method = match metric {
        Metric::Steps => Method::Deepening,
        Metric::Drags => Method::LazyEnds,
    };
    if level.is_solved(position) {
        let done = Finish::Found {
            moves: Vec::new(),
            open: None,
        };
        return (done, method);
    }
    let finish = match metric {
        Metric::Steps => fewest_steps(level, position, 0, meter),
        Metric::Drags => fewest_drags(level, position, &mut method, meter),
    };
    let finish = finish.unwrap_or_else(|(limit, bounds)| Finish::GaveUp(limit, bounds));
    (finish, method)
}

/// The same by a method that shares no bound on drags, and no pruning of steps, with the one that
/// the answer of [`finish_by`] rests on. It is slower, and there to check the other.
pub fn finish_otherwise(
    level: &Level,
    position: &Position,
    than: Method,
    meter: &mut Meter<'_>,
) -> Finish {
    let outcome = match than {
        Method::Deepening => whole(level, position, meter)
            .and_then(|mut whole| whole.additive(meter))
            .map(Whole::done),
        Method::LazyEnds => best_first(level, position, meter),
        Method::BestFirst => plain::search(level, position, meter).map(|found| match found {
            Some(moves) => Finish::Found { moves, open: None },
            None => Finish::IMPOSSIBLE,
        }),
    };
    outcome.unwrap_or_else(|limit| Finish::GaveUp(limit, Costs::none()))
}

/// The fewest drags and steps by best-first search, however many nodes that takes.
fn best_first(level: &Level, position: &Position, meter: &mut Meter<'_>) -> Result<Finish, Limit> {
    let outcome = whole(level, position, meter)?.best_first(usize::MAX, meter)?;
    Ok(outcome.done())
}

fn fewest_steps(
    level: &Level,
    position: &Position,
    least: u32,
    meter: &mut Meter<'_>,
) -> Result<Finish, (Limit, Costs)> {
    // It is worth much to have some solution, or to see that there is none, before anything else is
    // prepared.
    let mut known = None;
    if level.shapes().len() > SEVERAL_SHAPES {
        let unknown = |limit| (limit, Costs::none());
        let mut search = drags::search(level, position, meter).map_err(unknown)?;
        if let Some(cats) = search.refutation(meter).map_err(unknown)? {
            let unreachable = cats.iter().map(|&cat| level.cats()[cat].at).collect();
            return Ok(Finish::Impossible { unreachable });
        }
        if !search.is_crowded()
            && is_impossible(&mut *search, &mut known, meter).map_err(unknown)?
        {
            return Ok(Finish::IMPOSSIBLE);
        }
    }
    let finish = match whole(level, position, meter) {
        Ok(mut whole) => whole.fewest_steps(known.is_some(), least, meter),
        Err(limit) => Err((limit, Costs::none())),
    };
    match (finish, known) {
        (Err((limit, bounds)), Some(moves)) => Ok(Finish::Found {
            moves,
            open: Some((limit, bounds)),
        }),
        (finish, _) => finish,
    }
}

/// The fewest drags, and then the fewest steps. If that rests on the best-first search, `method` is
/// told so.
fn fewest_drags(
    level: &Level,
    position: &Position,
    method: &mut Method,
    meter: &mut Meter<'_>,
) -> Result<Finish, (Limit, Costs)> {
    let unknown = |limit| (limit, Costs::none());
    let mut search = drags::search(level, position, meter).map_err(unknown)?;
    if let Some(cats) = search.refutation(meter).map_err(unknown)? {
        let unreachable = cats.iter().map(|&cat| level.cats()[cat].at).collect();
        return Ok(Finish::Impossible { unreachable });
    }
    let mut known: Option<Vec<Move>> = None;
    let first = match first_with_fewest(level, position, &mut *search, &mut known, meter) {
        Ok(First::Moves(moves)) => moves,
        Ok(First::Done(finish)) => {
            *method = Method::BestFirst;
            return Ok(finish);
        }
        Err(limit) => {
            let (drags, steps) = search.bounds();
            let bounds = bounds(Metric::Drags, drags, steps);
            return match known {
                Some(moves) => Ok(Finish::Found {
                    moves,
                    open: Some((limit, bounds)),
                }),
                None => Err((limit, bounds)),
            };
        }
    };
    let fewer = if search.can_count_steps() {
        search.fewest_steps(first.len(), meter)
    } else {
        *method = Method::BestFirst;
        match best_first(level, position, meter) {
            Ok(finish) => return Ok(finish),
            Err(limit) => Err(limit),
        }
    };
    let (moves, open) = match fewer {
        Ok(fewer) => (fewer.unwrap_or(first), None),
        Err(limit) => {
            let (drags, steps) = search.bounds();
            (first, Some((limit, bounds(Metric::Drags, drags, steps))))
        }
    };
    Ok(Finish::Found { moves, open })
}

/// Looks for some solution, which is put into `known`; whether it was seen that there is none.
fn is_impossible(
    search: &mut dyn drags::Search,
    known: &mut Option<Vec<Move>>,
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    match search.some_solution(meter)? {
        FirstLook::Solved(moves) => *known = Some(moves),
        FirstLook::Impossible => return Ok(true),
        FirstLook::Undecided => {}
    }
    Ok(false)
}

/// What the search for the fewest drags ends with.
enum First {
    /// A solution with the fewest drags, but perhaps too many steps.
    Moves(Vec<Move>),
    /// All is known.
    Done(Finish),
}

/// A solution with the fewest drags. Methods take turns, each granted more than the time before, so
/// that none needs more than a few times the work of the best one. Some solution found on the way
/// is put into `known`.
fn first_with_fewest(
    level: &Level,
    position: &Position,
    search: &mut dyn drags::Search,
    known: &mut Option<Vec<Move>>,
    meter: &mut Meter<'_>,
) -> Result<First, Limit> {
    let crowded = search.is_crowded();
    let mut may_look = !crowded;
    if level.shapes().len() > MANY_SHAPES && may_look {
        may_look = false;
        if is_impossible(search, known, meter)? {
            return Ok(First::Done(Finish::IMPOSSIBLE));
        }
    }
    let mut states = if crowded { 0 } else { FIRST_STATES };
    let mut board: Option<Box<dyn WholeBoard + '_>> = None;
    loop {
        let (drags, steps) = search.bounds();
        meter.bound(bounds(Metric::Drags, drags, steps));
        if states > 0
            && let Some(moves) = search.fewest_drags(states, meter)?
        {
            return Ok(First::Moves(moves));
        }
        states = (4 * states).max(FIRST_STATES);
        if may_look {
            may_look = false;
            if is_impossible(search, known, meter)? {
                return Ok(First::Done(Finish::IMPOSSIBLE));
            }
        }
        let outcome = match &mut board {
            Some(board) if known.is_none() => board.look(meter)?,
            Some(_) => continue,
            None => board
                .insert(whole(level, position, meter)?)
                .best_first(SMALL_BOARD, meter)?,
        };
        match outcome {
            Whole::Done(Finish::Found {
                moves,
                open: Some(_),
            }) => *known = Some(moves),
            Whole::Done(finish) => return Ok(First::Done(finish)),
            Whole::Open(drags) => search.note_bound(drags),
        }
    }
}

fn bounds(metric: Metric, drags: u32, steps: u32) -> Costs {
    let both = Costs::new([(DRAGS, u64::from(drags)), (STEPS, u64::from(steps))]);
    both.in_order(metric.order())
}
