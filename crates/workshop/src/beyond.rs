//! Levels beyond the last of a game's first pack, where that pack is the beginning of an endless
//! series: made from their number alone, and so the same for everybody.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

use gridwright_games::document::pack::Record;
use gridwright_games::registry::Game;

use crate::catalogue::Catalogue;
use crate::levels::held;
use crate::refusal::Refusal;
use crate::workshop::{Context, Stop, Time};

/// A level comes far sooner; on a machine where it does not, the request is refused.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// Levels that are given by their content are looked for up to this number of a series.
const MOST_NUMBER: u64 = 100_000;

/// So many levels are remembered, over all games.
const MOST_LEVELS: usize = 256;

/// The place of a level in an endless series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    pack: &'static str,
    number: u64,
}

impl Beyond {
    /// The place that an address names, if it lies beyond a pack: `GAME/NUMBER` or
    /// `GAME/PACK/NUMBER`.
    pub fn at(catalogue: &Catalogue, address: &str) -> Option<(&'static dyn Game, Beyond)> {
        let parts: Vec<&str> = address.split('/').collect();
        let (game, pack, number) = match parts[..] {
            [game, number] => (game, None, number),
            [game, pack, number] => (game, Some(pack), number),
            _ => return None,
        };
        let game = catalogue.game(game).ok()?;
        let place = Beyond::of(catalogue, game, number.parse().ok()?)?;
        pack.is_none_or(|pack| pack == place.pack)
            .then_some((game, place))
    }

    /// The place whose level a level with this seed may be. Nobody has played further than this:
    /// without the bound, every level made from a random seed would be made once more to compare.
    pub(crate) fn of_seed(catalogue: &Catalogue, game: &dyn Game, seed: &Value) -> Option<Beyond> {
        let number = seed.as_u64().filter(|number| *number <= MOST_NUMBER)?;
        Beyond::of(catalogue, game, number)
    }

    /// The place with a number, if it lies beyond the first pack of a game with a series.
    pub(crate) fn of(catalogue: &Catalogue, game: &dyn Game, number: u64) -> Option<Beyond> {
        let (first, last) = catalogue.series(game)?;
        (number > last).then(|| Beyond {
            pack: first.name(),
            number,
        })
    }

    /// Its number in the series.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The key of its progress: `PACK/NUMBER`.
    pub fn key(&self) -> String {
        format!("{}/{}", self.pack, self.number)
    }

    /// The key of the level before it, in the series or in the pack.
    pub(crate) fn before(&self) -> String {
        format!("{}/{}", self.pack, self.number - 1)
    }
}

/// Levels that were asked for lately.
#[derive(Default)]
pub(crate) struct Made(Mutex<BTreeMap<(&'static str, u64), Arc<Record>>>);

/// The record of a place in the series of a game.
pub(crate) fn record(
    context: Context<'_>,
    game: &'static dyn Game,
    place: Beyond,
) -> Result<Arc<Record>, Stop> {
    let key = (game.id(), place.number);
    if let Some(known) = held(&context.workshop.beyond.0).get(&key) {
        return Ok(known.clone());
    }
    if context.time == Time::Moment {
        return Err(Stop::NeedsSeconds);
    }
    let catalogue = &context.workshop.catalogue;
    let made = context.within(TIME_LIMIT, |budget| {
        catalogue.beyond(game, place.number, budget)
    });
    let busy = || Refusal::busy("the level was not made in time");
    let record = Arc::new(made.and_then(Result::ok).ok_or_else(busy)?);
    let mut levels = held(&context.workshop.beyond.0);
    if levels.len() >= MOST_LEVELS {
        levels.clear();
    }
    levels.insert(key, record.clone());
    Ok(record)
}
