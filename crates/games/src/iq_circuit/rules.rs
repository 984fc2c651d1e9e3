//! The rules of play: what may be laid and lifted, and when a board is finished.
//!
//! Play refuses only what hands could not do: lay a piece off the board, over another or twice,
//! or move a given one. A board whose lines do not meet is legal play; it is just not solved.

use gridwright_core::cost::Costs;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle, Steps};

use super::drawing::Drawing;
use super::level::Level;
use super::set::{Lay, PieceSet};
use super::{IqCircuit, codes, names};
use crate::kind::Rules;

impl Rules for IqCircuit {
    type Level = Level;
}

/// Which pieces lie where, the given ones included. Equal when the same pieces lie the same way,
/// in whatever order they were laid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// By number of the piece.
    down: Vec<Option<Lay>>,
}

impl Position {
    /// How a piece lies on the board, if it does.
    pub fn lay(&self, piece: usize) -> Option<&Lay> {
        self.down.get(piece)?.as_ref()
    }

    /// The pieces on the board.
    pub fn lays(&self) -> impl Iterator<Item = &Lay> {
        self.down.iter().flatten()
    }

    /// The numbers of the pieces that are not on the board.
    pub fn left(&self) -> impl Iterator<Item = usize> {
        let waiting = |&(_, lay): &(usize, &Option<Lay>)| lay.is_none();
        self.down
            .iter()
            .enumerate()
            .filter(waiting)
            .map(|(piece, _)| piece)
    }

    /// The piece that covers a cell.
    pub fn lay_over(&self, set: &PieceSet, cell: Cell) -> Option<&Lay> {
        self.lays()
            .find(|lay| set.prints(lay).any(|(covered, _)| covered == cell))
    }

    /// What the pieces on the board show.
    pub fn drawing(&self, set: &PieceSet) -> Drawing {
        Drawing::of_lays(set, self.lays())
    }
}

/// What a person does with a piece. Lays are equal when they put the same piece in the same
/// place with the same look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Put a piece on the board.
    Lay(Lay),
    /// Take the piece of this number off the board.
    Lift(usize),
}

impl Move {
    /// The number of the piece.
    pub fn piece(&self) -> usize {
        match self {
            Move::Lay(lay) => lay.piece(),
            Move::Lift(piece) => *piece,
        }
    }
}

/// Why hands cannot do that. Equal when reason, piece and cells are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    reason: Reason,
    piece: String,
    cells: Vec<Cell>,
}

/// The reasons for a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It would stick out over the edge.
    OffBoard,
    /// Something else lies there.
    Taken,
    /// It is on the board already.
    AlreadyDown,
    /// It was given and stays.
    Given,
    /// There is nothing to lift.
    NotDown,
}

impl Refusal {
    /// The reason alone.
    pub fn reason(&self) -> Reason {
        self.reason
    }
}

impl Explain for Refusal {
    fn explain(&self) -> Fault {
        let piece = &self.piece;
        let (code, message) = match self.reason {
            Reason::OffBoard => (
                codes::LAID_OFF_BOARD,
                format!("{piece} would stick out over the edge of the board"),
            ),
            Reason::Taken => (
                codes::LAID_OVER,
                format!("{piece} would lie on another piece"),
            ),
            Reason::AlreadyDown => (
                codes::ALREADY_DOWN,
                format!("{piece} is on the board already"),
            ),
            Reason::Given => (
                codes::GIVEN,
                format!("{piece} was given and stays where it is"),
            ),
            Reason::NotDown => (codes::NOT_DOWN, format!("{piece} is not on the board")),
        };
        Fault::new(code, message, Place::cells(self.cells.iter().copied()))
    }
}

impl Level {
    /// The cells under the pieces of a position.
    fn taken(&self, position: &Position) -> u64 {
        let set = self.set();
        let placements = position.lays().filter_map(|lay| set.placement_of(lay));
        placements.fold(0, |taken, number| taken | set.placements()[number].cells)
    }

    /// Why hands cannot do that, if they cannot; `taken` are the cells under the pieces. Words for it
    /// are another matter: most moves that are tried are only counted.
    fn objection(&self, position: &Position, taken: u64, mv: &Move) -> Option<Reason> {
        let lying = position.lay(mv.piece()).is_some();
        match mv {
            Move::Lift(_) if !lying => Some(Reason::NotDown),
            Move::Lift(piece) => self.given_lay(*piece).map(|_| Reason::Given),
            Move::Lay(_) if lying => Some(Reason::AlreadyDown),
            Move::Lay(lay) => match self.set().placement_of(lay) {
                None => Some(Reason::OffBoard),
                Some(number) => {
                    let overlap = taken & self.set().placements()[number].cells;
                    (overlap != 0).then_some(Reason::Taken)
                }
            },
        }
    }
}

impl Puzzle for Level {
    type Position = Position;
    type Move = Move;
    type Refusal = Refusal;

    fn start(&self) -> Position {
        let mut down = vec![None; self.set().pieces().len()];
        for lay in self.given() {
            down[lay.piece()] = Some(*lay);
        }
        Position { down }
    }

    fn check(&self, position: &Position, mv: &Move) -> Result<(), Refusal> {
        let set = self.set();
        let taken = self.taken(position);
        let Some(reason) = self.objection(position, taken, mv) else {
            return Ok(());
        };
        let covered = |lay| set.prints(lay).map(|(cell, _)| cell);
        let held = match mv {
            Move::Lay(lay) => Some(lay),
            Move::Lift(_) => None,
        };
        let held = held.into_iter().flat_map(covered);
        let cells = match reason {
            Reason::NotDown => Vec::new(),
            Reason::Given | Reason::AlreadyDown => {
                let lying = position.lay(mv.piece()).into_iter();
                lying.flat_map(covered).collect()
            }
            Reason::OffBoard => held.filter(|cell| !set.contains(*cell)).collect(),
            Reason::Taken => held
                .filter(|cell| taken >> set.index(*cell) & 1 == 1)
                .collect(),
        };
        let piece = match mv.piece() < set.pieces().len() {
            true => format!("the {}", names::piece(set, mv.piece())),
            false => "the piece".to_owned(),
        };
        Err(Refusal {
            reason,
            piece,
            cells,
        })
    }

    fn apply(&self, position: &mut Position, mv: &Move) -> Result<(), Refusal> {
        self.check(position, mv)?;
        position.down[mv.piece()] = match mv {
            Move::Lay(lay) => Some(*lay),
            Move::Lift(_) => None,
        };
        Ok(())
    }

    fn is_solved(&self, position: &Position) -> bool {
        position.left().next().is_none() && self.violation(&position.drawing(self.set())).is_none()
    }

    fn shortfall(&self, position: &Position) -> Fault {
        if let Some(fault) = self.violation(&position.drawing(self.set())) {
            return fault;
        }
        let left: Vec<usize> = position.left().collect();
        let message = match left.len() {
            0..=3 => format!(
                "not on the board yet: {}",
                names::the_pieces(self.set(), left)
            ),
            count => format!("{count} pieces are not on the board yet"),
        };
        let empty: Vec<Cell> = position.drawing(self.set()).unknown_cells().collect();
        Fault::new(codes::UNFINISHED, message, Place::cells(empty))
    }

    fn costs(&self, _: &[Move]) -> Costs {
        Costs::none()
    }
}

impl Level {
    /// The first thing that a drawing, finished or not, shows against the rules or the hints.
    pub fn violation(&self, drawing: &Drawing) -> Option<Fault> {
        self.violations(drawing).into_iter().next()
    }

    /// Everything that a drawing, finished or not, shows against the rules or the hints.
    pub fn violations(&self, drawing: &Drawing) -> Vec<Fault> {
        let mut found = Vec::new();
        for (from, to) in drawing.mismatches() {
            let message = "a line runs into a cell that does not take it";
            found.push(Fault::new(
                codes::MISMATCH,
                message,
                Place::cells([from, to]),
            ));
        }
        for cell in drawing.leaks() {
            let message = "this line leads off the board";
            found.push(Fault::new(codes::LEADS_OFF, message, Place::cells([cell])));
        }
        for (cell, print) in drawing.known() {
            if !self.allows(cell, print) {
                let message = self.contradiction(cell);
                found.push(Fault::new(
                    codes::AGAINST_HINT,
                    message,
                    Place::cells([cell]),
                ));
            }
        }
        for cells in drawing.loops() {
            let message = "this line runs back into itself";
            found.push(Fault::new(codes::LOOP, message, Place::cells(cells)));
        }
        found
    }

    fn contradiction(&self, cell: Cell) -> String {
        let pictured = self.picture().and_then(|picture| picture.get(cell));
        match pictured {
            Some(print) => format!("the picture shows {} here", print.words()),
            None if self.points().is_some_and(|points| points.contains(&cell)) => {
                "a point belongs here".to_owned()
            }
            None => "no point belongs here".to_owned(),
        }
    }
}

impl Steps for Level {
    type Begun = Position;
    type Step = Move;

    fn begin(&self, position: &Position) -> Position {
        position.clone()
    }

    /// Every lay of a piece that waits, in the order of the set, then every lift.
    fn steps(&self, begun: &Position) -> Vec<Move> {
        let lays = self.set().placements().iter().map(|p| Move::Lay(p.lay));
        let lifts = (0..self.set().pieces().len()).map(Move::Lift);
        let taken = self.taken(begun);
        lays.chain(lifts)
            .filter(|mv| self.objection(begun, taken, mv).is_none())
            .collect()
    }

    fn step(&self, begun: &mut Position, step: &Move) -> Option<Move> {
        self.apply(begun, step).ok().map(|()| *step)
    }

    fn resting<'d>(&self, begun: &'d Position) -> Option<&'d Position> {
        Some(begun)
    }
}
