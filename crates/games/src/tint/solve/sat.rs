//! A small solver for propositional clauses, with room for one theory beside them.
//!
//! Conflict-driven clause learning: two watched literals, first unique implication points, a queue
//! of variables in which those of recent conflicts come first, saved phases, restarts after Luby's
//! sequence, and learned clauses of many levels thrown away. A [`Theory`] looks at the assignment
//! whenever unit propagation has come to rest; it may name a clause that is violated, and it may
//! say what to decide next. Nothing here depends on time or on the order of hashes.

use gridwright_core::budget::{Limit, Meter};

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
    /// false, or leaves it empty.
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

/// A clause with one of its watched literals.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Some other literal of the clause: if it is true there is nothing to do.
    blocker: Lit,
}

/// In front of the literals of a clause: how many there are, and how many decision levels they
/// came from if the clause was learned (0 if it was given).
const HEADER: usize = 2;

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
    contradicted: bool,
    most_learned: usize,
    work: u64,
    charged: u64,
}

impl Sat {
    /// No variables, no clauses.
    pub(super) fn new() -> Sat {
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
            contradicted: false,
            most_learned: FIRST_SORTING,
            work: 0,
            charged: 0,
        }
    }

    /// A new variable, false until there is a reason for the contrary.
    pub(super) fn variable(&mut self) -> u32 {
        let variable = self.level.len() as u32;
        self.watches.push(Vec::new());
        self.watches.push(Vec::new());
        self.values.0.extend([0, 0]);
        self.level.push(0);
        self.reason.push(NOWHERE);
        self.phase.push(false);
        self.seen.push(false);
        self.queue.push();
        variable
    }

    /// How many variables there are.
    pub(super) fn variables(&self) -> usize {
        self.level.len()
    }

    /// The assignment.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    /// Demands that one of some literals is true. Only between solves.
    pub(super) fn clause(&mut self, lits: &[Lit]) {
        debug_assert!(self.levels.is_empty());
        if self.contradicted {
            return;
        }
        let mut kept: Vec<Lit> = Vec::with_capacity(lits.len());
        for &lit in lits {
            if self.values.is_true(lit) || kept.contains(&(lit ^ 1)) {
                return;
            }
            if !self.values.is_false(lit) && !kept.contains(&lit) {
                kept.push(lit);
            }
        }
        match kept[..] {
            [] => self.contradicted = true,
            [lit] => {
                self.assign(lit, NOWHERE);
                self.contradicted = self.propagate().is_some();
            }
            _ => {
                self.attach(&kept, 0);
            }
        }
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
        // Three in front, and a variable for "one of those" takes their place.
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
        if self.contradicted {
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
                if !self.learn(&violated, meter)? {
                    self.contradicted = true;
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
                if self.learned.len() > self.most_learned {
                    self.sort_out();
                }
                continue;
            }
            let decided = if restarts % 2 == 0 {
                theory.decide(&self.values)
            } else {
                None
            };
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
        violated.clear();
        if let Some(clause) = self.propagate() {
            violated.extend_from_slice(self.lits(clause));
            return true;
        }
        let new = &self.trail[self.checked..];
        theory.check(&self.values, new, violated);
        self.work += 64;
        if violated.is_empty() {
            self.checked = self.trail.len();
            return false;
        }
        // The theory may have noticed late.
        let level = violated.iter().map(|&lit| self.level_of(lit)).max();
        self.back_to(level.unwrap_or(0) as usize);
        true
    }

    fn level_of(&self, lit: Lit) -> u32 {
        self.level[(lit >> 1) as usize]
    }

    fn lits(&self, clause: u32) -> &[Lit] {
        let at = clause as usize;
        let len = self.arena[at] as usize;
        &self.arena[at + HEADER..at + HEADER + len]
    }

    fn attach(&mut self, lits: &[Lit], levels: u32) -> u32 {
        let clause = self.arena.len() as u32;
        self.arena.push(lits.len() as u32);
        self.arena.push(levels);
        self.arena.extend_from_slice(lits);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let (a, b) = (self.lits(clause)[0], self.lits(clause)[1]);
        self.watches[a as usize].push(Watch { clause, blocker: b });
        self.watches[b as usize].push(Watch { clause, blocker: a });
    }

    #[inline]
    fn assign(&mut self, lit: Lit, reason: u32) {
        let variable = (lit >> 1) as usize;
        self.values.0[lit as usize] = 1;
        self.values.0[(lit ^ 1) as usize] = -1;
        self.level[variable] = self.levels.len() as u32;
        self.reason[variable] = reason;
        self.phase[variable] = lit & 1 == 0;
        self.trail.push(lit);
    }

    /// Everything that follows by unit propagation; a violated clause if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = lit ^ 1;
            let mut watches = std::mem::take(&mut self.watches[falsified as usize]);
            self.work += watches.len() as u64;
            let mut kept = 0;
            let mut next = 0;
            let mut violated = None;
            while next < watches.len() {
                let watch = watches[next];
                next += 1;
                if self.values.is_true(watch.blocker) {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                let at = watch.clause as usize + HEADER;
                if self.arena[at] == falsified {
                    self.arena.swap(at, at + 1);
                }
                let first = self.arena[at];
                let replaced = Watch {
                    clause: watch.clause,
                    blocker: first,
                };
                if self.values.is_true(first) {
                    watches[kept] = replaced;
                    kept += 1;
                    continue;
                }
                let len = self.arena[at - HEADER] as usize;
                let other = (at + 2..at + len).find(|&i| !self.values.is_false(self.arena[i]));
                if let Some(i) = other {
                    self.arena.swap(at + 1, i);
                    self.watches[self.arena[at + 1] as usize].push(replaced);
                    continue;
                }
                watches[kept] = replaced;
                kept += 1;
                if self.values.is_false(first) {
                    violated = Some(watch.clause);
                    break;
                }
                self.assign(first, watch.clause);
            }
            watches.copy_within(next.., kept);
            watches.truncate(kept + watches.len() - next);
            self.watches[falsified as usize] = watches;
            if violated.is_some() {
                return violated;
            }
        }
        None
    }

    /// Learns from a violated clause and goes back; `false` if nothing is left to go back to.
    fn learn(&mut self, violated: &[Lit], meter: &mut Meter<'_>) -> Result<bool, Limit> {
        if self.levels.is_empty() {
            return Ok(false);
        }
        let here = self.levels.len() as u32;
        let mut learned: Vec<Lit> = vec![0];
        let mut touched: Vec<u32> = Vec::new();
        let mut open = 0;
        let mut index = self.trail.len();
        let mut clause: Vec<Lit> = violated.to_vec();
        let uip = loop {
            for &lit in &clause {
                let variable = lit >> 1;
                if self.seen[variable as usize] || self.level[variable as usize] == 0 {
                    continue;
                }
                self.seen[variable as usize] = true;
                touched.push(variable);
                if self.level[variable as usize] == here {
                    open += 1;
                } else {
                    learned.push(lit);
                }
            }
            let lit = loop {
                index -= 1;
                let lit = self.trail[index];
                if self.seen[(lit >> 1) as usize] {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                break lit;
            }
            clause.clear();
            let reason = self.reason[(lit >> 1) as usize];
            clause.extend(self.lits(reason).iter().filter(|&&other| other != lit));
        };
        learned[0] = uip ^ 1;
        let bumped = touched.len();
        self.minimise(&mut learned, &mut touched);
        for &variable in &touched {
            self.seen[variable as usize] = false;
        }
        touched.truncate(bumped);
        // The most recent keep their order, so that the queue stays stable.
        touched.sort_unstable_by_key(|&variable| self.queue.stamp[variable as usize]);
        for variable in touched {
            self.queue
                .move_up(variable, self.values.is_open(yes(variable)));
        }
        let mut levels: Vec<u32> = learned.iter().map(|&lit| self.level_of(lit)).collect();
        let back = levels[1..].iter().copied().max().unwrap_or(0);
        levels.sort_unstable();
        levels.dedup();
        if learned.len() > 1 {
            let second = (1..learned.len()).find(|&i| self.level_of(learned[i]) == back);
            learned.swap(1, second.unwrap_or(1));
        }
        self.back_to(back as usize);
        if learned.len() == 1 {
            self.assign(learned[0], NOWHERE);
        } else {
            let clause = self.attach(&learned, levels.len() as u32);
            self.learned.push(clause);
            self.assign(learned[0], clause);
            self.charge(meter)?;
        }
        Ok(true)
    }

    /// Leaves out literals that the others imply.
    fn minimise(&mut self, learned: &mut Vec<Lit>, touched: &mut Vec<u32>) {
        let mut kept = 1;
        for i in 1..learned.len() {
            let lit = learned[i];
            if self.reason[(lit >> 1) as usize] == NOWHERE || !self.is_implied(lit, touched) {
                learned[kept] = lit;
                kept += 1;
            }
        }
        learned.truncate(kept);
    }

    /// Whether literals that were seen imply another. What turns out to be implied counts as seen
    /// from then on.
    fn is_implied(&mut self, lit: Lit, touched: &mut Vec<u32>) -> bool {
        let mut stack = vec![lit];
        let first_new = touched.len();
        while let Some(lit) = stack.pop() {
            let reason = self.reason[(lit >> 1) as usize] as usize;
            let len = self.arena[reason] as usize;
            for index in reason + HEADER..reason + HEADER + len {
                let other = self.arena[index];
                let variable = (other >> 1) as usize;
                if self.seen[variable] || self.level[variable] == 0 {
                    continue;
                }
                if self.reason[variable] == NOWHERE {
                    for &variable in &touched[first_new..] {
                        self.seen[variable as usize] = false;
                    }
                    touched.truncate(first_new);
                    return false;
                }
                self.seen[variable] = true;
                touched.push(variable as u32);
                stack.push(other);
            }
        }
        true
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

    /// Throws the worse half of the learned clauses away. Only at the root.
    fn sort_out(&mut self) {
        let mut ranked = std::mem::take(&mut self.learned);
        let arena = &self.arena;
        ranked.sort_by_key(|&clause| arena[clause as usize + 1]);
        let keep = ranked.len() / 2;
        for &clause in &ranked[keep..] {
            self.arena[clause as usize + 1] = NOWHERE;
        }
        for watches in &mut self.watches {
            watches.clear();
        }
        let mut fresh = Vec::with_capacity(self.arena.len());
        let mut at = 0;
        while at < self.arena.len() {
            let end = at + HEADER + self.arena[at] as usize;
            if self.arena[at + 1] != NOWHERE {
                if self.arena[at + 1] != 0 {
                    self.learned.push(fresh.len() as u32);
                }
                fresh.extend_from_slice(&self.arena[at..end]);
            }
            at = end;
        }
        self.arena = fresh;
        let mut at = 0;
        while at < self.arena.len() {
            self.rewatch(at as u32);
            at += HEADER + self.arena[at] as usize;
        }
        // At the root nobody asks for reasons.
        for &lit in &self.trail {
            self.reason[(lit >> 1) as usize] = NOWHERE;
        }
        self.propagated = 0;
        self.most_learned += FIRST_SORTING / 4;
    }

    /// Watches a clause at the root: literals that are not false come first.
    fn rewatch(&mut self, clause: u32) {
        let at = clause as usize + HEADER;
        let len = self.arena[clause as usize] as usize;
        let mut front = at;
        for i in at..at + len {
            if front < at + 2 && !self.values.is_false(self.arena[i]) {
                self.arena.swap(front, i);
                front += 1;
            }
        }
        self.watch(clause);
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

/// Variables in the order in which they were last touched, as a list with two ends.
struct Queue {
    before: Vec<u32>,
    after: Vec<u32>,
    stamp: Vec<u64>,
    first: u32,
    last: u32,
    /// Everything behind this one is assigned.
    from: u32,
    clock: u64,
}

impl Queue {
    fn new() -> Queue {
        Queue {
            before: Vec::new(),
            after: Vec::new(),
            stamp: Vec::new(),
            first: NOWHERE,
            last: NOWHERE,
            from: NOWHERE,
            clock: 0,
        }
    }

    fn push(&mut self) {
        let variable = self.before.len() as u32;
        self.before.push(NOWHERE);
        self.after.push(NOWHERE);
        self.stamp.push(0);
        self.append(variable);
        self.from = variable;
    }

    fn append(&mut self, variable: u32) {
        self.clock += 1;
        self.stamp[variable as usize] = self.clock;
        self.before[variable as usize] = self.last;
        self.after[variable as usize] = NOWHERE;
        if self.last == NOWHERE {
            self.first = variable;
        } else {
            self.after[self.last as usize] = variable;
        }
        self.last = variable;
    }

    /// The next variable to be asked is this one, if it is open.
    fn move_up(&mut self, variable: u32, is_open: bool) {
        if self.last == variable {
            return;
        }
        let (before, after) = (
            self.before[variable as usize],
            self.after[variable as usize],
        );
        if self.from == variable {
            self.from = if before == NOWHERE { after } else { before };
        }
        match before {
            NOWHERE => self.first = after,
            before => self.after[before as usize] = after,
        }
        if after != NOWHERE {
            self.before[after as usize] = before;
        }
        self.append(variable);
        if is_open {
            self.from = variable;
        }
    }

    fn reopened(&mut self, variable: u32) {
        if self.from == NOWHERE || self.stamp[variable as usize] > self.stamp[self.from as usize] {
            self.from = variable;
        }
    }

    fn next(&mut self, is_open: impl Fn(u32) -> bool) -> Option<u32> {
        let mut variable = self.from;
        while variable != NOWHERE && !is_open(variable) {
            variable = self.before[variable as usize];
        }
        if variable == NOWHERE {
            self.from = self.first;
            return None;
        }
        self.from = variable;
        Some(variable)
    }
}
