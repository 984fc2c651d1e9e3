//! Polynomials over the field of two elements, one bit a coefficient.

/// A polynomial. The lowest coefficient is the lowest bit; the last word is not zero, so equal
/// polynomials have equal words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Poly(Vec<u64>);

impl Poly {
    pub(super) fn zero() -> Self {
        Poly(Vec::new())
    }

    pub(super) fn one() -> Self {
        Poly(vec![1])
    }

    pub(super) fn from_words(words: &[u64]) -> Self {
        let mut poly = Poly(words.to_vec());
        poly.trim();
        poly
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The degree; `None` for zero.
    pub(super) fn degree(&self) -> Option<usize> {
        let last = self.0.last()?;
        Some(self.0.len() * 64 - 1 - last.leading_zeros() as usize)
    }

    pub(super) fn coefficient(&self, index: usize) -> bool {
        self.0
            .get(index / 64)
            .is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Adds `other` times x^shift.
    pub(super) fn add_shifted(&mut self, other: &Poly, shift: usize) {
        let (words, bits) = (shift / 64, shift % 64);
        let needed = other.0.len() + words + usize::from(bits > 0);
        if self.0.len() < needed {
            self.0.resize(needed, 0);
        }
        let to = &mut self.0[words..];
        if bits == 0 {
            to.iter_mut()
                .zip(&other.0)
                .for_each(|(to, from)| *to ^= from);
        } else {
            let mut carry = 0;
            for (to, from) in to.iter_mut().zip(&other.0) {
                *to ^= from << bits | carry;
                carry = from >> (64 - bits);
            }
            to[other.0.len()] ^= carry;
        }
        self.trim();
    }

    pub(super) fn times(&self, other: &Poly) -> Poly {
        let mut product = Poly::zero();
        for index in 0..self.degree().map_or(0, |degree| degree + 1) {
            if self.coefficient(index) {
                product.add_shifted(other, index);
            }
        }
        product
    }

    /// Quotient and remainder.
    ///
    /// # Panics
    /// If the divisor is zero.
    pub(super) fn divided_by(mut self, divisor: &Poly) -> (Poly, Poly) {
        let low = divisor.degree().expect("nothing is divided by zero");
        let mut quotient = Poly::zero();
        while let Some(shift) = self.degree().and_then(|high| high.checked_sub(low)) {
            self.add_shifted(divisor, shift);
            quotient.add_shifted(&Poly::one(), shift);
        }
        (quotient, self)
    }

    /// The greatest common divisor `g` of `self` and `modulus`, and a polynomial `a` with
    /// `a * self = g` modulo `modulus`.
    pub(super) fn gcd_and_inverse(&self, modulus: &Poly) -> (Poly, Poly) {
        // Invariant: each remainder is its cofactor times `self`, modulo `modulus`.
        let (mut older, mut newer) = (modulus.clone(), self.clone());
        let (mut older_cofactor, mut newer_cofactor) = (Poly::zero(), Poly::one());
        while let Some(low) = newer.degree() {
            while let Some(shift) = older.degree().and_then(|high| high.checked_sub(low)) {
                older.add_shifted(&newer, shift);
                older_cofactor.add_shifted(&newer_cofactor, shift);
            }
            std::mem::swap(&mut older, &mut newer);
            std::mem::swap(&mut older_cofactor, &mut newer_cofactor);
        }
        (older, older_cofactor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extended_gcd_keeps_its_promise() {
        let mut state = 7u64;
        let mut word = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for length in 1..6 {
            let common = Poly::from_words(&[word() & 0xFFFF]);
            let mut random = || {
                Poly::from_words(&(0..length).map(|_| word()).collect::<Vec<_>>()).times(&common)
            };
            let (p, q) = (random(), random());
            let (gcd, inverse) = p.gcd_and_inverse(&q);
            assert_eq!(
                inverse.times(&p).divided_by(&q).1,
                gcd.clone().divided_by(&q).1
            );
            for multiple in [p, q] {
                let (quotient, rest) = multiple.clone().divided_by(&gcd);
                assert!(rest.is_zero());
                assert_eq!(quotient.times(&gcd), multiple);
            }
            assert!(gcd.degree() >= common.degree());
        }
    }
}
