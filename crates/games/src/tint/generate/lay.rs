//! Laying a level around a plan of strokes.
//!
//! The [paper](super::paper) is bare at first. Stroke by stroke, an end is chosen and a way to it
//! from a droplet, from paint that lies there already, or from a new droplet. On cells of the way
//! that no stroke has touched, something may be put that changes the colour: a painted line, a
//! droplet, a gate. The stroke is painted on the live canvas, over whatever lies there, and what
//! colour arrives is the colour of the target. Where incompatible paint is in the way, a white
//! stroke cuts it first. Whatever a stroke has touched stays as it is, so the plan is a solution
//! of the finished level; the solver decides whether it is a good one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gridwright_core::grid::{Cell, Dir, Grid};
use gridwright_core::rng::Rng;

use crate::tint::color::{Color, Mixing, mix};
use crate::tint::level::{Fixture, GateSketch, Ground, Level, Sketch, StartRule};
use crate::tint::solve::fewest_strokes;

use super::paper::cut_out;

/// What may be laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) width: i32,
    pub(super) height: i32,
    /// The fewest and the most strokes of the plan.
    pub(super) strokes: (i64, i64),
    /// By so many strokes a quick look may fall short of the plan.
    pub(super) slack: i64,
    /// Droplets on the way, where primaries mix.
    pub(super) mixing: bool,
    /// Painted lines.
    pub(super) lines: bool,
    /// Paint that has to be cut.
    pub(super) cuts: bool,
    pub(super) negation: bool,
    /// Switch gates with so many sides.
    pub(super) switches: [bool; 3],
    /// Of a hundred streets that could make loops, so many are left out.
    pub(super) walls: u64,
    /// So many droplets, targets and gates at most.
    pub(super) most: [usize; 3],
    pub(super) start: StartRule,
    pub(super) tail: i64,
    pub(super) absorb: bool,
}

/// What is put on the way of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Line,
    Droplet,
    Cut,
    Negation,
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

/// As many steps a way may be longer to avoid a cut.
const CUT: u32 = 6;

/// Lays one level; `None` if there was no room for all strokes.
pub(super) fn lay(wanted: &Wanted, rng: &mut Rng) -> Option<Level> {
    let (fewest, most) = wanted.strokes;
    let plan = rng.between(fewest.min(most), most);
    let pockets = plan as usize + 1;
    let paper = cut_out(wanted.width, wanted.height, pockets, wanted.walls, rng);
    let mut canvas = Canvas {
        slots: Grid::from_fn(wanted.width, wanted.height, |cell| Slot {
            void: !paper[cell],
            paint: None,
            fixture: None,
            now: None,
            gate_stands: false,
            touched: !paper[cell],
        }),
        mixing: if wanted.absorb {
            Mixing::Absorb
        } else {
            Mixing::Strict
        },
        start: wanted.start,
    };
    let mut strokes = 0;
    let mut tries = 0;
    while strokes < plan && canvas.missing(wanted)[1] > 0 {
        tries += 1;
        if tries > 30 * plan {
            return None;
        }
        let mut next = canvas.clone();
        let Some(spent) = next.unit(wanted, plan - strokes, rng) else {
            continue;
        };
        // What others can do on the way is not worth a stroke of the plan.
        let level = Level::new(&next.sketch(wanted)).ok()?;
        let fewest = fewest_strokes(&level).unwrap_or(0);
        if fewest as i64 + wanted.slack >= strokes + spent {
            canvas = next;
            strokes += spent;
        }
    }
    canvas.trim(rng);
    Level::new(&canvas.sketch(wanted)).ok()
}

#[derive(Clone)]
struct Canvas {
    slots: Grid<Slot>,
    mixing: Mixing,
    start: StartRule,
}

impl Canvas {
    /// Lays one target and the strokes that solve it; how many they are.
    fn unit(&mut self, wanted: &Wanted, strokes_left: i64, rng: &mut Rng) -> Option<i64> {
        let end = self.quiet_cell(rng)?;
        self.slots[end].touched = true;
        let cuts = wanted.cuts && strokes_left >= 2;
        let [droplets, targets, _] = self.missing(wanted);
        if targets == 0 {
            return None;
        }
        let fresh = match wanted.most[0] {
            usize::MAX => rng.chance(1, 2),
            // So that exactly as many as wanted have come together in the end.
            _ => rng.chance(droplets.min(targets) as u64, targets as u64),
        };
        let fresh = fresh || self.sources().next().is_none();
        let way = if fresh {
            let source = self.free_cell(rng)?;
            let color = fresh_color(rng);
            self.slots[source].touched = true;
            self.slots[source].fixture = Some(Fixture::Droplet(color));
            self.way(&[(source, color)], end, cuts, rng)?
        } else {
            let mut sources: Vec<(Cell, Color)> = self.sources().collect();
            let color = rng.pick(&sources)?.1;
            sources.retain(|source| source.1 == color);
            self.way(&sources, end, cuts, rng)?
        };
        let color = self.source_color(way[0])?;
        let feature = self.choose_feature(wanted, strokes_left, rng);
        if let Some(feature) = feature {
            self.install(feature, &way, color, rng)?;
        }
        let strokes = 1 + self.clear_the_way(&way, color, strokes_left - 1, rng)?;
        let (first, arriving) = self.stroke(&way, color)?;
        if arriving == Color::White && first == Color::White && feature.is_none() {
            return None;
        }
        self.slots[end].fixture = Some(Fixture::Target(arriving));
        Some(strokes)
    }

    fn choose_feature(&self, wanted: &Wanted, strokes_left: i64, rng: &mut Rng) -> Option<Feature> {
        let mut features = Vec::new();
        let [droplets, targets, gates] = self.missing(wanted);
        let more_gates = match wanted.most[2] {
            usize::MAX => true,
            _ => rng.chance(gates.min(targets) as u64, targets as u64),
        };
        let only_gates = more_gates && wanted.most[2] != usize::MAX;
        if wanted.mixing && droplets > 0 {
            features.push(Feature::Droplet);
        }
        if wanted.lines {
            features.extend([Feature::Line; 2]);
        }
        if wanted.cuts && strokes_left >= 2 {
            features.extend([Feature::Cut; 2]);
        }
        if wanted.negation && more_gates {
            features.extend([Feature::Negation; 2]);
        }
        for (sides, _) in (2..=4)
            .zip(wanted.switches)
            .filter(|&(_, on)| on && more_gates)
        {
            features.push(Feature::Switch(sides));
        }
        if only_gates {
            features.retain(|kind| matches!(kind, Feature::Negation | Feature::Switch(_)));
        } else if rng.chance(1, 8) {
            return None;
        }
        rng.pick(&features).copied()
    }

    /// Puts a feature on an untouched cell between the ends of a way.
    fn install(
        &mut self,
        feature: Feature,
        way: &[Cell],
        color: Color,
        rng: &mut Rng,
    ) -> Option<()> {
        let free: Vec<usize> = (1..way.len() - 1)
            .filter(|&i| self.is_untouched(way[i]) && self.is_one_way(way[i - 1], way[i]))
            .collect();
        let &i = rng.pick(&free)?;
        let at = way[i];
        let mut coming = color;
        for &cell in &way[1..i] {
            coming = self.meet(cell, coming)?;
        }
        let fitting = |fits: &dyn Fn(Color) -> bool, rng: &mut Rng| {
            let colors: Vec<Color> = Color::ALL[1..7]
                .iter()
                .copied()
                .filter(|&c| fits(c))
                .collect();
            rng.pick(&colors).copied()
        };
        let partner = |on: Color| coming.is_primary() && on.is_primary() && coming != on;
        match feature {
            Feature::Droplet => {
                let on = fitting(&partner, rng)?;
                self.slots[at].fixture = Some(Fixture::Droplet(on));
            }
            Feature::Line => {
                let on = fitting(&partner, rng)?;
                self.line(at, on, rng);
            }
            Feature::Cut => {
                let ruins = |on| mix(self.mixing, coming, Some(on)).color == Color::Grey;
                let on = fitting(&ruins, rng)?;
                self.line(at, on, rng);
            }
            Feature::Negation => {
                let on = fitting(&|on| coming.without(on) != coming, rng)?;
                self.gate(at, Fixture::Negation(on));
            }
            Feature::Switch(count) => {
                let entrance = Dir::between(at, way[i - 1])?;
                let exit = Dir::between(at, way[i + 1])?;
                let mut sides = [None; 4];
                sides[entrance as usize] = Some(coming);
                sides[exit as usize] = fitting(&|c| c != coming, rng);
                let mut more: Vec<Dir> = Dir::ALL
                    .into_iter()
                    .filter(|&dir| sides[dir as usize].is_none())
                    .collect();
                rng.shuffle(&mut more);
                for side in more.into_iter().take(usize::from(count) - 2) {
                    sides[side as usize] = rng.pick(&Color::ALL[..7]).copied();
                }
                self.gate(at, Fixture::Switch(sides));
            }
        }
        self.slots[at].touched = true;
        Some(())
    }

    /// Paints a line that may run on over untouched cells beside.
    fn line(&mut self, at: Cell, color: Color, rng: &mut Rng) {
        let mut cell = at;
        for _ in 0..=rng.index(3) {
            self.slots[cell].paint = Some(color);
            self.slots[cell].now = Some(color);
            self.slots[cell].touched = true;
            let beside: Vec<Cell> = Dir::ALL
                .into_iter()
                .map(|dir| cell.step(dir))
                .filter(|&cell| self.is_untouched(cell))
                .collect();
            match rng.pick(&beside) {
                Some(&next) => cell = next,
                None => break,
            }
        }
    }

    fn gate(&mut self, cell: Cell, gate: Fixture) {
        self.slots[cell].fixture = Some(gate);
        self.slots[cell].gate_stands = true;
    }

    /// Cuts paint that would ruin a stroke along a way; the strokes it takes.
    fn clear_the_way(
        &mut self,
        way: &[Cell],
        color: Color,
        strokes_left: i64,
        rng: &mut Rng,
    ) -> Option<i64> {
        let mut strokes = 0;
        loop {
            let mut active = color;
            let mut blocked = None;
            for i in 1..way.len() {
                match self.entered(way, i, active) {
                    Some(next) => active = next,
                    None => {
                        blocked = Some(way[i]);
                        break;
                    }
                }
            }
            let Some(blocked) = blocked else {
                return Some(strokes);
            };
            let slot = &self.slots[blocked];
            if strokes == strokes_left || slot.now.is_none() || slot.gate_stands {
                return None;
            }
            self.cut(blocked, way, rng)?;
            strokes += 1;
        }
    }

    /// A white stroke onto a cell.
    fn cut(&mut self, at: Cell, way: &[Cell], rng: &mut Rng) -> Option<()> {
        let mut sources: Vec<(Cell, Color)> = self
            .sources()
            .filter(|&(cell, color)| color == Color::White && cell != at)
            .collect();
        if sources.is_empty() {
            let source = self.free_cell(rng)?;
            if way.contains(&source) {
                return None;
            }
            self.slots[source].touched = true;
            self.slots[source].fixture = Some(Fixture::Droplet(Color::White));
            sources.push((source, Color::White));
        }
        let white = self.way(&sources, at, true, rng)?;
        for &cell in &white[1..white.len() - 1] {
            if self.meet(cell, Color::White)? != Color::White {
                return None;
            }
        }
        for &cell in &white[1..] {
            let slot = &mut self.slots[cell];
            slot.touched = true;
            slot.gate_stands = false;
            if !matches!(slot.fixture, Some(Fixture::Droplet(_))) {
                slot.now = Some(Color::White);
            }
        }
        Some(())
    }

    /// Where strokes may start.
    fn sources(&self) -> impl Iterator<Item = (Cell, Color)> {
        let cells = self.slots.cells();
        cells.filter_map(|cell| Some((cell, self.source_color(cell)?)))
    }

    fn source_color(&self, cell: Cell) -> Option<Color> {
        let slot = &self.slots[cell];
        match slot.fixture {
            Some(Fixture::Droplet(color)) => Some(color),
            _ if self.start == StartRule::Droplet => None,
            _ => slot.now,
        }
    }

    /// A short way from one of some sources to a cell, over cells on which the colour may change
    /// but is not ruined; with `cuts`, over paint that has to be cut, at a price.
    fn way(
        &self,
        sources: &[(Cell, Color)],
        to: Cell,
        cuts: bool,
        rng: &mut Rng,
    ) -> Option<Vec<Cell>> {
        let size = self.slots.values().len();
        let number = |cell: Cell, color: Color| {
            let cell = self.slots.index_of(cell).unwrap_or(0);
            cell * 7 + usize::from(color.bits())
        };
        let mut dirs = Dir::ALL;
        rng.shuffle(&mut dirs);
        let mut known: Vec<Option<(u32, usize)>> = vec![None; size * 7];
        let mut queue = BinaryHeap::new();
        for &(cell, color) in sources {
            let here = number(cell, color);
            known[here] = Some((0, here));
            queue.push(Reverse((0, here)));
        }
        while let Some(Reverse((cost, here))) = queue.pop() {
            if known[here].is_some_and(|(best, _)| best < cost) {
                continue;
            }
            let cell = self.slots.cell_at(here / 7);
            let color = Color::from_bits((here % 7) as u8);
            if cell == to {
                let mut way = vec![cell];
                let mut at = here;
                while let Some((_, before)) = known[at]
                    && before != at
                {
                    at = before;
                    way.push(self.slots.cell_at(at / 7));
                }
                way.reverse();
                let mut seen = way.clone();
                seen.sort();
                seen.dedup();
                return (seen.len() == way.len() && way.len() > 1).then_some(way);
            }
            for dir in dirs {
                let next = cell.step(dir);
                let Some(slot) = self.slots.get(next).filter(|slot| !slot.void) else {
                    continue;
                };
                let (color, price) = match self.meet(next, color) {
                    Some(color) => (color, 1),
                    None if cuts && slot.now.is_some() && !slot.gate_stands => (color, CUT),
                    None => continue,
                };
                let there = number(next, color);
                let cost = cost + price;
                if known[there].is_none_or(|(best, _)| cost < best) {
                    known[there] = Some((cost, here));
                    queue.push(Reverse((cost, there)));
                }
            }
        }
        None
    }

    /// What becomes of a colour on a cell that is entered and left again; `None` if it is ruined,
    /// ends there or cannot enter.
    fn meet(&self, cell: Cell, active: Color) -> Option<Color> {
        let slot = &self.slots[cell];
        let on = match slot.fixture {
            _ if slot.void => return None,
            Some(Fixture::Negation(gate)) if slot.gate_stands => return Some(active.without(gate)),
            Some(Fixture::Switch(_)) if slot.gate_stands => return None,
            Some(Fixture::Droplet(on)) => Some(on),
            _ => slot.now,
        };
        let mixed = mix(self.mixing, active, on);
        (!mixed.ends).then_some(mixed.color)
    }

    /// The colour after entering the `i`th cell of a way.
    fn entered(&self, way: &[Cell], i: usize, active: Color) -> Option<Color> {
        let slot = &self.slots[way[i]];
        let Some(Fixture::Switch(sides)) = slot.fixture.filter(|_| slot.gate_stands) else {
            return self.meet(way[i], active);
        };
        let entrance = Dir::between(way[i], way[i - 1])?;
        let exit = Dir::between(way[i], *way.get(i + 1)?)?;
        sides[entrance as usize].filter(|&side| side == active)?;
        sides[exit as usize]
    }

    /// Paints a stroke along a way; the colours it starts and arrives with.
    fn stroke(&mut self, way: &[Cell], color: Color) -> Option<(Color, Color)> {
        let mut active = color;
        for i in 1..way.len() {
            active = self.entered(way, i, active)?;
            let slot = &mut self.slots[way[i]];
            slot.touched = true;
            slot.gate_stands = false;
            if !matches!(slot.fixture, Some(Fixture::Droplet(_))) {
                slot.now = Some(active);
            }
        }
        self.slots[way[0]].touched = true;
        Some((color, active))
    }

    /// Takes away dead ends that no stroke of the plan uses.
    fn trim(&mut self, rng: &mut Rng) {
        let mut cells: Vec<Cell> = self.slots.cells().collect();
        rng.shuffle(&mut cells);
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            next += 1;
            if self.is_untouched(cell) && self.exits(cell) <= 1 && rng.chance(1, 2) {
                self.slots[cell].void = true;
                cells.extend(Dir::ALL.map(|dir| cell.step(dir)));
            }
        }
    }

    /// Whether the only way back from one cell to another beside it is the direct one: a stroke
    /// that changes its colour there does not come out again over its own paint.
    fn is_one_way(&self, from: Cell, to: Cell) -> bool {
        if matches!(self.slots[from].fixture, Some(Fixture::Droplet(_))) {
            return false;
        }
        let mut seen = vec![to];
        let mut next = 0;
        while let Some(&cell) = seen.get(next) {
            next += 1;
            for beside in Dir::ALL.map(|dir| cell.step(dir)) {
                if cell == to && beside == from
                    || seen.contains(&beside)
                    || self.slots.get(beside).is_none_or(|slot| slot.void)
                {
                    continue;
                }
                if beside == from {
                    return false;
                }
                seen.push(beside);
            }
        }
        true
    }

    fn exits(&self, cell: Cell) -> usize {
        let paper = |cell| self.slots.get(cell).is_some_and(|slot| !slot.void);
        Dir::ALL
            .into_iter()
            .filter(|&dir| paper(cell.step(dir)))
            .count()
    }

    fn is_untouched(&self, cell: Cell) -> bool {
        self.slots
            .get(cell)
            .is_some_and(|slot| !slot.touched && !slot.void)
    }

    /// An untouched cell, a dead end if there is one.
    fn quiet_cell(&self, rng: &mut Rng) -> Option<Cell> {
        let mut free: Vec<Cell> = self
            .slots
            .cells()
            .filter(|&cell| self.is_untouched(cell))
            .collect();
        let dead_ends = |cell: &Cell| self.exits(*cell) == 1;
        if free.iter().any(dead_ends) && rng.chance(7, 8) {
            free.retain(dead_ends);
        }
        rng.pick(&free).copied()
    }

    /// Any untouched cell.
    fn free_cell(&self, rng: &mut Rng) -> Option<Cell> {
        let free: Vec<Cell> = self
            .slots
            .cells()
            .filter(|&cell| self.is_untouched(cell))
            .collect();
        rng.pick(&free).copied()
    }

    /// How many droplets, targets and gates may still be laid.
    fn missing(&self, wanted: &Wanted) -> [usize; 3] {
        let there = [
            self.count(|fixture| matches!(fixture, Fixture::Droplet(_))),
            self.count(|fixture| matches!(fixture, Fixture::Target(_))),
            self.count(Fixture::is_gate),
        ];
        std::array::from_fn(|i| wanted.most[i].saturating_sub(there[i]))
    }

    fn count(&self, is: fn(Fixture) -> bool) -> usize {
        let fixtures = self.slots.values().iter().filter_map(|slot| slot.fixture);
        fixtures.filter(|&fixture| is(fixture)).count()
    }

    fn sketch(&self, wanted: &Wanted) -> Sketch {
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
            put(&mut sketch, [cell.x.into(), cell.y.into()], ground);
        }
        sketch
    }
}

/// The colour of a new droplet: primaries can still become something.
fn fresh_color(rng: &mut Rng) -> Color {
    if rng.chance(4, 5) {
        Color::PRIMARIES[rng.index(3)]
    } else {
        [Color::Orange, Color::Green, Color::Purple][rng.index(3)]
    }
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
