//! What seeds make: the same level for the same seed, as long as the generator has its number.
//!
//! `testdata/GAME/seeds.txt` has a line for each of the first seeds of the tiers that are made in a
//! moment: generator, tier, seed, and a hash of the level file. Who changes what seeds make, be it
//! by another solver or another generator, raises the number of the generator and lets this test
//! write the file:
//!
//! ```text
//! GRIDWRIGHT_WRITE_SEEDS=1 cargo test -p gridwright-games --test conformance seeds
//! ```
//!
//! It refuses to write where the number was not raised.

use std::path::PathBuf;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_games::registry::{GAMES, Game};

/// The seeds of every tier.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

#[test]
#[allow(clippy::disallowed_methods, reason = "it writes the list on request")]
fn seeds_make_the_same_levels_as_long_as_the_generator_has_its_number() {
    let writes = std::env::var_os("GRIDWRIGHT_WRITE_SEEDS").is_some();
    let mut changed = Vec::new();
    for game in GAMES {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../testdata")
            .join(game.id())
            .join("seeds.txt");
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        let made = first_seeds(*game);
        if known == made {
            continue;
        }
        match may_replace(&known, &made) {
            Ok(()) if writes => std::fs::write(&path, made).unwrap(),
            Ok(()) => changed.push(format!("{}:\n{made}", path.display())),
            Err(reason) => changed.push(format!("{}: {reason}\n{made}", path.display())),
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn what_seeds_make_is_written_anew_only_under_a_higher_number() {
    fn check(known: &str, made: &str, expected: bool) {
        assert_eq!(may_replace(known, made).is_ok(), expected, "{known:?}");
    }
    let made = "tint/10 easy 1 00\n";
    check("", made, true);
    check("tint/9 easy 1 00\n", made, true);
    check("tint/9 easy 1 11\ntint/9 easy 2 22\n", made, true);
    check("tint/10 easy 1 11\n", made, false);
    check("tint/11 easy 1 11\n", made, false);
    check("tint/9 easy 1 11\ntint/10 easy 2 22\n", made, false);
    check("not a list of seeds", made, false);
}

/// Whether one list of what seeds make may take the place of another: every line of the old one is
/// of an older generator.
fn may_replace(known: &str, made: &str) -> Result<(), String> {
    let number = |line: &str| -> Option<u32> {
        let (generator, _) = line.split_once(' ')?;
        generator.rsplit_once('/')?.1.parse().ok()
    };
    let new = made.lines().next().and_then(number);
    match known
        .lines()
        .all(|line| number(line) < new && number(line).is_some())
    {
        true => Ok(()),
        false => {
            Err("Seeds make something else than before. Raise the number of the generator.".into())
        }
    }
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
            let session = game.open(&record.level.to_string()).unwrap();
            let checked = session.inspect(true, &Budget::unlimited()).findings.grade;
            let checked = serde_json::to_value(checked).unwrap();
            for key in ["score", "tier"] {
                let (made, checked) = (&record.grade[key], &checked[key]);
                assert_eq!(made, checked, "{key} of {} {name} {seed}", game.id());
            }
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
