//! Everything a page wants to know about a level before it is played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use gridwright_core::cost::Costs as Spent;
use gridwright_games::report::Rewind;

use crate::call::{Desk, Trouble};
use crate::draft::svg_of;
use crate::level_ref::{LevelRef, Named, Origin};
use crate::progress::{LevelProgress, level_progress};
use crate::stars::Costs;

/// Asks about a level.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct LevelRequest {
    /// The level.
    pub(crate) level: LevelRef,
}

/// Everything about a level, and the position where it was left.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LevelAnswer {
    /// The game.
    game: &'static str,
    /// The hash of the content, by which the level can be named from now on.
    hash: String,
    /// The key of its progress.
    key: String,
    /// Its address, if it ships or is the level of a day.
    address: Option<String>,
    /// The level code, if it is not too large for one.
    code: Option<String>,
    /// The level file.
    document: Value,
    /// What its maker calls it.
    title: Option<String>,
    /// The name of a tier, if known.
    tier: Option<String>,
    /// What the best known solution costs, if known.
    par: Option<Costs>,
    /// Whether par is proved.
    optimal: bool,
    /// The metrics, in the order they are minimised.
    metrics: Vec<&'static str>,
    /// The address of the next level of the pack.
    next: Option<String>,
    /// The address of the level before it.
    previous: Option<String>,
    /// Its place in the pack, from 1.
    number: Option<usize>,
    /// How it was completed before.
    record: Option<LevelProgress>,
    /// The moves of an unfinished attempt, as a solution file.
    moves: Option<Value>,
    /// The picture after these moves.
    svg: String,
    /// How many moves that is.
    count: usize,
    /// What they cost.
    costs: Spent,
    /// Whether they solve the level.
    solved: bool,
}

/// Everything about a level.
pub(crate) fn level(desk: &Desk<'_>, request: LevelRequest) -> Result<LevelAnswer, Trouble> {
    answer(desk, &request.level.open(desk)?)
}

/// Everything about a level that is open.
pub(crate) fn answer(desk: &Desk<'_>, named: &Named) -> Result<LevelAnswer, Trouble> {
    let (session, game) = (named.session(), named.game());
    let saved = desk.shop.progress.level((game.id(), named.key()))?;
    // Saved moves that a later version of the game does not allow are left alone, and not shown.
    let left = saved.as_ref().and_then(|record| record.moves.as_deref());
    let left = left.filter(|moves| session.rewind(Some(moves), &EVERYTHING).is_ok());
    let position = session.rewind(left, &EVERYTHING)?;
    let svg = svg_of(&session.scene(left, None)?)?;
    let par = named.par();
    let shipped = match named.origin {
        Origin::Shipped(shipped) => Some(shipped),
        _ => None,
    };
    let neighbour = |by| Some(shipped?.neighbour(by)?.address());
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
        metrics: game
            .metrics()
            .first()
            .map_or(Vec::new(), |order| order.to_vec()),
        next: neighbour(1),
        previous: neighbour(-1),
        number: shipped.map(|shipped| shipped.number()),
        record: saved
            .as_ref()
            .and_then(|record| level_progress(game, record, par.as_ref())),
        par: par.map(|par| par.costs).filter(|costs| !costs.is_empty()),
        moves: left.map(|_| position.moves),
        svg,
        count: position.count,
        costs: position.costs,
        solved: position.solved,
    })
}

/// All moves, as they are.
pub(crate) const EVERYTHING: Rewind = Rewind::Keep { count: usize::MAX };

/// What the maker of a level calls it.
pub(crate) fn title_of(document: &Value) -> Option<String> {
    document["meta"]["title"].as_str().map(str::to_owned)
}
