//! A level: a shape, the lamps at the start, and what the level claims about itself.

use gridwright_core::cost::counted;
use gridwright_core::fault::{Faults, Place};
use gridwright_core::grid::Cell;

use super::board::Board;
use super::codes;
use super::lists::Lists;
use super::own::{MOST_LINKED, MOST_LINKS};
use super::rows::Rows;
use super::shape::{MOST_LAMPS, MOST_STATES, Neighbourhood, Shape, Topology};

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
    /// The neighbours of the lamps of a graph.
    pub neighbours: Option<&'a Lists>,
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
                "no topology is called {:?}; there are square, torus, hex and graph",
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
        let shape = shape_of(parts, topology, neighbourhood, &mut faults);
        if parts.board.places() <= MOST_LAMPS {
            check_rows(parts, &mut faults);
        }
        faults.or(|| {
            let shape = shape.expect("a shape without faults");
            let mut values = parts.board.values().flatten();
            let lamps = Board::from_fn(&shape, |_, _| values.next().map_or(0, |(value, _)| value));
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
    pub fn shape(&self) -> &Shape {
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

/// The shape of parts; `None` where that has faults, which are added.
fn shape_of(
    parts: &Parts<'_>,
    topology: Option<Topology>,
    neighbourhood: Option<Neighbourhood>,
    faults: &mut Faults,
) -> Option<Shape> {
    let board = parts.board;
    let cols = board.lengths().first().copied().unwrap_or(0);
    let is_graph = topology == Some(Topology::Graph);
    let (lattice, around) = match is_graph {
        true => (Topology::Square, Neighbourhood::Plus),
        false => (
            topology.unwrap_or(Topology::Square),
            neighbourhood.unwrap_or(Neighbourhood::Plus),
        ),
    };
    let lattice = Shape::new(
        board.count(),
        // The lamps that were counted but not kept make the board too large, not ragged.
        if board.places() > MOST_LAMPS {
            board.places().div_ceil(board.count().max(1))
        } else {
            u64::from(cols)
        },
        parts.states,
        lattice,
        around,
    )
    .map_err(|found| {
        faults.extend(found.list().iter().cloned().map(|mut fault| {
            if fault.at.pointer.is_empty() {
                fault.at.pointer = parts.pointer.to_owned();
            }
            fault
        }));
    });
    if board.places() > 0 && board.holes() == board.places() {
        let message = "a board needs at least one lamp; all its places are holes";
        faults.add(codes::EMPTY, message, Place::pointer(parts.pointer));
    }
    let lists = match is_graph {
        true => check_graph(parts, neighbourhood, faults),
        false => {
            if parts.neighbours.is_some() && topology.is_some() {
                let message = "only a board whose topology is graph lists neighbours";
                let at = Place::pointer("/neighbours");
                faults.add(codes::STRAY_NEIGHBOURS, message, at);
            }
            None
        }
    };
    // Rows that differ in length have no holes to speak of.
    let ragged = board.lengths().iter().any(|length| *length != cols);
    let shape = lattice.ok().filter(|_| !ragged)?;
    let holes: Vec<bool> = board.values().map(|value| value.is_none()).collect();
    let width = shape.cols();
    let shape = match board.holes() {
        0 => Some(shape),
        _ => shape.with_holes(|row, col| holes[row * width + col]),
    };
    match is_graph {
        true => shape.zip(lists).map(|(shape, lists)| shape.linked(lists)),
        false => shape,
    }
}

/// The lists of a graph, one for every lamp, each with other lamps, each once; `None` where they
/// have faults.
fn check_graph(
    parts: &Parts<'_>,
    neighbourhood: Option<Neighbourhood>,
    faults: &mut Faults,
) -> Option<Vec<Vec<u32>>> {
    let at = |pointer: String| Place::pointer(format!("/neighbours{pointer}"));
    if neighbourhood.is_some_and(|around| around != Neighbourhood::Plus) {
        let message = "a graph lists its neighbours, and has no neighbourhood beside them";
        let at = Place::pointer("/neighbourhood");
        faults.add(codes::GRAPH_NEIGHBOURHOOD, message, at);
    }
    let lamps = parts.board.places() - parts.board.holes();
    if lamps > MOST_LINKED {
        let message = format!("{lamps} lamps are more than the {MOST_LINKED} of a graph");
        faults.add(
            codes::TOO_MANY_LAMPS,
            message,
            Place::pointer(parts.pointer),
        );
        return None;
    }
    let Some(lists) = parts.neighbours else {
        let message = "a graph lists the neighbours of every lamp";
        faults.add(codes::NO_NEIGHBOURS, message, at(String::new()));
        return None;
    };
    if lists.links() > MOST_LINKS {
        let message = format!("{} links are more than {MOST_LINKS}", lists.links());
        faults.add(codes::TOO_MANY_LINKS, message, at(String::new()));
        return None;
    }
    if lists.count() != lamps {
        let message = format!(
            "there is a list of neighbours for every lamp in reading order; here are {} and {}",
            counted(lists.count(), "list", "lists"),
            counted(lamps, "lamp", "lamps"),
        );
        faults.add(codes::NEIGHBOUR_LISTS, message, at(String::new()));
        return None;
    }
    let before = faults.list().len();
    let mut checked = Vec::with_capacity(lists.kept().len());
    // For every lamp, the last one that lists it.
    let mut listed_by = vec![usize::MAX; lamps as usize];
    for (lamp, list) in lists.kept().iter().enumerate() {
        let mut known = Vec::with_capacity(list.len());
        for (index, &other) in list.iter().enumerate() {
            let (code, message) = match usize::try_from(other).ok().filter(|&o| o < lamps as usize)
            {
                None => (
                    codes::UNKNOWN_NEIGHBOUR,
                    format!("lamps have the numbers 0 to {}, not {other}", lamps - 1),
                ),
                Some(other) if other == lamp => (
                    codes::OWN_NEIGHBOUR,
                    format!("lamp {lamp} lists itself; a press always reaches its own lamp"),
                ),
                Some(other) if listed_by[other] == lamp => (
                    codes::NEIGHBOUR_TWICE,
                    format!("lamp {lamp} lists lamp {other} twice; a press reaches it once"),
                ),
                Some(other) => {
                    listed_by[other] = lamp;
                    known.push(other as u32);
                    continue;
                }
            };
            faults.add(code, message, at(format!("/{lamp}/{index}")));
        }
        checked.push(known);
    }
    (faults.list().len() == before).then_some(checked)
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
    let limit = parts.states.clamp(2, i64::from(MOST_STATES)) as u8;
    // One pass that only looks for trouble; the places are worked out when there is some.
    if board
        .values()
        .flatten()
        .all(|(value, b)| value < limit && b == boolean)
    {
        return;
    }
    let mut mixed = false;
    let places = board.lengths().iter().enumerate();
    let places = places.flat_map(|(row, &length)| (0..length as usize).map(move |col| (row, col)));
    for (index, (value, (row, col))) in board.values().zip(places).enumerate() {
        let Some((value, is_boolean)) = value else {
            continue;
        };
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
