//! Help for a player: the next stroke of a best continuation, or how far to take back.

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::fault::{Fault, Place};
use gridwright_core::played::Played;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::Hint;

use super::explain::describe;
use super::level::Level;
use super::rules::{Position, Stroke};
use super::solve::{Finish, Reason, finish, reason};
use super::{Tint, codes};
use crate::kind::Hints;

impl Hints for Tint {
    fn evaluate(level: &Level, position: &Position, budget: &Budget<'_>) -> Hint<Stroke> {
        if level.is_solved(position) {
            return Hint {
                on_track: Some(true),
                remaining: Some(level.costs(&[])),
                why: "The level is solved.".to_owned(),
                ..Hint::default()
            };
        }
        match way_on(level, position, budget) {
            Ok(Some(way)) => Hint {
                on_track: Some(true),
                why: describe(level, position, &way.strokes).text,
                ..way.hint(level)
            },
            Ok(None) => Hint {
                on_track: Some(false),
                why: "It cannot be solved from here.".to_owned(),
                ..Hint::default()
            },
            Err(limit) => Hint {
                why: format!("Whether this can still be solved is not known: {limit}."),
                ..Hint::default()
            },
        }
    }

    fn recover(
        level: &Level,
        so_far: &Played<Level>,
        lost: Hint<Stroke>,
        budget: &Budget<'_>,
    ) -> Hint<Stroke> {
        take_back(level, so_far, lost, budget)
    }
}

/// Strokes that solve the level from some position.
struct Way {
    strokes: Vec<Stroke>,
    /// Whether nothing costs less.
    proved: bool,
}

impl Way {
    fn hint(self, level: &Level) -> Hint<Stroke> {
        let costs = Some(level.costs(&self.strokes));
        let (remaining, at_most) = match self.proved {
            true => (costs, None),
            false => (None, costs),
        };
        Hint {
            remaining,
            at_most,
            next: self.strokes.first().cloned(),
            rest: self.strokes,
            ..Hint::default()
        }
    }
}

/// How the level can be solved from a position; `None` if it cannot.
fn way_on(level: &Level, position: &Position, budget: &Budget<'_>) -> Result<Option<Way>, Limit> {
    let way = |strokes, proved| Ok(Some(Way { strokes, proved }));
    match finish(level, position, &mut budget.meter()) {
        Finish::Best(strokes) => way(strokes, true),
        Finish::Some { strokes, .. } => way(strokes, false),
        Finish::Impossible => Ok(None),
        Finish::Unknown { limit, .. } => Err(limit),
    }
}

/// The positions before, between and after strokes.
fn positions(level: &Level, so_far: &Played<Level>) -> Vec<Position> {
    let mut positions = vec![level.start()];
    for stroke in so_far.moves() {
        let mut next = positions[positions.len() - 1].clone();
        if level.apply(&mut next, stroke).is_err() {
            break;
        }
        positions.push(next);
    }
    positions
}

/// Goes back to the last position that can be solved.
fn take_back(
    level: &Level,
    so_far: &Played<Level>,
    lost: Hint<Stroke>,
    budget: &Budget<'_>,
) -> Hint<Stroke> {
    let positions = positions(level, so_far);
    let spoiled = so_far.position().is_spoiled();
    let remark = if spoiled {
        let message = "grey was made: the level cannot be solved any more";
        Fault::new(codes::SPOILED, message, Place::everywhere())
    } else {
        match reason(level, so_far.position(), &mut budget.meter()) {
            Ok(Reason { why, cells }) => Fault::new(codes::STUCK, why, Place::cells(cells)),
            Err(_) => Fault::new(codes::STUCK, "no way leads on", Place::everywhere()),
        }
    };
    let mut hint = Hint {
        remarks: vec![remark],
        ..lost
    };
    for (undo, position) in positions.iter().rev().enumerate().skip(1) {
        match way_on(level, position, budget) {
            Ok(None) => {}
            Err(limit) => {
                hint.why = format!("It cannot be solved from here; how far to go back: {limit}.");
                return hint;
            }
            Ok(Some(way)) => {
                let strokes = if undo == 1 { "stroke" } else { "strokes" };
                let reason = if spoiled {
                    "Grey was made, and grey never goes away"
                } else {
                    "It cannot be solved from here"
                };
                return Hint {
                    on_track: hint.on_track,
                    undo: Some(undo),
                    remarks: hint.remarks,
                    why: format!("{reason}: take back {undo} {strokes}."),
                    rest: Vec::new(),
                    ..way.hint(level)
                };
            }
        }
    }
    hint.why = "The level has no solution at all.".to_owned();
    hint
}
