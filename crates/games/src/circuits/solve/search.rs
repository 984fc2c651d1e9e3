//! Best-first search over the states of the sweep: the fewest steps, then the fewest lines.
//!
//! States are taken in order of what they cost plus what they must still cost; among equals,
//! stage by stage, so that all ways into a state are known before it is continued. A state gives
//! way to another of the same stage that costs no more, has the same open ends and leaves at
//! least the same intersections and bridges free.

use gridwright_core::budget::{Limit, Meter};

use super::bound::Bound;
use super::sweep::{FREE, Labels, MOST_CHOICES, SHUT, Sweep, Work};

/// Steps weigh so much that lines only break ties.
pub(super) const STEP: u32 = 1 << 12;

/// No state.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone)]
struct Node<const N: usize> {
    labels: Labels<N>,
    hash: u32,
    cost: u32,
    parent: u32,
    drawn: u8,
    dominated: bool,
}

/// What the search came to.
pub(super) enum Outcome {
    /// The backward steps drawn at each intersection of a best solution.
    Best(Vec<u8>),
    /// There is none.
    Nothing,
}

/// Where the search stopped early: the limit and the steps any solution takes at least.
pub(in crate::circuits) struct Stopped {
    pub(in crate::circuits) limit: Limit,
    pub(in crate::circuits) bound: u32,
}

/// Finds a best solution or proves that there is none.
pub(super) fn search<const N: usize>(
    sweep: &Sweep<'_>,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Stopped> {
    let bound = Bound::new(sweep.board, meter).map_err(|limit| Stopped { limit, bound: 0 })?;
    let mut search = Search::<N> {
        sweep,
        bound,
        nodes: Vec::new(),
        tables: (0..=sweep.stages.len()).map(|_| Table::default()).collect(),
        open: Vec::new(),
    };
    search.run(meter)
}

struct Search<'s, 'b, const N: usize> {
    sweep: &'s Sweep<'b>,
    bound: Bound<'b>,
    nodes: Vec<Node<N>>,
    tables: Vec<Table>,
    /// Nodes by estimated steps, then by stage.
    open: Vec<Vec<Vec<u32>>>,
}

impl<const N: usize> Search<'_, '_, N> {
    fn run(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Stopped> {
        let stages = self.sweep.stages.len();
        let start = self.sweep.start();
        let root = Node {
            labels: start,
            hash: signature(&start),
            cost: 0,
            parent: NONE,
            drawn: 0,
            dominated: false,
        };
        self.nodes.push(root);
        self.put(0, 0, 0);
        let mut steps = 0;
        while steps < self.open.len() {
            for stage in 0..=stages {
                let batch = match self.open[steps].get_mut(stage) {
                    Some(batch) => std::mem::take(batch),
                    None => continue,
                };
                if stage == stages {
                    let best = batch
                        .into_iter()
                        .min_by_key(|&node| self.nodes[node as usize].cost);
                    if let Some(best) = best {
                        return Ok(Outcome::Best(self.drawn(best)));
                    }
                    continue;
                }
                for node in batch {
                    if self.nodes[node as usize].dominated {
                        continue;
                    }
                    let spent = meter.node();
                    spent
                        .and_then(|()| self.expand(node, stage, steps, meter))
                        .map_err(|limit| Stopped {
                            limit,
                            bound: steps as u32,
                        })?;
                }
            }
            self.open[steps] = Vec::new();
            steps += 1;
        }
        Ok(Outcome::Nothing)
    }

    fn expand(
        &mut self,
        parent: u32,
        stage: usize,
        at_least: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let Node { labels, cost, .. } = self.nodes[parent as usize];
        let work = Work {
            labels,
            origins: (),
            lines: 0,
        };
        let mut found = [([SHUT; N], 0, 0); MOST_CHOICES];
        let mut count = 0;
        self.sweep.advance(stage, &work, true, |next, drawn| {
            let added = drawn.count_ones() * STEP + next.lines;
            found[count] = (next.labels, cost + added, drawn);
            count += 1;
        });
        for &(labels, cost, drawn) in &found[..count] {
            let hash = signature(&labels);
            let node = Node {
                labels,
                hash,
                cost,
                parent,
                drawn,
                dominated: false,
            };
            if !self.is_new(stage + 1, &node) {
                continue;
            }
            let Some(rest) = self.bound.estimate(self.sweep, stage, &node.labels) else {
                continue;
            };
            let estimate = ((cost / STEP + rest) as usize).max(at_least);
            if self.nodes.len() == self.nodes.capacity() {
                let more = self.nodes.len().max(1024);
                meter.charge((more * (size_of::<Node<N>>() + 16)) as u64)?;
                self.nodes.reserve_exact(more);
            }
            let index = self.nodes.len() as u32;
            self.nodes.push(node);
            self.put(stage + 1, estimate, index);
        }
        Ok(())
    }

    /// Whether no known state of a stage makes a new one needless.
    fn is_new(&mut self, stage: usize, node: &Node<N>) -> bool {
        let nodes = &mut self.nodes;
        for index in self.tables[stage].matching(node.hash) {
            let known = &mut nodes[index as usize];
            if known.hash != node.hash || known.dominated || !alike(&known.labels, &node.labels) {
                continue;
            }
            if known.cost <= node.cost && leaves(&known.labels, &node.labels) {
                return false;
            }
            if node.cost <= known.cost && leaves(&node.labels, &known.labels) {
                known.dominated = true;
            }
        }
        true
    }

    fn put(&mut self, stage: usize, estimate: usize, node: u32) {
        if self.open.len() <= estimate {
            self.open.resize_with(estimate + 1, Vec::new);
        }
        let stages = &mut self.open[estimate];
        if stages.is_empty() {
            stages.resize_with(self.sweep.stages.len() + 1, Vec::new);
        }
        stages[stage].push(node);
        let nodes = &self.nodes;
        self.tables[stage].insert(node, |index| nodes[index as usize].hash);
    }

    /// The steps drawn on the way to a node, by stage.
    fn drawn(&self, mut node: u32) -> Vec<u8> {
        let mut drawn = Vec::with_capacity(self.sweep.stages.len());
        while self.nodes[node as usize].parent != NONE {
            drawn.push(self.nodes[node as usize].drawn);
            node = self.nodes[node as usize].parent;
        }
        drawn.reverse();
        drawn
    }
}

/// The same for labels that differ only in what is shut and what is free.
pub(super) fn signature<const N: usize>(labels: &Labels<N>) -> u32 {
    let mut hash = 0u64;
    for word in labels.chunks_exact(8) {
        let mut bytes = [0; 8];
        for (to, &label) in bytes.iter_mut().zip(word) {
            *to = if label == FREE { SHUT } else { label };
        }
        hash = (hash.rotate_left(5) ^ u64::from_le_bytes(bytes))
            .wrapping_mul(0x51_7c_c1_b7_27_22_0a_95);
    }
    (hash >> 32) as u32
}

/// Whether labels differ only in what is shut and what is free.
pub(super) fn alike<const N: usize>(a: &Labels<N>, b: &Labels<N>) -> bool {
    let mut differ = 0;
    for (&a, &b) in a.iter().zip(b) {
        differ |= u8::from(a != b) & u8::from(a | b > FREE);
    }
    differ == 0
}

/// Whether everything that is free in `b` is free in `a`, given that they are alike.
pub(super) fn leaves<const N: usize>(a: &Labels<N>, b: &Labels<N>) -> bool {
    let mut lacking = 0;
    for (&a, &b) in a.iter().zip(b) {
        lacking |= u8::from(a < b);
    }
    lacking == 0
}

/// Open addressing over node numbers; equal hashes lie along one probe.
#[derive(Default)]
pub(super) struct Table {
    slots: Vec<u32>,
    used: usize,
}

impl Table {
    /// The nodes along the probe of a hash; other hashes may be among them.
    pub(super) fn matching(&self, hash: u32) -> impl Iterator<Item = u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize;
        std::iter::from_fn(move || {
            if self.slots.is_empty() {
                return None;
            }
            let node = self.slots[at & mask];
            at += 1;
            (node != NONE).then_some(node)
        })
    }

    pub(super) fn insert(&mut self, node: u32, hash: impl Fn(u32) -> u32) {
        if (self.used + 1) * 2 > self.slots.len() {
            let size = (self.slots.len() * 2).max(16);
            let old = std::mem::replace(&mut self.slots, vec![NONE; size]);
            for node in old.into_iter().filter(|&node| node != NONE) {
                self.place(node, hash(node));
            }
        }
        self.place(node, hash(node));
        self.used += 1;
    }

    fn place(&mut self, node: u32, hash: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != NONE {
            at = (at + 1) & mask;
        }
        self.slots[at] = node;
    }
}
