//! The assistant: what is wrong with a position or hopeless about it, each as a remark of its
//! own with the cells concerned.
//!
//! All remarks but the last are things a player can see on the board. The last one comes from
//! the solver and is exact: it is made if and only if no finished board has these pieces where
//! they are.

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Code, Fault, Place};
use gridwright_core::grid::{Cell, Dir};

use super::codes;
use super::drawing::Drawing;
use super::level::Level;
use super::print::Print;
use super::rules::Position;
use super::set::{PieceSet, Placement};
use super::solve::{Scope, completions};

/// Holes up to this size are tried out with the outlines of the pieces; larger ones are judged
/// by their area alone.
const SMALL_HOLE: usize = 12;

/// Everything worth saying about a position.
pub fn remarks(level: &Level, position: &Position, budget: &Budget<'_>) -> Vec<Fault> {
    let mut remarks = visible(level, position);
    if can_be_completed(level, position, budget) == Some(false) {
        remarks.push(hopeless());
    }
    remarks
}

/// What is said of a position that cannot be completed.
pub(super) fn hopeless() -> Fault {
    let message = "no finished board has these pieces where they are";
    Fault::new(codes::HOPELESS, message, Place::everywhere())
}

/// Whether a position can be completed; `None` if that is not known within the budget.
pub fn can_be_completed(level: &Level, position: &Position, budget: &Budget<'_>) -> Option<bool> {
    let boards = completions(level, position, Scope::up_to(1), budget);
    if boards.count > 0 {
        return Some(true);
    }
    boards.limit.is_none().then_some(false)
}

/// What a player can see without trying anything.
pub fn visible(level: &Level, position: &Position) -> Vec<Fault> {
    let drawing = position.drawing(level.set());
    let mut remarks = level.violations(&drawing);
    let mut observer = Observer {
        level,
        drawing: &drawing,
        waiting: fitting_outlines(level.set(), position),
        remarks: Vec::new(),
    };
    observer.cells();
    for gap in drawing.gaps() {
        observer.hole(&gap, position);
        observer.dead_ends(&gap);
    }
    remarks.append(&mut observer.remarks);
    remarks
}

/// The placements of waiting pieces on free cells, whatever their lines.
fn fitting_outlines<'s>(set: &'s PieceSet, position: &Position) -> Vec<&'s Placement> {
    let covered = position
        .lays()
        .filter_map(|lay| set.placement_of(lay))
        .fold(0, |all, number| all | set.placements()[number].cells);
    set.placements()
        .iter()
        .filter(|p| p.cells & covered == 0 && position.lay(p.lay.piece()).is_none())
        .collect()
}

struct Observer<'a> {
    level: &'a Level,
    drawing: &'a Drawing,
    waiting: Vec<&'a Placement>,
    remarks: Vec<Fault>,
}

impl Observer<'_> {
    fn remark(
        &mut self,
        code: Code,
        message: impl Into<String>,
        cells: impl IntoIterator<Item = Cell>,
    ) {
        self.remarks
            .push(Fault::new(code, message, Place::cells(cells)));
    }

    /// Empty cells into which two or more lines run.
    fn cells(&mut self) {
        let drawing = self.drawing;
        for cell in drawing.unknown_cells() {
            let into: Vec<Dir> = Dir::ALL
                .into_iter()
                .filter(|&dir| {
                    let neighbour = drawing.get(cell.step(dir));
                    neighbour.is_some_and(|print| print.touches(dir.opposite()))
                })
                .collect();
            match into.len() {
                0 | 1 => {}
                2 => {
                    let joint = Print::touching(into).expect("two borders");
                    if !self.offered(cell, joint) {
                        let message = "nothing that is left joins the two lines here";
                        self.remark(codes::NO_DOUBLE, message, [cell]);
                    }
                }
                lines => {
                    let message = format!("{lines} lines run into this cell");
                    self.remark(codes::CROWDED, message, [cell]);
                }
            }
        }
    }

    /// Whether a piece that is left can show a print in a cell.
    fn offered(&self, cell: Cell, wanted: Print) -> bool {
        let set = self.level.set();
        let bit = 1u64 << set.index(cell);
        self.waiting.iter().filter(|p| p.cells & bit != 0).any(|p| {
            let mut prints = set.prints(&p.lay);
            prints.any(|(covered, print)| covered == cell && print == wanted)
        })
    }

    /// A gap that the outlines of the pieces left cannot fill.
    fn hole(&mut self, gap: &[Cell], position: &Position) {
        let set = self.level.set();
        let free = gap
            .iter()
            .fold(0u64, |all, &cell| all | 1 << set.index(cell));
        let fillable = if gap.len() <= SMALL_HOLE {
            let inside: Vec<&Placement> = self
                .waiting
                .iter()
                .filter(|p| p.cells & !free == 0)
                .copied()
                .collect();
            fill(&inside, free, 0)
        } else {
            let areas: Vec<usize> = position.left().map(|p| set.pieces()[p].area()).collect();
            sums_to(&areas, gap.len())
        };
        if !fillable {
            let message = "nothing that is left fills this hole";
            self.remark(codes::HOLE, message, gap.iter().copied());
        }
    }

    /// Lines into a gap that find no partner there: neither a point nor another line.
    fn dead_ends(&mut self, gap: &[Cell]) {
        let ends: Vec<(Cell, Cell)> = self
            .drawing
            .open_ends()
            .into_iter()
            .filter(|(_, into)| gap.contains(into))
            .collect();
        let Some(points) = self.points_in(gap) else {
            return;
        };
        if points > 0 {
            if (ends.len() + points) % 2 == 1 && !ends.is_empty() {
                let message = "lines and points here do not pair up";
                self.remark(codes::DEAD_END, message, ends.iter().map(|&(from, _)| from));
            }
            return;
        }
        for &(from, into) in &ends {
            let partner = ends
                .iter()
                .any(|&other| other != (from, into) && other.0 != self.far_end(from, into));
            if !partner {
                let message = "this line finds no partner";
                self.remark(codes::DEAD_END, message, [from, into]);
            }
        }
    }

    /// How many points the hints put into a gap; `None` where they leave that open.
    fn points_in(&self, gap: &[Cell]) -> Option<usize> {
        let points = self.level.all_points()?;
        Some(points.iter().filter(|cell| gap.contains(cell)).count())
    }

    /// The cell at the other end of a line that runs from a cell into a gap.
    fn far_end(&self, from: Cell, into: Cell) -> Cell {
        let print = self.drawing.get(from).unwrap_or(Print::BLANK);
        let back = print.dirs().find(|&dir| from.step(dir) != into);
        let line = back.map(|dir| self.drawing.follow(from, dir));
        line.and_then(|line| line.last().copied()).unwrap_or(from)
    }
}

/// Whether outlines can cover exactly these cells, each piece once.
fn fill(outlines: &[&Placement], free: u64, used: u64) -> bool {
    if free == 0 {
        return true;
    }
    let first = free & free.wrapping_neg();
    outlines.iter().any(|p| {
        let piece = 1u64 << p.lay.piece();
        p.cells & first != 0
            && p.cells & !free == 0
            && used & piece == 0
            && fill(outlines, free & !p.cells, used | piece)
    })
}

fn sums_to(areas: &[usize], wanted: usize) -> bool {
    let sums = areas.iter().fold(1u128, |sums, &area| sums | sums << area);
    sums >> wanted & 1 == 1
}
