//! What a level is about: strokes that need each other, drawn on a canvas before the figures stand.
//!
//! Every stroke is drawn by the rules of mixing on the canvas as the strokes before have left it,
//! so the strokes solve the level that comes out. Some strokes *prepare*: they cut a wall, lay paint
//! that another will mix with, or use up a gate. After one of those the next figure is put where
//! only the prepared way leads. The others change their colour on the way or cross a wall; nobody
//! just drags a droplet to its own colour.

use std::collections::{BTreeSet, VecDeque};

use gridwright_core::grid::{Cell, Dir, Grid};
use gridwright_core::rng::Rng;

use crate::tint::color::{Color, mix};
use crate::tint::level::{Fixture, Level};
use crate::tint::rules::Stroke;

use super::motif::{Canvas, Wanted, compose};

/// A level with the strokes of its story, or `None` if this attempt came to nothing.
pub(super) fn tell(wanted: &Wanted, rng: &mut Rng) -> Option<(Level, Vec<Stroke>)> {
    let canvas = compose(wanted, rng);
    let mut story = Story::new(canvas);
    let strokes = rng.between(wanted.strokes.0 as i64, wanted.strokes.1 as i64);
    let mut drawn = 0;
    let mut patience = 3 * strokes;
    while drawn < strokes && story.targets.len() < wanted.figures.1 {
        patience -= 1;
        if patience < 0 {
            return None;
        }
        let prepares = strokes - drawn >= 2 && rng.chance(1, 2);
        drawn += if prepares {
            story.prepare_and_follow(wanted, rng)
        } else {
            story.figure_stroke(None, wanted, rng)
        };
    }
    if story.targets.len() < wanted.figures.0 {
        return None;
    }
    let level = Level::new(&story.canvas.parts(&story.targets)).ok()?;
    Some((level, story.strokes))
}

/// Strokes so far and what they have made of the canvas.
#[derive(Clone)]
struct Story {
    canvas: Canvas,
    paint: Grid<Option<Color>>,
    gates: Grid<bool>,
    targets: Vec<(Cell, Color)>,
    strokes: Vec<Stroke>,
    /// Connected bare paper at the start, numbered; walls have none.
    chamber: Grid<Option<u16>>,
}

/// A place that a stroke may come to.
#[derive(Clone, Copy, Debug)]
struct Place {
    cell: Cell,
    color: Color,
    parent: usize,
    /// Mixes, gates and cuts on the way.
    events: u32,
    /// The stroke ends here: it has cut.
    cut: bool,
    /// Inside a switch gate: the only way out.
    exit: Option<Dir>,
}

impl Story {
    fn new(canvas: Canvas) -> Story {
        let gates = canvas
            .fixture
            .iter()
            .map(|(cell, fixture)| (cell, fixture.is_some_and(Fixture::is_gate)))
            .collect::<Vec<_>>();
        let mut standing = Grid::filled(canvas.paint.width(), canvas.paint.height(), false);
        for (cell, is_gate) in gates {
            standing[cell] = is_gate;
        }
        Story {
            paint: canvas.paint.clone(),
            gates: standing,
            targets: Vec::new(),
            strokes: Vec::new(),
            chamber: chambers(&canvas),
            canvas,
        }
    }

    /// A stroke that prepares something and one that makes use of it; how many were drawn.
    fn prepare_and_follow(&mut self, wanted: &Wanted, rng: &mut Rng) -> i64 {
        let before = self.all_ways();
        let known: BTreeSet<(Cell, Color)> = before
            .iter()
            .flat_map(|(places, _)| places.iter().map(|place| (place.cell, place.color)))
            .collect();
        let mut choices: Vec<(usize, usize)> = Vec::new();
        for (i, (places, _)) in before.iter().enumerate() {
            for (j, place) in places.iter().enumerate().skip(1) {
                let lays_paint =
                    place.color.is_primary() && self.canvas.is_free(place.cell) && wanted.mixing;
                if place.exit.is_none() && (place.cut || lays_paint && rng.chance(1, 6)) {
                    choices.push((i, j));
                }
            }
        }
        // Cuts are few among many ways to lay paint.
        let cuts: Vec<(usize, usize)> = choices
            .iter()
            .copied()
            .filter(|&(i, j)| before[i].0[j].cut)
            .collect();
        let from = if !cuts.is_empty() && rng.chance(2, 3) {
            &cuts
        } else {
            &choices
        };
        for _ in 0..4 {
            let Some(&(i, j)) = rng.pick(from) else {
                return 0;
            };
            let mut after = self.clone();
            if !after.draw(&before[i].0, j) {
                continue;
            }
            let follows = after.figure_stroke(Some(&known), wanted, rng);
            if follows > 0 {
                *self = after;
                return 1 + follows;
            }
        }
        0
    }

    /// A stroke that ends on a new figure, maybe over a second one; whether one was drawn. If
    /// places are `known`, the figure is where none of them is.
    fn figure_stroke(
        &mut self,
        known: Option<&BTreeSet<(Cell, Color)>>,
        wanted: &Wanted,
        rng: &mut Rng,
    ) -> i64 {
        let ways = self.all_ways();
        let mut choices: Vec<(u32, usize, usize)> = Vec::new();
        for (i, (places, home)) in ways.iter().enumerate() {
            for (j, place) in places.iter().enumerate().skip(1) {
                if !self.may_stand(place) {
                    continue;
                }
                let away = self.chamber[place.cell] != *home;
                let new = known.is_some_and(|known| !known.contains(&(place.cell, place.color)));
                let weight = place.events * 3 + 2 * u32::from(away) + 6 * u32::from(new);
                let worth = place.events > 0 || known.is_some();
                if worth && (known.is_none() || new) {
                    choices.push((weight, i, j));
                }
            }
        }
        if choices.is_empty() {
            return 0;
        }
        choices.sort();
        // Prefer what has more to it.
        let best = (0..3)
            .map(|_| choices[rng.index(choices.len())])
            .max()
            .unwrap_or(choices[0]);
        let (_, i, j) = best;
        let places = &ways[i].0;
        let mut after = self.clone();
        if !after.draw(places, j) {
            return 0;
        }
        after.targets.push((places[j].cell, places[j].color));
        // More figures on the way.
        for _ in 0..2 {
            let room = after.targets.len() < wanted.figures.1;
            if !room || !rng.chance(2, 5) {
                break;
            }
            let mut way: Vec<usize> = way(places, j);
            way.retain(|&k| k != j && k != 0 && after.may_stand(&places[k]));
            let far = |k: &usize| distance(places[*k].cell, places[j].cell) >= 3;
            way.retain(far);
            if let Some(&k) = rng.pick(&way) {
                after.targets.push((places[k].cell, places[k].color));
            }
        }
        *self = after;
        1
    }

    /// Whether a figure may be put on a place.
    fn may_stand(&self, place: &Place) -> bool {
        let alone = self
            .targets
            .iter()
            .all(|&(cell, _)| distance(cell, place.cell) >= 2);
        let sources = self.canvas.droplets();
        let apart = sources
            .iter()
            .all(|&(cell, _)| distance(cell, place.cell) >= 2);
        // White is soon had; one such figure is enough.
        let is_white = |color| color == Color::White;
        let white = is_white(place.color) && self.targets.iter().any(|&(_, c)| is_white(c));
        self.canvas.is_free(place.cell) && !place.cut && alone && apart && !white
    }

    /// Everything that strokes may come to from each droplet, with the chamber the droplet is in.
    fn all_ways(&self) -> Vec<(Vec<Place>, Option<u16>)> {
        let droplets = self.canvas.droplets().into_iter();
        droplets
            .map(|(cell, color)| (self.ways_from(cell, color), self.chamber[cell]))
            .collect()
    }

    fn ways_from(&self, cell: Cell, color: Color) -> Vec<Place> {
        let mut places = vec![Place {
            cell,
            color,
            parent: 0,
            events: 0,
            cut: false,
            exit: None,
        }];
        let mut seen: BTreeSet<(Cell, Color, Option<u8>)> = BTreeSet::from([(cell, color, None)]);
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let place = places[index];
            if place.cut {
                continue;
            }
            for dir in Dir::ALL {
                if place.exit.is_some_and(|exit| exit != dir) {
                    continue;
                }
                for next in self.enter(&place, dir, index) {
                    let key = (next.cell, next.color, next.exit.map(|exit| exit as u8));
                    if seen.insert(key) {
                        queue.push_back(places.len());
                        places.push(next);
                    }
                }
            }
        }
        places
    }

    /// What becomes of a stroke that goes on in a direction.
    fn enter(&self, place: &Place, dir: Dir, parent: usize) -> Vec<Place> {
        let cell = place.cell.step(dir);
        if !self.canvas.is_paper(cell) {
            return Vec::new();
        }
        let next = |color, events, cut, exit| Place {
            cell,
            color,
            parent,
            events: place.events + events,
            cut,
            exit,
        };
        match self.canvas.fixture[cell] {
            Some(Fixture::Negation(gate)) if self.gates[cell] => {
                vec![next(place.color.without(gate), 1, false, None)]
            }
            Some(Fixture::Switch(sides)) if self.gates[cell] => {
                let side = dir.opposite();
                if sides[side as usize] != Some(place.color) {
                    return Vec::new();
                }
                let exits = Dir::ALL.into_iter().filter(|&exit| exit != side);
                exits
                    .filter_map(|exit| Some((exit, sides[exit as usize]?)))
                    .map(|(exit, color)| next(color, 1, false, Some(exit)))
                    .collect()
            }
            fixture => {
                let on = match fixture {
                    Some(Fixture::Droplet(color)) => Some(color),
                    Some(Fixture::Target(_) | Fixture::Negation(_) | Fixture::Switch(_)) | None => {
                        self.paint[cell]
                    }
                };
                let mixed = mix(self.canvas.mixing, place.color, on);
                if mixed.color == Color::Grey {
                    return Vec::new();
                }
                let changed = mixed.color != place.color || mixed.ends;
                vec![next(mixed.color, u32::from(changed), mixed.ends, None)]
            }
        }
    }

    /// Draws the stroke to a place; `false` if it crosses itself or ends inside a gate.
    fn draw(&mut self, places: &[Place], to: usize) -> bool {
        let way = way(places, to);
        let cells: BTreeSet<Cell> = way.iter().map(|&i| places[i].cell).collect();
        if cells.len() < way.len() || places[to].exit.is_some() || way.len() < 2 {
            return false;
        }
        let cells = way.iter().map(|&i| places[i].cell).collect();
        self.strokes.push(Stroke::new(cells));
        for &i in &way[1..] {
            let place = &places[i];
            self.gates[place.cell] = false;
            if !matches!(self.canvas.fixture[place.cell], Some(Fixture::Droplet(_))) {
                self.paint[place.cell] = Some(place.color);
            }
        }
        true
    }
}

/// The places on the way to one, from the first.
fn way(places: &[Place], to: usize) -> Vec<usize> {
    let mut way = vec![to];
    let mut at = to;
    while at != 0 {
        at = places[at].parent;
        way.push(at);
    }
    way.reverse();
    way
}

fn distance(one: Cell, other: Cell) -> i32 {
    (one.x - other.x).abs() + (one.y - other.y).abs()
}

/// Numbers the connected parts of the paper that no wall divides.
fn chambers(canvas: &Canvas) -> Grid<Option<u16>> {
    let is_open = |cell: Cell| {
        canvas.is_paper(cell)
            && canvas.paint[cell].is_none()
            && !canvas.fixture[cell].is_some_and(Fixture::is_gate)
    };
    let mut chamber = Grid::filled(canvas.paint.width(), canvas.paint.height(), None);
    let mut count = 0;
    for first in canvas.paint.cells() {
        if chamber[first].is_some() || !is_open(first) {
            continue;
        }
        let mut stack = vec![first];
        chamber[first] = Some(count);
        while let Some(cell) = stack.pop() {
            for beside in Dir::ALL.map(|dir| cell.step(dir)) {
                if is_open(beside) && chamber[beside].is_none() {
                    chamber[beside] = Some(count);
                    stack.push(beside);
                }
            }
        }
        count += 1;
    }
    chamber
}
