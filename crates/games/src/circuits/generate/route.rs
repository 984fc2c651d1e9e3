//! Circuits over both layers: cheap ways that go straight, turn seldom, and keep clear of the
//! circuits before them by diving under the board.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use gridwright_core::grid::{Cell, Grid};
use gridwright_core::rng::Rng;

use super::Shape;
use crate::circuits::level::{Layer, other_diagonal, step_between};
use crate::circuits::rules::around;

/// What a step along a row or column costs at least.
const STEP: i64 = 10;
/// What rough ground adds at most.
const ROUGH: i64 = 9;
/// What a turn costs.
const TURN: i64 = 9;
/// Directions, and one more for a point that was just come to from the other side.
const WAYS: usize = 9;
/// Came from the other side, or begins here.
const NO_WAY: usize = 8;

/// A point of a route.
pub(super) type Via = (Layer, Cell);

/// What the circuits so far occupy.
pub(super) struct Routing {
    /// Points that no line of the layer may touch: top, then bottom.
    pub(super) taken: [Grid<bool>; 2],
    steps: [BTreeSet<(Cell, Cell)>; 2],
    ground: [Grid<i64>; 2],
}

/// A stretch of a route on one layer.
pub(super) struct Run {
    pub(super) layer: Layer,
    pub(super) points: Vec<Cell>,
    /// Whether it begins and ends on a pad rather than on a terminal.
    pub(super) inner: [bool; 2],
}

impl Routing {
    pub(super) fn new(rng: &mut Rng, shape: &Shape, pairs: &[[Cell; 2]]) -> Self {
        let (columns, rows) = (shape.width + 1, shape.height + 1);
        let mut taken = Grid::filled(columns, rows, false);
        for &at in pairs.iter().flatten() {
            taken[at] = true;
        }
        Routing {
            taken: [taken.clone(), taken],
            steps: Default::default(),
            ground: [(); 2].map(|()| Grid::from_fn(columns, rows, |_| rng.between(0, ROUGH))),
        }
    }

    /// Joins two terminals, by way of a third point now and then, and occupies the route.
    pub(super) fn join(
        &mut self,
        rng: &mut Rng,
        shape: &Shape,
        from: Cell,
        to: Cell,
    ) -> Option<Vec<Via>> {
        let middle = Cell::new(
            rng.between(1, (shape.width - 1).max(1).into()) as i32,
            rng.between(1, (shape.height - 1).max(1).into()) as i32,
        );
        let free = !self.taken.iter().any(|taken| taken[middle]);
        if free && rng.chance(shape.wander, 10) {
            let mut route = self.route(shape, from, middle)?;
            self.lay(&route);
            let rest = self.route(shape, middle, to)?;
            self.lay(&rest);
            route.extend(&rest[1..]);
            return Some(route);
        }
        let route = self.route(shape, from, to)?;
        self.lay(&route);
        Some(route)
    }

    /// A cheapest way between two points of the top layer.
    fn route(&self, shape: &Shape, from: Cell, to: Cell) -> Option<Vec<Via>> {
        let columns = shape.width + 1;
        let count = (columns * (shape.height + 1)) as usize;
        let number = |layer: Layer, at: Cell, way: usize| {
            (side(layer) * count + (at.y * columns + at.x) as usize) * WAYS + way
        };
        let mut best = vec![i64::MAX; 2 * count * WAYS];
        let mut before: Vec<Option<(Layer, Cell, usize)>> = vec![None; best.len()];
        best[number(Layer::Top, from, NO_WAY)] = 0;
        let mut queue = BinaryHeap::from([Reverse((0, Layer::Top, from, NO_WAY))]);
        while let Some(Reverse((cost, layer, at, way))) = queue.pop() {
            let here = number(layer, at, way);
            if best[here] != cost {
                continue;
            }
            if at == to && layer == Layer::Top {
                let mut route = vec![(layer, at)];
                let mut last = here;
                while let Some((layer, at, way)) = before[last] {
                    route.push((layer, at));
                    last = number(layer, at, way);
                }
                route.reverse();
                return Some(route);
            }
            let mut onward = |price: i64, layer_to: Layer, next: Cell, way_to: usize| {
                let there = number(layer_to, next, way_to);
                if cost + price < best[there] {
                    best[there] = cost + price;
                    before[there] = Some((layer, at, way));
                    queue.push(Reverse((cost + price, layer_to, next, way_to)));
                }
            };
            for (way_to, next) in around(at).enumerate() {
                if self.is_open(layer, at, next, to) {
                    let slanted = at.x != next.x && at.y != next.y;
                    let step = if slanted { shape.diagonal } else { STEP };
                    let turn = if way == NO_WAY || way == way_to {
                        0
                    } else {
                        TURN
                    };
                    let ground = self.ground[side(layer)][next];
                    onward(step + turn + ground, layer, next, way_to);
                }
            }
            if let Some(price) = shape.dive
                && way != NO_WAY
                && !self.taken.iter().any(|taken| taken[at])
            {
                onward(price, other_side(layer), at, NO_WAY);
            }
        }
        None
    }

    /// Whether a line may step from one point to the next.
    fn is_open(&self, layer: Layer, at: Cell, next: Cell, to: Cell) -> bool {
        let free = match self.taken[side(layer)].get(next) {
            None => return false,
            Some(taken) => !taken || (next == to && layer == Layer::Top),
        };
        let crossed =
            other_diagonal(at, next).is_some_and(|other| self.steps[side(layer)].contains(&other));
        free && !crossed
    }

    /// Occupies a route. Where it changes sides there is a pad, which bars both layers.
    fn lay(&mut self, route: &[Via]) {
        for pair in route.windows(2) {
            let ((from, a), (to, b)) = (pair[0], pair[1]);
            self.taken[side(to)][b] = true;
            if a == b {
                self.taken[side(from)][b] = true;
            } else {
                self.steps[side(to)].insert(step_between(a, b));
            }
        }
    }
}

/// Cuts a route where it changes sides.
pub(super) fn runs(route: &[Via]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for &(layer, at) in route {
        match runs.last_mut() {
            Some(run) if run.layer == layer => run.points.push(at),
            last => {
                let inner = last.is_some();
                if let Some(run) = last {
                    run.inner[1] = true;
                }
                runs.push(Run {
                    layer,
                    points: vec![at],
                    inner: [inner, false],
                });
            }
        }
    }
    runs
}

fn side(layer: Layer) -> usize {
    match layer {
        Layer::Top => 0,
        Layer::Bottom => 1,
    }
}

fn other_side(layer: Layer) -> Layer {
    match layer {
        Layer::Top => Layer::Bottom,
        Layer::Bottom => Layer::Top,
    }
}
