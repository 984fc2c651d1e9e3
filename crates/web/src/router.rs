//! The whole server but for its sockets: the calls, the page, and what stands around them.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use gridwright_workshop::Refusal;

use crate::answer::{Refused, json};
use crate::guard::{self, Guard};
use crate::phone::{self, Here};
use crate::state::State;
use crate::{assets, codes, headers, openapi, routes};

/// The whole server but for its sockets.
pub(crate) fn router(state: Arc<State>, guard: Guard, here: Here) -> Router {
    let router = Router::new()
        .route("/healthz", get(async || "ok"))
        .route(phone::PATH, get(move || phone::answer(here.clone())))
        .route(
            openapi::PATH,
            get(async || json(StatusCode::OK, openapi::text())),
        );
    let router = routes::add(router)
        .fallback(assets::file)
        .method_not_allowed_fallback(async || {
            let message = "the address does not take this kind of request";
            Refused::new(StatusCode::METHOD_NOT_ALLOWED, codes::WRONG_METHOD, message)
        })
        .layer(middleware::from_fn_with_state(
            Arc::new(guard),
            guard::check,
        ))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CompressionLayer::new().quality(tower_http::CompressionLevel::Fastest));
    headers::secured(router).with_state(state)
}

/// The details of a panic go to the log, and nowhere else.
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response<Body> {
    let said = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or(panic.downcast_ref::<&str>().copied());
    tracing::error!(panic = said.unwrap_or("?"), "a request panicked");
    Refused::from(Refusal::mistake()).into_response()
}
