//! Levels that are made and levels that ship: what the tiers promise, what the knobs switch off,
//! that a seed gives the same level for a generator version, and that the packs are proved,
//! connected and free of decoration.

use std::collections::BTreeSet;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Made, Request, Settings, tier_named};
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::solve::Which;
use gridwright_games::document::pack::Record;
use gridwright_games::document::read_level;
use gridwright_games::kind::{Generates, Grades, Kind, Rules};
use gridwright_games::registry::read_shipped;
use gridwright_games::tint::Tint;
use gridwright_games::tint::generate::GENERATOR;
use gridwright_games::tint::grade::decoration;
use gridwright_games::tint::level::{Fixture, Level, StartRule};
use gridwright_games::tint::mechanics::Mechanics;
use gridwright_games::tint::solve::solve;

fn request(tier: Option<&'static str>, set: &[(&str, &str)], seed: u64) -> Request {
    let named = tier.map(|tier| tier_named(Tint::ABOUT.tiers, tier).unwrap());
    let set: Vec<(String, String)> = set
        .iter()
        .map(|&(knob, value)| (knob.to_owned(), value.to_owned()))
        .collect();
    Request {
        settings: Settings::resolve(Tint::ABOUT.knobs, named, &set).unwrap(),
        tier,
        min_moves: None,
        metric: None,
        seed,
    }
}

fn make(request: &Request) -> Made<Level> {
    Tint::generate(request, &Budget::unlimited()).unwrap()
}

fn level_of(record: &Record) -> Level {
    read_level::<Tint>(&record.level.to_string()).unwrap().level
}

/// Whether strokes can come from any paper to any other.
fn is_one_sheet(level: &Level) -> bool {
    let paper: BTreeSet<Cell> = level
        .ground()
        .cells()
        .filter(|&cell| level.is_paper(cell))
        .collect();
    let mut seen: BTreeSet<Cell> = paper.first().copied().into_iter().collect();
    let mut stack: Vec<Cell> = seen.iter().copied().collect();
    while let Some(cell) = stack.pop() {
        for beside in Dir::ALL.map(|dir| cell.step(dir)) {
            if paper.contains(&beside) && seen.insert(beside) {
                stack.push(beside);
            }
        }
    }
    seen == paper
}

#[test]
fn tiers_keep_their_promise() {
    for tier in ["easy", "medium"] {
        let request = request(Some(tier), &[], 1);
        let made = make(&request);
        assert_eq!(made.level, make(&request).level, "same seed, same level");
        let costs = made.witness.costs();
        assert!(made.optimal, "{costs}");
        let grade = Tint::grade(&made.level, &made.witness, true, &Budget::unlimited());
        assert_eq!(grade.unwrap().tier, tier);
        let parts = decoration(&made.level, costs, &Budget::unlimited());
        assert_eq!(parts.dispensable, [""; 0], "{tier}");
        assert!(is_one_sheet(&made.level), "{tier}");
        let lines = made.level.lines();
        assert!(lines.iter().all(|(_, cells)| cells.len() >= 4), "{tier}");
    }
}

#[test]
fn knobs_switch_mechanics_off() {
    let set = [
        ("lines", "false"),
        ("mechanics", "0"),
        ("most-strokes", "2"),
    ];
    let made = make(&request(None, &set, 3));
    assert!(made.level.lines().is_empty());
    assert_eq!(Mechanics::of(&made.level, made.witness.moves()).cuts, 0);
}

#[test]
fn contradictions_are_refused() {
    for set in [
        [("least-strokes", "3"), ("most-strokes", "2")],
        [("least-figures", "5"), ("most-figures", "4")],
    ] {
        assert!(Tint::generate(&request(None, &set, 1), &Budget::unlimited()).is_err());
    }
}

#[test]
fn packs_are_proved_and_of_one_piece() {
    let mut ids = BTreeSet::new();
    let mut pictures = BTreeSet::new();
    let mut titles = BTreeSet::new();
    for shipped in Tint::ABOUT.packs {
        let pack = read_shipped(shipped);
        assert_eq!(pack.levels.len(), 24, "{}", shipped.name);
        let scores = pack
            .levels
            .iter()
            .map(|record| record.grade["score"].as_u64());
        assert!(scores.is_sorted(), "{}", shipped.name);
        for (index, record) in pack.levels.iter().enumerate() {
            let id = record.id.as_deref().unwrap();
            assert!(ids.insert(id.to_owned()), "ids are unique over the packs");
            let level = level_of(record);
            assert!(is_one_sheet(&level), "{id}");
            assert_eq!(level.start_rule(), StartRule::Droplet, "{id}");
            assert_eq!(record.generator.as_deref(), Some(GENERATOR), "{id}");
            let title = record.level["meta"]["title"].as_str().unwrap();
            assert!(titles.insert(title.to_owned()), "{id}: {title}");
            assert!(
                pictures.insert(Tint::likeness(&level)),
                "{id} is another's image"
            );
            let figures = level.fixtures();
            let figures = figures.filter(|(_, f)| matches!(f, Fixture::Target(_)));
            assert!((3..=6).contains(&figures.count()), "{id}");
            let lines = level.lines();
            assert!(lines.iter().all(|(_, cells)| cells.len() >= 4), "{id}");
            assert_eq!(record.grade["tier"], shipped.name, "{id}");
            // Proving every one again takes minutes in a debug build; `bench tint shipped` does.
            if index % 4 != 0 {
                continue;
            }
            let verdict = solve(&level, &Budget::unlimited()).verdict;
            assert!(verdict.is_optimal() && record.optimal, "{id}");
            let witness = verdict.witness().unwrap();
            let costs = witness.costs();
            assert_eq!(
                costs.get("strokes"),
                record.costs["strokes"].as_u64(),
                "{id}"
            );
            assert_eq!(costs.get("cells"), record.costs["cells"].as_u64(), "{id}");
        }
    }
    assert!(!Tint::ABOUT.listings.contains(&Which::Best));
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
const NODES: [u64; 4] = [14, 498, 517, 456];

/// Every part of a level matters. The soak looks at all of them.
#[test]
fn packs_are_free_of_decoration() {
    for shipped in &Tint::ABOUT.packs[..2] {
        for record in read_shipped(shipped).levels.iter().step_by(8) {
            let level = level_of(record);
            let verdict = solve(&level, &Budget::unlimited()).verdict;
            let costs = verdict.witness().unwrap().costs();
            let parts = decoration(&level, costs, &Budget::unlimited());
            assert!(parts.undecided.is_empty(), "{:?}", record.id);
            assert_eq!(parts.dispensable, [""; 0], "{:?}", record.id);
        }
    }
}
