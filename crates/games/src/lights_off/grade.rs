//! How hard a level is, and whether what it says about itself is true.

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::grade::{Grade, Scale};
use gridwright_core::grid::Cell;
use gridwright_core::referee::Witness;
use gridwright_core::solve::{Findings, Optimality, Verdict, Wish};

use super::demands::demands;
use super::document::Certificate;
use super::level::Level;
use super::rules::{PRESSES, Press};
use super::solve::{self, System};
use super::{LightsOff, codes};
use crate::kind::Grades;

impl Grades for LightsOff {
    fn grade(
        level: &Level,
        witness: &Witness<Press>,
        optimal: bool,
        budget: &Budget<'_>,
    ) -> Option<Grade> {
        Some(grade(level, witness, optimal, budget))
    }

    fn inspect(level: &Level, _quick: bool, budget: &Budget<'_>) -> Findings {
        inspect(level, budget)
    }
}

/// The tiers by score, the same on boards of every size and kind.
pub(super) const SCALE: Scale = Scale(&[("easy", 0), ("medium", 40), ("hard", 60)]);

/// Nodes spent on the solution that a grade is read off, where another one is in hand.
const NODES: u64 = 1 << 20;

/// How hard a level is: by the solution that the solver finds for it, or by the one in hand where
/// that is not proved within a fixed number of nodes. So a level has one grade, whichever of its
/// shortest solutions somebody has.
pub(super) fn grade(
    level: &Level,
    witness: &Witness<Press>,
    optimal: bool,
    budget: &Budget<'_>,
) -> Grade {
    let bounded = budget.clone().with_nodes(NODES);
    let found = solve::solve(level, &Wish::default(), &bounded).verdict;
    match found.witness().filter(|_| found.is_optimal()) {
        Some(own) => by_solution(level, own, true, budget),
        None => by_solution(level, witness, optimal, budget),
    }
}

fn by_solution(
    level: &Level,
    witness: &Witness<Press>,
    optimal: bool,
    budget: &Budget<'_>,
) -> Grade {
    let system = System::new(level.shape(), &mut budget.meter());
    let is_unique = system.ok().map(|system| system.orders().is_empty());
    graded(level, witness, optimal, is_unique)
}

fn graded(
    level: &Level,
    witness: &Witness<Press>,
    optimal: bool,
    is_unique: Option<bool>,
) -> Grade {
    // Nothing is said of other solutions that there was no time to look for.
    let mut grade = of_presses(level, witness.moves(), is_unique.unwrap_or(true));
    if !optimal {
        let doubt = "There may be a shorter solution than the one this rests on.";
        grade.why.push(doubt.to_owned());
    }
    grade
}

/// The grade by the presses of a solution; `is_unique` where there is no other.
pub(super) fn of_presses(level: &Level, presses: &[Press], is_unique: bool) -> Grade {
    demands(level, presses, is_unique).grade(SCALE)
}

/// Everything a designer wants to know about a level.
pub(super) fn inspect(level: &Level, budget: &Budget<'_>) -> Findings {
    let answer = solve::solve(level, &Wish::default(), budget);
    let mut findings = Findings {
        solvable: answer.verdict.solvable(),
        ..Findings::default()
    };
    findings.faults.extend(wrong_claim(level, &answer.verdict));
    let system = System::new(level.shape(), &mut budget.meter());
    let is_unique = system
        .as_ref()
        .ok()
        .map(|system| system.orders().is_empty());
    if let Verdict::Solved { witness, .. } = &answer.verdict {
        let optimal = answer.verdict.is_optimal();
        findings.costs = optimal.then(|| witness.costs().clone());
        findings.grade = Some(graded(level, witness, optimal, is_unique));
    }
    findings.remarks.extend(one_way(level));
    findings.unique = is_unique.filter(|_| findings.solvable == Some(true));
    if let Ok(system) = system {
        let count = system.quiet_patterns();
        let message = format!(
            "{count} press patterns change nothing on boards of this shape, the empty one \
             included: a board has that many solutions or none, and one board in {count} has them"
        );
        let remark = Fault::new(codes::QUIET_PATTERNS, message, Place::everywhere());
        findings.remarks.push(remark);
    }
    findings
}

/// What is to be said of links that go one way: they are no fault, and easily made by mistake.
fn one_way(level: &Level) -> Option<Fault> {
    let lists = level.shape().links()?;
    let mut links = lists.iter().enumerate().flat_map(|(from, list)| {
        let others = list.iter().map(move |&to| (from, to as usize));
        others.filter(|&(from, to)| lists[to].binary_search(&(from as u32)).is_err())
    });
    let (from, to) = links.next()?;
    let count = 1 + links.count() as u64;
    let cell = |lamp: usize| {
        let (row, col) = level.shape().place(lamp);
        Cell::new(col as i32, row as i32)
    };
    let message = format!(
        "{} one way only: the press of lamp {from} reaches lamp {to}, but not the other way round",
        match count {
            1 => "1 link goes".to_owned(),
            count => format!("{count} links go"),
        }
    );
    let at = Place::pointer(format!("/neighbours/{from}")).with_cells([cell(from), cell(to)]);
    Some(Fault::new(codes::ONE_WAY, message, at))
}

/// The fault of a level that claims a minimum it does not have.
fn wrong_claim(level: &Level, verdict: &Verdict<Press, Certificate>) -> Option<Fault> {
    let claimed = level.min_moves()?;
    let message = match verdict {
        Verdict::Unsolvable { .. } => {
            format!("minMoves is {claimed}, but the board cannot be solved")
        }
        Verdict::Solved {
            witness,
            optimality,
        } => {
            let found = witness.costs().get(PRESSES.name)?;
            match optimality {
                Optimality::Open { bounds, .. } => {
                    let bound = bounds.get(PRESSES.name).unwrap_or(0);
                    if (bound..=found).contains(&claimed) {
                        return None;
                    }
                    format!("minMoves is {claimed}, but the minimum is from {bound} to {found}")
                }
                _ if claimed == found => return None,
                _ => format!("minMoves is {claimed}, but the minimum is {found}"),
            }
        }
        Verdict::GaveUp { .. } => return None,
    };
    let at = Place::pointer("/minMoves");
    Some(Fault::new(codes::WRONG_MIN_MOVES, message, at))
}
