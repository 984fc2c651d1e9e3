//! The state of a sweep over the board, and what one intersection does to it.
//!
//! The sweep takes the intersections in order and decides, at each, which steps to *earlier*
//! neighbours are drawn. All that the future needs to know of the past is then a label for each
//! intersection that still has later neighbours, and for each bridge that begins in the past and
//! ends in the future: shut, free, or the open end of a circuit, with its colour or, while no
//! terminal is known, with the place of its other end.

use super::board::{BACKWARD, Board, NORTH, NORTH_EAST, NORTH_WEST, Spot, WEST};

/// Takes no further step.
pub(super) const SHUT: u8 = 0;
/// Untouched; may still be used, or left alone.
pub(super) const FREE: u8 = 1;
/// The open end of the circuit of colour 0; the other colours follow.
pub(super) const COLOUR: u8 = 2;
/// The open end of a circuit without a terminal whose other end is in slot 0; the other slots
/// follow.
pub(super) const MATE: u8 = 16;

/// Labels by slot: one for each column, then the corner, the fresh end and the diagonal, then
/// one for each bridge.
pub(super) type Labels<const N: usize> = [u8; N];

/// Slots a board needs, to choose `N`.
pub(super) fn slots(board: &Board) -> usize {
    board.columns + 3 + board.bridges.len()
}

/// The most slots that labels can tell apart.
pub(super) const MOST_SLOTS: usize = (u8::MAX - MATE) as usize;

/// The most choices at an intersection: a loose pad takes no step back, one, or two of four.
pub(super) const MOST_CHOICES: usize = 11;

/// What is fixed about one intersection of the sweep.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) spot: Spot,
    pub(super) vertex: usize,
    /// Backward steps that exist.
    backward: u8,
    /// Slots whose intersections have no later neighbour after this stage.
    retire: Vec<u8>,
    /// Whether the next intersection has a step that a step up and right from here crosses.
    guards: bool,
}

/// The sweep over one board.
#[derive(Debug)]
pub(super) struct Sweep<'a> {
    pub(super) board: &'a Board,
    pub(super) stages: Vec<Stage>,
    corner: usize,
    fresh: usize,
    diagonal: usize,
    bridges: usize,
}

/// Told which fixtures a drawn line has joined, and where unfinished lines began. The search
/// for the minimum does not care and passes `()`.
pub(super) trait Origins: Clone {
    /// The fixture on `vertex` becomes the beginning of the line in `slot`.
    fn begin(&mut self, _slot: usize, _vertex: usize) {}
    /// The unfinished line in one slot goes on in another.
    fn carry(&mut self, _from: usize, _to: usize) {}
    /// The lines in two slots become one; `mates` hold the other ends of lines without beginning.
    fn meet(&mut self, _a: usize, _b: usize, _mates: [Option<usize>; 2]) {}
    /// A line without beginning now lies between two slots.
    fn open(&mut self, _a: usize, _b: usize) {}
    /// Whether the line in a slot has no beginning yet.
    fn is_nowhere(&self, _slot: usize) -> bool {
        false
    }
    /// Whether the line in a slot began on the fixture of an intersection.
    fn is_at(&self, _slot: usize, _vertex: usize) -> bool {
        false
    }
}

impl Origins for () {}

/// A state that is being worked on.
#[derive(Clone, Debug)]
pub(super) struct Work<const N: usize, O> {
    pub(super) labels: Labels<N>,
    pub(super) origins: O,
    /// Lines beyond one for each colour: one for each bridge and loose pad in use.
    pub(super) lines: u32,
}

/// A choice of backward steps that cannot be completed.
struct DeadEnd;

impl<'a> Sweep<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        let columns = board.columns;
        let mut sweep = Sweep {
            board,
            stages: Vec::with_capacity(board.spots.len()),
            corner: columns,
            fresh: columns + 1,
            diagonal: columns + 2,
            bridges: columns + 3,
        };
        // The last stage at which an intersection has a neighbour, itself if it has none.
        let last: Vec<usize> = (0..board.spots.len())
            .map(|vertex| board.neighbours(vertex).fold(vertex, usize::max))
            .collect();
        for vertex in 0..board.spots.len() {
            let x = vertex % columns;
            let reach = [0, 1, columns - 1, columns, columns + 1];
            let mut retire: Vec<u8> = reach
                .into_iter()
                .filter_map(|back| vertex.checked_sub(back))
                .filter(|&earlier| last[earlier] == vertex)
                .map(|earlier| sweep.slot(vertex, earlier) as u8)
                .collect();
            retire.sort_unstable();
            retire.dedup();
            sweep.stages.push(Stage {
                spot: board.spots[vertex],
                vertex,
                backward: board.backward[vertex],
                retire,
                guards: x + 1 < columns && board.backward[vertex + 1] & NORTH_WEST != 0,
            });
        }
        sweep
    }

    /// The state before the first intersection.
    pub(super) fn start<const N: usize>(&self) -> Labels<N> {
        let mut labels = [SHUT; N];
        labels[self.diagonal] = FREE;
        labels
    }

    /// The slot of an intersection while `vertex` is being worked on.
    fn slot(&self, vertex: usize, of: usize) -> usize {
        if of == vertex {
            return self.fresh;
        }
        if of > vertex {
            let Spot::Bridge(bridge) = self.board.spots[of] else {
                unreachable!("only bridges are known before their turn")
            };
            return self.bridges + bridge as usize;
        }
        if of + self.board.columns + 1 == vertex {
            return self.corner;
        }
        of % self.board.columns
    }

    /// The intersection in each slot that may hold an open end after a stage.
    pub(super) fn vertex_in(&self, slot: usize, stage: usize) -> usize {
        let columns = self.board.columns;
        let x = stage % columns;
        if slot < columns {
            let row = stage - x;
            if slot <= x {
                row + slot
            } else {
                row + slot - columns
            }
        } else if slot == self.corner {
            stage - columns
        } else {
            self.board.bridges[slot - self.bridges][1]
        }
    }

    /// Calls `found` with every state that can follow, the backward steps drawn and their number.
    pub(super) fn advance<const N: usize, O: Origins>(
        &self,
        stage: usize,
        work: &Work<N, O>,
        shortest: bool,
        mut found: impl FnMut(Work<N, O>, u8),
    ) {
        let here = &self.stages[stage];
        let mut base = work.clone();
        self.enter(here, &mut base);
        let mut open = 0;
        if base.labels[self.fresh] != SHUT {
            for step in BACKWARD {
                if here.backward & step != 0
                    && base.labels[self.slot_of_step(here.vertex, step)] != SHUT
                {
                    open |= step;
                }
            }
            if base.labels[self.diagonal] == SHUT {
                open &= !NORTH_WEST;
            }
        }
        let mut attempt = |steps: u8, base: Work<N, O>| {
            let mut next = base;
            if self.draw(here, &mut next, steps, shortest).is_ok()
                && self.leave(here, &mut next, steps).is_ok()
            {
                found(next, steps);
            }
        };
        for step in BACKWARD {
            if open & step != 0 {
                attempt(step, base.clone());
            }
        }
        // Two backward steps at once. Where neighbours of an empty intersection are neighbours
        // of each other, a line would rather go straight from one to the other.
        let pairs: &[u8] = match here.spot {
            Spot::Plain => &[WEST | NORTH_EAST, NORTH_WEST | NORTH_EAST],
            Spot::Loose if shortest => &[WEST | NORTH_EAST, NORTH_WEST | NORTH_EAST],
            Spot::Loose => &[
                WEST | NORTH_WEST,
                WEST | NORTH,
                WEST | NORTH_EAST,
                NORTH_WEST | NORTH,
                NORTH_WEST | NORTH_EAST,
                NORTH | NORTH_EAST,
            ],
            _ => &[],
        };
        for &pair in pairs {
            if open & pair == pair {
                attempt(pair, base.clone());
            }
        }
        attempt(0, base);
    }

    /// Gives the intersection its label before anything is drawn to it.
    fn enter<const N: usize, O: Origins>(&self, here: &Stage, work: &mut Work<N, O>) {
        match here.spot {
            Spot::Blocked => work.labels[self.fresh] = SHUT,
            Spot::Plain | Spot::Loose => work.labels[self.fresh] = FREE,
            Spot::Terminal(colour) => {
                work.labels[self.fresh] = COLOUR + colour;
                work.origins.begin(self.fresh, here.vertex);
            }
            Spot::Bridge(bridge) => {
                let ahead = self.bridges + bridge as usize;
                if self.board.bridges[bridge as usize][0] == here.vertex {
                    work.labels[self.fresh] = FREE;
                    work.labels[ahead] = FREE;
                } else {
                    self.shift(work, ahead, self.fresh);
                    if work.labels[self.fresh] >= COLOUR {
                        work.origins.begin(self.fresh, here.vertex);
                    }
                }
            }
        }
    }

    fn draw<const N: usize, O: Origins>(
        &self,
        here: &Stage,
        work: &mut Work<N, O>,
        steps: u8,
        shortest: bool,
    ) -> Result<(), DeadEnd> {
        for step in BACKWARD {
            if steps & step != 0 {
                self.connect(here, work, self.slot_of_step(here.vertex, step), step)?;
            }
        }
        if steps != 0
            && here.spot == Spot::Plain
            && self.runs_beside_itself(here, work, steps, shortest)
        {
            return Err(DeadEnd);
        }
        Ok(())
    }

    /// Whether what was just drawn comes back beside an earlier point of its own: going straight
    /// across would be shorter. In the search for the minimum that may be a point of the whole
    /// circuit, otherwise only of the same line, so that the wiring stays what it is.
    fn runs_beside_itself<const N: usize, O: Origins>(
        &self,
        here: &Stage,
        work: &Work<N, O>,
        steps: u8,
        shortest: bool,
    ) -> bool {
        let own = work.labels[self.fresh];
        if own < COLOUR {
            return false;
        }
        [WEST, NORTH_WEST, NORTH].into_iter().any(|step| {
            if steps & step != 0 || here.backward & step == 0 {
                return false;
            }
            // The way across must not itself be crossed.
            if step == NORTH_WEST && work.labels[self.diagonal] == SHUT {
                return false;
            }
            let slot = self.slot_of_step(here.vertex, step);
            let beside = here.vertex - self.board.back(step);
            let spot = self.board.spots[beside];
            if shortest {
                let same = match own {
                    MATE.. => usize::from(own - MATE) == slot,
                    _ => work.labels[slot] == own,
                };
                return same && !matches!(spot, Spot::Bridge(_));
            }
            let other_end = own >= MATE && usize::from(own - MATE) == slot;
            other_end && work.origins.is_nowhere(self.fresh)
                || step != NORTH_WEST && work.origins.is_at(self.fresh, beside)
        })
    }

    /// Draws the step between the fresh intersection and an earlier one.
    fn connect<const N: usize, O: Origins>(
        &self,
        here: &Stage,
        work: &mut Work<N, O>,
        slot: usize,
        step: u8,
    ) -> Result<(), DeadEnd> {
        let vertex = here.vertex;
        let earlier = vertex - self.board.back(step);
        let (spot, fresh) = (self.board.spots[earlier], self.fresh);
        self.take_bridge(vertex, work, spot, earlier, slot);
        self.take_bridge(vertex, work, here.spot, vertex, fresh);
        match (work.labels[slot], work.labels[fresh]) {
            (FREE, FREE) => {
                work.labels[slot] = MATE + fresh as u8;
                work.labels[fresh] = MATE + slot as u8;
                work.origins.open(slot, fresh);
                self.reach_pad(work, spot, earlier, slot);
                self.reach_pad(work, here.spot, vertex, fresh);
            }
            (_, FREE) => {
                self.shift(work, slot, fresh);
                self.reach_pad(work, here.spot, vertex, fresh);
            }
            (FREE, _) => {
                self.shift(work, fresh, slot);
                self.reach_pad(work, spot, earlier, slot);
            }
            _ => self.join(work, slot, fresh)?,
        }
        Ok(())
    }

    /// The first step to an end of a bridge opens its other end.
    fn take_bridge<const N: usize, O: Origins>(
        &self,
        now: usize,
        work: &mut Work<N, O>,
        spot: Spot,
        vertex: usize,
        slot: usize,
    ) {
        let Spot::Bridge(bridge) = spot else { return };
        if work.labels[slot] != FREE {
            return;
        }
        let ends = self.board.bridges[bridge as usize];
        let other = if ends[0] == vertex { ends[1] } else { ends[0] };
        let far = self.slot(now, other);
        work.labels[slot] = MATE + far as u8;
        work.labels[far] = MATE + slot as u8;
        work.lines += 1;
        work.origins.begin(slot, vertex);
        if other <= now {
            work.origins.begin(far, other);
        }
    }

    /// A line that reaches a loose pad ends there, and the next one begins.
    fn reach_pad<const N: usize, O: Origins>(
        &self,
        work: &mut Work<N, O>,
        spot: Spot,
        vertex: usize,
        slot: usize,
    ) {
        if spot == Spot::Loose {
            work.lines += 1;
            let mate = self.mate(work, slot);
            // The line so far ends at the pad as if it met one that begins there.
            let spare = self.diagonal;
            work.origins.begin(spare, vertex);
            work.origins.meet(slot, spare, [mate, None]);
            work.origins.begin(slot, vertex);
        }
    }

    fn mate<const N: usize, O>(&self, work: &Work<N, O>, slot: usize) -> Option<usize> {
        work.labels[slot].checked_sub(MATE).map(usize::from)
    }

    /// Moves a label to another slot.
    fn shift<const N: usize, O: Origins>(&self, work: &mut Work<N, O>, from: usize, to: usize) {
        let label = work.labels[from];
        work.labels[to] = label;
        work.labels[from] = SHUT;
        if label >= COLOUR {
            if label >= MATE {
                work.labels[usize::from(label - MATE)] = MATE + to as u8;
            }
            work.origins.carry(from, to);
        }
    }

    /// Joins two open ends.
    fn join<const N: usize, O: Origins>(
        &self,
        work: &mut Work<N, O>,
        a: usize,
        b: usize,
    ) -> Result<(), DeadEnd> {
        let mates = [a, b].map(|slot| self.mate(work, slot));
        let labels = [a, b].map(|slot| work.labels[slot]);
        match mates {
            [Some(mate), _] if mate == b => return Err(DeadEnd),
            [Some(x), Some(y)] => {
                work.labels[x] = MATE + y as u8;
                work.labels[y] = MATE + x as u8;
            }
            [Some(x), None] => work.labels[x] = labels[1],
            [None, Some(y)] => work.labels[y] = labels[0],
            [None, None] if labels[0] != labels[1] => return Err(DeadEnd),
            [None, None] => {}
        }
        work.origins.meet(a, b, mates);
        work.labels[a] = SHUT;
        work.labels[b] = SHUT;
        Ok(())
    }

    /// Retires what the future cannot reach and moves the window on by one.
    fn leave<const N: usize, O: Origins>(
        &self,
        here: &Stage,
        work: &mut Work<N, O>,
        steps: u8,
    ) -> Result<(), DeadEnd> {
        for &slot in &here.retire {
            let slot = usize::from(slot);
            match work.labels[slot] {
                SHUT => {}
                FREE => {
                    work.labels[slot] = SHUT;
                    self.give_up_bridge(here.vertex, work, slot);
                }
                _ => return Err(DeadEnd),
            }
        }
        let x = here.vertex % self.board.columns;
        debug_assert_eq!(work.labels[self.corner], SHUT);
        self.shift(work, x, self.corner);
        self.shift(work, self.fresh, x);
        if x + 1 == self.board.columns {
            work.labels[self.corner] = SHUT;
        }
        let crossed = steps & NORTH_EAST != 0 && here.guards && work.labels[self.corner] != SHUT;
        work.labels[self.diagonal] = if crossed { SHUT } else { FREE };
        Ok(())
    }

    /// A bridge of which one end was left alone is not taken.
    fn give_up_bridge<const N: usize, O>(&self, now: usize, work: &mut Work<N, O>, slot: usize) {
        let vertex = if slot == self.fresh {
            now
        } else if slot == self.corner {
            now - self.board.columns - 1
        } else if slot < now % self.board.columns {
            now - now % self.board.columns + slot
        } else {
            now - now % self.board.columns + slot - self.board.columns
        };
        if let Spot::Bridge(bridge) = self.board.spots[vertex] {
            let ends = self.board.bridges[bridge as usize];
            let other = if ends[0] == vertex { ends[1] } else { ends[0] };
            if other > now || self.within_window(now, other) {
                work.labels[self.slot(now, other)] = SHUT;
            }
        }
    }

    fn within_window(&self, now: usize, vertex: usize) -> bool {
        vertex + self.board.columns + 1 >= now
    }

    fn slot_of_step(&self, vertex: usize, step: u8) -> usize {
        match step {
            NORTH_WEST => self.corner,
            NORTH => vertex % self.board.columns,
            WEST => vertex % self.board.columns - 1,
            _ => vertex % self.board.columns + 1,
        }
    }
}
