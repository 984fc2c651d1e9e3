//! Timing: a warm-up, several runs, the median.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;

/// Collects the times of a job's cases and prints them.
pub(crate) struct Measure {
    json: bool,
    levels: Option<PathBuf>,
    repeat: usize,
    game: &'static str,
    job: &'static str,
}

impl Measure {
    pub(crate) fn new(json: bool, levels: Option<PathBuf>, repeat: usize) -> Self {
        Measure {
            json,
            levels,
            repeat: repeat.max(1),
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
