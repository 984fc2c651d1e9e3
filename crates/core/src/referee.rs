//! Replays solutions through the rules. Knows no solver.
//!
//! [`Witness`] can be built only here, and an answer that claims a solution needs a witness, so
//! no solver and no generator can hand out a solution that does not work.

use crate::cost::Costs;
use crate::fault::Fault;
use crate::puzzle::{Explain, Puzzle};

/// Moves that were seen to solve their level, with what they cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness<M> {
    moves: Vec<M>,
    costs: Costs,
}

impl<M> Witness<M> {
    /// The moves, in order.
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// The moves, in order.
    pub fn into_moves(self) -> Vec<M> {
        self.moves
    }

    /// What the moves cost in every metric of the game.
    pub fn costs(&self) -> &Costs {
        &self.costs
    }
}

/// Where and why a proposed solution fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Index of the refused move; the number of moves if all were legal but the level is not
    /// solved.
    pub index: usize,
    /// The step within that move, for moves of several steps.
    pub step: Option<usize>,
    /// What is wrong there.
    pub fault: Fault,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "move {}: {}", self.index, self.fault)
    }
}

/// Plays `moves` from the start of `level` and says whether they solve it.
pub fn judge<L: Puzzle>(level: &L, moves: Vec<L::Move>) -> Result<Witness<L::Move>, Broken> {
    let mut position = level.start();
    level
        .replay(&mut position, &moves)
        .map_err(|(index, refusal)| Broken {
            index,
            step: refusal.step(),
            fault: refusal.explain(),
        })?;
    if !level.is_solved(&position) {
        return Err(Broken {
            index: moves.len(),
            step: None,
            fault: level.shortfall(&position),
        });
    }
    let costs = level.costs(&moves);
    Ok(Witness { moves, costs })
}
