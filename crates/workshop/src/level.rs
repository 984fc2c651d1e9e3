//! Everything a page wants to know about a level before it is played.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use gridwright_core::cost::Costs as Spent;

use crate::draft::svg_of;
use crate::level_ref::{LevelRef, Named};
use crate::progress::{LevelProgress, level_progress};
use crate::stars::Costs;
use crate::workshop::{Context, Stop};

/// Asks about a level.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct LevelRequest {
    /// The level.
    pub level: LevelRef,
}

/// Everything about a level, and the position where it was left.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct LevelAnswer {
    /// The game.
    pub game: &'static str,
    /// The hash of the content, by which the level can be named from now on.
    pub hash: String,
    /// The key of its progress.
    pub key: String,
    /// Its address, if it ships or is the level of a day.
    pub address: Option<String>,
    /// The level code, if it is not too large for one.
    pub code: Option<String>,
    /// The level file.
    pub document: Value,
    /// What its maker calls it.
    pub title: Option<String>,
    /// The name of a tier, if known.
    pub tier: Option<String>,
    /// What the best known solution costs, if known.
    pub par: Option<Costs>,
    /// Whether par is proved.
    pub optimal: bool,
    /// The proved minimum in each further metric that can be minimised first.
    pub minima: Costs,
    /// The metrics, in the order they are minimised.
    pub metrics: Vec<&'static str>,
    /// The mechanics it has that lessons of the game teach.
    pub mechanics: Vec<&'static str>,
    /// The address of the next level of the pack, or of the endless series that the pack begins.
    pub next: Option<String>,
    /// The address of the level before it.
    pub previous: Option<String>,
    /// Its place in the pack or the series, from 1.
    pub number: Option<usize>,
    /// How it was completed before.
    pub record: Option<LevelProgress>,
    /// The moves of an unfinished attempt, as a solution file.
    pub moves: Option<Value>,
    /// The picture after these moves.
    pub svg: String,
    /// How many moves that is.
    pub count: usize,
    /// What they cost.
    pub costs: Spent,
    /// Whether they solve the level.
    pub solved: bool,
}

/// Everything about a level.
pub(crate) fn level(context: Context<'_>, request: LevelRequest) -> Result<LevelAnswer, Stop> {
    answer(context, &request.level.open(context)?)
}

/// Everything about a level that is open.
pub(crate) fn answer(context: Context<'_>, named: &Named) -> Result<LevelAnswer, Stop> {
    let (session, game) = (named.session(), named.game());
    let saved = context.workshop.store.level(game.id(), &named.key())?;
    // Saved moves that a later version of the game does not allow are left alone, and not shown.
    let left = saved.as_ref().and_then(|record| record.moves.as_deref());
    let (play, resumed) = match left.map(|moves| session.at(Some(moves))) {
        Some(Ok(play)) => (play, true),
        Some(Err(_)) | None => (session.at(None)?, false),
    };
    let position = play.report();
    let svg = svg_of(&play.scene())?;
    let par = named.par();
    let document = session.document();
    Ok(LevelAnswer {
        game: game.id(),
        hash: named.level.hash.clone(),
        key: named.key(),
        address: named.address(),
        code: session.code().ok(),
        title: title_of(&document),
        document,
        tier: par.as_ref().and_then(|par| par.tier.clone()),
        optimal: par.as_ref().is_some_and(|par| par.optimal),
        minima: par
            .as_ref()
            .map_or_else(Costs::new, |par| par.minima.clone()),
        metrics: named.order().to_vec(),
        mechanics: session.mechanics(),
        next: named.next(&context.workshop.catalogue),
        previous: named.previous(),
        number: named.number(),
        record: saved
            .as_ref()
            .and_then(|record| level_progress(game, record, par.as_ref())),
        par: par.map(|par| par.costs).filter(|costs| !costs.is_empty()),
        moves: resumed.then_some(position.moves),
        svg,
        count: position.count,
        costs: position.costs,
        solved: position.solved,
    })
}

/// What the maker of a level calls it.
pub(crate) fn title_of(document: &Value) -> Option<String> {
    document["meta"]["title"].as_str().map(str::to_owned)
}
