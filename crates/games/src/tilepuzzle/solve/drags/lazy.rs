//! The fewest drags: depth-first search with lazy ends.
//!
//! As far as drags count, a drag may as well go everywhere it can, fetch every cat on the way and
//! stop anywhere. Where it stops is what makes the search wide, so it is put off: before any end
//! is tried, the same search is asked about the state in which the body is *uncommitted*, in nobody's
//! way and still to be dragged on from any of its ends. If that cannot be finished, no end can. A
//! body that does stop somewhere takes the overlapping ends from every uncommitted body; one with no end
//! left cannot be.
//!
//! States remember how many drags were too few and how many were enough. The relaxation (`relax`)
//! cuts off what needs too many different bodies.

use gridwright_core::budget::{Limit, Meter};

use super::super::bits::Bits;
use super::board::Board;
use super::intern::Interner;
use super::relax::{Relaxation, Standing};
use super::stack::{Stack, Start};

/// The most uncommitted bodies at a time.
const MOST_UNCOMMITTED: usize = 6;

/// A drag of a solution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drag {
    /// A body, or one that is interchangeable with it.
    pub(super) body: usize,
    /// Where it lies.
    pub(super) from: u16,
    /// Where it stops after going everywhere; none if all cats are home before.
    pub(super) end: Option<u16>,
}

/// What one drag of a body can do.
#[derive(Clone, Copy)]
struct Sweep<const W: usize> {
    body: usize,
    /// Where it can stop.
    ends: Bits<W>,
    /// The cats at home then.
    home: Bits<W>,
    /// Cats fetched, for the order.
    fetched: u32,
}

/// What is known about a state.
#[derive(Clone, Copy)]
struct Known {
    /// The most drags that are not enough.
    too_few: u16,
    /// The fewest that are.
    enough: u16,
}

/// Which states can and cannot be finished within how many drags.
pub(super) struct Lazy<const W: usize> {
    /// The cats that must come home.
    goal: Bits<W>,
    stack: Stack<W>,
    states: Interner,
    known: Vec<Known>,
    may_grow: bool,
    /// States looked at, and the most that may be before it says that nodes ran out.
    asked: u64,
    allowed: u64,
    relaxation: Relaxation<W>,
    standing: Vec<Bits<W>>,
    sweeps: Vec<Sweep<W>>,
}

impl<const W: usize> Lazy<W> {
    /// Nothing was tried yet; these bodies may move.
    pub(super) fn new(board: &Board<W>, movers: Bits<W>) -> Self {
        let stack = Stack::new(board, movers);
        Lazy {
            goal: board.everyone,
            states: Interner::new(stack.stride()),
            stack,
            known: Vec::new(),
            may_grow: true,
            asked: 0,
            allowed: u64::MAX,
            relaxation: Relaxation::new(),
            standing: vec![Bits::EMPTY; board.bodies.len()],
            sweeps: Vec::new(),
        }
    }

    /// The same for a search that need only bring these cats home.
    pub(super) fn with_goal(self, goal: Bits<W>) -> Self {
        Lazy { goal, ..self }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.states.bytes() + self.stack.bytes() + self.relaxation.bytes()
    }

    /// Lets it look at so many states more.
    pub(super) fn allow(&mut self, more: u64) {
        self.allowed = self.asked.saturating_add(more);
    }

    /// Whether it stopped because it may look at no more states, and not at a limit of the budget.
    pub(super) fn is_out(&self) -> bool {
        self.asked > self.allowed
    }

    /// The drags of a solution with at most `most`, last first. If a body is `active`, the first
    /// drag is one of it, and its first step is made already.
    pub(super) fn solution(
        &mut self,
        board: &Board<W>,
        start: Start<'_, W>,
        active: Option<usize>,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Drag>>, Limit> {
        let mut path = Vec::new();
        let found = match active {
            None => {
                self.begin(board, start);
                self.finish(board, 0, most, Some(&mut path), meter)?
            }
            Some(body) => {
                let sweep = self.first_sweep(board, start, body, meter)?;
                self.drag(board, 0, &sweep, true, most, &mut Some(&mut path), meter)?
            }
        };
        Ok(found.then_some(path))
    }

    /// Whether a state may be finished within so many drags the first of which is one of this
    /// body; its ends are not tried.
    pub(super) fn can_drag(
        &mut self,
        board: &Board<W>,
        start: Start<'_, W>,
        body: usize,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        let sweep = self.first_sweep(board, start, body, meter)?;
        Ok(sweep.home.contains_all(&self.goal)
            || self.may_go_on(board, 0, &sweep, most - 1, meter)?)
    }

    /// Whether a state can be finished within so many drags.
    pub(super) fn can_finish(
        &mut self,
        board: &Board<W>,
        start: Start<'_, W>,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        self.begin(board, start);
        self.finish(board, 0, most, None, meter)
    }

    /// Makes a state the only one on the stack.
    fn begin(&mut self, board: &Board<W>, start: Start<'_, W>) {
        self.sweeps.clear();
        self.stack.begin(board, start);
    }

    /// Makes a state the only one on the stack, and says what this body can do there in one drag.
    fn first_sweep(
        &mut self,
        board: &Board<W>,
        start: Start<'_, W>,
        body: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Sweep<W>, Limit> {
        self.begin(board, start);
        let Start { anchors, home, .. } = start;
        // Those that are interchangeable were brought into order.
        let body = (0..anchors.len())
            .find(|&b| {
                board.twins[b] == board.twins[body]
                    && self.stack.movers.contains(b)
                    && self.stack.anchor(0, b) == Some(anchors[body])
            })
            .expect("the body is among those it is interchangeable with");
        let taken = self.stack.taken(board, 0);
        self.sweep(board, 0, body, &taken, (home, &board.out(home)), meter)
    }

    /// What a body can do in one drag.
    fn sweep(
        &self,
        board: &Board<W>,
        at: usize,
        body: usize,
        taken: &Bits<W>,
        (home, out): (&Bits<W>, &Bits<W>),
        meter: &mut Meter<'_>,
    ) -> Result<Sweep<W>, Limit> {
        let others = match self.stack.anchor(at, body) {
            Some(anchor) => taken.minus(&board.mask(body, anchor)),
            None => *taken,
        };
        let from = self.stack.region(at, body);
        self.sweep_from(board, body, &from, &others, (home, out), meter)
    }

    /// What a body can do in one drag from any of these places, among others.
    #[inline]
    fn sweep_from(
        &self,
        board: &Board<W>,
        body: usize,
        from: &Bits<W>,
        others: &Bits<W>,
        (home, out): (&Bits<W>, &Bits<W>),
        meter: &mut Meter<'_>,
    ) -> Result<Sweep<W>, Limit> {
        let form = board.bodies[body].form;
        let free = board.free(form, others, out);
        let mut ends = board.flood(from, &free, meter)?;
        let mut after = board.fetched(form, &ends, home);
        // A body of several colours may have cleared its own way.
        let mut before = *home;
        while board.is_mixed(form) && after != before {
            before = after;
            let free = board.free(form, others, &board.out(&after));
            ends = board.flood(&ends, &free, meter)?;
            after = board.fetched(form, &ends, &after);
        }
        Ok(Sweep {
            body,
            ends,
            home: after,
            fetched: after.count() - home.count(),
        })
    }

    /// Whether a state, the last on the stack, can be finished within `left` drags. If so, and if
    /// `path` is given, the drags are put on it, last first.
    fn finish(
        &mut self,
        board: &Board<W>,
        at: usize,
        left: u32,
        mut path: Option<&mut Vec<Drag>>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        meter.node()?;
        self.asked += 1;
        if self.asked > self.allowed {
            return Err(Limit::Nodes);
        }
        let home = self.stack.home(at);
        if home.contains_all(&self.goal) {
            return Ok(true);
        }
        if left <= 1 {
            return match (left == 1).then(|| self.last_drag(board, at, &home, meter)) {
                Some(last) => Ok(last?.is_some_and(|drag| {
                    path.into_iter().for_each(|path| path.push(drag));
                    true
                })),
                None => Ok(false),
            };
        }
        if left == 2 {
            let last = self.last_two_drags(board, at, &home, meter)?;
            return Ok(last.is_some_and(|drags| {
                if let Some(path) = path {
                    path.extend(drags.into_iter().flatten());
                }
                true
            }));
        }
        if let Some(number) = self.states.find(self.stack.packed(at)) {
            let known = self.known[number as usize];
            if u32::from(known.too_few) >= left {
                return Ok(false);
            }
            if u32::from(known.enough) <= left && path.is_none() {
                return Ok(true);
            }
        }
        let due = self.stack.due(at);
        let Some(spare) = left.checked_sub(due.count()) else {
            return Ok(false);
        };
        if !self.may_be_enough(board, at, &home, &due, spare, meter)? {
            self.note(at, left, false, meter);
            return Ok(false);
        }
        let taken = self.stack.taken(board, at);
        let out = board.out(&home);
        let keys = home.count();
        let base = self.sweeps.len();
        for body in self.stack.movers.iter() {
            if board.bodies[body].need > keys || (spare == 0 && !due.contains(body)) {
                continue;
            }
            let sweep = self.sweep(board, at, body, &taken, (&home, &out), meter)?;
            if sweep.home.contains_all(&self.goal) {
                if let Some(path) = &mut path {
                    path.push(self.as_drag(at, body, None));
                }
                self.sweeps.truncate(base);
                self.note(at, left, true, meter);
                return Ok(true);
            }
            // One that stays where it is, or an uncommitted one that gets no further, changes nothing.
            if sweep.fetched > 0 || sweep.ends != self.stack.region(at, body) {
                self.sweeps.push(sweep);
            }
        }
        self.sweeps[base..].sort_by_key(|sweep| std::cmp::Reverse(sweep.fetched));
        let mut found = false;
        for i in base..self.sweeps.len() {
            let sweep = self.sweeps[i];
            found = self.drag(board, at, &sweep, false, left, &mut path, meter)?;
            if found {
                break;
            }
        }
        self.sweeps.truncate(base);
        self.note(at, left, found, meter);
        Ok(found)
    }

    /// A drag that brings home all that is missing, if there is one. Most searches end here, so
    /// nothing is looked up or remembered, and nothing found out before it is needed.
    fn last_drag(
        &mut self,
        board: &Board<W>,
        at: usize,
        home: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Drag>, Limit> {
        let due = self.stack.due(at);
        if due.count() > 1 {
            return Ok(None);
        }
        let missing = self.goal.minus(home);
        let mut around: Option<(Bits<W>, Bits<W>)> = None;
        for body in self.stack.movers.iter() {
            let may_go = board.bodies[body].need <= home.count();
            let must_wait = !due.is_empty() && !due.contains(body);
            if !may_go || must_wait || !board.bodies[body].reach.contains_all(&missing) {
                continue;
            }
            let (taken, out) =
                *around.get_or_insert_with(|| (self.stack.taken(board, at), board.out(home)));
            let sweep = self.sweep(board, at, body, &taken, (home, &out), meter)?;
            if sweep.home.contains_all(&self.goal) {
                return Ok(Some(self.as_drag(at, body, None)));
            }
        }
        Ok(None)
    }

    /// Two drags that bring home all that is missing, or one, last first. Nearly all of the search
    /// is two drags from the end, so this is done without a bound, a memo or a state of its own: only
    /// a pair of bodies that reach all that is missing comes into question, and there are few.
    fn last_two_drags(
        &mut self,
        board: &Board<W>,
        at: usize,
        home: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<[Option<Drag>; 2]>, Limit> {
        let due = self.stack.due(at);
        if due.count() > 2 {
            return Ok(None);
        }
        let missing = self.goal.minus(home);
        let movers = self.stack.movers;
        let mut around: Option<(Bits<W>, Bits<W>)> = None;
        for first in movers.iter() {
            let mut rest = due;
            rest.remove(first);
            if board.bodies[first].need > home.count() || rest.count() > 1 {
                continue;
            }
            let seconds = if rest.is_empty() { movers } else { rest };
            let left_over = missing.minus(&board.bodies[first].reach);
            let may_finish = |second: usize| {
                second != first && board.bodies[second].reach.contains_all(&left_over)
            };
            if !seconds.iter().any(may_finish) {
                continue;
            }
            let (taken, out) =
                *around.get_or_insert_with(|| (self.stack.taken(board, at), board.out(home)));
            let sweep = self.sweep(board, at, first, &taken, (home, &out), meter)?;
            if sweep.home.contains_all(&self.goal) && rest.is_empty() {
                return Ok(Some([Some(self.as_drag(at, first, None)), None]));
            }
            if sweep.fetched == 0 && sweep.ends == self.stack.region(at, first) {
                continue;
            }
            let left_over = self.goal.minus(&sweep.home);
            let from = self.stack.anchor(at, first);
            let others = match from {
                Some(anchor) => taken.minus(&board.mask(first, anchor)),
                None => taken,
            };
            let out = board.out(&sweep.home);
            for second in seconds.iter().filter(|&second| second != first) {
                let body = &board.bodies[second];
                if body.need > sweep.home.count() || !body.reach.contains_all(&left_over) {
                    continue;
                }
                let around = (&sweep.home, &out);
                let ghost = self.sweep(board, at, second, &others, around, meter)?;
                if !ghost.home.contains_all(&self.goal) {
                    continue;
                }
                for end in sweep.ends.iter().map(|end| end as u16) {
                    if from == Some(end) && sweep.fetched == 0 {
                        continue;
                    }
                    if self.can_end(board, at, &sweep, end, second, &others, around, meter)? {
                        let last = self.as_drag(at, second, None);
                        return Ok(Some([Some(last), Some(self.as_drag(at, first, Some(end)))]));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether a drag may stop at an end so that the next, of the body `second`, is the last.
    #[expect(clippy::too_many_arguments)]
    fn can_end(
        &self,
        board: &Board<W>,
        at: usize,
        sweep: &Sweep<W>,
        end: u16,
        second: usize,
        others: &Bits<W>,
        (home, out): (&Bits<W>, &Bits<W>),
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        let mask = board.mask(sweep.body, end);
        if !self.stack.leaves_room(board, at, sweep.body, &mask) {
            return Ok(false);
        }
        let form = board.bodies[second].form;
        let mut others = others.or(&mask);
        let mut from = self.stack.region(at, second);
        match self.stack.anchor(at, second) {
            Some(anchor) => others = others.minus(&board.mask(second, anchor)),
            None => from = from.minus(&board.blocked(form, &mask)),
        }
        let last = self.sweep_from(board, second, &from, &others, (home, out), meter)?;
        Ok(last.home.contains_all(&self.goal))
    }

    /// Whether what is left may be finished within so many drags after this one, wherever it ends.
    fn may_go_on(
        &mut self,
        board: &Board<W>,
        at: usize,
        sweep: &Sweep<W>,
        left: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        let (ends, home) = (&sweep.ends, &sweep.home);
        let next = self
            .stack
            .push_uncommitted(board, at, sweep.body, ends, home, meter)?;
        let may = self.finish(board, next, left, None, meter)?;
        self.stack.pop(next);
        Ok(may)
    }

    /// Whether a state can be finished within `left` drags the first of which is this one.
    #[expect(clippy::too_many_arguments)]
    fn drag(
        &mut self,
        board: &Board<W>,
        at: usize,
        sweep: &Sweep<W>,
        may_stay: bool,
        left: u32,
        path: &mut Option<&mut Vec<Drag>>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        if sweep.home.contains_all(&self.goal) {
            if let Some(path) = path {
                path.push(self.as_drag(at, sweep.body, None));
            }
            return Ok(left > 0);
        }
        if left <= 1 {
            return Ok(false);
        }
        if self.stack.uncommitted(at) < MOST_UNCOMMITTED
            && !self.may_go_on(board, at, sweep, left - 1, meter)?
        {
            return Ok(false);
        }
        let from = self.stack.anchor(at, sweep.body);
        for end in sweep.ends.iter().map(|end| end as u16) {
            if from == Some(end) && sweep.fetched == 0 && !may_stay {
                continue;
            }
            let stopped =
                self.stack
                    .push_stopped(board, at, sweep.body, end, &sweep.home, meter)?;
            let Some(next) = stopped else {
                continue;
            };
            let found = self.finish(board, next, left - 1, path.as_deref_mut(), meter)?;
            self.stack.pop(next);
            if found {
                if let Some(path) = path {
                    path.push(self.as_drag(at, sweep.body, Some(end)));
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn as_drag(&self, at: usize, body: usize, end: Option<u16>) -> Drag {
        Drag {
            body,
            // Drags of uncommitted bodies are on no path.
            from: self.stack.anchor(at, body).unwrap_or(u16::MAX),
            end,
        }
    }

    fn may_be_enough(
        &mut self,
        board: &Board<W>,
        at: usize,
        home: &Bits<W>,
        due: &Bits<W>,
        spare: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        let mut solid = Bits::EMPTY;
        for (body, region) in self.standing.iter_mut().enumerate() {
            *region = self.stack.region(at, body);
            if self.stack.anchor(at, body).is_some() {
                solid.insert(body);
            }
        }
        let standing = Standing {
            regions: &self.standing,
            solid,
            home: *home,
        };
        self.relaxation.is_within(
            board,
            &standing,
            &self.stack.movers,
            &self.goal,
            due,
            spare,
            meter,
        )
    }

    /// Remembers whether so many drags are enough; where memory is used up, it is found out again
    /// when asked again.
    fn note(&mut self, at: usize, left: u32, enough: bool, meter: &mut Meter<'_>) {
        if !self.may_grow {
            return;
        }
        let Ok((number, is_new)) = self.states.add(self.stack.packed(at), meter) else {
            self.may_grow = false;
            return;
        };
        if is_new {
            self.known.push(Known {
                too_few: 0,
                enough: u16::MAX,
            });
        }
        let known = &mut self.known[number as usize];
        let left = u16::try_from(left).unwrap_or(u16::MAX);
        if enough {
            known.enough = known.enough.min(left);
        } else {
            known.too_few = known.too_few.max(left);
        }
    }
}
