//! A solution that is called best is challenged: small changes are tried on it, and each that still
//! solves the level is weighed by the referee's costs. A search that pruned too much is often caught
//! by this although nothing else is known about the level.

use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee;

/// Solutions with more moves than this lose only one move at a time, not two.
const PAIRS: usize = 60;

/// What may be changed about the solutions of a game.
pub(crate) struct Challenge<P: Puzzle> {
    /// The metrics that are compared, the most important first.
    pub(crate) order: &'static [&'static str],
    /// Whether two moves that follow each other are one action of the hand, to be moved together.
    pub(crate) is_one_action: fn(&P::Move, &P::Move) -> bool,
    /// Shorter moves to try in place of one.
    pub(crate) shorter: fn(&P::Move) -> Vec<P::Move>,
}

impl<P: Puzzle> Challenge<P> {
    /// A cheaper solution beside one: one move or two left out, a move made shorter, or an action made
    /// earlier or later, whole or with its end cut off.
    pub(crate) fn improvement(&self, level: &P, moves: &[P::Move]) -> Option<Vec<P::Move>> {
        let known = self.cost(level, moves);
        let better = |tried: Vec<P::Move>| {
            let solved = solved_part(level, tried)?;
            (self.cost(level, &solved) < known).then_some(solved)
        };
        let found = fewer(moves).find_map(better);
        let found = found.or_else(|| self.shortened(moves).find_map(better));
        found.or_else(|| self.reordered(moves).find_map(better))
    }

    /// What moves cost in the metrics that are compared.
    pub(crate) fn cost(&self, level: &P, moves: &[P::Move]) -> Vec<u64> {
        let costs = level.costs(moves);
        let metrics = self.order.iter();
        metrics.filter_map(|metric| costs.get(metric)).collect()
    }

    fn shortened(&self, moves: &[P::Move]) -> impl Iterator<Item = Vec<P::Move>> {
        let each = moves.iter().enumerate();
        each.flat_map(move |(i, mv)| {
            (self.shorter)(mv).into_iter().map(move |mv| {
                let mut tried = moves.to_vec();
                tried[i] = mv;
                tried
            })
        })
    }

    fn reordered(&self, moves: &[P::Move]) -> impl Iterator<Item = Vec<P::Move>> {
        let actions: Vec<&[P::Move]> = moves.chunk_by(self.is_one_action).collect();
        let places = (0..actions.len()).flat_map({
            let count = actions.len();
            move |from| (0..count).map(move |to| (from, to))
        });
        places
            .filter(|(from, to)| from != to)
            .flat_map(move |(from, to)| {
                let mut order = actions.clone();
                let action = order.remove(from);
                order.insert(to, action);
                (1..=action.len()).rev().map(move |kept| {
                    order[to] = &action[..kept];
                    order.concat()
                })
            })
    }
}

/// The moves without one, and without two.
fn fewer<M: Clone>(moves: &[M]) -> impl Iterator<Item = Vec<M>> {
    let without = move |gone: [usize; 2]| {
        let left = (0..moves.len()).filter(|i| !gone.contains(i));
        left.map(|i| moves[i].clone()).collect()
    };
    let pairs = if moves.len() <= PAIRS { moves.len() } else { 0 };
    let one = (0..moves.len()).map(|i| [i, i]);
    let two = (0..pairs).flat_map(move |i| (i + 1..pairs).map(move |j| [i, j]));
    one.chain(two).map(without)
}

/// The moves that are legal in turn, up to where the level is solved; none if it is not.
fn solved_part<P: Puzzle>(level: &P, moves: Vec<P::Move>) -> Option<Vec<P::Move>> {
    let mut position = level.start();
    let mut made = Vec::with_capacity(moves.len());
    for mv in moves {
        if level.is_solved(&position) {
            break;
        }
        level.apply(&mut position, &mv).ok()?;
        made.push(mv);
    }
    referee::judge(level, made.clone()).ok().map(|_| made)
}

/// A way through cells with any part of it left out. Where its ends do not touch, the rules refuse it.
pub(crate) fn shortcuts<C: Copy>(cells: &[C]) -> Vec<Vec<C>> {
    let ends = (0..cells.len()).flat_map(|i| (i + 1..=cells.len()).map(move |j| (i, j)));
    ends.map(|(i, j)| [&cells[..i], &cells[j..]].concat())
        .collect()
}
