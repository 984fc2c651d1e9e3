//! The picture of a position: a wooden tray with a floor, shapes with marks, cats with collar tags.

use gridwright_core::grid::Cell;
use gridwright_core::paper::{Worksheet, recolored};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::{Color as Paint, Item, Mark, Point, Scene, Shape as Outline};

use super::explain::drags;
use super::level::{Color, Level};
use super::rules::{Move, Position};
use super::{TilePuzzle, names};
use crate::kind::Draws;

impl Draws for TilePuzzle {
    fn scene(level: &Level, position: &Position, coming: &[Move]) -> Scene {
        scene(level, position, coming)
    }

    const ON_PAPER: &'static [(Paint, Paint)] = &[
        (FLOOR, Paint::hex(0xF1_ED_E4)),
        // Dark enough to stay dark in greys, where shapes are light.
        (BLOCKER, Paint::hex(0x2B_2F_36)),
    ];

    fn worksheet(level: &Level) -> Worksheet {
        let board = recolored(scene(level, &level.start(), &[]), Self::ON_PAPER);
        let pieces = (0..level.shapes().len()).map(|index| cut_out(level, index));
        Worksheet {
            pieces: pieces.collect(),
            ..Worksheet::of(
                board,
                "Cut out the shapes, lay them on those of the board, and slide them home.",
            )
        }
    }
}

/// A shape to be cut out. Shapes that look the same are the same scene, wherever they lie.
fn cut_out(level: &Level, index: usize) -> Scene {
    let shape = &level.shapes()[index];
    let start = level.start();
    let cells: Vec<Cell> = level.cells_of(&start, index).collect();
    let least = |of: fn(&Cell) -> i32| cells.iter().map(of).min().unwrap_or(0);
    let (left, top) = (least(|cell| cell.x), least(|cell| cell.y));
    let mut cells: Vec<Cell> = cells.iter().map(|cell| cell.offset(-left, -top)).collect();
    cells.sort();
    let most = |of: fn(&Cell) -> i32| cells.iter().map(of).max().unwrap_or(0) as f32 + 1.0;
    let size = (most(|cell| cell.x), most(|cell| cell.y));
    let mut scene = Scene::without_board(size.0, size.1, "a shape to cut out");
    let look = ShapeLook {
        index: 0,
        cells,
        color: Some(shape.color),
        name: shape.color.name().to_owned(),
        locked: false,
        waits_for: 0,
        tandem: None,
    };
    add_shape(&mut scene, &look);
    scene
}

/// The floor stands out from it, and so does the ink of shapes at its rim.
const TRAY: Paint = Paint::hex(0x99_7B_52);
const FLOOR: Paint = Paint::hex(0xE9E3D6);
const BLOCKER: Paint = Paint::hex(0x5C6470);
const INK: Paint = Paint::hex(0x3A342B);
const PALE: Paint = Paint::hex(0xFFFFFF);
const LOCK: Paint = Paint::hex(0xFFD400);

/// The colours on the screen, by their names.
pub(super) const PALETTE: &[(&str, Paint)] = &[
    ("red", paint(Color::Red)),
    ("green", paint(Color::Green)),
    ("blue", paint(Color::Blue)),
    ("yellow", paint(Color::Yellow)),
    ("purple", paint(Color::Purple)),
];

/// The colour on the screen.
pub(super) const fn paint(color: Color) -> Paint {
    Paint::hex(match color {
        Color::Red => 0xCE0107,
        Color::Green => 0x01B88B,
        Color::Blue => 0x3271E6,
        Color::Yellow => 0xF5BC02,
        Color::Purple => 0x5F0191,
    })
}

fn mark(color: Color) -> Mark {
    match color {
        Color::Red => Mark::Triangle,
        Color::Green => Mark::Cross,
        Color::Blue => Mark::Square,
        Color::Yellow => Mark::Disc,
        Color::Purple => Mark::Star,
    }
}

/// The paint of a mark on a colour: the one that stands out from it.
const fn mark_paint(color: Color) -> Paint {
    match color {
        Color::Green | Color::Yellow => INK,
        Color::Red | Color::Blue | Color::Purple => PALE,
    }
}

/// The picture of a position, with coming moves drawn over it.
pub(super) fn scene(level: &Level, position: &Position, coming: &[Move]) -> Scene {
    let out = level.cats().len() - position.count_home();
    let title = match out {
        0 => "all cats are home".to_owned(),
        1 => "one cat is not home yet".to_owned(),
        n => format!("{n} cats are not home yet"),
    };
    let mut scene = tray((level.width(), level.height()), title);
    scene.within = without_margins(level);
    for cell in level.cells().filter(|&cell| level.is_floor(cell)) {
        add_floor(&mut scene, cell);
    }
    for (index, blocker) in level.blockers().iter().enumerate() {
        add_blocker(&mut scene, index, &blocker.cells().collect::<Vec<_>>());
    }
    for (index, shape) in level.shapes().iter().enumerate() {
        let look = ShapeLook {
            index,
            cells: level.cells_of(position, index).collect(),
            color: Some(shape.color),
            name: names::shape(level, index),
            locked: shape.unlock > 0,
            waits_for: level.waits_for(position, index),
            tandem: shape.tandem,
        };
        add_shape(&mut scene, &look);
    }
    for (index, cat) in level.cats().iter().enumerate() {
        let (color, home) = (Some(cat.color), position.is_home(index));
        add_cat(&mut scene, index, cat.at, color, cat.on_blocker, home);
    }
    add_coming(&mut scene, level, position, coming);
    scene
}

/// The part of the tray inside rows and columns of walls, where there are such.
fn without_margins(level: &Level) -> Option<(Cell, Cell)> {
    let floor = || level.cells().filter(|&cell| level.is_floor(cell));
    let first = Cell::new(floor().map(|c| c.x).min()?, floor().map(|c| c.y).min()?);
    let last = Cell::new(floor().map(|c| c.x).max()?, floor().map(|c| c.y).max()?);
    let whole = (
        Cell::new(0, 0),
        Cell::new(level.width() - 1, level.height() - 1),
    );
    ((first, last) != whole).then_some((first, last))
}

/// An empty tray of so many columns and rows.
pub(super) fn tray((width, height): (i32, i32), title: impl Into<String>) -> Scene {
    Scene::new(width as f32, height as f32, title, TRAY)
}

pub(super) fn add_floor(scene: &mut Scene, cell: Cell) {
    let tile = Outline::Rect {
        at: (cell.x as f32 + 0.02, cell.y as f32 + 0.02),
        size: (0.96, 0.96),
        radius: 0.08,
    };
    let id = format!("floor-{}-{}", cell.x, cell.y);
    scene.add(Item::new(id, "floor", tile).fill(FLOOR).at(cell));
}

/// A blocker on some cells; nothing if there are none.
pub(super) fn add_blocker(scene: &mut Scene, index: usize, cells: &[Cell]) {
    let Some(&first) = cells.first() else { return };
    let block = Outline::Cells {
        cells: cells.to_vec(),
        inset: 0.06,
        radius: 0.12,
    };
    let item = Item::new(format!("blocker-{index}"), "blocker", block)
        .fill(BLOCKER)
        .stroke(INK, 0.03)
        .label("blocker");
    scene.add(item.at(first).over(cells));
}

/// What is to be seen of a shape. In a draft its colour may be none that there is.
pub(super) struct ShapeLook {
    pub(super) index: usize,
    pub(super) cells: Vec<Cell>,
    pub(super) color: Option<Color>,
    pub(super) name: String,
    /// Whether it has a lock, open or not.
    pub(super) locked: bool,
    pub(super) waits_for: u64,
    pub(super) tandem: Option<i64>,
}

/// A shape with its marks and its lock; nothing if it has no cells.
pub(super) fn add_shape(scene: &mut Scene, look: &ShapeLook) {
    let (index, cells) = (look.index, &look.cells);
    let Some(&first) = cells.first() else { return };
    let mut label = look.name.clone();
    if look.waits_for > 0 {
        label += &match look.waits_for {
            1 => ", locked until 1 more cat is home".to_owned(),
            waits => format!(", locked until {waits} more cats are home"),
        };
    }
    if let Some(tandem) = look.tandem {
        label += &format!(", in tandem {tandem}");
    }
    let outline = Outline::Cells {
        cells: cells.clone(),
        inset: 0.05,
        radius: 0.18,
    };
    let mut body = Item::new(format!("shape-{index}"), "shape", outline)
        .fill(look.color.map_or(PALE, paint))
        .stroke(INK, 0.04)
        .label(label)
        .at(first)
        .over(&cells[..]);
    if look.tandem.is_some() {
        body = body.dashed(0.12);
    }
    scene.add(body);
    for (i, &cell) in cells.iter().enumerate() {
        let Some(color) = look.color else { break };
        let stamp = Outline::Mark {
            mark: mark(color),
            center: center(cell),
            radius: 0.13,
        };
        let under_lock = look.waits_for > 0 && i == cells.len() / 2;
        let id = format!("shape-{index}-mark-{i}");
        let item = Item::new(id, "mark", stamp).fill(mark_paint(color));
        scene.add(item.opacity(if under_lock { 0.0 } else { 1.0 }));
    }
    if look.locked {
        let opacity = if look.waits_for > 0 { 1.0 } else { 0.0 };
        let middle = center(cells[cells.len() / 2]);
        let plate = Outline::Circle {
            center: middle,
            radius: 0.3,
        };
        let number = Outline::Text {
            center: middle,
            size: 0.42,
            text: look.waits_for.to_string(),
        };
        let id = format!("shape-{index}-lock");
        scene.add(Item::new(&id[..], "lock", plate).fill(INK).opacity(opacity));
        let number = Item::new(format!("{id}-number"), "lock", number).fill(LOCK);
        scene.add(number.opacity(opacity));
    }
}

/// A head, two ears and a collar tag; invisible once it is home, so that a page can fade it out.
pub(super) fn add_cat(
    scene: &mut Scene,
    index: usize,
    at: Cell,
    color: Option<Color>,
    on_blocker: bool,
    home: bool,
) {
    let (x, y) = center(at);
    let opacity = if home { 0.0 } else { 1.0 };
    let fur = color.map_or(PALE, paint);
    // Neither ink nor every fur stands out from a blocker.
    let edge = if on_blocker { PALE } else { INK };
    let mut add = |part: &str, role: &'static str, outline: Outline, fill: Paint, label: String| {
        let id = if part.is_empty() {
            format!("cat-{index}")
        } else {
            format!("cat-{index}-{part}")
        };
        let item = Item::new(id, role, outline).fill(fill).stroke(edge, 0.03);
        scene.add(item.opacity(opacity).label(label).at(at));
    };
    let ear = |side: f32| Outline::Polyline {
        points: vec![
            (x + side * 0.28, y - 0.36),
            (x + side * 0.05, y - 0.2),
            (x + side * 0.27, y - 0.02),
        ],
        closed: true,
    };
    let perch = if on_blocker { " on a blocker" } else { "" };
    let state = if home { ", at home" } else { "" };
    let label = format!("{} cat{perch}{state}", color.map_or("unknown", Color::name));
    add("left-ear", "cat", ear(-1.0), fur, String::new());
    add("right-ear", "cat", ear(1.0), fur, String::new());
    let head = Outline::Circle {
        center: (x, y),
        radius: 0.29,
    };
    add("", "cat", head, fur, label);
    let Some(color) = color else { return };
    let tag = Outline::Mark {
        mark: mark(color),
        center: (x, y + 0.06),
        radius: 0.15,
    };
    add("tag", "mark", tag, mark_paint(color), String::new());
}

/// The way of each coming drag, with its number where it begins.
fn add_coming(scene: &mut Scene, level: &Level, position: &Position, coming: &[Move]) {
    let known = |mv: &&Move| mv.shape < level.shapes().len();
    let coming: Vec<Move> = coming.iter().take_while(known).copied().collect();
    let mut at = position.clone();
    for (i, drag) in drags(level, &coming).enumerate() {
        let shape = drag[0].shape;
        let cells: Vec<Cell> = level.cells_of(&at, shape).collect();
        let mut cell = cells[cells.len() / 2];
        let mut way = vec![cell];
        for mv in drag {
            if level.apply(&mut at, mv).is_err() {
                break;
            }
            cell = cell.step(mv.dir);
            way.push(cell);
        }
        let number = Outline::Text {
            center: center(way[0]),
            size: 0.34,
            text: (i + 1).to_string(),
        };
        let line = Outline::Polyline {
            points: way.iter().map(|&cell| center(cell)).collect(),
            closed: false,
        };
        // The way crosses the floor and its own shape: two edges, one of which stands out on either.
        for (part, paint, width) in [("edge", INK, 0.22), ("bed", PALE, 0.16)] {
            let item = Item::new(format!("coming-{i}-{part}"), "coming", line.clone());
            scene.add(item.stroke(paint, width));
        }
        let color = paint(level.shapes()[shape].color);
        scene.add(
            Item::new(format!("coming-{i}"), "coming", line)
                .stroke(color, 0.1)
                .dashed(0.2)
                .label(format!("the way of the {}", names::shape(level, shape)))
                .at(way[0])
                .along(way),
        );
        scene.add(Item::new(format!("coming-{i}-number"), "coming", number).fill(INK));
    }
}

fn center(cell: Cell) -> Point {
    (cell.x as f32 + 0.5, cell.y as f32 + 0.5)
}
