//! What a puzzle is: a level, its positions, its moves, and the steps moves are made of.
//!
//! A *level* never changes. A *position* is what changes in play; it is small and hashable. A
//! *move* is what a person does and what a solution lists: a press, a shape's step, a drawn line,
//! a placed piece, a stroke. Whole lines and strokes have too many variants to list, so listing
//! happens one level below, with [`Steps`]: start here, extend there, finish.
//!
//! Solvers may pack positions as they like in private, but whatever they find is replayed through
//! these traits by the [referee](crate::referee) before anybody sees it.

use std::fmt::Debug;
use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::cost::Costs;
use crate::fault::Fault;

/// The rules of one level. Implemented by the level type of each game.
pub trait Puzzle {
    /// What changes in play. Equal positions have the same future.
    type Position: Clone + Eq + Hash + Debug;
    /// What a person does in one go.
    type Move: Clone + Eq + Debug;
    /// Why a move is not allowed.
    type Refusal: Clone + Eq + Debug + Explain;

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// Whether a move is allowed in play.
    fn check(&self, position: &Self::Position, mv: &Self::Move) -> Result<(), Self::Refusal>;

    /// Makes a move, or refuses it and leaves the position alone.
    fn apply(&self, position: &mut Self::Position, mv: &Self::Move) -> Result<(), Self::Refusal>;

    /// Whether the position is the goal.
    fn is_solved(&self, position: &Self::Position) -> bool;

    /// What is still missing in a position that is not solved, located on the board.
    fn shortfall(&self, position: &Self::Position) -> Fault;

    /// What moves cost in each metric of the game, the default order of importance first.
    fn costs(&self, moves: &[Self::Move]) -> Costs;

    /// Makes a move of a *solution*, or refuses it and leaves the position alone. Stricter than
    /// [`apply`](Puzzle::apply) where play permits a blunder that no solution may contain.
    fn apply_in_solution(
        &self,
        position: &mut Self::Position,
        mv: &Self::Move,
    ) -> Result<(), Self::Refusal> {
        self.apply(position, mv)
    }

    /// Makes all moves of a solution in order; on refusal, the index of the refused move.
    ///
    /// A game whose moves commute may override this with one pass over all of them.
    fn replay(
        &self,
        position: &mut Self::Position,
        moves: &[Self::Move],
    ) -> Result<(), (usize, Self::Refusal)> {
        for (index, mv) in moves.iter().enumerate() {
            self.apply_in_solution(position, mv)
                .map_err(|refusal| (index, refusal))?;
        }
        Ok(())
    }
}

/// A reason that can be told to people and programs.
pub trait Explain {
    /// The reason with its code and place.
    fn explain(&self) -> Fault;

    /// The step within the move at which it went wrong, for moves of several steps.
    fn step(&self) -> Option<usize> {
        None
    }
}

/// Enumerates the legal next steps of a possibly unfinished move.
///
/// Perft tables, brute-force oracles, fuzzing and previews run on steps. A game whose moves are
/// single steps uses its position as the begun and its move as the step.
pub trait Steps: Puzzle {
    /// A position together with the move that was begun on it, if any.
    type Begun: Clone + Eq + Hash + Debug;
    /// The smallest thing a person does.
    type Step: Clone + Eq + Debug;

    /// A begun on which no move has been begun.
    fn begin(&self, position: &Self::Position) -> Self::Begun;

    /// The legal next steps, without repeats, in a fixed order.
    fn steps(&self, begun: &Self::Begun) -> Vec<Self::Step>;

    /// Makes one of the legal steps. If it finishes a move, the move is made and returned.
    fn step(&self, begun: &mut Self::Begun, step: &Self::Step) -> Option<Self::Move>;

    /// The position, if no move is under way.
    fn resting<'d>(&self, begun: &'d Self::Begun) -> Option<&'d Self::Position>;
}

/// The number of distinct begun_all after exactly 0, 1, … `depth` steps: a fingerprint of the rules.
///
/// A begun counts at every depth at which it can be reached, so a row is not a breadth-first
/// layer. Solved positions are counted but not continued.
pub fn perft<L: Steps>(level: &L, depth: usize) -> Vec<usize> {
    let mut layer = FxHashSet::default();
    layer.insert(level.begin(&level.start()));
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut next = FxHashSet::default();
        for begun in &layer {
            if level
                .resting(begun)
                .is_some_and(|position| level.is_solved(position))
            {
                continue;
            }
            for step in level.steps(begun) {
                let mut after = begun.clone();
                level.step(&mut after, &step);
                next.insert(after);
            }
        }
        counts.push(next.len());
        layer = next;
    }
    counts
}
