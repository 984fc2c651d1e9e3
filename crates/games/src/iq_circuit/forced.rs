//! What a person can conclude without trying: the only piece for a cell, the only place for a
//! piece.
//!
//! Kept apart from the solvers and written as the rules say it, because hints, explanations and
//! grades quote its reasons. Sets of cells and borders are bits all the same: makers of levels ask
//! for a grade of every one.

use gridwright_core::grid::Cell;
use gridwright_core::words;

use super::level::Level;
use super::names;
use super::rules::Position;
use super::set::{Lay, MOST_CELLS, PieceSet, Placement};

/// Every lay that fits a position: on free cells, with lines that meet, and as the hints say.
pub fn fitting<'l>(level: &'l Level, position: &Position) -> Vec<&'l Placement> {
    let set = level.set();
    let hints = Hints::of(level);
    let mut waiting = 0u64;
    position.left().for_each(|piece| waiting |= 1 << piece);
    // Of all pieces that are down, one at most lies beyond a border of another one.
    let (mut cells, mut borders, mut crossed) = (0, 0, 0);
    for placement in position.lays().map(|lay| on_board(set, lay)) {
        cells |= placement.cells;
        borders |= placement.borders;
        crossed |= placement.crossed;
    }
    let fits = |placement: &&Placement| {
        placement.cells & cells == 0
            && waiting >> placement.lay.piece() & 1 == 1
            && !placement.leaks
            && (placement.crossed ^ crossed) & placement.borders & borders == 0
            && hints.allow(placement)
    };
    set.placements().iter().filter(fits).collect()
}

/// What still fits of `fitting` once a lay of them is down.
pub fn still_fitting<'l>(
    set: &PieceSet,
    fitting: &[&'l Placement],
    laid: &Lay,
) -> Vec<&'l Placement> {
    let down = on_board(set, laid);
    let fits = |other: &&&Placement| other.lay.piece() != laid.piece() && down.agrees_with(other);
    fitting.iter().filter(fits).copied().collect()
}

fn on_board<'s>(set: &'s PieceSet, lay: &Lay) -> &'s Placement {
    let number = set
        .placement_of(lay)
        .expect("pieces on the board lie on it");
    &set.placements()[number]
}

/// What picture and points say of cells without a given piece, as bits.
struct Hints {
    /// The pictured cells, and the borders that lines cross there.
    pictured: u64,
    crossed: u128,
    points: Option<u64>,
    columns: u32,
}

impl Hints {
    fn of(level: &Level) -> Hints {
        let set = level.set();
        let mut hints = Hints {
            pictured: 0,
            crossed: 0,
            points: None,
            columns: set.width() as u32,
        };
        if let Some(picture) = level.picture() {
            for (index, print) in picture.prints().iter().enumerate() {
                if let Some(print) = *print {
                    hints.pictured |= 1 << index;
                    hints.crossed |= set.borders_of(index, print).1;
                }
            }
        }
        if let Some(points) = level.points() {
            let bits = points.iter().map(|&cell| 1 << set.index(cell));
            hints.points = Some(bits.fold(0, |all, bit: u64| all | bit));
        }
        hints
    }

    /// Whether a placement whose lines stay on the board shows what is hinted at, in every cell.
    fn allow(&self, placement: &Placement) -> bool {
        let shown = placement.cells & self.pictured;
        // A cell's borders to the west and north have the bits of the cells there.
        let up = shown.checked_shr(self.columns).unwrap_or(0);
        let borders = u128::from(shown | shown >> 1) | u128::from(shown | up) << 64;
        (placement.crossed ^ self.crossed) & placement.borders & borders == 0
            && self
                .points
                .is_none_or(|points| points & placement.cells == placement.points)
    }
}

/// Why there is no other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nothing else covers this cell.
    OnlyForCell(Cell),
    /// The piece fits nowhere else.
    OnlyForPiece,
}

/// What to look at next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This lay is the only one for a cell or a piece.
    Forced(Lay, Why),
    /// This cell can be covered in these ways, and no cell or piece has fewer.
    Choice(Cell, Vec<Lay>),
    /// Nothing covers this cell.
    Stuck(Cell),
    /// All pieces are down.
    Done,
}

/// What a person sees in a position, given what fits it. Cells come before pieces, for a cell is
/// easier to look at.
pub fn next(level: &Level, position: &Position, fitting: &[&Placement]) -> Next {
    let set = level.set();
    let counts = Counts::of(fitting);
    let down = position.lays().map(|lay| on_board(set, lay).cells);
    let free = set.full() & !down.fold(0, |taken, cells| taken | cells);
    let count = |cell: &usize| counts.cells[*cell];
    let Some(scarcest) = bits(free).min_by_key(count) else {
        return Next::Done;
    };
    let cell = set.cell(scarcest);
    let covers = |placement: &&&Placement| placement.cells >> scarcest & 1 == 1;
    let ways = fitting.iter().filter(covers);
    let ways: Vec<Lay> = ways.map(|placement| placement.lay).collect();
    if ways.is_empty() {
        return Next::Stuck(cell);
    }
    if let [only] = ways[..] {
        return Next::Forced(only, Why::OnlyForCell(cell));
    }
    if let Some(piece) = position.left().find(|&piece| counts.pieces[piece] == 1) {
        let mut lays = fitting.iter().map(|placement| placement.lay);
        let only = lays.find(|lay| lay.piece() == piece);
        return Next::Forced(only.expect("it was counted"), Why::OnlyForPiece);
    }
    Next::Choice(cell, ways)
}

/// How many lays are forced in a position that they fit: the only one for some cell, or the only one
/// for a piece.
pub fn count(fitting: &[&Placement]) -> usize {
    let counts = Counts::of(fitting);
    let forced = |placement: &&&Placement| {
        counts.pieces[placement.lay.piece()] == 1
            || bits(placement.cells).any(|cell| counts.cells[cell] == 1)
    };
    fitting.iter().filter(forced).count()
}

/// In how many ways each cell can be covered and each piece be laid.
struct Counts {
    cells: [u32; MOST_CELLS],
    pieces: [u32; MOST_CELLS],
}

impl Counts {
    fn of(fitting: &[&Placement]) -> Counts {
        let mut counts = Counts {
            cells: [0; MOST_CELLS],
            pieces: [0; MOST_CELLS],
        };
        for placement in fitting {
            counts.pieces[placement.lay.piece()] += 1;
            bits(placement.cells).for_each(|cell| counts.cells[cell] += 1);
        }
        counts
    }
}

/// The places of the bits that are set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < u64::BITS).then_some(first as usize)
    })
}

/// Why a forced lay is forced, in a sentence.
pub fn reason(set: &PieceSet, lay: &Lay, why: Why) -> String {
    let name = names::piece(set, lay.piece());
    match why {
        Why::OnlyForCell(cell) => format!(
            "Only the {name} fits in {}, and only this way.",
            words::place(cell)
        ),
        Why::OnlyForPiece => format!("There is only this place left for the {name}."),
    }
}
