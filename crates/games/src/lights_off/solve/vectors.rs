//! Many vectors of one length over the numbers modulo m: packed bits for m = 2, bytes otherwise.

/// A list of vectors of one length, modulo m.
pub(super) trait Vectors: Sized {
    /// `count` zero vectors.
    fn zero(count: usize, length: usize, modulus: u8) -> Self;
    /// The bytes that takes.
    fn bytes(count: usize, length: usize) -> u64;
    /// One component.
    fn get(&self, vector: usize, index: usize) -> u8;
    /// Sets one component.
    fn set(&mut self, vector: usize, index: usize, value: u8);
    /// Makes a vector zero.
    fn clear(&mut self, vector: usize);
    /// Adds `times` another vector of the list.
    fn add(&mut self, to: usize, times: u8, from: usize);
    /// Makes a vector the negative of the sum of at most nine others of the list.
    fn balance(&mut self, to: usize, from: &[usize]);
    /// Adds a vector of another list of the same length and modulus.
    fn add_other(&mut self, to: usize, others: &Self, from: usize);
    /// Multiplies a vector.
    fn scale(&mut self, vector: usize, by: u8);
    /// Exchanges two vectors.
    fn swap(&mut self, a: usize, b: usize);
    /// The scalar product with a vector of another list of the same length.
    fn dot(&self, vector: usize, others: &Self, other: usize) -> u8;
}

/// Modulo 2, one bit a component.
pub(super) struct Bits {
    stride: usize,
    words: Vec<u64>,
}

impl Bits {
    fn vector(&self, vector: usize) -> &[u64] {
        &self.words[vector * self.stride..][..self.stride]
    }

    fn vector_mut(&mut self, vector: usize) -> &mut [u64] {
        &mut self.words[vector * self.stride..][..self.stride]
    }
}

impl Vectors for Bits {
    fn zero(count: usize, length: usize, _: u8) -> Self {
        let stride = length.div_ceil(64);
        let words = vec![0; count * stride];
        Bits { stride, words }
    }

    fn bytes(count: usize, length: usize) -> u64 {
        8 * count as u64 * length.div_ceil(64) as u64
    }

    fn get(&self, vector: usize, index: usize) -> u8 {
        (self.words[vector * self.stride + index / 64] >> (index % 64) & 1) as u8
    }

    fn set(&mut self, vector: usize, index: usize, value: u8) {
        let word = &mut self.vector_mut(vector)[index / 64];
        *word = *word & !(1 << (index % 64)) | u64::from(value & 1) << (index % 64);
    }

    fn clear(&mut self, vector: usize) {
        self.vector_mut(vector).fill(0);
    }

    fn add(&mut self, to: usize, times: u8, from: usize) {
        if times.is_multiple_of(2) {
            return;
        }
        let (to, from) = pair(&mut self.words, self.stride, to, from);
        to.iter_mut().zip(from).for_each(|(to, from)| *to ^= *from);
    }

    fn balance(&mut self, to: usize, from: &[usize]) {
        self.clear(to);
        for &from in from {
            self.add(to, 1, from);
        }
    }

    fn add_other(&mut self, to: usize, others: &Self, from: usize) {
        let to = self.vector_mut(to).iter_mut();
        to.zip(others.vector(from))
            .for_each(|(to, from)| *to ^= from);
    }

    fn scale(&mut self, vector: usize, by: u8) {
        if by.is_multiple_of(2) {
            self.clear(vector);
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        if a != b {
            let (a, b) = pair(&mut self.words, self.stride, a, b);
            a.swap_with_slice(b);
        }
    }

    fn dot(&self, vector: usize, others: &Self, other: usize) -> u8 {
        let pairs = self.vector(vector).iter().zip(others.vector(other));
        (pairs.fold(0, |sum, (a, b)| sum ^ a & b).count_ones() & 1) as u8
    }
}

/// Modulo m up to 10, one byte a component.
pub(super) struct Bytes {
    length: usize,
    modulus: u8,
    values: Vec<u8>,
}

impl Bytes {
    fn vector(&self, vector: usize) -> &[u8] {
        &self.values[vector * self.length..][..self.length]
    }

    fn vector_mut(&mut self, vector: usize) -> &mut [u8] {
        &mut self.values[vector * self.length..][..self.length]
    }
}

/// A number up to 90, modulo `modulus`, in a form that the compiler turns into vector
/// instructions: the quotient is a product with a reciprocal in tenths of bits.
#[inline]
fn reduced(value: u16, modulus: u16, reciprocal: u16) -> u8 {
    (value - (value * reciprocal >> 10) * modulus) as u8
}

/// The reciprocal that [`reduced`] wants; exact for numbers up to 90 and moduli from 3 to 10.
fn reciprocal(modulus: u8) -> u16 {
    1024 / u16::from(modulus) + 1
}

impl Vectors for Bytes {
    fn zero(count: usize, length: usize, modulus: u8) -> Self {
        Bytes {
            length,
            modulus,
            values: vec![0; count * length],
        }
    }

    fn bytes(count: usize, length: usize) -> u64 {
        count as u64 * length as u64
    }

    fn get(&self, vector: usize, index: usize) -> u8 {
        self.values[vector * self.length + index]
    }

    fn set(&mut self, vector: usize, index: usize, value: u8) {
        let value = value % self.modulus;
        self.vector_mut(vector)[index] = value;
    }

    fn clear(&mut self, vector: usize) {
        self.vector_mut(vector).fill(0);
    }

    fn add(&mut self, to: usize, times: u8, from: usize) {
        let (modulus, reciprocal) = (self.modulus.into(), reciprocal(self.modulus));
        let times = u16::from(times % self.modulus);
        let (to, from) = pair(&mut self.values, self.length, to, from);
        for (to, from) in to.iter_mut().zip(from) {
            *to = reduced(
                u16::from(*to) + times * u16::from(*from),
                modulus,
                reciprocal,
            );
        }
    }

    /// The sum of nine is less than a byte, so it is reduced only once, piece by piece.
    fn balance(&mut self, to: usize, from: &[usize]) {
        const PIECE: usize = 256;
        let (modulus, reciprocal) = (self.modulus.into(), reciprocal(self.modulus));
        let negative = modulus * 9;
        for start in (0..self.length).step_by(PIECE) {
            let length = PIECE.min(self.length - start);
            let mut sums = [0u8; PIECE];
            for &from in from {
                let piece = &self.values[from * self.length + start..][..length];
                sums.iter_mut()
                    .zip(piece)
                    .for_each(|(to, value)| *to += value);
            }
            let piece = &mut self.values[to * self.length + start..][..length];
            for (to, sum) in piece.iter_mut().zip(&sums) {
                *to = reduced(negative - u16::from(*sum), modulus, reciprocal);
            }
        }
    }

    fn add_other(&mut self, to: usize, others: &Self, from: usize) {
        let modulus = self.modulus;
        let to = self.vector_mut(to).iter_mut();
        for (to, from) in to.zip(others.vector(from)) {
            *to = (*to + *from) % modulus;
        }
    }

    fn scale(&mut self, vector: usize, by: u8) {
        let modulus = self.modulus;
        for value in self.vector_mut(vector) {
            *value = *value * by % modulus;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        if a != b {
            let (a, b) = pair(&mut self.values, self.length, a, b);
            a.swap_with_slice(b);
        }
    }

    fn dot(&self, vector: usize, others: &Self, other: usize) -> u8 {
        let pairs = self.vector(vector).iter().zip(others.vector(other));
        let sum: u64 = pairs.map(|(&a, &b)| u64::from(a) * u64::from(b)).sum();
        (sum % u64::from(self.modulus)) as u8
    }
}

/// Two different vectors of a list.
fn pair<T>(values: &mut [T], stride: usize, a: usize, b: usize) -> (&mut [T], &mut [T]) {
    let low = a.min(b);
    let (first, second) = values[low * stride..].split_at_mut((a.max(b) - low) * stride);
    let (first, second) = (&mut first[..stride], &mut second[..stride]);
    if a < b {
        (first, second)
    } else {
        (second, first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduction_is_exact() {
        for modulus in 3..=10u8 {
            for value in 0..=90u16 {
                let fast = reduced(value, modulus.into(), reciprocal(modulus));
                assert_eq!(
                    u16::from(fast),
                    value % u16::from(modulus),
                    "{value} % {modulus}"
                );
            }
        }
    }
}
