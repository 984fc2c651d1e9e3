//! What the application asks of the machine around it.

use std::time::Duration;

use gridwright_core::budget::{Clock, Sequential, Workers};

/// Clock, calendar, workers and randomness.
pub trait Host: Send + Sync {
    /// The time since some fixed moment; never goes back.
    fn now(&self) -> Duration;

    /// Seconds since 1970-01-01T00:00:00Z.
    fn unix_seconds(&self) -> u64;

    /// A number nobody chose.
    fn random(&self) -> u64;

    /// Workers for one long job.
    fn workers(&self) -> Box<dyn Workers + '_> {
        Box::new(Sequential)
    }
}

/// The clock of a host, as budgets want it.
pub(crate) struct HostClock<'a>(pub(crate) &'a dyn Host);

impl Clock for HostClock<'_> {
    fn now(&self) -> Duration {
        self.0.now()
    }
}

/// No machine at all: time stands still, every day is the same, and nothing is random. For tests
/// and examples; no time limit is ever reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detached {
    /// What the calendar says.
    pub unix_seconds: u64,
}

impl Host for Detached {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn unix_seconds(&self) -> u64 {
        self.unix_seconds
    }

    fn random(&self) -> u64 {
        0
    }
}

/// A seed nobody chose. Small, so that people can copy it.
pub fn random_seed(host: &dyn Host) -> u64 {
    host.random() % 1_000_000_000
}
