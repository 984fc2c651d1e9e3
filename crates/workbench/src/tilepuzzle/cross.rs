//! Two exact methods that share no pruning, on levels of the shipped tiers; and every solution that
//! is called best is challenged by local improvement.

use std::time::Duration;

use anyhow::ensure;

use gridwright_core::budget::{Budget, Meter};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee;
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::rules::{Move, Position};
use gridwright_games::tilepuzzle::solve::{self, Finish, Metric};
use gridwright_host::WallClock;

use super::{MEMORY, TIERS, campaign_level};

/// The time each of the two methods may take for a level.
const PATIENCE: Duration = Duration::from_secs(10);

/// Levels compared are beyond those of the campaign pack, from this one of each tier on.
const FIRST: u64 = 10_000;

type Method = fn(&Level, &Position, Metric, &mut Meter<'_>) -> Finish;

/// Compares so many levels of every tier in both metrics, and prints how often the methods agreed.
pub(super) fn cross(levels: u64) -> anyhow::Result<()> {
    let clock = WallClock::start();
    let mut disagreements = 0;
    for (tier, name) in (0..).zip(TIERS) {
        for metric in [Metric::Steps, Metric::Drags] {
            let (mut agreed, mut wrong, mut by_one, mut improved) = (0, 0, 0, 0);
            for index in FIRST..FIRST + levels {
                let (number, level, _) = campaign_level(tier, index);
                let minimum = |method: Method| {
                    let budget = Budget::unlimited()
                        .with_clock(&clock)
                        .within(PATIENCE)
                        .with_memory(MEMORY);
                    match method(&level, &level.start(), metric, &mut budget.meter()) {
                        Finish::Found { moves, open: None } => Some(moves),
                        _ => None,
                    }
                };
                let best = minimum(solve::finish);
                if let Some(moves) = &best
                    && let Some(better) = improvement(&level, moves, metric)
                {
                    improved += 1;
                    println!("    level {number}: {metric:?}: improved to {better:?}");
                }
                let cost = |moves: Vec<Move>| cost(&level, &moves, metric);
                match (best.map(cost), minimum(solve::finish_otherwise).map(cost)) {
                    (Some(one), Some(other)) if one == other => agreed += 1,
                    (Some(one), Some(other)) => {
                        wrong += 1;
                        println!("    level {number}: {metric:?}: {one:?} and {other:?}");
                    }
                    (None, None) => {}
                    _ => by_one += 1,
                }
            }
            println!(
                "  {name}, {}: {levels} levels, {} decided by both, {agreed} agreements, {wrong} \
                 disagreements, {improved} improved; {by_one} decided by one method",
                metric.order()[0],
                agreed + wrong
            );
            disagreements += wrong + improved;
        }
    }
    ensure!(disagreements == 0, "{disagreements} answers are wrong");
    Ok(())
}

fn cost(level: &Level, moves: &[Move], metric: Metric) -> Vec<u64> {
    let costs = level.costs(moves);
    let order = metric.order().iter();
    order.filter_map(|metric| costs.get(metric)).collect()
}

/// A cheaper solution beside one that is called best: one move or a pair left out, or a drag made
/// earlier or later.
fn improvement(level: &Level, moves: &[Move], metric: Metric) -> Option<Vec<Move>> {
    let known = cost(level, moves, metric);
    let is_better = |tried: Vec<Move>| {
        let solved = solved_part(level, tried)?;
        (cost(level, &solved, metric) < known).then_some(solved)
    };
    let without = |gone: &[usize]| -> Vec<Move> {
        let left = (0..moves.len()).filter(|i| !gone.contains(i));
        left.map(|i| moves[i]).collect()
    };
    for i in 0..moves.len() {
        if let Some(better) = is_better(without(&[i])) {
            return Some(better);
        }
        for j in i + 1..moves.len() {
            if let Some(better) = is_better(without(&[i, j])) {
                return Some(better);
            }
        }
    }
    let drags: Vec<&[Move]> = moves.chunk_by(|a, b| a.shape == b.shape).collect();
    for from in 0..drags.len() {
        for to in (0..drags.len()).filter(|to| *to != from) {
            let mut order: Vec<&[Move]> = drags.clone();
            let drag = order.remove(from);
            order.insert(to, drag);
            if let Some(better) = is_better(order.concat()) {
                return Some(better);
            }
            // And with the ends of the moved drag cut off.
            for cut in 1..drag.len() {
                order[to] = &drag[..cut];
                if let Some(better) = is_better(order.concat()) {
                    return Some(better);
                }
            }
        }
    }
    None
}

/// The moves that are legal in turn, up to where the level is solved; none if it is not.
fn solved_part(level: &Level, moves: Vec<Move>) -> Option<Vec<Move>> {
    let mut position = level.start();
    let mut made = Vec::with_capacity(moves.len());
    for mv in moves {
        if level.is_solved(&position) {
            break;
        }
        level.apply(&mut position, &mv).ok()?;
        made.push(mv);
    }
    referee::judge(level, made.clone()).ok().map(|_| made)
}
