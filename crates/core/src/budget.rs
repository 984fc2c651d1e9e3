//! Bounds on work: time, memory, nodes, and a way to stop it from outside.
//!
//! Nothing here reads a clock or starts a thread. The caller hands in a [`Clock`], a [`Workers`] of
//! workers and a [`Watch`] that is told how things go; a solver opens a [`Meter`] on the budget,
//! counts its nodes with it, charges memory *before* taking it, and stops when told to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::cost::Costs;

/// The clock is looked at once every so many nodes.
pub const POLL_EVERY: u64 = 1024;

/// The clock is looked at once every so many units of work that is no node.
pub const POLL_EVERY_WORK: u64 = 1 << 18;

/// Tells the time since some fixed moment.
pub trait Clock: Sync {
    /// Now.
    fn now(&self) -> Duration;
}

/// A clock that stands still: no time limit is ever reached.
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Workers that share out independent jobs.
pub trait Workers: Sync {
    /// How many jobs can run at once.
    fn size(&self) -> usize;

    /// Runs `job(0)`, … `job(count - 1)`, in any order, and returns when all are done.
    fn share(&self, count: usize, job: &(dyn Fn(usize) + Sync));
}

/// The calling thread alone.
pub struct Sequential;

impl Workers for Sequential {
    fn size(&self) -> usize {
        1
    }

    fn share(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(job);
    }
}

/// Is told how a search goes, at most once per poll.
pub trait Watch: Sync {
    /// What is known so far.
    fn report(&self, update: &Update);
}

/// Shows nothing.
pub struct Unwatched;

impl Watch for Unwatched {
    fn report(&self, _: &Update) {}
}

/// How a search goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Update {
    /// Nodes so far.
    pub nodes: u64,
    /// What any solution must cost at least, as far as proved.
    pub bound: Option<Costs>,
    /// What the best solution so far costs.
    pub best: Option<Costs>,
    /// Levels made so far, for generators.
    pub made: u64,
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The time was up.
    Time,
    /// The memory was used up.
    Memory,
    /// The allowed number of nodes was searched.
    Nodes,
    /// Somebody asked to stop.
    Cancelled,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Limit::Time => "the time limit was reached",
            Limit::Memory => "the memory limit was reached",
            Limit::Nodes => "the node limit was reached",
            Limit::Cancelled => "it was cancelled",
        })
    }
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes, in the sense of the game's solver.
    pub nodes: u64,
    /// Time by the injected clock.
    pub elapsed: Duration,
    /// The most memory charged at any time.
    pub peak_bytes: u64,
}

/// How much work may be done. Cheap to clone; deadlines are absolute, so that a part of a larger
/// job keeps to the time of the whole.
#[derive(Clone)]
pub struct Budget<'a> {
    clock: &'a dyn Clock,
    workers: &'a dyn Workers,
    watch: &'a dyn Watch,
    cancel: Option<&'a AtomicBool>,
    deadline: Option<Duration>,
    bytes: u64,
    nodes: u64,
}

impl Budget<'static> {
    /// No bounds at all.
    pub fn unlimited() -> Self {
        Budget {
            clock: &StoppedClock,
            workers: &Sequential,
            watch: &Unwatched,
            cancel: None,
            deadline: None,
            bytes: u64::MAX,
            nodes: u64::MAX,
        }
    }
}

impl<'a> Budget<'a> {
    /// The same bounds, by this clock. Set it before any time limit.
    pub fn with_clock(self, clock: &'a dyn Clock) -> Self {
        Budget { clock, ..self }
    }

    /// The same bounds, with these workers.
    pub fn with_workers(self, workers: &'a dyn Workers) -> Self {
        Budget { workers, ..self }
    }

    /// The same bounds, reporting to `watch`.
    pub fn with_watch(self, watch: &'a dyn Watch) -> Self {
        Budget { watch, ..self }
    }

    /// Stops when `cancel` becomes true.
    pub fn with_cancel(self, cancel: &'a AtomicBool) -> Self {
        let cancel = Some(cancel);
        Budget { cancel, ..self }
    }

    /// At most `limit` from now, and never longer than before.
    pub fn within(self, limit: Duration) -> Self {
        let end = self.clock.now().saturating_add(limit);
        let deadline = Some(self.deadline.map_or(end, |deadline| deadline.min(end)));
        Budget { deadline, ..self }
    }

    /// At most so many bytes, and never more than before.
    pub fn with_memory(self, bytes: u64) -> Self {
        let bytes = bytes.min(self.bytes);
        Budget { bytes, ..self }
    }

    /// At most so many nodes, and never more than before.
    pub fn with_nodes(self, nodes: u64) -> Self {
        let nodes = nodes.min(self.nodes);
        Budget { nodes, ..self }
    }

    /// The workers.
    pub fn workers(&self) -> &'a dyn Workers {
        self.workers
    }

    /// The most bytes that may be held at once.
    pub fn memory(&self) -> u64 {
        self.bytes
    }

    /// The time by the injected clock.
    pub fn now(&self) -> Duration {
        self.clock.now()
    }

    /// The time left, if it is bounded.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_sub(self.clock.now()))
    }

    /// Whether time is up or somebody asked to stop.
    pub fn expired(&self) -> Option<Limit> {
        if self.cancel.is_some_and(|c| c.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        let deadline = self.deadline?;
        (self.clock.now() >= deadline).then_some(Limit::Time)
    }

    /// Tells the watcher how things go.
    pub fn report(&self, update: &Update) {
        self.watch.report(update);
    }

    /// Starts counting.
    pub fn meter(&self) -> Meter<'_> {
        Meter {
            budget: self,
            started: self.clock.now(),
            nodes: 0,
            next_poll: POLL_EVERY.min(self.nodes.saturating_add(1)),
            work: 0,
            bytes: 0,
            peak_bytes: 0,
            update: Update::default(),
        }
    }
}

/// Counts what one search uses of a [`Budget`].
pub struct Meter<'a> {
    budget: &'a Budget<'a>,
    started: Duration,
    nodes: u64,
    next_poll: u64,
    /// Units of work since the clock was last looked at for them.
    work: u64,
    bytes: u64,
    peak_bytes: u64,
    update: Update,
}

impl Meter<'_> {
    /// Counts a node; an error when the search must stop. Nearly always one addition and one
    /// comparison.
    #[inline]
    pub fn node(&mut self) -> Result<(), Limit> {
        self.nodes += 1;
        if self.nodes < self.next_poll {
            Ok(())
        } else {
            self.poll()
        }
    }

    /// Counts many nodes at once and looks at the clock.
    pub fn nodes(&mut self, count: u64) -> Result<(), Limit> {
        self.nodes = self.nodes.saturating_add(count);
        if self.nodes < self.next_poll {
            Ok(())
        } else {
            self.poll()
        }
    }

    /// Tells of work inside or between nodes (tables, bounds, floods): about one unit for each word
    /// of memory touched. It counts against no limit, but the clock is looked at in good time
    /// however much one node costs.
    #[inline]
    pub fn work(&mut self, units: u64) -> Result<(), Limit> {
        self.work += units;
        if self.work < POLL_EVERY_WORK {
            return Ok(());
        }
        self.work = 0;
        self.poll()
    }

    /// Looks at the clock, the node limit and the wish to stop, now.
    #[cold]
    pub fn poll(&mut self) -> Result<(), Limit> {
        if self.nodes > self.budget.nodes {
            return Err(Limit::Nodes);
        }
        self.next_poll = self
            .nodes
            .saturating_add(POLL_EVERY)
            .min(self.budget.nodes.saturating_add(1));
        if let Some(limit) = self.budget.expired() {
            return Err(limit);
        }
        self.update.nodes = self.nodes;
        self.budget.watch.report(&self.update);
        Ok(())
    }

    /// Asks for memory before it is taken.
    pub fn charge(&mut self, bytes: u64) -> Result<(), Limit> {
        let wanted = self.bytes.saturating_add(bytes);
        if wanted > self.budget.bytes {
            return Err(Limit::Memory);
        }
        self.bytes = wanted;
        self.peak_bytes = self.peak_bytes.max(wanted);
        Ok(())
    }

    /// Gives memory back.
    pub fn release(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Notes what any solution must cost at least; the watcher hears of it at the next poll.
    pub fn bound(&mut self, costs: Costs) {
        self.update.bound = Some(costs);
    }

    /// Notes what the best solution so far costs.
    pub fn best(&mut self, costs: Costs) {
        self.update.best = Some(costs);
    }

    /// The budget this meter counts against.
    pub fn budget(&self) -> &Budget<'_> {
        self.budget
    }

    /// What was used so far.
    pub fn stats(&self) -> Stats {
        Stats {
            nodes: self.nodes,
            elapsed: self.budget.clock.now().saturating_sub(self.started),
            peak_bytes: self.peak_bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    /// A clock that advances by a millisecond whenever it is read, and counts its readings.
    #[derive(Default)]
    struct Ticking(AtomicU64);

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
        }
    }

    #[test]
    fn the_clock_is_read_at_most_every_so_many_nodes() {
        let clock = Ticking::default();
        let budget = Budget::unlimited()
            .with_clock(&clock)
            .within(Duration::from_millis(10));
        let mut meter = budget.meter();
        let before = clock.0.load(Ordering::Relaxed);
        let mut nodes = 0;
        while meter.node().is_ok() {
            nodes += 1;
        }
        let readings = clock.0.load(Ordering::Relaxed) - before;
        assert!(
            readings <= nodes / POLL_EVERY + 1,
            "{readings} in {nodes} nodes"
        );
        assert_eq!(meter.poll(), Err(Limit::Time));
    }

    #[test]
    fn limits_are_exact() {
        let budget = Budget::unlimited().with_nodes(1500).with_memory(100);
        let mut meter = budget.meter();
        let allowed = (0..5000).take_while(|_| meter.node().is_ok()).count();
        assert_eq!(allowed, 1500);
        assert_eq!(meter.charge(60), Ok(()));
        assert_eq!(meter.charge(41), Err(Limit::Memory));
        meter.release(20);
        assert_eq!(meter.charge(41), Ok(()));
        assert_eq!(meter.stats().peak_bytes, 81);
    }

    #[test]
    fn work_alone_meets_the_deadline() {
        let clock = Ticking::default();
        let budget = Budget::unlimited()
            .with_clock(&clock)
            .within(Duration::from_millis(10));
        let mut meter = budget.meter();
        let done = (0..).find(|_| meter.work(POLL_EVERY_WORK / 4).is_err());
        assert!(done.is_some_and(|done| done <= 4 * 10), "{done:?}");
        assert_eq!(meter.stats().nodes, 0);
    }

    #[test]
    fn cancelling_ends_it_at_the_next_poll() {
        let cancel = AtomicBool::new(false);
        let budget = Budget::unlimited().with_cancel(&cancel);
        let mut meter = budget.meter();
        assert_eq!(meter.poll(), Ok(()));
        cancel.store(true, Ordering::Relaxed);
        assert_eq!(meter.poll(), Err(Limit::Cancelled));
    }

    #[test]
    fn a_part_never_gets_more_time_than_the_whole() {
        let clock = Ticking::default();
        let whole = Budget::unlimited()
            .with_clock(&clock)
            .within(Duration::from_millis(5));
        let part = whole.clone().within(Duration::from_secs(60));
        assert!(part.time_left() <= Some(Duration::from_millis(5)));
    }
}
