//! All placements of a set woven together: who excludes whom, as rows of bits.
//!
//! Two placements exclude each other when they belong to one piece, share a cell, or differ over
//! a border they share; that much is the rules. Two more reasons save work without losing a
//! board. *Gaps*: the two leave a cell between them that nothing else could cover. *Twins*: they
//! look the same on different pieces and lie in the wrong order, and swapping the two gives the
//! same board. All of it is pairwise and depends on the set alone, so it is worked out once per
//! set; a level then starts from a row of bits, and laying a piece is one `and` per word.
//!
//! A row has a stretch of words for every *item* (a cell to cover, a piece to lay), with a bit
//! for every placement that serves it. A placement thus has a bit in several stretches, and rows
//! are longer than they need be; but what is left for an item is a word or two side by side, and
//! that is what the search asks for all the time.

use std::ops::Range;

use gridwright_core::grid::Dir;

use super::model::Prunings;
use crate::iq_circuit::set::{PieceSet, Placement};

/// Sets whose rows of exclusions take more words than this work them out as they are needed, and
/// leave gaps and twins to the search.
const MOST_STORED: usize = 1 << 23;

/// Gaps found make further gaps; after so many rounds few are left to find.
const GAP_ROUNDS: usize = 2;

/// Rows of bits over the placements of a set.
#[derive(Clone, Debug)]
pub struct Web {
    words: usize,
    connections: bool,
    /// The words of every item: the cells first, then the pieces.
    spans: Vec<Range<usize>>,
    /// The placement of every bit.
    who: Vec<u32>,
    /// The bits of every placement: a stretch of `places` each.
    first: Vec<u32>,
    places: Vec<u32>,
    /// By item: the placements that serve it, wherever they have bits.
    serve: Vec<u64>,
    /// By cell, direction and whether: the placements that cover it and do, or do not, touch the
    /// border there.
    touch: Vec<u64>,
    /// By cell: the placements that show a point there.
    point: Vec<u64>,
    /// The placements that show a point anywhere, and whether some show several.
    pointed: Vec<u64>,
    several_points: bool,
    /// The placements that some finished board may have.
    sound: Vec<u64>,
    /// By placement: those it excludes, itself included. Empty if that takes too much.
    exclude: Vec<u64>,
}

impl Web {
    /// Weaves the placements of a set, with the reasons that are switched on.
    pub fn new(set: &PieceSet, prunings: &Prunings) -> Web {
        let mut web = Web::laid_out(set, prunings);
        web.add_features(set);
        let count = set.placements().len();
        if count * web.words > MOST_STORED {
            return web;
        }
        let mut exclude = vec![0; count * web.words];
        let rows = exclude.chunks_exact_mut(web.words);
        for (row, placement) in rows.zip(set.placements()) {
            web.weave(set, placement, row);
        }
        web.exclude = exclude;
        if prunings.gaps {
            (0..GAP_ROUNDS).for_each(|_| web.find_gaps(set));
        }
        if prunings.twins {
            web.find_twins(set);
        }
        web
    }

    /// The layout of the rows: which bit stands for what.
    fn laid_out(set: &PieceSet, prunings: &Prunings) -> Web {
        let cells = set.cells().count();
        let mut served: Vec<Vec<u32>> = vec![Vec::new(); cells + set.pieces().len()];
        for (number, placement) in set.placements().iter().enumerate() {
            if prunings.edge && placement.leaks {
                continue;
            }
            for item in items(placement, cells) {
                served[item].push(number as u32);
            }
        }
        let mut spans = Vec::new();
        let mut who = Vec::new();
        let mut places: Vec<Vec<u32>> = vec![Vec::new(); set.placements().len()];
        for placements in &served {
            let from = who.len() / 64;
            for &number in placements {
                places[number as usize].push(who.len() as u32);
                who.push(number);
            }
            who.resize(who.len().next_multiple_of(64), u32::MAX);
            spans.push(from..who.len() / 64);
        }
        let mut first = vec![0];
        for list in &places {
            first.push(first[first.len() - 1] + list.len() as u32);
        }
        Web {
            // Even a row of nothing has a word, so that there are rows.
            words: (who.len() / 64).max(1),
            connections: prunings.connections,
            spans,
            who,
            first,
            places: places.concat(),
            serve: Vec::new(),
            touch: Vec::new(),
            point: Vec::new(),
            pointed: Vec::new(),
            several_points: set.placements().iter().any(|p| p.points.count_ones() > 1),
            sound: Vec::new(),
            exclude: Vec::new(),
        }
    }

    fn add_features(&mut self, set: &PieceSet) {
        let cells = set.cells().count();
        let rows = |count: usize| vec![0u64; count * self.words];
        let (mut serve, mut touch) = (rows(self.spans.len()), rows(8 * cells));
        let (mut point, mut pointed, mut sound) = (rows(cells), rows(1), rows(1));
        for (number, placement) in set.placements().iter().enumerate() {
            let mark = |rows: &mut [u64], row: usize| {
                for &place in self.places(number) {
                    rows[row * self.words + place as usize / 64] |= 1 << (place % 64);
                }
            };
            mark(&mut sound, 0);
            if placement.points != 0 {
                mark(&mut pointed, 0);
            }
            for item in items(placement, cells) {
                mark(&mut serve, item);
            }
            for (cell, print) in set.prints(&placement.lay) {
                let cell = set.index(cell);
                if print.is_point() {
                    mark(&mut point, cell);
                }
                for dir in Dir::ALL {
                    mark(&mut touch, touch_row(cell, dir, print.touches(dir)));
                }
            }
        }
        (self.serve, self.touch, self.point) = (serve, touch, point);
        (self.pointed, self.sound) = (pointed, sound);
    }

    /// How many words a row has.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The words of an item: cells by number, then pieces.
    #[inline(always)]
    pub(super) fn span(&self, item: usize) -> Range<usize> {
        self.spans[item].clone()
    }

    /// The placement of a bit.
    #[inline(always)]
    pub(super) fn who(&self, word: usize, bit: usize) -> usize {
        self.who[word * 64 + bit] as usize
    }

    fn places(&self, number: usize) -> &[u32] {
        &self.places[self.first[number] as usize..self.first[number + 1] as usize]
    }

    fn excludes(&self, number: usize, other: usize) -> bool {
        let row = self.row(&self.exclude, number);
        let place = self.places(other).first();
        place.is_some_and(|&place| row[place as usize / 64] >> (place % 64) & 1 == 1)
    }

    fn is_sound(&self, number: usize) -> bool {
        let place = self.places(number).first();
        place.is_some_and(|&place| self.sound[place as usize / 64] >> (place % 64) & 1 == 1)
    }

    /// The placements that cover a cell and touch its border in a direction, or do not.
    pub(super) fn touch(&self, cell: usize, dir: Dir, whether: bool) -> &[u64] {
        self.row(&self.touch, touch_row(cell, dir, whether))
    }

    /// The placements that show a point in a cell.
    pub(super) fn point(&self, cell: usize) -> &[u64] {
        self.row(&self.point, cell)
    }

    /// The placements that show a point anywhere.
    pub(super) fn pointed(&self) -> &[u64] {
        &self.pointed
    }

    /// Whether some placements show more than one point.
    pub(super) fn has_several_points(&self) -> bool {
        self.several_points
    }

    /// The placements that cover a cell.
    pub(super) fn cover(&self, cell: usize) -> &[u64] {
        self.row(&self.serve, cell)
    }

    fn row<'w>(&self, rows: &'w [u64], number: usize) -> &'w [u64] {
        &rows[number * self.words..][..self.words]
    }

    /// Everything that may lie on some finished board.
    pub(super) fn everything(&self) -> &[u64] {
        &self.sound
    }

    /// Takes everything that a placement excludes out of `from` and puts the rest into `into`.
    #[inline(always)]
    pub(super) fn without(&self, set: &PieceSet, number: usize, from: &[u64], into: &mut [u64]) {
        if self.exclude.is_empty() {
            into.fill(0);
            self.weave(set, &set.placements()[number], into);
            for (into, from) in into.iter_mut().zip(from) {
                *into = from & !*into;
            }
        } else {
            let row = self.row(&self.exclude, number);
            for ((into, from), excluded) in into.iter_mut().zip(from).zip(row) {
                *into = from & !excluded;
            }
        }
    }

    /// Adds everything to a row that a placement excludes by the rules.
    pub(super) fn weave(&self, set: &PieceSet, placement: &Placement, row: &mut [u64]) {
        let mut add = |more: &[u64]| {
            row.iter_mut()
                .zip(more)
                .for_each(|(row, more)| *row |= more)
        };
        for item in items(placement, set.cells().count()) {
            add(self.row(&self.serve, item));
        }
        for (cell, print) in set.prints(&placement.lay).filter(|_| self.connections) {
            for dir in Dir::ALL {
                let next = cell.step(dir);
                if set.contains(next) && placement.cells >> set.index(next) & 1 == 0 {
                    add(self.touch(set.index(next), dir.opposite(), !print.touches(dir)));
                }
            }
        }
    }

    /// Finds placements next to which a cell is left that nothing can cover, and pairs that
    /// leave one between them.
    fn find_gaps(&mut self, set: &PieceSet) {
        let cells = set.cells().count();
        let mut beside: Vec<Vec<usize>> = vec![Vec::new(); cells];
        for (number, placement) in set.placements().iter().enumerate() {
            if self.is_sound(number) {
                bits(halo(set, placement.cells)).for_each(|cell| beside[cell].push(number));
            }
        }
        let (mut dead, mut pairs) = (Vec::new(), Vec::new());
        let mut common: Vec<u64> = Vec::new();
        for (cell, beside) in beside.iter().enumerate() {
            // What each of them leaves for the cell, word by word: two leave nothing together if
            // what they leave has nothing in common.
            let left: Vec<Vec<u64>> = self
                .span(cell)
                .map(|word| {
                    let left = |&number: &usize| {
                        self.sound[word] & !self.exclude[number * self.words + word]
                    };
                    beside.iter().map(left).collect()
                })
                .collect();
            for (i, &number) in beside.iter().enumerate() {
                if left.iter().all(|words| words[i] == 0) {
                    dead.push(number);
                    continue;
                }
                let others = &beside[i + 1..];
                common.clear();
                common.resize(others.len(), 0);
                for words in &left {
                    let mine = words[i];
                    for (common, theirs) in common.iter_mut().zip(&words[i + 1..]) {
                        *common |= mine & theirs;
                    }
                }
                for (&other, &common) in others.iter().zip(&common) {
                    if common == 0 && !self.excludes(number, other) {
                        pairs.push((number, other));
                    }
                }
            }
        }
        for number in dead {
            for place in self.first[number]..self.first[number + 1] {
                let place = self.places[place as usize] as usize;
                self.sound[place / 64] &= !(1 << (place % 64));
            }
        }
        for (a, b) in pairs {
            self.exclude_pair(a, b);
        }
    }

    /// Finds placements of different pieces that look alike: such pieces are laid in the order of
    /// their numbers.
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
        let showing = |side: (usize, usize)| -> Vec<usize> {
            let shown = |&number: &usize| {
                let placement = &set.placements()[number];
                (placement.lay.piece(), placement.lay.side()) == side && !placement.leaks
            };
            (0..set.placements().len()).filter(shown).collect()
        };
        // Any order will do that tells two places apart.
        let place = |number: usize| {
            let placement = &set.placements()[number];
            (placement.lay.at(), placement.cells)
        };
        for (first, second) in alike {
            let second = showing(second);
            for a in showing(first) {
                for &b in second.iter().filter(|&&b| place(b) < place(a)) {
                    self.exclude_pair(a, b);
                }
            }
        }
    }

    fn exclude_pair(&mut self, a: usize, b: usize) {
        for (this, other) in [(a, b), (b, a)] {
            for place in self.first[other]..self.first[other + 1] {
                let place = self.places[place as usize] as usize;
                self.exclude[this * self.words + place / 64] |= 1 << (place % 64);
            }
        }
    }
}

/// The items that a placement serves.
fn items(placement: &Placement, cells: usize) -> impl Iterator<Item = usize> {
    bits(placement.cells).chain([cells + placement.lay.piece()])
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
