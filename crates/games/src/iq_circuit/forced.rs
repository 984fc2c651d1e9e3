//! What a person can conclude without trying: the only piece for a cell, the only place for a
//! piece.
//!
//! Kept apart from the solvers and written in the plainest way, because hints, explanations and
//! grades quote its reasons.

use gridwright_core::grid::Cell;
use gridwright_core::words;

use super::level::Level;
use super::names;
use super::rules::Position;
use super::set::{Lay, PieceSet, Placement};

/// Every lay that fits a position: on free cells, with lines that meet, and as the hints say.
pub fn fitting(level: &Level, position: &Position) -> Vec<Lay> {
    let set = level.set();
    let down: Vec<&Placement> = position.lays().map(|lay| on_board(set, lay)).collect();
    let fits = |placement: &&Placement| {
        position.lay(placement.lay.piece()).is_none()
            && !placement.leaks
            && down.iter().all(|other| other.agrees_with(placement))
            && set
                .prints(&placement.lay)
                .all(|(cell, print)| level.allows(cell, print))
    };
    let all = set.placements().iter();
    all.filter(fits).map(|placement| placement.lay).collect()
}

/// What still fits of `fitting` once a lay of them is down.
pub fn still_fitting(set: &PieceSet, fitting: &[Lay], laid: &Lay) -> Vec<Lay> {
    let down = on_board(set, laid);
    let fits = |lay: &&Lay| lay.piece() != laid.piece() && down.agrees_with(on_board(set, lay));
    fitting.iter().filter(fits).copied().collect()
}

fn on_board<'s>(set: &'s PieceSet, lay: &Lay) -> &'s Placement {
    let number = set
        .placement_of(lay)
        .expect("pieces on the board lie on it");
    &set.placements()[number]
}

/// Why there is no other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nothing else covers this cell.
    OnlyForCell(Cell),
    /// The piece fits nowhere else.
    OnlyForPiece,
}

/// What to look at next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This lay is the only one for a cell or a piece.
    Forced(Lay, Why),
    /// This cell can be covered in these ways, and no cell or piece has fewer.
    Choice(Cell, Vec<Lay>),
    /// Nothing covers this cell.
    Stuck(Cell),
    /// All pieces are down.
    Done,
}

/// What a person sees in a position, given what fits it. Cells come before pieces, for a cell is
/// easier to look at.
pub fn next(level: &Level, position: &Position, fitting: &[Lay]) -> Next {
    let set = level.set();
    let mut counts = vec![0; set.cells().count()];
    for (cell, _) in fitting.iter().flat_map(|lay| set.prints(lay)) {
        counts[set.index(cell)] += 1;
    }
    let drawing = position.drawing(set);
    let count = |cell: &Cell| counts[set.index(*cell)];
    let Some(cell) = drawing.unknown_cells().min_by_key(count) else {
        return Next::Done;
    };
    let covers = |lay: &&Lay| set.prints(lay).any(|(covered, _)| covered == cell);
    let ways: Vec<Lay> = fitting.iter().filter(covers).copied().collect();
    if ways.is_empty() {
        return Next::Stuck(cell);
    }
    if let [only] = ways[..] {
        return Next::Forced(only, Why::OnlyForCell(cell));
    }
    for piece in position.left() {
        let mut lays = fitting.iter().filter(|lay| lay.piece() == piece);
        if let (Some(&only), None) = (lays.next(), lays.next()) {
            return Next::Forced(only, Why::OnlyForPiece);
        }
    }
    Next::Choice(cell, ways)
}

/// How many lays are forced in a position: the only one for some cell, or the only one for a piece.
pub fn count(level: &Level, position: &Position, fitting: &[Lay]) -> usize {
    let set = level.set();
    let mut counts = vec![0; set.cells().count()];
    for (cell, _) in fitting.iter().flat_map(|lay| set.prints(lay)) {
        counts[set.index(cell)] += 1;
    }
    let forced = |lay: &&Lay| {
        set.prints(lay)
            .any(|(cell, _)| counts[set.index(cell)] == 1)
            || position.left().any(|piece| {
                let mut lays = fitting.iter().filter(|other| other.piece() == piece);
                lays.next() == Some(*lay) && lays.next().is_none()
            })
    };
    fitting.iter().filter(forced).count()
}

/// Why a forced lay is forced, in a sentence.
pub fn reason(set: &PieceSet, lay: &Lay, why: Why) -> String {
    let name = names::piece(set, lay.piece());
    match why {
        Why::OnlyForCell(cell) => format!(
            "Only the {name} fits in {}, and only this way.",
            words::place(cell)
        ),
        Why::OnlyForPiece => format!("There is only this place left for the {name}."),
    }
}
