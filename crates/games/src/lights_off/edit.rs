//! Editing a board of lamps: advance single lamps, or press them as in play, which keeps a
//! solvable board solvable.
//!
//! Whatever the file looked like, an edited draft is written in the plain form: one board, of
//! booleans where there are two states. What it claimed about itself is dropped.

use gridwright_core::edit::{self, Edit, Frame, LARGEST_SIDE, Tool};
use gridwright_core::fault::Fault;
use gridwright_core::generate::Knob;
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::Scene;

use super::document::{LevelFile, read_level};
use super::rows::{Rows, Written};
use super::shape::{MOST_STATES, Neighbourhood, Shape, Topology};
use super::{LightsOff, view};
use crate::kind::{Edits, Sketch};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        id: "lamp",
        label: "Lamp",
        group: "Lamps",
        help: "Advances a lamp to its next state; drawn on, it gives the others the same.",
    },
    Tool {
        id: "press",
        label: "Press",
        group: "Lamps",
        help: "Presses a lamp as in play: a board that can be solved stays so.",
    },
];

pub(super) const OPTIONS: &[Knob] = &[
    Knob::integer(
        "states",
        2,
        MOST_STATES as i64,
        "2",
        "How many states a lamp has.",
    ),
    Knob::choice(
        "topology",
        &["square", "torus", "hex"],
        "square",
        "How the edges meet.",
    ),
    Knob::choice(
        "neighbourhood",
        &["plus", "cross", "full"],
        "plus",
        "Which lamps a press reaches.",
    ),
];

impl Edits for LightsOff {
    /// The classic board, dark.
    fn blank() -> LevelFile {
        let mut file = LevelFile::default();
        write(&mut file, &vec![vec![0; 5]; 5]);
        file
    }

    /// Changes a draft.
    fn edit(file: &mut LevelFile, edit: &Edit) -> Result<(), Fault> {
        let mut lamps = lamps(file);
        let frame = frame(&lamps);
        match edit {
            Edit::Use { tool, path } => match &tool[..] {
                "lamp" => advance(&mut lamps, states(file), &frame.along(path, false)?),
                "press" => {
                    let places = frame.along(path, false)?;
                    press(file, &mut lamps, &places)?;
                }
                _ => return Err(edit::unknown_tool(tool)),
            },
            Edit::Erase { path } => {
                let places = frame.along(path, false)?;
                if places.iter().all(|&at| *lamp(&mut lamps, at) == 0) {
                    return Err(edit::not_here("these lamps are dark", places));
                }
                for at in places {
                    *lamp(&mut lamps, at) = 0;
                }
            }
            Edit::Resize { side, by } => {
                frame.resized(
                    *side,
                    *by,
                    1..=LARGEST_SIDE.max(frame.width).max(frame.height),
                )?;
                resize(&mut lamps, *side, *by);
            }
            Edit::Mirror | Edit::Turn if topology(file) == Topology::Hex => {
                let message = "a hex board has no mirror image and no quarter turn on its lattice";
                return Err(edit::fixed(message));
            }
            Edit::Mirror => lamps.iter_mut().for_each(|row| row.reverse()),
            Edit::Turn => {
                let column = |x: usize| lamps.iter().rev().map(|row| row[x]).collect();
                lamps = (0..frame.width as usize).map(column).collect();
            }
            Edit::Aim { .. } => return Err(edit::no_sandbox()),
            Edit::Set { option, value } => {
                let settings = edit::chosen(OPTIONS, option, value)?;
                match &option[..] {
                    "states" => {
                        let states = settings.integer("states");
                        file.states = (states != 2).then_some(states);
                        for lamp in lamps.iter_mut().flatten() {
                            *lamp = (*lamp).min(states as u8 - 1);
                        }
                    }
                    "topology" => {
                        let name = settings.word("topology");
                        file.topology = (name != "square").then(|| name.to_owned());
                        if name == "hex" {
                            file.neighbourhood = None;
                        }
                    }
                    _ => {
                        let name = settings.word("neighbourhood");
                        file.neighbourhood = (name != "plus").then(|| name.to_owned());
                    }
                }
            }
        }
        write(file, &lamps);
        Ok(())
    }

    /// The picture of a draft: of the level if it is one, else of its lamps as they stand.
    fn sketch(file: &LevelFile) -> Sketch {
        Sketch {
            scene: scene(file),
            options: vec![
                ("states", file.states.unwrap_or(2).to_string()),
                ("topology", file.topology.clone().unwrap_or("square".into())),
                (
                    "neighbourhood",
                    file.neighbourhood.clone().unwrap_or("plus".into()),
                ),
            ],
        }
    }
}

fn scene(file: &LevelFile) -> Scene {
    let Some(board) = board(file).filter(|board| board.lamps() > 0) else {
        return Scene::saying("There are no lamps.");
    };
    let most = LARGEST_SIDE as u64;
    let widest = board.lengths().iter().copied().max().unwrap_or(0);
    if board.count() > most || u64::from(widest) > most {
        return Scene::saying("This board is too large to be drawn.");
    }
    match read_level(file) {
        Ok(level) => view::scene(&level, &level.start(), &[]),
        Err(_) => view::draft(&lamps_as_written(board), states(file), topology(file)),
    }
}

fn board(file: &LevelFile) -> Option<&Rows> {
    file.initial_state.as_ref().or(file.field.as_ref())
}

/// The number of states, the nearest there is.
fn states(file: &LevelFile) -> u8 {
    file.states.unwrap_or(2).clamp(2, MOST_STATES.into()) as u8
}

fn topology(file: &LevelFile) -> Topology {
    let name = file.topology.as_deref().unwrap_or("square");
    Topology::named(name).unwrap_or(Topology::Square)
}

/// The rows as they are, ragged or not.
fn lamps_as_written(board: &Rows) -> Vec<Vec<u8>> {
    let mut values = board.values().map(|(value, _)| value);
    let lengths = board.lengths().iter();
    lengths
        .map(|&length| values.by_ref().take(length as usize).collect())
        .collect()
}

/// The lamps of a draft: rows of one length, with dark lamps where some were missing, and no
/// lamp in a state that it cannot have. A draft without lamps has one.
fn lamps(file: &LevelFile) -> Vec<Vec<u8>> {
    let mut lamps = board(file).map_or(Vec::new(), lamps_as_written);
    let width = lamps.iter().map(Vec::len).max().unwrap_or(0).max(1);
    // A single very long row must not make many of them.
    let fits = lamps.len() * width <= super::shape::MOST_LAMPS as usize;
    if lamps.is_empty() || !fits {
        lamps.truncate(1);
        lamps.resize(1, Vec::new());
    }
    let most = states(file) - 1;
    for row in &mut lamps {
        row.resize(width, 0);
        for lamp in row {
            *lamp = (*lamp).min(most);
        }
    }
    lamps
}

fn write(file: &mut LevelFile, lamps: &[Vec<u8>]) {
    let states = states(file);
    let mut rows = Rows::new();
    for row in lamps {
        rows.begin_row();
        for &lamp in row {
            rows.push(match states {
                2 => Written::Boolean(lamp == 1),
                _ => Written::Integer(lamp),
            });
        }
    }
    *file = LevelFile {
        initial_state: Some(rows),
        states: file.states,
        topology: file.topology.take(),
        neighbourhood: file.neighbourhood.take(),
        ..LevelFile::default()
    };
}

fn frame(lamps: &[Vec<u8>]) -> Frame {
    Frame {
        width: lamps[0].len() as i64,
        height: lamps.len() as i64,
    }
}

fn lamp(lamps: &mut [Vec<u8>], at: Cell) -> &mut u8 {
    &mut lamps[at.y as usize][at.x as usize]
}

fn advance(lamps: &mut [Vec<u8>], states: u8, places: &[Cell]) {
    let state = (*lamp(lamps, places[0]) + 1) % states;
    for &at in places {
        *lamp(lamps, at) = state;
    }
}

fn press(file: &LevelFile, lamps: &mut [Vec<u8>], places: &[Cell]) -> Result<(), Fault> {
    let Frame { width, height } = frame(lamps);
    let name = file.neighbourhood.as_deref().unwrap_or("plus");
    let neighbourhood = Neighbourhood::named(name).unwrap_or(Neighbourhood::Plus);
    let (states, topology) = (states(file), topology(file));
    let shape = Shape::new(
        height as u64,
        width as u64,
        states.into(),
        topology,
        neighbourhood,
    );
    let Ok(shape) = shape else {
        let message = "nothing can be pressed while the board has faults";
        return Err(edit::not_here(message, places.iter().copied()));
    };
    for at in places {
        for (row, col) in shape.reach(at.y as usize, at.x as usize) {
            lamps[row][col] = (lamps[row][col] + 1) % states;
        }
    }
    Ok(())
}

/// Moves a side; the new length is known to be in order.
fn resize(lamps: &mut Vec<Vec<u8>>, side: Dir, by: i32) {
    let count = by.unsigned_abs() as usize;
    let width = lamps[0].len();
    match (side, by > 0) {
        (Dir::North, true) => {
            lamps.splice(0..0, vec![vec![0; width]; count]);
        }
        (Dir::North, false) => {
            lamps.drain(..count);
        }
        (Dir::South, true) => lamps.extend(vec![vec![0; width]; count]),
        (Dir::South, false) => lamps.truncate(lamps.len() - count),
        (Dir::West, true) => {
            for row in lamps {
                row.splice(0..0, vec![0; count]);
            }
        }
        (Dir::West, false) => {
            for row in lamps {
                row.drain(..count);
            }
        }
        (Dir::East, true) => lamps.iter_mut().for_each(|row| row.extend(vec![0; count])),
        (Dir::East, false) => lamps.iter_mut().for_each(|row| row.truncate(width - count)),
    }
}
