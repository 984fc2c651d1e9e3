//! The facts of the original puzzle, and both solvers against each other; traces and prunings.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::judge;
use gridwright_core::rng::Rng;
use gridwright_core::solve::{TraceEvent, Verdict, Which, Wish};
use gridwright_games::iq_circuit::assist::can_be_completed;
use gridwright_games::iq_circuit::document::{LevelFile, read_level as level_of, read_set};
use gridwright_games::iq_circuit::level::{Level, Parts, Tier};
use gridwright_games::iq_circuit::rules::Move;
use gridwright_games::iq_circuit::set::PieceSet;
use gridwright_games::iq_circuit::solve::model::{Model, Prunings};
use gridwright_games::iq_circuit::solve::search::{Cut, Watcher, search};
use gridwright_games::iq_circuit::solve::table::{Board, Table};
use gridwright_games::iq_circuit::solve::{Look, Scope, boards, completions};
use gridwright_games::iq_circuit::{IqCircuit, shipped};
use gridwright_games::kind::{Kind, Solves};
use serde_json::json;

use crate::board::{booklet, drawn, level, pack, row};

pub(crate) static TABLE: LazyLock<Table> =
    LazyLock::new(|| Table::build(&shipped::standard(), &Budget::unlimited()).unwrap());

pub(crate) fn everything(set: &Arc<PieceSet>) -> Level {
    Level::new(set.clone(), &Parts::default()).unwrap()
}

/// Every board of a level, whatever it takes.
pub(crate) fn all(prunings: Prunings) -> Scope {
    Scope {
        list: usize::MAX,
        stop_after: u64::MAX,
        prunings,
    }
}

pub(crate) fn half_turned(set: &PieceSet, board: &Board) -> Look {
    let turned = board
        .placements()
        .map(|number| set.half_turned(&set.placements()[number].lay));
    Look::of(set, turned.map(|lay| set.placement_of(&lay).unwrap()))
}

#[test]
fn fillings_with_loops_are_found_and_thrown_out() {
    #[derive(Default)]
    struct Count {
        looped: usize,
        right: usize,
    }
    impl Watcher for Count {
        fn cut(&mut self, cut: Cut) {
            self.looped += usize::from(cut == Cut::Finished);
        }
        fn found(&mut self, _: &[usize]) -> ControlFlow<()> {
            self.right += 1;
            ControlFlow::Continue(())
        }
    }
    let prunings = Prunings {
        loops: false,
        twins: false,
        ..Prunings::ALL
    };
    let level = everything(&shipped::standard());
    let mut count = Count::default();
    let budget = Budget::unlimited();
    search(
        &Model::new(&level, prunings),
        &mut budget.meter(),
        &mut count,
    )
    .unwrap();
    assert_eq!(count.looped + count.right, 588);
    assert_eq!(count.looped, 188);
    assert_eq!(count.right, 400);
}

#[test]
fn the_finished_boards_are_all_there() {
    let set = shipped::standard();
    let boards = TABLE.boards();
    assert_eq!(boards.len(), 400);
    let looks: BTreeSet<Look> = boards.iter().map(Board::look).collect();
    assert_eq!(looks.len(), 358);
    let orbits: BTreeSet<Look> = boards
        .iter()
        .map(|board| board.look().min(half_turned(&set, board)))
        .collect();
    assert_eq!(orbits.len(), 179);
    let mut cuts: BTreeMap<u128, BTreeSet<Look>> = BTreeMap::new();
    for board in boards {
        cuts.entry(board.look().drawing())
            .or_default()
            .insert(board.look());
    }
    assert_eq!(cuts.len(), 342);
    assert_eq!(cuts.values().filter(|cuts| cuts.len() == 1).count(), 326);
    let drawings: BTreeSet<u128> = boards
        .iter()
        .map(|board| {
            board
                .look()
                .drawing()
                .min(half_turned(&set, board).drawing())
        })
        .collect();
    assert_eq!(drawings.len(), 171);
    let counts: BTreeSet<u32> = boards
        .iter()
        .map(|board| board.points().count_ones())
        .collect();
    assert_eq!(counts, BTreeSet::from([2, 4, 6]));
}

#[test]
fn points_alone_single_out_most_boards() {
    let mut by_points: BTreeMap<u64, BTreeSet<Look>> = BTreeMap::new();
    for board in TABLE.boards() {
        by_points
            .entry(board.points())
            .or_default()
            .insert(board.look());
    }
    let unique = |count: u32| {
        let hints = by_points
            .iter()
            .filter(|(points, _)| points.count_ones() == count);
        hints.filter(|(_, looks)| looks.len() == 1).count()
    };
    assert_eq!(by_points.len(), 306);
    assert_eq!([unique(2), unique(4), unique(6)], [58, 186, 26]);
}

#[test]
fn both_solvers_prove_every_challenge_of_the_booklet_unique() {
    let mut nodes = 0;
    let booklet = pack("booklet");
    assert_eq!(booklet.len(), 72);
    for (number, (id, level)) in (49..).zip(&booklet) {
        assert_eq!((id, level.challenge()), (&number.to_string(), Some(number)));
        let found = boards(level, all(Prunings::ALL), &Budget::unlimited());
        assert_eq!((found.count, found.complete()), (1, true), "challenge {id}");
        nodes += found.stats.nodes;
        let listed = TABLE.solutions(level);
        assert_eq!(listed.len(), 1, "challenge {id}");
        let by_table = judge(level, TABLE.moves(level, listed[0])).unwrap();
        let by_search = judge(level, found.list[0].clone()).unwrap();
        assert_eq!(
            look(level, by_table.moves()),
            look(level, by_search.moves())
        );
    }
    // Golden: a lost pruning shows here.
    assert_eq!(nodes, BOOKLET_NODES);
}

const BOOKLET_NODES: u64 = 11230;

pub(crate) fn look(level: &Level, moves: &[Move]) -> Look {
    let laid = moves.iter().filter_map(|mv| match mv {
        Move::Lay(lay) => Some(*lay),
        Move::Lift(_) => None,
    });
    let lays = level.given().iter().copied().chain(laid);
    Look::of(
        level.set(),
        lays.map(|lay| level.set().placement_of(&lay).unwrap()),
    )
}

#[test]
fn no_pruning_changes_the_boards() {
    // Challenges with few placements, so that even the search without hints comes to an end.
    let booklet = pack("booklet");
    for (name, prunings) in Prunings::each_without() {
        let mut compared = 0;
        for (id, level) in booklet
            .iter()
            .filter(|(_, level)| level.tier() != Some(Tier::Wizard))
        {
            let budget = Budget::unlimited().with_nodes(3000);
            let found = boards(level, all(prunings), &budget);
            match found.limit {
                Some(limit) => assert_eq!(limit, Limit::Nodes),
                None => {
                    assert_eq!(found.count, 1, "challenge {id} without {name}");
                    compared += 1;
                }
            }
        }
        assert!(compared >= 15, "{compared} without {name}");
    }
}

#[test]
fn hopeless_is_exact_on_random_positions() {
    let set = shipped::standard();
    let levels: Vec<Level> = pack("booklet")
        .into_iter()
        .map(|(_, level)| level)
        .collect();
    let mut rng = Rng::new("iq-circuit hopeless", 1);
    let mut verdicts = [0; 2];
    for round in 0..3000 {
        let level = &levels[rng.index(levels.len())];
        let solution = &TABLE.solutions(level)[0];
        let mut position = level.start();
        for _ in 0..rng.below(5) {
            // Half of the pieces come from the solution, so that both answers are common.
            let lay = if rng.chance(3, 4) {
                let numbers: Vec<usize> = solution.placements().collect();
                set.placements()[*rng.pick(&numbers).unwrap()].lay
            } else {
                set.placements()[rng.index(set.placements().len())].lay
            };
            // A refused lay leaves the position alone.
            let _ = level.apply(&mut position, &Move::Lay(lay));
        }
        let down: Vec<usize> = position
            .lays()
            .map(|lay| set.placement_of(lay).unwrap())
            .collect();
        let listed = TABLE.boards().iter().any(|board| {
            let has = |number: &usize| board.placements().any(|other| other == *number);
            down.iter().all(has) && TABLE.solves(level, board)
        });
        let said = can_be_completed(level, &position, &Budget::unlimited());
        assert_eq!(said, Some(listed), "round {round}: {position:?}");
        verdicts[usize::from(listed)] += 1;
    }
    assert!(verdicts.iter().all(|&count| count > 500), "{verdicts:?}");
}

#[test]
fn a_level_without_hints_has_all_boards_and_a_limit_is_no_verdict() {
    let level = everything(&shipped::standard());
    let wish = Wish {
        all: Some((Which::Best, 3)),
        ..Wish::default()
    };
    let answer = IqCircuit::solve(&level, &wish, &Budget::unlimited());
    let listing = answer.listing.unwrap();
    assert_eq!(
        (&listing.count[..], listing.complete, listing.list.len()),
        ("358", true, 3)
    );
    let answer = IqCircuit::solve(&level, &wish, &Budget::unlimited().with_nodes(5));
    assert!(matches!(
        answer.verdict,
        Verdict::GaveUp {
            limit: Limit::Nodes,
            ..
        }
    ));
    let unsolvable = LevelFile {
        points: Some(vec![]),
        ..LevelFile::default()
    };
    let unsolvable = level_of(unsolvable).unwrap();
    let answer = IqCircuit::solve(&unsolvable, &Wish::default(), &Budget::unlimited());
    assert!(matches!(answer.verdict, Verdict::Unsolvable { .. }));
}

#[test]
fn random_small_sets_agree_with_laying_everything_everywhere() {
    let mut rng = Rng::new("iq-circuit small sets", 3);
    let mut total = 0;
    for round in 0..400 {
        let set = Arc::new(random_set(&mut rng));
        let level = everything(&set);
        let found = completions(
            &level,
            &level.start(),
            all(Prunings::ALL),
            &Budget::unlimited(),
        );
        let mut looks = BTreeSet::new();
        lay_everywhere(&level, &mut level.start(), 0, &mut looks);
        let by_search: BTreeSet<Look> = found.list.iter().map(|m| look(&level, m)).collect();
        assert_eq!(by_search, looks, "round {round}: {set:?}");
        assert_eq!(found.count as usize, looks.len());
        total += looks.len();
    }
    assert!(total > 100, "{total} boards are too few to tell");
}

/// Lays every piece in every way, one after the other, with nothing but the rules of play.
fn lay_everywhere(
    level: &Level,
    position: &mut <Level as Puzzle>::Position,
    piece: usize,
    looks: &mut BTreeSet<Look>,
) {
    let set = level.set();
    if piece == set.pieces().len() {
        if level.is_solved(position) {
            looks.insert(Look::of(
                set,
                position.lays().map(|lay| set.placement_of(lay).unwrap()),
            ));
        }
        return;
    }
    for placement in set.placements().iter().filter(|p| p.lay.piece() == piece) {
        if level.apply(position, &Move::Lay(placement.lay)).is_ok() {
            lay_everywhere(level, position, piece + 1, looks);
            level.apply(position, &Move::Lift(piece)).unwrap();
        }
    }
}

/// A board cut into bars and single cells with random lines, so that most sets have a board.
fn random_set(rng: &mut Rng) -> PieceSet {
    let (width, height) = [(2, 2), (3, 2), (1, 5), (4, 2), (2, 3), (3, 3)][rng.index(6)];
    let mut pieces = Vec::new();
    let mut left = width * height;
    while left > 0 {
        let area = (2 + rng.index(2)).min(left);
        left -= area;
        let sides: Vec<_> = (0..1 + rng.index(2))
            .map(|_| random_bar(rng, area))
            .collect();
        pieces.push(serde_json::json!({ "name": format!("p{}", pieces.len()), "sides": sides }));
    }
    let set = serde_json::json!({
        "name": "random", "width": width, "height": height, "pieces": pieces,
    });
    read_set(&set, "").unwrap()
}

/// A bar whose cells agree with each other.
fn random_bar(rng: &mut Rng, area: usize) -> Vec<(usize, usize, String)> {
    let joined: Vec<bool> = (0..area - 1).map(|_| rng.chance(1, 2)).collect();
    (0..area)
        .map(|x| {
            let mut print = String::new();
            if x + 1 < area && joined[x] {
                print.push('E');
            }
            if x > 0 && joined[x - 1] {
                print.push('W');
            }
            // Blank cells stay blank half of the time, points may go on.
            if print.len() < 2 && rng.chance(1, 3) {
                print.push(if rng.chance(1, 2) { 'N' } else { 'S' });
            }
            let blank = print.is_empty();
            (x, 0, if blank { "-".to_owned() } else { print })
        })
        .collect()
}

#[test]
fn an_own_piece_set_solves() {
    let pieces: [(&str, &[&str]); 2] = [("A", &["E", "EW"]), ("B", &["W"])];
    let level = level(&json!({ "points": [[0, 0], [2, 0]], "set": row(3, &pieces) }));
    let answer = IqCircuit::solve(&level, &Wish::default(), &Budget::unlimited());
    let witness = answer.verdict.witness().unwrap();
    let mut position = level.start();
    level.replay(&mut position, witness.moves()).unwrap();
    assert_eq!(drawn(&level, &position), " ●━━━━━●\n");
}

#[test]
fn the_larger_set_is_another_board() {
    let set = shipped::set_named("boulevard").unwrap();
    assert_eq!((set.width(), set.height(), set.pieces().len()), (12, 4, 14));
    let levels = pack("boulevard");
    assert_eq!(levels.len(), 48);
    let mut nodes = 0;
    for (id, level) in &levels {
        let found = boards(level, all(Prunings::ALL), &Budget::unlimited());
        assert_eq!((found.count, found.complete()), (1, true), "challenge {id}");
        nodes += found.stats.nodes;
    }
    assert_eq!(nodes, BOULEVARD_NODES);
}

const BOULEVARD_NODES: u64 = 41184;

#[test]
fn prunings_that_are_left_out_cost_work_and_change_nothing() {
    // A search that takes longer than this has shown what the pruning saves.
    let budget = Budget::unlimited().with_nodes(5000);
    let levels: Vec<Level> = (73..=120).map(|id| booklet(&id.to_string())).collect();
    let nodes = |without: &[&str]| -> u64 {
        let wish = Wish {
            all: Some((Which::Best, 2)),
            without,
            ..Wish::default()
        };
        let solved = levels.iter().map(|level| {
            let answer = IqCircuit::solve(level, &wish, &budget);
            let listing = answer.listing.unwrap();
            assert!(!listing.complete || listing.count == "1", "{without:?}");
            answer.stats.nodes
        });
        solved.sum()
    };
    let all = nodes(&[]);
    assert_eq!(nodes(&["no-such-pruning"]), all);
    for pruning in IqCircuit::ABOUT.prunings {
        let without = nodes(&[pruning.name]);
        assert!(
            without >= all,
            "{}: {without} instead of {all}",
            pruning.name
        );
    }
}

#[test]
fn a_trace_tells_the_whole_search() {
    let level = booklet("100");
    let lines = RefCell::new(Vec::new());
    let tell = |event: &TraceEvent| lines.borrow_mut().push(serde_json::json!(event));
    let wish = Wish {
        trace: Some(&tell),
        all: Some((Which::Best, 1)),
        ..Wish::default()
    };
    let answer = IqCircuit::solve(&level, &wish, &Budget::unlimited());
    let lines = lines.into_inner();
    let count = |event: &str| lines.iter().filter(|line| line["event"] == event).count() as u64;
    assert_eq!(count("lay"), answer.stats.nodes);
    assert_eq!(count("lift"), answer.stats.nodes);
    assert_eq!((count("found"), count("end")), (1, 1));
    let tree = IqCircuit::search_tree(&level, &Budget::unlimited()).unwrap();
    let dots = tree
        .items
        .iter()
        .filter(|item| item.id.starts_with("node-"))
        .count();
    assert_eq!(dots as u64, answer.stats.nodes);
}
