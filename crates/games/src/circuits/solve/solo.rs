//! Each colour alone on the board: how short its circuit would be, such a way, which bridges lie on
//! one, and which it might sensibly make for. Grading, explaining and generating rest on the
//! difference to the truth.

use gridwright_core::grid::Cell;

use super::board::{Board, Spot};
use super::bound::{distances, distances_by};
use crate::circuits::level::{Hue, Level};

/// Steps beyond the shortest way that still look sensible.
const SLACK: u32 = 2;

/// A colour that is not joined by given lines, alone on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::circuits) struct Solo {
    /// The colour.
    pub(in crate::circuits) hue: Hue,
    /// The steps it would take; `None` if it cannot be joined at all.
    pub(in crate::circuits) steps: Option<u32>,
    /// Given lines that lie on some shortest way, by index, in order.
    pub(in crate::circuits) lines: Vec<usize>,
    /// The lines of a shortest way.
    pub(in crate::circuits) drawn: Vec<Vec<Cell>>,
    /// For each fixture that a line can end on, how many others look worth making for.
    ways: Vec<(Cell, u64)>,
}

impl Solo {
    /// How many fixtures a line from this one might sensibly go to, one at least.
    pub(in crate::circuits) fn ways_from(&self, at: Cell) -> u64 {
        let found = self.ways.iter().find(|(fixture, _)| *fixture == at);
        found.map_or(1, |(_, ways)| *ways).max(1)
    }
}

/// Every open colour alone; empty if the board is too large to be numbered.
pub(in crate::circuits) fn solo(level: &Level) -> Vec<Solo> {
    let Ok(board) = Board::new(level, &[]) else {
        return Vec::new();
    };
    let of_bridge = lines_of_bridges(level, &board);
    let colours = board.colours.iter().zip(&board.hues);
    colours
        .map(|(&[p, q], &hue)| {
            let from = distances(&board, 0, p);
            let to = distances(&board, 0, q);
            let steps = known(from[q]);
            let through = |a: usize, b: usize| Some(known(from[a])? + known(to[b])?);
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
            let sensible = steps.map_or(0, |steps| steps + SLACK);
            let ways = [p, q]
                .into_iter()
                .chain(board.bridges.iter().flatten().copied())
                .map(|at| {
                    (
                        board.point(at),
                        ways(&board, at, [p, q], [&from, &to], sensible),
                    )
                })
                .collect();
            Solo {
                hue,
                steps,
                lines,
                drawn: steps.map_or(Vec::new(), |_| shortest(&board, p, q)),
                ways,
            }
        })
        .collect()
}

/// The lines of a shortest way of every open colour, each alone on the board: they may be in each
/// other's way. `None` if some colour cannot be joined at all.
pub(in crate::circuits) fn obvious_lines(level: &Level) -> Option<Vec<Vec<Cell>>> {
    let board = Board::new(level, &[]).ok()?;
    let mut lines = Vec::new();
    for &[p, q] in &board.colours {
        let way = shortest(&board, p, q);
        if *way.last()?.last()? != board.point(q) {
            return None;
        }
        lines.extend(way);
    }
    Some(lines)
}

/// How many other colours could each still be joined once some lines are drawn.
pub(in crate::circuits) fn still_joinable(level: &Level, drawn: &[Vec<Cell>]) -> usize {
    let drawn: Vec<&[Cell]> = drawn.iter().map(|line| &line[..]).collect();
    let Ok(board) = Board::new(level, &drawn) else {
        return 0;
    };
    let joinable = |&&[p, q]: &&[usize; 2]| known(distances(&board, 0, p)[q]).is_some();
    board.colours.iter().filter(joinable).count()
}

fn known(steps: u16) -> Option<u32> {
    (steps != u16::MAX).then(|| steps.into())
}

/// How many fixtures a line from a fixture may go to, if the whole circuit takes so many steps at
/// most. `reached` has the steps from each end of the colour.
fn ways(board: &Board, at: usize, ends: [usize; 2], reached: [&[u16]; 2], most: u32) -> u64 {
    let straight = line_distances(board, at);
    let behind = |end: usize| match board.spots[at] {
        Spot::Terminal(_) => (at == ends[end]).then_some(0),
        _ => known(reached[end][other_end(board, at)]),
    };
    let onward = |there: usize, end: usize| match board.spots[there] {
        Spot::Terminal(_) => (there == ends[end]).then_some(0),
        _ => known(reached[end][other_end(board, there)]),
    };
    let total = |there: usize, end: usize| {
        Some(behind(end)? + known(straight[there])? + onward(there, 1 - end)?)
    };
    let sensible =
        |there: usize| (0..2).any(|end| total(there, end).is_some_and(|steps| steps <= most));
    let others = ends.iter().chain(board.bridges.iter().flatten());
    others
        .filter(|&&there| there != at && sensible(there))
        .count() as u64
}

/// The other end of the bridge that ends at a fixture.
fn other_end(board: &Board, at: usize) -> usize {
    match board.spots[at] {
        Spot::Bridge(bridge) => {
            let [a, b] = board.bridges[bridge as usize];
            if a == at { b } else { a }
        }
        _ => at,
    }
}

/// Steps of a single line from one fixture to every other point: over empty intersections alone.
fn line_distances(board: &Board, from: usize) -> Box<[u16]> {
    distances_by(board, 0, from, |there| {
        matches!(board.spots[there], Spot::Plain | Spot::Loose).then_some(there)
    })
}

/// The lines of a shortest way between the ends of a colour, which can be joined.
fn shortest(board: &Board, p: usize, q: usize) -> Vec<Vec<Cell>> {
    let to = distances(board, 0, q);
    let mut lines = Vec::new();
    let mut line = vec![p];
    let mut here = p;
    let mut left = to[p];
    while here != q {
        // A step to any neighbour whose rest is one less; over a bridge the rest is that beyond.
        let rest = |there: usize| match board.spots[there] {
            Spot::Bridge(_) => to[other_end(board, there)],
            _ => to[there],
        };
        let next = board.neighbours(here).find(|&there| {
            let passable = there == q || !matches!(board.spots[there], Spot::Terminal(_));
            let rest = if there == q { 0 } else { rest(there) };
            passable && rest != u16::MAX && rest + 1 == left
        });
        let Some(next) = next else { break };
        line.push(next);
        left -= 1;
        here = next;
        if board.spots[here] != Spot::Plain {
            here = other_end(board, here);
            lines.push(std::mem::replace(&mut line, vec![here]));
        }
    }
    lines
        .into_iter()
        .map(|line| line.into_iter().map(|vertex| board.point(vertex)).collect())
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
