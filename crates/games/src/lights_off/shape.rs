//! The shape of a board: its size, how its edges meet, and which lamps a press reaches.
//!
//! All variants differ only here. Everything else asks [`Shape::reach`] (which lamps one press
//! reaches) and [`Shape::reached_by`] (which presses reach a lamp), or on a
//! [whole](Shape::is_whole) lattice [`Shape::sources`] (which presses reach the lamps of a row).

use std::sync::Arc;

use gridwright_core::fault::{Faults, Place};

use super::codes;
use super::own::Own;

/// The most lamps a board may have.
pub const MOST_LAMPS: u64 = 1 << 20;
/// The most states a lamp may have.
pub const MOST_STATES: u8 = 10;

/// How the edges of a board meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topology {
    /// The board ends at its edges.
    Square,
    /// The first row follows the last, and the first column the last.
    Torus,
    /// Odd rows are shifted right by half a lamp; every lamp has up to six neighbours.
    Hex,
    /// Every lamp has the neighbours that a list gives it, wherever they stand.
    Graph,
}

impl Topology {
    /// All of them, with the names they have in files.
    pub const NAMED: [(&'static str, Topology); 4] = [
        ("square", Topology::Square),
        ("torus", Topology::Torus),
        ("hex", Topology::Hex),
        ("graph", Topology::Graph),
    ];

    /// The topology of this name.
    pub fn named(name: &str) -> Option<Self> {
        find(&Self::NAMED, name)
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        name_of(&Self::NAMED, self)
    }
}

/// Which lamps a press reaches beside the pressed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Neighbourhood {
    /// The orthogonal neighbours; the six neighbours of a hex board.
    Plus,
    /// The diagonal neighbours.
    Cross,
    /// All eight neighbours.
    Full,
}

impl Neighbourhood {
    /// All of them, with the names they have in files.
    pub const NAMED: [(&'static str, Neighbourhood); 3] = [
        ("plus", Neighbourhood::Plus),
        ("cross", Neighbourhood::Cross),
        ("full", Neighbourhood::Full),
    ];

    /// The neighbourhood of this name.
    pub fn named(name: &str) -> Option<Self> {
        find(&Self::NAMED, name)
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        name_of(&Self::NAMED, self)
    }
}

fn find<T: Copy>(named: &[(&'static str, T)], wanted: &str) -> Option<T> {
    named
        .iter()
        .find(|(name, _)| *name == wanted)
        .map(|&(_, value)| value)
}

fn name_of<T: Copy + PartialEq>(named: &[(&'static str, T)], wanted: T) -> &'static str {
    named
        .iter()
        .find(|(_, value)| *value == wanted)
        .map(|&(name, _)| name)
        .expect("every value is named")
}

/// The shape of a board. Equal when all of size, states, topology, neighbourhood, holes and links
/// are.
///
/// "Presses advance lamps" is a symmetric relation on every lattice: a lamp reaches those that
/// reach it. Only the links of a graph may go one way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u32,
    cols: u32,
    states: u8,
    topology: Topology,
    neighbourhood: Neighbourhood,
    /// Holes and links; `None` where every place of a lattice has a lamp.
    own: Option<Arc<Own>>,
}

impl Shape {
    /// The classic board: 5 x 5, two states.
    pub const CLASSIC: Shape = Shape {
        rows: 5,
        cols: 5,
        states: 2,
        topology: Topology::Square,
        neighbourhood: Neighbourhood::Plus,
        own: None,
    };

    /// A lattice with a lamp at every place, or everything that is wrong with it. A graph is made
    /// by [`linked`](Self::linked).
    pub fn new(
        rows: u64,
        cols: u64,
        states: i64,
        topology: Topology,
        neighbourhood: Neighbourhood,
    ) -> Result<Self, Faults> {
        let mut faults = Faults::new();
        if rows == 0 || cols == 0 {
            let message = "a board needs at least one row and one lamp in it";
            faults.add(codes::EMPTY, message, Place::everywhere());
        }
        if rows.saturating_mul(cols) > MOST_LAMPS || rows > MOST_LAMPS || cols > MOST_LAMPS {
            let message = format!("{rows} x {cols} lamps are more than {MOST_LAMPS}");
            faults.add(codes::TOO_MANY_LAMPS, message, Place::everywhere());
        }
        if !(2..=i64::from(MOST_STATES)).contains(&states) {
            let message = format!("states must be from 2 to {MOST_STATES}, not {states}");
            faults.add(codes::BAD_STATES, message, Place::pointer("/states"));
        }
        if topology == Topology::Hex && neighbourhood != Neighbourhood::Plus {
            let message = format!(
                "a hex board has the neighbourhood plus, not {}",
                neighbourhood.name()
            );
            let at = Place::pointer("/neighbourhood");
            faults.add(codes::HEX_NEIGHBOURHOOD, message, at);
        }
        if topology == Topology::Graph {
            let message = "a graph lists the neighbours of every lamp";
            faults.add(codes::NO_NEIGHBOURS, message, Place::pointer("/neighbours"));
        }
        faults.or(|| Shape {
            rows: rows as u32,
            cols: cols as u32,
            states: states as u8,
            topology,
            neighbourhood,
            own: None,
        })
    }

    /// The same lattice without lamps at the places where `is_hole` says so; `None` if no lamp is
    /// left.
    pub fn with_holes(self, is_hole: impl Fn(usize, usize) -> bool) -> Option<Shape> {
        let own = Own::with_holes(self.rows(), self.cols(), |row, col| {
            self.is_lamp(row, col) && !is_hole(row, col)
        });
        match own.lamps() {
            0 => None,
            all if all == self.rows() * self.cols() => Some(self),
            _ => Some(Shape {
                own: Some(Arc::new(own)),
                ..self
            }),
        }
    }

    /// The lamps of this board as a graph: a press reaches the lamps that the list of the pressed
    /// one has. Lamps are numbered in reading order.
    ///
    /// # Panics
    /// If there are not as many lists as lamps, or a list has a number that no lamp has.
    pub fn linked(self, lists: Vec<Vec<u32>>) -> Shape {
        assert_eq!(lists.len(), self.lamps(), "every lamp has a list");
        let own = match &self.own {
            Some(own) => own.without_links(),
            None => Own::with_holes(self.rows(), self.cols(), |_, _| true),
        };
        Shape {
            topology: Topology::Graph,
            neighbourhood: Neighbourhood::Plus,
            own: Some(Arc::new(own.linked(lists))),
            ..self
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols as usize
    }

    /// Number of lamps.
    pub fn lamps(&self) -> usize {
        match &self.own {
            Some(own) => own.lamps(),
            None => self.rows() * self.cols(),
        }
    }

    /// Number of states of a lamp.
    pub fn states(&self) -> u8 {
        self.states
    }

    /// How the edges meet.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// Which lamps a press reaches.
    pub fn neighbourhood(&self) -> Neighbourhood {
        self.neighbourhood
    }

    /// Whether every place of a lattice has a lamp, and its neighbours are those of the lattice.
    pub fn is_whole(&self) -> bool {
        self.own.is_none()
    }

    /// Whether light chasing works: two states, plain rows, and a lamp below every lamp but the last.
    pub fn can_chase(&self) -> bool {
        self.states == 2
            && self.topology == Topology::Square
            && self.neighbourhood == Neighbourhood::Plus
            && self.is_whole()
    }

    /// Whether there is a lamp at a place.
    #[inline]
    pub fn is_lamp(&self, row: usize, col: usize) -> bool {
        row < self.rows()
            && col < self.cols()
            && match &self.own {
                Some(own) => own.number(row * self.cols() + col).is_some(),
                None => true,
            }
    }

    /// The lamps in reading order.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.lamps()).map(|lamp| self.place(lamp))
    }

    /// Where a lamp stands, by its number in reading order.
    pub fn place(&self, lamp: usize) -> (usize, usize) {
        let place = match &self.own {
            Some(own) => own.place(lamp),
            None => lamp,
        };
        (place / self.cols(), place % self.cols())
    }

    /// The number of the lamp at a place, in reading order.
    ///
    /// # Panics
    /// If there is a hole.
    pub fn number(&self, row: usize, col: usize) -> usize {
        let place = row * self.cols() + col;
        match &self.own {
            Some(own) => own.number(place).expect("there is a lamp"),
            None => place,
        }
    }

    /// The shape with rows and columns exchanged; `None` for hex boards, whose rows and columns
    /// differ, and for graphs, whose places mean nothing.
    pub fn transposed(&self) -> Option<Shape> {
        let turned = Shape {
            rows: self.cols,
            cols: self.rows,
            own: None,
            ..*self
        };
        match self.topology {
            Topology::Hex | Topology::Graph => None,
            _ if self.is_whole() => Some(turned),
            _ => turned.with_holes(|row, col| !self.is_lamp(col, row)),
        }
    }

    /// The numbers of the lamps that a press of each reaches beside itself, where links give them.
    pub fn links(&self) -> Option<&[Vec<u32>]> {
        self.own.as_ref()?.links()
    }

    /// The rows whose presses reach the lamps of `row` on a lattice, each once, with the sideways
    /// offsets from lamp to press.
    ///
    /// A press reaches a *set* of lamps: where a small torus makes two ways meet, they count
    /// once, which is why offsets are joined as sets here.
    pub fn sources(&self, row: usize) -> impl Iterator<Item = (usize, Offsets)> + use<> {
        let beside = match (self.topology, self.neighbourhood) {
            (Topology::Hex, _) if row.is_multiple_of(2) => Offsets::LEFT.and(Offsets::HERE),
            (Topology::Hex, _) => Offsets::HERE.and(Offsets::RIGHT),
            (_, Neighbourhood::Plus) => Offsets::HERE,
            (_, Neighbourhood::Cross) => Offsets::LEFT.and(Offsets::RIGHT),
            (_, Neighbourhood::Full) => Offsets::ALL,
        };
        let within = match self.neighbourhood {
            Neighbourhood::Cross => Offsets::HERE,
            Neighbourhood::Plus | Neighbourhood::Full => Offsets::ALL,
        };
        let rows = self.rows();
        let wraps = self.topology == Topology::Torus;
        let above = match row.checked_sub(1) {
            None if wraps => Some(rows - 1),
            above => above,
        };
        let below = match row + 1 {
            below if below < rows => Some(below),
            _ => wraps.then_some(0),
        };
        let mut found = [(row, within), (row, Offsets(0)), (row, Offsets(0))];
        let mut count = 1;
        for other in [above, below].into_iter().flatten() {
            match found[..count].iter_mut().find(|(known, _)| *known == other) {
                Some((_, offsets)) => *offsets = offsets.and(beside),
                None => {
                    found[count] = (other, beside);
                    count += 1;
                }
            }
        }
        let cols = self.cols;
        let narrow = self.topology == Topology::Torus && cols <= 2;
        found.into_iter().take(count).map(move |(row, offsets)| {
            (
                row,
                if narrow {
                    offsets.folded(cols)
                } else {
                    offsets
                },
            )
        })
    }

    /// The lamps that a press at (row, col) reaches, itself included, each once.
    pub fn reach(&self, row: usize, col: usize) -> impl Iterator<Item = (usize, usize)> {
        let own = self.own.as_ref();
        self.around(
            row,
            col,
            own.and_then(|own| own.reach(row * self.cols() + col)),
        )
    }

    /// The lamps whose presses reach the one at (row, col), itself included, each once.
    pub fn reached_by(&self, row: usize, col: usize) -> impl Iterator<Item = (usize, usize)> {
        let own = self.own.as_ref();
        self.around(
            row,
            col,
            own.and_then(|own| own.reached_by(row * self.cols() + col)),
        )
    }

    /// A lamp with those that links give it, or else with its neighbours on the lattice.
    fn around<'s>(
        &'s self,
        row: usize,
        col: usize,
        links: Option<&'s [u32]>,
    ) -> impl Iterator<Item = (usize, usize)> + use<'s> {
        let (cols, wraps) = (self.cols(), self.topology == Topology::Torus);
        let beside = links.is_none().then(|| {
            let found = self.sources(row).flat_map(move |(source, offsets)| {
                let cols = offsets.beside(col, cols, wraps);
                cols.map(move |col| (source, col))
            });
            found.filter(|&(row, col)| self.is_whole() || self.is_lamp(row, col))
        });
        let linked = links.map(|others| {
            let others = others.iter().map(move |&lamp| self.place(lamp as usize));
            std::iter::once((row, col)).chain(others)
        });
        let beside = beside.into_iter().flatten();
        beside.chain(linked.into_iter().flatten())
    }
}

/// The column beside `col`, if there is one.
fn sideways(col: usize, by: i8, cols: usize, wraps: bool) -> Option<usize> {
    match by {
        0 => Some(col),
        1 if col + 1 < cols => Some(col + 1),
        1 => wraps.then_some(0),
        _ if col > 0 => Some(col - 1),
        _ => wraps.then_some(cols - 1),
    }
}

/// A set of sideways offsets: left, here, right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offsets(u8);

impl Offsets {
    const LEFT: Offsets = Offsets(1);
    const HERE: Offsets = Offsets(2);
    const RIGHT: Offsets = Offsets(4);
    const ALL: Offsets = Offsets(7);

    const fn and(self, other: Offsets) -> Offsets {
        Offsets(self.0 | other.0)
    }

    /// Whether the offset -1, 0 or 1 is in the set.
    pub const fn has(self, by: i8) -> bool {
        self.0 >> (by + 1) & 1 == 1
    }

    /// The columns at these offsets from `col`, on a board of so many columns.
    pub(super) fn beside(
        self,
        col: usize,
        cols: usize,
        wraps: bool,
    ) -> impl Iterator<Item = usize> + use<> {
        let all = [-1i8, 0, 1].into_iter().filter(move |&by| self.has(by));
        all.filter_map(move |by| sideways(col, by, cols, wraps))
    }

    /// The same lamps on a torus of one or two columns, each named once.
    fn folded(self, cols: u32) -> Offsets {
        match cols {
            1 => Offsets::HERE,
            _ if self.has(-1) || self.has(1) => Offsets(self.0 & 2).and(Offsets::RIGHT),
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Neighbourhood::{Cross, Full, Plus};
    use Topology::{Hex, Square, Torus};

    /// The lamps reached, as a drawing.
    fn drawn(shape: &Shape, row: usize, col: usize) -> String {
        let mut lamps = vec![vec!['.'; shape.cols()]; shape.rows()];
        for (r, c) in shape.reach(row, col) {
            assert_eq!(lamps[r][c], '.', "({r},{c}) is reached twice");
            lamps[r][c] = '#';
        }
        let lines: Vec<String> = lamps.iter().map(|row| row.iter().collect()).collect();
        lines.join("/")
    }

    #[test]
    fn a_press_reaches_a_set_of_lamps() {
        let rows = [
            (Square, Plus, (3, 4), (0, 0), "##../#.../...."),
            (Square, Plus, (3, 4), (1, 1), ".#../###./.#.."),
            (Square, Cross, (3, 4), (1, 1), "#.#./.#../#.#."),
            (Square, Full, (3, 4), (2, 3), "..../..##/..##"),
            (Torus, Plus, (3, 4), (0, 0), "##.#/#.../#..."),
            (Torus, Plus, (1, 4), (0, 0), "##.#"),
            (Torus, Cross, (1, 4), (0, 1), "###."),
            (Torus, Plus, (2, 2), (0, 0), "##/#."),
            (Torus, Cross, (2, 2), (0, 0), "#./.#"),
            (Torus, Full, (2, 2), (0, 0), "##/##"),
            (Torus, Plus, (1, 1), (0, 0), "#"),
            (Torus, Cross, (2, 3), (0, 0), "#../.##"),
            (Torus, Full, (3, 1), (1, 0), "#/#/#"),
            (Hex, Plus, (4, 4), (1, 1), ".##./###./.##./...."),
            (Hex, Plus, (4, 4), (2, 1), "..../##../###./##.."),
        ];
        for (topology, neighbourhood, (r, c), (row, col), expected) in rows {
            let shape = Shape::new(r, c, 2, topology, neighbourhood).unwrap();
            assert_eq!(drawn(&shape, row, col), expected, "{shape:?}");
        }
    }

    #[test]
    fn a_hole_is_neither_pressed_nor_reached() {
        let ring = |topology, neighbourhood| {
            let shape = Shape::new(3, 3, 2, topology, neighbourhood).unwrap();
            shape.with_holes(|row, col| (row, col) == (1, 1)).unwrap()
        };
        let rows = [
            (Square, Plus, (0, 1), "###/.../..."),
            (Square, Full, (0, 0), "##./#../..."),
            (Torus, Plus, (1, 0), "#../#.#/#.."),
            (Torus, Cross, (0, 0), "#../..#/.##"),
            (Hex, Plus, (1, 0), "##./#../##."),
        ];
        for (topology, neighbourhood, (row, col), expected) in rows {
            let shape = ring(topology, neighbourhood);
            assert_eq!(drawn(&shape, row, col), expected, "{shape:?}");
            assert!(!shape.is_lamp(1, 1));
            assert_eq!(shape.lamps(), 8);
            for (lamp, (row, col)) in shape.places().enumerate() {
                assert_eq!(shape.number(row, col), lamp);
            }
        }
        let plain = Shape::CLASSIC;
        assert_eq!(plain.clone().with_holes(|_, _| false), Some(plain.clone()));
        assert_eq!(plain.with_holes(|_, _| true), None);
    }

    #[test]
    fn the_links_of_a_graph_may_go_one_way() {
        let shape = Shape::new(2, 2, 2, Square, Plus).unwrap();
        let shape = shape.with_holes(|row, col| (row, col) == (0, 1)).unwrap();
        let graph = shape.linked(vec![vec![2, 1], vec![], vec![1]]);
        let drawn_by = |row: usize, col: usize| {
            let mut places: Vec<_> = graph.reached_by(row, col).collect();
            places.sort_unstable();
            places
        };
        assert_eq!(drawn(&graph, 0, 0), "#./##");
        assert_eq!(drawn(&graph, 1, 0), "../#.");
        assert_eq!(drawn(&graph, 1, 1), "../##");
        assert_eq!(drawn_by(0, 0), [(0, 0)]);
        assert_eq!(drawn_by(1, 0), [(0, 0), (1, 0), (1, 1)]);
        assert_eq!(drawn_by(1, 1), [(0, 0), (1, 1)]);
    }

    #[test]
    fn reaching_is_mutual_on_a_lattice() {
        for (_, topology) in Topology::NAMED {
            for (_, neighbourhood) in Neighbourhood::NAMED {
                for (rows, cols) in [(1, 1), (1, 5), (2, 2), (2, 5), (3, 3), (4, 3), (5, 6)] {
                    let Ok(shape) = Shape::new(rows, cols, 2, topology, neighbourhood) else {
                        continue;
                    };
                    for row in 0..shape.rows() {
                        for col in 0..shape.cols() {
                            for (r, c) in shape.reach(row, col) {
                                assert!(shape.reach(r, c).any(|back| back == (row, col)));
                            }
                        }
                    }
                }
            }
        }
    }
}
