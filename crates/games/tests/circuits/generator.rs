//! The generator makes what its seeds and recipes say.

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_games::circuits::Circuits;
use gridwright_games::kind::{Documents, Generates, Kind};

use crate::packs::packs;

#[test]
fn packs_come_from_their_seeds() {
    // The first levels again; the workbench makes all of them.
    for (recipe, pack) in packs() {
        let first = pack.levels.iter().filter(|record| record.seed <= Some(4));
        for record in first.filter(|_| recipe.tier != "hard") {
            let seed = record.seed.unwrap();
            let tier = tier_named(Circuits::ABOUT.tiers, recipe.tier).unwrap();
            let set = (recipe.settings)(seed);
            let request = Request {
                settings: Settings::resolve(Circuits::ABOUT.knobs, Some(tier), &set).unwrap(),
                tier: Some(tier.name),
                min_moves: None,
                metric: None,
                seed,
            };
            let made = Circuits::generate(&request, &Budget::unlimited()).unwrap();
            let file = serde_json::to_value(Circuits::write_level(&made.level)).unwrap();
            assert_eq!(file, record.level, "{} seed {seed}", recipe.pack);
            assert_eq!(record.generator.as_deref(), Some(made.generator));
        }
    }
}
