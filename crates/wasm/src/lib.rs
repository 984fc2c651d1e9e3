//! The workshop's calls for a page without a server.
//!
//! A worker of the browser holds one engine. Text goes in and text comes out, by the same addresses
//! and in the same JSON as from the server; nothing is decided here. What cannot be answered is
//! thrown as JSON text: a refusal (`{"kind", "faults", "sketch"}`), or what the call needs first:
//!
//! - `{"needs": "store"}`: it asks for saved progress. The page's database answers later, so the
//!   worker opens the [copy](Mirror) inside a transaction and asks again;
//! - `{"needs": "seconds"}`: it may take long. The worker that answers moves leaves such calls to
//!   another.
//!
//! | module | what it knows |
//! |---|---|
//! | `browser` | the host port: the browser's clock, calendar and randomness |

mod browser;

use std::cell::RefCell;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use gridwright_workshop::calls::{read, write};
use gridwright_workshop::jobs::{Item, JobRequest, Listener, ProgressEvent};
use gridwright_workshop::progress::document;
use gridwright_workshop::progress::mirror::Mirror;
use gridwright_workshop::workshop::{Stop, Time};
use gridwright_workshop::{Refusal, Workshop};
use js_sys::Function;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use browser::Browser;

static PROGRESS: LazyLock<Mirror> = LazyLock::new(Mirror::default);

static WORKSHOP: LazyLock<Workshop> = LazyLock::new(|| Workshop::new(Browser, PROGRESS.clone()));

/// Answers a request by the address of its call, within a moment or, with `seconds`, longer.
///
/// # Errors
/// Throws a refusal or what is needed first, as JSON text.
#[wasm_bindgen]
pub fn answer(address: &str, body: &str, seconds: bool) -> Result<String, JsValue> {
    let time = if seconds { Time::Seconds } else { Time::Moment };
    let answer = WORKSHOP.answer_within(time, address, body);
    if PROGRESS.was_missed() {
        return Err(needs("store"));
    }
    answer.map_err(|stop| match stop {
        Stop::NeedsSeconds => needs("seconds"),
        Stop::Refused(refusal) => thrown(&refusal),
    })
}

/// Runs a job until it is done; `heard(name, json)` is told of `progress` and of every `item`. The
/// worker is ended to cancel it.
///
/// # Errors
/// Throws a refusal as JSON text.
#[wasm_bindgen]
pub fn run(request: &str, heard: &Function) -> Result<String, JsValue> {
    let job = read::<JobRequest>(request).and_then(|request| WORKSHOP.prepare(request));
    let job = job.map_err(|refusal| thrown(&refusal))?;
    HEARD.set(Some(heard.clone()));
    let outcome = WORKSHOP.run(job, &Page, &AtomicBool::new(false));
    HEARD.set(None);
    outcome
        .and_then(|outcome| write(&outcome))
        .map_err(|refusal| thrown(&refusal))
}

/// Opens the copy of saved progress after putting in the records of a progress document that are
/// newer than those here.
///
/// # Errors
/// Throws what is wrong with the document, as JSON text.
#[wasm_bindgen(js_name = openProgress)]
pub fn open_progress(newer: &str) -> Result<(), JsValue> {
    let games = document::read(newer.as_bytes());
    PROGRESS.open(games.map_err(|faults| thrown(&faults.into()))?);
    Ok(())
}

/// Shuts the copy; answers with the records that changed and are not written yet, as a progress
/// document.
#[wasm_bindgen(js_name = shutProgress)]
pub fn shut_progress() -> Option<String> {
    PROGRESS.shut();
    let changes = PROGRESS.changes();
    (!changes.is_empty()).then(|| document::write(&changes))
}

/// All changes have been written.
#[wasm_bindgen(js_name = progressSaved)]
pub fn progress_saved() {
    PROGRESS.saved();
}

/// The database has lost what it had: everything here is to be written again.
#[wasm_bindgen(js_name = progressLost)]
pub fn progress_lost() {
    PROGRESS.home_was_lost();
}

/// Sets what a person should be told about saved progress.
#[wasm_bindgen(js_name = setNotice)]
pub fn set_notice(notice: Option<String>) {
    PROGRESS.set_notice(notice);
}

thread_local! {
    /// Who hears of the job that runs. A listener can be shared between threads and a function of
    /// the page cannot, but there is only one thread.
    static HEARD: RefCell<Option<Function>> = const { RefCell::new(None) };
}

struct Page;

impl Page {
    fn tell(&self, name: &str, event: Result<String, Refusal>) {
        let Ok(event) = event else { return };
        HEARD.with_borrow(|heard| {
            if let Some(heard) = heard {
                // A page that fails to hear is no reason to stop.
                let _ = heard.call2(&JsValue::NULL, &name.into(), &event.into());
            }
        });
    }
}

impl Listener for Page {
    fn progress(&self, event: &ProgressEvent) {
        self.tell("progress", write(event));
    }

    fn item(&self, item: &Item) {
        self.tell("item", write(item));
    }
}

fn needs(what: &str) -> JsValue {
    json!({ "needs": what }).to_string().into()
}

fn thrown(refusal: &Refusal) -> JsValue {
    let mut report = serde_json::to_value(refusal.report()).unwrap_or_default();
    if let Value::Object(report) = &mut report {
        report.insert("kind".into(), format!("{:?}", refusal.kind()).into());
    }
    report.to_string().into()
}
