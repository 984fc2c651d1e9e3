//! The level as the solver sees it: given lines contracted, fixtures reduced to what still
//! matters, intersections numbered in the order of the sweep.
//!
//! Given lines form only paths and loops, because pads take two ends. A path that hangs on a
//! terminal moves that terminal to its free end; a path between two pads with room is a *bridge*,
//! taken from end to end or not at all; everything else is in the way and nothing more. Pads
//! without a given line are *loose*: plain intersections that cost a line.

use gridwright_core::grid::Cell;

use crate::circuits::level::{Fixture, Hue, Layer, Level, other_diagonal, step_between};

/// What an intersection is to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// Nothing can be drawn here.
    Blocked,
    /// An empty intersection.
    Plain,
    /// A pad without lines.
    Loose,
    /// Where the open circuit of a colour ends.
    Terminal(u8),
    /// An end of a bridge.
    Bridge(u8),
}

/// Steps to intersections that come earlier in the sweep, as bits.
pub(super) const WEST: u8 = 1;
/// Up and left.
pub(super) const NORTH_WEST: u8 = 2;
/// Up.
pub(super) const NORTH: u8 = 4;
/// Up and right.
pub(super) const NORTH_EAST: u8 = 8;
/// All of them.
pub(super) const BACKWARD: [u8; 4] = [WEST, NORTH_WEST, NORTH, NORTH_EAST];

/// The contracted level. Intersections are numbered row by row, with the shorter side as the
/// row, so that the frontier of a sweep is short.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Intersections in a row.
    pub(super) columns: usize,
    /// What each intersection is.
    pub(super) spots: Vec<Spot>,
    /// Which backward steps each intersection has.
    pub(super) backward: Vec<u8>,
    /// The neighbours that each intersection can be left to by a step.
    around: Vec<Around>,
    /// The two open ends of each colour that is not yet joined, in order.
    pub(super) colours: Vec<[usize; 2]>,
    /// Which colours these are.
    pub(super) hues: Vec<Hue>,
    /// The ends of each bridge, in order.
    pub(super) bridges: Vec<[usize; 2]>,
    transposed: bool,
}

/// Some of the eight neighbours of an intersection.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    count: u8,
    indices: [u32; 8],
}

/// The board has more bridges than the solver can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

impl Board {
    /// Contracts a level on which some lines have been drawn.
    pub(super) fn new(level: &Level, drawn: &[&[Cell]]) -> Result<Board, TooLarge> {
        let transposed = level.width() > level.height();
        let (width, height) = if transposed {
            (level.height(), level.width())
        } else {
            (level.width(), level.height())
        };
        let (columns, rows) = (width as usize + 1, height as usize + 1);
        let mut board = Board {
            columns,
            spots: vec![Spot::Plain; columns * rows],
            backward: Vec::new(),
            around: Vec::new(),
            colours: Vec::new(),
            hues: Vec::new(),
            bridges: Vec::new(),
            transposed,
        };
        board.place_fixtures(level, drawn)?;
        let given = level.lines().iter().filter(|line| line.layer == Layer::Top);
        let top = given
            .map(|line| &line.points[..])
            .chain(drawn.iter().copied());
        let mut steps = std::collections::BTreeSet::new();
        for line in top {
            for &point in &line[1..line.len() - 1] {
                let index = board.index(point);
                board.spots[index] = Spot::Blocked;
            }
            steps.extend(line.windows(2).map(|pair| step_between(pair[0], pair[1])));
        }
        board.backward = (0..board.spots.len())
            .map(|index| {
                board.backward_steps(index, |a, b| {
                    steps.contains(&step_between(a, b))
                        || other_diagonal(a, b).is_some_and(|other| steps.contains(&other))
                })
            })
            .collect();
        board.around = (0..board.spots.len())
            .map(|index| board.steps_around(index))
            .collect();
        Ok(board)
    }

    /// The number of an intersection.
    pub(super) fn index(&self, point: Cell) -> usize {
        let (x, y) = if self.transposed {
            (point.y, point.x)
        } else {
            (point.x, point.y)
        };
        y as usize * self.columns + x as usize
    }

    /// The intersection of a number.
    pub(super) fn point(&self, index: usize) -> Cell {
        let (x, y) = (index % self.columns, index / self.columns);
        let (x, y) = (x as i32, y as i32);
        if self.transposed {
            Cell::new(y, x)
        } else {
            Cell::new(x, y)
        }
    }

    /// How far back the neighbour in a backward step lies in the numbering.
    pub(super) fn back(&self, step: u8) -> usize {
        match step {
            WEST => 1,
            NORTH_WEST => self.columns + 1,
            NORTH => self.columns,
            _ => self.columns - 1,
        }
    }

    /// The neighbours that can be reached by a step: those before, then those behind.
    #[inline]
    pub(super) fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let Around { count, indices } = &self.around[index];
        indices[..usize::from(*count)].iter().map(|&at| at as usize)
    }

    fn steps_around(&self, index: usize) -> Around {
        let earlier = BACKWARD
            .into_iter()
            .filter(|step| self.backward[index] & step != 0)
            .map(|step| index - self.back(step));
        let later = BACKWARD.into_iter().filter_map(|step| {
            let later = index + self.back(step);
            (later < self.spots.len() && self.backward[later] & step != 0).then_some(later)
        });
        let mut around = Around::default();
        for at in earlier.chain(later) {
            around.indices[usize::from(around.count)] = at as u32;
            around.count += 1;
        }
        around
    }

    fn place_fixtures(&mut self, level: &Level, drawn: &[&[Cell]]) -> Result<(), TooLarge> {
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); level.fixture_count()];
        let given = level.lines().iter().map(|line| &line.points[..]);
        for line in given.chain(drawn.iter().copied()) {
            let a = level.number_at(line[0]);
            let b = level.number_at(line[line.len() - 1]);
            at[a].push(b);
            at[b].push(a);
        }
        // The other end of the path of lines that hangs on a fixture.
        let far_end = |from: usize| {
            let (mut before, mut here) = (None, from);
            while let Some(&next) = at[here].iter().find(|&&next| Some(next) != before) {
                (before, here) = (Some(here), next);
            }
            here
        };
        for (number, ends) in at.iter().enumerate() {
            let index = self.index(level.place(number));
            self.spots[index] = if ends.is_empty() && number < level.pads().len() {
                Spot::Loose
            } else {
                Spot::Blocked
            };
        }
        let mut ended = vec![false; level.fixture_count()];
        for (first, terminal) in level.terminals().iter().enumerate() {
            let second = level.terminals()[first + 1..]
                .iter()
                .position(|other| other.hue == terminal.hue);
            let Some(second) = second.map(|offset| first + 1 + offset) else {
                continue;
            };
            let ends = [first, second].map(|t| far_end(level.number(Fixture::Terminal(t))));
            ended[ends[0]] = true;
            ended[ends[1]] = true;
            if ends[0] == level.number(Fixture::Terminal(second)) {
                continue;
            }
            let colour = self.colours.len();
            let pair = self.pair(level, ends, Spot::Terminal(colour as u8));
            self.colours.push(pair);
            self.hues.push(terminal.hue);
        }
        for (number, ends) in at.iter().enumerate().take(level.pads().len()) {
            if ends.len() != 1 || ended[number] {
                continue;
            }
            let far = far_end(number);
            ended[far] = true;
            let bridge = u8::try_from(self.bridges.len()).map_err(|_| TooLarge)?;
            let pair = self.pair(level, [number, far], Spot::Bridge(bridge));
            self.bridges.push(pair);
        }
        Ok(())
    }

    /// Marks two fixtures as the ends of something; their numbers in order.
    fn pair(&mut self, level: &Level, ends: [usize; 2], spot: Spot) -> [usize; 2] {
        let mut pair = ends.map(|number| self.index(level.place(number)));
        pair.sort_unstable();
        for index in pair {
            self.spots[index] = spot;
        }
        pair
    }

    fn backward_steps(&self, index: usize, taken: impl Fn(Cell, Cell) -> bool) -> u8 {
        if self.spots[index] == Spot::Blocked {
            return 0;
        }
        let here = self.point(index);
        let x = index % self.columns;
        BACKWARD
            .into_iter()
            .filter(|&step| match step {
                WEST | NORTH_WEST => x > 0,
                NORTH_EAST => x + 1 < self.columns,
                _ => true,
            })
            .filter(|&step| {
                index.checked_sub(self.back(step)).is_some_and(|other| {
                    self.spots[other] != Spot::Blocked && !taken(here, self.point(other))
                })
            })
            .sum()
    }
}
