//! The fewest steps: depth-first search that deepens on the excess.
//!
//! The bounds of the classes add up to a bound for the level, exact more often than not. A
//! solution that takes `e` steps more has *excess* `e`, and every step uses some of it up: a step
//! that brings its class nearer home uses none, one that does not uses 1, one that leads away
//! uses 2. So for `e` = 0, 1, 2 … the search goes depth-first wherever the excess still allows it,
//! remembers with how much of it each state failed, and turns back early where the pairs of
//! classes together need more than is left.

use gridwright_core::budget::{Limit, Meter};

use super::bits::Bits;
use super::memo::Memo;
use super::pairs::{Excesses, PairExcess};
use super::space::{Ids, MOST_CLASSES, Space, Step, pack};

struct Frame {
    ids: Ids,
    left: u32,
    base: usize,
    excess: PairExcess,
}

struct Try {
    to: u32,
    class: u8,
    excess: u8,
    step: Step,
}

/// A search for the fewest steps.
pub(super) struct Deepening {
    failed: Memo<u128, u16>,
    excesses: Excesses,
    frames: Vec<Frame>,
    tries: Vec<Try>,
    path: Vec<Step>,
}

impl Deepening {
    /// Nothing was tried yet.
    pub(super) fn new<const W: usize>(space: &Space<W>) -> Self {
        Deepening {
            failed: Memo::new(),
            excesses: Excesses::new(space),
            frames: Vec::new(),
            tries: Vec::new(),
            path: Vec::new(),
        }
    }

    /// A solution of `length` steps, if there is one; call with rising lengths.
    pub(super) fn solution<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        openings: &[(Step, Ids)],
        length: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Step>>, Limit> {
        for (step, ids) in openings {
            let Some(left) = length.checked_sub(1 + space.steps(ids)) else {
                continue;
            };
            self.path.clear();
            self.path.push(*step);
            if self.finish(space, *ids, left, meter)? {
                return Ok(Some(self.path.clone()));
            }
        }
        Ok(None)
    }

    /// Whether the level can be finished from a state with this excess; if so, `path` tells how.
    fn finish<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        ids: Ids,
        left: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        self.frames.clear();
        self.tries.clear();
        let none = [[0; MOST_CLASSES]; MOST_CLASSES];
        if self.enter(space, ids, left, None, none, meter)? {
            return Ok(true);
        }
        while let Some(frame) = self.frames.last() {
            if self.tries.len() == frame.base {
                self.frames.pop();
                self.path.pop();
                continue;
            }
            let next = self.tries.pop().expect("the frame has tries left");
            let mut ids = frame.ids;
            let moved = next.class as usize;
            ids[moved] = next.to;
            let left = frame.left - u32::from(next.excess);
            let excess = frame.excess;
            self.path.push(next.step);
            let depth = self.frames.len();
            if self.enter(space, ids, left, Some(moved), excess, meter)? {
                return Ok(true);
            }
            if self.frames.len() == depth {
                self.path.pop();
            }
        }
        // The opening itself stays on the path until its caller drops it.
        Ok(false)
    }

    /// Puts a state on the stack unless it is bound to fail; true if it is solved.
    fn enter<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        ids: Ids,
        left: u32,
        moved: Option<usize>,
        mut excess: PairExcess,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        meter.node()?;
        if space.is_solved(&ids) {
            return Ok(true);
        }
        let key = pack(&ids);
        if u32::from(self.failed.get(key)) > left {
            return Ok(false);
        }
        // Entered states count as failed at once: a success ends the whole search, and meeting
        // the state again further down could not help.
        let mark = u16::try_from(left + 1).unwrap_or(u16::MAX);
        self.failed.put(key, mark, meter);
        let shares = self
            .excesses
            .shares(space, &ids, moved, &mut excess, left, meter)?;
        let Some(afford) = shares else {
            return Ok(false);
        };
        debug_assert!(
            self.is_consistent(&excess, left),
            "a step took the excess of a pair down by more than it used up"
        );
        let base = self.tries.len();
        let keys = space.keys(&ids);
        let mut kept = [Bits::EMPTY; MOST_CLASSES];
        let mut moves = [const { 0..0 }; MOST_CLASSES];
        for c in 0..space.len() {
            kept[c] = space.kept_from(c, &ids);
            moves[c] = space.classes[c].moves(ids[c], meter)?;
        }
        let set = (1 << space.len()) - 1;
        let bodies = space.concerned(set, &ids, &afford, keys, meter)?;
        for used in (0..=left.min(2) as u8).rev() {
            for (c, class) in space.classes.iter().enumerate() {
                if u32::from(used) > afford[c] {
                    continue;
                }
                for mv in class.listed(&moves[c], used) {
                    if mv.need <= keys
                        && space.is_in(bodies, c, mv.body)
                        && !class.landing(mv).meets(&kept[c])
                    {
                        self.tries.push(Try {
                            to: mv.to,
                            class: c as u8,
                            excess: used,
                            step: space.step(c, ids[c], mv),
                        });
                    }
                }
            }
        }
        self.frames.push(Frame {
            ids,
            left,
            base,
            excess,
        });
        Ok(false)
    }

    /// Whether every pair of classes needs at least what it needed in the state before, less what the
    /// step to this one used up.
    fn is_consistent(&self, excess: &PairExcess, left: u32) -> bool {
        let Some(before) = self.frames.last() else {
            return true;
        };
        let used = (before.left - left) as u8;
        let pairs = before.excess.iter().flatten().zip(excess.iter().flatten());
        // What was not asked for exactly is at least what is left and one more.
        pairs
            .into_iter()
            .all(|(&was, &is)| is + used >= was || u32::from(is) > left)
    }
}
