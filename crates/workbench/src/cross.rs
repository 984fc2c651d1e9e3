//! Two exact methods beside each other on levels of the shipped packs and tiers: how often they
//! agree, and what only one of them decides. What the first calls best is
//! [challenged](crate::challenge) as well.

use std::fmt::Debug;
use std::time::Duration;

use anyhow::ensure;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_games::about::About;
use gridwright_games::document::read_level;
use gridwright_games::kind::Kind;
use gridwright_games::registry;

use crate::measure::ProcessorClock;

/// The memory each method may take for a level.
const MEMORY: u64 = 1 << 30;

/// The first seed of levels that are made to be compared: far from those that ship.
const FIRST_SEED: u64 = 10_000;

/// Tries for one level that is to be made, before the next seed is taken.
const TRIES: u64 = 4;

/// How much is compared.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// Levels of each pack.
    pub(crate) shipped: u64,
    /// Fresh levels of each tier.
    pub(crate) made: u64,
    /// What each method may take for a level.
    pub(crate) patience: Patience,
}

/// When a method gives a level up.
#[derive(Clone, Copy)]
pub(crate) enum Patience {
    /// After this time of the processor, so that a busy machine decides as many as an idle one.
    Time(Duration),
    /// After so many nodes, which are the same on every machine.
    Nodes(u64),
}

impl Extent {
    /// Calls `work` with the limits of one method on one level.
    pub(crate) fn within<T>(&self, work: impl FnOnce(&Budget<'_>) -> T) -> T {
        let budget = Budget::unlimited().with_memory(MEMORY);
        work(&match self.patience {
            Patience::Time(time) => budget.with_clock(&ProcessorClock).within(time),
            Patience::Nodes(nodes) => budget.with_nodes(nodes),
        })
    }
}

/// What came of comparing two methods.
#[derive(Default)]
pub(crate) struct Tally {
    levels: u64,
    agreed: u64,
    wrong: u64,
    by_one: u64,
    improved: u64,
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

    /// Notes a solution that is better than one that was called best, if there is one.
    pub(crate) fn note_better<M: Debug>(&mut self, name: &str, better: Option<Vec<M>>) {
        if let Some(better) = better {
            self.improved += 1;
            println!("    {name}: improved to {better:?}");
        }
    }

    /// Prints a line about all that was noted and says how many levels both methods decided; fails
    /// if they disagreed anywhere.
    pub(crate) fn close(&self, what: &str) -> anyhow::Result<u64> {
        let decided = self.agreed + self.wrong;
        println!(
            "  {what}: {} levels, {decided} decided by both, {} agreements, {} disagreements, {} \
             improved; {} decided by one method",
            self.levels, self.agreed, self.wrong, self.improved, self.by_one
        );
        ensure!(self.wrong == 0, "{what}: the methods disagree");
        ensure!(self.improved == 0, "{what}: what was called best is not");
        Ok(decided)
    }
}

/// Calls `compare` with levels of every shipped pack and with fresh levels of every tier, and closes
/// a tally for each; how many levels both methods decided.
pub(crate) fn over_packs_and_tiers<K: Kind>(
    extent: &Extent,
    mut compare: impl FnMut(&mut Tally, &str, &K::Level) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    in_several_ways::<K, 1>(extent, [""], |[tally], name, level| {
        compare(tally, name, level)
    })
}

/// The same with several comparisons of each level, each with a tally and words of its own: levels may
/// take longer to make than to compare.
pub(crate) fn in_several_ways<K: Kind, const N: usize>(
    extent: &Extent,
    words: [&str; N],
    mut compare: impl FnMut(&mut [Tally; N], &str, &K::Level) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let close = |tallies: [Tally; N], what: String| {
        let each = words.iter().zip(tallies);
        each.map(|(words, tally)| tally.close(&format!("{what}{words}")))
            .sum::<anyhow::Result<u64>>()
    };
    let none = || std::array::from_fn(|_| Tally::default());
    let mut decided = 0;
    for shipped in K::ABOUT.packs {
        let mut tallies = none();
        let records = registry::read_shipped(shipped).levels;
        for record in records.into_iter().take(extent.shipped as usize) {
            let level = read_level::<K>(&record.level.to_string())?.level;
            compare(&mut tallies, &record.id.unwrap_or_default(), &level)?;
        }
        decided += close(tallies, format!("pack {}", shipped.name))?;
    }
    for tier in K::ABOUT.tiers.iter().filter(|_| extent.made > 0) {
        let mut tallies = none();
        let seeds = FIRST_SEED..FIRST_SEED + TRIES * extent.made;
        let made = seeds.filter_map(|seed| {
            let made = K::generate(
                &request(K::ABOUT, tier.name, seed).ok()?,
                &Budget::unlimited(),
            );
            Some((seed, made.ok()?.level))
        });
        for (seed, level) in made.take(extent.made as usize) {
            compare(&mut tallies, &format!("seed {seed}"), &level)?;
        }
        decided += close(tallies, format!("tier {}", tier.name))?;
    }
    Ok(decided)
}

/// What is asked of a tier's generator.
pub(crate) fn request(about: &About, tier: &str, seed: u64) -> anyhow::Result<Request> {
    let tier = tier_named(about.tiers, tier).map_err(|fault| anyhow::anyhow!("{fault}"))?;
    Ok(Request {
        settings: Settings::resolve(about.knobs, Some(tier), &[])?,
        tier: Some(tier.name),
        min_moves: None,
        metric: None,
        seed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OWN;

    #[test]
    fn two_methods_agree_on_levels_of_every_pack() {
        // Many that are decided soon, and a few that take more. Fresh levels take longer to make than to
        // compare: they are left to the soak.
        for (shipped, nodes, least) in [(120, 400, 500), (6, 3_000, 50)] {
            let extent = Extent {
                shipped,
                made: 0,
                patience: Patience::Nodes(nodes),
            };
            let decided = OWN.iter().map(|bench| bench.cross(&extent).unwrap());
            let decided: u64 = decided.sum();
            assert!(
                decided >= least,
                "{decided} levels were decided twice within {nodes} nodes"
            );
        }
    }
}
