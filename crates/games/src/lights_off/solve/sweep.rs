//! Any whole lattice: one sweep over the board reduces its equations to those along its edge.
//!
//! The board is swept line by line. The equation of a lamp holds one press that comes later than
//! all others in it, so it *determines* that press from earlier ones. What is left unknown are
//! the presses that no equation determines (the first line; on a torus the last line too; with
//! diagonal neighbours the first of every line as well), and what is left to satisfy are the
//! equations that determine nothing: as many of them as unknowns. One symbolic sweep, which holds
//! only a few lines at a time, writes those in the unknowns; a triangular form of them solves any
//! lamps with two plain sweeps. No division is needed on the way, so it works for every number of
//! states.

use gridwright_core::budget::{Limit, Meter};

use super::super::board::Board;
use super::super::shape::{Neighbourhood, Offsets, Shape, Topology};
use super::powers::{Equations, Powers};
use super::vectors::Vectors;

/// The equations of one shape, ready to be solved for any lamps.
pub(super) struct Sweep {
    course: Course,
    powers: Powers,
}

impl Sweep {
    pub(super) fn new(shape: &Shape, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let course = Course::best(shape);
        let powers = Powers::new(&course, meter)?;
        Ok(Sweep { course, powers })
    }

    /// The orders of the generators of the quiet patterns, each a multiple of the next.
    pub(super) fn orders(&self) -> Vec<u8> {
        self.powers.orders()
    }

    /// One of these generators.
    pub(super) fn quiet(&self, index: usize) -> Board {
        self.course.run(None, &self.powers.generator(index)).0
    }

    /// Presses that turn these lamps off, if there are any.
    pub(super) fn solve(&self, lamps: &Board) -> Option<Board> {
        let nothing = vec![0; self.course.unknowns()];
        let (_, left) = self.course.run(Some(lamps), &nothing);
        let states = self.course.shape.states();
        let wanted: Vec<u8> = left
            .iter()
            .map(|&value| (states - value) % states)
            .collect();
        let unknowns = self.powers.solve(&wanted)?;
        Some(self.course.run(Some(lamps), &unknowns).0)
    }
}

impl Equations for Course {
    fn states(&self) -> u8 {
        self.shape.states()
    }

    fn unknowns(&self) -> usize {
        Course::unknowns(self)
    }

    fn rows<V: Vectors>(&self, modulus: u8, meter: &mut Meter<'_>) -> Result<V, Limit> {
        self.symbolic(modulus, meter)
    }
}

/// In which order a shape is swept, and what determines what.
struct Course {
    shape: Shape,
    /// For every row, the rows whose presses reach it, with the offsets.
    sources: Vec<Vec<(usize, Offsets)>>,
    /// Lines are rows, or else columns.
    by_rows: bool,
    lines: usize,
    width: usize,
    wraps: bool,
    /// Equations determine the press one line on and one place on, not just one line on.
    slanted: bool,
}

impl Course {
    /// The course with fewer unknowns.
    fn best(shape: &Shape) -> Course {
        let course = |by_rows: bool| {
            let (rows, cols) = (shape.rows(), shape.cols());
            Course {
                shape: shape.clone(),
                sources: Vec::new(),
                by_rows,
                lines: if by_rows { rows } else { cols },
                width: if by_rows { cols } else { rows },
                wraps: shape.topology() == Topology::Torus,
                slanted: shape.neighbourhood() != Neighbourhood::Plus,
            }
        };
        let (rows, columns) = (course(true), course(false));
        let better = if rows.unknowns() <= columns.unknowns() {
            rows
        } else {
            columns
        };
        Course {
            sources: (0..shape.rows())
                .map(|row| shape.sources(row).collect())
                .collect(),
            ..better
        }
    }

    /// Unknown lines at the edge of the board.
    fn edge_lines(&self) -> usize {
        if self.wraps && self.lines > 1 { 2 } else { 1 }
    }

    /// Unknowns in every other line.
    fn per_line(&self) -> usize {
        match (self.slanted, self.wraps && self.width > 1) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        }
    }

    fn unknowns(&self) -> usize {
        let edges = self.edge_lines();
        edges * self.width + (self.lines - edges) * self.per_line()
    }

    /// The number of an unknown press, or `None` if an equation determines the press.
    fn unknown(&self, line: usize, place: usize) -> Option<usize> {
        let edges = self.edge_lines();
        if line == 0 {
            Some(place)
        } else if edges == 2 && line == self.lines - 1 {
            Some(self.width + place)
        } else if self.per_line() > 0 && place == 0 {
            Some(edges * self.width + (line - 1) * self.per_line())
        } else if self.per_line() == 2 && place == self.width - 1 {
            Some(edges * self.width + (line - 1) * 2 + 1)
        } else {
            None
        }
    }

    /// The press that the equation of a lamp determines.
    fn determines(&self, line: usize, place: usize) -> Option<(usize, usize)> {
        let target = (line + 1, place + usize::from(self.slanted));
        let on_board = target.0 < self.lines && target.1 < self.width;
        (on_board && self.unknown(target.0, target.1).is_none()).then_some(target)
    }

    /// The places of a line in an order in which each equation holds only one press that is not
    /// yet known. The rows of hex boards lean left and right by turns.
    fn order(&self, line: usize) -> impl Iterator<Item = usize> + use<> {
        let width = self.width;
        let hex = self.shape.topology() == Topology::Hex;
        let backwards = hex && self.by_rows && line % 2 == 1;
        let evens_first = hex && !self.by_rows;
        (0..width).map(move |index| match (backwards, evens_first) {
            (true, _) => width - 1 - index,
            (_, true) if index < width.div_ceil(2) => 2 * index,
            (_, true) => 2 * (index - width.div_ceil(2)) + 1,
            _ => index,
        })
    }

    /// The presses in the equation of a lamp, as lines and places.
    fn equation(&self, line: usize, place: usize) -> impl Iterator<Item = (usize, usize)> {
        let by_rows = self.by_rows;
        let (row, col) = if by_rows {
            (line, place)
        } else {
            (place, line)
        };
        let (cols, wraps) = (self.shape.cols(), self.wraps);
        self.sources[row].iter().flat_map(move |&(row, offsets)| {
            let cols = offsets.beside(col, cols, wraps);
            cols.map(move |col| if by_rows { (row, col) } else { (col, row) })
        })
    }

    /// The equations that determine nothing, written in the unknowns.
    fn symbolic<V: Vectors>(&self, modulus: u8, meter: &mut Meter<'_>) -> Result<V, Limit> {
        let (unknowns, width) = (self.unknowns(), self.width);
        // Three lines are in use at a time; on a torus the last line and the first stay.
        let held = 5 * width;
        let bytes = V::bytes(held, unknowns);
        meter.charge(bytes)?;
        meter.charge(V::bytes(unknowns, unknowns))?;
        let mut forms = V::zero(held, unknowns, modulus);
        let mut left = V::zero(unknowns, unknowns, modulus);
        let mut count = 0;
        let mut others = Vec::with_capacity(9);
        let slot = |line: usize, place: usize| {
            let slot = match line {
                0 => 3,
                last if self.wraps && last == self.lines - 1 => 4,
                line => line % 3,
            };
            slot * width + place
        };
        let begin = |forms: &mut V, line: usize| {
            for place in 0..width {
                forms.clear(slot(line, place));
                if let Some(unknown) = self.unknown(line, place) {
                    forms.set(slot(line, place), unknown, 1);
                }
            }
        };
        begin(&mut forms, 0);
        if self.wraps {
            begin(&mut forms, self.lines - 1);
        }
        for line in 0..self.lines {
            if line + 1 < self.lines {
                begin(&mut forms, line + 1);
            }
            for place in self.order(line) {
                let Some(target) = self.determines(line, place) else {
                    for (l, p) in self.equation(line, place) {
                        left.add_other(count, &forms, slot(l, p));
                    }
                    count += 1;
                    continue;
                };
                others.clear();
                let presses = self.equation(line, place).filter(|&press| press != target);
                others.extend(presses.map(|(l, p)| slot(l, p)));
                forms.balance(slot(target.0, target.1), &others);
            }
            meter.nodes(width as u64)?;
        }
        meter.release(bytes);
        Ok(left)
    }

    /// All presses, given lamps (dark if `None`) and unknowns, and what the equations that
    /// determine nothing leave.
    fn run(&self, lamps: Option<&Board>, unknowns: &[u8]) -> (Board, Vec<u8>) {
        let states = self.shape.states();
        let mut presses = vec![0u8; self.lines * self.width];
        for line in 0..self.lines {
            for place in 0..self.width {
                if let Some(unknown) = self.unknown(line, place) {
                    presses[line * self.width + place] = unknowns[unknown];
                }
            }
        }
        let mut left = Vec::with_capacity(unknowns.len());
        for line in 0..self.lines {
            for place in self.order(line) {
                let lamp = lamps.map_or(0, |lamps| match self.by_rows {
                    true => lamps.get(line, place),
                    false => lamps.get(place, line),
                });
                // What is to be determined is still zero, so it may be in the sum.
                let sum = self
                    .equation(line, place)
                    .fold(lamp, |sum, (l, p)| sum + presses[l * self.width + p])
                    % states;
                match self.determines(line, place) {
                    Some((l, p)) => presses[l * self.width + p] = (states - sum) % states,
                    None => left.push(sum),
                }
            }
        }
        let board = Board::from_fn(&self.shape, |row, col| match self.by_rows {
            true => presses[row * self.width + col],
            false => presses[col * self.width + row],
        });
        (board, left)
    }
}
