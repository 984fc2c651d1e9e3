//! A drag is a stroke. The preview tells the colour at every cell, before the finger is lifted.

use gridwright_core::gesture::{Gesture, Meant, Mode, Preview, Reach};
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::{Explain, Puzzle};

use super::Tint;
use super::level::Level;
use super::rules::{Brush, Position, Refusal, Stroke, Why};
use crate::kind::Gestures;

impl Gestures for Tint {
    /// A drag over the cells of the stroke.
    fn gesture_of(_: &Level, _: &Position, stroke: &Stroke) -> Option<Gesture> {
        let path = stroke.cells().to_vec();
        Some(Gesture::Drag { path })
    }

    /// What a gesture on a position stands for. A drag that goes back the way it came, to where it
    /// began, is taken back; a drag beyond the end of a stroke stops where the stroke does.
    fn gesture(level: &Level, position: &Position, gesture: &Gesture) -> Meant<Stroke, Refusal> {
        let path = match gesture {
            Gesture::Drag { path } => path,
            Gesture::Tap { .. }
            | Gesture::Hold { .. }
            | Gesture::Key { .. }
            | Gesture::Lift { .. }
            | Gesture::Place { .. }
            | Gesture::Cover { .. } => return Meant::nothing(),
        };
        let mut cells = filled_in(path);
        if cells.len() < 2 || cells.iter().eq(cells.iter().rev()) {
            return Meant::nothing();
        }
        let preview = preview(level, position, &cells);
        let mut refusal = None;
        if let Err(refused) = level.check(position, &Stroke::new(cells.clone()))
            && let Some(length) = refused.over_at()
        {
            cells.truncate(length);
            refusal = Some(refused);
        }
        let stroke = Stroke::new(cells);
        let moves = match level.check(position, &stroke) {
            Ok(()) => vec![stroke],
            Err(refused) => {
                refusal = Some(refused);
                Vec::new()
            }
        };
        Meant {
            moves,
            preview,
            refusal,
        }
    }

    /// What a stroke that begins at a place may enter: all paper, with what its colour would become
    /// there if it came as it is.
    fn reach(level: &Level, position: &Position, at: Cell) -> Reach {
        let brush = match level.dip(position, at) {
            _ if level.is_solved(position) => Err(Why::AlreadySolved),
            dipped => dipped,
        };
        let brush = match brush {
            Ok(brush) => brush,
            Err(why) => return Reach::refused(Refusal::at_cell(why, at).explain()),
        };
        let paper = level.ground().cells().filter(|&cell| level.is_paper(cell));
        let cells = paper.map(|cell| Preview {
            cell,
            label: entered(level, position, brush, cell).to_owned(),
        });
        Reach {
            mode: Mode::Draw,
            cells: cells.collect(),
            ..Reach::default()
        }
    }
}

/// The colour of a brush once it has entered a cell from any side that lets it in.
fn entered(level: &Level, position: &Position, brush: Brush, cell: Cell) -> &'static str {
    let from = |dir: Dir| {
        let mut brush = Brush {
            at: cell.step(dir),
            ..brush
        };
        let entered = level.extend(&mut position.clone(), &mut brush, cell);
        entered.ok().map(|()| brush.color.name())
    };
    Dir::ALL.into_iter().find_map(from).unwrap_or("blocked")
}

/// A pointer may linger on a cell or skip some in a straight line.
pub(super) fn filled_in(path: &[Cell]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for &next in path.iter().take(MOST_CELLS) {
        let Some(&last) = cells.last() else {
            cells.push(next);
            continue;
        };
        let (dx, dy) = (next.x.saturating_sub(last.x), next.y.saturating_sub(last.y));
        let straight = (dx == 0) != (dy == 0);
        if straight && dx.saturating_add(dy).unsigned_abs() <= LONGEST_SKIP {
            let mut cell = last;
            while cell != next {
                cell = cell.offset(dx.signum(), dy.signum());
                cells.push(cell);
            }
        } else if next != last {
            cells.push(next);
        }
    }
    cells
}

/// No drag has more places; a canvas has at most 1024 cells.
const MOST_CELLS: usize = 4096;

/// No canvas is wider.
const LONGEST_SKIP: u32 = 32;

/// The active colour at every cell, as far as the stroke is legal; then `blocked`.
fn preview(level: &Level, position: &Position, cells: &[Cell]) -> Vec<Preview> {
    let mut after = position.clone();
    let mut preview = Vec::new();
    let mut say = |cell: Cell, label: &str| {
        preview.push(Preview {
            cell,
            label: label.to_owned(),
        });
    };
    let mut brush = match level.dip(position, cells[0]) {
        Ok(brush) => brush,
        Err(_) => {
            say(cells[0], "blocked");
            return preview;
        }
    };
    say(cells[0], brush.color.name());
    for &cell in &cells[1..] {
        if level.extend(&mut after, &mut brush, cell).is_err() {
            say(cell, "blocked");
            break;
        }
        say(cell, brush.color.name());
    }
    preview
}
