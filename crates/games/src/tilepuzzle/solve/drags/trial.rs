//! The fewest steps within so many drags, when just these bodies move: best-first over single steps.
//!
//! A node is where the movers lie, which cats are home, who must still move, how many drags were
//! begun, and which body is being dragged, if any. A step of the body that is being dragged costs
//! one; to let go costs nothing; to take hold of another body and make its first step costs one and
//! begins a drag. So no ways are listed in advance, however large the board is. Bodies outside the
//! set are walls, which makes tours longer and the search narrow.

use gridwright_core::budget::{Limit, Meter};

use super::super::bits::Bits;
use super::board::{Board, COLORS};
use super::intern::Interner;
use super::lazy::Lazy;
use super::stack::Start;
use super::tours::{Bounds, Moved, NEVER};

/// No body is being dragged; more than the bodies of any board.
const NOBODY: usize = 0xFFF;

/// The most drags that fit a packed node.
pub(super) const MOST_DRAGS: u32 = 0xFF;

/// The most movers that may be told apart by whether they must still move.
pub(super) const MOST_DUE: usize = 12;

/// What all searches for one level share.
pub(super) struct Task<'t, const W: usize> {
    pub(super) board: &'t Board<W>,
    /// Where every body lies before the first drag.
    pub(super) anchors: &'t [u16],
    pub(super) home: Bits<W>,
    /// Drags allowed.
    pub(super) drags: u32,
    /// The body whose first step is made already, if the first drag has begun.
    pub(super) active: Option<usize>,
}

/// A step: a body, or one interchangeable with it, from an anchor in a direction.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) body: u16,
    pub(super) from: u16,
    pub(super) dir: u8,
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    walked: u16,
    /// Which mover of the parent stepped, and where to; `NOBODY` if it was let go.
    mover: u16,
    dir: u8,
}

/// A state taken apart.
#[derive(Clone)]
struct State<const W: usize> {
    anchors: Vec<u16>,
    home: Bits<W>,
    due: u64,
    begun: u32,
    active: usize,
}

/// One search.
pub(super) struct Trial<const W: usize> {
    movers: Vec<usize>,
    /// For each mover, the first of those interchangeable with it.
    twins: Vec<usize>,
    walls: Bits<W>,
    everyone: Bits<W>,
    bounds: Bounds<W>,
    lazy: Lazy<W>,
    drags: u32,
    states: Interner,
    nodes: Vec<Node>,
    /// Nodes by the bound on all steps through them, with the steps walked when they were put in.
    queue: Vec<Vec<(u32, u16)>>,
    lowest: usize,
    at: State<W>,
    next: State<W>,
    key: Vec<u32>,
    charged: u64,
    /// Where all bodies lie, and which must still move, as `lazy` is asked about it.
    places: Vec<u16>,
    due: Bits<W>,
}

impl<const W: usize> Trial<W> {
    /// A search in which these bodies move; all of them, if `all_due`.
    pub(super) fn new(
        task: &Task<'_, W>,
        movers: &[usize],
        all_due: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let board = task.board;
        let mut walls = Bits::EMPTY;
        for (body, &anchor) in task.anchors.iter().enumerate() {
            if !movers.contains(&body) {
                walls = walls.or(&board.mask(body, anchor));
            }
        }
        let mut set = Bits::EMPTY;
        movers.iter().for_each(|&body| set.insert(body));
        let mut due = 0;
        if all_due {
            due = (1u64 << movers.len()) - 1;
        }
        let active = task
            .active
            .and_then(|body| movers.iter().position(|&m| m == body));
        let mut begun = 0;
        if let Some(active) = active {
            due &= !(1 << active.min(63));
            begun = 1;
        }
        let most_spare = (task.drags - begun).saturating_sub(due.count_ones()) as usize;
        let bounds = Bounds::new(board, movers, &walls, &task.home, most_spare, meter)?;
        let twins = movers
            .iter()
            .map(|&body| {
                let alike = |&other: &usize| board.twins[other] == board.twins[body];
                movers.iter().position(alike).expect("it is its own twin")
            })
            .collect();
        let stride = movers.len().div_ceil(2) + board.cats.len().div_ceil(32) + 1;
        let state = State {
            anchors: movers.iter().map(|&body| task.anchors[body]).collect(),
            home: task.home,
            due,
            begun,
            active: active.unwrap_or(NOBODY),
        };
        let mut trial = Trial {
            movers: movers.to_vec(),
            twins,
            walls,
            everyone: board.everyone,
            bounds,
            lazy: Lazy::new(board, set),
            drags: task.drags,
            states: Interner::new(stride),
            nodes: Vec::new(),
            queue: Vec::new(),
            lowest: usize::MAX,
            at: state.clone(),
            next: state,
            key: Vec::new(),
            charged: 0,
            places: task.anchors.to_vec(),
            due: Bits::EMPTY,
        };
        let root = Node {
            parent: u32::MAX,
            walked: 0,
            mover: NOBODY as u16,
            dir: 0,
        };
        trial.stand(task.anchors, due);
        let Trial {
            lazy, places, due, ..
        } = &mut trial;
        let start = Start {
            anchors: places,
            due,
            home: &task.home,
        };
        let found = lazy.solution(board, start, task.active, task.drags, meter)?;
        if found.is_some() {
            trial.add(root, 0, meter)?;
        }
        Ok(trial)
    }

    /// What a solution found here costs at least; `usize::MAX` if there is none.
    pub(super) fn bound(&self) -> usize {
        self.lowest
    }

    /// Gives the memory back.
    pub(super) fn release(&self, meter: &mut Meter<'_>) {
        let tables = self.states.bytes() + self.bounds.bytes() + self.lazy.bytes();
        meter.release(self.charged + tables);
    }

    /// Searches while the bound is at most `most`; the steps of a solution, if one is found.
    pub(super) fn run(
        &mut self,
        task: &Task<'_, W>,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Step>>, Limit> {
        while self.lowest <= most {
            let Some((number, walked)) = self.queue[self.lowest].pop() else {
                self.lowest = (self.lowest + 1..self.queue.len())
                    .find(|&f| !self.queue[f].is_empty())
                    .unwrap_or(usize::MAX);
                continue;
            };
            if self.nodes[number as usize].walked != walked {
                continue;
            }
            meter.node()?;
            self.unpack(number);
            if self.at.home == task.board.everyone {
                return Ok(Some(self.path(number)));
            }
            self.expand(task, number, walked, meter)?;
        }
        Ok(None)
    }

    fn expand(
        &mut self,
        task: &Task<'_, W>,
        number: u32,
        walked: u16,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let board = task.board;
        let forbidden = board.forbidden(&self.at.home);
        let mut taken = self.walls;
        for (mover, &anchor) in self.at.anchors.iter().enumerate() {
            taken = taken.or(&board.mask(self.movers[mover], anchor));
        }
        if self.at.active != NOBODY {
            let mover = self.at.active;
            let body = self.movers[mover];
            let others = taken.minus(&board.mask(body, self.at.anchors[mover]));
            self.next.clone_from(&self.at);
            self.next.active = NOBODY;
            let let_go = Node {
                parent: number,
                walked,
                mover: NOBODY as u16,
                dir: 0,
            };
            self.add(let_go, self.lowest, meter)?;
            return self.step(board, mover, &others, &forbidden, number, walked, meter);
        }
        let spare = (self.drags - self.at.begun).checked_sub(self.at.due.count_ones());
        let Some(spare) = spare else {
            return Ok(());
        };
        let left = self.drags - self.at.begun;
        self.stand(task.anchors, self.at.due);
        let home = self.at.home;
        let start = Start {
            anchors: &self.places,
            due: &self.due,
            home: &home,
        };
        if !self.lazy.can_finish(board, start, left, meter)? {
            return Ok(());
        }
        let keys = self.at.home.count();
        for mover in 0..self.movers.len() {
            let body = self.movers[mover];
            let due = self.at.due >> mover.min(63) & 1 == 1;
            if board.bodies[body].need > keys || (!due && spare == 0) {
                continue;
            }
            let others = taken.minus(&board.mask(body, self.at.anchors[mover]));
            let start = Start {
                anchors: &self.places,
                due: &self.due,
                home: &home,
            };
            if left > 1 && !self.lazy.can_drag(board, start, body, left, meter)? {
                continue;
            }
            self.next.clone_from(&self.at);
            self.next.active = mover;
            self.next.begun += 1;
            self.next.due &= !(1 << mover.min(63));
            self.step(board, mover, &others, &forbidden, number, walked, meter)?;
        }
        Ok(())
    }

    /// Notes where all bodies lie when the movers lie as in `self.at`.
    fn stand(&mut self, anchors: &[u16], due: u64) {
        self.places.copy_from_slice(anchors);
        self.due = Bits::EMPTY;
        for (mover, &body) in self.movers.iter().enumerate() {
            self.places[body] = self.at.anchors[mover];
            if due >> mover.min(63) & 1 == 1 {
                self.due.insert(body);
            }
        }
    }

    /// Adds what the steps of a mover lead to, from `self.at`; all but its place and the cats stand
    /// in `self.next`.
    #[expect(clippy::too_many_arguments)]
    fn step(
        &mut self,
        board: &Board<W>,
        mover: usize,
        others: &Bits<W>,
        forbidden: &[Bits<W>; COLORS],
        number: u32,
        walked: u16,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let form = board.bodies[self.movers[mover]].form;
        let (due, begun) = (self.next.due, self.next.begun);
        for dir in 0..4 {
            let to = board.stepped(self.at.anchors[mover], dir);
            if !board.can_lie(form, to) || !board.is_free(form, to, others, forbidden) {
                continue;
            }
            self.next.anchors.copy_from_slice(&self.at.anchors);
            self.next.anchors[mover] = to;
            self.next.home = board.fetched(form, &Bits::only(to as usize), &self.at.home);
            (self.next.due, self.next.begun, self.next.active) = (due, begun, mover);
            let node = Node {
                parent: number,
                walked: walked + 1,
                mover: mover as u16,
                dir: dir as u8,
            };
            self.add(node, self.lowest, meter)?;
        }
        Ok(())
    }

    /// Adds the node of `self.next`, unless it is known to be as cheap or leads nowhere.
    fn add(&mut self, node: Node, from: usize, meter: &mut Meter<'_>) -> Result<(), Limit> {
        self.sort_twins();
        self.pack();
        let (number, is_new) = self.states.add(&self.key, meter)?;
        if is_new {
            if self.nodes.len() == self.nodes.capacity() {
                let more = self.nodes.capacity().max(64);
                self.charge((more * size_of::<Node>()) as u64, meter)?;
                self.nodes.reserve_exact(more);
            }
            self.nodes.push(node);
        } else if self.nodes[number as usize].walked <= node.walked {
            return Ok(());
        } else {
            self.nodes[number as usize] = node;
        }
        let solved = self.next.home == self.everyone;
        let left = self.drags - self.next.begun;
        let ahead = if solved {
            0
        } else {
            let Some(spare) = left.checked_sub(self.next.due.count_ones()) else {
                return Ok(());
            };
            let moved = Moved {
                anchors: &self.next.anchors,
                due: self.next.due,
                active: (self.next.active != NOBODY).then_some(self.next.active),
            };
            self.bounds
                .steps(&self.next.home, &moved, spare as usize, meter)?
        };
        if ahead == NEVER {
            return Ok(());
        }
        let bound = node.walked as usize + ahead as usize;
        debug_assert!(bound >= from, "a bound fell from {from} to {bound}");
        if self.queue.len() <= bound {
            self.queue.resize_with(bound + 1, Vec::new);
        }
        self.charge(8, meter)?;
        self.queue[bound].push((number, node.walked));
        self.lowest = self.lowest.min(bound);
        Ok(())
    }

    fn charge(&mut self, bytes: u64, meter: &mut Meter<'_>) -> Result<(), Limit> {
        meter.charge(bytes)?;
        self.charged += bytes;
        Ok(())
    }

    /// Brings interchangeable movers of `self.next` into order, so that swapping them makes no new
    /// node.
    fn sort_twins(&mut self) {
        let state = &mut self.next;
        for i in 1..state.anchors.len() {
            let mut j = i;
            while j > 0
                && self.twins[j] == self.twins[j - 1]
                && state.anchors[j] < state.anchors[j - 1]
            {
                state.anchors.swap(j, j - 1);
                let bits = state.due >> (j - 1).min(62) & 3;
                if bits == 1 || bits == 2 {
                    state.due ^= 3 << (j - 1);
                }
                if state.active == j {
                    state.active = j - 1;
                } else if state.active == j - 1 {
                    state.active = j;
                }
                j -= 1;
            }
        }
    }

    fn pack(&mut self) {
        let state = &self.next;
        self.key.clear();
        for pair in state.anchors.chunks(2) {
            let second = pair.get(1).copied().unwrap_or(0);
            self.key.push(u32::from(pair[0]) | u32::from(second) << 16);
        }
        let words = state.home.words().iter();
        let halves = words.flat_map(|word| [*word as u32, (*word >> 32) as u32]);
        let cats = self.states.stride() - self.key.len() - 1;
        self.key.extend(halves.take(cats));
        let due = state.due as u32;
        self.key
            .push(due << 20 | (state.active as u32) << 8 | state.begun);
    }

    /// Takes a node apart into `self.at`.
    fn unpack(&mut self, number: u32) {
        let packed = self.states.get(number);
        let state = &mut self.at;
        let places = state.anchors.len().div_ceil(2);
        for (i, anchor) in state.anchors.iter_mut().enumerate() {
            *anchor = (packed[i / 2] >> (16 * (i % 2))) as u16;
        }
        state.home = Bits::EMPTY;
        for (i, &word) in packed[places..packed.len() - 1].iter().enumerate() {
            let mut word = word;
            while word != 0 {
                state.home.insert(32 * i + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        let last = packed[packed.len() - 1];
        state.due = u64::from(last >> 20);
        state.active = (last >> 8) as usize & NOBODY;
        state.begun = last & MOST_DRAGS;
    }

    /// The steps that lead to a node.
    fn path(&mut self, last: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut number = last;
        loop {
            let node = self.nodes[number as usize];
            if node.parent == u32::MAX {
                break;
            }
            if node.mover as usize != NOBODY {
                self.unpack(node.parent);
                steps.push(Step {
                    body: self.movers[node.mover as usize] as u16,
                    from: self.at.anchors[node.mover as usize],
                    dir: node.dir,
                });
            }
            number = node.parent;
        }
        steps.reverse();
        steps
    }
}
