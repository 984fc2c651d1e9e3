//! Landmarks: how many cells have to be entered at least.
//!
//! In a relaxation where nothing is ever lost (what lay on a spot once lies there for good, and
//! a brush that was somewhere is still there), a set of steps one of which every solution must
//! take is a *landmark*. Disjoint landmarks each cost a cell, so their number is a bound. They
//! are found as cuts of the graph that leads from every fact to the step it made possible last,
//! between the facts at hand and the dearest target; then the steps of the cut become free and
//! the next cut is sought, until all targets are free (Helmert and Domshlak's LM-cut).
//!
//! A state that is one step from another inherits all its landmarks but the one that contains
//! the step; usually nothing remains to be done but to check that no further cut exists. Because
//! every step costs one cell, all costs are 0 or 1 and distances are small integers.

use gridwright_core::grid::Dir;

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::board::{
    BARE, Board, Content, FLOWING, GATE, INSIDE, Spot, TAIL, Tip, WALL, WHITE, painted,
};

type Fact = u32;
type Op = u32;

const NONE: u32 = u32::MAX;

/// Farther than anything.
const FAR: u16 = u16::MAX;

/// Contents 0 to 8, a gate included.
const CONTENTS: usize = GATE as usize + 1;

/// A step of the relaxation, or a consequence that costs nothing.
#[derive(Clone, Copy)]
struct Step {
    needs: [Fact; 2],
    gives: [Fact; 4],
    costs: bool,
}

/// Where each kind of fact begins.
struct Facts {
    spots: usize,
}

impl Facts {
    /// The brush is on a spot with a colour.
    fn brush(&self, spot: Spot, color: u8) -> Fact {
        (spot as usize * 7 + color as usize) as Fact
    }
    /// The brush is next to a spot with a colour and may enter it.
    fn beside(&self, spot: Spot, color: u8) -> Fact {
        (self.spots * 7 + spot as usize * 7 + color as usize) as Fact
    }
    /// Something lies on a spot.
    fn lies(&self, spot: Spot, content: Content) -> Fact {
        (self.spots * 14 + spot as usize * CONTENTS + content as usize) as Fact
    }
    /// The brush may enter a switch gate through a side.
    fn at_switch(&self, spot: Spot, side: Dir) -> Fact {
        (self.spots * (14 + CONTENTS) + spot as usize * 4 + side as usize) as Fact
    }
    /// The brush is inside a switch gate that it entered through a side.
    fn inside(&self, spot: Spot, side: Dir) -> Fact {
        (self.spots * (18 + CONTENTS) + spot as usize * 4 + side as usize) as Fact
    }
    /// A tail is on a spot, with so many cells left (1 or 2).
    fn tail(&self, spot: Spot, left: u8) -> Fact {
        (self.spots * (22 + CONTENTS) + spot as usize * 2 + left as usize - 1) as Fact
    }
    /// A tail is next to a spot, with so many cells left (1 or 2).
    fn tail_beside(&self, spot: Spot, left: u8) -> Fact {
        (self.spots * (24 + CONTENTS) + spot as usize * 2 + left as usize - 1) as Fact
    }
    /// A target is solved.
    fn solved(&self, target: usize) -> Fact {
        (self.spots * (26 + CONTENTS) + target) as Fact
    }
    fn count(&self, targets: usize) -> usize {
        self.solved(targets) as usize
    }
}

/// The relaxation of one board, with room to work in.
pub(super) struct Landmarks {
    facts: Facts,
    steps: Vec<Step>,
    /// For every fact, the steps that need it and the steps that give it.
    needed_by: Vec<Vec<Op>>,
    given_by: Vec<Vec<Op>>,
    /// The step of entering a spot with a colour where something lies; of entering a switch gate
    /// through a side; of a tail onto a spot.
    enter: Vec<Op>,
    enter_switch: Vec<Op>,
    enter_tail: Vec<Op>,
    goals: Vec<Fact>,
    memory: Memory,
    // Work space of one question.
    owner: Vec<u8>,
    distance: Vec<u16>,
    support: Vec<Fact>,
    missing: Vec<u8>,
    buckets: Vec<Vec<Fact>>,
    zone: Vec<u32>,
    zone_stamp: u32,
    seen: Vec<u32>,
    stack: Vec<Fact>,
    cut: Vec<Op>,
    initial: Vec<Fact>,
}

/// No landmark owns the step: it still costs.
const FREE: u8 = u8::MAX;

/// Landmarks of the states that were asked about last, to be handed down.
struct Memory {
    slots: Vec<(u32, Vec<u8>)>,
}

impl Landmarks {
    /// The relaxation of a board, with at most so many bytes for remembered landmarks.
    pub(super) fn new(board: &Board, bytes: u64) -> Landmarks {
        let facts = Facts {
            spots: board.spots(),
        };
        let count = facts.count(board.targets());
        let mut landmarks = Landmarks {
            steps: Vec::new(),
            needed_by: vec![Vec::new(); count],
            given_by: vec![Vec::new(); count],
            enter: vec![NONE; board.spots() * 7 * CONTENTS],
            enter_switch: vec![NONE; board.spots() * 4],
            enter_tail: vec![NONE; board.spots() * 2],
            goals: (0..board.targets()).map(|t| facts.solved(t)).collect(),
            memory: Memory { slots: Vec::new() },
            owner: Vec::new(),
            distance: vec![FAR; count],
            support: Vec::new(),
            missing: Vec::new(),
            buckets: vec![Vec::new()],
            zone: vec![0; count],
            zone_stamp: 0,
            seen: vec![0; count],
            stack: Vec::new(),
            cut: Vec::new(),
            initial: Vec::new(),
            facts,
        };
        let steps = Builder {
            board,
            facts: &landmarks.facts,
            steps: Vec::new(),
            enter: &mut landmarks.enter,
            enter_switch: &mut landmarks.enter_switch,
            enter_tail: &mut landmarks.enter_tail,
        }
        .all();
        landmarks.keep_reachable(board, steps);
        let slots = (bytes as usize / (landmarks.steps.len() + 64)).clamp(1, 1 << 16);
        landmarks.memory.slots = vec![(NONE, Vec::new()); slots];
        landmarks
    }

    /// Forgets steps that cannot be taken from the start even here; none of them comes back.
    fn keep_reachable(&mut self, board: &Board, steps: Vec<Step>) {
        self.steps = steps;
        self.index_steps();
        self.owner = vec![FREE; self.steps.len()];
        self.collect_initial(board, board.start());
        self.measure();
        let mut new_number = vec![NONE; self.steps.len()];
        let mut kept = Vec::new();
        for (op, step) in self.steps.iter().enumerate() {
            if self.missing[op] == 0 {
                new_number[op] = kept.len() as Op;
                kept.push(*step);
            }
        }
        for table in [
            &mut self.enter,
            &mut self.enter_switch,
            &mut self.enter_tail,
        ] {
            for op in table.iter_mut().filter(|op| **op != NONE) {
                *op = new_number[*op as usize];
            }
        }
        self.steps = kept;
        self.index_steps();
    }

    fn index_steps(&mut self) {
        self.needed_by.iter_mut().for_each(Vec::clear);
        self.given_by.iter_mut().for_each(Vec::clear);
        for (op, step) in self.steps.iter().enumerate() {
            for fact in step.needs.into_iter().filter(|&fact| fact != NONE) {
                self.needed_by[fact as usize].push(op as Op);
            }
            for fact in step.gives.into_iter().filter(|&fact| fact != NONE) {
                self.given_by[fact as usize].push(op as Op);
            }
        }
        self.support = vec![NONE; self.steps.len()];
        self.missing = vec![0; self.steps.len()];
    }

    /// The fewest cells that have to be entered from a state, as far as landmarks tell; `None` if
    /// the targets are out of reach. `name` and `from` number the state and the one before it.
    pub(super) fn bound(
        &mut self,
        board: &Board,
        state: &[u64],
        name: u32,
        from: Option<(u32, Op)>,
    ) -> Option<u32> {
        let mut count = self.inherit(from);
        self.collect_initial(board, state);
        self.measure();
        while let Some(goal) = self.dearest_goal() {
            if self.distance[goal as usize] == FAR {
                return None;
            }
            if self.distance[goal as usize] == 0 {
                break;
            }
            self.find_cut(goal);
            // More landmarks than can be told apart: still a bound, and nobody has such levels.
            let label = count.min(u32::from(FREE) - 1) as u8;
            count += 1;
            for i in 0..self.cut.len() {
                self.owner[self.cut[i] as usize] = label;
            }
            self.bring_closer();
        }
        self.remember(name);
        Some(count)
    }

    /// The step that leads from a state to the next: the brush `tip` enters a spot.
    pub(super) fn step(&self, board: &Board, state: &[u64], tip: Tip, to: Spot) -> Option<Op> {
        let dir = Dir::ALL
            .into_iter()
            .find(|&dir| board.beside[tip.spot as usize][dir as usize] == to)?;
        let mut color = tip.color;
        if (INSIDE..TAIL).contains(&tip.phase) {
            let Some(Fixture::Switch(sides)) = board.fixture[tip.spot as usize] else {
                return None;
            };
            color = sides[dir as usize]?.bits();
        }
        let content = board.content(state, to);
        let op = if tip.phase > TAIL {
            self.enter_tail[to as usize * 2 + (tip.phase - TAIL) as usize - 1]
        } else {
            match board.fixture[to as usize] {
                Some(Fixture::Switch(_)) if content == GATE => {
                    self.enter_switch[to as usize * 4 + dir.opposite() as usize]
                }
                _ => self.enter[enter_index(to, color, content)],
            }
        };
        (op != NONE).then_some(op)
    }

    /// Takes over the landmarks of the state before; how many they are.
    fn inherit(&mut self, from: Option<(u32, Op)>) -> u32 {
        let slots = self.memory.slots.len();
        if let Some((parent, op)) = from {
            let (name, owner) = &self.memory.slots[parent as usize % slots];
            if *name == parent && owner.iter().all(|&label| label != FREE - 1) {
                self.owner.copy_from_slice(owner);
                let lost = self.owner[op as usize];
                let mut most = 0;
                for label in &mut self.owner {
                    if *label == lost {
                        *label = FREE;
                    } else if *label != FREE {
                        most = most.max(*label + 1);
                    }
                }
                // Close the gap, so that labels count landmarks.
                if lost != FREE && lost + 1 < most {
                    for label in self.owner.iter_mut().filter(|label| **label == most - 1) {
                        *label = lost;
                    }
                    most -= 1;
                }
                return most.into();
            }
        }
        self.owner.fill(FREE);
        self.owner.resize(self.steps.len(), FREE);
        0
    }

    fn remember(&mut self, name: u32) {
        let slots = self.memory.slots.len();
        let slot = &mut self.memory.slots[name as usize % slots];
        slot.0 = name;
        slot.1.clone_from(&self.owner);
    }

    fn collect_initial(&mut self, board: &Board, state: &[u64]) {
        let facts = &self.facts;
        self.initial.clear();
        for spot in 0..board.spots() as Spot {
            let content = board.content(state, spot);
            if board.is_droplet(spot) {
                self.initial.push(facts.brush(spot, content - 1));
            } else {
                self.initial.push(facts.lies(spot, content));
            }
        }
        let solved = (0..board.targets()).filter(|&target| !board.is_left(state, target));
        self.initial
            .extend(solved.map(|target| facts.solved(target)));
        let tip = board.tip(state);
        match tip.phase {
            FLOWING => self.initial.push(facts.brush(tip.spot, tip.color)),
            inside if (INSIDE..TAIL).contains(&inside) => {
                let side = Dir::ALL[(inside - INSIDE) as usize];
                self.initial.push(facts.inside(tip.spot, side));
            }
            tail if tail > TAIL => self.initial.push(facts.tail(tip.spot, tail - TAIL)),
            _ => {}
        }
    }

    fn cost(&self, op: Op) -> u16 {
        u16::from(self.steps[op as usize].costs && self.owner[op as usize] == FREE)
    }

    /// How far every fact is, if of all a step needs only the dearest counts.
    fn measure(&mut self) {
        self.distance.fill(FAR);
        for (missing, step) in self.missing.iter_mut().zip(&self.steps) {
            *missing = 1 + u8::from(step.needs[1] != NONE);
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        for i in 0..self.initial.len() {
            let fact = self.initial[i];
            if self.distance[fact as usize] == FAR {
                self.distance[fact as usize] = 0;
                self.buckets[0].push(fact);
            }
        }
        self.pass_on(|this, op, fact| {
            this.missing[op as usize] -= 1;
            (this.missing[op as usize] == 0).then_some(fact)
        });
    }

    /// Goes through the facts by their distance, nearest first, and gives what the steps give that
    /// need them; `dearest` tells of such a step and a fact what it needs that is farthest, or that
    /// this is not its turn.
    #[inline]
    fn pass_on(&mut self, dearest: impl Fn(&mut Self, Op, Fact) -> Option<Fact>) {
        let mut level = 0;
        while level < self.buckets.len() {
            while let Some(fact) = self.buckets[level].pop() {
                if self.distance[fact as usize] != level as u16 {
                    continue;
                }
                for i in 0..self.needed_by[fact as usize].len() {
                    let op = self.needed_by[fact as usize][i];
                    let Some(dearest) = dearest(self, op, fact) else {
                        continue;
                    };
                    self.support[op as usize] = dearest;
                    let reached = self.distance[dearest as usize] + self.cost(op);
                    self.give(op, reached);
                }
            }
            level += 1;
        }
    }

    fn give(&mut self, op: Op, reached: u16) {
        for fact in self.steps[op as usize].gives {
            if fact != NONE && reached < self.distance[fact as usize] {
                self.distance[fact as usize] = reached;
                if self.buckets.len() <= reached as usize {
                    self.buckets.resize_with(reached as usize + 1, Vec::new);
                }
                self.buckets[reached as usize].push(fact);
            }
        }
    }

    /// After the steps of the cut became free: passes the shorter ways on.
    fn bring_closer(&mut self) {
        for i in 0..self.cut.len() {
            let op = self.cut[i];
            let reached = self.distance[self.support[op as usize] as usize];
            self.give(op, reached);
        }
        self.pass_on(|this, op, fact| {
            if this.missing[op as usize] > 0 || this.support[op as usize] != fact {
                return None;
            }
            let [first, second] = this.steps[op as usize].needs;
            Some(match second {
                NONE => first,
                _ if this.distance[first as usize] >= this.distance[second as usize] => first,
                _ => second,
            })
        });
    }

    fn dearest_goal(&self) -> Option<Fact> {
        let goals = self.goals.iter().copied();
        goals.max_by_key(|&goal| self.distance[goal as usize])
    }

    /// Finds the steps that lead into the zone from which a goal costs nothing.
    fn find_cut(&mut self, goal: Fact) {
        self.zone_stamp += 1;
        let stamp = self.zone_stamp;
        self.stack.clear();
        self.stack.push(goal);
        self.zone[goal as usize] = stamp;
        while let Some(fact) = self.stack.pop() {
            for i in 0..self.given_by[fact as usize].len() {
                let op = self.given_by[fact as usize][i];
                if self.missing[op as usize] > 0 || self.cost(op) > 0 {
                    continue;
                }
                let support = self.support[op as usize];
                if self.zone[support as usize] != stamp {
                    self.zone[support as usize] = stamp;
                    self.stack.push(support);
                }
            }
        }
        self.cut.clear();
        for i in 0..self.initial.len() {
            let fact = self.initial[i];
            if self.zone[fact as usize] != stamp {
                self.seen[fact as usize] = stamp;
                self.stack.push(fact);
            }
        }
        while let Some(fact) = self.stack.pop() {
            for i in 0..self.needed_by[fact as usize].len() {
                let op = self.needed_by[fact as usize][i];
                if self.missing[op as usize] > 0 || self.support[op as usize] != fact {
                    continue;
                }
                let gives = self.steps[op as usize].gives;
                let into_zone = |fact: Fact| fact != NONE && self.zone[fact as usize] == stamp;
                if gives.into_iter().any(into_zone) {
                    self.cut.push(op);
                    continue;
                }
                for given in gives.into_iter().filter(|&given| given != NONE) {
                    if self.seen[given as usize] != stamp {
                        self.seen[given as usize] = stamp;
                        self.stack.push(given);
                    }
                }
            }
        }
    }
}

fn enter_index(spot: Spot, color: u8, content: Content) -> usize {
    (spot as usize * 7 + color as usize) * CONTENTS + content as usize
}

/// Lists all steps of a board.
struct Builder<'a> {
    board: &'a Board,
    facts: &'a Facts,
    steps: Vec<Step>,
    enter: &'a mut [Op],
    enter_switch: &'a mut [Op],
    enter_tail: &'a mut [Op],
}

impl Builder<'_> {
    fn all(mut self) -> Vec<Step> {
        for spot in 0..self.board.spots() as Spot {
            self.go_beside(spot);
            match self.board.fixture[spot as usize] {
                Some(Fixture::Droplet(color)) => self.cross(spot, painted(color)),
                Some(Fixture::Negation(color)) => self.negate(spot, color),
                Some(Fixture::Switch(sides)) => self.switch(spot, sides),
                Some(Fixture::Target(_)) | None => {}
            }
            if !self.board.is_droplet(spot) {
                for content in BARE..GATE {
                    self.cross(spot, content);
                    if self.board.starts_on_paint && content != BARE {
                        let lies = self.facts.lies(spot, content);
                        let brush = self.facts.brush(spot, content - 1);
                        self.follows([lies, NONE], [brush, NONE]);
                    }
                }
            }
            self.run_on(spot);
        }
        self.steps
    }

    fn push(&mut self, needs: [Fact; 2], gives: [Fact; 4], costs: bool) -> Op {
        self.steps.push(Step {
            needs,
            gives,
            costs,
        });
        self.steps.len() as Op - 1
    }

    fn follows(&mut self, needs: [Fact; 2], gives: [Fact; 2]) {
        self.push(needs, [gives[0], gives[1], NONE, NONE], false);
    }

    /// From a spot the brush is beside its neighbours.
    fn go_beside(&mut self, spot: Spot) {
        for dir in Dir::ALL {
            let to = self.board.beside[spot as usize][dir as usize];
            if to == WALL {
                continue;
            }
            for color in 0..7 {
                let brush = self.facts.brush(spot, color);
                let beside = self.facts.beside(to, color);
                self.follows([brush, NONE], [beside, self.door(to, dir, color)]);
            }
        }
    }

    /// The fact of standing before a switch gate, if going in a direction with a colour does.
    fn door(&self, to: Spot, dir: Dir, color: u8) -> Fact {
        let side = dir.opposite();
        match self.board.fixture[to as usize] {
            Some(Fixture::Switch(sides))
                if sides[side as usize].is_some_and(|side| side.bits() == color) =>
            {
                self.facts.at_switch(to, side)
            }
            _ => NONE,
        }
    }

    /// Entering a spot where a content other than a gate lies.
    fn cross(&mut self, spot: Spot, content: Content) {
        for color in 0..7 {
            let Some((mixed, ends)) = self.board.mixed(color, content) else {
                continue;
            };
            let facts = self.facts;
            let droplet = self.board.is_droplet(spot);
            let lies = if droplet {
                NONE
            } else {
                facts.lies(spot, content)
            };
            let brush = if ends {
                facts.tail(spot, self.board.tail)
            } else {
                facts.brush(spot, mixed)
            };
            let paint = if droplet {
                NONE
            } else {
                facts.lies(spot, self.board.laid(mixed))
            };
            let solved = match (self.board.fixture[spot as usize], self.board.target(spot)) {
                (Some(Fixture::Target(wanted)), Some(target)) if wanted.bits() == mixed => {
                    facts.solved(target)
                }
                _ => NONE,
            };
            let needs = [facts.beside(spot, color), lies];
            let op = self.push(needs, [brush, paint, solved, NONE], true);
            self.enter[enter_index(spot, color, content)] = op;
        }
    }

    fn negate(&mut self, spot: Spot, gate: Color) {
        for color in 0..7 {
            let facts = self.facts;
            let left = color & !gate.bits();
            let needs = [facts.beside(spot, color), facts.lies(spot, GATE)];
            let gives = [
                facts.brush(spot, left),
                facts.lies(spot, self.board.laid(left)),
                NONE,
                NONE,
            ];
            let op = self.push(needs, gives, true);
            self.enter[enter_index(spot, color, GATE)] = op;
        }
    }

    fn switch(&mut self, spot: Spot, sides: [Option<Color>; 4]) {
        for side in Dir::ALL {
            if sides[side as usize].is_none() {
                continue;
            }
            let facts = self.facts;
            let needs = [facts.at_switch(spot, side), facts.lies(spot, GATE)];
            let inside = facts.inside(spot, side);
            let op = self.push(needs, [inside, NONE, NONE, NONE], true);
            self.enter_switch[spot as usize * 4 + side as usize] = op;
            for exit in Dir::ALL {
                let to = self.board.beside[spot as usize][exit as usize];
                if let Some(color) = sides[exit as usize]
                    && exit != side
                    && to != WALL
                {
                    let door = self.door(to, exit, color.bits());
                    let gives = [
                        self.facts.beside(to, color.bits()),
                        self.facts.lies(spot, self.board.laid(color.bits())),
                        door,
                        NONE,
                    ];
                    self.push([inside, NONE], gives, false);
                }
            }
        }
    }

    /// Tails that reach a spot.
    fn run_on(&mut self, spot: Spot) {
        for left in 1..=self.board.tail {
            let facts = self.facts;
            for to in self.board.beside[spot as usize] {
                if to != WALL {
                    let beside = facts.tail_beside(to, left);
                    self.follows([facts.tail(spot, left), NONE], [beside, NONE]);
                }
            }
            let paint = if self.board.is_droplet(spot) {
                NONE
            } else {
                facts.lies(spot, self.board.laid(WHITE))
            };
            let on = if left > 1 {
                facts.tail(spot, left - 1)
            } else {
                NONE
            };
            let needs = [facts.tail_beside(spot, left), NONE];
            let op = self.push(needs, [paint, on, NONE, NONE], true);
            self.enter_tail[spot as usize * 2 + left as usize - 1] = op;
        }
    }
}
