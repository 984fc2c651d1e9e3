//! Level and solution files. The only file of the game that knows serde.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use gridwright_core::fault::Faults;
use gridwright_core::grid::{Cell, Dir};

use super::Tint;
use super::color::{Color, Mixing};
use super::level::{Fixture, GatePart, Ground, Level, Parts, StartRule};
use super::rules::Stroke;
use crate::kind::Documents;

impl Documents for Tint {
    type LevelFile = LevelFile;

    type SolutionFile = SolutionFile;

    fn recognises(keys: &[&str]) -> bool {
        keys.contains(&"targets") && (keys.contains(&"droplets") || keys.contains(&"paint"))
    }

    fn read_level(file: LevelFile) -> Result<Level, Faults> {
        read_level(file)
    }

    fn write_level(level: &Level) -> LevelFile {
        write_level(level)
    }

    fn read_solution(_: &Level, file: SolutionFile) -> Result<Vec<Stroke>, Faults> {
        Ok(read_solution(file))
    }

    fn write_solution(_: &Level, strokes: &[Stroke]) -> SolutionFile {
        write_solution(strokes)
    }

    fn write_move(_: &Level, stroke: &Stroke) -> Value {
        write_move(stroke)
    }
}

/// A level file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LevelFile {
    /// Columns, 1 to 32.
    pub(super) width: i64,
    /// Rows, 1 to 32.
    pub(super) height: i64,
    /// How many cells a stroke may run on after a cut or grey: 1 or 2.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub(super) tail: i64,
    /// Where strokes may start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) start: StartWord,
    /// How secondaries mix.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) mixing: MixingWord,
    /// Cells without paper.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) void: Vec<[i64; 2]>,
    /// Endless sources of paint.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) droplets: Vec<SpotFile>,
    /// Cells that are painted from the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) paint: Vec<PaintFile>,
    /// Figures that want a colour.
    #[serde(default)]
    pub(super) targets: Vec<SpotFile>,
    /// Gates that change the colour of a stroke, once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) gates: Vec<GateFile>,
}

/// Where strokes may start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum StartWord {
    /// On droplets and on paint.
    #[default]
    Any,
    /// On droplets alone.
    Droplet,
}

/// How secondaries mix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum MixingWord {
    /// A secondary that meets anything but itself is ruined.
    #[default]
    Strict,
    /// An active secondary that meets one of its own primaries stays what it is.
    Absorb,
}

/// A droplet or a target.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct SpotFile {
    /// Its cell, `[x, y]`.
    pub(super) at: [i64; 2],
    /// Its colour.
    pub(super) color: String,
}

/// Cells painted in one colour.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct PaintFile {
    /// The colour.
    pub(super) color: String,
    /// The cells, each `[x, y]`.
    pub(super) cells: Vec<[i64; 2]>,
}

/// A gate.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase", tag = "kind")]
pub(super) enum GateFile {
    /// Removes a colour's primaries from the active colour.
    Negation {
        /// Its cell, `[x, y]`.
        at: [i64; 2],
        /// The colour it removes.
        color: String,
    },
    /// Turns the colour of one side into the colour of another.
    Switch {
        /// Its cell, `[x, y]`.
        at: [i64; 2],
        /// The coloured sides; the others are walls.
        sides: SidesFile,
    },
}

/// The coloured sides of a switch gate.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(super) struct SidesFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) north: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) east: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) south: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) west: Option<String>,
}

/// A solution file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SolutionFile {
    /// The strokes in order, each a list of cells `[x, y]`.
    strokes: Vec<Vec<[i32; 2]>>,
}

impl LevelFile {
    /// Bare paper of a size.
    pub(super) fn bare(width: i64, height: i64) -> Self {
        LevelFile {
            width,
            height,
            tail: one(),
            start: StartWord::default(),
            mixing: MixingWord::default(),
            void: Vec::new(),
            droplets: Vec::new(),
            paint: Vec::new(),
            targets: Vec::new(),
            gates: Vec::new(),
        }
    }
}

impl GateFile {
    /// Its cell.
    pub(super) fn at(&self) -> [i64; 2] {
        match self {
            GateFile::Negation { at, .. } | GateFile::Switch { at, .. } => *at,
        }
    }

    /// Its cell, to be moved.
    pub(super) fn at_mut(&mut self) -> &mut [i64; 2] {
        match self {
            GateFile::Negation { at, .. } | GateFile::Switch { at, .. } => at,
        }
    }
}

impl SidesFile {
    /// The colour of a side, to be changed.
    pub(super) fn side(&mut self, dir: Dir) -> &mut Option<String> {
        match dir {
            Dir::North => &mut self.north,
            Dir::East => &mut self.east,
            Dir::South => &mut self.south,
            Dir::West => &mut self.west,
        }
    }
}

fn one() -> i64 {
    1
}

fn is_one(n: &i64) -> bool {
    *n == 1
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The level of a file, or everything that is wrong with it.
pub fn read_level(file: LevelFile) -> Result<Level, Faults> {
    Level::new(&parts(file))
}

/// What a file says, right or wrong.
pub(super) fn parts(file: LevelFile) -> Parts {
    let spots = |list: Vec<SpotFile>| list.into_iter().map(|s| (s.color, s.at)).collect();
    Parts {
        width: file.width,
        height: file.height,
        tail: file.tail,
        start: match file.start {
            StartWord::Any => StartRule::Any,
            StartWord::Droplet => StartRule::Droplet,
        },
        mixing: match file.mixing {
            MixingWord::Strict => Mixing::Strict,
            MixingWord::Absorb => Mixing::Absorb,
        },
        void: file.void,
        droplets: spots(file.droplets),
        paint: file.paint.into_iter().map(|p| (p.color, p.cells)).collect(),
        targets: spots(file.targets),
        gates: file
            .gates
            .into_iter()
            .map(|gate| match gate {
                GateFile::Negation { at, color } => (at, GatePart::Negation(color)),
                GateFile::Switch { at, sides } => {
                    let sides = [sides.north, sides.east, sides.south, sides.west];
                    (at, GatePart::Switch(sides))
                }
            })
            .collect(),
    }
}

/// The file of a level.
pub fn write_level(level: &Level) -> LevelFile {
    let at = |cell: Cell| [i64::from(cell.x), i64::from(cell.y)];
    let name = |color: Color| color.name().to_owned();
    let mut file = LevelFile {
        tail: level.tail().into(),
        start: match level.start_rule() {
            StartRule::Any => StartWord::Any,
            StartRule::Droplet => StartWord::Droplet,
        },
        mixing: match level.mixing() {
            Mixing::Strict => MixingWord::Strict,
            Mixing::Absorb => MixingWord::Absorb,
        },
        ..LevelFile::bare(level.width().into(), level.height().into())
    };
    for (color, cells) in level.lines() {
        let color = name(color);
        let cells = cells.into_iter().map(at).collect();
        file.paint.push(PaintFile { color, cells });
    }
    for (cell, ground) in level.ground().iter() {
        let at = at(cell);
        let spot = |color| SpotFile {
            at,
            color: name(color),
        };
        match *ground {
            Ground::Void => file.void.push(at),
            Ground::Paper(_, None) => {}
            Ground::Paper(_, Some(Fixture::Droplet(color))) => file.droplets.push(spot(color)),
            Ground::Paper(_, Some(Fixture::Target(color))) => file.targets.push(spot(color)),
            Ground::Paper(_, Some(Fixture::Negation(color))) => {
                let color = name(color);
                file.gates.push(GateFile::Negation { at, color });
            }
            Ground::Paper(_, Some(Fixture::Switch(sides))) => {
                let side = |dir: Dir| sides[dir as usize].map(name);
                let sides = SidesFile {
                    north: side(Dir::North),
                    east: side(Dir::East),
                    south: side(Dir::South),
                    west: side(Dir::West),
                };
                file.gates.push(GateFile::Switch { at, sides });
            }
        }
    }
    file
}

/// The strokes of a solution file.
pub fn read_solution(file: SolutionFile) -> Vec<Stroke> {
    let stroke = |cells: Vec<[i32; 2]>| {
        Stroke::new(cells.into_iter().map(|[x, y]| Cell::new(x, y)).collect())
    };
    file.strokes.into_iter().map(stroke).collect()
}

/// The solution file of strokes.
pub fn write_solution(strokes: &[Stroke]) -> SolutionFile {
    let places = |stroke: &Stroke| stroke.cells().iter().map(|c| [c.x, c.y]).collect();
    SolutionFile {
        strokes: strokes.iter().map(places).collect(),
    }
}

/// One stroke as a solution file has it.
pub fn write_move(stroke: &Stroke) -> Value {
    json!(stroke.cells())
}
