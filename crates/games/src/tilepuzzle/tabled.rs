//! The rules as bit boards, for play by numbers: a cell of the frame is a bit, up to 128 of them.
//!
//! A push is a shift; it is legal if no shape of the tandem comes over an edge or onto something
//! that blocks it. What can be seen and what may be done is kept up to date with every push, since
//! learners ask for both after each: a push touches the cells that it leaves and comes to, and the
//! ways of those who lie beside them. The conformance tests play it beside the rules.

use std::ops::{BitAnd, BitOr, Not, Range, Shl, Shr};

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;

use super::TilePuzzle;
use super::act::{DIRS, in_reading_order, number_of};
use super::level::{Color, Level};
use crate::act::{Acted, Acts, Frame, Table};

const COLORS: usize = Color::ALL.len();

/// The layers of an observation that change in play.
const SHAPE: usize = 1;
const COLOR: usize = 2;
const CAT: usize = 3;
const LOCK: usize = 4;
const TANDEM: usize = 5;

/// No tandem begins here.
const NONE: u8 = u8::MAX;

/// The table of a level in a frame; `None` if the frame has more cells than bits.
pub(super) fn table(frame: Frame, level: &Level) -> Option<Box<dyn Table>> {
    // A step over a whole row must be shorter than a word.
    match frame.cells().max(frame.cols + 1) {
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

    fn all() -> Self {
        !Self::default()
    }

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
    /// The cells from which a step in a direction leaves the frame or comes to a closed cell.
    walls: [B; 4],
    /// The cells from which a step in a direction leaves the frame.
    edges: [B; 4],
    /// The cats that sit on blockers.
    on_blockers: B,
    cats: u32,
    start: State<B>,
    state: State<B>,
}

/// What changes in play.
#[derive(Clone)]
struct State<B> {
    /// Shapes that move together lie side by side.
    shapes: Vec<Shape<B>>,
    tandems: Vec<Tandem<B>>,
    /// The tandem whose first cell each place is.
    at: Vec<u8>,
    taken: B,
    /// Cats that are not home, by colour, and all of them.
    cats: [B; COLORS],
    out: B,
    /// The cells on which a shape of a colour sends a cat home.
    calls: [B; COLORS],
    /// Whether all cats that were reached from the start have gone home; they do with the first push.
    settled: bool,
    seen: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Shape<B> {
    cells: B,
    color: u8,
    /// What is seen of it.
    number: u8,
}

/// Shapes that move together.
#[derive(Clone)]
struct Tandem<B> {
    /// The cells under its shapes.
    cells: B,
    /// Its shapes among all.
    shapes: Range<u8>,
    /// The first cell in reading order of its first shape.
    first: u8,
    /// The directions in which it may be pushed, as bits.
    legal: u8,
    /// The number shown for shapes that move together; 0 for one alone.
    number: u8,
    /// How many cats must be home.
    unlock: u32,
}

impl<B: Bits> Boards<B> {
    fn new(frame: Frame, level: &Level) -> Option<Self> {
        let bit = |cell: Cell| B::only(frame.index(cell));
        let position = level.start();
        let bits = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold(B::default(), |all, cell| all | bit(cell))
        };
        let places = |is_one: &dyn Fn(Cell) -> bool| {
            let cell = |place| Cell::new((place % frame.cols) as i32, (place / frame.cols) as i32);
            bits(&mut (0..frame.cells()).map(cell).filter(|&cell| is_one(cell)))
        };
        let is_inside = |cell: Cell| {
            (0..frame.cols as i32).contains(&cell.x) && (0..frame.rows as i32).contains(&cell.y)
        };
        let mut state = State {
            shapes: Vec::new(),
            tandems: Vec::new(),
            at: vec![NONE; frame.cells()],
            taken: B::default(),
            cats: [B::default(); COLORS],
            out: B::default(),
            calls: [B::default(); COLORS],
            settled: false,
            seen: vec![0; TilePuzzle::LAYERS.len() * frame.cells()],
        };
        TilePuzzle::observe(&frame, level, &position, &mut state.seen);
        let mut on_blockers = B::default();
        for cat in level.cats() {
            // Two cats on one cell would be one bit; the rules have them.
            if !(state.out & bit(cat.at)).is_empty() {
                return None;
            }
            let cats = &mut state.cats[cat.color as usize];
            *cats = *cats | bit(cat.at);
            state.out = state.out | bit(cat.at);
            if cat.on_blocker {
                on_blockers = on_blockers | bit(cat.at);
            }
        }
        for leader in (0..level.shapes().len()).filter(|&shape| level.leader(shape) == shape) {
            let begin = state.shapes.len() as u8;
            let (mut cells, mut unlock) = (B::default(), 0);
            for index in level.tandem(leader) {
                let shape = &level.shapes()[index];
                let own = bits(&mut level.cells_of(&position, index));
                state.shapes.push(Shape {
                    cells: own,
                    color: shape.color as u8,
                    number: number_of(index),
                });
                cells = cells | own;
                unlock = unlock.max(shape.unlock);
            }
            let shapes = begin..state.shapes.len() as u8;
            let first = level.cells_of(&position, leader);
            let first = frame.index(first.min_by_key(in_reading_order)?) as u8;
            state.at[usize::from(first)] = state.tandems.len() as u8;
            state.taken = state.taken | cells;
            state.tandems.push(Tandem {
                cells,
                number: match shapes.len() {
                    1 => 0,
                    _ => number_of(leader),
                },
                shapes,
                first,
                legal: 0,
                unlock: unlock.min(u64::from(u32::MAX)) as u32,
            });
        }
        let mut boards = Boards {
            frame,
            walls: DIRS.map(|dir| places(&|cell| !level.is_open(cell.step(dir)))),
            edges: DIRS.map(|dir| places(&|cell| !is_inside(cell.step(dir)))),
            on_blockers,
            cats: level.cats().len() as u32,
            start: state.clone(),
            state,
        };
        for color in 0..COLORS {
            boards.listen(color);
        }
        boards.look(B::all());
        boards.start.clone_from(&boards.state);
        Some(boards)
    }

    fn home(&self) -> u32 {
        self.cats - self.state.out.count()
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

    /// Notes where shapes of a colour send cats home.
    fn listen(&mut self, color: usize) {
        let cats = self.state.cats[color];
        self.state.calls[color] =
            cats.minus(self.on_blockers) | self.beside(cats & self.on_blockers);
    }

    /// The directions in which a tandem that is not locked may be pushed, as bits.
    fn ways(&self, tandem: &Tandem<B>) -> u8 {
        let others = self.state.taken.minus(tandem.cells);
        let mut ways = 15;
        for shape in &self.state.shapes[span(&tandem.shapes)] {
            let cats = self
                .state
                .out
                .minus(self.state.cats[usize::from(shape.color)]);
            for dir in 0..4 {
                let stopped = shape.cells & self.walls[dir]
                    | self.shifted(shape.cells, dir) & (others | cats);
                ways &= !(u8::from(!stopped.is_empty()) << dir);
            }
        }
        ways
    }

    /// Notes what may be done by the tandems that lie on some cells; whether there is anything to do
    /// at all.
    fn look(&mut self, cells: B) -> bool {
        let home = self.home();
        let mut some = 0;
        for index in 0..self.state.tandems.len() {
            let tandem = &self.state.tandems[index];
            let mut legal = tandem.legal;
            if !(tandem.cells & cells).is_empty() {
                let is_free = !self.state.out.is_empty() && tandem.unlock <= home;
                legal = if is_free { self.ways(tandem) } else { 0 };
                self.state.tandems[index].legal = legal;
            }
            some |= legal;
        }
        some != 0
    }

    /// Moves the shapes of a tandem; the cells that it left and came to.
    fn push(&mut self, index: usize, dir: usize) -> B {
        let tandem = &self.state.tandems[index];
        let (before, number) = (tandem.cells, tandem.number);
        let (shapes, first) = (span(&tandem.shapes), tandem.first);
        let after = self.shifted(before, dir);
        let layer = self.frame.cells();
        let seen = &mut self.state.seen;
        before.minus(after).each(|place| {
            seen[SHAPE * layer + place] = 0;
            seen[COLOR * layer + place] = 0;
            seen[TANDEM * layer + place] = 0;
        });
        for index in shapes {
            let Shape { cells, .. } = self.state.shapes[index];
            let to = self.shifted(cells, dir);
            let shape = &mut self.state.shapes[index];
            shape.cells = to;
            let seen = &mut self.state.seen;
            to.minus(cells).each(|place| {
                seen[SHAPE * layer + place] = shape.number;
                seen[COLOR * layer + place] = shape.color + 1;
                seen[TANDEM * layer + place] = number;
            });
        }
        let next = match DIRS[dir] {
            Dir::North => first - self.frame.cols as u8,
            Dir::South => first + self.frame.cols as u8,
            Dir::West => first - 1,
            Dir::East => first + 1,
        };
        let state = &mut self.state;
        state.at[usize::from(first)] = NONE;
        state.at[usize::from(next)] = index as u8;
        state.taken = state.taken.minus(before) | after;
        (state.tandems[index].first, state.tandems[index].cells) = (next, after);
        before.minus(after) | after.minus(before)
    }

    /// Sends home the cats that a push of a tandem reaches; whether there are any.
    fn fetch(&mut self, tandem: usize) -> bool {
        let shapes = match std::mem::replace(&mut self.state.settled, true) {
            true => span(&self.state.tandems[tandem].shapes),
            false => 0..self.state.shapes.len(),
        };
        let mut some = false;
        for shape in shapes {
            let Shape { cells, color, .. } = self.state.shapes[shape];
            let color = usize::from(color);
            if (cells & self.state.calls[color]).is_empty() {
                continue;
            }
            some = true;
            let near = cells.minus(self.on_blockers) | self.beside(cells) & self.on_blockers;
            let fetched = self.state.cats[color] & near;
            self.state.cats[color] = self.state.cats[color].minus(fetched);
            self.state.out = self.state.out.minus(fetched);
            self.listen(color);
            let (seen, layer) = (&mut self.state.seen, CAT * self.frame.cells());
            fetched.each(|place| seen[layer + place] = 0);
        }
        some
    }

    /// Shows for how many cats the locks still wait.
    fn show_locks(&mut self) {
        let home = self.home();
        let layer = LOCK * self.frame.cells();
        let State { tandems, seen, .. } = &mut self.state;
        for tandem in tandems.iter().filter(|tandem| tandem.unlock > 0) {
            let waits = tandem.unlock.saturating_sub(home).min(255) as u8;
            tandem.cells.each(|place| seen[layer + place] = waits);
        }
    }
}

/// A range of places.
fn span(range: &Range<u8>) -> Range<usize> {
    usize::from(range.start)..usize::from(range.end)
}

impl<B: Bits> Table for Boards<B> {
    fn reset(&mut self) {
        let State {
            shapes,
            tandems,
            at,
            taken,
            cats,
            out,
            calls,
            settled,
            seen,
        } = &mut self.state;
        shapes.clone_from(&self.start.shapes);
        tandems.clone_from(&self.start.tandems);
        at.copy_from_slice(&self.start.at);
        (*taken, *cats, *out) = (self.start.taken, self.start.cats, self.start.out);
        (*calls, *settled) = (self.start.calls, self.start.settled);
        seen.copy_from_slice(&self.start.seen);
    }

    fn act(&mut self, action: usize) -> Acted {
        let at = self.state.at.get(action / 4).copied().unwrap_or(NONE);
        let (index, dir) = (usize::from(at), action % 4);
        let tandem = self.state.tandems.get(index);
        if tandem.is_none_or(|tandem| tandem.legal >> dir & 1 == 0) {
            return Acted::Illegal;
        }
        let changed = self.push(index, dir);
        let concerned = if self.fetch(index) {
            self.show_locks();
            B::all()
        } else {
            // Nobody else's way has changed but that of those who lie next to the change.
            self.beside(changed) | self.state.tandems[index].cells
        };
        match (self.look(concerned), self.state.out.is_empty()) {
            (_, true) => Acted::Solved,
            (true, _) => Acted::Going,
            (false, _) => Acted::Stuck,
        }
    }

    fn legal(&self, mask: &mut [u8]) {
        mask.fill(0);
        for tandem in &self.state.tandems {
            let place = 4 * usize::from(tandem.first);
            for (dir, byte) in mask[place..place + 4].iter_mut().enumerate() {
                *byte = tandem.legal >> dir & 1;
            }
        }
    }

    fn observe(&self, layers: &mut [u8]) {
        layers.copy_from_slice(&self.state.seen);
    }
}
