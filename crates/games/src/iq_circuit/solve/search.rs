//! The search: exact cover over cells and pieces, scarcest first.
//!
//! Every node lays one piece. What may still be laid is a row of bits, with a word or two for
//! every cell and piece; laying a piece takes the row of what it excludes out of it. If a cell
//! beside the piece is left without any placement the branch ends at once, and most do.
//! Otherwise the scarcest item is served next, in every way there is. Only cells that are hemmed
//! in from two sides and cells of hinted points are compared, and pieces where those leave many
//! ways: they are nearly always the scarcest, they are few, and a search that grows from corners
//! keeps the free cells together.

use std::ops::{ControlFlow, Range};

use gridwright_core::budget::{Limit, Meter};

use super::exclusions::{Entry, Exclusions};
use super::frame::bits;
use super::model::Model;
use super::prune::{self, Regions};

/// Pieces are asked only where every cell has more ways than this: to count what is left of a
/// piece one must look all over the board.
const FEW: u32 = 3;

/// Is told what the search does. The methods do nothing unless a watcher wants to know.
pub trait Watcher {
    /// A piece is laid: the number of a placement, for an item that is to be served.
    fn laid(&mut self, _placement: usize, _serves: Item) {}
    /// The piece that was laid last is lifted again.
    fn lifted(&mut self, _placement: usize) {}
    /// The board with the piece laid last cannot be finished.
    fn cut(&mut self, _cut: Cut) {}
    /// All pieces are laid: the numbers of the placements in the order they were laid, fixed
    /// pieces left out. Break to end the search.
    fn found(&mut self, _placements: &[usize]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Watches nothing.
impl Watcher for () {}

/// What a node of the search serves: every cell and every piece needs just one placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A cell to cover, by number.
    Cell(usize),
    /// A piece to lay, by number.
    Piece(usize),
}

/// Why a branch was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Nothing is left for this cell or piece.
    Starved(Item),
    /// A line runs back into itself.
    Loop,
    /// Lines and points of an isolated part of the board do not pair up.
    Parity,
    /// The pieces that are left cannot fill an isolated part of the board.
    Hole,
    /// The finished board breaks a rule that was not watched on the way.
    Finished,
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A limit was reached.
    Limit(Limit),
    /// The watcher has seen enough.
    Enough,
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

/// Searches a model from end to end, unless stopped.
pub fn search<W: Watcher>(
    model: &Model<'_>,
    meter: &mut Meter<'_>,
    watcher: &mut W,
) -> Result<(), Stop> {
    if model.is_hopeless() {
        return Ok(());
    }
    if model.waiting() == 0 {
        return finish(model, watcher, &[]);
    }
    let words = model.exclusions().words();
    let rows = 1 + model.waiting().count_ones() as usize;
    let bytes = (rows * words * size_of::<u64>()) as u64;
    meter.charge(bytes)?;
    let mut alive = vec![0; rows * words];
    alive[..words].copy_from_slice(model.alive());
    let mut search = Search {
        model,
        exclusions: model.exclusions(),
        meter,
        watcher,
        words,
        alive,
        laid: Vec::with_capacity(rows),
    };
    let root = Board {
        depth: 0,
        free: model.free(),
        waiting: model.waiting(),
        crossed: model.crossed(),
    };
    let result = match search.next(&root) {
        Next::Starved(_) => Ok(()),
        Next::Serve(item) => search.descend(&root, item),
    };
    meter.release(bytes);
    result
}

struct Search<'a, 'm, 'b, W> {
    model: &'a Model<'a>,
    exclusions: &'a Exclusions,
    meter: &'m mut Meter<'b>,
    watcher: &'m mut W,
    words: usize,
    /// A row of what may be laid for every board on the way down.
    alive: Vec<u64>,
    /// The placements on the way down, as the set numbers them.
    laid: Vec<usize>,
}

/// A board on the way down.
struct Board {
    depth: usize,
    /// The cells without a piece.
    free: u64,
    /// The pieces that are not on the board.
    waiting: u64,
    /// The borders that lines of covered cells cross.
    crossed: u128,
}

impl<W: Watcher> Search<'_, '_, '_, W> {
    fn descend(&mut self, board: &Board, serve: Item) -> Result<(), Stop> {
        for word in self.span(serve) {
            for bit in bits(self.alive[board.depth * self.words + word]) {
                let entry = self.exclusions.who(word, bit);
                let number = self.exclusions.entries()[entry].number as usize;
                self.meter.node()?;
                self.watcher.laid(number, serve);
                self.laid.push(number);
                match self.lay(board, entry) {
                    Laid::Open(child, item) => self.descend(&child, item)?,
                    Laid::Full => finish(self.model, self.watcher, &self.laid)?,
                    Laid::Cut(cut) => self.watcher.cut(cut),
                }
                self.laid.pop();
                self.watcher.lifted(number);
            }
        }
        Ok(())
    }

    /// The board with one more piece.
    #[inline]
    fn lay(&mut self, board: &Board, number: usize) -> Laid {
        let model = self.model;
        let entry = &self.exclusions.entries()[number];
        let child = Board {
            depth: board.depth + 1,
            free: board.free & !entry.cells,
            waiting: board.waiting & !(1 << entry.piece),
            crossed: board.crossed | entry.crossed,
        };
        if child.waiting == 0 {
            return if self.closes_loop(board, entry, 0) {
                Laid::Cut(Cut::Loop)
            } else {
                Laid::Full
            };
        }
        let (above, below) = self.alive.split_at_mut(child.depth * self.words);
        let (above, below) = (&above[board.depth * self.words..], &mut below[..self.words]);
        self.exclusions.without(model.set(), number, above, below);
        let beside = entry.beside & child.free;
        if let Some(cell) = self.starved(&child, beside) {
            return Laid::Cut(Cut::Starved(Item::Cell(cell)));
        }
        if self.closes_loop(board, entry, child.free) {
            return Laid::Cut(Cut::Loop);
        }
        if let Some(cut) = Regions::check(model, beside, child.free, child.waiting, child.crossed) {
            return Laid::Cut(cut);
        }
        match self.next(&child) {
            Next::Starved(item) => Laid::Cut(Cut::Starved(item)),
            Next::Serve(item) => Laid::Open(child, item),
        }
    }

    /// One of some cells that nothing can cover. Most branches end with one beside the piece laid
    /// last, and this question is the cheapest of all.
    #[inline]
    fn starved(&self, board: &Board, cells: u64) -> Option<usize> {
        if !self.model.prunings().scarcity {
            return None;
        }
        let row = self.row(board);
        let nothing = |cell: usize| {
            let words = &row[self.exclusions.cell_span(cell)];
            words.iter().fold(0, |all, word| all | word) == 0
        };
        bits(cells).find(|&cell| nothing(cell))
    }

    /// What to serve next: of the cells that are hemmed in and the cells of points, or of the
    /// pieces where no such cell is scarce.
    #[inline]
    fn next(&self, board: &Board) -> Next {
        let model = self.model;
        if !model.prunings().scarcity {
            return Next::Serve(Item::Cell(board.free.trailing_zeros() as usize));
        }
        let cells = (model.frame().hemmed(board.free) | model.points().unwrap_or(0)) & board.free;
        let row = self.row(board);
        let mut scarcest = (u32::MAX, Item::Cell(0));
        for cell in bits(cells) {
            let count = count(&row[self.exclusions.cell_span(cell)]);
            if count < scarcest.0 {
                scarcest = (count, Item::Cell(cell));
            }
        }
        if scarcest.0 > FEW {
            for piece in bits(board.waiting) {
                let count = count(&row[self.exclusions.piece_span(piece)]);
                if count < scarcest.0 {
                    scarcest = (count, Item::Piece(piece));
                }
            }
        }
        match scarcest {
            (0, item) => Next::Starved(item),
            (_, item) => Next::Serve(item),
        }
    }

    /// The words of a row that tell what is left for an item.
    #[inline(always)]
    fn span(&self, item: Item) -> Range<usize> {
        match item {
            Item::Cell(cell) => self.exclusions.cell_span(cell),
            Item::Piece(piece) => self.exclusions.piece_span(piece),
        }
    }

    /// What may be laid on a board.
    #[inline(always)]
    fn row(&self, board: &Board) -> &[u64] {
        &self.alive[board.depth * self.words..][..self.words]
    }

    fn closes_loop(&mut self, board: &Board, laid: &Entry, free: u64) -> bool {
        if !self.model.prunings().loops {
            return false;
        }
        // A line that is met at one border only cannot close.
        let met = laid.crossed & board.crossed;
        met & met.wrapping_sub(1) != 0
            && prune::closes_loop(
                self.model.frame(),
                laid.cells,
                board.crossed | laid.crossed,
                free,
            )
    }
}

/// How many bits are set in an even number of words.
#[inline(always)]
fn count(words: &[u64]) -> u32 {
    let pairs = words.chunks_exact(2);
    pairs
        .map(|pair| pair[0].count_ones() + pair[1].count_ones())
        .sum()
}

enum Laid {
    Open(Board, Item),
    Full,
    Cut(Cut),
}

enum Next {
    /// This item must be served and cannot be.
    Starved(Item),
    /// This item has fewest placements.
    Serve(Item),
}

fn finish<W: Watcher>(model: &Model<'_>, watcher: &mut W, laid: &[usize]) -> Result<(), Stop> {
    if !model.is_right(laid) {
        watcher.cut(Cut::Finished);
        return Ok(());
    }
    match watcher.found(laid) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stop::Enough),
    }
}
