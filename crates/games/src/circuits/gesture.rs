//! What a hand on the board means: a drag draws, through pads as several lines; moving back over
//! an unfinished line takes it back; a tap or hold on an own line erases it.

use gridwright_core::gesture::{Gesture, Meant, Mode, Preview, Reach};
use gridwright_core::grid::{Cell, cells};
use gridwright_core::puzzle::{Explain, Puzzle};

use super::Circuits;
use super::level::{Hue, Layer, Level, Line};
use super::rules::{Board, Move, Position, Refusal, Why};
use crate::kind::Gestures;

/// The longest drag that is looked at; more than any line can need.
const LONGEST_DRAG: usize = 20_000;

impl Gestures for Circuits {
    /// The moves of a gesture.
    fn gesture(level: &Level, position: &Position, gesture: &Gesture) -> Meant<Move, Refusal> {
        match gesture {
            Gesture::Tap { at } | Gesture::Hold { at } => erase(level, position, *at),
            Gesture::Drag { path } => drag(level, position, path),
            Gesture::Key { at, .. } if !level.contains(*at) => Meant::nothing(),
            Gesture::Key { key, at } => match &key[..] {
                "left" => drag(level, position, &[*at, at.offset(-1, 0)]),
                "right" => drag(level, position, &[*at, at.offset(1, 0)]),
                "up" => drag(level, position, &[*at, at.offset(0, -1)]),
                "down" => drag(level, position, &[*at, at.offset(0, 1)]),
                "space" | "enter" => erase(level, position, *at),
                _ => Meant::nothing(),
            },
            Gesture::Place { .. } | Gesture::Cover { .. } | Gesture::Lift { .. } => {
                Meant::nothing()
            }
        }
    }

    /// A drag along the line, or a tap where it alone passes.
    fn gesture_of(_: &Level, position: &Position, mv: &Move) -> Option<Gesture> {
        match mv {
            Move::Draw(line) => Some(Gesture::Drag { path: line.clone() }),
            Move::Erase(line) => {
                let alone = |at: &&Cell| position.lines_at(**at).count() == 1;
                let at = *line.iter().find(alone)?;
                Some(Gesture::Tap { at })
            }
        }
    }

    /// Where a line that begins at a place may pass at all, in the colour it would carry there. On an
    /// own line nothing begins, and nothing is wrong: a tap takes the line up.
    fn reach(level: &Level, position: &Position, at: Cell) -> Reach {
        let board = Board::new(level, position);
        if let Err(why) = board.start(at) {
            if position.lines_at(at).next().is_some() {
                return Reach::default();
            }
            let step = Some(0);
            return Reach::refused(Refusal { why, at, step }.explain());
        }
        let carried = board.hue_at(at);
        let open = cells(level.width() + 1, level.height() + 1)
            .filter(|&point| point == at || board.lets_in(carried, point));
        let cells = open.map(|cell| Preview {
            cell,
            label: carried
                .or_else(|| board.hue_at(cell))
                .map_or("white", Hue::name)
                .to_owned(),
        });
        Reach {
            mode: Mode::Draw,
            cells: cells.collect(),
            ..Reach::default()
        }
    }
}

/// Erases the own line that passes a point, or the one that ends there. Given lines stay; where
/// there is no line at all, nothing was meant.
fn erase(level: &Level, position: &Position, at: Cell) -> Meant<Move, Refusal> {
    let mut lines = position.lines_at(at);
    let given = |line: &Line| line.layer == Layer::Top && inside(&line.points).contains(&at);
    match (lines.next(), lines.next()) {
        (Some(line), None) => Meant::one(Move::Erase(line.to_vec())),
        (None, _) if level.lines().iter().any(given) => Meant::refused(Refusal {
            why: Why::GivenLine,
            at,
            step: None,
        }),
        _ => Meant::nothing(),
    }
}

/// The points of a line between its ends.
fn inside(points: &[Cell]) -> &[Cell] {
    &points[1..points.len() - 1]
}

fn drag(level: &Level, position: &Position, path: &[Cell]) -> Meant<Move, Refusal> {
    let Some(&first) = path.first() else {
        return Meant::nothing();
    };
    let mut pen = Pen {
        level,
        board: Board::new(level, position),
        position: position.clone(),
        line: Vec::new(),
        moves: Vec::new(),
    };
    let mut refusal = pen.put_down(first).err();
    let mut before = first;
    'drag: for &next in &path[1..] {
        for point in between(before, next).take(LONGEST_DRAG) {
            if refusal.is_some() {
                break 'drag;
            }
            refusal = pen.go(point).err();
        }
        before = next;
    }
    Meant {
        preview: pen.preview(),
        moves: pen.moves,
        refusal,
    }
}

/// A pen on its way over the board.
struct Pen<'a> {
    level: &'a Level,
    board: Board<'a>,
    position: Position,
    line: Vec<Cell>,
    moves: Vec<Move>,
}

impl Pen<'_> {
    fn put_down(&mut self, at: Cell) -> Result<(), Refusal> {
        let start = self.board.start(at);
        start.map_err(|why| Refusal {
            why,
            at,
            step: Some(0),
        })?;
        self.line = vec![at];
        Ok(())
    }

    fn go(&mut self, to: Cell) -> Result<(), Refusal> {
        let Some(&end) = self.line.last() else {
            // The last line has just ended; the drag goes on from there.
            let at = match self.moves.last() {
                Some(Move::Draw(line)) => line[line.len() - 1],
                _ => to,
            };
            if at == to {
                return Ok(());
            }
            self.put_down(at)?;
            return self.go(to);
        };
        if end == to {
            return Ok(());
        }
        if self.line.len() > 1 && self.line[self.line.len() - 2] == to {
            self.line.pop();
            return Ok(());
        }
        let finished = self.board.extend(&self.line, to).map_err(|why| Refusal {
            why,
            at: to,
            step: Some(self.line.len()),
        })?;
        self.line.push(to);
        if finished {
            let made = Move::Draw(std::mem::take(&mut self.line));
            self.level.apply(&mut self.position, &made)?;
            self.board = Board::new(self.level, &self.position);
            self.moves.push(made);
        }
        Ok(())
    }

    /// The unfinished line, in the colour it would have.
    fn preview(&self) -> Vec<Preview> {
        let Some(&start) = self.line.first() else {
            return Vec::new();
        };
        let hue = self.level.flow(&self.position).fixtures[self.level.number_at(start)];
        let label = hue.map_or("white", |hue| hue.name());
        let cells = self.line.iter();
        cells
            .map(|&cell| Preview {
                cell,
                label: label.to_owned(),
            })
            .collect()
    }
}

/// The points a hand passes from one place to another, the first left out: diagonally as long as
/// both coordinates differ, then straight.
fn between(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let mut at = from;
    std::iter::from_fn(move || {
        if at == to {
            return None;
        }
        let toward = |a: i32, b: i32| (i64::from(b) - i64::from(a)).signum() as i32;
        at = at.offset(toward(at.x, to.x), toward(at.y, to.y));
        Some(at)
    })
}
