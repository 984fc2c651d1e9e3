//! What a solution asks of the person who finds it: the numbers that a grade is reckoned from.
//!
//! A person thinks in drags. A drag that sends a cat home is seen at a glance; what has to be
//! decided there is which shape of the colour shall do it. A drag that only makes room is found by
//! trying: every shape that can move is a way, and whether it was the right one shows when the next
//! cat goes home. Places are looked over with the other shapes as they lie, or without them.

use gridwright_core::budget::{Budget, Limit, Meter};
use gridwright_core::cost::counted;
use gridwright_core::grade::{Demands, Tally, Technique};
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;

use super::explain;
use super::level::{Cat, Color, Level, MOST_SIDE};
use super::rules::{DRAGS, Move, Position, STEPS};
use super::solve;

/// The demands of a level by a solution of it. On a large floor a solution has thousands of moves and
/// hundreds of shapes are looked over at each: the meter hears of every look.
pub(super) fn demands(
    level: &Level,
    moves: &[Move],
    budget: &Budget<'_>,
) -> Result<Demands, Limit> {
    let mut meter = budget.meter();
    let board = Board::of(level);
    let mut story = Story::default();
    let mut position = level.start();
    let mut before = None;
    for drag in explain::drags(level, moves) {
        let leader = level.leader(drag[0].shape);
        let from = position.clone();
        for mv in drag {
            level
                .apply(&mut position, mv)
                .expect("a solution's moves are legal");
        }
        story.tell(&board, &from, &position, leader, before, &mut meter)?;
        before = Some(leader);
    }
    let waiting = waiting(&board, &mut meter)?;
    let techniques = techniques(level, moves, &mut meter)?;
    Ok(Demands {
        metric: DRAGS,
        ways: story.ways,
        traps: story.traps,
        against: Tally {
            count: story.against,
            one: "drag takes a shape farther from its cat",
            many: "drags take shapes farther from their cats",
        },
        dependencies: Tally {
            count: waiting,
            one: "cat has to wait until something makes way",
            many: "cats have to wait until something makes way",
        },
        techniques,
    })
}

/// What happened drag by drag.
#[derive(Default)]
struct Story {
    ways: Vec<u64>,
    traps: Vec<u64>,
    against: u64,
    /// Where among the ways those drags with a choice are that no cat has followed yet.
    open: Vec<usize>,
}

impl Story {
    fn tell(
        &mut self,
        board: &Board<'_>,
        from: &Position,
        to: &Position,
        leader: usize,
        before: Option<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let level = board.level;
        let leaders = (0..level.shapes().len()).filter(|&i| level.leader(i) == i);
        let fetched: Vec<Color> = (0..level.cats().len())
            .filter(|&cat| to.is_home(cat) && !from.is_home(cat))
            .map(|cat| level.cats()[cat].color)
            .collect();
        if fetched.is_empty() {
            let mut ways = 0;
            for other in leaders.filter(|&i| Some(i) != before) {
                ways += u64::from(board.survey(from, other, true, meter)?.places > 1);
            }
            if ways > 1 {
                self.open.push(self.ways.len());
            }
            self.ways.push(ways.max(1));
            let mut far = |position| board.survey(position, leader, false, meter);
            self.against += u64::from(far(to)?.nearest > far(from)?.nearest);
            return Ok(());
        }
        let concerned = |i: usize| {
            let mut colors = level.tandem(i).map(|i| level.shapes()[i].color);
            colors.any(|color| fetched.contains(&color))
        };
        let mut ways = 0;
        for other in leaders.filter(|&i| concerned(i)) {
            let may_fetch = board.survey(from, other, true, meter)?.nearest.is_some();
            ways += u64::from(may_fetch);
        }
        self.ways.push(ways.max(1));
        let now = self.ways.len();
        let waited = self.open.drain(..).map(|drag| (now - drag - 1) as u64);
        self.traps.extend(waited);
        Ok(())
    }
}

/// Cats that nobody can fetch as the shapes lie at the start.
fn waiting(board: &Board<'_>, meter: &mut Meter<'_>) -> Result<u64, Limit> {
    let level = board.level;
    let start = level.start();
    let mut waits = vec![true; level.cats().len()];
    for leader in (0..level.shapes().len()).filter(|&i| level.leader(i) == i) {
        let survey = board.survey(&start, leader, true, meter)?;
        for (waits, cat) in waits.iter_mut().zip(level.cats()) {
            let fetches = |&(offset, color): &(Cell, Color)| {
                let at = |cell: Cell| cell.offset(-offset.x, -offset.y);
                color == cat.color
                    && board
                        .calls(cat)
                        .any(|cell| survey.reached.contains(at(cell)))
            };
            *waits &= !board.body(&start, leader).iter().any(fetches);
        }
    }
    Ok(waits.iter().filter(|waits| **waits).count() as u64)
}

fn techniques(
    level: &Level,
    moves: &[Move],
    meter: &mut Meter<'_>,
) -> Result<Vec<Technique>, Limit> {
    let mut techniques = Vec::new();
    let steps = moves.len() as u64;
    let detour = solve::color_bound(level, &level.start(), meter)?
        .map_or(0, |bound| steps.saturating_sub(u64::from(bound)));
    if detour > 0 {
        let sentence = format!(
            "Shapes are in each other's way: it takes {} more than each colour would need alone.",
            STEPS.counted(detour)
        );
        techniques.push(Technique::new(detour.div_ceil(2).min(5), sentence));
    }
    let moved = |shape: usize| {
        let leader = level.leader(shape);
        moves.iter().any(|mv| level.leader(mv.shape) == leader)
    };
    let count = |holds: &dyn Fn(usize) -> bool| {
        let shapes = (0..level.shapes().len()).filter(|&i| moved(i) && holds(i));
        shapes.count() as u64
    };
    let locked = count(&|i| level.shapes()[i].unlock > 0);
    if locked > 0 {
        let locks = counted(locked, "lock has", "locks have");
        techniques.push(Technique::new(
            (1 + locked).min(4),
            format!("{locks} to be opened first."),
        ));
    }
    if count(&|i| level.tandem(level.leader(i)).count() > 1) > 0 {
        techniques.push(Technique::new(2, "Shapes move in tandem."));
    }
    if level.cats().iter().any(|cat| cat.on_blocker) {
        let sentence = "Cats on blockers are fetched from beside them.";
        techniques.push(Technique::new(1, sentence));
    }
    Ok(techniques)
}

/// The places that a shape with its tandem could slide to.
struct Survey {
    /// How many, its own included.
    places: usize,
    /// Where it would come to lie; nowhere if it is locked.
    reached: Cells,
    /// Steps to the first one where it sends a cat home.
    nearest: Option<u32>,
}

/// A level, and its open cells as bits.
struct Board<'l> {
    level: &'l Level,
    open: Cells,
}

impl<'l> Board<'l> {
    fn of(level: &'l Level) -> Self {
        let mut open = Cells::none(level);
        let cells = level.cells().filter(|&cell| level.is_open(cell));
        cells.for_each(|cell| open.put(cell, true));
        Board { level, open }
    }

    /// The cells of a shape with its tandem, as seen from the shape's corner, and their colours.
    fn body(&self, position: &Position, leader: usize) -> Vec<(Cell, Color)> {
        let level = self.level;
        let corner = position.corner(leader);
        let mut body = Vec::with_capacity(8);
        for i in level.tandem(leader) {
            let color = level.shapes()[i].color;
            let cells = level.cells_of(position, i);
            body.extend(cells.map(|cell| (cell.offset(-corner.x, -corner.y), color)));
        }
        body
    }

    /// Where a cell of its colour sends a cat home.
    fn calls(&self, cat: &Cat) -> impl Iterator<Item = Cell> + use<> {
        let (at, on_blocker) = (cat.at, cat.on_blocker);
        let beside = Dir::ALL.map(|dir| at.step(dir));
        let beside = beside.into_iter().filter(move |_| on_blocker);
        beside.chain((!on_blocker).then_some(at))
    }

    /// Looks over the places of a shape, past the others as they lie or as if they were not there
    /// and nothing were locked. Cats of other colours that are still out are in the way.
    fn survey(
        &self,
        position: &Position,
        leader: usize,
        among_shapes: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Survey, Limit> {
        let level = self.level;
        let start = position.corner(leader);
        let mut reached = Cells::none(level);
        if among_shapes && level.waits_for(position, leader) > 0 {
            return Ok(Survey {
                places: 1,
                reached,
                nearest: None,
            });
        }
        let body = self.body(position, leader);
        let mut open = self.open;
        if among_shapes {
            for i in (0..level.shapes().len()).filter(|&i| level.leader(i) != leader) {
                let cells = level.cells_of(position, i);
                cells.for_each(|cell| open.put(cell, false));
            }
        }
        // Where every cell of it lies free, and where one of them sends a cat home.
        let (mut free, mut fetching) = (Cells::all(level), Cells::none(level));
        for &(offset, color) in &body {
            let (mut open, mut calls) = (open, Cells::none(level));
            let out = level.cats().iter().enumerate();
            for (_, cat) in out.filter(|&(i, _)| !position.is_home(i)) {
                if cat.color == color {
                    self.calls(cat).for_each(|cell| calls.put(cell, true));
                } else if !cat.on_blocker {
                    open.put(cat.at, false);
                }
            }
            free.keep(&open.seen_from(offset));
            fetching.add(&calls.seen_from(offset));
        }
        reached.put(start, true);
        let (mut last, mut steps, mut nearest) = (reached, 0, None);
        loop {
            if nearest.is_none() && last.meets(&fetching) {
                nearest = Some(steps);
            }
            last = last.neighbours();
            last.keep(&free);
            last.take(&reached);
            if last.is_empty() {
                break;
            }
            reached.add(&last);
            steps += 1;
        }
        // So many rows were gone through: for every cell of the body, and for every step.
        let rows = level.height() as usize * (4 * body.len() + 4 * steps as usize);
        meter.work(rows as u64)?;
        Ok(Survey {
            places: reached.count(),
            reached,
            nearest,
        })
    }
}

/// A set of cells of a board, a word for each row.
#[derive(Clone, Copy)]
struct Cells {
    rows: [u32; MOST_SIDE],
    height: usize,
    /// A whole row.
    full: u32,
}

impl Cells {
    fn none(level: &Level) -> Self {
        Cells {
            rows: [0; MOST_SIDE],
            height: level.height() as usize,
            full: u32::MAX >> (MOST_SIDE - level.width() as usize),
        }
    }

    fn all(level: &Level) -> Self {
        let mut all = Cells::none(level);
        let full = all.full;
        all.rows_mut().fill(full);
        all
    }

    fn rows(&self) -> &[u32] {
        &self.rows[..self.height]
    }

    fn rows_mut(&mut self) -> &mut [u32] {
        &mut self.rows[..self.height]
    }

    fn has(&self, cell: Cell) -> bool {
        let on_row =
            u32::try_from(cell.x).is_ok_and(|x| self.full.checked_shr(x).unwrap_or(0) & 1 == 1);
        on_row && (0..self.height as i32).contains(&cell.y)
    }

    /// Puts a cell in or takes it out, if it lies on the board.
    fn put(&mut self, cell: Cell, is_in: bool) {
        if self.has(cell) {
            let row = &mut self.rows[cell.y as usize];
            *row = *row & !(1 << cell.x) | u32::from(is_in) << cell.x;
        }
    }

    fn contains(&self, cell: Cell) -> bool {
        self.has(cell) && self.rows[cell.y as usize] >> cell.x & 1 == 1
    }

    /// The cells from which an offset leads to one of these.
    fn seen_from(&self, offset: Cell) -> Cells {
        let mut seen = *self;
        for (y, row) in seen.rows_mut().iter_mut().enumerate() {
            let from = usize::try_from(y as i32 + offset.y).ok();
            let from = from.and_then(|y| self.rows().get(y)).map_or(0, |row| *row);
            let by = offset.x.unsigned_abs();
            *row = match offset.x {
                0.. => from.checked_shr(by),
                _ => from.checked_shl(by),
            }
            .unwrap_or(0)
                & self.full;
        }
        seen
    }

    /// The cells beside these.
    fn neighbours(&self) -> Cells {
        let mut beside = *self;
        let rows = self.rows();
        for (y, row) in beside.rows_mut().iter_mut().enumerate() {
            let above = y.checked_sub(1).map_or(0, |y| rows[y]);
            let below = rows.get(y + 1).map_or(0, |row| *row);
            *row = (rows[y] << 1 | rows[y] >> 1 | above | below) & self.full;
        }
        beside
    }

    fn keep(&mut self, other: &Cells) {
        let rows = self.rows_mut().iter_mut().zip(other.rows());
        rows.for_each(|(row, other)| *row &= other);
    }

    fn take(&mut self, other: &Cells) {
        let rows = self.rows_mut().iter_mut().zip(other.rows());
        rows.for_each(|(row, other)| *row &= !other);
    }

    fn add(&mut self, other: &Cells) {
        let rows = self.rows_mut().iter_mut().zip(other.rows());
        rows.for_each(|(row, other)| *row |= other);
    }

    fn meets(&self, other: &Cells) -> bool {
        let mut rows = self.rows().iter().zip(other.rows());
        rows.any(|(row, other)| row & other != 0)
    }

    fn is_empty(&self) -> bool {
        self.rows().iter().all(|row| *row == 0)
    }

    fn count(&self) -> usize {
        self.rows()
            .iter()
            .map(|row| row.count_ones() as usize)
            .sum()
    }
}
