//! What must hold for every game, checked over the registry and over a toy game.
//!
//! Each test visits all games with their types; a new game is covered by being registered.

mod edits;
mod files;
mod lessons;
mod play;
mod reach;
mod toy;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Knob, Settings, Tier};
use gridwright_games::kind::Kind;
use gridwright_games::registry::{self, Visitor, read_shipped};

/// Runs one check over all games.
pub(crate) fn over_all_games(check: &mut impl Visitor) {
    check.visit::<toy::Countdown>();
    registry::visit(check);
}

/// Every level of every pack of a game, with its address.
pub(crate) fn shipped_levels<K: Kind>() -> Vec<(String, gridwright_games::document::pack::Record)> {
    K::PACKS
        .iter()
        .flat_map(|shipped| {
            let pack = read_shipped(shipped);
            assert_eq!(pack.pack, shipped.name);
            pack.levels.into_iter().map(move |record| {
                let id = record.id.clone().unwrap_or_default();
                (format!("{}/{}/{id}", K::ID, shipped.name), record)
            })
        })
        .collect()
}

#[test]
fn declarations_are_sound() {
    struct Sound;
    impl Visitor for Sound {
        fn visit<K: Kind>(&mut self) {
            assert!(K::ID.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'));
            assert!(K::SUMMARY.ends_with('.') && !K::SUMMARY.contains('\n'));
            let mut words = K::WORDS.to_vec();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), K::WORDS.len(), "{}: words repeat", K::ID);
            assert!(K::WORDS.len() <= 128, "{}: too many words", K::ID);
            resolve(K::KNOBS, None);
            for tier in K::TIERS {
                resolve(K::KNOBS, Some(tier));
            }
        }
    }
    fn resolve(knobs: &'static [Knob], tier: Option<&Tier>) {
        Settings::resolve(knobs, tier, &[]).unwrap_or_else(|faults| panic!("{faults}"));
    }
    over_all_games(&mut Sound);
    let mut numbers: Vec<u8> = registry::GAMES.iter().map(|game| game.number()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), registry::GAMES.len(), "numbers are unique");
}

#[test]
fn the_first_tier_makes_the_same_valid_level_twice() {
    use gridwright_core::generate::Request;
    struct Makes;
    impl Visitor for Makes {
        fn visit<K: Kind>(&mut self) {
            let tier = &K::TIERS[0];
            let request = Request {
                settings: Settings::resolve(K::KNOBS, Some(tier), &[]).unwrap(),
                tier: Some(tier.name),
                min_moves: None,
                metric: None,
                seed: 1,
            };
            let [first, again] = [(); 2].map(|()| {
                K::generate(&request, &Budget::unlimited())
                    .unwrap_or_else(|e| panic!("{} {}: {e:?}", K::ID, tier.name))
            });
            assert_eq!(first.level, again.level, "{} {}", K::ID, tier.name);
            assert_eq!(first.witness, again.witness, "{} {}", K::ID, tier.name);
            let mut versions = first.generator.split('/');
            assert_eq!(versions.next(), Some(K::ID));
            assert!(versions.next().is_some_and(|v| v.parse::<u32>().is_ok()));
        }
    }
    over_all_games(&mut Makes);
}
