//! A solution told stroke by stroke: what is picked up, what it becomes, what it solves.

use gridwright_core::budget::Budget;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::{Beat, Explanation};

use super::Tint;
use super::level::{Fixture, Level};
use super::rules::{Phase, Position, Stroke};
use super::solve::solve;
use crate::kind::Explains;

impl Explains for Tint {
    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Stroke>> {
        explain(level, budget)
    }
}

/// The best solution, a beat for every stroke.
pub fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Stroke>> {
    let answer = solve(level, budget);
    let witness = answer.verdict.witness()?;
    let mut position = level.start();
    let mut explanation = Explanation::of(Vec::new());
    for stroke in witness.moves() {
        explanation.beats.push(describe(level, &position, stroke));
        level.apply(&mut position, stroke).ok()?;
    }
    Some(explanation)
}

/// One legal stroke in words.
pub fn describe(level: &Level, position: &Position, stroke: &Stroke) -> Beat<Stroke> {
    let mut events = Vec::new();
    let mut cells: Vec<Cell> = stroke.cells().first().copied().into_iter().collect();
    let mut after = position.clone();
    let brush = cells.first().map(|&cell| level.dip(position, cell));
    if let (Some(Ok(mut brush)), Some(&first)) = (brush, cells.first()) {
        let source = match level.standing(position, first) {
            Some(Fixture::Droplet(_)) => "droplet",
            Some(Fixture::Target(_) | Fixture::Negation(_) | Fixture::Switch(_)) | None => "paint",
        };
        events.push(format!("Take {} from the {source} at {first}", brush.color));
        for &cell in &stroke.cells()[1..] {
            let (before, fixture) = (brush, level.standing(&after, cell));
            if level.extend(&mut after, &mut brush, cell).is_err() {
                break;
            }
            let event = event(before.color, before.phase, fixture, &brush, cell);
            let solved = matches!(fixture, Some(Fixture::Target(_)))
                && level.standing(&after, cell).is_none();
            if solved {
                events.push(format!("it solves the target at {cell}"));
            }
            if event.is_some() || solved {
                cells.push(cell);
            }
            events.extend(event);
        }
    }
    let text = format!("{}.", events.join("; "));
    Beat {
        text,
        moves: vec![stroke.clone()],
        cells,
    }
}

fn event(
    before: super::color::Color,
    phase: Phase,
    fixture: Option<Fixture>,
    brush: &super::rules::Brush,
    cell: Cell,
) -> Option<String> {
    let color = brush.color;
    let turns = color != before;
    if matches!(phase, Phase::Inside(_)) && turns {
        return Some(format!("the switch gate lets it out as {color}"));
    }
    match fixture {
        Some(Fixture::Negation(_)) if turns => {
            Some(format!("the negation gate at {cell} leaves {color}"))
        }
        Some(Fixture::Negation(_)) => Some(format!("the negation gate at {cell} is passed")),
        Some(Fixture::Switch(_)) => Some(format!("it enters the switch gate at {cell}")),
        Some(Fixture::Droplet(_) | Fixture::Target(_)) | None => {
            let ends = matches!(brush.phase, Phase::Tail(_)) && !matches!(phase, Phase::Tail(_));
            match (ends, turns) {
                (true, true) => Some(format!("at {cell} it turns grey")),
                (true, false) => Some(format!(
                    "it cuts the paint at {cell}, which ends the stroke"
                )),
                (false, true) => Some(format!("at {cell} it mixes into {color}")),
                (false, false) => None,
            }
        }
    }
}
