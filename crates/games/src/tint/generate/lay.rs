//! Laying a level around a plan of strokes.
//!
//! The canvas starts empty. Stroke by stroke, a *pocket* is chosen: a door cell with the cells
//! behind it, which holds a target. What stands in the door (a painted line, a droplet, a gate,
//! or a line that has to be cut first) decides which colour has to come and which colour the
//! target wants. A source of that colour is found or put down, and the stroke is painted from
//! there to the target on the live canvas. Whatever a stroke has touched stays as it is, so the
//! plan is a solution of the finished level; the solver decides whether it is a good one.

use std::collections::VecDeque;

use gridwright_core::grid::{Cell, Dir, Grid};
use gridwright_core::rng::Rng;

use crate::tint::color::{Color, Mixing, mix};
use crate::tint::level::{Fixture, GateSketch, Ground, Level, Sketch, StartRule};

/// What may be laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) width: i32,
    pub(super) height: i32,
    /// Strokes of the plan.
    pub(super) strokes: i64,
    /// Doors with droplets, where primaries mix.
    pub(super) mixing: bool,
    /// Doors with painted lines.
    pub(super) lines: bool,
    /// Doors that have to be cut.
    pub(super) cuts: bool,
    pub(super) negation: bool,
    /// Switch gates with so many sides.
    pub(super) switches: [bool; 3],
    /// Of a hundred pockets, so many have walls of void; and so many unused cells are taken away.
    pub(super) walls: u64,
    pub(super) start: StartRule,
    pub(super) tail: i64,
    pub(super) absorb: bool,
}

/// What stands in a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    Nothing,
    Line(Color),
    Droplet(Color),
    Cut(Color),
    Negation(Color),
    Switch(u8),
}

/// A cell of the canvas that is being laid.
#[derive(Clone, Copy, Debug)]
struct Slot {
    void: bool,
    /// What the level will have there.
    paint: Option<Color>,
    fixture: Option<Fixture>,
    /// What lies there after the strokes so far.
    now: Option<Color>,
    gate_stands: bool,
    /// Something depends on the cell as it is.
    touched: bool,
}

const UNTOUCHED: Slot = Slot {
    void: false,
    paint: None,
    fixture: None,
    now: None,
    gate_stands: false,
    touched: false,
};

/// Lays one level; `None` if there was no room for all strokes.
pub(super) fn lay(wanted: &Wanted, rng: &mut Rng) -> Option<Level> {
    let mut canvas = Canvas {
        slots: Grid::filled(wanted.width, wanted.height, UNTOUCHED),
        mixing: if wanted.absorb {
            Mixing::Absorb
        } else {
            Mixing::Strict
        },
        start: wanted.start,
    };
    let mut strokes = 0;
    let mut tries = 0;
    while strokes < wanted.strokes {
        tries += 1;
        if tries > 40 * wanted.strokes {
            return None;
        }
        let mut next = canvas.clone();
        if let Some(spent) = next.unit(wanted, wanted.strokes - strokes, rng) {
            canvas = next;
            strokes += spent;
        }
    }
    canvas.trim(wanted.walls, rng);
    Level::new(&canvas.sketch(wanted)).ok()
}

/// Puts sheets of equal size side by side, with a strip of void between them.
pub(super) fn side_by_side(sheets: &[Level], columns: usize) -> Option<Level> {
    let first = sheets.first()?;
    let (width, height) = (i64::from(first.width()) + 1, i64::from(first.height()) + 1);
    let rows = sheets.len().div_ceil(columns) as i64;
    let mut sketch = Sketch {
        width: width * columns as i64 - 1,
        height: height * rows - 1,
        tail: first.tail().into(),
        start: first.start_rule(),
        mixing: first.mixing(),
        ..Sketch::default()
    };
    let strip = |x: i64, y: i64| (x + 1) % width == 0 || (y + 1) % height == 0;
    for y in 0..sketch.height {
        let xs = (0..sketch.width).filter(|&x| strip(x, y));
        sketch.void.extend(xs.map(|x| [x, y]));
    }
    for (i, sheet) in sheets.iter().enumerate() {
        let corner = ((i % columns) as i64 * width, (i / columns) as i64 * height);
        for (cell, ground) in sheet.ground().iter() {
            let at = [corner.0 + i64::from(cell.x), corner.1 + i64::from(cell.y)];
            put(&mut sketch, at, *ground);
        }
    }
    Level::new(&sketch).ok()
}

/// Adds one cell to a sketch.
fn put(sketch: &mut Sketch, at: [i64; 2], ground: Ground) {
    let name = |color: Color| color.name().to_owned();
    let Ground::Paper(paint, fixture) = ground else {
        sketch.void.push(at);
        return;
    };
    if let Some(color) = paint {
        sketch.paint.push((name(color), vec![at]));
    }
    match fixture {
        None => {}
        Some(Fixture::Droplet(color)) => sketch.droplets.push((name(color), at)),
        Some(Fixture::Target(color)) => sketch.targets.push((name(color), at)),
        Some(Fixture::Negation(color)) => {
            sketch.gates.push((at, GateSketch::Negation(name(color))));
        }
        Some(Fixture::Switch(sides)) => {
            let sides = sides.map(|side| side.map(name));
            sketch.gates.push((at, GateSketch::Switch(sides)));
        }
    }
}

#[derive(Clone)]
struct Canvas {
    slots: Grid<Slot>,
    mixing: Mixing,
    start: StartRule,
}

impl Canvas {
    /// Lays one pocket and the strokes that solve it; how many they are.
    fn unit(&mut self, wanted: &Wanted, strokes_left: i64, rng: &mut Rng) -> Option<i64> {
        let door = self.choose_door(wanted, strokes_left, rng)?;
        let coming = self.choose_coming(door, rng)?;
        let dir = Dir::ALL[rng.index(4)];
        let at = self.random_untouched(rng)?;
        let outside = at.step(dir.opposite());
        let inner = at.step(dir);
        if !self.is_untouched(inner) || !self.slots.contains(outside) || self.slots[outside].void {
            return None;
        }
        let walled = rng.chance(wanted.walls, 100);
        self.install(door, at, dir, coming, walled, rng)?;
        if walled {
            self.wall_in(at, &[outside, inner])?;
            self.wall_in(inner, &[at])?;
        }
        let mut strokes = 1;
        if let Door::Cut(_) = door {
            strokes += 1;
            self.stroke(Color::White, outside, &[at], rng)?;
        }
        let mut way = vec![at, inner];
        // A longer pocket now and then.
        let deeper = inner.step(dir);
        if !walled && self.is_untouched(deeper) && rng.chance(1, 3) {
            way.push(deeper);
        }
        let last = *way.last()?;
        let arriving = self.stroke(coming, outside, &way, rng)?;
        if arriving == Color::Grey || arriving == Color::White && door == Door::Nothing {
            return None;
        }
        self.slots[last].fixture = Some(Fixture::Target(arriving));
        Some(strokes)
    }

    fn choose_door(&self, wanted: &Wanted, strokes_left: i64, rng: &mut Rng) -> Option<Door> {
        let mut doors = vec![Door::Nothing];
        let primary = Color::PRIMARIES[rng.index(3)];
        let secondary = [Color::Orange, Color::Green, Color::Purple][rng.index(3)];
        if wanted.mixing {
            doors.extend([Door::Droplet(primary); 2]);
        }
        if wanted.lines {
            doors.extend([Door::Line(primary); 3]);
        }
        if wanted.cuts && strokes_left >= 2 {
            let color = if rng.chance(1, 2) { primary } else { secondary };
            doors.extend([Door::Cut(color); 3]);
        }
        if wanted.negation {
            let color = if rng.chance(2, 3) { primary } else { secondary };
            doors.extend([Door::Negation(color); 3]);
        }
        for (sides, _) in (2..=4).zip(wanted.switches).filter(|&(_, on)| on) {
            doors.extend([Door::Switch(sides); 2]);
        }
        rng.pick(&doors).copied()
    }

    /// The colour that comes to a door.
    fn choose_coming(&self, door: Door, rng: &mut Rng) -> Option<Color> {
        let secondaries = [Color::Orange, Color::Green, Color::Purple];
        let any = [&Color::PRIMARIES[..], &secondaries].concat();
        let fitting: Vec<Color> = any
            .into_iter()
            .filter(|&color| match door {
                Door::Nothing => color.is_primary(),
                Door::Line(on) | Door::Droplet(on) => color.is_primary() && color != on,
                Door::Cut(on) => {
                    let met = mix(self.mixing, color, Some(on));
                    met.color == Color::Grey
                }
                Door::Negation(gate) => color.without(gate) != color,
                Door::Switch(_) => true,
            })
            .collect();
        // Primaries twice as often: they can still become something.
        let primaries: Vec<Color> = fitting.iter().copied().filter(|c| c.is_primary()).collect();
        if !primaries.is_empty() && rng.chance(1, 2) {
            return rng.pick(&primaries).copied();
        }
        rng.pick(&fitting).copied()
    }

    fn install(
        &mut self,
        door: Door,
        at: Cell,
        dir: Dir,
        coming: Color,
        walled: bool,
        rng: &mut Rng,
    ) -> Option<()> {
        self.slots[at].touched = true;
        match door {
            Door::Nothing => {}
            Door::Line(color) | Door::Cut(color) => {
                self.paint(at, color);
                let longest = if walled { 0 } else { 1 + rng.index(3) };
                for side in [dir.turned(1), dir.turned(3)] {
                    let mut cell = at.step(side);
                    for _ in 0..longest {
                        if !self.is_untouched(cell) {
                            break;
                        }
                        self.paint(cell, color);
                        self.slots[cell].touched = true;
                        cell = cell.step(side);
                    }
                }
            }
            Door::Droplet(color) => self.slots[at].fixture = Some(Fixture::Droplet(color)),
            Door::Negation(color) => self.gate(at, Fixture::Negation(color)),
            Door::Switch(count) => {
                let mut sides = [None; 4];
                sides[dir.opposite() as usize] = Some(coming);
                let others = Color::ALL[..7].iter().copied().filter(|&c| c != coming);
                let others: Vec<Color> = others.collect();
                sides[dir as usize] = rng.pick(&others).copied();
                let mut more = [dir.turned(1), dir.turned(3)];
                rng.shuffle(&mut more);
                for side in more.into_iter().take(usize::from(count) - 2) {
                    sides[side as usize] = rng.pick(&Color::ALL[..7]).copied();
                }
                self.gate(at, Fixture::Switch(sides));
            }
        }
        Some(())
    }

    fn paint(&mut self, cell: Cell, color: Color) {
        self.slots[cell].paint = Some(color);
        self.slots[cell].now = Some(color);
    }

    fn gate(&mut self, cell: Cell, gate: Fixture) {
        self.slots[cell].fixture = Some(gate);
        self.slots[cell].gate_stands = true;
    }

    /// Turns what is around a cell into void, but for some cells; not if it is in use.
    fn wall_in(&mut self, cell: Cell, but: &[Cell]) -> Option<()> {
        for dir in Dir::ALL {
            let beside = cell.step(dir);
            if but.contains(&beside) || !self.slots.contains(beside) {
                continue;
            }
            let slot = &mut self.slots[beside];
            if slot.void {
                continue;
            }
            if slot.touched {
                return None;
            }
            slot.void = true;
            slot.touched = true;
        }
        Some(())
    }

    /// Paints a stroke of a colour from some source to `outside` and on along `way`; the colour
    /// it arrives with.
    fn stroke(
        &mut self,
        color: Color,
        outside: Cell,
        way: &[Cell],
        rng: &mut Rng,
    ) -> Option<Color> {
        let route = match self.route(color, outside, way) {
            Some(route) if rng.chance(3, 4) => route,
            _ => {
                let source = self.random_untouched(rng)?;
                if source == outside || way.contains(&source) {
                    return None;
                }
                self.slots[source].fixture = Some(Fixture::Droplet(color));
                self.slots[source].touched = true;
                self.route(color, outside, way)?
            }
        };
        let mut active = color;
        for &cell in route[1..].iter().chain(way) {
            active = self.enter(cell, active, way)?;
        }
        Some(active)
    }

    /// The shortest way for a colour from a source to a cell on which it stays what it is. The
    /// cells of the pocket are not for passing.
    fn route(&self, color: Color, to: Cell, pocket: &[Cell]) -> Option<Vec<Cell>> {
        let sources = self.slots.iter().filter(|(cell, slot)| {
            let droplet = slot.fixture == Some(Fixture::Droplet(color));
            let paint = self.start == StartRule::Any && slot.now == Some(color);
            (droplet || paint) && !pocket.contains(cell)
        });
        let mut before: Grid<Option<Cell>> =
            Grid::filled(self.slots.width(), self.slots.height(), None);
        let mut queue = VecDeque::new();
        for (cell, _) in sources {
            before[cell] = Some(cell);
            queue.push_back(cell);
        }
        while let Some(cell) = queue.pop_front() {
            if cell == to {
                let mut route = vec![cell];
                let mut cell = cell;
                while before[cell] != Some(cell) {
                    cell = before[cell]?;
                    route.push(cell);
                }
                route.reverse();
                return Some(route);
            }
            for dir in Dir::ALL {
                let next = cell.step(dir);
                if self.slots.contains(next)
                    && before[next].is_none()
                    && !pocket.contains(&next)
                    && self.stays(next, color)
                {
                    before[next] = Some(cell);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Whether a colour stays what it is on a cell, and the stroke goes on.
    fn stays(&self, cell: Cell, color: Color) -> bool {
        let slot = &self.slots[cell];
        if slot.void || slot.gate_stands {
            return false;
        }
        let on = match slot.fixture {
            Some(Fixture::Droplet(on)) => Some(on),
            _ => slot.now,
        };
        let mixed = mix(self.mixing, color, on);
        mixed.color == color && !mixed.ends
    }

    /// Lets a stroke enter a cell on the live canvas.
    fn enter(&mut self, cell: Cell, active: Color, way: &[Cell]) -> Option<Color> {
        let mixing = self.mixing;
        let slot = &mut self.slots[cell];
        slot.touched = true;
        let color = match slot.fixture {
            Some(Fixture::Negation(gate)) if slot.gate_stands => active.without(gate),
            Some(Fixture::Switch(sides)) if slot.gate_stands => {
                let next = way.iter().skip_while(|&&c| c != cell).nth(1)?;
                sides[Dir::between(cell, *next)? as usize]?
            }
            Some(Fixture::Droplet(on)) => return Some(mix(mixing, active, Some(on)).color),
            _ => mix(mixing, active, slot.now).color,
        };
        slot.gate_stands = false;
        slot.now = Some(color);
        (color != Color::Grey).then_some(color)
    }

    /// Takes away paper that no stroke of the plan uses, so that ways become narrow and what lies
    /// on them matters.
    fn trim(&mut self, percent: u64, rng: &mut Rng) {
        for slot in self.slots.values_mut() {
            slot.void |= !slot.touched && rng.chance(percent, 100);
        }
    }

    fn is_untouched(&self, cell: Cell) -> bool {
        self.slots.get(cell).is_some_and(|slot| !slot.touched)
    }

    fn random_untouched(&self, rng: &mut Rng) -> Option<Cell> {
        let free: Vec<Cell> = self
            .slots
            .cells()
            .filter(|&cell| self.is_untouched(cell))
            .collect();
        rng.pick(&free).copied()
    }

    fn sketch(&self, wanted: &Wanted) -> Sketch {
        let at = |cell: Cell| [i64::from(cell.x), i64::from(cell.y)];
        let mut sketch = Sketch {
            width: wanted.width.into(),
            height: wanted.height.into(),
            tail: wanted.tail,
            start: wanted.start,
            mixing: self.mixing,
            ..Sketch::default()
        };
        for (cell, slot) in self.slots.iter() {
            let ground = if slot.void {
                Ground::Void
            } else {
                Ground::Paper(slot.paint, slot.fixture)
            };
            put(&mut sketch, at(cell), ground);
        }
        sketch
    }
}
