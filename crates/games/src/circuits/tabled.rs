//! The rules over plain arrays, for play by numbers: points, fixtures and directions are numbers, and
//! what can be seen and what may be done is kept up to date with every action, since learners ask for
//! both after each. The conformance tests play it beside the rules.
//!
//! Lines form only paths and loops, because pads take two ends; so a line that is finished or erased
//! recolours the path that it belongs to, and nothing else. A line under the pen counts as drawn: it
//! may meet itself no more than any other.

use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Puzzle, Steps};

use super::Circuits;
use super::level::{Layer, Level};
use super::rules::around;
use crate::act::{Acted, Acts, Frame, Table};

/// The layers of an observation.
const HUE: usize = 1;
const GIVEN: usize = 2;
const DRAWN: usize = 4;
const PEN: usize = 5;

/// No point, no fixture.
const NONE: u32 = u32::MAX;

/// For each diagonal direction, that of the neighbour above or below and the direction from there
/// along the other diagonal of the square.
const ACROSS: [Option<(usize, usize)>; 8] = [
    Some((1, 5)),
    None,
    Some((1, 7)),
    None,
    None,
    Some((6, 0)),
    None,
    Some((6, 2)),
];

/// The table of a level in a frame.
pub(super) fn table(frame: Frame, level: &Level) -> Box<dyn Table> {
    Box::new(Numbered::new(frame, level))
}

/// A line that stands.
struct Line {
    /// The action that erases it.
    erased_by: usize,
    points: Vec<u32>,
}

/// A level played over arrays.
struct Numbered {
    /// The points of a layer.
    points: usize,
    /// The eight neighbours of each point on the level's board.
    near: Vec<[u32; 8]>,
    /// The fixture on each point.
    fixture: Vec<u32>,
    /// Where each fixture is; pads first, then terminals.
    place: Vec<u32>,
    pads: usize,
    start: State,
    now: State,
    lines: Vec<Line>,
    /// The line under the pen.
    pen: Vec<u32>,
    /// The actions that can be taken.
    can: Vec<u32>,
}

/// What changes in play.
#[derive(Clone)]
struct State {
    observation: Vec<u8>,
    mask: Vec<u8>,
    /// Points inside lines of the top layer.
    passed: Vec<bool>,
    /// The fixtures that lines lead to from each fixture.
    links: Vec<[u32; 2]>,
}

impl Numbered {
    fn new(frame: Frame, level: &Level) -> Self {
        let points = frame.cells();
        let cell = |point: usize| {
            let (x, y) = (point % frame.cols, point / frame.cols);
            Cell::new(x as i32, y as i32)
        };
        let on_board = |at: Cell| match level.contains(at) {
            true => frame.index(at) as u32,
            false => NONE,
        };
        let near = (0..points).map(|point| {
            let mut near = [NONE; 8];
            for (slot, at) in near.iter_mut().zip(around(cell(point))) {
                *slot = on_board(at);
            }
            near
        });
        let near = near.collect();
        let place: Vec<u32> = (0..level.fixture_count())
            .map(|number| frame.index(level.place(number)) as u32)
            .collect();
        let mut fixture = vec![NONE; points];
        for (number, &at) in place.iter().enumerate() {
            fixture[at as usize] = number as u32;
        }
        let mut observation = vec![0; Circuits::LAYERS.len() * points];
        let begun = level.begin(&level.start());
        Circuits::observe(&frame, level, &begun, &mut observation);
        let mut links = vec![[NONE; 2]; place.len()];
        let mut passed = vec![false; points];
        for line in level.lines() {
            let last = line.points.len() - 1;
            let ends = [line.points[0], line.points[last]].map(|at| level.number_at(at) as u32);
            link(&mut links, ends);
            if line.layer == Layer::Top {
                for &at in &line.points[1..last] {
                    passed[frame.index(at)] = true;
                }
            }
        }
        let start = State {
            observation,
            mask: vec![0; frame.actions],
            passed,
            links,
        };
        let mut table = Numbered {
            points,
            near,
            fixture,
            place,
            pads: level.pads().len(),
            now: start.clone(),
            start,
            lines: Vec::new(),
            pen: Vec::new(),
            can: Vec::new(),
        };
        table.look();
        table
    }

    fn seen(&mut self, layer: usize, point: u32) -> &mut u8 {
        &mut self.now.observation[layer * self.points + point as usize]
    }

    /// Steps of top lines that leave a point, a bit for each direction.
    fn steps_at(&self, point: u32) -> u8 {
        let layer = |layer: usize| self.now.observation[layer * self.points + point as usize];
        layer(GIVEN) | layer(DRAWN)
    }

    /// The colour of a fixture, plus one.
    fn hue(&self, fixture: u32) -> u8 {
        let place = self.place[fixture as usize] as usize;
        self.now.observation[HUE * self.points + place]
    }

    /// Whether a fixture takes another line end.
    fn has_room(&self, fixture: u32) -> bool {
        let [first, second] = self.now.links[fixture as usize];
        let is_pad = (fixture as usize) < self.pads;
        first == NONE || (is_pad && second == NONE)
    }

    /// Works out anew what can be done.
    fn look(&mut self) {
        for &action in &self.can {
            self.now.mask[action as usize] = 0;
        }
        self.can.clear();
        match self.pen.last() {
            None => {
                for fixture in 0..self.place.len() as u32 {
                    if self.has_room(fixture) {
                        self.can.push(self.place[fixture as usize]);
                    }
                }
                let erasing = self.lines.iter().map(|line| line.erased_by as u32);
                self.can.extend(erasing);
            }
            Some(&from) => {
                let near = self.near[from as usize];
                for (way, to) in near.into_iter().enumerate() {
                    if self.may_extend(from, way, to) {
                        self.can.push(to);
                    }
                }
            }
        }
        for &action in &self.can {
            self.now.mask[action as usize] = 1;
        }
    }

    /// Whether the line under the pen may go on to a neighbour.
    fn may_extend(&self, from: u32, way: usize, to: u32) -> bool {
        let first = self.pen[0];
        if to == NONE || to == first || self.now.passed[to as usize] {
            return false;
        }
        if self.steps_at(from) >> way & 1 == 1 {
            return false;
        }
        if let Some((beside, across)) = ACROSS[way] {
            let beside = self.near[from as usize][beside];
            if self.steps_at(beside) >> across & 1 == 1 {
                return false;
            }
        }
        let fixture = self.fixture[to as usize];
        if fixture == NONE {
            return true;
        }
        let hues = [self.hue(self.fixture[first as usize]), self.hue(fixture)];
        self.has_room(fixture) && (hues[0] == hues[1] || hues.contains(&0))
    }

    /// Draws a step or takes it away.
    fn flip_step(&mut self, from: u32, to: u32) {
        let way = |from: u32, to: u32| {
            let near = &self.near[from as usize];
            near.iter().position(|&at| at == to).unwrap_or(0)
        };
        let (there, back) = (way(from, to), way(to, from));
        *self.seen(DRAWN, from) ^= 1 << there;
        *self.seen(DRAWN, to) ^= 1 << back;
    }

    fn extend(&mut self, to: u32) {
        let from = self.pen[self.pen.len() - 1];
        self.flip_step(from, to);
        *self.seen(PEN, from) = 1;
        self.pen.push(to);
        if self.fixture[to as usize] == NONE {
            *self.seen(PEN, to) = 2;
            self.now.passed[to as usize] = true;
        } else {
            self.finish();
        }
    }

    /// The line under the pen stands.
    fn finish(&mut self) {
        let mut points = std::mem::take(&mut self.pen);
        for &at in &points {
            *self.seen(PEN, at) = 0;
        }
        // Named by the end at which it reads smaller.
        let last = points.len() - 1;
        if points[last] < points[0] {
            points.reverse();
        }
        let near = &self.near[points[0] as usize];
        let way = near.iter().position(|&at| at == points[1]).unwrap_or(0);
        let ends = [points[0], points[last]].map(|at| self.fixture[at as usize]);
        link(&mut self.now.links, ends);
        self.recolour(ends[0]);
        self.lines.push(Line {
            erased_by: self.points + 8 * points[0] as usize + way,
            points,
        });
    }

    fn erase(&mut self, action: usize) {
        let line = self.lines.iter().position(|line| line.erased_by == action);
        let Some(line) = line.map(|index| self.lines.swap_remove(index)) else {
            return;
        };
        let mut points = line.points;
        for pair in points.windows(2) {
            self.flip_step(pair[0], pair[1]);
        }
        let last = points.len() - 1;
        for &at in &points[1..last] {
            self.now.passed[at as usize] = false;
        }
        let [a, b] = [points[0], points[last]].map(|at| self.fixture[at as usize]);
        unlink(&mut self.now.links, a, b);
        unlink(&mut self.now.links, b, a);
        self.recolour(a);
        self.recolour(b);
        // The pen's next line needs no new memory.
        points.clear();
        self.pen = points;
    }

    /// Gives the path that a fixture lies on the colour of the terminal at one of its ends.
    fn recolour(&mut self, fixture: u32) {
        let State {
            links, observation, ..
        } = &mut self.now;
        let hues = &mut observation[HUE * self.points..][..self.points];
        let mut hue = 0;
        for side in 0..2 {
            let end = walk(links, fixture, side, |_| {}) as usize;
            if end >= self.pads {
                hue = hues[self.place[end] as usize];
            }
        }
        for side in 0..2 {
            walk(links, fixture, side, |at| {
                hues[self.place[at as usize] as usize] = hue;
            });
        }
    }

    /// Whether every terminal has its line and no circuit ends on a pad. Two colours are never
    /// joined, so each circuit then ends at its partner.
    fn is_solved(&self) -> bool {
        let pads = self.pads as u32;
        (pads..self.place.len() as u32).all(|terminal| !self.has_room(terminal))
            && (0..pads).all(|pad| self.hue(pad) == 0 || !self.has_room(pad))
    }
}

/// Goes along the lines from a fixture until they end or come back to it; the last fixture.
fn walk(links: &[[u32; 2]], from: u32, side: usize, mut visit: impl FnMut(u32)) -> u32 {
    let mut here = from;
    let mut next = links[from as usize][side];
    visit(here);
    while next != NONE && next != from {
        let [first, second] = links[next as usize];
        let onward = if first == here { second } else { first };
        (here, next) = (next, onward);
        visit(here);
    }
    here
}

fn link(links: &mut [[u32; 2]], [a, b]: [u32; 2]) {
    for (from, to) in [(a, b), (b, a)] {
        let ends = &mut links[from as usize];
        let free = usize::from(ends[0] != NONE);
        ends[free] = to;
    }
}

/// Takes away one line between two fixtures, on the side of the first.
fn unlink(links: &mut [[u32; 2]], from: u32, to: u32) {
    let ends = &mut links[from as usize];
    if ends[0] == to {
        ends[0] = ends[1];
    }
    ends[1] = NONE;
}

impl Table for Numbered {
    fn reset(&mut self) {
        let (now, start) = (&mut self.now, &self.start);
        now.observation.copy_from_slice(&start.observation);
        now.passed.copy_from_slice(&start.passed);
        now.links.copy_from_slice(&start.links);
        self.lines.clear();
        self.pen.clear();
        self.look();
    }

    fn act(&mut self, action: usize) -> Acted {
        if self.now.mask.get(action) != Some(&1) {
            return Acted::Illegal;
        }
        let point = action as u32;
        if action >= self.points {
            self.erase(action);
        } else if self.pen.is_empty() {
            *self.seen(PEN, point) = 2;
            self.pen.push(point);
        } else {
            self.extend(point);
        }
        self.look();
        if self.pen.is_empty() && self.is_solved() {
            Acted::Solved
        } else if self.can.is_empty() {
            Acted::Stuck
        } else {
            Acted::Going
        }
    }

    fn legal(&self, mask: &mut [u8]) {
        mask.copy_from_slice(&self.now.mask);
    }

    fn observe(&self, layers: &mut [u8]) {
        layers.copy_from_slice(&self.now.observation);
    }
}
