//! What a level is about: strokes that need each other, drawn on a canvas before the figures stand.
//!
//! Every stroke is drawn by the rules of mixing on the canvas as the strokes before have left it,
//! so the strokes solve the level that comes out. Some strokes *prepare*: they cut a wall, lay paint
//! that another will mix with, or use up a gate. After one of those the next figure is put where
//! only the prepared way leads. The others change their colour on the way or cross a wall; nobody
//! just drags a droplet to its own colour.

use std::collections::BTreeSet;

use gridwright_core::grid::{Cell, Dir, Grid};
use gridwright_core::rng::Rng;

use crate::tint::color::{Color, mix};
use crate::tint::level::{Fixture, Level};
use crate::tint::rules::Stroke;

use super::canvas::{Canvas, Wanted};
use super::fittings::compose;
use super::idea::Idea;

/// A level with the strokes of a story about some ideas, or `None` if this attempt came to nothing.
pub(super) fn tell(wanted: &Wanted, ideas: &[Idea], rng: &mut Rng) -> Option<(Level, Vec<Stroke>)> {
    let mut story = Story::new(compose(wanted, ideas, rng));
    story.white_figure = rng.chance(1, 4);
    let strokes = rng.between(wanted.strokes.0 as i64, wanted.strokes.1 as i64) as usize;
    for &idea in ideas {
        let told = match idea {
            Idea::Cut | Idea::Later => {
                story.strokes.len() + 2 <= strokes && story.prepare_and_follow(idea, wanted, rng)
            }
            Idea::Mix => story.figure_stroke(None, MIXED, wanted, rng),
            Idea::Negate => story.figure_stroke(None, NEGATED, wanted, rng),
            Idea::Switch => story.figure_stroke(None, SWITCHED, wanted, rng),
        };
        if !told {
            return None;
        }
    }
    let mut patience = 2 * strokes;
    while story.strokes.len() < strokes && story.targets.len() < wanted.figures.1 {
        patience = patience.checked_sub(1)?;
        story.figure_stroke(None, 0, wanted, rng);
    }
    if story.targets.len() < wanted.figures.0 || story.strokes.len() > strokes {
        return None;
    }
    let level = Level::new(&story.canvas.parts(&story.targets)).ok()?;
    Some((level, story.strokes))
}

/// What happens to a stroke on its way.
const MIXED: u8 = 1;
const CUT: u8 = 2;
const NEGATED: u8 = 4;
const SWITCHED: u8 = 8;

/// Strokes so far and what they have made of the canvas.
#[derive(Clone)]
struct Story {
    canvas: Canvas,
    paint: Grid<Option<Color>>,
    gates: Grid<bool>,
    /// The canvas's own, in reading order.
    droplets: Vec<(Cell, Color)>,
    targets: Vec<(Cell, Color)>,
    strokes: Vec<Stroke>,
    /// Whether one figure may be white.
    white_figure: bool,
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
    /// Their kinds.
    kinds: u8,
    /// Inside a switch gate: the only way out.
    exit: Option<Dir>,
}

impl Place {
    /// Whether the stroke ends here because it has cut.
    fn is_cut(&self) -> bool {
        self.kinds & CUT != 0
    }

    /// A bit for the colour and the way out: of two places on a cell with the same, one is enough.
    fn kind(&self) -> u64 {
        let exit = self.exit.map_or(0, |exit| 1 + exit as u8);
        1 << (8 * exit + self.color.bits())
    }
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
            droplets: canvas.droplets(),
            targets: Vec::new(),
            strokes: Vec::new(),
            white_figure: false,
            chamber: chambers(&canvas),
            canvas,
        }
    }

    /// A stroke that prepares something and one that makes use of it; whether they were drawn.
    fn prepare_and_follow(&mut self, idea: Idea, wanted: &Wanted, rng: &mut Rng) -> bool {
        let before = self.all_ways();
        let known: BTreeSet<(Cell, Color)> = before
            .iter()
            .flat_map(|(places, _)| places.iter().map(|place| (place.cell, place.color)))
            .collect();
        let mut choices: Vec<(usize, usize)> = Vec::new();
        for (i, (places, _)) in before.iter().enumerate() {
            for (j, place) in places.iter().enumerate().skip(1) {
                let prepares = match idea {
                    Idea::Cut => place.is_cut(),
                    _ => !place.is_cut() && place.color.is_primary() && self.is_open(place.cell),
                };
                if place.exit.is_none() && prepares {
                    choices.push((i, j));
                }
            }
        }
        for _ in 0..6 {
            let Some(&(i, j)) = rng.pick(&choices) else {
                return false;
            };
            let mut after = self.clone();
            if after.draw(&before[i].0, j) && after.figure_stroke(Some(&known), 0, wanted, rng) {
                *self = after;
                return true;
            }
        }
        false
    }

    /// A stroke with some kinds of events that ends on a new figure, maybe over others; whether one
    /// was drawn. If places are `known`, the figure is where none of them is.
    fn figure_stroke(
        &mut self,
        known: Option<&BTreeSet<(Cell, Color)>>,
        kinds: u8,
        wanted: &Wanted,
        rng: &mut Rng,
    ) -> bool {
        let ways = self.all_ways();
        let mut choices: Vec<(u32, usize, usize)> = Vec::new();
        for (i, (places, home)) in ways.iter().enumerate() {
            for (j, place) in places.iter().enumerate().skip(1) {
                if !self.may_stand(place) || place.kinds & kinds != kinds {
                    continue;
                }
                let new = known.is_some_and(|known| !known.contains(&(place.cell, place.color)));
                let is_worth = match known {
                    Some(_) => new,
                    None => place.events > 0,
                };
                if is_worth {
                    let away = self.chamber[place.cell] != *home;
                    let weight = 3 * place.events.min(3)
                        + 3 * u32::from(away)
                        + 4 * u32::from(self.is_image(place.cell));
                    choices.push((weight, i, j));
                }
            }
        }
        // Prefer what has more to it.
        let tried = (0..4).filter_map(|_| rng.pick(&choices).copied());
        let Some((_, i, j)) = tried.max() else {
            return false;
        };
        let places = &ways[i].0;
        let mut after = self.clone();
        if !after.draw(places, j) {
            return false;
        }
        after.targets.push((places[j].cell, places[j].color));
        after.figures_on_the_way(places, j, wanted, rng);
        *self = after;
        true
    }

    /// More figures where a stroke comes by.
    fn figures_on_the_way(&mut self, places: &[Place], to: usize, wanted: &Wanted, rng: &mut Rng) {
        for _ in 0..2 {
            if self.targets.len() >= wanted.figures.1 || !rng.chance(1, 2) {
                break;
            }
            let mut way: Vec<usize> = way(places, to);
            way.retain(|&k| {
                k != to
                    && k != 0
                    && self.may_stand(&places[k])
                    && distance(places[k].cell, places[to].cell) >= 3
            });
            let images = way.iter().copied();
            let images: Vec<usize> = images.filter(|&k| self.is_image(places[k].cell)).collect();
            let from = if images.is_empty() { &way } else { &images };
            if let Some(&k) = rng.pick(from) {
                self.targets.push((places[k].cell, places[k].color));
            }
        }
    }

    /// Whether the image of a cell holds a figure, or is the cell itself.
    fn is_image(&self, cell: Cell) -> bool {
        let image = self.canvas.image(cell);
        image == cell || self.targets.iter().any(|&(other, _)| other == image)
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.canvas.is_free(cell) && self.targets.iter().all(|&(other, _)| other != cell)
    }

    /// Whether a figure may be put on a place.
    fn may_stand(&self, place: &Place) -> bool {
        let alone = self
            .targets
            .iter()
            .all(|&(cell, _)| distance(cell, place.cell) >= 2);
        let apart = self
            .droplets
            .iter()
            .all(|&(cell, _)| distance(cell, place.cell) >= 2);
        // White is soon had; one such figure is enough.
        let is_white = |color| color == Color::White;
        let known = self.targets.iter().any(|&(_, color)| is_white(color));
        let white = is_white(place.color) && (known || !self.white_figure);
        self.canvas.is_free(place.cell)
            && place.exit.is_none()
            && !place.is_cut()
            && alone
            && apart
            && !white
    }

    /// Everything that strokes may come to from each droplet, with the chamber the droplet is in.
    fn all_ways(&self) -> Vec<(Vec<Place>, Option<u16>)> {
        let droplets = self.droplets.iter();
        droplets
            .map(|&(cell, color)| (self.ways_from(cell, color), self.chamber[cell]))
            .collect()
    }

    fn ways_from(&self, cell: Cell, color: Color) -> Vec<Place> {
        let mut places = vec![Place {
            cell,
            color,
            parent: 0,
            events: 0,
            kinds: 0,
            exit: None,
        }];
        let (width, height) = (self.paint.width(), self.paint.height());
        let mut seen = Grid::filled(width, height, 0u64);
        seen[cell] = places[0].kind();
        let mut next = 0;
        while next < places.len() {
            let (index, place) = (next, places[next]);
            next += 1;
            if place.is_cut() {
                continue;
            }
            for dir in Dir::ALL {
                if place.exit.is_some_and(|exit| exit != dir) {
                    continue;
                }
                self.enter(&place, dir, index, |place| {
                    let known = &mut seen[place.cell];
                    if *known & place.kind() == 0 {
                        *known |= place.kind();
                        places.push(place);
                    }
                });
            }
        }
        places
    }

    /// Calls `found` with what becomes of a stroke that goes on in a direction.
    fn enter(&self, place: &Place, dir: Dir, parent: usize, mut found: impl FnMut(Place)) {
        let cell = place.cell.step(dir);
        if !self.canvas.is_paper(cell) {
            return;
        }
        let next = |color, kind: u8, exit| Place {
            cell,
            color,
            parent,
            events: place.events + u32::from(kind != 0),
            kinds: place.kinds | kind,
            exit,
        };
        match self.canvas.fixture[cell] {
            Some(Fixture::Negation(gate)) if self.gates[cell] => {
                found(next(place.color.without(gate), NEGATED, None));
            }
            Some(Fixture::Switch(sides)) if self.gates[cell] => {
                let side = dir.opposite();
                if sides[side as usize] != Some(place.color) {
                    return;
                }
                let exits = Dir::ALL.into_iter().filter(|&exit| exit != side);
                exits
                    .filter_map(|exit| Some((exit, sides[exit as usize]?)))
                    .for_each(|(exit, color)| found(next(color, SWITCHED, Some(exit))));
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
                    return;
                }
                let kind = match (mixed.ends, mixed.color != place.color) {
                    (true, _) => CUT,
                    (false, true) => MIXED,
                    (false, false) => 0,
                };
                found(next(mixed.color, kind, None));
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
