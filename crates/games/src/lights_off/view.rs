//! The lamp panel: (level, position) to a scene.

use gridwright_core::grid::Cell;
use gridwright_core::scene::{Color, Item, Lattice, Scene, Shape};

use super::board::Board;
use super::gesture::state_name;
use super::level::Level;
use super::rules::{Position, Press};
use super::shape::Topology;

/// The panel.
const PANEL: Color = Color::hex(0x1A1D23);
/// A lamp that is off.
pub(super) const OFF: Color = Color::hex(0x2A2F38);
/// A lamp that is lit.
pub(super) const LIT: Color = Color::hex(0xFFD98A);
/// The middle of a lit lamp.
const CORE: Color = Color::hex(0xFFFFFF);
/// A press that is to come.
pub(super) const PRESS: Color = Color::hex(0x8AB8FF);
/// The rim of a lamp.
const RIM: Color = Color::hex(0x454C59);

/// The picture of a position, with coming presses as rings.
pub(super) fn scene(level: &Level, position: &Position, coming: &[Press]) -> Scene {
    let shape = level.shape();
    let hex = shape.topology() == Topology::Hex;
    let width = shape.cols() as f32 + if hex { 0.5 } else { 0.0 };
    let mut scene = Scene::new(width, shape.rows() as f32, title(position), PANEL);
    if hex {
        scene.lattice = Lattice::Hex;
    }
    let middle = |row: usize, col: usize| {
        let shift = if hex && row % 2 == 1 { 0.5 } else { 0.0 };
        (col as f32 + 0.5 + shift, row as f32 + 0.5)
    };
    for row in 0..shape.rows() {
        for (col, state) in position.lamps().row_values(row).enumerate() {
            lamp(
                &mut scene,
                shape.states(),
                (row, col),
                middle(row, col),
                state,
            );
        }
    }
    let mut presses = Board::zero(shape);
    for press in coming {
        let (row, col) = (press.row as usize, press.col as usize);
        if row < shape.rows() && col < shape.cols() {
            presses.add(row, col, 1);
        }
    }
    for (row, col, times) in presses.nonzero() {
        let (x, y) = middle(row, col);
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

fn title(position: &Position) -> String {
    let shape = position.lamps().shape();
    let lit = position.lamps().nonzero().count();
    let (rows, cols) = (shape.rows(), shape.cols());
    format!("Lights Off, {rows} rows of {cols} lamps, {lit} lit")
}

/// One lamp: a dish, its core when lit, and for more than two states as many pips as its state.
fn lamp(scene: &mut Scene, states: u8, (row, col): (usize, usize), (x, y): (f32, f32), state: u8) {
    let circle = |radius: f32| Shape::Circle {
        center: (x, y),
        radius,
    };
    let dish = Item::new(format!("lamp-{row}-{col}"), "lamp", circle(0.4))
        .fill(if state == 0 { OFF } else { LIT })
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
        if state == 1 {
            scene.add(Item::new(format!("core-{row}-{col}"), "core", circle(0.16)).fill(CORE));
        }
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
