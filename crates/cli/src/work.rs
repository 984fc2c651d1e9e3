//! Limits, workers, progress on standard error, and Ctrl-C: what the library leaves to us.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use gridwright_core::budget::{Budget, Update, Watch};
use gridwright_core::cost::counted;
use gridwright_host::{Pool, WallClock};

use crate::args::Global;

/// Set by the first Ctrl-C; searches end with what they have.
static CANCEL: AtomicBool = AtomicBool::new(false);

/// Whether somebody is waited for who types or pipes something in: then there is no search to end
/// well, and the first Ctrl-C ends the program.
static WAITING: AtomicBool = AtomicBool::new(false);

/// How a shell reports a program that was ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Reads from standard input, which may wait for ever.
pub(crate) fn waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    // Pressed a moment ago, it would have been taken for the end of a search.
    if CANCEL.load(Ordering::SeqCst) {
        std::process::exit(INTERRUPTED);
    }
    let read = read();
    WAITING.store(false, Ordering::SeqCst);
    read
}

/// Everything a long job needs from outside.
pub(crate) struct Work {
    clock: WallClock,
    workers: Pool,
    reporter: Reporter,
    time_limit: Option<Duration>,
    memory: u64,
}

impl Work {
    pub(crate) fn new(global: &Global) -> anyhow::Result<Self> {
        // An interrupt that cannot be caught still ends the program, so going on is safe.
        let _ = ctrlc::set_handler(|| {
            if CANCEL.swap(true, Ordering::SeqCst) || WAITING.load(Ordering::SeqCst) {
                std::process::exit(INTERRUPTED);
            }
        });
        Ok(Work {
            clock: WallClock::start(),
            workers: Pool::new(global.threads).context("cannot start threads")?,
            reporter: Reporter::new(global.quiet),
            time_limit: global.time_limit.map(Duration::from_secs_f64),
            memory: global.memory_limit.saturating_mul(1 << 20),
        })
    }

    /// The budget the user gave.
    pub(crate) fn budget(&self) -> Budget<'_> {
        let budget = Budget::unlimited()
            .with_clock(&self.clock)
            .with_workers(&self.workers)
            .with_watch(&self.reporter)
            .with_cancel(&CANCEL)
            .with_memory(self.memory);
        match self.time_limit {
            Some(limit) => budget.within(limit),
            None => budget,
        }
    }

    /// The budget the user gave, or a time limit where the user gave none.
    pub(crate) fn budget_within(&self, default: Duration) -> Budget<'_> {
        match self.time_limit {
            Some(_) => self.budget(),
            None => self.budget().within(default),
        }
    }

    /// Says in the progress display which of several levels is at work.
    pub(crate) fn at_level(&self, level: usize, of: usize) {
        if let Ok(mut shown) = self.reporter.shown.lock() {
            shown.level = Some((level, of));
        }
    }

    /// Takes the progress display away before an answer is printed.
    pub(crate) fn done(&self) {
        self.reporter.clear();
    }
}

/// Says nothing in the first second; after that a line that is redrawn on a terminal, or a new
/// line now and then elsewhere.
struct Reporter {
    started: Instant,
    quiet: bool,
    terminal: bool,
    shown: Mutex<Shown>,
}

struct Shown {
    last: Option<Instant>,
    bar: Option<ProgressBar>,
    level: Option<(usize, usize)>,
}

const SILENCE: Duration = Duration::from_secs(1);

impl Reporter {
    fn new(quiet: bool) -> Self {
        Reporter {
            started: Instant::now(),
            quiet,
            terminal: std::io::stderr().is_terminal()
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
            shown: Mutex::new(Shown {
                last: None,
                bar: None,
                level: None,
            }),
        }
    }

    fn clear(&self) {
        if let Ok(mut shown) = self.shown.lock()
            && let Some(bar) = shown.bar.take()
        {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Reporter {
    fn report(&self, update: &Update) {
        let elapsed = self.started.elapsed();
        if self.quiet || elapsed < SILENCE {
            return;
        }
        let Ok(mut shown) = self.shown.try_lock() else {
            return;
        };
        let pause = Duration::from_millis(if self.terminal { 100 } else { 5000 });
        if shown.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        shown.last = Some(Instant::now());
        let level = shown.level.map_or(String::new(), |(level, of)| {
            format!("level {level} of {of}, ")
        });
        let message = format!("{level}{}", describe(update, elapsed));
        if self.terminal {
            let bar = shown.bar.get_or_insert_with(|| {
                let style = ProgressStyle::with_template("{spinner} {msg}");
                let bar = ProgressBar::new_spinner();
                style.map_or(bar.clone(), |style| bar.with_style(style))
            });
            bar.set_message(message);
            bar.tick();
        } else {
            // Progress that cannot be shown is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{message}");
        }
    }
}

fn describe(update: &Update, elapsed: Duration) -> String {
    let mut message = format!("{:.0} s", elapsed.as_secs_f64());
    if update.made > 0 {
        message.push_str(&format!(", {} made", update.made));
    }
    if update.nodes > 0 {
        message.push_str(&format!(", {}", counted(update.nodes, "node", "nodes")));
    }
    if let Some(best) = &update.best {
        message.push_str(&format!(", best so far {best}"));
    }
    if let Some(bound) = &update.bound {
        message.push_str(&format!(", at least {bound}"));
    }
    message
}
