//! Ways over the cells of a board: how a line grows, which cell lies in a direction, how a drag runs
//! over cells that the mouse has skipped.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use gridwright_core::gesture::{Gesture, Hand as Piece};
use gridwright_core::grid::Cell;
use gridwright_core::text::Text;

/// The gesture that puts a piece down with its grabbed cell here.
pub(crate) fn placing(piece: &Piece, at: Cell) -> Gesture {
    Gesture::Place {
        piece: piece.piece.clone(),
        side: piece.side,
        turns: piece.turns,
        at: at.offset(-piece.grabbed.x, -piece.grabbed.y),
    }
}

/// Whether a cell is one of the board's: those beside it, where pieces wait, are smaller.
pub(crate) fn is_board(text: &Text, cell: Cell) -> bool {
    let most = text
        .spots()
        .iter()
        .map(|spot| spot.width * spot.height)
        .max();
    text.spot_of(cell)
        .is_some_and(|spot| Some(spot.width * spot.height) == most)
}

/// Adds a step to a line or stroke; where lines may turn back, going back takes the last step away.
pub(crate) fn extend(path: &mut Vec<Cell>, to: Cell, takes_back: bool) {
    if path.last() == Some(&to) {
        return;
    }
    if takes_back && path.len() > 1 && path[path.len() - 2] == to {
        path.pop();
    } else {
        path.push(to);
    }
}

/// The cell next to a cell; where there is none, the nearest one on that side, unless a line is
/// being drawn.
pub(crate) fn neighbour(text: &Text, at: Cell, (dx, dy): (i32, i32), near: bool) -> Option<Cell> {
    let next = at.offset(dx, dy);
    if text.spot_of(next).is_some() {
        return Some(next);
    }
    if near {
        return None;
    }
    let middle = |cell: Cell| {
        let spot = text.spot_of(cell)?;
        let twice = |at: usize, size: usize| (2 * at + size) as i32;
        Some((twice(spot.x, spot.width), twice(spot.y, spot.height)))
    };
    let Some((x, y)) = middle(at) else {
        return text.spots().first().map(|spot| spot.cell);
    };
    text.spots()
        .iter()
        .filter_map(|spot| {
            let (to_x, to_y) = middle(spot.cell)?;
            let along = (to_x - x) * dx + 2 * (to_y - y) * dy;
            let aside = ((to_x - x) * dy).abs() + 2 * ((to_y - y) * dx).abs();
            (along > 0 && aside <= 2 * along).then_some((along + 2 * aside, spot.cell))
        })
        .min_by_key(|(away, cell)| (*away, cell.y, cell.x))
        .map(|(_, cell)| cell)
}

/// The steps from a cell to another, diagonal where the game has diagonals.
pub(crate) fn steps_towards(from: Cell, to: Cell, diagonals: bool) -> Vec<Cell> {
    let mut steps = Vec::new();
    let mut at = from;
    while at != to {
        let (dx, dy) = (to.x - at.x, to.y - at.y);
        at = match diagonals {
            true => at.offset(dx.signum(), dy.signum()),
            false if dx.abs() >= dy.abs() => at.offset(dx.signum(), 0),
            false => at.offset(0, dy.signum()),
        };
        steps.push(at);
    }
    steps
}

/// The way over free cells to the one nearest to a wanted cell.
pub(crate) fn way_towards(from: Cell, wanted: Cell, free: &BTreeSet<Cell>) -> Vec<Cell> {
    let away = |cell: &Cell| {
        let (dx, dy) = (i64::from(cell.x - wanted.x), i64::from(cell.y - wanted.y));
        dx * dx + dy * dy
    };
    let mut came: BTreeMap<Cell, Cell> = [(from, from)].into();
    let mut queue = VecDeque::from([from]);
    let mut best = from;
    while let Some(at) = queue.pop_front() {
        if away(&at) < away(&best) {
            best = at;
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let next = at.offset(dx, dy);
            if free.contains(&next) && !came.contains_key(&next) {
                came.insert(next, at);
                queue.push_back(next);
            }
        }
    }
    let mut way = Vec::new();
    let mut at = best;
    while at != from {
        way.push(at);
        at = came[&at];
    }
    way.reverse();
    way
}
