//! Narrows: cells through which every way between two parts of the canvas leads.

use crate::tint::level::Fixture;

use super::board::{BARE, Board, Spot, WALL};

/// At most so many narrows of a board: those on which something stands or lies, the *doors*, and
/// bare ones right before something. A narrow counts only if there is something of interest on
/// both sides.
pub(super) fn narrows(board: &Board, most: usize) -> Vec<Spot> {
    let is_bare = |spot: Spot| board.content(board.start(), spot) == BARE;
    let before_something = |spot: Spot| {
        let beside = board.beside[spot as usize];
        beside
            .into_iter()
            .any(|spot| spot != WALL && !is_bare(spot))
    };
    let mut found: Vec<Spot> = (0..board.spots() as Spot)
        .filter(|&spot| !board.is_droplet(spot) && parts_it(board, spot))
        .filter(|&spot| !is_bare(spot) || before_something(spot))
        .collect();
    found.sort_by_key(|&spot| is_bare(spot));
    found.truncate(most);
    found
}

/// Whether the canvas without a spot falls into parts, at least two of them of interest.
fn parts_it(board: &Board, without: Spot) -> bool {
    let mut seen = vec![false; board.spots()];
    seen[without as usize] = true;
    let beside = board.beside[without as usize];
    let parts = beside
        .into_iter()
        .filter(|&first| first != WALL && !seen[first as usize] && flood(board, first, &mut seen));
    parts.count() > 1
}

/// Marks everything connected to a spot; whether anything of interest is there.
fn flood(board: &Board, first: Spot, seen: &mut [bool]) -> bool {
    let mut interest = false;
    let mut stack = vec![first];
    seen[first as usize] = true;
    while let Some(spot) = stack.pop() {
        let fixture: Option<Fixture> = board.fixture[spot as usize];
        interest |= fixture.is_some() || board.content(board.start(), spot) != BARE;
        for beside in board.beside[spot as usize] {
            if beside != WALL && !seen[beside as usize] {
                seen[beside as usize] = true;
                stack.push(beside);
            }
        }
    }
    interest
}
