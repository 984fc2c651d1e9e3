//! Help in the middle of a challenge: is it still possible, what to take back, what comes next.

use gridwright_core::budget::Budget;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::Hint;

use super::assist;
use super::forced::{self, Next};
use super::level::Level;
use super::rules::{Move, Position};
use super::set::Lay;
use super::solve::{Scope, completions};

/// Help after some legal moves.
pub fn hint(level: &Level, so_far: &[Move], budget: &Budget<'_>) -> Hint<Move> {
    let position = after(level, so_far);
    let boards = completions(level, &position, Scope::up_to(1), budget);
    let mut hint = Hint {
        on_track: None,
        undo: None,
        remove: None,
        next: None,
        rest: Vec::new(),
        remaining: None,
        remarks: assist::visible(level, &position),
        why: String::new(),
    };
    match boards.list.first() {
        Some(solution) => {
            hint.on_track = Some(true);
            let next = next_lay(level, &position, solution);
            hint.next = next.as_ref().map(|(lay, _)| Move::Lay(*lay));
            hint.why = next.map_or_else(|| "The board is finished.".to_owned(), |(_, why)| why);
        }
        None if boards.limit.is_some() => {
            hint.why = "Whether this can be completed is not known within the limits.".to_owned();
        }
        None => {
            hint.on_track = Some(false);
            hint.remarks = assist::remarks(level, &position, budget);
            hint.undo = steps_back(level, so_far, budget);
            let wrong = wrong_pieces(level, &position, budget);
            hint.remove = wrong.as_ref().map(|pieces| indices(so_far, pieces));
            hint.why = match wrong {
                Some(pieces) if !pieces.is_empty() => {
                    let names = pieces
                        .iter()
                        .map(|&piece| level.set().pieces()[piece].name());
                    let names: Vec<&str> = names.collect();
                    format!(
                        "This can no longer be completed; it can without {}.",
                        names.join(" and ")
                    )
                }
                Some(_) => "Nothing is wrong with the pieces on the board.".to_owned(),
                None => "The challenge has no solution.".to_owned(),
            };
        }
    }
    hint
}

fn after(level: &Level, moves: &[Move]) -> Position {
    let mut position = level.start();
    for mv in moves {
        // Moves that play refuses change nothing; hints are asked after legal ones.
        let _ = level.apply(&mut position, mv);
    }
    position
}

/// The forced lay of a position that can be completed, or else a piece of a solution.
fn next_lay(level: &Level, position: &Position, solution: &[Move]) -> Option<(Lay, String)> {
    let set = level.set();
    match forced::next(level, position, &forced::fitting(level, position)) {
        Next::Forced(lay, why) => Some((lay, forced::reason(set, &lay, why))),
        Next::Choice(cell, ways) => {
            let lay = *ways
                .iter()
                .find(|lay| solution.contains(&Move::Lay(**lay)))?;
            let name = set.pieces()[lay.piece()].name();
            let why = format!(
                "Nothing is forced. Cell {cell} can be covered in {} ways, and {name} like this leads to a finished board.",
                ways.len()
            );
            Some((lay, why))
        }
        Next::Stuck(_) | Next::Done => None,
    }
}

/// How many of the last moves to take back; `None` if not even the start can be completed.
fn steps_back(level: &Level, so_far: &[Move], budget: &Budget<'_>) -> Option<usize> {
    (1..=so_far.len()).find(|back| {
        let position = after(level, &so_far[..so_far.len() - back]);
        assist::can_be_completed(level, &position, budget) == Some(true)
    })
}

/// A smallest set of own pieces without which the position can be completed.
fn wrong_pieces(level: &Level, position: &Position, budget: &Budget<'_>) -> Option<Vec<usize>> {
    let own: Vec<usize> = position
        .lays()
        .map(Lay::piece)
        .filter(|&piece| level.given_lay(piece).is_none())
        .collect();
    (0..=own.len())
        .find_map(|size| {
            subsets(own.len(), size).find_map(|subset| {
                let pieces: Vec<usize> = subset.iter().map(|&index| own[index]).collect();
                let mut without = position.clone();
                for &piece in &pieces {
                    level.apply(&mut without, &Move::Lift(piece)).ok()?;
                }
                let possible = assist::can_be_completed(level, &without, budget) == Some(true);
                (possible || budget.expired().is_some()).then_some(pieces)
            })
        })
        .filter(|_| budget.expired().is_none())
}

/// All increasing lists of `size` numbers below `count`, in order.
fn subsets(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (size <= count).then(|| (0..size).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let current = next.take()?;
        let movable = (0..size).rfind(|&i| current[i] < count - size + i);
        next = movable.map(|i| {
            let mut following = current.clone();
            following[i] += 1;
            for j in i + 1..size {
                following[j] = following[j - 1] + 1;
            }
            following
        });
        Some(current)
    })
}

/// The moves that laid these pieces last.
fn indices(so_far: &[Move], pieces: &[usize]) -> Vec<usize> {
    let mut indices: Vec<usize> = pieces
        .iter()
        .filter_map(|&piece| {
            so_far
                .iter()
                .rposition(|mv| matches!(mv, Move::Lay(lay) if lay.piece() == piece))
        })
        .collect();
    indices.sort_unstable();
    indices
}
