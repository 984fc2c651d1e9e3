//! From the steps a sweep has drawn to the lines of a solution.

use gridwright_core::grid::Cell;

use super::board::{BACKWARD, Board, Spot};

/// The lines that a choice of backward steps draws, circuit by circuit from its first end.
pub(super) fn lines(board: &Board, drawn: &[u8]) -> Vec<Vec<Cell>> {
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
        .into_iter()
        .map(|line| line.into_iter().map(|vertex| board.point(vertex)).collect())
        .collect()
}
