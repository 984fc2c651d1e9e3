//! Headers of every answer: what a browser may do with it.
//!
//! The page loads its own scripts, styles and pictures and talks to its own server, and nothing
//! else: a level or a message that tried to bring a script along would find it not run.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{self, HeaderName};
use tower_http::set_header::SetResponseHeaderLayer;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Every header with its value.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// The router, with these headers on all it answers.
pub(crate) fn secured<S: Clone + Send + Sync + 'static>(mut router: Router<S>) -> Router<S> {
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        router = router.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    router
}
