//! The rules as bit boards, for play by numbers: a cell of the frame is a bit, up to 128 of them.
//!
//! A push is a shift; it is legal if no shape of the tandem comes over an edge or onto something
//! that blocks it. What can be seen and what may be done is kept up to date with every push, since
//! learners ask for both after each. The conformance tests play it beside the rules.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;

use super::TilePuzzle;
use super::act::{DIRS, in_reading_order, number_of};
use super::level::{Color, Level};
use crate::act::{Acted, Acts, Frame, Table, put};

const COLORS: usize = Color::ALL.len();

/// The layers of an observation that change in play.
const SHAPE: usize = 1;
const COLOR: usize = 2;
const CAT: usize = 3;
const LOCK: usize = 4;
const TANDEM: usize = 5;

/// No tandem begins here.
const NONE: u16 = u16::MAX;

/// The table of a level in a frame; `None` if the frame has more cells than bits.
pub(super) fn table(frame: Frame, level: &Level) -> Option<Box<dyn Table>> {
    match frame.cells() {
        0..=64 => Some(Box::new(Boards::<u64>::new(frame, level)?)),
        65..=128 => Some(Box::new(Boards::<u128>::new(frame, level)?)),
        _ => None,
    }
}

/// A set of cells, as wide as a frame needs.
trait Bits:
    Copy
    + Default
    + PartialEq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// One cell.
    fn only(place: usize) -> Self;
    /// How many cells there are.
    fn count(self) -> u32;
    /// The first cell; more than any if there is none.
    fn first(self) -> usize;

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Calls `work` with every cell.
    fn each(mut self, mut work: impl FnMut(usize)) {
        while !self.is_empty() {
            let first = self.first();
            work(first);
            self = self.minus(Self::only(first));
        }
    }
}

impl Bits for u64 {
    fn only(place: usize) -> Self {
        1 << place
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }
}

impl Bits for u128 {
    fn only(place: usize) -> Self {
        1 << place
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }
}

/// A level in play.
struct Boards<B> {
    frame: Frame,
    /// The cells that nothing may come to.
    closed: B,
    /// The cells from which a step in a direction leaves the frame.
    edges: [B; 4],
    /// The colour of every shape.
    colors: Vec<usize>,
    /// The shapes that move together, those that wait longest deciding.
    tandems: Vec<Tandem>,
    /// The cats that sit on blockers, by colour.
    on_blockers: [B; COLORS],
    cats: u32,
    start: State<B>,
    state: State<B>,
}

struct Tandem {
    shapes: Vec<usize>,
    unlock: u32,
    /// The number shown for shapes that move together; 0 for one alone.
    number: u8,
}

/// What changes in play.
#[derive(Clone)]
struct State<B> {
    /// The cells under every shape.
    cells: Vec<B>,
    /// The first cell in reading order of every tandem's first shape, and the tandem of each place.
    firsts: Vec<usize>,
    at: Vec<u16>,
    taken: B,
    by_color: [B; COLORS],
    /// Cats that are not home, by colour.
    cats: [B; COLORS],
    mask: Vec<u8>,
    seen: Vec<u8>,
}

impl<B: Bits> Boards<B> {
    fn new(frame: Frame, level: &Level) -> Option<Self> {
        let bit = |cell: Cell| B::only(frame.index(cell));
        let position = level.start();
        let bits = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold(B::default(), |all, cell| all | bit(cell))
        };
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
            places.fold(B::default(), |all, place| all | B::only(place))
        };
        let mut state = State {
            cells: Vec::new(),
            firsts: Vec::new(),
            at: vec![NONE; frame.cells()],
            taken: B::default(),
            by_color: [B::default(); COLORS],
            cats: [B::default(); COLORS],
            mask: vec![0; frame.actions],
            seen: vec![0; TilePuzzle::LAYERS.len() * frame.cells()],
        };
        for cell in level.cells().filter(|&cell| level.is_floor(cell)) {
            let value = 1 + u8::from(level.is_blocked(cell));
            put(&frame, &mut state.seen, 0, cell, value);
        }
        let mut colors = Vec::new();
        for (index, shape) in level.shapes().iter().enumerate() {
            let cells = bits(&mut level.cells_of(&position, index));
            let color = shape.color as usize;
            state.cells.push(cells);
            state.taken = state.taken | cells;
            state.by_color[color] = state.by_color[color] | cells;
            colors.push(color);
        }
        let mut on_blockers = [B::default(); COLORS];
        for cat in level.cats() {
            let color = cat.color as usize;
            // Two cats on one cell would be one bit; the rules have them.
            if state
                .cats
                .iter()
                .any(|cats| !(*cats & bit(cat.at)).is_empty())
            {
                return None;
            }
            state.cats[color] = state.cats[color] | bit(cat.at);
            put(&frame, &mut state.seen, CAT, cat.at, color as u8 + 1);
            if cat.on_blocker {
                on_blockers[color] = on_blockers[color] | bit(cat.at);
            }
        }
        let mut tandems = Vec::new();
        for leader in (0..colors.len()).filter(|&shape| level.leader(shape) == shape) {
            let shapes: Vec<usize> = level.tandem(leader).collect();
            let unlock = shapes.iter().map(|&shape| level.shapes()[shape].unlock);
            let first = level
                .cells_of(&position, leader)
                .min_by_key(in_reading_order)?;
            state.firsts.push(frame.index(first));
            state.at[frame.index(first)] = tandems.len() as u16;
            tandems.push(Tandem {
                unlock: unlock.max().unwrap_or(0).min(u64::from(u32::MAX)) as u32,
                number: if shapes.len() > 1 {
                    number_of(leader)
                } else {
                    0
                },
                shapes,
            });
        }
        let open = bits(&mut level.cells().filter(|&cell| level.is_open(cell)));
        let mut boards = Boards {
            frame,
            closed: !open,
            edges: DIRS.map(edge),
            colors,
            tandems,
            on_blockers,
            cats: level.cats().len() as u32,
            start: state.clone(),
            state,
        };
        for tandem in 0..boards.tandems.len() {
            boards.show(tandem, true);
        }
        boards.look();
        boards.start.clone_from(&boards.state);
        Some(boards)
    }

    fn home(&self) -> u32 {
        let out: u32 = self.state.cats.iter().map(|cats| cats.count()).sum();
        self.cats - out
    }

    fn out(&self) -> B {
        let cats = self.state.cats.iter();
        cats.fold(B::default(), |out, cats| out | *cats)
    }

    /// Bits after a step.
    fn shifted(&self, bits: B, dir: usize) -> B {
        match DIRS[dir] {
            Dir::North => bits >> self.frame.cols,
            Dir::South => bits << self.frame.cols,
            Dir::West => bits >> 1,
            Dir::East => bits << 1,
        }
    }

    /// The cells beside others.
    fn beside(&self, bits: B) -> B {
        let step = |dir: usize| self.shifted(bits.minus(self.edges[dir]), dir);
        step(0) | step(1) | step(2) | step(3)
    }

    /// Whether a tandem that is not locked may take a step.
    fn may_go(&self, tandem: &Tandem, out: B, dir: usize) -> bool {
        let state = &self.state;
        let own = |own: B, shape: &usize| own | state.cells[*shape];
        let own = tandem.shapes.iter().fold(B::default(), own);
        let closed = self.closed | state.taken.minus(own);
        tandem.shapes.iter().all(|&shape| {
            let cells = state.cells[shape];
            let others = out.minus(state.cats[self.colors[shape]]);
            (cells & self.edges[dir]).is_empty()
                && (self.shifted(cells, dir) & (closed | others)).is_empty()
        })
    }

    /// Notes what may be done; whether there is anything.
    fn look(&mut self) -> bool {
        let (out, home) = (self.out(), self.home());
        let mut some = false;
        for (index, tandem) in self.tandems.iter().enumerate() {
            let is_free = !out.is_empty() && tandem.unlock <= home;
            let may_go = |dir| is_free && self.may_go(tandem, out, dir);
            let legal = [may_go(0), may_go(1), may_go(2), may_go(3)];
            some |= legal != [false; 4];
            let place = 4 * self.state.firsts[index];
            self.state.mask[place..place + 4].copy_from_slice(&legal.map(u8::from));
        }
        some
    }

    /// Shows a tandem where it lies, or takes it off the observation.
    fn show(&mut self, tandem: usize, lies: bool) {
        let waits = self.tandems[tandem].unlock.saturating_sub(self.home());
        let tandem = &self.tandems[tandem];
        let cells = self.frame.cells();
        for &shape in &tandem.shapes {
            let values = [
                (SHAPE, number_of(shape)),
                (COLOR, self.colors[shape] as u8 + 1),
                (LOCK, waits.min(255) as u8),
                (TANDEM, tandem.number),
            ];
            let seen = &mut self.state.seen;
            self.state.cells[shape].each(|place| {
                for (layer, value) in values {
                    seen[layer * cells + place] = if lies { value } else { 0 };
                }
            });
        }
    }

    /// Moves the shapes of a tandem.
    fn push(&mut self, tandem: usize, dir: usize) {
        for &shape in &self.tandems[tandem].shapes {
            let (cells, color) = (self.state.cells[shape], self.colors[shape]);
            self.state.taken = self.state.taken.minus(cells);
            self.state.by_color[color] = self.state.by_color[color].minus(cells);
        }
        for &shape in &self.tandems[tandem].shapes {
            let cells = self.shifted(self.state.cells[shape], dir);
            let color = self.colors[shape];
            self.state.cells[shape] = cells;
            self.state.taken = self.state.taken | cells;
            self.state.by_color[color] = self.state.by_color[color] | cells;
        }
        let state = &mut self.state;
        let first = &mut state.firsts[tandem];
        state.at[*first] = NONE;
        state.mask[4 * *first..4 * *first + 4].fill(0);
        *first = match DIRS[dir] {
            Dir::North => *first - self.frame.cols,
            Dir::South => *first + self.frame.cols,
            Dir::West => *first - 1,
            Dir::East => *first + 1,
        };
        state.at[*first] = tandem as u16;
    }

    /// Sends home the cats that are reached; whether there are any.
    fn fetch(&mut self) -> bool {
        let mut some = false;
        for color in 0..COLORS {
            let cats = self.state.cats[color];
            if cats.is_empty() {
                continue;
            }
            let shapes = self.state.by_color[color];
            let mut fetched = cats & shapes;
            if !(cats & self.on_blockers[color]).is_empty() {
                fetched = fetched | cats & self.on_blockers[color] & self.beside(shapes);
            }
            if !fetched.is_empty() {
                some = true;
                self.state.cats[color] = cats.minus(fetched);
                let (seen, layer) = (&mut self.state.seen, CAT * self.frame.cells());
                fetched.each(|place| seen[layer + place] = 0);
            }
        }
        some
    }
}

impl<B: Bits> Table for Boards<B> {
    fn reset(&mut self) {
        let State {
            cells,
            firsts,
            at,
            taken,
            by_color,
            cats,
            mask,
            seen,
        } = &mut self.state;
        cells.copy_from_slice(&self.start.cells);
        firsts.copy_from_slice(&self.start.firsts);
        at.copy_from_slice(&self.start.at);
        (*taken, *by_color, *cats) = (self.start.taken, self.start.by_color, self.start.cats);
        mask.copy_from_slice(&self.start.mask);
        seen.copy_from_slice(&self.start.seen);
    }

    fn act(&mut self, action: usize) -> Acted {
        if self.state.mask.get(action) != Some(&1) {
            return Acted::Illegal;
        }
        let tandem = self.state.at[action / 4] as usize;
        self.show(tandem, false);
        self.push(tandem, action % 4);
        if self.fetch() {
            // A lock waits for fewer cats now, or for none.
            let locked = |index: &usize| self.tandems[*index].unlock > 0;
            let locked: Vec<usize> = (0..self.tandems.len()).filter(locked).collect();
            locked.into_iter().for_each(|index| self.show(index, true));
        }
        self.show(tandem, true);
        match (self.look(), self.out().is_empty()) {
            (_, true) => Acted::Solved,
            (true, _) => Acted::Going,
            (false, _) => Acted::Stuck,
        }
    }

    fn legal(&self, mask: &mut [u8]) {
        mask.copy_from_slice(&self.state.mask);
    }

    fn observe(&self, layers: &mut [u8]) {
        layers.copy_from_slice(&self.state.seen);
    }
}
