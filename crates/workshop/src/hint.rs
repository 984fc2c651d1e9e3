//! Help in the middle of a game, within a few seconds.

use std::time::Duration;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Deserialize;

use gridwright_games::report::HintReport;

use crate::level_ref::LevelRef;
use crate::play::Moves;
use crate::workshop::{Context, Stop};

/// A hint that takes longer is none.
const TIME_LIMIT: Duration = Duration::from_secs(3);

/// Asks for help.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct HintRequest {
    /// The level.
    pub level: LevelRef,
    /// The moves so far, as a solution file.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    #[serde(default)]
    pub moves: Moves,
}

/// Helps.
pub(crate) fn hint(context: Context<'_>, request: HintRequest) -> Result<HintReport, Stop> {
    let named = request.level.open(context)?;
    let play = named.at(&request.moves)?;
    Ok(context.within(TIME_LIMIT, |budget| play.hint(budget)))
}
