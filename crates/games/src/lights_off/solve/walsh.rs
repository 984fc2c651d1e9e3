//! The lightest of 2^d two-state solutions, all of them looked at.
//!
//! Let a lamp's *key* say in which of d independent quiet patterns it lies. Adding the patterns
//! chosen by the bits of y presses a lamp differently if key and y have an odd number of bits in
//! common, so the number of lamps not pressed, less the number pressed, is the sum over keys of
//! `term(key) * (-1)^|key & y|`: the Walsh-Hadamard transform of a table that holds, at each key,
//! its lamps not pressed less those pressed. Its greatest value is the least number of presses.
//! So the work depends on d alone and not on the board's size.
//!
//! Memory is bounded by working in blocks. A block fixes the high bits of y, which only decide
//! the signs of terms; going through them in Gray code changes the signs of those terms alone
//! that have the changed bit. The lowest bits are worked out when a term is written, as
//! neighbouring entries, so that all that remains is adding and subtracting whole vectors.

use std::ops::{Add, Sub};
use std::sync::Mutex;

use gridwright_core::budget::{Budget, Limit};

/// The bits of y that are worked out as neighbouring entries.
const LANE_BITS: usize = 5;
const LANES: usize = 1 << LANE_BITS;
/// At most so many high bits number independent jobs, and a job has at least as many more;
/// fixed, so that answers do not depend on how many workers there are.
const JOB_BITS: usize = 6;
/// Blocks between looks at the clock.
const BLOCKS_A_POLL: u64 = 64;

/// The greatest value of a transform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Peak {
    pub(super) value: i64,
    /// How often it is taken.
    pub(super) count: u64,
    /// Where it is taken: some of the places, in order.
    pub(super) places: Vec<u64>,
    /// Why not everything was looked at.
    pub(super) limit: Option<Limit>,
}

impl Peak {
    fn nothing() -> Self {
        Peak {
            value: i64::MIN,
            count: 0,
            places: Vec::new(),
            limit: None,
        }
    }

    fn meet(&mut self, value: i64, place: u64, most: usize) {
        if value > self.value {
            self.value = value;
            self.count = 0;
            self.places.clear();
        }
        if value == self.value {
            self.count += 1;
            if self.places.len() < most {
                self.places.push(place);
            }
        }
    }
}

/// The number of blocks that `d` dimensions and so many terms take: the unit of work.
pub(super) fn blocks(dimension: usize, terms: usize) -> u64 {
    1 << dimension
        .saturating_sub(LANE_BITS + block_bits(dimension, terms))
        .min(63)
}

/// A block should be at least as large as the number of terms that are written into it, and
/// small enough for the fastest memory.
fn block_bits(dimension: usize, terms: usize) -> usize {
    let terms = terms.max(1).ilog2() as usize;
    // So many terms that writing them takes longer than the transform need larger blocks, and
    // slower memory.
    let wanted = (terms + 1)
        .clamp(8, 10)
        .max(terms.saturating_sub(2))
        .min(17);
    wanted.min(dimension.saturating_sub(LANE_BITS))
}

/// How many of the lowest bits of y are worked out within a block.
pub(super) fn low_bits(dimension: usize, terms: usize) -> usize {
    LANE_BITS + block_bits(dimension, terms)
}

/// The bytes that a transform takes for every worker.
pub(super) fn bytes(dimension: usize, terms: usize) -> u64 {
    (2 * 4 * LANES as u64) << block_bits(dimension, terms)
}

/// The greatest value over all y of `sum term * (-1)^|key & y|`, where it is taken (at most `most`
/// places), and how often.
pub(super) fn peak(
    dimension: usize,
    terms: &[(u64, i32)],
    most: usize,
    budget: &Budget<'_>,
) -> Peak {
    if dimension <= LANE_BITS {
        let mut peak = Peak::nothing();
        for y in 0..1u64 << dimension {
            let signed = terms
                .iter()
                .map(|&(key, term)| i64::from(sign(key & y) * term));
            peak.meet(signed.sum(), y, most);
        }
        return peak;
    }
    let greatest: i64 = terms.iter().map(|(_, term)| i64::from(term.abs())).sum();
    if greatest <= i64::from(i16::MAX) {
        shared::<i16>(dimension, terms, most, budget)
    } else {
        shared::<i32>(dimension, terms, most, budget)
    }
}

fn sign(common: u64) -> i32 {
    1 - 2 * (common.count_ones() & 1) as i32
}

/// An entry of the transform, wide enough for the sum of all terms.
trait Entry: Copy + Ord + Send + Sync + Add<Output = Self> + Sub<Output = Self> {
    fn from_term(term: i32) -> Self;
    fn widened(self) -> i64;
}

impl Entry for i16 {
    fn from_term(term: i32) -> Self {
        term as i16
    }
    fn widened(self) -> i64 {
        self.into()
    }
}

impl Entry for i32 {
    fn from_term(term: i32) -> Self {
        term
    }
    fn widened(self) -> i64 {
        self.into()
    }
}

/// Shares the blocks out among the workers.
fn shared<T: Entry>(
    dimension: usize,
    terms: &[(u64, i32)],
    most: usize,
    budget: &Budget<'_>,
) -> Peak {
    let block_bits = block_bits(dimension, terms.len());
    let high_bits = dimension - LANE_BITS - block_bits;
    let job_bits = high_bits.saturating_sub(JOB_BITS).min(JOB_BITS);
    let blocks_a_job = 1u64 << (high_bits - job_bits);
    let peaks: Vec<Mutex<Peak>> = (0..1 << job_bits)
        .map(|_| Mutex::new(Peak::nothing()))
        .collect();
    budget.workers().share(peaks.len(), &|job| {
        let first = job as u64 * blocks_a_job;
        let mut blocks = Blocks::<T>::new(terms, block_bits, high_bits, first);
        let found = blocks.peak(first, blocks_a_job, most, budget);
        *peaks[job].lock().expect("no worker panics") = found;
    });
    let mut all = Peak::nothing();
    for peak in peaks {
        let peak = peak.into_inner().expect("no worker panics");
        all.limit = all.limit.or(peak.limit);
        if peak.value > all.value {
            all = Peak {
                limit: all.limit,
                ..peak
            };
        } else if peak.value == all.value {
            all.count += peak.count;
            all.places.extend(peak.places);
        }
    }
    all.places.sort_unstable();
    all.places.truncate(most);
    all
}

/// A term within the blocks.
struct Term<T> {
    /// Where it stands in a block, in entries.
    at: usize,
    /// Its entries, with the sign of the present block.
    lanes: [T; LANES],
}

struct Blocks<T> {
    block_bits: usize,
    terms: Vec<Term<T>>,
    /// For each high bit, the terms whose sign it decides.
    deciding: Vec<Vec<u32>>,
    /// The terms of the present block, written out.
    written: Vec<T>,
    /// The transform of that.
    work: Vec<T>,
    /// The high bits of y in the present block.
    high: u64,
}

impl<T: Entry> Blocks<T> {
    /// Stands at the block with this number in Gray code.
    fn new(terms: &[(u64, i32)], block_bits: usize, high_bits: usize, first: u64) -> Self {
        let zero = T::from_term(0);
        let entries = LANES << block_bits;
        let high = first ^ first >> 1;
        let low_bits = LANE_BITS + block_bits;
        let mut blocks = Blocks {
            block_bits,
            terms: Vec::with_capacity(terms.len()),
            deciding: vec![Vec::new(); high_bits],
            written: vec![zero; entries],
            work: vec![zero; entries],
            high,
        };
        for (index, &(key, term)) in terms.iter().enumerate() {
            let signed = sign(key >> low_bits & high) * term;
            let lanes = lanes_of(key, T::from_term(signed));
            let at = (key as usize & (entries - 1)) >> LANE_BITS << LANE_BITS;
            for (to, lane) in blocks.written[at..].iter_mut().zip(&lanes) {
                *to = *to + *lane;
            }
            for (bit, deciding) in blocks.deciding.iter_mut().enumerate() {
                if key >> (low_bits + bit) & 1 == 1 {
                    deciding.push(index as u32);
                }
            }
            blocks.terms.push(Term { at, lanes });
        }
        blocks
    }

    /// The peak of `count` blocks from the present one, which has the number `first`.
    fn peak(&mut self, first: u64, count: u64, most: usize, budget: &Budget<'_>) -> Peak {
        let mut peak = Peak::nothing();
        for number in first..first + count {
            if number > first {
                self.flip(number.trailing_zeros() as usize);
            }
            if number % BLOCKS_A_POLL == 0
                && let Some(limit) = budget.expired()
            {
                peak.limit = Some(limit);
                break;
            }
            self.transform(most, &mut peak);
        }
        peak
    }

    /// Changes one of the high bits of y.
    fn flip(&mut self, bit: usize) {
        self.high ^= 1 << bit;
        let zero = T::from_term(0);
        for &index in &self.deciding[bit] {
            let Term { at, lanes } = &mut self.terms[index as usize];
            let to: &mut [T; LANES] = (&mut self.written[*at..*at + LANES])
                .try_into()
                .expect("a term has as many entries as there are lanes");
            for (to, lane) in to.iter_mut().zip(lanes) {
                *to = *to - *lane - *lane;
                *lane = zero - *lane;
            }
        }
    }

    /// Transforms the present block and adds its peak.
    fn transform(&mut self, most: usize, peak: &mut Peak) {
        self.work.copy_from_slice(&self.written);
        let mut levels = self.block_bits;
        let mut stride = LANES;
        while levels > 2 {
            quarter_pass(&mut self.work, stride);
            stride *= 4;
            levels -= 2;
        }
        if levels == 2 {
            half_pass(&mut self.work, stride);
            stride *= 2;
        }
        // The last level is not written back unless it holds something worth noting.
        let (left, right) = self.work.split_at(stride);
        let pairs = left.iter().zip(right);
        let greatest = pairs.fold(left[0] + right[0], |most, (&a, &b)| {
            most.max((a + b).max(a - b))
        });
        if greatest.widened() >= peak.value {
            half_pass(&mut self.work, stride);
            let high = self.high << (LANE_BITS + self.block_bits);
            for (low, &value) in self.work.iter().enumerate() {
                if value == greatest {
                    peak.meet(value.widened(), high | low as u64, most);
                }
            }
        }
    }
}

/// A term as the entries of its lanes: the sign changes with each bit of the lane that the key
/// has, too.
fn lanes_of<T: Entry>(key: u64, term: T) -> [T; LANES] {
    let zero = T::from_term(0);
    let mut lanes = [term; LANES];
    for bit in 0..LANE_BITS {
        if key >> bit & 1 == 1 {
            let (done, next) = lanes.split_at_mut(1 << bit);
            next.iter_mut()
                .zip(done)
                .for_each(|(next, done)| *next = zero - *done);
        } else {
            lanes.copy_within(..1 << bit, 1 << bit);
        }
    }
    lanes
}

/// One level: sums and differences of neighbours `stride` apart.
fn half_pass<T: Entry>(work: &mut [T], stride: usize) {
    for chunk in work.chunks_exact_mut(2 * stride) {
        let (a, b) = chunk.split_at_mut(stride);
        for (a, b) in a.iter_mut().zip(b) {
            (*a, *b) = (*a + *b, *a - *b);
        }
    }
}

/// Two levels at once, so that every entry is fetched half as often.
fn quarter_pass<T: Entry>(work: &mut [T], stride: usize) {
    for chunk in work.chunks_exact_mut(4 * stride) {
        let (ab, cd) = chunk.split_at_mut(2 * stride);
        let (a, b) = ab.split_at_mut(stride);
        let (c, d) = cd.split_at_mut(stride);
        for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
            let (sum, difference) = (*a + *b, *a - *b);
            let (other_sum, other_difference) = (*c + *d, *c - *d);
            *a = sum + other_sum;
            *b = difference + other_difference;
            *c = sum - other_sum;
            *d = difference - other_difference;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum itself, for every y.
    fn plain(dimension: usize, terms: &[(u64, i32)]) -> Peak {
        let mut peak = Peak::nothing();
        for y in 0..1 << dimension {
            let value = terms
                .iter()
                .map(|&(key, term)| i64::from(sign(key & y) * term))
                .sum();
            peak.meet(value, y, usize::MAX);
        }
        peak
    }

    #[test]
    fn blocks_agree_with_plain_sums() {
        let mut state = 5u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state >> 20
        };
        for dimension in 0..=17 {
            for scale in [1, 40_000] {
                let terms: Vec<(u64, i32)> = (0..40)
                    .map(|_| {
                        (
                            next() & ((1 << dimension) - 1),
                            (next() % 5) as i32 * scale - scale,
                        )
                    })
                    .collect();
                let found = peak(dimension, &terms, usize::MAX, &Budget::unlimited());
                assert_eq!(found, plain(dimension, &terms), "{dimension}");
            }
        }
    }
}
