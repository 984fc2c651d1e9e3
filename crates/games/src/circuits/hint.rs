//! Help in the middle of a level: the next line of a best solution that keeps what is drawn, or
//! the fewest own lines that have to go.

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::cost::Costs;
use gridwright_core::grid::Cell;
use gridwright_core::played::Played;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::Hint;
use gridwright_core::words;

use super::explain::{goes_on, measured, split};
use super::level::Level;
use super::rules::{Move, Position, normal};
use super::solve::{Lines, best, draw, solo};
use super::{Circuits, names};
use crate::kind::Hints;

impl Hints for Circuits {
    fn evaluate(level: &Level, position: &Position, budget: &Budget<'_>) -> Hint<Move> {
        let lines: Vec<&[Cell]> = position.lines().collect();
        match continuation(level, &lines, budget) {
            Ok(Some(rest)) => on_track(level, position, rest),
            Ok(None) => lost(None, None, "What is drawn cannot be completed.".to_owned()),
            Err(limit) => unknown(limit),
        }
    }

    fn recover(
        level: &Level,
        so_far: &Played<Level>,
        _: Hint<Move>,
        budget: &Budget<'_>,
    ) -> Hint<Move> {
        off_track(level, &standing_moves(so_far.moves()), budget)
    }

    fn takes_back(mv: &Move) -> bool {
        matches!(mv, Move::Erase(_))
    }
}

/// The lines that stand, each with the index of the move that drew it.
fn standing_moves(so_far: &[Move]) -> Vec<(usize, &[Cell])> {
    let mut own: Vec<(usize, &[Cell])> = Vec::new();
    for (index, mv) in so_far.iter().enumerate() {
        match mv {
            Move::Draw(line) => own.push((index, line)),
            Move::Erase(line) => own.retain(|(_, drawn)| normal(drawn) != normal(line)),
        }
    }
    own
}

fn continuation(
    level: &Level,
    drawn: &[&[Cell]],
    budget: &Budget<'_>,
) -> Result<Option<Lines>, Limit> {
    best(level, drawn, &mut budget.meter()).map_err(|stopped| stopped.limit)
}

fn on_track(level: &Level, position: &Position, rest: Lines) -> Hint<Move> {
    let why = match rest.first() {
        Some(next) => reason(level, position, next, &rest),
        None => "Everything is joined.".to_owned(),
    };
    let moves = draw(rest);
    let remaining = level.costs(&moves);
    Hint {
        on_track: Some(true),
        next: moves.first().cloned(),
        rest: moves,
        remaining: Some(remaining),
        why,
        ..Hint::default()
    }
}

/// What the next line joins, how many steps its circuit takes, and where it goes on.
fn reason(level: &Level, position: &Position, next: &[Cell], rest: &Lines) -> String {
    let ends = [next[0], next[next.len() - 1]];
    let names = ends.map(|end| names::fixture(level, end));
    let mut text = format!("Join {}.", words::listed(&names));
    let mut finished = position.clone();
    if level.replay(&mut finished, &draw(rest.clone())).is_err() {
        return text;
    }
    let solos = solo(level);
    let lines = finished.lines().map(<[Cell]>::to_vec).collect();
    for (hue, lines) in split(level, &finished, lines) {
        if lines.iter().any(|line| normal(line) == normal(next)) {
            text.push(' ');
            text.push_str(&measured(&solos, hue, &lines));
            text.push_str(&goes_on(level, &ends));
        }
    }
    text
}

/// Tries to do without ever more of the own lines. If not even the bare level can be solved there
/// is nothing to remove.
fn off_track(level: &Level, own: &[(usize, &[Cell])], budget: &Budget<'_>) -> Hint<Move> {
    let mut tried = Tried {
        level,
        own,
        budget,
        without: Vec::new(),
    };
    match tried.bare() {
        Err(limit) => return unknown(limit),
        Ok(None) => {
            let why = "The level has no solution, whatever is drawn.".to_owned();
            return lost(None, None, why);
        }
        Ok(Some(_)) => {}
    }
    for count in 1..=own.len() {
        match tried.remove(count, 0) {
            Err(limit) => {
                let why = format!(
                    "What is drawn cannot be completed; which lines to erase is open: {limit}."
                );
                return lost(None, None, why);
            }
            Ok(Some(remaining)) => {
                let remove: Vec<usize> = tried.without.iter().map(|&i| own[i].0).collect();
                let wrong = tried.without.iter().map(|&i| names::line(level, own[i].1));
                let wrong: Vec<String> = wrong.collect();
                let wrong = words::listed(&wrong);
                let why = format!("What is drawn cannot be completed; it can without {wrong}.");
                return lost(Some(remove), Some(remaining), why);
            }
            Ok(None) => {}
        }
    }
    unreachable!("without any own line the level was solved above")
}

struct Tried<'a> {
    level: &'a Level,
    own: &'a [(usize, &'a [Cell])],
    budget: &'a Budget<'a>,
    without: Vec<usize>,
}

impl Tried<'_> {
    fn bare(&self) -> Result<Option<Lines>, Limit> {
        continuation(self.level, &[], self.budget)
    }

    /// What is left to draw after removing `count` more lines, from index `from` on, in the first
    /// way that works; the lines removed stay in `without`.
    fn remove(&mut self, count: usize, from: usize) -> Result<Option<Costs>, Limit> {
        if count == 0 {
            let kept = self.own.iter().enumerate();
            let kept: Vec<&[Cell]> = kept
                .filter(|(index, _)| !self.without.contains(index))
                .map(|(_, &(_, line))| line)
                .collect();
            let rest = continuation(self.level, &kept, self.budget)?;
            return Ok(rest.map(|lines| self.level.costs(&draw(lines))));
        }
        for index in from..self.own.len() {
            self.without.push(index);
            if let Some(costs) = self.remove(count - 1, index + 1)? {
                return Ok(Some(costs));
            }
            self.without.pop();
        }
        Ok(None)
    }
}

fn lost(remove: Option<Vec<usize>>, remaining: Option<Costs>, why: String) -> Hint<Move> {
    Hint {
        on_track: Some(false),
        remove,
        remaining,
        why,
        ..Hint::default()
    }
}

fn unknown(limit: Limit) -> Hint<Move> {
    Hint {
        why: format!("Not known: {limit}."),
        ..Hint::default()
    }
}
