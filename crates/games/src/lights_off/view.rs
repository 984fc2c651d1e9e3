//! The lamp panel: (level, position) to a scene.

use gridwright_core::budget::Budget;
use gridwright_core::grid::Cell;
use gridwright_core::paper::{Worksheet, recolored};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::{Color, Item, Lattice, Point, Scene, Shape};
use gridwright_core::teach::Plate;

use super::LightsOff;
use super::board::Board;
use super::gesture::state_name;
use super::level::Level;
use super::links;
use super::rules::{Position, Press};
use super::shape::{Neighbourhood, Topology};
use crate::kind::Draws;

impl Draws for LightsOff {
    fn scene(level: &Level, position: &Position, coming: &[Press]) -> Scene {
        scene(level, position, coming)
    }

    fn size(level: &Level) -> (usize, usize) {
        (level.shape().cols(), level.shape().rows())
    }

    /// Dark lamps are white on paper, and lit ones have a dark middle.
    const ON_PAPER: &'static [(Color, Color)] = &[
        (PANEL, INK),
        (OFF, Color::hex(0xFF_FF_FF)),
        (LIT, Color::hex(0xFF_E6_A6)),
        (CORE, INK),
        (RIM, Color::hex(0x55_5B_66)),
        (LINK, Color::hex(0x8A_90_9C)),
        (PRESS, Color::hex(0x1F_5F_BF)),
    ];

    fn worksheet(level: &Level) -> Worksheet {
        let board = recolored(scene(level, &level.start(), &[]), Self::ON_PAPER);
        let small = 1..=MOST_BESIDE;
        let beside = match small.contains(&level.shape().cols().max(level.shape().rows())) {
            true => vec![boxes(level), blank(level), blank(level)],
            false => vec![boxes(level)],
        };
        Worksheet {
            beside,
            ..Worksheet::of(
                board,
                "Lamps with a dark middle are lit. Tick the lamps you press in the boxes, and use the \
                 small boards to see what is lit after some of the presses.",
            )
        }
    }

    fn plates(level: &Level, budget: &Budget<'_>) -> Vec<Plate> {
        super::plates::plates(level, budget)
    }
}

/// The ink of what is printed.
const INK: Color = Color::hex(0x22_22_22);

/// Boards up to this side have small ones beside them on paper.
const MOST_BESIDE: usize = 12;

/// A box to tick for every lamp.
fn boxes(level: &Level) -> Scene {
    on_each_lamp(level, "a box for every lamp", |(x, y)| Shape::Rect {
        at: (x - 0.36, y - 0.36),
        size: (0.72, 0.72),
        radius: 0.06,
    })
}

/// A board whose lamps are to be filled in.
fn blank(level: &Level) -> Scene {
    on_each_lamp(level, "an empty board", |center| Shape::Circle {
        center,
        radius: 0.4,
    })
}

fn on_each_lamp(level: &Level, title: &str, shape_at: impl Fn(Point) -> Shape) -> Scene {
    let shape = level.shape();
    let hex = shape.topology() == Topology::Hex;
    let mut scene = panel(shape.cols(), shape.rows(), hex, (0, shape.lamps()));
    (scene.background, scene.title) = (None, title.to_owned());
    draw_links(&mut scene, shape);
    for (row, col) in shape.places() {
        let item = Item::new(
            format!("{row}-{col}"),
            "box",
            shape_at(middle(hex, row, col)),
        );
        let item = item.stroke(INK, 0.03);
        // Links end at what they join.
        scene.add(match shape.topology() {
            Topology::Graph => item.fill(OFF),
            _ => item,
        });
    }
    recolored(scene, LightsOff::ON_PAPER)
}

/// The panel.
const PANEL: Color = Color::hex(0x1A1D23);
/// A lamp that is off.
pub(super) const OFF: Color = Color::hex(0x2A2F38);
/// A lamp that is lit.
pub(super) const LIT: Color = Color::hex(0xFFD98A);
/// The colours of lamps with more than two states, from the first that is not off. Neighbours in
/// the list differ in hue and in brightness, and pips tell them apart without either.
const STATES: [Color; 6] = [
    LIT,
    Color::hex(0x6F_D0_E0),
    Color::hex(0xF2_8A_B4),
    Color::hex(0x9B_E0_8A),
    Color::hex(0xC9_A6_FF),
    Color::hex(0xFF_A0_6B),
];
/// The middle of a lit lamp.
const CORE: Color = Color::hex(0xFFFFFF);
/// A press that is to come.
pub(super) const PRESS: Color = Color::hex(0x8AB8FF);
/// The rim of a lamp.
pub(super) const RIM: Color = Color::hex(0x78_82_93);
/// A link of a graph.
const LINK: Color = Color::hex(0x60_6B_7E);

/// The picture of a position, with coming presses as rings.
pub(super) fn scene(level: &Level, position: &Position, coming: &[Press]) -> Scene {
    let shape = level.shape();
    let hex = shape.topology() == Topology::Hex;
    let lit = position.lamps().nonzero().count();
    let mut scene = panel(shape.cols(), shape.rows(), hex, (lit, shape.lamps()));
    scene.title.push_str(&rule_of(shape));
    draw_links(&mut scene, shape);
    for ((row, col), state) in shape.places().zip(position.lamps().values()) {
        let at = middle(hex, row, col);
        lamp(&mut scene, shape.states(), (row, col), at, state);
    }
    let mut presses = Board::zero(shape);
    for press in coming {
        let (row, col) = (press.row as usize, press.col as usize);
        if shape.is_lamp(row, col) {
            presses.add(row, col, 1);
        }
    }
    for (row, col, times) in presses.nonzero() {
        let (x, y) = middle(hex, row, col);
        let ring = Shape::Circle {
            center: (x, y),
            radius: 0.46,
        };
        scene.add(
            Item::new(format!("press-{row}-{col}"), "press", ring)
                .stroke(PRESS, 0.06)
                .label(match times {
                    1 => "press".to_owned(),
                    times => format!("press {times} times"),
                })
                .at(Cell::new(col as i32, row as i32)),
        );
        if times > 1 {
            let words = Shape::Text {
                center: (x + 0.32, y - 0.32),
                size: 0.26,
                text: times.to_string(),
            };
            scene.add(Item::new(format!("times-{row}-{col}"), "press-times", words).fill(PRESS));
        }
    }
    scene
}

/// The picture of lamps that need not make a board: rows may differ in length, and lamps may be
/// in states that they cannot have.
pub(super) fn draft(lamps: &[Vec<Option<u8>>], states: u8, topology: Topology) -> Scene {
    let hex = topology == Topology::Hex;
    let width = lamps.iter().map(Vec::len).max().unwrap_or(0);
    let all = lamps.iter().flatten().flatten();
    let lit = all.clone().filter(|state| **state > 0).count();
    let mut scene = panel(width, lamps.len(), hex, (lit, all.count()));
    for (row, states_of_row) in lamps.iter().enumerate() {
        for (col, &state) in states_of_row.iter().enumerate() {
            let at = middle(hex, row, col);
            if let Some(state) = state {
                lamp(&mut scene, states, (row, col), at, state);
            }
        }
    }
    scene
}

/// The links of a graph, behind its lamps; those that go one way have an arrow.
fn draw_links(scene: &mut Scene, shape: &super::shape::Shape) {
    let cell = |lamp: usize| {
        let (row, col) = shape.place(lamp);
        Cell::new(col as i32, row as i32)
    };
    for link in links::links(shape, |row, col| middle(false, row, col)) {
        let (from, to) = (cell(link.from), cell(link.to));
        let words = match link.is_mutual {
            true => "a link",
            false => "a link that goes one way",
        };
        let head = (!link.is_mutual).then(|| links::arrow_head(&link.line, 0.42));
        let line = Shape::Polyline {
            points: link.line,
            closed: false,
        };
        let name = format!("{}-{}", link.from, link.to);
        scene.add(
            Item::new(format!("link-{name}"), "link", line)
                .stroke(LINK, 0.08)
                .label(words)
                .along([from, to]),
        );
        if let Some(points) = head {
            let head = Shape::Polyline {
                points,
                closed: true,
            };
            scene.add(Item::new(format!("arrow-{name}"), "arrow", head).fill(RIM));
        }
    }
}

fn panel(cols: usize, rows: usize, hex: bool, (lit, lamps): (usize, usize)) -> Scene {
    let width = cols as f32 + if hex { 0.5 } else { 0.0 };
    let title = format!("{lit} of {lamps} lamps lit");
    let mut scene = Scene::new(width, rows as f32, title, PANEL);
    if hex {
        scene.lattice = Lattice::Hex;
    }
    scene
}

/// What a press does on a board that is not the plain one, as sentences after the count.
fn rule_of(shape: &super::shape::Shape) -> String {
    let reach = match (shape.topology(), shape.neighbourhood()) {
        (Topology::Hex, _) => "A press reaches the six lamps around it, too.",
        (Topology::Graph, _) => "A press reaches the lamps that are linked to it, too.",
        (_, Neighbourhood::Plus) => "",
        (_, Neighbourhood::Cross) => "A press reaches the four lamps at its corners, too.",
        (_, Neighbourhood::Full) => "A press reaches all eight lamps around it, too.",
    };
    let edges = match shape.topology() {
        Topology::Torus => "The edges join: what leaves on one side comes back on the other.",
        Topology::Graph if has_arrows(shape) => "Along an arrow it goes one way only.",
        _ => "",
    };
    let states = match shape.states() {
        2 => String::new(),
        states => format!("Lamps go through {states} states, the last back to off."),
    };
    let said = [reach, edges, &states];
    let said: Vec<&str> = said.into_iter().filter(|words| !words.is_empty()).collect();
    match said.is_empty() {
        true => String::new(),
        false => format!(". {}", said.join(" ")),
    }
}

fn has_arrows(shape: &super::shape::Shape) -> bool {
    let mut lamps = shape.places();
    lamps.any(|(row, col)| {
        let reach: Vec<_> = shape.reach(row, col).collect();
        shape.reached_by(row, col).ne(reach)
    })
}

fn middle(hex: bool, row: usize, col: usize) -> Point {
    let shift = if hex && row % 2 == 1 { 0.5 } else { 0.0 };
    (col as f32 + 0.5 + shift, row as f32 + 0.5)
}

/// One lamp: a dish, its core that shows when lit, and for more than two states as many pips as its state.
fn lamp(scene: &mut Scene, states: u8, (row, col): (usize, usize), (x, y): (f32, f32), state: u8) {
    let circle = |radius: f32| Shape::Circle {
        center: (x, y),
        radius,
    };
    let dish = Item::new(format!("lamp-{row}-{col}"), "lamp", circle(0.4))
        .fill(fill(state))
        .stroke(RIM, 0.03)
        .label(format!(
            "row {}, column {}, {}",
            row + 1,
            col + 1,
            state_name(states, state)
        ))
        .at(Cell::new(col as i32, row as i32));
    scene.add(dish);
    if states == 2 {
        // Always there, so that a page can fade it in and out.
        let core = Item::new(format!("core-{row}-{col}"), "core", circle(0.16)).fill(CORE);
        scene.add(core.opacity(if state == 0 { 0.0 } else { 1.0 }));
        return;
    }
    for (index, (dx, dy)) in pips(state).into_iter().enumerate() {
        let pip = Shape::Circle {
            center: (x + dx, y + dy),
            radius: 0.06,
        };
        scene.add(Item::new(format!("pip-{row}-{col}-{index}"), "pip", pip).fill(PANEL));
    }
}

/// The colour of a lamp in a state.
fn fill(state: u8) -> Color {
    match state {
        0 => OFF,
        _ => STATES[(usize::from(state) - 1) % STATES.len()],
    }
}

/// Where the pips of a state are, like the spots of dice: the nine places of a small square.
fn pips(state: u8) -> Vec<(f32, f32)> {
    const PLACES: [(f32, f32); 9] = [
        (-1.0, -1.0),
        (0.0, -1.0),
        (1.0, -1.0),
        (-1.0, 0.0),
        (0.0, 0.0),
        (1.0, 0.0),
        (-1.0, 1.0),
        (0.0, 1.0),
        (1.0, 1.0),
    ];
    let shown: &[usize] = match state {
        0 => &[],
        1 => &[4],
        2 => &[0, 8],
        3 => &[0, 4, 8],
        4 => &[0, 2, 6, 8],
        5 => &[0, 2, 4, 6, 8],
        6 => &[0, 2, 3, 5, 6, 8],
        7 => &[0, 2, 3, 4, 5, 6, 8],
        8 => &[0, 1, 2, 3, 5, 6, 7, 8],
        _ => &[0, 1, 2, 3, 4, 5, 6, 7, 8],
    };
    shown
        .iter()
        .map(|&place| (PLACES[place].0 * 0.19, PLACES[place].1 * 0.19))
        .collect()
}
