//! What was reached, in numbers for a page.

use std::collections::{BTreeMap, BTreeSet};

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use gridwright_games::registry::Game;

use super::record::{GameRecord, Games, LevelRecord};
use super::store::Scope;
use crate::catalogue::Catalogue;
use crate::games::Nothing;
use crate::level_ref::par_of;
use crate::levels::Par;
use crate::stars::{AT_PAR, Costs, stars};
use crate::workshop::{Context, Stop};

/// How a level was completed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct LevelProgress {
    /// Always true: what was not completed has no record.
    pub completed: bool,
    /// The best result, in a game that counts.
    pub best: Option<Costs>,
    /// How good that is, where par is proved.
    pub stars: Option<u8>,
    /// The shortest time, in milliseconds.
    pub ms: Option<u64>,
}

/// How a level was completed; `None` if it never was.
pub(crate) fn level_progress(
    game: &dyn Game,
    record: &LevelRecord,
    par: Option<&Par>,
) -> Option<LevelProgress> {
    let completed = record.completed.as_ref()?;
    let order = game.metrics().first().copied().unwrap_or(&[]);
    let best = completed
        .bests
        .first_by(order)
        .filter(|_| !order.is_empty());
    Some(LevelProgress {
        completed: true,
        best: best.map(|best| {
            let entry = |metric: &&str| Some(((*metric).to_owned(), (*best.get(*metric)?).into()));
            order.iter().filter_map(entry).collect()
        }),
        stars: stars(order, par, |metric| completed.bests.least(metric)),
        ms: completed.best_ms,
    })
}

/// What was reached in all games.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SummaryAnswer {
    /// The games by their ids.
    pub games: BTreeMap<&'static str, GameSummary>,
    /// On how many days in a row, up to today or yesterday (UTC), a level was completed.
    pub streak: u64,
    /// How many shipped levels were never begun.
    pub untouched: usize,
    /// Something to be told about saved progress.
    pub notice: Option<String>,
}

/// What was reached in a game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GameSummary {
    /// The number of the highest level reached, where levels open one after another.
    pub highest: u64,
    /// The address of the level that Continue opens.
    pub current: Option<String>,
    /// How many shipped levels were completed.
    pub completed: usize,
    /// How many levels ship.
    pub levels: usize,
    /// The stars of all shipped levels.
    pub stars: u64,
    /// How many shipped levels were left unfinished.
    pub begun: usize,
    /// The shipped levels by their tiers, from easy to hard.
    pub tiers: Vec<TierSummary>,
}

/// What was reached in the levels of a tier.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TierSummary {
    /// The name of the tier; `None` for levels that have none.
    pub name: Option<String>,
    /// How many levels ship.
    pub levels: usize,
    /// How many of them were completed.
    pub completed: usize,
    /// How many of those have a proved par to be measured by …
    pub measured: usize,
    /// … and were completed at par.
    pub at_par: usize,
}

/// What was reached in all games.
pub(crate) fn summary(context: Context<'_>, _: Nothing) -> Result<SummaryAnswer, Stop> {
    let saved = context.workshop.store.games(Scope::All)?;
    let nothing = GameRecord::default();
    let mut untouched = 0;
    let catalogue = &context.workshop.catalogue;
    let games = catalogue
        .games()
        .iter()
        .map(|game| {
            let here = saved.get(game.id()).unwrap_or(&nothing);
            let (summary, left) = game_summary(catalogue, *game, here);
            untouched += left;
            (game.id(), summary)
        })
        .collect();
    Ok(SummaryAnswer {
        games,
        streak: streak(&saved, context.workshop.host.unix_seconds()),
        untouched,
        notice: context.workshop.store.notice(),
    })
}

/// The numbers of a game, and how many of its levels were never begun.
fn game_summary(
    catalogue: &Catalogue,
    game: &'static dyn Game,
    saved: &GameRecord,
) -> (GameSummary, usize) {
    let mut summary = GameSummary {
        highest: saved.highest.unwrap_or(1).max(1),
        current: saved
            .current
            .as_ref()
            .map(|key| format!("{}/{key}", game.id())),
        completed: 0,
        levels: 0,
        stars: 0,
        begun: 0,
        tiers: Vec::new(),
    };
    let mut tiers: BTreeMap<(usize, Option<String>), TierSummary> = BTreeMap::new();
    let mut untouched = 0;
    for listed in catalogue.of(game.id()) {
        for shipped in Catalogue::levels(listed) {
            summary.levels += 1;
            let par = par_of(shipped.record());
            let tier = tier_of(&mut tiers, game, par.tier.clone());
            tier.levels += 1;
            let Some(here) = saved.levels.get(&shipped.key()) else {
                untouched += 1;
                continue;
            };
            summary.begun += usize::from(here.moves.is_some());
            if let Some(done) = level_progress(game, here, Some(&par)) {
                summary.completed += 1;
                summary.stars += u64::from(done.stars.unwrap_or(0));
                tier.completed += 1;
                tier.measured += usize::from(done.stars.is_some());
                tier.at_par += usize::from(done.stars == Some(AT_PAR));
            }
        }
    }
    summary.tiers = tiers.into_values().collect();
    (summary, untouched)
}

/// The numbers of a tier; tiers stand in the order in which the game declares them.
fn tier_of<'a>(
    tiers: &'a mut BTreeMap<(usize, Option<String>), TierSummary>,
    game: &dyn Game,
    name: Option<String>,
) -> &'a mut TierSummary {
    let declared = game.tiers();
    let place = declared
        .iter()
        .position(|tier| Some(tier.name) == name.as_deref());
    let key = (place.unwrap_or(declared.len()), name.clone());
    tiers.entry(key).or_insert(TierSummary {
        name,
        levels: 0,
        completed: 0,
        measured: 0,
        at_par: 0,
    })
}

/// Days in a row with a completion. Of every level the first and the last completion are known,
/// so days on which old levels were merely repeated may be missing.
fn streak(saved: &Games, now: u64) -> u64 {
    const DAY: u64 = 86_400;
    let days: BTreeSet<u64> = saved
        .values()
        .flat_map(|game| game.levels.values())
        .filter_map(|level| level.completed.as_ref())
        .flat_map(|done| [done.first_at / DAY, done.last_at / DAY])
        .collect();
    let today = now / DAY;
    let mut day = if days.contains(&today) {
        today
    } else {
        today.saturating_sub(1)
    };
    let mut length = 0;
    while days.contains(&day) && day > 0 {
        length += 1;
        day -= 1;
    }
    length
}
