//! What strokes could reach if paint only ever added to what lies on a cell.
//!
//! For every content there is the set of spots where it may lie, and for every colour the set of
//! spots where the brush may be. A brush that is new somewhere enters everything beside it at
//! once, set by set; a content that is new somewhere is met by every brush beside it.

use gridwright_core::grid::Dir;

use crate::tint::level::Fixture;

use super::super::board::{BARE, Board, Content, GATE, INSIDE, REST, Spot, TAIL, Tip, WALL, WHITE};
use super::super::set::Set;

/// Sets that are looked at for each brush or content that is new somewhere.
const CONTENTS: usize = 9;

/// What a spread needs to know about a board.
pub(super) struct Map<const N: usize> {
    pub(super) beside: Vec<Set<N>>,
    pub(super) droplets: Set<N>,
    /// The targets by the colour they want.
    pub(super) wanted: [Set<N>; 7],
}

impl<const N: usize> Map<N> {
    pub(super) fn new(board: &Board) -> Self {
        let mut map = Map {
            beside: Vec::new(),
            droplets: Set::EMPTY,
            wanted: [Set::EMPTY; 7],
        };
        for spot in 0..board.spots() as Spot {
            let beside = board.beside[spot as usize].into_iter();
            map.beside.push(
                beside
                    .filter(|&spot| spot != WALL)
                    .fold(Set::EMPTY, Set::with),
            );
            match board.fixture[spot as usize] {
                Some(Fixture::Droplet(_)) => map.droplets.insert(spot),
                Some(Fixture::Target(color)) => {
                    map.wanted[usize::from(color.bits())].insert(spot);
                }
                Some(Fixture::Negation(_) | Fixture::Switch(_)) | None => {}
            }
        }
        map
    }
}

/// What a spread has reached.
pub(super) struct Reached<const N: usize> {
    lies: [Set<N>; 9],
    solved: Set<N>,
    mixed: Set<N>,
    entered: Set<N>,
}

/// A spread under way.
pub(super) struct Spread<const N: usize> {
    /// Where each content may lie.
    pub(super) lies: [Set<N>; 9],
    /// Where the brush may be, by colour.
    brush: [Set<N>; 7],
    /// What a colour may enter from a switch gate.
    doors: [Set<N>; 7],
    /// Targets that a stroke may have solved.
    pub(super) solved: Set<N>,
    /// Where paint may have been cut.
    pub(super) cut: Set<N>,
    /// Where a colour may have mixed with another, and where a brush may have come at all.
    pub(super) mixed: Set<N>,
    pub(super) entered: Set<N>,
    /// Where a tail has begun in this stroke.
    tails: Set<N>,
    /// Where nothing may be cut.
    pub(super) protected: Set<N>,
    /// When the stroke may have solved targets and cut paint first: after so many cells.
    pub(super) solved_after: Vec<(Spot, u16)>,
    pub(super) cut_after: Vec<(Spot, u16)>,
    brushes: Vec<(Spot, u8)>,
    contents: Vec<(Spot, Content)>,
    spare: Vec<(Spot, u8)>,
    /// The work done since it was last asked for.
    work: u64,
}

impl<const N: usize> Spread<N> {
    pub(super) fn new() -> Self {
        Spread {
            lies: [Set::EMPTY; 9],
            brush: [Set::EMPTY; 7],
            doors: [Set::EMPTY; 7],
            solved: Set::EMPTY,
            cut: Set::EMPTY,
            mixed: Set::EMPTY,
            entered: Set::EMPTY,
            tails: Set::EMPTY,
            protected: Set::EMPTY,
            solved_after: Vec::new(),
            cut_after: Vec::new(),
            brushes: Vec::new(),
            contents: Vec::new(),
            spare: Vec::new(),
            work: 0,
        }
    }

    /// The work done since this was last asked, in words touched.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Begins with what lies there in a state.
    pub(super) fn lay_out(&mut self, board: &Board, state: &[u64]) {
        self.lies = [Set::EMPTY; 9];
        for spot in 0..board.spots() as Spot {
            self.lies[usize::from(board.content(state, spot))].insert(spot);
        }
        self.solved = Set::EMPTY;
        self.cut = Set::EMPTY;
        self.mixed = Set::EMPTY;
        self.entered = Set::EMPTY;
        self.next_stroke();
    }

    /// What has been reached so far, to come back to.
    pub(super) fn reached(&self) -> Reached<N> {
        Reached {
            lies: self.lies,
            solved: self.solved,
            mixed: self.mixed,
            entered: self.entered,
        }
    }

    /// Goes back to what had been reached, between strokes.
    pub(super) fn go_back(&mut self, reached: &Reached<N>) {
        self.lies = reached.lies;
        self.solved = reached.solved;
        self.mixed = reached.mixed;
        self.entered = reached.entered;
        self.next_stroke();
    }

    /// Puts a brush on a droplet, and lets it go.
    pub(super) fn start_on(&mut self, board: &Board, map: &Map<N>, spot: Spot) {
        let here = Set::EMPTY.with(spot);
        for color in 0..7 {
            if self.lies[color as usize + 1].contains(spot) {
                self.arrive(here, color);
            }
        }
        self.run(board, map);
    }

    /// Ends the stroke: brushes are nowhere, but what they may have left stays.
    pub(super) fn next_stroke(&mut self) {
        self.brush = [Set::EMPTY; 7];
        self.doors = [Set::EMPTY; 7];
        self.tails = Set::EMPTY;
        self.solved_after.clear();
        self.cut_after.clear();
    }

    /// Puts brushes wherever strokes may start, and lets them go.
    pub(super) fn start_everywhere(&mut self, board: &Board, map: &Map<N>) {
        for color in 0..7 {
            let mut sources = self.lies[color as usize + 1];
            if !board.starts_on_paint {
                sources = sources.and(&map.droplets);
            }
            self.arrive(sources, color);
        }
        self.run(board, map);
    }

    /// Lets the brush of a state go on.
    pub(super) fn go_on(&mut self, board: &Board, map: &Map<N>, tip: Tip) {
        match tip.phase {
            REST | TAIL => {}
            inside if (INSIDE..TAIL).contains(&inside) => {
                let side = Dir::ALL[(inside - INSIDE) as usize];
                self.leave_switch(board, map, tip.spot, side);
            }
            tail if tail > TAIL => self.run_out(board, map, tip.spot, tail - TAIL),
            _ => self.arrive(Set::EMPTY.with(tip.spot), tip.color),
        }
        // What the first cell outside a gate or the tail can do takes no time worth counting.
        self.solved_after
            .extend(self.solved.iter().map(|spot| (spot, 0)));
        self.cut_after.extend(self.cut.iter().map(|spot| (spot, 0)));
        self.run(board, map);
    }

    /// Lets brushes go as far as they can, one cell at a time.
    fn run(&mut self, board: &Board, map: &Map<N>) {
        let mut cells = 0;
        while !self.brushes.is_empty() || !self.contents.is_empty() {
            cells += 1;
            self.work += ((self.brushes.len() + self.contents.len()) * 2 * CONTENTS * N) as u64;
            let (solved, cut) = (self.solved, self.cut);
            let mut brushes = std::mem::replace(&mut self.brushes, std::mem::take(&mut self.spare));
            let mut contents =
                std::mem::replace(&mut self.contents, std::mem::take(&mut self.spare));
            for &(spot, color) in &brushes {
                self.spread_from(board, map, spot, color);
            }
            for &(spot, content) in &contents {
                self.meet(board, map, spot, content);
            }
            brushes.clear();
            contents.clear();
            self.spare = brushes;
            let new = self.solved.without(&solved);
            self.solved_after
                .extend(new.iter().map(|spot| (spot, cells)));
            let new = self.cut.without(&cut);
            self.cut_after.extend(new.iter().map(|spot| (spot, cells)));
        }
    }

    /// A brush enters everything beside it.
    fn spread_from(&mut self, board: &Board, map: &Map<N>, spot: Spot, color: u8) {
        let beside = map.beside[spot as usize];
        for content in BARE..GATE {
            let there = beside.and(&self.lies[content as usize]);
            if !there.is_empty() {
                self.enter(board, map, there, color, content);
            }
        }
        if beside.meets(&self.lies[usize::from(GATE)]) {
            for dir in Dir::ALL {
                self.enter_gate(board, map, spot, color, dir);
            }
        }
    }

    /// Brushes beside a spot enter it because something else may lie there now.
    fn meet(&mut self, board: &Board, map: &Map<N>, spot: Spot, content: Content) {
        let beside = map.beside[spot as usize];
        for color in 0..7u8 {
            let brush = &self.brush[usize::from(color)];
            if beside.meets(brush) || self.doors[usize::from(color)].contains(spot) {
                self.enter(board, map, Set::EMPTY.with(spot), color, content);
            }
        }
    }

    fn arrive(&mut self, there: Set<N>, color: u8) {
        let new = there.without(&self.brush[usize::from(color)]);
        self.brush[usize::from(color)].add(&new);
        self.brushes.extend(new.iter().map(|spot| (spot, color)));
    }

    fn lay(&mut self, map: &Map<N>, there: Set<N>, content: Content) {
        let lies = &mut self.lies[usize::from(content)];
        let new = there.without(lies).without(&map.droplets);
        lies.add(&new);
        self.contents.extend(new.iter().map(|spot| (spot, content)));
    }

    /// A colour enters spots where a content lies.
    fn enter(&mut self, board: &Board, map: &Map<N>, there: Set<N>, color: u8, content: Content) {
        let Some((mixed, ends)) = board.mixed(color, content) else {
            return;
        };
        self.entered.add(&there);
        if mixed != color {
            self.mixed.add(&there);
        }
        if !ends {
            self.solved.add(&there.and(&map.wanted[usize::from(mixed)]));
            self.lay(map, there, board.laid(mixed));
            self.arrive(there, mixed);
            return;
        }
        let there = there.without(&self.protected);
        self.solved.add(&there.and(&map.wanted[usize::from(mixed)]));
        self.lay(map, there, board.laid(mixed));
        self.cut.add(&there);
        let new = there.without(&self.tails);
        self.tails.add(&new);
        for spot in new.iter() {
            self.run_out(board, map, spot, board.tail);
        }
    }

    fn enter_gate(&mut self, board: &Board, map: &Map<N>, from: Spot, color: u8, dir: Dir) {
        let to = board.beside[from as usize][dir as usize];
        if to == WALL || !self.lies[usize::from(GATE)].contains(to) {
            return;
        }
        match board.fixture[to as usize] {
            Some(Fixture::Negation(gate)) => {
                let left = color & !gate.bits();
                let there = Set::EMPTY.with(to);
                self.lay(map, there, board.laid(left));
                self.arrive(there, left);
            }
            Some(Fixture::Switch(sides)) => {
                let side = dir.opposite();
                if sides[side as usize].is_some_and(|side| side.bits() == color) {
                    self.leave_switch(board, map, to, side);
                }
            }
            Some(Fixture::Droplet(_) | Fixture::Target(_)) | None => {}
        }
    }

    fn leave_switch(&mut self, board: &Board, map: &Map<N>, gate: Spot, entrance: Dir) {
        let Some(Fixture::Switch(sides)) = board.fixture[gate as usize] else {
            return;
        };
        for exit in Dir::ALL {
            let to = board.beside[gate as usize][exit as usize];
            let Some(color) = sides[exit as usize] else {
                continue;
            };
            let color = color.bits();
            if exit == entrance || to == WALL {
                continue;
            }
            self.lay(map, Set::EMPTY.with(gate), board.laid(color));
            if self.doors[usize::from(color)].contains(to) {
                continue;
            }
            self.doors[usize::from(color)].insert(to);
            for content in BARE..GATE {
                if self.lies[usize::from(content)].contains(to) {
                    self.enter(board, map, Set::EMPTY.with(to), color, content);
                }
            }
            self.enter_gate(board, map, gate, color, exit);
        }
    }

    /// What is left of a tail turns white.
    fn run_out(&mut self, board: &Board, map: &Map<N>, spot: Spot, left: u8) {
        if left == 0 {
            return;
        }
        let there = map.beside[spot as usize].without(&self.protected);
        self.lay(map, there, board.laid(WHITE));
        self.cut.add(&there);
        for to in map.beside[spot as usize].iter() {
            self.run_out(board, map, to, left - 1);
        }
    }
}
