//! Level and solution files: the only place of this game that knows JSON.

use std::fmt;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use gridwright_core::fault::{Faults, Place};
use gridwright_core::grid::{Cell, Dir};

use super::level::{CatPart, Color, Level, Parts, ShapeKind, ShapePart, Spelled};
use super::rules::Move;
use super::{TilePuzzle, codes};
use crate::kind::Documents;

impl Documents for TilePuzzle {
    type LevelFile = LevelFile;

    type SolutionFile = SolutionFile;

    fn recognises(keys: &[&str]) -> bool {
        keys.contains(&"floor") && keys.contains(&"cats")
    }

    fn read_level(file: LevelFile) -> Result<Level, Faults> {
        read_level(file)
    }

    fn write_level(level: &Level) -> LevelFile {
        write_level(level)
    }

    fn read_solution(_: &Level, file: SolutionFile) -> Result<Vec<Move>, Faults> {
        Ok(read_solution(file))
    }

    fn write_solution(_: &Level, moves: &[Move]) -> SolutionFile {
        write_solution(moves)
    }

    fn write_move(_: &Level, mv: &Move) -> Value {
        write_move(mv)
    }
}

/// A level of sliding shapes and cats.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", schemars(title = "TilePuzzle level"))]
pub struct LevelFile {
    /// Rows of equal length: `#` is nothing, `.` is floor.
    pub floor: Vec<String>,
    /// What stands on the floor and never moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blockers: Vec<BlockerFile>,
    /// What slides.
    #[serde(default)]
    pub shapes: Vec<ShapeFile>,
    /// Who wants to go home.
    #[serde(default)]
    pub cats: Vec<CatFile>,
}

/// A blocker: one cell, or several that hang together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(untagged)]
pub enum BlockerFile {
    /// One cell, `[x, y]`.
    Cell([i32; 2]),
    /// A polyomino.
    Piece(PieceFile),
}

/// Cells as offsets from a place.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PieceFile {
    /// The offsets, `[x, y]` each.
    pub cells: Vec<[i32; 2]>,
    /// The place, `[x, y]`.
    pub at: [i32; 2],
}

/// A shape that slides.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShapeFile {
    /// The name of its form; or else `cells`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["Single", "Domino", "I", "L", "T", "S", "Z", "O", null])))]
    pub kind: Option<String>,
    /// Its form as offsets, `[x, y]` each; or else `kind`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<[i32; 2]>>,
    /// The place the offsets count from, `[x, y]`.
    pub at: [i32; 2],
    /// Its colour.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["red", "green", "blue", "yellow", "purple"])))]
    pub color: String,
    /// How many cats must be home before it moves.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub unlock: i64,
    /// Shapes with the same number move together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tandem: Option<i64>,
}

/// A cat that wants to go home.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CatFile {
    /// Where it sits, `[x, y]`.
    pub at: [i32; 2],
    /// Its colour.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["red", "green", "blue", "yellow", "purple"])))]
    pub color: String,
    /// Whether it sits on a blocker and goes home when its colour comes beside it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_blocker: bool,
}

/// A solution: moves in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SolutionFile {
    /// The moves, one cell each.
    pub moves: Vec<MoveFile>,
}

/// One shape, one cell.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct MoveFile {
    /// The number of the shape in the level file, from 0.
    pub shape: usize,
    /// Where to.
    pub dir: Heading,
}

/// A direction in the words of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Heading {
    /// North.
    Up,
    /// South.
    Down,
    /// West.
    Left,
    /// East.
    Right,
}

impl Heading {
    /// The heading of a direction.
    pub const fn of(dir: Dir) -> Self {
        match dir {
            Dir::North => Heading::Up,
            Dir::East => Heading::Right,
            Dir::South => Heading::Down,
            Dir::West => Heading::Left,
        }
    }

    /// The direction of a heading.
    pub const fn dir(self) -> Dir {
        match self {
            Heading::Up => Dir::North,
            Heading::Right => Dir::East,
            Heading::Down => Dir::South,
            Heading::Left => Dir::West,
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Heading::Up => "up",
            Heading::Down => "down",
            Heading::Left => "left",
            Heading::Right => "right",
        }
    }
}

/// The level of a file, or everything that is wrong with it.
pub fn read_level(file: LevelFile) -> Result<Level, Faults> {
    let mut faults = Faults::new();
    for (i, shape) in file.shapes.iter().enumerate() {
        if shape.kind.is_some() == shape.cells.is_some() {
            let message = "a shape has either a kind or a list of cells";
            let place = Place::pointer(format!("/shapes/{i}"));
            faults.add(codes::KIND_OR_CELLS, message, place);
        }
    }
    let level = Level::new(Parts {
        floor: file.floor,
        blockers: file.blockers.into_iter().map(blocker_part).collect(),
        shapes: file.shapes.into_iter().map(shape_part).collect(),
        cats: file.cats.into_iter().map(cat_part).collect(),
    });
    match level {
        Err(more) => {
            faults.extend(more.list().iter().cloned());
            Err(faults)
        }
        Ok(level) => faults.or(|| level),
    }
}

fn blocker_part(blocker: BlockerFile) -> (Cell, Vec<Cell>) {
    match blocker {
        BlockerFile::Cell(at) => (cell(at), vec![Cell::new(0, 0)]),
        BlockerFile::Piece(piece) => (cell(piece.at), piece.cells.into_iter().map(cell).collect()),
    }
}

fn shape_part(shape: ShapeFile) -> ShapePart {
    let cells = match (shape.cells, shape.kind) {
        (Some(cells), _) => Ok(cells.into_iter().map(cell).collect()),
        (None, Some(name)) => ShapeKind::named(&name)
            .map(|kind| kind.cells.iter().map(|&c| c.into()).collect())
            .ok_or(name),
        // Reported already; any form will do to go on checking the rest.
        (None, None) => Ok(vec![Cell::new(0, 0)]),
    };
    ShapePart {
        cells,
        at: cell(shape.at),
        color: color(shape.color),
        unlock: shape.unlock,
        tandem: shape.tandem,
    }
}

fn cat_part(cat: CatFile) -> CatPart {
    CatPart {
        at: cell(cat.at),
        color: color(cat.color),
        on_blocker: cat.on_blocker,
    }
}

fn cell([x, y]: [i32; 2]) -> Cell {
    Cell::new(x, y)
}

fn color(word: String) -> Spelled<Color> {
    Color::named(&word).ok_or(word)
}

/// The file of a level.
pub fn write_level(level: &Level) -> LevelFile {
    let pair = |cell: Cell| [cell.x, cell.y];
    let pairs = |cells: &[Cell]| cells.iter().map(|&c| pair(c)).collect::<Vec<_>>();
    let blockers = level.blockers().iter().map(|blocker| {
        let at = pair(blocker.corner());
        match blocker.offsets() {
            [_] => BlockerFile::Cell(at),
            offsets => BlockerFile::Piece(PieceFile {
                cells: pairs(offsets),
                at,
            }),
        }
    });
    let shapes = level.shapes().iter().map(|shape| {
        let kind = ShapeKind::of(shape.footprint.offsets());
        ShapeFile {
            kind: kind.map(|kind| kind.name.to_owned()),
            cells: kind.is_none().then(|| pairs(shape.footprint.offsets())),
            at: pair(shape.footprint.corner()),
            color: shape.color.name().to_owned(),
            unlock: shape.unlock as i64,
            tandem: shape.tandem,
        }
    });
    let cats = level.cats().iter().map(|cat| CatFile {
        at: pair(cat.at),
        color: cat.color.name().to_owned(),
        on_blocker: cat.on_blocker,
    });
    LevelFile {
        floor: level.parts().floor,
        blockers: blockers.collect(),
        shapes: shapes.collect(),
        cats: cats.collect(),
    }
}

/// The moves of a solution file.
pub fn read_solution(file: SolutionFile) -> Vec<Move> {
    let read = |mv: MoveFile| Move {
        shape: mv.shape,
        dir: mv.dir.dir(),
    };
    file.moves.into_iter().map(read).collect()
}

/// The solution file of moves.
pub fn write_solution(moves: &[Move]) -> SolutionFile {
    SolutionFile {
        moves: moves.iter().map(move_file).collect(),
    }
}

/// One move as an entry of the solution file.
pub fn write_move(mv: &Move) -> Value {
    serde_json::to_value(move_file(mv)).expect("a number and a word are JSON")
}

fn move_file(mv: &Move) -> MoveFile {
    MoveFile {
        shape: mv.shape,
        dir: Heading::of(mv.dir),
    }
}

fn is_zero(unlock: &i64) -> bool {
    *unlock == 0
}

/// Written out so that unknown keys inside a blocker are noticed; an untagged derive would
/// swallow them.
impl<'de> Deserialize<'de> for BlockerFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = BlockerFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("[x, y] or an object with cells and at")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<BlockerFile, A::Error> {
                let mut next = |i| {
                    seq.next_element()?
                        .ok_or_else(|| de::Error::invalid_length(i, &"[x, y]"))
                };
                let at = [next(0)?, next(1)?];
                if seq.next_element::<de::IgnoredAny>()?.is_some() {
                    return Err(de::Error::invalid_length(3, &"[x, y]"));
                }
                Ok(BlockerFile::Cell(at))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<BlockerFile, A::Error> {
                PieceFile::deserialize(MapAccessDeserializer::new(map)).map(BlockerFile::Piece)
            }
        }

        deserializer.deserialize_any(Either)
    }
}
