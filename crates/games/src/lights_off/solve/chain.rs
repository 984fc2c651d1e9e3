//! Square boards of two states with the plus neighbourhood, in time linear in their lamps.
//!
//! Chasing the lights row by row gives `x[r+1] = lamps[r] + T x[r] + x[r-1]`, where `T` is the
//! tridiagonal matrix of ones, so the row that would have to follow the last one is
//! `P(T) x[0] + s`, and the board is solved when that row is zero. `P` is a polynomial in the one
//! matrix `T = 1 + N`, and the path matrix `N` has a cyclic vector: with `q[j+1] = u q[j] +
//! q[j-1]`, the unit vector `e[j]` is `q[j](N) e[0]`. So a row is a polynomial modulo `Q =
//! q[cols]`, and the top row to press is the quotient of two polynomials modulo `Q`: one extended
//! gcd instead of an elimination.
//!
//! The quiet patterns are the multiples of `Q / gcd(P, Q)`, so their dimension is the degree of
//! the gcd.

use super::super::board::{Board, clear_past};
use super::super::shape::Shape;
use super::poly::Poly;

/// The equations of one such board, ready to be solved for any lamps.
pub(super) struct Chain {
    shape: Shape,
    /// What the chase makes of a top row, as a divisor shared with the modulus.
    gcd: Poly,
    /// Times the chase's polynomial, this is the gcd.
    inverse: Poly,
    /// The modulus divided by the gcd: the top row of the first quiet pattern.
    kernel: Poly,
}

impl Chain {
    pub(super) fn new(shape: &Shape) -> Self {
        let cols = shape.cols();
        let mut presses = Board::zero(shape);
        presses.set(0, 0, 1);
        let chased = to_poly(&chase(None, &mut presses), cols);
        let modulus = modulus(cols);
        let (gcd, inverse) = chased.gcd_and_inverse(&modulus);
        let (kernel, _) = modulus.divided_by(&gcd);
        Chain {
            shape: shape.clone(),
            gcd,
            inverse,
            kernel,
        }
    }

    /// The dimension of the quiet patterns.
    pub(super) fn nullity(&self) -> usize {
        self.gcd.degree().unwrap_or(0)
    }

    /// One of the independent quiet patterns.
    pub(super) fn quiet(&self, index: usize) -> Board {
        let mut top = Poly::zero();
        top.add_shifted(&self.kernel, index);
        let mut presses = Board::zero(&self.shape);
        to_row(&top, presses.row_mut(0), self.shape.cols());
        chase(None, &mut presses);
        presses
    }

    /// Presses that turn these lamps off, if there are any.
    pub(super) fn solve(&self, lamps: &Board) -> Option<Board> {
        let mut presses = Board::zero(&self.shape);
        let left = to_poly(&chase(Some(lamps), &mut presses), self.shape.cols());
        let (quotient, rest) = left.divided_by(&self.gcd);
        if !rest.is_zero() {
            return None;
        }
        let (_, top) = self.inverse.times(&quotient).divided_by(&self.kernel);
        to_row(&top, presses.row_mut(0), self.shape.cols());
        chase(Some(lamps), &mut presses);
        Some(presses)
    }
}

/// Fills in the rows below the first so that each turns off the lamps above it, and returns the
/// row that would have to follow the last.
pub(in super::super) fn chase(lamps: Option<&Board>, presses: &mut Board) -> Vec<u64> {
    let shape = presses.shape().clone();
    let stride = presses.row(0).len();
    let mut above = vec![0; stride];
    let mut here = presses.row(0).to_vec();
    let mut below = vec![0; stride];
    for row in 0..shape.rows() {
        for index in 0..stride {
            let word = here[index];
            let left = word << 1 | index.checked_sub(1).map_or(0, |i| here[i] >> 63);
            let right = word >> 1 | here.get(index + 1).map_or(0, |next| next << 63);
            below[index] = above[index] ^ word ^ left ^ right;
        }
        if let Some(lamps) = lamps {
            below
                .iter_mut()
                .zip(lamps.row(row))
                .for_each(|(to, lamp)| *to ^= lamp);
        }
        clear_past(&mut below, shape.cols());
        if row + 1 < shape.rows() {
            presses.row_mut(row + 1).copy_from_slice(&below);
        }
        std::mem::swap(&mut above, &mut here);
        std::mem::swap(&mut here, &mut below);
    }
    here
}

/// `q[cols]`.
fn modulus(cols: usize) -> Poly {
    let (mut before, mut here) = (Poly::zero(), Poly::one());
    for _ in 0..cols {
        // q[j-1] + u q[j], written over q[j-1].
        before.add_shifted(&here, 1);
        std::mem::swap(&mut before, &mut here);
    }
    here
}

/// The polynomial of a row: the sum of its `q[j]`, by Clenshaw's rule.
fn to_poly(row: &[u64], cols: usize) -> Poly {
    let mut here = vec![0u64; row.len()];
    let mut before = vec![0u64; row.len()];
    for col in (0..cols).rev() {
        let mut carry = row[col / 64] >> (col % 64) & 1;
        for (before, here) in before.iter_mut().zip(&here) {
            *before ^= here << 1 | carry;
            carry = here >> 63;
        }
        std::mem::swap(&mut before, &mut here);
    }
    Poly::from_words(&here)
}

/// The row of a polynomial: the polynomial in `N`, applied to the first unit vector.
fn to_row(poly: &Poly, row: &mut [u64], cols: usize) {
    row.fill(0);
    let mut next = vec![0; row.len()];
    for index in (0..poly.degree().map_or(0, |degree| degree + 1)).rev() {
        for (i, word) in next.iter_mut().enumerate() {
            let left = row[i] << 1 | i.checked_sub(1).map_or(0, |i| row[i] >> 63);
            let right = row[i] >> 1 | row.get(i + 1).map_or(0, |after| after << 63);
            *word = left ^ right;
        }
        clear_past(&mut next, cols);
        next[0] ^= u64::from(poly.coefficient(index));
        row.copy_from_slice(&next);
    }
}
