//! The proved minima of shipped levels in every metric that can be minimised first, beside that of
//! their own solution: pars that a player may aim for instead.

use std::time::Duration;

use gridwright_core::budget::Budget;
use gridwright_core::solve::Wish;
use gridwright_games::document::pack::Pack;
use gridwright_games::registry::Game;
use gridwright_host::WallClock;

/// Proves what can be proved within the time for each level, and writes it into the records.
pub(crate) fn prove(game: &dyn Game, pack: &mut Pack, patience: Duration) -> anyhow::Result<()> {
    let further = game.metrics().iter().skip(1);
    let further: Vec<&'static str> = further.filter_map(|order| order.first().copied()).collect();
    for record in &mut pack.levels {
        let level = game.open(&record.level.to_string())?;
        record.minima.clear();
        for &metric in &further {
            let clock = WallClock::start();
            let budget = Budget::unlimited().with_clock(&clock).within(patience);
            let wish = Wish {
                metric: Some(metric),
                ..Wish::default()
            };
            let solved = level.solve(&wish, &budget);
            let least = solved.costs.filter(|_| solved.optimal);
            match least.and_then(|costs| costs.get(metric)) {
                Some(least) => {
                    record.minima.insert(metric.to_owned(), least.into());
                }
                None => println!(
                    "{} {}: not proved in {metric}",
                    pack.pack,
                    record.id.as_deref().unwrap_or_default()
                ),
            }
        }
    }
    Ok(())
}
