//! What makes a level hard, what in it matters, and everything else a designer asks.
//!
//! The grade rests on what a person meets on the way of a best solution: how many strokes look
//! [sensible](sensible_strokes) each time, and whether one of the others would have been too many;
//! strokes that solve nothing themselves; strokes that have to wait for others; and the mechanics
//! one has to understand.

use gridwright_core::budget::{Budget, Limit, Unwatched};
use gridwright_core::cost::Costs;
use gridwright_core::grade::{Demands, Grade, Scale, Tally};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::{Witness, judge};
use gridwright_core::solve::{Decoration, Findings};
use gridwright_core::words;

use super::color::Color;
use super::level::{Fixture, Level};
use super::mechanics::Mechanics;
use super::rules::{Position, STROKES, Stroke};
use super::solve::{Method, best_within, finishes_within, sensible_strokes, solve};
use super::{Tint, names};
use crate::kind::Grades;

impl Grades for Tint {
    fn grade(
        level: &Level,
        witness: &Witness<Stroke>,
        _optimal: bool,
        budget: &Budget<'_>,
    ) -> Option<Grade> {
        grade(level, witness.moves(), budget).ok()
    }

    fn inspect(level: &Level, quick: bool, budget: &Budget<'_>) -> Findings {
        inspect(level, quick, budget)
    }
}

/// The tiers by score.
pub const SCALE: Scale = Scale(&[("easy", 0), ("medium", 30), ("hard", 42), ("expert", 52)]);

/// How many nodes the solver may take to tell whether a stroke was wrong. What it does not tell
/// counts as right.
const MOST_NODES: u64 = 1_000;

/// So many strokes that look sensible are followed at each turn of a wrong way.
const FOLLOWED: usize = 3;

/// How hard a level is, by a best or good solution. The same for the same solution everywhere: only
/// nodes end a question. Another limit may end the whole.
pub fn grade(level: &Level, strokes: &[Stroke], budget: &Budget<'_>) -> Result<Grade, Limit> {
    Ok(demands(level, strokes, budget)?.grade(SCALE))
}

/// The least that the grade of a solution can come to, without asking the solver.
pub fn least_score(level: &Level, strokes: &[Stroke]) -> u32 {
    without_choices(level, strokes).score()
}

fn without_choices(level: &Level, strokes: &[Stroke]) -> Demands {
    Demands {
        against: Tally {
            count: preparing(level, strokes),
            one: "stroke solves no figure itself",
            many: "strokes solve no figure themselves",
        },
        dependencies: Tally {
            count: waiting(level, strokes),
            one: "stroke has to wait for another",
            many: "strokes have to wait for others",
        },
        techniques: Mechanics::of(level, strokes).techniques(),
        ..Demands::forced(STROKES, strokes.len())
    }
}

fn demands(level: &Level, strokes: &[Stroke], budget: &Budget<'_>) -> Result<Demands, Limit> {
    let mut demands = without_choices(level, strokes);
    let mut position = level.start();
    for (i, stroke) in strokes.iter().enumerate() {
        let left = (strokes.len() - i - 1) as u64;
        let others = sensible_strokes(level, &position);
        let mut longest = 0;
        let mut right = 0;
        for other in &others {
            let mut after = position.clone();
            if level.apply(&mut after, other).is_err() {
                continue;
            }
            if finishes(level, &after, left, budget)? {
                right += 1;
            } else {
                longest = longest.max(misled(level, &after, left));
            }
        }
        // A stroke that no other is as good as looked less sensible than they.
        demands.ways[i] = others.len() as u64 + u64::from(right == 0);
        demands.traps.push(longest);
        if level.apply(&mut position, stroke).is_err() {
            break;
        }
    }
    Ok(demands)
}

fn finishes(
    level: &Level,
    position: &Position,
    strokes: u64,
    budget: &Budget<'_>,
) -> Result<bool, Limit> {
    if level.is_solved(position) {
        return Ok(true);
    }
    if strokes == 0 {
        return Ok(false);
    }
    let patience = budget.clone().with_nodes(MOST_NODES).with_watch(&Unwatched);
    match finishes_within(Method::Plans, level, position, strokes, &patience) {
        Err(Limit::Nodes) => Ok(true),
        told => told,
    }
}

/// How many more strokes solve figures before one is stuck, or has drawn `most` of them.
fn misled(level: &Level, position: &Position, most: u64) -> u64 {
    if most == 0 {
        return 0;
    }
    let figures = |position: &Position| level.targets_left(position).count();
    let goes_on = sensible_strokes(level, position)
        .into_iter()
        .filter_map(|stroke| {
            let mut after = position.clone();
            level.apply(&mut after, &stroke).ok()?;
            (figures(&after) < figures(position)).then_some(after)
        });
    goes_on
        .take(FOLLOWED)
        .map(|after| 1 + misled(level, &after, most - 1))
        .max()
        .unwrap_or(0)
}

/// How many strokes solve no target themselves.
fn preparing(level: &Level, strokes: &[Stroke]) -> u64 {
    let mut position = level.start();
    let idle = strokes.iter().filter(|stroke| {
        let before = level.targets_left(&position).count();
        let legal = level.apply(&mut position, stroke).is_ok();
        legal && level.targets_left(&position).count() == before
    });
    idle.count() as u64
}

/// How many strokes cannot come at once: the level is not solved if they are the first.
fn waiting(level: &Level, strokes: &[Stroke]) -> u64 {
    let waits = |&i: &usize| {
        let mut earlier = strokes.to_vec();
        earlier[..=i].rotate_right(1);
        judge(level, earlier).is_err()
    };
    (1..strokes.len()).filter(waits).count() as u64
}

/// A part of a level that could be left out: a droplet, a gate, or a painted line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is called.
    pub name: String,
    /// The level without it.
    pub without: Level,
}

/// The droplets, gates and painted lines of a level.
pub fn parts(level: &Level) -> Vec<Part> {
    let fixtures = level.fixtures().filter_map(|(cell, fixture)| {
        if matches!(fixture, Fixture::Target(_)) {
            return None;
        }
        let name = format!("{} in {}", names::fixture(fixture), words::place(cell));
        let without = level.without_fixture(cell);
        Some(Part { name, without })
    });
    let lines = level.lines().into_iter().map(|(color, cells)| Part {
        name: line_name(color, &cells),
        without: level.without_paint(&cells),
    });
    fixtures.chain(lines).collect()
}

fn line_name(color: Color, cells: &[Cell]) -> String {
    match cells {
        [cell] => format!("{} in {}", names::paint(color), words::place(*cell)),
        [first, .., last] => format!(
            "{color} line from {} to {}",
            words::place(*first),
            words::place(*last)
        ),
        [] => format!("{color} line"),
    }
}

/// Which parts matter, given the proved minimum: removing a part that does makes the level
/// unsolvable or changes the minimum.
pub fn decoration(level: &Level, minimum: &Costs, budget: &Budget<'_>) -> Decoration {
    let mut found = Decoration::default();
    for part in parts(level) {
        let list = match matters(Method::Both, &part.without, minimum, budget) {
            Some(true) => &mut found.needed,
            Some(false) => &mut found.dispensable,
            None => &mut found.undecided,
        };
        list.push(part.name);
    }
    found
}

/// Whether the minimum of a level differs from `minimum`; `None` if the budget does not tell.
pub fn matters(
    method: Method,
    without: &Level,
    minimum: &Costs,
    budget: &Budget<'_>,
) -> Option<bool> {
    let price = (minimum.get("strokes")?, minimum.get("cells")?);
    Some(best_within(method, without, price, budget)? != Some(price))
}

/// Everything about a valid level.
pub fn inspect(level: &Level, quick: bool, budget: &Budget<'_>) -> Findings {
    let verdict = solve(level, budget).verdict;
    let mut findings = Findings {
        solvable: verdict.solvable(),
        ..Findings::default()
    };
    if let Some(witness) = verdict.witness() {
        findings.grade = grade(level, witness.moves(), budget).ok();
        if verdict.is_optimal() {
            findings.costs = Some(witness.costs().clone());
            if !quick {
                findings.decoration = decoration(level, witness.costs(), budget);
            }
        }
    }
    findings
}
