//! The tray: where the pieces that are not on the board lie, below it.
//!
//! Every piece that is not given has its own place, and keeps it while it is on the board, so that
//! the picture never changes its size in play.

use std::collections::BTreeSet;

use gridwright_core::grid::{Cell, Dir};

use super::level::Level;
use super::rules::Position;
use super::set::{Lay, PieceSet};

/// Room between the board and the tray.
const GAP: i32 = 1;

/// The places of all pieces that are not given. They go on below the board as if it did not end.
pub(super) fn places(level: &Level) -> Vec<Lay> {
    let set = level.set();
    let own = |piece: &usize| level.given_lay(*piece).is_none();
    spread(set, (0..set.pieces().len()).filter(own))
}

/// The pieces that wait in the tray.
pub(super) fn waiting(level: &Level, position: &Position) -> Vec<Lay> {
    let left: BTreeSet<usize> = position.left().collect();
    let mut places = places(level);
    places.retain(|lay| left.contains(&lay.piece()));
    places
}

/// Puts pieces side by side, each as far up and left as it can lie without touching another.
pub(super) fn spread(set: &PieceSet, pieces: impl Iterator<Item = usize>) -> Vec<Lay> {
    let mut taken = BTreeSet::new();
    let mut placed = Vec::new();
    for piece in pieces {
        let turns = lying(set, piece);
        let room = set.width() - set.pieces()[piece].turned(0, turns).width();
        let corners =
            (set.height() + GAP..).flat_map(|y| (0..=room.max(0)).map(move |x| Cell::new(x, y)));
        let lay = corners
            .filter_map(|corner| set.lay(piece, 0, turns, corner))
            .find(|lay| set.prints(lay).all(|(cell, _)| !taken.contains(&cell)))
            .expect("there is always room further down, and every piece has a first side");
        for (cell, _) in set.prints(&lay) {
            taken.insert(cell);
            taken.extend(Dir::ALL.map(|dir| cell.step(dir)));
        }
        placed.push(lay);
    }
    placed
}

/// The quarter turns after which the first side of a piece lies flat.
fn lying(set: &PieceSet, piece: usize) -> usize {
    let upright = set.pieces()[piece].turned(0, 0);
    usize::from(upright.height() > upright.width())
}
