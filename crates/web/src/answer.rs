//! Answers: JSON with the right status, and refusals that always have the same form.
//!
//! Whatever goes wrong, the body is `{"faults": [...], "sketch": svg or null}`: the page has one
//! way to show it, and a program one way to read it.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use schemars::JsonSchema;
use serde::Serialize;

use gridwright_core::fault::{Code, Fault, Faults, Place};
use gridwright_games::document::{PACK_UNKNOWN, UNKNOWN_GAME};

use crate::codes;

/// Why a request is not met: a status and everything that is wrong.
#[derive(Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    report: FaultReport,
    retry_after: Option<u32>,
}

/// What is wrong.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FaultReport {
    /// All faults, the first hundred of them.
    pub(crate) faults: Vec<Fault>,
    /// A picture of the draft that the faults are in, if it can be drawn.
    pub(crate) sketch: Option<String>,
}

impl Refused {
    /// A refusal for one reason.
    pub(crate) fn new(status: StatusCode, code: Code, message: impl Into<String>) -> Self {
        let fault = Fault::new(code, message, Place::everywhere());
        Refused::all(status, vec![fault])
    }

    /// A refusal for several reasons.
    pub(crate) fn all(status: StatusCode, faults: Vec<Fault>) -> Self {
        let sketch = None;
        Refused {
            status,
            report: FaultReport { faults, sketch },
            retry_after: None,
        }
    }

    /// A request that cannot be read.
    pub(crate) fn malformed(faults: impl Into<Faults>) -> Self {
        Refused::all(StatusCode::BAD_REQUEST, faults.into().list().to_vec())
    }

    /// Too much to do.
    pub(crate) fn busy(message: &str) -> Self {
        Refused {
            retry_after: Some(2),
            ..Refused::new(StatusCode::SERVICE_UNAVAILABLE, codes::BUSY, message)
        }
    }

    /// A mistake of ours; the details are in the log only.
    pub(crate) fn panicked() -> Self {
        Refused::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            codes::PANIC,
            "the server made a mistake and logged it; the request was not carried out",
        )
    }

    /// The same with a picture of what is faulty.
    pub(crate) fn with_sketch(mut self, sketch: Option<String>) -> Self {
        self.report.sketch = sketch;
        self
    }

    /// What is wrong.
    pub(crate) fn into_report(self) -> FaultReport {
        self.report
    }
}

impl From<Faults> for Refused {
    /// Faults of a level or of moves; names that nobody knows are not found.
    fn from(faults: Faults) -> Self {
        let unknown = |fault: &Fault| [UNKNOWN_GAME, PACK_UNKNOWN].contains(&fault.code);
        let status = if faults.list().iter().any(unknown) {
            StatusCode::NOT_FOUND
        } else {
            StatusCode::UNPROCESSABLE_ENTITY
        };
        Refused::all(status, faults.list().to_vec())
    }
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        Faults::from(fault).into()
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response<Body> {
        let mut response = json(self.status, &self.report);
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A JSON answer.
pub(crate) fn json(status: StatusCode, answer: &impl Serialize) -> Response<Body> {
    match serde_json::to_vec(answer) {
        Ok(bytes) => json_bytes(status, bytes),
        Err(error) => {
            tracing::error!(%error, "an answer is no JSON");
            Refused::panicked().into_response()
        }
    }
}

/// A JSON answer that is written already.
pub(crate) fn json_bytes(status: StatusCode, bytes: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(bytes.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
