//! The rules as bit boards, for play by numbers: a cell of the frame is a bit, up to 128 of them.
//!
//! A push is a shift; it is legal if no shape of the tandem comes over an edge or onto something
//! that blocks it. The conformance tests play it beside the rules.

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;

use super::TilePuzzle;
use super::act::{DIRS, in_reading_order, number_of};
use super::level::{Color, Level};
use crate::act::{Acted, Acts, Frame, Table, put};

const COLORS: usize = Color::ALL.len();

/// A board of bits.
type Bits = u128;

/// A level in play.
pub(super) struct Boards {
    frame: Frame,
    open: Bits,
    /// The cells from which a step in a direction leaves the frame.
    edges: [Bits; 4],
    shapes: Vec<Piece>,
    /// The shapes that move together, those that wait longest deciding.
    tandems: Vec<Tandem>,
    start: State,
    state: State,
    cats: u32,
    floor: Vec<u8>,
}

struct Piece {
    color: usize,
    /// The place of its first cell in reading order.
    first: usize,
}

struct Tandem {
    shapes: Vec<usize>,
    unlock: u32,
    /// The number shown for shapes that move together; 0 for one alone.
    number: u8,
}

#[derive(Clone, PartialEq, Eq)]
struct State {
    cells: Vec<Bits>,
    firsts: Vec<usize>,
    taken: Bits,
    by_color: [Bits; COLORS],
    /// Cats that are not home, by colour.
    cats: [Bits; COLORS],
    /// Those of them that sit on blockers.
    on_blockers: [Bits; COLORS],
}

impl Boards {
    /// The table of a level in a frame; `None` if the frame has more cells than bits.
    pub(super) fn new(frame: Frame, level: &Level) -> Option<Self> {
        if frame.cells() > 128 {
            return None;
        }
        let bit = |cell: Cell| 1 << frame.index(cell);
        let position = level.start();
        let bits =
            |cells: &mut dyn Iterator<Item = Cell>| cells.fold(0, |all, cell| all | bit(cell));
        let edge = |dir: Dir| {
            let places = (0..frame.cells()).filter(|&place| {
                let (x, y) = (place % frame.cols, place / frame.cols);
                match dir {
                    Dir::North => y == 0,
                    Dir::South => y + 1 == frame.rows,
                    Dir::West => x == 0,
                    Dir::East => x + 1 == frame.cols,
                }
            });
            places.fold(0, |all, place| all | 1 << place)
        };
        let mut state = State {
            cells: Vec::new(),
            firsts: Vec::new(),
            taken: 0,
            by_color: [0; COLORS],
            cats: [0; COLORS],
            on_blockers: [0; COLORS],
        };
        let mut shapes = Vec::new();
        for (index, shape) in level.shapes().iter().enumerate() {
            let cells = bits(&mut level.cells_of(&position, index));
            let first = level
                .cells_of(&position, index)
                .min_by_key(in_reading_order)?;
            let (color, first) = (shape.color as usize, frame.index(first));
            state.cells.push(cells);
            state.firsts.push(first);
            state.taken |= cells;
            state.by_color[color] |= cells;
            shapes.push(Piece { color, first });
        }
        for cat in level.cats() {
            let color = cat.color as usize;
            // Two cats on one cell would be one bit; the rules have them.
            if state.cats.iter().any(|cats| cats & bit(cat.at) != 0) {
                return None;
            }
            state.cats[color] |= bit(cat.at);
            if cat.on_blocker {
                state.on_blockers[color] |= bit(cat.at);
            }
        }
        let leaders = (0..shapes.len()).filter(|&shape| level.leader(shape) == shape);
        let tandems = leaders.map(|leader| {
            let shapes: Vec<usize> = level.tandem(leader).collect();
            let unlock = shapes
                .iter()
                .map(|&shape| level.shapes()[shape].unlock)
                .max();
            Tandem {
                unlock: unlock.unwrap_or(0).min(u64::from(u32::MAX)) as u32,
                number: if shapes.len() > 1 {
                    number_of(leader)
                } else {
                    0
                },
                shapes,
            }
        });
        let mut floor = vec![0; TilePuzzle::LAYERS.len() * frame.cells()];
        for cell in level.cells().filter(|&cell| level.is_floor(cell)) {
            put(
                &frame,
                &mut floor,
                0,
                cell,
                1 + u8::from(level.is_blocked(cell)),
            );
        }
        Some(Boards {
            frame,
            open: bits(&mut level.cells().filter(|&cell| level.is_open(cell))),
            edges: DIRS.map(edge),
            tandems: tandems.collect(),
            shapes,
            cats: level.cats().len() as u32,
            start: state.clone(),
            state,
            floor,
        })
    }

    fn home(&self) -> u32 {
        let out: u32 = self.state.cats.iter().map(|cats| cats.count_ones()).sum();
        self.cats - out
    }

    /// Bits after a step.
    fn shifted(&self, bits: Bits, dir: usize) -> Bits {
        match DIRS[dir] {
            Dir::North => bits >> self.frame.cols,
            Dir::South => bits << self.frame.cols,
            Dir::West => bits >> 1,
            Dir::East => bits << 1,
        }
    }

    /// Whether a tandem that is not locked may take a step.
    fn may_go(&self, tandem: &Tandem, out: Bits, dir: usize) -> bool {
        let state = &self.state;
        let own = tandem
            .shapes
            .iter()
            .fold(0, |own, &shape| own | state.cells[shape]);
        let closed = !self.open | (state.taken & !own);
        tandem.shapes.iter().all(|&shape| {
            let cells = state.cells[shape];
            let others = out & !state.cats[self.shapes[shape].color];
            cells & self.edges[dir] == 0 && self.shifted(cells, dir) & (closed | others) == 0
        })
    }

    fn out(&self) -> Bits {
        self.state.cats.iter().fold(0, |out, cats| out | cats)
    }

    /// The tandem and the direction of an action, if it is legal.
    fn meant(&self, action: usize) -> Option<(usize, usize)> {
        let (place, dir) = (action / 4, action % 4);
        let (out, home) = (self.out(), self.home());
        let index = self.tandems.iter().position(|tandem| {
            let leader = tandem.shapes[0];
            self.state.firsts[leader] == place
        })?;
        let tandem = &self.tandems[index];
        let legal = out != 0 && tandem.unlock <= home && self.may_go(tandem, out, dir);
        legal.then_some((index, dir))
    }

    /// The cells beside others.
    fn beside(&self, bits: Bits) -> Bits {
        let step = |dir: usize| self.shifted(bits & !self.edges[dir], dir);
        step(0) | step(1) | step(2) | step(3)
    }
}

impl Table for Boards {
    fn reset(&mut self) {
        self.state.clone_from(&self.start);
        for (first, shape) in self.state.firsts.iter_mut().zip(&self.shapes) {
            *first = shape.first;
        }
    }

    fn act(&mut self, action: usize) -> Acted {
        let Some((tandem, dir)) = self.meant(action) else {
            return Acted::Illegal;
        };
        let moving = self.tandems[tandem].shapes.iter();
        let moved: Vec<(usize, Bits)> = moving
            .map(|&shape| (shape, self.shifted(self.state.cells[shape], dir)))
            .collect();
        let state = &mut self.state;
        for (shape, _) in &moved {
            state.taken &= !state.cells[*shape];
            state.by_color[self.shapes[*shape].color] &= !state.cells[*shape];
        }
        for (shape, cells) in moved {
            state.cells[shape] = cells;
            state.taken |= cells;
            state.by_color[self.shapes[shape].color] |= cells;
            let first = &mut state.firsts[shape];
            *first = match DIRS[dir] {
                Dir::North => *first - self.frame.cols,
                Dir::South => *first + self.frame.cols,
                Dir::West => *first - 1,
                Dir::East => *first + 1,
            };
        }
        for color in 0..COLORS {
            let shapes = self.state.by_color[color];
            let fetched = shapes | self.state.on_blockers[color] & self.beside(shapes);
            self.state.cats[color] &= !fetched;
        }
        match self.out() {
            0 => Acted::Solved,
            out => {
                let home = self.home();
                let mut tandems = self.tandems.iter().filter(|tandem| tandem.unlock <= home);
                let going = tandems.any(|tandem| (0..4).any(|dir| self.may_go(tandem, out, dir)));
                if going { Acted::Going } else { Acted::Stuck }
            }
        }
    }

    fn legal(&self, mask: &mut [u8]) {
        mask.fill(0);
        let (out, home) = (self.out(), self.home());
        if out == 0 {
            return;
        }
        for tandem in self.tandems.iter().filter(|tandem| tandem.unlock <= home) {
            let place = 4 * self.state.firsts[tandem.shapes[0]];
            for (dir, legal) in mask[place..place + 4].iter_mut().enumerate() {
                *legal = self.may_go(tandem, out, dir).into();
            }
        }
    }

    fn observe(&self, layers: &mut [u8]) {
        layers.copy_from_slice(&self.floor);
        let cells = self.frame.cells();
        let mut fill = |mut bits: Bits, layer: usize, value: u8| {
            while bits != 0 {
                layers[layer * cells + bits.trailing_zeros() as usize] = value;
                bits &= bits - 1;
            }
        };
        let home = self.home();
        for tandem in &self.tandems {
            let waits = tandem.unlock.saturating_sub(home).min(255) as u8;
            for &shape in &tandem.shapes {
                let bits = self.state.cells[shape];
                fill(bits, 1, number_of(shape));
                fill(bits, 2, self.shapes[shape].color as u8 + 1);
                if waits > 0 {
                    fill(bits, 4, waits);
                }
                if tandem.number > 0 {
                    fill(bits, 5, tandem.number);
                }
            }
        }
        for (color, cats) in self.state.cats.iter().enumerate() {
            fill(*cats, 3, color as u8 + 1);
        }
    }
}
