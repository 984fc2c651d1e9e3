//! The extension module with a game that is handed in, for `python/tests/test_toy.py`.

#[path = "../../games/tests/conformance/toy.rs"]
#[allow(dead_code, reason = "the conformance tests use more of it")]
mod countdown;

use gridwright_games::registry::of;
use gridwright_workshop::Games;
use pyo3::prelude::*;

/// A module that holds the extension module.
#[pymodule]
fn toy(module: &Bound<'_, PyModule>) -> PyResult<()> {
    const GAMES: Games = Games(&[of::<countdown::Countdown>()]);
    module.add("native", _native::with_games(module.py(), GAMES))
}
