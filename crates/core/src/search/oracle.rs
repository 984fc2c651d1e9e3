//! The slow, obviously right search that every fast solver is tested against.
//!
//! Uniform-cost search over begun_all, step by step, with nothing clever in it: no bounds, no
//! symmetry, no packing. It exhausts whatever it is given, so give it small boards.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::puzzle::Steps;

/// What the oracle found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found<C> {
    /// The least cost of a solution.
    Cost(C),
    /// All reachable positions were seen and none is solved.
    Nothing,
    /// There were more begun_all than allowed.
    TooMany,
}

/// The least cost of solving `level`, where `price(begun, step)` is what one step from a begun
/// adds. Looks at no more than `most` begun_all.
///
/// Costs add up componentwise and compare lexicographically.
pub fn cheapest<L: Steps, const N: usize>(
    level: &L,
    most: usize,
    mut price: impl FnMut(&L::Begun, &L::Step) -> [u64; N],
) -> Found<[u64; N]> {
    let mut begun_all = vec![level.begin(&level.start())];
    let mut known: FxHashMap<L::Begun, (usize, [u64; N])> = FxHashMap::default();
    known.insert(begun_all[0].clone(), (0, [0; N]));
    let mut queue = BinaryHeap::from([Reverse(([0; N], 0usize))]);
    while let Some(Reverse((cost, index))) = queue.pop() {
        let begun = begun_all[index].clone();
        if known[&begun].1 != cost {
            continue;
        }
        if level.resting(&begun).is_some_and(|p| level.is_solved(p)) {
            return Found::Cost(cost);
        }
        for step in level.steps(&begun) {
            let added = price(&begun, &step);
            let total = std::array::from_fn(|i| cost[i] + added[i]);
            let mut after = begun.clone();
            level.step(&mut after, &step);
            match known.get_mut(&after) {
                Some((_, best)) if *best <= total => {}
                Some((index, best)) => {
                    *best = total;
                    queue.push(Reverse((total, *index)));
                }
                None => {
                    if begun_all.len() == most {
                        return Found::TooMany;
                    }
                    let index = begun_all.len();
                    known.insert(after.clone(), (index, total));
                    begun_all.push(after);
                    queue.push(Reverse((total, index)));
                }
            }
        }
    }
    Found::Nothing
}
