//! Where the events of a job go out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::response::sse::Event;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::mpsc::{self, error::TrySendError};

use gridwright_core::budget::{Update, Watch};
use gridwright_core::cost::Costs;

use crate::answer::Refused;

/// Progress is told at most this often.
const PAUSE: Duration = Duration::from_millis(100);

/// A reader who takes nothing for this long is taken to have gone.
const PATIENCE: Duration = Duration::from_secs(15);

/// How a job goes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProgressEvent {
    /// Nodes searched so far.
    nodes: u64,
    /// What any solution costs at least, as far as proved.
    bound: Option<Costs>,
    /// What the best solution so far costs.
    best: Option<Costs>,
    /// Levels made so far.
    made: u64,
    /// Milliseconds since the job began.
    ms: u64,
}

/// Where the events of a job go out. Clones share everything.
#[derive(Clone)]
pub(super) struct Outlet {
    sender: mpsc::Sender<Event>,
    cancel: Arc<AtomicBool>,
    closing: Arc<AtomicBool>,
    started: Instant,
    /// Milliseconds after which the next progress is told.
    next: Arc<AtomicU64>,
}

impl Outlet {
    pub(super) fn new(
        sender: mpsc::Sender<Event>,
        cancel: Arc<AtomicBool>,
        closing: Arc<AtomicBool>,
    ) -> Self {
        Outlet {
            sender,
            cancel,
            closing,
            started: Instant::now(),
            next: Arc::new(AtomicU64::new(0)),
        }
    }

    /// Returns when the reader has gone.
    pub(super) async fn abandoned(&self) {
        self.sender.closed().await;
    }

    /// The flag that ends the work.
    pub(super) fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }

    /// Whether the work is to end.
    pub(super) fn cancelled(&self) -> bool {
        if self.closing.load(Ordering::Relaxed) {
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.cancel.load(Ordering::Relaxed)
    }

    /// A partial result.
    pub(super) fn item(&self, item: &impl Serialize) {
        self.send("item", item);
    }

    /// The result.
    pub(super) fn done(&self, answer: &impl Serialize) {
        self.send("done", answer);
    }

    /// Why there is no result.
    pub(super) fn failed(&self, refused: Refused) {
        self.send("failed", &refused.into_report());
    }

    /// Sends an event, waiting for a reader who is slow, but not for one who has gone. Called on
    /// blocking threads.
    fn send(&self, name: &str, data: &impl Serialize) {
        let Some(mut event) = event(name, data) else {
            return;
        };
        let began = Instant::now();
        while !self.cancelled() && began.elapsed() < PATIENCE {
            match self.sender.try_send(event) {
                Ok(()) => return,
                Err(TrySendError::Full(back)) => event = back,
                Err(TrySendError::Closed(_)) => break,
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Watch for Outlet {
    fn report(&self, update: &Update) {
        let now = self.started.elapsed().as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        let later = now + PAUSE.as_millis() as u64;
        let due = now >= next
            && self
                .next
                .compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok();
        if !due || self.cancelled() {
            return;
        }
        let progress = ProgressEvent {
            nodes: update.nodes,
            bound: update.bound.clone(),
            best: update.best.clone(),
            made: update.made,
            ms: now,
        };
        if let Some(event) = event("progress", &progress) {
            // What a slow reader misses is told again soon.
            let _ = self.sender.try_send(event);
        }
    }
}

fn event(name: &str, data: &impl Serialize) -> Option<Event> {
    match serde_json::to_string(data) {
        Ok(text) => Some(Event::default().event(name).data(text)),
        Err(error) => {
            tracing::error!(%error, "an event is no JSON");
            None
        }
    }
}
