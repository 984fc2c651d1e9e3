//! What a board shows, cell by cell, known or not: the one place where lines are followed.
//!
//! Pieces on the board, a challenge's picture and a finished board are all drawings. The rules
//! about lines are questions to a drawing, answered in the plainest way; solvers have faster
//! ways of their own and are tested against this one.

use gridwright_core::grid::{Cell, Dir, Grid};

use super::print::Print;
use super::set::{Lay, PieceSet};

/// The prints of a board; `None` where nothing is known. Equal when all cells are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing(Grid<Option<Print>>);

impl Drawing {
    /// A drawing of which nothing is known.
    pub fn unknown(width: i32, height: i32) -> Self {
        Drawing(Grid::filled(width, height, None))
    }

    /// What pieces on a board show. They must lie on the board.
    pub fn of_lays<'a>(set: &PieceSet, lays: impl IntoIterator<Item = &'a Lay>) -> Self {
        let mut drawing = Drawing::unknown(set.width(), set.height());
        for lay in lays {
            for (cell, print) in set.prints(lay) {
                drawing.set(cell, Some(print));
            }
        }
        drawing
    }

    /// What a cell shows, if it is on the board and known.
    pub fn get(&self, cell: Cell) -> Option<Print> {
        self.0.get(cell).copied().flatten()
    }

    /// Writes a cell.
    ///
    /// # Panics
    /// If it is not on the board.
    pub fn set(&mut self, cell: Cell, print: Option<Print>) {
        self.0[cell] = print;
    }

    /// Whether a cell lies on the board.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0.contains(cell)
    }

    /// Columns.
    pub fn width(&self) -> i32 {
        self.0.width()
    }

    /// Rows.
    pub fn height(&self) -> i32 {
        self.0.height()
    }

    /// The known cells with their prints, in reading order.
    pub fn known(&self) -> impl Iterator<Item = (Cell, Print)> {
        self.0
            .iter()
            .filter_map(|(cell, &print)| Some((cell, print?)))
    }

    /// The cells of which nothing is known, in reading order.
    pub fn unknown_cells(&self) -> impl Iterator<Item = Cell> {
        self.0
            .iter()
            .filter(|(_, print)| print.is_none())
            .map(|(cell, _)| cell)
    }

    /// The points, in reading order.
    pub fn points(&self) -> impl Iterator<Item = Cell> {
        self.known()
            .filter(|(_, print)| print.is_point())
            .map(|(cell, _)| cell)
    }

    /// All cells in reading order.
    pub fn prints(&self) -> &[Option<Print>] {
        self.0.values()
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[Option<Print>]> {
        self.0.rows()
    }

    /// The drawing on the board turned by a half turn.
    pub fn half_turned(&self) -> Drawing {
        let (width, height) = (self.0.width(), self.0.height());
        Drawing(Grid::from_fn(width, height, |cell| {
            let from = Cell::new(width - 1 - cell.x, height - 1 - cell.y);
            self.get(from).map(|print| print.turned(2))
        }))
    }

    /// Pairs of known neighbours of which just one has a line over their common border: the one
    /// with the line first.
    pub fn mismatches(&self) -> Vec<(Cell, Cell)> {
        let mut pairs = Vec::new();
        for (cell, print) in self.known() {
            for dir in print.dirs() {
                let next = cell.step(dir);
                if self.get(next).is_some_and(|p| !p.touches(dir.opposite())) {
                    pairs.push((cell, next));
                }
            }
        }
        pairs
    }

    /// The cells whose line leads off the board.
    pub fn leaks(&self) -> Vec<Cell> {
        let leaks =
            |&(cell, print): &(Cell, Print)| print.dirs().any(|dir| !self.contains(cell.step(dir)));
        self.known().filter(leaks).map(|(cell, _)| cell).collect()
    }

    /// The closed loops, each as its cells in order.
    pub fn loops(&self) -> Vec<Vec<Cell>> {
        let mut loops: Vec<Vec<Cell>> = Vec::new();
        // Lines do not branch: who was met on one is on no other.
        let mut met = Grid::filled(self.width(), self.height(), false);
        for (start, print) in self.known() {
            if met[start] {
                continue;
            }
            let Some(dir) = print.dirs().next() else {
                continue;
            };
            let line = self.follow(start, dir);
            line.iter().for_each(|&cell| met[cell] = true);
            if line.len() > 2 && line.last() == Some(&start) {
                loops.push(line[..line.len() - 1].to_vec());
            }
        }
        loops
    }

    /// The known cells of the line that leaves `start` in a direction, `start` first, up to its
    /// end, its first gap, or `start` again.
    pub fn follow(&self, start: Cell, mut dir: Dir) -> Vec<Cell> {
        let mut line = vec![start];
        let mut at = start;
        loop {
            at = at.step(dir);
            let Some(print) = self.get(at).filter(|p| p.touches(dir.opposite())) else {
                return line;
            };
            line.push(at);
            if at == start {
                return line;
            }
            match print.dirs().find(|&onward| onward != dir.opposite()) {
                Some(onward) => dir = onward,
                None => return line,
            }
        }
    }

    /// The lines that run from a known cell over a border into an unknown one: where they come
    /// from and where they go.
    pub fn open_ends(&self) -> Vec<(Cell, Cell)> {
        let mut ends = Vec::new();
        for (cell, print) in self.known() {
            for next in print.dirs().map(|dir| cell.step(dir)) {
                if self.contains(next) && self.get(next).is_none() {
                    ends.push((cell, next));
                }
            }
        }
        ends
    }

    /// The unknown cells in groups that hang together, each in reading order.
    pub fn gaps(&self) -> Vec<Vec<Cell>> {
        let mut gaps: Vec<Vec<Cell>> = Vec::new();
        for start in self.unknown_cells() {
            if gaps.iter().flatten().any(|&cell| cell == start) {
                continue;
            }
            let mut gap = vec![start];
            let mut next = 0;
            while next < gap.len() {
                for dir in Dir::ALL {
                    let cell = gap[next].step(dir);
                    if self.contains(cell) && self.get(cell).is_none() && !gap.contains(&cell) {
                        gap.push(cell);
                    }
                }
                next += 1;
            }
            gap.sort();
            gaps.push(gap);
        }
        gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(rows: &[&str]) -> Drawing {
        let cells: Vec<Vec<&str>> = rows
            .iter()
            .map(|row| row.split_whitespace().collect())
            .collect();
        Drawing(Grid::from_fn(
            cells[0].len() as i32,
            rows.len() as i32,
            |cell| Print::parse(cells[cell.y as usize][cell.x as usize]),
        ))
    }

    #[test]
    fn a_loop_is_found_once_and_a_path_is_none() {
        let board = drawing(&["ES SW E", "NE NW -"]);
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(Cell::from);
        assert_eq!(board.loops(), [corners.to_vec()]);
        assert_eq!(board.leaks(), [Cell::new(2, 0)]);
        assert_eq!(drawing(&["ES SW", "NE W"]).loops(), [] as [Vec<Cell>; 0]);
        // Two neighbours that only point at each other are a line with two ends.
        assert_eq!(drawing(&["E W"]).loops(), [] as [Vec<Cell>; 0]);
    }

    #[test]
    fn gaps_open_ends_and_mismatches_are_located() {
        let board = drawing(&["E ? -", "E - ?"]);
        assert_eq!(board.gaps(), [[Cell::new(1, 0)], [Cell::new(2, 1)]]);
        assert_eq!(board.open_ends(), [(Cell::new(0, 0), Cell::new(1, 0))]);
        assert_eq!(board.mismatches(), [(Cell::new(0, 1), Cell::new(1, 1))]);
        assert_eq!(board.half_turned().half_turned(), board);
    }
}
