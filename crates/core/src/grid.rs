//! Cells, directions, symmetries and dense rectangular grids.
//!
//! Everywhere in the project x runs to the right and y runs down, from 0.

use std::ops::{Index, IndexMut};

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place on a board. It may lie off the board; [`Grid::get`] tells.
///
/// Cells order as one reads: by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
#[cfg_attr(feature = "schema", schemars(with = "(i32, i32)"))]
pub struct Cell {
    /// Column, to the right.
    pub x: i32,
    /// Row, downwards.
    pub y: i32,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Cell { x, y }
    }

    /// The neighbour one step in direction `dir`.
    pub const fn step(self, dir: Dir) -> Self {
        let (dx, dy) = dir.delta();
        Cell::new(self.x + dx, self.y + dy)
    }

    /// This cell moved by an offset.
    pub const fn offset(self, dx: i32, dy: i32) -> Self {
        Cell::new(self.x + dx, self.y + dy)
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl From<(i32, i32)> for Cell {
    fn from((x, y): (i32, i32)) -> Self {
        Cell { x, y }
    }
}

impl From<Cell> for (i32, i32) {
    fn from(cell: Cell) -> Self {
        (cell.x, cell.y)
    }
}

/// One of the four directions of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Dir {
    /// Towards smaller y.
    North,
    /// Towards larger x.
    East,
    /// Towards larger y.
    South,
    /// Towards smaller x.
    West,
}

impl Dir {
    /// All four, clockwise from north.
    pub const ALL: [Dir; 4] = [Dir::North, Dir::East, Dir::South, Dir::West];

    /// The change of (x, y) that one step makes.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Dir::North => (0, -1),
            Dir::East => (1, 0),
            Dir::South => (0, 1),
            Dir::West => (-1, 0),
        }
    }

    /// The direction back.
    pub const fn opposite(self) -> Dir {
        self.turned(2)
    }

    /// This direction after a number of clockwise quarter turns.
    pub const fn turned(self, quarter_turns: usize) -> Dir {
        Dir::ALL[(self as usize + quarter_turns) % 4]
    }

    /// The direction of the step between two neighbouring cells, if they are neighbours.
    pub fn between(from: Cell, to: Cell) -> Option<Dir> {
        Dir::ALL.into_iter().find(|&dir| from.step(dir) == to)
    }
}

/// One of the eight symmetries of the square: an optional mirroring of x, then clockwise quarter
/// turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirror: bool,
    quarter_turns: u8,
}

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        [false, true].into_iter().flat_map(|mirror| {
            (0..4).map(move |quarter_turns| Symmetry {
                mirror,
                quarter_turns,
            })
        })
    }

    /// The four turns, without a mirroring.
    pub fn turns() -> impl Iterator<Item = Symmetry> {
        Symmetry::all().filter(|s| !s.mirror)
    }

    /// Those that map a `width` x `height` board onto a board of the same size.
    pub fn preserving(width: i32, height: i32) -> impl Iterator<Item = Symmetry> {
        Symmetry::all().filter(move |s| s.quarter_turns.is_multiple_of(2) || width == height)
    }

    /// The size of a board after this symmetry.
    pub fn size(self, width: i32, height: i32) -> (i32, i32) {
        if self.quarter_turns.is_multiple_of(2) {
            (width, height)
        } else {
            (height, width)
        }
    }

    /// Where a cell of a `width` x `height` board goes.
    pub fn cell(self, cell: Cell, width: i32, height: i32) -> Cell {
        let x = if self.mirror {
            width - 1 - cell.x
        } else {
            cell.x
        };
        let y = cell.y;
        match self.quarter_turns {
            0 => Cell::new(x, y),
            1 => Cell::new(height - 1 - y, x),
            2 => Cell::new(width - 1 - x, height - 1 - y),
            _ => Cell::new(y, width - 1 - x),
        }
    }

    /// Where a direction goes.
    pub fn dir(self, dir: Dir) -> Dir {
        let mirrored = match dir {
            Dir::East | Dir::West if self.mirror => dir.opposite(),
            _ => dir,
        };
        mirrored.turned(self.quarter_turns as usize)
    }
}

/// A dense rectangle of values, row by row. Two grids are equal when size and all values are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    width: i32,
    height: i32,
    values: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid whose values come from their cells.
    ///
    /// # Panics
    /// If a side is negative.
    pub fn from_fn(width: i32, height: i32, mut value: impl FnMut(Cell) -> T) -> Self {
        let mut values = Vec::with_capacity(area(width, height));
        for y in 0..height {
            values.extend((0..width).map(|x| value(Cell::new(x, y))));
        }
        Grid {
            width,
            height,
            values,
        }
    }

    /// A grid from its values in reading order, if there is the right number of them.
    pub fn from_values(width: i32, height: i32, values: Vec<T>) -> Option<Self> {
        let wanted = usize::try_from(width)
            .ok()?
            .checked_mul(usize::try_from(height).ok()?)?;
        (values.len() == wanted).then_some(Grid {
            width,
            height,
            values,
        })
    }

    /// Number of columns.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Whether a cell lies on the grid.
    pub fn contains(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    /// The place of a cell in reading order, if it lies on the grid.
    pub fn index_of(&self, cell: Cell) -> Option<usize> {
        self.contains(cell)
            .then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }

    /// The cell at a place in reading order.
    pub fn cell_at(&self, index: usize) -> Cell {
        let width = self.width as usize;
        Cell::new((index % width) as i32, (index / width) as i32)
    }

    /// The value at a cell, or `None` off the grid.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.index_of(cell).map(|index| &self.values[index])
    }

    /// The value at a cell, or `None` off the grid.
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        self.index_of(cell).map(|index| &mut self.values[index])
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<T> {
        cells(self.width, self.height)
    }

    /// All cells with their values, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.cells().zip(&self.values)
    }

    /// All values in reading order.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// All values in reading order.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        (0..self.height as usize).map(|y| {
            let width = self.width as usize;
            &self.values[y * width..(y + 1) * width]
        })
    }
}

impl<T: Clone> Grid<T> {
    /// A grid with the same value everywhere.
    ///
    /// # Panics
    /// If a side is negative.
    pub fn filled(width: i32, height: i32, value: T) -> Self {
        let values = vec![value; area(width, height)];
        Grid {
            width,
            height,
            values,
        }
    }

    /// The grid turned and mirrored.
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let (width, height) = symmetry.size(self.width, self.height);
        let mut image = Grid {
            width,
            height,
            values: self.values.clone(),
        };
        for (cell, value) in self.iter() {
            image[symmetry.cell(cell, self.width, self.height)] = value.clone();
        }
        image
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    /// # Panics
    /// If the cell lies off the grid.
    fn index(&self, cell: Cell) -> &T {
        self.get(cell)
            .unwrap_or_else(|| panic!("{cell} lies off the grid"))
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    /// # Panics
    /// If the cell lies off the grid.
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        self.get_mut(cell)
            .unwrap_or_else(|| panic!("{cell} lies off the grid"))
    }
}

/// How many cells a board has.
fn area(width: i32, height: i32) -> usize {
    assert!(width >= 0 && height >= 0, "a grid has no negative side");
    width as usize * height as usize
}

/// All cells of a `width` x `height` board in reading order.
pub fn cells(width: i32, height: i32) -> impl Iterator<Item = Cell> {
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_a_bijection_that_keeps_neighbours() {
        let (width, height) = (3, 2);
        for symmetry in Symmetry::all() {
            let mut images: Vec<Cell> = cells(width, height)
                .map(|cell| symmetry.cell(cell, width, height))
                .collect();
            for cell in cells(width, height) {
                for dir in Dir::ALL {
                    assert_eq!(
                        symmetry.cell(cell.step(dir), width, height),
                        symmetry.cell(cell, width, height).step(symmetry.dir(dir)),
                    );
                }
            }
            images.sort();
            let (w, h) = symmetry.size(width, height);
            assert_eq!(images, cells(w, h).collect::<Vec<_>>());
        }
        assert_eq!(Symmetry::preserving(3, 2).count(), 4);
        assert_eq!(Symmetry::preserving(3, 3).count(), 8);
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        let quarter = Symmetry::all().nth(1).unwrap();
        let grid = Grid::from_values(2, 1, vec!['a', 'b']).unwrap();
        let turned = grid.transformed(quarter);
        assert_eq!(turned.rows().collect::<Vec<_>>(), [['a'], ['b']]);
        assert_eq!(quarter.dir(Dir::North), Dir::East);
    }
}
