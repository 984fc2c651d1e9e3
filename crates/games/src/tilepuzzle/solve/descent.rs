//! Any solution at all, or the proof that there is none.
//!
//! Every step can be taken back, and a cat gone home only clears the way and opens locks. So
//! nothing done is ever a mistake: if the level can be solved, it can be solved from every
//! position that play leads to. Hence it is enough to look for *one more* cat to send home, commit
//! to that, and look again from there; the level is unsolvable just when some such look has seen
//! every state within reach. Each look goes best-first, led by the bound on the steps to go, so
//! the solution that comes out is a fair one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};

use super::space::{Ids, Space, Step, pack, unpack};

/// What came out.
pub(super) enum Outcome {
    /// Steps that solve the level.
    Solved(Vec<Step>),
    /// There is no solution.
    Impossible,
}

/// How much more the way ahead weighs than the way behind.
const GREED: u32 = 3;

/// Memory taken by one state in sight: its entry in the map, in the list and in the queue.
const BYTES_PER_STATE: u64 = 96;

/// Looks for one cat after the other.
pub(super) fn descend<const W: usize>(
    space: &mut Space<W>,
    openings: &[(Step, Ids)],
    meter: &mut Meter<'_>,
) -> Result<Outcome, Limit> {
    let Some(&(first, mut at)) = openings.iter().min_by_key(|(_, ids)| space.steps(ids)) else {
        return Ok(Outcome::Impossible);
    };
    let mut steps = vec![first];
    // Nothing done is ever a mistake, so one opening is as good as all: each leads to the others.
    while !space.is_solved(&at) {
        let mut look = Look::default();
        let found = look.one_more(space, at, meter);
        meter.release(look.charged);
        let Some((path, next)) = found? else {
            return Ok(Outcome::Impossible);
        };
        steps.extend(path);
        at = next;
    }
    Ok(Outcome::Solved(steps))
}

/// One best-first search.
#[derive(Default)]
struct Look {
    index: FxHashMap<u128, u32>,
    seen: Vec<Seen>,
    charged: u64,
}

struct Seen {
    key: u128,
    parent: u32,
    step: Option<Step>,
    walked: u32,
}

impl Look {
    /// A way to a state with more cats at home, and that state.
    fn one_more<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        start: Ids,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Vec<Step>, Ids)>, Limit> {
        let home = space.home(&start);
        let mut queue = BinaryHeap::from([(Reverse(0), Reverse(0u32))]);
        self.index.insert(pack(&start), 0);
        self.seen.push(Seen {
            key: pack(&start),
            parent: 0,
            step: None,
            walked: 0,
        });
        while let Some((_, Reverse(at))) = queue.pop() {
            let (ids, walked) = {
                let seen = &self.seen[at as usize];
                (unpack(seen.key), seen.walked)
            };
            let keys = space.keys(&ids);
            for c in 0..space.len() {
                let kept = space.kept_from(c, &ids);
                for index in space.classes[c].moves(ids[c], meter)? {
                    let mv = *space.classes[c].mv(index);
                    if mv.need > keys || space.classes[c].landing(&mv).meets(&kept) {
                        continue;
                    }
                    meter.node()?;
                    let mut next = ids;
                    next[c] = mv.to;
                    let number = self.seen.len() as u32;
                    let key = pack(&next);
                    if self.index.contains_key(&key) {
                        continue;
                    }
                    meter.charge(BYTES_PER_STATE)?;
                    self.charged += BYTES_PER_STATE;
                    self.index.insert(key, number);
                    self.seen.push(Seen {
                        key,
                        parent: at,
                        step: Some(space.step(c, ids[c], &mv)),
                        walked: walked + 1,
                    });
                    if space.home(&next) > home {
                        return Ok(Some((self.path(number), next)));
                    }
                    let rank = walked + 1 + GREED * space.steps(&next);
                    queue.push((Reverse(rank), Reverse(number)));
                }
            }
        }
        Ok(None)
    }

    fn path(&self, mut at: u32) -> Vec<Step> {
        let mut path = Vec::new();
        while let Some(step) = self.seen[at as usize].step {
            path.push(step);
            at = self.seen[at as usize].parent;
        }
        path.reverse();
        path
    }
}
