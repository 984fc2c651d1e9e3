//! How hard a level is, and whether what it says about itself is true.

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::grade::Grade;
use gridwright_core::referee::Witness;
use gridwright_core::solve::{Findings, Optimality, Verdict, Wish};

use super::document::Certificate;
use super::level::{Difficulty, Level};
use super::rules::{PRESSES, Press};
use super::solve::{self, Regions, System};
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

/// How hard a level is: its minimum as a share of what the hardest board of its shape needs.
///
/// On the classic board, easy is up to 7 presses, medium up to 11, hard up to 15. How scattered
/// the lamps are makes no difference to the score: a chase takes no notice of it.
pub(super) fn grade(
    level: &Level,
    witness: &Witness<Press>,
    optimal: bool,
    budget: &Budget<'_>,
) -> Grade {
    let presses = witness.moves().len() as u64;
    let hardest = hardest(level, budget);
    let score = (100 * presses).div_ceil(hardest.max(1)).min(100) as u32;
    let tier = match score {
        0..50 => Difficulty::Easy,
        50..75 => Difficulty::Medium,
        _ => Difficulty::Hard,
    };
    let proved = if optimal { "" } else { ", as far as is known" };
    Grade {
        score,
        tier: tier.name().to_owned(),
        why: vec![
            format!("It takes {}{proved}.", PRESSES.counted(presses)),
            format!("No board of this shape takes more than {hardest}."),
        ],
    }
}

/// A number of presses that no board of this shape exceeds.
fn hardest(level: &Level, budget: &Budget<'_>) -> u64 {
    let shape = level.shape();
    let mut meter = budget.meter();
    System::new(shape, &mut meter)
        .and_then(|system| Regions::new(&system, &mut meter))
        .map_or(
            shape.lamps() as u64 * u64::from(shape.states() - 1),
            |regions| regions.bound(),
        )
}

/// Everything a designer wants to know about a level.
pub(super) fn inspect(level: &Level, budget: &Budget<'_>) -> Findings {
    let answer = solve::solve(level, &Wish::default(), budget);
    let mut findings = Findings {
        solvable: answer.verdict.solvable(),
        ..Findings::default()
    };
    findings.faults.extend(wrong_claim(level, &answer.verdict));
    if let Verdict::Solved { witness, .. } = &answer.verdict {
        let optimal = answer.verdict.is_optimal();
        findings.costs = optimal.then(|| witness.costs().clone());
        findings.grade = Some(grade(level, witness, optimal, budget));
    }
    if let Ok(system) = System::new(level.shape(), &mut budget.meter()) {
        let alone = system.orders().is_empty();
        findings.unique = findings
            .solvable
            .filter(|solvable| *solvable)
            .map(|_| alone);
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
