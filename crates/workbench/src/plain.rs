//! The bench of a game that has none of its own: what every game can do.

use anyhow::{Context, bail, ensure};

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings};
use gridwright_games::document::pack::Pack;
use gridwright_games::registry::Game;

use super::{Bench, Job};

/// So many levels a tier are a full soak.
const LEVELS: u64 = 1000;

pub(crate) struct PlainBench(pub(crate) &'static dyn Game);

impl Bench for PlainBench {
    fn game(&self) -> &'static str {
        self.0.id()
    }

    /// What to measure depends on the game, so a game that is to be measured has its own bench.
    fn jobs(&self) -> &'static [Job] {
        &[]
    }

    /// Makes levels of every tier and lets the referee see their solutions.
    fn soak(&self, scale: u64) -> anyhow::Result<()> {
        let game = self.0;
        for tier in game.tiers() {
            let levels = (LEVELS * scale / 100).max(1);
            for seed in 1..=levels {
                let request = Request {
                    settings: Settings::resolve(game.knobs(), Some(tier), &[])?,
                    tier: Some(tier.name),
                    min_moves: None,
                    metric: None,
                    seed,
                };
                let record = match game.generate(&request, &Budget::unlimited()) {
                    Ok(record) => record,
                    Err(refusal) => bail!("{} seed {seed}: {}", tier.name, refusal.explain()),
                };
                let session = game.open(&record.level.to_string())?;
                let verified = session.verify(&record.solution.to_string())?;
                ensure!(verified.ok, "{} seed {seed}: the solution fails", tier.name);
            }
            println!("  {}: {levels} levels made, all solutions work", tier.name);
        }
        Ok(())
    }

    fn packs(&self) -> anyhow::Result<Vec<Pack>> {
        None.with_context(|| format!("{} has no recipe for its packs", self.0.id()))
    }
}
