//! A board and the pieces that fill it: read from data, checked once, then never changed.
//!
//! The standard set is one of several; nothing in the game knows its pieces by name. A set works
//! out every way a piece can lie on its board ([`Placement`]) when it is built, so that play,
//! solvers and generators all speak of the same numbered list.

use std::sync::OnceLock;

use gridwright_core::fault::Faults;
use gridwright_core::grid::{Cell, Dir, cells};

use super::print::Print;
use super::set_check;
use super::solve::exclusions::Exclusions;
use super::solve::model::Prunings;
use super::tabled::Takers;

/// The most cells a board may have: a set of cells is one machine word.
pub const MOST_CELLS: usize = 64;
/// The most sides a piece may have.
pub const MOST_SIDES: usize = 4;
/// Farther out than any piece on any board.
const FAR: i32 = 2 * MOST_CELLS as i32;

/// A piece set as somebody wrote it, before anybody has looked at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetParts {
    /// The name levels refer to it by.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Columns of the board.
    pub width: i64,
    /// Rows of the board.
    pub height: i64,
    /// The pieces.
    pub pieces: Vec<PieceParts>,
}

/// A piece as somebody wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceParts {
    /// Its name.
    pub name: String,
    /// Its sides: each a list of cells with the text of their prints.
    pub sides: Vec<Vec<(i64, i64, String)>>,
}

/// A board and its pieces. Equal when names, size and pieces are.
#[derive(Clone, Debug)]
pub struct PieceSet {
    name: String,
    title: String,
    width: i32,
    height: i32,
    pieces: Vec<Piece>,
    placements: Vec<Placement>,
    exclusions: OnceLock<Exclusions>,
    takers: OnceLock<Takers>,
}

/// A piece: a name and the drawings it can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    name: String,
    sides: Vec<Side>,
}

/// One side of a piece in each of its different turns.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Side {
    turns: Vec<Turned>,
    /// The turn that looks like each of the four turns, the smallest of equal ones.
    same_as: [usize; 4],
}

/// A side after some quarter turns, its bounding box starting at (0,0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    width: i32,
    height: i32,
    /// In reading order.
    cells: Vec<(Cell, Print)>,
    /// Where its placements start in the list of all placements, for those that lie on the board.
    first: usize,
}

/// A piece held over the board: which, which side up, how it is turned, and where. It need not
/// lie on the board.
///
/// Made by [`PieceSet::lay`], which picks the smallest of turns that look alike, so that equal
/// lays look alike and put the same piece in the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lay {
    piece: u8,
    side: u8,
    turns: u8,
    at: Cell,
}

impl Lay {
    /// The number of the piece in its set.
    pub fn piece(&self) -> usize {
        self.piece.into()
    }

    /// The number of the side that is up.
    pub fn side(&self) -> usize {
        self.side.into()
    }

    /// Clockwise quarter turns.
    pub fn turns(&self) -> usize {
        self.turns.into()
    }

    /// The top left corner of the bounding box.
    pub fn at(&self) -> Cell {
        self.at
    }
}

/// A lay on the board, with its cells and borders as bits.
///
/// Cell (x, y) is bit `y * width + x`. A *border* between two cells is the bit of its west or
/// north cell, in the lower half for the border to the east and in the upper half for the border
/// to the south.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// What lies where.
    pub lay: Lay,
    /// The cells it covers.
    pub cells: u64,
    /// The cells in which it shows a point.
    pub points: u64,
    /// The borders of its cells with other cells of the board.
    pub borders: u128,
    /// Those of them its lines cross.
    pub crossed: u128,
    /// The borders between two of its cells.
    pub inner: u128,
    /// Whether a line leads off the board.
    pub leaks: bool,
}

impl PieceSet {
    /// Builds a set, or says everything that is wrong with it; places are JSON pointers below
    /// `at`.
    pub fn new(parts: &SetParts, at: &str) -> Result<PieceSet, Faults> {
        let pieces = set_check::pieces(parts, at)?;
        let mut set = PieceSet {
            name: parts.name.clone(),
            title: parts.title.clone(),
            width: parts.width as i32,
            height: parts.height as i32,
            pieces: pieces.into_iter().map(Piece::new).collect(),
            placements: Vec::new(),
            exclusions: OnceLock::new(),
            takers: OnceLock::new(),
        };
        set.list_placements();
        Ok(set)
    }

    fn list_placements(&mut self) {
        let (width, height) = (self.width, self.height);
        for (p, piece) in self.pieces.iter_mut().enumerate() {
            for (s, side) in piece.sides.iter_mut().enumerate() {
                for t in 0..4 {
                    if side.same_as[t] != t {
                        continue;
                    }
                    let turned = &mut side.turns[t];
                    turned.first = self.placements.len();
                    for at in cells(width - turned.width + 1, height - turned.height + 1) {
                        let lay = Lay {
                            piece: p as u8,
                            side: s as u8,
                            turns: t as u8,
                            at,
                        };
                        self.placements
                            .push(Placement::new(lay, turned, width, height));
                    }
                }
            }
        }
    }

    /// The name levels refer to it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Columns of the board.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Rows of the board.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The pieces, in the order of the set.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Every way a piece can lie on the empty board: by piece, side, turns and place.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// Which placements exclude each other, for the solver, when first asked for.
    pub fn exclusions(&self) -> &Exclusions {
        self.exclusions
            .get_or_init(|| Exclusions::new(self, &Prunings::ALL))
    }

    /// Which placements take what, for play by numbers, when first asked for.
    pub(super) fn takers(&self) -> &Takers {
        self.takers.get_or_init(|| Takers::new(self))
    }

    /// The piece of this name.
    pub fn piece_named(&self, name: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.name == name)
    }

    /// A piece held over the board; `None` if there is no such piece, side or turn. A place far
    /// off the board is drawn nearer, so that its cells can be counted; it stays off the board.
    pub fn lay(&self, piece: usize, side: usize, turns: usize, at: Cell) -> Option<Lay> {
        let same_as = self.pieces.get(piece)?.sides.get(side)?.same_as;
        Some(Lay {
            piece: piece as u8,
            side: side as u8,
            turns: *same_as.get(turns)? as u8,
            at: Cell::new(at.x.clamp(-FAR, FAR), at.y.clamp(-FAR, FAR)),
        })
    }

    /// The drawing that a lay puts on the board.
    pub fn turned(&self, lay: &Lay) -> &Turned {
        &self.pieces[lay.piece()].sides[lay.side()].turns[lay.turns()]
    }

    /// The cells of the board, or beyond it, that a lay covers, with what they show.
    pub fn prints(&self, lay: &Lay) -> impl Iterator<Item = (Cell, Print)> {
        let at = lay.at;
        let cells = self.turned(lay).cells.iter();
        cells.map(move |&(cell, print)| (cell.offset(at.x, at.y), print))
    }

    /// The number of a lay in the list of placements; `None` if it is not wholly on the board.
    pub fn placement_of(&self, lay: &Lay) -> Option<usize> {
        let turned = self.turned(lay);
        let (columns, rows) = (
            self.width - turned.width + 1,
            self.height - turned.height + 1,
        );
        let Cell { x, y } = lay.at;
        ((0..columns).contains(&x) && (0..rows).contains(&y))
            .then(|| turned.first + (y * columns + x) as usize)
    }

    /// The lay turned with the whole board by a half turn.
    pub fn half_turned(&self, lay: &Lay) -> Lay {
        let turned = self.turned(lay);
        let at = Cell::new(
            self.width - turned.width - lay.at.x,
            self.height - turned.height - lay.at.y,
        );
        self.lay(lay.piece(), lay.side(), (lay.turns() + 2) % 4, at)
            .expect("the same side of the same piece")
    }

    /// Whether a cell lies on the board.
    pub fn contains(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    /// The number of a cell of the board.
    pub fn index(&self, cell: Cell) -> usize {
        (cell.y * self.width + cell.x) as usize
    }

    /// The cell of a number.
    pub fn cell(&self, index: usize) -> Cell {
        Cell::new(index as i32 % self.width, index as i32 / self.width)
    }

    /// The cells of the board in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        cells(self.width, self.height)
    }

    /// The cells of a set of bits.
    pub fn cells_of(&self, mut bits: u64) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let index = bits.trailing_zeros();
                bits &= bits - 1;
                self.cell(index as usize)
            })
        })
    }

    /// The borders of a cell with other cells of the board, and those that a print crosses.
    pub fn borders_of(&self, index: usize, print: Print) -> (u128, u128) {
        let (mut borders, mut crossed) = (0, 0);
        for dir in Dir::ALL {
            if self.contains(self.cell(index).step(dir)) {
                let border = border(index, self.width as usize, dir);
                borders |= border;
                crossed |= if print.touches(dir) { border } else { 0 };
            }
        }
        (borders, crossed)
    }

    /// The bits of all cells.
    pub fn full(&self) -> u64 {
        u64::MAX >> (MOST_CELLS - (self.width * self.height) as usize)
    }
}

impl PartialEq for PieceSet {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
            || (&self.name, &self.title, self.width, self.height)
                == (&other.name, &other.title, other.width, other.height)
                && self.pieces == other.pieces
    }
}

impl Eq for PieceSet {}

impl Piece {
    fn new((name, sides): (String, Vec<Vec<(Cell, Print)>>)) -> Piece {
        Piece {
            name,
            sides: sides.into_iter().map(Side::new).collect(),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many sides can be up.
    pub fn sides(&self) -> usize {
        self.sides.len()
    }

    /// How many cells it covers, whichever side is up.
    pub fn area(&self) -> usize {
        self.sides[0].turns[0].cells.len()
    }

    /// A side after quarter turns.
    ///
    /// # Panics
    /// If there is no such side or turn.
    pub fn turned(&self, side: usize, turns: usize) -> &Turned {
        let side = &self.sides[side];
        &side.turns[side.same_as[turns]]
    }
}

impl Side {
    fn new(cells: Vec<(Cell, Print)>) -> Side {
        let turns: Vec<Turned> = (0..4).map(|turns| Turned::new(&cells, turns)).collect();
        let same_as = std::array::from_fn(|t| {
            (0..t)
                .find(|&earlier| turns[earlier].cells == turns[t].cells)
                .unwrap_or(t)
        });
        Side { turns, same_as }
    }
}

impl Turned {
    fn new(cells: &[(Cell, Print)], turns: usize) -> Turned {
        let turn = |mut cell: Cell| {
            for _ in 0..turns {
                cell = Cell::new(-cell.y, cell.x);
            }
            cell
        };
        let mut cells: Vec<(Cell, Print)> = cells
            .iter()
            .map(|&(cell, print)| (turn(cell), print.turned(turns)))
            .collect();
        let left = cells.iter().map(|(cell, _)| cell.x).min().unwrap_or(0);
        let top = cells.iter().map(|(cell, _)| cell.y).min().unwrap_or(0);
        for (cell, _) in &mut cells {
            *cell = cell.offset(-left, -top);
        }
        cells.sort();
        let side = |of: fn(&Cell) -> i32| cells.iter().map(|(cell, _)| of(cell) + 1).max();
        Turned {
            width: side(|cell| cell.x).unwrap_or(0),
            height: side(|cell| cell.y).unwrap_or(0),
            cells,
            first: 0,
        }
    }

    /// Columns of the bounding box.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Rows of the bounding box.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The cells with their prints, in reading order.
    pub fn cells(&self) -> &[(Cell, Print)] {
        &self.cells
    }
}

impl Placement {
    fn new(lay: Lay, turned: &Turned, width: i32, height: i32) -> Placement {
        let mut placement = Placement {
            lay,
            cells: 0,
            points: 0,
            borders: 0,
            crossed: 0,
            inner: 0,
            leaks: false,
        };
        for &(cell, print) in &turned.cells {
            let cell = cell.offset(lay.at.x, lay.at.y);
            let index = cell.y * width + cell.x;
            placement.cells |= 1 << index;
            placement.points |= u64::from(print.is_point()) << index;
            for dir in Dir::ALL {
                let Cell { x, y } = cell.step(dir);
                if !(0..width).contains(&x) || !(0..height).contains(&y) {
                    placement.leaks |= print.touches(dir);
                    continue;
                }
                let border = border(index as usize, width as usize, dir);
                // A border met for the second time has a cell of the piece on either side.
                placement.inner |= placement.borders & border;
                placement.borders |= border;
                if print.touches(dir) {
                    placement.crossed |= border;
                }
            }
        }
        placement
    }

    /// Whether two different pieces can lie on the board together like this: no shared cell, and
    /// no border that only one of them crosses.
    pub fn agrees_with(&self, other: &Placement) -> bool {
        let shared = self.borders & other.borders;
        self.cells & other.cells == 0 && (self.crossed ^ other.crossed) & shared == 0
    }
}

/// The bit of the border of a cell in some direction; the border must not be the board's edge.
pub fn border(index: usize, width: usize, dir: Dir) -> u128 {
    match dir {
        Dir::East => 1 << index,
        Dir::West => 1 << (index - 1),
        Dir::South => 1 << (64 + index),
        Dir::North => 1 << (64 + index - width),
    }
}
