//! Of the best solutions, one that a person would draw. A diagonal step costs no more than another,
//! so the sweep takes whichever comes first, and its lines run zigzag where they could go straight.
//!
//! Line by line, the others left as they are, the way is taken anew: of the shortest ones that with
//! the fewest diagonal steps, then with the fewest turns. A line that makes room may let another one
//! go straight, so this goes on for a few rounds.

use super::board::{Board, Spot};

/// Rounds over all lines; most boards need one.
const ROUNDS: usize = 3;

/// A point that the search for a way has not come to.
const FAR: u16 = u16::MAX;

/// Draws the lines of a best solution as straight as they let each other.
pub(super) fn straighten(board: &Board, lines: &mut [Vec<usize>]) {
    let mut room = Room::new(board);
    for line in lines.iter() {
        room.mark(line, true);
    }
    for _ in 0..ROUNDS {
        let mut changed = false;
        for line in lines.iter_mut() {
            let before = room.bends(line);
            if before == Bends::default() {
                continue;
            }
            room.mark(line, false);
            let (after, straighter) = room.straightest(line);
            if after < before {
                *line = straighter;
                changed = true;
            }
            room.mark(line, true);
        }
        if !changed {
            return;
        }
    }
}

/// What keeps a line from being straight; diagonal steps weigh more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Bends {
    diagonal: u16,
    turns: u16,
}

/// The last step of a way, and which way it went on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    at: usize,
    /// Where the step came from.
    from: usize,
    bends: Bends,
    /// The way before, by its place among those that are one step shorter.
    before: usize,
}

/// What the lines leave free.
struct Room<'b> {
    board: &'b Board,
    taken: Vec<bool>,
    /// Unit squares that have a diagonal, by their first corner.
    crossed: Vec<bool>,
}

impl<'b> Room<'b> {
    fn new(board: &'b Board) -> Self {
        Room {
            board,
            taken: vec![false; board.spots.len()],
            crossed: vec![false; board.spots.len()],
        }
    }

    /// Occupies what a line passes, or makes it free.
    fn mark(&mut self, line: &[usize], to: bool) {
        for &at in &line[1..line.len() - 1] {
            self.taken[at] = to;
        }
        for pair in line.windows(2) {
            if let Some(square) = self.square(pair[0], pair[1]) {
                self.crossed[square] = to;
            }
        }
    }

    /// The unit square that a step crosses, by its first corner; none if it runs along a side.
    fn square(&self, a: usize, b: usize) -> Option<usize> {
        let columns = self.board.columns;
        let first = a.min(b);
        match a.abs_diff(b) {
            apart if apart == columns + 1 => Some(first),
            // With two columns, a step sideways is no further than one down and back.
            apart if apart + 1 == columns && a / columns != b / columns => Some(first - 1),
            _ => None,
        }
    }

    fn bends(&self, line: &[usize]) -> Bends {
        let mut bends = Bends::default();
        for (index, pair) in line.windows(2).enumerate() {
            let before = index.checked_sub(1).map(|before| line[before]);
            bends = self.after(bends, before, pair[0], pair[1]);
        }
        bends
    }

    /// The bends of a line that goes on by a step.
    fn after(&self, bends: Bends, before: Option<usize>, at: usize, next: usize) -> Bends {
        let turned = before.is_some_and(|before| before + next != 2 * at);
        Bends {
            diagonal: bends.diagonal + u16::from(self.square(at, next).is_some()),
            turns: bends.turns + u16::from(turned),
        }
    }

    fn is_open(&self, at: usize, next: usize) -> bool {
        let square = self.square(at, next);
        square.is_none_or(|square| !self.crossed[square])
    }

    fn is_free(&self, at: usize) -> bool {
        self.board.spots[at] == Spot::Plain && !self.taken[at]
    }

    /// The straightest of the shortest ways between the ends of a line. Points of a shortest way are
    /// at different distances from its end, so it never meets itself.
    fn straightest(&self, line: &[usize]) -> (Bends, Vec<usize>) {
        let (from, to) = (line[0], line[line.len() - 1]);
        let left = self.distances(to, from);
        let mut layers: Vec<Vec<Way>> = vec![vec![Way {
            at: from,
            from,
            bends: Bends::default(),
            before: 0,
        }]];
        for steps in (0..left[from]).rev() {
            let ways = &layers[layers.len() - 1];
            let mut next: Vec<Way> = Vec::new();
            for (index, way) in ways.iter().enumerate() {
                let before = (way.from != way.at).then_some(way.from);
                for at in self.board.neighbours(way.at) {
                    if left[at] == steps && self.is_open(way.at, at) {
                        next.push(Way {
                            at,
                            from: way.at,
                            bends: self.after(way.bends, before, way.at, at),
                            before: index,
                        });
                    }
                }
            }
            next.sort_unstable();
            next.dedup_by_key(|way| (way.at, way.from));
            layers.push(next);
        }
        let ends = layers[layers.len() - 1].iter();
        let mut way = *ends
            .min_by_key(|way| way.bends)
            .expect("a line is a way between its ends");
        let bends = way.bends;
        let mut points = vec![way.at];
        for layer in layers.iter().rev().skip(1) {
            way = layer[way.before];
            points.push(way.at);
        }
        points.reverse();
        (bends, points)
    }

    /// The steps from each point to an end, as far out as the other end.
    fn distances(&self, to: usize, from: usize) -> Vec<u16> {
        let mut steps = vec![FAR; self.board.spots.len()];
        steps[to] = 0;
        let mut layer = vec![to];
        while !layer.is_empty() && steps[from] == FAR {
            let mut next = Vec::new();
            for &at in &layer {
                for neighbour in self.board.neighbours(at) {
                    let open = neighbour == from || self.is_free(neighbour);
                    if open && steps[neighbour] == FAR && self.is_open(at, neighbour) {
                        steps[neighbour] = steps[at] + 1;
                        next.push(neighbour);
                    }
                }
            }
            layer = next;
        }
        steps
    }
}
