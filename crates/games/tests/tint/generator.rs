//! Levels that are made: what the tiers promise, what the knobs switch off, what is refused.

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Made, Request, Settings, tier_named};
use gridwright_games::kind::{Generates, Grades, Kind};
use gridwright_games::tint::Tint;
use gridwright_games::tint::grade::decoration;
use gridwright_games::tint::level::Level;
use gridwright_games::tint::mechanics::Mechanics;

use crate::packs::is_one_sheet;

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
