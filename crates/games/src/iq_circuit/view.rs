//! The picture of a position: the board with its hints, the pieces on it, and the tray below.

use std::collections::BTreeSet;

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::paper::{Worksheet, recolored};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::{Color, Item, Point, Scene, Shape};

use super::drawing::Drawing;
use super::level::Level;
use super::print::Print;
use super::rules::{Move, Position};
use super::set::{Lay, PieceSet};
use super::{IqCircuit, names, tray};
use crate::kind::Draws;

impl Draws for IqCircuit {
    fn scene(level: &Level, position: &Position, coming: &[Move]) -> Scene {
        scene(level, position, coming)
    }

    const ON_PAPER: &'static [(Color, Color)] = &[
        (SOCKET, Color::hex(0xE8_EC_F0)),
        (FAINT, INK),
        (LINE, INK),
        (POINT, INK),
    ];

    fn worksheet(level: &Level) -> Worksheet {
        let board = without_tray(level, scene(level, &level.start(), &[]));
        Worksheet {
            pieces: cut_outs(level.set()),
            ..Worksheet::of(
                recolored(board, Self::ON_PAPER),
                "Cut out the pieces, each with its two sides; fold and glue them back to back, and lay \
                 them on the board.",
            )
        }
    }

    fn solved(level: &Level, moves: &[Move]) -> Scene {
        let mut position = level.start();
        for mv in moves {
            if level.apply(&mut position, mv).is_err() {
                break;
            }
        }
        recolored(
            without_tray(level, scene(level, &position, &[])),
            Self::ON_PAPER,
        )
    }
}

/// The board alone.
fn without_tray(level: &Level, mut scene: Scene) -> Scene {
    scene
        .items
        .retain(|item| item.role != "tray" && !item.id.starts_with("tray-"));
    (scene.height, scene.tray) = (level.set().height() as f32, None);
    scene
}

/// Every piece with both its sides. The second lies below the first as its mirror image, so that
/// the paper folded between them shows one on the front and the other on the back.
fn cut_outs(set: &PieceSet) -> Vec<Scene> {
    let cut_out = |piece: usize| {
        let of = &set.pieces()[piece];
        let front = of.turned(0, 0);
        let mirrored: BTreeSet<Cell> = front
            .cells()
            .iter()
            .map(|(cell, _)| Cell::new(cell.x, front.height() - 1 - cell.y))
            .collect();
        let backs =
            (1..of.sides()).flat_map(|side| (0..4).map(move |turns| of.turned(side, turns)));
        let back =
            backs.filter(|back| back.cells().iter().all(|(cell, _)| mirrored.contains(cell)));
        let sides: Vec<_> = std::iter::once(front).chain(back.take(1)).collect();
        let (width, height) = (front.width(), front.height() * sides.len() as i32);
        let title = names::piece(set, piece);
        let mut scene = Scene::without_board(width as f32, height as f32, title);
        for (index, side) in sides.into_iter().enumerate() {
            let down = front.height() * index as i32;
            let cells = side.cells().iter();
            let cells = cells.map(|&(cell, print)| (cell.offset(0, down), print));
            let id = format!("side-{index}");
            add_cells(&mut scene, &id, "piece", piece, cells, 1.0, "");
        }
        recolored(scene, IqCircuit::ON_PAPER)
    };
    (0..set.pieces().len()).map(cut_out).collect()
}

const CASE: Color = Color::hex(0x20262E);
const SOCKET: Color = Color::hex(0x303945);
const INK: Color = Color::hex(0x14181D);
const FAINT: Color = Color::hex(0x9AA7B5);
const LINE: Color = Color::hex(0xFFF6DC);
const POINT: Color = Color::hex(0xFFD166);

/// The colours of the pieces, in the order of the set.
const PIECES: [Color; 14] = [
    Color::hex(0x3B8FC0),
    Color::hex(0x70C091),
    Color::hex(0xD45D66),
    Color::hex(0xB97A2B),
    Color::hex(0x834BE6),
    Color::hex(0x2E9E8F),
    Color::hex(0xC45BA5),
    Color::hex(0x6E7F2C),
    Color::hex(0x4F63C8),
    Color::hex(0xA14B3B),
    Color::hex(0x557A95),
    Color::hex(0x8C5A9E),
    Color::hex(0x3F7D4E),
    Color::hex(0x9A6A45),
];

/// The colour of a piece.
pub(super) fn color_of(piece: usize) -> Color {
    PIECES[piece % PIECES.len()]
}

/// The picture of a challenge is fainter than lines on pieces, and still seen on the board.
const PICTURE: f32 = 0.75;

/// Coming pieces are shadows with a dashed outline: nobody takes them for pieces on the board.
const COMING: f32 = 0.35;

/// Draws a position, with coming moves over it.
pub(super) fn scene(level: &Level, position: &Position, coming: &[Move]) -> Scene {
    let set = level.set();
    let title = format!(
        "{} of {} pieces on the board",
        position.lays().count(),
        set.pieces().len()
    );
    let mut scene = case(set, &tray::places(level), title);
    add_hints(&mut scene, level.picture(), level.points().unwrap_or(&[]));
    for lay in position.lays() {
        let given = level.given_lay(lay.piece()).is_some();
        add_piece(
            &mut scene,
            set,
            lay,
            if given { Look::Given } else { Look::Own },
        );
    }
    for (index, mv) in coming.iter().enumerate() {
        match mv {
            Move::Lay(lay) => add_piece(&mut scene, set, lay, Look::Coming(index)),
            Move::Lift(piece) => add_lift(&mut scene, set, position, *piece, index),
        }
    }
    add_tray(&mut scene, set, &tray::waiting(level, position));
    scene
}

/// Draws a challenge that need not be one: each piece at most once, wherever it lies.
pub(super) fn draft(
    set: &PieceSet,
    given: &[Lay],
    picture: Option<&Drawing>,
    points: &[Cell],
) -> Scene {
    let waits = |piece: &usize| given.iter().all(|lay| lay.piece() != *piece);
    let tray = tray::spread(set, (0..set.pieces().len()).filter(waits));
    let title = format!("{}: a draft that is no challenge yet", set.title());
    let mut scene = case(set, &tray, title);
    add_hints(&mut scene, picture, points);
    for lay in given {
        add_piece(&mut scene, set, lay, Look::Given);
    }
    add_tray(&mut scene, set, &tray);
    scene
}

/// The empty board with room for a tray below it.
fn case(set: &PieceSet, tray: &[Lay], title: String) -> Scene {
    let bottom = |lay: &Lay| lay.at().y + set.turned(lay).height();
    let height = tray.iter().map(bottom).max().unwrap_or(set.height());
    let mut scene = Scene::new(set.width() as f32, height as f32, title, CASE);
    scene.tray = (height > set.height()).then(|| set.height());
    for cell in set.cells() {
        let socket = Item::new(
            format!("cell-{}-{}", cell.x, cell.y),
            "socket",
            square(cell, 0.06),
        );
        scene.add(socket.fill(SOCKET).at(cell));
    }
    scene
}

fn add_tray(scene: &mut Scene, set: &PieceSet, tray: &[Lay]) {
    for lay in tray {
        let name = set.pieces()[lay.piece()].name();
        let id = format!("tray-{name}");
        let cells = set.prints(lay);
        let words = names::piece(set, lay.piece());
        add_cells(scene, &id, "tray", lay.piece(), cells, 1.0, &words);
    }
}

/// Draws a piece as it lies in the hand, without a board under it.
pub(super) fn in_hand(set: &PieceSet, lay: &Lay) -> Scene {
    let turned = set.turned(lay);
    let name = set.pieces()[lay.piece()].name();
    let words = names::piece(set, lay.piece());
    let (width, height) = (turned.width() as f32, turned.height() as f32);
    let mut scene = Scene::without_board(width, height, format!("{words} in the hand"));
    let id = format!("hand-{name}");
    let cells = turned.cells().iter().copied();
    add_cells(&mut scene, &id, "hand", lay.piece(), cells, 1.0, &words);
    scene
}

enum Look {
    Given,
    Own,
    Coming(usize),
}

fn add_piece(scene: &mut Scene, set: &PieceSet, lay: &Lay, look: Look) {
    let name = set.pieces()[lay.piece()].name();
    let (id, role, opacity) = match look {
        Look::Given => (format!("piece-{name}"), "given", 1.0),
        Look::Own => (format!("piece-{name}"), "piece", 1.0),
        Look::Coming(index) => (format!("coming-{index}-{name}"), "coming", COMING),
    };
    add_cells(
        scene,
        &id,
        role,
        lay.piece(),
        set.prints(lay),
        opacity,
        &names::piece(set, lay.piece()),
    );
    if matches!(look, Look::Coming(_)) {
        let outline = Shape::Cells {
            cells: set.prints(lay).map(|(cell, _)| cell).collect(),
            inset: 0.07,
            radius: 0.16,
        };
        let item = Item::new(format!("{id}-outline"), "coming", outline);
        scene.add(item.stroke(color_of(lay.piece()), 0.06).dashed(0.15));
    }
}

fn add_lift(scene: &mut Scene, set: &PieceSet, position: &Position, piece: usize, index: usize) {
    let Some(lay) = position.lay(piece) else {
        return;
    };
    let cells = set.prints(lay).map(|(cell, _)| cell).collect();
    let shape = Shape::Cells {
        cells,
        inset: 0.02,
        radius: 0.2,
    };
    let item = Item::new(format!("coming-{index}-lift"), "lift", shape);
    scene.add(item.stroke(POINT, 0.06).dashed(0.15));
}

/// A piece: its outline, its lines and its points.
fn add_cells(
    scene: &mut Scene,
    id: &str,
    role: &'static str,
    piece: usize,
    cells: impl Iterator<Item = (Cell, Print)>,
    opacity: f32,
    name: &str,
) {
    let cells: Vec<(Cell, Print)> = cells.collect();
    let outline = Shape::Cells {
        cells: cells.iter().map(|&(cell, _)| cell).collect(),
        inset: 0.04,
        radius: 0.16,
    };
    let body = Item::new(id, role, outline)
        .fill(color_of(piece))
        .stroke(INK, 0.03);
    let covered: Vec<Cell> = cells.iter().map(|&(cell, _)| cell).collect();
    let body = body.opacity(opacity).label(name);
    scene.add(body.at(covered[0]).over(covered));
    for (index, &(cell, print)) in cells.iter().enumerate() {
        add_print(
            scene,
            &format!("{id}-{index}"),
            cell,
            print,
            (LINE, POINT),
            opacity,
        );
    }
}

fn add_print(
    scene: &mut Scene,
    id: &str,
    cell: Cell,
    print: Print,
    (line, point): (Color, Color),
    opacity: f32,
) {
    let center = middle(cell);
    let mut points: Vec<Point> = print.dirs().map(|dir| toward(center, dir, 0.5)).collect();
    match points.len() {
        0 => return,
        1 => points.push(center),
        _ => points.insert(1, center),
    }
    let shape = Shape::Polyline {
        points,
        closed: false,
    };
    let ends: Vec<&str> = print.dirs().map(side).collect();
    let ends = ends.join(" and ");
    // Some pieces are nearly as light as the line: it has an edge.
    let edge = Item::new(format!("{id}-line-edge"), "line-edge", shape.clone());
    scene.add(edge.stroke(INK, 0.2).opacity(opacity).at(cell));
    let mut item = Item::new(format!("{id}-line"), "line", shape).stroke(line, 0.14);
    if !print.is_point() {
        item = item.label(format!("line {ends}"));
    }
    scene.add(item.opacity(opacity).at(cell));
    if print.is_point() {
        let shape = Shape::Circle {
            center,
            radius: 0.2,
        };
        let item = Item::new(format!("{id}-point"), "point", shape)
            .fill(point)
            .stroke(INK, 0.03)
            .label(format!("point with a line {ends}"));
        scene.add(item.opacity(opacity).at(cell));
    }
}

fn add_hints(scene: &mut Scene, picture: Option<&Drawing>, points: &[Cell]) {
    if let Some(picture) = picture {
        for (cell, print) in picture.known() {
            let id = format!("picture-{}-{}", cell.x, cell.y);
            add_print(scene, &id, cell, print, (FAINT, FAINT), PICTURE);
        }
    }
    for &cell in points {
        let shape = Shape::Circle {
            center: middle(cell),
            radius: 0.26,
        };
        let id = format!("hint-{}-{}", cell.x, cell.y);
        // An edge, for where a light piece lies below.
        let edge = Item::new(format!("{id}-edge"), "hint", shape.clone());
        scene.add(edge.stroke(INK, 0.13).at(cell));
        let ring = Item::new(id, "hint", shape).stroke(POINT, 0.07);
        scene.add(ring.label("a point belongs here").at(cell));
    }
}

/// The side of a cell on which a line leaves it, as people say it.
fn side(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "up",
        Dir::East => "right",
        Dir::South => "down",
        Dir::West => "left",
    }
}

fn middle(cell: Cell) -> Point {
    (cell.x as f32 + 0.5, cell.y as f32 + 0.5)
}

fn toward((x, y): Point, dir: Dir, length: f32) -> Point {
    let (dx, dy) = dir.delta();
    (x + dx as f32 * length, y + dy as f32 * length)
}

fn square(cell: Cell, inset: f32) -> Shape {
    Shape::Rect {
        at: (cell.x as f32 + inset, cell.y as f32 + inset),
        size: (1.0 - 2.0 * inset, 1.0 - 2.0 * inset),
        radius: 0.12,
    }
}
