//! Best-first search over single steps, on packed states.
//!
//! Costs are ordered by strokes, then cells. A node is a canvas with a brush; resting nodes (no
//! stroke under way) and flowing ones alternate. The first run asks only how many strokes are
//! needed and goes for few targets within a number of strokes; the second is A* below the price
//! of what the first has found.
//!
//! What no best solution contains is kept out. A stroke never makes grey, never begins with a
//! step that starting one cell further would have saved, never goes round in a circle in vain.
//! And it never paints in vain: where it ends or turns back on paper that it has merely painted,
//! leaving out that step would be cheaper, unless somebody comes later who mixes with the paint or
//! starts on it. So such paint is marked as a [debt](Board::owe), and a state in which a debt can
//! no longer be paid is dropped. The same goes for a cut that nobody ever passes.
//!
//! Bounds come in two strengths. Every new node gets the [strokes](super::strokes). The
//! [landmarks](super::landmark) cost more and are asked only when a node of the second run comes
//! up for expansion; if they raise its bound it goes back into the queue.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::Dir;

use crate::tint::rules::Stroke;

use super::board::{Board, Entered, FLOWING, INSIDE, REST, Spot, TAIL, Tip, WALL, hash_of};
use super::landmark::Landmarks;
use super::strokes::{Cuts, Strokes};

/// Strokes and cells. Compares strokes first.
pub(super) type Price = (u16, u32);

/// In which order nodes come up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// What promises the fewest strokes, and among those what has the fewest targets left: the
    /// first solution has the fewest strokes. Landmarks are not asked.
    Strokes,
    /// What promises the least in total: the first solution is a best one.
    Best,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// A solution, as good as the [`Order`] says.
    Solved(Vec<Stroke>),
    /// There is none (below the ceiling, if one was set).
    Exhausted,
    /// The allowance of nodes is used up; it can be run on.
    Paused,
}

const NOBODY: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    cells: u32,
    strokes: u16,
    /// The least that is still to pay, as far as known.
    strokes_left: u8,
    cells_left: u16,
    targets_left: u16,
    /// The spot that was entered last.
    at: Spot,
    /// The spot the stroke was started on, if `at` is its first cell; else [`WALL`].
    started: Spot,
    /// The spot that the brush came from.
    from: Spot,
    cuts: Cuts,
    /// What the last step did.
    did: Entered,
    closed: bool,
    /// Whether the landmarks were asked.
    examined: bool,
}

impl Node {
    fn promise(&self) -> Price {
        (
            self.strokes + u16::from(self.strokes_left),
            self.cells + u32::from(self.cells_left),
        )
    }
}

/// A search.
pub(super) struct Search<'b> {
    board: &'b Board,
    order: Order,
    nodes: Vec<Node>,
    states: Vec<u64>,
    table: Vec<u32>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    /// Only solutions below this price are of interest.
    ceiling: Price,
    /// The highest promise that came up; nothing costs less.
    floor: Price,
    scratch: Vec<u64>,
    /// Nodes that memory was asked for, and how much it was.
    charged: usize,
    bytes: u64,
}

impl<'b> Search<'b> {
    /// A search from the board's start.
    pub(super) fn new(
        board: &'b Board,
        order: Order,
        ceiling: Price,
        bounds: &mut Strokes,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let mut search = Search {
            board,
            order,
            nodes: Vec::new(),
            states: Vec::new(),
            table: Vec::new(),
            queue: BinaryHeap::new(),
            ceiling,
            floor: (0, 0),
            scratch: vec![0; board.words()],
            charged: 0,
            bytes: 0,
        };
        search.scratch.copy_from_slice(board.start());
        let root = Node {
            parent: NOBODY,
            cells: 0,
            strokes: 0,
            strokes_left: 0,
            cells_left: 0,
            targets_left: 0,
            at: WALL,
            started: WALL,
            from: WALL,
            cuts: 0,
            did: Entered {
                changed: false,
                plain: false,
                solved: false,
            },
            closed: false,
            examined: false,
        };
        search.offer(root, bounds, meter)?;
        Ok(search)
    }

    /// What any solution costs at least, as far as proved.
    pub(super) fn bound(&self) -> Price {
        self.floor
    }

    /// The memory that was asked for.
    pub(super) fn charged(&self) -> u64 {
        self.bytes
    }

    /// Only solutions below this price are of interest from now on.
    pub(super) fn lower_ceiling(&mut self, ceiling: Price) {
        self.ceiling = self.ceiling.min(ceiling);
    }

    /// Searches until so many more nodes have been expanded.
    pub(super) fn run(
        &mut self,
        bounds: &mut Strokes,
        mut landmarks: Option<&mut Landmarks>,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Ended, Limit> {
        let mut left = nodes;
        while let Some(&Reverse((key, index))) = self.queue.peek() {
            if left == 0 {
                return Ok(Ended::Paused);
            }
            self.queue.pop();
            let node = self.nodes[index as usize];
            if node.closed || key != self.key(&node) {
                continue;
            }
            if self.board.is_solved(self.state(index)) {
                return Ok(Ended::Solved(self.strokes_to(index)));
            }
            let promise = node.promise();
            let proved = match self.order {
                // Cells come up in any order here, but the root's bound holds for all.
                Order::Strokes => (promise.0, self.nodes[0].cells_left.into()),
                Order::Best => promise,
            };
            self.floor = self.floor.max(proved);
            if let Some(landmarks) = &mut landmarks
                && self.order == Order::Best
                && !node.examined
                && self.examine(index, landmarks)
            {
                continue;
            }
            if promise >= self.ceiling {
                self.nodes[index as usize].closed = true;
                continue;
            }
            left -= 1;
            // A node takes so long that every one of them looks at the clock.
            meter.node()?;
            meter.poll()?;
            self.nodes[index as usize].closed = true;
            self.expand(index, bounds, meter)?;
        }
        Ok(Ended::Exhausted)
    }

    /// Asks the landmarks about a node; whether it has to queue again.
    fn examine(&mut self, index: u32, landmarks: &mut Landmarks) -> bool {
        let from = self.step_before(index, landmarks);
        let state = self.state(index);
        let Some(cells_left) = landmarks.bound(self.board, state, index, from) else {
            // Nothing leads from here to all targets, however paint is used.
            self.nodes[index as usize].closed = true;
            return true;
        };
        let node = &mut self.nodes[index as usize];
        node.examined = true;
        if cells_left <= u32::from(node.cells_left) {
            return false;
        }
        node.cells_left = cells_left.min(u32::from(u16::MAX)) as u16;
        if node.promise() >= self.ceiling {
            node.closed = true;
            return true;
        }
        let key = self.key(&self.nodes[index as usize]);
        self.queue.push(Reverse((key, index)));
        true
    }

    /// The node before, and the step that led from there.
    fn step_before(&self, index: u32, landmarks: &Landmarks) -> Option<(u32, u32)> {
        let node = &self.nodes[index as usize];
        if node.parent == NOBODY {
            return None;
        }
        let before = self.state(node.parent);
        let tip = match node.started {
            WALL => self.board.tip(before),
            spot => Tip {
                spot,
                color: self.board.picked_up(before, spot)?,
                phase: FLOWING,
            },
        };
        let step = landmarks.step(self.board, before, tip, node.at)?;
        Some((node.parent, step))
    }

    fn expand(
        &mut self,
        index: u32,
        bounds: &mut Strokes,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let tip = self.board.tip(self.state(index));
        if tip.phase != REST {
            return self.extend(index, tip, None, bounds, meter);
        }
        for spot in 0..self.board.spots() as Spot {
            let Some(color) = self.board.picked_up(self.state(index), spot) else {
                continue;
            };
            let phase = FLOWING;
            let tip = Tip { spot, color, phase };
            self.extend(index, tip, Some(spot), bounds, meter)?;
        }
        Ok(())
    }

    /// Offers all ways to move the brush `tip` on from a node; `started` says that the stroke
    /// begins there.
    fn extend(
        &mut self,
        index: u32,
        tip: Tip,
        started: Option<Spot>,
        bounds: &mut Strokes,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let node = self.nodes[index as usize];
        for dir in Dir::ALL {
            let words = self.board.words();
            let at = index as usize * words;
            self.scratch.copy_from_slice(&self.states[at..at + words]);
            if let Some(spot) = started {
                self.board.start_on(&mut self.scratch, spot);
            }
            let Some(did) = self.board.enter(&mut self.scratch, tip, dir) else {
                continue;
            };
            let after = self.board.tip(&self.scratch);
            let inside = (INSIDE..TAIL).contains(&after.phase);
            let turns_back = started.is_none() && tip.phase == FLOWING && after.spot == node.from;
            if turns_back && node.did.plain && did.plain && !did.changed {
                let paid_later = node.did.changed
                    && self
                        .board
                        .owe(&mut self.scratch, tip.spot, tip.color)
                        .is_some();
                if !paid_later {
                    continue;
                }
            }
            if started.is_none()
                && did.plain
                && !did.changed
                && !self.board.is_useful(tip.color)
                && self.was_there(index, after.spot)
            {
                continue;
            }
            if started.is_some() && !did.changed && !inside && after.color == tip.color {
                // Starting there would have been shorter, if strokes may start there at all.
                let picked_up = self.board.picked_up(&self.scratch, after.spot);
                if picked_up == Some(after.color) {
                    continue;
                }
            }
            let child = Node {
                parent: index,
                cells: node.cells + 1,
                strokes: node.strokes + u16::from(started.is_some()),
                // One step saves no more than itself.
                strokes_left: node.strokes_left.saturating_sub(started.is_some().into()),
                cells_left: node.cells_left.saturating_sub(1),
                targets_left: 0,
                at: after.spot,
                from: tip.spot,
                started: started.unwrap_or(WALL),
                cuts: bounds.cuts(node.cuts, after),
                did,
                closed: false,
                examined: false,
            };
            if after.phase != TAIL {
                self.offer(child, bounds, meter)?;
            }
            if did.changed && !inside && self.lift(tip, after, did) {
                self.offer(child, bounds, meter)?;
            }
        }
        Ok(())
    }

    /// Whether the stroke of a node was on a spot before and did nothing but paint since.
    fn was_there(&self, index: u32, spot: Spot) -> bool {
        let mut node = &self.nodes[index as usize];
        loop {
            if node.at == spot {
                return true;
            }
            if !node.did.plain || node.started != WALL {
                return false;
            }
            node = &self.nodes[node.parent as usize];
        }
    }

    /// Lifts the brush in `scratch` after a step that did something; whether that makes sense.
    fn lift(&mut self, before: Tip, after: Tip, did: Entered) -> bool {
        self.board.set_tip(&mut self.scratch, Tip::RESTING);
        // The cell of a cut that solves nothing and the last cell of a tail have to be of use.
        let in_tail = before.phase > TAIL;
        let cut = after.phase >= TAIL && before.phase == FLOWING;
        let board = self.board;
        if in_tail && did.plain && !board.starts_on_paint {
            return false;
        }
        if in_tail || did.plain || cut && !did.solved {
            return board
                .owe(&mut self.scratch, after.spot, after.color)
                .is_some();
        }
        true
    }

    /// Takes a node with the state in `scratch` into the queue, unless the state was reached as
    /// cheaply before or cannot lead to a solution of interest.
    fn offer(
        &mut self,
        mut node: Node,
        bounds: &mut Strokes,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        if self.board.is_in_vain(&self.scratch) {
            return Ok(());
        }
        self.make_room(meter)?;
        let slot = self.slot();
        if self.table[slot] != NOBODY {
            let index = self.table[slot];
            let known = &mut self.nodes[index as usize];
            if (known.strokes, known.cells) <= (node.strokes, node.cells) {
                return Ok(());
            }
            *known = Node {
                strokes_left: known.strokes_left.max(node.strokes_left),
                cells_left: known.cells_left.max(node.cells_left),
                targets_left: known.targets_left,
                examined: known.examined,
                ..node
            };
            let key = self.key(&self.nodes[index as usize]);
            self.queue.push(Reverse((key, index)));
            return Ok(());
        }
        let bound = bounds.bound(self.board, &self.scratch, node.cuts, meter)?;
        let Some((strokes, cells)) = bound else {
            return Ok(());
        };
        node.strokes_left = node.strokes_left.max(strokes);
        node.cells_left = node.cells_left.max(cells);
        node.targets_left = self.board.count_left(&self.scratch);
        if node.targets_left == 0 {
            node.cells_left = 0;
        }
        if node.promise() >= self.ceiling {
            return Ok(());
        }
        let index = self.nodes.len() as u32;
        self.table[slot] = index;
        self.nodes.push(node);
        self.states.extend_from_slice(&self.scratch);
        self.queue.push(Reverse((self.key(&node), index)));
        Ok(())
    }

    /// The order of the queue in one word. Among equals the one that is further on goes first.
    fn key(&self, node: &Node) -> u64 {
        let (strokes, cells) = node.promise();
        let cells = u64::from(cells.min((1 << 24) - 1));
        let left = u64::from(node.strokes_left) << 12 | u64::from(node.cells_left.min(4095));
        match self.order {
            Order::Strokes => u64::from(strokes) << 36 | u64::from(node.targets_left) << 24 | cells,
            Order::Best => (u64::from(strokes) << 24 | cells) << 20 | left,
        }
    }

    fn state(&self, index: u32) -> &[u64] {
        let words = self.board.words();
        &self.states[index as usize * words..][..words]
    }

    /// Where the state in `scratch` is in the table, or belongs.
    fn slot(&self) -> usize {
        let mask = self.table.len() - 1;
        let hash = hash_of(&self.scratch);
        let mut slot = (hash ^ hash >> 32) as usize & mask;
        while self.table[slot] != NOBODY && self.state(self.table[slot]) != &self.scratch[..] {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Makes room for one more node, asking for the memory first.
    fn make_room(&mut self, meter: &mut Meter<'_>) -> Result<(), Limit> {
        if self.nodes.len() < self.charged {
            return Ok(());
        }
        let room = (self.charged * 2).max(1024);
        let queue_entry = 2 * size_of::<Reverse<(u64, u32)>>();
        let each = size_of::<Node>() + self.board.words() * 8 + queue_entry;
        let added = (room - self.charged) * each + room * 2 * size_of::<u32>();
        meter.charge(added as u64)?;
        self.bytes += added as u64;
        self.charged = room;
        let old = std::mem::take(&mut self.table);
        self.table = vec![NOBODY; room * 2];
        let scratch = self.scratch.clone();
        for index in old.into_iter().filter(|&index| index != NOBODY) {
            let at = index as usize * self.board.words();
            let state = self.states[at..at + self.board.words()].to_vec();
            self.scratch.copy_from_slice(&state);
            let slot = self.slot();
            self.table[slot] = index;
        }
        self.scratch = scratch;
        Ok(())
    }

    fn strokes_to(&self, goal: u32) -> Vec<Stroke> {
        let mut way = Vec::new();
        let mut index = goal;
        while self.nodes[index as usize].parent != NOBODY {
            way.push(self.nodes[index as usize]);
            index = self.nodes[index as usize].parent;
        }
        let mut strokes: Vec<Vec<_>> = Vec::new();
        for node in way.into_iter().rev() {
            if node.started != WALL {
                strokes.push(vec![self.board.cell(node.started)]);
            }
            if let Some(stroke) = strokes.last_mut() {
                stroke.push(self.board.cell(node.at));
            }
        }
        strokes.into_iter().map(Stroke::new).collect()
    }
}
