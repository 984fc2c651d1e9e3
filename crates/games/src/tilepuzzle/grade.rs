//! How hard a level is, what par it has, and which of its parts matter.

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::fault::{Fault, Place};
use gridwright_core::grade::{Grade, Scale};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::Witness;
use gridwright_core::solve::{Decoration, Findings, Verdict, Wish};
use gridwright_core::words;

use super::demands::demands;
use super::level::{Level, Parts};
use super::rules::Move;
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
        grade(level, witness, optimal, budget).ok()
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

/// The tiers by score. Levels of the campaign have the grade of their tier.
pub const SCALE: Scale = Scale(&[("normal", 0), ("hard", 22), ("very-hard", 40)]);

/// Nodes spent on the solution that a grade is read off, where another one is in hand.
const NODES: u64 = 300_000;

/// The grade of a level: that of its shortest solution in steps, or of the one in hand where that is
/// not found within a fixed number of nodes. So a level has one grade, whatever was counted first
/// when it was solved. An error where there is no time to look it over.
pub fn grade(
    level: &Level,
    witness: &Witness<Move>,
    optimal: bool,
    budget: &Budget<'_>,
) -> Result<Grade, Limit> {
    let bounded = budget.clone().with_nodes(NODES);
    let start = level.start();
    match solve::finish(level, &start, Metric::Steps, &mut bounded.meter()) {
        Finish::Found { moves, open: None } => of_moves(level, &moves, budget),
        _ => {
            let mut grade = of_moves(level, witness.moves(), budget)?;
            if !optimal {
                let doubt = "There may be a shorter solution than the one this rests on.";
                grade.why.push(doubt.to_owned());
            }
            Ok(grade)
        }
    }
}

/// The grade of a level by the moves of a solution.
pub(super) fn of_moves(level: &Level, moves: &[Move], budget: &Budget<'_>) -> Result<Grade, Limit> {
    Ok(demands(level, moves, budget)?.grade(SCALE))
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
    let grade = if optimal {
        of_moves(level, witness.moves(), budget)
    } else {
        grade(level, witness, optimal, budget)
    };
    findings.grade = grade.ok();
    if !optimal {
        return findings;
    }
    findings.costs = Some(witness.costs().in_order(&["steps"]));
    if quick {
        return findings;
    }
    let drags = Wish {
        metric: Some("drags"),
        ..Wish::default()
    };
    let drags = solve::solve(level, &drags, budget).verdict;
    if let Some(witness) = drags.witness().filter(|_| drags.is_optimal()) {
        findings.minima = witness.costs().in_order(&["drags"]);
    }
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
    /// What makes the shapes of a number move together.
    Tandem(i64),
    /// A cat on a blocker, with its blocker.
    Cat(usize),
    /// A shape.
    Shape(usize),
}

impl Part {
    /// The locks, the tandems, the blockers under no cat, the cats on blockers, and the shapes of a
    /// level.
    pub fn all(level: &Level) -> Vec<Part> {
        let cats = level.cats();
        let locks = (0..level.shapes().len()).filter(|&i| level.shapes()[i].unlock > 0);
        let free_blockers = (0..level.blockers().len()).filter(|&i| {
            let blocker = &level.blockers()[i];
            let carries = |cell| cats.iter().any(|cat| cat.at == cell);
            !blocker.cells().any(carries)
        });
        // The last cat is what the level is about.
        let on_blockers = (0..cats.len()).filter(|&i| cats[i].on_blocker && cats.len() > 1);
        let mut tandems: Vec<i64> = level.shapes().iter().filter_map(|s| s.tandem).collect();
        tandems.sort_unstable();
        tandems.dedup();
        locks
            .map(Part::Lock)
            .chain(tandems.into_iter().map(Part::Tandem))
            .chain(free_blockers.map(Part::Blocker))
            .chain(on_blockers.map(Part::Cat))
            .chain((0..level.shapes().len()).map(Part::Shape))
            .collect()
    }

    /// The level without this part.
    pub fn taken_from(self, level: &Level) -> Level {
        let mut parts: Parts = level.parts();
        match self {
            Part::Lock(shape) => parts.shapes[shape].unlock = 0,
            Part::Tandem(number) => {
                let together = parts.shapes.iter_mut();
                together
                    .filter(|shape| shape.tandem == Some(number))
                    .for_each(|shape| shape.tandem = None);
            }
            Part::Blocker(blocker) => {
                parts.blockers.remove(blocker);
            }
            Part::Cat(cat) => {
                let at = parts.cats.remove(cat).at;
                let carries = |i: usize, cat: Cell| level.blockers()[i].cells().any(|c| c == cat);
                let under = (0..parts.blockers.len()).find(|&i| carries(i, at));
                let under = under.filter(|&i| !parts.cats.iter().any(|cat| carries(i, cat.at)));
                under.map(|i| parts.blockers.remove(i));
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
            Part::Tandem(number) => format!("tandem {number}"),
            Part::Blocker(i) => {
                let corner = level.blockers()[i].corner();
                format!("blocker in {}", words::place(corner))
            }
            Part::Cat(i) => {
                let cat = &level.cats()[i];
                let place = words::place(cat.at);
                format!("{} on the blocker in {place}", names::cat_of(cat.color))
            }
            Part::Shape(i) => format!("shape in {}, a {}", at(i), names::shape(level, i)),
        }
    }
}

/// Which locks, tandems, blockers, cats on blockers and shapes change the fewest steps by being there.
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
