//! Help in the middle of a challenge: is it still possible, what to take back, what comes next.

use gridwright_core::budget::Budget;
use gridwright_core::played::Played;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::Hint;
use gridwright_core::words;

use super::forced::{self, Next};
use super::level::Level;
use super::rules::{Move, Position};
use super::set::Lay;
use super::solve::{Scope, completions};
use super::{IqCircuit, assist, names};
use crate::kind::Hints;

impl Hints for IqCircuit {
    fn evaluate(level: &Level, position: &Position, budget: &Budget<'_>) -> Hint<Move> {
        let boards = completions(level, position, Scope::up_to(1), budget);
        let mut hint = Hint {
            remarks: assist::visible(level, position),
            ..Hint::default()
        };
        match boards.list.first() {
            Some(solution) => {
                hint.on_track = Some(true);
                let next = next_lay(level, position, solution);
                hint.next = next.as_ref().map(|(lay, _)| Move::Lay(*lay));
                hint.why = next.map_or_else(|| "The board is finished.".to_owned(), |(_, why)| why);
            }
            None if boards.limit.is_some() => {
                hint.why =
                    "Whether this can be completed is not known within the limits.".to_owned();
            }
            None => {
                hint.on_track = Some(false);
                hint.remarks.push(assist::hopeless());
                hint.why = "This can no longer be completed.".to_owned();
            }
        }
        hint
    }

    fn recover(
        level: &Level,
        so_far: &Played<Level>,
        lost: Hint<Move>,
        budget: &Budget<'_>,
    ) -> Hint<Move> {
        let wrong = wrong_pieces(level, so_far.position(), budget);
        let own = wrong.as_ref().and_then(Option::as_ref);
        Hint {
            undo: steps_back(level, so_far.moves(), budget).flatten(),
            remove: own.map(|pieces| indices(so_far.moves(), pieces)),
            why: match wrong {
                Some(Some(pieces)) => format!(
                    "This can no longer be completed; it can without {}.",
                    names::the_pieces(level.set(), pieces)
                ),
                Some(None) => "The challenge has no solution.".to_owned(),
                None => "This can no longer be completed; which pieces are wrong is not known \
                         within the limits."
                    .to_owned(),
            },
            ..lost
        }
    }

    fn takes_back(mv: &Move) -> bool {
        matches!(mv, Move::Lift(_))
    }
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
            let name = names::piece(set, lay.piece());
            let why = format!(
                "Nothing is forced. There are {} ways to cover {}, and the {name} like this leads \
                 to a finished board.",
                ways.len(),
                words::place(cell)
            );
            Some((lay, why))
        }
        Next::Stuck(_) | Next::Done => None,
    }
}

/// How many of the last moves to take back from a position that cannot be completed: `Some(None)`
/// if not even the start can be completed, `None` if the budget does not tell.
fn steps_back(level: &Level, so_far: &[Move], budget: &Budget<'_>) -> Option<Option<usize>> {
    let mut positions = vec![level.start()];
    for mv in so_far {
        let mut next = positions[positions.len() - 1].clone();
        level.apply(&mut next, mv).ok()?;
        positions.push(next);
    }
    for back in 1..=so_far.len() {
        let position = &positions[so_far.len() - back];
        if assist::can_be_completed(level, position, budget)? {
            return Some(Some(back));
        }
    }
    Some(None)
}

/// A smallest set of own pieces without which a position that cannot be completed can be:
/// `Some(None)` if there is none, `None` if the budget does not tell.
fn wrong_pieces(
    level: &Level,
    position: &Position,
    budget: &Budget<'_>,
) -> Option<Option<Vec<usize>>> {
    let own: Vec<usize> = position
        .lays()
        .map(Lay::piece)
        .filter(|&piece| level.given_lay(piece).is_none())
        .collect();
    for subset in (1..=own.len()).flat_map(|size| subsets(own.len(), size)) {
        let pieces: Vec<usize> = subset.iter().map(|&index| own[index]).collect();
        let mut without = position.clone();
        for &piece in &pieces {
            level.apply(&mut without, &Move::Lift(piece)).ok()?;
        }
        if assist::can_be_completed(level, &without, budget)? {
            return Some(Some(pieces));
        }
    }
    Some(None)
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
