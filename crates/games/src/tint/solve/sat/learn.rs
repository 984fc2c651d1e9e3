//! Learning: from a violated clause to one that would have kept the search from coming there.

use gridwright_core::budget::{Limit, Meter};

use super::clauses::HEADER;
use super::{Lit, NOWHERE, Sat, yes};

/// Lists that are filled anew at every conflict.
#[derive(Default)]
pub(super) struct Room {
    learned: Vec<Lit>,
    /// Variables that count as seen.
    touched: Vec<u32>,
    /// With their stamps in the queue, to be sorted.
    stamped: Vec<(u64, u32)>,
    stack: Vec<Lit>,
    levels: Vec<u32>,
    /// By decision level: whether something on it was seen. Empty where everything is followed.
    seen_on: Vec<bool>,
}

impl Sat {
    /// Learns from a violated clause and goes back; `false` if nothing is left to go back to.
    pub(super) fn learn(&mut self, violated: &[Lit], meter: &mut Meter<'_>) -> Result<bool, Limit> {
        if self.levels.is_empty() {
            let depths = violated.iter();
            let depths = depths.map(|&lit| self.root_depth[(lit >> 1) as usize]);
            self.learned_depth = depths.max().unwrap_or(0).max(self.violated_depth);
            return Ok(false);
        }
        let mut room = std::mem::take(&mut self.room);
        self.resolve(violated, &mut room);
        let bumped = room.touched.len();
        self.minimise(&mut room);
        for &variable in &room.touched {
            self.seen[variable as usize] = false;
        }
        let Room {
            learned,
            touched,
            stamped,
            levels,
            ..
        } = &mut room;
        // The most recent keep their order, so that the queue stays stable.
        stamped.clear();
        stamped.extend(
            touched[..bumped]
                .iter()
                .map(|&variable| (self.queue.stamp[variable as usize], variable)),
        );
        stamped.sort_unstable();
        for &(_, variable) in stamped.iter() {
            self.queue
                .move_up(variable, self.values.is_open(yes(variable)));
        }
        levels.clear();
        levels.extend(learned.iter().map(|&lit| self.level_of(lit)));
        let back = levels[1..].iter().copied().max().unwrap_or(0);
        levels.sort_unstable();
        levels.dedup();
        if learned.len() > 1 {
            let second = (1..learned.len()).find(|&i| self.level_of(learned[i]) == back);
            learned.swap(1, second.unwrap_or(1));
        }
        self.back_to(back as usize);
        if let [lit] = learned[..] {
            self.assign_at_root(lit, self.learned_depth);
        } else {
            let clause = self.attach(learned, levels.len() as u32, self.learned_depth);
            self.learned.push(clause);
            self.assign(learned[0], clause);
            self.charge(meter)?;
        }
        self.room = room;
        Ok(true)
    }

    /// Resolves a violated clause with the reasons of its literals until one of the last decision
    /// level is left, and puts that one first.
    fn resolve(&mut self, violated: &[Lit], room: &mut Room) {
        room.learned.clear();
        room.learned.push(0);
        room.touched.clear();
        self.learned_depth = self.violated_depth;
        let mut open = 0;
        for &lit in violated {
            open += self.see(lit, room);
        }
        let mut index = self.trail.len();
        let uip = loop {
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
            let reason = self.reason[(lit >> 1) as usize];
            self.learned_depth = self.learned_depth.max(self.depth_of(reason));
            // The literal itself was seen, and does not come in again.
            let at = reason as usize + HEADER;
            for i in at..at + self.arena[reason as usize] as usize {
                open += self.see(self.arena[i], room);
            }
        };
        room.learned[0] = uip ^ 1;
    }

    /// Takes note of a literal of a clause; 1 if it is new and of the last decision level, else 0.
    #[inline]
    fn see(&mut self, lit: Lit, room: &mut Room) -> usize {
        let variable = (lit >> 1) as usize;
        if self.seen[variable] {
            return 0;
        }
        let level = self.level[variable];
        if level == 0 {
            self.learned_depth = self.learned_depth.max(self.root_depth[variable]);
            return 0;
        }
        self.seen[variable] = true;
        room.touched.push(variable as u32);
        if level as usize == self.levels.len() {
            return 1;
        }
        room.learned.push(lit);
        0
    }

    /// Leaves out literals that the others imply.
    fn minimise(&mut self, room: &mut Room) {
        self.note_levels(room);
        let mut kept = 1;
        for i in 1..room.learned.len() {
            let lit = room.learned[i];
            if self.reason[(lit >> 1) as usize] == NOWHERE || !self.is_implied(lit, room) {
                room.learned[kept] = lit;
                kept += 1;
            }
        }
        room.learned.truncate(kept);
    }

    /// What was assigned for a reason has another literal of its level in that reason, and that one
    /// again, so only levels on which something was seen need to be followed. Where questions are
    /// stacked everything is followed: the depth of what is learned rests on all that was looked at.
    fn note_levels(&self, room: &mut Room) {
        room.seen_on.clear();
        if self.marks.is_empty() {
            room.seen_on.resize(self.levels.len() + 1, false);
            for &variable in &room.touched {
                room.seen_on[self.level[variable as usize] as usize] = true;
            }
        }
    }

    /// Whether literals that were seen imply another. What turns out to be implied counts as seen
    /// from then on.
    fn is_implied(&mut self, lit: Lit, room: &mut Room) -> bool {
        let Room {
            touched,
            stack,
            seen_on,
            ..
        } = room;
        stack.clear();
        stack.push(lit);
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
                let level = self.level[variable];
                if level == 0 {
                    self.learned_depth = self.learned_depth.max(self.root_depth[variable]);
                    continue;
                }
                let is_followed = seen_on.get(level as usize).is_none_or(|&seen| seen);
                if self.reason[variable] == NOWHERE || !is_followed {
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
