//! What may be done: positions, moves, why a move is refused, and when cats go home.
//!
//! Players, generator, solver answers and referee all come through here.

use gridwright_core::cost::{Costs, Metric};
use gridwright_core::fault::{Fault, Place};
use gridwright_core::grid::{Cell, Dir, Grid};
use gridwright_core::puzzle::{Explain, Puzzle, Steps};

use super::level::{Cat, Color, Level};
use super::{TilePuzzle, codes, names};
use crate::kind::Rules;

/// The single steps of shapes.
pub const STEPS: Metric = Metric::new("steps", "step");
/// The runs of steps by one shape.
pub const DRAGS: Metric = Metric::new("drags", "drag");

impl Rules for TilePuzzle {
    type Level = Level;
}

/// Where the shapes lie and which cats are home. Equal positions have the same future: cats that
/// are covered but not home yet (as may be before the first move) go home with the next move,
/// whatever happened before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    corners: Vec<Cell>,
    home: Vec<bool>,
}

impl Position {
    /// The top left corner of the box around a shape.
    pub fn corner(&self, shape: usize) -> Cell {
        self.corners[shape]
    }

    /// Whether a cat is home.
    pub fn is_home(&self, cat: usize) -> bool {
        self.home[cat]
    }

    /// How many cats are home.
    pub fn count_home(&self) -> usize {
        self.home.iter().filter(|home| **home).count()
    }
}

/// One step of a shape (and of those in tandem with it) to a neighbouring cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Which shape.
    pub shape: usize,
    /// Where to.
    pub dir: Dir,
}

/// Why a move is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no shape of this number.
    NoSuchShape(usize),
    /// All cats are home.
    Solved,
    /// A lock waits for this many more cats.
    Locked {
        /// The locked shape.
        shape: usize,
        /// How many more cats must come home.
        waits_for: u64,
    },
    /// The floor ends.
    Edge(Cell),
    /// A blocker is in the way.
    Blocked(Cell),
    /// A shape is in the way.
    Crowded {
        /// Where.
        at: Cell,
        /// Which one.
        by: usize,
        /// Its colour.
        color: Color,
    },
    /// A cat of another colour is in the way.
    Cat {
        /// Where.
        at: Cell,
        /// Its colour.
        color: Color,
    },
    /// A gesture began where no shape lies.
    NothingThere(Cell),
}

impl Explain for Refusal {
    fn explain(&self) -> Fault {
        let (code, message, cells) = match self {
            Refusal::NoSuchShape(_) => (
                codes::NO_SUCH_SHAPE,
                "there is no such shape".to_owned(),
                vec![],
            ),
            Refusal::Solved => (
                codes::ALREADY_SOLVED,
                "all cats are home already".to_owned(),
                vec![],
            ),
            Refusal::Locked { waits_for, .. } => {
                let (cats, are) = match waits_for {
                    1 => ("cat", "is"),
                    _ => ("cats", "are"),
                };
                let message =
                    format!("this shape is locked until {waits_for} more {cats} {are} home");
                (codes::LOCKED, message, vec![])
            }
            Refusal::Edge(at) => (codes::EDGE, "the floor ends here".to_owned(), vec![*at]),
            Refusal::Blocked(at) => (
                codes::BLOCKED,
                "a blocker is in the way".to_owned(),
                vec![*at],
            ),
            Refusal::Crowded { at, color, .. } => (
                codes::CROWDED,
                format!("a {} shape is in the way", color.name()),
                vec![*at],
            ),
            Refusal::Cat { at, color } => (
                codes::CAT_IN_THE_WAY,
                format!(
                    "a {} is in the way; only {} shapes may go there",
                    names::cat_of(*color),
                    color.name()
                ),
                vec![*at],
            ),
            Refusal::NothingThere(at) => (
                codes::NOTHING_THERE,
                "no shape lies here".to_owned(),
                vec![*at],
            ),
        };
        Fault::new(code, message, Place::cells(cells))
    }
}

impl Level {
    /// The cells a shape covers in a position.
    pub fn cells_of(&self, position: &Position, shape: usize) -> impl Iterator<Item = Cell> {
        self.shapes()[shape]
            .footprint
            .cells_at(position.corners[shape])
    }

    /// The shape on a cell.
    pub fn shape_at(&self, position: &Position, cell: Cell) -> Option<usize> {
        (0..self.shapes().len()).find(|&i| self.cells_of(position, i).any(|c| c == cell))
    }

    /// How many more cats must be home before a shape (with its tandem) moves.
    pub fn waits_for(&self, position: &Position, shape: usize) -> u64 {
        let home = position.count_home() as u64;
        self.tandem(self.leader(shape))
            .map(|i| self.shapes()[i].unlock.saturating_sub(home))
            .max()
            .unwrap_or(0)
    }

    /// Whether a cat is sent home by the shapes as they lie.
    pub fn is_fetched(&self, position: &Position, cat: &Cat) -> bool {
        let color = |cell| Some(self.shapes()[self.shape_at(position, cell)?].color);
        is_fetched_among(cat, color)
    }

    /// What a cell holds that keeps a shape of the tandem `leader` and of this colour away.
    fn obstacle(
        &self,
        position: &Position,
        leader: usize,
        color: Color,
        at: Cell,
    ) -> Option<Refusal> {
        if !self.is_floor(at) {
            return Some(Refusal::Edge(at));
        }
        if self.is_blocked(at) {
            return Some(Refusal::Blocked(at));
        }
        if let Some(by) = self.shape_at(position, at)
            && self.leader(by) != leader
        {
            let color = self.shapes()[by].color;
            return Some(Refusal::Crowded { at, by, color });
        }
        self.cats()
            .iter()
            .zip(&position.home)
            .find(|(cat, home)| cat.at == at && cat.color != color && !**home)
            .map(|(cat, _)| Refusal::Cat {
                at,
                color: cat.color,
            })
    }

    fn settle(&self, position: &mut Position) {
        let mut colors = Grid::filled(self.width(), self.height(), None);
        for (i, shape) in self.shapes().iter().enumerate() {
            for cell in self.cells_of(position, i) {
                colors[cell] = Some(shape.color);
            }
        }
        for (cat, home) in self.cats().iter().zip(&mut position.home) {
            *home = *home || is_fetched_among(cat, |cell| colors.get(cell).copied().flatten());
        }
    }
}

/// Whether a cat is sent home when shapes of these colours lie on cells.
fn is_fetched_among(cat: &Cat, color: impl Fn(Cell) -> Option<Color>) -> bool {
    let is_own = |cell: Cell| color(cell) == Some(cat.color);
    if cat.on_blocker {
        Dir::ALL.iter().any(|&dir| is_own(cat.at.step(dir)))
    } else {
        is_own(cat.at)
    }
}

impl Puzzle for Level {
    type Position = Position;
    type Move = Move;
    type Refusal = Refusal;

    fn start(&self) -> Position {
        Position {
            corners: self
                .shapes()
                .iter()
                .map(|shape| shape.footprint.corner())
                .collect(),
            home: vec![false; self.cats().len()],
        }
    }

    fn check(&self, position: &Position, mv: &Move) -> Result<(), Refusal> {
        if mv.shape >= self.shapes().len() {
            return Err(Refusal::NoSuchShape(mv.shape));
        }
        if self.is_solved(position) {
            return Err(Refusal::Solved);
        }
        let leader = self.leader(mv.shape);
        let home = position.count_home() as u64;
        for shape in self.tandem(leader) {
            let waits_for = self.shapes()[shape].unlock.saturating_sub(home);
            if waits_for > 0 {
                return Err(Refusal::Locked { shape, waits_for });
            }
        }
        for shape in self.tandem(leader) {
            let color = self.shapes()[shape].color;
            for cell in self.cells_of(position, shape) {
                let obstacle = self.obstacle(position, leader, color, cell.step(mv.dir));
                if let Some(refusal) = obstacle {
                    return Err(refusal);
                }
            }
        }
        Ok(())
    }

    fn apply(&self, position: &mut Position, mv: &Move) -> Result<(), Refusal> {
        self.check(position, mv)?;
        for shape in self.tandem(self.leader(mv.shape)) {
            position.corners[shape] = position.corners[shape].step(mv.dir);
        }
        self.settle(position);
        Ok(())
    }

    fn is_solved(&self, position: &Position) -> bool {
        position.home.iter().all(|home| *home)
    }

    fn shortfall(&self, position: &Position) -> Fault {
        let out: Vec<Cell> = self
            .cats()
            .iter()
            .zip(&position.home)
            .filter(|(_, home)| !**home)
            .map(|(cat, _)| cat.at)
            .collect();
        let message = match out.len() {
            1 => "one cat is not home yet".to_owned(),
            n => format!("{n} cats are not home yet"),
        };
        Fault::new(codes::CATS_OUT, message, Place::cells(out))
    }

    /// Steps count every move; drags count runs of moves of one shape, or of one tandem, once.
    fn costs(&self, moves: &[Move]) -> Costs {
        let leader = |mv: &Move| self.leaders_of(mv.shape);
        let turns = moves
            .windows(2)
            .filter(|pair| leader(&pair[0]) != leader(&pair[1]))
            .count();
        let drags = if moves.is_empty() { 0 } else { turns + 1 };
        Costs::new([(STEPS, moves.len() as u64), (DRAGS, drags as u64)])
    }
}

impl Level {
    /// The leader of a shape that may not exist.
    fn leaders_of(&self, shape: usize) -> usize {
        if shape < self.shapes().len() {
            self.leader(shape)
        } else {
            shape
        }
    }
}

impl Steps for Level {
    type Begun = Position;
    type Step = Move;

    fn begin(&self, position: &Position) -> Position {
        position.clone()
    }

    /// Every legal move, told by the first shape of its tandem.
    fn steps(&self, begun: &Position) -> Vec<Move> {
        (0..self.shapes().len())
            .filter(|&shape| self.leader(shape) == shape)
            .flat_map(|shape| Dir::ALL.map(|dir| Move { shape, dir }))
            .filter(|mv| self.check(begun, mv).is_ok())
            .collect()
    }

    fn step(&self, begun: &mut Position, step: &Move) -> Option<Move> {
        self.apply(begun, step).ok().map(|()| *step)
    }

    fn resting<'d>(&self, begun: &'d Position) -> Option<&'d Position> {
        Some(begun)
    }
}
