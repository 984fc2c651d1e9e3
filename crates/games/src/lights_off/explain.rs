//! The solution as a person would find it: chasing the lights.
//!
//! On a two-state board with the plus neighbourhood one goes down row by row and presses below
//! every lamp that is lit. That leaves lamps only in the last row, and which lamps depends on the
//! top row alone. A table says what to press in the top row for each leftover; chasing once more
//! then ends in the dark. Other boards are explained by a minimum solution, since no such table
//! is short for them.

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::{Beat, Explanation, Verdict, Wish};

use super::board::Board;
use super::document::Certificate;
use super::level::Level;
use super::lookup::look_up;
use super::rules::{PRESSES, Press};
use super::shape::{Neighbourhood, Shape, Topology};
use super::{LightsOff, solve};
use crate::kind::Explains;

/// Top rows are weighed against each other if there are at most 2 to this for a leftover.
const MOST_WAYS: usize = 16;
/// Boards with more lamps are beyond what anybody would follow, and are not explained.
const MOST_EXPLAINED: usize = 128 * 128;

impl Explains for LightsOff {
    /// The solution beat by beat.
    fn explain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Press>> {
        let shape = level.shape();
        if shape.lamps() > MOST_EXPLAINED {
            return None;
        }
        if shape.can_chase() {
            chase(level, budget).ok()
        } else {
            plain(level, budget)
        }
    }
}

/// One line of a chase table: what is left in the last row, and what to press in the first.
/// Rows are drawn with `#` and `.`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The lamps that chasing leaves lit in the last row.
    pub left: String,
    /// The fewest presses in the top row that mend it, the leftmost if there are several.
    pub press: String,
}

/// What chasing can leave and what to do about it.
pub struct Table {
    cols: usize,
    /// Top rows and what chasing makes of them, in echelon form by what is left.
    pairs: Vec<(Vec<u64>, Vec<u64>)>,
    /// Top rows that leave nothing.
    quiet: Vec<Vec<u64>>,
}

impl Table {
    /// The table for boards of this size.
    pub fn new(shape: &Shape, budget: &Budget<'_>) -> Result<Self, Limit> {
        let cols = shape.cols();
        let stride = cols.div_ceil(64);
        let mut meter = budget.meter();
        meter.charge((cols * stride * 16) as u64 + Board::bytes(shape))?;
        let mut pairs: Vec<(Vec<u64>, Vec<u64>)> = Vec::new();
        let mut quiet: Vec<Vec<u64>> = Vec::new();
        let mut presses = Board::zero(shape);
        for col in 0..cols {
            meter.nodes(shape.rows() as u64)?;
            presses.row_mut(0).fill(0);
            presses.set(0, col, 1);
            let mut top = presses.row(0).to_vec();
            let mut left = solve::chase(None, &mut presses);
            for (other_top, other_left) in &pairs {
                if has(&left, lead(other_left)) {
                    add(&mut left, other_left);
                    add(&mut top, other_top);
                }
            }
            if left.iter().all(|word| *word == 0) {
                quiet.push(top);
                continue;
            }
            for (other_top, other_left) in &mut pairs {
                if has(other_left, lead(&left)) {
                    add(other_left, &left);
                    add(other_top, &top);
                }
            }
            pairs.push((top, left));
        }
        Ok(Table { cols, pairs, quiet })
    }

    /// How many lines the table has, as a power of two.
    pub fn lines_log2(&self) -> usize {
        self.pairs.len()
    }

    /// The lines, at most so many; the leftover with the leftmost lamps first.
    pub fn lines(&self, most: usize) -> Vec<Line> {
        let mut lines: Vec<Line> = (0..1u64 << self.pairs.len().min(24))
            .take(most)
            .map(|choice| {
                let (left, press) = self.entry(choice);
                Line {
                    left: drawn(&left, self.cols),
                    press: drawn(&press, self.cols),
                }
            })
            .collect();
        lines.sort_by(|a, b| a.left.cmp(&b.left));
        lines
    }

    /// Every leftover that is not dark and can be mended, with the fewest presses that do, in the
    /// order of the lines; for tables with few of them.
    pub(super) fn leftovers(&self) -> Vec<(Vec<u64>, Vec<u64>)> {
        let choices = 1..1u64 << self.pairs.len();
        let mut entries: Vec<_> = choices.map(|choice| self.entry(choice)).collect();
        entries.sort_by_cached_key(|(left, _)| drawn(left, self.cols));
        entries
    }

    /// The leftover made of some of the pairs, and the fewest presses that mend it.
    fn entry(&self, choice: u64) -> (Vec<u64>, Vec<u64>) {
        let mut left = vec![0; self.cols.div_ceil(64)];
        for (index, pair) in self.pairs.iter().enumerate() {
            if choice >> index & 1 == 1 {
                add(&mut left, &pair.1);
            }
        }
        let press = self
            .press(&left)
            .expect("the leftover was made from the table");
        (left, press)
    }

    /// Leftovers that make up all others, each with presses that mend it.
    pub(super) fn generators(&self) -> Vec<(Vec<u64>, Vec<u64>)> {
        let pairs = self.pairs.iter();
        pairs
            .map(|(top, left)| (left.clone(), top.clone()))
            .collect()
    }

    /// Which of the generators make up a leftover, and their presses together.
    pub(super) fn sum(&self, left: &[u64]) -> Option<(Vec<usize>, Vec<u64>)> {
        let mut left = left.to_vec();
        let mut top = vec![0; left.len()];
        let mut found = Vec::new();
        for (index, (other_top, other_left)) in self.pairs.iter().enumerate() {
            if has(&left, lead(other_left)) {
                add(&mut left, other_left);
                add(&mut top, other_top);
                found.push(index);
            }
        }
        left.iter().all(|word| *word == 0).then_some((found, top))
    }

    /// What to press in the top row for a leftover; `None` if it is not in the table.
    fn press(&self, left: &[u64]) -> Option<Vec<u64>> {
        let (_, mut top) = self.sum(left)?;
        let ways = 1u64 << self.quiet.len().min(MOST_WAYS);
        let mut best = top.clone();
        for way in 1..ways {
            // Gray code: each way differs from the one before by one quiet row.
            add(&mut top, &self.quiet[way.trailing_zeros() as usize]);
            if rank(&top) < rank(&best) {
                best.clone_from(&top);
            }
        }
        Some(best)
    }
}

/// Fewest presses, then the leftmost press first.
fn rank(row: &[u64]) -> (u32, Vec<std::cmp::Reverse<u64>>) {
    let presses = row.iter().map(|word| word.count_ones()).sum();
    let order = row
        .iter()
        .map(|word| std::cmp::Reverse(word.reverse_bits()))
        .collect();
    (presses, order)
}

fn has(row: &[u64], bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 == 1
}

/// The first lamp of a row that is not dark.
fn lead(row: &[u64]) -> usize {
    let word = row
        .iter()
        .position(|word| *word != 0)
        .expect("the row is not dark");
    word * 64 + row[word].trailing_zeros() as usize
}

fn add(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to ^= from);
}

/// The lamps of a row by their columns, such as `1, 3 and 4`.
pub(super) fn columns(row: &[u64], cols: usize) -> String {
    let lit = (0..cols).filter(|col| has(row, *col));
    let mut lit: Vec<String> = lit.map(|col| (col + 1).to_string()).collect();
    match lit.pop() {
        Some(last) if lit.is_empty() => last,
        Some(last) => format!("{} and {last}", lit.join(", ")),
        None => "nothing".to_owned(),
    }
}

fn drawn(row: &[u64], cols: usize) -> String {
    (0..cols)
        .map(|col| if has(row, col) { '#' } else { '.' })
        .collect()
}

/// Light chasing.
fn chase(level: &Level, budget: &Budget<'_>) -> Result<Explanation<Press>, Limit> {
    let shape = level.shape();
    let mut beats = Vec::new();
    let left = chase_down(level.lamps().clone(), "Chase the lights", &mut beats);
    let last = shape.rows() - 1;
    let lit_cells = |row: &[u64], at: usize| -> Vec<Cell> {
        let cols = (0..shape.cols()).filter(|col| has(row, *col));
        cols.map(|col| Cell::new(col as i32, at as i32)).collect()
    };
    if left.iter().all(|word| *word == 0) {
        beats.push(Beat {
            text: "Nothing is left in the last row: it is solved.".to_owned(),
            moves: Vec::new(),
            cells: Vec::new(),
        });
        return Ok(Explanation::of(beats));
    }
    let table = Table::new(shape, budget)?;
    let (look_up, top) = match look_up(shape, &table, &left, beats.len()) {
        Some((look_up, top)) => (Some(look_up), top),
        None => (None, table.press(&left)),
    };
    let leaves = format!(
        "In the last row {} left.",
        match left.iter().map(|word| word.count_ones()).sum() {
            1 => format!("lamp {} is", columns(&left, shape.cols())),
            _ => format!("lamps {} are", columns(&left, shape.cols())),
        }
    );
    let Some(top) = top else {
        beats.push(Beat {
            text: format!(
                "{leaves} No presses in the top row mend that, so no presses at all turn this \
                 board off."
            ),
            moves: Vec::new(),
            cells: lit_cells(&left, last),
        });
        return Ok(Explanation {
            beats,
            table: look_up,
        });
    };
    beats.push(Beat {
        text: format!(
            "{leaves} The table says: press {} in the top row.",
            columns(&top, shape.cols())
        ),
        moves: lit_cells(&top, 0)
            .into_iter()
            .map(|cell| Press {
                row: 0,
                col: cell.x as u32,
            })
            .collect(),
        cells: lit_cells(&left, last),
    });
    let mut position = level.start();
    let so_far: Vec<Press> = beats
        .iter()
        .flat_map(|beat| beat.moves.iter().copied())
        .collect();
    let replayed = level.replay(&mut position, &so_far);
    debug_assert!(replayed.is_ok());
    chase_down(position.lamps().clone(), "Chase again", &mut beats);
    beats.push(Beat {
        text: "All lamps are dark.".to_owned(),
        moves: Vec::new(),
        cells: Vec::new(),
    });
    Ok(Explanation {
        beats,
        table: look_up,
    })
}

/// Presses below every lit lamp, row by row, one beat a row; returns what is left in the last.
fn chase_down(mut lamps: Board, begin: &str, beats: &mut Vec<Beat<Press>>) -> Vec<u64> {
    let shape = lamps.shape().clone();
    for row in 1..shape.rows() {
        let mut pattern = Board::zero(&shape);
        pattern.row_mut(row).copy_from_slice(lamps.row(row - 1));
        if pattern.is_zero() {
            continue;
        }
        let moves: Vec<Press> = super::rules::presses_of(&pattern);
        beats.push(Beat {
            text: format!(
                "{begin}: row {} has {} lit; press below each.",
                row,
                moves.len()
            ),
            cells: moves
                .iter()
                .map(|press| press.cell().offset(0, -1))
                .collect(),
            moves,
        });
        lamps.press(&pattern);
    }
    lamps.row(shape.rows() - 1).to_vec()
}

/// A minimum solution, row by row.
fn plain(level: &Level, budget: &Budget<'_>) -> Option<Explanation<Press>> {
    match solve::solve(level, &Wish::default(), budget).verdict {
        Verdict::Solved { witness, .. } => {
            let presses = witness.moves();
            let mut beats = vec![Beat {
                text: format!(
                    "{} The order of presses never matters, so the {} can be made row by row.",
                    why_no_chase(level.shape()),
                    PRESSES.counted(presses.len() as u64)
                ),
                moves: Vec::new(),
                cells: Vec::new(),
            }];
            beats.extend(presses.chunk_by(|a, b| a.row == b.row).map(|row| Beat {
                text: format!("Press these in row {}.", row[0].row + 1),
                moves: row.to_vec(),
                cells: row.iter().map(|press| press.cell()).collect(),
            }));
            Some(Explanation::of(beats))
        }
        Verdict::Unsolvable { certificate } => {
            let (text, cells) = match &certificate {
                Some(certificate) => never_dark(certificate),
                None => (
                    "No presses at all turn this board off.".to_owned(),
                    Vec::new(),
                ),
            };
            Some(Explanation::of(vec![Beat {
                text,
                moves: Vec::new(),
                cells,
            }]))
        }
        Verdict::GaveUp { .. } => None,
    }
}

/// Why the lights of a board cannot be chased from row to row.
fn why_no_chase(shape: &Shape) -> &'static str {
    if shape.topology() == Topology::Graph {
        "Light chasing does not work on a graph: links, and not rows, say what a press reaches."
    } else if !shape.is_whole() {
        "Light chasing does not work here: where there is a hole, nothing can be pressed below a lit lamp."
    } else if shape.topology() == Topology::Torus {
        "Light chasing does not work here: the last row reaches the first."
    } else if shape.topology() == Topology::Hex {
        "Light chasing is of no use here: with six neighbours, no short table says what to press at the top."
    } else if shape.neighbourhood() != Neighbourhood::Plus {
        "Light chasing does not work here: no press in the next row turns off one lamp of this row alone."
    } else {
        "Light chasing is of no use here: with more than two states, its table would be too long."
    }
}

/// Why no presses turn a board off, and the lamps that show it.
pub(super) fn never_dark(certificate: &Certificate) -> (String, Vec<Cell>) {
    let rows = certificate.weights.iter().enumerate();
    let cells = rows.flat_map(|(row, weights)| {
        let cols = weights.iter().enumerate();
        let cols = cols.filter(|(_, weight)| **weight != 0);
        cols.map(move |(col, _)| Cell::new(col as i32, row as i32))
    });
    let text = match certificate.states {
        2 => {
            "Every press changes an even number of these lamps, and an odd number of them is lit. \
              So they can never all go dark."
                .to_owned()
        }
        states => format!(
            "Add up the states of these lamps, some of them more than once: every press changes \
             the sum by a multiple of {states}, and it is no multiple of {states}. So they can \
             never all go dark."
        ),
    };
    (text, cells.collect())
}
