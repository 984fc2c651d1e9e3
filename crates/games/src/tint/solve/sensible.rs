//! What a person may sensibly do next.
//!
//! There is a stroke for each figure that can be come to as the paint lies, which takes in other
//! figures on its way as long as it can, and one for each wall that white can open. Strokes that
//! solve the same figures count as one.

use std::collections::BTreeSet;

use crate::tint::level::Level;
use crate::tint::rules::{Position, Stroke};

use super::board::{Board, Content, FLOWING, Spot, WALL, WHITE};
use super::reach::{Reach, trace};
use super::shorten::{Ways, on_paper};

/// The strokes that look sensible in a position at rest.
pub fn sensible_strokes(level: &Level, position: &Position) -> Vec<Stroke> {
    let boards = Board::parts(level, position);
    let strokes = boards
        .iter()
        .flat_map(|board| on_paper(board, &strokes_on(board)));
    strokes.collect()
}

fn strokes_on(board: &Board) -> Ways {
    let start = board.start();
    let reach = Reach::new(board, start, &[]);
    let mut strokes = Ways::new();
    let mut outcomes: BTreeSet<Vec<Spot>> = BTreeSet::new();
    for (spot, color) in reach.places() {
        if !is_wanted(board, start, spot, color) {
            continue;
        }
        let stroke = reach.stroke_to(spot, color);
        let extended = stroke.and_then(|stroke| extended(board, stroke));
        if let Some((stroke, solved)) = extended
            && outcomes.insert(solved)
        {
            strokes.push(stroke);
        }
    }
    let mut opened: BTreeSet<Spot> = BTreeSet::new();
    for &(from, cut) in &reach.cuts {
        if opened.contains(&cut) {
            continue;
        }
        opened.extend(line(board, cut));
        if let Some(mut stroke) = reach.stroke_to(from, WHITE) {
            stroke.push(cut);
            strokes.push(stroke);
        }
    }
    strokes
}

fn is_wanted(board: &Board, state: &[u64], spot: Spot, color: u8) -> bool {
    let is_left = board
        .target(spot)
        .is_some_and(|target| board.is_left(state, target));
    is_left && board.wanted(spot) == Some(color)
}

/// A stroke that goes on to the nearest figure it can solve, again and again, and the figures it
/// solves; `None` if it gets in its own way or solves nothing.
fn extended(board: &Board, mut stroke: Vec<Spot>) -> Option<(Vec<Spot>, Vec<Spot>)> {
    let mut state = board.start().to_vec();
    let mut tip = trace(board, &mut state, &stroke)?;
    while tip.phase == FLOWING {
        let reach = Reach::from(board, &state, [(tip.spot, tip.color)].into_iter(), &[]);
        let next = reach
            .places()
            .find(|&(spot, color)| is_wanted(board, &state, spot, color));
        let Some(way) = next.and_then(|(spot, color)| reach.stroke_to(spot, color)) else {
            break;
        };
        let longer = [&stroke[..], &way[1..]].concat();
        let mut after = board.start().to_vec();
        let Some(at) = trace(board, &mut after, &longer) else {
            break;
        };
        if after == state || board.count_left(&after) >= board.count_left(&state) {
            break;
        }
        (stroke, state, tip) = (longer, after, at);
    }
    let spots = 0..board.spots() as Spot;
    let solved: Vec<Spot> = spots
        .filter(|&spot| {
            let target = board.target(spot);
            target.is_some_and(|target| !board.is_left(&state, target))
        })
        .collect();
    (!solved.is_empty()).then_some((stroke, solved))
}

/// The cells of one colour that hang together with a cell.
fn line(board: &Board, first: Spot) -> Vec<Spot> {
    let content = |spot| -> Content { board.content(board.start(), spot) };
    let mut cells = vec![first];
    let mut next = 0;
    while next < cells.len() {
        for beside in board.beside[cells[next] as usize] {
            if beside != WALL && content(beside) == content(first) && !cells.contains(&beside) {
                cells.push(beside);
            }
        }
        next += 1;
    }
    cells
}
