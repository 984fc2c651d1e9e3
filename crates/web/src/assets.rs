//! The page: files embedded in the program, known by their content.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use rust_embed::RustEmbed;

use crate::answer::Refused;
use gridwright_workshop::codes;

#[derive(RustEmbed)]
#[folder = "www/"]
struct Www;

/// Answers with the file at a path, `/` being the page itself.
pub(crate) async fn file(request: Request) -> Response<Body> {
    let path = request.uri().path();
    let reading = [Method::GET, Method::HEAD].contains(request.method());
    let name = match path {
        "/" => "index.html",
        _ => path.trim_start_matches('/'),
    };
    let found = Www::get(name).filter(|_| !path.starts_with("/api"));
    let Some(found) = found.filter(|_| reading) else {
        return Refused::new(
            StatusCode::NOT_FOUND,
            codes::NO_CALL,
            "there is nothing at this address",
        )
        .into_response();
    };
    let tag = tag(&found.metadata.sha256_hash());
    let known = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .is_some_and(|tags| tags.to_str().is_ok_and(|tags| tags.contains(&tag)));
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(found.data))
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, content_type(name));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// A weak tag, since the bytes on the wire may be compressed.
fn tag(hash: &[u8]) -> String {
    let hex: String = hash.iter().take(12).map(|b| format!("{b:02x}")).collect();
    format!("W/\"{hex}\"")
}

fn content_type(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    })
}
