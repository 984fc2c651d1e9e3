//! Editing a challenge: pieces in place, points and the picture.
//!
//! Pieces of a draft may lie over each other for a while; the faults say so. The number in a
//! booklet is dropped by any edit, and a stated tier by any that changes the hints.

use std::sync::Arc;

use serde_json::Value;

use gridwright_core::edit::{self, Edit, Frame, Tool};
use gridwright_core::fault::Fault;
use gridwright_core::generate::Knob;
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::Scene;

use super::document::{LevelFile, PlacedFile, read_level, read_set};
use super::drawing::Drawing;
use super::print::Print;
use super::set::{Lay, PieceSet};
use super::{IqCircuit, shipped, view};
use crate::kind::{Edits, Sketch};

const PIECE: &str = "Gives this piece; tapped again it turns, tapped elsewhere it moves there.";
const PRINT: &str = "Shows this in the picture.";

pub(super) const TOOLS: &[Tool] = &[
    Tool::new("piece-i2a", "I2a", "Pieces", PIECE),
    Tool::new("piece-i2b", "I2b", "Pieces", PIECE),
    Tool::new("piece-i2c", "I2c", "Pieces", PIECE),
    Tool::new("piece-i3a", "I3a", "Pieces", PIECE),
    Tool::new("piece-i3b", "I3b", "Pieces", PIECE),
    Tool::new("piece-i4", "I4", "Pieces", PIECE),
    Tool::new("piece-v3a", "V3a", "Pieces", PIECE),
    Tool::new("piece-v3b", "V3b", "Pieces", PIECE),
    Tool::new("piece-o4", "O4", "Pieces", PIECE),
    Tool::new("piece-l4", "L4", "Pieces", PIECE),
    Tool::new("piece-t4", "T4", "Pieces", PIECE),
    Tool::new("piece-s4", "S4", "Pieces", PIECE),
    Tool::new("piece-z4", "Z4", "Pieces", PIECE),
    Tool::new("piece-p5", "P5", "Pieces", PIECE),
    Tool::new("piece-w5", "W5", "Pieces", PIECE),
    Tool::new(
        "turn",
        "Turn",
        "Pieces",
        "Turns the given piece by a quarter.",
    ),
    Tool::new(
        "flip",
        "Flip",
        "Pieces",
        "Lays the given piece on its next side.",
    ),
    Tool::new(
        "point",
        "Point",
        "Points",
        "Lists a point, or takes it off the list.",
    ),
    Tool::new(
        "trace",
        "Trace",
        "Picture",
        "Draws a line into the picture, with a point at each end.",
    ),
    Tool::new("print-blank", "Blank", "Picture", PRINT),
    Tool::new(
        "print-unknown",
        "Unknown",
        "Picture",
        "Says nothing about the cell.",
    ),
    Tool::new("print-n", "Point, up", "Picture", PRINT),
    Tool::new("print-e", "Point, right", "Picture", PRINT),
    Tool::new("print-s", "Point, down", "Picture", PRINT),
    Tool::new("print-w", "Point, left", "Picture", PRINT),
    Tool::new("print-ns", "Upright", "Picture", PRINT),
    Tool::new("print-ew", "Level", "Picture", PRINT),
    Tool::new("print-ne", "Up to right", "Picture", PRINT),
    Tool::new("print-es", "Right to down", "Picture", PRINT),
    Tool::new("print-sw", "Down to left", "Picture", PRINT),
    Tool::new("print-nw", "Left to up", "Picture", PRINT),
];

pub(super) const OPTIONS: &[Knob] = &[
    Knob::choice(
        "set",
        &["standard", "boulevard", "own"],
        "standard",
        "The board and its pieces; another set begins an empty board.",
    ),
    Knob::choice(
        "points",
        &["open", "listed"],
        "open",
        "Whether every point that is on no given piece is listed.",
    ),
    Knob::choice(
        "tier",
        &["any", "starter", "junior", "expert", "master", "wizard"],
        "any",
        "The tier that the challenge claims to be of.",
    ),
];

impl Edits for IqCircuit {
    /// The standard board without hints.
    fn blank() -> LevelFile {
        empty("standard")
    }

    /// Changes a draft.
    fn edit(file: &mut LevelFile, edit: &Edit) -> Result<(), Fault> {
        if let Edit::Set { option, value } = edit {
            return choose(file, option, value);
        }
        let Some(set) = set_of(file) else {
            return Err(edit::not_here("the piece set has faults", []));
        };
        let frame = Frame {
            width: set.width().into(),
            height: set.height().into(),
        };
        match edit {
            Edit::Use { tool, path } => {
                if !TOOLS.iter().any(|known| known.id == tool) {
                    return Err(edit::unknown_tool(tool));
                }
                let places = frame.along(path, false)?;
                match (&tool[..], tool.split_once('-')) {
                    ("turn" | "flip", _) => adjust(file, &set, tool, places[0])?,
                    ("point", _) => toggle(file, &places),
                    ("trace", _) => trace(file, &set, &frame.thread(path, false)?)?,
                    (_, Some(("piece", name))) => give(file, &set, name, places[0])?,
                    (_, Some((_, print))) => {
                        let text = match print {
                            "blank" => "-".to_owned(),
                            "unknown" => "?".to_owned(),
                            letters => letters.to_uppercase(),
                        };
                        let prints = places.iter().map(|&at| (at, text.clone()));
                        draw(file, &set, prints);
                    }
                    _ => return Err(edit::unknown_tool(tool)),
                }
                file.tier = None;
            }
            Edit::Erase { path } => {
                let places = frame.along(path, false)?;
                let before = file.clone();
                erase(file, &set, &places);
                if *file == before {
                    return Err(edit::not_here("there is nothing to take away", places));
                }
                file.tier = None;
            }
            Edit::Turn => half_turn(file, &set, frame),
            Edit::Resize { .. } => {
                return Err(edit::fixed("the board belongs to the piece set"));
            }
            Edit::Mirror => {
                return Err(edit::fixed("pieces have no mirror images"));
            }
            Edit::Aim { .. } => return Err(edit::no_sandbox()),
            Edit::Set { .. } => {}
        }
        file.challenge = None;
        Ok(())
    }

    /// The picture of a draft: of the level if it is one, else of everything that has a place.
    fn sketch(file: &LevelFile) -> Sketch {
        let set = match &file.set {
            None => "standard".to_owned(),
            Some(Value::String(name)) => name.clone(),
            Some(_) => "own".to_owned(),
        };
        let points = if file.points.is_some() {
            "listed"
        } else {
            "open"
        };
        Sketch {
            scene: scene(file),
            options: vec![
                ("set", set),
                ("points", points.to_owned()),
                ("tier", file.tier.clone().unwrap_or("any".to_owned())),
            ],
        }
    }
}

fn empty(set: &str) -> LevelFile {
    LevelFile {
        set: Some(Value::String(set.to_owned())),
        ..LevelFile::default()
    }
}

fn scene(file: &LevelFile) -> Scene {
    let Some(set) = set_of(file) else {
        return Scene::saying("This board cannot be drawn: its pieces have faults.");
    };
    if let Ok(level) = read_level(file.clone()) {
        return view::scene(&level, &level.start(), &[]);
    }
    let mut lays: Vec<Lay> = Vec::new();
    for lay in file.placed.iter().filter_map(|placed| lay_of(&set, placed)) {
        if lays.iter().all(|other| other.piece() != lay.piece()) {
            lays.push(lay);
        }
    }
    let mut points: Vec<Cell> = listed(file).filter(|&at| set.contains(at)).collect();
    points.sort();
    points.dedup();
    let picture = file.picture.as_ref().map(|_| {
        let mut picture = Drawing::unknown(set.width(), set.height());
        for (row, y) in rows(file, &set).iter().zip(0..) {
            for (text, x) in row.iter().zip(0..) {
                picture.set(Cell::new(x, y), Print::parse(text));
            }
        }
        picture
    });
    view::draft(&set, &lays, picture.as_ref(), &points)
}

/// The piece set of a draft, if there is nothing wrong with it.
fn set_of(file: &LevelFile) -> Option<Arc<PieceSet>> {
    match &file.set {
        None => Some(shipped::standard()),
        Some(Value::String(name)) => shipped::set_named(name),
        Some(own) => read_set(own, "/set").ok().map(Arc::new),
    }
}

fn choose(file: &mut LevelFile, option: &str, value: &str) -> Result<(), Fault> {
    let settings = edit::chosen(OPTIONS, option, value)?;
    match option {
        "set" => match (settings.word("set"), &file.set) {
            ("own", Some(Value::Object(_))) => {}
            ("own", _) => {
                let message = "an own set is written into the file by hand";
                return Err(edit::fixed(message));
            }
            ("standard", None) => {}
            (name, Some(Value::String(set))) if name == set => {}
            (name, _) => *file = empty(name),
        },
        "points" => {
            file.points = match settings.word("points") {
                "listed" => Some(file.points.take().unwrap_or_default()),
                _ => None,
            };
            file.tier = None;
            file.challenge = None;
        }
        _ => {
            let tier = settings.word("tier");
            file.tier = (tier != "any").then(|| tier.to_owned());
        }
    }
    Ok(())
}

fn lay_of(set: &PieceSet, placed: &PlacedFile) -> Option<Lay> {
    let piece = set.piece_named(&placed.piece)?;
    let [x, y] = placed.at;
    set.lay(
        piece,
        placed.side as usize,
        placed.turns as usize,
        Cell::new(x, y),
    )
}

/// Writes a lay, drawn onto the board if it sticks out.
fn placed(set: &PieceSet, lay: &Lay) -> PlacedFile {
    let turned = set.turned(lay);
    let within = |at: i32, most: i32| at.min(most).max(0);
    PlacedFile {
        piece: set.pieces()[lay.piece()].name().to_owned(),
        side: lay.side() as u32,
        at: [
            within(lay.at().x, set.width() - turned.width()),
            within(lay.at().y, set.height() - turned.height()),
        ],
        turns: lay.turns() as u32,
    }
}

fn covers(set: &PieceSet, placed: &PlacedFile, at: Cell) -> bool {
    lay_of(set, placed).is_some_and(|lay| set.prints(&lay).any(|(cell, _)| cell == at))
}

/// Gives a piece at a place, turns it there, or moves it there.
fn give(file: &mut LevelFile, set: &PieceSet, name: &str, at: Cell) -> Result<(), Fault> {
    let mut pieces = set.pieces().iter();
    let Some(piece) = pieces.position(|piece| piece.name().eq_ignore_ascii_case(name)) else {
        let message = "the set has no such piece";
        return Err(edit::not_here(message, [at]));
    };
    let name = set.pieces()[piece].name();
    let old = file.placed.iter_mut().find(|placed| placed.piece == name);
    let lying = old.as_ref().and_then(|old| lay_of(set, old));
    if old.as_ref().is_some_and(|old| covers(set, old, at)) {
        return adjust(file, set, "turn", at);
    }
    let (side, turns) = lying.map_or((0, 0), |lay| (lay.side(), lay.turns()));
    let first = set.pieces()[piece].turned(side, turns).cells()[0].0;
    let corner = at.offset(-first.x, -first.y);
    let lay = set.lay(piece, side, turns, corner);
    let new = placed(set, &lay.expect("the piece has this side"));
    match old {
        Some(old) => *old = new,
        None => file.placed.push(new),
    }
    Ok(())
}

/// Turns or flips the given piece on a cell.
fn adjust(file: &mut LevelFile, set: &PieceSet, how: &str, at: Cell) -> Result<(), Fault> {
    let mut all = file.placed.iter_mut();
    let Some((old, lay)) = all.find_map(|old| {
        let lay = lay_of(set, old)?;
        covers(set, old, at).then_some((old, lay))
    }) else {
        return Err(edit::not_here("no given piece lies here", [at]));
    };
    let sides = set.pieces()[lay.piece()].sides();
    let mut ways = (1..4).filter_map(|more| match how {
        "flip" => set.lay(
            lay.piece(),
            (lay.side() + more) % sides,
            lay.turns(),
            lay.at(),
        ),
        _ => set.lay(lay.piece(), lay.side(), (lay.turns() + more) % 4, lay.at()),
    });
    match ways.find(|way| *way != lay) {
        Some(way) => {
            *old = placed(set, &way);
            Ok(())
        }
        None => Err(edit::not_here("the piece looks the same", [at])),
    }
}

fn listed(file: &LevelFile) -> impl Iterator<Item = Cell> {
    let points = file.points.iter().flatten();
    points.map(|&[x, y]| Cell::new(x, y))
}

fn toggle(file: &mut LevelFile, places: &[Cell]) {
    for at in places {
        let points = file.points.get_or_insert_default();
        let before = points.len();
        points.retain(|point| *point != [at.x, at.y]);
        if points.len() == before {
            points.push([at.x, at.y]);
        }
    }
    file.points.take_if(|points| points.is_empty());
}

/// The picture as text, cell by cell, just as large as the board.
fn rows(file: &LevelFile, set: &PieceSet) -> Vec<Vec<String>> {
    let written = file.picture.as_deref().unwrap_or(&[]);
    let row = |y: usize| {
        let text = written.get(y).map_or("", |row| &row[..]);
        let cells = text.split_whitespace().map(str::to_owned);
        let padded = cells.chain(std::iter::repeat_with(|| "?".to_owned()));
        padded.take(set.width() as usize).collect()
    };
    (0..set.height() as usize).map(row).collect()
}

fn write_rows(file: &mut LevelFile, rows: &[Vec<String>]) {
    let says = |row: &Vec<String>| row.iter().any(|text| text != "?");
    let lines = rows.iter().map(|row| row.join(" ")).collect();
    file.picture = rows.iter().any(says).then_some(lines);
}

fn draw(file: &mut LevelFile, set: &PieceSet, prints: impl Iterator<Item = (Cell, String)>) {
    let mut rows = rows(file, set);
    for (at, text) in prints {
        rows[at.y as usize][at.x as usize] = text;
    }
    write_rows(file, &rows);
}

/// Draws a line through cells into the picture.
fn trace(file: &mut LevelFile, set: &PieceSet, places: &[Cell]) -> Result<(), Fault> {
    if places.len() < 2 {
        let message = "a line has at least two cells: draw it";
        return Err(edit::not_here(message, places.iter().copied()));
    }
    let toward = |from: usize, to: Option<&Cell>| Dir::between(places[from], *to?);
    let print = |index: usize| {
        let before = index.checked_sub(1).and_then(|before| places.get(before));
        let dirs = [toward(index, before), toward(index, places.get(index + 1))];
        let print = Print::touching(dirs.into_iter().flatten());
        (places[index], print.unwrap_or_default().to_string())
    };
    draw(file, set, (0..places.len()).map(print));
    Ok(())
}

fn erase(file: &mut LevelFile, set: &PieceSet, places: &[Cell]) {
    file.placed
        .retain(|placed| !places.iter().any(|&at| covers(set, placed, at)));
    if let Some(points) = &mut file.points {
        points.retain(|&[x, y]| !places.contains(&Cell::new(x, y)));
    }
    if file.picture.is_some() {
        draw(file, set, places.iter().map(|&at| (at, "?".to_owned())));
    }
}

fn half_turn(file: &mut LevelFile, set: &PieceSet, frame: Frame) {
    for old in &mut file.placed {
        if let Some(lay) = lay_of(set, old) {
            let lay = set.half_turned(&lay);
            old.turns = lay.turns() as u32;
            old.at = [lay.at().x, lay.at().y];
        }
    }
    let around = |[x, y]: [i32; 2]| {
        let at = frame.turned([x.into(), y.into()]);
        frame.on_its_side().turned(at).map(|n| n as i32)
    };
    for point in file.points.iter_mut().flatten() {
        *point = around(*point);
    }
    if file.picture.is_some() {
        let mut rows = rows(file, set);
        rows.reverse();
        for row in &mut rows {
            row.reverse();
            for text in row {
                if let Some(print) = Print::parse(text) {
                    *text = print.turned(2).to_string();
                }
            }
        }
        write_rows(file, &rows);
    }
}
