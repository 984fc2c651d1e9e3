//! The solver against plain search: strokes, cells and "there is none" agree on thousands of
//! small canvases; minima known by hand, limits, and fixed node counts.

use gridwright_core::budget::Budget;
use gridwright_core::solve::Verdict;
use gridwright_games::kind::Kind;
use gridwright_games::registry::read_shipped;
use gridwright_games::tint::Tint;
use gridwright_games::tint::solve::{fewest_strokes, solve};

use crate::board::{Variant, draw, plain};
use crate::packs::level_of;
use crate::small::{agreed, canvas};

/// The soak of the workbench compares more.
const CANVASES: u64 = 4000;

#[test]
fn the_solver_agrees_with_plain_search() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..CANVASES {
        match agreed(&canvas(seed)) {
            Ok(Some(true)) => solved += 1,
            Ok(Some(false)) => unsolvable += 1,
            Ok(None) => {}
            Err(disagreement) => panic!("canvas {seed}: {disagreement}"),
        }
    }
    assert!(solved > CANVASES / 5 && unsolvable > CANVASES / 5);
}

#[test]
fn minima_known_by_hand() {
    let gate = |switch| Variant {
        switch,
        ..Variant::default()
    };
    let rows = [
        ("*R . . ?R", plain("straight"), Some((1, 3))),
        ("*Y . b . ?G", plain("mix"), Some((1, 4))),
        ("*W . g . ?R\n*R . g . .", plain("cut"), Some((2, 7))),
        ("*R . -R . ?W", plain("white"), Some((1, 4))),
        ("*R . # . ?B", gate("-B-R"), Some((1, 4))),
        ("*R _ ?R", plain("cut off"), None),
        ("*R . ?G", plain("no green"), None),
        ("*R ?R _ *B ?B", plain("two sheets"), Some((2, 2))),
        // Starting on a target does not solve it; coming back does.
        ("# . . ?Rr *P", gate("YOPG"), Some((1, 2))),
        // The white that a gate is left with is picked up again.
        (
            "*R *B ?W .\n. ?P # *O",
            Variant {
                tail: 2,
                ..gate("PW-B")
            },
            Some((3, 6)),
        ),
    ];
    for (drawing, variant, expected) in rows {
        let level = draw(drawing, variant);
        let verdict = solve(&level, &Budget::unlimited()).verdict;
        let found = verdict.witness().map(|witness| {
            let costs = witness.costs();
            (costs.get("strokes").unwrap(), costs.get("cells").unwrap())
        });
        assert_eq!(found, expected, "{drawing}");
        assert_eq!(verdict.solvable(), Some(expected.is_some()), "{drawing}");
        if let Some((strokes, _)) = expected {
            assert!(fewest_strokes(&level).is_some_and(|fewest| fewest <= strokes));
        }
    }
}

#[test]
fn a_limit_is_admitted() {
    let level = draw(
        "*R . . . ?G . .\n. b b b b b .\n. . ?O . *Y . ?P\n. -R . r . . ?W\n*B . . . . . ?R",
        Variant::default(),
    );
    let budget = Budget::unlimited().with_nodes(3);
    match solve(&level, &budget).verdict {
        Verdict::GaveUp { bounds, .. } => assert!(bounds.get("cells").unwrap() > 0),
        other => panic!("{other:?}"),
    }
    let starved = Budget::unlimited().with_memory(1000);
    assert!(matches!(
        solve(&level, &starved).verdict,
        Verdict::GaveUp { .. }
    ));
}

/// The work on fixed levels: a lost pruning shows without a clock.
#[test]
fn node_counts_stay_as_they_are() {
    let nodes = Tint::ABOUT.packs.iter().map(|shipped| {
        let first = read_shipped(shipped).levels.swap_remove(0);
        solve(&level_of(&first), &Budget::unlimited()).stats.nodes
    });
    assert_eq!(nodes.collect::<Vec<_>>(), NODES);
}

/// Of the first level of every pack.
const NODES: [u64; 4] = [14, 442, 483, 401];
