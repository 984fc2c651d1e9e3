//! A solution told stroke by stroke: where it begins, what it becomes, what it is for.

use gridwright_core::budget::Budget;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::{Beat, Explanation};

use super::level::{Fixture, Level};
use super::rules::{Brush, Phase, Position, Stroke};
use super::solve::solve;
use super::{Tint, names};
use crate::kind::Explains;

/// What a stroke is for shows within so many of the next ones, or is not told.
const FORESIGHT: usize = 16;

impl Explains for Tint {
    /// The best solution, a beat for every stroke.
    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Stroke>> {
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
}

/// The first of some legal strokes in words, and what it is for; nothing if there are none.
pub(super) fn describe(level: &Level, position: &Position, strokes: &[Stroke]) -> Beat<Stroke> {
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
    let start = names::the_thing(level, position, first);
    let mut told = Vec::new();
    // Targets solved one after the other are told together.
    let mut solved: Vec<Cell> = Vec::new();
    let mut solves_some = false;
    let mut after = position.clone();
    for &cell in &stroke.cells()[1..] {
        let (before, came) = (after.clone(), brush);
        if level.extend(&mut after, &mut brush, cell).is_err() {
            break;
        }
        let event = event(level, &before, came, brush, cell);
        let solves = matches!(level.standing(&before, cell), Some(Fixture::Target(_)))
            && level.standing(&after, cell).is_none();
        if event.is_some() || solves {
            beat.cells.push(cell);
        }
        if let Some(event) = event {
            told.extend(solving(level, position, &mut solved));
            told.push(event);
        }
        solved.extend(solves.then_some(cell));
        solves_some |= solves;
    }
    told.extend(solving(level, position, &mut solved));
    beat.text = match told.is_empty() {
        true => format!("Draw from {start}."),
        false => format!("Draw from {start}: {}.", told.join("; ")),
    };
    if !solves_some && let Some(purpose) = purpose(level, position, strokes) {
        beat.text.push_str(&format!(" {purpose}"));
    }
    beat
}

/// The targets that were solved since the last event, which are told by then.
fn solving(level: &Level, position: &Position, solved: &mut Vec<Cell>) -> Option<String> {
    let solved = std::mem::take(solved);
    let targets = names::some_targets(level, position, &solved);
    (!solved.is_empty()).then(|| format!("it solves {targets}"))
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
                (true, false) => Some(format!("it cuts the {under}, and the stroke ends")),
                (_, true) => Some(format!("over the {under} it becomes {color}")),
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
    for stroke in strokes[1..].iter().take(FORESIGHT) {
        let before = with.clone();
        level.apply(&mut with, stroke).ok()?;
        let left: Vec<_> = level.targets_left(&with).collect();
        let solved: Vec<Cell> = level
            .targets_left(&before)
            .filter(|target| !left.contains(target))
            .map(|(cell, _)| cell)
            .collect();
        let works = level.apply(&mut without, stroke).is_ok()
            && level.targets_left(&without).eq(left.iter().copied())
            && level.is_solved(&without) == level.is_solved(&with);
        if !works {
            return Some(match &solved[..] {
                [] => "Without it a later stroke would not work.".to_owned(),
                _ => format!(
                    "Without it the stroke to {} would not work.",
                    names::some_targets(level, &before, &solved)
                ),
            });
        }
    }
    None
}
