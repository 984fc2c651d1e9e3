//! Help for a player: the next stroke of a best continuation, or how far to take back.

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::Hint;

use super::codes;
use super::explain::describe;
use super::level::Level;
use super::rules::{Position, Stroke};
use super::solve::{Finish, finish};

/// Help after some legal strokes.
pub fn hint(level: &Level, so_far: &[Stroke], budget: &Budget<'_>) -> Hint<Stroke> {
    let positions = positions(level, so_far);
    let position = positions.last().expect("there is a start");
    if level.is_solved(position) {
        return Hint {
            on_track: Some(true),
            remaining: Some(level.costs(&[])),
            why: "The level is solved.".to_owned(),
            ..nothing()
        };
    }
    match ask(level, position, budget) {
        Finish::Best(strokes) | Finish::Some { strokes, .. } => Hint {
            on_track: Some(true),
            remaining: Some(level.costs(&strokes)),
            why: match strokes.first() {
                Some(stroke) => describe(level, position, stroke).text,
                None => String::new(),
            },
            next: strokes.first().cloned(),
            rest: strokes,
            ..nothing()
        },
        Finish::Impossible => take_back(level, &positions, budget),
        Finish::Unknown { limit, .. } => Hint {
            why: format!("Whether this can still be solved is not known: {limit}."),
            ..nothing()
        },
    }
}

/// The positions before, between and after strokes; stops at the first illegal one.
fn positions(level: &Level, strokes: &[Stroke]) -> Vec<Position> {
    let mut positions = vec![level.start()];
    for stroke in strokes {
        let mut next = positions[positions.len() - 1].clone();
        if level.apply(&mut next, stroke).is_err() {
            break;
        }
        positions.push(next);
    }
    positions
}

/// Goes back to the last position that can be solved.
fn take_back(level: &Level, positions: &[Position], budget: &Budget<'_>) -> Hint<Stroke> {
    let spoiled = positions.last().is_some_and(Position::is_spoiled);
    let remark = if spoiled {
        let message = "grey was made: the level cannot be solved any more";
        Fault::new(codes::SPOILED, message, Place::everywhere())
    } else {
        let message = "the level cannot be solved from here";
        Fault::new(codes::STUCK, message, Place::everywhere())
    };
    let mut hint = Hint {
        on_track: Some(false),
        remarks: vec![remark],
        why: "It cannot be solved from here.".to_owned(),
        ..nothing()
    };
    for (undo, position) in positions.iter().rev().enumerate().skip(1) {
        match ask(level, position, budget) {
            Finish::Impossible => {}
            Finish::Unknown { limit, .. } => {
                hint.why = format!("It cannot be solved from here; how far to go back: {limit}.");
                return hint;
            }
            Finish::Best(strokes) | Finish::Some { strokes, .. } => {
                hint.undo = Some(undo);
                hint.remaining = Some(level.costs(&strokes));
                hint.next = strokes.into_iter().next();
                let strokes = if undo == 1 { "stroke" } else { "strokes" };
                let reason = if spoiled {
                    "Grey was made, and grey never goes away"
                } else {
                    "It cannot be solved from here"
                };
                hint.why = format!("{reason}: take back {undo} {strokes}.");
                return hint;
            }
        }
    }
    hint.why = "The level has no solution at all.".to_owned();
    hint
}

fn ask(level: &Level, position: &Position, budget: &Budget<'_>) -> Finish {
    finish(level, position, &mut budget.meter())
}

fn nothing() -> Hint<Stroke> {
    Hint {
        on_track: None,
        undo: None,
        remove: None,
        next: None,
        rest: Vec::new(),
        remaining: None,
        remarks: Vec::new(),
        why: String::new(),
    }
}
