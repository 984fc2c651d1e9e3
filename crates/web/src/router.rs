//! All routes: the calls of the API in one list, the page, and what stands around them.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde_json::Value;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::answer::{Refused, json_bytes};
use crate::call::{Call, Form, Method};
use crate::guard::{self, Guard};
use crate::lanes::Lane;
use crate::workshop::Workshop;
use crate::{
    assets, codes, daily, draft, games, headers, hint, jobs, level, openapi, packs, play, progress,
};

/// Every call of the API.
pub(crate) fn calls() -> Vec<Call> {
    use Lane::{Play, Record, Think};
    vec![
        Call::get(
            "/api/games",
            Play,
            "The games and what each offers",
            games::games,
        ),
        Call::get(
            "/api/packs/{game}/{pack}",
            Record,
            "The levels of a pack",
            packs::pack,
        ),
        Call::get(
            "/api/daily/{game}",
            Record,
            "The level of a day",
            daily::daily,
        ),
        Call::post(
            "/api/level",
            Record,
            "Everything about a level",
            level::level,
        ),
        Call::post("/api/play", Play, "A gesture, or a step back", play::play),
        Call::post("/api/reach", Play, "What a gesture may do", play::reach),
        Call::post("/api/hand", Play, "A piece in the hand", play::hand),
        Call::post(
            "/api/hint",
            Think,
            "Help in the middle of a game",
            hint::hint,
        ),
        Call::post("/api/verify", Play, "Replays a solution", play::verify),
        Call::post(
            "/api/draft",
            Play,
            "Changes a draft of a level",
            draft::draft,
        ),
        Call::get(
            "/api/progress",
            Record,
            "What was reached",
            progress::summary,
        ),
        Call::post(
            "/api/progress/moves",
            Play,
            "Saves an attempt",
            progress::save_moves,
        ),
        Call::post(
            "/api/progress/complete",
            Record,
            "Records a win",
            progress::complete,
        ),
        Call::post(
            "/api/progress/reset",
            Record,
            "Erases progress",
            progress::reset,
        ),
        Call::special::<games::Nothing, Value>(
            Method::Get,
            "/api/progress/export",
            Form::Json,
            "All progress as a file",
            get(progress::export),
        ),
        Call::special::<Value, progress::ImportAnswer>(
            Method::Post,
            "/api/progress/import",
            Form::Json,
            "Merges a file into what is here",
            post(progress::import),
        ),
        Call::special::<jobs::JobRequest, jobs::Outcomes>(
            Method::Post,
            "/api/jobs",
            Form::Events,
            "Long work, told of as it goes",
            post(jobs::start),
        ),
        Call::special::<games::Nothing, Value>(
            Method::Get,
            "/api/openapi.json",
            Form::Json,
            "This description",
            get(async || json_bytes(StatusCode::OK, openapi::text())),
        ),
    ]
}

/// The whole server but for its sockets.
pub(crate) fn router(shop: Arc<Workshop>, guard: Guard) -> Router {
    let mut router = Router::new().route("/healthz", get(async || "ok"));
    for call in calls() {
        router = call.add_to(router);
    }
    let router = router
        .fallback(assets::file)
        .method_not_allowed_fallback(async || {
            let message = "the address does not take this kind of request";
            Refused::new(StatusCode::METHOD_NOT_ALLOWED, codes::WRONG_METHOD, message)
        })
        .layer(middleware::from_fn_with_state(
            Arc::new(guard),
            guard::stand,
        ))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CompressionLayer::new().quality(tower_http::CompressionLevel::Fastest));
    headers::secured(router).with_state(shop)
}

/// The details of a panic go to the log, and nowhere else.
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response<Body> {
    let said = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or(panic.downcast_ref::<&str>().copied());
    tracing::error!(panic = said.unwrap_or("?"), "a request panicked");
    Refused::panicked().into_response()
}
