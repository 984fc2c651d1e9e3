//! Small random levels and the slow, obviously right answers about them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::rng::Rng;
use gridwright_games::tilepuzzle::level::{CatPart, Color, Level, Parts, ShapePart};
use gridwright_games::tilepuzzle::rules::Position;

/// Outlines to choose from, some of them turned.
const OUTLINES: [&[(i32, i32)]; 8] = [
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(1, 0), (0, 1), (1, 1)],
];

/// A random level, thrown together without any care for whether it can be solved: non-square
/// floors with holes, blockers, locks, tandems, blocker-cats, cats that are covered at the start.
pub(crate) fn level(seed: u64) -> Level {
    let mut rng = Rng::new("tilepuzzle small", seed);
    loop {
        if let Ok(level) = Level::new(parts(&mut rng)) {
            return level;
        }
    }
}

fn parts(rng: &mut Rng) -> Parts {
    let (width, height) = (rng.between(1, 5), rng.between(2, 4));
    let floor = (0..height)
        .map(|_| {
            (0..width)
                .map(|_| if rng.chance(1, 12) { '#' } else { '.' })
                .collect()
        })
        .collect();
    let cell = |rng: &mut Rng| {
        Cell::new(
            rng.between(0, width - 1) as i32,
            rng.between(0, height - 1) as i32,
        )
    };
    let colors = rng.between(1, 4) as usize;
    let blockers: Vec<_> = (0..rng.between(0, 3))
        .map(|_| (cell(rng), vec![Cell::new(0, 0)]))
        .collect();
    let shapes = (0..rng.between(1, 4))
        .map(|_| ShapePart {
            cells: Ok(OUTLINES[rng.index(OUTLINES.len())]
                .iter()
                .map(|&c| c.into())
                .collect()),
            at: cell(rng),
            color: Ok(Color::ALL[rng.index(colors)]),
            unlock: if rng.chance(1, 4) {
                rng.between(1, 3)
            } else {
                0
            },
            tandem: rng.chance(1, 4).then(|| rng.between(1, 2)),
        })
        .collect();
    let mut cats: Vec<CatPart> = (0..rng.between(1, 4))
        .map(|_| CatPart {
            at: cell(rng),
            color: Ok(Color::ALL[rng.index(colors)]),
            on_blocker: false,
        })
        .collect();
    for (at, _) in &blockers {
        if rng.chance(1, 3) {
            cats.push(CatPart {
                at: *at,
                color: Ok(Color::ALL[rng.index(colors)]),
                on_blocker: true,
            });
        }
    }
    Parts {
        floor,
        blockers,
        shapes,
        cats,
    }
}

/// The least (first, second) cost by plain Dijkstra over positions and who moved last, where a
/// move costs 1 step, and 1 drag if it moves another body than the last one. `Err` if there are
/// too many positions.
pub(crate) fn cheapest(
    level: &Level,
    drags_first: bool,
    most: usize,
) -> Result<Option<(u64, u64)>, ()> {
    type Node = (Position, Option<usize>);
    let start: Node = (level.start(), None);
    let mut best: HashMap<Node, (u64, u64)> = HashMap::from([(start.clone(), (0, 0))]);
    let mut nodes = vec![start];
    let mut queue = BinaryHeap::from([Reverse(((0, 0), 0))]);
    while let Some(Reverse((cost, index))) = queue.pop() {
        let (position, last) = nodes[index].clone();
        if best[&(position.clone(), last)] < cost {
            continue;
        }
        if level.is_solved(&position) {
            return Ok(Some(cost));
        }
        for mv in level.steps(&position) {
            let mut next = position.clone();
            level.apply(&mut next, &mv).expect("a listed step is legal");
            let drag = u64::from(last != Some(mv.shape));
            let (cost, last) = if drags_first {
                ((cost.0 + drag, cost.1 + 1), Some(mv.shape))
            } else {
                ((cost.0 + 1, 0), None)
            };
            let node = (next, last);
            if best.get(&node).is_none_or(|known| *known > cost) {
                best.insert(node.clone(), cost);
                queue.push(Reverse((cost, nodes.len())));
                nodes.push(node);
                if nodes.len() > most {
                    return Err(());
                }
            }
        }
    }
    Ok(None)
}
