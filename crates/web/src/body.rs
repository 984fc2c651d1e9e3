//! The bodies of requests: JSON, bounded in size and time, and in number where they are large.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, StatusCode, header};
use tokio::sync::OwnedSemaphorePermit;
use tokio_stream::StreamExt;

use gridwright_workshop::calls::Call;

use crate::answer::Refused;
use crate::codes;
use crate::lanes::{LARGE, Lanes};

/// The most bytes of a body that is too large anyway that are read.
const MOST_DROPPED: usize = 64 << 20;

/// A body that has not arrived after this time is given up.
const BODY_TIME: Duration = Duration::from_secs(15);

/// The text of a request.
pub(crate) struct Text {
    /// The text.
    pub(crate) text: String,
    /// The place of a large one, held until it is answered.
    pub(crate) place: Option<OwnedSemaphorePermit>,
}

/// The text of the request of a call. Nothing of a large one is read before it has a place; one
/// that does not tell its length counts as large.
pub(crate) async fn text_of(
    call: &Call,
    lanes: &Lanes,
    headers: &HeaderMap,
    body: Body,
) -> Result<Text, Refused> {
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
    let most = body.size_hint().upper();
    let place = match most.is_none_or(|most| most > LARGE as u64) {
        true => Some(lanes.place_for(call).await?),
        false => None,
    };
    let text = call.text(bytes_of(call, body).await?)?;
    Ok(Text { text, place })
}

/// The bytes of a body. What is too much is read and dropped up to a point, so that whoever sends
/// it gets to hear why it is refused instead of finding the line cut.
async fn bytes_of(call: &Call, body: Body) -> Result<Vec<u8>, Refused> {
    let reading = async {
        let (mut bytes, mut total) = (Vec::new(), 0);
        let mut chunks = body.into_data_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(|_| {
                let message = "the body ended early";
                Refused::new(StatusCode::BAD_REQUEST, codes::BODY_BROKEN, message)
            })?;
            total += chunk.len();
            if total <= call.most_bytes {
                bytes.extend_from_slice(&chunk);
            } else if total > MOST_DROPPED {
                break;
            }
        }
        if total > call.most_bytes {
            return Err(call.too_long().into());
        }
        Ok(bytes)
    };
    let read = tokio::time::timeout(BODY_TIME, reading).await;
    read.unwrap_or_else(|_| {
        let message = format!("the body took longer than {} s", BODY_TIME.as_secs());
        let status = StatusCode::REQUEST_TIMEOUT;
        Err(Refused::new(status, codes::BODY_TOO_SLOW, &message))
    })
}
