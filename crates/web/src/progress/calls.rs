//! The calls that change saved progress, and its export and import.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use gridwright_core::fault::{Fault, Place};
use gridwright_games::registry;
use gridwright_progress::{MOST_MOVES_BYTES, MOST_NUMBER, Scope};

use super::summary::now;
use super::{Order, Won, level_progress};
use crate::answer::{Refused, json};
use crate::call::{Desk, Trouble, text_of};
use crate::codes;
use crate::lanes::Lane;
use crate::level::EVERYTHING;
use crate::level_ref::{LevelRef, Origin};
use crate::play::{Moves, bounded, too_many};
use crate::stars::Costs;
use crate::workshop::Workshop;

/// The most bytes of a progress file.
const MOST_IMPORT: usize = 16 << 20;

/// The moves of an unfinished attempt.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct MovesRequest {
    /// The level.
    level: LevelRef,
    /// The moves so far, as a solution file; the attempt is forgotten if there are none.
    #[schemars(with = "Option<Value>")]
    #[serde(default)]
    moves: Moves,
}

/// What was saved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesAnswer {
    /// How many moves.
    count: usize,
}

/// Saves the moves of an unfinished attempt; Continue opens its level from now on.
pub(crate) fn save_moves(desk: &Desk<'_>, request: MovesRequest) -> Result<MovesAnswer, Trouble> {
    let named = request.level.open(desk)?;
    let position = named
        .session()
        .rewind(bounded(&request.moves)?, &EVERYTHING)?;
    let moves = (position.count > 0).then(|| position.moves.to_string());
    if moves
        .as_ref()
        .is_some_and(|moves| moves.len() > MOST_MOVES_BYTES)
    {
        return Err(too_many().into());
    }
    let (progress, game) = (&desk.shop.progress, named.game().id());
    progress.order(Order::Attempt((game, named.key()), moves))?;
    if named.origin != Origin::Free {
        progress.order(Order::Current(game, named.key()))?;
    }
    Ok(MovesAnswer {
        count: position.count,
    })
}

/// A level that was won.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct CompleteRequest {
    /// The level.
    level: LevelRef,
    /// The moves that solve it, as a solution file.
    #[schemars(with = "Value")]
    moves: Box<RawValue>,
    /// How long it took, in milliseconds.
    ms: Option<u64>,
}

/// What a completion changed.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompleteAnswer {
    /// Whether the level had never been completed before.
    first_time: bool,
    /// Whether no earlier result is as good.
    new_best: bool,
    /// How good this result is, where par is proved.
    stars: Option<u8>,
    /// The best result, in a game that counts.
    best: Option<Costs>,
    /// The address of the next level of the pack, which is open now.
    opens: Option<String>,
}

/// Records a completion, after the referee has seen it; it is safe before this returns.
pub(crate) fn complete(
    desk: &Desk<'_>,
    request: CompleteRequest,
) -> Result<CompleteAnswer, Trouble> {
    let named = request.level.open(desk)?;
    let game = named.game();
    let moves = Some(request.moves);
    let verdict = named
        .session()
        .verify(bounded(&moves)?.unwrap_or_default())?;
    let Some(costs) = verdict.costs.filter(|_| verdict.ok) else {
        return Err(not_solved(verdict.broken).into());
    };
    let next = match named.origin {
        Origin::Shipped(shipped) => shipped.neighbour(1),
        _ => None,
    };
    let opens = next.filter(|next| next.listed().gated);
    let order = game.metrics().first().copied().unwrap_or(&[]);
    let cost = order.first().and_then(|metric| costs.get(metric));
    let won = Won {
        at: now(),
        costs,
        ms: request.ms.map(|ms| ms.min(MOST_NUMBER)),
        opens: opens.map(|next| next.number() as u64),
    };
    let recorded = desk.shop.progress.complete((game.id(), named.key()), won)?;
    if let Some(next) = next {
        // The completion is safe; where Continue leads is not worth refusing it for.
        let _ = desk
            .shop
            .progress
            .order(Order::Current(game.id(), next.key()));
    }
    let par = named.par();
    let best = level_progress(game, &recorded.record, par.as_ref());
    Ok(CompleteAnswer {
        first_time: recorded.first_time,
        new_best: recorded.new_best,
        stars: crate::stars::stars(order, par.as_ref(), cost),
        best: best.and_then(|best| best.best),
        opens: next.map(|next| next.address()),
    })
}

fn not_solved(broken: Option<gridwright_games::report::BrokenReport>) -> Refused {
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
    Refused::all(StatusCode::UNPROCESSABLE_ENTITY, vec![fault])
}

/// Erases progress.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ResetRequest {
    /// Of which game; of all if left out.
    game: Option<String>,
}

/// Progress was erased.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ResetAnswer {
    /// Of which game; of all if there is none.
    game: Option<&'static str>,
}

/// Erases progress.
pub(crate) fn reset(desk: &Desk<'_>, request: ResetRequest) -> Result<ResetAnswer, Trouble> {
    let game = request.game.as_deref().map(registry::game).transpose()?;
    let game = game.map(|game| game.id());
    desk.shop
        .progress
        .ask(move |store| store.reset(game.map_or(Scope::All, Scope::Game)))?;
    Ok(ResetAnswer { game })
}

/// All progress as a file.
pub(crate) async fn export(State(shop): State<Arc<Workshop>>) -> Response<Body> {
    let here = shop.clone();
    let work = move || here.progress.ask(|store| store.export(Scope::All));
    match shop.lanes.run(Lane::Record, work).await.flatten() {
        Err(refused) => refused.into_response(),
        Ok(text) => {
            let mut response = Response::new(Body::from(text));
            let headers = response.headers_mut();
            for (name, value) in [
                (header::CONTENT_TYPE, "application/json"),
                (header::CACHE_CONTROL, "no-store"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"gridwright-progress.json\"",
                ),
            ] {
                headers.insert(name, HeaderValue::from_static(value));
            }
            response
        }
    }
}

/// What an import changed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ImportAnswer {
    /// How many levels the file holds.
    levels: usize,
    /// How many of them were new here or are remembered better now.
    changed: usize,
}

/// Merges a file into what is here.
pub(crate) async fn import(
    State(shop): State<Arc<Workshop>>,
    headers: HeaderMap,
    body: Body,
) -> Response<Body> {
    let text = match text_of(&headers, body, MOST_IMPORT).await {
        Ok(text) => text,
        Err(refused) => return refused.into_response(),
    };
    let here = shop.clone();
    let work = move || {
        here.progress
            .ask(move |store| store.import(text.as_bytes()))
    };
    match shop.lanes.run(Lane::Record, work).await.flatten() {
        Err(refused) => refused.into_response(),
        Ok(imported) => json(
            StatusCode::OK,
            &ImportAnswer {
                levels: imported.levels,
                changed: imported.changed,
            },
        ),
    }
}
