//! The fewest drags, and among those the fewest steps: best-first search over drags.
//!
//! A node is a state and the number of drags it took; its cost is the pair (drags, steps), each
//! with its own lower bound for the rest, compared in this order. A class that is granted few drags
//! must send few bodies on long tours, which makes the bound on the steps a good one. Here a drag fetches just the cats
//! on its way, since a detour to fetch more costs steps. This settles boards with few positions,
//! however many drags they take.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};

use super::space::{Ids, Space, Step, pack, unpack};
use super::ways;

/// Memory taken by one node: its place in the list, in the queue and in the map.
const BYTES_PER_NODE: u64 = 128;

/// No node.
const NOBODY: u32 = u32::MAX;

struct Node {
    key: u128,
    parent: u32,
    /// The next node with the same state.
    same: u32,
    drags: u32,
    steps: u32,
    /// Class and body of the drag that led here, as sorted in the parent's state.
    class: u8,
    body: u16,
}

/// What came out.
pub(super) enum Outcome {
    /// The steps of a solution with the fewest drags and, among those, the fewest steps.
    Solved(Vec<Step>),
    /// All states were seen and none is solved.
    Impossible,
    /// There were too many nodes; every solution takes at least so many drags.
    TooMany {
        /// A lower bound on the drags.
        drags: u32,
    },
}

/// Searches from the openings of a level; gives up after so many nodes.
pub(super) fn search<const W: usize>(
    space: &mut Space<W>,
    openings: &[(Step, Ids)],
    most_nodes: usize,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Limit> {
    let mut search = BestFirst::default();
    // An opening is the first step of a drag: everything its body can do from there on is still
    // the same drag.
    for (number, (step, ids)) in openings.iter().enumerate() {
        let class = step.class as usize;
        let body = space.moved_body(step, ids);
        for way in space.ways(ids, class, body, meter)? {
            let mut next = *ids;
            next[class] = way.state;
            let node = Node {
                key: pack(&next),
                parent: NOBODY - 1 - number as u32,
                same: NOBODY,
                drags: 1,
                steps: 1 + way.steps,
                class: class as u8,
                body: body as u16,
            };
            search.add(space, node, meter)?;
        }
    }
    let result = search.run(space, openings, most_nodes, meter);
    meter.release(search.charged);
    result
}

/// Bounds on drags and steps, then the deepest first, then in order of discovery.
type Rank = (u32, u32, Reverse<u32>, u32);

#[derive(Default)]
struct BestFirst {
    nodes: Vec<Node>,
    by_state: FxHashMap<u128, u32>,
    queue: BinaryHeap<Reverse<Rank>>,
    charged: u64,
}

impl BestFirst {
    fn run<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        openings: &[(Step, Ids)],
        most_nodes: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Limit> {
        while let Some(Reverse((drags, _, _, number))) = self.queue.pop() {
            meter.node()?;
            let ids = unpack(self.nodes[number as usize].key);
            if space.is_solved(&ids) {
                return Ok(Outcome::Solved(self.path(space, openings, number, meter)?));
            }
            if self.is_beaten(number) {
                continue;
            }
            if self.nodes.len() > most_nodes {
                return Ok(Outcome::TooMany { drags });
            }
            let (walked, dragged) = {
                let node = &self.nodes[number as usize];
                (node.steps, node.drags)
            };
            for c in 0..space.len() {
                for body in 0..space.classes[c].model.bodies.len() {
                    if !space.is_loose(&ids, c, body) {
                        continue;
                    }
                    for way in space.ways(&ids, c, body, meter)?.iter().skip(1) {
                        let mut next = ids;
                        next[c] = way.state;
                        let node = Node {
                            key: pack(&next),
                            parent: number,
                            same: NOBODY,
                            drags: dragged + 1,
                            steps: walked + way.steps,
                            class: c as u8,
                            body: body as u16,
                        };
                        self.add(space, node, meter)?;
                    }
                }
            }
        }
        Ok(Outcome::Impossible)
    }

    /// Whether another node has the same state for no more drags and steps.
    fn is_beaten(&self, number: u32) -> bool {
        let node = &self.nodes[number as usize];
        let first = self.by_state.get(&node.key).copied().unwrap_or(NOBODY);
        self.beats(first, node, number)
    }

    fn beats(&self, mut other: u32, node: &Node, number: u32) -> bool {
        while other != NOBODY {
            let known = &self.nodes[other as usize];
            if other != number && known.drags <= node.drags && known.steps <= node.steps {
                return true;
            }
            other = known.same;
        }
        false
    }

    fn add<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        mut node: Node,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let first = self.by_state.get(&node.key).copied().unwrap_or(NOBODY);
        let number = self.nodes.len() as u32;
        if self.beats(first, &node, number) {
            return Ok(());
        }
        meter.work(space.len() as u64 * 64)?;
        let ids = unpack(node.key);
        let drags = node.drags + space.drags(&ids);
        meter.charge(BYTES_PER_NODE)?;
        self.charged += BYTES_PER_NODE;
        let steps = node.steps + space.steps_within(&ids, drags - node.drags);
        self.queue
            .push(Reverse((drags, steps, Reverse(node.drags), number)));
        self.by_state.insert(node.key, number);
        node.same = first;
        self.nodes.push(node);
        Ok(())
    }

    /// The steps that lead to a node.
    fn path<const W: usize>(
        &self,
        space: &mut Space<W>,
        openings: &[(Step, Ids)],
        last: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Step>, Limit> {
        let mut chain = vec![last];
        let mut parent = self.nodes[last as usize].parent;
        while let Some(node) = self.nodes.get(parent as usize) {
            chain.push(parent);
            parent = node.parent;
        }
        let (first, mut ids) = openings[(NOBODY - 1 - parent) as usize];
        let mut steps = vec![first];
        for number in chain.into_iter().rev() {
            let node = &self.nodes[number as usize];
            let (class, goal) = (node.class as usize, unpack(node.key));
            let ways = space.ways(&ids, class, node.body as usize, meter)?;
            let end = ways
                .iter()
                .position(|way| way.state == goal[class])
                .expect("the drag was found before");
            steps.extend(space.walk(
                class,
                ids[class],
                node.body as usize,
                &ways::directions(&ways, end),
            ));
            ids = goal;
        }
        Ok(steps)
    }
}
