//! The shipped solver against exhaustive search.

use serde_json::json;

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee;
use gridwright_core::solve::{Verdict, Wish};
use gridwright_games::document::read_level;
use gridwright_games::tilepuzzle::TilePuzzle;
use gridwright_games::tilepuzzle::generate::campaign_scramble;
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::solve::{self, Finish, Method, Metric};

use crate::generator::scrambled;
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
        // Who knows a bound, even the best, is told the same.
        let known = [1, found.unwrap_or(0).saturating_sub(1), found.unwrap_or(9)];
        for least in known {
            let budget = Budget::unlimited();
            let mut meter = budget.meter();
            let finish = solve::fewest_steps_from(&level, least as u32, &mut meter);
            match (finish, answer.verdict.witness()) {
                (Finish::Found { moves, open: None }, Some(witness)) => {
                    assert_eq!(moves, witness.moves(), "seed {seed} from {least}");
                }
                (Finish::Impossible { .. }, None) => {}
                other => panic!("seed {seed} from {least}: {other:?}"),
            }
        }
        match found {
            Some(_) => solved += 1,
            None => unsolvable += 1,
        }
    }
    println!("{solved} solved, {unsolvable} unsolvable");
    assert!(solved > 1000 && unsolvable > 300, "{solved}, {unsolvable}");
}

#[test]
fn the_fewest_drags_agree_with_exhaustive_search() {
    for seed in 0..LEVELS {
        let level = small::level(seed);
        let Ok(expected) = small::cheapest(&level, true, 30_000) else {
            continue;
        };
        for found in minima(&level, Metric::Drags, &METHODS, u64::MAX) {
            assert_eq!(found, Some(expected), "seed {seed}: {level:#?}");
        }
    }
}

/// Small levels do not have all it takes to be solved wrongly, so two methods that share no pruning
/// are also compared on levels of the shipped tiers. Where one of them runs out of nodes, nothing
/// is said.
#[test]
fn two_methods_agree_on_levels_of_the_tiers() {
    let mut decided = 0;
    for (tier, levels) in [("normal", 150), ("hard", 60), ("very-hard", 6)] {
        for seed in 1..=levels {
            let (level, _) = scrambled(tier, seed);
            for metric in [Metric::Steps, Metric::Drags] {
                let found = minima(&level, metric, &[], 20_000);
                if let [Some(one), Some(other)] = found[..] {
                    assert_eq!(one, other, "{tier} {seed} in {metric:?}");
                    decided += 1;
                }
            }
        }
    }
    assert!(decided > 350, "only {decided} were decided by both");
}

/// What answers in drags may rest on.
const METHODS: [Method; 2] = [Method::LazyEnds, Method::BestFirst];

/// The fewest drags and steps (in steps, 0 and the fewest steps), `None` inside if there is no
/// solution, nothing if the nodes ran out: as the solver finds them, and otherwise than each of the
/// methods, or than the solver did if there are none.
fn minima(
    level: &Level,
    metric: Metric,
    methods: &[Method],
    nodes: u64,
) -> Vec<Option<Option<(u64, u64)>>> {
    let budget = Budget::unlimited().with_nodes(nodes);
    let start = level.start();
    let (finish, used) = solve::finish_by(level, &start, metric, &mut budget.meter());
    let used = [used];
    let methods = if methods.is_empty() { &used } else { methods };
    let otherwise =
        |than: &Method| solve::finish_otherwise(level, &start, *than, &mut budget.meter());
    let cost = |finish: Finish| match finish {
        Finish::Found { moves, open: None } => {
            let witness = referee::judge(level, moves).expect("it solves the level");
            let cost = |metric| witness.costs().get(metric).unwrap();
            Some(Some(match metric {
                Metric::Steps => (0, cost("steps")),
                Metric::Drags => (cost("drags"), cost("steps")),
            }))
        }
        Finish::Impossible { .. } => Some(None),
        _ => None,
    };
    let others = methods.iter().map(otherwise).map(cost);
    std::iter::once(cost(finish)).chain(others).collect()
}

/// Levels whose minimum was once claimed wrongly, kept whole: seeds make others by now. On the first,
/// a drag fetches a cat that barred another colour: a bound asked about the board before that drag
/// cut off the solution with 30 steps, and 32 were called optimal.
#[test]
fn minima_once_missed_are_found() {
    for (text, expected) in ONCE_MISSED {
        let level = read_level::<TilePuzzle>(text).unwrap().level;
        let wish = Wish {
            metric: Some("drags"),
            ..Wish::default()
        };
        let answer = solve::solve(&level, &wish, &Budget::unlimited());
        let costs = answer.verdict.witness().unwrap().costs();
        let cost = |metric| costs.get(metric).unwrap();
        assert_eq!((cost("drags"), cost("steps")), expected, "{text}");
        assert!(answer.verdict.is_optimal(), "{text}");
    }
}

#[test]
fn limits_give_the_best_solution_and_bound_so_far() {
    let (level, _) = campaign_scramble(30);
    let budget = Budget::unlimited().with_nodes(60_000);
    let finish = solve::finish(&level, &level.start(), Metric::Steps, &mut budget.meter());
    let Finish::Found { moves, open } = finish else {
        panic!("a solution is found early: {finish:?}");
    };
    let (_, bounds) = open.expect("it cannot be proved so fast");
    assert!(bounds.get("steps").unwrap() >= 36);
    assert!(moves.len() >= 39);
    referee::judge(&level, moves).unwrap();
}

/// What stops the search is told truly also where there are more drags than most levels take.
#[test]
fn many_drags_are_no_limit_of_their_own() {
    let level = by_turns(90);
    let budget = Budget::unlimited().with_nodes(6_000);
    let finish = solve::finish(&level, &level.start(), Metric::Drags, &mut budget.meter());
    let Finish::Found { moves, open } = finish else {
        panic!("a solution is found early: {finish:?}");
    };
    let costs = level.costs(&moves);
    let (limit, bounds) = open.expect("it cannot be proved so fast");
    assert_eq!(limit, Limit::Nodes);
    assert!(bounds.get("drags").unwrap() > 63, "{bounds:?}");
    assert_eq!(bounds.get("drags"), costs.get("drags"));
}

/// A winding corridor of so many columns two cells high, filled with cats that a red and a green
/// single can only fetch by turns.
fn by_turns(columns: usize) -> Level {
    const WIDTH: usize = 20;
    let lanes = columns.div_ceil(WIDTH);
    let mut floor = vec![vec!['#'; WIDTH + 2]; 3 * lanes + 1];
    let (mut shapes, mut cats) = (Vec::new(), Vec::new());
    for column in 0..columns {
        let (lane, along) = (column / WIDTH, column % WIDTH);
        let back = lane % 2 == 1;
        let x = if back { WIDTH - along } else { along + 1 };
        let top = 3 * lane + 1;
        // The next lane begins where the last two columns of this one are.
        let bottom = if along + 2 >= WIDTH && lane + 1 < lanes {
            top + 2
        } else {
            top + 1
        };
        (top..=bottom).for_each(|y| floor[y][x] = '.');
        for (i, color) in ["red", "green"].into_iter().enumerate() {
            if column == 0 {
                shapes.push(json!({"kind": "Single", "at": [x, top + i], "color": color}));
            } else {
                let color = ["green", "red"][column % 2];
                cats.push(json!({"at": [x, top + i], "color": color}));
            }
        }
    }
    let floor: Vec<String> = floor.into_iter().map(String::from_iter).collect();
    let level = json!({"game": "tilepuzzle", "floor": floor, "shapes": shapes, "cats": cats});
    read_level::<TilePuzzle>(&level.to_string()).unwrap().level
}

/// The work on fixed levels: a lost pruning shows without a clock. Wanted minima are made with node
/// budgets, so a change here also calls for a new version of the generator.
#[test]
fn a_floor_full_of_shapes_is_given_some_solution() {
    // Shapes of one colour stand on one half of the floor, their cats on the other, and between them
    // a crowd that has to make room.
    let check = |side: usize, gaps: usize, nodes: u64| {
        let cells = (0..side * side).map(|i| [i % side, i / side]);
        let is_gap = |at: &[usize; 2]| (at[0] + 3 * at[1]).is_multiple_of(gaps);
        let is_cat = |at: &[usize; 2]| is_gap(at) && at[0] >= side / 2 && at[1].is_multiple_of(2);
        let color = |at: &[usize; 2]| if at[0] < side / 4 { "red" } else { "blue" };
        let shape = |at: [usize; 2]| json!({ "kind": "Single", "at": at, "color": color(&at) });
        let cat = |at: [usize; 2]| json!({ "at": at, "color": "red" });
        let text = json!({
            "game": "tilepuzzle",
            "floor": vec![".".repeat(side); side],
            "shapes": cells.clone().filter(|at| !is_gap(at)).map(shape).collect::<Vec<_>>(),
            "cats": cells.filter(is_cat).map(cat).collect::<Vec<_>>(),
        });
        let level = read_level::<TilePuzzle>(&text.to_string()).unwrap().level;
        for metric in ["steps", "drags"] {
            let wish = Wish {
                metric: Some(metric),
                ..Wish::default()
            };
            let answer = solve::solve(&level, &wish, &Budget::unlimited().with_nodes(nodes));
            assert_eq!(
                answer.verdict.solvable(),
                Some(true),
                "{side} {gaps} {metric}"
            );
        }
    };
    check(8, 4, 300);
    check(12, 5, 300);
}

#[test]
fn node_counts_stay_as_they_are() {
    let levels = [1, 2, 3, 12, 18];
    let found = levels.map(|number| {
        let (level, _) = campaign_scramble(number);
        ["steps", "drags"].map(|metric| {
            let wish = Wish {
                metric: Some(metric),
                ..Wish::default()
            };
            solve::solve(&level, &wish, &Budget::unlimited())
                .stats
                .nodes
        })
    });
    assert_eq!(found, NODES);
}

/// A level, and the fewest drags and steps.
const ONCE_MISSED: [(&str, (u64, u64)); 1] = [(
    include_str!("../../../../testdata/tilepuzzle/once-missed/5-drags-30-steps.json"),
    (5, 30),
)];

const NODES: [[u64; 2]; 5] = [
    [20, 22],
    [55, 123],
    [1655, 1019],
    [2123, 563],
    [95865, 80789],
];
