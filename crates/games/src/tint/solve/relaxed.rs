//! How far a canvas is from being solved, if paint only ever added to what lies on a cell.
//!
//! There are two kinds of facts: a colour can be *brought* to a spot, and a content may *lie*
//! there. What a fact costs is what it takes to come to it, where needs are added up: to be green
//! on a spot, one has to come there in yellow, and blue has to lie there. A start of a stroke
//! costs as much as a long way. Following the facts back from the targets gives a *relaxed plan*:
//! its strokes are the estimate, and what it asks to be painted or cut is worth trying.

use gridwright_core::grid::Dir;

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::board::{BARE, Board, Content, GATE, Spot, WALL, WHITE};

/// What the start of a stroke costs, in cells.
pub(super) const START: u32 = 40;

/// What passing a gate costs besides, unless it is said: it can be passed but once.
pub(super) const PASS: u32 = 6;

/// Not come to.
const NEVER: u32 = u32::MAX;

const CONTENTS: usize = 9;

/// Where a fact comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// It holds as the canvas lies.
    Given,
    /// A stroke starts there.
    Start,
    /// A colour is brought on from a spot, over a content, maybe through a switch gate.
    Step { from: u32, over: Content },
    /// A colour is brought through a gate.
    Pass { from: u32 },
    /// A colour that was brought there lies there.
    Laid(u32),
    /// White that was brought beside it cut a content.
    Cut { from: u32, at: Spot, over: Content },
}

/// A way through a switch gate: from which brush, to which spot, in which colour, how far.
type Door = (u32, Spot, u8, u32);

/// What a relaxed plan asks for.
#[derive(Default)]
pub(super) struct Asked {
    /// The strokes it takes.
    pub(super) strokes: u32,
    /// What it costs.
    pub(super) cost: u32,
    /// Colours that are to be laid somewhere.
    pub(super) laid: Vec<(Spot, u8)>,
    /// Cells that are to be cut.
    pub(super) cuts: Vec<Spot>,
    /// By spot, how many colours are to come there.
    pub(super) visits: Vec<u8>,
}

/// The relaxation of one board, with room to work in.
pub(super) struct Relaxed {
    contents: Vec<Content>,
    /// By spot and colour.
    brought: Vec<u32>,
    brought_by: Vec<Origin>,
    /// By spot and content.
    lies: Vec<u32>,
    lies_by: Vec<Origin>,
    /// By spot: a cut of it.
    cut: Vec<u32>,
    cut_by: Vec<Origin>,
    closed: Vec<bool>,
    doors: Vec<Door>,
    buckets: Vec<Vec<u32>>,
    /// By spot: what passing a gate there costs besides.
    pub(super) pass: Vec<u32>,
    /// By spot: what starting a stroke there costs.
    pub(super) start: Vec<u32>,
    spots: usize,
    needed: Vec<bool>,
}

impl Relaxed {
    pub(super) fn new(board: &Board) -> Relaxed {
        let spots = board.spots();
        Relaxed {
            contents: vec![BARE; spots],
            brought: vec![NEVER; spots * 7],
            brought_by: vec![Origin::Given; spots * 7],
            lies: vec![NEVER; spots * CONTENTS],
            lies_by: vec![Origin::Given; spots * CONTENTS],
            cut: vec![NEVER; spots],
            cut_by: vec![Origin::Given; spots],
            closed: vec![false; spots * (7 + CONTENTS)],
            doors: Vec::new(),
            buckets: Vec::new(),
            pass: vec![PASS; spots],
            start: vec![START; spots],
            needed: vec![false; spots * (7 + CONTENTS + 1)],
            spots,
        }
    }

    /// What is asked for in a state at rest; `None` if the targets cannot be solved.
    pub(super) fn ask(&mut self, board: &Board, state: &[u64]) -> Option<Asked> {
        self.lay_out(board, state);
        let targets: Vec<(Spot, u8)> = (0..self.spots as Spot)
            .filter_map(|spot| {
                let target = board.target(spot)?;
                let color = board.wanted(spot)?;
                board.is_left(state, target).then_some((spot, color))
            })
            .collect();
        self.spread(board, &targets);
        self.collect(&targets)
    }

    fn lay_out(&mut self, board: &Board, state: &[u64]) {
        self.brought.fill(NEVER);
        self.lies.fill(NEVER);
        self.cut.fill(NEVER);
        self.closed.fill(false);
        self.doors.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
        for spot in 0..self.spots as Spot {
            let content = board.content(state, spot);
            self.contents[spot as usize] = content;
            let fact = spot as usize * CONTENTS + usize::from(content);
            self.lies[fact] = 0;
            self.lies_by[fact] = Origin::Given;
            self.closed[self.spots * 7 + fact] = true;
        }
        for spot in 0..self.spots as Spot {
            if let Some(color) = board.picked_up(state, spot) {
                self.bring(spot, color, self.start[spot as usize], Origin::Start);
            }
        }
    }

    fn push(&mut self, fact: usize, cost: u32) {
        let cost = cost as usize;
        if self.buckets.len() <= cost {
            self.buckets.resize(cost + 1, Vec::new());
        }
        self.buckets[cost].push(fact as u32);
    }

    fn bring(&mut self, spot: Spot, color: u8, cost: u32, by: Origin) {
        let fact = spot as usize * 7 + usize::from(color);
        if cost < self.brought[fact] {
            self.brought[fact] = cost;
            self.brought_by[fact] = by;
            self.push(fact, cost);
        }
    }

    fn lay(&mut self, board: &Board, spot: Spot, content: Content, cost: u32, by: Origin) {
        if board.is_droplet(spot) {
            return;
        }
        let fact = spot as usize * CONTENTS + usize::from(content);
        if cost < self.lies[fact] {
            self.lies[fact] = cost;
            self.lies_by[fact] = by;
            self.push(self.spots * 7 + fact, cost);
        }
    }

    fn is_solved(&self, spot: Spot, color: u8) -> bool {
        self.closed[spot as usize * 7 + usize::from(color)]
            || color == WHITE && self.cut[spot as usize] != NEVER
    }

    /// Takes facts in the order of their cost until every target is solved.
    fn spread(&mut self, board: &Board, targets: &[(Spot, u8)]) {
        let mut left: Vec<(Spot, u8)> = targets.to_vec();
        let mut cost = 0;
        while cost < self.buckets.len() {
            let mut next = 0;
            while next < self.buckets[cost].len() {
                let fact = self.buckets[cost][next] as usize;
                next += 1;
                if self.closed[fact] {
                    continue;
                }
                if fact < self.spots * 7 {
                    if self.brought[fact] == cost as u32 {
                        self.closed[fact] = true;
                        self.brush_comes(board, fact as u32);
                    }
                } else if self.lies[fact - self.spots * 7] == cost as u32 {
                    self.closed[fact] = true;
                    self.content_comes(board, fact - self.spots * 7);
                }
            }
            if !self.buckets[cost].is_empty() {
                left.retain(|&(spot, color)| !self.is_solved(spot, color));
                if left.is_empty() {
                    return;
                }
            }
            cost += 1;
        }
    }

    fn brush_comes(&mut self, board: &Board, fact: u32) {
        let (spot, color) = ((fact / 7) as Spot, (fact % 7) as u8);
        let cost = self.brought[fact as usize];
        if board.is_useful(color) || color == WHITE {
            let laid = board.laid(color);
            self.lay(board, spot, laid, cost, Origin::Laid(fact));
        }
        for dir in Dir::ALL {
            let to = board.beside[spot as usize][dir as usize];
            if to == WALL {
                continue;
            }
            if self.contents[to as usize] == GATE {
                self.enter_gate(board, fact, to, dir, cost);
            }
            for content in BARE..GATE {
                let lies = to as usize * CONTENTS + usize::from(content);
                if self.closed[self.spots * 7 + lies] {
                    self.enter(board, fact, color, to, content);
                }
            }
        }
    }

    fn enter_gate(&mut self, board: &Board, fact: u32, to: Spot, dir: Dir, cost: u32) {
        let color = (fact % 7) as u8;
        let pass = self.pass[to as usize];
        match board.fixture[to as usize] {
            Some(Fixture::Negation(gate)) => {
                let left = Color::from_bits(color).without(gate).bits();
                self.bring(to, left, cost + 1 + pass, Origin::Pass { from: fact });
            }
            Some(Fixture::Switch(sides)) => {
                let side = dir.opposite();
                if sides[side as usize].map(Color::bits) != Some(color) {
                    return;
                }
                for exit in Dir::ALL.into_iter().filter(|&exit| exit != side) {
                    let behind = board.beside[to as usize][exit as usize];
                    let Some(color) = sides[exit as usize].filter(|_| behind != WALL) else {
                        continue;
                    };
                    let color = color.bits();
                    self.doors.push((fact, behind, color, 2 + pass));
                    let laid = board.laid(color);
                    self.lay(board, to, laid, cost + 2 + pass, Origin::Laid(fact));
                    for content in BARE..GATE {
                        let lies = behind as usize * CONTENTS + usize::from(content);
                        if self.closed[self.spots * 7 + lies] {
                            self.leave(board, (fact, behind, color, 2 + pass), content);
                        }
                    }
                }
            }
            Some(Fixture::Droplet(_) | Fixture::Target(_)) | None => {}
        }
    }

    fn leave(&mut self, board: &Board, (from, to, color, far): Door, content: Content) {
        let lies = self.lies[to as usize * CONTENTS + usize::from(content)];
        if let Some((mixed, false)) = board.mixed(color, content) {
            let cost = self.brought[from as usize] + lies + far;
            let over = content;
            self.bring(to, mixed, cost, Origin::Step { from, over });
        }
    }

    fn enter(&mut self, board: &Board, from: u32, color: u8, to: Spot, content: Content) {
        let Some((mixed, ends)) = board.mixed(color, content) else {
            return;
        };
        let lies = self.lies[to as usize * CONTENTS + usize::from(content)];
        let cost = self.brought[from as usize] + lies + 1;
        let over = content;
        if !ends {
            self.bring(to, mixed, cost, Origin::Step { from, over });
            return;
        }
        if board.is_droplet(to) {
            return;
        }
        let by = Origin::Cut { from, at: to, over };
        if cost < self.cut[to as usize] {
            self.cut[to as usize] = cost;
            self.cut_by[to as usize] = by;
        }
        let white = board.laid(WHITE);
        self.lay(board, to, white, cost, by);
        for beside in board.beside[to as usize] {
            if beside != WALL && self.contents[beside as usize] != GATE {
                self.lay(board, beside, white, cost + 1, by);
            }
        }
    }

    fn content_comes(&mut self, board: &Board, fact: usize) {
        let (spot, content) = ((fact / CONTENTS) as Spot, (fact % CONTENTS) as Content);
        for beside in board.beside[spot as usize] {
            if beside == WALL {
                continue;
            }
            for color in 0..7u8 {
                let from = beside as usize * 7 + usize::from(color);
                if self.closed[from] {
                    self.enter(board, from as u32, color, spot, content);
                }
            }
        }
        for index in 0..self.doors.len() {
            let door = self.doors[index];
            if door.1 == spot {
                self.leave(board, door, content);
            }
        }
    }

    /// Follows the facts back from the targets.
    fn collect(&mut self, targets: &[(Spot, u8)]) -> Option<Asked> {
        let mut asked = Asked {
            visits: vec![0; self.spots],
            ..Asked::default()
        };
        self.needed.fill(false);
        // Facts still to be followed: brought, lies and cuts, in one numbering.
        let cuts = self.spots * (7 + CONTENTS);
        let mut todo: Vec<usize> = Vec::new();
        for &(spot, color) in targets {
            let fact = spot as usize * 7 + usize::from(color);
            let brought = self.brought[fact];
            let cut = if color == WHITE {
                self.cut[spot as usize]
            } else {
                NEVER
            };
            if brought == NEVER && cut == NEVER {
                return None;
            }
            asked.cost += brought.min(cut);
            let first = if cut < brought {
                cuts + spot as usize
            } else {
                fact
            };
            if !std::mem::replace(&mut self.needed[first], true) {
                todo.push(first);
            }
        }
        let mut brushes: Vec<u32> = Vec::new();
        let mut each_cut: Vec<(u32, Spot)> = Vec::new();
        while let Some(fact) = todo.pop() {
            let by = if fact < self.spots * 7 {
                brushes.push(fact as u32);
                asked.visits[fact / 7] = asked.visits[fact / 7].saturating_add(1);
                self.brought_by[fact]
            } else if fact < cuts {
                self.lies_by[fact - self.spots * 7]
            } else {
                self.cut_by[fact - cuts]
            };
            let mut need = |fact: usize, todo: &mut Vec<usize>| {
                if !std::mem::replace(&mut self.needed[fact], true) {
                    todo.push(fact);
                }
            };
            let lies = |spot: usize, content: Content| {
                self.spots * 7 + spot * CONTENTS + usize::from(content)
            };
            match by {
                Origin::Given | Origin::Start => {}
                Origin::Step { from, over } => {
                    need(from as usize, &mut todo);
                    need(lies(fact / 7, over), &mut todo);
                }
                Origin::Pass { from } => need(from as usize, &mut todo),
                Origin::Laid(from) => {
                    let place = ((from / 7) as Spot, (from % 7) as u8);
                    asked.laid.push(place);
                    need(from as usize, &mut todo);
                }
                Origin::Cut { from, at, over } => {
                    if !each_cut.contains(&(from, at)) {
                        each_cut.push((from, at));
                        asked.cuts.push(at);
                    }
                    need(from as usize, &mut todo);
                    need(lies(at as usize, over), &mut todo);
                }
            }
        }
        asked.strokes = self.strokes(&brushes, &each_cut);
        Some(asked)
    }

    /// How many strokes bring some colours and make some cuts. Where a colour changes, a new layer
    /// begins; every layer from which nothing leads on needs a stroke of its own.
    fn strokes(&mut self, brushes: &[u32], cuts: &[(u32, Spot)]) -> u32 {
        // The first brush of each layer stands for it; going back to it costs little.
        let layer = |mut fact: u32| loop {
            match self.brought_by[fact as usize] {
                Origin::Step { from, .. } if from % 7 == fact % 7 => fact = from,
                _ => return fact,
            }
        };
        let mut layers: Vec<u32> = brushes.iter().map(|&fact| layer(fact)).collect();
        layers.sort_unstable();
        layers.dedup();
        let mut leads_on: Vec<u32> = Vec::new();
        for &first in &layers {
            match self.brought_by[first as usize] {
                Origin::Step { from, .. } | Origin::Pass { from } => leads_on.push(layer(from)),
                _ => {}
            }
        }
        leads_on.extend(cuts.iter().map(|&(from, _)| layer(from)));
        leads_on.sort_unstable();
        leads_on.dedup();
        let ends = layers
            .iter()
            .filter(|first| leads_on.binary_search(first).is_err());
        (ends.count() + cuts.len()) as u32
    }
}
