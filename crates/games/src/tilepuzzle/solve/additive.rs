//! The fewest steps by best-first search with nothing but the sum of the class bounds.
//!
//! No deepening, no pairs of classes, no stubborn sets, no memory that may forget: what this finds, it finds
//! by other means than the search it checks.

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};

use super::space::{Ids, Space, Step, pack, unpack};

/// Memory taken by one state: in the map, in the list and in the queue.
const BYTES_PER_STATE: u64 = 96;

struct Node {
    key: u128,
    parent: u32,
    step: Step,
    walked: u32,
}

/// No node.
const NOBODY: u32 = u32::MAX;

/// The fewest steps from the openings of a level to a solution, if there is one.
pub(super) fn search<const W: usize>(
    space: &mut Space<W>,
    openings: &[(Step, Ids)],
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Step>>, Limit> {
    let mut search = Additive::default();
    for (step, ids) in openings {
        search.add(space, *ids, NOBODY, *step, 1, meter)?;
    }
    let mut bound = 0;
    while bound < search.queue.len() {
        let Some((number, walked)) = search.queue[bound].pop() else {
            bound += 1;
            continue;
        };
        if search.nodes[number as usize].walked != walked {
            continue;
        }
        meter.node()?;
        let ids = unpack(search.nodes[number as usize].key);
        if space.is_solved(&ids) {
            return Ok(Some(search.path(number)));
        }
        let keys = space.keys(&ids);
        for c in 0..space.len() {
            let kept = space.kept_from(c, &ids);
            for index in space.classes[c].moves(ids[c], meter)? {
                let mv = *space.classes[c].mv(index);
                if mv.need <= keys && !space.classes[c].landing(&mv).meets(&kept) {
                    let mut next = ids;
                    next[c] = mv.to;
                    let step = space.step(c, ids[c], &mv);
                    search.add(space, next, number, step, walked + 1, meter)?;
                }
            }
        }
    }
    Ok(None)
}

#[derive(Default)]
struct Additive {
    index: FxHashMap<u128, u32>,
    nodes: Vec<Node>,
    /// Nodes by their bound, with the steps walked when they were put in.
    queue: Vec<Vec<(u32, u32)>>,
}

impl Additive {
    fn add<const W: usize>(
        &mut self,
        space: &Space<W>,
        ids: Ids,
        parent: u32,
        step: Step,
        walked: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let key = pack(&ids);
        let node = Node {
            key,
            parent,
            step,
            walked,
        };
        let number = self.nodes.len() as u32;
        let number = *self.index.entry(key).or_insert(number);
        match self.nodes.get_mut(number as usize) {
            Some(known) if known.walked <= walked => return Ok(()),
            Some(known) => *known = node,
            None => {
                meter.charge(BYTES_PER_STATE)?;
                self.nodes.push(node);
            }
        }
        let bound = (walked + space.steps(&ids)) as usize;
        // A colour that cannot be finished has a bound beyond any length.
        if bound < usize::from(super::tours::NEVER) {
            if self.queue.len() <= bound {
                self.queue.resize_with(bound + 1, Vec::new);
            }
            self.queue[bound].push((number, walked));
        }
        Ok(())
    }

    fn path(&self, mut at: u32) -> Vec<Step> {
        let mut path = Vec::new();
        while at != NOBODY {
            path.push(self.nodes[at as usize].step);
            at = self.nodes[at as usize].parent;
        }
        path.reverse();
        path
    }
}
