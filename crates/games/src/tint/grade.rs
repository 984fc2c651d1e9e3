//! What makes a level hard, what in it matters, and everything else a designer asks.

use gridwright_core::budget::Budget;
use gridwright_core::cost::Costs;
use gridwright_core::grade::Grade;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::{Witness, judge};
use gridwright_core::solve::{Decoration, Findings};
use gridwright_core::words;

use super::color::Color;
use super::level::{Fixture, Level};
use super::rules::{Phase, Position, Stroke};
use super::solve::{Method, best_within, solve};
use super::{Tint, names};
use crate::kind::Grades;

impl Grades for Tint {
    fn grade(
        level: &Level,
        witness: &Witness<Stroke>,
        _optimal: bool,
        _: &Budget<'_>,
    ) -> Option<Grade> {
        Some(grade(level, witness.moves()))
    }

    fn inspect(level: &Level, quick: bool, budget: &Budget<'_>) -> Findings {
        inspect(level, quick, budget)
    }
}

/// What a solution makes use of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mechanics {
    /// Primaries mix.
    pub mixing: bool,
    /// Paint that was there from the start changes a stroke or is cut.
    pub lines: bool,
    /// White cuts.
    pub cuts: usize,
    /// Negation gates passed.
    pub negations: usize,
    /// Switch gates passed.
    pub switches: usize,
    /// The most targets one stroke solves.
    pub most_targets: usize,
}

impl Mechanics {
    /// What legal strokes from the start make use of.
    pub fn of(level: &Level, strokes: &[Stroke]) -> Mechanics {
        Mechanics::after(level, level.start(), strokes)
    }

    /// What one legal stroke makes use of.
    pub fn of_stroke(level: &Level, position: &Position, stroke: &Stroke) -> Mechanics {
        Mechanics::after(level, position.clone(), std::slice::from_ref(stroke))
    }

    fn after(level: &Level, mut position: Position, strokes: &[Stroke]) -> Mechanics {
        let mut used = Mechanics::default();
        let start = level.start();
        for stroke in strokes {
            let targets_before = level.targets_left(&position).count();
            let Some((&first, rest)) = stroke.cells().split_first() else {
                continue;
            };
            let Ok(mut brush) = level.dip(&position, first) else {
                continue;
            };
            for &cell in rest {
                let (before, fixture) = (brush, level.standing(&position, cell));
                let on = level.paint(&position, cell);
                let original = on.is_some() && on == level.paint(&start, cell);
                if level.extend(&mut position, &mut brush, cell).is_err() {
                    break;
                }
                let flowing = matches!(before.phase, Phase::Dipped | Phase::Flowing);
                let cut = flowing && matches!(brush.phase, Phase::Tail(_));
                let mixed = flowing && brush.color.is_secondary() && before.color.is_primary();
                match fixture {
                    Some(Fixture::Negation(_)) => used.negations += 1,
                    Some(Fixture::Switch(_)) => used.switches += 1,
                    Some(Fixture::Droplet(_) | Fixture::Target(_)) | None => {
                        used.cuts += usize::from(cut);
                        used.mixing |= mixed;
                        used.lines |= original && (cut || mixed);
                    }
                }
            }
            let solved = targets_before - level.targets_left(&position).count();
            used.most_targets = used.most_targets.max(solved);
        }
        used
    }

    /// How many of mixing, lines, cuts, negation and switches there are.
    pub fn count(&self) -> usize {
        let used = [
            self.mixing,
            self.lines,
            self.cuts > 0,
            self.negations > 0,
            self.switches > 0,
        ];
        used.into_iter().filter(|&used| used).count()
    }

    fn words(&self) -> Vec<String> {
        let several = |n: usize, one: &str, many: &str| match n {
            0 => None,
            1 => Some(format!("one {one}")),
            n => Some(format!("{n} {many}")),
        };
        let mut words = Vec::new();
        words.extend(self.mixing.then(|| "paint is mixed".to_owned()));
        words.extend(self.lines.then(|| "painted lines are crossed".to_owned()));
        words.extend(several(self.cuts, "white cut", "white cuts"));
        words.extend(several(self.negations, "negation gate", "negation gates"));
        words.extend(several(self.switches, "switch gate", "switch gates"));
        words
    }
}

/// The tier of a score.
pub fn tier(score: u32) -> &'static str {
    match score {
        0..=29 => "easy",
        30..=39 => "medium",
        40..=51 => "hard",
        _ => "expert",
    }
}

/// How hard a level is, by a best or good solution: not how long it is, but how much there is to
/// find out. A stroke that solves nothing by itself has to be thought of; strokes whose order
/// matters have to be arranged; every mechanic adds to what can go wrong.
pub fn grade(level: &Level, strokes: &[Stroke]) -> Grade {
    let costs = level.costs(strokes);
    let used = Mechanics::of(level, strokes);
    let preparing = preparing(level, strokes) as u64;
    let ordered = ordered(level, strokes) as u64;
    let gates = (used.negations + used.switches) as u64;
    let count = costs.get("strokes").unwrap_or(0);
    let cells = costs.get("cells").unwrap_or(0);
    let score =
        6 * count + 5 * preparing + 3 * ordered + 3 * gates + 3 * used.count() as u64 + cells / 6;
    let mut why = vec![format!("{costs}")];
    why.extend(used.words());
    if used.most_targets > 1 {
        why.push(format!("one stroke solves {} targets", used.most_targets));
    }
    why.extend(match preparing {
        0 => None,
        1 => Some("one stroke only prepares another".to_owned()),
        n => Some(format!("{n} strokes only prepare others")),
    });
    why.extend(match ordered {
        0 => None,
        1 => Some("one pair of strokes has to come in its order".to_owned()),
        n => Some(format!("{n} pairs of strokes have to come in their order")),
    });
    let score = score.min(100) as u32;
    Grade {
        score,
        tier: tier(score).to_owned(),
        why,
    }
}

/// How many strokes solve no target themselves.
fn preparing(level: &Level, strokes: &[Stroke]) -> usize {
    let mut position = level.start();
    let idle = strokes.iter().filter(|stroke| {
        let before = level.targets_left(&position).count();
        let legal = level.apply(&mut position, stroke).is_ok();
        legal && level.targets_left(&position).count() == before
    });
    idle.count()
}

/// How many pairs of neighbouring strokes do not solve the level the other way round.
fn ordered(level: &Level, strokes: &[Stroke]) -> usize {
    let pairs = 0..strokes.len().saturating_sub(1);
    let fixed = pairs.filter(|&i| {
        let mut swapped = strokes.to_vec();
        swapped.swap(i, i + 1);
        judge(level, swapped).is_err()
    });
    fixed.count()
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
        findings.grade = Some(grade(level, witness.moves()));
        if verdict.is_optimal() {
            findings.costs = Some(witness.costs().clone());
            if !quick {
                findings.decoration = decoration(level, witness.costs(), budget);
            }
        }
    }
    findings
}
