//! The files of the game: challenges, piece sets and solutions as JSON.

use std::sync::Arc;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use gridwright_core::fault::{Faults, Place};
use gridwright_core::grid::Cell;

use super::drawing::Drawing;
use super::level::{GivenPart, Level, Parts, lay_of};
use super::rules::Move;
use super::set::{Lay, PieceParts, PieceSet, SetParts};
use super::{IqCircuit, codes, shipped};
use crate::document::reader::{self, Trail};
use crate::kind::Documents;

/// A challenge.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LevelFile {
    /// The number in its booklet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<u32>,
    /// starter, junior, expert, master or wizard; it must match the hints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// Pieces that are already on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<PlacedFile>,
    /// Every point that is not on a placed piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<[i32; 2]>>,
    /// Rows of prints, split by spaces: `-` blank, one letter of NESW a point, two a line, `?`
    /// where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Vec<String>>,
    /// The name of a piece set, or one written out; `standard` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<SetReference>"))]
    pub set: Option<Value>,
}

/// A piece set by name or written out, for the schema.
#[cfg(feature = "schema")]
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(
    dead_code,
    reason = "only its schema is used; reading gives better faults by hand"
)]
enum SetReference {
    Name(String),
    Own(SetFile),
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlacedFile {
    /// The name of the piece.
    pub piece: String,
    /// The number of the side that is up.
    pub side: u32,
    /// The top left corner of the turned piece's bounding box, as column and row.
    pub at: [i32; 2],
    /// Clockwise quarter turns.
    pub turns: u32,
}

/// A board and its pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SetFile {
    /// The name levels refer to it by.
    pub name: String,
    /// The name for people.
    #[serde(default)]
    pub title: String,
    /// Columns of the board.
    pub width: i64,
    /// Rows of the board.
    pub height: i64,
    /// The pieces; together they cover the board.
    pub pieces: Vec<PieceFile>,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PieceFile {
    /// Its name.
    pub name: String,
    /// Its sides; each a list of cells: column, row and print.
    pub sides: Vec<Vec<(i64, i64, String)>>,
}

/// A solution: all pieces in place, the given ones included. A record of play may lift as well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SolutionFile {
    /// What was done, in order.
    pub placements: Vec<MoveFile>,
}

/// A piece that is laid or lifted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MoveFile {
    /// The name of the piece.
    pub piece: String,
    /// The number of the side that is up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<u32>,
    /// The top left corner of the turned piece's bounding box, as column and row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[i32; 2]>,
    /// Clockwise quarter turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// True if the piece is taken off the board instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lift: bool,
}

/// Words that level codes write as one byte. Frozen: only ever append.
pub const WORDS: &[&str] = &[
    "challenge",
    "tier",
    "placed",
    "points",
    "picture",
    "set",
    "piece",
    "side",
    "at",
    "turns",
    "starter",
    "junior",
    "expert",
    "master",
    "wizard",
    "standard",
    "name",
    "title",
    "width",
    "height",
    "pieces",
    "sides",
    "I2a",
    "I2b",
    "I3a",
    "I3b",
    "V3a",
    "V3b",
    "O4",
    "L4",
    "T4",
    "Z4",
    "N",
    "E",
    "S",
    "W",
    "NE",
    "ES",
    "SW",
    "NW",
    "EW",
    "NS",
];

impl Documents for IqCircuit {
    type LevelFile = LevelFile;

    type SolutionFile = SolutionFile;

    /// Whether a document without a tag looks like a challenge: a tier or a piece set, and no keys
    /// of others.
    fn recognises(keys: &[&str]) -> bool {
        const OWN: [&str; 7] = [
            "challenge",
            "tier",
            "placed",
            "points",
            "picture",
            "set",
            "meta",
        ];
        let telling = ["tier", "placed", "points", "picture"];
        keys.iter().all(|key| OWN.contains(key)) && keys.iter().any(|key| telling.contains(key))
    }

    fn read_level(file: LevelFile) -> Result<Level, Faults> {
        read_level(file)
    }

    fn write_level(level: &Level) -> LevelFile {
        write_level(level)
    }

    /// The moves of a solution file. Given pieces lie on the board already: entries that repeat them
    /// are no moves.
    fn read_solution(level: &Level, file: SolutionFile) -> Result<Vec<Move>, Faults> {
        let mut faults = Faults::new();
        let mut moves = Vec::new();
        for (i, entry) in file.placements.into_iter().enumerate() {
            let pointer = format!("/placements/{i}");
            match read_move(level.set(), entry, &pointer, &mut faults) {
                Some(Move::Lay(lay)) if level.given().contains(&lay) => {}
                Some(mv) => moves.push(mv),
                None => {}
            }
        }
        faults.or(|| moves)
    }

    /// The solution file of moves: the given pieces first, then the moves.
    fn write_solution(level: &Level, moves: &[Move]) -> SolutionFile {
        let given = level.given().iter().copied().map(Move::Lay);
        SolutionFile {
            placements: given
                .chain(moves.iter().copied())
                .map(|mv| write_move(level.set(), &mv))
                .collect(),
        }
    }

    fn write_move(level: &Level, mv: &Move) -> Value {
        serde_json::to_value(write_move(level.set(), mv)).expect("a move is plain data")
    }
}

/// The level of a file.
pub fn read_level(file: LevelFile) -> Result<Level, Faults> {
    let set = match &file.set {
        None => shipped::standard(),
        Some(Value::String(name)) => named_set(name)?,
        Some(own) => Arc::new(read_set(own, "/set")?),
    };
    let given = file.placed.into_iter().map(|placed| GivenPart {
        piece: placed.piece,
        side: placed.side as usize,
        turns: placed.turns as usize,
        at: cell(placed.at),
    });
    let parts = Parts {
        challenge: file.challenge,
        tier: file.tier,
        given: given.collect(),
        points: file
            .points
            .map(|points| points.into_iter().map(cell).collect()),
        picture: file.picture,
    };
    Level::new(set, &parts)
}

fn named_set(name: &str) -> Result<Arc<PieceSet>, Faults> {
    shipped::set_named(name).ok_or_else(|| {
        let known: Vec<&str> = shipped::SETS.iter().map(|set| set.name).collect();
        let message = format!(
            "no piece set is called {name:?}; there are: {}",
            known.join(", ")
        );
        let mut faults = Faults::new();
        faults.add(codes::UNKNOWN_SET, message, Place::pointer("/set"));
        faults
    })
}

/// A piece set written out as JSON that lies at a pointer of its document.
pub fn read_set(value: &Value, at: &str) -> Result<PieceSet, Faults> {
    let mut faults = Faults::new();
    let mut unknown = |trail: &Trail<'_>| {
        let path = trail.pointer(usize::MAX).replace('/', ".");
        let message = format!("a piece set has no key {}", path.trim_start_matches('.'));
        faults.add(codes::SET_SHAPE, message, Place::pointer(at));
    };
    let text = value.to_string();
    let file = match reader::parse::<SetFile>(&text, &mut unknown) {
        Ok(file) => file,
        Err(failure) => {
            faults.add(codes::SET_SHAPE, failure.message(), Place::pointer(at));
            return Err(faults);
        }
    };
    let piece = |piece: PieceFile| PieceParts {
        name: piece.name,
        sides: piece.sides,
    };
    let parts = SetParts {
        name: file.name,
        title: file.title,
        width: file.width,
        height: file.height,
        pieces: file.pieces.into_iter().map(piece).collect(),
    };
    match PieceSet::new(&parts, at) {
        Ok(set) => faults.or(|| set),
        Err(more) => {
            faults.extend(more.list().iter().cloned());
            Err(faults)
        }
    }
}

/// The file of a piece set.
pub fn write_set(set: &PieceSet) -> SetFile {
    let print = |(cell, print): &(Cell, super::print::Print)| {
        (cell.x.into(), cell.y.into(), print.to_string())
    };
    let piece = |piece: &super::set::Piece| PieceFile {
        name: piece.name().to_owned(),
        sides: (0..piece.sides())
            .map(|side| piece.turned(side, 0).cells().iter().map(print).collect())
            .collect(),
    };
    SetFile {
        name: set.name().to_owned(),
        title: set.title().to_owned(),
        width: set.width().into(),
        height: set.height().into(),
        pieces: set.pieces().iter().map(piece).collect(),
    }
}

/// The file of a level.
pub fn write_level(level: &Level) -> LevelFile {
    let set = level.set();
    let placed = |lay: &Lay| PlacedFile {
        piece: set.pieces()[lay.piece()].name().to_owned(),
        side: lay.side() as u32,
        at: pair(lay.at()),
        turns: lay.turns() as u32,
    };
    let shipped = shipped::set_named(set.name()).is_some_and(|shipped| shipped == *set);
    LevelFile {
        challenge: level.challenge(),
        tier: level.tier().map(|tier| tier.name().to_owned()),
        placed: level.given().iter().map(placed).collect(),
        points: level
            .points()
            .map(|points| points.iter().map(|&cell| pair(cell)).collect()),
        picture: level.picture().map(write_picture),
        set: Some(if shipped {
            Value::String(set.name().to_owned())
        } else {
            serde_json::to_value(write_set(set)).expect("a set is plain data")
        }),
    }
}

/// The rows of a drawing, as a picture has them.
pub fn write_picture(drawing: &Drawing) -> Vec<String> {
    let text = |print: &Option<super::print::Print>| {
        print.map_or_else(|| "?".to_owned(), |print| print.to_string())
    };
    drawing
        .rows()
        .map(|row| row.iter().map(text).collect::<Vec<_>>().join(" "))
        .collect()
}

fn read_move(set: &PieceSet, entry: MoveFile, pointer: &str, faults: &mut Faults) -> Option<Move> {
    let described = match (entry.lift, entry.side, entry.at, entry.turns) {
        (true, None, None, None) => Some((0, [0, 0], 0)),
        (false, Some(side), Some(at), Some(turns)) => Some((side, at, turns)),
        _ => None,
    };
    let Some((side, at, turns)) = described else {
        let message = "a move has side, at and turns, or lift alone";
        faults.add(codes::INCOMPLETE_MOVE, message, Place::pointer(pointer));
        return None;
    };
    let parts = GivenPart {
        piece: entry.piece,
        side: side as usize,
        turns: turns as usize,
        at: cell(at),
    };
    let lay = lay_of(set, &parts, pointer, faults)?;
    Some(if entry.lift {
        Move::Lift(lay.piece())
    } else {
        Move::Lay(lay)
    })
}

/// One entry of a solution file.
pub fn write_move(set: &PieceSet, mv: &Move) -> MoveFile {
    let piece = set.pieces()[mv.piece()].name().to_owned();
    match mv {
        Move::Lay(lay) => MoveFile {
            piece,
            side: Some(lay.side() as u32),
            at: Some(pair(lay.at())),
            turns: Some(lay.turns() as u32),
            lift: false,
        },
        Move::Lift(_) => MoveFile {
            piece,
            side: None,
            at: None,
            turns: None,
            lift: true,
        },
    }
}

fn cell([x, y]: [i32; 2]) -> Cell {
    Cell::new(x, y)
}

fn pair(cell: Cell) -> [i32; 2] {
    [cell.x, cell.y]
}
