//! A canvas that is being laid, and what may be laid on it.

use gridwright_core::grid::{Cell, Grid};

use crate::tint::color::{Color, Mixing};
use crate::tint::level::{Fixture, GatePart, Parts, StartRule};

/// What may be laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) width: i32,
    pub(super) height: i32,
    /// The fewest and the most strokes.
    pub(super) strokes: (u64, u64),
    /// How many ideas a level is about.
    pub(super) ideas: usize,
    /// The fewest and the most figures.
    pub(super) figures: (usize, usize),
    pub(super) mixing: bool,
    pub(super) lines: bool,
    pub(super) cuts: bool,
    pub(super) negation: bool,
    /// Switch gates with two, three, four sides.
    pub(super) switches: [bool; 3],
    pub(super) secondaries: bool,
    pub(super) grey: bool,
    /// Of a hundred cells, so many are left out of the paper.
    pub(super) holes: u64,
    pub(super) absorb: bool,
    pub(super) start: StartRule,
    pub(super) tail: i64,
}

/// A symmetry that what is laid more or less has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mirror {
    LeftRight,
    TopBottom,
    HalfTurn,
}

/// A canvas that is being laid.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    pub(super) paint: Grid<Option<Color>>,
    pub(super) fixture: Grid<Option<Fixture>>,
    pub(super) void: Grid<bool>,
    pub(super) mixing: Mixing,
    /// How what is laid is turned or mirrored.
    pub(super) mirror: Mirror,
    start: StartRule,
    tail: i64,
}

impl Canvas {
    /// Bare paper.
    pub(super) fn bare(wanted: &Wanted, mirror: Mirror) -> Canvas {
        let (width, height) = (wanted.width, wanted.height);
        Canvas {
            paint: Grid::filled(width, height, None),
            fixture: Grid::filled(width, height, None),
            void: Grid::filled(width, height, false),
            mixing: if wanted.absorb {
                Mixing::Absorb
            } else {
                Mixing::Strict
            },
            mirror,
            start: wanted.start,
            tail: wanted.tail,
        }
    }

    /// Whether there is paper with nothing on it.
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        self.is_paper(cell) && self.paint[cell].is_none() && self.fixture[cell].is_none()
    }

    /// Whether there is paper.
    pub(super) fn is_paper(&self, cell: Cell) -> bool {
        self.void.get(cell) == Some(&false)
    }

    /// Where the image of a cell lies.
    pub(super) fn image(&self, cell: Cell) -> Cell {
        let (w, h) = (self.paint.width(), self.paint.height());
        match self.mirror {
            Mirror::LeftRight => Cell::new(w - 1 - cell.x, cell.y),
            Mirror::TopBottom => Cell::new(cell.x, h - 1 - cell.y),
            Mirror::HalfTurn => Cell::new(w - 1 - cell.x, h - 1 - cell.y),
        }
    }

    /// The droplets, in reading order.
    pub(super) fn droplets(&self) -> Vec<(Cell, Color)> {
        let fixtures = self.fixture.iter();
        fixtures
            .filter_map(|(cell, fixture)| match fixture {
                Some(Fixture::Droplet(color)) => Some((cell, *color)),
                Some(Fixture::Target(_) | Fixture::Negation(_) | Fixture::Switch(_)) | None => None,
            })
            .collect()
    }

    /// The level of this canvas with targets on it, as parts.
    pub(super) fn parts(&self, targets: &[(Cell, Color)]) -> Parts {
        let place = |cell: Cell| [i64::from(cell.x), i64::from(cell.y)];
        let mut parts = Parts {
            width: self.paint.width().into(),
            height: self.paint.height().into(),
            tail: self.tail,
            start: self.start,
            mixing: self.mixing,
            ..Parts::default()
        };
        for (cell, &void) in self.void.iter() {
            if void {
                parts.void.push(place(cell));
                continue;
            }
            if let Some(color) = self.paint[cell] {
                parts
                    .paint
                    .push((color.name().to_owned(), vec![place(cell)]));
            }
            match self.fixture[cell] {
                Some(Fixture::Droplet(color)) => {
                    parts.droplets.push((color.name().to_owned(), place(cell)));
                }
                Some(Fixture::Negation(color)) => {
                    let gate = GatePart::Negation(color.name().to_owned());
                    parts.gates.push((place(cell), gate));
                }
                Some(Fixture::Switch(sides)) => {
                    let sides = sides.map(|side| side.map(|color| color.name().to_owned()));
                    parts.gates.push((place(cell), GatePart::Switch(sides)));
                }
                Some(Fixture::Target(_)) | None => {}
            }
        }
        for &(cell, color) in targets {
            parts.targets.push((color.name().to_owned(), place(cell)));
        }
        parts
    }
}
