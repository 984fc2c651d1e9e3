//! Boards with holes and graphs: an equation for every lamp and an unknown for every press, as
//! they come. The links of a graph may go one way, so what no press changes is told by the
//! equations and not by the quiet patterns.

use gridwright_core::budget::{Limit, Meter};

use super::super::board::Board;
use super::super::shape::Shape;
use super::powers::{Equations, Powers};
use super::vectors::Vectors;

/// The equations of one shape, ready to be solved for any lamps.
pub(super) struct Plain {
    shape: Shape,
    powers: Powers,
}

impl Plain {
    pub(super) fn new(shape: &Shape, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let shape = shape.clone();
        let powers = Powers::new(&shape, meter)?;
        Ok(Plain { shape, powers })
    }

    /// The orders of the generators of the quiet patterns, each a multiple of the next.
    pub(super) fn orders(&self) -> Vec<u8> {
        self.powers.orders()
    }

    /// One of these generators.
    pub(super) fn quiet(&self, index: usize) -> Board {
        self.board(self.powers.generator(index))
    }

    /// Presses that turn these lamps off, if there are any.
    pub(super) fn solve(&self, lamps: &Board) -> Option<Board> {
        let presses = self.powers.solve(&self.wanted(lamps))?;
        Some(self.board(presses))
    }

    /// Weights of the lamps whose sum no press changes and is not zero, if there are any.
    pub(super) fn refute(&self, lamps: &Board) -> Option<Board> {
        let weights = self.powers.refute(&self.wanted(lamps))?;
        Some(self.board(weights))
    }

    /// What the presses that reach each lamp must add up to.
    fn wanted(&self, lamps: &Board) -> Vec<u8> {
        let states = self.shape.states();
        let values = lamps.values();
        values.map(|value| (states - value) % states).collect()
    }

    fn board(&self, values: Vec<u8>) -> Board {
        let mut values = values.into_iter();
        Board::from_fn(&self.shape, |_, _| {
            values.next().expect("a value for every lamp")
        })
    }
}

/// The equation of a lamp has the presses that reach it.
impl Equations for Shape {
    fn states(&self) -> u8 {
        Shape::states(self)
    }

    fn unknowns(&self) -> usize {
        self.lamps()
    }

    fn rows<V: Vectors>(&self, modulus: u8, meter: &mut Meter<'_>) -> Result<V, Limit> {
        let lamps = self.lamps();
        meter.charge(V::bytes(lamps, lamps))?;
        let mut rows = V::zero(lamps, lamps, modulus);
        for (lamp, (row, col)) in self.places().enumerate() {
            for (row, col) in self.reached_by(row, col) {
                rows.set(lamp, self.number(row, col), 1);
            }
        }
        meter.poll()?;
        Ok(rows)
    }
}
