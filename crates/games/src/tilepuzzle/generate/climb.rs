//! Levels with a wanted minimum: local search over levels.
//!
//! A change moves a cat, a shape or a blocker somewhere else; the solver proves the new minimum;
//! the change stays if the minimum comes no farther from what is wanted. When a level does not get
//! there, another scramble is the next start.

use std::ops::RangeInclusive;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::NotMade;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::rng::Rng;

use crate::tilepuzzle::codes;
use crate::tilepuzzle::level::Level;
use crate::tilepuzzle::solve::Metric;

use super::scramble::Recipe;
use super::{minimum_and_nodes, scrambled};

/// Changes tried on one scramble since the last one that helped.
const CHANGES: usize = 300;

/// Changes tried before a request is refused.
const ALL_CHANGES: usize = 20_000;

/// Nodes spent on all of them before a request is refused: less than a minute of one core on the
/// floors of all tiers, so that one with too much room is refused with a reason and not by the clock.
const ALL_NODES: u64 = 20_000_000;

/// A level of the recipe whose proved minimum lies in the range.
pub(super) fn climb(
    recipe: &Recipe,
    metric: Metric,
    range: &RangeInclusive<u64>,
    rng: &mut Rng,
    budget: &Budget<'_>,
) -> Result<Level, NotMade> {
    let mut nearest: Option<u64> = None;
    let (mut changes, mut nodes) = (0, 0);
    let mut minimum = |level: &Level| -> Result<(Option<u64>, bool), NotMade> {
        let (minimum, more) = minimum_and_nodes(level, metric, budget)?;
        nodes += more;
        Ok((minimum, nodes < ALL_NODES))
    };
    let mut going = true;
    while changes < ALL_CHANGES && going {
        changes += 1;
        let (mut level, _) = scrambled(recipe, rng, budget)?;
        let found = minimum(&level)?;
        going = found.1;
        let Some(mut cost) = found.0 else {
            continue;
        };
        let mut stale = 0;
        while stale < CHANGES && changes < ALL_CHANGES {
            if range.contains(&cost) {
                return Ok(level);
            }
            if nearest.is_none_or(|nearest| miss(range, cost) < miss(range, nearest)) {
                nearest = Some(cost);
            }
            if !going {
                break;
            }
            (stale, changes) = (stale + 1, changes + 1);
            let Some(changed) = change(&level, rng) else {
                continue;
            };
            let (found, more) = minimum(&changed)?;
            going = more;
            if let Some(found) = found
                && miss(range, found) <= miss(range, cost)
            {
                if found != cost {
                    stale = 0;
                }
                (level, cost) = (changed, found);
            }
        }
    }
    let open = (recipe.width - 2) * (recipe.height - 2) - recipe.blockers as i32;
    let shapes = recipe.shapes * recipe.colors + recipe.blocker_cats;
    let message = format!(
        "no level with a minimum of {} to {} {} turned up in {changes} tries; the nearest had \
         {}. {shapes} shapes of at most {} cells have {open} open cells to themselves: with more \
         shapes or blockers they would be more in each other's way, and most of all in the style dense",
        range.start(),
        range.end(),
        metric.order()[0],
        nearest.map_or("none".to_owned(), |cost| cost.to_string()),
        recipe.largest,
    );
    Err(Fault::new(codes::NOT_FOUND, message, Place::everywhere()).into())
}

/// How far a value lies outside a range.
pub(super) fn miss(range: &RangeInclusive<u64>, value: u64) -> u64 {
    range.start().saturating_sub(value) + value.saturating_sub(*range.end())
}

/// The level with one piece somewhere else, if that makes a sound level: valid, and with no cat
/// fetched before the first move.
fn change(level: &Level, rng: &mut Rng) -> Option<Level> {
    let mut parts = level.parts();
    let cells: Vec<Cell> = level.cells().filter(|&cell| level.is_floor(cell)).collect();
    let to = *rng.pick(&cells)?;
    let (shapes, cats, blockers) = (parts.shapes.len(), parts.cats.len(), parts.blockers.len());
    match rng.index(shapes + cats + blockers) {
        i if i < shapes => parts.shapes[i].at = to,
        i if i < shapes + cats => {
            let cat = &mut parts.cats[i - shapes];
            if !cat.on_blocker {
                cat.at = to;
            }
        }
        i => {
            let blocker = &mut parts.blockers[i - shapes - cats];
            for cat in parts.cats.iter_mut().filter(|cat| cat.at == blocker.0) {
                cat.at = to;
            }
            blocker.0 = to;
        }
    }
    let changed = Level::new(parts).ok()?;
    let start = changed.start();
    let fetched = changed
        .cats()
        .iter()
        .any(|cat| changed.is_fetched(&start, cat));
    (!fetched && changed != *level).then_some(changed)
}
