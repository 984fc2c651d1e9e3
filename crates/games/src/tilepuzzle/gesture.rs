//! What hands mean: a drag takes a shape along, an arrow pushes it one cell, a tap shows its reach.

use std::collections::BTreeSet;

use gridwright_core::gesture::{Gesture, Meant, Preview};
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;

use super::level::{Level, MOST_SIDE};
use super::rules::{Move, Position, Refusal};

/// The most steps beyond the straight way that a shape takes to get round a corner by itself.
const DETOUR: usize = 3;

/// What a gesture on a position stands for.
pub fn gesture(level: &Level, position: &Position, gesture: &Gesture) -> Meant<Move, Refusal> {
    match gesture {
        Gesture::Drag { path } => drag(level, position, path),
        Gesture::Key { key, at } => key_press(level, position, key, *at),
        Gesture::Tap { at } => tap(level, position, *at),
        Gesture::Hold { .. } | Gesture::Place { .. } => Meant::nothing(),
    }
}

fn tap(level: &Level, position: &Position, at: Cell) -> Meant<Move, Refusal> {
    let Some(shape) = level.shape_at(position, at) else {
        return Meant::nothing();
    };
    let waits_for = level.waits_for(position, shape);
    if waits_for > 0 {
        return Meant::refused(Refusal::Locked { shape, waits_for });
    }
    Meant {
        preview: reach(level, position, shape),
        ..Meant::nothing()
    }
}

fn key_press(level: &Level, position: &Position, key: &str, at: Cell) -> Meant<Move, Refusal> {
    let dir = match key {
        "up" => Dir::North,
        "right" => Dir::East,
        "down" => Dir::South,
        "left" => Dir::West,
        "space" | "enter" => return tap(level, position, at),
        _ => return Meant::nothing(),
    };
    let Some(shape) = level.shape_at(position, at) else {
        return Meant::refused(Refusal::NothingThere(at));
    };
    let mv = Move { shape, dir };
    match level.check(position, &mv) {
        Ok(()) => Meant::one(mv),
        Err(refusal) => Meant::refused(refusal),
    }
}

/// The shape follows the finger from place to place as far as it can, round corners if need be.
fn drag(level: &Level, position: &Position, path: &[Cell]) -> Meant<Move, Refusal> {
    let Some(&grabbed) = path.first() else {
        return Meant::nothing();
    };
    let Some(shape) = level.shape_at(position, grabbed) else {
        return Meant::refused(Refusal::NothingThere(grabbed));
    };
    let corner = position.corner(shape);
    let mut at = position.clone();
    let mut meant = Meant::nothing();
    for finger in &path[1..] {
        let wanted = Cell::new(
            corner.x.saturating_add(finger.x.saturating_sub(grabbed.x)),
            corner.y.saturating_add(finger.y.saturating_sub(grabbed.y)),
        );
        match follow(level, &at, shape, wanted) {
            Ok((moves, after)) => {
                meant.moves.extend(moves);
                meant.refusal = None;
                at = after;
            }
            Err(refusal) => meant.refusal = Some(refusal),
        }
        if level.is_solved(&at) {
            break;
        }
    }
    meant
}

/// A short way of a shape to a corner, with the position after it; or what is in the way.
fn follow(
    level: &Level,
    position: &Position,
    shape: usize,
    wanted: Cell,
) -> Result<(Vec<Move>, Position), Refusal> {
    let start = position.corner(shape);
    let most = distance(start, wanted).min(2 * MOST_SIDE as u64) as usize + DETOUR;
    let mut queue = vec![(position.clone(), Vec::new())];
    let mut seen = BTreeSet::from([start]);
    let mut head = 0;
    while let Some((at, moves)) = queue.get(head).cloned() {
        head += 1;
        let corner = at.corner(shape);
        if corner == wanted || (level.is_solved(&at) && !moves.is_empty()) {
            return Ok((moves, at));
        }
        if moves.len() == most {
            continue;
        }
        for dir in towards(corner, wanted) {
            let mv = Move { shape, dir };
            let mut next = at.clone();
            if !seen.contains(&corner.step(dir)) && level.apply(&mut next, &mv).is_ok() {
                seen.insert(corner.step(dir));
                let mut moves = moves.clone();
                moves.push(mv);
                queue.push((next, moves));
            }
        }
    }
    let dir = towards(start, wanted)[0];
    match level.check(position, &Move { shape, dir }) {
        Err(refusal) => Err(refusal),
        // It could move, but not all the way: what stops it lies further on.
        Ok(()) => {
            let mut next = position.clone();
            level.apply(&mut next, &Move { shape, dir })?;
            let ahead = Move { shape, dir };
            level
                .check(&next, &ahead)
                .map(|()| (Vec::new(), position.clone()))
        }
    }
}

/// The directions, those that lead to a place first.
fn towards(from: Cell, to: Cell) -> [Dir; 4] {
    let mut dirs = Dir::ALL;
    dirs.sort_by_key(|dir| distance(from.step(*dir), to));
    dirs
}

fn distance(from: Cell, to: Cell) -> u64 {
    let apart = |a: i32, b: i32| i64::from(a).abs_diff(i64::from(b));
    apart(from.x, to.x) + apart(from.y, to.y)
}

/// The cells a shape could cover by one drag, with its colour.
fn reach(level: &Level, position: &Position, shape: usize) -> Vec<Preview> {
    let mut cells: BTreeSet<Cell> = level.cells_of(position, shape).collect();
    let mut seen = BTreeSet::from([position.corner(shape)]);
    let mut stack = vec![position.clone()];
    while let Some(at) = stack.pop() {
        for dir in Dir::ALL {
            let mut next = at.clone();
            if level.apply(&mut next, &Move { shape, dir }).is_ok()
                && seen.insert(next.corner(shape))
            {
                cells.extend(level.cells_of(&next, shape));
                stack.push(next);
            }
        }
    }
    let label = level.shapes()[shape].color.name();
    cells
        .into_iter()
        .map(|cell| Preview {
            cell,
            label: label.to_owned(),
        })
        .collect()
}
