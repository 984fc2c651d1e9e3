//! Which errands one stroke can run together.
//!
//! An *errand* is a target to be solved or a line to be cut. Whatever may lie anywhere, a stroke
//! that has done one errand can do only some of the others afterwards: its colour changes in few
//! ways, and who changes colour behind a bridge meets the paint from before on the way back.
//! Errands no two of which go together need a stroke each.

use gridwright_core::grid::Dir;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tint::level::Fixture;

use super::super::board::{BARE, Board, GATE, Spot, WALL, WHITE};
use super::set::Set;

/// Errands as bits: targets first, then lines.
pub(super) type Errands = u32;

/// At most so many targets and lines are errands.
pub(super) const MOST_TARGETS: usize = 20;
pub(super) const MOST_LINES: usize = 12;

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
    /// By the gates that stand: for each errand, those it goes together with.
    friends: FxHashMap<u64, Vec<Errands>>,
    /// By gates and errands: the most of them no two of which go together.
    apart: FxHashMap<(u64, Errands), u8>,
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

    /// The most of some errands no two of which go together.
    pub(super) fn apart(&mut self, board: &Board, gates: u64, errands: Errands) -> u8 {
        if let Some(&apart) = self.apart.get(&(gates, errands)) {
            return apart;
        }
        if !self.friends.contains_key(&gates) {
            let friends = self.friends(board, gates);
            self.friends.insert(gates, friends);
        }
        let apart = largest(&self.friends[&gates], errands);
        self.apart.insert((gates, errands), apart);
        apart
    }

    fn friends(&self, board: &Board, gates: u64) -> Vec<Errands> {
        let mut friends = vec![0; MOST_TARGETS + MOST_LINES];
        let mut befriend = |one: usize, others: Errands| {
            friends[one] |= others;
            for other in (0..MOST_TARGETS + MOST_LINES).filter(|other| others >> other & 1 != 0) {
                friends[other] |= 1 << one;
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
            befriend(target, self.follow(board, gates, spot, color.bits()));
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

    /// The errands that a stroke can do after it was on a spot with a colour.
    fn follow(&self, board: &Board, gates: u64, spot: Spot, color: u8) -> Errands {
        let mut walk = Walk::default();
        walk.arrive((spot, color, 0));
        while let Some(brush) = walk.todo.pop() {
            for dir in Dir::ALL {
                self.step(board, gates, brush, dir, &mut walk);
            }
        }
        walk.done
    }

    fn step(&self, board: &Board, gates: u64, brush: Brush, dir: Dir, walk: &mut Walk) {
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
                    walk.arrive((to, left, turned(left)));
                }
                Some(Fixture::Switch(sides)) => {
                    let side = dir.opposite();
                    if sides[side as usize].is_some_and(|side| side.bits() == color) {
                        for exit in Dir::ALL.into_iter().filter(|&exit| exit != side) {
                            if let Some(new) = sides[exit as usize] {
                                let brush = (to, new.bits(), turned(new.bits()));
                                self.step(board, gates, brush, exit, walk);
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
                walk.done |= 1 << target;
            }
            if ends {
                walk.done |= self.lines_at(board, to, board.tail);
            } else {
                walk.arrive((to, mixed, turned(mixed)));
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

    fn find_bridges(&mut self, board: &Board) {
        for from in 0..board.spots() as Spot {
            for dir in Dir::ALL {
                let to = board.beside[from as usize][dir as usize];
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

#[derive(Default)]
struct Walk {
    done: Errands,
    seen: FxHashSet<Brush>,
    todo: Vec<Brush>,
}

impl Walk {
    fn arrive(&mut self, brush: Brush) {
        if self.seen.insert(brush) {
            self.todo.push(brush);
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

/// The most of some errands no two of which are friends.
fn largest(friends: &[Errands], among: Errands) -> u8 {
    if among == 0 {
        return 0;
    }
    let first = among.trailing_zeros() as usize;
    let others = among & (among - 1);
    let with = 1 + largest(friends, others & !friends[first]);
    if others & friends[first] == 0 {
        return with;
    }
    with.max(largest(friends, others))
}
