//! The solver by table: every finished board of a set, listed once and looked up by its hints.
//!
//! For sets whose finished boards are few enough to list. A challenge is then a question to the
//! list: the boards with just these points, or this drawing, that have the given pieces. The
//! table shares nothing with the search but the search that filled it, and the two are checked
//! against each other.

use gridwright_core::budget::{Budget, Limit};
use rustc_hash::FxHashMap;

use std::ops::ControlFlow;
use std::sync::Arc;

use super::Look;
use super::model::{Model, Prunings};
use super::search::{Stop, Watcher, search};
use crate::iq_circuit::level::{Level, Parts};
use crate::iq_circuit::rules::Move;
use crate::iq_circuit::set::PieceSet;

/// The most boards a table holds.
pub const MOST_BOARDS: usize = 1 << 17;

/// Every finished board of a set.
#[derive(Debug)]
pub struct Table {
    set: Arc<PieceSet>,
    /// Boards that look alike stand together.
    boards: Vec<Board>,
    by_points: FxHashMap<u64, Vec<u32>>,
    by_drawing: FxHashMap<u128, Vec<u32>>,
    everything: Vec<u32>,
}

/// A finished board: which placements lie on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    look: Look,
    points: u64,
    /// By piece.
    placements: Vec<u32>,
}

impl Board {
    /// What makes it the same as another.
    pub fn look(&self) -> Look {
        self.look
    }

    /// The cells that show a point, as bits.
    pub fn points(&self) -> u64 {
        self.points
    }

    /// The placements on it, by piece.
    pub fn placements(&self) -> impl Iterator<Item = usize> {
        self.placements.iter().map(|&number| number as usize)
    }
}

impl Table {
    /// Lists all finished boards of a set, named pieces told apart.
    pub fn build(set: &Arc<PieceSet>, budget: &Budget<'_>) -> Result<Table, Limit> {
        let everything = Level::new(set.clone(), &Parts::default()).expect("no hint is no fault");
        // Twins are told apart here: a given piece has a name.
        let prunings = Prunings {
            twins: false,
            ..Prunings::ALL
        };
        let model = Model::new(&everything, prunings);
        let mut meter = budget.meter();
        let mut listing = Listing {
            set,
            boards: Vec::new(),
        };
        match search(&model, &mut meter, &mut listing) {
            Ok(()) => {}
            Err(Stop::Limit(limit)) => return Err(limit),
            Err(Stop::Enough) => return Err(Limit::Memory),
        }
        let mut boards = listing.boards;
        boards.sort_by(|a, b| (a.look, &a.placements).cmp(&(b.look, &b.placements)));
        let mut by_points: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        let mut by_drawing: FxHashMap<u128, Vec<u32>> = FxHashMap::default();
        for (index, board) in boards.iter().enumerate() {
            by_points
                .entry(board.points)
                .or_default()
                .push(index as u32);
            by_drawing
                .entry(board.look.drawing())
                .or_default()
                .push(index as u32);
        }
        Ok(Table {
            set: set.clone(),
            everything: (0..boards.len() as u32).collect(),
            boards,
            by_points,
            by_drawing,
        })
    }

    /// All boards; those that look alike stand together.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// The set.
    pub fn set(&self) -> &Arc<PieceSet> {
        &self.set
    }

    /// The boards that solve a level of this set, one of every look.
    pub fn solutions(&self, level: &Level) -> Vec<&Board> {
        let question = Question::new(self, level);
        let mut found: Vec<&Board> = Vec::new();
        for &index in question.candidates(self) {
            let board = &self.boards[index as usize];
            let again = found.last().is_some_and(|last| last.look == board.look);
            if !again && question.fits(board) {
                found.push(board);
            }
        }
        found
    }

    /// Whether a board solves a level of this set.
    pub fn solves(&self, level: &Level, board: &Board) -> bool {
        Question::new(self, level).fits(board)
    }

    /// The moves that lead from the start of a level to a board.
    pub fn moves(&self, level: &Level, board: &Board) -> Vec<Move> {
        board
            .placements()
            .map(|number| self.set.placements()[number].lay)
            .filter(|lay| level.given_lay(lay.piece()).is_none())
            .map(Move::Lay)
            .collect()
    }
}

/// The hints of a level as bits.
struct Question {
    points: Option<u64>,
    /// The borders of pictured cells, and those of them that lines cross.
    borders: u128,
    crossed: u128,
    whole: bool,
    given: Vec<(usize, u32)>,
}

const NONE: &[u32] = &[];

impl Question {
    fn new(table: &Table, level: &Level) -> Question {
        let set = &table.set;
        let mut question = Question {
            points: None,
            borders: 0,
            crossed: 0,
            whole: false,
            given: Vec::with_capacity(level.given().len()),
        };
        let mut given_points = 0;
        for lay in level.given() {
            let number = set
                .placement_of(lay)
                .expect("given pieces lie on the board");
            given_points |= set.placements()[number].points;
            question.given.push((lay.piece(), number as u32));
        }
        if let Some(points) = level.points() {
            let bits = points.iter().map(|&cell| 1 << set.index(cell));
            question.points = Some(bits.fold(given_points, |all, bit: u64| all | bit));
        }
        if let Some(picture) = level.picture() {
            question.whole = true;
            for (index, print) in picture.prints().iter().enumerate() {
                match print {
                    None => question.whole = false,
                    Some(print) => {
                        let (borders, crossed) = set.borders_of(index, *print);
                        question.borders |= borders;
                        question.crossed |= crossed;
                    }
                }
            }
        }
        question
    }

    fn candidates<'t>(&self, table: &'t Table) -> &'t [u32] {
        let listed = match self.points {
            _ if self.whole => table.by_drawing.get(&self.crossed),
            Some(points) => table.by_points.get(&points),
            None => return &table.everything,
        };
        listed.map_or(NONE, |list| list)
    }

    fn fits(&self, board: &Board) -> bool {
        self.points.is_none_or(|points| points == board.points)
            && (self.crossed ^ board.look.drawing()) & self.borders == 0
            && self
                .given
                .iter()
                .all(|&(piece, number)| board.placements[piece] == number)
    }
}

struct Listing<'a> {
    set: &'a PieceSet,
    boards: Vec<Board>,
}

impl Watcher for Listing<'_> {
    fn found(&mut self, placements: &[usize]) -> ControlFlow<()> {
        let mut by_piece: Vec<u32> = vec![0; self.set.pieces().len()];
        let mut points = 0;
        for &number in placements {
            let placement = &self.set.placements()[number];
            by_piece[placement.lay.piece()] = number as u32;
            points |= placement.points;
        }
        self.boards.push(Board {
            look: Look::of(self.set, placements.iter().copied()),
            points,
            placements: by_piece,
        });
        if self.boards.len() < MOST_BOARDS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
