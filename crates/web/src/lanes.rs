//! Work that takes the processor runs on blocking threads, in lanes of bounded width.
//!
//! The lanes keep short work from waiting behind long work: moves never queue behind a search,
//! and a search never behind the disk. Whoever cannot enter a lane in time is told to come back.
//!
//! Reading a large request takes the processor and the memory of hundreds of moves. So large
//! requests need a place before they are taken off the line, and go through their lanes one at a
//! time, as do short ones that turn out to name a large board; progress documents, which are larger still, have a place of their own.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use gridwright_workshop::Refusal;
use gridwright_workshop::calls::{Call, Lane, MOST_REQUEST};

use crate::answer::Refused;

/// All lanes.
pub(crate) struct Lanes {
    quick: Arc<Semaphore>,
    thinking: Arc<Semaphore>,
    storage: Arc<Semaphore>,
    large: Arc<Semaphore>,
    largest: Arc<Semaphore>,
    one_by_one: Arc<Semaphore>,
}

/// A request of more bytes is large: its board takes some milliseconds to be read and drawn, and a
/// few of those at once would be felt in every move.
pub(crate) const LARGE: usize = 16 << 10;

/// So many large requests are held at once.
const MOST_LARGE: usize = 8;

/// So many progress documents are held at once.
const MOST_LARGEST: usize = 1;

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
            large: Arc::new(Semaphore::new(MOST_LARGE)),
            largest: Arc::new(Semaphore::new(MOST_LARGEST)),
            one_by_one: Arc::new(Semaphore::new(1)),
        }
    }

    /// A place for a large request of a call, to be held from before it is read until it is
    /// answered.
    pub(crate) async fn place_for(&self, call: &Call) -> Result<OwnedSemaphorePermit, Refused> {
        let places = match call.most_bytes > MOST_REQUEST {
            true => &self.largest,
            false => &self.large,
        };
        enter(places).await
    }

    /// The turn of a large request or of a large board.
    pub(crate) async fn turn(&self) -> Result<OwnedSemaphorePermit, Refused> {
        enter(&self.one_by_one).await
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
        let permit = enter(permits).await?;
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

async fn enter(permits: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refused> {
    let entered = tokio::time::timeout(ENTRY_TIME, permits.clone().acquire_owned()).await;
    match entered {
        Ok(Ok(permit)) => Ok(permit),
        _ => Err(Refusal::busy("too many requests are waiting").into()),
    }
}
