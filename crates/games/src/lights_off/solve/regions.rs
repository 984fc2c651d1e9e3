//! Regions: lamps that lie alike in every quiet pattern, and what follows from them about how
//! hard a board can be.
//!
//! Adding a quiet pattern to a solution advances all presses of a region by the same amount, a
//! multiple of the region's *stride*: the greatest common divisor of k and its weights in the
//! quiet patterns. If no such advance makes any region cheaper, nothing makes the whole cheaper.
//! For two states that says: who presses at most half of each region (all of the region that
//! lies in no quiet pattern) has a minimum solution. And since the mean over all solutions is
//! known, no board can need more than that mean.

use gridwright_core::budget::{Limit, Meter};

use super::super::shape::Shape;
use super::branch::gcd;
use super::system::System;

/// More generators than this are not told apart lamp by lamp.
pub const MOST_GENERATORS: usize = 64;

/// The regions of a shape.
#[derive(Clone, Debug)]
pub struct Regions {
    shape: Shape,
    orders: Vec<u8>,
    /// The region of every lamp, in reading order.
    of: Vec<u32>,
    /// Every region's weights in the generating quiet patterns.
    keys: Vec<Vec<u8>>,
    sizes: Vec<u32>,
}

impl Regions {
    /// Tells the lamps of a shape apart by its quiet patterns. [`Limit::Nodes`] if there are more
    /// generators than [`MOST_GENERATORS`].
    pub fn new(system: &System, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let shape = system.shape().clone();
        let orders = system.orders().to_vec();
        if orders.len() > MOST_GENERATORS {
            return Err(Limit::Nodes);
        }
        meter.charge(4 * shape.lamps() as u64)?;
        let mut of = vec![0u32; shape.lamps()];
        let mut keys: Vec<Vec<u8>> = vec![Vec::with_capacity(orders.len())];
        let states = usize::from(shape.states());
        for index in 0..orders.len() {
            let quiet = system.quiet(index);
            // Where a region goes is decided by the weight of its lamps in this pattern.
            const NOT_SEEN: u32 = u32::MAX;
            let mut into = vec![NOT_SEEN; keys.len() * states];
            let mut split: Vec<Vec<u8>> = Vec::with_capacity(keys.len());
            for (region, weight) in of.iter_mut().zip(quiet.values()) {
                let into = &mut into[*region as usize * states + usize::from(weight)];
                if *into == NOT_SEEN {
                    *into = split.len() as u32;
                    let mut key = keys[*region as usize].clone();
                    key.push(weight);
                    split.push(key);
                }
                *region = *into;
            }
            keys = split;
            meter.nodes(shape.rows() as u64)?;
        }
        let mut sizes = vec![0; keys.len()];
        for &region in &of {
            sizes[region as usize] += 1;
        }
        Ok(Regions {
            shape,
            orders,
            of,
            keys,
            sizes,
        })
    }

    /// The shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The orders of the generating quiet patterns.
    pub fn orders(&self) -> &[u8] {
        &self.orders
    }

    /// How many regions there are.
    pub fn count(&self) -> usize {
        self.keys.len()
    }

    /// The region of every lamp, in reading order.
    pub fn of_lamps(&self) -> &[u32] {
        &self.of
    }

    /// A region's weights in the generating quiet patterns.
    pub fn key(&self, region: usize) -> &[u8] {
        &self.keys[region]
    }

    /// How many lamps a region has.
    pub fn size(&self, region: usize) -> u32 {
        self.sizes[region]
    }

    /// What quiet patterns can advance the region by are the multiples of this.
    pub fn stride(&self, region: usize) -> u8 {
        self.keys[region]
            .iter()
            .fold(self.shape.states(), |a, &b| gcd(a, b))
    }

    /// The most presses of its lamps, the greatest first, such that no advance makes the region
    /// cheaper. Presses that stay under these caps, given to the lamps in any order, are a
    /// minimum solution.
    ///
    /// Advancing all `s` lamps by `j * stride` costs `s * j * stride` and saves k for each lamp
    /// that passes k, so not more than `s * j * stride / k` lamps may be that close to k.
    pub fn caps(&self, region: usize) -> impl Iterator<Item = u8> + use<> {
        let lamps = u64::from(self.sizes[region]);
        let (k, stride) = (
            u64::from(self.shape.states()),
            u64::from(self.stride(region)),
        );
        (1..=lamps).map(move |rank| {
            let turns = (rank * k).div_ceil(lamps * stride) - 1;
            (k - 1 - stride * turns) as u8
        })
    }

    /// A number of presses that some board of this shape needs: the sum of all caps.
    pub fn attained(&self) -> u64 {
        (0..self.count())
            .flat_map(|region| self.caps(region))
            .map(u64::from)
            .sum()
    }

    /// A number of presses that no board of this shape exceeds: the mean over all solutions.
    ///
    /// With two states it is one less if the mean is whole and a region has an odd number of
    /// lamps: a board that needs the mean has only solutions of that weight, and then every
    /// region is half pressed.
    pub fn bound(&self) -> u64 {
        let states = u64::from(self.shape.states());
        let doubled: u64 = (0..self.count())
            .map(|region| {
                u64::from(self.sizes[region]) * (states + u64::from(self.stride(region)) - 2)
            })
            .sum();
        let odd = states == 2
            && (0..self.count())
                .any(|region| self.stride(region) == 1 && !self.sizes[region].is_multiple_of(2));
        doubled / 2 - u64::from(odd && doubled.is_multiple_of(2))
    }
}
