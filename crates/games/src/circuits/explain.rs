//! The solution as a person would find it: the circuits with the least to gain first, each with
//! the way it would rather have taken.

use gridwright_core::budget::Budget;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::{Beat, Explanation};

use super::Circuits;
use super::level::{Hue, Layer, Level};
use super::rules::{Move, Position, STEPS};
use super::solve::{Lines, best, draw, solo};
use crate::kind::Explains;

impl Explains for Circuits {
    /// One beat a circuit.
    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Move>> {
        let lines = best(level, &[], &mut budget.meter()).ok()??;
        let solos = solo(level);
        let mut circuits: Vec<Circuit> = split(level, lines)
            .into_iter()
            .map(|(hue, lines)| {
                let steps: usize = lines.iter().map(|line| line.len() - 1).sum();
                let alone = solos.iter().find(|solo| solo.hue == hue);
                let alone = alone.and_then(|solo| solo.steps).unwrap_or(0) as usize;
                Circuit {
                    hue,
                    alone,
                    steps,
                    lines,
                }
            })
            .collect();
        circuits.sort_by_key(|circuit| {
            (
                circuit.steps - circuit.alone.min(circuit.steps),
                circuit.hue,
            )
        });
        let beats = circuits.into_iter().map(|circuit| beat(level, circuit));
        Some(Explanation::of(beats.collect()))
    }
}

struct Circuit {
    hue: Hue,
    alone: usize,
    steps: usize,
    lines: Lines,
}

/// The lines of a solution by colour.
fn split(level: &Level, lines: Lines) -> Vec<(Hue, Lines)> {
    let position = solved(level, &lines);
    let flow = level.flow(&position);
    let mut circuits: Vec<(Hue, Lines)> = Vec::new();
    for line in lines {
        let hue =
            flow.fixtures[level.number_at(line[0])].expect("a best solution has no white line");
        match circuits.iter_mut().find(|(known, _)| *known == hue) {
            Some((_, lines)) => lines.push(line),
            None => circuits.push((hue, vec![line])),
        }
    }
    circuits
}

fn solved(level: &Level, lines: &Lines) -> Position {
    let mut position = level.start();
    let replayed = level.replay(&mut position, &draw(lines.clone()));
    replayed.expect("the solver draws legal lines");
    position
}

fn beat(level: &Level, circuit: Circuit) -> Beat<Move> {
    let Circuit {
        hue,
        alone,
        steps,
        lines,
    } = circuit;
    let name = hue.name();
    let mut text = if steps == alone {
        format!(
            "{name} takes a shortest way, {}.",
            STEPS.counted(steps as u64)
        )
    } else {
        format!(
            "{name} would need {} alone; the others push it to {steps}.",
            STEPS.counted(alone as u64)
        )
    };
    let ends = lines
        .iter()
        .flat_map(|line| [line[0], line[line.len() - 1]]);
    let ends: Vec<Cell> = ends.collect();
    let used = |layer: Layer| {
        let lines = level.lines().iter().filter(|line| line.layer == layer);
        lines
            .filter(|line| {
                ends.contains(&line.points[0]) || ends.contains(&line.points[line.points.len() - 1])
            })
            .map(|line| {
                format!(
                    "{} to {}",
                    line.points[0],
                    line.points[line.points.len() - 1]
                )
            })
            .collect::<Vec<_>>()
    };
    for (layer, how) in [
        (Layer::Bottom, "It dives under the board"),
        (Layer::Top, "It takes the given way"),
    ] {
        let used = used(layer);
        if !used.is_empty() {
            text.push_str(&format!(" {how}: {}.", used.join(", ")));
        }
    }
    Beat {
        text,
        cells: ends,
        moves: draw(lines),
    }
}
