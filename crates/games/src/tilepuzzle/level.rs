//! The level: floor, blockers, shapes and cats, and the one door through which it comes.
//!
//! [`Level::new`] takes raw [`Parts`] and either gives a level in which everything has its place
//! or tells all that is wrong with the parts. Pieces are kept by the cells they cover, so it makes
//! no difference whether a shape was given by the name of its kind or as a list of cells.

use gridwright_core::cost::counted;
use gridwright_core::fault::{Code, Faults, Place};
use gridwright_core::grid::{Cell, Dir, Grid, Symmetry};
use gridwright_core::words;

use super::codes;

/// The longest side of a board.
pub const MOST_SIDE: usize = 32;

/// The colour of a shape or a cat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Red.
    Red,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
    /// Purple.
    Purple,
}

impl Color {
    /// All colours, in the order in which generators take them.
    pub const ALL: [Color; 5] = [
        Color::Red,
        Color::Green,
        Color::Blue,
        Color::Yellow,
        Color::Purple,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::Green => "green",
            Color::Blue => "blue",
            Color::Yellow => "yellow",
            Color::Purple => "purple",
        }
    }

    /// The colour of this name.
    pub fn named(name: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.name() == name)
    }
}

/// A shape that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeKind {
    /// The name in level files.
    pub name: &'static str,
    /// Its cells, from the top left corner of the box around them.
    pub cells: &'static [(i32, i32)],
}

/// The shapes that have names.
pub const KINDS: [ShapeKind; 8] = [
    kind("Single", &[(0, 0)]),
    kind("Domino", &[(0, 0), (1, 0)]),
    kind("I", &[(0, 0), (1, 0), (2, 0)]),
    kind("L", &[(0, 0), (1, 0), (2, 0), (2, 1)]),
    kind("T", &[(0, 0), (1, 0), (2, 0), (1, 1)]),
    kind("S", &[(1, 0), (2, 0), (0, 1), (1, 1)]),
    kind("Z", &[(0, 0), (1, 0), (1, 1), (2, 1)]),
    kind("O", &[(0, 0), (1, 0), (0, 1), (1, 1)]),
];

const fn kind(name: &'static str, cells: &'static [(i32, i32)]) -> ShapeKind {
    ShapeKind { name, cells }
}

impl ShapeKind {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<ShapeKind> {
        KINDS.into_iter().find(|kind| kind.name == name)
    }

    /// The kind with just these cells, given in reading order from their own corner.
    pub fn of(cells: &[Cell]) -> Option<ShapeKind> {
        KINDS.into_iter().find(|kind| {
            let mut own: Vec<Cell> = kind.cells.iter().map(|&c| c.into()).collect();
            own.sort();
            own == cells
        })
    }
}

/// Some cells that hang together. Two footprints are equal when they cover the same cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Footprint {
    corner: Cell,
    offsets: Vec<Cell>,
}

impl Footprint {
    /// From cells of the board; at least one.
    pub(super) fn new(cells: &[Cell]) -> Self {
        let corner = Cell::new(
            cells.iter().map(|c| c.x).min().unwrap_or(0),
            cells.iter().map(|c| c.y).min().unwrap_or(0),
        );
        let mut offsets: Vec<Cell> = cells
            .iter()
            .map(|c| c.offset(-corner.x, -corner.y))
            .collect();
        offsets.sort();
        Footprint { corner, offsets }
    }

    /// The top left corner of the box around the cells.
    pub fn corner(&self) -> Cell {
        self.corner
    }

    /// The cells as seen from the corner, in reading order.
    pub fn offsets(&self) -> &[Cell] {
        &self.offsets
    }

    /// The cells covered when the corner lies at `corner`.
    pub fn cells_at(&self, corner: Cell) -> impl Iterator<Item = Cell> {
        self.offsets
            .iter()
            .map(move |offset| corner.offset(offset.x, offset.y))
    }

    /// The cells covered at the start.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.cells_at(self.corner)
    }
}

/// A shape that slides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The cells it covers at the start.
    pub footprint: Footprint,
    /// Its colour.
    pub color: Color,
    /// How many cats must be home before it moves.
    pub unlock: u64,
    /// Shapes with the same number move together.
    pub tandem: Option<i64>,
}

/// A cat that wants to go home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cat {
    /// Where it sits.
    pub at: Cell,
    /// Its colour.
    pub color: Color,
    /// Whether it sits on a blocker.
    pub on_blocker: bool,
}

/// A word that ought to stand for a `T`: what it stands for, or the word itself if it does not.
pub type Spelled<T> = Result<T, String>;

/// What a level is made from, before anything is checked.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Rows of `#` (nothing) and `.` (floor).
    pub floor: Vec<String>,
    /// Cells of each blocker, as offsets from a place.
    pub blockers: Vec<(Cell, Vec<Cell>)>,
    /// The shapes.
    pub shapes: Vec<ShapePart>,
    /// The cats.
    pub cats: Vec<CatPart>,
}

/// A shape, before anything is checked.
#[derive(Clone, Debug)]
pub struct ShapePart {
    /// The cells as offsets, or the name of a kind that is not known.
    pub cells: Spelled<Vec<Cell>>,
    /// The place the offsets count from.
    pub at: Cell,
    /// The colour.
    pub color: Spelled<Color>,
    /// How many cats must be home before it moves.
    pub unlock: i64,
    /// Shapes with the same number move together.
    pub tandem: Option<i64>,
}

/// A cat, before anything is checked.
#[derive(Clone, Debug)]
pub struct CatPart {
    /// Where it sits.
    pub at: Cell,
    /// The colour.
    pub color: Spelled<Color>,
    /// Whether it claims to sit on a blocker.
    pub on_blocker: bool,
}

/// A level in which everything has its place. Equal levels have the same floor and the same
/// pieces in the same order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    floor: Grid<bool>,
    blocked: Grid<bool>,
    blockers: Vec<Footprint>,
    shapes: Vec<Shape>,
    cats: Vec<Cat>,
    /// For every shape, the first shape of its tandem (itself if it moves alone).
    leaders: Vec<usize>,
}

impl Level {
    /// The level of these parts, or everything that is wrong with them.
    pub fn new(parts: Parts) -> Result<Level, Faults> {
        let mut faults = Faults::new();
        let floor = read_floor(&parts.floor, &mut faults);
        // With no floor plan to speak of, everything else would only be beside it.
        let known_floor = faults.is_empty();
        let mut check = Check {
            blocked: Grid::filled(floor.width(), floor.height(), false),
            known_floor,
            floor,
            faults,
        };
        let blockers = check.blockers(&parts.blockers);
        let (cats, cat_at) = check.cats(&parts.cats);
        let shapes = check.shapes(&parts.shapes, &cat_at);
        let Check {
            blocked,
            floor,
            faults,
            ..
        } = check;
        faults.or(|| {
            let leaders = (0..shapes.len())
                .map(|i| first_in_tandem(&shapes, i))
                .collect();
            Level {
                floor,
                blocked,
                blockers,
                shapes,
                cats,
                leaders,
            }
        })
    }

    /// Number of columns.
    pub fn width(&self) -> i32 {
        self.floor.width()
    }

    /// Number of rows.
    pub fn height(&self) -> i32 {
        self.floor.height()
    }

    /// Whether there is floor, with or without a blocker on it.
    pub fn is_floor(&self, cell: Cell) -> bool {
        self.floor.get(cell).copied().unwrap_or(false)
    }

    /// Whether a blocker stands there.
    pub fn is_blocked(&self, cell: Cell) -> bool {
        self.blocked.get(cell).copied().unwrap_or(false)
    }

    /// Whether a shape could lie there: floor without a blocker.
    pub fn is_open(&self, cell: Cell) -> bool {
        self.is_floor(cell) && !self.is_blocked(cell)
    }

    /// All cells of the board in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.floor.cells()
    }

    /// The blockers.
    pub fn blockers(&self) -> &[Footprint] {
        &self.blockers
    }

    /// The shapes.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The cats.
    pub fn cats(&self) -> &[Cat] {
        &self.cats
    }

    /// The first shape of a shape's tandem; the shape itself if it moves alone.
    pub fn leader(&self, shape: usize) -> usize {
        self.leaders[shape]
    }

    /// The shapes that move together with the one at `leader`, itself first.
    pub fn tandem(&self, leader: usize) -> impl Iterator<Item = usize> {
        (leader..self.shapes.len()).filter(move |&i| self.leaders[i] == leader)
    }

    /// The level turned and mirrored.
    pub fn transformed(&self, symmetry: Symmetry) -> Level {
        let image = |cell: Cell| symmetry.cell(cell, self.width(), self.height());
        let piece = |footprint: &Footprint| {
            let cells: Vec<Cell> = footprint.cells().map(image).collect();
            Footprint::new(&cells)
        };
        Level {
            floor: self.floor.transformed(symmetry),
            blocked: self.blocked.transformed(symmetry),
            blockers: self.blockers.iter().map(piece).collect(),
            shapes: self
                .shapes
                .iter()
                .map(|shape| Shape {
                    footprint: piece(&shape.footprint),
                    ..shape.clone()
                })
                .collect(),
            cats: self
                .cats
                .iter()
                .map(|cat| Cat {
                    at: image(cat.at),
                    ..*cat
                })
                .collect(),
            leaders: self.leaders.clone(),
        }
    }

    /// The raw material of this level; [`Level::new`] gives the level back.
    pub fn parts(&self) -> Parts {
        let row = |y| {
            (0..self.width())
                .map(|x| {
                    if self.is_floor(Cell::new(x, y)) {
                        '.'
                    } else {
                        '#'
                    }
                })
                .collect()
        };
        Parts {
            floor: (0..self.height()).map(row).collect(),
            blockers: self
                .blockers
                .iter()
                .map(|blocker| (blocker.corner, blocker.offsets.clone()))
                .collect(),
            shapes: self
                .shapes
                .iter()
                .map(|shape| ShapePart {
                    cells: Ok(shape.footprint.offsets.clone()),
                    at: shape.footprint.corner,
                    color: Ok(shape.color),
                    unlock: shape.unlock as i64,
                    tandem: shape.tandem,
                })
                .collect(),
            cats: self
                .cats
                .iter()
                .map(|cat| CatPart {
                    at: cat.at,
                    color: Ok(cat.color),
                    on_blocker: cat.on_blocker,
                })
                .collect(),
        }
    }
}

fn first_in_tandem(shapes: &[Shape], index: usize) -> usize {
    let tandem = shapes[index].tandem;
    let same = |shape: &Shape| tandem.is_some() && shape.tandem == tandem;
    shapes.iter().position(same).unwrap_or(index)
}

fn read_floor(rows: &[String], faults: &mut Faults) -> Grid<bool> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    if !(1..=MOST_SIDE).contains(&rows.len()) || !(1..=MOST_SIDE).contains(&width) {
        let message = format!(
            "the floor is {width} x {}; sides are 1 to {MOST_SIDE}",
            rows.len()
        );
        faults.add(codes::SIZE, message, Place::pointer("/floor"));
        return Grid::filled(0, 0, false);
    }
    let mut values = Vec::with_capacity(width * rows.len());
    for (y, row) in rows.iter().enumerate() {
        let at = || Place::pointer(format!("/floor/{y}"));
        let length = row.chars().count();
        if length != width {
            let message = format!(
                "row {} has {}, row 1 has {width}",
                y + 1,
                counted(length as u64, "cell", "cells")
            );
            faults.add(codes::RAGGED, message, at());
        }
        for (x, letter) in row.chars().enumerate() {
            if !matches!(letter, '#' | '.') {
                let message = format!("{letter:?} is neither '#' nor '.'");
                let place = at().with_cells([Cell::new(x as i32, y as i32)]);
                faults.add(codes::FLOOR_CHARACTER, message, place);
            }
        }
        let row = row
            .chars()
            .map(|letter| letter == '.')
            .chain(std::iter::repeat(false));
        values.extend(row.take(width));
    }
    Grid::from_values(width as i32, rows.len() as i32, values).expect("every row was cut to width")
}

/// A part of a list. Its place is put into words only where something is wrong with it: generators
/// check many levels.
#[derive(Clone, Copy)]
struct Part(&'static str, usize);

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "/{}/{}", self.0, self.1)
    }
}

/// What is known while parts are being checked.
struct Check {
    floor: Grid<bool>,
    blocked: Grid<bool>,
    known_floor: bool,
    faults: Faults,
}

impl Check {
    fn blockers(&mut self, parts: &[(Cell, Vec<Cell>)]) -> Vec<Footprint> {
        let mut blockers = Vec::new();
        for (i, (at, offsets)) in parts.iter().enumerate() {
            let part = Part("blockers", i);
            let Some(footprint) = self.footprint(*at, offsets, part) else {
                continue;
            };
            self.on_floor("a blocker", footprint.cells(), part);
            for cell in footprint.cells() {
                if let Some(blocked) = self.blocked.get_mut(cell) {
                    *blocked = true;
                }
            }
            blockers.push(footprint);
        }
        blockers
    }

    /// The cats, and the colour of the cat on each cell.
    fn cats(&mut self, parts: &[CatPart]) -> (Vec<Cat>, Grid<Option<Color>>) {
        let mut cats = Vec::new();
        let mut taken = Grid::filled(self.floor.width(), self.floor.height(), false);
        let mut color_at = Grid::filled(self.floor.width(), self.floor.height(), None);
        if parts.is_empty() {
            let message = "the level has no cats";
            self.faults
                .add(codes::NO_CATS, message, Place::pointer("/cats"));
        }
        for (i, part) in parts.iter().enumerate() {
            let pointer = Part("cats", i);
            let color = self.color(&part.color, pointer);
            if !self.on_floor("a cat", [part.at], pointer) {
                continue;
            }
            let Some(taken) = taken.get_mut(part.at) else {
                continue;
            };
            let at = || Place::pointer(pointer.to_string()).with_cells([part.at]);
            if std::mem::replace(taken, true) {
                let message = format!("two cats sit in {}", words::place(part.at));
                self.faults.add(codes::CATS_OVERLAP, message, at());
            }
            match (part.on_blocker, self.blocked[part.at]) {
                (true, false) => {
                    let message =
                        format!("no blocker is under the cat in {}", words::place(part.at));
                    self.faults.add(codes::NOTHING_UNDER_CAT, message, at());
                }
                (false, true) => {
                    let message = format!(
                        "a plain cat sits on the blocker in {}",
                        words::place(part.at)
                    );
                    self.faults.add(codes::CAT_ON_BLOCKER, message, at());
                }
                _ => {}
            }
            let Some(color) = color else { continue };
            color_at[part.at] = Some(color);
            cats.push(Cat {
                at: part.at,
                color,
                on_blocker: part.on_blocker,
            });
        }
        (cats, color_at)
    }

    fn shapes(&mut self, parts: &[ShapePart], cat_at: &Grid<Option<Color>>) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let mut covered = Grid::filled(self.floor.width(), self.floor.height(), false);
        for (i, part) in parts.iter().enumerate() {
            let pointer = Part("shapes", i);
            let color = self.color(&part.color, pointer);
            if part.unlock < 0 {
                let place = Place::pointer(format!("{pointer}/unlock"));
                let message = "a lock cannot wait for fewer than no cats";
                self.faults.add(codes::NEGATIVE_UNLOCK, message, place);
            }
            let footprint = match &part.cells {
                Ok(offsets) => self.footprint(part.at, offsets, pointer),
                Err(name) => {
                    let known: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
                    let message = format!(
                        "no shape is called {name:?}; there are {}",
                        known.join(", ")
                    );
                    let place = Place::pointer(format!("{pointer}/kind"));
                    self.faults.add(codes::UNKNOWN_KIND, message, place);
                    None
                }
            };
            let Some(footprint) = footprint else { continue };
            self.on_floor("a shape", footprint.cells(), pointer);
            for cell in footprint.cells() {
                let Some(covered) = covered.get_mut(cell) else {
                    continue;
                };
                let mut add = |code: Code, message: String| {
                    let place = Place::pointer(pointer.to_string()).with_cells([cell]);
                    self.faults.add(code, message, place);
                };
                match covered {
                    true => add(
                        codes::SHAPES_OVERLAP,
                        format!("two shapes lie in {}", words::place(cell)),
                    ),
                    false => *covered = true,
                }
                if self.blocked[cell] {
                    add(
                        codes::SHAPE_ON_BLOCKER,
                        format!("a shape lies on the blocker in {}", words::place(cell)),
                    );
                }
                if let (Some(color), Some(cat)) = (color, cat_at[cell])
                    && color != cat
                {
                    add(
                        codes::SHAPE_ON_CAT,
                        format!(
                            "a {} shape lies on the {} cat in {}",
                            color.name(),
                            cat.name(),
                            words::place(cell)
                        ),
                    );
                }
            }
            let Some(color) = color else { continue };
            shapes.push(Shape {
                footprint,
                color,
                unlock: part.unlock.max(0) as u64,
                tandem: part.tandem,
            });
        }
        shapes
    }

    fn color(&mut self, color: &Spelled<Color>, pointer: Part) -> Option<Color> {
        match color {
            Ok(color) => Some(*color),
            Err(word) => {
                let known: Vec<&str> = Color::ALL.iter().map(|color| color.name()).collect();
                let message = format!("{word:?} is no colour; there are {}", known.join(", "));
                let place = Place::pointer(format!("{pointer}/color"));
                self.faults.add(codes::UNKNOWN_COLOR, message, place);
                None
            }
        }
    }

    /// The footprint of cells given as offsets, if they make one.
    fn footprint(&mut self, at: Cell, offsets: &[Cell], pointer: Part) -> Option<Footprint> {
        let listed = || Place::pointer(format!("{pointer}/cells"));
        if offsets.is_empty() {
            self.faults
                .add(codes::NO_CELLS, "the list of cells is empty", listed());
            return None;
        }
        let mut sorted = offsets.to_vec();
        sorted.sort();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            let message = "a cell is listed twice";
            self.faults.add(codes::REPEATED_CELL, message, listed());
            return None;
        }
        if !hangs_together(&sorted) {
            let message = "the cells do not hang together";
            self.faults.add(codes::SCATTERED_CELLS, message, listed());
            return None;
        }
        // Far-off numbers stay far off the floor without overflowing.
        let cells: Vec<Cell> = sorted
            .iter()
            .map(|c| Cell::new(at.x.saturating_add(c.x), at.y.saturating_add(c.y)))
            .collect();
        if cells.iter().any(|cell| !self.floor.contains(*cell)) {
            let message = "a piece lies beside the board";
            if self.known_floor {
                let place = Place::pointer(pointer.to_string());
                self.faults.add(codes::OFF_FLOOR, message, place);
            }
            return None;
        }
        Some(Footprint::new(&cells))
    }

    /// Whether a piece lies on floor; reports it if not.
    fn on_floor(
        &mut self,
        what: &str,
        cells: impl IntoIterator<Item = Cell>,
        pointer: Part,
    ) -> bool {
        let beside: Vec<Cell> = cells
            .into_iter()
            .filter(|cell| !self.floor.get(*cell).copied().unwrap_or(false))
            .collect();
        if beside.is_empty() || !self.known_floor {
            return beside.is_empty();
        }
        let message = format!("{what} lies beside the floor");
        let place = Place::pointer(pointer.to_string()).with_cells(beside);
        self.faults.add(codes::OFF_FLOOR, message, place);
        false
    }
}

/// Whether sorted, different cells form one polyomino.
fn hangs_together(sorted: &[Cell]) -> bool {
    let mut seen = vec![false; sorted.len()];
    let mut stack = vec![0];
    seen[0] = true;
    while let Some(index) = stack.pop() {
        for dir in Dir::ALL {
            let (dx, dy) = dir.delta();
            let Cell { x, y } = sorted[index];
            let (Some(x), Some(y)) = (x.checked_add(dx), y.checked_add(dy)) else {
                continue;
            };
            if let Ok(next) = sorted.binary_search(&Cell::new(x, y))
                && !std::mem::replace(&mut seen[next], true)
            {
                stack.push(next);
            }
        }
    }
    seen.into_iter().all(|seen| seen)
}
