//! Who may speak to the server.
//!
//! A page of another site can make the reader's browser send requests here. It can also point a
//! name of its own at this machine (DNS rebinding) and then read the answers. Therefore:
//!
//! - On a loopback address, the `Host` must be a loopback name with our port; a rebound name is
//!   refused.
//! - On any other address, every request needs the token that was printed at the start: once as
//!   `?token=`, which is answered with a cookie, or as `Authorization: Bearer`.
//! - A request that is more than reading must come from our own page if it says where from.
//!
//! Whoever has been let in once counts as known to the [connections](crate::connections).

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::Next;
use axum::response::IntoResponse;
use subtle::ConstantTimeEq;

use crate::answer::Refused;
use crate::codes;
use crate::connections::Connection;

/// The rules at the door.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    addr: SocketAddr,
    token: Option<String>,
}

impl Guard {
    /// The rules of a server at this address; without a token only for loopback.
    pub(crate) fn new(addr: SocketAddr, token: Option<String>) -> Self {
        Guard { addr, token }
    }

    fn check(&self, request: &Request) -> Result<(), Refused> {
        let refuse = |code, message| Err(Refused::new(StatusCode::FORBIDDEN, code, message));
        let headers = request.headers();
        let Some(host) = only(headers, header::HOST) else {
            return refuse(codes::HOST, "the request must name one host");
        };
        if self.token.is_none() && !self.is_our_name(host) {
            return refuse(codes::HOST, "this server answers to localhost alone");
        }
        let reads = reads(request);
        if !reads && headers.contains_key(header::ORIGIN) {
            let ours = only(headers, header::ORIGIN)
                .and_then(|origin| origin.split_once("://"))
                .is_some_and(|(_, from)| from.eq_ignore_ascii_case(host));
            if !ours {
                return refuse(codes::ORIGIN, "pages of other sites may not do this");
            }
        }
        let site = only(headers, header::HeaderName::from_static("sec-fetch-site"));
        if !reads && site.is_some_and(|site| ["cross-site", "same-site"].contains(&site)) {
            return refuse(codes::ORIGIN, "pages of other sites may not do this");
        }
        Ok(())
    }

    fn is_our_name(&self, host: &str) -> bool {
        let port = self.addr.port();
        let bare = match host.strip_suffix(&format!(":{port}")) {
            Some(bare) => bare,
            None if port == 80 => host,
            None => return false,
        };
        let own = match self.addr {
            SocketAddr::V4(addr) => addr.ip().to_string(),
            SocketAddr::V6(addr) => format!("[{}]", addr.ip()),
        };
        bare.eq_ignore_ascii_case("localhost") || ["127.0.0.1", "[::1]", &own].contains(&bare)
    }

    /// Whether a token is needed and missing.
    fn lacks_token(&self, request: &Request) -> bool {
        let Some(token) = &self.token else {
            return false;
        };
        let headers = request.headers();
        let bearer =
            only(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let name = self.cookie_name();
        let cookie = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find_map(|(key, value)| (key == name).then_some(value));
        let given = bearer.or(cookie);
        !given.is_some_and(|given| same(given, token))
    }

    /// The answer to a request that brings the token in its address: a cookie, and the same
    /// address without the token, so that it stays neither in the address bar nor in the history.
    fn welcome(&self, request: &Request) -> Option<Response<Body>> {
        let token = self.token.as_deref()?;
        if !reads(request) {
            return None;
        }
        let query = request.uri().query()?;
        let given = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="))?;
        if !same(given, token) {
            return None;
        }
        let mut response = StatusCode::SEE_OTHER.into_response();
        let cookie = format!(
            "{}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000",
            self.cookie_name()
        );
        let headers = response.headers_mut();
        headers.insert(header::SET_COOKIE, HeaderValue::from_str(&cookie).ok()?);
        // An address that begins with two slashes, or what browsers take for them, is elsewhere.
        let path = request.uri().path().trim_start_matches(['/', '\\']);
        let path = HeaderValue::from_str(&format!("/{path}")).ok()?;
        headers.insert(header::LOCATION, path);
        Some(response)
    }

    /// Cookies are shared by all ports of a machine, so the name tells the port.
    fn cookie_name(&self) -> String {
        format!("gridwright-{}", self.addr.port())
    }
}

/// Lets a request in or refuses it.
pub(crate) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    if let Err(refused) = guard.check(&request) {
        return refused.into_response();
    }
    if request.uri().path() == "/healthz" {
        return next.run(request).await;
    }
    if let Some(welcome) = guard.welcome(&request) {
        return welcome;
    }
    if guard.lacks_token(&request) {
        return Refused::new(
            StatusCode::UNAUTHORIZED,
            codes::TOKEN,
            "open the address with the token that the server printed when it started",
        )
        .into_response();
    }
    if let Some(connection) = request.extensions().get::<Arc<Connection>>() {
        connection.let_in();
    }
    next.run(request).await
}

/// Whether a request only reads.
fn reads(request: &Request) -> bool {
    [Method::GET, Method::HEAD].contains(request.method())
}

/// Compares without telling by the time it takes how much of it was right.
fn same(given: &str, token: &str) -> bool {
    given.as_bytes().ct_eq(token.as_bytes()).into()
}

/// The value of a header that is there exactly once.
fn only(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}
