//! Learning: from a violated clause to one that would have kept the search from coming there.

use gridwright_core::budget::{Limit, Meter};

use super::clauses::HEADER;
use super::{Lit, NOWHERE, Sat, yes};

impl Sat {
    /// Learns from a violated clause and goes back; `false` if nothing is left to go back to.
    pub(super) fn learn(&mut self, violated: &[Lit], meter: &mut Meter<'_>) -> Result<bool, Limit> {
        if self.levels.is_empty() {
            let depths = violated.iter();
            let depths = depths.map(|&lit| self.root_depth[(lit >> 1) as usize]);
            self.learned_depth = depths.max().unwrap_or(0).max(self.violated_depth);
            return Ok(false);
        }
        let here = self.levels.len() as u32;
        let mut learned: Vec<Lit> = vec![0];
        let mut touched: Vec<u32> = Vec::new();
        let mut open = 0;
        let mut index = self.trail.len();
        let mut clause: Vec<Lit> = violated.to_vec();
        self.learned_depth = self.violated_depth;
        let uip = loop {
            for &lit in &clause {
                let variable = lit >> 1;
                if self.seen[variable as usize] {
                    continue;
                }
                if self.level[variable as usize] == 0 {
                    let depth = self.root_depth[variable as usize];
                    self.learned_depth = self.learned_depth.max(depth);
                    continue;
                }
                self.seen[variable as usize] = true;
                touched.push(variable);
                if self.level[variable as usize] == here {
                    open += 1;
                } else {
                    learned.push(lit);
                }
            }
            let lit = loop {
                index -= 1;
                let lit = self.trail[index];
                if self.seen[(lit >> 1) as usize] {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                break lit;
            }
            clause.clear();
            let reason = self.reason[(lit >> 1) as usize];
            self.learned_depth = self.learned_depth.max(self.depth_of(reason));
            clause.extend(self.lits(reason).iter().filter(|&&other| other != lit));
        };
        learned[0] = uip ^ 1;
        let bumped = touched.len();
        self.minimise(&mut learned, &mut touched);
        for &variable in &touched {
            self.seen[variable as usize] = false;
        }
        touched.truncate(bumped);
        // The most recent keep their order, so that the queue stays stable.
        touched.sort_unstable_by_key(|&variable| self.queue.stamp[variable as usize]);
        for variable in touched {
            self.queue
                .move_up(variable, self.values.is_open(yes(variable)));
        }
        let mut levels: Vec<u32> = learned.iter().map(|&lit| self.level_of(lit)).collect();
        let back = levels[1..].iter().copied().max().unwrap_or(0);
        levels.sort_unstable();
        levels.dedup();
        if learned.len() > 1 {
            let second = (1..learned.len()).find(|&i| self.level_of(learned[i]) == back);
            learned.swap(1, second.unwrap_or(1));
        }
        self.back_to(back as usize);
        if learned.len() == 1 {
            self.assign_at_root(learned[0], self.learned_depth);
        } else {
            let clause = self.attach(&learned, levels.len() as u32, self.learned_depth);
            self.learned.push(clause);
            self.assign(learned[0], clause);
            self.charge(meter)?;
        }
        Ok(true)
    }

    /// Leaves out literals that the others imply.
    fn minimise(&mut self, learned: &mut Vec<Lit>, touched: &mut Vec<u32>) {
        let mut kept = 1;
        for i in 1..learned.len() {
            let lit = learned[i];
            if self.reason[(lit >> 1) as usize] == NOWHERE || !self.is_implied(lit, touched) {
                learned[kept] = lit;
                kept += 1;
            }
        }
        learned.truncate(kept);
    }

    /// Whether literals that were seen imply another. What turns out to be implied counts as seen
    /// from then on.
    fn is_implied(&mut self, lit: Lit, touched: &mut Vec<u32>) -> bool {
        let mut stack = vec![lit];
        let first_new = touched.len();
        while let Some(lit) = stack.pop() {
            let reason = self.reason[(lit >> 1) as usize] as usize;
            let len = self.arena[reason] as usize;
            self.learned_depth = self.learned_depth.max(self.depth_of(reason as u32));
            for index in reason + HEADER..reason + HEADER + len {
                let other = self.arena[index];
                let variable = (other >> 1) as usize;
                if self.seen[variable] {
                    continue;
                }
                if self.level[variable] == 0 {
                    self.learned_depth = self.learned_depth.max(self.root_depth[variable]);
                    continue;
                }
                if self.reason[variable] == NOWHERE {
                    for &variable in &touched[first_new..] {
                        self.seen[variable as usize] = false;
                    }
                    touched.truncate(first_new);
                    return false;
                }
                self.seen[variable] = true;
                touched.push(variable as u32);
                stack.push(other);
            }
        }
        true
    }
}
