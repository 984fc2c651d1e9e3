//! Any bytes as a progress document: what is read is written, and read again the same.
#![no_main]

use gridwright_workshop::progress::document;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(games) = document::read(bytes) {
        let text = document::write(&games).expect("what was read is not too large");
        let again = document::read(text.as_bytes()).expect("what is written can be read");
        assert_eq!(games, again);
    }
});
