//! The slow, obviously right search that every fast solver is tested against.
//!
//! Uniform-cost search over drafts, step by step, with nothing clever in it: no bounds, no
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
    /// There were more drafts than allowed.
    TooMany,
}

/// The least cost of solving `level`, where `price(draft, step)` is what one step from a draft
/// adds. Looks at no more than `most` drafts.
///
/// Costs add up componentwise and compare lexicographically.
pub fn cheapest<L: Steps, const N: usize>(
    level: &L,
    most: usize,
    mut price: impl FnMut(&L::Draft, &L::Step) -> [u64; N],
) -> Found<[u64; N]> {
    let mut drafts = vec![level.draft(&level.start())];
    let mut known: FxHashMap<L::Draft, (usize, [u64; N])> = FxHashMap::default();
    known.insert(drafts[0].clone(), (0, [0; N]));
    let mut queue = BinaryHeap::from([Reverse(([0; N], 0usize))]);
    while let Some(Reverse((cost, index))) = queue.pop() {
        let draft = drafts[index].clone();
        if known[&draft].1 != cost {
            continue;
        }
        if level.resting(&draft).is_some_and(|p| level.is_solved(p)) {
            return Found::Cost(cost);
        }
        for step in level.steps(&draft) {
            let added = price(&draft, &step);
            let total = std::array::from_fn(|i| cost[i] + added[i]);
            let mut after = draft.clone();
            level.step(&mut after, &step);
            match known.get_mut(&after) {
                Some((_, best)) if *best <= total => {}
                Some((index, best)) => {
                    *best = total;
                    queue.push(Reverse((total, *index)));
                }
                None => {
                    if drafts.len() == most {
                        return Found::TooMany;
                    }
                    let index = drafts.len();
                    known.insert(after.clone(), (index, total));
                    drafts.push(after);
                    queue.push(Reverse((total, index)));
                }
            }
        }
    }
    Found::Nothing
}
