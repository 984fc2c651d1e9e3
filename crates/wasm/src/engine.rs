//! What a page asks of its engine, as text: for any games, and on any host.

use std::sync::atomic::AtomicBool;

use gridwright_workshop::calls::{read, write};
use gridwright_workshop::jobs::{self, Item, JobRequest, ProgressEvent};
use gridwright_workshop::progress::document;
use gridwright_workshop::progress::mirror::Mirror;
use gridwright_workshop::workshop::{Stop, Time};
use gridwright_workshop::{Games, Host, Refusal, Workshop};
use serde_json::{Value, json};

/// Hears of a job, as text: `progress`, and every `item`.
pub trait Listener: Sync {
    /// Hears of an event in JSON.
    fn hear(&self, name: &str, event: &str);
}

/// A workshop whose progress has its home in the page. Errors are what is thrown, as JSON text.
pub struct Engine {
    workshop: Workshop,
    progress: Mirror,
}

impl Engine {
    /// An engine with these games.
    pub fn new(games: Games, host: impl Host + 'static) -> Self {
        let progress = Mirror::default();
        Engine {
            workshop: Workshop::with_games(games, host, progress.clone()),
            progress,
        }
    }

    /// The copy of saved progress.
    pub fn progress(&self) -> &Mirror {
        &self.progress
    }

    /// Answers a request by the address of its call, within a moment or, with `seconds`, longer.
    ///
    /// # Errors
    /// A refusal, or what is needed first.
    pub fn answer(&self, address: &str, body: &str, seconds: bool) -> Result<String, String> {
        let time = if seconds { Time::Seconds } else { Time::Moment };
        let answer = self.workshop.answer_within(time, address, body);
        if self.progress.was_missed() {
            return Err(needs("store"));
        }
        answer.map_err(|stop| match stop {
            Stop::NeedsSeconds | Stop::NeedsTurn => needs("seconds"),
            Stop::Refused(refusal) => thrown(&refusal),
        })
    }

    /// Runs a job until it is done.
    ///
    /// # Errors
    /// A refusal.
    pub fn run(&self, request: &str, listener: &dyn Listener) -> Result<String, String> {
        let job = read::<JobRequest>(request).and_then(|request| self.workshop.prepare(request));
        let outcome = job.and_then(|job| {
            let outcome = self
                .workshop
                .run(job, &Told(listener), &AtomicBool::new(false))?;
            write(&outcome)
        });
        outcome.map_err(|refusal| thrown(&refusal))
    }

    /// Opens the copy of saved progress after putting in the records of a progress document that
    /// are newer than those here.
    ///
    /// # Errors
    /// What is wrong with the document.
    pub fn open_progress(&self, newer: &str) -> Result<(), String> {
        let games = document::read(newer.as_bytes());
        self.progress
            .open(games.map_err(|faults| thrown(&faults.into()))?);
        Ok(())
    }

    /// Shuts the copy; answers with the records that changed and are not written yet, as a
    /// progress document.
    pub fn shut_progress(&self) -> Option<String> {
        self.progress.shut();
        let changes = self.progress.changes();
        (!changes.is_empty()).then(|| document::write(&changes))
    }
}

/// Events as text.
struct Told<'a>(&'a dyn Listener);

impl jobs::Listener for Told<'_> {
    fn progress(&self, event: &ProgressEvent) {
        if let Ok(event) = write(event) {
            self.0.hear("progress", &event);
        }
    }

    fn item(&self, item: &Item) {
        if let Ok(item) = write(item) {
            self.0.hear("item", &item);
        }
    }
}

fn needs(what: &str) -> String {
    json!({ "needs": what }).to_string()
}

fn thrown(refusal: &Refusal) -> String {
    let mut report = serde_json::to_value(refusal.report()).unwrap_or_default();
    if let Value::Object(report) = &mut report {
        report.insert("kind".into(), format!("{:?}", refusal.kind()).into());
    }
    report.to_string()
}
