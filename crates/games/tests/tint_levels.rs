//! Levels that are made and levels that ship: what the tiers promise, what the knobs switch off,
//! that a seed gives the same level for ever, and that the packs are proved, connected and free of
//! decoration.

use std::collections::BTreeSet;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Made, Request, Settings, tier_named};
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::solve::Which;
use gridwright_games::document::pack::Record;
use gridwright_games::document::read_level;
use gridwright_games::kind::Kind;
use gridwright_games::registry::read_shipped;
use gridwright_games::tint::Tint;
use gridwright_games::tint::generate::layout;
use gridwright_games::tint::grade::{Mechanics, decoration};
use gridwright_games::tint::level::Level;
use gridwright_games::tint::solve::solve;

fn request(tier: Option<&'static str>, set: &[(&str, &str)], seed: u64) -> Request {
    let named = tier.map(|tier| tier_named(Tint::TIERS, tier).unwrap());
    let set: Vec<(String, String)> = set
        .iter()
        .map(|&(knob, value)| (knob.to_owned(), value.to_owned()))
        .collect();
    Request {
        settings: Settings::resolve(Tint::KNOBS, named, &set).unwrap(),
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

/// A number that depends on every bit of a text and stays what it is for ever (FNV-1a).
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn tiers_keep_their_promise() {
    for (tier, strokes) in [("easy", 1..=2), ("medium", 3..=4), ("hard", 5..=6)] {
        let request = request(Some(tier), &[], HARD_SEED);
        let made = make(&request);
        assert_eq!(made.level, make(&request).level, "same seed, same level");
        let costs = made.witness.costs();
        assert!(
            made.optimal && strokes.contains(&costs.get("strokes").unwrap()),
            "{costs}"
        );
        let grade = Tint::grade(&made.level, &made.witness, true, &Budget::unlimited());
        assert_eq!(grade.unwrap().tier, tier);
        let parts = decoration(&made.level, costs, &Budget::unlimited());
        assert_eq!(parts.dispensable, [""; 0], "{tier}");
        assert!(is_one_sheet(&made.level), "{tier}");
    }
}

/// A seed of the hard tier that does not take long.
const HARD_SEED: u64 = 3;

#[test]
fn seeds_give_the_same_levels_for_ever() {
    let rows = [
        ("easy", 1, 0x6217_60be_f653_1ec1),
        ("easy", 2, 0x1d64_312b_a9cd_b55f),
        ("medium", 1, 0x16a6_b223_38f9_a7e8),
        ("medium", 2, 0x9264_c53d_2e5e_8e6c),
        ("hard", HARD_SEED, 0x8b29_179f_4a3c_899e),
    ];
    let found = rows.map(|(tier, seed, _)| {
        let made = make(&request(Some(tier), &[], seed));
        (tier, seed, fingerprint(&format!("{:?}", made.level)))
    });
    assert_eq!(found, rows);
    // Expert levels take long to make; their layouts do not.
    let expert = request(Some("expert"), &[], 0).settings;
    let laid = layout(&expert, 1).unwrap();
    assert_eq!(fingerprint(&format!("{laid:?}")), 0xe51f_5a2d_e671_601a);
}

#[test]
fn knobs_switch_mechanics_off() {
    let off = [
        "mixing", "lines", "cuts", "negation", "switch-2", "switch-3", "switch-4",
    ];
    let made = make(&request(None, &off.map(|knob| (knob, "false")), 3));
    assert_eq!(Mechanics::of(&made.level, made.witness.moves()).count(), 0);
    assert!(made.level.lines().is_empty());
}

#[test]
fn packs_are_proved_and_of_one_piece() {
    let mut ids = BTreeSet::new();
    for shipped in Tint::PACKS {
        let pack = read_shipped(shipped);
        assert_eq!(pack.levels.len(), 18);
        for record in &pack.levels {
            let id = record.id.as_deref().unwrap();
            assert!(ids.insert(id.to_owned()), "ids are unique over the packs");
            let level = level_of(record);
            assert!(is_one_sheet(&level), "{id}");
            let verdict = solve(&level, &Budget::unlimited().with_nodes(2_000)).verdict;
            assert!(verdict.is_optimal() && record.optimal, "{id}");
            let witness = verdict.witness().unwrap();
            let costs = witness.costs();
            assert_eq!(costs.get("strokes"), record.costs["strokes"].as_u64());
            assert_eq!(costs.get("cells"), record.costs["cells"].as_u64());
            assert_eq!(record.grade["tier"], shipped.name);
            if shipped.name == "expert" {
                assert!(Mechanics::of(&level, witness.moves()).count() >= 3, "{id}");
                assert!(level.width() >= 9 && level.height() >= 6, "{id}");
            }
        }
    }
    assert!(!Tint::LISTINGS.contains(&Which::Best));
}

#[test]
fn packs_are_free_of_decoration() {
    for shipped in Tint::PACKS {
        for record in &read_shipped(shipped).levels {
            let level = level_of(record);
            let verdict = solve(&level, &Budget::unlimited()).verdict;
            let costs = verdict.witness().unwrap().costs();
            let parts = decoration(&level, costs, &Budget::unlimited());
            assert!(parts.undecided.is_empty(), "{:?}", record.id);
            assert_eq!(parts.dispensable, [""; 0], "{:?}", record.id);
        }
    }
}

#[test]
fn the_solver_expands_as_few_nodes_as_ever() {
    let nodes = Tint::PACKS.iter().map(|shipped| {
        let pack = read_shipped(shipped);
        let levels = pack.levels.iter().map(level_of);
        let nodes = levels.map(|level| solve(&level, &Budget::unlimited()).stats.nodes);
        (shipped.name, nodes.sum())
    });
    let expected: [(&str, u64); 4] = [
        ("easy", 799),
        ("medium", 820),
        ("hard", 2728),
        ("expert", 4536),
    ];
    assert_eq!(nodes.collect::<Vec<_>>(), expected);
}
