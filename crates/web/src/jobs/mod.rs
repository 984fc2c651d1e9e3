//! Long work: a bounded number of jobs, each told of as it goes over server-sent events.
//!
//! A job answers on the response to its own request: `progress` now and then, `item` for partial
//! results, and at the end exactly one `done` or `failed`. When the reader goes away the stream is
//! dropped, which sets the job's cancel flag; its place is free again when the work has really
//! stopped. So many jobs run at once as there are cores, a few wait, and more are refused.

mod kinds;
mod outlet;

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_stream::Stream;

use crate::answer::Refused;
use crate::call::{Desk, MOST_BODY, Trouble, read, text_of};
use crate::lanes::Lane;
use crate::workshop::Workshop;

pub(crate) use kinds::{JobRequest, Outcomes};
use outlet::Outlet;

/// The memory that all running jobs share.
const MEMORY: u64 = 1 << 30;

/// So many jobs may wait for each that runs.
const WAITING: usize = 2;

/// So many events may wait for a slow reader.
const EVENTS: usize = 32;

/// The places of jobs.
pub(crate) struct Jobs {
    entered: Arc<Semaphore>,
    running: Arc<Semaphore>,
    cores: usize,
    closing: Arc<AtomicBool>,
}

impl Jobs {
    /// Places for a machine with so many cores.
    pub(crate) fn new(cores: usize) -> Self {
        Jobs {
            entered: Arc::new(Semaphore::new(cores * (1 + WAITING))),
            running: Arc::new(Semaphore::new(cores)),
            cores,
            closing: Arc::new(AtomicBool::new(false)),
        }
    }

    /// The most memory a job may take.
    pub(crate) fn memory(&self) -> u64 {
        MEMORY / self.cores as u64
    }

    /// How many threads a job may use.
    pub(crate) fn threads(&self) -> usize {
        self.cores
    }

    /// Ends all jobs and takes no more.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.entered.close();
        self.running.close();
    }

    fn enter(&self) -> Result<OwnedSemaphorePermit, Refused> {
        let entered = self.entered.clone().try_acquire_owned();
        entered.map_err(|_| Refused::busy("too many jobs are waiting; try again in a moment"))
    }
}

/// Starts a job and answers with its events.
pub(crate) async fn start(
    State(shop): State<Arc<Workshop>>,
    headers: HeaderMap,
    body: Body,
) -> Response<Body> {
    let text = match text_of(&headers, body, MOST_BODY).await {
        Ok(text) => text,
        Err(refused) => return refused.into_response(),
    };
    match prepare(&shop, text).await {
        Ok(job) => run(shop, job).into_response(),
        Err(refused) => refused.into_response(),
    }
}

/// Reads the request before a place is taken, so that a faulty one is refused like any other.
async fn prepare(shop: &Arc<Workshop>, text: String) -> Result<kinds::Job, Refused> {
    let text = Arc::new(text);
    for (lane, patient) in [(Lane::Play, false), (Lane::Think, true)] {
        let (here, text) = (shop.clone(), text.clone());
        let job = shop.lanes.run(lane, move || {
            let desk = Desk {
                shop: &here,
                patient,
            };
            read::<JobRequest>(&text)?.prepare(&desk)
        });
        match job.await? {
            Ok(job) => return Ok(job),
            Err(Trouble::Refused(refused)) => return Err(*refused),
            Err(Trouble::TakesLonger) => {}
        }
    }
    Err(Refused::busy("the work takes longer than a request may"))
}

fn run(shop: Arc<Workshop>, job: kinds::Job) -> Response<Body> {
    let place = match shop.jobs.enter() {
        Ok(place) => place,
        Err(refused) => return refused.into_response(),
    };
    let (sender, events) = mpsc::channel(EVENTS);
    let cancel = Arc::new(AtomicBool::new(false));
    let outlet = Outlet::new(sender, cancel.clone(), shop.jobs.closing.clone());
    tokio::spawn(async move {
        // Waiting ends when a place is free or when the reader goes away.
        let turn = tokio::select! {
            turn = shop.jobs.running.clone().acquire_owned() => turn,
            () = outlet.abandoned() => return,
        };
        let Ok(turn) = turn else { return };
        let failing = outlet.clone();
        let work = tokio::task::spawn_blocking(move || {
            let _places = (place, turn);
            job.work(&shop, &outlet);
        });
        if let Err(error) = work.await {
            tracing::error!(%error, "a job panicked");
            tokio::task::spawn_blocking(move || failing.failed(Refused::panicked()));
        }
    });
    let stream = Events { events, cancel };
    Sse::new(stream)
        .keep_alive(KeepAlive::new().interval(Duration::from_secs(10)))
        .into_response()
}

/// The events of a job; dropping them cancels it.
struct Events {
    events: mpsc::Receiver<Event>,
    cancel: Arc<AtomicBool>,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
