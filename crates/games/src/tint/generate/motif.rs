//! Motifs on open paper: bars, rings, rings in rings, combs, crosses, boxed corners; gates in them.
//!
//! Everything is laid symmetrically where it can be: what stands left of the middle has its image
//! on the right, in the same colour or in another.

use gridwright_core::grid::{Cell, Dir, Grid};
use gridwright_core::rng::Rng;

use crate::tint::color::{Color, Mixing};
use crate::tint::level::{Fixture, GatePart, Parts, StartRule};

/// What may be laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) width: i32,
    pub(super) height: i32,
    /// The fewest and the most strokes.
    pub(super) strokes: (u64, u64),
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

/// A canvas that is being laid.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    pub(super) paint: Grid<Option<Color>>,
    pub(super) fixture: Grid<Option<Fixture>>,
    pub(super) void: Grid<bool>,
    pub(super) mixing: Mixing,
    start: StartRule,
    tail: i64,
}

impl Canvas {
    /// Bare paper.
    fn bare(wanted: &Wanted) -> Canvas {
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

/// A wall: its cells, in order.
type Wall = Vec<Cell>;

/// Lays walls, gates and droplets.
pub(super) fn compose(wanted: &Wanted, rng: &mut Rng) -> Canvas {
    let mut canvas = Canvas::bare(wanted);
    let walls = if wanted.lines || wanted.grey {
        walls(wanted, rng)
    } else {
        Vec::new()
    };
    paint_walls(&mut canvas, &walls, wanted, rng);
    gates_in_walls(&mut canvas, &walls, wanted, rng);
    free_gates(&mut canvas, wanted, rng);
    droplets(&mut canvas, wanted, rng);
    holes(&mut canvas, wanted, rng);
    canvas
}

fn row(y: i32, from: i32, to: i32) -> Wall {
    (from..=to).map(|x| Cell::new(x, y)).collect()
}

fn column(x: i32, from: i32, to: i32) -> Wall {
    (from..=to).map(|y| Cell::new(x, y)).collect()
}

/// The outline of a rectangle.
fn ring(left: i32, top: i32, right: i32, bottom: i32) -> Wall {
    let mut wall = row(top, left, right);
    wall.extend(column(right, top + 1, bottom));
    wall.extend(row(bottom, left, right - 1).into_iter().rev());
    wall.extend(column(left, top + 1, bottom - 1).into_iter().rev());
    wall
}

/// Walls of one motif or two.
fn walls(wanted: &Wanted, rng: &mut Rng) -> Vec<Wall> {
    let (w, h) = (wanted.width, wanted.height);
    let between = |rng: &mut Rng, low: i32, high: i32| {
        rng.between(i64::from(low), i64::from(high.max(low))) as i32
    };
    let mut walls = Vec::new();
    match rng.below(10) {
        // One bar, off the middle or in it.
        0 => walls.push(column(between(rng, 2, w - 3), 0, h - 1)),
        // Two bars, each the image of the other.
        1 | 2 if w >= 8 => {
            let x = between(rng, 2, w / 2 - 2);
            walls.push(column(x, 0, h - 1));
            walls.push(column(w - 1 - x, 0, h - 1));
        }
        // A ring in the middle.
        3 | 4 => {
            let (x, y) = (between(rng, 1, (w - 4) / 2), between(rng, 1, (h - 3) / 2));
            walls.push(ring(x, y, w - 1 - x, h - 1 - y));
            let (x, y) = (x + 2, y + 2);
            if w - 1 - x - x >= 2 && h - 1 - y - y >= 2 && rng.chance(2, 3) {
                walls.push(ring(x, y, w - 1 - x, h - 1 - y));
            }
        }
        // Two rings side by side.
        5 | 6 if w >= 9 => {
            let half = (w - 1) / 2;
            let left = between(rng, 0, 1);
            let top = between(rng, 0, (h - 4) / 2);
            let right = half - 1;
            walls.push(ring(left, top, right, h - 1 - top));
            walls.push(ring(w - 1 - right, top, w - 1 - left, h - 1 - top));
        }
        // A comb.
        7 => {
            let y = between(rng, 2, h - 3);
            walls.push(row(y, 0, w - 1));
            let teeth = between(rng, 1, 2);
            for tooth in 1..=teeth {
                let x = w * tooth / (teeth + 1);
                walls.push(column(x, y + 1, h - 1));
            }
        }
        // A cross.
        8 => {
            let (x, y) = (w / 2, h / 2);
            walls.push(column(x, 0, h - 1));
            walls.push(row(y, 0, x - 1));
            walls.push(row(y, x + 1, w - 1));
        }
        // Boxed corners.
        _ => {
            let (x, y) = (between(rng, 2, 3), between(rng, 2, (h - 2).min(3)));
            let mut corner = column(x, 0, y);
            corner.extend(row(y, 0, x - 1).into_iter().rev());
            let image: Wall = corner
                .iter()
                .map(|cell| Cell::new(w - 1 - cell.x, h - 1 - cell.y))
                .collect();
            walls.push(corner);
            walls.push(image);
            if rng.chance(1, 2) && w >= 9 {
                let middle = w / 2;
                walls.push(column(middle, 0, h - 1));
            }
        }
    }
    walls
}

fn paint_walls(canvas: &mut Canvas, walls: &[Wall], wanted: &Wanted, rng: &mut Rng) {
    let mut colors: Vec<Color> = Color::PRIMARIES.to_vec();
    if wanted.cuts || wanted.absorb {
        colors.extend([Color::Orange, Color::Green, Color::Purple]);
    }
    let twins = rng.chance(1, 2).then(|| rng.index(colors.len()));
    for wall in walls {
        let mut color = colors[twins.unwrap_or_else(|| rng.index(colors.len()))];
        if wanted.grey && rng.chance(1, 4) {
            color = Color::Grey;
        }
        // Some walls change their colour half way.
        let turn = if rng.chance(1, 4) {
            wall.len() / 2
        } else {
            wall.len()
        };
        let second = colors[rng.index(colors.len())];
        for (i, &cell) in wall.iter().enumerate() {
            let color = if i < turn { color } else { second };
            if canvas.is_paper(cell) && (wanted.lines || color == Color::Grey) {
                canvas.paint[cell] = Some(color);
            }
        }
        if color == Color::Grey && !wall.is_empty() {
            // Nothing passes grey, so it has a gap.
            let gap = wall[wall.len() / 2];
            canvas.paint[gap] = None;
        }
    }
}

/// A colour of the sides of a switch gate or of a droplet.
fn any_color(wanted: &Wanted, rng: &mut Rng) -> Color {
    if wanted.secondaries && rng.chance(1, 4) {
        [Color::Orange, Color::Green, Color::Purple][rng.index(3)]
    } else {
        Color::PRIMARIES[rng.index(3)]
    }
}

fn a_gate(across: Option<bool>, wanted: &Wanted, rng: &mut Rng) -> Option<Fixture> {
    let sides: Vec<usize> = (0..3).filter(|&i| wanted.switches[i]).collect();
    if wanted.negation && (sides.is_empty() || rng.chance(1, 2)) {
        let color = if wanted.secondaries && rng.chance(1, 5) {
            [Color::Orange, Color::Green, Color::Purple][rng.index(3)]
        } else {
            Color::PRIMARIES[rng.index(3)]
        };
        return Some(Fixture::Negation(color));
    }
    let count = 2 + *rng.pick(&sides)?;
    let mut dirs = Dir::ALL.to_vec();
    rng.shuffle(&mut dirs);
    if let Some(upright) = across {
        // The way leads across the wall.
        let (one, other) = if upright {
            (Dir::West, Dir::East)
        } else {
            (Dir::North, Dir::South)
        };
        dirs.retain(|&dir| dir != one && dir != other);
        dirs.insert(0, one);
        dirs.insert(1, other);
    }
    let mut gate = [None; 4];
    for &dir in &dirs[..count] {
        let color = if wanted.cuts && rng.chance(1, 6) {
            Color::White
        } else {
            any_color(wanted, rng)
        };
        gate[dir as usize] = Some(color);
    }
    Some(Fixture::Switch(gate))
}

fn gates_in_walls(canvas: &mut Canvas, walls: &[Wall], wanted: &Wanted, rng: &mut Rng) {
    let gated = wanted.negation || wanted.switches.contains(&true);
    for wall in walls {
        if !gated || wall.len() < 3 || !rng.chance(1, 2) {
            continue;
        }
        let i = 1 + rng.index(wall.len() - 2);
        let upright = wall[i - 1].x == wall[i].x && wall[i].x == wall[i + 1].x;
        let level = wall[i - 1].y == wall[i].y && wall[i].y == wall[i + 1].y;
        if upright == level || canvas.fixture[wall[i]].is_some() {
            continue;
        }
        if let Some(gate) = a_gate(Some(upright), wanted, rng) {
            canvas.paint[wall[i]] = None;
            canvas.fixture[wall[i]] = Some(gate);
        }
    }
}

fn free_cell(canvas: &Canvas, at_edge: bool, rng: &mut Rng) -> Option<Cell> {
    let (w, h) = (canvas.paint.width(), canvas.paint.height());
    let is_edge = |cell: Cell| cell.x == 0 || cell.y == 0 || cell.x == w - 1 || cell.y == h - 1;
    let apart = |cell: Cell| {
        let mut around = Dir::ALL.into_iter().map(|dir| cell.step(dir));
        around.all(|beside| canvas.fixture.get(beside).is_none_or(Option::is_none))
    };
    let cells: Vec<Cell> = canvas
        .paint
        .cells()
        .filter(|&cell| canvas.is_free(cell) && apart(cell) && (!at_edge || is_edge(cell)))
        .collect();
    rng.pick(&cells).copied()
}

fn free_gates(canvas: &mut Canvas, wanted: &Wanted, rng: &mut Rng) {
    let gated = wanted.negation || wanted.switches.contains(&true);
    for _ in 0..if gated { rng.below(2) } else { 0 } {
        if let Some(cell) = free_cell(canvas, false, rng)
            && let Some(gate) = a_gate(None, wanted, rng)
        {
            canvas.fixture[cell] = Some(gate);
        }
    }
}

/// Droplets at the edge, often in pairs that face each other.
fn droplets(canvas: &mut Canvas, wanted: &Wanted, rng: &mut Rng) {
    let most = 2 + wanted.strokes.1.min(4) / 2;
    let count = 1 + rng.below(most);
    let (w, h) = (canvas.paint.width(), canvas.paint.height());
    let mut colors: Vec<Color> = Color::PRIMARIES.to_vec();
    rng.shuffle(&mut colors);
    if wanted.cuts && rng.chance(3, 4) {
        colors.insert(rng.index(2), Color::White);
    }
    if wanted.secondaries && rng.chance(1, 2) {
        let secondaries = [Color::Orange, Color::Green, Color::Purple];
        colors.insert(rng.index(3), secondaries[rng.index(3)]);
    }
    let mut image: Option<Cell> = None;
    for color in colors.into_iter().cycle().take(count as usize + 1) {
        let facing = image.take().filter(|&cell| canvas.is_free(cell));
        let at_edge = rng.chance(3, 4);
        let Some(cell) = facing.or_else(|| free_cell(canvas, at_edge, rng)) else {
            continue;
        };
        canvas.fixture[cell] = Some(Fixture::Droplet(color));
        if facing.is_none() && rng.chance(1, 2) {
            image = Some(match rng.below(3) {
                0 => Cell::new(w - 1 - cell.x, cell.y),
                1 => Cell::new(cell.x, h - 1 - cell.y),
                _ => Cell::new(w - 1 - cell.x, h - 1 - cell.y),
            });
        }
    }
}

fn holes(canvas: &mut Canvas, wanted: &Wanted, rng: &mut Rng) {
    if wanted.holes == 0 {
        return;
    }
    let cells: Vec<Cell> = canvas.paint.cells().collect();
    for cell in cells {
        if canvas.is_free(cell) && rng.chance(wanted.holes, 100) {
            canvas.void[cell] = true;
        }
    }
}
