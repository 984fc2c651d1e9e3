//! The way to this server for a phone: its address, and a picture of it for the phone's camera.
//!
//! Whoever may ask for this has shown the token already, so the address may carry it.

use std::net::SocketAddr;

use axum::body::Body;
use axum::http::{Response, StatusCode};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Serialize;

use crate::answer::json;
use crate::welcome::address;

/// Where the page asks.
pub(crate) const PATH: &str = "/phone";

/// Where the server listens, and what it asks for.
#[derive(Clone)]
pub(crate) struct Here {
    /// Where it listens.
    pub(crate) addr: SocketAddr,
    /// The token that requests need, if they need one.
    pub(crate) token: Option<String>,
}

#[derive(Serialize)]
struct Phone {
    /// What to open on the phone.
    url: String,
    /// The picture of it.
    svg: String,
}

/// Answers with the address and its picture; with `null` where only this machine reaches the server.
pub(crate) async fn answer(here: Here) -> Response<Body> {
    let phone = (!here.addr.ip().is_loopback())
        .then(|| address(here.addr, here.token.as_deref()))
        .and_then(|url| Some((QrCode::new(&url).ok()?, url)))
        .map(|(code, url)| Phone {
            svg: code.render::<svg::Color<'_>>().build(),
            url,
        });
    let text = serde_json::to_string(&phone).unwrap_or_else(|_| "null".to_owned());
    json(StatusCode::OK, text)
}
