//! Help in the middle of a game, within a few seconds.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use gridwright_core::budget::Budget;
use gridwright_games::report::HintReport;
use gridwright_host::WallClock;

use crate::call::{Desk, Trouble};
use crate::level_ref::LevelRef;
use crate::play::{Moves, bounded};

/// A hint that takes longer is none.
const TIME_LIMIT: Duration = Duration::from_secs(3);

/// Asks for help.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct HintRequest {
    /// The level.
    level: LevelRef,
    /// The moves so far, as a solution file.
    #[schemars(with = "Option<Value>")]
    #[serde(default)]
    moves: Moves,
}

/// Helps.
pub(crate) fn hint(desk: &Desk<'_>, request: HintRequest) -> Result<HintReport, Trouble> {
    let named = request.level.open(desk)?;
    let clock = WallClock::start();
    let budget = Budget::unlimited()
        .with_clock(&clock)
        .with_memory(desk.shop.jobs.memory())
        .within(TIME_LIMIT);
    Ok(named.session().hint(bounded(&request.moves)?, &budget)?)
}
