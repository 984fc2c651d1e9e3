//! The fewest drags: depth-first search with lazy ends.
//!
//! As far as drags count, a drag may as well go everywhere it can, fetch every cat on the way and
//! stop anywhere. Where it stops is what makes the search wide, so it is put off: before any end
//! is tried, the same search is asked about the state in which the body is a *ghost*, in nobody's
//! way and still to be dragged on from any of its ends. If that cannot be finished, no end can. A
//! body that does stop somewhere takes the overlapping ends from every ghost; a ghost with no end
//! left cannot be.
//!
//! States remember with how many drags they failed. The relaxation (`relax`) cuts off what needs
//! too many different bodies.

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};

use super::super::bits::Bits;
use super::board::{Board, COLORS};
use super::intern::Interner;
use super::relax::{Relaxation, Standing};

/// The most ghosts at a time.
const MOST_GHOSTS: u32 = 6;

/// Words from here on stand for the region of a ghost, not for an anchor.
const GHOST: u32 = 1 << 16;

/// Marks the anchor of a body that must still move.
const DUE: u32 = 1 << 15;

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

/// Which states cannot be finished within how many drags.
pub(super) struct Lazy<const W: usize> {
    /// The bodies that may move.
    movers: Bits<W>,
    /// The cats that must come home.
    goal: Bits<W>,
    stride: usize,
    bodies: usize,
    states: Interner,
    failed: Vec<u16>,
    may_grow: bool,
    regions: Vec<Bits<W>>,
    region_numbers: FxHashMap<Bits<W>, u32>,
    /// States looked at, and the most that may be before it says that nodes ran out.
    asked: u64,
    allowed: u64,
    relaxation: Relaxation<W>,
    standing: Vec<Bits<W>>,
    /// The packed states of the recursion, one after the other.
    stack: Vec<u32>,
    sweeps: Vec<Sweep<W>>,
}

impl<const W: usize> Lazy<W> {
    /// Nothing was tried yet; these bodies may move.
    pub(super) fn new(board: &Board<W>, movers: Bits<W>) -> Self {
        let bodies = board.bodies.len();
        let stride = bodies + board.cats.len().div_ceil(32);
        Lazy {
            movers,
            goal: board.everyone,
            stride,
            bodies,
            states: Interner::new(stride),
            failed: Vec::new(),
            may_grow: true,
            regions: Vec::new(),
            region_numbers: FxHashMap::default(),
            asked: 0,
            allowed: u64::MAX,
            relaxation: Relaxation::new(),
            standing: vec![Bits::EMPTY; bodies],
            stack: Vec::new(),
            sweeps: Vec::new(),
        }
    }

    /// The same for a search that need only bring these cats home.
    pub(super) fn with_goal(self, goal: Bits<W>) -> Self {
        Lazy { goal, ..self }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let region = 3 * size_of::<Bits<W>>() as u64 + 8;
        self.states.bytes() + self.regions.len() as u64 * region + self.relaxation.bytes()
    }

    /// Lets it look at so many states more.
    pub(super) fn allow(&mut self, more: u64) {
        self.allowed = self.asked.saturating_add(more);
    }

    /// Whether it stopped because it may look at no more states, and not at a limit of the budget.
    pub(super) fn is_out(&self) -> bool {
        self.asked > self.allowed
    }

    /// The drags of a solution with at most `most`, last first, from bodies at anchors. Those that
    /// are `due` must all move.
    pub(super) fn solution(
        &mut self,
        board: &Board<W>,
        anchors: &[u16],
        due: &Bits<W>,
        home: &Bits<W>,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Drag>>, Limit> {
        let at = self.push(board, anchors, due, home);
        let mut path = Vec::new();
        let found = self.finish(board, at, most, Some(&mut path), meter)?;
        Ok(found.then_some(path))
    }

    /// The same where the first step of the first drag, of this body, is made already.
    #[expect(clippy::too_many_arguments)]
    pub(super) fn solution_after_step(
        &mut self,
        board: &Board<W>,
        anchors: &[u16],
        due: &Bits<W>,
        home: &Bits<W>,
        body: usize,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Drag>>, Limit> {
        let at = self.push(board, anchors, due, home);
        let body = (0..self.bodies)
            .find(|&b| {
                board.twins[b] == board.twins[body]
                    && self.movers.contains(b)
                    && self.stack[at + b] == u32::from(anchors[body])
            })
            .expect("the body is among those it is interchangeable with");
        let mut path = Vec::new();
        let taken = self.taken(board, at);
        let sweep = self.sweep(board, at, body, &taken, (home, &board.wards(home)), meter)?;
        let found = self.drag(board, at, &sweep, true, most, &mut Some(&mut path), meter)?;
        Ok(found.then_some(path))
    }

    /// Whether a state may be finished within so many drags the first of which is one of this
    /// body; its ends are not tried.
    #[expect(clippy::too_many_arguments)]
    pub(super) fn can_drag(
        &mut self,
        board: &Board<W>,
        anchors: &[u16],
        due: &Bits<W>,
        home: &Bits<W>,
        body: usize,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        self.stack.clear();
        self.stack.extend(anchors.iter().map(|&a| u32::from(a)));
        due.iter().for_each(|body| self.stack[body] |= DUE);
        let taken = self.taken(board, 0);
        let sweep = self.sweep(board, 0, body, &taken, (home, &board.wards(home)), meter)?;
        if sweep.home.contains_all(&self.goal) {
            return Ok(true);
        }
        self.stack[body] = GHOST + self.region_number(&sweep.ends, meter)?;
        self.finish_push(board, 0, &sweep.home);
        self.finish(board, 0, most - 1, None, meter)
    }

    /// Whether a state can be finished within so many drags.
    pub(super) fn can_finish(
        &mut self,
        board: &Board<W>,
        anchors: &[u16],
        due: &Bits<W>,
        home: &Bits<W>,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        let at = self.push(board, anchors, due, home);
        self.finish(board, at, most, None, meter)
    }

    /// Makes a state the only one on the stack.
    fn push(&mut self, board: &Board<W>, anchors: &[u16], due: &Bits<W>, home: &Bits<W>) -> usize {
        self.stack.clear();
        self.sweeps.clear();
        self.stack.extend(anchors.iter().map(|&a| u32::from(a)));
        due.iter().for_each(|body| self.stack[body] |= DUE);
        self.finish_push(board, 0, home);
        0
    }

    /// Sorts interchangeable bodies of the state begun at `at` and adds the cats.
    fn finish_push(&mut self, board: &Board<W>, at: usize, home: &Bits<W>) {
        let places = &mut self.stack[at..];
        for i in 1..places.len() {
            let mut j = i;
            while j > 0
                && board.twins[j] == board.twins[j - 1]
                && self.movers.contains(j) == self.movers.contains(j - 1)
                && places[j] < places[j - 1]
            {
                places.swap(j, j - 1);
                j -= 1;
            }
        }
        let words = home.words().iter();
        let halves = words.flat_map(|word| [*word as u32, (*word >> 32) as u32]);
        self.stack.extend(halves.take(self.stride - self.bodies));
    }

    fn home(&self, at: usize) -> Bits<W> {
        let words = &self.stack[at + self.bodies..at + self.stride];
        let mut home = Bits::EMPTY;
        for (i, word) in words.iter().enumerate() {
            (0..32)
                .filter(|bit| word >> bit & 1 == 1)
                .for_each(|bit| home.insert(32 * i + bit));
        }
        home
    }

    /// The bodies that must still move.
    fn due(&self, at: usize) -> Bits<W> {
        let mut due = Bits::EMPTY;
        for body in 0..self.bodies {
            let word = self.stack[at + body];
            if word < GHOST && word & DUE != 0 {
                due.insert(body);
            }
        }
        due
    }

    /// Where a body may stand.
    #[inline]
    fn region(&self, at: usize, body: usize) -> Bits<W> {
        match self.stack[at + body] {
            anchor if anchor < GHOST => Bits::only((anchor & !DUE) as usize),
            ghost => self.regions[(ghost - GHOST) as usize],
        }
    }

    fn region_number(&mut self, region: &Bits<W>, meter: &mut Meter<'_>) -> Result<u32, Limit> {
        if let Some(&number) = self.region_numbers.get(region) {
            return Ok(number);
        }
        meter.charge(3 * size_of::<Bits<W>>() as u64 + 8)?;
        let number = self.regions.len() as u32;
        self.regions.push(*region);
        self.region_numbers.insert(*region, number);
        Ok(number)
    }

    /// The cells under the bodies of a state that are no ghosts.
    fn taken(&self, board: &Board<W>, at: usize) -> Bits<W> {
        let mut taken = Bits::EMPTY;
        for body in 0..self.bodies {
            let anchor = self.stack[at + body];
            if anchor < GHOST {
                taken = taken.or(&board.mask(body, (anchor & !DUE) as u16));
            }
        }
        taken
    }

    /// What a body can do in one drag.
    fn sweep(
        &self,
        board: &Board<W>,
        at: usize,
        body: usize,
        taken: &Bits<W>,
        (home, wards): (&Bits<W>, &[Bits<W>; COLORS]),
        meter: &mut Meter<'_>,
    ) -> Result<Sweep<W>, Limit> {
        let form = board.bodies[body].form;
        let anchor = self.stack[at + body];
        let others = if anchor < GHOST {
            taken.minus(&board.mask(body, (anchor & !DUE) as u16))
        } else {
            *taken
        };
        let free = board.free(form, &others, wards);
        let mut ends = board.flood(&self.region(at, body), &free, meter)?;
        let mut after = board.fetched(form, &ends, home);
        // A body of several colours may have cleared its own way.
        let mut before = *home;
        while board.is_mixed(form) && after != before {
            before = after;
            let free = board.free(form, &others, &board.wards(&after));
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
        let home = self.home(at);
        if home.contains_all(&self.goal) {
            return Ok(true);
        }
        if left == 0 {
            return Ok(false);
        }
        let known = self.states.find(&self.stack[at..at + self.stride]);
        if known.is_some_and(|number| u32::from(self.failed[number as usize]) >= left) {
            return Ok(false);
        }
        let due = self.due(at);
        let Some(spare) = left.checked_sub(due.count()) else {
            return Ok(false);
        };
        if left > 1 && !self.may_be_enough(board, at, &home, &due, spare, meter)? {
            self.note_failure(at, left, meter);
            return Ok(false);
        }
        let taken = self.taken(board, at);
        let wards = board.wards(&home);
        let keys = home.count();
        let out = self.goal.minus(&home);
        let base = self.sweeps.len();
        for body in self.movers.iter() {
            if board.bodies[body].need > keys || (spare == 0 && !due.contains(body)) {
                continue;
            }
            let may_end_it = out.minus(&board.bodies[body].reach).is_empty();
            if left == 1 && !may_end_it {
                continue;
            }
            let sweep = self.sweep(board, at, body, &taken, (&home, &wards), meter)?;
            if sweep.home.contains_all(&self.goal) {
                if let Some(path) = &mut path {
                    path.push(self.as_drag(at, body, None));
                }
                self.sweeps.truncate(base);
                return Ok(true);
            }
            // One that stays where it is, or a ghost that gets no further, changes nothing.
            if sweep.fetched > 0 || sweep.ends != self.region(at, body) {
                self.sweeps.push(sweep);
            }
        }
        if left > 1 {
            self.sweeps[base..].sort_by_key(|sweep| std::cmp::Reverse(sweep.fetched));
            for i in base..self.sweeps.len() {
                let sweep = self.sweeps[i];
                if self.drag(board, at, &sweep, false, left, &mut path, meter)? {
                    self.sweeps.truncate(base);
                    return Ok(true);
                }
            }
        }
        self.sweeps.truncate(base);
        self.note_failure(at, left, meter);
        Ok(false)
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
        let ghosts = (0..self.bodies).filter(|b| self.stack[at + b] >= GHOST);
        if ghosts.count() < MOST_GHOSTS as usize {
            let ghost = GHOST + self.region_number(&sweep.ends, meter)?;
            let next = self.begin_child(at);
            self.stack[next + sweep.body] = ghost;
            self.finish_push(board, next, &sweep.home);
            let may = self.finish(board, next, left - 1, None, meter)?;
            self.stack.truncate(next);
            if !may {
                return Ok(false);
            }
        }
        for end in sweep.ends.iter() {
            let here = self.stack[at + sweep.body] & !DUE == end as u32;
            if here && sweep.fetched == 0 && !may_stay {
                continue;
            }
            let next = self.begin_child(at);
            self.stack[next + sweep.body] = end as u32;
            let fits = self.trim_ghosts(board, next, sweep.body, end as u16, meter)?;
            let found = fits && {
                self.finish_push(board, next, &sweep.home);
                self.finish(board, next, left - 1, path.as_deref_mut(), meter)?
            };
            self.stack.truncate(next);
            if found {
                if let Some(path) = path {
                    path.push(self.as_drag(at, sweep.body, Some(end as u16)));
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn as_drag(&self, at: usize, body: usize, end: Option<u16>) -> Drag {
        Drag {
            body,
            from: (self.stack[at + body] & !DUE) as u16,
            end,
        }
    }

    /// Copies the places of a state to the end of the stack.
    fn begin_child(&mut self, at: usize) -> usize {
        let next = self.stack.len();
        self.stack.extend_from_within(at..at + self.bodies);
        next
    }

    /// Takes from every ghost of the state begun at `at` the ends that a body at `end` overlaps;
    /// false if a ghost has none left.
    fn trim_ghosts(
        &mut self,
        board: &Board<W>,
        at: usize,
        body: usize,
        end: u16,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        let mask = board.mask(body, end);
        for ghost in 0..self.bodies {
            if self.stack[at + ghost] < GHOST {
                continue;
            }
            let ends = self.region(at, ghost);
            let rest = ends.minus(&board.blocked(board.bodies[ghost].form, &mask));
            if rest.is_empty() {
                return Ok(false);
            }
            if rest != ends {
                self.stack[at + ghost] = GHOST + self.region_number(&rest, meter)?;
            }
        }
        Ok(true)
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
        for body in 0..self.bodies {
            self.standing[body] = self.region(at, body);
            if self.stack[at + body] < GHOST {
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
            &self.movers,
            &self.goal,
            due,
            spare,
            meter,
        )
    }

    /// Remembers a failure; where memory is used up, it is found out again when asked again.
    fn note_failure(&mut self, at: usize, left: u32, meter: &mut Meter<'_>) {
        if !self.may_grow {
            return;
        }
        let state = &self.stack[at..at + self.stride];
        match self.states.add(state, meter) {
            Ok((number, is_new)) => {
                if is_new {
                    self.failed.push(0);
                }
                let known = &mut self.failed[number as usize];
                *known = (*known).max(u16::try_from(left).unwrap_or(u16::MAX));
            }
            Err(_) => self.may_grow = false,
        }
    }
}
