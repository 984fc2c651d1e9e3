//! What a level is about, and whether it is needed.

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::rng::Rng;

use crate::tint::color::Color;
use crate::tint::level::{Fixture, Level};
use crate::tint::solve::{Method, finishes_within};

use super::canvas::Wanted;

/// Something that a person has to come upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Idea {
    /// Mix with a painted wall.
    Mix,
    /// Cut a wall, then cross it.
    Cut,
    /// Go through a negation gate.
    Negate,
    /// Go through a switch gate.
    Switch,
    /// Draw a stroke that solves nothing, for a later one.
    Later,
}

/// Chooses ideas among those that are allowed; none without walls and gates. Among several, one is
/// about a gate if there may be any.
pub(super) fn choose(wanted: &Wanted, rng: &mut Rng) -> Vec<Idea> {
    let several = wanted.strokes.1 >= 2;
    let switches = wanted.switches.contains(&true);
    let mut ideas: Vec<Idea> = [
        (Idea::Mix, wanted.mixing && wanted.lines),
        (Idea::Cut, wanted.cuts && wanted.lines && several),
        (Idea::Negate, wanted.negation),
        (Idea::Switch, switches),
        (Idea::Later, wanted.mixing && wanted.lines && several),
    ]
    .into_iter()
    .filter_map(|(idea, allowed)| allowed.then_some(idea))
    .collect();
    rng.shuffle(&mut ideas);
    let is_gate = |idea: &Idea| matches!(idea, Idea::Negate | Idea::Switch);
    if wanted.ideas > 1
        && let Some(gate) = ideas.iter().position(is_gate)
    {
        ideas.swap(0, gate);
    }
    ideas.truncate(wanted.ideas);
    ideas
}

/// Whether a level that is solved with so many strokes cannot be solved with as few without an
/// idea; `None` if the budget does not tell.
pub(super) fn is_needed(
    idea: Idea,
    level: &Level,
    strokes: u64,
    budget: &Budget<'_>,
) -> Result<Option<bool>, Limit> {
    let within = |level: &Level, strokes| match finishes_within(
        Method::Plans,
        level,
        &level.start(),
        strokes,
        budget,
    ) {
        Err(Limit::Nodes) => Ok(None),
        told => told.map(Some),
    };
    let fails = |level: &Level| Ok(within(level, strokes)?.map(|solved| !solved));
    match idea {
        Idea::Mix => {
            let lines = level.lines().into_iter();
            let colored = lines.filter(|(color, _)| *color != Color::Grey);
            let cells: Vec<_> = colored.flat_map(|(_, cells)| cells).collect();
            fails(&level.without_paint(&cells))
        }
        Idea::Cut => {
            let white = level
                .fixtures()
                .filter(|&(_, fixture)| fixture == Fixture::Droplet(Color::White));
            let without = white.fold(level.clone(), |level, (cell, _)| {
                level.without_fixture(cell)
            });
            fails(&without)
        }
        Idea::Negate | Idea::Switch => {
            let is_meant = |fixture: Fixture| match fixture {
                Fixture::Negation(_) => idea == Idea::Negate,
                Fixture::Switch(_) => idea == Idea::Switch,
                Fixture::Droplet(_) | Fixture::Target(_) => false,
            };
            let gates = level.fixtures().filter(|&(_, fixture)| is_meant(fixture));
            let without = gates.fold(level.clone(), |level, (cell, _)| level.without_paper(cell));
            fails(&without)
        }
        // Some figure takes two strokes even if it is the only one.
        Idea::Later => {
            let figures: Vec<Cell> = level
                .fixtures()
                .filter_map(|(cell, fixture)| matches!(fixture, Fixture::Target(_)).then_some(cell))
                .collect();
            for &alone in &figures {
                let others = figures.iter().filter(|&&cell| cell != alone);
                let only = others.fold(level.clone(), |level, &cell| level.without_target(cell));
                if within(&only, 1)? == Some(false) {
                    return Ok(Some(true));
                }
            }
            Ok(Some(false))
        }
    }
}
