//! How hard a challenge is, and everything a designer wants to know about it.
//!
//! The score rests on the work a person would do on the walk through the challenge: how long one
//! looks for a piece that is forced, how many ways there are where none is, how many pieces go down
//! on a wrong one before it shows, and what is not told at all. None of it depends on how the solver
//! goes about it, so that a better solver leaves every grade as it is.

use gridwright_core::budget::Budget;
use gridwright_core::cost::{Metric, counted};
use gridwright_core::fault::{Fault, Place};
use gridwright_core::grade::{Demands, Grade, Scale, Technique};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::Witness;
use gridwright_core::solve::{Decoration, Findings};
use gridwright_core::words;

use super::document::{read_level, write_level};
use super::explain::{Because, Deduction, walk};
use super::forced::{self, Why};
use super::level::Level;
use super::rules::Move;
use super::set::Lay;
use super::solve::{Scope, boards};
use super::{IqCircuit, by_hand, codes, names};
use crate::kind::Grades;

/// What is counted as a move.
const PIECES: Metric = Metric::new("pieces", "piece");

/// Where the tiers begin.
const SCALE: Scale = Scale(&[
    ("starter", 0),
    ("junior", 4),
    ("expert", 10),
    ("master", 36),
    ("wizard", 57),
]);

/// How hard a level is; `None` if that is not known within the budget.
pub fn grade(level: &Level, budget: &Budget<'_>) -> Option<Grade> {
    Some(demands(level, budget)?.grade(SCALE))
}

/// What a person meets who follows the explanation.
fn demands(level: &Level, budget: &Budget<'_>) -> Option<Demands> {
    let mut demands = Demands::forced(PIECES, 0);
    let mut position = level.start();
    let (mut only_place, mut tried) = (0u64, 0u64);
    let mut fitting = forced::fitting(level, &position);
    for Deduction { lay, why } in walk(level, budget)? {
        match why {
            Because::Forced(why) => {
                // The fewer pieces are forced, the longer one looks for them.
                let left = position.left().count();
                let forced = forced::count(&fitting).max(1);
                demands.ways.push((left / forced).max(1) as u64);
                only_place += u64::from(why == Why::OnlyForPiece);
            }
            Because::Chosen(_) => demands.ways.push(1),
            Because::Tried(_, failed) => {
                demands.ways.push(failed.len() as u64 + 1);
                tried += 1;
                let laid = |(wrong, _): &(Lay, u64)| {
                    by_hand::pieces_laid(level, &position, &fitting, *wrong, budget)
                };
                let deepest: Option<Vec<u64>> = failed.iter().map(laid).collect();
                demands.traps.extend(deepest?.into_iter().max());
            }
        }
        level.apply(&mut position, &Move::Lay(lay)).ok()?;
        fitting = forced::still_fitting(level.set(), &fitting, &lay);
    }
    if level.picture().is_none() {
        demands.techniques.push(match level.given() {
            [] => Technique::new(
                6,
                "Nothing but the points is told: the lines have to be found.",
            ),
            _ => Technique::new(3, "The lines between the points have to be found."),
        });
    }
    if only_place > 0 {
        let pieces = counted(only_place, "piece is", "pieces are");
        let sentence = format!("{pieces} found only by asking where they can lie at all.");
        demands.techniques.push(Technique::new(1, sentence));
    }
    if tried > 0 {
        let times = counted(tried, "time", "times");
        let sentence = format!("Nothing is forced {times}: ways have to be tried to their end.");
        demands.techniques.push(Technique::new(2, sentence));
    }
    Some(demands)
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
