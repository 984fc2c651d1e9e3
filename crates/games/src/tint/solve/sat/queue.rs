//! Which variable to decide next: those of recent conflicts first.
//!
//! A list with two ends and a stamp for every move to its end. The search for an open variable
//! begins at the last place from which everything behind is known to be assigned.

use super::NOWHERE;

/// Variables in the order in which they were last touched, as a list with two ends.
pub(super) struct Queue {
    before: Vec<u32>,
    after: Vec<u32>,
    pub(super) stamp: Vec<u64>,
    first: u32,
    last: u32,
    /// Everything behind this one is assigned.
    from: u32,
    clock: u64,
}

impl Queue {
    pub(super) fn new() -> Queue {
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

    pub(super) fn push(&mut self) {
        let variable = self.before.len() as u32;
        self.before.push(NOWHERE);
        self.after.push(NOWHERE);
        self.stamp.push(0);
        self.append(variable);
        self.from = variable;
    }

    /// Forgets all variables.
    pub(super) fn clear(&mut self) {
        self.before.clear();
        self.after.clear();
        self.stamp.clear();
        self.first = NOWHERE;
        self.last = NOWHERE;
        self.from = NOWHERE;
        self.clock = 0;
    }

    /// Forgets all variables but the first so many.
    pub(super) fn truncate(&mut self, variables: usize) {
        let mut variable = self.first;
        self.first = NOWHERE;
        self.last = NOWHERE;
        while variable != NOWHERE {
            let after = self.after[variable as usize];
            if (variable as usize) < variables {
                self.before[variable as usize] = self.last;
                self.after[variable as usize] = NOWHERE;
                match self.last {
                    NOWHERE => self.first = variable,
                    last => self.after[last as usize] = variable,
                }
                self.last = variable;
            }
            variable = after;
        }
        self.before.truncate(variables);
        self.after.truncate(variables);
        self.stamp.truncate(variables);
        self.from = self.last;
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
    pub(super) fn move_up(&mut self, variable: u32, is_open: bool) {
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

    pub(super) fn reopened(&mut self, variable: u32) {
        if self.from == NOWHERE || self.stamp[variable as usize] > self.stamp[self.from as usize] {
            self.from = variable;
        }
    }

    pub(super) fn next(&mut self, is_open: impl Fn(u32) -> bool) -> Option<u32> {
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
