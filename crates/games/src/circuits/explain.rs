//! The solution as a person would find it: the circuits with the least to gain first, each with
//! the way it would rather have taken.

use gridwright_core::budget::Budget;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::{Beat, Explanation};
use gridwright_core::words;

use super::level::{Hue, Layer, Level};
use super::rules::{Move, Position, STEPS};
use super::solve::{Lines, Solo, best, draw, solo};
use super::{Circuits, names};
use crate::kind::Explains;

impl Explains for Circuits {
    /// One beat a circuit.
    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Move>> {
        let lines = best(level, &[], &mut budget.meter()).ok()??;
        let mut circuits = split(level, &finished(level, &lines), lines);
        let solos = solo(level);
        circuits.sort_by_cached_key(|(hue, lines)| {
            let steps = steps(lines);
            (steps - alone(&solos, *hue).unwrap_or(0).min(steps), *hue)
        });
        let beats = circuits.into_iter();
        let beats = beats.map(|(hue, lines)| beat(level, &solos, hue, lines));
        Some(Explanation::of(beats.collect()))
    }
}

/// The lines of a finished board by colour; lines that carry none are left out.
pub(super) fn split(level: &Level, finished: &Position, lines: Lines) -> Vec<(Hue, Lines)> {
    let flow = level.flow(finished);
    let mut circuits: Vec<(Hue, Lines)> = Vec::new();
    for line in lines {
        let Some(hue) = level.hue_of(&flow, &line) else {
            continue;
        };
        match circuits.iter_mut().find(|(known, _)| *known == hue) {
            Some((_, lines)) => lines.push(line),
            None => circuits.push((hue, vec![line])),
        }
    }
    circuits
}

/// How far a colour comes with its lines, beside the way it would take alone.
pub(super) fn measured(solos: &[Solo], hue: Hue, lines: &Lines) -> String {
    let steps = steps(lines);
    let counted = STEPS.counted(steps);
    let name = hue.name();
    words::sentence(match alone(solos, hue) {
        Some(alone) if alone == steps => format!("{name} takes a shortest way, {counted}"),
        Some(alone) => format!("{name} takes {counted}, against {alone} if it were alone"),
        None => format!("{name} takes {counted}"),
    })
}

/// The given lines that go on from some pads, one sentence a layer.
pub(super) fn goes_on(level: &Level, ends: &[Cell]) -> String {
    let mut text = String::new();
    for (layer, how) in [
        (Layer::Bottom, "under the board"),
        (Layer::Top, "along given lines"),
    ] {
        let used = level.lines().iter().filter(|line| {
            let (first, last) = (line.points[0], line.points[line.points.len() - 1]);
            line.layer == layer && (ends.contains(&first) || ends.contains(&last))
        });
        let ways = used.map(|line| {
            let (first, last) = (line.points[0], line.points[line.points.len() - 1]);
            let [from, to] = if ends.contains(&first) {
                [first, last]
            } else {
                [last, first]
            };
            let [from, to] = [from, to].map(|end| names::fixture(level, end));
            format!("from {from} to {to}")
        });
        let ways: Vec<String> = ways.collect();
        if !ways.is_empty() {
            text.push_str(&format!(" It goes {how} {}.", words::listed(&ways)));
        }
    }
    text
}

fn steps(lines: &Lines) -> u64 {
    lines.iter().map(|line| line.len() as u64 - 1).sum()
}

/// The steps that a colour would take alone on the board, if they are known.
fn alone(solos: &[Solo], hue: Hue) -> Option<u64> {
    let solo = solos.iter().find(|solo| solo.hue == hue)?;
    solo.steps.map(u64::from)
}

fn finished(level: &Level, lines: &Lines) -> Position {
    let mut position = level.start();
    let replayed = level.replay(&mut position, &draw(lines.clone()));
    replayed.expect("the solver draws legal lines");
    position
}

fn beat(level: &Level, solos: &[Solo], hue: Hue, lines: Lines) -> Beat<Move> {
    let ends = lines
        .iter()
        .flat_map(|line| [line[0], line[line.len() - 1]]);
    let ends: Vec<Cell> = ends.collect();
    Beat {
        text: measured(solos, hue, &lines) + &goes_on(level, &ends),
        cells: ends,
        moves: draw(lines),
    }
}
