//! Editing floors, blockers, shapes and cats.
//!
//! Shapes and blockers are drawn: all cells of a stroke become one piece. What is put down takes
//! the place of what cannot be there with it, so that one stroke never makes two pieces overlap.
//! Every piece that an edit touches is written in the plain form: a kind where its cells have a
//! name, else cells from their own corner.

use std::collections::BTreeSet;

use gridwright_core::edit::{self, Edit, Frame, Tool, shifted};
use gridwright_core::fault::Fault;
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::Scene;

use super::TilePuzzle;
use super::document::{BlockerFile, CatFile, LevelFile, PieceFile, ShapeFile, read_level};
use super::level::{Color, Footprint, MOST_SIDE, ShapeKind};
use super::view::{self, ShapeLook};
use crate::kind::{Edits, Sketch};

/// The most cats a lock waits for, and the most tandems, that the tools make.
const MOST_LOCK: i64 = 99;
const MOST_TANDEMS: i64 = 9;

/// The most rows and columns of a faulty floor that an edit keeps.
const MOST_KEPT: usize = 256;

/// Pieces of faulty drafts that lie farther out are left alone.
const FAR_OFF: u32 = 1 << 12;

const SHAPE: &str = "Draws a shape: all cells of one stroke hang together and slide as one.";
const CAT: &str = "Puts a cat down; on a blocker it becomes a blocker-cat.";

pub(super) const TOOLS: &[Tool] = &[
    Tool::new("floor", "Floor", "Floor", "Lays floor."),
    Tool::new(
        "hole",
        "Hole",
        "Floor",
        "Takes floor away, with what is on it.",
    ),
    Tool::new(
        "blocker",
        "Blocker",
        "Floor",
        "Draws a blocker: all cells of one stroke are one block.",
    ),
    Tool::new("red-shape", "Red shape", "Shapes", SHAPE),
    Tool::new("green-shape", "Green shape", "Shapes", SHAPE),
    Tool::new("blue-shape", "Blue shape", "Shapes", SHAPE),
    Tool::new("yellow-shape", "Yellow shape", "Shapes", SHAPE),
    Tool::new("purple-shape", "Purple shape", "Shapes", SHAPE),
    Tool::new("red-cat", "Red cat", "Cats", CAT),
    Tool::new("green-cat", "Green cat", "Cats", CAT),
    Tool::new("blue-cat", "Blue cat", "Cats", CAT),
    Tool::new("yellow-cat", "Yellow cat", "Cats", CAT),
    Tool::new("purple-cat", "Purple cat", "Cats", CAT),
    Tool::new(
        "lock",
        "Lock +1",
        "Locks and tandems",
        "Lets a shape wait for one more cat.",
    ),
    Tool::new(
        "unlock",
        "Lock -1",
        "Locks and tandems",
        "Lets a shape wait for one cat less.",
    ),
    Tool::new(
        "tandem",
        "Tandem",
        "Locks and tandems",
        "Puts a shape into the next tandem; after the last one it moves alone again.",
    ),
];

impl Edits for TilePuzzle {
    /// A small floor with a border around it.
    fn blank() -> LevelFile {
        let row = |y| {
            if (1..5).contains(&y) {
                "#....#"
            } else {
                "######"
            }
        };
        LevelFile {
            floor: (0..6).map(|y| row(y).to_owned()).collect(),
            blockers: Vec::new(),
            shapes: Vec::new(),
            cats: Vec::new(),
        }
    }

    /// Changes a draft.
    fn edit(file: &mut LevelFile, edit: &Edit) -> Result<(), Fault> {
        let mut floor = floor(file);
        let frame = frame(&floor);
        match edit {
            Edit::Use { tool, path } => {
                if !TOOLS.iter().any(|known| known.id == tool) {
                    return Err(edit::unknown_tool(tool));
                }
                let places = frame.along(path, false)?;
                let covered: BTreeSet<Cell> = places.iter().copied().collect();
                match (&tool[..], tool.split_once('-')) {
                    ("floor", _) => lay(&mut floor, &places, '.'),
                    ("hole", _) => {
                        clear(file, &covered);
                        lay(&mut floor, &places, '#');
                    }
                    ("blocker", _) => {
                        lay(&mut floor, &places, '.');
                        put_blocker(file, &covered);
                    }
                    (_, Some((color, "shape"))) => {
                        lay(&mut floor, &places, '.');
                        put_shape(file, color, &covered);
                    }
                    (_, Some((color, "cat"))) => {
                        lay(&mut floor, &places, '.');
                        put_cats(file, color, &covered);
                    }
                    _ => adjust(file, tool, places[0])?,
                }
            }
            Edit::Erase { path } => {
                let places = frame.along(path, false)?;
                let before = count(file);
                clear(file, &places.iter().copied().collect());
                if count(file) == before {
                    return Err(edit::not_here("there is nothing but floor", places));
                }
            }
            Edit::Resize { side, by } => {
                let (resized, shift) = frame.resized(*side, *by, 1..=MOST_SIDE as i64)?;
                floor = stretched(&floor, *side, *by);
                carry(file, |at| shifted(at, shift));
                keep_inside(file, resized);
            }
            Edit::Mirror => {
                floor.iter_mut().for_each(|row| row.reverse());
                carry(file, |at| frame.mirrored(at));
            }
            Edit::Turn => {
                let column = |x: usize| floor.iter().rev().map(|row| row[x]).collect();
                floor = (0..frame.width as usize).map(column).collect();
                carry(file, |at| frame.turned(at));
            }
            Edit::Aim { .. } => return Err(edit::no_sandbox()),
            Edit::Set { option, value } => {
                edit::chosen(&[], option, value)?;
            }
        }
        file.floor = floor.into_iter().map(String::from_iter).collect();
        Ok(())
    }

    /// The picture of a draft: of the level if it is one, else of everything that has a place.
    fn sketch(file: &LevelFile) -> Sketch {
        Sketch {
            scene: scene(file),
            options: Vec::new(),
        }
    }
}

fn scene(file: &LevelFile) -> Scene {
    let rows = floor(file);
    let frame = frame(&rows);
    if !frame.can_be_drawn() {
        return Scene::saying("This floor is too large to be drawn.");
    }
    if let Ok(level) = read_level(file.clone()) {
        return view::scene(&level, &level.start(), &[]);
    }
    let size = (frame.width as i32, frame.height as i32);
    let mut scene = view::tray(size, "a draft that is no level yet");
    let near = |cell: &Cell| (-1..=size.0).contains(&cell.x) && (-1..=size.1).contains(&cell.y);
    for (y, row) in rows.iter().enumerate() {
        for x in (0..row.len()).filter(|&x| row[x] == '.') {
            view::add_floor(&mut scene, Cell::new(x as i32, y as i32));
        }
    }
    for (index, blocker) in file.blockers.iter().enumerate() {
        let cells: Vec<Cell> = blocker_cells(blocker).into_iter().filter(near).collect();
        view::add_blocker(&mut scene, index, &cells);
    }
    for (index, shape) in file.shapes.iter().enumerate() {
        let cells: Vec<Cell> = shape_cells(shape).into_iter().filter(near).collect();
        let look = ShapeLook {
            index,
            cells,
            color: Color::named(&shape.color),
            name: format!("{} shape", shape.color),
            locked: shape.unlock > 0,
            waits_for: shape.unlock.max(0) as u64,
            tandem: shape.tandem,
        };
        view::add_shape(&mut scene, &look);
    }
    for (index, cat) in file.cats.iter().enumerate() {
        let at = cat_cell(cat);
        if near(&at) {
            let color = Color::named(&cat.color);
            view::add_cat(&mut scene, index, at, color, cat.on_blocker, false);
        }
    }
    scene
}

/// The floor as rows of one length, with holes where some were missing; at least one cell.
fn floor(file: &LevelFile) -> Vec<Vec<char>> {
    let rows = file.floor.iter().take(MOST_KEPT);
    let mut rows: Vec<Vec<char>> = rows
        .map(|row| row.chars().take(MOST_KEPT).collect())
        .collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    rows.resize(rows.len().max(1), Vec::new());
    for row in &mut rows {
        row.resize(width, '#');
    }
    rows
}

fn frame(floor: &[Vec<char>]) -> Frame {
    Frame {
        width: floor[0].len() as i64,
        height: floor.len() as i64,
    }
}

fn lay(floor: &mut [Vec<char>], places: &[Cell], letter: char) {
    for at in places {
        floor[at.y as usize][at.x as usize] = letter;
    }
}

/// The floor with a side moved; a new strip looks like the strip beside it.
fn stretched(floor: &[Vec<char>], side: Dir, by: i32) -> Vec<Vec<char>> {
    let [north, east, south, west] = Dir::ALL.map(|dir| if dir == side { by } else { 0 });
    let source = |to: i32, before: i32, length: usize| (to - before).clamp(0, length as i32 - 1);
    let (width, height) = (floor[0].len(), floor.len());
    let columns = 0..width as i32 + east + west;
    let row = |y: i32| {
        let row = &floor[source(y, north, height) as usize];
        let cell = |x: i32| row[source(x, west, width) as usize];
        columns.clone().map(cell).collect()
    };
    (0..height as i32 + north + south).map(row).collect()
}

fn count(file: &LevelFile) -> usize {
    file.blockers.len() + file.shapes.len() + file.cats.len()
}

/// Takes everything away that has to do with some cells.
fn clear(file: &mut LevelFile, places: &BTreeSet<Cell>) {
    file.cats.retain(|cat| !places.contains(&cat_cell(cat)));
    clear_shapes(file, places);
    clear_blockers(file, places);
}

fn clear_shapes(file: &mut LevelFile, places: &BTreeSet<Cell>) {
    file.shapes
        .retain(|shape| !shape_cells(shape).iter().any(|cell| places.contains(cell)));
}

/// Takes blockers away; cats on their other cells come down to the floor.
fn clear_blockers(file: &mut LevelFile, places: &BTreeSet<Cell>) {
    let mut freed = BTreeSet::new();
    file.blockers.retain(|blocker| {
        let cells = blocker_cells(blocker);
        let goes = cells.iter().any(|cell| places.contains(cell));
        if goes {
            freed.extend(cells);
        }
        !goes
    });
    for cat in &mut file.cats {
        cat.on_blocker &= !freed.contains(&cat_cell(cat));
    }
}

fn put_blocker(file: &mut LevelFile, places: &BTreeSet<Cell>) {
    clear_shapes(file, places);
    clear_blockers(file, places);
    for cat in &mut file.cats {
        cat.on_blocker |= places.contains(&cat_cell(cat));
    }
    let cells: Vec<Cell> = places.iter().copied().collect();
    file.blockers.push(blocker_of(&cells));
}

fn put_shape(file: &mut LevelFile, color: &str, places: &BTreeSet<Cell>) {
    clear_shapes(file, places);
    clear_blockers(file, places);
    file.cats
        .retain(|cat| cat.color == color || !places.contains(&cat_cell(cat)));
    let mut shape = ShapeFile {
        kind: None,
        cells: None,
        at: [0, 0],
        color: color.to_owned(),
        unlock: 0,
        tandem: None,
    };
    form(&mut shape, &places.iter().copied().collect::<Vec<_>>());
    file.shapes.push(shape);
}

fn put_cats(file: &mut LevelFile, color: &str, places: &BTreeSet<Cell>) {
    file.cats.retain(|cat| !places.contains(&cat_cell(cat)));
    file.shapes.retain(|shape| {
        shape.color == color || !shape_cells(shape).iter().any(|cell| places.contains(cell))
    });
    let blocked: BTreeSet<Cell> = file.blockers.iter().flat_map(blocker_cells).collect();
    file.cats.extend(places.iter().map(|at| CatFile {
        at: [at.x, at.y],
        color: color.to_owned(),
        on_blocker: blocked.contains(at),
    }));
}

fn cat_cell(cat: &CatFile) -> Cell {
    Cell::new(cat.at[0], cat.at[1])
}

/// Changes the lock or the tandem of the shape on a cell.
fn adjust(file: &mut LevelFile, tool: &str, at: Cell) -> Result<(), Fault> {
    let mut shapes = file.shapes.iter_mut();
    let Some(shape) = shapes.find(|shape| shape_cells(shape).contains(&at)) else {
        return Err(edit::not_here("no shape lies here", [at]));
    };
    match tool {
        "lock" if shape.unlock < MOST_LOCK => shape.unlock = shape.unlock.max(0) + 1,
        "unlock" if shape.unlock > 0 => shape.unlock -= 1,
        "tandem" => {
            shape.tandem = match shape.tandem {
                None => Some(1),
                Some(number @ 1..MOST_TANDEMS) => Some(number + 1),
                Some(_) => None,
            }
        }
        _ => return Err(edit::not_here("the lock cannot go any further", [at])),
    }
    Ok(())
}

/// Moves every piece with the cells of the board.
fn carry(file: &mut LevelFile, to: impl Fn([i64; 2]) -> [i64; 2]) {
    let moved = |[x, y]: [i32; 2]| to([x.into(), y.into()]).map(|n| n as i32);
    let all = |cells: Vec<Cell>| -> Vec<Cell> {
        let moved = cells.into_iter().map(|cell| moved([cell.x, cell.y]));
        moved.map(|[x, y]| Cell::new(x, y)).collect()
    };
    for blocker in &mut file.blockers {
        let cells = blocker_cells(blocker);
        if !cells.is_empty() {
            *blocker = blocker_of(&all(cells));
        }
    }
    for shape in &mut file.shapes {
        let cells = shape_cells(shape);
        if cells.is_empty() {
            shape.at = moved(shape.at);
        } else {
            form(shape, &all(cells));
        }
    }
    for cat in &mut file.cats {
        cat.at = moved(cat.at);
    }
}

/// Takes away what lies on strips that are gone.
fn keep_inside(file: &mut LevelFile, frame: Frame) {
    let inside = |cell: &Cell| frame.contains([cell.x.into(), cell.y.into()]);
    file.blockers
        .retain(|blocker| blocker_cells(blocker).iter().all(inside));
    file.shapes
        .retain(|shape| shape_cells(shape).iter().all(inside));
    file.cats.retain(|cat| inside(&cat_cell(cat)));
}

/// The cells of a blocker, each once; none if they lie too far off to speak of.
fn blocker_cells(blocker: &BlockerFile) -> Vec<Cell> {
    match blocker {
        BlockerFile::Cell(at) => placed(*at, &[[0, 0]]),
        BlockerFile::Piece(piece) => placed(piece.at, &piece.cells),
    }
}

fn blocker_of(cells: &[Cell]) -> BlockerFile {
    let footprint = Footprint::new(cells);
    let at = [footprint.corner().x, footprint.corner().y];
    match footprint.offsets() {
        [_] => BlockerFile::Cell(at),
        offsets => BlockerFile::Piece(PieceFile {
            cells: offsets.iter().map(|cell| [cell.x, cell.y]).collect(),
            at,
        }),
    }
}

/// The cells of a shape, each once; none if it has no form or lies too far off to speak of.
fn shape_cells(shape: &ShapeFile) -> Vec<Cell> {
    let kind = shape.kind.as_deref().and_then(ShapeKind::named);
    match (&shape.cells, kind) {
        (Some(cells), _) => placed(shape.at, cells),
        (None, Some(kind)) => {
            let cells: Vec<[i32; 2]> = kind.cells.iter().map(|&(x, y)| [x, y]).collect();
            placed(shape.at, &cells)
        }
        (None, None) => Vec::new(),
    }
}

fn placed([x, y]: [i32; 2], offsets: &[[i32; 2]]) -> Vec<Cell> {
    let place = |&[dx, dy]: &[i32; 2]| Cell::new(x.saturating_add(dx), y.saturating_add(dy));
    let cells: BTreeSet<Cell> = offsets.iter().map(place).collect();
    let near = |cell: &Cell| cell.x.abs_diff(0).max(cell.y.abs_diff(0)) <= FAR_OFF;
    if cells.iter().all(near) {
        cells.into_iter().collect()
    } else {
        Vec::new()
    }
}

/// Gives a shape the form of cells.
fn form(shape: &mut ShapeFile, cells: &[Cell]) {
    let footprint = Footprint::new(cells);
    let kind = ShapeKind::of(footprint.offsets());
    let offsets = footprint.offsets().iter().map(|cell| [cell.x, cell.y]);
    shape.cells = kind.is_none().then(|| offsets.collect());
    shape.kind = kind.map(|kind| kind.name.to_owned());
    shape.at = [footprint.corner().x, footprint.corner().y];
}
