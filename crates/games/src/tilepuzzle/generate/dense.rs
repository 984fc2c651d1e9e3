//! Dense boards, looked at backwards.
//!
//! A small floor is filled with shapes until only a few cells are free. All positions that sliding
//! can reach are listed; one red cat is put somewhere; and a breadth-first search from *all*
//! positions in which the red shape lies on it, drag by drag, tells for every position how many
//! drags it is away. The farthest one is the level: its minimum is known before any solver sees
//! it. Fillings that come near what is wanted are changed a little and tried again.

use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Budget, Meter};
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::NotMade;
use gridwright_core::grid::{Cell, Dir, Grid};
use gridwright_core::rng::Rng;

use crate::tilepuzzle::codes;
use crate::tilepuzzle::level::{CatPart, Color, Level, Parts, ShapePart};
use crate::tilepuzzle::solve::Metric;

use super::climb::miss;

/// What is wanted.
pub(super) struct Order {
    /// Columns of the floor.
    pub(super) width: i32,
    /// Rows of the floor.
    pub(super) height: i32,
    /// The most cells of a shape.
    pub(super) largest: usize,
    /// Cells left free.
    pub(super) gaps: usize,
    /// What the minimum counts.
    pub(super) metric: Metric,
    /// Where the minimum must lie.
    pub(super) range: RangeInclusive<u64>,
}

/// Fillings looked at before a request is refused.
const FILLINGS: usize = 4000;

/// Positions of one filling that are listed; larger worlds are passed over.
const MOST_POSITIONS: usize = 40_000;

/// Worlds with fewer positions hold nothing hard.
const FEWEST_POSITIONS: usize = 200;

/// Outlines to fill with, some of them turned.
const OUTLINES: [&[(i32, i32)]; 14] = [
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (1, 1)],
    &[(1, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (2, 0), (2, 1)],
    &[(0, 0), (1, 0), (2, 0), (1, 1)],
    &[(1, 0), (2, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (1, 1), (2, 1)],
];

/// A level of the order.
pub(super) fn make(order: &Order, rng: &mut Rng, budget: &Budget<'_>) -> Result<Level, NotMade> {
    let mut meter = budget.meter();
    let mut best: Option<(u64, Filling)> = None;
    let mut nearest = None;
    let mut stale = 0;
    for _ in 0..FILLINGS {
        let filling = match &best {
            // A filling that led nowhere for a while is dropped.
            Some((_, filling)) if stale < 30 => filling.changed(order, rng),
            _ => {
                (best, stale) = (None, 0);
                Filling::new(order, rng)
            }
        };
        stale += 1;
        let Some((cost, level)) = hardest(&filling, order, rng, &mut meter)? else {
            continue;
        };
        if order.range.contains(&cost) {
            return Ok(level);
        }
        let off = miss(&order.range, cost);
        if nearest.is_none_or(|nearest| off < miss(&order.range, nearest)) {
            nearest = Some(cost);
        }
        if best
            .as_ref()
            .is_none_or(|(known, _)| off <= miss(&order.range, *known))
        {
            if best
                .as_ref()
                .is_none_or(|(known, _)| off < miss(&order.range, *known))
            {
                stale = 0;
            }
            best = Some((cost, filling));
        }
    }
    let message = format!(
        "no board of this size with a minimum of {} or more {} turned up; the nearest had {}",
        order.range.start(),
        order.metric.order()[0],
        nearest.map_or("none".to_owned(), |cost: u64| cost.to_string())
    );
    Err(Fault::new(codes::NOT_FOUND, message, Place::everywhere()).into())
}

/// Fillings of one size, one after the other, each a change of one that was hard: for who looks for
/// the hardest boards of all.
pub struct Search {
    order: Order,
    rng: Rng,
    best: Option<(u64, Filling)>,
    stale: usize,
    positions: u64,
}

impl Search {
    /// A search on floors of this size, in drags.
    pub fn new(width: i32, height: i32, largest: usize, gaps: usize, seed: u64) -> Self {
        Search {
            order: Order {
                width,
                height,
                largest,
                gaps,
                metric: Metric::Drags,
                range: 1..=u64::MAX,
            },
            rng: Rng::new("tilepuzzle/3 dense", seed),
            best: None,
            stale: 0,
            positions: 0,
        }
    }

    /// How many positions were listed so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The hardest level of the next filling for each cell that the cat can sit on, with its fewest
    /// drags.
    ///
    /// # Errors
    /// When the meter's limit is reached.
    pub fn next_levels(&mut self, meter: &mut Meter<'_>) -> Result<Vec<(u64, Level)>, NotMade> {
        let filling = match &self.best {
            Some((_, filling)) if self.stale < 30 => filling.changed(&self.order, &mut self.rng),
            _ => {
                (self.best, self.stale) = (None, 0);
                Filling::new(&self.order, &mut self.rng)
            }
        };
        self.stale += 1;
        let Some(world) = World::explore(&filling, meter)? else {
            return Ok(Vec::new());
        };
        self.positions += world.len() as u64;
        let mut levels = Vec::new();
        for cat in 0..(filling.width * filling.height) as u16 {
            let distances = world.distances(&filling, cat, Metric::Drags);
            meter.nodes(world.len() as u64)?;
            let farthest = (0..world.len())
                .filter(|&at| distances[at] != NOWHERE && distances[at] > 0)
                .max_by_key(|&at| (distances[at], std::cmp::Reverse(at)));
            if let Some(at) = farthest {
                levels.push((u64::from(distances[at]), level(&filling, &world, at, cat)));
            }
        }
        let hardest = levels.iter().map(|(drags, _)| *drags).max().unwrap_or(0);
        let known = self.best.as_ref().map_or(0, |(drags, _)| *drags);
        if hardest >= known {
            if hardest > known {
                self.stale = 0;
            }
            self.best = Some((hardest, filling));
        }
        Ok(levels)
    }
}

/// Shapes on a floor. The first one is red, the one with a cat.
#[derive(Clone)]
struct Filling {
    width: i32,
    height: i32,
    shapes: Vec<(usize, Cell)>,
}

impl Filling {
    /// Shapes put down at random until no more than the gaps are left.
    fn new(order: &Order, rng: &mut Rng) -> Self {
        let mut filling = Filling {
            width: order.width,
            height: order.height,
            shapes: Vec::new(),
        };
        filling.fill(order, rng);
        filling
    }

    fn fill(&mut self, order: &Order, rng: &mut Rng) {
        let usable = OUTLINES
            .iter()
            .position(|outline| outline.len() > order.largest)
            .unwrap_or(OUTLINES.len());
        let mut taken = Grid::filled(self.width, self.height, false);
        let mut free = (self.width * self.height) as usize;
        for (outline, at) in &self.shapes {
            for &(x, y) in OUTLINES[*outline] {
                taken[at.offset(x, y)] = true;
                free -= 1;
            }
        }
        let mut tries = 0;
        while free > order.gaps && tries < 400 {
            tries += 1;
            // Singles only fill what nothing else fits into.
            let first = usize::from(tries < 200).min(usable - 1);
            let outline = first + rng.index(usable - first);
            let at = Cell::new(
                rng.between(0, i64::from(self.width) - 1) as i32,
                rng.between(0, i64::from(self.height) - 1) as i32,
            );
            let cells = || OUTLINES[outline].iter().map(move |&(x, y)| at.offset(x, y));
            let fits = cells().all(|cell| taken.get(cell) == Some(&false));
            if fits && free >= order.gaps + OUTLINES[outline].len() {
                cells().for_each(|cell| taken[cell] = true);
                free -= OUTLINES[outline].len();
                self.shapes.push((outline, at));
            }
        }
        if let Some(others) = self.shapes.get_mut(1..) {
            others.sort_by_key(|(outline, _)| *outline);
        }
    }

    /// A filling with a few shapes taken out and others put in.
    fn changed(&self, order: &Order, rng: &mut Rng) -> Self {
        let mut changed = self.clone();
        for _ in 0..1 + rng.index(3) {
            if changed.shapes.len() > 1 {
                let gone = rng.index(changed.shapes.len());
                changed.shapes.remove(gone);
            }
        }
        changed.fill(order, rng);
        changed
    }

    /// Brings the places of shapes that look alike into order.
    fn sort_alike(&self, places: &mut [u16]) {
        let mut first = 1;
        while first < places.len() {
            let outline = self.shapes[first].0;
            let alike = self.shapes[first..]
                .iter()
                .take_while(|shape| shape.0 == outline);
            let end = first + alike.count();
            places[first..end].sort_unstable();
            first = end;
        }
    }

    /// The same when only one place is out of order; says where it went.
    fn sort_alike_from(&self, places: &mut [u16], mut i: usize) -> usize {
        let alike = |a: usize, b: usize| self.shapes[a].0 == self.shapes[b].0;
        while i > 1 && alike(i, i - 1) && places[i] < places[i - 1] {
            places.swap(i, i - 1);
            i -= 1;
        }
        while i > 0 && i + 1 < places.len() && alike(i, i + 1) && places[i] > places[i + 1] {
            places.swap(i, i + 1);
            i += 1;
        }
        i
    }
}

/// All positions within reach of a filling, joined by steps. Shapes that look alike (but for the
/// first) are kept sorted by place, so that swapping them makes no new position.
struct World {
    /// The corner of each shape, position after position, as cell numbers.
    places: Vec<u16>,
    /// For each position and shape, the position after a step in each direction, and which shape
    /// of that position is the one that moved.
    next: Vec<(u32, u8)>,
    shapes: usize,
}

/// No position.
const NOWHERE: u32 = u32::MAX;

impl World {
    fn len(&self) -> usize {
        self.places.len() / self.shapes
    }

    /// Lists the positions, unless there are too many or too few.
    fn explore(filling: &Filling, meter: &mut Meter<'_>) -> Result<Option<World>, NotMade> {
        let (width, height) = (filling.width, filling.height);
        let shapes = filling.shapes.len();
        let mut world = World {
            places: filling
                .shapes
                .iter()
                .map(|(_, at)| (at.y * width + at.x) as u16)
                .collect(),
            next: Vec::new(),
            shapes,
        };
        filling.sort_alike(&mut world.places);
        let mut known: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
        known.insert(world.places.clone(), 0);
        let mut at = 0;
        while at < world.len() {
            meter.node()?;
            let here = world.places[at * shapes..][..shapes].to_vec();
            let mut owner = vec![usize::MAX; (width * height) as usize];
            for (i, (outline, _)) in filling.shapes.iter().enumerate() {
                for &(x, y) in OUTLINES[*outline] {
                    owner[here[i] as usize + (y * width + x) as usize] = i;
                }
            }
            for (i, (outline, _)) in filling.shapes.iter().enumerate() {
                let corner = Cell::new(here[i] as i32 % width, here[i] as i32 / width);
                for dir in Dir::ALL {
                    let to = corner.step(dir);
                    let free = OUTLINES[*outline].iter().all(|&(x, y)| {
                        let cell = to.offset(x, y);
                        (0..width).contains(&cell.x)
                            && (0..height).contains(&cell.y)
                            && [usize::MAX, i].contains(&owner[(cell.y * width + cell.x) as usize])
                    });
                    if !free {
                        world.next.push((NOWHERE, 0));
                        continue;
                    }
                    let mut there = here.clone();
                    there[i] = (to.y * width + to.x) as u16;
                    let moved = filling.sort_alike_from(&mut there, i) as u8;
                    let number = known.len() as u32;
                    let id = *known.entry(there).or_insert_with_key(|there| {
                        world.places.extend_from_slice(there);
                        number
                    });
                    world.next.push((id, moved));
                }
            }
            at += 1;
            if world.len() > MOST_POSITIONS {
                return Ok(None);
            }
        }
        Ok((world.len() >= FEWEST_POSITIONS).then_some(world))
    }

    /// How far each position is from one in which shape 0 lies on the cat; `NOWHERE` where it
    /// cannot be done, or where another shape lies on the cat.
    fn distances(&self, filling: &Filling, cat: u16, metric: Metric) -> Vec<u32> {
        let width = filling.width;
        let covers = |position: usize, shape: usize| {
            let corner = self.places[position * self.shapes + shape] as i32;
            OUTLINES[filling.shapes[shape].0]
                .iter()
                .any(|&(x, y)| corner + y * width + x == i32::from(cat))
        };
        let mut distance = vec![NOWHERE; self.len()];
        let barred: Vec<bool> = (0..self.len())
            .map(|at| (1..self.shapes).any(|shape| covers(at, shape)))
            .collect();
        let mut layer: Vec<u32> = (0..self.len() as u32)
            .filter(|&at| covers(at as usize, 0))
            .collect();
        for &at in &layer {
            distance[at as usize] = 0;
        }
        let mut swept = vec![false; self.len() * self.shapes];
        let mut far = 0;
        while !layer.is_empty() {
            far += 1;
            let mut next_layer = Vec::new();
            for &at in &layer {
                for shape in 0..self.shapes {
                    // In steps a neighbour is one away; in drags, all that one drag reaches.
                    let mut front = vec![(at, shape as u8)];
                    while let Some((from, shape)) = front.pop() {
                        let slot = from as usize * self.shapes + shape as usize;
                        if std::mem::replace(&mut swept[slot], true) {
                            continue;
                        }
                        for &(to, moved) in &self.next[slot * 4..][..4] {
                            if to == NOWHERE || barred[to as usize] {
                                continue;
                            }
                            if distance[to as usize] == NOWHERE {
                                distance[to as usize] = far;
                                next_layer.push(to);
                            }
                            if metric == Metric::Drags {
                                front.push((to, moved));
                            }
                        }
                    }
                }
            }
            layer = next_layer;
        }
        distance
    }
}

/// The hardest level of a filling that does not overshoot, for a few places of the cat.
fn hardest(
    filling: &Filling,
    order: &Order,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<(u64, Level)>, NotMade> {
    let Some(world) = World::explore(filling, meter)? else {
        return Ok(None);
    };
    let mut best: Option<(u64, usize, u16)> = None;
    for _ in 0..4 {
        let cat = rng.below((filling.width * filling.height) as u64) as u16;
        let distances = world.distances(filling, cat, order.metric);
        meter.nodes(world.len() as u64)?;
        let within = |far: u32| far != NOWHERE && u64::from(far) <= *order.range.end();
        let found = (0..world.len())
            .filter(|&at| within(distances[at]))
            .max_by_key(|&at| (distances[at], std::cmp::Reverse(at)));
        if let Some(at) = found {
            let far = u64::from(distances[at]);
            if far > 0 && best.is_none_or(|(known, ..)| far > known) {
                best = Some((far, at, cat));
            }
        }
    }
    Ok(best.map(|(far, at, cat)| (far, level(filling, &world, at, cat))))
}

fn level(filling: &Filling, world: &World, at: usize, cat: u16) -> Level {
    let (width, height) = (filling.width, filling.height);
    let inside = |place: u16| Cell::new(place as i32 % width + 1, place as i32 / width + 1);
    let row = |y: i32| {
        (0..width + 2)
            .map(|x| {
                let floor = (1..=width).contains(&x) && (1..=height).contains(&y);
                if floor { '.' } else { '#' }
            })
            .collect()
    };
    let shapes = (0..world.shapes)
        .map(|i| {
            let outline = filling.shapes[i].0;
            // Outlines that look alike share a colour: who tells them apart looks for a
            // difference that is not there.
            let color = if i == 0 { 0 } else { 1 + outline % 4 };
            ShapePart {
                cells: Ok(OUTLINES[outline].iter().map(|&c| c.into()).collect()),
                at: inside(world.places[at * world.shapes + i]),
                color: Ok(Color::ALL[color]),
                unlock: 0,
                tandem: None,
            }
        })
        .collect();
    let cats = vec![CatPart {
        at: inside(cat),
        color: Ok(Color::Red),
        on_blocker: false,
    }];
    Level::new(Parts {
        floor: (0..height + 2).map(row).collect(),
        blockers: Vec::new(),
        shapes,
        cats,
    })
    .expect("a position of a filling is a valid level")
}
