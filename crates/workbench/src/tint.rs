//! The bench of Tint.

use std::time::{Duration, Instant};

use anyhow::ensure;
use gridwright_core::budget::Budget;
use gridwright_core::generate::{Settings, tier_named};
use gridwright_core::solve::Verdict;
use gridwright_games::document::pack::Pack;
use gridwright_games::kind::Kind;
use gridwright_games::tint::Tint;
use gridwright_games::tint::generate::layout;
use gridwright_games::tint::level::Level;
use gridwright_games::tint::solve::solve;

use crate::measure::{Measure, WallClock};
use crate::{Bench, Job};

pub(crate) struct TintBench;

impl Bench for TintBench {
    fn game(&self) -> &'static str {
        Tint::ID
    }

    fn jobs(&self) -> &'static [Job] {
        &[]
    }

    /// Proves levels as they are laid, unfiltered, 10 x 8 with 6 droplets, 6 targets and 4 gates.
    fn soak(&self, scale: u64) -> anyhow::Result<()> {
        let mut times = Vec::new();
        for seed in 0..scale {
            let Some(level) = large(seed) else { continue };
            let clock = WallClock::start();
            let budget = Budget::unlimited()
                .with_clock(&clock)
                .with_memory(4 << 30)
                .within(Duration::from_secs(30));
            let begun = Instant::now();
            let answer = solve(&level, &budget);
            let seconds = begun.elapsed().as_secs_f64();
            let verdict = match &answer.verdict {
                Verdict::Solved { witness, optimality } => format!("{} {optimality:?}", witness.costs()),
                other => format!("{other:?}"),
            };
            println!("seed {seed}: {seconds:.3} s, {} nodes, {verdict}", answer.stats.nodes);
            times.push(seconds);
        }
        ensure!(!times.is_empty(), "no level was laid");
        times.sort_by(f64::total_cmp);
        let below = |limit: f64| times.iter().filter(|&&time| time < limit).count();
        println!("{} levels, {} below 1 s, {} below 30 s, median {:.4} s", times.len(), below(1.0), below(29.9), times[times.len() / 2]);
        Ok(())
    }

    fn packs(&self) -> anyhow::Result<Vec<Pack>> {
        Ok(Vec::new())
    }
}

/// The settings of the speed target.
fn large(seed: u64) -> Option<Level> {
    let tier = tier_named(Tint::TIERS, "hard").ok()?;
    let set: Vec<(String, String)> = [("width", "10"), ("height", "8"), ("plan", "8"), ("droplets", "6"), ("targets", "6"), ("gates", "4"), ("walls", "50")]
        .map(|(k, v)| (k.to_owned(), v.to_owned())).to_vec();
    let settings = Settings::resolve(Tint::KNOBS, Some(tier), &set).ok()?;
    layout(&settings, seed)
}
