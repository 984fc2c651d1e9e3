//! A solution told stroke by stroke: where it begins, what it becomes, what it is for.

use gridwright_core::budget::Budget;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::{Beat, Explanation};
use gridwright_core::words;

use super::level::{Fixture, Level};
use super::rules::{Brush, Phase, Position, Stroke};
use super::solve::solve;
use super::{Tint, names};
use crate::kind::Explains;

impl Explains for Tint {
    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Stroke>> {
        explain(level, budget)
    }
}

/// The best solution, a beat for every stroke.
pub fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Stroke>> {
    let answer = solve(level, budget);
    let strokes = answer.verdict.witness()?.moves();
    let mut position = level.start();
    let mut explanation = Explanation::of(Vec::new());
    for (index, stroke) in strokes.iter().enumerate() {
        let beat = describe(level, &position, &strokes[index..]);
        explanation.beats.push(beat);
        level.apply(&mut position, stroke).ok()?;
    }
    Some(explanation)
}

/// The first of some legal strokes in words, and what it is for; nothing if there are none.
pub fn describe(level: &Level, position: &Position, strokes: &[Stroke]) -> Beat<Stroke> {
    let mut beat = Beat {
        text: String::new(),
        moves: strokes.first().cloned().into_iter().collect(),
        cells: Vec::new(),
    };
    let Some(stroke) = strokes.first() else {
        return beat;
    };
    let Some(&first) = stroke.cells().first() else {
        return beat;
    };
    let Ok(mut brush) = level.dip(position, first) else {
        return beat;
    };
    beat.cells.push(first);
    let mut told = vec![format!(
        "Draw from {}",
        names::the_thing(level, position, first)
    )];
    let mut after = position.clone();
    let mut solves = false;
    for &cell in &stroke.cells()[1..] {
        let (before, came) = (after.clone(), brush);
        if level.extend(&mut after, &mut brush, cell).is_err() {
            break;
        }
        let event = event(level, &before, came, brush, cell);
        let solved = matches!(level.standing(&before, cell), Some(Fixture::Target(_)))
            && level.standing(&after, cell).is_none();
        let target = solved.then(|| names::the_thing(level, &before, cell));
        if event.is_some() || solved {
            beat.cells.push(cell);
        }
        solves |= solved;
        told.extend(event);
        told.extend(target.map(|target| format!("it solves {target}")));
    }
    beat.text = match &told[..] {
        [start] => format!("{start}."),
        [start, events @ ..] => format!("{start}: {}.", words::listed(events)),
        [] => String::new(),
    };
    if !solves && let Some(purpose) = purpose(level, position, strokes) {
        beat.text.push_str(&format!(" {purpose}"));
    }
    beat
}

/// What happens to a brush on a cell that it has just entered.
fn event(
    level: &Level,
    before: &Position,
    came: Brush,
    brush: Brush,
    cell: Cell,
) -> Option<String> {
    let color = brush.color;
    let turns = color != came.color;
    if matches!(came.phase, Phase::Inside(_)) && turns {
        return Some(format!("the switch gate lets it out as {color}"));
    }
    let fixture = level.standing(before, cell);
    match fixture {
        Some(Fixture::Negation(_)) => {
            let gate = names::the_thing(level, before, cell);
            Some(match turns {
                true => format!("{gate} leaves {color} of it"),
                false => format!("{gate} lets it through"),
            })
        }
        Some(Fixture::Switch(_)) => {
            let gate = names::the_thing(level, before, cell);
            Some(format!("it enters {gate}"))
        }
        Some(Fixture::Droplet(_) | Fixture::Target(_)) | None => {
            let under = match (fixture, level.paint(before, cell)) {
                (Some(Fixture::Droplet(color)), _) => names::fixture(Fixture::Droplet(color)),
                (_, Some(color)) => names::paint(color),
                _ => return None,
            };
            let ends =
                matches!(brush.phase, Phase::Tail(_)) && !matches!(came.phase, Phase::Tail(_));
            match (ends, turns) {
                (true, false) => Some(format!("it cuts the {under}, which ends the stroke")),
                (_, true) => Some(format!("over {under} it becomes {color}")),
                (false, false) => None,
            }
        }
    }
}

/// What a stroke that solves nothing is for: the first of the later ones that would not work
/// without it. This is tried out, so it is true.
fn purpose(level: &Level, position: &Position, strokes: &[Stroke]) -> Option<String> {
    let mut with = position.clone();
    level.apply(&mut with, strokes.first()?).ok()?;
    let mut without = position.clone();
    for stroke in &strokes[1..] {
        let before = with.clone();
        level.apply(&mut with, stroke).ok()?;
        let left: Vec<_> = level.targets_left(&with).collect();
        let solved: Vec<String> = level
            .targets_left(&before)
            .filter(|target| !left.contains(target))
            .map(|(cell, _)| names::the_thing(level, &before, cell))
            .collect();
        let works = level.apply(&mut without, stroke).is_ok()
            && level.targets_left(&without).eq(left.iter().copied())
            && level.is_solved(&without) == level.is_solved(&with);
        if !works {
            return Some(match &solved[..] {
                [] => "Without it a later stroke would not work.".to_owned(),
                _ => format!(
                    "Without it the stroke to {} would not work.",
                    words::listed(&solved)
                ),
            });
        }
    }
    None
}
