//! All different wirings: which fixtures the drawn lines of a solution join, whatever route the
//! lines take.
//!
//! The same sweep as for the minimum, stage by stage and without regard to cost. A state also
//! carries where its unfinished lines began and which fixtures have been joined, so what is left
//! at the end are the wirings, each once. Only states that can be completed are carried
//! ([`Live`]), so there are hardly more of them at any stage than wirings. Routes do not matter, so a state gives way to any other
//! that agrees with it and leaves at least the same intersections free: of all the ways to route
//! a line, mostly the tightest alone survives.

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};

use super::board::{Board, Spot};
use super::bound::Bound;
use super::live::Live;
use super::search::{NONE, Table, alike, leaves, signature};
use super::sweep::{Labels, Origins, Sweep, Work};

/// Numbers of two joined fixtures, the smaller first.
type Pair = (u8, u8);

/// Fixtures that lines can end on, by intersection.
#[derive(Debug)]
pub(super) struct Numbers {
    by_vertex: Vec<u8>,
}

impl Numbers {
    /// Numbers the fixtures of a board from 1; `None` if there are too many.
    pub(super) fn new(board: &Board) -> Option<Numbers> {
        let mut numbers = Numbers {
            by_vertex: vec![0; board.spots.len()],
        };
        let mut last = 0u8;
        for (vertex, spot) in board.spots.iter().enumerate() {
            if matches!(spot, Spot::Loose | Spot::Terminal(_) | Spot::Bridge(_)) {
                last = last.checked_add(1)?;
                numbers.by_vertex[vertex] = last;
            }
        }
        Some(numbers)
    }
}

/// Where the unfinished lines began (0 if nowhere yet), and the pairs that a stage has joined.
#[derive(Clone, Debug)]
struct Begun<'n, const N: usize> {
    numbers: &'n Numbers,
    at: [u8; N],
    joined: [Pair; 2],
    count: usize,
}

impl<const N: usize> Origins for Begun<'_, N> {
    fn begin(&mut self, slot: usize, vertex: usize) {
        self.at[slot] = self.numbers.by_vertex[vertex];
    }

    fn carry(&mut self, from: usize, to: usize) {
        self.at[to] = self.at[from];
        self.at[from] = 0;
    }

    fn meet(&mut self, a: usize, b: usize, mates: [Option<usize>; 2]) {
        match ([self.at[a], self.at[b]], mates) {
            ([0, 0], _) => {}
            ([0, known], [Some(mate), _]) | ([known, 0], [_, Some(mate)]) => self.at[mate] = known,
            ([x, y], _) => {
                self.joined[self.count] = (x.min(y), x.max(y));
                self.count += 1;
            }
        }
        self.at[a] = 0;
        self.at[b] = 0;
    }

    fn open(&mut self, a: usize, b: usize) {
        self.at[a] = 0;
        self.at[b] = 0;
    }

    fn is_nowhere(&self, slot: usize) -> bool {
        self.at[slot] == 0
    }

    fn is_at(&self, slot: usize, vertex: usize) -> bool {
        self.at[slot] != 0 && self.at[slot] == self.numbers.by_vertex[vertex]
    }
}

struct Node<const N: usize> {
    labels: Labels<N>,
    begun: [u8; N],
    /// The pairs joined so far, as a number in [`Sets`].
    joined: u32,
    hash: u32,
    cost: u32,
    parent: u32,
    drawn: u8,
    dominated: bool,
}

/// Sets of pairs, each held once.
#[derive(Default)]
struct Sets {
    sets: Vec<Vec<Pair>>,
    numbers: FxHashMap<Vec<Pair>, u32>,
    grown: FxHashMap<(u32, Pair), u32>,
}

impl Sets {
    fn number(&mut self, set: Vec<Pair>) -> u32 {
        *self.numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            self.sets.len() as u32 - 1
        })
    }

    fn with(&mut self, set: u32, pair: Pair) -> u32 {
        if let Some(&grown) = self.grown.get(&(set, pair)) {
            return grown;
        }
        let mut larger = self.sets[set as usize].clone();
        let place = larger.partition_point(|&other| other < pair);
        larger.insert(place, pair);
        let grown = self.number(larger);
        self.grown.insert((set, pair), grown);
        grown
    }
}

/// Finds all wirings: for each the backward steps drawn at each intersection in a solution that
/// has it, short solutions first.
pub(super) fn wirings<const N: usize>(
    sweep: &Sweep<'_>,
    numbers: &Numbers,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<u8>>, Limit> {
    let mut bound = Bound::new(sweep.board, meter)?;
    let live = Live::<N>::new(sweep, &mut bound, meter)?;
    let mut sets = Sets::default();
    let labels = sweep.start();
    let mut nodes: Vec<Node<N>> = vec![Node {
        labels,
        begun: [0; N],
        joined: sets.number(Vec::new()),
        hash: signature(&labels),
        cost: 0,
        parent: NONE,
        drawn: 0,
        dominated: false,
    }];
    let mut first = 0;
    for stage in 0..sweep.stages.len() {
        let last = nodes.len();
        let mut table = Table::default();
        for parent in first..last {
            if nodes[parent].dominated {
                continue;
            }
            meter.node()?;
            let from = &nodes[parent];
            let (cost, joined) = (from.cost, from.joined);
            let work = Work {
                labels: from.labels,
                origins: Begun {
                    numbers,
                    at: from.begun,
                    joined: [(0, 0); 2],
                    count: 0,
                },
                lines: 0,
            };
            let mut found = Vec::with_capacity(8);
            sweep.advance(stage, &work, false, |next, drawn| found.push((next, drawn)));
            for (next, drawn) in found {
                let joined = next.origins.joined[..next.origins.count]
                    .iter()
                    .fold(joined, |set, &pair| sets.with(set, pair));
                let node = Node {
                    labels: next.labels,
                    begun: next.origins.at,
                    joined,
                    hash: signature(&next.labels)
                        ^ signature(&next.origins.at).rotate_left(7)
                        ^ joined.wrapping_mul(0x9E37_79B9),
                    cost: cost + drawn.count_ones(),
                    parent: parent as u32,
                    drawn,
                    dominated: false,
                };
                if !live.can_be_completed(stage + 1, &node.labels)
                    || !is_new(&mut nodes, &table, &node)
                {
                    continue;
                }
                if nodes.len() == nodes.capacity() {
                    let more = nodes.len().max(1024);
                    meter.charge((more * (size_of::<Node<N>>() + 16)) as u64)?;
                    nodes.reserve_exact(more);
                }
                let index = nodes.len() as u32;
                nodes.push(node);
                table.insert(index, |index| nodes[index as usize].hash);
            }
        }
        first = last;
    }
    let mut ends: Vec<&Node<N>> = nodes[first..].iter().filter(|n| !n.dominated).collect();
    ends.sort_by_key(|node| node.cost);
    let found = ends.into_iter().map(|end| {
        let mut steps = Vec::with_capacity(sweep.stages.len());
        let mut node = end;
        while node.parent != NONE {
            steps.push(node.drawn);
            node = &nodes[node.parent as usize];
        }
        steps.reverse();
        steps
    });
    Ok(found.collect())
}

/// Whether no known state makes a new one needless.
fn is_new<const N: usize>(nodes: &mut [Node<N>], table: &Table, node: &Node<N>) -> bool {
    for index in table.matching(node.hash) {
        let known = &mut nodes[index as usize];
        if known.hash != node.hash
            || known.dominated
            || known.joined != node.joined
            || known.begun != node.begun
            || !alike(&known.labels, &node.labels)
        {
            continue;
        }
        if leaves(&known.labels, &node.labels)
            && (known.cost <= node.cost || known.labels != node.labels)
        {
            return false;
        }
        if leaves(&node.labels, &known.labels) {
            known.dominated = true;
        }
    }
    true
}
