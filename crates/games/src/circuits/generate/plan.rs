//! A first plan of a level: terminals on the edges, and for every colour a circuit over both
//! layers that keeps clear of the others by diving under them. What is on the bottom becomes
//! given; what is on top is for the player, but for some pieces that are given as well.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use gridwright_core::grid::{Cell, Grid};
use gridwright_core::rng::Rng;

use super::Shape;
use crate::circuits::level::{Hue, Layer, Level, Parts, other_diagonal, step_between};
use crate::circuits::rules::around;

/// The parts of a level without IDs.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) terminals: Vec<(Cell, Hue)>,
    pub(super) pads: Vec<Cell>,
    pub(super) lines: Vec<(Layer, Vec<Cell>)>,
}

impl Plan {
    /// The level of a plan, if it is one. Parts are numbered in reading order.
    pub(super) fn level(&self, shape: &Shape) -> Option<Level> {
        let mut ids = (1..).map(Some);
        let mut id = || ids.next().expect("endless");
        let mut parts = self.clone();
        parts.terminals.sort_unstable();
        parts.pads.sort_unstable();
        parts.lines.sort_unstable();
        Level::new(Parts {
            width: Some(shape.width.into()),
            height: Some(shape.height.into()),
            pads: parts.pads.into_iter().map(|at| (id(), Some(at))).collect(),
            terminals: parts
                .terminals
                .into_iter()
                .map(|(at, hue)| (id(), Some(at), Some(hue)))
                .collect(),
            lines: parts
                .lines
                .into_iter()
                .map(|(layer, points)| (id(), Some(layer), Some(points)))
                .collect(),
        })
        .ok()
    }

    /// The plan of a level.
    pub(super) fn of(level: &Level) -> Plan {
        let lines = level.lines().iter();
        Plan {
            terminals: level.terminals().iter().map(|t| (t.at, t.hue)).collect(),
            pads: level.pads().iter().map(|pad| pad.at).collect(),
            lines: lines
                .map(|line| (line.layer, line.points.clone()))
                .collect(),
        }
    }
}

/// Draws a plan, or nothing if the circuits got into each other's way.
pub(super) fn plan(rng: &mut Rng, shape: &Shape) -> Option<Plan> {
    let pairs = terminals(rng, shape)?;
    let mut copper = Copper::new(shape, &pairs);
    let mut plan = Plan::default();
    let mut laid = Vec::new();
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    rng.shuffle(&mut order);
    for colour in order {
        let [from, to] = pairs[colour];
        let hue = Hue::ALL[colour];
        plan.terminals.extend([(from, hue), (to, hue)]);
        let route = copper.route(rng, shape, from, to)?;
        copper.lay(&route);
        laid.extend(runs(&route));
    }
    for run in &laid {
        give(rng, shape, run, &copper, &mut plan);
    }
    plan.pads.sort_unstable();
    plan.pads.dedup();
    Some(plan)
}

/// Where the terminals of each colour stand.
fn terminals(rng: &mut Rng, shape: &Shape) -> Option<Vec<[Cell; 2]>> {
    let count = shape.colours;
    if shape.rows_only {
        let place = |index: usize, y: i32| {
            let gaps = count.max(2) as i32 - 1;
            Cell::new((index as i32 * shape.width + gaps / 2) / gaps, y)
        };
        let mut top: Vec<Cell> = (0..count).map(|index| place(index, 0)).collect();
        let mut bottom: Vec<Cell> = (0..count).map(|index| place(index, shape.height)).collect();
        rng.shuffle(&mut top);
        rng.shuffle(&mut bottom);
        let mut pairs: Vec<[Cell; 2]> = top.into_iter().zip(bottom).map(|(a, b)| [a, b]).collect();
        if count > 1 && rng.chance(1, 4) {
            // Now and then two partners share a row.
            let (a, b) = (pairs[0][1], pairs[1][0]);
            (pairs[0][1], pairs[1][0]) = (b, a);
        }
        return distinct(&pairs).then_some(pairs);
    }
    let edge = |at: &Cell| at.x == 0 || at.y == 0 || at.x == shape.width || at.y == shape.height;
    let board = Grid::filled(shape.width + 1, shape.height + 1, ());
    let mut free: Vec<Cell> = board.cells().filter(edge).collect();
    let mut chosen = Vec::new();
    while chosen.len() < 2 * count {
        let at = *rng.pick(&free)?;
        chosen.push(at);
        free.retain(|other| (other.x - at.x).abs().max((other.y - at.y).abs()) > 1);
    }
    let pairs: Vec<[Cell; 2]> = chosen.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    let crossed = |pair: &[Cell; 2]| pairs.iter().any(|other| interleaved(shape, pair, other));
    (!shape.tangled || pairs.iter().all(crossed)).then_some(pairs)
}

/// Whether two pairs alternate along the edge, so that their circuits cannot both stay on top.
fn interleaved(shape: &Shape, a: &[Cell; 2], b: &[Cell; 2]) -> bool {
    let along = |at: Cell| {
        if at.y == 0 {
            at.x
        } else if at.x == shape.width {
            shape.width + at.y
        } else if at.y == shape.height {
            2 * shape.width + shape.height - at.x
        } else {
            2 * (shape.width + shape.height) - at.y
        }
    };
    let [low, high] = [along(a[0]).min(along(a[1])), along(a[0]).max(along(a[1]))];
    let within = |at: Cell| (low + 1..high).contains(&along(at));
    within(b[0]) != within(b[1]) && a != b
}

fn distinct(pairs: &[[Cell; 2]]) -> bool {
    let all: BTreeSet<Cell> = pairs.iter().flatten().copied().collect();
    all.len() == 2 * pairs.len()
}

/// A point of a route.
type Via = (Layer, Cell);

/// What the circuits so far occupy.
struct Copper {
    /// Points that no line of the layer may touch: top, then bottom.
    taken: [Grid<bool>; 2],
    steps: [BTreeSet<(Cell, Cell)>; 2],
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

impl Copper {
    fn new(shape: &Shape, pairs: &[[Cell; 2]]) -> Self {
        let mut taken = Grid::filled(shape.width + 1, shape.height + 1, false);
        for &at in pairs.iter().flatten() {
            taken[at] = true;
        }
        Copper {
            taken: [taken.clone(), taken],
            steps: Default::default(),
        }
    }

    /// A cheap way between two terminals, over random ground.
    fn route(&self, rng: &mut Rng, shape: &Shape, from: Cell, to: Cell) -> Option<Vec<Via>> {
        let (columns, rows) = (shape.width + 1, shape.height + 1);
        let ground = [(2, 16), (7, 17)]
            .map(|(low, high)| Grid::from_fn(columns, rows, |_| rng.between(low, high)));
        let mut best = [(); 2].map(|()| Grid::filled(columns, rows, i64::MAX));
        let mut before = [(); 2].map(|()| Grid::filled(columns, rows, None::<Via>));
        best[0][from] = 0;
        let mut queue = BinaryHeap::from([Reverse((0, Layer::Top, from))]);
        while let Some(Reverse((cost, layer, at))) = queue.pop() {
            if best[side(layer)][at] != cost {
                continue;
            }
            if at == to {
                return Some(walk_back(&before, to));
            }
            let mut next: Vec<(i64, Via)> = around(at)
                .filter(|&next| self.is_open(layer, at, next, to))
                .map(|next| (ground[side(layer)][next], (layer, next)))
                .collect();
            if let Some(price) = shape.dive
                && at != from
                && !self.taken.iter().any(|taken| taken[at])
            {
                next.push((price, (other_side(layer), at)));
            }
            for (price, (layer, next)) in next {
                let known = &mut best[side(layer)][next];
                if cost + price < *known {
                    *known = cost + price;
                    let here = if next == at { other_side(layer) } else { layer };
                    before[side(layer)][next] = Some((here, at));
                    queue.push(Reverse((cost + price, layer, next)));
                }
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

fn walk_back(before: &[Grid<Option<Via>>; 2], to: Cell) -> Vec<Via> {
    let mut route = vec![(Layer::Top, to)];
    while let Some(&(layer, at)) = route.last()
        && let Some(previous) = before[side(layer)][at]
    {
        route.push(previous);
    }
    route.reverse();
    route
}

/// A stretch of a route on one layer.
struct Run {
    layer: Layer,
    points: Vec<Cell>,
    /// Whether it begins and ends on a pad rather than on a terminal.
    inner: [bool; 2],
}

/// Cuts a route where it changes sides.
fn runs(route: &[Via]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for &(layer, at) in route {
        match runs.last_mut() {
            Some(run) if run.layer == layer => run.points.push(at),
            last => {
                let inner = last.is_some();
                if let Some(run) = last {
                    run.inner[1] = true;
                }
                let points = vec![at];
                let inner = [inner, false];
                runs.push(Run {
                    layer,
                    points,
                    inner,
                });
            }
        }
    }
    runs
}

/// Turns a run into given parts: a bottom run is given with its pads, a top run is left to the
/// player but for a piece now and then.
fn give(rng: &mut Rng, shape: &Shape, run: &Run, copper: &Copper, plan: &mut Plan) {
    let last = run.points.len() - 1;
    if last == 0 {
        return;
    }
    let ends = [run.points[0], run.points[last]];
    plan.pads.extend(
        run.inner
            .iter()
            .zip(ends)
            .filter(|(inner, _)| **inner)
            .map(|(_, at)| at),
    );
    if run.layer == Layer::Bottom {
        plan.lines.push((Layer::Bottom, run.points.clone()));
        return;
    }
    if !rng.chance(shape.given, 10) {
        return;
    }
    if run.inner == [true, true] && rng.chance(1, 3) {
        plan.lines.push((Layer::Top, run.points.clone()));
        return;
    }
    // Pieces that are given and pieces that are left take turns. A piece begins and ends on pads,
    // which cannot stand over a bottom line; it may begin on the pad that the run begins on, and
    // the end of the run is always left to the player.
    let fit = |at: usize| !copper.taken[1][run.points[at]] || (at == 0 && run.inner[0]);
    let mut at = if rng.chance(1, 2) {
        0
    } else {
        rng.between(1, 3) as usize
    };
    while at + 1 < last {
        let to = (at + rng.between(1, 4) as usize).min(last - 1);
        if !fit(at) || !fit(to) {
            at += 1;
            continue;
        }
        plan.pads.extend([run.points[at], run.points[to]]);
        plan.lines.push((Layer::Top, run.points[at..=to].to_vec()));
        at = to + rng.between(1, 3) as usize;
    }
}
