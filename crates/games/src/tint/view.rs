//! A position as a picture: paper with blobs of paint, droplets, folded figures and gates.
//!
//! A secondary shows the marks of its two primaries side by side, so that the mixing rule can be
//! read from the picture; white is hatched, grey cross-hatched.

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::paper::{Worksheet, recolored};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::{Color as Rgb, Item, Mark, Point, Scene, Shape};
use gridwright_core::words;

use super::color::Color;
use super::level::{Fixture, Level};
use super::rules::{Position, Stroke};
use super::{Tint, names};
use crate::kind::Draws;

impl Draws for Tint {
    fn scene(level: &Level, position: &Position, coming: &[Stroke]) -> Scene {
        scene(level, position, coming)
    }

    const ON_PAPER: &'static [(Rgb, Rgb)] =
        &[(PAPER, Rgb::hex(0xFFFFFF)), (FOLD, Rgb::hex(0x9A938A))];

    fn worksheet(level: &Level) -> Worksheet {
        let board = recolored(scene(level, &level.start(), &[]), Self::ON_PAPER);
        Worksheet::of(
            board,
            "Circles are droplets, squares are paint, kites are the figures to be tinted. A triangle \
             stands for red, a disc for yellow, a square for blue, and two of them for what they mix \
             to. Draw each stroke with a pencil, and its marks along the way.",
        )
    }
}

/// Dark enough for the paper to stand out from it.
const VOID: Rgb = Rgb::hex(0x8A_81_6E);
const PAPER: Rgb = Rgb::hex(0xEDE6D8);
const FOLD: Rgb = Rgb::hex(0xD8CFBD);
const INK: Rgb = Rgb::hex(0x3A342B);
const MARK_ON_DARK: Rgb = Rgb::hex(0xFFFFFF);
const EDGE: f32 = 0.03;

/// How colours look, by their names.
pub(super) const PALETTE: &[(&str, Rgb)] = &[
    ("white", rgb(Color::White)),
    ("red", rgb(Color::Red)),
    ("yellow", rgb(Color::Yellow)),
    ("orange", rgb(Color::Orange)),
    ("blue", rgb(Color::Blue)),
    ("purple", rgb(Color::Purple)),
    ("green", rgb(Color::Green)),
    ("grey", rgb(Color::Grey)),
];

/// How a colour looks.
pub(super) const fn rgb(color: Color) -> Rgb {
    Rgb::hex(match color {
        Color::White => 0xFFFFFF,
        Color::Red => 0xEC2717,
        Color::Yellow => 0xFCDB01,
        Color::Orange => 0xF88F0A,
        Color::Blue => 0x4285F6,
        Color::Purple => 0x583993,
        Color::Green => 0x19CE9E,
        Color::Grey => 0x7D7A75,
    })
}

/// The picture of a position, with coming strokes drawn over it.
pub(super) fn scene(level: &Level, position: &Position, coming: &[Stroke]) -> Scene {
    let (width, height) = (level.width(), level.height());
    let left = level.targets_left(position).count();
    let targets = if left == 1 { "target" } else { "targets" };
    let title = format!("{left} {targets} left");
    let mut scene = canvas(width, height, title);
    for cell in level.ground().cells().filter(|&cell| level.is_paper(cell)) {
        paper(&mut scene, cell);
        let standing = level.standing(position, cell);
        match (level.paint(position, cell), standing) {
            (Some(color), None) => paint(&mut scene, cell, color),
            // Whatever stands on paint has marks of its own.
            (Some(color), Some(_)) => blob(&mut scene, cell, color),
            (None, _) => {}
        }
        match standing {
            Some(Fixture::Droplet(color)) => droplet(&mut scene, cell, color),
            Some(Fixture::Target(color)) => target(&mut scene, cell, color),
            Some(Fixture::Negation(color)) => negation(&mut scene, cell, color),
            Some(Fixture::Switch(sides)) => switch(&mut scene, cell, sides),
            None => {}
        }
    }
    let mut position = position.clone();
    for (i, stroke) in coming.iter().enumerate() {
        draw_stroke(&mut scene, level, &position, i, stroke);
        if level.apply(&mut position, stroke).is_err() {
            break;
        }
    }
    scene
}

/// A canvas of so many columns and rows, without paper.
pub(super) fn canvas(width: i32, height: i32, title: impl Into<String>) -> Scene {
    Scene::new(width as f32, height as f32, title, VOID)
}

fn middle(cell: Cell) -> Point {
    (cell.x as f32 + 0.5, cell.y as f32 + 0.5)
}

fn id(what: &str, cell: Cell) -> String {
    format!("{what}-{}-{}", cell.x, cell.y)
}

fn square(cell: Cell, inset: f32, radius: f32) -> Shape {
    Shape::Rect {
        at: (cell.x as f32 + inset, cell.y as f32 + inset),
        size: (1.0 - 2.0 * inset, 1.0 - 2.0 * inset),
        radius,
    }
}

pub(super) fn paper(scene: &mut Scene, cell: Cell) {
    scene.add(
        Item::new(id("paper", cell), "paper", square(cell, 0.0, 0.0))
            .fill(PAPER)
            .stroke(FOLD, 0.02)
            .at(cell),
    );
}

pub(super) fn paint(scene: &mut Scene, cell: Cell, color: Color) {
    blob(scene, cell, color);
    marks(scene, "paint-mark", cell, middle(cell), 0.09, color);
}

fn blob(scene: &mut Scene, cell: Cell, color: Color) {
    scene.add(
        Item::new(id("paint", cell), "paint", square(cell, 0.06, 0.18))
            .fill(rgb(color))
            .stroke(INK, EDGE)
            .label(format!("{color} paint"))
            .at(cell),
    );
    hatch(scene, cell, color);
}

/// White is hatched, grey is cross-hatched: both are told apart without their brightness.
fn hatch(scene: &mut Scene, cell: Cell, color: Color) {
    let (x, y) = (cell.x as f32, cell.y as f32);
    let rising = [(x + 0.2, y + 0.8), (x + 0.8, y + 0.2)];
    let falling = [(x + 0.2, y + 0.2), (x + 0.8, y + 0.8)];
    let lines: &[(&str, [Point; 2])] = match color {
        Color::White => &[("hatch", rising)],
        Color::Grey => &[("hatch", rising), ("cross-hatch", falling)],
        _ => &[],
    };
    for &(name, points) in lines {
        let shape = Shape::Polyline {
            points: points.to_vec(),
            closed: false,
        };
        scene.add(
            Item::new(id(name, cell), "hatch", shape)
                .stroke(INK, 0.02)
                .opacity(0.5)
                .at(cell),
        );
    }
}

/// The marks of a colour's primaries, side by side.
fn marks(scene: &mut Scene, what: &str, cell: Cell, at: Point, radius: f32, color: Color) {
    let paint = if is_dark(color) { MARK_ON_DARK } else { INK };
    marks_in(scene, what, cell, at, radius, color, paint);
}

/// The same in a paint that stands out from whatever they lie on.
fn marks_in(
    scene: &mut Scene,
    what: &str,
    cell: Cell,
    at: Point,
    radius: f32,
    color: Color,
    paint: Rgb,
) {
    if color == Color::Grey {
        return;
    }
    let primaries: Vec<Color> = Color::PRIMARIES
        .into_iter()
        .filter(|primary| color.bits() & primary.bits() != 0)
        .collect();
    let first = at.0 - radius * 1.2 * (primaries.len() as f32 - 1.0);
    for (i, primary) in primaries.into_iter().enumerate() {
        let mark = match primary {
            Color::Red => Mark::Triangle,
            Color::Yellow => Mark::Disc,
            _ => Mark::Square,
        };
        let shape = Shape::Mark {
            mark,
            center: (first + i as f32 * 2.4 * radius, at.1),
            radius,
        };
        scene.add(
            Item::new(format!("{}-{i}", id(what, cell)), "mark", shape)
                .fill(paint)
                .at(cell),
        );
    }
}

/// Whether a light mark is seen better on a colour than an ink one.
fn is_dark(color: Color) -> bool {
    matches!(color, Color::Red | Color::Blue | Color::Purple)
}

pub(super) fn droplet(scene: &mut Scene, cell: Cell, color: Color) {
    let shape = Shape::Circle {
        center: middle(cell),
        radius: 0.4,
    };
    scene.add(
        Item::new(id("droplet", cell), "droplet", shape)
            .fill(rgb(color))
            .stroke(INK, 2.0 * EDGE)
            .label(names::fixture(Fixture::Droplet(color)))
            .at(cell),
    );
    marks(scene, "droplet-mark", cell, middle(cell), 0.12, color);
}

/// A folded crane, roughly: a kite with a wing.
pub(super) fn target(scene: &mut Scene, cell: Cell, color: Color) {
    let (x, y) = (cell.x as f32, cell.y as f32);
    let outline = |points: &[Point]| Shape::Polyline {
        points: points.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect(),
        closed: true,
    };
    let body = outline(&[(0.5, 0.08), (0.92, 0.5), (0.5, 0.92), (0.08, 0.5)]);
    scene.add(
        Item::new(id("target", cell), "target", body)
            .fill(rgb(color))
            .stroke(INK, EDGE)
            .label(names::fixture(Fixture::Target(color)))
            .at(cell),
    );
    let wing = outline(&[(0.5, 0.08), (0.92, 0.5), (0.5, 0.5)]);
    scene.add(
        Item::new(id("target-wing", cell), "wing", wing)
            .fill(INK)
            .opacity(0.18)
            .at(cell),
    );
    let at = (x + 0.5, y + 0.62);
    marks(scene, "target-mark", cell, at, 0.1, color);
}

pub(super) fn negation(scene: &mut Scene, cell: Cell, color: Color) {
    let ring = Shape::Circle {
        center: middle(cell),
        radius: 0.33,
    };
    // Edges of ink on both sides: some colours are as light as paper.
    scene.add(
        Item::new(format!("{}-edge", id("gate", cell)), "edge", ring.clone())
            .stroke(INK, 0.16 + 2.0 * EDGE)
            .at(cell),
    );
    scene.add(
        Item::new(id("gate", cell), "negation", ring)
            .stroke(rgb(color), 0.16)
            .label(names::fixture(Fixture::Negation(color)))
            .at(cell),
    );
    let (x, y) = middle(cell);
    let bar = Shape::Polyline {
        points: vec![(x - 0.18, y), (x + 0.18, y)],
        closed: false,
    };
    scene.add(
        Item::new(id("gate-bar", cell), "bar", bar)
            .stroke(INK, 0.07)
            .at(cell),
    );
    marks_in(scene, "gate-mark", cell, (x, y - 0.13), 0.08, color, INK);
}

pub(super) fn switch(scene: &mut Scene, cell: Cell, sides: [Option<Color>; 4]) {
    let words: Vec<String> = Dir::ALL
        .into_iter()
        .filter_map(|dir| {
            let color = sides[dir as usize]?;
            Some(format!("{} {color}", words::direction(dir)))
        })
        .collect();
    scene.add(
        Item::new(id("gate", cell), "switch", square(cell, 0.1, 0.1))
            .fill(FOLD)
            .stroke(INK, EDGE)
            .label(format!("switch gate: {}", words.join(", ")))
            .at(cell),
    );
    let (x, y) = middle(cell);
    for dir in Dir::ALL {
        let Some(color) = sides[dir as usize] else {
            continue;
        };
        let (dx, dy) = dir.delta();
        let (dx, dy) = (dx as f32, dy as f32);
        let tip = (x + 0.12 * dx, y + 0.12 * dy);
        let base = |turn: f32| {
            let (sx, sy) = (-dy * turn * 0.3, dx * turn * 0.3);
            (x + 0.4 * dx + sx, y + 0.4 * dy + sy)
        };
        let shape = Shape::Polyline {
            points: vec![tip, base(1.0), base(-1.0)],
            closed: true,
        };
        let name = format!("gate-{}", format!("{dir:?}").to_lowercase());
        scene.add(
            Item::new(id(&name, cell), "side", shape)
                .fill(rgb(color))
                .stroke(INK, 0.02)
                .at(cell),
        );
        let at = (x + 0.31 * dx, y + 0.31 * dy);
        marks(scene, &format!("{name}-mark"), cell, at, 0.05, color);
    }
}

/// A coming stroke, each piece in the colour it has there.
fn draw_stroke(scene: &mut Scene, level: &Level, position: &Position, i: usize, stroke: &Stroke) {
    let mut after = position.clone();
    let Some(&first) = stroke.cells().first() else {
        return;
    };
    let Ok(mut brush) = level.dip(position, first) else {
        return;
    };
    // Strokes lie a little beside each other, so that all of them can be seen.
    let shift = (i % 5) as f32 * 0.07 - 0.14;
    let place = |cell: Cell| {
        let (x, y) = middle(cell);
        (x + shift, y + shift)
    };
    let start = Shape::Circle {
        center: place(first),
        radius: 0.1,
    };
    scene.add(
        Item::new(format!("stroke-{i}-start"), "start", start)
            .fill(rgb(brush.color))
            .stroke(INK, EDGE)
            .label(format!("stroke {}", i + 1))
            .at(first)
            .along(stroke.cells()),
    );
    for (j, pair) in stroke.cells().windows(2).enumerate() {
        if level.extend(&mut after, &mut brush, pair[1]).is_err() {
            return;
        }
        let points = vec![place(pair[0]), place(pair[1])];
        for (name, color, width) in [("edge", INK, 0.13), ("piece", rgb(brush.color), 0.08)] {
            let shape = Shape::Polyline {
                points: points.clone(),
                closed: false,
            };
            scene.add(
                Item::new(format!("stroke-{i}-{name}-{j}"), "stroke", shape)
                    .stroke(color, width)
                    .at(pair[1]),
            );
        }
    }
}
