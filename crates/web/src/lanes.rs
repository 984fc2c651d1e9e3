//! Work that takes the processor runs on blocking threads, in lanes of bounded width.
//!
//! The lanes keep short work from waiting behind long work: moves never queue behind a search,
//! and a search never behind the disk. Whoever cannot enter a lane in time is told to come back.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::answer::Refused;

/// Which work a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Microseconds to milliseconds: moves, pictures, reading levels.
    Play,
    /// Up to a few seconds: hints, the level of the day.
    Think,
    /// Waits for the disk: progress.
    Record,
}

/// All lanes.
pub(crate) struct Lanes {
    play: Arc<Semaphore>,
    think: Arc<Semaphore>,
    record: Arc<Semaphore>,
}

/// So many requests wait for the disk at once. They take no processor, and what is written is
/// written together.
const RECORDERS: usize = 64;

/// For how long a request waits to enter a lane.
const PATIENCE: Duration = Duration::from_secs(10);

impl Lanes {
    /// Lanes for a machine with so many cores.
    pub(crate) fn new(cores: usize) -> Self {
        Lanes {
            play: Arc::new(Semaphore::new(cores * 2)),
            think: Arc::new(Semaphore::new(cores)),
            record: Arc::new(Semaphore::new(RECORDERS)),
        }
    }

    /// Runs work in a lane. If it panics, the answer says that a mistake was made.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let permits = match lane {
            Lane::Play => &self.play,
            Lane::Think => &self.think,
            Lane::Record => &self.record,
        };
        let entered = tokio::time::timeout(PATIENCE, permits.clone().acquire_owned()).await;
        let Ok(Ok(permit)) = entered else {
            return Err(Refused::busy("too many requests are waiting"));
        };
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "a request panicked");
            Refused::panicked()
        })
    }
}
