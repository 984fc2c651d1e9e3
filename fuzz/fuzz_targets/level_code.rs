//! Any text as a level code.
#![no_main]

use gridwright_games::registry;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = registry::open_code(text, None);
    let _ = registry::open_code(&format!("gw1{text}"), None);
});
