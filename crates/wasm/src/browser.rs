//! The host port in a browser: what `std` has no answer to on this target comes from the page.

use std::time::Duration;

use gridwright_workshop::Host;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    fn date_now() -> f64;

    #[wasm_bindgen(js_namespace = Math, js_name = random)]
    fn math_random() -> f64;
}

/// The browser. It has one thread for an engine, so jobs run alone.
pub(crate) struct Browser;

impl Host for Browser {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(performance_now().max(0.0) / 1000.0)
    }

    fn unix_seconds(&self) -> u64 {
        (date_now() / 1000.0) as u64
    }

    fn random(&self) -> u64 {
        // Seeds are no secrets: what is asked for is a level that nobody chose.
        (math_random() * (1u64 << 53) as f64) as u64
    }
}
