//! Work that takes the processor runs on blocking threads, in lanes of bounded width.
//!
//! The lanes keep short work from waiting behind long work: moves never queue behind a search,
//! and a search never behind the disk. Whoever cannot enter a lane in time is told to come back.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use gridwright_workshop::Refusal;
use gridwright_workshop::calls::Lane;

use crate::answer::Refused;

/// All lanes.
pub(crate) struct Lanes {
    quick: Arc<Semaphore>,
    thinking: Arc<Semaphore>,
    storage: Arc<Semaphore>,
}

/// So many requests wait for the disk at once. They take no processor, and what is written is
/// written together.
const MOST_STORING: usize = 64;

/// For how long a request waits to enter a lane.
const ENTRY_TIME: Duration = Duration::from_secs(10);

impl Lanes {
    /// Lanes for a machine with so many cores.
    pub(crate) fn new(cores: usize) -> Self {
        Lanes {
            quick: Arc::new(Semaphore::new(cores * 2)),
            thinking: Arc::new(Semaphore::new(cores)),
            storage: Arc::new(Semaphore::new(MOST_STORING)),
        }
    }

    /// Runs work in a lane. If it panics, the answer says that a mistake was made.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let permits = match lane {
            Lane::Quick => &self.quick,
            Lane::Thinking => &self.thinking,
            Lane::Storage => &self.storage,
        };
        let entered = tokio::time::timeout(ENTRY_TIME, permits.clone().acquire_owned()).await;
        let Ok(Ok(permit)) = entered else {
            return Err(Refusal::busy("too many requests are waiting").into());
        };
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "a request panicked");
            Refusal::mistake().into()
        })
    }
}
