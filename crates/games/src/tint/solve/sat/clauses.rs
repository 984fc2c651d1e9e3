//! The clauses: where they lie, who watches them, what follows from them.
//!
//! All lie one behind the other in one arena. A clause is looked at only when one of its first two
//! literals becomes false, so that going back over assignments costs nothing here.

use super::{FIRST_SORTING, Lit, NOWHERE, Sat};

/// A clause with one of its watched literals.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    /// Where the clause lies, with a [flag](PAIR) for clauses of two literals.
    clause: u32,
    /// Some other literal of the clause: if it is true there is nothing to do.
    blocker: Lit,
}

/// Marks clauses of two literals. Most clauses are, and for them the blocker is all there is to
/// look at: they always watch both of their literals.
const PAIR: u32 = 1 << 31;

impl Watch {
    pub(super) fn clause(&self) -> u32 {
        self.clause & !PAIR
    }

    fn is_pair(&self) -> bool {
        self.clause & PAIR != 0
    }
}

/// In front of the literals of a clause: how many there are, how many decision levels they came
/// from if the clause was learned (0 if it was given), and the [depth](Sat::push) it belongs to.
pub(super) const HEADER: usize = 3;

impl Sat {
    pub(super) fn lits(&self, clause: u32) -> &[Lit] {
        let at = clause as usize;
        let len = self.arena[at] as usize;
        &self.arena[at + HEADER..at + HEADER + len]
    }

    /// The depth that a clause belongs to.
    pub(super) fn depth_of(&self, clause: u32) -> u32 {
        self.arena[clause as usize + 2]
    }

    pub(super) fn attach(&mut self, lits: &[Lit], levels: u32, depth: u32) -> u32 {
        let clause = self.arena.len() as u32;
        self.arena.push(lits.len() as u32);
        self.arena.push(levels);
        self.arena.push(depth);
        self.arena.extend_from_slice(lits);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let lits = self.lits(clause);
        let (a, b) = (lits[0], lits[1]);
        let clause = match lits {
            [_, _] => clause | PAIR,
            _ => clause,
        };
        self.watches[a as usize].push(Watch { clause, blocker: b });
        self.watches[b as usize].push(Watch { clause, blocker: a });
    }

    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: u32) {
        let variable = (lit >> 1) as usize;
        if self.levels.is_empty() && reason != NOWHERE {
            self.root_depth[variable] = self.depth_at_root(reason, lit);
        }
        self.values.0[lit as usize] = 1;
        self.values.0[(lit ^ 1) as usize] = -1;
        self.level[variable] = self.levels.len() as u32;
        self.reason[variable] = reason;
        self.phase[variable] = lit & 1 == 0;
        self.trail.push(lit);
    }

    /// Demands a literal at the root, by what belongs to a depth.
    pub(super) fn assign_at_root(&mut self, lit: Lit, depth: u32) {
        self.assign(lit, NOWHERE);
        self.root_depth[(lit >> 1) as usize] = depth;
    }

    /// The depth of what a clause says at the root about a literal, or of its being violated there.
    pub(super) fn depth_at_root(&self, clause: u32, about: Lit) -> u32 {
        let others = self.lits(clause).iter().filter(|&&lit| lit != about);
        let depths = others.map(|&lit| self.root_depth[(lit >> 1) as usize]);
        depths.max().unwrap_or(0).max(self.depth_of(clause))
    }

    /// Everything that follows by unit propagation; a violated clause if there is one.
    pub(super) fn propagate(&mut self) -> Option<u32> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = lit ^ 1;
            let mut watches = std::mem::take(&mut self.watches[falsified as usize]);
            self.work += watches.len() as u64;
            let mut kept = 0;
            let mut next = 0;
            let mut violated = None;
            while next < watches.len() {
                let watch = watches[next];
                next += 1;
                let blocker = self.values.raw(watch.blocker);
                if blocker > 0 {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                if watch.is_pair() {
                    watches[kept] = watch;
                    kept += 1;
                    let clause = watch.clause();
                    if blocker < 0 {
                        // Learning asks for the literals in this order, whichever came first.
                        let at = clause as usize + HEADER;
                        self.arena[at..at + 2].copy_from_slice(&[watch.blocker, falsified]);
                        violated = Some(clause);
                        break;
                    }
                    self.assign(watch.blocker, clause);
                    continue;
                }
                let at = watch.clause as usize + HEADER;
                let end = at + self.arena[at - HEADER] as usize;
                let (watched, others) = self.arena[at..end].split_at_mut(2);
                if watched[0] == falsified {
                    watched.swap(0, 1);
                }
                let first = watched[0];
                let replaced = Watch {
                    clause: watch.clause,
                    blocker: first,
                };
                if self.values.is_true(first) {
                    watches[kept] = replaced;
                    kept += 1;
                    continue;
                }
                let other = others.iter_mut().find(|lit| !self.values.is_false(**lit));
                if let Some(other) = other {
                    std::mem::swap(&mut watched[1], other);
                    self.watches[watched[1] as usize].push(replaced);
                    continue;
                }
                watches[kept] = replaced;
                kept += 1;
                if self.values.is_false(first) {
                    violated = Some(watch.clause);
                    break;
                }
                self.assign(first, watch.clause);
            }
            watches.copy_within(next.., kept);
            watches.truncate(kept + watches.len() - next);
            self.watches[falsified as usize] = watches;
            if violated.is_some() {
                return violated;
            }
        }
        None
    }

    /// Throws the worse half of the learned clauses away. Only at the root.
    pub(super) fn sort_out(&mut self) {
        let mut ranked = std::mem::take(&mut self.learned);
        let arena = &self.arena;
        ranked.sort_by_key(|&clause| arena[clause as usize + 1]);
        let keep = ranked.len() / 2;
        for &clause in &ranked[keep..] {
            self.arena[clause as usize + 1] = NOWHERE;
        }
        for watches in &mut self.watches {
            watches.clear();
        }
        let mut fresh = Vec::with_capacity(self.arena.len());
        let mut at = 0;
        let mut depth = 0;
        while at < self.arena.len() {
            while self.marks.get(depth).is_some_and(|mark| mark.arena <= at) {
                self.marks[depth].arena = fresh.len();
                depth += 1;
            }
            let end = at + HEADER + self.arena[at] as usize;
            if self.arena[at + 1] != NOWHERE {
                if self.arena[at + 1] != 0 {
                    self.learned.push(fresh.len() as u32);
                }
                fresh.extend_from_slice(&self.arena[at..end]);
            }
            at = end;
        }
        for mark in &mut self.marks[depth..] {
            mark.arena = fresh.len();
        }
        self.arena = fresh;
        let mut at = 0;
        while at < self.arena.len() {
            self.rewatch(at as u32);
            at += HEADER + self.arena[at] as usize;
        }
        // At the root nobody asks for reasons.
        for &lit in &self.trail {
            self.reason[(lit >> 1) as usize] = NOWHERE;
        }
        self.propagated = 0;
        self.most_learned += FIRST_SORTING / 4;
    }

    /// Watches a clause at the root: literals that are not false come first.
    pub(super) fn rewatch(&mut self, clause: u32) {
        let at = clause as usize + HEADER;
        let len = self.arena[clause as usize] as usize;
        let mut front = at;
        for i in at..at + len {
            if front < at + 2 && !self.values.is_false(self.arena[i]) {
                self.arena.swap(front, i);
                front += 1;
            }
        }
        self.watch(clause);
    }
}
