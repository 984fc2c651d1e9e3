//! Long work over server-sent events: a bounded number of jobs, each told of as it goes.
//!
//! A job answers on the response to its own request: `progress` now and then, `item` for partial
//! results, and at the end exactly one `done` or `failed`. When the reader goes away the stream is
//! dropped, which sets the job's cancel flag; its place is free again when the work has really
//! stopped. So many jobs run at once as there are cores, a few wait, and more are refused. A place
//! is for work: the last event is sent when it is free again, and whoever does not read what comes
//! before loses it.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Response;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_stream::Stream;

use gridwright_workshop::Refusal;
use gridwright_workshop::calls::{Call, read, write};
use gridwright_workshop::jobs::{Item, Job, JobRequest, Listener, ProgressEvent};

use crate::answer::Refused;
use crate::body::Text;
use crate::codes;
use crate::routes::in_lanes;
use crate::state::State;

/// So many jobs may wait for each that runs.
const WAITING: usize = 2;

/// So many events may wait for a slow reader.
const EVENTS: usize = 128;

/// Work waits for a reader for this long, then the reader is taken to have gone.
const READER_TIME: Duration = Duration::from_secs(2);

/// The most bytes of an event. The pictures of the largest levels take a part of it.
const MOST_BYTES: usize = 8 << 20;

/// The places of jobs.
pub(crate) struct Jobs {
    entered: Arc<Semaphore>,
    running: Arc<Semaphore>,
    closing: Arc<AtomicBool>,
}

impl Jobs {
    /// Places for a machine with so many cores.
    pub(crate) fn new(cores: usize) -> Self {
        Jobs {
            entered: Arc::new(Semaphore::new(cores * (1 + WAITING))),
            running: Arc::new(Semaphore::new(cores)),
            closing: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Ends all jobs and takes no more.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.entered.close();
        self.running.close();
    }

    fn enter(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let entered = self.entered.clone().try_acquire_owned();
        entered.map_err(|_| Refusal::busy("too many jobs are waiting; try again in a moment"))
    }
}

/// Starts a job and answers with its events. The request is checked before a place is taken, so
/// that a faulty one is refused like any other.
pub(crate) async fn start(state: &Arc<State>, call: &Call, text: Text) -> Response<Body> {
    let prepared = in_lanes(state, call, text.place.is_some(), move |context| {
        read::<JobRequest>(&text.text)?.prepare(context)
    });
    match prepared.await {
        Ok(job) => run(state.clone(), job),
        Err(refused) => refused.into_response(),
    }
}

fn run(state: Arc<State>, job: Job) -> Response<Body> {
    let place = match state.jobs.enter() {
        Ok(place) => place,
        Err(refusal) => return Refused::from(refusal).into_response(),
    };
    let (sender, events) = mpsc::channel(EVENTS);
    let cancel = Arc::new(AtomicBool::new(false));
    let reader = Reader {
        sender,
        cancel: cancel.clone(),
        closing: state.jobs.closing.clone(),
    };
    tokio::spawn(async move {
        // Waiting ends when a place is free or when the reader goes away.
        let turn = tokio::select! {
            turn = state.jobs.running.clone().acquire_owned() => turn,
            () = reader.sender.closed() => return,
        };
        let Ok(turn) = turn else { return };
        let sender = reader.sender.clone();
        let work = tokio::task::spawn_blocking(move || {
            let _places = (place, turn);
            match state.workshop.run(job, &reader, &reader.cancel) {
                Ok(outcome) => event("done", &outcome),
                Err(refusal) => event("failed", refusal.report()),
            }
        });
        let last = work.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a job panicked");
            event("failed", Refusal::mistake().report())
        });
        // The places are free by now; a reader who does not read has only a connection, and that
        // is cut.
        let _ = sender.send(last).await;
    });
    Sse::new(Events { events, cancel })
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

/// Whoever reads the events of a job. Clones share everything.
#[derive(Clone)]
struct Reader {
    sender: mpsc::Sender<Event>,
    cancel: Arc<AtomicBool>,
    closing: Arc<AtomicBool>,
}

impl Reader {
    /// Sends an event, waiting for a reader who is slow, but not for one who has gone. Called on
    /// blocking threads.
    fn send(&self, name: &str, data: &impl Serialize) {
        let mut event = event(name, data);
        let began = Instant::now();
        while !self.cancelled() && began.elapsed() < READER_TIME {
            match self.sender.try_send(event) {
                Ok(()) => return,
                Err(TrySendError::Full(back)) => event = back,
                Err(TrySendError::Closed(_)) => break,
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to end, because nobody listens or because the server ends.
    fn cancelled(&self) -> bool {
        if self.closing.load(Ordering::Relaxed) {
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.cancel.load(Ordering::Relaxed)
    }
}

impl Listener for Reader {
    fn progress(&self, progress: &ProgressEvent) {
        if !self.cancelled() {
            // What a slow reader misses is told again soon.
            let _ = self.sender.try_send(event("progress", progress));
        }
    }

    fn item(&self, item: &Item) {
        self.send("item", item);
    }
}

/// An event; one that says why there is none, if it would be too large.
fn event(name: &str, data: &impl Serialize) -> Event {
    let written = match write(data) {
        Ok(text) if text.len() <= MOST_BYTES => Ok(text),
        Ok(text) => Err(too_large(text.len())),
        Err(refusal) => Err(refusal),
    };
    match written {
        Ok(text) => Event::default().event(name).data(text),
        Err(refusal) => {
            tracing::error!(%refusal, "an event was not told");
            let text = write(refusal.report()).unwrap_or_default();
            Event::default().event("failed").data(text)
        }
    }
}

fn too_large(bytes: usize) -> Refusal {
    let message = format!("the answer has {bytes} bytes; at most {MOST_BYTES} are sent");
    Refusal::unmet(codes::ANSWER_TOO_LARGE, message)
}
