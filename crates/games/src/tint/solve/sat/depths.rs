//! Variables and clauses that come and go: a stack of questions.
//!
//! What is put in after a [`Sat::push`] is taken out by the [`Sat::pop`] that belongs to it. A clause
//! that was learned belongs to the greatest depth of all that it was learned from, so whatever was
//! learned from the lower part of the stack alone outlives what lay upon it. The same goes for what
//! is known at the root, and for a contradiction.

use super::clauses::HEADER;
use super::{Lit, NOWHERE, Sat};

/// What a depth began with.
pub(super) struct Mark {
    variables: usize,
    pub(super) arena: usize,
}

/// So many learned clauses outlive a [`Sat::pop`]; beyond that, only the best do.
const MOST_KEPT: usize = 2000;

/// Clauses of more decision levels than this are not kept, and of more than that not if there are
/// many.
const LEVELS_KEPT: u32 = 8;
const LEVELS_OF_MANY: u32 = 3;

impl Sat {
    /// How many times something was pushed.
    pub(super) fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    /// The depth at which the clauses contradict each other, if they do.
    pub(in super::super) fn contradicted_at(&self) -> Option<u32> {
        self.contradicted
    }

    /// What is put in from here on goes with the next [`pop`](Sat::pop).
    pub(in super::super) fn push(&mut self) {
        self.back_to(0);
        self.marks.push(Mark {
            variables: self.variables(),
            arena: self.arena.len(),
        });
    }

    /// Takes out what was put in since the last [`push`](Sat::push), and what was learned from it.
    pub(in super::super) fn pop(&mut self) {
        self.back_to(0);
        let Some(mark) = self.marks.pop() else { return };
        let depth = self.depth();
        self.contradicted = self.contradicted.filter(|&at| at <= depth);
        let kept = self.learned_within(&mark, depth);
        let trail = std::mem::take(&mut self.trail);
        for lit in trail {
            let variable = (lit >> 1) as usize;
            // At the root nobody asks for reasons.
            self.reason[variable] = NOWHERE;
            if self.root_depth[variable] <= depth {
                self.trail.push(lit);
            } else {
                self.values.0[lit as usize] = 0;
                self.values.0[(lit ^ 1) as usize] = 0;
            }
        }
        self.propagated = 0;
        self.checked = 0;
        self.truncate(&mark);
        for (lits, levels, depth) in kept {
            self.keep(&lits, levels, depth);
        }
        self.propagate_at_root();
    }

    /// The clauses learned since a mark that hold without what was put in since.
    fn learned_within(&self, mark: &Mark, depth: u32) -> Vec<(Vec<Lit>, u32, u32)> {
        let before = self
            .learned
            .partition_point(|&at| (at as usize) < mark.arena);
        let most_levels = if before < MOST_KEPT {
            LEVELS_KEPT
        } else {
            LEVELS_OF_MANY
        };
        let new = self.learned[before..].iter().copied();
        new.filter(|&clause| self.depth_of(clause) <= depth)
            .map(|clause| {
                let levels = self.arena[clause as usize + 1];
                (self.lits(clause).to_vec(), levels, self.depth_of(clause))
            })
            .filter(|&(_, levels, _)| levels <= most_levels)
            .collect()
    }

    fn truncate(&mut self, mark: &Mark) {
        let before = self
            .learned
            .partition_point(|&at| (at as usize) < mark.arena);
        self.learned.truncate(before);
        self.arena.truncate(mark.arena);
        self.watches.truncate(2 * mark.variables);
        for watches in &mut self.watches {
            watches.retain(|watch| (watch.clause() as usize) < mark.arena);
        }
        self.values.0.truncate(2 * mark.variables);
        self.level.truncate(mark.variables);
        self.reason.truncate(mark.variables);
        self.phase.truncate(mark.variables);
        self.seen.truncate(mark.variables);
        self.born.truncate(mark.variables);
        self.root_depth.truncate(mark.variables);
        self.queue.truncate(mark.variables);
    }

    /// Puts a learned clause back in.
    fn keep(&mut self, lits: &[Lit], levels: u32, depth: u32) {
        if self.contradicted.is_some() {
            return;
        }
        let clause = self.arena.len() as u32;
        self.arena.extend([lits.len() as u32, levels, depth]);
        self.arena.extend_from_slice(lits);
        self.learned.push(clause);
        self.rewatch(clause);
        let [first, second] = [0, 1].map(|i| self.arena[clause as usize + HEADER + i]);
        if self.values.is_false(first) {
            self.contradicted = Some(self.depth_at_root(clause, first));
            let own = self.root_depth[(first >> 1) as usize];
            self.contradicted = self.contradicted.map(|depth| depth.max(own));
        } else if self.values.is_false(second) && self.values.is_open(first) {
            self.assign(first, clause);
        }
    }

    /// Propagates at the root, where a violated clause is a contradiction.
    pub(super) fn propagate_at_root(&mut self) {
        if let Some(clause) = self.propagate() {
            let depths = self.lits(clause).iter();
            let depths = depths.map(|&lit| self.root_depth[(lit >> 1) as usize]);
            let depth = depths.max().unwrap_or(0).max(self.depth_of(clause));
            self.contradicted = Some(self.contradicted.map_or(depth, |at| at.min(depth)));
        }
    }
}
