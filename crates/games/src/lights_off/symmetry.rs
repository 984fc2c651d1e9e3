//! The symmetries of boards: which turns and mirrorings map every press onto a press.

use gridwright_core::grid::{Cell, Symmetry};

use super::board::Board;
use super::shape::{Shape, Topology};

/// A symmetry that a board can be asked to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Left and right alike.
    Mirror,
    /// Top and bottom alike.
    Flip,
    /// The same upside down.
    Turn,
    /// The same after a quarter turn.
    Quarter,
    /// Left and right alike, and top and bottom.
    Both,
}

impl Kind {
    /// All of them, with the names they have as settings.
    pub const NAMED: [(&'static str, Kind); 5] = [
        ("mirror", Kind::Mirror),
        ("flip", Kind::Flip),
        ("turn", Kind::Turn),
        ("quarter", Kind::Quarter),
        ("both", Kind::Both),
    ];

    /// The turns and mirrorings that generate it, as places in [`Symmetry::all`].
    fn generators(self) -> &'static [usize] {
        match self {
            Kind::Mirror => &[MIRROR],
            Kind::Flip => &[FLIP],
            Kind::Turn => &[TURN],
            Kind::Quarter => &[QUARTER],
            Kind::Both => &[MIRROR, FLIP],
        }
    }
}

const QUARTER: usize = 1;
const TURN: usize = 2;
const MIRROR: usize = 4;
const FLIP: usize = 6;

/// The symmetries of a shape, the identity first, as places in [`Symmetry::all`].
///
/// The rows of a hex board are shifted by turns: upside down fits only if their number is odd,
/// half a turn only if it is even, and nothing else ever does.
pub(super) fn places(shape: &Shape) -> Vec<usize> {
    let mut places = of_lattice(shape);
    if !shape.is_whole() {
        let symmetries: Vec<Symmetry> = Symmetry::all().collect();
        places.retain(|&place| maps_onto_itself(shape, symmetries[place]));
    }
    places
}

/// The symmetries of a shape without its holes.
pub(super) fn of_lattice(shape: &Shape) -> Vec<usize> {
    let (rows, cols) = (shape.rows(), shape.cols());
    match shape.topology() {
        Topology::Hex if rows % 2 == 1 => vec![0, FLIP],
        Topology::Hex => vec![0, TURN],
        _ if rows == cols => (0..8).collect(),
        _ => vec![0, TURN, MIRROR, FLIP],
    }
}

/// Whether lamps come to lie on lamps, and on a graph links on links.
fn maps_onto_itself(shape: &Shape, symmetry: Symmetry) -> bool {
    let image = |(row, col)| image(shape, symmetry, row, col);
    let is_graph = shape.topology() == Topology::Graph;
    shape.places().all(|place| {
        let to = image(place);
        let is_lamp = shape.is_lamp(to.0, to.1);
        is_lamp
            && (!is_graph || {
                let mut images: Vec<_> = shape.reach(place.0, place.1).map(image).collect();
                let mut reached: Vec<_> = shape.reach(to.0, to.1).collect();
                images.sort_unstable();
                reached.sort_unstable();
                images == reached
            })
    })
}

/// Where a place comes to lie.
fn image(shape: &Shape, symmetry: Symmetry, row: usize, col: usize) -> (usize, usize) {
    let cell = Cell::new(col as i32, row as i32);
    let cell = symmetry.cell(cell, shape.cols() as i32, shape.rows() as i32);
    (cell.y as usize, cell.x as usize)
}

/// The lamps of a shape in sets that the symmetry maps onto themselves; `None` if the shape does
/// not have it. Every set is in reading order, and so are their first lamps.
pub(super) fn orbits(shape: &Shape, kind: Kind) -> Option<Vec<Vec<(usize, usize)>>> {
    let own = places(shape);
    let generators = kind.generators();
    if !generators.iter().all(|generator| own.contains(generator)) {
        return None;
    }
    let symmetries: Vec<Symmetry> = Symmetry::all().collect();
    let mut seen = Board::zero(shape);
    let mut orbits = Vec::new();
    for (row, col) in shape.places() {
        if seen.get(row, col) != 0 {
            continue;
        }
        seen.set(row, col, 1);
        let mut orbit = vec![(row, col)];
        let mut next = 0;
        while let Some(&(row, col)) = orbit.get(next) {
            next += 1;
            for &generator in generators {
                let (row, col) = image(shape, symmetries[generator], row, col);
                if seen.get(row, col) == 0 {
                    seen.set(row, col, 1);
                    orbit.push((row, col));
                }
            }
        }
        orbit.sort_unstable();
        orbits.push(orbit);
    }
    Some(orbits)
}

#[cfg(test)]
mod tests {
    use super::super::shape::Neighbourhood;
    use super::*;

    #[test]
    fn symmetries_map_presses_onto_presses() {
        for (_, topology) in Topology::NAMED {
            for (_, neighbourhood) in Neighbourhood::NAMED {
                for (rows, cols) in [(1, 4), (3, 3), (4, 4), (4, 5), (5, 4), (5, 5)] {
                    let Ok(shape) = Shape::new(rows, cols, 2, topology, neighbourhood) else {
                        continue;
                    };
                    for symmetry in places(&shape).into_iter().map(|p| Symmetry::all().nth(p)) {
                        let symmetry = symmetry.unwrap();
                        let image = |row, col| image(&shape, symmetry, row, col);
                        for row in 0..shape.rows() {
                            for col in 0..shape.cols() {
                                let mut images: Vec<_> =
                                    shape.reach(row, col).map(|(r, c)| image(r, c)).collect();
                                let (r, c) = image(row, col);
                                let mut reached: Vec<_> = shape.reach(r, c).collect();
                                images.sort_unstable();
                                reached.sort_unstable();
                                assert_eq!(images, reached, "{shape:?} {symmetry:?}");
                            }
                        }
                    }
                }
            }
        }
    }
}
