//! Levels: what never changes, and the one door through which they come into being.

use std::collections::BTreeSet;

use gridwright_core::fault::{Faults, Place};
use gridwright_core::grid::{Cell, Dir, Grid, Symmetry};
use gridwright_core::words;

use super::codes;
use super::color::{Color, Mixing};

/// The longest side of a canvas.
pub const LONGEST_SIDE: i64 = 32;

/// Where strokes may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum StartRule {
    /// On droplets and on paint.
    #[default]
    Any,
    /// On droplets alone.
    Droplet,
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fixture {
    /// An endless source.
    Droplet(Color),
    /// A figure that wants its colour.
    Target(Color),
    /// Takes primaries away from a stroke, once.
    Negation(Color),
    /// Turns the colour of one side into that of another, once. Sides by [`Dir`].
    Switch([Option<Color>; 4]),
}

impl Fixture {
    /// Whether it vanishes once a stroke has passed it.
    pub fn is_gate(self) -> bool {
        matches!(self, Fixture::Negation(_) | Fixture::Switch(_))
    }
}

/// One cell of the canvas at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// No paper.
    Void,
    /// Paper with its paint and what stands on it. Droplets and gates stand on bare paper.
    Paper(Option<Color>, Option<Fixture>),
}

/// A level. Equal levels look and play the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    ground: Grid<Ground>,
    tail: u8,
    start: StartRule,
    mixing: Mixing,
}

/// A description of a level that may be wrong in every way, with colours by name.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Columns.
    pub width: i64,
    /// Rows.
    pub height: i64,
    /// Cells a stroke may run on after its end.
    pub tail: i64,
    /// Where strokes may start.
    pub start: StartRule,
    /// How secondaries mix.
    pub mixing: Mixing,
    /// Cells without paper.
    pub void: Vec<[i64; 2]>,
    /// Droplets.
    pub droplets: Vec<(String, [i64; 2])>,
    /// Cells that are painted from the start, by colour.
    pub paint: Vec<(String, Vec<[i64; 2]>)>,
    /// Targets.
    pub targets: Vec<(String, [i64; 2])>,
    /// Gates.
    pub gates: Vec<([i64; 2], GatePart)>,
}

/// A gate of [`Parts`].
#[derive(Clone, Debug)]
pub enum GatePart {
    /// A negation gate of a colour.
    Negation(String),
    /// A switch gate; sides by [`Dir`].
    Switch([Option<String>; 4]),
}

impl Level {
    /// The level of these parts, or everything that is wrong with them.
    pub fn new(parts: &Parts) -> Result<Level, Faults> {
        let mut door = Door::open(parts)?;
        if parts.targets.is_empty() {
            let message = "a level needs at least one target";
            door.faults
                .add(codes::NO_TARGETS, message, Place::pointer("/targets"));
        }
        door.level(parts)
    }

    /// The canvas of these parts, which need no goal: for painting on a draft, never for play.
    pub(super) fn canvas(parts: &Parts) -> Result<Level, Faults> {
        Door::open(parts)?.level(parts)
    }

    /// Columns.
    pub fn width(&self) -> i32 {
        self.ground.width()
    }

    /// Rows.
    pub fn height(&self) -> i32 {
        self.ground.height()
    }

    /// All cells at the start.
    pub fn ground(&self) -> &Grid<Ground> {
        &self.ground
    }

    /// Cells a stroke may run on after its end: 1 or 2.
    pub fn tail(&self) -> u8 {
        self.tail
    }

    /// Where strokes may start.
    pub fn start_rule(&self) -> StartRule {
        self.start
    }

    /// How secondaries mix.
    pub fn mixing(&self) -> Mixing {
        self.mixing
    }

    /// What stands on a cell at the start; `None` off the paper, too.
    pub fn fixture(&self, cell: Cell) -> Option<Fixture> {
        match self.ground.get(cell) {
            Some(&Ground::Paper(_, fixture)) => fixture,
            _ => None,
        }
    }

    /// Whether there is paper.
    pub fn is_paper(&self, cell: Cell) -> bool {
        matches!(self.ground.get(cell), Some(Ground::Paper(..)))
    }

    /// All fixtures with their cells, in reading order.
    pub fn fixtures(&self) -> impl Iterator<Item = (Cell, Fixture)> {
        self.ground
            .iter()
            .filter_map(|(cell, ground)| match ground {
                Ground::Paper(_, Some(fixture)) => Some((cell, *fixture)),
                _ => None,
            })
    }

    /// The painted lines: connected cells of one colour, in reading order of their first cells.
    pub fn lines(&self) -> Vec<(Color, Vec<Cell>)> {
        let color_at = |cell| match self.ground.get(cell) {
            Some(&Ground::Paper(paint, _)) => paint,
            _ => None,
        };
        let mut seen = BTreeSet::new();
        let mut lines = Vec::new();
        for cell in self.ground.cells() {
            let Some(color) = color_at(cell) else {
                continue;
            };
            if !seen.insert(cell) {
                continue;
            }
            let mut line = vec![cell];
            let mut next = 0;
            while next < line.len() {
                for dir in Dir::ALL {
                    let beside = line[next].step(dir);
                    if color_at(beside) == Some(color) && seen.insert(beside) {
                        line.push(beside);
                    }
                }
                next += 1;
            }
            line.sort();
            lines.push((color, line));
        }
        lines
    }

    /// The level without a droplet or gate: bare paper in its place. A target stays, because a
    /// level without it asks for something else.
    pub fn without_fixture(&self, cell: Cell) -> Level {
        let mut level = self.clone();
        if let Some(Ground::Paper(_, slot)) = level.ground.get_mut(cell)
            && !matches!(slot, Some(Fixture::Target(_)))
        {
            *slot = None;
        }
        level
    }

    /// The level with a hole in the paper, whatever was there.
    pub fn without_paper(&self, cell: Cell) -> Level {
        let mut level = self.clone();
        if let Some(ground) = level.ground.get_mut(cell) {
            *ground = Ground::Void;
        }
        level
    }

    /// The level that does not ask for a figure.
    pub fn without_target(&self, cell: Cell) -> Level {
        let mut level = self.clone();
        if let Some(Ground::Paper(_, slot @ Some(Fixture::Target(_)))) = level.ground.get_mut(cell)
        {
            *slot = None;
        }
        level
    }

    /// The level with some paint gone.
    pub fn without_paint(&self, cells: &[Cell]) -> Level {
        let mut level = self.clone();
        for &cell in cells {
            if let Some(Ground::Paper(paint, _)) = level.ground.get_mut(cell) {
                *paint = None;
            }
        }
        level
    }

    /// The level with other colours.
    pub fn recolored(&self, other: impl Fn(Color) -> Color) -> Level {
        let mut level = self.clone();
        for ground in level.ground.values_mut() {
            let Ground::Paper(paint, fixture) = ground else {
                continue;
            };
            *paint = paint.map(&other);
            *fixture = fixture.map(|fixture| match fixture {
                Fixture::Droplet(color) => Fixture::Droplet(other(color)),
                Fixture::Target(color) => Fixture::Target(other(color)),
                Fixture::Negation(color) => Fixture::Negation(other(color)),
                Fixture::Switch(sides) => Fixture::Switch(sides.map(|side| side.map(&other))),
            });
        }
        level
    }

    /// The level turned and mirrored.
    pub fn transformed(&self, symmetry: Symmetry) -> Level {
        let mut ground = self.ground.transformed(symmetry);
        for ground in ground.values_mut() {
            if let Ground::Paper(_, Some(Fixture::Switch(sides))) = ground {
                let before = *sides;
                for dir in Dir::ALL {
                    sides[symmetry.dir(dir) as usize] = before[dir as usize];
                }
            }
        }
        Level {
            ground,
            ..self.clone()
        }
    }
}

/// Collects the faults of parts while the canvas fills up.
struct Door {
    ground: Grid<Ground>,
    faults: Faults,
}

impl Door {
    /// Sizes come first: without them there is no canvas to put anything on.
    fn open(parts: &Parts) -> Result<Door, Faults> {
        let mut faults = Faults::new();
        for (name, side) in [("width", parts.width), ("height", parts.height)] {
            if !(1..=LONGEST_SIDE).contains(&side) {
                let message = format!("the {name} is {side}; it must be 1 to {LONGEST_SIDE}");
                faults.add(codes::BAD_SIZE, message, Place::pointer(format!("/{name}")));
            }
        }
        let bare = Ground::Paper(None, None);
        faults.or(|| Door {
            ground: Grid::filled(parts.width as i32, parts.height as i32, bare),
            faults: Faults::new(),
        })
    }

    fn level(mut self, parts: &Parts) -> Result<Level, Faults> {
        if !(1..=2).contains(&parts.tail) {
            let message = format!("the tail is {}; it must be 1 or 2", parts.tail);
            self.faults
                .add(codes::BAD_TAIL, message, Place::pointer("/tail"));
        }
        for (i, &at) in parts.void.iter().enumerate() {
            if let Some(cell) = self.on_canvas(at, &format!("/void/{i}")) {
                self.ground[cell] = Ground::Void;
            }
        }
        for (i, (name, cells)) in parts.paint.iter().enumerate() {
            let color = self.color(name, &format!("/paint/{i}/color"));
            for (j, &at) in cells.iter().enumerate() {
                self.paint(at, color, &format!("/paint/{i}/cells/{j}"));
            }
        }
        for (i, (name, at)) in parts.droplets.iter().enumerate() {
            let color = self.color_but_grey(name, &format!("/droplets/{i}/color"));
            self.stand(*at, color.map(Fixture::Droplet), &format!("/droplets/{i}"));
        }
        for (i, (name, at)) in parts.targets.iter().enumerate() {
            let color = self.color_but_grey(name, &format!("/targets/{i}/color"));
            self.stand(*at, color.map(Fixture::Target), &format!("/targets/{i}"));
        }
        for (i, (at, gate)) in parts.gates.iter().enumerate() {
            let pointer = format!("/gates/{i}");
            let fixture = self.gate(gate, &pointer);
            self.stand(*at, fixture, &pointer);
        }
        self.faults.or(|| Level {
            ground: self.ground,
            tail: parts.tail as u8,
            start: parts.start,
            mixing: parts.mixing,
        })
    }

    fn on_canvas(&mut self, at: [i64; 2], pointer: &str) -> Option<Cell> {
        let [x, y] = at.map(|n| i32::try_from(n).ok());
        let cell = x.zip(y).map(Cell::from);
        let cell = cell.filter(|&cell| self.ground.contains(cell));
        if cell.is_none() {
            let message = "this place lies off the canvas";
            self.faults
                .add(codes::OFF_CANVAS, message, Place::pointer(pointer));
        }
        cell
    }

    fn color(&mut self, name: &str, pointer: &str) -> Option<Color> {
        let color = Color::named(name);
        if color.is_none() {
            let message = format!(
                "{:?} is no colour",
                name.chars().take(40).collect::<String>()
            );
            self.faults
                .add(codes::UNKNOWN_COLOR, message, Place::pointer(pointer));
        }
        color
    }

    fn color_but_grey(&mut self, name: &str, pointer: &str) -> Option<Color> {
        self.color_but(&[Color::Grey], name, pointer)
    }

    fn color_but(&mut self, not: &[Color], name: &str, pointer: &str) -> Option<Color> {
        let color = self.color(name, pointer)?;
        if not.contains(&color) {
            let message = format!("{color} is not allowed here");
            self.faults
                .add(codes::COLOR_NOT_ALLOWED, message, Place::pointer(pointer));
            return None;
        }
        Some(color)
    }

    fn paint(&mut self, at: [i64; 2], color: Option<Color>, pointer: &str) {
        let Some(cell) = self.on_canvas(at, pointer) else {
            return;
        };
        let place = || Place::pointer(pointer).with_cells([cell]);
        match &mut self.ground[cell] {
            Ground::Void => {
                let message = format!("there is paint in {}, but no paper", words::place(cell));
                self.faults.add(codes::ON_VOID, message, place());
            }
            Ground::Paper(Some(_), _) => {
                let message = format!("{} is painted twice", words::place(cell));
                self.faults.add(codes::PAINTED_TWICE, message, place());
            }
            Ground::Paper(paint, _) => *paint = color,
        }
    }

    fn gate(&mut self, gate: &GatePart, pointer: &str) -> Option<Fixture> {
        match gate {
            GatePart::Negation(name) => {
                let not = [Color::Grey, Color::White];
                let color = self.color_but(&not, name, &format!("{pointer}/color"));
                color.map(Fixture::Negation)
            }
            GatePart::Switch(names) => {
                let mut sides = [None; 4];
                let mut known = true;
                for (dir, name) in Dir::ALL.into_iter().zip(names) {
                    let Some(name) = name else { continue };
                    let side = format!("{dir:?}").to_lowercase();
                    let color = self.color_but_grey(name, &format!("{pointer}/sides/{side}"));
                    known &= color.is_some();
                    sides[dir as usize] = color;
                }
                if names.iter().flatten().count() < 2 {
                    let message = "a switch gate has fewer than two sides";
                    let place = Place::pointer(format!("{pointer}/sides"));
                    self.faults.add(codes::TOO_FEW_SIDES, message, place);
                    known = false;
                }
                known.then_some(Fixture::Switch(sides))
            }
        }
    }

    /// Puts a fixture on the canvas. A fixture that is faulty in itself still takes its place, so
    /// that what is wrong with the place is reported too.
    fn stand(&mut self, at: [i64; 2], fixture: Option<Fixture>, pointer: &str) {
        let Some(cell) = self.on_canvas(at, &format!("{pointer}/at")) else {
            return;
        };
        let place = || Place::pointer(format!("{pointer}/at")).with_cells([cell]);
        match &mut self.ground[cell] {
            Ground::Void => {
                let message = format!(
                    "something stands in {}, but there is no paper",
                    words::place(cell)
                );
                self.faults.add(codes::ON_VOID, message, place());
            }
            Ground::Paper(_, Some(_)) => {
                let message = format!("two things stand in {}", words::place(cell));
                self.faults.add(codes::TWO_FIXTURES, message, place());
            }
            Ground::Paper(paint, slot) => {
                let on_bare = !matches!(fixture, Some(Fixture::Target(_)) | None);
                if paint.is_some() && on_bare {
                    let message = format!(
                        "a droplet or gate stands on paint in {}",
                        words::place(cell)
                    );
                    self.faults.add(codes::FIXTURE_ON_PAINT, message, place());
                }
                *slot = fixture;
            }
        }
    }
}
