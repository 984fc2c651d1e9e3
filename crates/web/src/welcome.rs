//! What the terminal shows when the server has started.

use std::net::{IpAddr, SocketAddr, UdpSocket};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::server::Server;

/// The address to open in a browser, with the token if one is needed.
pub fn url(server: &Server) -> String {
    address(server.addr(), server.token())
}

/// The address to open in a browser when the server listens here and asks for this token.
pub(crate) fn address(addr: SocketAddr, token: Option<&str>) -> String {
    let addr = match addr.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(outward(ip).unwrap_or(ip), addr.port()),
        _ => addr,
    };
    match token {
        Some(token) => format!("http://{addr}/?token={token}"),
        None => format!("http://{addr}/"),
    }
}

/// A picture of an address for the camera of a phone, in characters.
pub fn qr(url: &str) -> Option<String> {
    let code = QrCode::new(url).ok()?;
    // Terminals are mostly dark, and readers want dark on light.
    let mut picture = code.render::<Dense1x2>();
    let picture = picture
        .dark_color(Dense1x2::Dark)
        .light_color(Dense1x2::Light);
    Some(picture.build())
}

/// The address under which other machines see this one. Nothing is sent: the system is only asked
/// which way it would send.
fn outward(unspecified: IpAddr) -> Option<IpAddr> {
    let (here, there) = match unspecified {
        IpAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let socket = UdpSocket::bind(here).ok()?;
    socket.connect(there).ok()?;
    socket.local_addr().ok().map(|addr| addr.ip())
}
