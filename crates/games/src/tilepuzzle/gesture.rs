//! What hands mean: a drag takes a shape along, an arrow pushes it one cell, a tap shows its reach.

use std::collections::BTreeSet;

use gridwright_core::gesture::{Gesture, Meant, Mode, Preview, Reach};
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::{Explain, Puzzle};

use super::TilePuzzle;
use super::level::{Level, MOST_SIDE};
use super::rules::{Move, Position, Refusal};
use super::slide::{Slide, distance, towards};
use crate::kind::Gestures;

/// The most steps beyond the straight way that a shape takes to get round a corner by itself.
const DETOUR: usize = 3;

/// The most places of a drag that are looked at.
const MOST_PLACES: usize = 1024;

impl Gestures for TilePuzzle {
    /// What a gesture on a position stands for.
    fn gesture(level: &Level, position: &Position, gesture: &Gesture) -> Meant<Move, Refusal> {
        match gesture {
            Gesture::Drag { path } => drag(level, position, path),
            Gesture::Key { key, at } => key_press(level, position, key, *at),
            Gesture::Tap { at } => tap(level, position, *at),
            Gesture::Hold { .. }
            | Gesture::Place { .. }
            | Gesture::Cover { .. }
            | Gesture::Lift { .. } => Meant::nothing(),
        }
    }

    /// An arrow on the shape.
    fn gesture_of(level: &Level, position: &Position, mv: &Move) -> Option<Gesture> {
        let key = match mv.dir {
            Dir::North => "up",
            Dir::East => "right",
            Dir::South => "down",
            Dir::West => "left",
        };
        let at = level.cells_of(position, mv.shape).next()?;
        let key = key.to_owned();
        Some(Gesture::Key { key, at })
    }

    /// What can begin at a place: a shape slides wherever it can come to; what is told are the places
    /// of the grabbed cell.
    fn reach(level: &Level, position: &Position, at: Cell) -> Reach {
        let Some(shape) = level.shape_at(position, at) else {
            return Reach::default();
        };
        let waits_for = level.waits_for(position, shape);
        if level.is_solved(position) {
            return Reach::refused(Refusal::Solved.explain());
        }
        if waits_for > 0 {
            return Reach::refused(Refusal::Locked { shape, waits_for }.explain());
        }
        let corner = position.corner(shape);
        let (dx, dy) = (at.x - corner.x, at.y - corner.y);
        let places = everywhere(level, position, shape);
        let places = places
            .visits()
            .iter()
            .map(|visit| visit.position.corner(shape).offset(dx, dy));
        Reach {
            mode: Mode::Slide,
            takes: level
                .tandem(level.leader(shape))
                .map(|shape| format!("shape-{shape}"))
                .collect(),
            cells: colored(level, shape, places.collect()),
            ..Reach::default()
        }
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
        preview: covered(level, position, shape),
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

/// The shape follows the finger from place to place, round corners if need be; where the finger
/// is lifted it comes to lie if it can come there at all.
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
    // Only the end of a drag that is longer than any hand draws is looked at.
    let path = &path[1.max(path.len().saturating_sub(MOST_PLACES))..];
    for (index, finger) in path.iter().enumerate() {
        let wanted = Cell::new(
            corner.x.saturating_add(finger.x.saturating_sub(grabbed.x)),
            corner.y.saturating_add(finger.y.saturating_sub(grabbed.y)),
        );
        let most = if index + 1 == path.len() {
            MOST_SIDE * MOST_SIDE
        } else {
            let straight = distance(at.corner(shape), wanted).min(2 * MOST_SIDE as u64);
            straight as usize + DETOUR
        };
        match follow(level, &at, shape, wanted, most) {
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

/// The shortest way of a shape to a corner, with the position after it, or as far as the cat that
/// solves the level on the way; or what is in the way.
fn follow(
    level: &Level,
    position: &Position,
    shape: usize,
    wanted: Cell,
    most: usize,
) -> Result<(Vec<Move>, Position), Refusal> {
    let start = position.corner(shape);
    let slide = Slide::explore(level, position, shape, most, wanted, |at| {
        at.corner(shape) == wanted
    });
    let left = |index: usize| distance(slide.visits()[index].position.corner(shape), wanted);
    let end = (0..slide.visits().len())
        .filter(|&index| left(index) == 0 || level.is_solved(&slide.visits()[index].position))
        .min_by_key(|&index| left(index))
        .filter(|&index| left(index) == 0 || left(index) < distance(start, wanted));
    if let Some(end) = end {
        return Ok(slide.way(end));
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

/// Everywhere a shape can come to by one drag.
fn everywhere(level: &Level, position: &Position, shape: usize) -> Slide {
    let corner = position.corner(shape);
    let most = MOST_SIDE * MOST_SIDE;
    Slide::explore(level, position, shape, most, corner, |_| false)
}

/// The cells a shape could cover by one drag, with its colour.
fn covered(level: &Level, position: &Position, shape: usize) -> Vec<Preview> {
    let cells = everywhere(level, position, shape)
        .visits()
        .iter()
        .flat_map(|visit| level.cells_of(&visit.position, shape).collect::<Vec<_>>())
        .collect();
    colored(level, shape, cells)
}

fn colored(level: &Level, shape: usize, cells: BTreeSet<Cell>) -> Vec<Preview> {
    let label = level.shapes()[shape].color.name();
    let preview = |cell| Preview {
        cell,
        label: label.to_owned(),
    };
    cells.into_iter().map(preview).collect()
}
