//! Level and solution files: the only place that knows their JSON.
//!
//! The level file is read loosely, value by value, so that malformed points, lists and IDs are
//! reported together with everything else; the schema says precisely what belongs there.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use gridwright_core::fault::{Code, Faults, Place};
use gridwright_core::grid::Cell;

use super::level::{Hue, Layer, Level, MOST_SQUARES, Parts};
use super::rules::{Move, standing};
use super::{Circuits, codes};
use crate::kind::Documents;

impl Documents for Circuits {
    type LevelFile = LevelFile;

    type SolutionFile = SolutionFile;

    fn recognises(keys: &[&str]) -> bool {
        ["pads", "terminals", "lines"]
            .iter()
            .all(|key| keys.contains(key))
    }

    fn read_level(file: LevelFile) -> Result<Level, Faults> {
        file.read()
    }

    fn write_level(level: &Level) -> LevelFile {
        LevelFile::write(level)
    }

    fn read_solution(_: &Level, file: SolutionFile) -> Result<Vec<Move>, Faults> {
        Ok(file.read())
    }

    fn write_solution(_: &Level, moves: &[Move]) -> SolutionFile {
        SolutionFile::write(moves)
    }

    fn write_move(_: &Level, mv: &Move) -> Value {
        write_move(mv)
    }
}

/// A level of Circuits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("required" = ["width", "height", "pads", "terminals", "lines"])))]
pub struct LevelFile {
    /// Squares from left to right; intersections run from 0 to this.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "described::Side"))]
    pub(super) width: Value,
    /// Squares from top to bottom.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "described::Side"))]
    pub(super) height: Value,
    /// Junctions that take two line ends, over both layers.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<described::PadEntry>"))]
    pub(super) pads: Value,
    /// The ends of the circuits, two of each colour.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<described::TerminalEntry>"))]
    pub(super) terminals: Value,
    /// Lines that are there from the start and stay.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<described::LineEntry>"))]
    pub(super) lines: Value,
}

/// The shapes of values that are read loosely.
#[cfg(feature = "schema")]
#[expect(dead_code, reason = "only their schemas are used")]
mod described {
    use schemars::JsonSchema;

    /// A number of squares.
    #[derive(JsonSchema)]
    pub(super) struct Side(#[schemars(range(min = 1, max = 64))] i64);

    /// An intersection: column and row.
    #[derive(JsonSchema)]
    pub(super) struct Point(
        #[schemars(range(min = 0, max = 64))] i64,
        #[schemars(range(min = 0, max = 64))] i64,
    );

    #[derive(JsonSchema)]
    pub(super) struct PadEntry {
        pos: Point,
        #[schemars(rename = "ID")]
        id: i64,
    }

    #[derive(JsonSchema)]
    pub(super) struct TerminalEntry {
        pos: Point,
        color: HueName,
        #[schemars(rename = "ID")]
        id: i64,
    }

    #[derive(JsonSchema)]
    #[schemars(rename_all = "lowercase")]
    pub(super) enum HueName {
        Red,
        Green,
        Blue,
        Yellow,
        Orange,
        Purple,
        Pink,
        Brown,
    }

    #[derive(JsonSchema)]
    pub(super) struct LineEntry {
        #[schemars(rename = "ID")]
        id: i64,
        /// 0 for the top, -1 for the bottom.
        #[schemars(range(min = -1, max = 0))]
        layer: i64,
        #[schemars(length(min = 2))]
        pos: Vec<Point>,
    }
}

/// The lines of a solution, in drawing order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SolutionFile {
    /// Each line is the list of intersections it passes, from fixture to fixture.
    pub lines: Vec<Vec<(i32, i32)>>,
}

impl LevelFile {
    /// The level, or everything that is wrong with it.
    pub fn read(&self) -> Result<Level, Faults> {
        let mut reader = Reader {
            faults: Faults::new(),
        };
        let parts = Parts {
            width: reader.whole(Some(&self.width), codes::BAD_SIZE, "/width"),
            height: reader.whole(Some(&self.height), codes::BAD_SIZE, "/height"),
            pads: reader.list(&self.pads, "/pads", |reader, pad, at| {
                (reader.id(pad, at), reader.pos(pad, at))
            }),
            terminals: reader.list(&self.terminals, "/terminals", |reader, terminal, at| {
                let (id, pos) = (reader.id(terminal, at), reader.pos(terminal, at));
                (id, pos, reader.color(terminal, at))
            }),
            lines: reader.list(&self.lines, "/lines", |reader, line, at| {
                let (id, layer) = (reader.id(line, at), reader.layer(line, at));
                (id, layer, reader.points(line, at))
            }),
        };
        Level::with_faults(parts, reader.faults)
    }

    /// The file of a level.
    pub fn write(level: &Level) -> Self {
        let pads = level.pads().iter();
        let terminals = level.terminals().iter();
        LevelFile {
            width: level.width().into(),
            height: level.height().into(),
            pads: pads
                .map(|pad| json!({ "pos": pad.at, "ID": pad.id }))
                .collect(),
            terminals: terminals
                .map(|t| json!({ "pos": t.at, "color": t.hue.name(), "ID": t.id }))
                .collect(),
            lines: level
                .lines()
                .iter()
                .map(|line| {
                    let layer = match line.layer {
                        Layer::Top => 0,
                        Layer::Bottom => -1,
                    };
                    json!({ "ID": line.id, "layer": layer, "pos": line.points })
                })
                .collect(),
        }
    }
}

impl SolutionFile {
    /// The moves that draw the lines.
    pub fn read(self) -> Vec<Move> {
        let lines = self.lines.into_iter();
        lines
            .map(|line| Move::Draw(line.into_iter().map(Cell::from).collect()))
            .collect()
    }

    /// The lines that stand after some moves.
    pub fn write(moves: &[Move]) -> Self {
        let lines = standing(moves).into_iter();
        SolutionFile {
            lines: lines
                .map(|line| line.iter().map(|&point| point.into()).collect())
                .collect(),
        }
    }
}

/// One move: the points of a drawn line; an erased line says so.
pub(super) fn write_move(mv: &Move) -> Value {
    match mv {
        Move::Draw(line) => json!(line),
        Move::Erase(line) => json!({ "erase": line }),
    }
}

/// The point of a value, if it is one.
pub(super) fn point_of(value: &Value) -> Option<Cell> {
    let coordinate = |value: &Value| value.as_i64().and_then(|n| i32::try_from(n).ok());
    match value.as_array()?.as_slice() {
        [x, y] => Some(Cell::new(coordinate(x)?, coordinate(y)?)),
        _ => None,
    }
}

/// The most entries of a list, and the most points of a line: the intersections of the largest board.
/// More pads, terminals or points than that share one, and more lines than that share an end. A short
/// code can hold millions.
const MOST_ENTRIES: usize = ((MOST_SQUARES + 1) * (MOST_SQUARES + 1)) as usize;

/// Takes values apart and collects what does not fit.
struct Reader {
    faults: Faults,
}

impl Reader {
    /// The entries of a list of objects; `entry` reads one of them, given the pointer to it.
    fn list<T: Default>(
        &mut self,
        value: &Value,
        pointer: &str,
        entry: impl Fn(&mut Reader, &Value, &str) -> T,
    ) -> Vec<T> {
        let Some(entries) = value.as_array() else {
            self.report(codes::BAD_LIST, "this must be a list", pointer);
            return Vec::new();
        };
        if entries.len() > MOST_ENTRIES {
            let message = format!(
                "this has {} entries; {MOST_ENTRIES} fit on the largest board",
                entries.len()
            );
            self.report(codes::BAD_LIST, message, pointer);
            return Vec::new();
        }
        let mut read = Vec::with_capacity(entries.len());
        for (index, value) in entries.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            read.push(if value.is_object() {
                entry(self, value, &pointer)
            } else {
                self.report(codes::BAD_LIST, "this must be an object", &pointer);
                T::default()
            });
        }
        read
    }

    fn whole(&mut self, value: Option<&Value>, code: Code, pointer: &str) -> Option<i64> {
        let number = value.and_then(Value::as_i64);
        if number.is_none() {
            self.report(code, "this must be a whole number", pointer);
        }
        number
    }

    fn id(&mut self, entry: &Value, pointer: &str) -> Option<i64> {
        self.whole(entry.get("ID"), codes::BAD_ID, &format!("{pointer}/ID"))
    }

    fn pos(&mut self, entry: &Value, pointer: &str) -> Option<Cell> {
        self.point(entry.get("pos"), &format!("{pointer}/pos"))
    }

    fn point(&mut self, value: Option<&Value>, pointer: &str) -> Option<Cell> {
        let point = value.and_then(point_of);
        if point.is_none() {
            self.report(
                codes::BAD_POINT,
                "a point is two whole numbers: [x, y]",
                pointer,
            );
        }
        point
    }

    fn points(&mut self, line: &Value, pointer: &str) -> Option<Vec<Cell>> {
        let pointer = format!("{pointer}/pos");
        let Some(points) = line.get("pos").and_then(Value::as_array) else {
            self.report(codes::BAD_POINT, "a line is a list of points", &pointer);
            return None;
        };
        if points.len() > MOST_ENTRIES {
            let message = format!(
                "the line has {} points; {MOST_ENTRIES} fit on the largest board",
                points.len()
            );
            self.report(codes::BAD_LIST, message, &pointer);
            return None;
        }
        let points: Vec<Option<Cell>> = points
            .iter()
            .enumerate()
            .map(|(index, point)| self.point(Some(point), &format!("{pointer}/{index}")))
            .collect();
        points.into_iter().collect()
    }

    fn color(&mut self, terminal: &Value, pointer: &str) -> Option<Hue> {
        let hue = terminal
            .get("color")
            .and_then(Value::as_str)
            .and_then(Hue::named);
        if hue.is_none() {
            let known = Hue::ALL.map(Hue::name).join(", ");
            let message = format!("the color is one of: {known}");
            self.report(codes::UNKNOWN_COLOR, message, &format!("{pointer}/color"));
        }
        hue
    }

    fn layer(&mut self, line: &Value, pointer: &str) -> Option<Layer> {
        let layer = match line.get("layer").and_then(Value::as_i64) {
            Some(0) => Some(Layer::Top),
            Some(-1) => Some(Layer::Bottom),
            _ => None,
        };
        if layer.is_none() {
            let message = "the layer is 0 (top) or -1 (bottom)";
            self.report(codes::UNKNOWN_LAYER, message, &format!("{pointer}/layer"));
        }
        layer
    }

    fn report(&mut self, code: Code, message: impl Into<String>, pointer: &str) {
        self.faults.add(code, message, Place::pointer(pointer));
    }
}
