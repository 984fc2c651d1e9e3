//! A first plan of a level: terminals, a circuit over both layers for every colour, and a choice of
//! what of it is given. What is on the bottom is given; what is on top is for the player, but for
//! long pieces between the lines that are left to draw. Images of the given lines under the board's
//! symmetry stand where there is room, as walls and as temptations.

use gridwright_core::grid::{Cell, Symmetry};
use gridwright_core::referee;
use gridwright_core::rng::Rng;

use super::Shape;
use super::refine::is_too_short;
use super::route::{Room, Routing, Run, runs};
use super::terminals::terminals;
use crate::circuits::level::{Hue, Layer, Level, Parts};
use crate::circuits::solve::{Lines, draw};

/// Lines for the player have so many steps where they can be cut.
const GAP: [usize; 2] = [2, 3];
/// Given pieces of the top layer have so many steps.
const PIECE: [usize; 2] = [2, 6];

/// Places where a given line is tried to be bent, for each intersection.
const BENDS: i32 = 1;
/// A line of so many points is long enough.
const LONGEST: usize = 12;

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
        parts.pads.dedup();
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

    /// The plan with one more given line between two new pads.
    pub(super) fn with_line(&self, layer: Layer, points: Vec<Cell>) -> Plan {
        let mut more = self.clone();
        more.pads.extend([points[0], points[points.len() - 1]]);
        more.lines.push((layer, points));
        more
    }
}

/// A level with a solution around which it was drawn.
pub(super) struct Planned {
    pub(super) level: Level,
    pub(super) solution: Lines,
}

/// Draws a level around a solution; nothing if the circuits got into each other's way, or if too few
/// given lines carry one.
pub(super) fn plan(rng: &mut Rng, shape: &Shape, room: &mut Room) -> Option<Planned> {
    let symmetry = symmetry(rng, shape);
    let pairs = terminals(rng, shape, symmetry)?;
    let mut routing = Routing::new(rng, shape, &pairs, room);
    let mut plan = Plan::default();
    let mut laid = Vec::new();
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    rng.shuffle(&mut order);
    for colour in order {
        let [from, to] = pairs[colour];
        let hue = Hue::ALL[colour];
        plan.terminals.extend([(from, hue), (to, hue)]);
        laid.extend(runs(&routing.join(rng, shape, from, to)?));
    }
    let mut drawn = Vec::new();
    for run in &laid {
        cut(rng, shape, run, &routing, &mut plan, &mut drawn);
    }
    let given = |layer| plan.lines.iter().filter(|line| line.0 == layer).count();
    let enough = |layer| given(layer) >= shape.least_carrying(layer);
    if !enough(Layer::Bottom) || !enough(Layer::Top) {
        return None;
    }
    bend(rng, shape, &mut routing, &mut plan);
    let images: Vec<(Layer, Vec<Cell>)> = symmetry.map_or(Vec::new(), |symmetry| {
        let image = |at: &Cell| symmetry.cell(*at, shape.width + 1, shape.height + 1);
        let mut lines = plan.lines.clone();
        lines.sort_unstable();
        lines
            .into_iter()
            .map(|(layer, points)| (layer, points.iter().map(image).collect()))
            .collect()
    });
    if is_too_short(shape, &plan, &images, &drawn) {
        return None;
    }
    let level = plan.level(shape)?;
    referee::judge(&level, draw(drawn.clone())).ok()?;
    Some(Planned {
        level: with_lines(shape, level, images, &drawn),
        solution: drawn,
    })
}

/// The symmetry of the figure; `None` where none is wanted.
fn symmetry(rng: &mut Rng, shape: &Shape) -> Option<Symmetry> {
    // As they are listed: four turns, then the same of the mirror image.
    let all: Vec<Symmetry> = Symmetry::all().collect();
    let (half_turn, mirrors) = (all[2], [all[4], all[6]]);
    match shape.symmetry {
        "none" => None,
        "mirror" => rng.pick(&mirrors).copied(),
        "turn" => Some(half_turn),
        _ => rng.pick(&[half_turn, mirrors[0], mirrors[1]]).copied(),
    }
}

/// Turns a run into given parts and lines for the player. A bottom run is given with its pads. A
/// long top run is cut into lines to draw and pieces that are given, which take turns; pads cannot
/// stand over a bottom line.
fn cut(
    rng: &mut Rng,
    shape: &Shape,
    run: &Run,
    routing: &Routing,
    plan: &mut Plan,
    drawn: &mut Lines,
) {
    let last = run.points.len() - 1;
    if last == 0 {
        return;
    }
    let ends = [run.points[0], run.points[last]];
    let inner = run.inner.iter().zip(ends).filter(|(inner, _)| **inner);
    plan.pads.extend(inner.map(|(_, at)| at));
    if run.layer == Layer::Bottom {
        plan.lines.push((Layer::Bottom, run.points.clone()));
        return;
    }
    let fit = |&at: &usize| !routing.taken[1][run.points[at]];
    let mut at = 0;
    if shape.gives_top {
        loop {
            let from: Vec<usize> = (at + GAP[0]..=at + GAP[1])
                .take_while(|&from| from + PIECE[0] + GAP[0] <= last)
                .filter(fit)
                .collect();
            let Some(&from) = rng.pick(&from) else { break };
            let to: Vec<usize> = (from + PIECE[0]..=from + PIECE[1])
                .take_while(|&to| to + GAP[0] <= last)
                .filter(fit)
                .collect();
            let Some(&to) = rng.pick(&to) else { break };
            drawn.push(run.points[at..=from].to_vec());
            plan.pads.extend([run.points[from], run.points[to]]);
            plan.lines
                .push((Layer::Top, run.points[from..=to].to_vec()));
            at = to;
        }
    }
    drawn.push(run.points[at..].to_vec());
}

/// Bends given top lines out into the free parts of the board, a square at a time. Long lines stand
/// in the way of other wirings and are no further ways themselves.
fn bend(rng: &mut Rng, shape: &Shape, routing: &mut Routing, plan: &mut Plan) {
    let top = |(_, (layer, _)): &(usize, &(Layer, Vec<Cell>))| *layer == Layer::Top;
    let lines = plan.lines.iter().enumerate();
    let lines: Vec<usize> = lines.filter(top).map(|(index, _)| index).collect();
    for _ in 0..BENDS * (shape.width + 1) * (shape.height + 1) {
        let Some(&line) = rng.pick(&lines) else {
            return;
        };
        let points = &mut plan.lines[line].1;
        if points.len() > LONGEST {
            continue;
        }
        let step = rng.index(points.len() - 1);
        let (a, b) = (points[step], points[step + 1]);
        let aside = if rng.chance(1, 2) { 1 } else { -1 };
        let (dx, dy) = match (a.x == b.x, a.y == b.y) {
            (true, false) => (aside, 0),
            (false, true) => (0, aside),
            _ => continue,
        };
        let corners = [a.offset(dx, dy), b.offset(dx, dy)];
        let taken = &mut routing.taken[0];
        if corners.iter().all(|&at| taken.get(at) == Some(&false)) {
            for at in corners {
                taken[at] = true;
            }
            points.splice(step + 1..step + 1, corners);
        }
    }
}

/// The level with more given lines, wherever they leave the solution alone.
fn with_lines(
    shape: &Shape,
    level: Level,
    lines: Vec<(Layer, Vec<Cell>)>,
    solution: &Lines,
) -> Level {
    let mut level = level;
    for (layer, points) in lines {
        if meets(layer, &points, solution) {
            continue;
        }
        let more = Plan::of(&level).with_line(layer, points).level(shape);
        let more = more.filter(|more| referee::judge(more, draw(solution.clone())).is_ok());
        level = more.unwrap_or(level);
    }
    level
}

/// Whether a given line would be in the way of a solution: by any of its points on top, and by its
/// pads on either side.
fn meets(layer: Layer, points: &[Cell], solution: &Lines) -> bool {
    let is_drawn = |at: &Cell| solution.iter().any(|line| line.contains(at));
    match layer {
        Layer::Top => points.iter().any(is_drawn),
        Layer::Bottom => is_drawn(&points[0]) || is_drawn(&points[points.len() - 1]),
    }
}
