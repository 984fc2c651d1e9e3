//! How hard a challenge is, and everything a designer wants to know about it.
//!
//! The score rests on the work a person would do: how many pieces are forced on the walk through
//! the challenge, and how many pieces go down until everything is tried by hand. Neither depends
//! on how the solver goes about it, so that a better solver leaves every grade as it is; and
//! whole numbers only, so that grades are the same everywhere.

use gridwright_core::budget::Budget;
use gridwright_core::cost::counted;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::grade::Grade;
use gridwright_core::referee::Witness;
use gridwright_core::solve::{Decoration, Findings};
use gridwright_core::words;

use super::document::{read_level, write_level};
use super::explain::{Because, walk};
use super::level::{Level, Tier};
use super::rules::Move;
use super::solve::{Scope, boards};
use super::{IqCircuit, by_hand, codes, names};
use crate::kind::Grades;

/// How hard a level is; `None` if that is not known within the budget.
pub fn grade(level: &Level, budget: &Budget<'_>) -> Option<Grade> {
    let strides = walk(level, budget)?;
    let laid = by_hand::pieces_laid(level, budget)?;
    let steps = strides.len() as u64;
    let forced = strides
        .iter()
        .filter(|stride| matches!(stride.why, Because::Forced(_)))
        .count() as u64;
    let unforced = (steps - forced) * 30 / steps.max(1);
    // Five times the fourth root: ten times the trying is not ten times as hard.
    let trying = (625 * laid).isqrt().isqrt();
    let score = (steps + unforced + trying).min(100) as u32;
    let pieces = counted(laid, "piece", "pieces");
    let tried = match laid {
        by_hand::PATIENCE => format!("After {pieces} laid by hand not everything is tried."),
        _ => format!("After {pieces} laid by hand everything is tried."),
    };
    let why = vec![
        format!(
            "It takes {}, {forced} forced.",
            counted(steps, "piece", "pieces")
        ),
        tried,
    ];
    Some(Grade {
        score,
        tier: level.tier().unwrap_or(Tier::Wizard).name().to_owned(),
        why,
    })
}

impl Grades for IqCircuit {
    fn grade(level: &Level, _: &Witness<Move>, _: bool, budget: &Budget<'_>) -> Option<Grade> {
        grade(level, budget)
    }

    /// Everything a designer wants to know about a level.
    fn inspect(level: &Level, quick: bool, budget: &Budget<'_>) -> Findings {
        let found = boards(level, Scope::up_to(2), budget);
        let unique = match (found.count, found.limit) {
            (2, _) => Some(false),
            (1, None) => Some(true),
            _ => None,
        };
        let mut findings = Findings {
            solvable: match (found.count, found.limit) {
                (0, None) => Some(false),
                (0, Some(_)) => None,
                _ => Some(true),
            },
            unique,
            ..Findings::default()
        };
        if unique == Some(false) {
            let message = "more than one finished board fits the hints";
            let remark = Fault::new(codes::AMBIGUOUS, message, Place::everywhere());
            findings.remarks.push(remark);
        }
        if findings.solvable == Some(true) {
            findings.grade = grade(level, budget);
        }
        if unique == Some(true) && !quick {
            findings.decoration = decoration(level, budget);
        }
        findings
    }
}

/// Which hints a unique challenge could do without, one at a time. Points belong to the rules of
/// a challenge and are not asked about.
fn decoration(level: &Level, budget: &Budget<'_>) -> Decoration {
    let mut decoration = Decoration::default();
    for (name, without) in without_each(level) {
        let found = boards(&without, Scope::up_to(2), budget);
        match (found.count, found.limit) {
            (2, _) => decoration.needed.push(name),
            (_, None) => decoration.dispensable.push(name),
            _ => decoration.undecided.push(name),
        }
    }
    decoration
}

/// The level without each of its given pieces, and without each cell of its picture.
fn without_each(level: &Level) -> Vec<(String, Level)> {
    let mut variants = Vec::new();
    let set = level.set();
    let file = write_level(level);
    for (index, lay) in level.given().iter().enumerate() {
        let mut file = file.clone();
        file.tier = None;
        file.placed.remove(index);
        if let Some(points) = &mut file.points {
            let shown = set.prints(lay).filter(|(_, print)| print.is_point());
            points.extend(shown.map(|(cell, _)| [cell.x, cell.y]));
        }
        let name = names::lay(set, lay);
        variants.extend(read_level(file).ok().map(|level| (name, level)));
    }
    if let Some(picture) = level.picture() {
        for (cell, _) in picture.known() {
            let mut picture = picture.clone();
            picture.set(cell, None);
            let mut file = file.clone();
            file.picture = Some(super::document::write_picture(&picture));
            let name = format!("picture in {}", words::place(cell));
            variants.extend(read_level(file).ok().map(|level| (name, level)));
        }
    }
    variants
}
