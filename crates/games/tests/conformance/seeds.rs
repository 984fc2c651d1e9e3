//! What seeds make: the same level for the same seed, as long as the generator has its number.
//!
//! `testdata/GAME/seeds.txt` has a line for each of the first seeds of the tiers that are made in a
//! moment: generator, tier, seed, and a hash of the level file. Who changes what seeds make, be it
//! by another solver or another generator, raises the number of the generator and replaces the
//! file by what this test prints.

use std::path::PathBuf;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_games::registry::{GAMES, Game};

/// The seeds of every tier.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

#[test]
fn seeds_make_the_same_levels_as_long_as_the_generator_has_its_number() {
    let mut changed = Vec::new();
    for game in GAMES {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../testdata")
            .join(game.id())
            .join("seeds.txt");
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        let made = first_seeds(*game);
        if known != made {
            changed.push(format!("{}:\n{made}", path.display()));
        }
    }
    let changed = changed.join("\n");
    assert!(
        changed.is_empty(),
        "Seeds make something else than before. Raise the number of the generator, and replace:\n{changed}"
    );
}

fn first_seeds(game: &'static dyn Game) -> String {
    let about = game.about();
    let tiers = match about.daily {
        [] => &[about.tiers[0].name][..],
        daily => daily,
    };
    let mut lines = String::new();
    for name in tiers {
        let tier = tier_named(about.tiers, name).unwrap();
        for seed in SEEDS {
            let request = Request {
                settings: Settings::resolve(about.knobs, Some(tier), &[]).unwrap(),
                tier: Some(tier.name),
                min_moves: None,
                metric: None,
                seed,
            };
            let record = game.generate(&request, &Budget::unlimited()).unwrap();
            assert_eq!(record.generator.as_deref(), Some(about.generator));
            let hash = fingerprint(&record.level.to_string());
            lines += &format!("{} {name} {seed} {hash:016x}\n", about.generator);
        }
    }
    lines
}

/// A number that depends on every bit of a text (FNV-1a).
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
