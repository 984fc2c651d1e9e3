//! The door into a piece set: everything that can be wrong with one, found in one pass.

use gridwright_core::fault::{Code, Faults, Place};
use gridwright_core::grid::Cell;
use gridwright_core::text::is_unprintable;
use rustc_hash::FxHashSet;

use super::codes;
use super::print::Print;
use super::set::{MOST_CELLS, MOST_SIDES, PieceParts, SetParts};

/// A checked piece: its name and, for every side, its cells.
type CheckedPiece = (String, Vec<Vec<(Cell, Print)>>);

/// The most characters of a name.
const LONGEST_NAME: usize = 32;

/// The pieces of a set if nothing is wrong with it.
pub(super) fn pieces(parts: &SetParts, at: &str) -> Result<Vec<CheckedPiece>, Faults> {
    let mut check = Check {
        faults: Faults::new(),
        at,
    };
    let cells = check.size(parts);
    check.name("/name", &parts.name);
    if !(1..=MOST_CELLS).contains(&parts.pieces.len()) {
        let message = format!(
            "a set has 1 to {MOST_CELLS} pieces, not {}",
            parts.pieces.len()
        );
        check.fault(codes::SET_COUNT, message, "/pieces");
    }
    let mut names: FxHashSet<&str> = FxHashSet::default();
    let mut pieces = Vec::new();
    for (p, piece) in parts.pieces.iter().take(MOST_CELLS).enumerate() {
        let place = format!("/pieces/{p}");
        check.name(&format!("{place}/name"), &piece.name);
        if !names.insert(&piece.name[..]) {
            let message = format!("two pieces are called {:?}", piece.name);
            check.fault(codes::SET_DUPLICATE_NAME, message, &format!("{place}/name"));
        }
        pieces.push((piece.name.clone(), check.sides(piece, &place)));
    }
    check.area(parts, cells);
    check.faults.or(|| pieces)
}

struct Check<'a> {
    faults: Faults,
    at: &'a str,
}

impl Check<'_> {
    fn fault(&mut self, code: Code, message: impl Into<String>, pointer: &str) {
        let at = Place::pointer(format!("{}{pointer}", self.at));
        self.faults.add(code, message, at);
    }

    fn size(&mut self, parts: &SetParts) -> Option<usize> {
        let most = MOST_CELLS as i64;
        let (width, height) = (parts.width, parts.height);
        let fits = (1..=most).contains(&width)
            && (1..=most).contains(&height)
            && (1..=most).contains(&(width * height));
        if !fits {
            let message = format!("a board has 1 to {most} cells, not {width} x {height}");
            self.fault(codes::SET_SIZE, message, "/width");
        }
        fits.then(|| (width * height) as usize)
    }

    fn name(&mut self, pointer: &str, name: &str) {
        let short = !name.is_empty() && name.chars().count() <= LONGEST_NAME;
        if !short || name.contains(is_unprintable) {
            let message = format!("a name has 1 to {LONGEST_NAME} characters that can be printed");
            self.fault(codes::SET_NAME, message, pointer);
        }
    }

    fn sides(&mut self, piece: &PieceParts, place: &str) -> Vec<Vec<(Cell, Print)>> {
        let name = &piece.name;
        if !(1..=MOST_SIDES).contains(&piece.sides.len()) {
            let message = format!(
                "{name} has {} sides; 1 to {MOST_SIDES} are possible",
                piece.sides.len()
            );
            self.fault(codes::SET_COUNT, message, &format!("{place}/sides"));
        }
        let mut sides = Vec::new();
        for (s, side) in piece.sides.iter().take(MOST_SIDES).enumerate() {
            let place = format!("{place}/sides/{s}");
            if side.len() != piece.sides[0].len() {
                let message = format!("the sides of {name} differ in the number of cells");
                self.fault(codes::SET_SIDES_DIFFER, message, &place);
            }
            sides.push(self.side(name, side, &place));
        }
        sides
    }

    fn side(&mut self, name: &str, side: &[(i64, i64, String)], place: &str) -> Vec<(Cell, Print)> {
        if side.is_empty() {
            let message = format!("a side of {name} has no cells");
            self.fault(codes::SET_EMPTY_SIDE, message, place);
        }
        let before = self.faults.total();
        let mut cells: Vec<(Cell, Print)> = Vec::new();
        for (c, (x, y, text)) in side.iter().take(MOST_CELLS + 1).enumerate() {
            let place = format!("{place}/{c}");
            let near = -(MOST_CELLS as i64)..=MOST_CELLS as i64;
            if !near.contains(x) || !near.contains(y) {
                let message = format!("a cell of {name} lies too far out");
                self.fault(codes::SET_OFFSET, message, &place);
                continue;
            }
            let cell = Cell::new(*x as i32, *y as i32);
            if cells.iter().any(|&(other, _)| other == cell) {
                let message = format!("{name} has a cell twice on one side");
                self.fault(codes::SET_CELLS_OVERLAP, message, &place);
                continue;
            }
            let print = Print::parse(text).unwrap_or_else(|| {
                let message = format!("{text:?} is no print; write -, or one or two of N E S W");
                self.fault(codes::SET_UNKNOWN_PRINT, message, &place);
                Print::BLANK
            });
            cells.push((cell, print));
        }
        if !hang_together(&cells) {
            let message = format!("the cells of a side of {name} do not hang together");
            self.fault(codes::SET_CELLS_APART, message, place);
        }
        // Connections are looked at only where cells and prints can be trusted: one slip of the
        // pen should not be told three times.
        if self.faults.total() == before {
            self.connections(name, &cells, place);
        }
        cells
    }

    fn connections(&mut self, name: &str, cells: &[(Cell, Print)], place: &str) {
        let before = self.faults.total();
        for (c, &(cell, print)) in cells.iter().enumerate() {
            for dir in print.dirs() {
                let next = cell.step(dir);
                let refused = cells
                    .iter()
                    .any(|&(other, theirs)| other == next && !theirs.touches(dir.opposite()));
                if refused {
                    let message =
                        format!("in {name}, a line leads into a cell that does not take it");
                    self.fault(
                        codes::SET_INNER_CONNECTION,
                        message,
                        &format!("{place}/{c}"),
                    );
                }
            }
        }
        if self.faults.total() == before && has_loop(cells) {
            let message = format!("a side of {name} carries a closed loop");
            self.fault(codes::SET_INNER_LOOP, message, place);
        }
    }

    fn area(&mut self, parts: &SetParts, cells: Option<usize>) {
        let area = |piece: &PieceParts| piece.sides.first().map_or(0, Vec::len);
        let total: usize = parts.pieces.iter().map(area).sum();
        if let Some(cells) = cells.filter(|&cells| cells != total) {
            let message = format!(
                "the pieces cover {total} cells and the {} x {} board has {cells}",
                parts.width, parts.height
            );
            self.fault(codes::SET_AREA, message, "/pieces");
        }
    }
}

fn hang_together(cells: &[(Cell, Print)]) -> bool {
    let mut reached: Vec<Cell> = cells.iter().map(|&(cell, _)| cell).take(1).collect();
    let mut next = 0;
    while next < reached.len() {
        let from = reached[next];
        for &(cell, _) in cells {
            let touches = (cell.x - from.x).abs() + (cell.y - from.y).abs() == 1;
            if touches && !reached.contains(&cell) {
                reached.push(cell);
            }
        }
        next += 1;
    }
    reached.len() == cells.len()
}

/// Whether some line of a side whose connections agree runs back into itself.
fn has_loop(cells: &[(Cell, Print)]) -> bool {
    let print_at = |cell: Cell| {
        let found = cells.iter().find(|&&(other, _)| other == cell);
        found.map(|&(_, print)| print)
    };
    cells.iter().any(|&(start, print)| {
        let Some(mut dir) = print.dirs().next() else {
            return false;
        };
        let mut at = start;
        loop {
            at = at.step(dir);
            if at == start {
                return true;
            }
            let onward = print_at(at).and_then(|p| p.dirs().find(|&d| d != dir.opposite()));
            match onward {
                Some(next) => dir = next,
                None => return false,
            }
        }
    })
}
