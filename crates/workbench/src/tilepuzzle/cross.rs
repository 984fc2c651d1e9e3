//! The method that solves TilePuzzle's levels beside one that shares no bound with it, in both metrics.

use gridwright_core::puzzle::Puzzle;
use gridwright_games::tilepuzzle::TilePuzzle;
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::rules::Move;
use gridwright_games::tilepuzzle::solve::{self, Finish, Metric};

use crate::challenge::Challenge;
use crate::cross::{self, Extent, Tally};

/// Compares levels of every pack and tier in both metrics, and prints how often the methods agreed.
pub(super) fn cross(extent: &Extent) -> anyhow::Result<u64> {
    let words = [" in steps", " in drags"];
    cross::in_several_ways::<TilePuzzle, 2>(extent, words, |[steps, drags], name, level| {
        compare(extent, Metric::Steps, steps, name, level);
        compare(extent, Metric::Drags, drags, name, level);
        Ok(())
    })
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
