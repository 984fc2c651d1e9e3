//! The calls of the workshop as routes: every row of its table becomes one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use tokio::sync::OnceCell;

use gridwright_workshop::calls::{CALLS, Call, Form, Lane, Request, no_call};
use gridwright_workshop::workshop::{Context, Stop};

use crate::answer::{Refused, json};
use crate::body::{Text, text_of};
use crate::jobs;
use crate::state::State;

/// Adds a route for every call.
pub(crate) fn add(mut router: Router<Arc<State>>) -> Router<Arc<State>> {
    for call in CALLS.iter() {
        let route = match call.request {
            Request::Address => {
                let kept = Kept::default();
                get(async move |state: extract::State<Arc<State>>, uri: Uri| {
                    let address = uri.path_and_query().map_or("", |address| address.as_str());
                    match call.parameters(address) {
                        Some(text) if call.fixed && text == "{}" => {
                            repeat(&state, call, &kept).await
                        }
                        Some(text) => respond(&state, call, Text { text, place: None }).await,
                        None => Refused::from(no_call(address)).into_response(),
                    }
                })
            }
            Request::Body => post(
                async move |state: extract::State<Arc<State>>, headers: HeaderMap, body: Body| {
                    match text_of(call, &state.lanes, &headers, body).await {
                        Err(refused) => refused.into_response(),
                        Ok(text) if call.form == Form::Events => {
                            jobs::start(&state, call, text).await
                        }
                        Ok(text) => respond(&state, call, text).await,
                    }
                },
            ),
        };
        router = router.route(call.path, route);
    }
    router
}

/// The answer of a call that always answers the same, once it was asked for.
type Kept = Arc<OnceCell<Bytes>>;

/// Answers a call that always answers the same: the work is done once, however many ask.
async fn repeat(state: &Arc<State>, call: &'static Call, kept: &Kept) -> Response<Body> {
    let work = |context: Context<'_>| call.answer(context, "{}");
    let text =
        kept.get_or_try_init(async || in_lanes(state, call, false, work).await.map(Bytes::from));
    match text.await {
        Ok(text) => json(StatusCode::OK, text.clone()),
        Err(refused) => refused.into_response(),
    }
}

/// Answers a call in its lane.
async fn respond(state: &Arc<State>, call: &'static Call, text: Text) -> Response<Body> {
    let large = text.place.is_some();
    let work = move |context: Context<'_>| call.answer(context, &text.text);
    match in_lanes(state, call, large, work).await {
        Ok(text) => answered(call, text),
        Err(refused) => refused.into_response(),
    }
}

/// Runs work in the lane of its call and, if it turns out to need longer, in the one for that;
/// large requests and large boards one after the other. Dropping the future, which happens when
/// the client goes away, cancels the work.
pub(crate) async fn in_lanes<T: Send + 'static>(
    state: &Arc<State>,
    call: &Call,
    large: bool,
    work: impl Fn(Context<'_>) -> Result<T, Stop> + Send + Sync + 'static,
) -> Result<T, Refused> {
    let work = Arc::new(work);
    let cancel = Arc::new(AtomicBool::new(false));
    let _gone = Gone(cancel.clone());
    let mut turn = match large {
        true => Some(state.lanes.turn().await?),
        false => None,
    };
    let mut lane = call.lane;
    loop {
        let (here, work, cancel) = (state.clone(), work.clone(), cancel.clone());
        // Few think at once, whatever about.
        let alone = turn.is_some() || lane == Lane::Thinking;
        let done = state.lanes.run(lane, move || {
            work(Context {
                workshop: &here.workshop,
                time: lane.time(),
                alone,
                cancel: &cancel,
            })
        });
        match done.await? {
            Ok(answer) => return Ok(answer),
            Err(Stop::NeedsTurn) if !alone => turn = Some(state.lanes.turn().await?),
            Err(Stop::NeedsSeconds) if lane != Lane::Thinking => {
                (lane, turn) = (Lane::Thinking, None);
            }
            Err(stop) => return Err(stop.into_refusal().into()),
        }
    }
}

/// Says that nobody waits any more.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn answered(call: &Call, text: String) -> Response<Body> {
    let mut response = json(StatusCode::OK, text);
    if let Form::File(name) = call.form
        && let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))
    {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}
