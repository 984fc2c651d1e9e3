//! How hard a level is, and everything else a designer wants to know: whether the wiring is
//! unique, which parts carry a colour in no wiring, and which could be left out.
//!
//! What makes a level hard is not how long the routes are but how little they may be the obvious
//! ones: see [`demands`](super::demands).

use std::collections::BTreeSet;

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::cost::Costs;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::grade::{Grade, Scale};
use gridwright_core::grid::Cell;
use gridwright_core::referee::Witness;
use gridwright_core::solve::{Decoration, Findings, Optimality, Verdict, Wish};
use gridwright_core::words;

use super::demands::demands;
use super::level::{Level, Line, Pad};
use super::rules::{Move, Position};
use super::solve::{Wiring, all_wirings, draw, solve};
use super::{Circuits, codes};
use crate::kind::Grades;

/// Where the tiers begin.
const SCALE: Scale = Scale(&[("easy", 0), ("medium", 33), ("hard", 52)]);

/// The grade of a level, given a solution.
pub(super) fn grade(level: &Level, moves: &[Move]) -> Grade {
    demands(level, moves).grade(SCALE)
}

/// Pads and given lines, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Coloured {
    pub(super) pads: BTreeSet<usize>,
    pub(super) lines: BTreeSet<usize>,
}

/// The parts that carry a colour once the lines of a solution are drawn.
pub(super) fn coloured_parts(level: &Level, moves: &[Move]) -> Coloured {
    let flow = level.flow(&Position::after(moves));
    let coloured = |hues: &[Option<super::level::Hue>]| {
        let hues = hues.iter().enumerate();
        hues.filter(|(_, hue)| hue.is_some())
            .map(|(index, _)| index)
            .collect()
    };
    Coloured {
        pads: coloured(&flow.fixtures[..level.pads().len()]),
        lines: coloured(&flow.lines),
    }
}

impl Grades for Circuits {
    fn grade(
        level: &Level,
        witness: &Witness<Move>,
        _optimal: bool,
        _budget: &Budget<'_>,
    ) -> Option<Grade> {
        Some(grade(level, witness.moves()))
    }

    /// Everything `check` says; `quick` leaves out the wirings and what rests on them.
    fn inspect(level: &Level, quick: bool, budget: &Budget<'_>) -> Findings {
        let answer = solve(level, &Wish::default(), budget);
        let mut findings = Findings {
            solvable: answer.verdict.solvable(),
            ..Findings::default()
        };
        if let Verdict::Solved {
            witness,
            optimality,
        } = &answer.verdict
        {
            findings.grade = Some(grade(level, witness.moves()));
            if *optimality == Optimality::Proved {
                findings.costs = Some(witness.costs().clone());
            }
        }
        if quick || findings.solvable.is_none() {
            return findings;
        }
        let Ok(wirings) = all_wirings(level, &mut budget.meter()) else {
            return findings;
        };
        findings.unique = Some(wirings.len() == 1);
        let mut used = Coloured::default();
        for wiring in &wirings {
            let coloured = coloured_parts(level, &draw(wiring.lines.clone()));
            used.pads.extend(coloured.pads);
            used.lines.extend(coloured.lines);
        }
        findings.remarks = unused(level, &used);
        let truth = Truth {
            costs: findings.costs.clone(),
            wirings,
        };
        findings.decoration = decoration(level, &used, &truth, budget);
        findings
    }
}

fn pad_name(pad: &Pad) -> String {
    format!("pad in {}", words::place(pad.at))
}

fn line_name(line: &Line) -> String {
    let [from, to] = [line.points[0], line.points[line.points.len() - 1]].map(words::place);
    format!("line from {from} to {to}")
}

fn unused(level: &Level, used: &Coloured) -> Vec<Fault> {
    let pads = level.pads().iter().enumerate();
    let pads = pads.filter(|(index, _)| !used.pads.contains(index));
    let lines = level.lines().iter().enumerate();
    let lines = lines.filter(|(index, _)| !used.lines.contains(index));
    let remark = |name: String, pointer: String, cells: Vec<Cell>| {
        let message = format!("the {name} carries a colour in no wiring");
        Fault::new(
            codes::UNUSED,
            message,
            Place::pointer(pointer).with_cells(cells),
        )
    };
    pads.map(|(index, pad)| remark(pad_name(pad), format!("/pads/{index}"), vec![pad.at]))
        .chain(lines.map(|(index, line)| {
            remark(
                line_name(line),
                format!("/lines/{index}"),
                line.points.clone(),
            )
        }))
        .collect()
}

/// What must stay the same for a part to be dispensable.
#[derive(PartialEq, Eq)]
struct Truth {
    costs: Option<Costs>,
    wirings: Vec<Wiring>,
}

impl Truth {
    fn of(level: &Level, budget: &Budget<'_>) -> Result<Truth, Limit> {
        let answer = solve(level, &Wish::default(), budget);
        let costs = match answer.verdict {
            Verdict::Solved { witness, .. } => Some(witness.costs().clone()),
            Verdict::Unsolvable { .. } => None,
            Verdict::GaveUp { limit, .. } => return Err(limit),
        };
        let wirings = all_wirings(level, &mut budget.meter())?;
        Ok(Truth { costs, wirings })
    }

    fn agrees(&self, other: &Truth) -> bool {
        let pairs = |truth: &Truth| -> BTreeSet<Vec<(Cell, Cell)>> {
            let wirings = truth.wirings.iter();
            wirings.map(|wiring| wiring.pairs.clone()).collect()
        };
        self.costs == other.costs && pairs(self) == pairs(other)
    }
}

/// Sorts the parts by whether the level could do without them. A part that carries a colour in
/// some wiring is needed for that wiring; the others are taken away, together with what cannot
/// stand without them, and the level is looked at again.
fn decoration(level: &Level, used: &Coloured, truth: &Truth, budget: &Budget<'_>) -> Decoration {
    let mut decoration = Decoration::default();
    let pads = level.pads().iter().enumerate().map(|(index, pad)| {
        let lines = lines_at(level, pad.at);
        (
            pad_name(pad),
            used.pads.contains(&index),
            vec![index],
            lines,
        )
    });
    let lines = level.lines().iter().enumerate().map(|(index, line)| {
        (
            line_name(line),
            used.lines.contains(&index),
            Vec::new(),
            vec![index],
        )
    });
    for (name, carries, mut pads, lines) in pads.chain(lines) {
        if carries {
            decoration.needed.push(name);
            continue;
        }
        pads.extend(bared(level, &lines));
        pads.sort_unstable();
        pads.dedup();
        let rest = level.without(&pads, &lines);
        let same = rest.map_or(Ok(false), |rest| {
            Truth::of(&rest, budget).map(|without| without.agrees(truth))
        });
        match same {
            Ok(true) => decoration.dispensable.push(name),
            Ok(false) => decoration.needed.push(name),
            Err(_) => decoration.undecided.push(name),
        }
    }
    decoration
}

/// Given lines that end on a point, by index.
fn lines_at(level: &Level, at: Cell) -> Vec<usize> {
    let ends_here = |line: &Line| line.points[0] == at || line.points[line.points.len() - 1] == at;
    let lines = level.lines().iter().enumerate();
    lines
        .filter(|(_, line)| ends_here(line))
        .map(|(index, _)| index)
        .collect()
}

/// Pads that would be left without any line if some lines went.
pub(super) fn bared(level: &Level, lines: &[usize]) -> Vec<usize> {
    let pads = level.pads().iter().enumerate();
    pads.filter(|(_, pad)| {
        let here = lines_at(level, pad.at);
        !here.is_empty() && here.iter().all(|line| lines.contains(line))
    })
    .map(|(index, _)| index)
    .collect()
}
