//! What a level asks of a person who finds a best solution: bridges to choose between, obvious ways
//! that are wrong, detours, and circuits that wait for each other where they cross. Everything is
//! read off the board and the solution, without a search, so it is the same everywhere.

use gridwright_core::cost::counted;
use gridwright_core::grade::{Demands, Tally, Technique};
use gridwright_core::grid::Cell;

use super::level::{Hue, Layer, Level};
use super::rules::{LINES, Move, Position, standing};
use super::solve::{Solo, solo, still_joinable};

/// What a solution asks for.
pub(super) fn demands(level: &Level, moves: &[Move]) -> Demands {
    let solution = Solution::new(level, moves);
    let solos = solo(level);
    let steps: usize = solution.drawn.iter().map(|(_, line)| line.len() - 1).sum();
    let alone: u32 = solos.iter().filter_map(|solo| solo.steps).sum();
    let misled = solution.misleading(level, &solos);
    let mut demands = Demands::forced(LINES, 0);
    for solo in &solos {
        let own = solution.lines_of(solo.hue);
        demands.ways.extend(own.iter().map(|line| {
            solo.ways_from(line[0])
                .max(solo.ways_from(line[line.len() - 1]))
        }));
        if !same_joints(&own, &solo.drawn) {
            // The obvious way shows to be wrong only when another colour has none left.
            let others = still_joinable(level, &solo.drawn);
            demands.traps.push((solo.drawn.len() + others) as u64);
        }
    }
    demands.against = Tally {
        count: (steps as u64).saturating_sub(alone.into()),
        one: "step is a detour: the colours alone would take less",
        many: "steps are detours: the colours alone would take less",
    };
    let crossings = solution.crossings(level).len() as u64;
    demands.dependencies = Tally {
        count: crossings,
        one: "line crosses another colour's given line",
        many: "lines cross other colours' given lines",
    };
    let longest = solos
        .iter()
        .map(|solo| solution.lines_of(solo.hue).len().saturating_sub(1))
        .max();
    match longest.unwrap_or(0) as u64 {
        0 => {}
        1 => demands.techniques.push(Technique::new(
            1,
            "A colour has to make use of a given line.",
        )),
        bridges => demands.techniques.push(Technique::new(
            bridges,
            format!("A colour has to find the order of {bridges} given ways."),
        )),
    }
    if !misled.is_empty() {
        let lines = counted(misled.len() as u64, "given line", "given lines");
        demands.techniques.push(Technique::new(
            misled.len().min(4) as u64,
            format!("A colour is invited in vain by {lines}."),
        ));
    }
    demands
}

/// The lines of a solution with their colours.
pub(super) struct Solution {
    /// The colour that each given line carries.
    given: Vec<Option<Hue>>,
    drawn: Vec<(Option<Hue>, Vec<Cell>)>,
}

impl Solution {
    /// Reads the colours off the position that a solution leads to.
    pub(super) fn new(level: &Level, moves: &[Move]) -> Solution {
        let flow = level.flow(&Position::after(moves));
        let lines = standing(moves).into_iter();
        Solution {
            drawn: lines
                .map(|line| (level.hue_of(&flow, line), line.to_vec()))
                .collect(),
            given: flow.lines,
        }
    }

    /// Given lines that lie on a shortest way of a colour that does not take them, by index.
    pub(super) fn misleading(&self, level: &Level, solos: &[Solo]) -> Vec<usize> {
        let misled = |line: &usize| {
            solos
                .iter()
                .any(|solo| solo.lines.contains(line) && self.given[*line] != Some(solo.hue))
        };
        (0..level.lines().len()).filter(misled).collect()
    }

    /// Whether a given line carries a colour.
    pub(super) fn carries(&self, line: usize) -> bool {
        self.given[line].is_some()
    }

    /// The most lines that one colour is drawn with.
    pub(super) fn longest_chain(&self) -> usize {
        let of = |hue: Hue| self.lines_of(hue).len();
        Hue::ALL.into_iter().map(of).max().unwrap_or(0)
    }

    /// Drawn lines and given bottom lines of another colour that they cross, by index.
    pub(super) fn crossings(&self, level: &Level) -> Vec<(usize, usize)> {
        let bottom = level.lines().iter().zip(&self.given).enumerate();
        let bottom: Vec<_> = bottom
            .filter(|(_, (line, hue))| line.layer == Layer::Bottom && hue.is_some())
            .collect();
        let mut crossings = Vec::new();
        for (index, (hue, drawn)) in self.drawn.iter().enumerate() {
            let inner = &drawn[1..drawn.len() - 1];
            for &(line, (given, other)) in &bottom {
                if other != hue && given.points.iter().any(|point| inner.contains(point)) {
                    crossings.push((index, line));
                }
            }
        }
        crossings
    }

    fn lines_of(&self, hue: Hue) -> Vec<&[Cell]> {
        let drawn = self.drawn.iter();
        drawn
            .filter(|(own, _)| *own == Some(hue))
            .map(|(_, line)| &line[..])
            .collect()
    }
}

/// Whether two sets of lines join the same fixtures.
fn same_joints(a: &[&[Cell]], b: &[Vec<Cell>]) -> bool {
    let joint = |line: &[Cell]| {
        let (a, b) = (line[0], line[line.len() - 1]);
        (a.min(b), a.max(b))
    };
    let mut a: Vec<_> = a.iter().map(|line| joint(line)).collect();
    let mut b: Vec<_> = b.iter().map(|line| joint(line)).collect();
    a.sort_unstable();
    b.sort_unstable();
    a == b
}
