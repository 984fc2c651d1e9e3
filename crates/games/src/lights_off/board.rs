//! A number from 0 to k - 1 for every lamp, packed: the states of the lamps, or how often each is
//! pressed.

use super::shape::{Shape, Topology};

/// A value modulo k for every lamp of a shape, one bit a lamp for two states and four bits
/// otherwise; every row begins a new word. Two boards of a shape are equal when all values are.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    stride: usize,
    words: Box<[u64]>,
}

impl Board {
    /// All zero: every lamp dark, or nothing pressed.
    pub fn zero(shape: &Shape) -> Self {
        let stride = Self::stride(shape);
        Board {
            shape: shape.clone(),
            stride,
            words: vec![0; stride * shape.rows()].into(),
        }
    }

    /// A board from the values of its lamps, which are asked for in reading order.
    pub fn from_fn(shape: &Shape, mut value: impl FnMut(usize, usize) -> u8) -> Self {
        let mut board = Board::zero(shape);
        let (width, mask) = (board.width(), board.mask());
        let is_whole = shape.is_whole();
        for row in 0..shape.rows() {
            let words = &mut board.words[row * board.stride..][..board.stride];
            for (col, word, shift) in places(shape.cols(), width) {
                if is_whole || shape.is_lamp(row, col) {
                    let value = value(row, col);
                    debug_assert!(value < shape.states());
                    words[word] |= (u64::from(value) & mask) << shift;
                }
            }
        }
        board
    }

    /// The bytes a board of this shape takes.
    pub fn bytes(shape: &Shape) -> u64 {
        (Self::stride(shape) * shape.rows() * 8) as u64
    }

    fn stride(shape: &Shape) -> usize {
        let width = if shape.states() == 2 { 1 } else { 4 };
        (shape.cols() * width).div_ceil(64)
    }

    /// The shape it belongs to.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Bits a lamp.
    fn width(&self) -> usize {
        if self.shape.states() == 2 { 1 } else { 4 }
    }

    fn mask(&self) -> u64 {
        (1 << self.width()) - 1
    }

    /// The value at a lamp.
    #[inline]
    pub fn get(&self, row: usize, col: usize) -> u8 {
        let bit = col * self.width();
        (self.words[row * self.stride + bit / 64] >> (bit % 64) & self.mask()) as u8
    }

    /// Sets the value at a lamp.
    #[inline]
    pub fn set(&mut self, row: usize, col: usize, value: u8) {
        debug_assert!(value < self.shape.states());
        let (bit, mask) = (col * self.width(), self.mask());
        let word = &mut self.words[row * self.stride + bit / 64];
        *word = *word & !(mask << (bit % 64)) | u64::from(value) << (bit % 64);
    }

    /// Adds to the value at a lamp, modulo k.
    #[inline]
    pub fn add(&mut self, row: usize, col: usize, by: u8) {
        if self.shape.states() == 2 {
            self.words[row * self.stride + col / 64] ^= u64::from(by & 1) << (col % 64);
        } else {
            let value = (self.get(row, col) + by) % self.shape.states();
            self.set(row, col, value);
        }
    }

    /// The words of a row, the first lamp in the lowest bits.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..][..self.stride]
    }

    /// The words of a row; whatever is written past the last lamp must be zero.
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.stride..][..self.stride]
    }

    /// The values of one row, 0 at its holes.
    pub fn row_values(&self, row: usize) -> impl Iterator<Item = u8> {
        let (words, mask) = (self.row(row), self.mask());
        places(self.shape.cols(), self.width())
            .map(move |(_, word, shift)| (words[word] >> shift & mask) as u8)
    }

    /// The values of all lamps in reading order.
    pub fn values(&self) -> impl Iterator<Item = u8> {
        let is_whole = self.shape.is_whole();
        let rows = (0..self.shape.rows()).flat_map(move |row| {
            let values = self.row_values(row).enumerate();
            values.map(move |(col, value)| (row, col, value))
        });
        rows.filter(move |&(row, col, _)| is_whole || self.shape.is_lamp(row, col))
            .map(|(_, _, value)| value)
    }

    /// The lamps whose value is not zero, with their values, in reading order.
    pub fn nonzero(&self) -> impl Iterator<Item = (usize, usize, u8)> {
        (0..self.shape.rows()).flat_map(|row| {
            self.nonzero_in(row)
                .map(move |(col, value)| (row, col, value))
        })
    }

    /// The columns of one row whose value is not zero, with their values.
    pub fn nonzero_in(&self, row: usize) -> impl Iterator<Item = (usize, u8)> {
        let (width, mask) = (self.width(), self.mask());
        let words = self.row(row).iter().enumerate();
        words.flat_map(move |(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let shift = left.trailing_zeros() as usize / width * width;
                let value = (left >> shift & mask) as u8;
                left &= !(mask << shift);
                Some(((index * 64 + shift) / width, value))
            })
        })
    }

    /// Whether all values are zero.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The sum of all values.
    pub fn total(&self) -> u64 {
        if self.shape.states() == 2 {
            return self.words.iter().map(|w| u64::from(w.count_ones())).sum();
        }
        self.nonzero().map(|(_, _, value)| u64::from(value)).sum()
    }

    /// The sum over all lamps of the product of both values, modulo k.
    pub fn dot(&self, other: &Board) -> u8 {
        if self.shape.states() == 2 {
            let pairs = self.words.iter().zip(&other.words);
            return (pairs.fold(0, |sum, (a, b)| sum ^ a & b).count_ones() & 1) as u8;
        }
        let products = self.values().zip(other.values());
        let sum: u64 = products.map(|(a, b)| u64::from(a) * u64::from(b)).sum();
        (sum % u64::from(self.shape.states())) as u8
    }

    /// Adds `times` the other board, modulo k.
    pub fn add_multiple(&mut self, times: u8, other: &Board) {
        let states = self.shape.states();
        if states == 2 {
            if times % 2 == 1 {
                for (to, from) in self.words.iter_mut().zip(&other.words) {
                    *to ^= from;
                }
            }
            return;
        }
        for (row, col, value) in other.nonzero() {
            self.add(row, col, (times % states) * value % states);
        }
    }

    /// Advances the lamps by all presses of a pattern at once.
    pub fn press(&mut self, presses: &Board) {
        if !self.shape.is_whole() {
            self.press_one_by_one(presses);
        } else if self.shape.states() == 2 {
            self.press_two_states(presses);
        } else {
            self.press_many_states(presses);
        }
    }

    /// Holes and links: what each press reaches.
    fn press_one_by_one(&mut self, presses: &Board) {
        let shape = self.shape.clone();
        for (row, col, times) in presses.nonzero() {
            for (row, col) in shape.reach(row, col) {
                self.add(row, col, times);
            }
        }
    }

    /// Two states on a whole lattice: whole words at a time.
    fn press_two_states(&mut self, presses: &Board) {
        let (shape, stride) = (self.shape.clone(), self.stride);
        let wraps = shape.topology() == Topology::Torus;
        for row in 0..shape.rows() {
            for (source, offsets) in shape.sources(row) {
                let from = presses.row(source);
                let to = &mut self.words[row * stride..][..stride];
                if offsets.has(0) {
                    to.iter_mut().zip(from).for_each(|(to, from)| *to ^= from);
                }
                if offsets.has(-1) {
                    add_from_left(to, from, shape.cols(), wraps);
                }
                if offsets.has(1) {
                    add_from_right(to, from, shape.cols(), wraps);
                }
            }
        }
    }

    /// More states on a whole lattice: sums of a row as bytes, reduced once.
    fn press_many_states(&mut self, presses: &Board) {
        let shape = self.shape.clone();
        let cols = shape.cols();
        let wraps = shape.topology() == Topology::Torus;
        let (mut from, mut sums) = (vec![0u8; cols], vec![0u8; cols]);
        for row in 0..shape.rows() {
            sums.iter_mut()
                .zip(self.row_values(row))
                .for_each(|(to, v)| *to = v);
            for (source, offsets) in shape.sources(row) {
                from.iter_mut()
                    .zip(presses.row_values(source))
                    .for_each(|(to, v)| *to = v);
                if offsets.has(0) {
                    sums.iter_mut().zip(&from).for_each(|(to, v)| *to += v);
                }
                if offsets.has(-1) {
                    sums[1..].iter_mut().zip(&from).for_each(|(to, v)| *to += v);
                    sums[0] += if wraps { from[cols - 1] } else { 0 };
                }
                if offsets.has(1) {
                    sums.iter_mut().zip(&from[1..]).for_each(|(to, v)| *to += v);
                    sums[cols - 1] += if wraps { from[0] } else { 0 };
                }
            }
            for (col, &sum) in sums.iter().enumerate() {
                self.set(row, col, sum % shape.states());
            }
        }
    }

    /// The board with rows and columns exchanged, if its shape can be.
    pub fn transposed(&self) -> Option<Board> {
        let shape = self.shape.transposed()?;
        let mut board = Board::zero(&shape);
        for (row, col, value) in self.nonzero() {
            board.set(col, row, value);
        }
        Some(board)
    }
}

/// Adds to every lamp what its left neighbour has in `from`.
fn add_from_left(to: &mut [u64], from: &[u64], cols: usize, wraps: bool) {
    let mut carry = if wraps {
        from[(cols - 1) / 64] >> ((cols - 1) % 64) & 1
    } else {
        0
    };
    for (to, from) in to.iter_mut().zip(from) {
        *to ^= from << 1 | carry;
        carry = from >> 63;
    }
    clear_past(to, cols);
}

/// Adds to every lamp what its right neighbour has in `from`.
fn add_from_right(to: &mut [u64], from: &[u64], cols: usize, wraps: bool) {
    let last = from.len() - 1;
    for index in 0..last {
        to[index] ^= from[index] >> 1 | from[index + 1] << 63;
    }
    to[last] ^= from[last] >> 1;
    if wraps {
        to[last] ^= (from[0] & 1) << ((cols - 1) % 64);
    }
}

/// Clears the bits past the last of `cols` lamps.
pub(super) fn clear_past(words: &mut [u64], cols: usize) {
    if !cols.is_multiple_of(64) {
        words[cols / 64] &= (1 << (cols % 64)) - 1;
    }
}

/// Column, word and shift of every lamp of a row.
fn places(cols: usize, width: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..cols).map(move |col| (col, col * width / 64, col * width % 64))
}

impl std::fmt::Debug for Board {
    /// The values, row by row: `##./.#.` for two states, digits otherwise, a space for a hole.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let two = self.shape.states() == 2;
        for row in 0..self.shape.rows() {
            if row > 0 {
                f.write_str("/")?;
            }
            for (col, value) in self.row_values(row).enumerate() {
                match (two, value) {
                    _ if !self.shape.is_lamp(row, col) => f.write_str(" ")?,
                    (true, 0) => f.write_str(".")?,
                    (true, _) => f.write_str("#")?,
                    _ => write!(f, "{value}")?,
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::Neighbourhood;
    use super::*;

    #[test]
    fn pressing_a_pattern_is_pressing_its_lamps_one_by_one() {
        let mut state = 1u64;
        let mut random = move |below: u8| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((state >> 33) % u64::from(below)) as u8
        };
        for (_, topology) in Topology::NAMED {
            for (_, neighbourhood) in Neighbourhood::NAMED {
                for (rows, cols) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 64), (2, 65), (5, 130)] {
                    for states in [2, 3, 10] {
                        let shape = Shape::new(rows, cols, states, topology, neighbourhood);
                        let Ok(shape) = shape else { continue };
                        let start = Board::from_fn(&shape, |_, _| random(shape.states()));
                        let presses = Board::from_fn(&shape, |_, _| random(shape.states()));
                        let mut at_once = start.clone();
                        at_once.press(&presses);
                        let mut one_by_one = start;
                        for (row, col, times) in presses.nonzero() {
                            for (r, c) in shape.reach(row, col) {
                                one_by_one.add(r, c, times);
                            }
                        }
                        assert_eq!(at_once, one_by_one, "{shape:?}");
                    }
                }
            }
        }
    }
}
