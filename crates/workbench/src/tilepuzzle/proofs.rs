//! How long proofs take: many fresh levels of a tier, each solved once, told as a table of quantiles.
//!
//! Times are those of the processor, not of the clock on the wall, so that a busy machine tells the
//! same as an idle one. Which levels are fresh is up to `--seed`: those a change was tuned on are not.

use std::time::Duration;

use anyhow::ensure;

use gridwright_core::budget::Budget;
use gridwright_core::solve::Wish;
use gridwright_games::tilepuzzle::solve::{self, Metric};

use super::{MEMORY, TIERS, campaign_level};
use crate::measure::{Measure, ProcessorClock, processor_time};

/// The time after which a level counts as not proved.
const PATIENCE: Duration = Duration::from_secs(30);

/// The first level of a tier that is measured, unless `--seed` names another.
const FIRST: u64 = 50_000;

/// Solves so many levels of a tier, and prints how many were proved and how long that took.
pub(super) fn proofs(
    measure: &Measure,
    tier: u64,
    metric: Metric,
    levels: u64,
) -> anyhow::Result<()> {
    let first = measure.seed().unwrap_or(FIRST);
    let wish = Wish {
        metric: Some(metric.order()[0]),
        ..Wish::default()
    };
    let mut times: Vec<(Duration, u64)> = Vec::new();
    let (mut open, mut peak) = (Vec::new(), 0);
    for index in first..first + levels {
        let (number, level, _) = campaign_level(tier, index);
        let budget = Budget::unlimited()
            .with_clock(&ProcessorClock)
            .within(PATIENCE)
            .with_memory(MEMORY);
        let start = processor_time();
        let answer = solve::solve(&level, &wish, &budget);
        times.push((processor_time() - start, number));
        peak = peak.max(answer.stats.peak_bytes);
        if !answer.verdict.is_optimal() {
            open.push(number);
        }
    }
    times.sort();
    ensure!(!times.is_empty(), "there are no levels to measure");
    let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize];
    let milliseconds = |part: f64| at(part).0.as_secs_f64() * 1e3;
    println!(
        "    {}, {}, campaign levels {} to {}:",
        TIERS[tier as usize],
        metric.order()[0],
        3 * first + tier + 1,
        3 * (first + levels - 1) + tier + 1
    );
    println!(
        "      {} of {levels} proved; median {:.2} ms, 90% {:.2} ms, 99% {:.2} ms, worst {:.2} ms (level {}), at most {} MiB",
        times.len() - open.len(),
        milliseconds(0.5),
        milliseconds(0.9),
        milliseconds(0.99),
        milliseconds(1.0),
        at(1.0).1,
        peak >> 20
    );
    let slow = times.iter().rev().take(10);
    let slow: Vec<String> = slow
        .map(|(time, number)| format!("{number} {:.1} ms", time.as_secs_f64() * 1e3))
        .collect();
    println!("      slowest: {}", slow.join(", "));
    if !open.is_empty() {
        println!("      not proved: {open:?}");
    }
    Ok(())
}
