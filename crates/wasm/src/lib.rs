//! The workshop's calls for a page without a server.
//!
//! A worker of the browser holds one engine. Text goes in and text comes out, by the same addresses
//! and in the same JSON as from the server; nothing is decided here. What cannot be answered is
//! thrown as JSON text: a refusal (`{"kind", "faults", "sketch"}`), or what the call needs first:
//!
//! - `{"needs": "store"}`: it asks for saved progress. The page's database answers later, so the
//!   worker opens the [copy](gridwright_workshop::progress::mirror::Mirror) inside a transaction and
//!   asks again;
//! - `{"needs": "seconds"}`: it may take long. The worker that answers moves leaves such calls to
//!   another.
//!
//! | module | what it knows |
//! |---|---|
//! | `engine` | all of this for any games and any host, so that a test can hand in its own |
//! | `browser` | the host port: the browser's clock, calendar and randomness |

mod browser;
pub mod engine;

use std::cell::RefCell;
use std::sync::LazyLock;

use gridwright_workshop::Games;
use js_sys::Function;
use wasm_bindgen::prelude::*;

use browser::Browser;
use engine::{Engine, Listener};

static ENGINE: LazyLock<Engine> = LazyLock::new(|| Engine::new(Games::SHIPPED, Browser));

/// Answers a request by the address of its call, within a moment or, with `seconds`, longer.
///
/// # Errors
/// Throws a refusal or what is needed first, as JSON text.
#[wasm_bindgen]
pub fn answer(address: &str, body: &str, seconds: bool) -> Result<String, JsValue> {
    Ok(ENGINE.answer(address, body, seconds)?)
}

/// Runs a job until it is done; `heard(name, json)` is told of `progress` and of every `item`. The
/// worker is ended to cancel it.
///
/// # Errors
/// Throws a refusal as JSON text.
#[wasm_bindgen]
pub fn run(request: &str, heard: &Function) -> Result<String, JsValue> {
    HEARD.set(Some(heard.clone()));
    let outcome = ENGINE.run(request, &Page);
    HEARD.set(None);
    Ok(outcome?)
}

/// Opens the copy of saved progress after putting in the records of a progress document that are
/// newer than those here.
///
/// # Errors
/// Throws what is wrong with the document, as JSON text.
#[wasm_bindgen(js_name = openProgress)]
pub fn open_progress(newer: &str) -> Result<(), JsValue> {
    Ok(ENGINE.open_progress(newer)?)
}

/// Shuts the copy; answers with the records that changed and are not written yet, as a progress
/// document.
#[wasm_bindgen(js_name = shutProgress)]
pub fn shut_progress() -> Option<String> {
    ENGINE.shut_progress()
}

/// All changes have been written.
#[wasm_bindgen(js_name = progressSaved)]
pub fn progress_saved() {
    ENGINE.progress().saved();
}

/// The database has lost what it had: everything here is to be written again.
#[wasm_bindgen(js_name = progressLost)]
pub fn progress_lost() {
    ENGINE.progress().home_was_lost();
}

/// Sets what a person should be told about saved progress.
#[wasm_bindgen(js_name = setNotice)]
pub fn set_notice(notice: Option<String>) {
    ENGINE.progress().set_notice(notice);
}

thread_local! {
    /// Who hears of the job that runs. A listener can be shared between threads and a function of
    /// the page cannot, but there is only one thread.
    static HEARD: RefCell<Option<Function>> = const { RefCell::new(None) };
}

struct Page;

impl Listener for Page {
    fn hear(&self, name: &str, event: &str) {
        HEARD.with_borrow(|heard| {
            if let Some(heard) = heard {
                // A page that fails to hear is no reason to stop.
                let _ = heard.call2(&JsValue::NULL, &name.into(), &event.into());
            }
        });
    }
}
