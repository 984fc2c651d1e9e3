//! How soon the solver knows what: a first solution, the fewest strokes, the fewest cells.
//!
//! Times are those of the processor, limits included, so that a busy machine tells the same as an
//! idle one. What the solver tells on the way is heard when it looks at its limits, so a moment is
//! never told too early.

use std::sync::Mutex;
use std::time::Duration;

use gridwright_core::budget::{Budget, Clock, Update, Watch};
use gridwright_core::cost::Costs;
use gridwright_core::solve::{Optimality, Verdict};
use gridwright_games::tint::level::Level;
use gridwright_games::tint::rules::STROKES;
use gridwright_games::tint::solve::solve;

use crate::measure::processor_time;

/// The memory that a solve may take.
const MEMORY: u64 = 2 << 30;

/// When something was known, since the beginning of a solve.
pub(super) struct Moments {
    /// A solution was in hand.
    pub(super) solution: Option<Duration>,
    /// Its strokes were proved to be the fewest.
    pub(super) strokes: Option<Duration>,
    /// Its cells as well.
    pub(super) cells: Option<Duration>,
    /// There is no solution.
    pub(super) impossible: Option<Duration>,
}

/// Solves a level within so much of the processor's time.
pub(super) fn solved(level: &Level, limit: Duration) -> Moments {
    let listener = Listener {
        begun: processor_time(),
        heard: Mutex::default(),
    };
    let budget = Budget::unlimited()
        .with_clock(&listener)
        .with_watch(&listener)
        .with_memory(MEMORY)
        .within(limit);
    let verdict = solve(level, &budget).verdict;
    let now = listener.now();
    let [solution, strokes] = *listener.heard.lock().expect("nobody panicked");
    let is_solved = verdict.solvable() == Some(true);
    let strokes_known = match &verdict {
        Verdict::Solved {
            witness,
            optimality: Optimality::Open { bounds, .. },
        } => are_fewest(bounds, witness.costs()),
        _ => verdict.is_optimal(),
    };
    Moments {
        solution: is_solved.then(|| solution.unwrap_or(now)),
        strokes: strokes_known.then(|| strokes.unwrap_or(now)),
        cells: verdict.is_optimal().then_some(now),
        impossible: (verdict.solvable() == Some(false)).then_some(now),
    }
}

/// Counts the processor's time and notes when a solution and the fewest strokes were first heard of.
struct Listener {
    begun: Duration,
    heard: Mutex<[Option<Duration>; 2]>,
}

impl Clock for Listener {
    fn now(&self) -> Duration {
        processor_time() - self.begun
    }
}

impl Watch for Listener {
    fn report(&self, update: &Update) {
        let Some(best) = &update.best else { return };
        let mut heard = self.heard.lock().expect("nobody panicked");
        heard[0].get_or_insert_with(|| self.now());
        let known = update.bound.as_ref();
        if known.is_some_and(|bound| are_fewest(bound, best)) {
            heard[1].get_or_insert_with(|| self.now());
        }
    }
}

fn are_fewest(bound: &Costs, best: &Costs) -> bool {
    bound.get(STROKES.name) >= best.get(STROKES.name)
}
