//! A challenge solved as a person would: forced pieces one after the other, and where nothing is
//! forced, every way to cover the tightest cell until one is left.

use gridwright_core::budget::Budget;
use gridwright_core::fault::Code;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::{Beat, Explanation};
use gridwright_core::words;

use super::forced::{self, Next, Why};
use super::level::Level;
use super::rules::{Move, Position};
use super::set::Lay;
use super::solve::{Scope, completions};
use super::{IqCircuit, assist, codes, names};
use crate::kind::Explains;

/// One step of a walk through a challenge.
#[derive(Clone, Debug)]
pub(super) struct Deduction {
    /// What was laid.
    pub(super) lay: Lay,
    /// Why it had to be.
    pub(super) why: Because,
}

/// Why a piece was laid.
#[derive(Clone, Debug)]
pub(super) enum Because {
    /// There was no other way.
    Forced(Why),
    /// The other ways to cover a cell came to nothing; each with the nodes it took to see.
    Tried(Cell, Vec<(Lay, u64)>),
    /// Several ways to cover a cell can be completed; this is one of them.
    Chosen(Cell),
}

/// Walks from the start to a finished board; `None` if there is none or it is not found within
/// the budget.
pub(super) fn walk(level: &Level, budget: &Budget<'_>) -> Option<Vec<Deduction>> {
    let mut position = level.start();
    let mut deductions = Vec::new();
    let mut fitting = forced::fitting(level, &position);
    loop {
        let deduction = match forced::next(level, &position, &fitting) {
            Next::Done => return level.is_solved(&position).then_some(deductions),
            Next::Stuck(_) => return None,
            Next::Forced(lay, why) => Deduction {
                lay,
                why: Because::Forced(why),
            },
            Next::Choice(cell, ways) => choose(level, &position, cell, &ways, budget)?,
        };
        level.apply(&mut position, &Move::Lay(deduction.lay)).ok()?;
        fitting = forced::still_fitting(level.set(), &fitting, &deduction.lay);
        deductions.push(deduction);
    }
}

fn choose(
    level: &Level,
    position: &Position,
    cell: Cell,
    ways: &[Lay],
    budget: &Budget<'_>,
) -> Option<Deduction> {
    let mut working = None;
    let mut several = false;
    let mut failed = Vec::new();
    for &lay in ways {
        let mut tried = position.clone();
        level.apply(&mut tried, &Move::Lay(lay)).ok()?;
        let boards = completions(level, &tried, Scope::up_to(1), budget);
        if boards.limit.is_some() {
            return None;
        }
        if boards.count == 0 {
            failed.push((lay, boards.stats.nodes));
        } else if working.is_none() {
            working = Some(lay);
        } else {
            several = true;
        }
    }
    let why = if several {
        Because::Chosen(cell)
    } else {
        Because::Tried(cell, failed)
    };
    working.map(|lay| Deduction { lay, why })
}

impl Explains for IqCircuit {
    /// The walk in words.
    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Move>> {
        let deductions = walk(level, budget)?;
        let mut beats = Vec::new();
        let mut position = level.start();
        for Deduction { lay, why } in deductions {
            let text = tell(level, &position, &lay, &why);
            level.apply(&mut position, &Move::Lay(lay)).ok()?;
            beats.push(Beat {
                text,
                moves: vec![Move::Lay(lay)],
                cells: level.set().prints(&lay).map(|(cell, _)| cell).collect(),
            });
        }
        Some(Explanation::of(beats))
    }
}

fn tell(level: &Level, position: &Position, lay: &Lay, why: &Because) -> String {
    let set = level.set();
    let name = names::piece(set, lay.piece());
    match why {
        Because::Forced(why) => forced::reason(set, lay, *why),
        Because::Chosen(cell) => format!(
            "Several ways to cover {} can be completed; lay the {name} like this.",
            words::place(*cell)
        ),
        Because::Tried(cell, failed) => format!(
            "Nothing is forced, so try {}, which has the fewest ways. {} Only the {name} like this \
             is left.",
            words::place(*cell),
            failures(level, position, failed)
        ),
    }
}

/// Why ways to cover a cell come to nothing, ways of one piece that fail alike in one sentence.
fn failures(level: &Level, position: &Position, failed: &[(Lay, u64)]) -> String {
    let mut counted: Vec<(usize, &'static str, u64)> = Vec::new();
    for (lay, nodes) in failed {
        let why = failure(level, position, lay, *nodes);
        let same =
            |(piece, known, _): &&mut (usize, &str, u64)| *piece == lay.piece() && *known == why;
        match counted.iter_mut().find(same) {
            Some((.., count)) => *count += 1,
            None => counted.push((lay.piece(), why, 1)),
        }
    }
    let sentences = counted.into_iter().map(|(piece, why, count)| {
        let name = names::piece(level.set(), piece);
        match count {
            1 => format!("With the {name}, {why}."),
            _ => format!("With the {name} in {count} ways, {why}."),
        }
    });
    sentences.collect::<Vec<_>>().join(" ")
}

/// What a person sees in a position that cannot be completed.
const SEEN: [(Code, &str); 5] = [
    (codes::CROWDED, "three lines run into one cell"),
    (codes::NO_DOUBLE, "two lines meet that no piece joins"),
    (codes::HOLE, "a hole is left that no pieces fill"),
    (codes::LOOP, "a line runs back into itself"),
    (codes::DEAD_END, "a line finds no partner"),
];

/// Why a lay comes to nothing: what can be seen at once, or else that trying on showed it.
fn failure(level: &Level, position: &Position, lay: &Lay, nodes: u64) -> &'static str {
    const NO_PLACE: &str = "a cell or a piece is left without a place";
    let mut tried = position.clone();
    if level.apply(&mut tried, &Move::Lay(*lay)).is_err() {
        return NO_PLACE;
    }
    if let Some(remark) = assist::visible(level, &tried).first() {
        let seen = SEEN.iter().find(|(code, _)| *code == remark.code);
        return seen.map_or("lines or hints do not agree", |(_, why)| why);
    }
    let fitting = forced::fitting(level, &tried);
    match forced::next(level, &tried, &fitting) {
        Next::Stuck(_) => "a cell is left that nothing covers",
        _ if nodes == 0 => NO_PLACE,
        _ => "trying on leads nowhere",
    }
}
