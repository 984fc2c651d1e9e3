//! The rules over plain arrays, for play by numbers: cells are numbers, colours are bits, and the
//! observation itself is the state, kept up to date with every action, since learners ask for it
//! after each. The conformance tests play it beside the rules.
//!
//! Where a stroke may start changes only on cells that are painted, so that is kept as well; where
//! one may go on is asked of four neighbours.

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::{Puzzle, Steps};

use super::Tint;
use super::color::{Color, mix};
use super::level::{Fixture, Level, StartRule};
use crate::act::{Acted, Acts, Frame, Table};

/// The layers of an observation that change in play; the sides of switch gates begin at `SIDES`.
const PAINT: usize = 1;
const FIXTURE: usize = 2;
const COLOR: usize = 3;
const SIDES: usize = 4;
const BRUSH: usize = 8;
const PHASE: usize = 9;

/// What the fixture layer shows.
const DROPLET: u8 = 1;
const TARGET: u8 = 2;
const NEGATION: u8 = 3;
const SWITCH: u8 = 4;

/// What the phase layer shows; a tail is `TAIL` and the cells that are left of it.
const DIPPED: u8 = 1;
const FLOWING: u8 = 2;
const INSIDE: u8 = 3;
const TAIL: u8 = 4;

/// Grey as layers show colours, which is by their bits plus one; bare paper is 0.
const GREY: u8 = Color::Grey.bits() + 1;

/// No paper there.
const NONE: u16 = u16::MAX;

/// The table of a level in a frame; `None` if the frame has too many cells to number.
pub(super) fn table(frame: Frame, level: &Level) -> Option<Box<dyn Table>> {
    if frame.cells() >= usize::from(NONE) {
        return None;
    }
    Some(Box::new(Canvas::new(frame, level)))
}

/// A level played over arrays.
struct Canvas {
    /// The cells of a layer.
    cells: usize,
    /// The neighbours of each cell that are paper, by direction.
    near: Vec<[u16; 4]>,
    /// What becomes of each active colour on each paint, both as layers show them.
    mixed: [[Mixed; 9]; 9],
    tail: u8,
    /// Whether strokes start on paint, too.
    from_paint: bool,
    start: State,
    now: State,
}

/// A colour as layers show it, and whether the stroke ends with it.
#[derive(Clone, Copy, Default)]
struct Mixed {
    color: u8,
    ends: bool,
}

/// What changes in play.
#[derive(Clone)]
struct State {
    observation: Vec<u8>,
    /// Where a stroke may start, and how many such cells there are.
    dips: Vec<u8>,
    dippable: usize,
    targets: usize,
    spoiled: bool,
    brush: Option<Brush>,
}

/// A stroke under way; colour and phase as layers show them.
#[derive(Clone, Copy)]
struct Brush {
    at: u16,
    color: u8,
    phase: u8,
    /// The side through which it has come into a switch gate.
    entrance: u8,
    /// The directions in which it may go on, as bits.
    onward: u8,
}

impl Brush {
    fn may_finish(&self) -> bool {
        !matches!(self.phase, DIPPED | INSIDE)
    }
}

impl Canvas {
    fn new(frame: Frame, level: &Level) -> Self {
        let cells = frame.cells();
        let near = (0..cells).map(|place| {
            let cell = Cell::new((place % frame.cols) as i32, (place / frame.cols) as i32);
            Dir::ALL.map(|dir| match cell.step(dir) {
                next if level.is_paper(next) => frame.index(next) as u16,
                _ => NONE,
            })
        });
        let mut mixed = [[Mixed::default(); 9]; 9];
        for active in Color::ALL {
            for on in [None].into_iter().chain(Color::ALL.map(Some)) {
                let mix = mix(level.mixing(), active, on);
                mixed[shown(Some(active)) as usize][shown(on) as usize] = Mixed {
                    color: shown(Some(mix.color)),
                    ends: mix.ends,
                };
            }
        }
        let mut observation = vec![0; Tint::LAYERS.len() * cells];
        let position = level.start();
        Tint::observe(&frame, level, &level.begin(&position), &mut observation);
        let mut dips = vec![0; cells];
        for cell in level.ground().cells() {
            dips[frame.index(cell)] = level.dip(&position, cell).is_ok().into();
        }
        let is_target = |(_, fixture): &(Cell, Fixture)| matches!(fixture, Fixture::Target(_));
        let start = State {
            observation,
            dippable: dips.iter().filter(|dip| **dip == 1).count(),
            dips,
            targets: level.fixtures().filter(is_target).count(),
            spoiled: false,
            brush: None,
        };
        Canvas {
            cells,
            near: near.collect(),
            mixed,
            tail: level.tail(),
            from_paint: level.start_rule() == StartRule::Any,
            now: start.clone(),
            start,
        }
    }

    fn seen(&self, layer: usize, place: u16) -> u8 {
        self.now.observation[layer * self.cells + usize::from(place)]
    }

    fn show(&mut self, layer: usize, place: u16, value: u8) {
        self.now.observation[layer * self.cells + usize::from(place)] = value;
    }

    /// Shows the stroke under way where it is, or no longer.
    fn show_brush(&mut self, place: u16, color: u8, phase: u8) {
        self.show(BRUSH, place, color);
        self.show(PHASE, place, phase);
    }

    fn is_solved(&self) -> bool {
        !self.now.spoiled && self.now.targets == 0
    }

    /// Paints a cell that holds no droplet.
    fn paint(&mut self, place: u16, color: u8) {
        self.show(PAINT, place, color);
        let dip = u8::from(self.from_paint && color != GREY);
        let before = std::mem::replace(&mut self.now.dips[usize::from(place)], dip);
        self.now.dippable = self.now.dippable + usize::from(dip) - usize::from(before);
    }

    /// Takes a gate or a figure away.
    fn clear(&mut self, place: u16) {
        for layer in FIXTURE..BRUSH {
            self.show(layer, place, 0);
        }
    }

    /// The colour with which a brush comes to the next cell in a direction; `None` if it may not
    /// leave the switch gate that it is in.
    fn leaves_as(&self, brush: &Brush, dir: usize) -> Option<u8> {
        if brush.phase != INSIDE {
            return Some(brush.color);
        }
        let color = self.seen(SIDES + dir, brush.at);
        (color != 0 && dir != usize::from(brush.entrance)).then_some(color)
    }

    fn may_extend(&self, brush: &Brush, dir: usize) -> bool {
        let to = self.near[usize::from(brush.at)][dir];
        if to == NONE {
            return false;
        }
        let Some(color) = self.leaves_as(brush, dir) else {
            return false;
        };
        let fixture = self.seen(FIXTURE, to);
        if brush.phase >= TAIL {
            let blocked = matches!(fixture, NEGATION | SWITCH) || self.seen(PAINT, to) == GREY;
            return brush.phase > TAIL && !blocked;
        }
        fixture != SWITCH || self.seen(SIDES + opposite(dir), to) == color
    }

    fn put_down(&mut self, action: usize) -> Acted {
        if self.now.dips.get(action) != Some(&1) || self.is_solved() {
            return Acted::Illegal;
        }
        let at = action as u16;
        let source = match self.seen(FIXTURE, at) {
            DROPLET => COLOR,
            _ => PAINT,
        };
        self.hold(Brush {
            at,
            color: self.seen(source, at),
            phase: DIPPED,
            entrance: 0,
            onward: 0,
        })
    }

    fn go_on(&mut self, mut brush: Brush, action: usize) -> Acted {
        let near = self.near[usize::from(brush.at)];
        let dir = near.iter().position(|&to| usize::from(to) == action);
        let Some(dir) = dir.filter(|dir| brush.onward >> dir & 1 == 1) else {
            return Acted::Illegal;
        };
        self.show_brush(brush.at, 0, 0);
        self.extend(&mut brush, dir);
        self.hold(brush)
    }

    fn lift(&mut self, brush: &Brush) -> Acted {
        if !brush.may_finish() {
            return Acted::Illegal;
        }
        self.show_brush(brush.at, 0, 0);
        self.now.brush = None;
        match (self.is_solved(), self.now.dippable) {
            (true, _) => Acted::Solved,
            (_, 0) => Acted::Stuck,
            _ => Acted::Going,
        }
    }

    /// The stroke goes on with this brush.
    fn hold(&mut self, mut brush: Brush) -> Acted {
        self.show_brush(brush.at, brush.color, brush.phase);
        brush.onward = (0..4).fold(0, |onward, dir| {
            onward | u8::from(self.may_extend(&brush, dir)) << dir
        });
        self.now.brush = Some(brush);
        match brush.onward != 0 || brush.may_finish() {
            true => Acted::Going,
            false => Acted::Stuck,
        }
    }

    /// Moves a brush to a neighbour that it may go on to, and paints.
    fn extend(&mut self, brush: &mut Brush, dir: usize) {
        if let (INSIDE, Some(color)) = (brush.phase, self.leaves_as(brush, dir)) {
            brush.color = color;
            self.clear(brush.at);
            self.paint(brush.at, color);
        }
        let to = self.near[usize::from(brush.at)][dir];
        brush.at = to;
        let fixture = self.seen(FIXTURE, to);
        if brush.phase >= TAIL {
            brush.phase -= 1;
            if fixture != DROPLET {
                self.paint(to, brush.color);
            }
            return;
        }
        brush.phase = FLOWING;
        match fixture {
            SWITCH => {
                brush.phase = INSIDE;
                brush.entrance = opposite(dir) as u8;
            }
            NEGATION => {
                let gate = Color::from_bits(self.seen(COLOR, to) - 1);
                let left = Color::from_bits(brush.color - 1).without(gate);
                brush.color = shown(Some(left));
                self.clear(to);
                self.paint(to, brush.color);
            }
            DROPLET => self.mix_on(brush, self.seen(COLOR, to)),
            _ => {
                self.mix_on(brush, self.seen(PAINT, to));
                self.paint(to, brush.color);
                if fixture == TARGET && self.seen(COLOR, to) == brush.color {
                    self.clear(to);
                    self.now.targets -= 1;
                }
            }
        }
    }

    fn mix_on(&mut self, brush: &mut Brush, on: u8) {
        let mixed = self.mixed[usize::from(brush.color)][usize::from(on)];
        brush.color = mixed.color;
        if mixed.ends {
            brush.phase = TAIL + self.tail;
            self.now.spoiled |= mixed.color == GREY;
        }
    }
}

/// A colour as layers show it.
fn shown(color: Option<Color>) -> u8 {
    color.map_or(0, |color| color.bits() + 1)
}

fn opposite(dir: usize) -> usize {
    Dir::ALL[dir].opposite() as usize
}

impl Table for Canvas {
    fn reset(&mut self) {
        let State {
            observation,
            dips,
            dippable,
            targets,
            spoiled,
            brush,
        } = &mut self.now;
        observation.copy_from_slice(&self.start.observation);
        dips.copy_from_slice(&self.start.dips);
        (*dippable, *targets) = (self.start.dippable, self.start.targets);
        (*spoiled, *brush) = (self.start.spoiled, self.start.brush);
    }

    fn act(&mut self, action: usize) -> Acted {
        match self.now.brush {
            None => self.put_down(action),
            Some(brush) if action == self.cells => self.lift(&brush),
            Some(brush) => self.go_on(brush, action),
        }
    }

    fn legal(&self, mask: &mut [u8]) {
        let (cells, finish) = mask.split_at_mut(self.cells);
        match &self.now.brush {
            None if !self.is_solved() => {
                cells.copy_from_slice(&self.now.dips);
                finish.fill(0);
            }
            None => mask.fill(0),
            Some(brush) => {
                cells.fill(0);
                for (dir, &to) in self.near[usize::from(brush.at)].iter().enumerate() {
                    if brush.onward >> dir & 1 == 1 {
                        cells[usize::from(to)] = 1;
                    }
                }
                finish.fill(0);
                finish[0] = brush.may_finish().into();
            }
        }
    }

    fn observe(&self, layers: &mut [u8]) {
        layers.copy_from_slice(&self.now.observation);
    }
}
