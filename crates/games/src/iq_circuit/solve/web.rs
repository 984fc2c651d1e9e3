//! All placements of a set woven together: who excludes whom, as rows of bits.
//!
//! Two placements exclude each other when they belong to one piece, share a cell, or differ over
//! a border they share; that much is the rules. Two more reasons save work without losing a
//! board. *Gaps*: the two leave a cell between them that nothing else could cover. *Twins*: they
//! look the same on different pieces and lie in the wrong order, and swapping the two gives the
//! same board. All of it is pairwise and depends on the set alone, so it is worked out once per
//! set; a level then starts from a row of bits, and laying a piece is one `and` per word.
//!
//! The placements are numbered anew, by column. What covers one cell then lies close together,
//! and a question about a cell looks at a few words instead of a whole row.

use std::ops::Range;

use gridwright_core::grid::Dir;

use super::model::Prunings;
use crate::iq_circuit::set::{PieceSet, Placement};

/// Sets with more placements than this work out rows of exclusions as they are needed, and leave
/// gaps and twins to the search.
const MOST_STORED: usize = 4096;

/// A gap is looked for where at most so many placements are left after the first of two pieces:
/// where more are left a second piece hardly ever takes them all.
const NARROW_GAP: u32 = 200;

/// Rows of bits over the placements of a set, all of the same length, numbered by column.
#[derive(Clone, Debug)]
pub struct Web {
    words: usize,
    connections: bool,
    /// The placements of the set in the order of this web.
    order: Vec<u32>,
    cover: Vec<Window>,
    /// By cell, direction and whether: the placements that cover it and do, or do not, touch the
    /// border there.
    touch: Vec<u64>,
    point: Vec<Window>,
    piece: Vec<Window>,
    /// The placements that no finished board can have.
    dead: Vec<u64>,
    /// By placement: those it excludes, itself included. Empty if there are too many.
    exclude: Vec<u64>,
}

/// The part of a row that is not empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    pub(super) from: usize,
    pub(super) bits: Vec<u64>,
}

impl Window {
    fn new(row: &[u64]) -> Window {
        let from = row.iter().position(|&word| word != 0).unwrap_or(0);
        let to = row
            .iter()
            .rposition(|&word| word != 0)
            .map_or(from, |last| last + 1);
        Window {
            from,
            bits: row[from..to].to_vec(),
        }
    }

    #[inline(always)]
    pub(super) fn range(&self) -> Range<usize> {
        self.from..self.from + self.bits.len()
    }

    /// The words of a row that this window looks at, both of them at once.
    #[inline(always)]
    pub(super) fn meets<'w>(&'w self, row: &'w [u64]) -> impl Iterator<Item = u64> + 'w {
        row[self.range()]
            .iter()
            .zip(&self.bits)
            .map(|(row, bits)| row & bits)
    }

    fn add_to(&self, row: &mut [u64]) {
        for (row, bits) in row[self.range()].iter_mut().zip(&self.bits) {
            *row |= bits;
        }
    }

    /// Takes these placements out of a row.
    pub(super) fn remove_from(&self, row: &mut [u64]) {
        for (row, bits) in row[self.range()].iter_mut().zip(&self.bits) {
            *row &= !bits;
        }
    }
}

impl Web {
    /// Weaves the placements of a set, with the reasons that are switched on.
    pub fn new(set: &PieceSet, prunings: &Prunings) -> Web {
        let mut web = Web::rows(set, prunings);
        let count = web.order.len();
        if count <= MOST_STORED {
            let mut exclude = vec![0; count * web.words];
            for (number, row) in exclude.chunks_exact_mut(web.words).enumerate() {
                web.weave(set, &set.placements()[web.in_set(number)], row);
            }
            web.exclude = exclude;
            if prunings.gaps {
                web.find_gaps(set);
            }
            if prunings.twins {
                web.find_twins(set);
            }
        }
        web
    }

    fn rows(set: &PieceSet, prunings: &Prunings) -> Web {
        let placements = set.placements();
        let kept = |&number: &u32| !(prunings.edge && placements[number as usize].leaks);
        let mut order: Vec<u32> = (0..placements.len() as u32).filter(kept).collect();
        order.sort_by_key(|&number| {
            let at = placements[number as usize].lay.at();
            (at.x, at.y, number)
        });
        let cells = set.cells().count();
        let words = order.len().div_ceil(64).max(1);
        let rows = |count: usize| vec![0u64; count * words];
        let (mut cover, mut point, mut piece) =
            (rows(cells), rows(cells), rows(set.pieces().len()));
        let mut touch = rows(8 * cells);
        for (index, &number) in order.iter().enumerate() {
            let placement = &placements[number as usize];
            let (word, bit) = (index / 64, 1 << (index % 64));
            piece[placement.lay.piece() * words + word] |= bit;
            for (cell, print) in set.prints(&placement.lay) {
                let cell = set.index(cell);
                cover[cell * words + word] |= bit;
                if print.is_point() {
                    point[cell * words + word] |= bit;
                }
                for dir in Dir::ALL {
                    touch[touch_row(cell, dir, print.touches(dir)) * words + word] |= bit;
                }
            }
        }
        let windows = |rows: Vec<u64>| rows.chunks_exact(words).map(Window::new).collect();
        Web {
            words,
            connections: prunings.connections,
            order,
            cover: windows(cover),
            touch,
            point: windows(point),
            piece: windows(piece),
            dead: rows(1),
            exclude: Vec::new(),
        }
    }

    /// How many words a row has.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The number that a placement of this web has in the set.
    #[inline(always)]
    pub(super) fn in_set(&self, number: usize) -> usize {
        self.order[number] as usize
    }

    /// The placements that cover a cell.
    #[inline(always)]
    pub(super) fn cover(&self, cell: usize) -> &Window {
        &self.cover[cell]
    }

    /// The placements that cover a cell and touch its border in a direction, or do not.
    pub(super) fn touch(&self, cell: usize, dir: Dir, whether: bool) -> &[u64] {
        &self.touch[touch_row(cell, dir, whether) * self.words..][..self.words]
    }

    /// The placements that show a point in a cell.
    pub(super) fn point(&self, cell: usize) -> &Window {
        &self.point[cell]
    }

    /// The placements of a piece.
    #[inline(always)]
    pub(super) fn piece(&self, piece: usize) -> &Window {
        &self.piece[piece]
    }

    /// Everything that may lie on some finished board.
    pub(super) fn everything(&self) -> Vec<u64> {
        let mut row: Vec<u64> = self.dead.iter().map(|dead| !dead).collect();
        let beyond = self.order.len() % 64;
        if let Some(last) = row.last_mut().filter(|_| beyond > 0) {
            *last &= !(u64::MAX << beyond);
        }
        row
    }

    /// Takes everything that a placement excludes out of `from` and puts the rest into `into`.
    #[inline(always)]
    pub(super) fn without(&self, set: &PieceSet, number: usize, from: &[u64], into: &mut [u64]) {
        if self.exclude.is_empty() {
            into.fill(0);
            self.weave(set, &set.placements()[self.in_set(number)], into);
            for (into, from) in into.iter_mut().zip(from) {
                *into = from & !*into;
            }
        } else {
            let row = self.excluded(number);
            for ((into, from), excluded) in into.iter_mut().zip(from).zip(row) {
                *into = from & !excluded;
            }
        }
    }

    #[inline(always)]
    fn excluded(&self, number: usize) -> &[u64] {
        &self.exclude[number * self.words..][..self.words]
    }

    /// Adds everything to a row that a placement excludes by the rules.
    pub(super) fn weave(&self, set: &PieceSet, placement: &Placement, row: &mut [u64]) {
        self.piece(placement.lay.piece()).add_to(row);
        for (cell, print) in set.prints(&placement.lay) {
            let window = self.cover(set.index(cell));
            window.add_to(row);
            for dir in Dir::ALL.into_iter().filter(|_| self.connections) {
                let next = cell.step(dir);
                if !set.contains(next) || placement.cells >> set.index(next) & 1 == 1 {
                    continue;
                }
                let range = self.cover(set.index(next)).range();
                let wrong = self.touch(set.index(next), dir.opposite(), !print.touches(dir));
                for (row, wrong) in row[range.clone()].iter_mut().zip(&wrong[range]) {
                    *row |= wrong;
                }
            }
        }
    }

    /// Finds placements next to which a cell is left that nothing can cover, and pairs that
    /// leave one between them.
    fn find_gaps(&mut self, set: &PieceSet) {
        let placement = |number: usize| &set.placements()[self.in_set(number)];
        let halos: Vec<u64> = (0..self.order.len())
            .map(|number| halo(set, placement(number).cells))
            .collect();
        let beside: Vec<Window> = (0..self.cover.len())
            .map(|cell| {
                let mut row = vec![0; self.words];
                for (number, halo) in halos.iter().enumerate() {
                    row[number / 64] |= (halo >> cell & 1) << (number % 64);
                }
                Window::new(&row)
            })
            .collect();
        let (mut dead, mut pairs) = (Vec::new(), Vec::new());
        let mut live = self.everything();
        for (number, halo) in halos.iter().enumerate() {
            if self.dead[number / 64] >> (number % 64) & 1 == 1 {
                continue;
            }
            live.copy_from_slice(&self.dead);
            for (live, excluded) in live.iter_mut().zip(self.excluded(number)) {
                *live = !(*live | excluded);
            }
            for cell in bits(*halo) {
                let cover = &self.cover[cell];
                let left: u32 = cover.meets(&live).map(u64::count_ones).sum();
                if left == 0 {
                    dead.push(number);
                    break;
                }
                if left > NARROW_GAP {
                    continue;
                }
                // A second piece beside the cell that takes all the rest.
                let range = cover.range();
                let rest: Vec<u64> = cover.meets(&live).collect();
                for (word, others) in beside[cell].range().zip(beside[cell].meets(&live)) {
                    for other in bits(others).map(|bit| word * 64 + bit) {
                        let taken = &self.excluded(other)[range.clone()];
                        if rest
                            .iter()
                            .zip(taken)
                            .all(|(rest, taken)| rest & !taken == 0)
                        {
                            pairs.push((number, other));
                        }
                    }
                }
            }
        }
        for number in dead {
            self.dead[number / 64] |= 1 << (number % 64);
        }
        for (a, b) in pairs {
            self.exclude_pair(a, b);
        }
    }

    /// Finds placements of different pieces that look alike: their pieces are laid in the order
    /// of their numbers.
    fn find_twins(&mut self, set: &PieceSet) {
        let pieces = set.pieces();
        let mut alike = Vec::new();
        for (second, piece) in pieces.iter().enumerate() {
            for (first, other) in pieces[..second].iter().enumerate() {
                for (s, t) in pairs_of_sides(piece.sides(), other.sides()) {
                    let look = piece.turned(s, 0).cells();
                    if (0..4).any(|turns| other.turned(t, turns).cells() == look) {
                        alike.push(((first, t), (second, s)));
                    }
                }
            }
        }
        for (first, second) in alike {
            let showing = |side: (usize, usize)| -> Vec<usize> {
                let shown = |&number: &usize| {
                    let lay = &set.placements()[self.in_set(number)].lay;
                    (lay.piece(), lay.side()) == side
                };
                (0..self.order.len()).filter(shown).collect()
            };
            let (first, second) = (showing(first), showing(second));
            for &a in &first {
                for &b in second.iter().filter(|&&b| b < a) {
                    self.exclude_pair(a, b);
                }
            }
        }
    }

    fn exclude_pair(&mut self, a: usize, b: usize) {
        self.exclude[a * self.words + b / 64] |= 1 << (b % 64);
        self.exclude[b * self.words + a / 64] |= 1 << (a % 64);
    }
}

/// The places of the bits that are set.
#[inline(always)]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

fn pairs_of_sides(these: usize, those: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..these).flat_map(move |this| (0..those).map(move |that| (this, that)))
}

/// The cells around some cells.
fn halo(set: &PieceSet, cells: u64) -> u64 {
    let mut halo = 0;
    for cell in set.cells_of(cells) {
        for next in Dir::ALL.map(|dir| cell.step(dir)) {
            if set.contains(next) {
                halo |= 1 << set.index(next);
            }
        }
    }
    halo & !cells
}

fn touch_row(cell: usize, dir: Dir, whether: bool) -> usize {
    (cell * 4 + dir as usize) * 2 + usize::from(whether)
}
