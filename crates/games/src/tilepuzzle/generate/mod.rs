//! gen
mod scramble;
use super::level::Level;
use super::rules::Move;
use gridwright_core::referee::Witness;
use gridwright_core::rng::Rng;
pub use scramble::Recipe;

/// The three tiers of the campaign.
pub const CAMPAIGN: [Recipe; 3] = [
    Recipe {
        width: 6,
        height: 8,
        colors: 2,
        cats: 2,
        shapes: 2,
        blockers: 4,
        largest: 2,
        scramble: 15,
        blocker_cats: 0,
        locks: 0,
        threshold: 0,
    },
    Recipe {
        width: 7,
        height: 9,
        colors: 3,
        cats: 2,
        shapes: 2,
        blockers: 8,
        largest: 3,
        scramble: 30,
        blocker_cats: 2,
        locks: 0,
        threshold: 0,
    },
    Recipe {
        width: 10,
        height: 12,
        colors: 3,
        cats: 4,
        shapes: 2,
        blockers: 12,
        largest: 4,
        scramble: 60,
        blocker_cats: 2,
        locks: 1,
        threshold: 2,
    },
];
/// x
pub fn probe(recipe: &Recipe, seed: u64) -> (Level, Witness<Move>, usize) {
    let mut rng = Rng::new("tilepuzzle/1", seed);
    let mut tries = 0;
    loop {
        tries += 1;
        if let Some((l, w)) = scramble::scramble(recipe, &mut rng) {
            return (l, w, tries);
        }
    }
}
