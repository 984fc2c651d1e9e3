//! At a limit nothing untrue is said to those who make levels: what is told of a solution or a map
//! with few nodes does not contradict what is told with many.

use gridwright_core::budget::Budget;
use gridwright_core::solve::Wish;
use gridwright_games::registry::{GAMES, Session, read_shipped};
use gridwright_workshop::author::{map, reasons};

/// From nothing at all to enough for most of the levels below.
const NODES: [u64; 6] = [1, 2, 10, 100, 1_000, 10_000];

/// What counts as the truth.
const ENOUGH: u64 = 1_000_000;

#[test]
fn a_solution_is_compared_truly_at_every_limit() {
    for level in first_levels() {
        let Some(solution) = level.solve(&Wish::default(), &within(ENOUGH)).solution else {
            continue;
        };
        let compared = |nodes| reasons::compare(&*level, &solution.to_string(), &within(nodes));
        let truth = compared(ENOUGH).unwrap();
        for nodes in NODES {
            let said = compared(nodes).unwrap();
            let context = format!("{}, {nodes} nodes: {}", level.game().id(), said.text);
            assert!(said.ok, "{context}");
            if let (Some(said), Some(truth)) = (said.better_exists, truth.better_exists) {
                assert_eq!(said, truth, "{context}");
            }
            assert!(!said.proved || truth.proved, "{context}");
        }
    }
}

#[test]
fn a_map_says_whether_it_is_complete() {
    for level in first_levels() {
        let mapped = |nodes| map::map(&*level, &within(nodes)).ok();
        let Some(truth) = mapped(ENOUGH) else {
            continue;
        };
        for said in NODES.iter().filter_map(|&nodes| mapped(nodes)) {
            for (said, truth) in said.positions.iter().zip(&truth.positions) {
                let context = format!("{}, after {}", level.game().id(), said.after);
                let count =
                    |moves: &std::collections::BTreeMap<_, usize>| moves.values().sum::<usize>();
                if said.complete && truth.complete {
                    assert_eq!(count(&said.moves), count(&truth.moves), "{context}");
                }
                if let (Some(said), Some(truth)) = (&said.remaining, &truth.remaining) {
                    assert_eq!(said, truth, "{context}");
                }
            }
        }
    }
}

/// The first level of every game.
fn first_levels() -> impl Iterator<Item = Box<dyn Session>> {
    GAMES.iter().map(|game| {
        let record = read_shipped(&game.packs()[0]).levels.remove(0);
        game.open(&record.level.to_string()).unwrap()
    })
}

fn within(nodes: u64) -> Budget<'static> {
    Budget::unlimited().with_nodes(nodes)
}
