//! A small solver for propositional clauses, with room for one theory beside them.
//!
//! Conflict-driven clause learning: two watched literals, first unique implication points, a queue
//! of variables in which those of recent conflicts come first, saved phases, restarts after Luby's
//! sequence, and learned clauses of many levels thrown away. A [`Theory`] looks at the assignment
//! whenever unit propagation has come to rest; it may name a clause that is violated, and it may
//! say what to decide next. Nothing here depends on time or on the order of hashes.
//!
//! | module | what it knows |
//! |---|---|
//! | `clauses` | where clauses lie, who watches them, what follows from them |
//! | `learn` | what a conflict teaches |
//! | `queue` | which variable to decide next |
//! | `depths` | variables and clauses that come and go |

mod clauses;
mod depths;
mod learn;
mod queue;

use std::cell::Cell;

use gridwright_core::budget::{Limit, Meter};

use clauses::Watch;
use depths::Mark;
use learn::Room;
use queue::Queue;

/// A variable with a sign: `2 * variable`, plus 1 if negated.
pub(super) type Lit = u32;

/// The literal that a variable is true.
pub(super) const fn yes(variable: u32) -> Lit {
    variable << 1
}

/// The literal that a variable is false.
pub(super) const fn no(variable: u32) -> Lit {
    variable << 1 | 1
}

/// What clauses alone cannot say.
pub(super) trait Theory {
    /// Looks at an assignment that unit propagation has nothing to add to. `new` are the literals
    /// that became true since the last look. Leaves a clause in `clause` whose literals are all
    /// false, or all but one, which has to be true then; or leaves it empty.
    fn check(&mut self, values: &Values, new: &[Lit], clause: &mut Vec<Lit>);

    /// A literal to decide next, which must be open; `None` leaves it to the queue.
    fn decide(&mut self, values: &Values) -> Option<Lit>;
}

/// Clauses alone.
pub(super) struct NoTheory;

impl Theory for NoTheory {
    fn check(&mut self, _: &Values, _: &[Lit], _: &mut Vec<Lit>) {}

    fn decide(&mut self, _: &Values) -> Option<Lit> {
        None
    }
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// An assignment that satisfies everything; [`Sat::values`] has it.
    Satisfied,
    /// There is none.
    Refuted,
    /// The allowance of conflicts is used up.
    Open,
}

/// The assignment.
pub(super) struct Values(Vec<i8>);

impl Values {
    #[inline]
    fn raw(&self, lit: Lit) -> i8 {
        self.0[lit as usize]
    }

    #[inline]
    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.raw(lit) > 0
    }

    #[inline]
    pub(super) fn is_false(&self, lit: Lit) -> bool {
        self.raw(lit) < 0
    }

    #[inline]
    pub(super) fn is_open(&self, lit: Lit) -> bool {
        self.raw(lit) == 0
    }
}

const NOWHERE: u32 = u32::MAX;

/// So many conflicts make one unit of Luby's sequence.
const RESTART: u64 = 64;

/// Learned clauses are sorted out for the first time after so many.
const FIRST_SORTING: usize = 1000;

/// So many watches are looked at between two looks at the clock.
const POLL_EVERY: u64 = 1 << 15;

/// A set of clauses and the search for an assignment.
pub(super) struct Sat {
    arena: Vec<u32>,
    learned: Vec<u32>,
    /// By literal; there may be more of them than literals.
    watches: Vec<Vec<Watch>>,
    values: Values,
    level: Vec<u32>,
    reason: Vec<u32>,
    phase: Vec<bool>,
    trail: Vec<Lit>,
    levels: Vec<usize>,
    propagated: usize,
    checked: usize,
    queue: Queue,
    seen: Vec<bool>,
    /// The depth at which the clauses contradict each other.
    contradicted: Option<u32>,
    most_learned: usize,
    work: u64,
    charged: u64,
    /// How many conflicts were met.
    met: u64,
    /// What each depth began with.
    marks: Vec<Mark>,
    /// By variable: the depth it was made at, and that of what it was assigned by at the root.
    born: Vec<u32>,
    root_depth: Vec<u32>,
    /// The depth of the clause that is violated, and that of everything that was learned from.
    violated_depth: u32,
    learned_depth: u32,
    /// What is kept of a clause that is put in.
    kept: Vec<Lit>,
    /// Where conflicts are learned from.
    room: Room,
}

thread_local! {
    /// The last solver of this thread that was put aside.
    static SPARE: Cell<Option<Sat>> = const { Cell::new(None) };
}

/// No solver with room for more words of clauses than this is put aside.
const MOST_SPARE: usize = 1 << 20;

impl Sat {
    /// No variables, no clauses.
    pub(super) fn new() -> Sat {
        let spare = SPARE.try_with(Cell::take).ok().flatten();
        spare.unwrap_or_else(Sat::empty)
    }

    /// Leaves the room of a solver that is done to the next one of this thread: most are small and
    /// soon done, and find their many lists as long as they need them.
    pub(super) fn put_aside(&mut self) {
        let mut done = std::mem::replace(self, Sat::empty());
        if done.arena.capacity() > MOST_SPARE {
            return;
        }
        done.clear();
        // A thread that ends has no use for it.
        let _ = SPARE.try_with(|spare| spare.set(Some(done)));
    }

    fn empty() -> Sat {
        Sat {
            arena: Vec::new(),
            learned: Vec::new(),
            watches: Vec::new(),
            values: Values(Vec::new()),
            level: Vec::new(),
            reason: Vec::new(),
            phase: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            propagated: 0,
            checked: 0,
            queue: Queue::new(),
            seen: Vec::new(),
            contradicted: None,
            most_learned: FIRST_SORTING,
            work: 0,
            charged: 0,
            met: 0,
            marks: Vec::new(),
            born: Vec::new(),
            root_depth: Vec::new(),
            violated_depth: 0,
            learned_depth: 0,
            kept: Vec::new(),
            room: Room::default(),
        }
    }

    /// Forgets everything but the room that it took.
    fn clear(&mut self) {
        for watches in &mut self.watches[..2 * self.level.len()] {
            watches.clear();
        }
        self.arena.clear();
        self.learned.clear();
        self.values.0.clear();
        self.level.clear();
        self.reason.clear();
        self.phase.clear();
        self.trail.clear();
        self.levels.clear();
        self.propagated = 0;
        self.checked = 0;
        self.queue.clear();
        self.seen.clear();
        self.contradicted = None;
        self.most_learned = FIRST_SORTING;
        self.work = 0;
        self.charged = 0;
        self.met = 0;
        self.marks.clear();
        self.born.clear();
        self.root_depth.clear();
        self.violated_depth = 0;
        self.learned_depth = 0;
    }

    /// A new variable, false until there is a reason for the contrary.
    pub(super) fn variable(&mut self) -> u32 {
        let variable = self.level.len() as u32;
        if self.watches.len() < 2 * self.level.len() + 2 {
            self.watches.extend([Vec::new(), Vec::new()]);
        }
        self.values.0.extend([0, 0]);
        self.level.push(0);
        self.reason.push(NOWHERE);
        self.phase.push(false);
        self.seen.push(false);
        self.born.push(self.depth());
        self.root_depth.push(0);
        self.queue.push();
        variable
    }

    /// How many variables there are.
    pub(super) fn variables(&self) -> usize {
        self.level.len()
    }

    /// How many conflicts were met so far.
    pub(super) fn met(&self) -> u64 {
        self.met
    }

    /// The assignment.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    /// Demands that one of some literals is true. Only between solves.
    pub(super) fn clause(&mut self, lits: &[Lit]) {
        debug_assert!(self.levels.is_empty());
        if self.contradicted.is_some() {
            return;
        }
        let mut kept = std::mem::take(&mut self.kept);
        kept.clear();
        if self.keep_open(lits, &mut kept) {
            match kept[..] {
                [] => self.contradicted = Some(self.depth()),
                [lit] => {
                    self.assign_at_root(lit, self.depth());
                    self.propagate_at_root();
                }
                _ => {
                    self.attach(&kept, 0, self.depth());
                }
            }
        }
        self.kept = kept;
    }

    /// Keeps the literals of a clause that are open, each once; `false` if the clause is true
    /// anyway.
    fn keep_open(&self, lits: &[Lit], kept: &mut Vec<Lit>) -> bool {
        for &lit in lits {
            if self.values.is_true(lit) || kept.contains(&(lit ^ 1)) {
                return false;
            }
            if !self.values.is_false(lit) && !kept.contains(&lit) {
                kept.push(lit);
            }
        }
        true
    }

    /// At most one of some literals is true.
    pub(super) fn at_most_one(&mut self, lits: &[Lit]) {
        if lits.len() <= 6 {
            for (i, &a) in lits.iter().enumerate() {
                for &b in &lits[..i] {
                    self.clause(&[a ^ 1, b ^ 1]);
                }
            }
            return;
        }
        // A variable for "one of the first four" takes their place, so that pairs stay few.
        let (front, rest) = lits.split_at(4);
        let one = yes(self.variable());
        for &lit in front {
            self.clause(&[lit ^ 1, one]);
        }
        self.at_most_one(front);
        let mut rest = rest.to_vec();
        rest.insert(0, one);
        self.at_most_one(&rest);
    }

    /// Searches until `conflicts` more conflicts have been met.
    pub(super) fn solve(
        &mut self,
        theory: &mut impl Theory,
        conflicts: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Ended, Limit> {
        self.back_to(0);
        self.checked = 0;
        let mut met = 0;
        let mut restarts = 0;
        let mut until_restart = RESTART;
        let mut violated = Vec::new();
        // Where the theory had nothing to decide: it has nothing until something becomes true.
        let mut content_at = None;
        if self.contradicted.is_some() {
            return Ok(Ended::Refuted);
        }
        loop {
            let conflict = self.consequences(theory, &mut violated);
            if self.work >= POLL_EVERY {
                self.work = 0;
                meter.poll()?;
            }
            if conflict {
                meter.node()?;
                met += 1;
                self.met += 1;
                content_at = None;
                if !self.learn(&violated, meter)? {
                    self.contradicted = Some(self.learned_depth);
                    return Ok(Ended::Refuted);
                }
                until_restart = until_restart.saturating_sub(1);
                if met >= conflicts {
                    return Ok(Ended::Open);
                }
                continue;
            }
            if until_restart == 0 {
                restarts += 1;
                until_restart = RESTART * luby(restarts);
                self.back_to(0);
                content_at = None;
                if self.learned.len() > self.most_learned {
                    self.sort_out();
                }
                continue;
            }
            let is_content = |at: usize| self.trail[at..].iter().all(|lit| lit & 1 == 1);
            let decided = if restarts % 2 != 0 || content_at.is_some_and(is_content) {
                None
            } else {
                theory.decide(&self.values)
            };
            if restarts % 2 == 0 && decided.is_none() {
                content_at = Some(self.trail.len());
            }
            let Some(lit) = decided.or_else(|| self.next_open()) else {
                return Ok(Ended::Satisfied);
            };
            self.levels.push(self.trail.len());
            self.assign(lit, NOWHERE);
        }
    }

    /// The memory that was asked for, to be given back.
    pub(super) fn charged(&self) -> u64 {
        self.charged
    }

    /// Asks for the memory of everything that was put in so far.
    pub(super) fn charge(&mut self, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let bytes = self.arena.len() as u64 * 12 + self.level.len() as u64 * 128;
        if bytes > self.charged {
            let more = (bytes - self.charged).max(1 << 16);
            meter.charge(more)?;
            self.charged += more;
        }
        Ok(())
    }

    /// Propagates and asks the theory until both are content; whether there is a conflict, whose
    /// clause is then in `violated`.
    fn consequences(&mut self, theory: &mut impl Theory, violated: &mut Vec<Lit>) -> bool {
        loop {
            violated.clear();
            if let Some(clause) = self.propagate() {
                violated.extend_from_slice(self.lits(clause));
                self.violated_depth = self.depth_of(clause);
                return true;
            }
            let new = &self.trail[self.checked..];
            theory.check(&self.values, new, violated);
            self.work += 64;
            if violated.is_empty() {
                self.checked = self.trail.len();
                return false;
            }
            // What the theory says is about its variables alone.
            let born = violated.iter().map(|&lit| self.born[(lit >> 1) as usize]);
            self.violated_depth = born.max().unwrap_or(0);
            let forced = violated.iter().position(|&lit| self.values.is_open(lit));
            // The theory may have noticed late.
            let others = violated.iter().enumerate();
            let others = others.filter(|&(i, _)| Some(i) != forced);
            let level = others.map(|(_, &lit)| self.level_of(lit)).max();
            self.back_to(level.unwrap_or(0) as usize);
            let Some(forced) = forced else {
                return true;
            };
            violated.swap(0, forced);
            self.force(violated, level.unwrap_or(0));
        }
    }

    /// Assigns the first literal of a clause of the theory, because the others are false.
    fn force(&mut self, lits: &mut [Lit], level: u32) {
        if lits.len() == 1 {
            self.assign_at_root(lits[0], self.violated_depth);
            return;
        }
        let second = (1..lits.len()).find(|&i| self.level_of(lits[i]) == level);
        lits.swap(1, second.unwrap_or(1));
        // The theory can say it again, so it is the first to be thrown away.
        let clause = self.attach(lits, NOWHERE - 1, self.violated_depth);
        self.learned.push(clause);
        self.assign(lits[0], clause);
    }

    fn level_of(&self, lit: Lit) -> u32 {
        self.level[(lit >> 1) as usize]
    }

    fn back_to(&mut self, level: usize) {
        if level >= self.levels.len() {
            return;
        }
        let keep = self.levels[level];
        for &lit in &self.trail[keep..] {
            self.values.0[lit as usize] = 0;
            self.values.0[(lit ^ 1) as usize] = 0;
            self.queue.reopened(lit >> 1);
        }
        self.trail.truncate(keep);
        self.levels.truncate(level);
        self.propagated = keep;
        self.checked = self.checked.min(keep);
    }

    fn next_open(&mut self) -> Option<Lit> {
        let values = &self.values;
        let variable = self.queue.next(|variable| values.is_open(yes(variable)))?;
        Some(if self.phase[variable as usize] {
            yes(variable)
        } else {
            no(variable)
        })
    }
}

/// 1, 1, 2, 1, 1, 2, 4, …
fn luby(index: u64) -> u64 {
    let mut index = index + 1;
    loop {
        let size = u64::BITS - index.leading_zeros();
        if index == (1 << size) - 1 {
            return 1 << (size - 1);
        }
        index -= (1 << (size - 1)) - 1;
    }
}
