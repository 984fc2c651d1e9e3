//! What must hold for every game, checked over the registry and over a toy game.
//!
//! Each test visits all games with their types; a new game is covered by being registered.

mod act;
mod at_hand;
mod characters;
mod edits;
mod files;
mod lessons;
mod limits;
mod play;
mod reach;
mod review;
mod seeds;
mod toy;
mod words;

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
    K::ABOUT
        .packs
        .iter()
        .flat_map(|shipped| {
            let pack = read_shipped(shipped);
            assert_eq!(pack.pack, shipped.name);
            pack.levels.into_iter().map(move |record| {
                let id = record.id.clone().unwrap_or_default();
                (format!("{}/{}/{id}", K::ABOUT.id, shipped.name), record)
            })
        })
        .collect()
}

#[test]
fn declarations_are_sound() {
    struct Sound;
    impl Visitor for Sound {
        fn visit<K: Kind>(&mut self) {
            assert!(
                K::ABOUT
                    .id
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b == b'-')
            );
            assert!(K::ABOUT.summary.ends_with('.') && !K::ABOUT.summary.contains('\n'));
            let mut words = K::ABOUT.words.to_vec();
            words.sort_unstable();
            words.dedup();
            assert_eq!(
                words.len(),
                K::ABOUT.words.len(),
                "{}: words repeat",
                K::ABOUT.id
            );
            assert!(
                K::ABOUT.words.len() <= 128,
                "{}: too many words",
                K::ABOUT.id
            );
            resolve(K::ABOUT.knobs, None);
            for tier in K::ABOUT.tiers {
                resolve(K::ABOUT.knobs, Some(tier));
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
fn a_level_of_every_size_is_made() {
    use gridwright_core::generate::Request;
    struct Sizes;
    impl Visitor for Sizes {
        fn visit<K: Kind>(&mut self) {
            for size in K::ABOUT.sizes {
                let known = |name: &&str| K::ABOUT.tiers.iter().find(|tier| tier.name == *name);
                let tiers: Vec<_> = size.tiers.iter().map(|name| known(name).unwrap()).collect();
                let tier = tiers[0];
                let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
                let set: Vec<_> = size.settings.iter().map(own).collect();
                let request = Request {
                    settings: Settings::resolve(K::ABOUT.knobs, Some(tier), &set).unwrap(),
                    tier: Some(tier.name),
                    min_moves: None,
                    metric: None,
                    seed: 1,
                };
                let made = K::generate(&request, &Budget::unlimited());
                assert!(made.is_ok(), "{} {}", K::ABOUT.id, size.name);
            }
        }
    }
    over_all_games(&mut Sizes);
}

#[test]
fn the_first_tier_makes_the_same_valid_level_twice() {
    use gridwright_core::generate::Request;
    struct Makes;
    impl Visitor for Makes {
        fn visit<K: Kind>(&mut self) {
            let tier = &K::ABOUT.tiers[0];
            let request = Request {
                settings: Settings::resolve(K::ABOUT.knobs, Some(tier), &[]).unwrap(),
                tier: Some(tier.name),
                min_moves: None,
                metric: None,
                seed: 1,
            };
            let [first, again] = [(); 2].map(|()| {
                K::generate(&request, &Budget::unlimited())
                    .unwrap_or_else(|e| panic!("{} {}: {e:?}", K::ABOUT.id, tier.name))
            });
            assert_eq!(first.level, again.level, "{} {}", K::ABOUT.id, tier.name);
            assert_eq!(
                first.witness,
                again.witness,
                "{} {}",
                K::ABOUT.id,
                tier.name
            );
            let mut versions = first.generator.split('/');
            assert_eq!(versions.next(), Some(K::ABOUT.id));
            assert!(versions.next().is_some_and(|v| v.parse::<u32>().is_ok()));
        }
    }
    over_all_games(&mut Makes);
}
