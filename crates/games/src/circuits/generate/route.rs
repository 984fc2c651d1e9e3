//! Circuits over both layers: cheap ways that go straight, turn seldom, and keep clear of the
//! circuits before them by diving under the board.

use gridwright_core::grid::{Cell, Grid, cells};
use gridwright_core::rng::Rng;

use super::Shape;
use crate::circuits::level::Layer;
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

/// Nothing waits for longer than this: a step, a turn and rough ground, or a dive, cost less.
const PRICES: usize = 64;
/// Nothing was come to at this price.
const NEVER: usize = usize::MAX / 2;

/// What the search for ways needs on every board of a shape, made once for all plans of a seed.
pub(super) struct Room {
    /// By point: the steps from there.
    around: Vec<[Option<Step>; 8]>,
    search: Search,
}

impl Room {
    pub(super) fn new(shape: &Shape) -> Self {
        Room {
            around: cells(shape.width + 1, shape.height + 1)
                .map(|at| steps_from(shape, at))
                .collect(),
            search: Search::default(),
        }
    }
}

/// What the circuits so far occupy.
pub(super) struct Routing<'r> {
    /// Points that no line of the layer may touch: top, then bottom.
    pub(super) taken: [Grid<bool>; 2],
    /// Unit squares that a line of the layer crosses, by their first corner.
    crossed: [Grid<bool>; 2],
    ground: [Grid<i64>; 2],
    room: &'r mut Room,
}

/// A step from one point to another.
#[derive(Clone, Copy)]
struct Step {
    /// Its direction.
    way: usize,
    to: usize,
    /// The unit square that it crosses.
    square: Option<usize>,
    price: i64,
}

/// Room for the search for a way. States are a side, a point and the direction of the last step.
#[derive(Default)]
struct Search {
    /// By state: the price, and the state before.
    best: Vec<usize>,
    before: Vec<u32>,
    /// By side and point: the price at which a step led there first.
    soonest: Vec<usize>,
    /// States that wait for their price, in the order in which they came; prices come round.
    waiting: Vec<Vec<u32>>,
    count: usize,
}

impl Search {
    fn clear(&mut self, points: usize) {
        for (prices, count) in [(&mut self.best, points * WAYS), (&mut self.soonest, points)] {
            prices.clear();
            prices.resize(count, NEVER);
        }
        self.before.resize(points * WAYS, 0);
        self.waiting.resize_with(PRICES, Vec::new);
        for waiting in &mut self.waiting {
            waiting.clear();
        }
        self.count = 0;
    }

    /// Offers a state at a price.
    fn offer(&mut self, state: usize, before: usize, price: usize) {
        if price < self.best[state] {
            self.best[state] = price;
            self.before[state] = before as u32;
            self.waiting[price % PRICES].push(state as u32);
            self.count += 1;
        }
    }

    /// Whether coming to a point by a step at a price is of no use: one came there for so much less
    /// that a turn makes up for any direction.
    fn is_late(&self, point: usize, price: usize) -> bool {
        price >= self.soonest[point] + TURN as usize
    }
}

/// A stretch of a route on one layer.
pub(super) struct Run {
    pub(super) layer: Layer,
    pub(super) points: Vec<Cell>,
    /// Whether it begins and ends on a pad rather than on a terminal.
    pub(super) inner: [bool; 2],
}

impl<'r> Routing<'r> {
    pub(super) fn new(
        rng: &mut Rng,
        shape: &Shape,
        pairs: &[[Cell; 2]],
        room: &'r mut Room,
    ) -> Self {
        let (columns, rows) = (shape.width + 1, shape.height + 1);
        let mut taken = Grid::filled(columns, rows, false);
        for &at in pairs.iter().flatten() {
            taken[at] = true;
        }
        Routing {
            taken: [taken.clone(), taken],
            crossed: [(); 2].map(|()| Grid::filled(columns, rows, false)),
            ground: [(); 2].map(|()| Grid::from_fn(columns, rows, |_| rng.between(0, ROUGH))),
            room,
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

    /// A cheapest way between two points of the top layer. Prices are small, so points wait in one
    /// row for every price.
    fn route(&mut self, shape: &Shape, from: Cell, to: Cell) -> Option<Vec<Via>> {
        let mut search = std::mem::take(&mut self.room.search);
        let route = self.route_in(&mut search, shape, from, to);
        self.room.search = search;
        route
    }

    fn route_in(
        &self,
        search: &mut Search,
        shape: &Shape,
        from: Cell,
        to: Cell,
    ) -> Option<Vec<Via>> {
        let columns = shape.width + 1;
        let count = self.room.around.len();
        let number = |at: Cell| (at.y * columns + at.x) as usize;
        let via = |state: usize| {
            let (side, at) = (state / WAYS / count, (state / WAYS % count) as i32);
            let layer = [Layer::Top, Layer::Bottom][side];
            (layer, Cell::new(at % columns, at / columns))
        };
        let taken = [0, 1].map(|side| self.taken[side].values());
        let crossed = [0, 1].map(|side| self.crossed[side].values());
        let ground = [0, 1].map(|side| self.ground[side].values());
        search.clear(2 * count);
        let goal = number(to);
        let start = number(from) * WAYS + NO_WAY;
        search.offer(start, start, 0);
        let mut price = 0;
        while search.count > 0 {
            let waiting = std::mem::take(&mut search.waiting[price % PRICES]);
            search.count -= waiting.len();
            for &here in &waiting {
                let here = here as usize;
                if search.best[here] != price {
                    continue;
                }
                let (point, way) = (here / WAYS, here % WAYS);
                // The top layer has the first numbers.
                let (side, at) = (point / count, point % count);
                if point == goal {
                    let back =
                        |&state: &usize| (state != start).then(|| search.before[state] as usize);
                    let mut route: Vec<Via> =
                        std::iter::successors(Some(here), back).map(via).collect();
                    route.reverse();
                    return Some(route);
                }
                if way != NO_WAY {
                    if search.is_late(point, price) {
                        continue;
                    }
                    let soonest = &mut search.soonest[point];
                    *soonest = price.min(*soonest);
                }
                for step in self.room.around[at].iter().flatten() {
                    let there = side * count + step.to;
                    let is_crossed = step.square.is_some_and(|square| crossed[side][square]);
                    if taken[side][step.to] && there != goal || is_crossed {
                        continue;
                    }
                    let straight = way == NO_WAY || way == step.way;
                    let turn = if straight { 0 } else { TURN };
                    let price = price + (step.price + turn + ground[side][step.to]) as usize;
                    if !search.is_late(there, price) {
                        search.offer(there * WAYS + step.way, here, price);
                    }
                }
                if let Some(dive) = shape.dive
                    && way != NO_WAY
                    && !taken.iter().any(|taken| taken[at])
                {
                    let there = (1 - side) * count + at;
                    search.offer(there * WAYS + NO_WAY, here, price + dive as usize);
                }
            }
            search.waiting[price % PRICES] = waiting;
            search.waiting[price % PRICES].clear();
            price += 1;
        }
        None
    }

    /// Occupies a route. Where it changes sides there is a pad, which bars both layers.
    fn lay(&mut self, route: &[Via]) {
        for pair in route.windows(2) {
            let ((from, a), (to, b)) = (pair[0], pair[1]);
            self.taken[side(to)][b] = true;
            if a == b {
                self.taken[side(from)][b] = true;
            } else if let Some(square) = square(a, b) {
                self.crossed[side(to)][square] = true;
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

/// The steps from a point that stay on the board.
fn steps_from(shape: &Shape, at: Cell) -> [Option<Step>; 8] {
    let (columns, rows) = (shape.width + 1, shape.height + 1);
    let number = |at: Cell| (at.y * columns + at.x) as usize;
    let mut steps = [None; 8];
    for (way, to) in around(at).enumerate() {
        if (0..columns).contains(&to.x) && (0..rows).contains(&to.y) {
            let square = square(at, to);
            steps[way] = Some(Step {
                way,
                to: number(to),
                square: square.map(number),
                price: square.map_or(STEP, |_| shape.diagonal),
            });
        }
    }
    steps
}

/// The unit square that a diagonal step crosses, by its first corner.
fn square(a: Cell, b: Cell) -> Option<Cell> {
    (a.x != b.x && a.y != b.y).then(|| Cell::new(a.x.min(b.x), a.y.min(b.y)))
}

fn side(layer: Layer) -> usize {
    match layer {
        Layer::Top => 0,
        Layer::Bottom => 1,
    }
}
