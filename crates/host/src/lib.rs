//! What a real machine gives: the host port of the workshop.
//!
//! `core`, `games` and `workshop` read no clock and start no thread, so that they can run
//! anywhere; every program that runs on a real machine hands the same things in.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use gridwright_core::budget::{Clock, Sequential, Workers};
use gridwright_workshop::Host;
use rayon::prelude::*;

/// This machine.
pub struct Machine {
    clock: WallClock,
    threads: Option<usize>,
}

impl Machine {
    /// This machine, with so many threads for a job, or one for each core.
    pub fn new(threads: Option<usize>) -> Self {
        Machine {
            clock: WallClock::start(),
            threads,
        }
    }
}

impl Host for Machine {
    fn now(&self) -> Duration {
        self.clock.now()
    }

    fn unix_seconds(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    }

    fn random(&self) -> u64 {
        // A machine without randomness still has a clock.
        getrandom::u64().unwrap_or_else(|_| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.map_or(0, |since| since.as_micros() as u64)
        })
    }

    fn workers(&self) -> Box<dyn Workers + '_> {
        // A machine that gives no more threads still has this one.
        match Pool::new(self.threads) {
            Ok(pool) => Box::new(pool),
            Err(_) => Box::new(Sequential),
        }
    }
}

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

impl Workers for Pool {
    fn size(&self) -> usize {
        self.0.current_num_threads()
    }

    fn share(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        self.0.install(|| (0..count).into_par_iter().for_each(job));
    }
}
