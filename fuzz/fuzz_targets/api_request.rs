//! Any text as the request of every call: an answer or a refusal, never a panic.
#![no_main]

use std::sync::LazyLock;

use gridwright_workshop::Workshop;
use gridwright_workshop::calls::{CALLS, Lane, Request, read};
use gridwright_workshop::jobs::JobRequest;
use libfuzzer_sys::fuzz_target;

static WORKSHOP: LazyLock<Workshop> = LazyLock::new(Workshop::detached);

fuzz_target!(|text: &str| {
    let _ = WORKSHOP.answer(text, text);
    // Without a clock, calls that think would think for ever.
    for call in CALLS.iter().filter(|call| call.lane != Lane::Thinking) {
        let _ = match call.request {
            Request::Address => WORKSHOP.answer(&call.path.replace("{game}", text), ""),
            Request::Body => WORKSHOP.answer(call.path, text),
        };
    }
    if let Ok(request) = read::<JobRequest>(text) {
        let _ = WORKSHOP.prepare(request);
    }
});
