//! Editing a circuit board: pads, terminals and lines of both layers.
//!
//! The file is kept loosely, so edits work on its values: what is well formed is moved and taken
//! away, and the rest stays as it is. IDs of new things are the smallest that are free.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use gridwright_core::edit::{self, Edit, Frame, LARGEST_SIDE, Tool, shifted};
use gridwright_core::fault::Fault;
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::Scene;

use super::document::{LevelFile, point_of};
use super::level::{Hue, MOST_SQUARES};
use super::{Circuits, view};
use crate::kind::{Edits, Sketch};

const TERMINAL: &str = "Puts a terminal down; every colour needs two.";

pub(super) const TOOLS: &[Tool] = &[
    Tool::new(
        "pad",
        "Pad",
        "Pads",
        "Puts a pad down; a line that passes there is cut in two.",
    ),
    Tool::new("red-terminal", "Red", "Terminals", TERMINAL),
    Tool::new("green-terminal", "Green", "Terminals", TERMINAL),
    Tool::new("blue-terminal", "Blue", "Terminals", TERMINAL),
    Tool::new("yellow-terminal", "Yellow", "Terminals", TERMINAL),
    Tool::new("orange-terminal", "Orange", "Terminals", TERMINAL),
    Tool::new("purple-terminal", "Purple", "Terminals", TERMINAL),
    Tool::new("pink-terminal", "Pink", "Terminals", TERMINAL),
    Tool::new("brown-terminal", "Brown", "Terminals", TERMINAL),
    Tool::new(
        "top-line",
        "Top line",
        "Lines",
        "Draws a given line on top; it gets pads at its ends where nothing stands.",
    ),
    Tool::new(
        "bottom-line",
        "Bottom line",
        "Lines",
        "Draws a line below the board; it gets pads at its ends where nothing stands.",
    ),
];

impl Edits for Circuits {
    /// An empty board.
    fn blank() -> LevelFile {
        LevelFile {
            width: 6.into(),
            height: 8.into(),
            pads: json!([]),
            terminals: json!([]),
            lines: json!([]),
        }
    }

    /// Changes a draft.
    fn edit(file: &mut LevelFile, edit: &Edit) -> Result<(), Fault> {
        let frame = frame(file);
        match edit {
            Edit::Use { tool, path } => {
                if !TOOLS.iter().any(|known| known.id == tool) {
                    return Err(edit::unknown_tool(tool));
                }
                let places = frame.along(path, true)?;
                match &tool[..] {
                    "pad" => put_pads(file, &places)?,
                    "top-line" => draw(file, 0, &frame.thread(path, true)?)?,
                    "bottom-line" => draw(file, -1, &frame.thread(path, true)?)?,
                    _ => {
                        let hue = tool.strip_suffix("-terminal").unwrap_or(tool);
                        put_terminals(file, hue, &places);
                    }
                }
            }
            Edit::Erase { path } => {
                let places: BTreeSet<Cell> = frame.along(path, true)?.into_iter().collect();
                if !erase(file, &places) {
                    return Err(edit::not_here("nothing stands or passes here", places));
                }
            }
            Edit::Resize { side, by } => {
                let range = 2..=i64::from(MOST_SQUARES) + 1;
                let (resized, shift) = frame.resized(*side, *by, range)?;
                carry(file, |at| shifted(at, shift));
                match side {
                    Dir::North | Dir::South => file.height = (resized.height - 1).into(),
                    Dir::East | Dir::West => file.width = (resized.width - 1).into(),
                }
                let outside = |at: &Cell| !resized.contains([at.x.into(), at.y.into()]);
                let gone: BTreeSet<Cell> = points(file).into_iter().filter(outside).collect();
                erase(file, &gone);
            }
            Edit::Mirror => carry(file, |at| frame.mirrored(at)),
            Edit::Turn => {
                carry(file, |at| frame.turned(at));
                std::mem::swap(&mut file.width, &mut file.height);
            }
            Edit::Aim { .. } => return Err(edit::no_sandbox()),
            Edit::Set { option, value } => {
                edit::chosen(&[], option, value)?;
            }
        }
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
    let frame = frame(file);
    if !frame.can_be_drawn() {
        return Scene::saying("This board cannot be drawn: its size is out of range.");
    }
    if let Ok(level) = file.read() {
        return view::scene(&level, &level.start(), &[]);
    }
    let size = (frame.width as i32, frame.height as i32);
    let mut scene = view::board(size, "a circuit board that is no level yet");
    let near = |at: &Cell| {
        let near = |n: i32| (-1..=LARGEST_SIDE as i32 + 1).contains(&n);
        near(at.x) && near(at.y)
    };
    // Where IDs are missing or repeat, places in their lists tell things apart.
    let mut ids = BTreeSet::new();
    let mut id = |entry: &Value, index: usize| match entry.get("ID").and_then(Value::as_i64) {
        Some(id) if ids.insert(id) => id.to_string(),
        _ => format!("at-{index}"),
    };
    let lines = entries(&file.lines).iter().enumerate();
    let lines = lines.filter_map(|(index, entry)| {
        let points = line_points(entry)?;
        let drawable = points.len() > 1 && points.iter().all(near);
        let top = entry.get("layer").and_then(Value::as_i64) != Some(-1);
        drawable.then(|| (top, id(entry, index), points))
    });
    let (top, bottom): (Vec<_>, Vec<_>) = lines.partition(|(top, ..)| *top);
    for (_, id, points) in bottom {
        view::bottom_line(&mut scene, &id, &points, None);
    }
    for (_, id, points) in top {
        let id = format!("top-{id}");
        view::top_line(&mut scene, id, "top-line", &points, None, "given top line");
    }
    for (index, entry) in entries(&file.pads).iter().enumerate() {
        if let Some(at) = place_of(entry).filter(near) {
            view::pad(&mut scene, &id(entry, index), at, None);
        }
    }
    for (index, entry) in entries(&file.terminals).iter().enumerate() {
        if let Some(at) = place_of(entry).filter(near) {
            let hue = entry.get("color").and_then(Value::as_str);
            let hue = hue.and_then(Hue::named);
            view::terminal(&mut scene, &id(entry, index), at, hue);
        }
    }
    scene
}

/// The intersections of a draft; a size that is none counts as nothing.
fn frame(file: &LevelFile) -> Frame {
    let side = |value: &Value| value.as_i64().unwrap_or(-1).saturating_add(1);
    Frame {
        width: side(&file.width),
        height: side(&file.height),
    }
}

fn entries(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

/// A list to put something into, whatever it was before.
fn list(value: &mut Value) -> &mut Vec<Value> {
    if !value.is_array() {
        *value = json!([]);
    }
    value.as_array_mut().expect("it is a list now")
}

fn place_of(entry: &Value) -> Option<Cell> {
    entry.get("pos").and_then(point_of)
}

/// The points of a line, if all of them are points.
fn line_points(entry: &Value) -> Option<Vec<Cell>> {
    entry.get("pos")?.as_array()?.iter().map(point_of).collect()
}

/// Every place that is spoken of.
fn points(file: &LevelFile) -> Vec<Cell> {
    let fixtures = entries(&file.pads).iter().chain(entries(&file.terminals));
    let lines = entries(&file.lines).iter().filter_map(line_points);
    fixtures
        .filter_map(place_of)
        .chain(lines.flatten())
        .collect()
}

/// A supply of IDs that nothing has yet, from 1.
fn free_ids(file: &LevelFile) -> impl Iterator<Item = i64> + use<> {
    let all = entries(&file.pads)
        .iter()
        .chain(entries(&file.terminals))
        .chain(entries(&file.lines));
    let used: BTreeSet<i64> = all
        .filter_map(|entry| entry.get("ID").and_then(Value::as_i64))
        .collect();
    (1..).filter(move |id| !used.contains(id))
}

/// Takes away fixtures on some points and the lines that pass or end there; false if there is
/// nothing of the kind.
fn erase(file: &mut LevelFile, gone: &BTreeSet<Cell>) -> bool {
    let mut erased = false;
    let mut keep = |list: &mut Value, goes: &dyn Fn(&Value) -> bool| {
        if let Some(entries) = list.as_array_mut() {
            let before = entries.len();
            entries.retain(|entry| !goes(entry));
            erased |= entries.len() < before;
        }
    };
    let stands = |entry: &Value| place_of(entry).is_some_and(|at| gone.contains(&at));
    keep(&mut file.pads, &stands);
    keep(&mut file.terminals, &stands);
    keep(&mut file.lines, &|entry| {
        line_points(entry).is_some_and(|line| line.iter().any(|at| gone.contains(at)))
    });
    erased
}

fn put_pads(file: &mut LevelFile, places: &[Cell]) -> Result<(), Fault> {
    let standing: BTreeSet<Cell> = entries(&file.pads).iter().filter_map(place_of).collect();
    let new: BTreeSet<Cell> = places.iter().copied().collect();
    let new: BTreeSet<Cell> = new.difference(&standing).copied().collect();
    if new.is_empty() {
        return Err(edit::not_here(
            "a pad is there already",
            places.iter().copied(),
        ));
    }
    take_fixtures(file, &new);
    let mut ids = free_ids(file);
    for &at in &new {
        list(&mut file.pads).push(json!({ "pos": at, "ID": ids.next() }));
    }
    // A line that passes a new pad ends there, and another one goes on.
    let mut cut = Vec::new();
    for entry in entries(&file.lines) {
        let Some(line) = line_points(entry).filter(|line| line.len() > 2) else {
            cut.push(entry.clone());
            continue;
        };
        for (index, part) in split(&line, &new).into_iter().enumerate() {
            let mut entry = entry.clone();
            entry["pos"] = json!(part);
            if index > 0 {
                entry["ID"] = json!(ids.next());
            }
            cut.push(entry);
        }
    }
    if file.lines.is_array() {
        file.lines = Value::Array(cut);
    }
    Ok(())
}

fn put_terminals(file: &mut LevelFile, hue: &str, places: &[Cell]) {
    take_fixtures(file, &places.iter().copied().collect());
    let mut ids = free_ids(file);
    for at in places {
        let terminal = json!({ "pos": at, "color": hue, "ID": ids.next() });
        list(&mut file.terminals).push(terminal);
    }
}

/// Takes the fixtures on some points away, but not the lines.
fn take_fixtures(file: &mut LevelFile, places: &BTreeSet<Cell>) {
    for fixtures in [&mut file.pads, &mut file.terminals] {
        if let Some(entries) = fixtures.as_array_mut() {
            entries.retain(|entry| !place_of(entry).is_some_and(|at| places.contains(&at)));
        }
    }
}

/// Draws lines from fixture to fixture along a path; the ends of the path get pads if they need
/// them.
fn draw(file: &mut LevelFile, layer: i64, path: &[Cell]) -> Result<(), Fault> {
    let [first, .., last] = path else {
        let message = "a line has at least two points: draw it";
        return Err(edit::not_here(message, path.iter().copied()));
    };
    let fixtures = entries(&file.pads).iter().chain(entries(&file.terminals));
    let standing: BTreeSet<Cell> = fixtures.filter_map(place_of).collect();
    let mut ids = free_ids(file);
    for at in [first, last] {
        if !standing.contains(at) {
            list(&mut file.pads).push(json!({ "pos": at, "ID": ids.next() }));
        }
    }
    for part in split(path, &standing) {
        let line = json!({ "ID": ids.next(), "layer": layer, "pos": part });
        list(&mut file.lines).push(line);
    }
    Ok(())
}

/// The parts of a line between the places where it is to be cut; its ends are always ends.
fn split(line: &[Cell], at: &BTreeSet<Cell>) -> Vec<Vec<Cell>> {
    let mut parts = Vec::new();
    let mut part: Vec<Cell> = Vec::new();
    for (index, &point) in line.iter().enumerate() {
        part.push(point);
        if index > 0 && (at.contains(&point) || index + 1 == line.len()) {
            parts.push(std::mem::replace(&mut part, vec![point]));
        }
    }
    parts
}

/// Moves every point with the board.
fn carry(file: &mut LevelFile, to: impl Fn([i64; 2]) -> [i64; 2]) {
    let moved = |value: &mut Value| {
        if let Some(at) = point_of(value) {
            *value = json!(to([at.x.into(), at.y.into()]));
        }
    };
    for fixtures in [&mut file.pads, &mut file.terminals] {
        for entry in fixtures.as_array_mut().into_iter().flatten() {
            entry.get_mut("pos").into_iter().for_each(moved);
        }
    }
    for entry in file.lines.as_array_mut().into_iter().flatten() {
        let points = entry.get_mut("pos").and_then(Value::as_array_mut);
        points.into_iter().flatten().for_each(moved);
    }
}
