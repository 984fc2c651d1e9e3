//! What a level is: a board of intersections, its pads and terminals, and the lines that are
//! already there. A [`Level`] exists only if everything about it is valid.

use gridwright_core::fault::Faults;
use gridwright_core::grid::{Cell, Grid, Symmetry};

use super::validate;

/// The most squares along a side.
pub const MOST_SQUARES: i32 = 64;

/// The colour of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hue {
    /// Red.
    Red,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
    /// Orange.
    Orange,
    /// Purple.
    Purple,
    /// Pink.
    Pink,
    /// Brown.
    Brown,
}

impl Hue {
    /// All of them.
    pub const ALL: [Hue; 8] = [
        Hue::Red,
        Hue::Green,
        Hue::Blue,
        Hue::Yellow,
        Hue::Orange,
        Hue::Purple,
        Hue::Pink,
        Hue::Brown,
    ];

    /// The name in level files.
    pub const fn name(self) -> &'static str {
        match self {
            Hue::Red => "red",
            Hue::Green => "green",
            Hue::Blue => "blue",
            Hue::Yellow => "yellow",
            Hue::Orange => "orange",
            Hue::Purple => "purple",
            Hue::Pink => "pink",
            Hue::Brown => "brown",
        }
    }

    /// The colour of this name.
    pub fn named(name: &str) -> Option<Hue> {
        Hue::ALL.into_iter().find(|hue| hue.name() == name)
    }
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Where the player draws; 0 in level files.
    Top,
    /// Where only given lines run; -1 in level files.
    Bottom,
}

/// A junction that takes two line ends, over both layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pad {
    /// Unique over pads, terminals and lines.
    pub id: i64,
    /// Its intersection.
    pub at: Cell,
}

/// The end of a circuit; takes one line end of the top layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// Unique over pads, terminals and lines.
    pub id: i64,
    /// Its intersection.
    pub at: Cell,
    /// Its colour.
    pub hue: Hue,
}

/// A line that is there from the start and stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Unique over pads, terminals and lines.
    pub id: i64,
    /// Its side of the board.
    pub layer: Layer,
    /// The intersections it passes, both ends included.
    pub points: Vec<Cell>,
}

/// What stands on an intersection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixture {
    /// The pad of this index.
    Pad(usize),
    /// The terminal of this index.
    Terminal(usize),
}

/// ID, layer and points of a line, as far as they could be read.
pub type LinePart = (Option<i64>, Option<Layer>, Option<Vec<Cell>>);

/// What somebody says a level is: anything may be missing (`None` where it could not even be
/// read) and nothing has been checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Squares from left to right.
    pub width: Option<i64>,
    /// Squares from top to bottom.
    pub height: Option<i64>,
    /// ID and place of each pad.
    pub pads: Vec<(Option<i64>, Option<Cell>)>,
    /// ID, place and colour of each terminal.
    pub terminals: Vec<(Option<i64>, Option<Cell>, Option<Hue>)>,
    /// ID, layer and points of each line.
    pub lines: Vec<LinePart>,
}

/// A valid level. Two levels are equal when size and all parts are, in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    width: i32,
    height: i32,
    pads: Vec<Pad>,
    terminals: Vec<Terminal>,
    lines: Vec<Line>,
    fixtures: Grid<Option<Fixture>>,
}

impl Level {
    /// The level of these parts, or everything that is wrong with them.
    pub fn new(parts: Parts) -> Result<Level, Faults> {
        Level::with_faults(parts, Faults::new())
    }

    /// The same, where reading the parts has brought up some faults already.
    pub(super) fn with_faults(parts: Parts, mut faults: Faults) -> Result<Level, Faults> {
        validate::check(&parts, &mut faults);
        faults.or(|| Level::assemble(parts))
    }

    /// Puts parts together in which the checks found nothing missing.
    fn assemble(parts: Parts) -> Level {
        let whole = "a checked parts is whole";
        let side = |value: Option<i64>| value.expect(whole) as i32;
        let pads: Vec<Pad> = parts
            .pads
            .into_iter()
            .map(|(id, at)| Pad {
                id: id.expect(whole),
                at: at.expect(whole),
            })
            .collect();
        let terminals: Vec<Terminal> = parts
            .terminals
            .into_iter()
            .map(|(id, at, hue)| Terminal {
                id: id.expect(whole),
                at: at.expect(whole),
                hue: hue.expect(whole),
            })
            .collect();
        let lines = parts
            .lines
            .into_iter()
            .map(|(id, layer, points)| Line {
                id: id.expect(whole),
                layer: layer.expect(whole),
                points: points.expect(whole),
            })
            .collect();
        let (width, height) = (side(parts.width), side(parts.height));
        let mut fixtures = Grid::filled(width + 1, height + 1, None);
        for (index, pad) in pads.iter().enumerate() {
            fixtures[pad.at] = Some(Fixture::Pad(index));
        }
        for (index, terminal) in terminals.iter().enumerate() {
            fixtures[terminal.at] = Some(Fixture::Terminal(index));
        }
        Level {
            width,
            height,
            pads,
            terminals,
            lines,
            fixtures,
        }
    }

    /// Squares from left to right; there is one more column of intersections.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Squares from top to bottom; there is one more row of intersections.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The pads, in the order of the file.
    pub fn pads(&self) -> &[Pad] {
        &self.pads
    }

    /// The terminals, in the order of the file.
    pub fn terminals(&self) -> &[Terminal] {
        &self.terminals
    }

    /// The given lines, in the order of the file.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether a point is an intersection of the board.
    pub fn contains(&self, point: Cell) -> bool {
        self.fixtures.contains(point)
    }

    /// What stands on an intersection; nothing stands off the board.
    pub fn fixture(&self, point: Cell) -> Option<Fixture> {
        self.fixtures.get(point).copied().flatten()
    }

    /// The number of a fixture among all: pads first, then terminals.
    pub(super) fn number(&self, fixture: Fixture) -> usize {
        match fixture {
            Fixture::Pad(index) => index,
            Fixture::Terminal(index) => self.pads.len() + index,
        }
    }

    /// The number of the fixture on an intersection that has one.
    pub(super) fn number_at(&self, point: Cell) -> usize {
        self.number(self.fixture(point).expect("lines end on fixtures"))
    }

    /// Where the fixture of a number stands.
    pub(super) fn place(&self, number: usize) -> Cell {
        match number.checked_sub(self.pads.len()) {
            None => self.pads[number].at,
            Some(index) => self.terminals[index].at,
        }
    }

    /// How many fixtures there are.
    pub(super) fn fixture_count(&self) -> usize {
        self.pads.len() + self.terminals.len()
    }

    /// What the level is made of, to be changed and checked anew.
    pub fn parts(&self) -> Parts {
        Parts {
            width: Some(self.width.into()),
            height: Some(self.height.into()),
            pads: self
                .pads
                .iter()
                .map(|pad| (Some(pad.id), Some(pad.at)))
                .collect(),
            terminals: self
                .terminals
                .iter()
                .map(|t| (Some(t.id), Some(t.at), Some(t.hue)))
                .collect(),
            lines: self
                .lines
                .iter()
                .map(|line| (Some(line.id), Some(line.layer), Some(line.points.clone())))
                .collect(),
        }
    }

    /// The level without some of its pads and lines, given by index, if what is left is a level.
    pub fn without(&self, pads: &[usize], lines: &[usize]) -> Option<Level> {
        let mut parts = self.parts();
        let mut index = 0..;
        parts
            .pads
            .retain(|_| !pads.contains(&index.next().expect("endless")));
        let mut index = 0..;
        parts
            .lines
            .retain(|_| !lines.contains(&index.next().expect("endless")));
        Level::new(parts).ok()
    }

    /// The level turned and mirrored.
    pub fn transformed(&self, symmetry: Symmetry) -> Level {
        let (columns, rows) = (self.width + 1, self.height + 1);
        let image = |cell: Cell| symmetry.cell(cell, columns, rows);
        let (columns, rows) = symmetry.size(columns, rows);
        let mut parts = self.parts();
        parts.width = Some(i64::from(columns) - 1);
        parts.height = Some(i64::from(rows) - 1);
        for (_, at) in &mut parts.pads {
            *at = at.map(image);
        }
        for (_, at, _) in &mut parts.terminals {
            *at = at.map(image);
        }
        for (_, _, points) in &mut parts.lines {
            for point in points.iter_mut().flatten() {
                *point = image(*point);
            }
        }
        Level::assemble(parts)
    }
}

/// Whether two points are neighbours: beside, above or diagonally.
pub(super) fn neighbours(a: Cell, b: Cell) -> bool {
    // Wide enough that points far off the board cannot overflow.
    let apart = |a: i32, b: i32| (i64::from(a) - i64::from(b)).abs();
    let (dx, dy) = (apart(a.x, b.x), apart(a.y, b.y));
    dx <= 1 && dy <= 1 && dx + dy > 0
}

/// The other diagonal of the square that a diagonal step crosses.
pub(super) fn other_diagonal(a: Cell, b: Cell) -> Option<(Cell, Cell)> {
    (a.x != b.x && a.y != b.y).then(|| step_between(Cell::new(a.x, b.y), Cell::new(b.x, a.y)))
}

/// A step without its direction.
pub(super) fn step_between(a: Cell, b: Cell) -> (Cell, Cell) {
    (a.min(b), a.max(b))
}
