//! Equations modulo any number of states, as triangular systems modulo its prime powers.

use gridwright_core::budget::{Limit, Meter};

use super::echelon::{Echelon, PrimePower, Triangular};
use super::vectors::{Bits, Bytes, Vectors};

/// More unknowns than this are refused: the triangular form would not fit any memory. Only very
/// long, thin boards with diagonal neighbours and large ones with holes have so many.
const MOST_UNKNOWNS: usize = 1 << 14;

/// As many linear equations as unknowns, which can be written down modulo any number.
pub(super) trait Equations {
    /// The number of states, which everything is reckoned modulo.
    fn states(&self) -> u8;
    /// How many unknowns there are.
    fn unknowns(&self) -> usize;
    /// The equations' left sides, one vector each.
    fn rows<V: Vectors>(&self, modulus: u8, meter: &mut Meter<'_>) -> Result<V, Limit>;
}

/// Equations in triangular form.
pub(super) struct Powers {
    states: u8,
    unknowns: usize,
    parts: Vec<Box<dyn Triangular>>,
}

impl Powers {
    /// Brings equations into triangular form.
    pub(super) fn new(equations: &impl Equations, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let (states, unknowns) = (equations.states(), equations.unknowns());
        if unknowns > MOST_UNKNOWNS {
            return Err(Limit::Memory);
        }
        let mut parts: Vec<Box<dyn Triangular>> = Vec::new();
        for power in PrimePower::of(states) {
            if power.modulus() == 2 {
                let rows = equations.rows::<Bits>(power.modulus(), meter)?;
                parts.push(Box::new(Echelon::new(rows, unknowns, power, meter)?));
            } else {
                let rows = equations.rows::<Bytes>(power.modulus(), meter)?;
                parts.push(Box::new(Echelon::new(rows, unknowns, power, meter)?));
            }
        }
        Ok(Powers {
            states,
            unknowns,
            parts,
        })
    }

    /// The orders of the generators of the homogeneous solutions, each a multiple of the next.
    pub(super) fn orders(&self) -> Vec<u8> {
        let orders: Vec<Vec<u8>> = self.parts.iter().map(|part| part.orders()).collect();
        let count = orders.iter().map(Vec::len).max().unwrap_or(0);
        (0..count)
            .map(|index| orders.iter().filter_map(|part| part.get(index)).product())
            .collect()
    }

    /// One of these generators: the sum of those of the prime powers.
    pub(super) fn generator(&self, index: usize) -> Vec<u8> {
        let having = self.parts.iter().filter(|part| index < part.orders().len());
        self.joined(having.map(|part| (part, part.generator(index))))
    }

    /// A solution for these right sides, if there is one.
    pub(super) fn solve(&self, right: &[u8]) -> Option<Vec<u8>> {
        let solved: Option<Vec<_>> = self
            .parts
            .iter()
            .map(|part| Some((part, part.solve(right)?)))
            .collect();
        Some(self.joined(solved?.into_iter()))
    }

    /// Why there is no solution for these right sides: what to multiply the equations by so that
    /// their left sides add up to nothing and their right sides do not.
    pub(super) fn refute(&self, right: &[u8]) -> Option<Vec<u8>> {
        self.parts.iter().find_map(|part| {
            let refuted = part.refute(right)?;
            Some(self.joined(std::iter::once((part, refuted))))
        })
    }

    /// The values modulo k whose remainders modulo the prime powers are given; 0 where none is.
    fn joined<'p>(
        &self,
        parts: impl Iterator<Item = (&'p Box<dyn Triangular>, Vec<u8>)>,
    ) -> Vec<u8> {
        let states = u16::from(self.states);
        let mut joined = vec![0u8; self.unknowns];
        for (part, values) in parts {
            let modulus = u16::from(part.power().modulus());
            // One modulo this prime power and zero modulo the others.
            let one = (0..states)
                .step_by((states / modulus).into())
                .find(|one| one % modulus == 1)
                .expect("the prime powers have no common factor");
            for (to, value) in joined.iter_mut().zip(values) {
                *to = ((u16::from(*to) + one * u16::from(value)) % states) as u8;
            }
        }
        joined
    }
}
