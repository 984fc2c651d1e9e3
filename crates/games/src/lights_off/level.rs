//! A level: a shape, the lamps at the start, and what the level claims about itself.

use gridwright_core::cost::counted;
use gridwright_core::fault::{Faults, Place};
use gridwright_core::grid::Cell;

use super::board::Board;
use super::codes;
use super::rows::Rows;
use super::shape::{Neighbourhood, Shape, Topology};

/// How many presses the maker of a level used, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Difficulty {
    /// 5 to 10 presses.
    Easy,
    /// 11 to 15 presses.
    Medium,
    /// 16 to 20 presses.
    Hard,
}

impl Difficulty {
    /// All of them, with their names in files and the fewest and most presses.
    pub const NAMED: [(&'static str, Difficulty, u64, u64); 3] = [
        ("easy", Difficulty::Easy, 5, 10),
        ("medium", Difficulty::Medium, 11, 15),
        ("hard", Difficulty::Hard, 16, 20),
    ];

    /// The difficulty of this name.
    pub fn named(wanted: &str) -> Option<Self> {
        let mut named = Self::NAMED.iter();
        named.find(|entry| entry.0 == wanted).map(|entry| entry.1)
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].0
    }

    /// What so many presses are called, if they have a name.
    pub fn of_presses(presses: u64) -> Option<Self> {
        let mut named = Self::NAMED.iter();
        named
            .find(|&&(_, _, fewest, most)| (fewest..=most).contains(&presses))
            .map(|entry| entry.1)
    }
}

/// A level as somebody describes it, not yet believed.
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    /// The lamps at the start.
    pub board: &'a Rows,
    /// Where the board stands in the file, as a JSON pointer.
    pub pointer: &'static str,
    /// The number of states.
    pub states: i64,
    /// The name of the topology.
    pub topology: &'a str,
    /// The name of the neighbourhood.
    pub neighbourhood: &'a str,
    /// The name of the difficulty.
    pub difficulty: Option<&'a str>,
    /// The claimed minimum.
    pub min_moves: Option<u64>,
}

/// A level. Two levels are equal when shape, lamps and claims are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    lamps: Board,
    difficulty: Option<Difficulty>,
    min_moves: Option<u64>,
}

impl Level {
    /// The level of these parts, or everything that is wrong with them.
    pub fn new(parts: &Parts<'_>) -> Result<Level, Faults> {
        let mut faults = Faults::new();
        let topology = Topology::named(parts.topology);
        if topology.is_none() {
            let message = format!(
                "no topology is called {:?}; there are square, torus and hex",
                parts.topology
            );
            faults.add(
                codes::UNKNOWN_TOPOLOGY,
                message,
                Place::pointer("/topology"),
            );
        }
        let neighbourhood = Neighbourhood::named(parts.neighbourhood);
        if neighbourhood.is_none() {
            let message = format!(
                "no neighbourhood is called {:?}; there are plus, cross and full",
                parts.neighbourhood
            );
            let at = Place::pointer("/neighbourhood");
            faults.add(codes::UNKNOWN_NEIGHBOURHOOD, message, at);
        }
        let difficulty = parts.difficulty.map(|name| (name, Difficulty::named(name)));
        if let Some((name, None)) = difficulty {
            let message = format!("no difficulty is called {name:?}; there are easy, medium, hard");
            let at = Place::pointer("/difficulty");
            faults.add(codes::UNKNOWN_DIFFICULTY, message, at);
        }
        let cols = parts.board.lengths().first().copied().unwrap_or(0);
        let shape = Shape::new(
            parts.board.count(),
            // The lamps that were counted but not kept make the board too large, not ragged.
            if parts.board.lamps() > super::shape::MOST_LAMPS {
                parts.board.lamps().div_ceil(parts.board.count().max(1))
            } else {
                u64::from(cols)
            },
            parts.states,
            topology.unwrap_or(Topology::Square),
            neighbourhood.unwrap_or(Neighbourhood::Plus),
        )
        .map_err(|found| {
            faults.extend(found.list().iter().cloned().map(|mut fault| {
                if fault.at.pointer.is_empty() {
                    fault.at.pointer = parts.pointer.to_owned();
                }
                fault
            }));
        });
        if parts.board.lamps() <= super::shape::MOST_LAMPS {
            check_rows(parts, &mut faults);
        }
        faults.or(|| {
            let shape = shape.expect("a shape without faults");
            let mut values = parts.board.values();
            let lamps = Board::from_fn(shape, |_, _| values.next().map_or(0, |(value, _)| value));
            Level {
                lamps,
                difficulty: difficulty.and_then(|(_, difficulty)| difficulty),
                min_moves: parts.min_moves,
            }
        })
    }

    /// The level that starts with these lamps and claims nothing.
    pub fn of(lamps: Board) -> Level {
        Level {
            lamps,
            difficulty: None,
            min_moves: None,
        }
    }

    /// The same level with other claims.
    pub fn claiming(self, difficulty: Option<Difficulty>, min_moves: Option<u64>) -> Level {
        Level {
            difficulty,
            min_moves,
            ..self
        }
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.lamps.shape()
    }

    /// The lamps at the start.
    pub fn lamps(&self) -> &Board {
        &self.lamps
    }

    /// What the maker's presses are called.
    pub fn difficulty(&self) -> Option<Difficulty> {
        self.difficulty
    }

    /// The minimum that the level claims, true or not.
    pub fn min_moves(&self) -> Option<u64> {
        self.min_moves
    }
}

/// Rows of one length, values of one kind, each a state of a lamp.
fn check_rows(parts: &Parts<'_>, faults: &mut Faults) {
    let board = parts.board;
    let width = board.lengths().first().copied().unwrap_or(0);
    for (row, &length) in board.lengths().iter().enumerate() {
        if length != width {
            let message = format!(
                "row {} has {}, row 1 has {width}",
                row + 1,
                counted(length as u64, "lamp", "lamps")
            );
            let at = Place::pointer(format!("{}/{row}", parts.pointer));
            faults.add(codes::RAGGED, message, at);
        }
    }
    let boolean = board.boolean().unwrap_or(false);
    if boolean && parts.states != 2 {
        let message = format!("lamps of {} states are written as integers", parts.states);
        faults.add(
            codes::BOOLEAN_STATES,
            message,
            Place::pointer(parts.pointer),
        );
    }
    let limit = parts.states.clamp(2, i64::from(super::shape::MOST_STATES)) as u8;
    // One pass that only looks for trouble; the places are worked out when there is some.
    if board
        .values()
        .all(|(value, b)| value < limit && b == boolean)
    {
        return;
    }
    let mut mixed = false;
    let places = board.lengths().iter().enumerate();
    let places = places.flat_map(|(row, &length)| (0..length as usize).map(move |col| (row, col)));
    for (index, ((value, is_boolean), (row, col))) in board.values().zip(places).enumerate() {
        let at = || {
            let pointer = Place::pointer(format!("{}/{row}/{col}", parts.pointer));
            pointer.with_cells([Cell::new(col as i32, row as i32)])
        };
        if is_boolean != boolean && !mixed {
            mixed = true;
            let message = "a board holds booleans or integers, not both";
            faults.add(codes::MIXED, message, at());
        }
        if value >= limit {
            let written = board.written(index);
            let message = format!("a lamp holds 0 to {}, not {written}", limit - 1);
            faults.add(codes::OUT_OF_RANGE, message, at());
        }
    }
}
