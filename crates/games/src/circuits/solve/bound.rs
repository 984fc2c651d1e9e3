//! What a state of the sweep must still cost at least.
//!
//! Every open circuit has two ends, and their distance, alone on the board that is left, bounds
//! what it takes to join them; circuits share no intersection, so the distances add up. An
//! unfinished line without a terminal is a way that is paid for already: some circuit must take
//! it, at the price of a detour, and any may be shortened by it.

use gridwright_core::budget::{Limit, Meter};

use super::board::{Board, Spot};
use super::sweep::{COLOUR, Labels, MATE, Sweep};

/// Out of reach.
const FAR: u32 = 100_000;
/// Above this many intersections one table serves all rows, to save memory.
const MANY: usize = 1500;

/// Distances that are worked out when they are first asked for.
pub(super) struct Bound<'a> {
    board: &'a Board,
    /// By row and intersection: steps to all others through this row's upper neighbour and
    /// everything below.
    tables: Vec<Vec<Option<Box<[u16]>>>>,
    /// Room for the ends of unfinished lines without a terminal.
    spare: Vec<[usize; 2]>,
}

impl<'a> Bound<'a> {
    /// Charges what the tables may come to: distances are asked for between the two rows of the
    /// frontier and the fixtures.
    pub(super) fn new(board: &'a Board, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let count = board.spots.len();
        let rows = if count > MANY {
            1
        } else {
            count / board.columns + 1
        };
        let fixtures = 2 * (board.colours.len() + board.bridges.len());
        let sources = if rows == 1 {
            count
        } else {
            (2 * board.columns + fixtures).min(count)
        };
        let index = rows * count * size_of::<Option<Box<[u16]>>>();
        meter.charge((index + rows * sources * count * size_of::<u16>()) as u64)?;
        Ok(Bound {
            board,
            tables: vec![vec![None; count]; rows],
            spare: Vec::new(),
        })
    }

    /// The least number of steps that completes a state after a stage; `None` if there is no way
    /// at all.
    pub(super) fn estimate<const N: usize>(
        &mut self,
        sweep: &Sweep<'_>,
        stage: usize,
        labels: &Labels<N>,
    ) -> Option<u32> {
        let mut spare = std::mem::take(&mut self.spare);
        let steps = self.least_steps(sweep, stage, labels, &mut spare);
        self.spare = spare;
        steps
    }

    fn least_steps<const N: usize>(
        &mut self,
        sweep: &Sweep<'_>,
        stage: usize,
        labels: &Labels<N>,
        spare: &mut Vec<[usize; 2]>,
    ) -> Option<u32> {
        let mut ends = [[0usize; 2]; 8];
        let mut known = [0usize; 8];
        spare.clear();
        for (colour, pair) in self.board.colours.iter().enumerate() {
            for &vertex in pair {
                if vertex > stage {
                    ends[colour][known[colour]] = vertex;
                    known[colour] += 1;
                }
            }
        }
        for (slot, &label) in labels.iter().enumerate() {
            if label >= MATE {
                let mate = usize::from(label - MATE);
                if slot < mate {
                    spare.push([slot, mate].map(|slot| sweep.vertex_in(slot, stage)));
                }
            } else if label >= COLOUR {
                let colour = usize::from(label - COLOUR);
                ends[colour][known[colour]] = sweep.vertex_in(slot, stage);
                known[colour] += 1;
            }
        }
        let row = ((stage + 1) / self.board.columns).saturating_sub(1);
        let row = row.min(self.tables.len() - 1);
        let mut total = 0;
        let mut detour = FAR;
        for colour in 0..self.board.colours.len() {
            if known[colour] != 2 {
                continue;
            }
            let [p, q] = ends[colour];
            let direct = self.distance(row, p, q);
            match &spare[..] {
                [] => total += direct,
                &[[x, y]] => {
                    let one = self.distance(row, p, x) + self.distance(row, y, q);
                    let other = self.distance(row, p, y) + self.distance(row, x, q);
                    let through = one.min(other);
                    total += direct.min(through);
                    detour = detour.min(through.saturating_sub(direct));
                }
                many => {
                    let near = |bound: &mut Self, from: usize| {
                        many.iter()
                            .flatten()
                            .map(|&end| bound.distance(row, from, end))
                            .min()
                            .unwrap_or(FAR)
                    };
                    let through = near(self, p) + near(self, q);
                    total += direct.min(through);
                    detour = detour.min(through.saturating_sub(direct));
                }
            }
        }
        if !spare.is_empty() {
            total += detour;
        }
        (total < FAR).then_some(total)
    }

    fn distance(&mut self, row: usize, from: usize, to: usize) -> u32 {
        let table = &mut self.tables[row][from];
        let table = table.get_or_insert_with(|| {
            let first = row * self.board.columns;
            distances(self.board, first, from)
        });
        match table[to] {
            u16::MAX => FAR,
            steps => steps.into(),
        }
    }
}

/// Steps from one intersection to all that do not come before `first`, for a line on its own.
/// Bridges cost nothing; fixtures are not walked over.
pub(super) fn distances(board: &Board, first: usize, from: usize) -> Box<[u16]> {
    distances_by(board, first, from, |there| match board.spots[there] {
        Spot::Plain | Spot::Loose => Some(there),
        Spot::Bridge(bridge) => {
            let [a, b] = board.bridges[bridge as usize];
            Some(if a == there { b } else { a })
        }
        _ => None,
    })
}

/// Steps from one intersection to all that do not come before `first`; `onward` tells where a line
/// goes on that has come to an intersection, if it does.
pub(super) fn distances_by(
    board: &Board,
    first: usize,
    from: usize,
    onward: impl Fn(usize) -> Option<usize>,
) -> Box<[u16]> {
    let mut reached = vec![u16::MAX; board.spots.len()].into_boxed_slice();
    let mut left = vec![false; board.spots.len()];
    left[from] = true;
    // Where lines go on, in the order in which they come there; a layer begins at each mark.
    let mut queue = Vec::with_capacity(board.spots.len());
    queue.push(from);
    let mut mark = 0;
    let mut steps = 0;
    while mark < queue.len() {
        steps += 1;
        let layer = mark..queue.len();
        mark = queue.len();
        for at in layer {
            for there in board.neighbours(queue[at]) {
                if there < first || reached[there] != u16::MAX {
                    continue;
                }
                reached[there] = steps;
                let Some(onward) = onward(there) else {
                    continue;
                };
                if onward >= first && !left[onward] {
                    left[onward] = true;
                    queue.push(onward);
                }
            }
        }
    }
    reached
}
