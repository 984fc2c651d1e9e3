//! Many lines in, their answers out in the same order, as many at once as there are workers.
//!
//! Every worker takes the next line, answers it alone, and puts the answer where its turn is; what
//! is next in order goes out at once. Nobody may run further ahead of the oldest open line than a
//! fixed number of lines, so that memory stays bounded however long the input is and however
//! unequal its lines are.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use gridwright_core::budget::{Budget, Sequential};
use gridwright_core::fault::Fault;

use super::enveloped;
use crate::catalogue::Catalogue;
use crate::refusal::Refusal;

/// So many lines, for each worker, may be taken before the oldest of them is answered.
const AHEAD: u64 = 64;

/// A line, or why it could not be read.
pub type Line = Result<String, Fault>;

/// Answers all lines, in their order. `next` gives the lines; `tell` takes the answers and says
/// whether anybody still listens. Each line is answered by one worker, within the budget.
pub fn run(
    catalogue: &Catalogue,
    next: &mut (dyn FnMut() -> Option<Line> + Send),
    tell: &mut (dyn FnMut(&str) -> bool + Send),
    budget: &Budget<'_>,
) {
    let workers = budget.workers().size().max(1);
    let alone = budget.clone().with_workers(&Sequential);
    let input = Mutex::new(Input { next, taken: 0 });
    let output = Mutex::new(Output {
        tell,
        due: 0,
        waiting: BTreeMap::new(),
        over: false,
    });
    let moved = Condvar::new();
    let ahead = AHEAD * workers as u64;
    budget.workers().share(workers, &|_| {
        while let Some((number, line)) = locked(&input).take() {
            {
                let mut output = locked(&output);
                // The oldest open line is in the hands of a worker that does not wait here.
                while number >= output.due + ahead && !output.over {
                    output = moved.wait(output).unwrap_or_else(PoisonError::into_inner);
                }
                if output.over {
                    return;
                }
            }
            let answer = match line {
                Ok(line) => {
                    let work = || super::answer(catalogue, &line, &alone);
                    // A mistake of ours costs the answer to one line, and holds up nobody.
                    let answer = catch_unwind(AssertUnwindSafe(work));
                    answer.unwrap_or_else(|_| enveloped(&Value::Null, Err(Refusal::mistake())))
                }
                Err(fault) => enveloped(&Value::Null, Err(Refusal::malformed(fault))),
            };
            locked(&output).put(number, answer);
            moved.notify_all();
        }
    });
}

struct Input<'a> {
    next: &'a mut (dyn FnMut() -> Option<Line> + Send),
    taken: u64,
}

impl Input<'_> {
    fn take(&mut self) -> Option<(u64, Line)> {
        let line = (self.next)()?;
        self.taken += 1;
        Some((self.taken - 1, line))
    }
}

struct Output<'a> {
    tell: &'a mut (dyn FnMut(&str) -> bool + Send),
    /// The number of the line whose answer is told next.
    due: u64,
    waiting: BTreeMap<u64, String>,
    over: bool,
}

impl Output<'_> {
    fn put(&mut self, number: u64, answer: String) {
        self.waiting.insert(number, answer);
        while !self.over
            && let Some(answer) = self.waiting.remove(&self.due)
        {
            self.due += 1;
            self.over = !(self.tell)(&answer);
        }
    }
}

/// A lock whose holder cannot have left anything half done but by a panic, which is told elsewhere.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
