//! How hard a level is, what par it has, and which of its parts matter.

use gridwright_core::budget::Budget;
use gridwright_core::cost::counted;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::grade::Grade;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::Witness;
use gridwright_core::solve::{Decoration, Findings, Verdict, Wish};
use gridwright_core::words;

use super::level::{Level, Parts};
use super::rules::{DRAGS, Move, STEPS};
use super::solve::{self, Finish, Metric};
use super::{TilePuzzle, codes, names};
use crate::kind::Grades;

impl Grades for TilePuzzle {
    fn grade(
        level: &Level,
        witness: &Witness<Move>,
        optimal: bool,
        budget: &Budget<'_>,
    ) -> Option<Grade> {
        Some(grade(level, witness, optimal, budget))
    }

    fn inspect(level: &Level, quick: bool, budget: &Budget<'_>) -> Findings {
        inspect(level, quick, budget)
    }
}

/// How many stars a solution earns against a proved par in the same metric: 3 at par, 2 up to 15%
/// above it (rounded down, but at least one move), else 1. None where par is not proved.
pub fn stars(par: Option<u64>, cost: u64) -> Option<u8> {
    let par = par?;
    let good = par + (par * 15 / 100).max(1);
    Some(match cost {
        cost if cost <= par => 3,
        cost if cost <= good => 2,
        _ => 1,
    })
}

/// The grade of a level by a solution of it.
pub fn grade(level: &Level, witness: &Witness<Move>, optimal: bool, budget: &Budget<'_>) -> Grade {
    let cost = |metric| witness.costs().get(metric).unwrap_or(0);
    let (steps, drags) = (cost("steps"), cost("drags"));
    let locks = level
        .shapes()
        .iter()
        .filter(|shape| shape.unlock > 0)
        .count() as u64;
    let detour = solve::color_bound(level, &level.start(), &mut budget.meter())
        .map_or(0, |bound| steps.saturating_sub(u64::from(bound)));
    let score = (steps + 2 * drags + 2 * detour + 3 * locks).min(100) as u32;
    let tier = match score {
        0..30 => "normal",
        30..60 => "hard",
        _ => "very-hard",
    };
    let at_best = if optimal { "at least" } else { "about" };
    let mut why = vec![
        format!("It takes {at_best} {}.", STEPS.counted(steps)),
        format!("This solution takes {}.", DRAGS.counted(drags)),
    ];
    if detour > 0 {
        why.push(format!(
            "Colours are in each other's way: it takes {} more than each would need alone.",
            STEPS.counted(detour)
        ));
    }
    if locks > 0 {
        why.push(format!(
            "It has {}.",
            counted(locks, "locked shape", "locked shapes")
        ));
    }
    Grade {
        score,
        tier: tier.to_owned(),
        why,
    }
}

/// Everything a designer wants to know about a level.
pub fn inspect(level: &Level, quick: bool, budget: &Budget<'_>) -> Findings {
    let mut findings = Findings {
        remarks: idle_locks(level),
        ..Findings::default()
    };
    let answer = solve::solve(level, &Wish::default(), budget);
    findings.solvable = answer.verdict.solvable();
    let Verdict::Solved { witness, .. } = &answer.verdict else {
        return findings;
    };
    let optimal = answer.verdict.is_optimal();
    findings.grade = Some(grade(level, witness, optimal, budget));
    if !optimal {
        return findings;
    }
    let steps = witness.costs().in_order(&["steps"]);
    if quick {
        findings.costs = Some(steps);
        return findings;
    }
    let drags = Wish {
        metric: Some("drags"),
        ..Wish::default()
    };
    let drags = solve::solve(level, &drags, budget).verdict;
    findings.costs = Some(match drags.witness().filter(|_| drags.is_optimal()) {
        Some(witness) => steps.beside(&witness.costs().in_order(&["drags"])),
        None => steps,
    });
    findings.decoration = decoration(level, witness.moves().len(), budget);
    findings
}

/// Locks that can never open.
pub fn idle_locks(level: &Level) -> Vec<Fault> {
    let cats = level.cats().len() as u64;
    level
        .shapes()
        .iter()
        .enumerate()
        .filter(|(_, shape)| shape.unlock > cats)
        .map(|(i, shape)| {
            let message = format!(
                "the {} waits for {} cats; the level has {cats}",
                names::shape(level, i),
                shape.unlock
            );
            let place =
                Place::pointer(format!("/shapes/{i}/unlock")).with_cells(shape.footprint.cells());
            Fault::new(codes::IDLE_LOCK, message, place)
        })
        .collect()
}

/// A part of a level that can be taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The lock of a shape.
    Lock(usize),
    /// A blocker under no cat.
    Blocker(usize),
    /// A shape.
    Shape(usize),
}

impl Part {
    /// The locks, the blockers under no cat, and the shapes of a level.
    pub fn all(level: &Level) -> Vec<Part> {
        let locks = (0..level.shapes().len()).filter(|&i| level.shapes()[i].unlock > 0);
        let free_blockers = (0..level.blockers().len()).filter(|&i| {
            let blocker = &level.blockers()[i];
            let carries = |cell| level.cats().iter().any(|cat| cat.at == cell);
            !blocker.cells().any(carries)
        });
        locks
            .map(Part::Lock)
            .chain(free_blockers.map(Part::Blocker))
            .chain((0..level.shapes().len()).map(Part::Shape))
            .collect()
    }

    /// The level without this part.
    pub fn taken_from(self, level: &Level) -> Level {
        let mut parts: Parts = level.parts();
        match self {
            Part::Lock(shape) => parts.shapes[shape].unlock = 0,
            Part::Blocker(blocker) => {
                parts.blockers.remove(blocker);
            }
            Part::Shape(shape) => {
                parts.shapes.remove(shape);
            }
        }
        Level::new(parts).expect("a level stays valid when something is taken away")
    }

    /// What it is and where: whoever drew the level has to find it.
    fn name(self, level: &Level) -> String {
        let at = |shape: usize| words::place(level.shapes()[shape].footprint.corner());
        match self {
            Part::Lock(i) => format!("lock of the {} in {}", names::shape(level, i), at(i)),
            Part::Blocker(i) => {
                let corner = level.blockers()[i].corner();
                format!("blocker in {}", words::place(corner))
            }
            Part::Shape(i) => format!("shape in {}, a {}", at(i), names::shape(level, i)),
        }
    }
}

/// Which locks, blockers and shapes change the fewest steps by being there.
fn decoration(level: &Level, steps: usize, budget: &Budget<'_>) -> Decoration {
    let mut decoration = Decoration::default();
    for part in Part::all(level) {
        let without = part.taken_from(level);
        let finish = solve::finish(
            &without,
            &without.start(),
            Metric::Steps,
            &mut budget.meter(),
        );
        let list = match finish {
            Finish::Found { moves, open: None } if moves.len() == steps => {
                &mut decoration.dispensable
            }
            Finish::Found { moves, open } if open.is_none() || moves.len() < steps => {
                &mut decoration.needed
            }
            Finish::Impossible { .. } => &mut decoration.needed,
            _ => &mut decoration.undecided,
        };
        list.push(part.name(level));
    }
    decoration
}
