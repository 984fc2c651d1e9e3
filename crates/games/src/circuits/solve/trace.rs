//! From the steps a sweep has drawn to the lines of a solution.

use gridwright_core::grid::Cell;

use super::board::{BACKWARD, Board, Spot};
use super::straight::straighten;

/// The lines of a best solution, from the backward steps that it draws.
pub(super) fn best_lines(board: &Board, drawn: &[u8]) -> Vec<Vec<Cell>> {
    let mut lines = traced(board, drawn);
    straighten(board, &mut lines);
    points(board, lines)
}

/// The lines that a choice of backward steps draws, circuit by circuit from its first end.
pub(super) fn lines(board: &Board, drawn: &[u8]) -> Vec<Vec<Cell>> {
    points(board, traced(board, drawn))
}

fn traced(board: &Board, drawn: &[u8]) -> Vec<Vec<usize>> {
    let mut joined: Vec<Vec<usize>> = vec![Vec::new(); board.spots.len()];
    for (vertex, &steps) in drawn.iter().enumerate() {
        for step in BACKWARD {
            if steps & step != 0 {
                let earlier = vertex - board.back(step);
                joined[vertex].push(earlier);
                joined[earlier].push(vertex);
            }
        }
    }
    let mut lines = Vec::new();
    for &[first, last] in &board.colours {
        let mut line = vec![first];
        let mut here = first;
        let mut before = None;
        while here != last {
            let next = joined[here]
                .iter()
                .copied()
                .find(|&next| Some(next) != before);
            let next = next.expect("a drawn circuit reaches its end");
            line.push(next);
            (before, here) = (Some(here), next);
            match board.spots[here] {
                Spot::Plain => continue,
                Spot::Bridge(bridge) => {
                    let [a, b] = board.bridges[bridge as usize];
                    here = if a == here { b } else { a };
                    before = None;
                }
                _ => {}
            }
            lines.push(std::mem::replace(&mut line, vec![here]));
        }
    }
    lines
}

fn points(board: &Board, lines: Vec<Vec<usize>>) -> Vec<Vec<Cell>> {
    let points = |line: Vec<usize>| line.into_iter().map(|vertex| board.point(vertex)).collect();
    lines.into_iter().map(points).collect()
}
