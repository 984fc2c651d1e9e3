//! Gates and droplets between the walls.

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::rng::Rng;

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::canvas::{Canvas, Wanted};
use super::idea::Idea;
use super::motif::{Wall, motif, paint_walls};

/// Lays walls, gates and droplets for some ideas.
pub(super) fn compose(wanted: &Wanted, ideas: &[Idea], rng: &mut Rng) -> Canvas {
    let motif = motif(wanted, rng);
    let mut canvas = Canvas::bare(wanted, motif.mirror);
    let walls = if wanted.lines || wanted.grey {
        motif.walls
    } else {
        Vec::new()
    };
    paint_walls(&mut canvas, &walls, wanted, rng);
    gates(&mut canvas, &walls, wanted, ideas, rng);
    droplets(&mut canvas, wanted, ideas, rng);
    holes(&mut canvas, wanted, rng);
    canvas
}

const SECONDARIES: [Color; 3] = [Color::Orange, Color::Green, Color::Purple];

fn a_color(secondary: bool, rng: &mut Rng) -> Color {
    let from = if secondary {
        SECONDARIES
    } else {
        Color::PRIMARIES
    };
    from[rng.index(3)]
}

/// The gates that the ideas speak of, and seldom another one.
fn gates(canvas: &mut Canvas, walls: &[Wall], wanted: &Wanted, ideas: &[Idea], rng: &mut Rng) {
    let switches = wanted.switches.contains(&true);
    let mut kinds: Vec<Idea> = ideas.to_vec();
    let all = [(Idea::Negate, wanted.negation), (Idea::Switch, switches)];
    for (idea, may) in all {
        kinds.extend((may && rng.chance(1, 4)).then_some(idea));
    }
    for idea in kinds {
        if !matches!(idea, Idea::Negate | Idea::Switch) {
            continue;
        }
        let in_wall = rng.chance(2, 3).then(|| wall_place(canvas, walls, rng));
        let (cell, upright) = match in_wall.flatten() {
            Some((cell, upright)) => (Some(cell), Some(upright)),
            None => (free_cell(canvas, false, rng), None),
        };
        let gate = if idea == Idea::Negate {
            Some(Fixture::Negation(a_color(
                wanted.secondaries && rng.chance(1, 4),
                rng,
            )))
        } else {
            a_switch(upright, wanted, rng)
        };
        if let (Some(cell), Some(gate)) = (cell, gate) {
            canvas.paint[cell] = None;
            canvas.fixture[cell] = Some(gate);
        }
    }
}

/// A straight piece of a wall, and whether the wall stands upright there; the gap of a grey wall
/// first.
fn wall_place(canvas: &Canvas, walls: &[Wall], rng: &mut Rng) -> Option<(Cell, bool)> {
    let wall = rng.pick(walls)?;
    if wall.len() < 3 {
        return None;
    }
    let gap = wall.iter().position(|&cell| canvas.is_free(cell));
    let i = gap.unwrap_or_else(|| 1 + rng.index(wall.len() - 2));
    let (before, at, after) = (wall.get(i.checked_sub(1)?)?, wall[i], wall.get(i + 1)?);
    let upright = before.x == at.x && at.x == after.x;
    let lying = before.y == at.y && at.y == after.y;
    (upright != lying && canvas.fixture[at].is_none()).then_some((at, upright))
}

fn a_switch(upright: Option<bool>, wanted: &Wanted, rng: &mut Rng) -> Option<Fixture> {
    let sides: Vec<usize> = (0..3).filter(|&i| wanted.switches[i]).collect();
    let count = 2 + *rng.pick(&sides)?;
    let mut dirs = Dir::ALL.to_vec();
    rng.shuffle(&mut dirs);
    if let Some(upright) = upright {
        // The way leads across the wall.
        let across = if upright {
            [Dir::West, Dir::East]
        } else {
            [Dir::North, Dir::South]
        };
        dirs.sort_by_key(|dir| !across.contains(dir));
    }
    let mut colors: Vec<Color> = Color::PRIMARIES.to_vec();
    if wanted.secondaries {
        colors.push(a_color(true, rng));
    }
    if wanted.cuts && rng.chance(1, 3) {
        colors.push(Color::White);
    }
    rng.shuffle(&mut colors);
    let mut gate = [None; 4];
    for (&dir, &color) in dirs[..count].iter().zip(colors.iter().cycle()) {
        gate[dir as usize] = Some(color);
    }
    Some(Fixture::Switch(gate))
}

/// A free cell apart from other fixtures.
fn free_cell(canvas: &Canvas, at_edge: bool, rng: &mut Rng) -> Option<Cell> {
    let (w, h) = (canvas.paint.width(), canvas.paint.height());
    let is_edge = |cell: Cell| cell.x == 0 || cell.y == 0 || cell.x == w - 1 || cell.y == h - 1;
    let cells: Vec<Cell> = canvas
        .paint
        .cells()
        .filter(|&cell| is_apart(canvas, cell) && (!at_edge || is_edge(cell)))
        .collect();
    rng.pick(&cells).copied()
}

fn is_apart(canvas: &Canvas, cell: Cell) -> bool {
    let mut around = Dir::ALL.into_iter().map(|dir| cell.step(dir));
    let alone = around.all(|beside| canvas.fixture.get(beside).is_none_or(Option::is_none));
    canvas.is_free(cell) && alone
}

/// Droplets, mostly at the edge and often in pairs that face each other.
fn droplets(canvas: &mut Canvas, wanted: &Wanted, ideas: &[Idea], rng: &mut Rng) {
    let mut colors: Vec<Color> = Color::PRIMARIES.to_vec();
    rng.shuffle(&mut colors);
    let most = 2 + usize::from(wanted.strokes.1 >= 3);
    colors.truncate(1 + rng.index(most));
    if wanted.secondaries && rng.chance(1, 2) {
        colors.push(a_color(true, rng));
    }
    let cuts = ideas.contains(&Idea::Cut);
    if cuts || wanted.cuts && rng.chance(1, 4) {
        colors.push(Color::White);
    }
    if ideas.contains(&Idea::Later) && colors.len() < 2 {
        colors.push(a_color(false, rng));
    }
    let mut image: Option<Cell> = None;
    for color in colors {
        let facing = image.take().filter(|&cell| is_apart(canvas, cell));
        let at_edge = rng.chance(3, 4);
        let Some(cell) = facing.or_else(|| free_cell(canvas, at_edge, rng)) else {
            continue;
        };
        canvas.fixture[cell] = Some(Fixture::Droplet(color));
        if facing.is_none() && rng.chance(3, 4) {
            image = Some(canvas.image(cell));
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
