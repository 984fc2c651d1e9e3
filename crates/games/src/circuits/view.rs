//! A position as a picture: bottom lines as broad channels, top lines thin with a dark edge, pads
//! as circles, terminals as squares with the mark of their colour.

use gridwright_core::grid::Cell;
use gridwright_core::paper::{Worksheet, recolored};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::{Color, Item, Mark, Point, Scene, Shape};

use super::level::{Hue, Layer, Level};
use super::rules::{Move, Position};
use super::{Circuits, names};
use crate::about::Theme;
use crate::kind::Draws;

impl Draws for Circuits {
    fn scene(level: &Level, position: &Position, coming: &[Move]) -> Scene {
        scene(level, position, coming)
    }

    const ON_PAPER: &'static [(Color, Color)] = &[
        (BACKGROUND, Color::hex(0xFF_FF_FF)),
        (LATTICE, Color::hex(0xC4_CC_D4)),
        (CHANNEL, Color::hex(0x6A_76_83)),
    ];

    fn worksheet(level: &Level) -> Worksheet {
        let board = recolored(scene(level, &level.start(), &[]), Self::ON_PAPER);
        Worksheet::of(
            board,
            "Join the terminals of each mark with a pencil, over pads and given lines. Broad channels \
             lie below and are not in the way.",
        )
    }
}

const BACKGROUND: Color = Color::hex(0x10_1A_24);
const LATTICE: Color = Color::hex(0x24_31_3E);
/// The edge of marks, which stands out on every colour that white does not.
const BLACK: Color = Color::hex(0x00_00_00);
/// The edge of lines, pads and terminals. A theme whose colours are as dark as the board gives them
/// another.
const EDGE: Color = Color::hex(0x05_08_0B);
const WHITE: Color = Color::hex(0xF4_F6_F8);
const GREY: Color = Color::hex(0x55_55_55);
/// A bottom line that carries nothing yet.
const CHANNEL: Color = Color::hex(0x8A_96_A3);

/// How many steps a long line goes from one of its marks to the next.
const STEPS_PER_MARK: usize = 4;

/// The colours of lines on screen, by their names.
pub(super) const PALETTE: &[(&str, Color)] = &[
    ("red", paint(Hue::Red)),
    ("green", paint(Hue::Green)),
    ("blue", paint(Hue::Blue)),
    ("yellow", paint(Hue::Yellow)),
    ("orange", paint(Hue::Orange)),
    ("purple", paint(Hue::Purple)),
    ("pink", paint(Hue::Pink)),
    ("brown", paint(Hue::Brown)),
    ("white", WHITE),
    ("edge", EDGE),
];

/// The colours of the original board, which not all eyes tell apart.
pub(super) const THEMES: &[Theme] = &[Theme {
    id: "classic",
    title: "Classic",
    palette: &[
        ("red", Color::hex(0xE5_28_00)),
        ("green", Color::hex(0x00_59_23)),
        ("blue", Color::hex(0x06_AF_FF)),
        ("yellow", Color::hex(0xFE_C4_1A)),
        ("orange", Color::hex(0xFF_69_10)),
        ("purple", Color::hex(0x76_02_81)),
        ("pink", Color::hex(0xEF_47_CC)),
        ("brown", Color::hex(0x82_04_19)),
        ("edge", Color::hex(0xD5_DB_E2)),
    ],
}];

/// The colour of a hue on screen.
pub(super) const fn paint(hue: Hue) -> Color {
    Color::hex(match hue {
        Hue::Red => 0xD4_5D_66,
        Hue::Green => 0x70_C0_91,
        Hue::Blue => 0x3B_8F_C0,
        Hue::Yellow => 0xEE_DE_29,
        Hue::Orange => 0xF0_90_19,
        Hue::Purple => 0x83_4B_E6,
        Hue::Pink => 0xFF_A3_DE,
        Hue::Brown => 0x8F_59_21,
    })
}

fn mark(hue: Hue) -> Mark {
    match hue {
        Hue::Red => Mark::Triangle,
        Hue::Green => Mark::Cross,
        Hue::Blue => Mark::Square,
        Hue::Yellow => Mark::Disc,
        Hue::Orange => Mark::Diamond,
        Hue::Purple => Mark::Star,
        Hue::Pink => Mark::Heart,
        Hue::Brown => Mark::Hexagon,
    }
}

/// The picture of a position, with coming lines dashed, in the colours that they will carry.
pub(super) fn scene(level: &Level, position: &Position, coming: &[Move]) -> Scene {
    let flow = level.flow(position);
    let mut after = position.clone();
    for mv in coming {
        if level.apply(&mut after, mv).is_err() {
            break;
        }
    }
    let flow_after = level.flow(&after);
    let drawn = position.lines().count();
    let terminals = level.terminals().len();
    let title = format!(
        "{terminals} {} on the board, {drawn} {} drawn",
        if terminals == 1 {
            "terminal"
        } else {
            "terminals"
        },
        if drawn == 1 { "line" } else { "lines" },
    );
    let mut scene = board((level.width() + 1, level.height() + 1), title);
    let given = level.lines().iter().zip(&flow.lines);
    for (line, hue) in given
        .clone()
        .filter(|(line, _)| line.layer == Layer::Bottom)
    {
        bottom_line(&mut scene, &line.id.to_string(), &line.points, *hue);
    }
    for (line, hue) in given.filter(|(line, _)| line.layer == Layer::Top) {
        let id = format!("top-{}", line.id);
        let (points, what) = (&line.points, "given top line");
        top_line(&mut scene, id, "top-line", points, *hue, what);
    }
    for line in position.lines() {
        // No two lines share their first step, so it names a line for good.
        let id = format!(
            "own-{}-{}-{}-{}",
            line[0].x, line[0].y, line[1].x, line[1].y
        );
        let hue = level.hue_of(&flow, line);
        top_line(&mut scene, id, "own-line", line, hue, "drawn line");
    }
    for (index, mv) in coming.iter().enumerate() {
        // What comes may be wrong in every way; a line without points cannot be drawn.
        if let Move::Draw(line) = mv
            && let Some(&first) = line.first()
        {
            let hue = line.iter().find_map(|&at| {
                let fixture = level.fixture(at)?;
                flow_after.fixtures[level.number(fixture)]
            });
            let item = stroke(format!("coming-{index}"), "coming-line", line)
                .stroke(hue.map_or(WHITE, paint), 0.1)
                .dashed(0.15);
            scene.add(item.label("a line to draw").at(first).along(&line[..]));
        }
    }
    for (index, of_level) in level.pads().iter().enumerate() {
        let hue = flow.fixtures[index];
        pad(&mut scene, &of_level.id.to_string(), of_level.at, hue);
    }
    for of_level in level.terminals() {
        let id = of_level.id.to_string();
        terminal(&mut scene, &id, of_level.at, Some(of_level.hue));
    }
    scene
}

/// An empty board of so many columns and rows of intersections.
pub(super) fn board((columns, rows): (i32, i32), title: impl Into<String>) -> Scene {
    let mut scene = Scene::new(columns as f32, rows as f32, title, BACKGROUND);
    scene.names = PALETTE;
    lattice(&mut scene, columns, rows);
    scene
}

pub(super) fn pad(scene: &mut Scene, id: &str, at: Cell, hue: Option<Hue>) {
    let circle = Shape::Circle {
        center: center(at),
        radius: 0.2,
    };
    let item = Item::new(format!("pad-{id}"), "pad", circle)
        .fill(hue.map_or(WHITE, paint))
        .stroke(EDGE, 0.06)
        .label(format!("pad, {}", name(hue, "white")));
    scene.add(item.at(at));
}

/// A terminal; in a draft its colour may be none that there is.
pub(super) fn terminal(scene: &mut Scene, id: &str, at: Cell, hue: Option<Hue>) {
    let (x, y) = center(at);
    let square = Shape::Rect {
        at: (x - 0.27, y - 0.27),
        size: (0.54, 0.54),
        radius: 0.06,
    };
    let item = Item::new(format!("terminal-{id}"), "terminal", square)
        .fill(hue.map_or(GREY, paint))
        .stroke(EDGE, 0.06)
        .label(names::terminal(hue));
    scene.add(item.at(at));
    if let Some(hue) = hue {
        let sign = Shape::Mark {
            mark: mark(hue),
            center: (x, y),
            radius: 0.15,
        };
        let item = Item::new(format!("mark-{id}"), "mark", sign)
            .fill(WHITE)
            .stroke(BLACK, 0.04);
        scene.add(item);
    }
}

fn name(hue: Option<Hue>, none: &'static str) -> &'static str {
    hue.map_or(none, Hue::name)
}

fn lattice(scene: &mut Scene, columns: i32, rows: i32) {
    for x in 0..columns {
        let ends = [Cell::new(x, 0), Cell::new(x, rows - 1)];
        let item = stroke(format!("column-{x}"), "lattice", &ends);
        scene.add(item.stroke(LATTICE, 0.02));
    }
    for y in 0..rows {
        // An intersection without anything on it is still a place of the board.
        let of_row: Vec<Cell> = (0..columns).map(|x| Cell::new(x, y)).collect();
        let ends = [of_row[0], of_row[of_row.len() - 1]];
        let item = stroke(format!("row-{y}"), "lattice", &ends).stroke(LATTICE, 0.02);
        scene.add(item.over(of_row));
    }
}

pub(super) fn bottom_line(scene: &mut Scene, id: &str, points: &[Cell], hue: Option<Hue>) {
    let item = stroke(format!("bottom-{id}"), "bottom-line", points);
    let label = format!("bottom line, {}", name(hue, "grey"));
    let item = item.stroke(hue.map_or(CHANNEL, paint), 0.38);
    let middle = points[points.len() / 2];
    scene.add(item.label(label).at(middle).along(points));
    // Its inside is darker: a channel under the surface, not a line on it.
    let inside = stroke(format!("bottom-{id}-inside"), "bottom-inside", points);
    scene.add(inside.stroke(BACKGROUND, 0.26).opacity(0.6));
}

/// A line on top; a long one repeats the mark of its colour.
pub(super) fn top_line(
    scene: &mut Scene,
    id: String,
    role: &'static str,
    points: &[Cell],
    hue: Option<Hue>,
    what: &str,
) {
    let edge = stroke(format!("{id}-edge"), "line-edge", points);
    scene.add(edge.stroke(EDGE, 0.2));
    let item = stroke(id.clone(), role, points).stroke(hue.map_or(WHITE, paint), 0.12);
    let label = format!("{what}, {}", name(hue, "white"));
    let middle = points[points.len() / 2];
    scene.add(item.label(label).at(middle).along(points));
    let Some(hue) = hue else { return };
    let inner = points.len().saturating_sub(2);
    for index in (2..=inner).step_by(STEPS_PER_MARK) {
        let sign = Shape::Mark {
            mark: mark(hue),
            center: center(points[index]),
            radius: 0.12,
        };
        let item = Item::new(format!("{id}-mark-{index}"), "mark", sign);
        scene.add(item.fill(WHITE).stroke(BLACK, 0.03));
    }
}

fn stroke(id: String, role: &'static str, points: &[Cell]) -> Item {
    let points = points.iter().map(|&point| center(point)).collect();
    let closed = false;
    Item::new(id, role, Shape::Polyline { points, closed })
}

/// Intersections lie in the middle of the cells of the lattice.
fn center(at: Cell) -> Point {
    (at.x as f32 + 0.5, at.y as f32 + 0.5)
}
