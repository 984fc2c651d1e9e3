//! Editing a board of lamps: advance single lamps, or press them as in play, which keeps a
//! solvable board solvable; make holes, and draw the links of a graph.
//!
//! Whatever the file looked like, an edited draft is written in the plain form: one board, of
//! booleans where there are two states. What it claimed about itself is dropped.

use std::collections::BTreeSet;

use gridwright_core::edit::{self, Edit, Frame, LARGEST_SIDE, Tool};
use gridwright_core::fault::Fault;
use gridwright_core::generate::Knob;
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::Scene;

use super::document::{LevelFile, read_level};
use super::lists::Lists;
use super::own::MOST_LINKED;
use super::rows::{Rows, Written};
use super::shape::{MOST_STATES, Shape, Topology};
use super::{LightsOff, view};
use crate::kind::{Edits, Sketch};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        id: "lamp",
        label: "Lamp",
        group: "Lamps",
        help: "Advances a lamp to its next state; drawn on, it gives the others the same. In a hole it puts a lamp.",
    },
    Tool {
        id: "press",
        label: "Press",
        group: "Lamps",
        help: "Presses a lamp as in play: a board that can be solved stays so.",
    },
    Tool {
        id: "hole",
        label: "Hole",
        group: "Lamps",
        help: "Takes lamps away, with their links; begun in a hole, it puts dark lamps there.",
    },
    Tool {
        id: "link",
        label: "Link",
        group: "Links",
        help: "On a graph: drawn from one lamp to another, it links them, or takes their link away.",
    },
    Tool {
        id: "arrow",
        label: "Arrow",
        group: "Links",
        help: "On a graph: drawn from one lamp to another, it lets the first reach the second, or no longer.",
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
        &["square", "torus", "hex", "graph"],
        "square",
        "How the edges meet; a graph has links of its own.",
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
        let dark = Draft {
            lamps: vec![vec![Some(0); 5]; 5],
            links: None,
        };
        dark.write(&mut file);
        file
    }

    /// Changes a draft.
    fn edit(file: &mut LevelFile, edit: &Edit) -> Result<(), Fault> {
        let mut draft = Draft::of(file);
        let frame = draft.frame();
        match edit {
            Edit::Use { tool, path } => match &tool[..] {
                "lamp" => draft.advance(states(file), &frame.along(path, false)?),
                "press" => {
                    let places = frame.along(path, false)?;
                    draft.press(file, &places)?;
                }
                "hole" => draft.take_away(&frame.along(path, false)?),
                "link" | "arrow" => {
                    let places = frame.thread(path, true)?;
                    draft.link(&places, tool == "link")?;
                }
                _ => return Err(edit::unknown_tool(tool)),
            },
            Edit::Erase { path } => {
                let places = frame.along(path, false)?;
                let is_dark = |&at: &Cell| matches!(draft.at(at), None | Some(0));
                if places.iter().all(is_dark) {
                    return Err(edit::not_here("no lamp is lit here", places));
                }
                for at in places {
                    let lamp = draft.lamp(at);
                    *lamp = lamp.map(|_| 0);
                }
            }
            Edit::Resize { side, by } => {
                let (_, shift) = frame.resized(
                    *side,
                    *by,
                    1..=LARGEST_SIDE.max(frame.width).max(frame.height),
                )?;
                draft.resize(*side, *by, shift);
            }
            Edit::Mirror | Edit::Turn if topology(file) == Topology::Hex => {
                let message = "a hex board has no mirror image and no quarter turn on its lattice";
                return Err(edit::fixed(message));
            }
            Edit::Mirror => {
                draft.lamps.iter_mut().for_each(|row| row.reverse());
                draft.move_links(|at| frame.mirrored(at));
            }
            Edit::Turn => {
                let lamps = &draft.lamps;
                let column = |x: usize| lamps.iter().rev().map(|row| row[x]).collect();
                draft.lamps = (0..frame.width as usize).map(column).collect();
                draft.move_links(|at| frame.turned(at));
            }
            Edit::Aim { .. } => return Err(edit::no_sandbox()),
            Edit::Set { option, value } => {
                let settings = edit::chosen(OPTIONS, option, value)?;
                match &option[..] {
                    "states" => {
                        let states = settings.integer("states");
                        file.states = (states != 2).then_some(states);
                        for lamp in draft.lamps.iter_mut().flatten().flatten() {
                            *lamp = (*lamp).min(states as u8 - 1);
                        }
                    }
                    "topology" => {
                        let name = settings.word("topology");
                        draft.links = match name {
                            "graph" => Some(draft.links_as_they_are(file)?),
                            _ => None,
                        };
                        file.topology = (name != "square").then(|| name.to_owned());
                        if name == "hex" || name == "graph" {
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
        draft.write(file);
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
    let Some(board) = board(file).filter(|board| board.places() > 0) else {
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
fn lamps_as_written(board: &Rows) -> Vec<Vec<Option<u8>>> {
    let mut values = board.values().map(|value| Some(value?.0));
    let lengths = board.lengths().iter();
    lengths
        .map(|&length| values.by_ref().take(length as usize).collect())
        .collect()
}

/// A place as column and row.
type At = [i64; 2];

/// The lamps of a draft: rows of one length, with dark lamps where some were missing, and no
/// lamp in a state that it cannot have. A draft without lamps has one.
struct Draft {
    lamps: Vec<Vec<Option<u8>>>,
    /// On a graph: from where to where links go.
    links: Option<BTreeSet<(At, At)>>,
}

impl Draft {
    fn of(file: &LevelFile) -> Self {
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
            row.resize(width, Some(0));
            for lamp in row.iter_mut().flatten() {
                *lamp = (*lamp).min(most);
            }
        }
        let mut draft = Draft { lamps, links: None };
        if topology(file) == Topology::Graph {
            let places = draft.places();
            let lists = file.neighbours.as_ref().map_or(&[][..], Lists::kept);
            let place = |lamp: i64| places.get(usize::try_from(lamp).ok()?).copied();
            let links = lists.iter().enumerate().flat_map(|(lamp, list)| {
                let from = place(lamp as i64);
                list.iter().filter_map(move |&to| Some((from?, place(to)?)))
            });
            draft.links = Some(links.filter(|(from, to)| from != to).collect());
        }
        draft
    }

    /// The lamps in reading order.
    fn places(&self) -> Vec<At> {
        let rows = self.lamps.iter().enumerate();
        rows.flat_map(|(y, row)| {
            let lamps = row.iter().enumerate().filter(|(_, lamp)| lamp.is_some());
            lamps.map(move |(x, _)| [x as i64, y as i64])
        })
        .collect()
    }

    /// The draft as a file, with links between lamps that are there.
    fn write(self, file: &mut LevelFile) {
        let states = states(file);
        let mut rows = Rows::new();
        for row in &self.lamps {
            rows.begin_row();
            for &lamp in row {
                rows.push(match (lamp, states) {
                    (None, _) => Written::Hole,
                    (Some(lamp), 2) => Written::Boolean(lamp == 1),
                    (Some(lamp), _) => Written::Integer(lamp),
                });
            }
        }
        let places = self.places();
        let number = |at: &At| places.binary_search_by_key(&(at[1], at[0]), |at| (at[1], at[0]));
        let neighbours = self.links.as_ref().map(|links| {
            let mut lists = Lists::new();
            for &from in &places {
                lists.begin_list();
                let others = links.range((from, [i64::MIN; 2])..=(from, [i64::MAX; 2]));
                let mut others: Vec<usize> = others.flat_map(|(_, to)| number(to)).collect();
                others.sort_unstable();
                others.into_iter().for_each(|to| lists.push(to as i64));
            }
            lists
        });
        *file = LevelFile {
            initial_state: Some(rows),
            states: file.states,
            topology: file.topology.take(),
            neighbourhood: file.neighbourhood.take(),
            neighbours,
            ..LevelFile::default()
        };
    }

    fn frame(&self) -> Frame {
        Frame {
            width: self.lamps[0].len() as i64,
            height: self.lamps.len() as i64,
        }
    }

    fn at(&self, at: Cell) -> Option<u8> {
        self.lamps[at.y as usize][at.x as usize]
    }

    fn lamp(&mut self, at: Cell) -> &mut Option<u8> {
        &mut self.lamps[at.y as usize][at.x as usize]
    }

    fn advance(&mut self, states: u8, places: &[Cell]) {
        let state = self.at(places[0]).map_or(0, |state| (state + 1) % states);
        for &at in places {
            *self.lamp(at) = Some(state);
        }
    }

    fn take_away(&mut self, places: &[Cell]) {
        let to = match self.at(places[0]) {
            Some(_) => None,
            None => Some(0),
        };
        for &at in places {
            *self.lamp(at) = to.map(|dark| self.at(at).unwrap_or(dark));
        }
    }

    /// Links the two ends of a path, or takes their link away; `both` ways or one.
    fn link(&mut self, places: &[Cell], both: bool) -> Result<(), Fault> {
        let ends = [places[0], places[places.len() - 1]];
        let is_lamp = ends.map(|at| self.at(at).is_some());
        let Some(links) = &mut self.links else {
            let message = "only a graph has links: choose the topology graph first";
            return Err(edit::not_here(message, ends));
        };
        if ends[0] == ends[1] || is_lamp != [true, true] {
            let message = "a link is drawn from one lamp to another";
            return Err(edit::not_here(message, ends));
        }
        let [from, to] = ends.map(|at| [i64::from(at.x), i64::from(at.y)]);
        let wanted: Vec<(At, At)> = match both {
            true => vec![(from, to), (to, from)],
            false => vec![(from, to)],
        };
        match wanted.iter().all(|link| links.contains(link)) {
            true => wanted.iter().for_each(|link| _ = links.remove(link)),
            false => links.extend(wanted),
        }
        Ok(())
    }

    fn press(&mut self, file: &LevelFile, places: &[Cell]) -> Result<(), Fault> {
        if let Some(&hole) = places.iter().find(|&&at| self.at(at).is_none()) {
            return Err(edit::not_here("there is no lamp here", [hole]));
        }
        let shape = self.shape(file).ok_or_else(|| {
            let message = "nothing can be pressed while the board has faults";
            edit::not_here(message, places.iter().copied())
        })?;
        for at in places {
            for (row, col) in shape.reach(at.y as usize, at.x as usize) {
                let lamp = &mut self.lamps[row][col];
                *lamp = lamp.map(|state| (state + 1) % shape.states());
            }
        }
        Ok(())
    }

    /// The shape of the draft; `None` while it has faults.
    fn shape(&self, file: &LevelFile) -> Option<Shape> {
        let mut plain = LevelFile {
            states: Some(states(file).into()),
            topology: file.topology.clone(),
            neighbourhood: file.neighbourhood.clone(),
            ..LevelFile::default()
        };
        let copy = Draft {
            lamps: self.lamps.clone(),
            links: self.links.clone(),
        };
        copy.write(&mut plain);
        Some(read_level(&plain).ok()?.shape().clone())
    }

    /// The links that the draft has, or those of its lattice where it is no graph yet.
    fn links_as_they_are(&self, file: &LevelFile) -> Result<BTreeSet<(At, At)>, Fault> {
        if let Some(links) = &self.links {
            return Ok(links.clone());
        }
        let shape = self.shape(file);
        let few = |shape: &Shape| shape.lamps() as u64 <= MOST_LINKED;
        let Some(shape) = shape.filter(few) else {
            let message = format!(
                "only a board without faults and with at most {MOST_LINKED} lamps becomes a graph"
            );
            return Err(edit::fixed(message));
        };
        let at = |(row, col): (usize, usize)| [col as i64, row as i64];
        let links = shape.places().flat_map(|(row, col)| {
            let reached = shape.reach(row, col).map(at);
            reached.map(move |to| (at((row, col)), to))
        });
        Ok(links.filter(|(from, to)| from != to).collect())
    }

    fn move_links(&mut self, to: impl Fn(At) -> At) {
        if let Some(links) = &mut self.links {
            *links = links.iter().map(|&(a, b)| (to(a), to(b))).collect();
        }
    }

    /// Moves a side; the new length is known to be in order. A graph gets room, other boards lamps.
    fn resize(&mut self, side: Dir, by: i32, shift: At) {
        let new = match self.links {
            Some(_) => None,
            None => Some(0),
        };
        let lamps = &mut self.lamps;
        let count = by.unsigned_abs() as usize;
        let width = lamps[0].len();
        match (side, by > 0) {
            (Dir::North, true) => {
                lamps.splice(0..0, vec![vec![new; width]; count]);
            }
            (Dir::North, false) => {
                lamps.drain(..count);
            }
            (Dir::South, true) => lamps.extend(vec![vec![new; width]; count]),
            (Dir::South, false) => lamps.truncate(lamps.len() - count),
            (Dir::West, true) => {
                for row in lamps {
                    row.splice(0..0, vec![new; count]);
                }
            }
            (Dir::West, false) => {
                for row in lamps {
                    row.drain(..count);
                }
            }
            (Dir::East, true) => lamps
                .iter_mut()
                .for_each(|row| row.extend(vec![new; count])),
            (Dir::East, false) => lamps.iter_mut().for_each(|row| row.truncate(width - count)),
        }
        self.move_links(|at| edit::shifted(at, shift));
    }
}
