//! The shipped solver against exhaustive search.

use gridwright_core::budget::Budget;
use gridwright_core::solve::{Verdict, Wish};
use gridwright_games::tilepuzzle::solve;

use crate::small;

/// How many random levels are compared.
const LEVELS: u64 = 6000;

#[test]
fn the_fewest_steps_agree_with_exhaustive_search() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..LEVELS {
        let level = small::level(seed);
        let Ok(expected) = small::cheapest(&level, false, 30_000) else {
            continue;
        };
        let answer = solve::solve(&level, &Wish::default(), &Budget::unlimited());
        let found = match &answer.verdict {
            Verdict::Solved { witness, .. } => {
                assert!(answer.verdict.is_optimal());
                witness.costs().get("steps")
            }
            Verdict::Unsolvable { .. } => None,
            Verdict::GaveUp { .. } => panic!("seed {seed}: gave up without a limit"),
        };
        assert_eq!(found, expected.map(|e| e.0), "seed {seed}: {level:#?}");
        match found {
            Some(_) => solved += 1,
            None => unsolvable += 1,
        }
    }
    println!("{solved} solved, {unsolvable} unsolvable");
    assert!(solved > 1000 && unsolvable > 300, "{solved}, {unsolvable}");
}
