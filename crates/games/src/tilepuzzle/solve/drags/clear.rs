//! One more cat on a board full of bodies: one of them is led to it, and what lies in the way is
//! moved aside.
//!
//! A search over states drowns where hundreds of bodies may move. But every step can be taken back, so
//! a step made in vain costs nothing but itself, and ways may be followed at once. The way of a body is
//! a cheapest one, where cells that others lie on cost as much as it is far from there to free room; a
//! body that is met leaves the way by a way of its own, and those it meets leave that one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gridwright_core::budget::{Limit, Meter};

use super::super::bits::Bits;
use super::board::Board;
use super::trial::Step;

/// Bodies that are led to a cat, one after the other, before all is given up.
const ATTEMPTS: usize = 48;

/// The most steps for one cat.
const MOST_STEPS: u32 = 4000;

/// Ways looked for in one attempt: where they are used up, bodies move one another to and fro.
const LOOKS: u32 = 400;

/// How many bodies may wait for one another to leave.
const DEPTH: u32 = 48;

/// What a body in the way costs for each cell between it and free room.
const PUSH: u32 = 6;

/// No room can be had there.
const NO_ROOM: u32 = u32::MAX;

/// Nobody lies there.
const NOBODY: u16 = u16::MAX;

/// A position that goes on, step by step.
pub(super) struct Clearing<'b, const W: usize> {
    board: &'b Board<W>,
    pub(super) anchors: Vec<u16>,
    pub(super) home: Bits<W>,
    /// The steps made.
    pub(super) steps: Vec<Step>,
    /// Who lies on each cell.
    lies: Vec<u16>,
    taken: Bits<W>,
    /// The cats at home when this cat was begun with, and the steps left for it.
    at_first: u32,
    left: u32,
    /// The ways that this attempt may still look for.
    looks: u32,
    /// For each cell, how far it is to free room.
    room: Vec<u32>,
    /// For each anchor, what it costs to come there, and the direction of the last step.
    price: Vec<(u32, u8)>,
}

/// Cells that bodies on their way want to be rid of.
#[derive(Clone, Copy)]
struct Wanted<const W: usize> {
    /// Those that somebody will come to: to be left.
    soon: Bits<W>,
    /// Those under bodies that wait: not to be entered.
    now: Bits<W>,
}

impl<'b, const W: usize> Clearing<'b, W> {
    pub(super) fn new(board: &'b Board<W>, anchors: &[u16], home: &Bits<W>) -> Self {
        let mut clearing = Clearing {
            board,
            anchors: anchors.to_vec(),
            home: *home,
            steps: Vec::new(),
            lies: vec![NOBODY; 64 * W],
            taken: Bits::EMPTY,
            at_first: 0,
            left: 0,
            looks: 0,
            room: vec![NO_ROOM; 64 * W],
            price: vec![(u32::MAX, 0); 64 * W],
        };
        for body in 0..anchors.len() {
            clearing.lay(body, body as u16);
        }
        clearing
    }

    /// Sends one more cat home, or more of them; whether that was done. Steps may have been made in
    /// vain.
    pub(super) fn one_more(&mut self, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        self.at_first = self.home.count();
        self.left = MOST_STEPS;
        for body in self.nearest(meter)?.into_iter().take(ATTEMPTS) {
            self.looks = LOOKS;
            if self.lead(body, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes a step that is known to be free.
    fn step(&mut self, body: usize, dir: u8) {
        let from = self.anchors[body];
        self.lay(body, NOBODY);
        self.anchors[body] = self.board.stepped(from, dir as usize);
        self.lay(body, body as u16);
        let here = Bits::only(self.anchors[body] as usize);
        let form = self.board.bodies[body].form;
        self.home = self.board.fetched(form, &here, &self.home);
        self.steps.push(Step {
            body: body as u16,
            from,
            dir,
        });
    }

    fn lay(&mut self, body: usize, who: u16) {
        for cell in &self.board.form_of(body).cells {
            let cell = (self.anchors[body] + cell) as usize;
            self.lies[cell] = who;
            if who == NOBODY {
                self.taken.remove(cell);
            } else {
                self.taken.insert(cell);
            }
        }
    }

    /// The bodies that may fetch something, those first that are nearest to something.
    fn nearest(&self, meter: &mut Meter<'_>) -> Result<Vec<usize>, Limit> {
        let place = |anchor: usize| (anchor % self.board.stride, anchor / self.board.stride);
        let mut bodies: Vec<(usize, usize)> = Vec::new();
        for body in (0..self.anchors.len()).filter(|&body| self.may_move(body)) {
            let form = self.board.form_of(body);
            let (x, y) = place(self.anchors[body] as usize);
            let distances = form.fetches.iter().filter_map(|(cat, at)| {
                let cat = *cat as usize;
                let is_wanted =
                    !self.home.contains(cat) && self.board.bodies[body].reach.contains(cat);
                let (to_x, to_y) = place(at.first().filter(|_| is_wanted)?);
                Some(x.abs_diff(to_x) + y.abs_diff(to_y))
            });
            bodies.extend(distances.min().map(|distance| (distance, body)));
            meter.work(form.fetches.len() as u64)?;
        }
        bodies.sort_unstable();
        Ok(bodies.into_iter().map(|(_, body)| body).collect())
    }

    fn may_move(&self, body: usize) -> bool {
        self.board.bodies[body].need <= self.home.count()
    }

    fn has_more(&self) -> bool {
        self.home.count() > self.at_first
    }

    /// Leads a body to any cat of its colour.
    fn lead(&mut self, body: usize, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        let fetches = &self.board.form_of(body).fetches;
        let goal = (fetches.iter())
            .filter(|(cat, _)| !self.home.contains(*cat as usize))
            .fold(Bits::EMPTY, |goal, (_, at)| goal.or(at));
        let nothing = Wanted {
            soon: Bits::EMPTY,
            now: Bits::EMPTY,
        };
        let way = self.way(body, &goal, &nothing, meter)?;
        Ok(match way {
            Some(way) => self.follow(body, &way, &nothing, 0, meter)? && self.has_more(),
            None => false,
        })
    }

    /// Goes along a way, and moves aside whoever lies on it. Ends early once a cat more is home.
    fn follow(
        &mut self,
        body: usize,
        way: &[u8],
        wanted: &Wanted<W>,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        for (i, &dir) in way.iter().enumerate() {
            let here = self.board.mask(body, self.anchors[body]);
            let to = self.board.stepped(self.anchors[body], dir as usize);
            let next = self.board.mask(body, to);
            while let Some(cell) = next.minus(&here).and(&self.taken).first() {
                let met = self.lies[cell] as usize;
                let mut soon = wanted.soon;
                let mut at = self.anchors[body];
                for &dir in &way[i..] {
                    at = self.board.stepped(at, dir as usize);
                    soon = soon.or(&self.board.mask(body, at));
                }
                let now = wanted.now.or(&here);
                // Where nobody can leave the whole way, the next step will do.
                let has_left = self.leave(met, &Wanted { soon, now }, depth + 1, meter)?
                    || self.leave(met, &Wanted { soon: next, now }, depth + 1, meter)?;
                if self.has_more() {
                    return Ok(true);
                }
                if !has_left {
                    return Ok(false);
                }
            }
            let out = self.board.out(&self.home);
            let others = self.taken.minus(&here);
            let form = self.board.bodies[body].form;
            if self.left == 0 || !self.board.is_free(form, to, &others, &out) {
                return Ok(false);
            }
            self.left -= 1;
            self.step(body, dir);
            if self.has_more() {
                return Ok(true);
            }
        }
        Ok(true)
    }

    /// Moves a body off the cells that are wanted.
    fn leave(
        &mut self,
        body: usize,
        wanted: &Wanted<W>,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        if depth > DEPTH || self.looks == 0 || !self.may_move(body) {
            return Ok(false);
        }
        self.looks -= 1;
        let form = self.board.bodies[body].form;
        let closed = wanted.soon.or(&wanted.now);
        let aside = self.board.forms[form]
            .places
            .minus(&self.board.blocked(form, &closed));
        let Some(way) = self.way(body, &aside, wanted, meter)? else {
            return Ok(false);
        };
        let followed = self.follow(body, &way, wanted, depth, meter)?;
        Ok(followed && aside.contains(self.anchors[body] as usize))
    }

    /// A cheapest way of a body to one of the anchors of `goal`, as directions.
    fn way(
        &mut self,
        body: usize,
        goal: &Bits<W>,
        wanted: &Wanted<W>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<u8>>, Limit> {
        meter.node()?;
        self.measure_room(wanted, meter)?;
        let board = self.board;
        let form = board.bodies[body].form;
        let out = board.out(&self.home);
        let start = self.anchors[body];
        // Who lies there can be moved aside; cats and those who wait cannot.
        let free = board.free(form, &wanted.now, &out);
        self.price.fill((u32::MAX, 0));
        self.price[start as usize].0 = 0;
        let mut queue = BinaryHeap::from([Reverse((0, start))]);
        let mut seen = 0;
        let mut end = None;
        while let Some(Reverse((price, at))) = queue.pop() {
            if price > self.price[at as usize].0 {
                continue;
            }
            if at != start && goal.contains(at as usize) {
                end = Some(at);
                break;
            }
            for dir in 0..4u8 {
                let to = board.stepped(at, dir as usize);
                if !board.can_lie(form, to) || !free.contains(to as usize) {
                    continue;
                }
                let cells = board.forms[form].cells.iter();
                let pushed = cells.map(|cell| self.to_push(body, (to + cell) as usize));
                let Some(pushed) = pushed.max().filter(|&pushed| pushed != NO_ROOM) else {
                    continue;
                };
                let price = price + 1 + PUSH * pushed;
                if price < self.price[to as usize].0 {
                    self.price[to as usize] = (price, dir);
                    queue.push(Reverse((price, to)));
                }
            }
            seen += 1;
        }
        meter.work(seen * 4 * board.forms[form].cells.len() as u64)?;
        let Some(mut at) = end else {
            return Ok(None);
        };
        let mut way = Vec::new();
        while at != start {
            let dir = self.price[at as usize].1;
            way.push(dir);
            at = board.stepped(at, (dir as usize + 2) % 4);
        }
        way.reverse();
        Ok(Some(way))
    }

    /// How far it is to free room for whoever lies on a cell; 0 if nobody else does.
    fn to_push(&self, body: usize, cell: usize) -> u32 {
        match self.lies[cell] {
            NOBODY => 0,
            who if who as usize == body => 0,
            who if self.may_move(who as usize) => self.room[cell],
            _ => NO_ROOM,
        }
    }

    /// Measures how far it is from each cell to free room that nobody wants.
    fn measure_room(&mut self, wanted: &Wanted<W>, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let board = self.board;
        let out = board.out(&self.home);
        let closed = wanted.soon.or(&wanted.now);
        let open = board.open.minus(&wanted.now).minus(&out);
        let mut reached = board.open.minus(&self.taken).minus(&out).minus(&closed);
        let mut border = reached;
        self.room.fill(NO_ROOM);
        let mut distance = 0;
        while !border.is_empty() {
            border.iter().for_each(|cell| self.room[cell] = distance);
            distance += 1;
            let more = board.spread(&border).and(&open).minus(&reached);
            reached = reached.or(&more);
            border = more;
        }
        meter.work(u64::from(distance) * 8 * W as u64 + 64 * W as u64)
    }
}
