//! The JSON of levels and solutions: the only file of the game that knows serde.

use std::fmt;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_core::grid::Cell;
use gridwright_core::solve::{CellNote, Certify, Statement};

use super::board::Board;
use super::level::{Level, Parts};
use super::lighten::{self, Lightened};
use super::lists::Lists;
#[cfg(feature = "schema")]
use super::own::MOST_LINKED;
use super::rows::{Rows, Written};
use super::rules::Press;
use super::shape::{Neighbourhood, Topology};
use super::{LightsOff, codes};
use crate::kind::{Documents, Restore};

impl Documents for LightsOff {
    type LevelFile = LevelFile;

    type SolutionFile = SolutionFile;

    fn recognises(keys: &[&str]) -> bool {
        keys.contains(&"initialState") || keys.contains(&"field")
    }

    fn lighten(text: &str) -> Option<(String, Restore<LevelFile>)> {
        let Lightened { text, key, rows } = lighten::lighten(text)?;
        let restore = move |file: &mut LevelFile| match key {
            "field" => file.field = Some(rows),
            _ => file.initial_state = Some(rows),
        };
        Some((text, Box::new(restore)))
    }

    fn read_level(file: LevelFile) -> Result<Level, Faults> {
        read_level(&file)
    }

    fn write_level(level: &Level) -> LevelFile {
        write_level(level)
    }

    fn read_solution(_: &Level, file: SolutionFile) -> Result<Vec<Press>, Faults> {
        read_solution(&file)
    }

    fn write_solution(_: &Level, presses: &[Press]) -> SolutionFile {
        write_solution(presses)
    }

    fn write_move(_: &Level, press: &Press) -> Value {
        write_press(*press)
    }
}

/// A level file. The board stands under `initialState`, or under `field` with a `version`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LevelFile {
    /// How many presses the maker used: easy 5 to 10, medium 11 to 15, hard 16 to 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["easy", "medium", "hard"])))]
    pub difficulty: Option<String>,
    /// The fewest presses that solve the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_moves: Option<u64>,
    /// The number of states of a lamp; 2 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 10)))]
    pub states: Option<i64>,
    /// How the edges meet; `square` if absent. The lamps of a `graph` have the neighbours that
    /// `neighbours` lists, wherever they stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["square", "torus", "hex", "graph"])))]
    pub topology: Option<String>,
    /// Which lamps a press reaches beside the pressed one; `plus` if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["plus", "cross", "full"])))]
    pub neighbourhood: Option<String>,
    /// Of a graph: for every lamp in reading order the numbers of the other lamps that its press
    /// reaches. Lamps count from 0; holes do not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbours: Option<Lists>,
    /// The lamps at the start; `null` is a hole, a place without a lamp.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_state: Option<Rows>,
    /// The version of the other form; 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1)))]
    pub version: Option<u64>,
    /// The lamps at the start, in the other form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Rows>,
}

/// A solution file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SolutionFile {
    /// The presses, in any order; a lamp pressed n times appears n times.
    pub moves: Vec<PressFile>,
    /// The number of presses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_moves: Option<u64>,
}

/// One press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PressFile {
    /// Row, from 0.
    pub row: u32,
    /// Column, from 0.
    pub col: u32,
}

impl From<Press> for PressFile {
    fn from(Press { row, col }: Press) -> Self {
        PressFile { row, col }
    }
}

/// A reason why a board cannot be solved, to be checked by hand: for every lamp, the weights of
/// the lamps that its press advances add up to 0 modulo the number of states; so no press ever
/// changes the sum of weight times state over the board. That sum is not 0, as it would be on a
/// dark board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// A weight for every lamp.
    pub weights: Vec<Vec<u8>>,
    /// The sum of weight times state over the board, modulo the number of states. Not 0.
    pub sum: u8,
    /// The number of states of a lamp.
    #[serde(skip)]
    pub states: u8,
}

impl Certificate {
    /// The certificate of a weighting of the lamps.
    pub fn new(weights: &Board, lamps: &Board) -> Self {
        let rows = 0..weights.shape().rows();
        Certificate {
            weights: rows.map(|row| weights.row_values(row).collect()).collect(),
            sum: weights.dot(lamps),
            states: lamps.shape().states(),
        }
    }
}

impl Certify for Certificate {
    fn statements(&self) -> Vec<Statement> {
        let rows = self.weights.iter().enumerate();
        let cells = rows.flat_map(|(row, weights)| {
            let weighted = weights
                .iter()
                .enumerate()
                .filter(|(_, weight)| **weight != 0);
            weighted.map(move |(col, weight)| CellNote {
                cell: Cell::new(col as i32, row as i32),
                label: weight.to_string(),
            })
        });
        let text = format!(
            "Multiply the state of each of these lamps by its weight and add everything up, \
             modulo {}. No press changes that sum, for the weights of the lamps that it advances \
             add up to 0. It is {} here, and 0 on a dark board.",
            self.states, self.sum
        );
        vec![Statement {
            text,
            cells: cells.collect(),
        }]
    }
}

/// The level of a file, or everything that is wrong with it.
pub fn read_level(file: &LevelFile) -> Result<Level, Faults> {
    let mut faults = Faults::new();
    let (board, pointer) = match (&file.initial_state, &file.field) {
        (Some(board), None) => (Some(board), "/initialState"),
        (None, Some(board)) => (Some(board), "/field"),
        (Some(board), Some(_)) => {
            let message = "initialState and field are two boards; a level has one";
            faults.add(codes::TWO_BOARDS, message, Place::pointer("/field"));
            (Some(board), "/initialState")
        }
        (None, None) => {
            let message = "a level has its board under initialState or field";
            faults.add(codes::NO_BOARD, message, Place::everywhere());
            (None, "")
        }
    };
    if let Some(version) = file.version.filter(|&version| version != 1) {
        let message = format!("version {version} is not known; 1 is");
        faults.add(codes::BAD_VERSION, message, Place::pointer("/version"));
    }
    let level = board.map(|board| {
        Level::new(&Parts {
            board,
            pointer,
            states: file.states.unwrap_or(2),
            topology: file.topology.as_deref().unwrap_or("square"),
            neighbourhood: file.neighbourhood.as_deref().unwrap_or("plus"),
            neighbours: file.neighbours.as_ref(),
            difficulty: file.difficulty.as_deref(),
            min_moves: file.min_moves,
        })
    });
    match level {
        Some(Ok(level)) => faults.or(|| level),
        Some(Err(found)) => {
            faults.absorb(found);
            Err(faults)
        }
        None => Err(faults),
    }
}

/// The file of a level.
pub fn write_level(level: &Level) -> LevelFile {
    let shape = level.shape();
    let mut rows = Rows::new();
    for row in 0..shape.rows() {
        rows.begin_row();
        for (col, value) in level.lamps().row_values(row).enumerate() {
            rows.push(match shape.states() {
                _ if !shape.is_lamp(row, col) => Written::Hole,
                2 => Written::Boolean(value == 1),
                _ => Written::Integer(value),
            });
        }
    }
    LevelFile {
        difficulty: level.difficulty().map(|d| d.name().to_owned()),
        min_moves: level.min_moves(),
        states: (shape.states() != 2).then(|| shape.states().into()),
        topology: (shape.topology() != Topology::Square)
            .then(|| shape.topology().name().to_owned()),
        neighbourhood: (shape.neighbourhood() != Neighbourhood::Plus)
            .then(|| shape.neighbourhood().name().to_owned()),
        neighbours: shape.links().map(write_lists),
        initial_state: Some(rows),
        version: None,
        field: None,
    }
}

fn write_lists(links: &[Vec<u32>]) -> Lists {
    let mut lists = Lists::new();
    for list in links {
        lists.begin_list();
        list.iter().for_each(|&lamp| lists.push(lamp.into()));
    }
    lists
}

/// The presses of a solution file.
pub fn read_solution(file: &SolutionFile) -> Result<Vec<Press>, Faults> {
    let count = file.moves.len() as u64;
    match file.total_moves {
        Some(total) if total != count => {
            let message = format!("totalMoves is {total}, but {count} moves are listed");
            let at = Place::pointer("/totalMoves");
            Err(Fault::new(codes::TOTAL_MOVES, message, at).into())
        }
        _ => Ok(file
            .moves
            .iter()
            .map(|&PressFile { row, col }| Press { row, col })
            .collect()),
    }
}

/// The solution file of presses.
pub fn write_solution(presses: &[Press]) -> SolutionFile {
    SolutionFile {
        moves: presses.iter().map(|&press| press.into()).collect(),
        total_moves: Some(presses.len() as u64),
    }
}

/// One press, as an entry of the solution file.
pub fn write_press(press: Press) -> Value {
    serde_json::json!({ "row": press.row, "col": press.col })
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.lengths().len()))?;
        let mut values = self.values();
        for &length in self.lengths() {
            let row: Vec<_> = values.by_ref().take(length as usize).collect();
            match row.iter().flatten().all(|(_, boolean)| *boolean) && !row.is_empty() {
                true => rows.serialize_element(
                    &row.iter()
                        .map(|lamp| lamp.map(|(value, _)| value == 1))
                        .collect::<Vec<Option<bool>>>(),
                )?,
                false => rows.serialize_element(
                    &row.iter()
                        .map(|lamp| lamp.map(|(value, _)| value))
                        .collect::<Vec<Option<u8>>>(),
                )?,
            }
        }
        rows.end()
    }
}

/// Reads straight into [`Rows`]: a million lamps in a few milliseconds, and no more memory than
/// the largest board, whatever the text holds.
impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(RowsVisitor)
    }
}

struct RowsVisitor;

impl<'de> Visitor<'de> for RowsVisitor {
    type Value = Rows;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rows of lamps")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Rows, A::Error> {
        let mut read = Rows::new();
        while rows.next_element_seed(Row(&mut read))?.is_some() {}
        Ok(read)
    }
}

/// Reads one row into the rows before it.
struct Row<'r>(&'r mut Rows);

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row of lamps")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut lamps: A) -> Result<(), A::Error> {
        self.0.begin_row();
        while let Some(LampFile(value)) = lamps.next_element()? {
            self.0.push(value);
        }
        Ok(())
    }
}

/// One place: a boolean or a whole number for a lamp, null for a hole.
struct LampFile(Written);

impl<'de> Deserialize<'de> for LampFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LampVisitor)
    }
}

struct LampVisitor;

impl Visitor<'_> for LampVisitor {
    type Value = LampFile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a boolean, a whole number or null")
    }

    fn visit_unit<E: Error>(self) -> Result<LampFile, E> {
        Ok(LampFile(Written::Hole))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<LampFile, E> {
        Ok(LampFile(Written::Boolean(value)))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<LampFile, E> {
        Ok(LampFile(match u8::try_from(value) {
            Ok(value) => Written::Integer(value),
            Err(_) => Written::Impossible(value.into()),
        }))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<LampFile, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Ok(LampFile(Written::Impossible(value.into()))),
        }
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Rows {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rows".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let rows_of = |lamp: Schema| {
            json_schema!({
                "type": "array",
                "minItems": 1,
                "items": { "type": "array", "minItems": 1, "items": lamp },
            })
        };
        json_schema!({
            "description": "Rows of one length, of booleans (two states) or of integers from 0; null is a hole.",
            "anyOf": [
                rows_of(json_schema!({ "type": ["boolean", "null"] })),
                rows_of(json_schema!({ "type": ["integer", "null"], "minimum": 0, "maximum": 9 })),
            ],
        })
    }
}

impl Serialize for Lists {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.kept().serialize(serializer)
    }
}

/// Reads straight into [`Lists`], which keep no more than the largest graph has.
impl<'de> Deserialize<'de> for Lists {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListsVisitor)
    }
}

struct ListsVisitor;

impl<'de> Visitor<'de> for ListsVisitor {
    type Value = Lists;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lists of neighbours")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut lists: A) -> Result<Lists, A::Error> {
        let mut read = Lists::new();
        while lists.next_element_seed(List(&mut read))?.is_some() {}
        Ok(read)
    }
}

/// Reads one list behind the lists before it.
struct List<'r>(&'r mut Lists);

impl<'de> DeserializeSeed<'de> for List<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of lamps by their numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut lamps: A) -> Result<(), A::Error> {
        self.0.begin_list();
        while let Some(lamp) = lamps.next_element::<i64>()? {
            self.0.push(lamp);
        }
        Ok(())
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Lists {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Lists".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "For every lamp in reading order, the numbers of the lamps that its press reaches, too.",
            "type": "array",
            "maxItems": MOST_LINKED,
            "items": {
                "type": "array",
                "uniqueItems": true,
                "items": { "type": "integer", "minimum": 0, "maximum": MOST_LINKED - 1 },
            },
        })
    }
}
