//! Which placements of a set exclude each other, as rows of bits.
//!
//! Two placements exclude each other when they belong to one piece, share a cell, or differ over
//! a border they share; that much is the rules. Two more reasons save work without losing a
//! board. *Gaps*: the two leave a cell between them that nothing else could cover. *Twins*: they
//! look the same on different pieces and lie in the wrong order, and swapping the two gives the
//! same board. All of it is pairwise and depends on the set alone, so it is worked out once per
//! set; a level then starts from a row of bits, and laying a piece is one `and` per word.
//!
//! A row has a *span* of words for every item (a cell to cover, a piece to lay), with a bit for
//! every placement that serves it. A placement thus has a bit in several spans, and rows are
//! longer than they need be; but what is left for an item is a few words side by side, and that
//! is what the search asks for all the time. Spans are even in length, so that the machine can
//! take two words at once, and follow each other along the board.
//!
//! Nobody compares pairs. Placements are sorted into [features](Features) first: those that cover
//! a cell, those of a piece, those that lead a line over a border, those that do not. What a
//! placement excludes is the union of a dozen features, and those of one place fill a short
//! stretch of a row.

use std::ops::Range;

use super::feature::{Feature, Features};
use super::frame::{Frame, bits};
use super::model::Prunings;
use crate::iq_circuit::set::{PieceSet, Placement};

/// Sets whose rows of exclusions take more words than this work them out as they are needed, and
/// leave gaps and twins to the search.
const MOST_STORED: usize = 1 << 23;

/// Gaps found make further gaps; after so many rounds few are left to find.
const GAP_ROUNDS: usize = 2;

/// Where a placement leaves more than this for a cell, one other hardly ever takes it all; not
/// asking costs few nodes and saves most of the work.
const MOST_LEFT: u32 = 16;

/// Rows of bits over the placements of a set.
#[derive(Clone, Debug)]
pub struct Exclusions {
    words: usize,
    connections: bool,
    cells: usize,
    /// The placements that take part.
    entries: Vec<Entry>,
    /// The words of every item: the cells by number, then the pieces.
    spans: Vec<Range<u32>>,
    /// The entry of every bit.
    who: Vec<u32>,
    /// The bits of all entries.
    places: Vec<u32>,
    cover: Features,
    piece: Features,
    point: Features,
    border: Features,
    everything: Vec<u64>,
    /// By entry: what it excludes, itself included. Empty if that takes too much.
    exclude: Vec<u64>,
}

/// What the search asks about a placement.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) crossed: u128,
    pub(super) cells: u64,
    /// The cells around it.
    pub(super) beside: u64,
    pub(super) piece: u32,
    /// The placement in the list of the set.
    pub(super) number: u32,
    /// Where its bits are listed.
    places: Range<u32>,
}

impl Exclusions {
    /// Weaves the placements of a set, with the reasons that are switched on.
    pub fn new(set: &PieceSet, prunings: &Prunings) -> Exclusions {
        let mut exclusions = Exclusions::laid_out(set, prunings);
        let frame = Frame::new(set);
        for entry in 0..exclusions.entries.len() {
            exclusions.add_features(entry, set, &frame);
        }
        if exclusions.entries.len() * exclusions.words > MOST_STORED {
            return exclusions;
        }
        let mut exclude = vec![0; exclusions.entries.len() * exclusions.words];
        for (row, entry) in exclude
            .chunks_exact_mut(exclusions.words)
            .zip(&exclusions.entries)
        {
            exclusions.mark(&set.placements()[entry.number as usize], row);
        }
        exclusions.exclude = exclude;
        if prunings.gaps {
            (0..GAP_ROUNDS).for_each(|_| exclusions.find_gaps());
        }
        if prunings.twins {
            exclusions.order_twins(set);
        }
        exclusions
    }

    /// The layout of the rows: which bit stands for what.
    fn laid_out(set: &PieceSet, prunings: &Prunings) -> Exclusions {
        let frame = Frame::new(set);
        let cells = set.cells().count();
        let mut entries = Vec::with_capacity(set.placements().len());
        let mut sizes = vec![0u32; cells + set.pieces().len()];
        let mut total = 0;
        for (number, placement) in set.placements().iter().enumerate() {
            if prunings.edge && placement.leaks {
                continue;
            }
            let places = total..total + placement.cells.count_ones() + 1;
            total = places.end;
            entries.push(Entry {
                crossed: placement.crossed,
                cells: placement.cells,
                beside: frame.beside(placement.cells),
                piece: placement.lay.piece() as u32,
                number: number as u32,
                places,
            });
            for item in items(placement.cells, placement.lay.piece(), cells) {
                sizes[item] += 1;
            }
        }
        let mut spans = vec![0..0; sizes.len()];
        let mut words = 0;
        for item in along_the_board(set).chain(cells..sizes.len()) {
            let size = sizes[item].div_ceil(64).next_multiple_of(2);
            spans[item] = words..words + size;
            words = spans[item].end;
        }
        // Even a row of nothing has a word, so that there are rows.
        let words = words.max(1) as usize;
        let mut exclusions = Exclusions {
            words,
            connections: prunings.connections,
            cells,
            spans,
            who: vec![0; words * 64],
            places: Vec::with_capacity(total as usize),
            cover: Features::new(cells, words),
            piece: Features::new(set.pieces().len(), words),
            point: Features::new(cells, words),
            border: Features::new(cells * BORDER_FEATURES, words),
            everything: vec![0; words],
            exclude: Vec::new(),
            entries: Vec::new(),
        };
        let mut next: Vec<u32> = exclusions
            .spans
            .iter()
            .map(|span| span.start * 64)
            .collect();
        for (number, entry) in entries.iter().enumerate() {
            for item in items(entry.cells, entry.piece as usize, cells) {
                let place = next[item];
                next[item] += 1;
                exclusions.who[place as usize] = number as u32;
                exclusions.everything[place as usize / 64] |= 1 << (place % 64);
                exclusions.places.push(place);
            }
            exclusions.places[entry.places.start as usize..].sort_unstable();
        }
        exclusions.entries = entries;
        exclusions
    }

    fn add_features(&mut self, entry: usize, set: &PieceSet, frame: &Frame) {
        let entry = &self.entries[entry];
        let placement = &set.placements()[entry.number as usize];
        let places = &self.places[entry.places.start as usize..entry.places.end as usize];
        self.piece.mark(entry.piece as usize, places);
        bits(entry.cells).for_each(|cell| self.cover.mark(cell, places));
        bits(placement.points).for_each(|cell| self.point.mark(cell, places));
        for border in Border::all(placement.borders) {
            let crossed = border.is_in(placement.crossed);
            // An inner border has the placement on both sides.
            if entry.cells >> border.cell & 1 == 1 {
                self.border.mark(border.feature(true, crossed), places);
            }
            if entry.cells >> border.beyond(frame) & 1 == 1 {
                self.border.mark(border.feature(false, crossed), places);
            }
        }
    }

    /// How many words a row has.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// A row of everything.
    pub(super) fn everything(&self) -> &[u64] {
        &self.everything
    }

    /// The placements that take part.
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of a bit.
    #[inline(always)]
    pub(super) fn who(&self, word: usize, bit: usize) -> usize {
        self.who[word * 64 + bit] as usize
    }

    /// The words of a row that tell what is left for a cell.
    #[inline(always)]
    pub(super) fn cell_span(&self, cell: usize) -> Range<usize> {
        let span = &self.spans[cell];
        span.start as usize..span.end as usize
    }

    /// The words of a row that tell what is left for a piece.
    #[inline(always)]
    pub(super) fn piece_span(&self, piece: usize) -> Range<usize> {
        self.cell_span(self.cells + piece)
    }

    /// The placements that cover a cell.
    #[inline(always)]
    pub(super) fn cover(&self, cell: usize) -> Feature<'_> {
        self.cover.get(cell)
    }

    /// The placements of a piece.
    #[inline(always)]
    pub(super) fn piece(&self, piece: usize) -> Feature<'_> {
        self.piece.get(piece)
    }

    /// The placements that show a point in a cell.
    pub(super) fn point(&self, cell: usize) -> Feature<'_> {
        self.point.get(cell)
    }

    /// Takes everything out of a row that does not lead lines over some borders as they are
    /// crossed.
    pub(super) fn heed_borders(&self, borders: u128, crossed: u128, row: &mut [u64]) {
        for border in Border::all(borders) {
            for near in [false, true] {
                let wrong = border.feature(near, !border.is_in(crossed));
                self.border.get(wrong).remove_from(row);
            }
        }
    }

    /// Whether the row of what a placement excludes is there to be asked.
    pub(super) fn is_stored(&self) -> bool {
        !self.exclude.is_empty()
    }

    /// What a placement excludes, if that is stored.
    #[inline(always)]
    pub(super) fn excluded(&self, entry: usize) -> &[u64] {
        &self.exclude[entry * self.words..][..self.words]
    }

    /// Takes everything that a placement excludes out of `from` and puts the rest into `into`.
    #[inline(always)]
    pub(super) fn without(&self, set: &PieceSet, entry: usize, from: &[u64], into: &mut [u64]) {
        if self.is_stored() {
            for ((into, from), excluded) in into.iter_mut().zip(from).zip(self.excluded(entry)) {
                *into = from & !excluded;
            }
        } else {
            into.fill(0);
            self.mark(&set.placements()[self.entries[entry].number as usize], into);
            for (into, from) in into.iter_mut().zip(from) {
                *into = from & !*into;
            }
        }
    }

    /// Adds everything to a row that a placement excludes by the rules.
    pub(super) fn mark(&self, placement: &Placement, row: &mut [u64]) {
        self.piece(placement.lay.piece()).add_to(row);
        bits(placement.cells).for_each(|cell| self.cover(cell).add_to(row));
        if !self.connections {
            return;
        }
        for border in Border::all(placement.borders & !placement.inner) {
            let near = placement.cells >> border.cell & 1 == 1;
            let wrong = border.feature(!near, !border.is_in(placement.crossed));
            self.border.get(wrong).add_to(row);
        }
    }

    /// Finds placements next to which a cell is left that nothing can cover, and pairs that
    /// leave one between them: the second of such a pair excludes everything that the first
    /// leaves for the cell. A placement has just one bit in the spans of the pieces, so these
    /// alone are looked at for the second.
    fn find_gaps(&mut self) {
        let pieces = self.piece_span(0).start;
        let mut dead = Vec::new();
        let mut pairs = Vec::new();
        let mut common = vec![0; self.words - pieces];
        for (number, entry) in self.entries.iter().enumerate() {
            let excluded = self.excluded(number);
            for cell in bits(entry.beside) {
                let left = self
                    .cell_span(cell)
                    .map(|word| (word, self.everything[word] & !excluded[word]));
                match left.clone().map(|(_, left)| left.count_ones()).sum() {
                    0 => {
                        dead.push(number);
                        break;
                    }
                    1..=MOST_LEFT => {}
                    _ => continue,
                }
                let covering = &self.cover.row(cell)[pieces..];
                let rest = self.everything[pieces..].iter().zip(&excluded[pieces..]);
                for (common, ((all, excluded), covering)) in
                    common.iter_mut().zip(rest.zip(covering))
                {
                    *common = all & !excluded & !covering;
                }
                let others = left.flat_map(|(word, left)| bits(left).map(move |bit| (word, bit)));
                for (word, bit) in others {
                    let theirs = &self.excluded(self.who(word, bit))[pieces..];
                    let mut any = 0;
                    for (common, theirs) in common.iter_mut().zip(theirs) {
                        *common &= theirs;
                        any |= *common;
                    }
                    if any == 0 {
                        break;
                    }
                }
                for (word, &found) in common.iter().enumerate() {
                    pairs.extend(bits(found).map(|bit| (number, self.who(pieces + word, bit))));
                }
            }
        }
        for entry in dead {
            let places = self.entries[entry].places.clone();
            for &place in &self.places[places.start as usize..places.end as usize] {
                self.everything[place as usize / 64] &= !(1 << (place % 64));
            }
        }
        for (a, b) in pairs {
            self.exclude_pair(a, b);
        }
    }

    /// Finds placements of different pieces that look alike: such pieces are laid in the order of
    /// their numbers.
    fn order_twins(&mut self, set: &PieceSet) {
        let pieces = set.pieces();
        // By side: the placements that show it.
        let mut showing: Vec<Vec<Vec<usize>>> = pieces
            .iter()
            .map(|piece| vec![Vec::new(); piece.sides()])
            .collect();
        for (index, entry) in self.entries.iter().enumerate() {
            let placement = &set.placements()[entry.number as usize];
            if !placement.leaks {
                showing[placement.lay.piece()][placement.lay.side()].push(index);
            }
        }
        // Any order will do that tells two places apart.
        let place = |exclusions: &Exclusions, entry: usize| {
            let entry = &exclusions.entries[entry];
            let at = set.placements()[entry.number as usize].lay.at();
            (at, entry.cells)
        };
        for (second, piece) in pieces.iter().enumerate() {
            for (first, other) in pieces[..second].iter().enumerate() {
                for (s, t) in pairs_of_sides(piece.sides(), other.sides()) {
                    let look = piece.turned(s, 0).cells();
                    if (0..4).all(|turns| other.turned(t, turns).cells() != look) {
                        continue;
                    }
                    for &a in &showing[first][t] {
                        for &b in &showing[second][s] {
                            if place(self, b) < place(self, a) {
                                self.exclude_pair(a, b);
                            }
                        }
                    }
                }
            }
        }
    }

    fn exclude_pair(&mut self, a: usize, b: usize) {
        for (this, other) in [(a, b), (b, a)] {
            let row = &mut self.exclude[this * self.words..][..self.words];
            let places = &self.entries[other].places;
            for &place in &self.places[places.start as usize..places.end as usize] {
                row[place as usize / 64] |= 1 << (place % 64);
            }
        }
    }
}

/// The items that a placement serves.
fn items(placed: u64, piece: usize, cells: usize) -> impl Iterator<Item = usize> {
    bits(placed).chain([cells + piece])
}

/// The cells from one end of the board to the other, across its short side first.
fn along_the_board(set: &PieceSet) -> impl Iterator<Item = usize> {
    let (width, height) = (set.width() as usize, set.height() as usize);
    let wide = width > height;
    (0..width * height).map(move |step| match wide {
        true => step % height * width + step / height,
        false => step,
    })
}

/// A border between two cells: the one whose bit it has, and the one to the east or south of it.
#[derive(Clone, Copy)]
struct Border {
    cell: usize,
    south: bool,
}

/// How many features the borders of a cell have: two borders, two sides, crossed or not.
const BORDER_FEATURES: usize = 8;

impl Border {
    /// The borders of a set of bits.
    #[inline(always)]
    fn all(borders: u128) -> impl Iterator<Item = Border> {
        let half = |half: u64, south| bits(half).map(move |cell| Border { cell, south });
        half(borders as u64, false).chain(half((borders >> 64) as u64, true))
    }

    #[inline(always)]
    fn is_in(self, borders: u128) -> bool {
        let half = if self.south { borders >> 64 } else { borders };
        half as u64 >> self.cell & 1 == 1
    }

    /// The cell to the east or south.
    fn beyond(self, frame: &Frame) -> usize {
        self.cell + if self.south { frame.width() } else { 1 }
    }

    /// The feature of the placements on one side of the border that cross it, or do not.
    #[inline(always)]
    fn feature(self, near: bool, crossed: bool) -> usize {
        (self.cell * 2 + usize::from(self.south)) * 4 + usize::from(near) * 2 + usize::from(crossed)
    }
}

fn pairs_of_sides(these: usize, those: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..these).flat_map(move |this| (0..those).map(move |that| (this, that)))
}
