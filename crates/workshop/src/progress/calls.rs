//! The calls that change saved progress, and its export and import.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use gridwright_core::fault::{Fault, Place};

use super::bounds::{MOST_MOVES_BYTES, MOST_NUMBER};
use super::record::Completion;
use super::store::Scope;
use super::{document, level_progress};
use crate::codes;
use crate::level_ref::{LevelRef, Named, Origin};
use crate::play::{Moves, bounded, too_many};
use crate::refusal::{Refusal, RefusalKind};
use crate::stars::Costs;
use crate::workshop::{Context, Stop, Workshop};

/// The moves of an unfinished attempt.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct MovesRequest {
    /// The level.
    pub level: LevelRef,
    /// The moves so far, as a solution file; the attempt is forgotten if there are none.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    #[serde(default)]
    pub moves: Moves,
}

/// What was saved.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct MovesAnswer {
    /// How many moves.
    pub count: usize,
}

/// Saves the moves of an unfinished attempt; Continue opens its level from now on.
pub(crate) fn save_moves(context: Context<'_>, request: MovesRequest) -> Result<MovesAnswer, Stop> {
    let named = request.level.open(context)?;
    let play = named.at(&request.moves)?;
    let count = play.count();
    let moves = (count > 0).then(|| play.moves().to_string());
    save(context.workshop, &named, moves.as_deref())?;
    Ok(MovesAnswer { count })
}

/// Saves the moves of an unfinished attempt, or forgets them if there are none.
pub(crate) fn save(workshop: &Workshop, named: &Named, moves: Option<&str>) -> Result<(), Refusal> {
    if moves.is_some_and(|moves| moves.len() > MOST_MOVES_BYTES) {
        return Err(too_many());
    }
    let (store, game, key) = (workshop.store(), named.game().id(), named.key());
    store.save_moves(game, &key, moves)?;
    if !matches!(named.origin, Origin::Free) {
        store.set_current(game, &key)?;
    }
    Ok(())
}

/// A level that was won.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct CompleteRequest {
    /// The level.
    pub level: LevelRef,
    /// The moves that solve it, as a solution file.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub moves: Box<RawValue>,
    /// How long it took, in milliseconds.
    pub ms: Option<u64>,
    /// Whether the way was shown before: the level counts as completed then, without a result.
    pub shown: Option<bool>,
}

/// What a completion changed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CompleteAnswer {
    /// Whether the level had never been completed before.
    pub first_time: bool,
    /// Whether no earlier result is as good.
    pub new_best: bool,
    /// How good this result is, where par is proved.
    pub stars: Option<u8>,
    /// The best result, in a game that counts.
    pub best: Option<Costs>,
    /// The address of the next level of the pack or of its series, which is open now.
    pub opens: Option<String>,
}

/// Records a completion, after the referee has seen it; it is safe before this returns.
pub(crate) fn complete(
    context: Context<'_>,
    request: CompleteRequest,
) -> Result<CompleteAnswer, Stop> {
    let named = request.level.open(context)?;
    let moves = Some(request.moves);
    let moves = bounded(&moves)?.unwrap_or_default();
    let shown = request.shown.unwrap_or_default();
    Ok(record_win(
        context.workshop,
        &named,
        moves,
        request.ms,
        shown,
    )?)
}

/// Records a completion, after the referee has seen it.
pub(crate) fn record_win(
    workshop: &Workshop,
    named: &Named,
    moves: &str,
    ms: Option<u64>,
    shown: bool,
) -> Result<CompleteAnswer, Refusal> {
    let verdict = named.session().verify(moves)?;
    let Some(costs) = verdict.costs.filter(|_| verdict.ok) else {
        return Err(not_solved(verdict.broken));
    };
    let next = named.next_key(&workshop.catalogue);
    let opens = match &named.origin {
        Origin::Shipped(shipped) => shipped.neighbour(1).filter(|next| next.listed().gated),
        _ => None,
    };
    let stars = named.stars(&costs).filter(|_| !shown);
    let (costs, ms) = match shown {
        true => (gridwright_core::cost::Costs::none(), None),
        false => (costs, ms),
    };
    let completion = Completion {
        at: workshop.host.unix_seconds(),
        costs,
        ms: ms.map(|ms| ms.min(MOST_NUMBER)),
        opens: opens.map(|next| next.number() as u64),
    };
    let (store, game) = (workshop.store(), named.game());
    let recorded = store.complete(game.id(), &named.key(), &completion)?;
    if let Some(next) = &next {
        // The completion is safe; where Continue leads is not worth refusing it for.
        let _ = store.set_current(game.id(), next);
    }
    let best = level_progress(game, &recorded.record, named.par().as_ref());
    Ok(CompleteAnswer {
        first_time: recorded.first_time,
        new_best: recorded.new_best,
        stars,
        best: best.and_then(|best| best.best),
        opens: next.map(|key| format!("{}/{key}", game.id())),
    })
}

fn not_solved(broken: Option<gridwright_games::report::BrokenReport>) -> Refusal {
    let (message, at) = match broken {
        Some(broken) => (
            format!(
                "move {}: {} [{}]",
                broken.index, broken.message, broken.code
            ),
            broken.at,
        ),
        None => (
            "the moves do not solve the level".into(),
            Place::everywhere(),
        ),
    };
    let fault = Fault::new(codes::NOT_SOLVED, message, at);
    Refusal::all(RefusalKind::Unmet, vec![fault])
}

/// Erases progress.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ResetRequest {
    /// Of which game; of all if left out.
    pub game: Option<String>,
}

/// Progress was erased.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ResetAnswer {
    /// Of which game; of all if there is none.
    pub game: Option<&'static str>,
}

/// Erases progress.
pub(crate) fn reset(context: Context<'_>, request: ResetRequest) -> Result<ResetAnswer, Stop> {
    let catalogue = &context.workshop.catalogue;
    let game = request.game.as_deref();
    let game = game.map(|id| catalogue.game(id)).transpose()?;
    let game = game.map(|game| game.id());
    let scope = game.map_or(Scope::All, Scope::Game);
    context.workshop.store.reset(scope)?;
    Ok(ResetAnswer { game })
}

/// Asks for progress as a document.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ExportRequest {
    /// Of which game; of all if left out.
    pub game: Option<String>,
}

/// Progress as a document.
pub(crate) fn export(context: Context<'_>, request: ExportRequest) -> Result<String, Stop> {
    let catalogue = &context.workshop.catalogue;
    let game = request.game.as_deref();
    let game = game.map(|id| catalogue.game(id)).transpose()?;
    let scope = game.map_or(Scope::All, |game| Scope::Game(game.id()));
    Ok(document::write(&context.workshop.store.games(scope)?))
}

/// What an import changed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ImportAnswer {
    /// How many levels the file holds.
    pub levels: usize,
    /// How many of them were new here or are remembered better now.
    pub changed: usize,
}

/// Merges a document into what is here.
pub(crate) fn import(context: Context<'_>, text: &str) -> Result<ImportAnswer, Stop> {
    let games = document::read(text.as_bytes())?;
    let imported = context.workshop.store.merge(games)?;
    Ok(ImportAnswer {
        levels: imported.levels,
        changed: imported.changed,
    })
}
