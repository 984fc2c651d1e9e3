//! Everything that can be wrong with a level, found in one go and located both in the document
//! and on the board. Words are put together where something is wrong: generators ask about many
//! levels that are as they should be.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use gridwright_core::cost::counted;
use gridwright_core::fault::{Code, Faults, Place};
use gridwright_core::grid::Cell;
use gridwright_core::words::place;

use super::flow::Flow;
use super::level::{Hue, Layer, MOST_SQUARES, Parts, neighbours, other_diagonal, step_between};
use super::{codes, names};

/// Reports every fault of some parts that is not yet reported as missing.
pub(super) fn check(parts: &Parts, faults: &mut Faults) {
    let mut inspector = Inspector {
        parts,
        faults,
        fixtures: BTreeMap::new(),
    };
    inspector.size();
    inspector.ids();
    inspector.places();
    inspector.colours();
    for line in 0..parts.lines.len() {
        inspector.shape(line);
        inspector.ends(line);
    }
    inspector.room();
    inspector.steps();
    inspector.points();
    inspector.joined();
}

struct Inspector<'a> {
    parts: &'a Parts,
    faults: &'a mut Faults,
    /// The first fixture on each intersection; fixtures count pads first, then terminals.
    fixtures: BTreeMap<Cell, usize>,
}

impl Inspector<'_> {
    fn size(&mut self) {
        for (key, side) in [("width", self.parts.width), ("height", self.parts.height)] {
            if let Some(side) = side
                && !(1..=i64::from(MOST_SQUARES)).contains(&side)
            {
                let message = format!("the {key} is {side}; it must be 1 to {MOST_SQUARES}");
                self.report(codes::BAD_SIZE, message, format!("/{key}"), []);
            }
        }
    }

    fn ids(&mut self) {
        let parts = self.parts;
        let pads = parts.pads.iter().map(|&(id, _)| id);
        let terminals = parts.terminals.iter().map(|&(id, ..)| id);
        let lines = parts.lines.iter().map(|&(id, ..)| id);
        let all = located("pads", pads)
            .chain(located("terminals", terminals))
            .chain(located("lines", lines));
        let mut seen: BTreeMap<i64, Pointer> = BTreeMap::new();
        for (pointer, id) in all {
            let Some(id) = id else { continue };
            if let Some(&first) = seen.get(&id) {
                let ((name, cells), (first, _)) = (self.named(pointer), self.named(first));
                let message = format!("{name} has the same ID as {first}");
                self.report(codes::SAME_ID, message, format!("{pointer}/ID"), cells);
            } else {
                seen.insert(id, pointer);
            }
        }
    }

    /// A part in words, and where it lies.
    fn named(&self, Pointer { list, index }: Pointer) -> (String, Vec<Cell>) {
        let parts = self.parts;
        match list {
            "pads" => {
                let (_, at) = parts.pads[index];
                (standing("pad", at), Vec::from_iter(at))
            }
            "terminals" => {
                let (_, at, hue) = parts.terminals[index];
                (standing(&names::terminal(hue), at), Vec::from_iter(at))
            }
            _ => {
                let points = parts.lines[index].2.clone().unwrap_or_default();
                (leading(&points), points)
            }
        }
    }

    fn places(&mut self) {
        let parts = self.parts;
        let pads = parts.pads.iter().map(|&(_, at)| at);
        let terminals = parts.terminals.iter().map(|&(_, at, _)| at);
        let all = located("pads", pads).chain(located("terminals", terminals));
        for (number, (pointer, at)) in all.enumerate() {
            let Some(at) = at else { continue };
            let pointer = || format!("{pointer}/pos");
            self.on_board(at, pointer);
            if let Entry::Vacant(free) = self.fixtures.entry(at) {
                free.insert(number);
            } else {
                let message = format!("two pads or terminals stand in {}", place(at));
                self.report(codes::TWO_FIXTURES, message, pointer(), [at]);
            }
        }
    }

    fn colours(&mut self) {
        for hue in Hue::ALL {
            let of_hue: Vec<Option<Cell>> = self
                .parts
                .terminals
                .iter()
                .filter(|(.., h)| *h == Some(hue))
                .map(|&(_, at, _)| at)
                .collect();
            if !matches!(of_hue.len(), 0 | 2) {
                let name = hue.name();
                let terminals = counted(of_hue.len() as u64, "terminal", "terminals");
                let message = format!("{name} has {terminals} instead of two");
                let cells = of_hue.into_iter().flatten();
                self.report(codes::COLOR_COUNT, message, "/terminals".into(), cells);
            }
        }
    }

    /// Length, steps and repeated points of one line.
    fn shape(&mut self, line: usize) {
        let Some(points) = &self.parts.lines[line].2 else {
            return;
        };
        if points.len() < 2 {
            let points = counted(points.len() as u64, "point", "points");
            let message = format!("the line has {points}; it needs two");
            self.report(codes::SHORT_LINE, message, format!("/lines/{line}/pos"), []);
        }
        let mut seen = BTreeMap::new();
        for (index, &point) in points.iter().enumerate() {
            let pointer = || format!("/lines/{line}/pos/{index}");
            self.on_board(point, pointer);
            if index > 0 && point != points[index - 1] && !neighbours(points[index - 1], point) {
                let message = format!(
                    "the line jumps from {} to {}",
                    place(points[index - 1]),
                    place(point)
                );
                self.report(
                    codes::NOT_A_STEP,
                    message,
                    pointer(),
                    [points[index - 1], point],
                );
            }
            if seen.insert(point, index).is_some() {
                let message = format!("the line passes {} twice", place(point));
                self.report(codes::REPEATED_POINT, message, pointer(), [point]);
            }
        }
    }

    /// What a line ends on and passes.
    fn ends(&mut self, line: usize) {
        let (_, layer, Some(points)) = &self.parts.lines[line] else {
            return;
        };
        let last = points.len().saturating_sub(1);
        for (index, &point) in points.iter().enumerate() {
            let pointer = || format!("/lines/{line}/pos/{index}");
            let fixture = self.fixtures.get(&point).copied();
            let inside = index > 0 && index < last;
            match fixture {
                Some(number) if inside => {
                    let name = self.standing(number, point);
                    let message = format!("a line runs through {name}");
                    self.report(codes::FIXTURE_INSIDE, message, pointer(), [point]);
                }
                None if !inside => {
                    let message = format!("a line ends in {}, where nothing stands", place(point));
                    self.report(codes::LOOSE_END, message, pointer(), [point]);
                }
                Some(number)
                    if !inside
                        && number >= self.parts.pads.len()
                        && *layer == Some(Layer::Bottom) =>
                {
                    let name = self.standing(number, point);
                    let message = format!("a line under the board ends on {name}");
                    self.report(codes::BOTTOM_ON_TERMINAL, message, pointer(), [point]);
                }
                _ => {}
            }
        }
    }

    /// How many line ends every fixture has.
    fn room(&mut self) {
        let mut ends: BTreeMap<Cell, usize> = BTreeMap::new();
        for (_, _, points) in &self.parts.lines {
            if let Some([first, .., last]) = points.as_deref() {
                *ends.entry(*first).or_default() += 1;
                *ends.entry(*last).or_default() += 1;
            }
        }
        for (at, count) in ends {
            let Some(&number) = self.fixtures.get(&at) else {
                continue;
            };
            let (code, pointer) = match number.checked_sub(self.parts.pads.len()) {
                None if count > 2 => (codes::CROWDED_PAD, format!("/pads/{number}")),
                Some(index) if count > 1 => {
                    (codes::CROWDED_TERMINAL, format!("/terminals/{index}"))
                }
                _ => continue,
            };
            let message = format!("{} has {count} line ends", self.standing(number, at));
            self.report(code, message, pointer, [at]);
        }
    }

    /// Crossed diagonals on either layer, shared steps on the top layer.
    fn steps(&mut self) {
        let mut used: BTreeMap<(Layer, (Cell, Cell)), usize> = BTreeMap::new();
        for (line, (_, layer, points)) in self.parts.lines.iter().enumerate() {
            let (&Some(layer), Some(points)) = (layer, points) else {
                continue;
            };
            for (index, pair) in points.windows(2).enumerate() {
                let &[a, b] = pair else { continue };
                if !neighbours(a, b) {
                    continue;
                }
                let pointer = || format!("/lines/{line}/pos/{}", index + 1);
                let crossed = other_diagonal(a, b).and_then(|other| used.get(&(layer, other)));
                let step = || format!("from {} to {}", place(a), place(b));
                if crossed.is_some() {
                    let message = format!("another line crosses the step {}", step());
                    self.report(codes::CROSSED_LINES, message, pointer(), [a, b]);
                }
                let before = used.insert((layer, step_between(a, b)), line);
                if let Some(other) = before
                    && other != line
                    && layer == Layer::Top
                {
                    let message = format!("two top lines share the step {}", step());
                    self.report(codes::SHARED_STEP, message, pointer(), [a, b]);
                }
            }
        }
    }

    /// Top lines that meet where nothing stands.
    fn points(&mut self) {
        let mut passed: BTreeMap<Cell, usize> = BTreeMap::new();
        for (line, (_, layer, points)) in self.parts.lines.iter().enumerate() {
            let (Some(Layer::Top), Some(points)) = (layer, points) else {
                continue;
            };
            for (index, &point) in points.iter().enumerate() {
                if self.fixtures.contains_key(&point) {
                    continue;
                }
                if let Some(other) = passed.insert(point, line)
                    && other != line
                {
                    let message = format!("two top lines pass {}", place(point));
                    let pointer = format!("/lines/{line}/pos/{index}");
                    self.report(codes::SHARED_POINT, message, pointer, [point]);
                }
            }
        }
    }

    /// Colours that the given lines join.
    fn joined(&mut self) {
        let pads = self.parts.pads.len();
        let sources: Vec<(usize, Hue)> = self
            .parts
            .terminals
            .iter()
            .enumerate()
            .filter_map(|(index, &(.., hue))| Some((pads + index, hue?)))
            .collect();
        let mut strands = Vec::new();
        let mut of_strand = Vec::new();
        for (line, (_, _, points)) in self.parts.lines.iter().enumerate() {
            let Some([first, .., last]) = points.as_deref() else {
                continue;
            };
            if let (Some(&a), Some(&b)) = (self.fixtures.get(first), self.fixtures.get(last)) {
                strands.push((a, b));
                of_strand.push((line, *first, *last));
            }
        }
        let count = pads + self.parts.terminals.len();
        for clash in Flow::new(count, &sources, &strands).clashes {
            let (line, first, last) = of_strand[clash];
            let message = "two different colours meet at this line";
            let pointer = format!("/lines/{line}");
            self.report(codes::JOINED_COLORS, message.into(), pointer, [first, last]);
        }
    }

    fn on_board(&mut self, at: Cell, pointer: impl Fn() -> String) {
        let within = |value: i32, side: Option<i64>| {
            let most = side.unwrap_or(i64::from(MOST_SQUARES));
            // A side that is wrong is reported as such; it puts nothing off the board.
            most < 1 || (0..=most).contains(&i64::from(value))
        };
        if !(within(at.x, self.parts.width) && within(at.y, self.parts.height)) {
            let message = "this place lies off the board".to_owned();
            self.report(codes::OFF_BOARD, message, pointer(), [at]);
        }
    }

    /// A pad or terminal by its number; fixtures count pads first.
    fn standing(&self, number: usize, at: Cell) -> String {
        match number.checked_sub(self.parts.pads.len()) {
            None => standing("pad", Some(at)),
            Some(index) => standing(&names::terminal(self.parts.terminals[index].2), Some(at)),
        }
    }

    fn report(
        &mut self,
        code: Code,
        message: String,
        pointer: String,
        cells: impl IntoIterator<Item = Cell>,
    ) {
        self.faults
            .add(code, message, Place::pointer(pointer).with_cells(cells));
    }
}

/// Something that stands on an intersection, told by its place: other places may be wrong.
fn standing(what: &str, at: Option<Cell>) -> String {
    match at {
        Some(at) => format!("the {what} in {}", place(at)),
        None => format!("a {what}"),
    }
}

/// A line told by its ends.
fn leading(points: &[Cell]) -> String {
    match points {
        [first, .., last] => format!("the line from {} to {}", place(*first), place(*last)),
        _ => "a line".to_owned(),
    }
}

/// The place of an entry in the document.
#[derive(Clone, Copy)]
struct Pointer {
    list: &'static str,
    index: usize,
}

impl std::fmt::Display for Pointer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "/{}/{}", self.list, self.index)
    }
}

/// The entries of a list with the pointers to them.
fn located<T>(
    list: &'static str,
    entries: impl Iterator<Item = T>,
) -> impl Iterator<Item = (Pointer, T)> {
    entries
        .enumerate()
        .map(move |(index, entry)| (Pointer { list, index }, entry))
}
