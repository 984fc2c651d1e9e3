//! A board to finish, made ready for the search: what is fixed, what is open, and every
//! placement that may still be laid.

use std::borrow::Cow;

use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;

use super::exclusions::Exclusions;
use super::frame::Frame;
use crate::iq_circuit::drawing::Drawing;
use crate::iq_circuit::level::Level;
use crate::iq_circuit::rules::{Move, Position};
use crate::iq_circuit::set::{Lay, PieceSet};

/// What the search looks at on its way down. Whatever is switched off is looked at when a board
/// is finished, so the solutions are always the same; only the work differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// Leave out placements whose lines lead off the board.
    pub edge: bool,
    /// Leave out placements that show something else than the hints.
    pub hints: bool,
    /// Leave out placements whose lines do not meet those of the pieces laid before.
    pub connections: bool,
    /// Leave out placements that, with one laid before, leave a cell which nothing can cover.
    pub gaps: bool,
    /// Lay pieces that look alike in one order only.
    pub twins: bool,
    /// Serve the cell or piece with fewest candidates, and turn back when one has none;
    /// otherwise the first free cell.
    pub scarcity: bool,
    /// Turn back when a line runs back into itself.
    pub loops: bool,
    /// Turn back when lines and points in an isolated part of the board cannot pair up.
    pub parity: bool,
    /// Turn back when the pieces that are left cannot fill an isolated part of the board.
    pub holes: bool,
}

impl Prunings {
    /// Look at everything.
    pub const ALL: Prunings = Prunings {
        edge: true,
        hints: true,
        connections: true,
        gaps: true,
        twins: true,
        scarcity: true,
        loops: true,
        parity: true,
        holes: true,
    };

    /// Whether the exclusions of the set will do.
    fn are_all(&self) -> bool {
        self.edge && self.connections && self.gaps && self.twins
    }

    /// Every switch by name, with everything but that one.
    pub fn each_without() -> [(&'static str, Prunings); 9] {
        let without = |switch: fn(&mut Prunings) -> &mut bool| {
            let mut prunings = Prunings::ALL;
            *switch(&mut prunings) = false;
            prunings
        };
        [
            ("edge", without(|p| &mut p.edge)),
            ("hints", without(|p| &mut p.hints)),
            ("connections", without(|p| &mut p.connections)),
            ("gaps", without(|p| &mut p.gaps)),
            ("twins", without(|p| &mut p.twins)),
            ("scarcity", without(|p| &mut p.scarcity)),
            ("loops", without(|p| &mut p.loops)),
            ("parity", without(|p| &mut p.parity)),
            ("holes", without(|p| &mut p.holes)),
        ]
    }
}

/// A board to finish.
pub struct Model<'a> {
    level: &'a Level,
    set: &'a PieceSet,
    exclusions: Cow<'a, Exclusions>,
    frame: Frame,
    prunings: Prunings,
    fixed: Vec<Lay>,
    /// The placements that may be laid, as a row of bits.
    alive: Vec<u64>,
    free: u64,
    waiting: u64,
    crossed: u128,
    points: Option<u64>,
    hopeless: bool,
}

impl<'a> Model<'a> {
    /// The boards that finish a level as it is given.
    pub fn new(level: &'a Level, prunings: Prunings) -> Self {
        Model::with_fixed(level, level.given().to_vec(), prunings)
    }

    /// The boards that finish a position.
    pub fn from_position(level: &'a Level, position: &Position, prunings: Prunings) -> Self {
        Model::with_fixed(level, position.lays().copied().collect(), prunings)
    }

    fn with_fixed(level: &'a Level, fixed: Vec<Lay>, mut prunings: Prunings) -> Self {
        // Lines can be followed only where they meet and stay on the board.
        prunings.loops &= prunings.edge && prunings.connections;
        let set: &PieceSet = level.set();
        let exclusions = if prunings.are_all() {
            Cow::Borrowed(set.exclusions())
        } else {
            Cow::Owned(Exclusions::new(set, &prunings))
        };
        let bits = |cells: &[Cell]| cells.iter().fold(0, |all, &c| all | 1 << set.index(c));
        let mut model = Model {
            level,
            set,
            frame: Frame::new(set),
            prunings,
            alive: exclusions.everything().to_vec(),
            exclusions,
            free: set.full(),
            waiting: u64::MAX >> (64 - set.pieces().len()),
            crossed: 0,
            points: level.all_points().map(|points| bits(&points)),
            hopeless: false,
            fixed,
        };
        if prunings.hints {
            model.heed_points();
            model.heed_picture();
        }
        model.fix();
        model
    }

    /// A point belongs where the hints say, and nowhere else.
    fn heed_points(&mut self) {
        let Some(points) = self.level.points() else {
            return;
        };
        for index in 0..self.set.cells().count() {
            let cell = self.set.cell(index);
            if points.binary_search(&cell).is_err() {
                self.exclusions.point(index).remove_from(&mut self.alive);
                continue;
            }
            let mut blunt = vec![0; self.exclusions.words()];
            self.exclusions.cover(index).add_to(&mut blunt);
            self.exclusions.point(index).remove_from(&mut blunt);
            for (alive, blunt) in self.alive.iter_mut().zip(blunt) {
                *alive &= !blunt;
            }
        }
    }

    /// A pictured cell says of its borders whether lines cross them, to whoever covers the cells
    /// on either side.
    fn heed_picture(&mut self) {
        let Some(picture) = self.level.picture() else {
            return;
        };
        let (mut borders, mut crossed) = (0, 0);
        for (index, print) in picture.prints().iter().enumerate() {
            if let Some(print) = *print {
                let (here, over) = self.set.borders_of(index, print);
                borders |= here;
                crossed |= over;
            }
        }
        self.exclusions
            .heed_borders(borders, crossed, &mut self.alive);
    }

    /// Lays the fixed pieces.
    fn fix(&mut self) {
        if self.fixed.is_empty() {
            return;
        }
        let mut excluded = vec![0; self.exclusions.words()];
        for lay in &self.fixed {
            let number = self.set.placement_of(lay).expect("it lies on the board");
            let placement = &self.set.placements()[number];
            self.free &= !placement.cells;
            self.waiting &= !(1 << lay.piece());
            self.crossed |= placement.crossed;
            // By the rules alone: a fixed piece need not heed the order of twins.
            self.exclusions.mark(placement, &mut excluded);
        }
        for (alive, excluded) in self.alive.iter_mut().zip(excluded) {
            *alive &= !excluded;
        }
        let drawing = Drawing::of_lays(self.set, &self.fixed);
        self.hopeless = self.level.violation(&drawing).is_some();
    }

    /// Whether what is fixed already breaks a rule.
    pub fn is_hopeless(&self) -> bool {
        self.hopeless
    }

    /// The placements that may be laid at first, as a row of bits.
    pub(super) fn alive(&self) -> &[u64] {
        &self.alive
    }

    pub(super) fn set(&self) -> &'a PieceSet {
        self.set
    }

    pub(super) fn exclusions(&self) -> &Exclusions {
        &self.exclusions
    }

    pub(super) fn prunings(&self) -> &Prunings {
        &self.prunings
    }

    /// The cells without a piece.
    pub(super) fn free(&self) -> u64 {
        self.free
    }

    /// The pieces that are not on the board.
    pub(super) fn waiting(&self) -> u64 {
        self.waiting
    }

    /// The borders that lines of fixed pieces cross.
    pub(super) fn crossed(&self) -> u128 {
        self.crossed
    }

    pub(super) fn frame(&self) -> &Frame {
        &self.frame
    }

    /// All points of the finished board, where the hints tell.
    pub(super) fn points(&self) -> Option<u64> {
        self.points
    }

    /// Which areas some of these pieces can cover: bit `n - 1` for `n` cells.
    pub(super) fn areas(&self, pieces: u64) -> u64 {
        let all = self.set.pieces().iter().enumerate();
        all.filter(|(number, _)| pieces >> number & 1 == 1)
            .fold(0, |sums, (_, piece)| {
                let area = piece.area() as u32;
                sums | sums.checked_shl(area).unwrap_or(0) | 1 << (area - 1)
            })
    }

    /// Whether laying these placements solves the level. Known without looking if everything was
    /// looked at on the way.
    pub(super) fn is_right(&self, placements: &[usize]) -> bool {
        if self.prunings == Prunings::ALL {
            return true;
        }
        let laid = placements.iter().map(|&n| &self.set.placements()[n].lay);
        let drawing = Drawing::of_lays(self.set, self.fixed.iter().chain(laid));
        self.level.violation(&drawing).is_none()
    }

    /// The moves that solve the level from its start, given the placements that finish this
    /// board.
    pub fn moves(&self, placements: &[usize]) -> Vec<Move> {
        let start = self.level.start();
        let own = |lay: &&Lay| start.lay(lay.piece()).is_none();
        let laid = placements.iter().map(|&n| self.set.placements()[n].lay);
        let fixed = self.fixed.iter().filter(own).copied();
        fixed.chain(laid).map(Move::Lay).collect()
    }
}
