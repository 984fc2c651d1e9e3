//! At a limit nothing untrue is said: every statement of a verb under a small budget is one that
//! the same verb makes, or does not contradict, with a large one.

use gridwright_core::budget::Budget;
use gridwright_core::played::Played;
use gridwright_core::puzzle::Steps;
use gridwright_core::rng::Rng;
use gridwright_core::solve::{Findings, Hint, Optimality, Verdict, Wish};
use gridwright_games::kind::Kind;
use gridwright_games::registry::Visitor;

use crate::over_all_games;
use crate::play::first_levels;

/// From nothing at all to enough for most of the levels below.
const NODES: [u64; 8] = [1, 2, 5, 10, 30, 100, 1_000, 10_000];

/// What counts as the truth. A level that takes more is not used.
const ENOUGH: u64 = 1_000_000;

#[test]
fn solving_says_nothing_untrue_at_a_limit() {
    struct Solving;
    impl Visitor for Solving {
        fn visit<K: Kind>(&mut self) {
            for (address, level) in first_levels::<K>() {
                let orders = K::ABOUT.orders.iter().filter_map(|order| order.first());
                let firsts: Vec<Option<&'static str>> = match K::ABOUT.orders {
                    [] => vec![None],
                    _ => orders.map(|first| Some(*first)).collect(),
                };
                for first in firsts {
                    let wish = Wish {
                        metric: first,
                        ..Wish::default()
                    };
                    let verdict = |nodes| K::solve(&level, &wish, &within(nodes)).verdict;
                    let truth = verdict(ENOUGH);
                    for nodes in NODES {
                        let context = format!("{address}, {first:?}, {nodes} nodes");
                        compare(&verdict(nodes), &truth, first, &context);
                    }
                }
            }
        }
    }
    fn compare<M, C>(
        said: &Verdict<M, C>,
        truth: &Verdict<M, C>,
        first: Option<&'static str>,
        context: &str,
    ) {
        agree(said.solvable(), truth.solvable(), context);
        let Some(best) = truth.witness().filter(|_| truth.is_optimal()) else {
            return;
        };
        let order: Vec<&'static str> = first.into_iter().collect();
        if said.is_optimal() {
            let costs = said
                .witness()
                .map(|witness| witness.costs().in_order(&order));
            assert_eq!(costs, Some(best.costs().in_order(&order)), "{context}");
        }
        // What is compared first is bounded by itself; later metrics only where the earlier ones
        // are equal.
        if let Verdict::GaveUp { bounds, .. }
        | Verdict::Solved {
            optimality: Optimality::Open { bounds, .. },
            ..
        } = said
            && let Some(first) = first
            && let Some(bound) = bounds.get(first)
        {
            assert!(Some(bound) <= best.costs().get(first), "{context}");
        }
    }
    over_all_games(&mut Solving);
}

#[test]
fn listings_say_nothing_untrue_at_a_limit() {
    struct Listing;
    impl Visitor for Listing {
        fn visit<K: Kind>(&mut self) {
            for (address, level) in first_levels::<K>() {
                for &which in K::ABOUT.listings {
                    let wish = Wish {
                        all: Some((which, 3)),
                        ..Wish::default()
                    };
                    let listing = |nodes| K::solve(&level, &wish, &within(nodes)).listing;
                    let count = |count: &str| count.parse::<u128>().ok();
                    let Some(truth) = listing(ENOUGH).filter(|truth| truth.complete) else {
                        continue;
                    };
                    for said in NODES.iter().filter_map(|&nodes| listing(nodes)) {
                        let context = format!("{address}, {which:?}: {}", said.count);
                        if said.complete {
                            assert_eq!(said.count, truth.count, "{context}");
                        }
                        // More than fits is not compared.
                        if let (Some(said), Some(all)) = (count(&said.count), count(&truth.count)) {
                            assert!(said <= all, "{context}");
                        }
                    }
                }
            }
        }
    }
    over_all_games(&mut Listing);
}

#[test]
fn hints_say_nothing_untrue_at_a_limit() {
    struct Hinting;
    impl Visitor for Hinting {
        fn visit<K: Kind>(&mut self) {
            for (address, level) in first_levels::<K>() {
                for seed in 0..4 {
                    let played = wander(&level, &mut Rng::new("limits", seed));
                    let truth = K::hint(&level, &played, &within(ENOUGH));
                    for nodes in NODES {
                        let said = K::hint(&level, &played, &within(nodes));
                        let context = format!("{address}, walk {seed}, {nodes} nodes");
                        compare(&said, &truth, &context);
                    }
                }
            }
        }
    }
    fn compare<M>(said: &Hint<M>, truth: &Hint<M>, context: &str) {
        agree(said.on_track, truth.on_track, context);
        agree(said.undo, truth.undo, context);
        let size = |hint: &Hint<M>| hint.remove.as_ref().map(Vec::len);
        agree(size(said), size(truth), context);
        agree(said.remaining.as_ref(), truth.remaining.as_ref(), context);
        if truth.undo.is_some() || truth.remove.is_some() {
            // There is a way on after taking something back, so there is one at all.
            assert!(!said.why.contains("no solution"), "{context}: {}", said.why);
        }
    }
    over_all_games(&mut Hinting);
}

#[test]
fn checking_says_nothing_untrue_at_a_limit() {
    struct Checking;
    impl Visitor for Checking {
        fn visit<K: Kind>(&mut self) {
            for (address, level) in first_levels::<K>() {
                let truth = K::inspect(&level, true, &within(ENOUGH));
                for nodes in NODES {
                    let said = K::inspect(&level, true, &within(nodes));
                    let context = format!("{address}, {nodes} nodes");
                    compare(&said, &truth, &context);
                }
            }
        }
    }
    fn compare(said: &Findings, truth: &Findings, context: &str) {
        agree(said.solvable, truth.solvable, context);
        agree(said.unique, truth.unique, context);
        agree(said.costs.as_ref(), truth.costs.as_ref(), context);
        assert!(
            said.faults.iter().all(|fault| truth.faults.contains(fault)),
            "{context}: {:?}",
            said.faults
        );
    }
    over_all_games(&mut Checking);
}

/// Two statements about the same thing, either of which may be missing.
fn agree<T: PartialEq + std::fmt::Debug>(said: Option<T>, truth: Option<T>, context: &str) {
    if let (Some(said), Some(truth)) = (said, truth) {
        assert_eq!(said, truth, "{context}");
    }
}

fn within(nodes: u64) -> Budget<'static> {
    Budget::unlimited().with_nodes(nodes)
}

/// A few random moves that do not solve the level.
fn wander<L: Steps>(level: &L, rng: &mut Rng) -> Played<L> {
    let mut played = Played::start(level);
    let mut begun = level.begin(played.position());
    for _ in 0..12 {
        let steps = level.steps(&begun);
        let Some(step) = rng.pick(&steps) else { break };
        if let Some(mv) = level.step(&mut begun, step) {
            let before = played.clone();
            played.make(level, mv).expect("steps lead to legal moves");
            if level.is_solved(played.position()) {
                return before;
            }
        }
    }
    played
}
