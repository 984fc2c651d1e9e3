//! The method that solves TilePuzzle's levels beside one that shares no bound with it, in both metrics.

use gridwright_core::puzzle::Puzzle;
use gridwright_games::tilepuzzle::TilePuzzle;
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::rules::Move;
use gridwright_games::tilepuzzle::solve::{self, Finish, Metric};

use super::{TIERS, campaign_level};
use crate::challenge::Challenge;
use crate::cross::{self, Extent, Tally};

/// Scrambles of other numbers than those that proofs are timed on.
const FIRST: u64 = 20_000;

const WORDS: [&str; 2] = [" in steps", " in drags"];

/// Compares levels of every pack and tier in both metrics, and prints how often the methods agreed.
/// Those that a tier draws by their grade take seconds to make, so of them there is one in ten, and
/// ten to one of the scrambles it draws from.
pub(super) fn cross(extent: &Extent) -> anyhow::Result<u64> {
    let drawn = Extent {
        made: extent.made.div_ceil(10),
        ..*extent
    };
    let both = |[steps, drags]: &mut [Tally; 2], name: &str, level: &Level| {
        compare(extent, Metric::Steps, steps, name, level);
        compare(extent, Metric::Drags, drags, name, level);
        Ok(())
    };
    let mut decided = cross::in_several_ways::<TilePuzzle, 2>(&drawn, WORDS, both)?;
    for (tier, name) in TIERS.iter().enumerate().filter(|_| extent.made > 0) {
        let mut tallies = [Tally::default(), Tally::default()];
        for index in FIRST..FIRST + extent.made {
            let (number, level, _) = campaign_level(tier as u64, index);
            both(&mut tallies, &format!("scramble {number}"), &level)?;
        }
        for (tally, words) in tallies.iter().zip(WORDS) {
            decided += tally.close(&format!("scrambles of {name}{words}"))?;
        }
    }
    Ok(decided)
}

fn compare(extent: &Extent, metric: Metric, tally: &mut Tally, name: &str, level: &Level) {
    let challenge = Challenge {
        order: metric.order(),
        is_one_action: |a: &Move, b: &Move| a.shape == b.shape,
        shorter: |_| Vec::new(),
    };
    let start = level.start();
    let (finish, method) =
        extent.within(|budget| solve::finish_by(level, &start, metric, &mut budget.meter()));
    let best = decided(finish);
    if let Some(Some(moves)) = &best {
        tally.note_better(name, challenge.improvement(level, moves));
    }
    let other =
        extent.within(|budget| solve::finish_otherwise(level, &start, method, &mut budget.meter()));
    let cost = |moves: Option<Vec<Move>>| moves.map(|moves| challenge.cost(level, &moves));
    tally.note(name, best.map(cost), decided(other).map(cost));
}

/// The moves of a proved minimum, `None` inside if there is no solution: a level that is called
/// impossible is decided, too. Nothing if it is not decided.
fn decided(finish: Finish) -> Option<Option<Vec<Move>>> {
    match finish {
        Finish::Found { moves, open: None } => Some(Some(moves)),
        Finish::Impossible { .. } => Some(None),
        Finish::Found { open: Some(_), .. } | Finish::GaveUp(..) => None,
    }
}
