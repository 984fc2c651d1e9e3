//! A call of the API: one plain function from a request to an answer, made into a route.
//!
//! The functions know no HTTP. [`Call::get`] and [`Call::post`] read their request (from the path
//! and query, or from the body), run them in their lane, and write what they answer; they also
//! keep the types' schemas, so that the description of the API is made from the same line as the
//! route.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{RawPathParams, RawQuery, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get, post};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio_stream::StreamExt;

use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::{NOT_UTF8, WRONG_TYPE, read_file};

use crate::answer::{Refused, json_bytes};
use crate::codes;
use crate::lanes::Lane;
use crate::workshop::Workshop;

/// The most bytes of a body, but for progress files.
pub(crate) const MOST_BODY: usize = 1 << 20;

/// The most bytes of a body that is too large anyway that are read.
const MOST_DROPPED: usize = 64 << 20;

/// A body that has not arrived after this time is given up.
const BODY_TIME: Duration = Duration::from_secs(15);

/// Why a function did not answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// It will not, and says why.
    Refused(Box<Refused>),
    /// It would take longer than its lane allows; it is run again in [`Lane::Think`].
    TakesLonger,
}

impl<T: Into<Refused>> From<T> for Trouble {
    fn from(refused: T) -> Self {
        Trouble::Refused(Box::new(refused.into()))
    }
}

/// The shop as a function sees it.
pub(crate) struct Desk<'a> {
    /// Everything that is shared.
    pub(crate) shop: &'a Arc<Workshop>,
    /// Whether there is time for a few seconds of work.
    pub(crate) patient: bool,
}

/// How a call is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Without a body.
    Get,
    /// With a body.
    Post,
}

/// What the body of a good answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One JSON document.
    Json,
    /// Server-sent events.
    Events,
}

/// Writes a schema.
pub(crate) type Describe = fn(&mut SchemaGenerator) -> Schema;

/// One route with its description.
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) request: Describe,
    pub(crate) answer: Describe,
    pub(crate) form: Form,
    route: MethodRouter<Arc<Workshop>>,
}

impl Call {
    /// A call without a body: the request is read from the path and the query, all texts.
    pub(crate) fn get<Req, Ans>(
        path: &'static str,
        lane: Lane,
        summary: &'static str,
        work: fn(&Desk<'_>, Req) -> Result<Ans, Trouble>,
    ) -> Call
    where
        Req: DeserializeOwned + JsonSchema + Send + 'static,
        Ans: Serialize + JsonSchema + 'static,
    {
        let route = get(
            move |State(shop): State<Arc<Workshop>>, params: RawPathParams, query: RawQuery| async move {
                let text = request_of(&params, query.0.as_deref());
                respond(shop, lane, work, text).await
            },
        );
        Call::json::<Req, Ans>(Method::Get, path, summary, route)
    }

    /// A call with a JSON body.
    pub(crate) fn post<Req, Ans>(
        path: &'static str,
        lane: Lane,
        summary: &'static str,
        work: fn(&Desk<'_>, Req) -> Result<Ans, Trouble>,
    ) -> Call
    where
        Req: DeserializeOwned + JsonSchema + Send + 'static,
        Ans: Serialize + JsonSchema + 'static,
    {
        let route = post(
            move |State(shop): State<Arc<Workshop>>, headers: HeaderMap, body: Body| async move {
                match text_of(&headers, body, MOST_BODY).await {
                    Ok(text) => respond(shop, lane, work, text).await,
                    Err(refused) => refused.into_response(),
                }
            },
        );
        Call::json::<Req, Ans>(Method::Post, path, summary, route)
    }

    /// A call whose route does everything itself.
    pub(crate) fn special<Req: JsonSchema, Ans: JsonSchema>(
        method: Method,
        path: &'static str,
        form: Form,
        summary: &'static str,
        route: MethodRouter<Arc<Workshop>>,
    ) -> Call {
        Call {
            form,
            ..Call::json::<Req, Ans>(method, path, summary, route)
        }
    }

    fn json<Req: JsonSchema, Ans: JsonSchema>(
        method: Method,
        path: &'static str,
        summary: &'static str,
        route: MethodRouter<Arc<Workshop>>,
    ) -> Call {
        Call {
            method,
            path,
            summary,
            request: |generator| Req::json_schema(generator),
            answer: |generator| generator.subschema_for::<Ans>(),
            form: Form::Json,
            route,
        }
    }

    /// Adds the route to a router.
    pub(crate) fn add_to(self, router: Router<Arc<Workshop>>) -> Router<Arc<Workshop>> {
        router.route(self.path, self.route)
    }
}

/// Runs a function in its lane and writes what it answers.
async fn respond<Req, Ans>(
    shop: Arc<Workshop>,
    lane: Lane,
    work: fn(&Desk<'_>, Req) -> Result<Ans, Trouble>,
    text: String,
) -> Response<Body>
where
    Req: DeserializeOwned + Send + 'static,
    Ans: Serialize + 'static,
{
    let text = Arc::new(text);
    for (lane, patient) in [(lane, lane == Lane::Think), (Lane::Think, true)] {
        let (here, text) = (shop.clone(), text.clone());
        let done = shop.lanes.run(lane, move || {
            let desk = Desk {
                shop: &here,
                patient,
            };
            let answer = work(&desk, read(&text)?)?;
            serde_json::to_vec(&answer).map_err(|error| {
                tracing::error!(%error, "an answer is no JSON");
                Trouble::from(Refused::panicked())
            })
        });
        match done.await {
            Ok(Ok(bytes)) => return json_bytes(StatusCode::OK, bytes),
            Ok(Err(Trouble::Refused(refused))) => return refused.into_response(),
            Ok(Err(Trouble::TakesLonger)) => {}
            Err(refused) => return refused.into_response(),
        }
    }
    Refused::busy("the work takes longer than a request may").into_response()
}

/// A request from its text; keys that nobody knows are refused like everything else that cannot
/// be meant.
pub(crate) fn read<Req: DeserializeOwned>(text: &str) -> Result<Req, Refused> {
    let (request, unknown) = read_file(text).map_err(Refused::malformed)?;
    unknown.or(|| request).map_err(Refused::malformed)
}

/// The text of a JSON body, bounded in size and time.
pub(crate) async fn text_of(
    headers: &HeaderMap,
    body: Body,
    most: usize,
) -> Result<String, Refused> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .and_then(|kind| kind.split(';').next());
    if !kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
        return Err(Refused::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            codes::NOT_JSON_TYPE,
            "send the body with Content-Type: application/json",
        ));
    }
    let bytes = bytes_of(body, most).await?;
    String::from_utf8(bytes.into()).map_err(|error| {
        let message = format!("byte {} is no UTF-8", error.utf8_error().valid_up_to());
        Refused::malformed(Fault::new(NOT_UTF8, message, Place::everywhere()))
    })
}

/// The bytes of a body. What is too much is read and dropped up to a point, so that whoever sends
/// it gets to hear why it is refused instead of finding the line cut.
async fn bytes_of(body: Body, most: usize) -> Result<Bytes, Refused> {
    let reading = async {
        let (mut bytes, mut total) = (Vec::new(), 0);
        let mut chunks = body.into_data_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(|_| {
                let message = "the body ended early";
                Refused::new(StatusCode::BAD_REQUEST, codes::BODY_BROKEN, message)
            })?;
            total += chunk.len();
            if total <= most {
                bytes.extend_from_slice(&chunk);
            } else if total > MOST_DROPPED {
                break;
            }
        }
        if total > most {
            let message = format!("at most {most} bytes are read");
            let status = StatusCode::PAYLOAD_TOO_LARGE;
            return Err(Refused::new(status, codes::BODY_TOO_LARGE, message));
        }
        Ok(bytes.into())
    };
    let read = tokio::time::timeout(BODY_TIME, reading).await;
    read.unwrap_or_else(|_| {
        let message = format!("the body took longer than {} s", BODY_TIME.as_secs());
        let status = StatusCode::REQUEST_TIMEOUT;
        Err(Refused::new(status, codes::BODY_TOO_SLOW, message))
    })
}

/// The parameters of path and query as a JSON object of texts.
fn request_of(params: &RawPathParams, query: Option<&str>) -> String {
    let mut object: Map<String, Value> = params
        .iter()
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect();
    for pair in query
        .unwrap_or_default()
        .split('&')
        .filter(|p| !p.is_empty())
    {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        object.insert(name.to_owned(), value.into());
    }
    Value::Object(object).to_string()
}

/// A malformed value of a request.
pub(crate) fn wrong(pointer: &str, message: impl Into<String>) -> Refused {
    Refused::malformed(Faults::from(Fault::new(
        WRONG_TYPE,
        message,
        Place::pointer(pointer),
    )))
}
