//! Where a shape can come to by one drag, and the shortest way there.
//!
//! A step only asks whether the places it leads to are free, so a breadth-first search over the
//! places of one shape finds them all, with cats going home on the way. In a tandem of several
//! colours a cat that goes home may open a way for another shape; of the ways to a place only the
//! first is kept, so that what is told can always be done.

use std::collections::{BTreeSet, VecDeque};

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;

use super::level::Level;
use super::rules::{Move, Position};

/// A place that a shape can come to.
pub(super) struct Visit {
    /// The position then.
    pub(super) position: Position,
    /// The visit before, and the step from there.
    before: Option<(usize, Dir)>,
    steps: usize,
}

/// The places that a shape can come to, nearest first.
pub(super) struct Slide {
    shape: usize,
    visits: Vec<Visit>,
}

impl Slide {
    /// Looks for places at most so many steps away, and no further than one where `found` holds.
    /// Of equally short ways, one is taken that comes nearer to `toward` with its first steps.
    pub(super) fn explore(
        level: &Level,
        position: &Position,
        shape: usize,
        most: usize,
        toward: Cell,
        found: impl Fn(&Position) -> bool,
    ) -> Slide {
        let mut visits = vec![Visit {
            position: position.clone(),
            before: None,
            steps: 0,
        }];
        let mut seen = BTreeSet::from([position.corner(shape)]);
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let at = &visits[index];
            if found(&at.position) {
                break;
            }
            if at.steps == most || level.is_solved(&at.position) {
                continue;
            }
            let (corner, steps) = (at.position.corner(shape), at.steps + 1);
            for dir in towards(corner, toward) {
                let mut next = visits[index].position.clone();
                if seen.contains(&corner.step(dir))
                    || level.apply(&mut next, &Move { shape, dir }).is_err()
                {
                    continue;
                }
                seen.insert(corner.step(dir));
                queue.push_back(visits.len());
                visits.push(Visit {
                    position: next,
                    before: Some((index, dir)),
                    steps,
                });
            }
        }
        Slide { shape, visits }
    }

    /// The places, with their numbers.
    pub(super) fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// The moves that lead to the place of a number, and the position there.
    pub(super) fn way(mut self, visit: usize) -> (Vec<Move>, Position) {
        let mut moves = Vec::with_capacity(self.visits[visit].steps);
        let mut at = visit;
        while let Some((before, dir)) = self.visits[at].before {
            moves.push(Move {
                shape: self.shape,
                dir,
            });
            at = before;
        }
        moves.reverse();
        (moves, self.visits.swap_remove(visit).position)
    }
}

/// The directions, those that lead to a place first.
pub(super) fn towards(from: Cell, to: Cell) -> [Dir; 4] {
    let mut dirs = Dir::ALL;
    dirs.sort_by_key(|dir| distance(from.step(*dir), to));
    dirs
}

/// Steps from one place to another over an empty floor.
pub(super) fn distance(from: Cell, to: Cell) -> u64 {
    let apart = |a: i32, b: i32| i64::from(a).abs_diff(i64::from(b));
    apart(from.x, to.x) + apart(from.y, to.y)
}
