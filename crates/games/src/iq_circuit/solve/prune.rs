//! What the counts of placements do not see: loops, and parts of the board cut off from the rest.

use super::frame::{Frame, bits};
use super::model::Model;
use super::search::Cut;

/// Whether a line through freshly laid cells runs back into itself.
///
/// `crossed` are the borders that lines of covered cells cross, `free` the cells without a piece.
pub(super) fn closes_loop(frame: &Frame, laid: u64, crossed: u128, free: u64) -> bool {
    let width = frame.width();
    // A cell's borders to the east and south have its own bit, the others that of the cell there.
    let (east, south) = (crossed as u64, (crossed >> 64) as u64);
    let (west, north) = (east << 1, frame.down(south));
    let leads = |borders: u64, at: usize| borders >> at & 1 == 1;
    bits(laid).any(|start| {
        let (mut at, mut before) = (start, usize::MAX);
        loop {
            let next = if leads(east, at) && at + 1 != before {
                at + 1
            } else if leads(south, at) && at + width != before {
                at + width
            } else if leads(west, at) && at - 1 != before {
                at - 1
            } else if leads(north, at) && at - width != before {
                at - width
            } else {
                return false;
            };
            if next == start {
                return true;
            }
            if free >> next & 1 == 1 {
                return false;
            }
            (before, at) = (at, next);
        }
    })
}

/// The parts of the free cells that hang together.
pub(super) struct Regions;

impl Regions {
    /// Looks at the free cells of a board if the piece laid last cut them apart; `beside` are the
    /// free cells around it. As long as they hang together there is nothing to see: whatever
    /// was even and could be filled before still is.
    #[inline]
    pub(super) fn check(
        model: &Model<'_>,
        beside: u64,
        free: u64,
        waiting: u64,
        crossed: u128,
    ) -> Option<Cut> {
        let prunings = model.prunings();
        if !prunings.parity && !prunings.holes {
            return None;
        }
        let mut region = beside & beside.wrapping_neg();
        loop {
            if beside & !region == 0 {
                return None;
            }
            let grown = (region | model.frame().around(region)) & free;
            if grown == region {
                break;
            }
            region = grown;
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
            let grown = (region | model.frame().around(region)) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Whether lines into a region and points inside it are odd in number together.
    fn odd(model: &Model<'_>, region: u64, crossed: u128, points: u64) -> bool {
        let east = crossed as u64 & (region | region >> 1);
        let south = (crossed >> 64) as u64 & (region | model.frame().up(region));
        let ends = (points & region).count_ones() + east.count_ones() + south.count_ones();
        ends % 2 == 1
    }
}
