//! Which errands one stroke can run together.
//!
//! An *errand* is a target to be solved or a line to be cut. Whatever may lie anywhere, a stroke
//! that has done one errand can do only some of the others afterwards: its colour changes in few
//! ways, and who changes colour behind a bridge meets the paint from before on the way back.
//! Errands no two of which go together need a stroke each.

use std::collections::VecDeque;

use gridwright_core::grid::Dir;
use rustc_hash::FxHashMap;

use crate::tint::level::Fixture;

use super::super::board::{BARE, Board, GATE, Spot, WALL, WHITE};
use super::super::set::Set;

/// Errands as bits: targets first, then lines.
pub(super) type Errands = u32;

/// At most so many targets and lines are errands.
pub(super) const MOST_TARGETS: usize = 20;
pub(super) const MOST_LINES: usize = 12;

/// At most so many errands there are.
pub(super) const ERRANDS: usize = MOST_TARGETS + MOST_LINES;

/// At most so many brushes behind bridges are told apart.
const MOST_BRUSHES: usize = 200_000;

/// Farther than anything.
pub(super) const FAR: u16 = u16::MAX;

/// The errand of cutting a line.
pub(super) fn line_errand(line: usize) -> Errands {
    1 << (MOST_TARGETS + line)
}

/// Who can be in whose company on one board.
pub(super) struct Company<const N: usize> {
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
    friends: FxHashMap<u64, Friends>,
    /// By gates and errands: those that keep apart.
    apart: FxHashMap<(u64, Errands), Apart>,
}

struct Friends {
    /// For each errand, those it goes together with.
    of: [Errands; ERRANDS],
    /// For each errand, the fewest cells of a stroke that runs it.
    cells: [u16; ERRANDS],
}

/// Errands no two of which go together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart {
    /// As many as possible.
    pub(super) strokes: u8,
    /// Those that take the most cells if each has a stroke of its own, and how many it takes.
    pub(super) errands: Errands,
    pub(super) cells: u16,
}

impl<const N: usize> Company<N> {
    pub(super) fn new(board: &Board, ever: [Set<N>; 9], lines: Vec<Set<N>>) -> Self {
        let mut company = Company {
            ever,
            gates: (0..board.spots() as Spot)
                .filter(|&spot| board.content(board.start(), spot) == GATE)
                .take(64)
                .collect(),
            lines,
            bridges: Vec::new(),
            crossed: vec![[0; 4]; board.spots()],
            friends: FxHashMap::default(),
            apart: FxHashMap::default(),
        };
        company.find_bridges(board);
        company
    }

    /// The gates that stand in a state.
    pub(super) fn standing(&self, board: &Board, state: &[u64]) -> u64 {
        let gates = self.gates.iter().enumerate();
        gates.fold(0, |set, (i, &spot)| {
            set | u64::from(board.content(state, spot) == GATE) << i
        })
    }

    /// Errands among some that keep apart.
    pub(super) fn apart(&mut self, board: &Board, gates: u64, errands: Errands) -> Apart {
        if let Some(&apart) = self.apart.get(&(gates, errands)) {
            return apart;
        }
        if !self.friends.contains_key(&gates) {
            let friends = self.friends(board, gates);
            self.friends.insert(gates, friends);
        }
        let friends = &self.friends[&gates];
        let (_, cells, chosen) = largest(friends, errands, &|errand| friends.cells[errand]);
        let apart = Apart {
            strokes: largest(friends, errands, &|_| 1).0,
            errands: chosen,
            cells,
        };
        self.apart.insert((gates, errands), apart);
        apart
    }

    /// The fewest cells of a stroke that runs an errand, for gates that were asked about.
    pub(super) fn cells(&self, gates: u64, errand: usize) -> u16 {
        let friends = self.friends.get(&gates);
        friends.map_or(0, |friends| friends.cells[errand])
    }

    fn friends(&self, board: &Board, gates: u64) -> Friends {
        let mut friends = Friends {
            of: [0; ERRANDS],
            cells: [0; ERRANDS],
        };
        let mut befriend = |one: usize, others: Errands| {
            friends.of[one] |= others;
            for other in (0..ERRANDS).filter(|other| others >> other & 1 != 0) {
                friends.of[other] |= 1 << one;
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
            befriend(
                target,
                self.follow(board, gates, [(spot, color.bits())]).done,
            );
            if color.bits() == WHITE {
                befriend(target, self.lines_at(board, spot, board.tail));
            }
        }
        for (i, line) in self.lines.iter().enumerate() {
            let near = line.iter().fold(0, |near, spot| {
                near | self.lines_at(board, spot, board.tail)
            });
            befriend(MOST_TARGETS + i, near);
        }
        let spots = 0..board.spots() as Spot;
        let sources = spots
            .filter(|&spot| board.is_droplet(spot) || board.starts_on_paint)
            .flat_map(|spot| (0..7).map(move |color| (spot, color)))
            .filter(|&(spot, color)| self.ever[usize::from(color) + 1].contains(spot));
        friends.cells = self.follow(board, gates, sources).cells;
        friends
    }

    /// The line on a spot.
    pub(super) fn lines_with(&self, spot: Spot) -> Errands {
        let lines = self.lines.iter().enumerate();
        lines
            .filter(|(_, line)| line.contains(spot))
            .fold(0, |lines, (i, _)| lines | line_errand(i))
    }

    /// The lines within some steps of a spot.
    fn lines_at(&self, board: &Board, spot: Spot, steps: u8) -> Errands {
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

    /// The errands that a stroke can do after it was on one of some spots with a colour.
    fn follow(
        &self,
        board: &Board,
        gates: u64,
        from: impl IntoIterator<Item = (Spot, u8)>,
    ) -> Walk {
        let mut walk = Walk {
            done: 0,
            cells: [FAR; ERRANDS],
            seen: vec![Vec::new(); self.bridges.len() * 7 + 1],
            spots: board.spots(),
            todo: VecDeque::new(),
        };
        for (spot, color) in from {
            walk.arrive((spot, color, 0), 0);
        }
        while let Some((brush, cells)) = walk.todo.pop_front() {
            for dir in Dir::ALL {
                self.step(board, gates, brush, dir, cells + 1, &mut walk);
            }
        }
        walk
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
                _ => {}
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
    fn find_bridges(&mut self, board: &Board) {
        let most = MOST_BRUSHES / (board.spots() * 7);
        for from in 0..board.spots() as Spot {
            for dir in Dir::ALL {
                let to = board.beside[from as usize][dir as usize];
                if self.bridges.len() == most {
                    return;
                }
                if to != WALL && !board.is_droplet(from) && !leads_back(board, to, from) {
                    self.bridges.push((from, to));
                    self.crossed[from as usize][dir as usize] = self.bridges.len() as u16;
                }
            }
        }
    }
}

/// A brush that a stroke may have later on: its spot, its colour, and the last change of colour
/// at a bridge (bridge times seven plus the colour before plus one), or 0.
type Brush = (Spot, u8, u32);

struct Walk {
    done: Errands,
    /// After how many cells each errand was done first.
    cells: [u16; ERRANDS],
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

    fn run(&mut self, errands: Errands, cells: u16) {
        let new = errands & !self.done;
        self.done |= new;
        for errand in (0..ERRANDS).filter(|errand| new >> errand & 1 != 0) {
            self.cells[errand] = cells;
        }
    }
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

/// Errands among some, no two of them friends, with the greatest weight: how many, how much and
/// which.
fn largest(friends: &Friends, among: Errands, weight: &dyn Fn(usize) -> u16) -> (u8, u16, Errands) {
    if among == 0 {
        return (0, 0, 0);
    }
    let first = among.trailing_zeros() as usize;
    let others = among & (among - 1);
    let (count, weighs, errands) = largest(friends, others & !friends.of[first], weight);
    let with = (
        count + 1,
        weighs.saturating_add(weight(first)),
        errands | 1 << first,
    );
    if others & friends.of[first] == 0 {
        return with;
    }
    let without = largest(friends, others, weight);
    if without.1 > with.1 { without } else { with }
}
