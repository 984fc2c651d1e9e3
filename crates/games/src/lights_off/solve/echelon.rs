//! Linear equations modulo a prime power, where not every number has an inverse.
//!
//! Modulo p^e every number is a unit times a power of p, and of two numbers one always divides
//! the other. So elimination works if each pivot divides everything that is left: first pivots
//! that are units, then, when all that is left is a multiple of p, pivots that are p times a
//! unit, and so on. A pivot p^v leaves its unknown free by multiples of p^(e-v): that is where the
//! quiet patterns of small order come from.

use gridwright_core::budget::{Limit, Meter};

use super::vectors::Vectors;

/// A prime power dividing the number of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PrimePower {
    pub(super) prime: u8,
    pub(super) exponent: u32,
}

impl PrimePower {
    /// The prime powers whose product is `states`.
    pub(super) fn of(states: u8) -> Vec<PrimePower> {
        [2u8, 3, 5, 7]
            .into_iter()
            .map(|prime| PrimePower {
                prime,
                exponent: (1..)
                    .take_while(|&e| states.is_multiple_of(prime.pow(e)))
                    .count() as u32,
            })
            .filter(|power| power.exponent > 0)
            .collect()
    }

    pub(super) fn modulus(self) -> u8 {
        self.prime.pow(self.exponent)
    }

    fn inverse(self, unit: u8) -> u8 {
        (1..self.modulus())
            .find(|&other| u16::from(unit) * u16::from(other) % u16::from(self.modulus()) == 1)
            .expect("units have inverses")
    }
}

struct Pivot {
    unknown: usize,
    valuation: u32,
}

/// A square system of equations in a triangular form, with the row operations that led there.
pub(super) struct Echelon<V> {
    power: PrimePower,
    unknowns: usize,
    /// Row i has `pivots[i]`; zero in the unknowns of the pivots before.
    rows: V,
    /// The equations' right sides must be combined like this.
    transform: V,
    pivots: Vec<Pivot>,
    /// What spans the solutions of the homogeneous system: an unknown and what it is set to,
    /// those of the greatest order first.
    generators: Vec<Generator>,
}

/// A generator of the solutions of the homogeneous system.
#[derive(Clone, Copy)]
struct Generator {
    unknown: usize,
    value: u8,
    order: u8,
    /// Only the pivots before this one depend on the unknown.
    pivots: usize,
}

impl<V: Vectors> Echelon<V> {
    /// Brings `rows`, a square system modulo the prime power, into triangular form.
    pub(super) fn new(
        mut rows: V,
        unknowns: usize,
        power: PrimePower,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let modulus = power.modulus();
        meter.charge(V::bytes(unknowns, unknowns))?;
        let mut transform = V::zero(unknowns, unknowns, modulus);
        for index in 0..unknowns {
            transform.set(index, index, 1);
        }
        let mut pivots: Vec<Pivot> = Vec::new();
        let mut open: Vec<usize> = (0..unknowns).collect();
        for valuation in 0..power.exponent {
            let divisor = power.prime.pow(valuation);
            let mut still_open = Vec::new();
            for unknown in open {
                let next = pivots.len();
                // Everything left is divisible by `divisor`; a pivot is not divisible further.
                let found = (next..unknowns)
                    .find(|&row| !(rows.get(row, unknown) / divisor).is_multiple_of(power.prime));
                let Some(found) = found else {
                    still_open.push(unknown);
                    continue;
                };
                rows.swap(next, found);
                transform.swap(next, found);
                let inverse = power.inverse(rows.get(next, unknown) / divisor % modulus);
                rows.scale(next, inverse);
                transform.scale(next, inverse);
                for row in next + 1..unknowns {
                    let times = rows.get(row, unknown) / divisor;
                    if times != 0 {
                        rows.add(row, modulus - times, next);
                        transform.add(row, modulus - times, next);
                    }
                }
                meter.nodes((unknowns - next) as u64)?;
                pivots.push(Pivot { unknown, valuation });
            }
            open = still_open;
        }
        let mut generators: Vec<Generator> = open
            .into_iter()
            .map(|unknown| Generator {
                unknown,
                value: 1,
                order: modulus,
                pivots: pivots.len(),
            })
            .collect();
        for (index, pivot) in pivots.iter().enumerate().rev() {
            if pivot.valuation > 0 {
                generators.push(Generator {
                    unknown: pivot.unknown,
                    value: power.prime.pow(power.exponent - pivot.valuation),
                    order: power.prime.pow(pivot.valuation),
                    pivots: index,
                });
            }
        }
        Ok(Echelon {
            power,
            unknowns,
            rows,
            transform,
            pivots,
            generators,
        })
    }

    /// The right sides combined like the equations.
    fn transformed(&self, right: &[u8]) -> Vec<u8> {
        let modulus = self.power.modulus();
        let mut sides = V::zero(1, self.unknowns, modulus);
        for (index, &side) in right.iter().enumerate() {
            sides.set(0, index, side % modulus);
        }
        (0..self.unknowns)
            .map(|row| self.transform.dot(row, &sides, 0))
            .collect()
    }

    /// A row whose left side is a multiple of a divisor, and whose right side is not.
    fn contradiction(&self, sides: &[u8]) -> Option<(usize, u8)> {
        let pivots = self.pivots.iter();
        let divisors = pivots.map(|pivot| self.power.prime.pow(pivot.valuation));
        let divisors = divisors.chain(std::iter::repeat(self.power.modulus()));
        let mut rows = sides.iter().zip(divisors).enumerate();
        rows.find(|(_, (side, divisor))| !side.is_multiple_of(*divisor))
            .map(|(row, (_, divisor))| (row, divisor))
    }

    /// Sets the unknowns of the first `pivots` pivots so that their equations hold, given the
    /// others. `right` has the transformed right sides, multiples of the pivots.
    fn substitute(&self, values: &mut V, pivots: usize, right: impl Fn(usize) -> u8) {
        let modulus = self.power.modulus();
        for (row, pivot) in self.pivots[..pivots].iter().enumerate().rev() {
            // Twice zero in the pivot's unknown: it has not been set yet.
            let others = self.rows.dot(row, values, 0);
            let wanted = (right(row) + modulus - others) % modulus;
            let value = wanted / self.power.prime.pow(pivot.valuation);
            values.set(0, pivot.unknown, value);
        }
    }
}

/// What the rest of the solver asks of a triangular system.
pub(super) trait Triangular: Send + Sync {
    /// The prime power.
    fn power(&self) -> PrimePower;
    /// The orders of the generators of the homogeneous solutions, the greatest first.
    fn orders(&self) -> Vec<u8>;
    /// One of these generators.
    fn generator(&self, index: usize) -> Vec<u8>;
    /// A solution for these right sides, if there is one.
    fn solve(&self, right: &[u8]) -> Option<Vec<u8>>;
    /// What to multiply the equations by so that their left sides add up to nothing and these
    /// right sides do not; `None` if there is a solution.
    fn refute(&self, right: &[u8]) -> Option<Vec<u8>>;
}

impl<V: Vectors + Send + Sync> Triangular for Echelon<V> {
    fn power(&self) -> PrimePower {
        self.power
    }

    fn orders(&self) -> Vec<u8> {
        self.generators
            .iter()
            .map(|generator| generator.order)
            .collect()
    }

    fn generator(&self, index: usize) -> Vec<u8> {
        let generator = self.generators[index];
        let mut values = V::zero(1, self.unknowns, self.power.modulus());
        values.set(0, generator.unknown, generator.value);
        self.substitute(&mut values, generator.pivots, |_| 0);
        (0..self.unknowns)
            .map(|unknown| values.get(0, unknown))
            .collect()
    }

    fn solve(&self, right: &[u8]) -> Option<Vec<u8>> {
        let modulus = self.power.modulus();
        let sides = self.transformed(right);
        if self.contradiction(&sides).is_some() {
            return None;
        }
        let mut values = V::zero(1, self.unknowns, modulus);
        self.substitute(&mut values, self.pivots.len(), |row| sides[row]);
        Some(
            (0..self.unknowns)
                .map(|unknown| values.get(0, unknown))
                .collect(),
        )
    }

    fn refute(&self, right: &[u8]) -> Option<Vec<u8>> {
        let (row, divisor) = self.contradiction(&self.transformed(right))?;
        // The left side is a multiple of the divisor, so this makes it a multiple of the modulus.
        let modulus = self.power.modulus();
        let weights = (0..self.unknowns).map(|index| self.transform.get(row, index));
        let weights = weights.map(|weight| weight * (modulus / divisor) % modulus);
        Some(weights.collect())
    }
}
