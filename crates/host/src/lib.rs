//! What the games leave to the program around them: a clock and workers.
//!
//! `core` and `games` read no clock and start no thread, so that they can run anywhere; every
//! program that runs on a real machine hands the same two things in with its budgets.

use std::time::{Duration, Instant};

use gridwright_core::budget::{Clock, Crew};
use rayon::prelude::*;

/// The time of the machine, since the clock was started.
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that begins now.
    pub fn start() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Threads that share out independent jobs.
pub struct Pool(rayon::ThreadPool);

impl Pool {
    /// So many threads, or one for each core.
    ///
    /// # Errors
    /// If the operating system gives no more threads.
    pub fn new(threads: Option<usize>) -> Result<Self, rayon::ThreadPoolBuildError> {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
        builder.build().map(Pool)
    }
}

impl Crew for Pool {
    fn size(&self) -> usize {
        self.0.current_num_threads()
    }

    fn share(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        self.0.install(|| (0..count).into_par_iter().for_each(job));
    }
}
