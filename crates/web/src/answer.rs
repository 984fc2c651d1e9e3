//! Answers over HTTP: a refusal of the workshop gets its status here, and nowhere else.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;

use gridwright_core::fault::Code;
use gridwright_workshop::calls::write;
use gridwright_workshop::{Refusal, RefusalKind};

/// After so many seconds a request that came at a busy moment may be tried again.
const RETRY_AFTER: u32 = 2;

/// A refusal with its status.
pub(crate) struct Refused {
    status: StatusCode,
    refusal: Refusal,
}

impl Refused {
    /// A refusal of the server itself, for which the workshop has no kind.
    pub(crate) fn new(status: StatusCode, code: Code, message: &str) -> Self {
        let refusal = Refusal::new(RefusalKind::Unmet, code, message);
        Refused { status, refusal }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.kind() {
            RefusalKind::Malformed => StatusCode::BAD_REQUEST,
            RefusalKind::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            RefusalKind::NotFound => StatusCode::NOT_FOUND,
            RefusalKind::Unmet => StatusCode::UNPROCESSABLE_ENTITY,
            RefusalKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
            RefusalKind::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        };
        if refusal.kind() == RefusalKind::Failed {
            tracing::error!(%refusal, "a request failed");
        }
        Refused { status, refusal }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response<Body> {
        let body = write(self.refusal.report()).unwrap_or_default();
        let mut response = json(self.status, body);
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER));
        }
        response
    }
}

/// A JSON answer.
pub(crate) fn json(status: StatusCode, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
