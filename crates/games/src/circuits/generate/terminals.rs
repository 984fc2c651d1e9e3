//! Where the terminals stand: on the edges, in a symmetric figure, with partners that are in each
//! other's way.

use std::collections::BTreeSet;

use gridwright_core::grid::{Cell, Symmetry, cells};
use gridwright_core::rng::Rng;

use super::Shape;

/// Figures that are drawn before a board is given up.
const TRIES: usize = 40;

/// The terminals of each colour, in a figure that a symmetry leaves as it is.
pub(super) fn terminals(
    rng: &mut Rng,
    shape: &Shape,
    symmetry: Option<Symmetry>,
) -> Option<Vec<[Cell; 2]>> {
    if shape.rows_only {
        return in_rows(rng, shape);
    }
    for _ in 0..TRIES {
        let Some(mut places) = figure(rng, shape, symmetry) else {
            continue;
        };
        rng.shuffle(&mut places);
        let pairs: Vec<[Cell; 2]> = places.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
        let apart = |pair: &[Cell; 2]| distance(pair[0], pair[1]) > 2;
        let crossed = |pair: &[Cell; 2]| pairs.iter().any(|other| interleaved(shape, pair, other));
        if pairs.iter().all(apart) && (!shape.tangled || pairs.iter().any(crossed)) {
            return Some(pairs);
        }
    }
    None
}

/// Evenly spaced on the top and bottom rows, partners shuffled.
fn in_rows(rng: &mut Rng, shape: &Shape) -> Option<Vec<[Cell; 2]>> {
    let count = shape.colours;
    let place = |index: usize, y: i32| {
        let gaps = count.max(2) as i32 - 1;
        Cell::new((index as i32 * shape.width + gaps / 2) / gaps, y)
    };
    let mut top: Vec<Cell> = (0..count).map(|index| place(index, 0)).collect();
    let mut bottom: Vec<Cell> = (0..count).map(|index| place(index, shape.height)).collect();
    rng.shuffle(&mut top);
    rng.shuffle(&mut bottom);
    let mut pairs: Vec<[Cell; 2]> = top.into_iter().zip(bottom).map(|(a, b)| [a, b]).collect();
    if count > 1 && rng.chance(1, 4) {
        // Now and then two partners share a row.
        let (a, b) = (pairs[0][1], pairs[1][0]);
        (pairs[0][1], pairs[1][0]) = (b, a);
    }
    let all: BTreeSet<Cell> = pairs.iter().flatten().copied().collect();
    (all.len() == 2 * pairs.len()).then_some(pairs)
}

/// Places on the edges with their images, none beside another.
fn figure(rng: &mut Rng, shape: &Shape, symmetry: Option<Symmetry>) -> Option<Vec<Cell>> {
    let (columns, rows) = (shape.width + 1, shape.height + 1);
    let edge = |at: &Cell| at.x == 0 || at.y == 0 || at.x == shape.width || at.y == shape.height;
    let mut free: Vec<Cell> = cells(columns, rows).filter(edge).collect();
    let mut chosen: Vec<Cell> = Vec::new();
    while chosen.len() < 2 * shape.colours {
        let at = *rng.pick(&free)?;
        let image = symmetry.map_or(at, |symmetry| symmetry.cell(at, columns, rows));
        if image != at && distance(at, image) <= 1 {
            free.retain(|&other| other != at && other != image);
            continue;
        }
        chosen.push(at);
        if image != at {
            chosen.push(image);
        }
        free.retain(|&other| distance(other, at) > 1 && distance(other, image) > 1);
    }
    (chosen.len() == 2 * shape.colours).then_some(chosen)
}

fn distance(a: Cell, b: Cell) -> i32 {
    (a.x - b.x).abs().max((a.y - b.y).abs())
}

/// Whether two pairs alternate along the edge, so that their circuits cannot both stay on top.
fn interleaved(shape: &Shape, a: &[Cell; 2], b: &[Cell; 2]) -> bool {
    let along = |at: Cell| {
        if at.y == 0 {
            at.x
        } else if at.x == shape.width {
            shape.width + at.y
        } else if at.y == shape.height {
            2 * shape.width + shape.height - at.x
        } else {
            2 * (shape.width + shape.height) - at.y
        }
    };
    let [low, high] = [along(a[0]).min(along(a[1])), along(a[0]).max(along(a[1]))];
    let within = |at: Cell| (low + 1..high).contains(&along(at));
    within(b[0]) != within(b[1]) && a != b
}
