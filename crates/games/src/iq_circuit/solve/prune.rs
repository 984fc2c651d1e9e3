//! What the counts of placements do not see: loops, and parts of the board cut off from the rest.

use gridwright_core::grid::Dir;

use super::model::Model;
use super::search::Cut;
use super::web::bits;
use crate::iq_circuit::set::{Placement, border};

/// Whether a line through a freshly laid placement runs back into itself.
///
/// `crossed` are the borders that lines of covered cells cross, `free` the cells without a piece.
pub(super) fn closes_loop(model: &Model<'_>, laid: &Placement, crossed: u128, free: u64) -> bool {
    let width = model.set().width() as usize;
    bits(laid.cells).any(|start| {
        let mut at = start;
        let mut from = None;
        loop {
            let onward = Dir::ALL.into_iter().find(|&dir| {
                Some(dir) != from
                    && model.has_border(at, dir)
                    && crossed & border(at, width, dir) != 0
            });
            let Some(dir) = onward else {
                return false;
            };
            at = model.across(at, dir);
            if at == start {
                return true;
            }
            if free >> at & 1 == 1 {
                return false;
            }
            from = Some(dir.opposite());
        }
    })
}

/// The parts of the free cells that hang together.
pub(super) struct Regions;

impl Regions {
    /// Looks at the free cells of a board if they fall apart. As long as they hang together
    /// there is nothing to see: the ends of all lines are even in number, and the pieces that
    /// wait have the right area.
    #[inline]
    pub(super) fn check(model: &Model<'_>, free: u64, waiting: u64, crossed: u128) -> Option<Cut> {
        let prunings = model.prunings();
        if !prunings.parity && !prunings.holes {
            return None;
        }
        let mut region = Regions::grow(model, free & free.wrapping_neg(), free);
        if region == free {
            return None;
        }
        let points = model.points().filter(|_| prunings.parity);
        let areas = if prunings.holes {
            model.areas(waiting)
        } else {
            u64::MAX
        };
        let mut rest = free;
        loop {
            if points.is_some_and(|points| Regions::odd(model, region, crossed, points)) {
                return Some(Cut::Parity);
            }
            if areas >> (region.count_ones() - 1) & 1 == 0 {
                return Some(Cut::Hole);
            }
            rest &= !region;
            if rest == 0 {
                return None;
            }
            region = Regions::grow(model, rest & rest.wrapping_neg(), rest);
        }
    }

    /// All free cells that hang together with some.
    #[inline(always)]
    fn grow(model: &Model<'_>, from: u64, free: u64) -> u64 {
        let mut region = from;
        loop {
            let grown = (region | model.around(region)) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Whether lines into a region and points inside it are odd in number together.
    fn odd(model: &Model<'_>, region: u64, crossed: u128, points: u64) -> bool {
        let width = model.set().width() as u32;
        let east = crossed as u64 & (region | region >> 1);
        let south = (crossed >> 64) as u64 & (region | region.wrapping_shr(width));
        let ends = (points & region).count_ones() + east.count_ones() + south.count_ones();
        ends % 2 == 1
    }
}
