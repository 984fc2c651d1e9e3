//! Challenges and positions to begin with, and boards drawn in characters.

use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_games::document::read_level;
use gridwright_games::iq_circuit::level::Level;
use gridwright_games::iq_circuit::rules::{Move, Position};
use gridwright_games::iq_circuit::{IqCircuit, shipped};
use gridwright_games::kind::Prints;
use gridwright_games::registry::read_shipped;
use serde_json::{Value, json};

/// A piece by name, its side, its turns and its place.
pub(crate) type Laid = (&'static str, usize, usize, i32, i32);

pub(crate) fn level(document: &Value) -> Level {
    read_level::<IqCircuit>(&document.to_string())
        .unwrap()
        .level
}

pub(crate) fn booklet(id: &str) -> Level {
    let pack = read_shipped(&shipped::PACKS[0]);
    level(&pack.record(id).unwrap().level)
}

pub(crate) fn lay(level: &Level, (piece, side, turns, x, y): Laid) -> Move {
    let piece = level.set().piece_named(piece).unwrap();
    Move::Lay(
        level
            .set()
            .lay(piece, side, turns, Cell::new(x, y))
            .unwrap(),
    )
}

pub(crate) fn position(level: &Level, laid: &[Laid]) -> Position {
    let mut position = level.start();
    for &laid in laid {
        level.apply(&mut position, &lay(level, laid)).unwrap();
    }
    position
}

/// The board without its tray, three characters a cell; free cells have a plain full stop.
pub(crate) fn drawn(level: &Level, position: &Position) -> String {
    let text = IqCircuit::text(level, position, &[]).to_string();
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let slot = |line: usize, x: usize, i: usize| {
        let found = lines.get(line).and_then(|line| line.get(4 * x + i));
        found.copied().unwrap_or(' ')
    };
    let mut board = String::new();
    for y in 0..level.set().height() as usize {
        let mut row = String::new();
        for x in 0..level.set().width() as usize {
            let covered = (0..4).any(|i| slot(2 * y + 1, x, i) != ' ');
            row.extend((0..3).map(|i| match slot(2 * y, x, i) {
                '·' if !covered => '.',
                other => other,
            }));
        }
        board += row.trim_end();
        board.push('\n');
    }
    board
}

pub(crate) fn row(width: usize, pieces: &[(&str, &[&str])]) -> Value {
    let piece = |(name, prints): &(&str, &[&str])| {
        let cells: Vec<Value> = (0..)
            .zip(*prints)
            .map(|(x, print)| json!([x, 0, print]))
            .collect();
        json!({ "name": name, "sides": [cells] })
    };
    let pieces: Vec<Value> = pieces.iter().map(piece).collect();
    json!({ "name": "row", "width": width, "height": 1, "pieces": pieces })
}

pub(crate) fn pack(name: &str) -> Vec<(String, Level)> {
    let shipped = shipped::PACKS
        .iter()
        .find(|pack| pack.name == name)
        .unwrap();
    let records = read_shipped(shipped).levels.into_iter();
    let open = |text: String| read_level::<IqCircuit>(&text).unwrap().level;
    records
        .map(|record| (record.id.unwrap(), open(record.level.to_string())))
        .collect()
}
