//! Each colour alone on the board: how short its circuit would be, and which bridges lie on such
//! a shortest way. Grading, explaining and generating rest on the difference to the truth.

use super::board::{Board, Spot};
use super::bound::distances;
use crate::circuits::level::{Hue, Level};

/// A colour that is not joined by given lines, alone on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::circuits) struct Solo {
    /// The colour.
    pub(in crate::circuits) hue: Hue,
    /// The steps it would take; `None` if it cannot be joined at all.
    pub(in crate::circuits) steps: Option<u32>,
    /// Given lines that lie on some shortest way, by index, in order.
    pub(in crate::circuits) lines: Vec<usize>,
}

/// Every open colour alone; empty if the board is too large to be numbered.
pub(in crate::circuits) fn solo(level: &Level) -> Vec<Solo> {
    let Ok(board) = Board::new(level, &[]) else {
        return Vec::new();
    };
    let of_bridge = lines_of_bridges(level, &board);
    let distance = |from: usize, to: usize| match distances(&board, 0, from)[to] {
        u16::MAX => None,
        steps => Some(u32::from(steps)),
    };
    let colours = board.colours.iter().zip(&board.hues);
    colours
        .map(|(&[p, q], &hue)| {
            let steps = distance(p, q);
            let from = distances(&board, 0, p);
            let to = distances(&board, 0, q);
            let through = |a: usize, b: usize| {
                let (a, b) = (from[a], to[b]);
                (a != u16::MAX && b != u16::MAX).then(|| u32::from(a) + u32::from(b))
            };
            let on_way = |&[a, b]: &[usize; 2]| {
                steps.is_some() && (through(a, b) == steps || through(b, a) == steps)
            };
            let mut lines: Vec<usize> = board
                .bridges
                .iter()
                .zip(&of_bridge)
                .filter(|(ends, _)| on_way(ends))
                .flat_map(|(_, lines)| lines.iter().copied())
                .collect();
            lines.sort_unstable();
            Solo { hue, steps, lines }
        })
        .collect()
}

/// The given lines that each bridge consists of.
fn lines_of_bridges(level: &Level, board: &Board) -> Vec<Vec<usize>> {
    let mut of_bridge = vec![Vec::new(); board.bridges.len()];
    let mut left: Vec<usize> = (0..level.lines().len()).collect();
    for (bridge, &[first, _]) in board.bridges.iter().enumerate() {
        let mut here = board.point(first);
        loop {
            let next = left.iter().position(|&line| {
                let points = &level.lines()[line].points;
                points[0] == here || points[points.len() - 1] == here
            });
            let Some(next) = next else { break };
            let line = left.remove(next);
            let points = &level.lines()[line].points;
            here = if points[0] == here {
                points[points.len() - 1]
            } else {
                points[0]
            };
            of_bridge[bridge].push(line);
        }
        debug_assert!(matches!(board.spots[first], Spot::Bridge(_)));
    }
    of_bridge
}
