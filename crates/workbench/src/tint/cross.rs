//! Plans alone beside exhaustive search alone.

use gridwright_core::solve::Verdict;
use gridwright_games::kind::Kind;
use gridwright_games::tint::Tint;
use gridwright_games::tint::generate::layout;
use gridwright_games::tint::level::Level;
use gridwright_games::tint::rules::Stroke;
use gridwright_games::tint::solve::{Method, solve_by};

use crate::challenge::{Challenge, shortcuts};
use crate::cross::{self, Extent, Tally};

/// Layouts of other seeds than those that levels are made from to be compared.
const FIRST_SEED: u64 = 20_000;

/// Compares levels of every pack and tier, and prints how often the methods agreed. Finished levels
/// of the upper tiers take seconds to make, so of them there is one in a hundred, and for the rest
/// the layouts that a tier begins with: nobody knows their minimum, and they have decoration.
pub(super) fn cross(extent: &Extent) -> anyhow::Result<u64> {
    let finished = Extent {
        made: extent.made.div_ceil(100),
        ..*extent
    };
    let both = |tally: &mut Tally, name: &str, level: &Level| {
        compare(extent, tally, name, level);
        Ok(())
    };
    let mut decided = cross::over_packs_and_tiers::<Tint>(&finished, both)?;
    for tier in Tint::ABOUT.tiers.iter().filter(|_| extent.made > 0) {
        let mut tally = Tally::default();
        for seed in FIRST_SEED..FIRST_SEED + extent.made {
            if let Some(level) = layout(&cross::request(Tint::ABOUT, tier.name, seed)?) {
                compare(extent, &mut tally, &format!("layout {seed}"), &level);
            }
        }
        decided += tally.close(&format!("layouts of {}", tier.name))?;
    }
    Ok(decided)
}

fn compare(extent: &Extent, tally: &mut Tally, name: &str, level: &Level) {
    let challenge = Challenge {
        order: &["strokes", "cells"],
        is_one_action: |_, _| false,
        shorter: |stroke: &Stroke| {
            let shorter = shortcuts(stroke.cells());
            shorter.into_iter().map(Stroke::new).collect()
        },
    };
    let [one, other] = [Method::Plans, Method::Exhaustion].map(|method| {
        let verdict = extent.within(|budget| solve_by(method, level, budget).verdict);
        match &verdict {
            Verdict::Unsolvable { .. } => Some(None),
            _ if verdict.is_optimal() => Some(verdict.witness().cloned()),
            _ => None,
        }
    });
    if let Some(Some(witness)) = &one {
        tally.note_better(name, challenge.improvement(level, witness.moves()));
    }
    let [one, other] = [one, other].map(|said| Some(said?.map(|w| w.costs().clone())));
    tally.note(name, one, other);
}
