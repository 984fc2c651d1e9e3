//! Timing: a warm-up, several runs, the median.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

use gridwright_core::budget::Clock;

/// The time that the processor has spent on this thread; what others do on the machine is not in it.
pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        time.tv_nsec.unsigned_abs() as u32,
    )
}

/// The same as a clock, for limits that do not depend on what others do on the machine.
pub(crate) struct ProcessorClock;

impl Clock for ProcessorClock {
    fn now(&self) -> Duration {
        processor_time()
    }
}

/// Collects the times of a job's cases and prints them.
pub(crate) struct Measure {
    json: bool,
    levels: Option<PathBuf>,
    repeat: usize,
    seed: Option<u64>,
    game: &'static str,
    job: &'static str,
}

impl Measure {
    pub(crate) fn new(
        json: bool,
        levels: Option<PathBuf>,
        repeat: usize,
        seed: Option<u64>,
    ) -> Self {
        Measure {
            json,
            levels,
            repeat: repeat.max(1),
            seed,
            game: "",
            job: "",
        }
    }

    pub(crate) fn begin(&mut self, game: &'static str, job: &'static str, help: &str) {
        (self.game, self.job) = (game, job);
        if !self.json {
            println!("{game} {job}: {help}");
        }
    }

    /// A folder of other people's levels, if one was given.
    pub(crate) fn levels(&self) -> Option<&Path> {
        self.levels.as_deref()
    }

    /// The first seed, if one was given.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Times a case: once to warm up, then several times; prints and returns the median seconds.
    pub(crate) fn case<T>(&mut self, case: &str, mut work: impl FnMut() -> T) -> f64 {
        black_box(work());
        let mut times: Vec<f64> = (0..self.repeat)
            .map(|_| {
                let start = Instant::now();
                black_box(work());
                start.elapsed().as_secs_f64()
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        if self.json {
            let line = json!({
                "game": self.game, "job": self.job, "case": case,
                "seconds": median, "best": times[0], "worst": times[times.len() - 1],
            });
            println!("{line}");
        } else {
            println!("    {case:<40} {:>12.6} ms", median * 1e3);
        }
        median
    }
}
