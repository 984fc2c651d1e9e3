//! What hands do with pieces: put down, turn, flip, shift and take away.
//!
//! A piece comes from the tray, or from elsewhere on the board, with [`Gesture::Place`] or, where
//! somebody points at a gap and does not care which part of the piece comes to lie there, with
//! [`Gesture::Cover`]. On the board a tap turns it, space flips it to its next side, arrows and drags
//! move it, and a hold or letting go of it off the board lifts it.

use gridwright_core::gesture::{Gesture, Hand, Meant, Mode, Preview, Reach};
use gridwright_core::grid::{Cell, Dir, cells};
use gridwright_core::puzzle::{Explain, Puzzle};
use gridwright_core::scene::Scene;

use super::level::Level;
use super::rules::{Move, Position, Refusal};
use super::set::{Lay, PieceSet};
use super::{IqCircuit, tray, view};
use crate::kind::Gestures;

impl Gestures for IqCircuit {
    /// The piece put down, or carried off the board.
    fn gesture_of(level: &Level, position: &Position, mv: &Move) -> Option<Gesture> {
        let set = level.set();
        match mv {
            Move::Lay(lay) => Some(Gesture::Place {
                piece: set.pieces()[lay.piece()].name().to_owned(),
                side: lay.side(),
                turns: lay.turns(),
                at: lay.at(),
            }),
            Move::Lift(piece) => {
                let lies = |at: &Cell| {
                    let lay = position.lay_over(set, *at);
                    lay.is_some_and(|lay| lay.piece() == *piece)
                };
                let at = cells(set.width(), set.height()).find(lies)?;
                Some(Gesture::Lift { at })
            }
        }
    }

    /// What a gesture stands for.
    fn gesture(level: &Level, position: &Position, gesture: &Gesture) -> Meant<Move, Refusal> {
        let set = level.set();
        let own = |at: Cell| position.lay_over(set, at);
        let shifted = |lay: &Lay, dx: i32, dy: i32| {
            set.lay(
                lay.piece(),
                lay.side(),
                lay.turns(),
                lay.at().offset(dx, dy),
            )
        };
        match gesture {
            Gesture::Place {
                piece,
                side,
                turns,
                at,
            } => {
                let number = set.piece_named(piece);
                match number.and_then(|piece| set.lay(piece, *side, *turns % 4, *at)) {
                    Some(lay) => place(level, position, lay),
                    None => Meant::nothing(),
                }
            }
            Gesture::Cover {
                piece,
                side,
                turns,
                at,
            } => {
                let number = set.piece_named(piece);
                let lays =
                    number.map_or(Vec::new(), |piece| over(set, piece, *side, *turns % 4, *at));
                first_that_fits(level, position, &lays)
            }
            Gesture::Hold { at } | Gesture::Lift { at } => match own(*at) {
                Some(lay) => checked(level, position, vec![Move::Lift(lay.piece())]),
                None => Meant::nothing(),
            },
            Gesture::Tap { at } => match own(*at) {
                Some(lay) => replace(level, position, lay, turned(level, lay)),
                None => Meant::nothing(),
            },
            Gesture::Drag { path } => {
                let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
                    return Meant::nothing();
                };
                match own(from) {
                    Some(lay) if !set.contains(to) => {
                        checked(level, position, vec![Move::Lift(lay.piece())])
                    }
                    Some(lay) => {
                        let moved = shifted(lay, to.x - from.x, to.y - from.y);
                        replace(level, position, lay, moved)
                    }
                    None => Meant::nothing(),
                }
            }
            Gesture::Key { key, at } => {
                let Some(lay) = own(*at) else {
                    return Meant::nothing();
                };
                let new = match &key[..] {
                    "space" => flipped(level, lay),
                    "enter" => turned(level, lay),
                    _ => arrow(key).and_then(|dir| {
                        let (dx, dy) = dir.delta();
                        shifted(lay, dx, dy)
                    }),
                };
                replace(level, position, lay, new)
            }
        }
    }

    /// What can begin at a place of the picture: a piece of the board or of the tray is taken up.
    fn reach(level: &Level, position: &Position, at: Cell) -> Reach {
        let set = level.set();
        let covers = |lay: &&Lay| set.prints(lay).any(|(cell, _)| cell == at);
        let tray = tray::waiting(level, position);
        let (lay, from, lifts) = match (position.lay_over(set, at), tray.iter().find(covers)) {
            (Some(lay), _) => (lay, "piece", true),
            (None, Some(lay)) => (lay, "tray", false),
            (None, None) => return Reach::default(),
        };
        if level.given_lay(lay.piece()).is_some() {
            let refusal = level.check(position, &Move::Lift(lay.piece()));
            return Reach {
                refusal: refusal.err().map(|refusal| refusal.explain()),
                ..Reach::default()
            };
        }
        let piece = &set.pieces()[lay.piece()];
        Reach {
            mode: Mode::Carry,
            lifts,
            takes: vec![format!("{from}-{}", piece.name())],
            hand: Some(Hand {
                piece: piece.name().to_owned(),
                side: lay.side(),
                sides: piece.sides(),
                turns: lay.turns(),
                grabbed: at.offset(-lay.at().x, -lay.at().y),
            }),
            ..Reach::default()
        }
    }

    /// A piece in the hand, as it would lie; `None` if the set has no such piece or side.
    fn in_hand(level: &Level, hand: &Hand) -> Option<Scene> {
        let set = level.set();
        let piece = set.piece_named(&hand.piece)?;
        let lay = set.lay(piece, hand.side, hand.turns % 4, Cell::default())?;
        Some(view::in_hand(set, &lay))
    }
}

/// A piece put down: from the tray, or from elsewhere on the board. One that was taken off the
/// board and is put down beside it is back in the tray.
fn place(level: &Level, position: &Position, lay: Lay) -> Meant<Move, Refusal> {
    let set = level.set();
    let old = position.lay(lay.piece());
    if old == Some(&lay) {
        return Meant::nothing();
    }
    let lift = old.map(|old| Move::Lift(old.piece()));
    let on_board = set.prints(&lay).any(|(cell, _)| set.contains(cell));
    let moves = lift
        .into_iter()
        .chain(on_board.then_some(Move::Lay(lay)))
        .collect();
    checked(level, position, moves)
}

/// The ways a piece can lie with its bounding box over a place, the nearest to its middle first.
fn over(set: &PieceSet, piece: usize, side: usize, turns: usize, at: Cell) -> Vec<Lay> {
    let Some(lay) = set.lay(piece, side, turns, Cell::default()) else {
        return Vec::new();
    };
    let far = set.prints(&lay).fold(Cell::default(), |far, (cell, _)| {
        Cell::new(far.x.max(cell.x), far.y.max(cell.y))
    });
    // Twice the distance from the middle, squared: whole numbers.
    let off = |part: &Cell| (2 * part.x - far.x).pow(2) + (2 * part.y - far.y).pow(2);
    let mut parts: Vec<Cell> = cells(far.x + 1, far.y + 1).collect();
    parts.sort_by_key(off);
    let corner = |part: Cell| set.lay(piece, side, turns, at.offset(-part.x, -part.y));
    parts.into_iter().filter_map(corner).collect()
}

/// The first of several ways to put a piece down that is legal, or what is said of the first.
fn first_that_fits(level: &Level, position: &Position, lays: &[Lay]) -> Meant<Move, Refusal> {
    let tried = |lay: &Lay| place(level, position, *lay);
    let on_board = |lay: &&Lay| level.set().placement_of(lay).is_some();
    let legal = |meant: &Meant<Move, Refusal>| meant.refusal.is_none();
    let fits = lays.iter().filter(on_board).map(tried).find(legal);
    fits.or_else(|| lays.first().map(tried))
        .unwrap_or_else(Meant::nothing)
}

/// The piece turned by as many quarter turns as it takes to look different.
fn turned(level: &Level, lay: &Lay) -> Option<Lay> {
    (1..4)
        .filter_map(|more| {
            let turns = (lay.turns() + more) % 4;
            level.set().lay(lay.piece(), lay.side(), turns, lay.at())
        })
        .find(|new| new != lay)
}

/// The piece on its next side.
fn flipped(level: &Level, lay: &Lay) -> Option<Lay> {
    let set = level.set();
    let sides = set.pieces()[lay.piece()].sides();
    let side = (lay.side() + 1) % sides;
    set.lay(lay.piece(), side, lay.turns(), lay.at())
}

fn arrow(key: &str) -> Option<Dir> {
    match key {
        "up" => Some(Dir::North),
        "right" => Some(Dir::East),
        "down" => Some(Dir::South),
        "left" => Some(Dir::West),
        _ => None,
    }
}

/// A piece on the board that is to lie differently.
fn replace(
    level: &Level,
    position: &Position,
    old: &Lay,
    new: Option<Lay>,
) -> Meant<Move, Refusal> {
    match new {
        Some(new) if new != *old => {
            let moves = vec![Move::Lift(old.piece()), Move::Lay(new)];
            checked(level, position, moves)
        }
        _ => Meant::nothing(),
    }
}

/// All of the moves if they are legal, or none of them and the reason.
fn checked(level: &Level, position: &Position, moves: Vec<Move>) -> Meant<Move, Refusal> {
    let mut after = position.clone();
    for mv in &moves {
        if let Err(refusal) = level.apply(&mut after, mv) {
            return Meant::refused(refusal);
        }
    }
    let preview = match moves.last() {
        Some(Move::Lay(lay)) => level
            .set()
            .prints(lay)
            .map(|(cell, print)| Preview {
                cell,
                label: print.to_string(),
            })
            .collect(),
        _ => Vec::new(),
    };
    Meant {
        moves,
        preview,
        refusal: None,
    }
}
