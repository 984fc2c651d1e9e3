//! Where a level is hard: over its best solution, how far it is still to go, how many moves there are
//! to choose from, and how many of them lose something or lead to a dead end; and on the board, where
//! such moves begin.
//!
//! Moves that take several steps (lines, strokes) are told apart only where one step makes them.

use std::collections::BTreeMap;

use serde::Serialize;

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::cost::Costs;
use gridwright_core::fault::Faults;
use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::scene::{Color, Item, Scene, Shape};
use gridwright_core::solve::Wish;
use gridwright_games::registry::{Play, Session};
use gridwright_games::report::Rewind;

/// Boards with more cells are beyond what anybody would look at.
const MOST_CELLS: usize = 128 * 128;

/// The most positions of a solution that are looked at.
const MOST_POSITIONS: usize = 60;

/// The most moves of a position that are looked at.
const MOST_WAYS: usize = 400;

/// What is looked at after one move takes no more nodes than this.
const NODES: u64 = 200_000;

/// What becomes of a level by one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Nothing is lost.
    Best,
    /// It can still be solved, but takes more.
    Losing,
    /// Not known within the limits.
    Unknown,
    /// It cannot be solved any more.
    Dead,
}

/// A map of a level.
#[derive(Clone, Debug, Serialize)]
pub struct MapReport {
    /// The positions of a best solution, one after another.
    pub positions: Vec<Position>,
    /// Where moves of the first position begin, and the worst that comes of them.
    pub cells: Vec<CellOutcome>,
    /// Which limit ended the map before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
}

/// One position of the solution.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    /// After so many moves.
    pub after: usize,
    /// What is left to pay, where that is proved.
    pub remaining: Option<Costs>,
    /// How many moves have which outcome.
    pub moves: BTreeMap<Outcome, usize>,
    /// Whether these are all; otherwise there may be more of them.
    pub complete: bool,
}

/// What comes of moves that begin on a cell.
#[derive(Clone, Debug, Serialize)]
pub struct CellOutcome {
    /// The cell.
    pub cell: Cell,
    /// The worst that comes of a move from here.
    pub worst: Outcome,
    /// The best.
    pub best: Outcome,
}

/// Maps a level along its best solution.
///
/// # Errors
/// If no solution was found within the budget, or the board is too large to be mapped.
pub fn map(level: &dyn Session, budget: &Budget<'_>) -> Result<MapReport, Faults> {
    let (width, height) = level.size();
    if width * height > MOST_CELLS {
        let message = "the board is too large to be mapped";
        return Err(crate::choices::not_offered(message).into());
    }
    let solved = level.solve(&Wish::default(), budget);
    let solution = solved.solution.ok_or_else(|| {
        let message = "no solution was found to go along; `solve` says what is known";
        Faults::from(crate::choices::not_offered(message))
    })?;
    let whole = level.at(Some(&solution.to_string()))?;
    let mut report = MapReport {
        positions: Vec::new(),
        cells: Vec::new(),
        limit: None,
    };
    for after in 0..=whole.count().min(MOST_POSITIONS) {
        report.limit = budget.expired();
        if report.limit.is_some() {
            break;
        }
        let mut here = whole.fork();
        here.rewind(&Rewind::Keep { count: after });
        let hint = here.hint(budget);
        let (ways, complete) = match here.is_solved() {
            true => (Vec::new(), true),
            false => ways(level, &*here, hint.remaining.as_ref(), budget)?,
        };
        let mut moves = BTreeMap::new();
        for (outcome, _) in &ways {
            *moves.entry(*outcome).or_insert(0) += 1;
        }
        if after == 0 {
            report.cells = cells(&ways);
        }
        report.positions.push(Position {
            after,
            remaining: hint.remaining,
            moves,
            complete,
        });
    }
    report.limit = report.limit.or_else(|| budget.expired());
    Ok(report)
}

/// What comes of a move, and where it begins.
type Way = (Outcome, Option<Cell>);

/// The moves of a position that one step makes: what comes of each, and where it begins; and whether
/// these are all.
fn ways(
    level: &dyn Session,
    here: &dyn Play,
    remaining: Option<&Costs>,
    budget: &Budget<'_>,
) -> Result<(Vec<Way>, bool), Faults> {
    let frame = level.frame();
    let actions = level.actions_of(&frame, &here.moves().to_string())?;
    let Some(mut table) = level.plain_table(&frame) else {
        return Ok((Vec::new(), false));
    };
    for action in &actions {
        table.act(*action);
    }
    let mut legal = vec![0; frame.actions];
    table.legal(&mut legal);
    let order = level.game().about().order(None);
    let total = |made: &Costs, left: &Costs| made.in_order(order).plus(left);
    let best = remaining.map(|left| total(&here.costs(), left));
    let mut found = Vec::new();
    let legal: Vec<usize> = (0..legal.len())
        .filter(|&action| legal[action] != 0)
        .collect();
    let mut complete = legal.len() < MOST_WAYS;
    for action in legal.into_iter().take(MOST_WAYS) {
        // Before the moves are read and replayed, which takes long on the largest boards.
        if budget.expired().is_some() {
            complete = false;
            break;
        }
        let longer: Vec<usize> = actions.iter().copied().chain([action]).collect();
        let next = level.at(Some(&level.moves_of(&frame, &longer).to_string()))?;
        if next.count() <= here.count() {
            continue;
        }
        let hint = next.hint(&budget.clone().with_nodes(NODES));
        let after = hint
            .remaining
            .as_ref()
            .map(|left| total(&next.costs(), left));
        let outcome = match (hint.on_track, &best, after) {
            (Some(false), ..) => Outcome::Dead,
            (Some(true), _, _) if order.is_empty() => Outcome::Best,
            (Some(true), Some(best), Some(after)) if after > *best => Outcome::Losing,
            (Some(true), Some(_), Some(_)) => Outcome::Best,
            _ => Outcome::Unknown,
        };
        found.push((outcome, begins(&*next)));
    }
    Ok((found, complete))
}

/// The cell where the last move of a position begins.
fn begins(play: &dyn Play) -> Option<Cell> {
    match play.gestures()?.pop()? {
        Gesture::Drag { path } => path.first().copied(),
        Gesture::Tap { at }
        | Gesture::Hold { at }
        | Gesture::Key { at, .. }
        | Gesture::Lift { at }
        | Gesture::Place { at, .. }
        | Gesture::Cover { at, .. } => Some(at),
    }
}

fn cells(ways: &[Way]) -> Vec<CellOutcome> {
    let mut found: BTreeMap<Cell, (Outcome, Outcome)> = BTreeMap::new();
    for (outcome, cell) in ways {
        let Some(cell) = cell else { continue };
        let (best, worst) = found.entry(*cell).or_insert((*outcome, *outcome));
        (*best, *worst) = ((*best).min(*outcome), (*worst).max(*outcome));
    }
    let outcomes = found.into_iter();
    outcomes
        .map(|(cell, (best, worst))| CellOutcome { cell, worst, best })
        .collect()
}

/// A row for each position, the first being the head.
pub fn rows(report: &MapReport) -> Vec<Vec<String>> {
    let head = [
        "after",
        "to go",
        "moves",
        "best",
        "losing",
        "dead ends",
        "unknown",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for position in &report.positions {
        let count = |outcome: Outcome| position.moves.get(&outcome).copied().unwrap_or(0);
        rows.push(vec![
            position.after.to_string(),
            position
                .remaining
                .as_ref()
                .map_or("-".into(), Costs::to_string),
            match (position.moves.values().sum::<usize>(), position.complete) {
                (count, true) => count.to_string(),
                (count, false) => format!("{count}+"),
            },
            count(Outcome::Best).to_string(),
            count(Outcome::Losing).to_string(),
            count(Outcome::Dead).to_string(),
            count(Outcome::Unknown).to_string(),
        ]);
    }
    rows
}

/// The board at its start with a disc where moves begin: inside the best that comes of a move from
/// there, around it the worst. Green is best, amber loses something, red is a dead end, grey is not
/// known.
pub fn picture(mut scene: Scene, report: &MapReport) -> Scene {
    for CellOutcome { cell, worst, best } in &report.cells {
        let words = match (best, worst) {
            (Outcome::Best, Outcome::Dead) => "a best move begins here, and a dead end",
            (Outcome::Best, _) => "a best move begins here",
            (Outcome::Losing, Outcome::Dead) => "something is lost here, or everything",
            (Outcome::Losing, _) => "something is lost here",
            (Outcome::Unknown, _) => "what comes of this is not known",
            (Outcome::Dead, _) => "a dead end begins here",
        };
        let center = (cell.x as f32 + 0.5, cell.y as f32 + 0.5);
        let disc = Shape::Circle {
            center,
            radius: 0.2,
        };
        let item = Item::new(format!("map-{}-{}", cell.x, cell.y), "map", disc);
        let item = item.fill(color(*best)).stroke(color(*worst), 0.1);
        scene.add(item.label(words).at(*cell));
    }
    scene
}

fn color(outcome: Outcome) -> Color {
    Color::hex(match outcome {
        Outcome::Best => 0x2E_9E_5B,
        Outcome::Losing => 0xE0_A0_30,
        Outcome::Unknown => 0x88_88_88,
        Outcome::Dead => 0xC0_39_2B,
    })
}
