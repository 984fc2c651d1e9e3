//! The linear equations of a shape: which presses turn given lamps off, and which change nothing.
//!
//! A press pattern that changes nothing is *quiet*. Quiet patterns added to a solution give the
//! other solutions, so there are as many solutions as quiet patterns. And where lamps reach those
//! that reach them, a quiet pattern read as weights of the lamps is a sum that no press changes:
//! lamps can be turned off exactly if all those sums are zero. The links of a graph may go one
//! way; there are as many such sums as quiet patterns then, too, but others.

use gridwright_core::budget::{Limit, Meter};

use super::super::board::Board;
use super::super::shape::Shape;
use super::chain::Chain;
use super::count::Count;
use super::plain::Plain;
use super::sweep::Sweep;

/// The equations of a shape, ready to be solved for any lamps.
pub struct System {
    shape: Shape,
    method: Method,
    orders: Vec<u8>,
}

enum Method {
    Chain(Chain),
    /// The same with rows and columns exchanged, on boards wider than high.
    Turned(Chain),
    Sweep(Sweep),
    Plain(Plain),
}

impl System {
    /// Prepares the equations of a shape.
    pub fn new(shape: &Shape, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let turned = shape.transposed().filter(|_| shape.cols() > shape.rows());
        let method = match (shape.can_chase(), turned) {
            (true, None) => {
                meter.charge(2 * Board::bytes(shape))?;
                Method::Chain(Chain::new(shape))
            }
            (true, Some(turned)) => {
                meter.charge(2 * (Board::bytes(shape) + Board::bytes(&turned)))?;
                Method::Turned(Chain::new(&turned))
            }
            (false, _) if shape.is_whole() => Method::Sweep(Sweep::new(shape, meter)?),
            (false, _) => Method::Plain(Plain::new(shape, meter)?),
        };
        meter.poll()?;
        let orders = match &method {
            Method::Chain(chain) | Method::Turned(chain) => vec![2; chain.nullity()],
            Method::Sweep(sweep) => sweep.orders(),
            Method::Plain(plain) => plain.orders(),
        };
        Ok(System {
            shape: shape.clone(),
            method,
            orders,
        })
    }

    /// The shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The orders of independent quiet patterns that generate all others: the pattern repeated
    /// that often is nothing. Each is a multiple of the next, so this list names the group, and
    /// its length is the nullity.
    pub fn orders(&self) -> &[u8] {
        &self.orders
    }

    /// How many quiet patterns there are, the empty one included.
    pub fn quiet_patterns(&self) -> Count {
        Count::product(self.orders.iter().map(|&order| order.into()))
    }

    /// One of the generating quiet patterns.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn quiet(&self, index: usize) -> Board {
        assert!(
            index < self.orders.len(),
            "there is no quiet pattern {index}"
        );
        match &self.method {
            Method::Chain(chain) => chain.quiet(index),
            Method::Turned(chain) => turned(&chain.quiet(index)),
            Method::Sweep(sweep) => sweep.quiet(index),
            Method::Plain(plain) => plain.quiet(index),
        }
    }

    /// Presses that turn these lamps off, if there are any.
    pub fn solve(&self, lamps: &Board) -> Option<Board> {
        match &self.method {
            Method::Chain(chain) => chain.solve(lamps),
            Method::Turned(chain) => chain.solve(&turned(lamps)).map(|presses| turned(&presses)),
            Method::Sweep(sweep) => sweep.solve(lamps),
            Method::Plain(plain) => plain.solve(lamps),
        }
    }

    /// Weights of the lamps whose sum no press changes and is not zero, if there are any: the
    /// proof that these lamps cannot be turned off.
    pub fn refute(&self, lamps: &Board) -> Option<Board> {
        if let Method::Plain(plain) = &self.method {
            return plain.refute(lamps);
        }
        (0..self.orders.len())
            .map(|index| self.quiet(index))
            .find(|quiet| quiet.dot(lamps) != 0)
    }
}

fn turned(board: &Board) -> Board {
    board.transposed().expect("square boards can be turned")
}
