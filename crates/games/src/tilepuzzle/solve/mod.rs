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
//!   `pairs`, which knows what two classes cost each other, and by `feet`, which knows what
//!   need not be tried because it concerns nobody else.
//! - `best_first` finds the fewest drags and steps on small boards; `drags` finds the fewest
//!   drags on large ones by deepening, and then helps `best_first` to find the fewest steps.
//! - `memo` bounds the memory, `space` holds it all together, `sweep` knows what one drag
//!   can do.
//!
//! *Proved* means: every state that could lead to a cheaper solution was searched or excluded by
//! an admissible bound. *Unsolvable* means: some cat cannot be reached by any shape even on an
//! empty board, or every state within reach was seen.

mod best_first;
mod class;
mod deepen;
mod descent;
mod drags;
mod feet;
mod memo;
mod model;
mod pairs;
mod space;
mod sweep;
mod tours;

use serde::Serialize;

use gridwright_core::budget::{Budget, Limit, Meter};
use gridwright_core::cost::Costs;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee;
use gridwright_core::solve::{Answer, Optimality, Verdict, Wish};

use super::level::Level;
use super::rules::{Move, Position};
use space::{Ids, Space, Step};

/// Nodes of the best-first search over drags before the deepening search takes over.
pub const SMALL_BOARD: usize = 60_000;

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
    finish_switching(level, position, metric, SMALL_BOARD, meter)
}

/// The same, with the number of nodes after which a search for drags changes its method. The
/// answer does not depend on it, only the time it takes.
pub fn finish_switching(
    level: &Level,
    position: &Position,
    metric: Metric,
    small_board: usize,
    meter: &mut Meter<'_>,
) -> Finish {
    if level.is_solved(position) {
        return Finish::Found {
            moves: Vec::new(),
            open: None,
        };
    }
    match model::bits_needed(level) {
        0..=64 => Task::<1>::run(level, position, metric, small_board, meter),
        65..=128 => Task::<2>::run(level, position, metric, small_board, meter),
        _ => Task::<16>::run(level, position, metric, small_board, meter),
    }
}

/// The steps needed at least from a position, if no colour were in another's way; `None` where
/// some cat cannot be reached at all.
pub fn color_bound(level: &Level, position: &Position, meter: &mut Meter<'_>) -> Option<u32> {
    fn bound<const W: usize>(
        level: &Level,
        position: &Position,
        meter: &mut Meter<'_>,
    ) -> Option<u32> {
        let task = Task::<W>::new(level, position, 0, meter).ok()?;
        task.unreachable().is_empty().then(|| task.least_steps())
    }
    match model::bits_needed(level) {
        0..=64 => bound::<1>(level, position, meter),
        65..=128 => bound::<2>(level, position, meter),
        _ => bound::<16>(level, position, meter),
    }
}

/// One search, from some position of a level.
struct Task<'l, const W: usize> {
    level: &'l Level,
    position: &'l Position,
    space: Space<W>,
    openings: Vec<(Step, Ids)>,
    small_board: usize,
}

impl<'l, const W: usize> Task<'l, W> {
    fn new(
        level: &'l Level,
        position: &'l Position,
        small_board: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let mut space = Space::new(level, position, meter)?;
        let openings = space.openings(meter)?;
        Ok(Task {
            level,
            position,
            space,
            openings,
            small_board,
        })
    }

    fn run(
        level: &'l Level,
        position: &'l Position,
        metric: Metric,
        small_board: usize,
        meter: &mut Meter<'_>,
    ) -> Finish {
        match Task::<W>::new(level, position, small_board, meter) {
            Ok(task) => task.search(metric, meter),
            Err(limit) => Finish::GaveUp(limit, Costs::none()),
        }
    }

    fn search(self, metric: Metric, meter: &mut Meter<'_>) -> Finish {
        let unreachable = self.unreachable();
        if self.openings.is_empty() || !unreachable.is_empty() {
            return Finish::Impossible { unreachable };
        }
        match metric {
            Metric::Steps => self.fewest_steps(meter),
            Metric::Drags => self.fewest_drags(meter),
        }
        .unwrap_or_else(|(limit, bounds)| Finish::GaveUp(limit, bounds))
    }

    /// A bound on the steps: the first one, and what is needed after it.
    fn least_steps(&self) -> u32 {
        let after = |(_, ids): &(Step, Ids)| 1 + self.space.steps(ids);
        self.openings.iter().map(after).min().unwrap_or(0)
    }

    /// A bound on the drags: the first may go on after its first step.
    fn least_drags(&self) -> u32 {
        let after = |(_, ids): &(Step, Ids)| self.space.drags(ids).max(1);
        self.openings.iter().map(after).min().unwrap_or(0)
    }

    /// Cats that nobody can reach, whatever the others do.
    fn unreachable(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for class in &self.space.classes {
            let mut reached = class.model.home;
            for (body, place) in class.model.bodies.iter().enumerate() {
                reached = reached.or(&class.reach(body, place.start));
            }
            for (i, cat) in class.model.cats.iter().enumerate() {
                if !reached.contains(i) {
                    cells.push(self.level.cats()[cat.index].at);
                }
            }
        }
        cells
    }

    fn fewest_steps(mut self, meter: &mut Meter<'_>) -> Result<Finish, (Limit, Costs)> {
        let mut search = deepen::Deepening::new(&self.space);
        let mut known = Known::new();
        let mut length = self.least_steps();
        loop {
            let bounds = bounds(Metric::Steps, 0, length);
            meter.bound(bounds.clone());
            // To know some solution, or that there is none, is worth as much work as the
            // search for the best one took so far.
            match known.look(&mut self.space, &self.openings, meter) {
                Ok(Some(impossible)) => return Ok(impossible),
                Ok(None) => {}
                Err(limit) => return Err((limit, bounds)),
            }
            if let Some(steps) = &known.steps
                && steps.len() as u32 <= length
            {
                return Ok(self.found(steps, None));
            }
            match search.solution(&mut self.space, &self.openings, length, meter) {
                Ok(None) => length += 1,
                Ok(Some(steps)) => return Ok(self.found(&steps, None)),
                Err(limit) => {
                    return match &known.steps {
                        Some(steps) => Ok(self.found(steps, Some((limit, bounds)))),
                        None => Err((limit, bounds)),
                    };
                }
            }
        }
    }

    fn fewest_drags(mut self, meter: &mut Meter<'_>) -> Result<Finish, (Limit, Costs)> {
        let (mut minimum, least_steps) = (self.least_drags(), self.least_steps());
        let terms = best_first::Terms {
            most_nodes: self.small_board,
            minimum: None,
        };
        let outcome = best_first::search(&mut self.space, &self.openings, terms, meter);
        match outcome {
            Ok(best_first::Outcome::Solved(steps)) => return Ok(self.found(&steps, None)),
            Ok(best_first::Outcome::Impossible) => return Ok(Finish::IMPOSSIBLE),
            Ok(best_first::Outcome::TooMany { drags }) => minimum = minimum.max(drags),
            Err(limit) => return Err((limit, bounds(Metric::Drags, minimum, least_steps))),
        };
        let mut search = drags::DragDeepening::new();
        let mut known = Known::new();
        let path = loop {
            let bounds = bounds(Metric::Drags, minimum, least_steps);
            meter.bound(bounds.clone());
            match known.look(&mut self.space, &self.openings, meter) {
                Ok(Some(impossible)) => return Ok(impossible),
                Ok(None) => {}
                Err(limit) => return Err((limit, bounds)),
            }
            match search.solution(&mut self.space, &self.openings, minimum, meter) {
                Ok(Some(steps)) => break steps,
                Ok(None) => minimum += 1,
                Err(limit) => {
                    return match &known.steps {
                        Some(steps) => Ok(self.found(steps, Some((limit, bounds)))),
                        None => Err((limit, bounds)),
                    };
                }
            }
        };
        let terms = best_first::Terms {
            most_nodes: usize::MAX,
            minimum: Some((minimum, &mut search)),
        };
        match best_first::search(&mut self.space, &self.openings, terms, meter) {
            Ok(best_first::Outcome::Solved(steps)) => Ok(self.found(&steps, None)),
            Ok(_) => unreachable!("a solution with this many drags is in hand"),
            Err(limit) => {
                let open = (limit, bounds(Metric::Drags, minimum, least_steps));
                Ok(self.found(&path, Some(open)))
            }
        }
    }

    /// The moves of steps, cut where the level is solved: a drag that goes everywhere may go on.
    fn found(&self, steps: &[Step], open: Option<(Limit, Costs)>) -> Finish {
        let mut moves = self.space.moves(steps);
        let mut position = self.position.clone();
        let solved = moves.iter().position(|mv| {
            self.level.apply(&mut position, mv).is_ok() && self.level.is_solved(&position)
        });
        if let Some(last) = solved {
            moves.truncate(last + 1);
        }
        Finish::Found { moves, open }
    }
}

/// A solution that need not be the best, looked for in instalments.
struct Known {
    steps: Option<Vec<Step>>,
    most_states: usize,
    next_look: u64,
}

impl Known {
    /// States looked at in the first instalment.
    const FIRST: usize = 200_000;

    fn new() -> Self {
        Known {
            steps: None,
            most_states: Self::FIRST,
            next_look: 0,
        }
    }

    /// Looks for a solution if there is none yet and enough other work was done since the last
    /// time. Says so if there can be none.
    fn look<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        openings: &[(Step, Ids)],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Finish>, Limit> {
        if self.steps.is_some() || meter.stats().nodes < self.next_look {
            return Ok(None);
        }
        match descent::descend(space, openings, self.most_states, meter)? {
            descent::Outcome::Impossible => return Ok(Some(Finish::IMPOSSIBLE)),
            descent::Outcome::Solved(steps) => self.steps = Some(steps),
            descent::Outcome::Undecided => {
                self.most_states *= 8;
                self.next_look = 2 * meter.stats().nodes;
            }
        }
        Ok(None)
    }
}

fn bounds(metric: Metric, drags: u32, steps: u32) -> Costs {
    let both = Costs::new([("drags", u64::from(drags)), ("steps", u64::from(steps))]);
    both.in_order(metric.order())
}
