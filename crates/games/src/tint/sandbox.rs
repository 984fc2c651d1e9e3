//! A canvas without a goal: strokes by the rules, what they mix, and how they become a level.
//!
//! The brush is a tool of the editor, so that painting, putting things down and taking them back
//! are all changes of one draft. A canvas becomes a level by turning round: what the strokes end in
//! is the goal, and the canvas before them is the start, so the level can be solved by what was
//! painted.

use std::collections::BTreeMap;

use gridwright_core::edit;
use gridwright_core::fault::{Fault, Faults};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle};
use gridwright_core::teach::{Plate, Sandbox};
use gridwright_core::text::Text;

use super::color::{Color, Mixing, mix};
use super::document::{LevelFile, PaintFile, SpotFile, parts};
use super::gesture::filled_in;
use super::level::Level;
use super::rules::{Phase, Position, Refusal, Why};
use super::view;

pub(super) const SANDBOX: Sandbox = Sandbox {
    text: "Drag from a droplet or from paint, and see what mixes to what. Nothing can go wrong here.",
    draft: r#"{ "width": 7, "height": 8,
        "droplets": [
            { "at": [0, 0], "color": "red" }, { "at": [1, 0], "color": "yellow" },
            { "at": [2, 0], "color": "blue" }, { "at": [3, 0], "color": "orange" },
            { "at": [4, 0], "color": "green" }, { "at": [5, 0], "color": "purple" },
            { "at": [6, 0], "color": "white" } ],
        "gates": [
            { "kind": "negation", "at": [1, 5], "color": "blue" },
            { "kind": "switch", "at": [5, 5], "sides": { "north": "purple", "south": "green" } } ] }"#,
    brush: "brush",
    goals: "Targets",
    aim: "Your strokes since the canvas was last changed become the way, their ends the goal.",
};

/// The most strokes that a level is made from.
const MOST_STROKES: usize = 64;

/// Makes one stroke on a draft by the rules; what it paints stays there, and what it passes goes.
pub(super) fn paint(file: &mut LevelFile, path: &[Cell]) -> Result<(), Fault> {
    let level = canvas(file)?;
    let mut position = level.start();
    stroke(&level, &mut position, path)?;
    let mut painted: BTreeMap<Color, Vec<[i64; 2]>> = BTreeMap::new();
    for cell in level.ground().cells() {
        if let Some(color) = level.paint(&position, cell) {
            painted.entry(color).or_default().push(place(cell));
        }
    }
    let color = |color: Color| color.name().to_owned();
    file.paint = painted
        .into_iter()
        .map(|(paint, cells)| PaintFile {
            color: color(paint),
            cells,
        })
        .collect();
    file.gates.retain(|gate| {
        let [x, y] = gate.at().map(|n| n as i32);
        level.standing(&position, Cell::new(x, y)).is_some()
    });
    Ok(())
}

/// Makes strokes the way through a draft: a figure stands where each of them ends.
pub(super) fn aim(file: &mut LevelFile, strokes: &[Vec<Cell>]) -> Result<(), Fault> {
    if strokes.is_empty() || strokes.len() > MOST_STROKES {
        let message = format!("a level is made from 1 to {MOST_STROKES} strokes");
        return Err(edit::not_here(message, []));
    }
    let mut bare = file.clone();
    bare.targets.clear();
    let level = canvas(&bare)?;
    let mut position = level.start();
    let mut goals = BTreeMap::new();
    for path in strokes {
        let entered = stroke(&level, &mut position, path)?;
        if position.is_spoiled() {
            let message = "grey was made, and no level asks for that: take that stroke back first";
            return Err(edit::not_here(message, path.iter().copied()));
        }
        let mut free = entered.into_iter().rev();
        let end = free.find(|&(cell, _)| level.fixture(cell).is_none());
        let (cell, color) = end.ok_or_else(|| {
            let message = "this stroke enters no cell where a figure could stand";
            edit::not_here(message, path.iter().copied())
        })?;
        goals.insert(cell, color);
    }
    file.targets = goals
        .into_iter()
        .map(|(cell, color)| SpotFile {
            at: place(cell),
            color: color.name().to_owned(),
        })
        .collect();
    Ok(())
}

/// What mixes to what, as tables of paint.
pub(super) fn chart() -> Vec<Plate> {
    let told = "Down the side, the colour of the stroke; along the top, what lies on the cell. \
                Where they meet is what comes of it. Grey and white over a colour end the stroke.";
    let absorbed = "The same where the level's mixing is mild: a mixed colour stays over the paint \
                    it is mixed from.";
    [
        ("What mixes to what", told, Mixing::Strict),
        ("Mild mixing", absorbed, Mixing::Absorb),
    ]
    .map(|(title, text, mixing)| Plate {
        title: title.to_owned(),
        text: text.to_owned(),
        scene: table(title, mixing),
        characters: Text::new(),
    })
    .into()
}

const SHOWN: [Color; 7] = [
    Color::Red,
    Color::Yellow,
    Color::Blue,
    Color::Orange,
    Color::Green,
    Color::Purple,
    Color::White,
];

fn table(title: &str, mixing: Mixing) -> gridwright_core::scene::Scene {
    let side = SHOWN.len() as i32 + 1;
    let mut scene = view::canvas(side, side, title);
    for (active, y) in SHOWN.into_iter().zip(1..) {
        view::droplet(&mut scene, Cell::new(0, y), active);
        view::paint(&mut scene, Cell::new(y, 0), active);
        for (on, x) in SHOWN.into_iter().zip(1..) {
            let cell = Cell::new(x, y);
            view::paper(&mut scene, cell);
            view::paint(&mut scene, cell, mix(mixing, active, Some(on)).color);
        }
    }
    scene
}

fn canvas(file: &LevelFile) -> Result<Level, Fault> {
    Level::canvas(&parts(file.clone())).map_err(|faults| first(&faults))
}

/// A canvas that is faulty in itself cannot be painted on; its first fault says why.
fn first(faults: &Faults) -> Fault {
    let message = "the canvas has faults that have to go first";
    let fault = faults.list().first();
    fault.map_or_else(
        || edit::not_here(message, []),
        |fault| edit::not_here(fault.message.clone(), fault.at.cells.iter().copied()),
    )
}

/// Makes a stroke; answers the cells where it flowed, each with the colour it had there. A path
/// beyond the end of the stroke stops where the stroke does.
fn stroke(
    level: &Level,
    position: &mut Position,
    path: &[Cell],
) -> Result<Vec<(Cell, Color)>, Fault> {
    let refuse = |why, cell| Refusal::at_cell(why, cell).explain();
    let cells = filled_in(path);
    let Some((&start, rest)) = cells.split_first() else {
        return Err(edit::not_here("no place is named", []));
    };
    let mut after = position.clone();
    let mut brush = level.dip(&after, start).map_err(|why| refuse(why, start))?;
    let mut entered = Vec::new();
    for &cell in rest {
        let flowed = !matches!(brush.phase, Phase::Tail(_));
        match level.extend(&mut after, &mut brush, cell) {
            Ok(()) if flowed => entered.push((cell, brush.color)),
            Ok(()) => {}
            Err(Why::StrokeOver) => break,
            Err(why) => return Err(refuse(why, cell)),
        }
    }
    Level::may_finish(&brush).map_err(|why| refuse(why, brush.at))?;
    *position = after;
    Ok(entered)
}

fn place(cell: Cell) -> [i64; 2] {
    [cell.x.into(), cell.y.into()]
}
