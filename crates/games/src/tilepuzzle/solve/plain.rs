//! The fewest drags and steps by listing positions, with the rules as they stand in `rules.rs` and no
//! bound at all: for small boards, and there to check the others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Puzzle, Steps};

use crate::tilepuzzle::level::{Level, Shape};
use crate::tilepuzzle::rules::{Move, Position};

/// Memory taken by one shape or cat of a node, in the map and in the list.
const BYTES_PER_PART: u64 = 32;

/// Memory taken by the rest of a node.
const BYTES_PER_NODE: u64 = 160;

struct Node {
    position: Position,
    /// The shape that moved last.
    last: Option<usize>,
    parent: usize,
    mv: Option<Move>,
}

/// What nodes have in common that need not be told apart: where shapes of each kind lie, who moved
/// last by its place, and the cats at home.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    places: Vec<(usize, Cell)>,
    last: Option<Cell>,
    home: Vec<bool>,
}

/// The moves with the fewest drags and, among those, the fewest steps; none if there are none.
pub(super) fn search(
    level: &Level,
    position: &Position,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Limit> {
    let parts = (level.shapes().len() + level.cats().len()) as u64;
    let kinds = kinds(level);
    let key = |node: &Node| Key {
        places: {
            let place = |i: usize| (kinds[i], node.position.corner(i));
            let mut places: Vec<_> = (0..kinds.len()).map(place).collect();
            places.sort_unstable();
            places
        },
        last: node.last.map(|shape| node.position.corner(shape)),
        home: (0..level.cats().len())
            .map(|cat| node.position.is_home(cat))
            .collect(),
    };
    let mut nodes = vec![Node {
        position: position.clone(),
        last: None,
        parent: 0,
        mv: None,
    }];
    let mut best: FxHashMap<Key, (u32, u32)> = FxHashMap::default();
    best.insert(key(&nodes[0]), (0, 0));
    let mut queue = BinaryHeap::from([Reverse(((0, 0), 0))]);
    while let Some(Reverse((cost, number))) = queue.pop() {
        if best.get(&key(&nodes[number])) != Some(&cost) {
            continue;
        }
        meter.node()?;
        let (position, last) = (nodes[number].position.clone(), nodes[number].last);
        if level.is_solved(&position) {
            return Ok(Some(path(&nodes, number)));
        }
        for mv in level.steps(&position) {
            let mut next = position.clone();
            level.apply(&mut next, &mv).expect("a listed step is legal");
            let leader = level.leader(mv.shape);
            let drag = u32::from(last != Some(leader));
            let cost = (cost.0 + drag, cost.1 + 1);
            let node = Node {
                position: next,
                last: Some(leader),
                parent: number,
                mv: Some(mv),
            };
            let key = key(&node);
            if best.get(&key).is_some_and(|known| *known <= cost) {
                continue;
            }
            meter.charge(BYTES_PER_NODE + BYTES_PER_PART * parts)?;
            best.insert(key, cost);
            queue.push(Reverse((cost, nodes.len())));
            nodes.push(node);
        }
    }
    Ok(None)
}

/// For each shape, the first one that nobody can tell from it but by its place.
fn kinds(level: &Level) -> Vec<usize> {
    let shapes = level.shapes();
    let kind = |i: usize| {
        let shape = &shapes[i];
        let alike = |other: &Shape| {
            (other.color, other.unlock, other.tandem) == (shape.color, shape.unlock, None)
                && other.footprint.offsets() == shape.footprint.offsets()
        };
        let first = shapes.iter().position(alike);
        first.filter(|_| shape.tandem.is_none()).unwrap_or(i)
    };
    (0..shapes.len()).map(kind).collect()
}

/// The moves that lead to a node.
fn path(nodes: &[Node], mut number: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(mv) = nodes[number].mv {
        moves.push(mv);
        number = nodes[number].parent;
    }
    moves.reverse();
    moves
}
