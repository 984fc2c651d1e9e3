//! Which states of the sweep can still be completed.
//!
//! A count of wirings that goes forward alone drags along every choice that comes to nothing, once
//! for every way to have wired what lies behind. Whether a state can be completed does not depend
//! on what lies behind, so it is settled first: a sweep over the labels alone, without cost and
//! without beginnings of lines, then back over it from the end. What the count meets and this does
//! not know as live is dropped at once.
//!
//! A state gives way to any other that has the same open ends and leaves at least the same free:
//! what completes the one completes the other. So a state counts as live if one that covers it is,
//! which can only err on the side of keeping too much.

use gridwright_core::budget::{Limit, Meter};

use super::bound::Bound;
use super::search::{NONE, Table, alike, leaves, signature};
use super::sweep::{Labels, MOST_CHOICES, Sweep, Work};

/// The states before each stage, and after the last, that can be completed.
pub(super) struct Live<const N: usize> {
    nodes: Vec<Node<N>>,
    tables: Vec<Table>,
}

struct Node<const N: usize> {
    labels: Labels<N>,
    hash: u32,
    /// The state that this one gave way to.
    covered_by: u32,
    live: bool,
}

impl<const N: usize> Live<N> {
    /// Sweeps forward and back.
    pub(super) fn new(
        sweep: &Sweep<'_>,
        bound: &mut Bound<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Live<N>, Limit> {
        let stages = sweep.stages.len();
        let start = sweep.start();
        let mut live = Live {
            nodes: vec![Node {
                labels: start,
                hash: signature(&start),
                covered_by: NONE,
                live: false,
            }],
            tables: (0..=stages).map(|_| Table::default()).collect(),
        };
        live.tables[0].insert(0, |_| signature(&start));
        // What follows each state, where it was continued: a range of `next`.
        let mut next: Vec<u32> = Vec::new();
        let mut ranges: Vec<[u32; 2]> = Vec::new();
        let mut first = 0;
        for stage in 0..stages {
            let last = live.nodes.len();
            for from in first..last {
                let begin = next.len() as u32;
                if live.nodes[from].covered_by == NONE {
                    meter.node()?;
                    let work = Work {
                        labels: live.nodes[from].labels,
                        origins: (),
                        lines: 0,
                    };
                    let mut found = [[0; N]; MOST_CHOICES];
                    let mut count = 0;
                    sweep.advance(stage, &work, false, |after, _| {
                        found[count] = after.labels;
                        count += 1;
                    });
                    for labels in &found[..count] {
                        let known = live.place(stage + 1, labels, meter, |labels| {
                            bound.estimate(sweep, stage, labels).is_some()
                        })?;
                        next.extend(known);
                    }
                }
                ranges.push([begin, next.len() as u32]);
            }
            first = last;
        }
        for end in first..live.nodes.len() {
            live.nodes[end].live = true;
        }
        for from in (0..first).rev() {
            let [begin, end] = ranges[from];
            let after = &next[begin as usize..end as usize];
            live.nodes[from].live = after.iter().any(|&to| live.nodes[live.cover(to)].live);
        }
        Ok(live)
    }

    /// Whether a state before a stage can be completed, as far as is known.
    pub(super) fn can_be_completed(&self, stage: usize, labels: &Labels<N>) -> bool {
        let hash = signature(labels);
        self.tables[stage].matching(hash).any(|index| {
            let known = &self.nodes[index as usize];
            known.live
                && known.hash == hash
                && alike(&known.labels, labels)
                && leaves(&known.labels, labels)
        })
    }

    /// The number of a state or of one that covers it; `None` if it leads nowhere.
    fn place(
        &mut self,
        stage: usize,
        labels: &Labels<N>,
        meter: &mut Meter<'_>,
        leads_on: impl FnOnce(&Labels<N>) -> bool,
    ) -> Result<Option<u32>, Limit> {
        let hash = signature(labels);
        let index = self.nodes.len() as u32;
        let mut covered = Vec::new();
        for known_index in self.tables[stage].matching(hash) {
            let known = &self.nodes[known_index as usize];
            if known.hash != hash || known.covered_by != NONE || !alike(&known.labels, labels) {
                continue;
            }
            if leaves(&known.labels, labels) {
                return Ok(Some(known_index));
            }
            if leaves(labels, &known.labels) {
                covered.push(known_index);
            }
        }
        if !leads_on(labels) {
            return Ok(None);
        }
        for known in covered {
            self.nodes[known as usize].covered_by = index;
        }
        if self.nodes.len() == self.nodes.capacity() {
            let more = self.nodes.len().max(1024);
            meter.charge((more * (size_of::<Node<N>>() + 48)) as u64)?;
            self.nodes.reserve_exact(more);
        }
        self.nodes.push(Node {
            labels: *labels,
            hash,
            covered_by: NONE,
            live: false,
        });
        let nodes = &self.nodes;
        self.tables[stage].insert(index, |index| nodes[index as usize].hash);
        Ok(Some(index))
    }

    /// The state that a state gave way to in the end; itself if it stands.
    fn cover(&self, index: u32) -> usize {
        let mut at = index as usize;
        while self.nodes[at].covered_by != NONE {
            at = self.nodes[at].covered_by as usize;
        }
        at
    }
}
