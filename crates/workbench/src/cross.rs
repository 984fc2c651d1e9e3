//! Two exact methods beside each other: how often they agree, and what only one of them decides.

use std::fmt::Debug;
use std::time::Duration;

use anyhow::ensure;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_games::about::About;
use gridwright_games::document::read_level;
use gridwright_games::kind::Kind;
use gridwright_games::registry;
use gridwright_host::WallClock;

/// The memory each method may take for a level.
pub(crate) const MEMORY: u64 = 1 << 30;

/// The first seed of levels that are made to be compared: far from those that ship.
const FIRST_SEED: u64 = 10_000;

/// Tries for one level that is to be made, before the next seed is taken.
const TRIES: u64 = 4;

/// What came of comparing two methods.
#[derive(Default)]
pub(crate) struct Tally {
    levels: u64,
    agreed: u64,
    wrong: u64,
    by_one: u64,
}

impl Tally {
    /// Notes what two methods say about a level; each says nothing if a limit stopped it.
    pub(crate) fn note<T: PartialEq + Debug>(
        &mut self,
        name: &str,
        one: Option<T>,
        other: Option<T>,
    ) {
        self.levels += 1;
        match (one, other) {
            (Some(one), Some(other)) if one == other => self.agreed += 1,
            (Some(one), Some(other)) => {
                self.wrong += 1;
                println!("    {name}: {one:?} and {other:?}");
            }
            (None, None) => {}
            _ => self.by_one += 1,
        }
    }

    /// Prints a line about all that was noted; fails if the methods disagreed.
    pub(crate) fn close(&self, what: &str) -> anyhow::Result<()> {
        println!(
            "  {what}: {} levels, {} decided by both, {} agreements, {} disagreements; {} decided by \
             one method",
            self.levels,
            self.agreed + self.wrong,
            self.agreed,
            self.wrong,
            self.by_one
        );
        ensure!(self.wrong == 0, "{what}: the methods disagree");
        Ok(())
    }
}

/// Calls `compare` with the levels of every shipped pack and with so many fresh levels of every
/// tier, and closes a tally for each.
pub(crate) fn over_packs_and_tiers<K: Kind>(
    levels: u64,
    mut compare: impl FnMut(&mut Tally, &str, &K::Level) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for shipped in K::ABOUT.packs {
        let mut tally = Tally::default();
        let records = registry::read_shipped(shipped).levels;
        for record in records.into_iter().take(levels as usize) {
            let level = read_level::<K>(&record.level.to_string())?.level;
            compare(&mut tally, &record.id.unwrap_or_default(), &level)?;
        }
        tally.close(&format!("pack {}", shipped.name))?;
    }
    for tier in K::ABOUT.tiers {
        let mut tally = Tally::default();
        let seeds = FIRST_SEED..FIRST_SEED + TRIES * levels;
        let made = seeds.filter_map(|seed| {
            let made = K::generate(
                &request(K::ABOUT, tier.name, seed).ok()?,
                &Budget::unlimited(),
            );
            Some((seed, made.ok()?.level))
        });
        for (seed, level) in made.take(levels as usize) {
            compare(&mut tally, &format!("seed {seed}"), &level)?;
        }
        tally.close(&format!("tier {}", tier.name))?;
    }
    Ok(())
}

/// Calls `work` with a budget of so many seconds.
pub(crate) fn within<T>(seconds: u64, work: impl FnOnce(&Budget<'_>) -> T) -> T {
    let clock = WallClock::start();
    let budget = Budget::unlimited()
        .with_clock(&clock)
        .within(Duration::from_secs(seconds))
        .with_memory(MEMORY);
    work(&budget)
}

fn request(about: &About, tier: &str, seed: u64) -> anyhow::Result<Request> {
    let tier = tier_named(about.tiers, tier).map_err(|fault| anyhow::anyhow!("{fault}"))?;
    Ok(Request {
        settings: Settings::resolve(about.knobs, Some(tier), &[])?,
        tier: Some(tier.name),
        min_moves: None,
        metric: None,
        seed,
    })
}
