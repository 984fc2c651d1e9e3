//! How much trying a challenge asks of a person who tries everything.
//!
//! Forced pieces go down at once; where nothing is forced, every way to cover the tightest cell
//! is tried to its end. That is the walk of the explanation with its wrong turns counted. Grades
//! rest on this count, and shipped packs on the grades, so the procedure is frozen: it shares
//! nothing with the solver, and a faster solver grades no challenge differently.

use gridwright_core::budget::{Budget, Meter};
use gridwright_core::puzzle::Puzzle;

use super::forced::{self, Next};
use super::level::Level;
use super::rules::{Move, Position};
use super::set::{Lay, Placement};

/// Nobody lays more pieces than this.
pub const PATIENCE: u64 = 2_000;

/// How many pieces are laid after one of them until everything is tried, [`PATIENCE`] at most;
/// `None` if the budget does not suffice.
pub fn pieces_laid(
    level: &Level,
    position: &Position,
    fitting: &[&Placement],
    lay: Lay,
    budget: &Budget<'_>,
) -> Option<u64> {
    let mut trial = Trial {
        level,
        meter: budget.meter(),
        laid: 0,
    };
    match trial.lay(&mut position.clone(), fitting, lay) {
        Ok(()) | Err(End::OutOfPatience) => Some(trial.laid),
        Err(End::OutOfBudget) => None,
    }
}

struct Trial<'a> {
    level: &'a Level,
    meter: Meter<'a>,
    laid: u64,
}

/// Why a trial ended early.
enum End {
    OutOfPatience,
    OutOfBudget,
}

impl Trial<'_> {
    fn go_on(&mut self, position: &mut Position, fitting: &[&Placement]) -> Result<(), End> {
        match forced::next(self.level, position, fitting) {
            Next::Done | Next::Stuck(_) => Ok(()),
            Next::Forced(lay, _) => self.lay(position, fitting, lay),
            Next::Choice(_, ways) => ways
                .into_iter()
                .try_for_each(|lay| self.lay(position, fitting, lay)),
        }
    }

    /// Lays a piece, goes on from there, and lifts it again.
    fn lay(
        &mut self,
        position: &mut Position,
        fitting: &[&Placement],
        lay: Lay,
    ) -> Result<(), End> {
        if self.laid == PATIENCE {
            return Err(End::OutOfPatience);
        }
        self.laid += 1;
        self.meter.node().map_err(|_| End::OutOfBudget)?;
        let set = self.level.set();
        let fits = "what fits can be laid, and lifted again";
        self.level.apply(position, &Move::Lay(lay)).expect(fits);
        // A closed loop is seen at a glance.
        if position.drawing(set).loops().is_empty() {
            let left = forced::still_fitting(set, fitting, &lay);
            self.go_on(position, &left)?;
        }
        let lift = Move::Lift(lay.piece());
        self.level.apply(position, &lift).expect(fits);
        Ok(())
    }
}
