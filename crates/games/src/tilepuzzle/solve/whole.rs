//! The methods that work on the classes of a level, behind one door for boards of any size: fewest
//! steps, fewest steps by other means, fewest drags best-first, and some solution at all.

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::cost::Costs;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;

use crate::tilepuzzle::level::Level;
use crate::tilepuzzle::rules::Position;

use super::space::{Ids, Space, Step};
use super::{Finish, Metric, additive, best_first, bounds, deepen, descent, model};

/// What a method that knows the whole board came to.
pub(super) enum Whole {
    /// It is settled.
    Done(Finish),
    /// It is not; every solution takes at least so many drags.
    Open(u32),
}

impl Whole {
    /// What came of a method that may take all the nodes it wants.
    pub(super) fn done(self) -> Finish {
        match self {
            Whole::Done(finish) => finish,
            Whole::Open(_) => unreachable!("nothing stops it but a limit"),
        }
    }
}

/// The methods that work on the classes of a level.
pub(super) trait WholeBoard {
    /// The fewest steps, known to be no fewer than `least`; some solution is looked for on the way
    /// unless one is in hand.
    fn fewest_steps(
        &mut self,
        in_hand: bool,
        least: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Finish, (Limit, Costs)>;

    /// The fewest steps, by the sum of the class bounds alone.
    fn additive(&mut self, meter: &mut Meter<'_>) -> Result<Whole, Limit>;

    /// The fewest drags and steps, within so many nodes.
    fn best_first(&mut self, most_nodes: usize, meter: &mut Meter<'_>) -> Result<Whole, Limit>;

    /// Some solution, or that there is none, if it is found out within a part of the work done so
    /// far. A solution counts as open.
    fn look(&mut self, meter: &mut Meter<'_>) -> Result<Whole, Limit>;
}

/// The classes of a level in a position.
pub(super) fn whole<'l>(
    level: &'l Level,
    position: &'l Position,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn WholeBoard + 'l>, Limit> {
    // Every width is code that a browser has to fetch; two words are one vector there.
    Ok(match model::bits_needed(level) {
        #[cfg(not(target_family = "wasm"))]
        0..=64 => Box::new(Task::<1>::new(level, position, meter)?),
        0..=128 => Box::new(Task::<2>::new(level, position, meter)?),
        _ => Box::new(Task::<16>::new(level, position, meter)?),
    })
}

/// The steps needed at least from a position, if no colour were in another's way; `None` where
/// some cat cannot be reached at all.
pub fn color_bound(
    level: &Level,
    position: &Position,
    meter: &mut Meter<'_>,
) -> Result<Option<u32>, Limit> {
    fn bound<const W: usize>(
        level: &Level,
        position: &Position,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Limit> {
        let task = Task::<W>::new(level, position, meter)?;
        Ok(task.unreachable().is_empty().then(|| task.least_steps()))
    }
    match model::bits_needed(level) {
        #[cfg(not(target_family = "wasm"))]
        0..=64 => bound::<1>(level, position, meter),
        0..=128 => bound::<2>(level, position, meter),
        _ => bound::<16>(level, position, meter),
    }
}

/// One search, from some position of a level.
struct Task<'l, const W: usize> {
    level: &'l Level,
    position: &'l Position,
    space: Space<W>,
    openings: Vec<(Step, Ids)>,
    known: Known,
}

impl<const W: usize> WholeBoard for Task<'_, W> {
    fn fewest_steps(
        &mut self,
        in_hand: bool,
        least: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Finish, (Limit, Costs)> {
        if let Some(impossible) = self.refutation() {
            return Ok(impossible);
        }
        let mut search = deepen::Deepening::new(&self.space);
        let mut length = self.least_steps().max(least);
        loop {
            let bounds = bounds(Metric::Steps, 0, length);
            meter.bound(bounds.clone());
            // To know some solution, or that there is none, is worth as much work as the
            // search for the best one took so far.
            if !in_hand {
                match self.known.look(&mut self.space, &self.openings, meter) {
                    Ok(Some(impossible)) => return Ok(impossible),
                    Ok(None) => {}
                    Err(limit) => return Err((limit, bounds)),
                }
            }
            if let Some(steps) = &self.known.steps
                && steps.len() as u32 <= length
            {
                return Ok(self.found(steps, None));
            }
            match search.solution(&mut self.space, &self.openings, length, meter) {
                Ok(None) => length += 1,
                Ok(Some(steps)) => return Ok(self.found(&steps, None)),
                Err(limit) => {
                    return match &self.known.steps {
                        Some(steps) => Ok(self.found(steps, Some((limit, bounds)))),
                        None => Err((limit, bounds)),
                    };
                }
            }
        }
    }

    fn additive(&mut self, meter: &mut Meter<'_>) -> Result<Whole, Limit> {
        if let Some(impossible) = self.refutation() {
            return Ok(Whole::Done(impossible));
        }
        let found = additive::search(&mut self.space, &self.openings, meter)?;
        Ok(Whole::Done(match found {
            Some(steps) => self.found(&steps, None),
            None => Finish::IMPOSSIBLE,
        }))
    }

    fn best_first(&mut self, most_nodes: usize, meter: &mut Meter<'_>) -> Result<Whole, Limit> {
        if let Some(impossible) = self.refutation() {
            return Ok(Whole::Done(impossible));
        }
        let outcome = best_first::search(&mut self.space, &self.openings, most_nodes, meter)?;
        Ok(match outcome {
            best_first::Outcome::Solved(steps) => Whole::Done(self.found(&steps, None)),
            best_first::Outcome::Impossible => Whole::Done(Finish::IMPOSSIBLE),
            best_first::Outcome::TooMany { drags } => Whole::Open(drags),
        })
    }

    fn look(&mut self, meter: &mut Meter<'_>) -> Result<Whole, Limit> {
        let impossible = self.known.look(&mut self.space, &self.openings, meter)?;
        Ok(match (impossible, &self.known.steps) {
            (Some(impossible), _) => Whole::Done(impossible),
            (None, Some(steps)) => {
                Whole::Done(self.found(steps, Some((Limit::Nodes, Costs::none()))))
            }
            (None, None) => Whole::Open(1),
        })
    }
}

impl<'l, const W: usize> Task<'l, W> {
    fn new(level: &'l Level, position: &'l Position, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let mut space = Space::new(level, position, meter)?;
        let openings = space.openings(meter)?;
        Ok(Task {
            level,
            position,
            space,
            openings,
            known: Known::new(),
        })
    }

    /// If it can be seen at once that there is no solution.
    fn refutation(&self) -> Option<Finish> {
        let unreachable = self.unreachable();
        let refuted = self.openings.is_empty() || !unreachable.is_empty();
        refuted.then_some(Finish::Impossible { unreachable })
    }

    /// A bound on the steps: the first one, and what is needed after it.
    fn least_steps(&self) -> u32 {
        let after = |(_, ids): &(Step, Ids)| 1 + self.space.steps(ids);
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
