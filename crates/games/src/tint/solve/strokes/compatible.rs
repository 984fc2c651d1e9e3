//! Which tasks one stroke can do together: a graph whose independent sets bound the strokes.
//!
//! A *task* is a target to be solved or a line to be cut. Whatever may lie anywhere, a stroke
//! that has done one task can do only some of the others afterwards: its colour changes in few
//! ways, and a stroke that changes colour behind a bridge meets the paint from before on the way back.
//! Tasks no two of which are compatible need a stroke each.

use std::collections::VecDeque;

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::Dir;
use rustc_hash::FxHashMap;

use crate::tint::level::Fixture;

use super::super::board::{BARE, Board, GATE, Spot, WALL, WHITE};
use super::super::set::Set;

/// Tasks as bits: targets first, then lines.
pub(super) type Tasks = u32;

/// At most so many targets and lines are tasks.
pub(super) const MOST_TARGETS: usize = 20;
pub(super) const MOST_LINES: usize = 12;

/// At most so many tasks there are.
pub(super) const TASKS: usize = MOST_TARGETS + MOST_LINES;

/// At most so many brushes behind bridges are told apart.
const MOST_BRUSHES: usize = 200_000;

/// About the words touched where a brush takes a step in every direction.
const WORK_OF_A_STEP: u64 = 64;

/// Farther than anything.
pub(super) const FAR: u16 = u16::MAX;

/// The task of cutting a line.
pub(super) fn line_task(line: usize) -> Tasks {
    1 << (MOST_TARGETS + line)
}

/// Which tasks are compatible on one board.
pub(super) struct Compatibility<const N: usize> {
    /// Everything that may ever lie anywhere.
    pub(super) ever: [Set<N>; 9],
    pub(super) gates: Vec<Spot>,
    /// Lines that have to be cut.
    pub(super) lines: Vec<Set<N>>,
    /// Steps from one spot to another beside it such that there is no other way back.
    bridges: Vec<(Spot, Spot)>,
    /// By spot and direction: the number of the bridge that is crossed there, plus one.
    crossed: Vec<[u16; 4]>,
    /// By the gates that stand.
    neighbours: FxHashMap<u64, Neighbours>,
    /// By gates and tasks: an independent set.
    independent: FxHashMap<(u64, Tasks), Independent>,
}

struct Neighbours {
    /// For each task, those compatible with it.
    of: [Tasks; TASKS],
    /// For each task, the fewest cells of a stroke that does it.
    cells: [u16; TASKS],
}

/// Tasks no two of which are compatible: an independent set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Independent {
    /// As many as possible.
    pub(super) strokes: u8,
    /// Those that take the most cells if each has a stroke of its own, and how many it takes.
    pub(super) tasks: Tasks,
    pub(super) cells: u16,
}

impl<const N: usize> Compatibility<N> {
    pub(super) fn new(
        board: &Board,
        ever: [Set<N>; 9],
        lines: Vec<Set<N>>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let mut compatible = Compatibility {
            ever,
            gates: (0..board.spots() as Spot)
                .filter(|&spot| board.content(board.start(), spot) == GATE)
                .take(64)
                .collect(),
            lines,
            bridges: Vec::new(),
            crossed: vec![[0; 4]; board.spots()],
            neighbours: FxHashMap::default(),
            independent: FxHashMap::default(),
        };
        compatible.find_bridges(board, meter)?;
        Ok(compatible)
    }

    /// The gates that stand in a state.
    pub(super) fn standing(&self, board: &Board, state: &[u64]) -> u64 {
        let gates = self.gates.iter().enumerate();
        gates.fold(0, |set, (i, &spot)| {
            set | u64::from(board.content(state, spot) == GATE) << i
        })
    }

    /// An independent set among some tasks.
    pub(super) fn independent(
        &mut self,
        board: &Board,
        gates: u64,
        tasks: Tasks,
        meter: &mut Meter<'_>,
    ) -> Result<Independent, Limit> {
        if let Some(&independent) = self.independent.get(&(gates, tasks)) {
            return Ok(independent);
        }
        if !self.neighbours.contains_key(&gates) {
            let neighbours = self.neighbours(board, gates, meter)?;
            self.neighbours.insert(gates, neighbours);
        }
        let neighbours = &self.neighbours[&gates];
        let weight = |task: usize| neighbours.cells[task];
        let (_, cells, chosen) = largest(neighbours, tasks, &weight, meter)?;
        let independent = Independent {
            strokes: largest(neighbours, tasks, &|_| 1, meter)?.0,
            tasks: chosen,
            cells,
        };
        self.independent.insert((gates, tasks), independent);
        Ok(independent)
    }

    /// The fewest cells of a stroke that does a task, for gates that were asked about.
    pub(super) fn cells(&self, gates: u64, task: usize) -> u16 {
        let neighbours = self.neighbours.get(&gates);
        neighbours.map_or(0, |neighbours| neighbours.cells[task])
    }

    fn neighbours(
        &self,
        board: &Board,
        gates: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Neighbours, Limit> {
        let mut neighbours = Neighbours {
            of: [0; TASKS],
            cells: [0; TASKS],
        };
        let mut connect = |one: usize, others: Tasks| {
            neighbours.of[one] |= others;
            for other in (0..TASKS).filter(|other| others >> other & 1 != 0) {
                neighbours.of[other] |= 1 << one;
            }
        };
        for spot in 0..board.spots() as Spot {
            let (Some(target), Some(Fixture::Target(color))) =
                (board.target(spot), board.fixture[spot as usize])
            else {
                continue;
            };
            if target >= MOST_TARGETS {
                continue;
            }
            let walk = self.follow(board, gates, [(spot, color.bits())], meter)?;
            connect(target, walk.done);
            if color.bits() == WHITE {
                connect(target, self.lines_at(board, spot, board.tail));
            }
        }
        for (i, line) in self.lines.iter().enumerate() {
            let near = line.iter().fold(0, |near, spot| {
                near | self.lines_at(board, spot, board.tail)
            });
            connect(MOST_TARGETS + i, near);
        }
        let spots = 0..board.spots() as Spot;
        let sources = spots
            .filter(|&spot| board.is_droplet(spot) || board.starts_on_paint)
            .flat_map(|spot| (0..7).map(move |color| (spot, color)))
            .filter(|&(spot, color)| self.ever[usize::from(color) + 1].contains(spot));
        neighbours.cells = self.follow(board, gates, sources, meter)?.cells;
        Ok(neighbours)
    }

    /// The line on a spot.
    pub(super) fn lines_with(&self, spot: Spot) -> Tasks {
        let lines = self.lines.iter().enumerate();
        lines
            .filter(|(_, line)| line.contains(spot))
            .fold(0, |lines, (i, _)| lines | line_task(i))
    }

    /// The lines within some steps of a spot.
    fn lines_at(&self, board: &Board, spot: Spot, steps: u8) -> Tasks {
        let mut lines = self.lines_with(spot);
        if steps > 0 {
            for beside in board.beside[spot as usize] {
                if beside != WALL {
                    lines |= self.lines_at(board, beside, steps - 1);
                }
            }
        }
        lines
    }

    /// The tasks that a stroke can do after it was on one of some spots with a colour.
    fn follow(
        &self,
        board: &Board,
        gates: u64,
        from: impl IntoIterator<Item = (Spot, u8)>,
        meter: &mut Meter<'_>,
    ) -> Result<Walk, Limit> {
        let mut walk = Walk {
            done: 0,
            cells: [FAR; TASKS],
            seen: vec![Vec::new(); self.bridges.len() * 7 + 1],
            spots: board.spots(),
            todo: VecDeque::new(),
        };
        for (spot, color) in from {
            walk.arrive((spot, color, 0), 0);
        }
        while let Some((brush, cells)) = walk.todo.pop_front() {
            meter.work(WORK_OF_A_STEP)?;
            for dir in Dir::ALL {
                self.step(board, gates, brush, dir, cells + 1, &mut walk);
            }
        }
        Ok(walk)
    }

    /// Lets a brush take a step that is the `cells`th of its stroke.
    fn step(&self, board: &Board, gates: u64, brush: Brush, dir: Dir, cells: u16, walk: &mut Walk) {
        let (from, color, behind) = brush;
        let to = board.beside[from as usize][dir as usize];
        if to == WALL {
            return;
        }
        // On the way back over the bridge lies the colour from before.
        let mut before = None;
        let mut after = behind;
        if behind != 0 && self.bridges[(behind as usize - 1) / 7] == (to, from) {
            before = Some(board.laid(((behind - 1) % 7) as u8));
            after = 0;
        }
        let turned = |new: u8| match self.crossed[from as usize][dir as usize] {
            bridge if bridge != 0 && new != color => {
                (u32::from(bridge) - 1) * 7 + u32::from(color) + 1
            }
            _ => after,
        };
        if before.is_none() && self.stands(gates, to) {
            match board.fixture[to as usize] {
                Some(Fixture::Negation(gate)) => {
                    let left = color & !gate.bits();
                    walk.arrive((to, left, turned(left)), cells);
                }
                Some(Fixture::Switch(sides)) => {
                    let side = dir.opposite();
                    if sides[side as usize].is_some_and(|side| side.bits() == color) {
                        for exit in Dir::ALL.into_iter().filter(|&exit| exit != side) {
                            if let Some(new) = sides[exit as usize] {
                                let brush = (to, new.bits(), turned(new.bits()));
                                // One cell less than it is: ways may come in any order here.
                                self.step(board, gates, brush, exit, cells, walk);
                            }
                        }
                    }
                }
                Some(Fixture::Droplet(_) | Fixture::Target(_)) | None => {}
            }
        }
        for content in BARE..GATE {
            let lies = match before {
                Some(before) => content == before,
                None => self.ever[usize::from(content)].contains(to),
            };
            let Some((mixed, ends)) = board.mixed(color, content).filter(|_| lies) else {
                continue;
            };
            if let (Some(target), Some(Fixture::Target(wanted))) =
                (board.target(to), board.fixture[to as usize])
                && wanted.bits() == mixed
                && target < MOST_TARGETS
            {
                walk.run(1 << target, cells);
            }
            if ends {
                walk.run(self.lines_at(board, to, board.tail), cells);
            } else {
                walk.arrive((to, mixed, turned(mixed)), cells);
            }
        }
    }

    fn stands(&self, gates: u64, spot: Spot) -> bool {
        if !self.ever[usize::from(GATE)].contains(spot) {
            return false;
        }
        let number = self.gates.iter().position(|&gate| gate == spot);
        number.is_none_or(|number| gates >> number & 1 != 0)
    }

    /// Finds bridges, as many as one can afford to follow strokes over.
    fn find_bridges(&mut self, board: &Board, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let most = MOST_BRUSHES / (board.spots() * 7);
        for from in 0..board.spots() as Spot {
            for dir in Dir::ALL {
                let to = board.beside[from as usize][dir as usize];
                if self.bridges.len() == most {
                    return Ok(());
                }
                meter.work(board.spots() as u64)?;
                let crosses = to != WALL && !board.is_droplet(from);
                if crosses && !has_way_round(board, from, dir) && !leads_back(board, to, from) {
                    self.bridges.push((from, to));
                    self.crossed[from as usize][dir as usize] = self.bridges.len() as u16;
                }
            }
        }
        Ok(())
    }
}

/// A brush that a stroke may have later on: its spot, its colour, and the last change of colour
/// at a bridge (bridge times seven plus the colour before plus one), or 0.
type Brush = (Spot, u8, u32);

struct Walk {
    done: Tasks,
    /// After how many cells each task was done first.
    cells: [u16; TASKS],
    /// By the last change and by spot, the colours that were there; empty until needed.
    seen: Vec<Vec<u8>>,
    spots: usize,
    todo: VecDeque<(Brush, u16)>,
}

impl Walk {
    fn arrive(&mut self, brush: Brush, cells: u16) {
        let (spot, color, behind) = brush;
        let seen = &mut self.seen[behind as usize];
        if seen.is_empty() {
            seen.resize(self.spots, 0);
        }
        if seen[spot as usize] >> color & 1 == 0 {
            seen[spot as usize] |= 1 << color;
            self.todo.push_back((brush, cells));
        }
    }

    fn run(&mut self, tasks: Tasks, cells: u16) {
        let new = tasks & !self.done;
        self.done |= new;
        for task in (0..TASKS).filter(|task| new >> task & 1 != 0) {
            self.cells[task] = cells;
        }
    }
}

/// Whether a step can be avoided by going round a square beside it, as on open paper.
fn has_way_round(board: &Board, from: Spot, dir: Dir) -> bool {
    let to = board.beside[from as usize][dir as usize];
    let sides = Dir::ALL.into_iter();
    let mut sides = sides.filter(|&side| side != dir && side != dir.opposite());
    sides.any(|side| {
        [from, to].map(|spot| board.beside[spot as usize][side as usize] != WALL) == [true; 2]
    })
}

/// Whether there is a way from one spot to another beside it but the direct one.
fn leads_back(board: &Board, from: Spot, to: Spot) -> bool {
    let mut seen = vec![false; board.spots()];
    seen[from as usize] = true;
    let mut stack = vec![from];
    while let Some(spot) = stack.pop() {
        for beside in board.beside[spot as usize] {
            if beside == WALL || seen[beside as usize] || spot == from && beside == to {
                continue;
            }
            if beside == to {
                return true;
            }
            seen[beside as usize] = true;
            stack.push(beside);
        }
    }
    false
}

/// Tasks among some, no two of them compatible, with the greatest weight: how many, how much and
/// which.
fn largest(
    neighbours: &Neighbours,
    among: Tasks,
    weight: &dyn Fn(usize) -> u16,
    meter: &mut Meter<'_>,
) -> Result<(u8, u16, Tasks), Limit> {
    if among == 0 {
        return Ok((0, 0, 0));
    }
    meter.work(1)?;
    let first = among.trailing_zeros() as usize;
    let others = among & (among - 1);
    let (count, weighs, tasks) =
        largest(neighbours, others & !neighbours.of[first], weight, meter)?;
    let with = (
        count + 1,
        weighs.saturating_add(weight(first)),
        tasks | 1 << first,
    );
    if others & neighbours.of[first] == 0 {
        return Ok(with);
    }
    let without = largest(neighbours, others, weight, meter)?;
    Ok(if without.1 > with.1 { without } else { with })
}
