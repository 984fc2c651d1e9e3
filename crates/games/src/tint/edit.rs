//! Editing a canvas: paper, paint, and what stands on it.
//!
//! What is put down takes the place of what cannot be there with it: a fixture that of another,
//! paint that of a droplet or gate, and paper comes with whatever needs it.

use std::collections::BTreeSet;

use gridwright_core::edit::{self, Edit, Frame, Tool, shifted};
use gridwright_core::fault::Fault;
use gridwright_core::generate::Knob;
use gridwright_core::grid::{Cell, Dir, cells};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::scene::Scene;
use gridwright_core::teach::Plate;

use super::color::Color;
use super::document::{
    GateFile, LevelFile, MixingWord, PaintFile, SidesFile, SpotFile, StartWord, read_level,
};
use super::level::LONGEST_SIDE;
use super::{Tint, sandbox, view};
use crate::kind::{Edits, Sketch};

const PAINT: &str = "Paints the cells of a stroke.";
const DROPLET: &str = "Puts an endless source of this colour down.";
const TARGET: &str = "Puts a figure down that wants this colour.";
const NEGATION: &str = "Puts a gate down that takes this colour's primaries away.";
const SIDE: &str = "Drawn from a switch gate to a neighbour, it colours the side between them.";

pub(super) const TOOLS: &[Tool] = &[
    Tool::new("paper", "Paper", "Canvas", "Lays paper."),
    Tool::new(
        "void",
        "Cut out",
        "Canvas",
        "Cuts paper away, with what is on it.",
    ),
    Tool::new("red-paint", "Red", "Paint", PAINT),
    Tool::new("yellow-paint", "Yellow", "Paint", PAINT),
    Tool::new("blue-paint", "Blue", "Paint", PAINT),
    Tool::new("orange-paint", "Orange", "Paint", PAINT),
    Tool::new("green-paint", "Green", "Paint", PAINT),
    Tool::new("purple-paint", "Purple", "Paint", PAINT),
    Tool::new("white-paint", "White", "Paint", PAINT),
    Tool::new("grey-paint", "Grey", "Paint", PAINT),
    Tool::new("red-droplet", "Red", "Droplets", DROPLET),
    Tool::new("yellow-droplet", "Yellow", "Droplets", DROPLET),
    Tool::new("blue-droplet", "Blue", "Droplets", DROPLET),
    Tool::new("orange-droplet", "Orange", "Droplets", DROPLET),
    Tool::new("green-droplet", "Green", "Droplets", DROPLET),
    Tool::new("purple-droplet", "Purple", "Droplets", DROPLET),
    Tool::new("white-droplet", "White", "Droplets", DROPLET),
    Tool::new("red-target", "Red", "Targets", TARGET),
    Tool::new("yellow-target", "Yellow", "Targets", TARGET),
    Tool::new("blue-target", "Blue", "Targets", TARGET),
    Tool::new("orange-target", "Orange", "Targets", TARGET),
    Tool::new("green-target", "Green", "Targets", TARGET),
    Tool::new("purple-target", "Purple", "Targets", TARGET),
    Tool::new("white-target", "White", "Targets", TARGET),
    Tool::new("red-negation", "Red", "Negation gates", NEGATION),
    Tool::new("yellow-negation", "Yellow", "Negation gates", NEGATION),
    Tool::new("blue-negation", "Blue", "Negation gates", NEGATION),
    Tool::new("orange-negation", "Orange", "Negation gates", NEGATION),
    Tool::new("green-negation", "Green", "Negation gates", NEGATION),
    Tool::new("purple-negation", "Purple", "Negation gates", NEGATION),
    Tool::new(
        "switch",
        "Switch",
        "Switch gates",
        "Puts a gate down that turns red from the left into blue to the right.",
    ),
    Tool::new("red-side", "Red side", "Switch gates", SIDE),
    Tool::new("yellow-side", "Yellow side", "Switch gates", SIDE),
    Tool::new("blue-side", "Blue side", "Switch gates", SIDE),
    Tool::new("orange-side", "Orange side", "Switch gates", SIDE),
    Tool::new("green-side", "Green side", "Switch gates", SIDE),
    Tool::new("purple-side", "Purple side", "Switch gates", SIDE),
    Tool::new("white-side", "White side", "Switch gates", SIDE),
    Tool::new(
        "wall-side",
        "Wall",
        "Switch gates",
        "Drawn from a switch gate to a neighbour, it closes the side between them.",
    ),
    Tool::new(
        "brush",
        "Brush",
        "By the rules",
        "Drags paint from a droplet or from paint, and it mixes as in a level.",
    ),
];

pub(super) const OPTIONS: &[Knob] = &[
    Knob::integer(
        "tail",
        1,
        2,
        "1",
        "How many cells a stroke may run on after a cut or grey.",
    ),
    Knob::choice(
        "start",
        &["any", "droplet"],
        "any",
        "Whether strokes start anywhere on paint, or on droplets alone.",
    ),
    Knob::choice(
        "mixing",
        &["strict", "absorb"],
        "strict",
        "Whether a secondary that meets one of its own primaries is ruined or stays.",
    ),
];

impl Edits for Tint {
    /// Bare paper.
    fn blank() -> LevelFile {
        LevelFile::bare(6, 5)
    }

    /// Changes a draft.
    fn edit(file: &mut LevelFile, edit: &Edit) -> Result<(), Fault> {
        let frame = frame(file);
        match edit {
            Edit::Use { tool, path } => {
                if !TOOLS.iter().any(|known| known.id == tool) {
                    return Err(edit::unknown_tool(tool));
                }
                if tool == sandbox::SANDBOX.brush {
                    return sandbox::paint(file, path);
                }
                let places = frame.along(path, false)?;
                if let Some((color, "side")) = tool.split_once('-') {
                    return color_side(file, color, &places);
                }
                put(file, tool, &places.into_iter().map(place).collect());
            }
            Edit::Erase { path } => {
                let places = frame.along(path, false)?;
                let before = count(file);
                clear(file, &places.iter().map(|&at| place(at)).collect());
                if count(file) == before {
                    return Err(edit::not_here("there is nothing but bare paper", places));
                }
            }
            Edit::Resize { side, by } => {
                let (resized, shift) = frame.resized(*side, *by, 1..=LONGEST_SIDE)?;
                carry(file, |at| shifted(at, shift));
                resize(file, resized);
                keep_inside(file, resized);
            }
            Edit::Mirror => {
                carry(file, |at| frame.mirrored(at));
                for sides in switches(file) {
                    std::mem::swap(&mut sides.east, &mut sides.west);
                }
            }
            Edit::Turn => {
                carry(file, |at| frame.turned(at));
                resize(file, frame.on_its_side());
                for sides in switches(file) {
                    let SidesFile {
                        north,
                        east,
                        south,
                        west,
                    } = std::mem::take(sides);
                    *sides = SidesFile {
                        north: west,
                        east: north,
                        south: east,
                        west: south,
                    };
                }
            }
            Edit::Aim { strokes } => return sandbox::aim(file, strokes),
            Edit::Set { option, value } => {
                let settings = edit::chosen(OPTIONS, option, value)?;
                match &option[..] {
                    "tail" => file.tail = settings.integer("tail"),
                    "start" => {
                        file.start = match settings.word("start") {
                            "droplet" => StartWord::Droplet,
                            _ => StartWord::Any,
                        }
                    }
                    _ => {
                        file.mixing = match settings.word("mixing") {
                            "absorb" => MixingWord::Absorb,
                            _ => MixingWord::Strict,
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The picture of a draft: of the level if it is one, else of everything that has a place.
    fn sketch(file: &LevelFile) -> Sketch {
        let start = match file.start {
            StartWord::Any => "any",
            StartWord::Droplet => "droplet",
        };
        let mixing = match file.mixing {
            MixingWord::Strict => "strict",
            MixingWord::Absorb => "absorb",
        };
        Sketch {
            scene: scene(file),
            options: vec![
                ("tail", file.tail.to_string()),
                ("start", start.to_owned()),
                ("mixing", mixing.to_owned()),
            ],
        }
    }

    fn chart() -> Vec<Plate> {
        sandbox::chart()
    }
}

fn scene(file: &LevelFile) -> Scene {
    let frame = frame(file);
    if !frame.can_be_drawn() {
        return Scene::saying("This canvas cannot be drawn: its size is out of range.");
    }
    if let Ok(level) = read_level(file.clone()) {
        return view::scene(&level, &level.start(), &[]);
    }
    // A colour that does not exist is drawn grey; of things that share a place, the first.
    let color = |name: &str| Color::named(name).unwrap_or(Color::Grey);
    let title = "Tint, a draft that is no level yet";
    let mut scene = view::canvas(frame.width as i32, frame.height as i32, title);
    let void: Places = file.void.iter().copied().collect();
    let mut taken: BTreeSet<(&str, Cell)> = BTreeSet::new();
    let mut free = |what, at: [i64; 2]| {
        let cell = Cell::new(at[0] as i32, at[1] as i32);
        (frame.contains(at) && taken.insert((what, cell))).then_some(cell)
    };
    for at in cells(frame.width as i32, frame.height as i32) {
        if !void.contains(&place(at)) {
            view::paper(&mut scene, at);
        }
    }
    for paint in &file.paint {
        for at in paint.cells.iter().filter_map(|&at| free("paint", at)) {
            view::paint(&mut scene, at, color(&paint.color));
        }
    }
    for spot in &file.droplets {
        if let Some(at) = free("droplet", spot.at) {
            view::droplet(&mut scene, at, color(&spot.color));
        }
    }
    for spot in &file.targets {
        if let Some(at) = free("target", spot.at) {
            view::target(&mut scene, at, color(&spot.color));
        }
    }
    for gate in &file.gates {
        let Some(at) = free("gate", gate.at()) else {
            continue;
        };
        match gate {
            GateFile::Negation { color: name, .. } => view::negation(&mut scene, at, color(name)),
            GateFile::Switch { sides, .. } => {
                let sides = [&sides.north, &sides.east, &sides.south, &sides.west];
                let sides = sides.map(|side| side.as_deref().map(color));
                view::switch(&mut scene, at, sides);
            }
        }
    }
    scene
}

/// Some cells of the canvas.
type Places = BTreeSet<[i64; 2]>;

fn place(at: Cell) -> [i64; 2] {
    [at.x.into(), at.y.into()]
}

fn frame(file: &LevelFile) -> Frame {
    Frame {
        width: file.width,
        height: file.height,
    }
}

fn resize(file: &mut LevelFile, frame: Frame) {
    (file.width, file.height) = (frame.width, frame.height);
}

fn switches(file: &mut LevelFile) -> impl Iterator<Item = &mut SidesFile> {
    file.gates.iter_mut().filter_map(|gate| match gate {
        GateFile::Switch { sides, .. } => Some(sides),
        GateFile::Negation { .. } => None,
    })
}

fn count(file: &LevelFile) -> usize {
    let painted: usize = file.paint.iter().map(|paint| paint.cells.len()).sum();
    file.void.len() + painted + file.droplets.len() + file.targets.len() + file.gates.len()
}

/// Takes everything away but the paper, and brings back paper that was cut out.
fn clear(file: &mut LevelFile, places: &Places) {
    file.void.retain(|at| !places.contains(at));
    clear_fixtures(file, places);
    clear_paint(file, places);
}

fn clear_fixtures(file: &mut LevelFile, places: &Places) {
    file.droplets.retain(|spot| !places.contains(&spot.at));
    file.targets.retain(|spot| !places.contains(&spot.at));
    file.gates.retain(|gate| !places.contains(&gate.at()));
}

fn clear_paint(file: &mut LevelFile, places: &Places) {
    for paint in &mut file.paint {
        paint.cells.retain(|at| !places.contains(at));
    }
    file.paint.retain(|paint| !paint.cells.is_empty());
}

/// Uses a tool on some cells.
fn put(file: &mut LevelFile, tool: &str, places: &Places) {
    let (color, thing) = tool.split_once('-').unwrap_or((tool, tool));
    let color = || color.to_owned();
    let each = places.iter().copied();
    match thing {
        // Only a target stands on paint, and only paint lies under a target.
        "paint" => {
            file.void.retain(|at| !places.contains(at));
            file.droplets.retain(|spot| !places.contains(&spot.at));
            file.gates.retain(|gate| !places.contains(&gate.at()));
            clear_paint(file, places);
        }
        "target" => {
            file.void.retain(|at| !places.contains(at));
            clear_fixtures(file, places);
        }
        "paper" => file.void.retain(|at| !places.contains(at)),
        _ => clear(file, places),
    }
    match thing {
        "void" => file.void.extend(each),
        "paint" => match file.paint.iter_mut().find(|paint| paint.color == color()) {
            Some(paint) => paint.cells.extend(each),
            None => file.paint.push(PaintFile {
                color: color(),
                cells: each.collect(),
            }),
        },
        "droplet" => file
            .droplets
            .extend(each.map(|at| SpotFile { at, color: color() })),
        "target" => file
            .targets
            .extend(each.map(|at| SpotFile { at, color: color() })),
        "negation" => {
            let gate = |at| GateFile::Negation { at, color: color() };
            file.gates.extend(each.map(gate));
        }
        "switch" => {
            let sides = || SidesFile {
                west: Some("red".to_owned()),
                east: Some("blue".to_owned()),
                ..SidesFile::default()
            };
            file.gates
                .extend(each.map(|at| GateFile::Switch { at, sides: sides() }));
        }
        _ => {}
    }
}

/// Colours the side of a switch gate that lies between two places, whichever of them it is on.
fn color_side(file: &mut LevelFile, color: &str, places: &[Cell]) -> Result<(), Fault> {
    let colored = (color != "wall").then(|| color.to_owned());
    if let &[a, b, ..] = places {
        for (gate, beside) in [(a, b), (b, a)] {
            let mut gates = file.gates.iter_mut();
            let found = gates.find(|found| found.at() == place(gate));
            if let (Some(GateFile::Switch { sides, .. }), Some(dir)) =
                (found, Dir::between(gate, beside))
            {
                *sides.side(dir) = colored;
                return Ok(());
            }
        }
    }
    let message = "draw from a switch gate to the neighbour on the side that is meant";
    Err(edit::not_here(message, places.iter().copied()))
}

/// Moves everything with the cells of the canvas.
fn carry(file: &mut LevelFile, to: impl Fn([i64; 2]) -> [i64; 2]) {
    let spots = file.droplets.iter_mut().chain(&mut file.targets);
    let places = file
        .void
        .iter_mut()
        .chain(file.paint.iter_mut().flat_map(|paint| &mut paint.cells))
        .chain(spots.map(|spot| &mut spot.at))
        .chain(file.gates.iter_mut().map(GateFile::at_mut));
    for at in places {
        *at = to(*at);
    }
}

/// Takes away what lies on strips that are gone.
fn keep_inside(file: &mut LevelFile, frame: Frame) {
    file.void.retain(|at| frame.contains(*at));
    for paint in &mut file.paint {
        paint.cells.retain(|at| frame.contains(*at));
    }
    file.paint.retain(|paint| !paint.cells.is_empty());
    file.droplets.retain(|spot| frame.contains(spot.at));
    file.targets.retain(|spot| frame.contains(spot.at));
    file.gates.retain(|gate| frame.contains(gate.at()));
}
