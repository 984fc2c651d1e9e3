//! All boards of a small two-state shape at once.
//!
//! Which presses turn lamps off, and whether any do, is linear in the lamps. So two small tables,
//! one for the first half of the lamps and one for the others, answer any board with one addition;
//! what is left is the lightest of its few solutions.

use std::collections::BTreeMap;

use super::super::shape::Shape;

/// Lamps in the first table.
const LOW_LAMPS: usize = 13;

/// The boards of a small shape of two states. A board is a number whose lowest bit is the first
/// lamp, in reading order; so are presses.
pub struct SmallBoards {
    lamps: usize,
    /// All quiet patterns, the empty one included.
    quiet: Vec<u32>,
    low: Vec<Presses>,
    high: Vec<Presses>,
}

/// Presses that turn lamps off but for a rest. The board can be solved if the rest is nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Presses {
    presses: u32,
    rest: u32,
}

impl Presses {
    fn and(self, other: Presses) -> Presses {
        Presses {
            presses: self.presses ^ other.presses,
            rest: self.rest ^ other.rest,
        }
    }
}

impl SmallBoards {
    /// The most lamps.
    pub const MOST_LAMPS: usize = 25;
    /// Stands for a board that cannot be solved.
    pub const UNSOLVABLE: u8 = u8::MAX;

    /// The boards of a shape of two states and at most [`MOST_LAMPS`](Self::MOST_LAMPS) lamps.
    pub fn new(shape: &Shape) -> Option<Self> {
        let lamps = shape.lamps();
        if shape.states() != 2 || lamps > Self::MOST_LAMPS {
            return None;
        }
        // Boards and the presses that turn them off, each board with a lamp no other has.
        let mut pivots: Vec<(u32, u32)> = Vec::new();
        let mut quiet = vec![0u32];
        for (lamp, (row, col)) in shape.places().enumerate() {
            let reach = shape.reach(row, col);
            let mut board = reach.fold(0, |board, (row, col)| board | 1 << shape.number(row, col));
            let mut presses = 1 << lamp;
            for &(other, others_presses) in &pivots {
                if board >> other.trailing_zeros() & 1 == 1 {
                    board ^= other;
                    presses ^= others_presses;
                }
            }
            if board == 0 {
                quiet.extend_from_within(..);
                let half = quiet.len() / 2;
                quiet[half..]
                    .iter_mut()
                    .for_each(|pattern| *pattern ^= presses);
                continue;
            }
            for (other, others_presses) in &mut pivots {
                if *other >> board.trailing_zeros() & 1 == 1 {
                    *other ^= board;
                    *others_presses ^= presses;
                }
            }
            pivots.push((board, presses));
        }
        let answer = |board: u32| {
            let start = Presses {
                presses: 0,
                rest: board,
            };
            let chosen = pivots
                .iter()
                .filter(|(lit, _)| board >> lit.trailing_zeros() & 1 == 1);
            chosen.fold(start, |sum, &(rest, presses)| {
                sum.and(Presses { presses, rest })
            })
        };
        let low_lamps = lamps.min(LOW_LAMPS);
        Some(SmallBoards {
            lamps,
            low: (0..1 << low_lamps).map(answer).collect(),
            high: (0..1 << (lamps - low_lamps))
                .map(|high: u32| answer(high << low_lamps))
                .collect(),
            quiet,
        })
    }

    /// A minimum solution of a board; `None` if it cannot be solved.
    ///
    /// # Panics
    /// If the number has more bits than there are lamps.
    pub fn solve(&self, board: u32) -> Option<u32> {
        let low = board as usize & (self.low.len() - 1);
        let found = self.low[low].and(self.high[board as usize >> self.low.len().ilog2()]);
        let solutions = self.quiet.iter().map(|pattern| pattern ^ found.presses);
        solutions
            .min_by_key(|presses| presses.count_ones())
            .filter(|_| found.rest == 0)
    }

    /// The minimum of every board, [`UNSOLVABLE`](Self::UNSOLVABLE) where there is none.
    pub fn minima(&self) -> Vec<u8> {
        let mut minima = vec![Self::UNSOLVABLE; 1 << self.lamps];
        // A first half goes only with those second halves that cancel its rest.
        let mut halves: BTreeMap<u32, (Vec<u16>, Vec<u32>)> = BTreeMap::new();
        for (low, half) in self.low.iter().enumerate() {
            let (numbers, presses) = halves.entry(half.rest).or_default();
            numbers.push(low as u16);
            presses.push(half.presses);
        }
        let mut least = vec![0u8; self.low.len()];
        for (half, minima) in self
            .high
            .iter()
            .zip(minima.chunks_exact_mut(self.low.len()))
        {
            let Some((numbers, presses)) = halves.get(&half.rest) else {
                continue;
            };
            let least = &mut least[..presses.len()];
            least.fill(Self::UNSOLVABLE);
            for pattern in &self.quiet {
                let other = pattern ^ half.presses;
                for (least, presses) in least.iter_mut().zip(presses) {
                    *least = (*least).min((presses ^ other).count_ones() as u8);
                }
            }
            for (&number, &least) in numbers.iter().zip(least.iter()) {
                minima[usize::from(number)] = least;
            }
        }
        minima
    }
}
