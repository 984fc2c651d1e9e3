//! The generator makes what its seeds say.

use std::collections::BTreeSet;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_games::document::read_level;
use gridwright_games::iq_circuit::level::Level;
use gridwright_games::iq_circuit::{IqCircuit, shipped};
use gridwright_games::kind::{Documents, Generates, Kind};
use gridwright_games::registry::read_shipped;

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
pub(crate) fn made(tier: &str, set: &str, seed: u64) -> Level {
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
