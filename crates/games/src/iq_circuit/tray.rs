//! The tray: where the pieces that are not on the board lie, in rows below it.

use gridwright_core::grid::Cell;

use super::rules::Position;
use super::set::{Lay, PieceSet};

/// Room between the board and the tray.
const GAP: i32 = 1;

/// The waiting pieces as they lie in the tray, in the order of the set. Places go on below the
/// board as if it did not end.
pub(super) fn waiting(set: &PieceSet, position: &Position) -> Vec<Lay> {
    let mut placed = Vec::new();
    let (mut x, mut y, mut tallest) = (0, set.height() + GAP, 0);
    for piece in position.left() {
        let turns = lying(set, piece);
        let turned = set.pieces()[piece].turned(0, turns);
        if x > 0 && x + turned.width() > set.width() {
            (x, y, tallest) = (0, y + tallest + 1, 0);
        }
        let lay = set.lay(piece, 0, turns, Cell::new(x, y));
        placed.push(lay.expect("every piece has a first side"));
        x += turned.width() + 1;
        tallest = tallest.max(turned.height());
    }
    placed
}

/// The quarter turns after which the first side of a piece lies flat.
fn lying(set: &PieceSet, piece: usize) -> usize {
    let upright = set.pieces()[piece].turned(0, 0);
    usize::from(upright.height() > upright.width())
}
