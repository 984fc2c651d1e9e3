//! The facts of the original puzzle, and both solvers against each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Puzzle, perft};
use gridwright_core::referee::judge;
use gridwright_core::rng::Rng;
use gridwright_core::solve::{Verdict, Which, Wish};
use gridwright_games::document::read_level;
use gridwright_games::iq_circuit::assist::can_be_completed;
use gridwright_games::iq_circuit::document::{LevelFile, read_level as level_of, read_set};
use gridwright_games::iq_circuit::grade::grade;
use gridwright_games::iq_circuit::level::{Level, Parts, Tier};
use gridwright_games::iq_circuit::rules::{Move, Reason};
use gridwright_games::iq_circuit::set::PieceSet;
use gridwright_games::iq_circuit::solve::model::{Model, Prunings};
use gridwright_games::iq_circuit::solve::search::{Cut, Watcher, search};
use gridwright_games::iq_circuit::solve::table::{Board, Table};
use gridwright_games::iq_circuit::solve::{Look, Scope, boards, completions};
use gridwright_games::iq_circuit::{IqCircuit, shipped};
use gridwright_games::iq_circuit::{by_hand, forced};
use gridwright_games::kind::{Documents, Generates, Kind, Solves};
use gridwright_games::registry::read_shipped;

static TABLE: LazyLock<Table> =
    LazyLock::new(|| Table::build(&shipped::standard(), &Budget::unlimited()).unwrap());

fn pack(name: &str) -> Vec<(String, Level)> {
    let shipped = shipped::PACKS
        .iter()
        .find(|pack| pack.name == name)
        .unwrap();
    let records = read_shipped(shipped).levels.into_iter();
    let open = |text: String| read_level::<IqCircuit>(&text).unwrap().level;
    records
        .map(|record| (record.id.unwrap(), open(record.level.to_string())))
        .collect()
}

fn everything(set: &Arc<PieceSet>) -> Level {
    Level::new(set.clone(), &Parts::default()).unwrap()
}

/// Every board of a level, whatever it takes.
fn all(prunings: Prunings) -> Scope {
    Scope {
        list: usize::MAX,
        stop_after: u64::MAX,
        prunings,
    }
}

fn half_turned(set: &PieceSet, board: &Board) -> Look {
    let turned = board
        .placements()
        .map(|number| set.half_turned(&set.placements()[number].lay));
    Look::of(set, turned.map(|lay| set.placement_of(&lay).unwrap()))
}

#[test]
fn the_pieces_lie_as_they_should() {
    let set = shipped::standard();
    let sides: usize = set.pieces().iter().map(|piece| piece.sides()).sum();
    assert_eq!((set.pieces().len(), sides), (10, 24));
    assert_eq!(set.placements().len(), 1756);
    let sound = set.placements().iter().filter(|p| !p.leaks).count();
    assert_eq!(sound, 1252);
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

fn look(level: &Level, moves: &[Move]) -> Look {
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
fn play_refuses_what_hands_cannot_do() {
    let file = LevelFile {
        points: Some(vec![]),
        placed: vec![
            serde_json::from_value(serde_json::json!(
                { "piece": "O4", "side": 1, "at": [0, 0], "turns": 0 }
            ))
            .unwrap(),
        ],
        ..LevelFile::default()
    };
    let level = level_of(file).unwrap();
    let set = level.set().clone();
    let lay = |piece: &str, x, y| {
        let piece = set.piece_named(piece).unwrap();
        Move::Lay(set.lay(piece, 0, 0, Cell::new(x, y)).unwrap())
    };
    let mut position = level.start();
    level.apply(&mut position, &lay("I2a", 2, 0)).unwrap();
    let given = set.piece_named("O4").unwrap();
    let rows = [
        (lay("I3a", 6, 0), Reason::OffBoard, 1),
        (lay("I3a", i32::MAX, i32::MIN), Reason::OffBoard, 3),
        (lay("I3a", 1, 0), Reason::Taken, 3),
        (lay("I2a", 5, 0), Reason::AlreadyDown, 2),
        (Move::Lift(given), Reason::Given, 4),
        (
            Move::Lift(set.piece_named("Z4").unwrap()),
            Reason::NotDown,
            0,
        ),
        (Move::Lift(99), Reason::NotDown, 0),
    ];
    for (mv, reason, cells) in rows {
        let refusal = level.check(&position, &mv).unwrap_err();
        assert_eq!(refusal.reason(), reason, "{mv:?}");
        let at = gridwright_core::puzzle::Explain::explain(&refusal).at;
        assert_eq!(at.cells.len(), cells, "{mv:?}");
    }
}

#[test]
fn play_has_its_fingerprint() {
    // All ten pieces have 1756 lays; after two steps the order no longer counts, and one may
    // lift again.
    assert_eq!(perft(&everything(&shipped::standard()), 1), [1, 1756]);
    let (_, starter) = &pack("workbook")[0];
    let open = 10 - starter.given().len();
    let counts = perft(starter, 3);
    assert_eq!((open, counts), (3, vec![1, 81, 683, 161]));
}

#[test]
fn the_original_pack_keeps_its_promises() {
    let set = shipped::standard();
    let workbook = pack("workbook");
    assert_eq!(workbook.len(), 120);
    let mut boards_of_tier: BTreeMap<Tier, BTreeSet<Look>> = BTreeMap::new();
    for (id, level) in &workbook {
        let listed = TABLE.solutions(level);
        assert_eq!(listed.len(), 1, "challenge {id}");
        let orbit = listed[0].look().min(half_turned(&set, listed[0]));
        let tier = level.tier().unwrap();
        assert!(
            boards_of_tier.entry(tier).or_default().insert(orbit),
            "challenge {id}"
        );
    }
    let sizes: Vec<usize> = Tier::ALL
        .iter()
        .map(|tier| boards_of_tier[tier].len())
        .collect();
    assert_eq!(sizes, [24; 5]);
}

#[test]
fn packs_are_graded_as_grade_says_and_rise() {
    for shipped in shipped::PACKS {
        let mut scores: Vec<u32> = Vec::new();
        for record in read_shipped(shipped).levels {
            let opened = read_level::<IqCircuit>(&record.level.to_string());
            let level = opened.unwrap().level;
            let graded = grade(&level, &Budget::unlimited()).unwrap();
            let told = serde_json::to_value(&graded).unwrap();
            assert_eq!(record.grade, told, "{} {:?}", shipped.name, record.id);
            // What was made for a tier is graded as that tier; the booklet was printed.
            if record.seed.is_some() {
                assert_eq!(graded.tier, level.tier().unwrap().name(), "{:?}", record.id);
            }
            scores.push(graded.score);
        }
        match shipped.name {
            // It keeps the order it was printed in.
            "booklet" => assert!(rank_correlation(&scores) > 0.9),
            _ => assert!(scores.is_sorted(), "{}: {scores:?}", shipped.name),
        }
    }
}

/// How well values rise with their index, equal values sharing their ranks: 1 if they always do.
fn rank_correlation(values: &[u32]) -> f64 {
    let rank = |value: u32| {
        let below = values.iter().filter(|&&other| other < value).count();
        let equal = values.iter().filter(|&&other| other == value).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    let mean = (values.len() as f64 - 1.0) / 2.0;
    let (mut both, mut own, mut index) = (0.0, 0.0, 0.0);
    for (place, &value) in values.iter().enumerate() {
        let (a, b) = (place as f64 - mean, rank(value) - mean);
        both += a * b;
        own += b * b;
        index += a * a;
    }
    both / (own * index).sqrt()
}

#[test]
fn shipped_seeds_make_their_levels_again() {
    for shipped in shipped::PACKS {
        for record in read_shipped(shipped).levels.iter().step_by(5) {
            // The booklet was not made by seeds.
            let Some(seed) = record.seed else { continue };
            let opened = read_level::<IqCircuit>(&record.level.to_string());
            let level = opened.unwrap().level;
            let made = made(level.tier().unwrap().name(), level.set().name(), seed);
            assert_eq!(made, level, "{} seed {seed}", shipped.name);
        }
    }
}

#[test]
fn successive_seeds_make_different_challenges() {
    for tier in ["junior", "master", "wizard"] {
        let mut seen = BTreeSet::new();
        for seed in 0..130 {
            let level = made(tier, "standard", seed);
            let look =
                |level: &Level| serde_json::to_string(&IqCircuit::write_level(level)).unwrap();
            let orbit = look(&level).min(look(&level.half_turned()));
            assert!(seen.insert(orbit), "{tier} seed {seed}");
        }
    }
}

/// What a seed makes for a tier.
fn made(tier: &str, set: &str, seed: u64) -> Level {
    let tier = tier_named(IqCircuit::ABOUT.tiers, tier).unwrap();
    let set = [("set".to_owned(), set.to_owned())];
    let request = Request {
        settings: Settings::resolve(IqCircuit::ABOUT.knobs, Some(tier), &set).unwrap(),
        tier: Some(tier.name),
        min_moves: None,
        metric: None,
        seed,
    };
    IqCircuit::generate(&request, &Budget::unlimited())
        .unwrap()
        .level
}

#[test]
fn trying_by_hand_ends_with_patience_or_budget() {
    let level = everything(&shipped::standard());
    let position = level.start();
    let fitting = forced::fitting(&level, &position);
    let tried = |budget: &Budget<'_>| {
        let laid = |&lay| by_hand::pieces_laid(&level, &position, &fitting, lay, budget);
        fitting.iter().take(20).map(laid).collect::<Vec<_>>()
    };
    assert!(tried(&Budget::unlimited()).contains(&Some(by_hand::PATIENCE)));
    assert!(tried(&Budget::unlimited().with_nodes(5)).contains(&None));
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
