//! `serve`: the web workshop, for the browser on this machine or for phones in the same network.

use std::net::SocketAddr;
use std::process::{Command, Stdio};

use gridwright_web::{Config, Server, qr, url};

use crate::args::ServeArgs;
use crate::output::{self, Exit, Out};
use crate::source::Library;

pub(crate) fn run(args: &ServeArgs, library: &Library, out: &Out) -> anyhow::Result<Exit> {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .init();
    let config = Config {
        games: library.games(),
        ..Config::new(args.addr, gridwright_progress::home()?)
    };
    let mut told = Ok(());
    gridwright_web::serve(config, |server| {
        told = tell(server, args.addr, out);
        if args.open {
            open(&url(server));
        }
    })?;
    told?;
    Ok(Exit::Yes)
}

/// Says where the workshop is; programs read the address as JSON.
fn tell(server: &Server, wanted: SocketAddr, out: &Out) -> anyhow::Result<()> {
    let url = url(server);
    if out.json {
        return out.json(&serde_json::json!({
            "url": url, "addr": server.addr(), "token": server.token(),
        }));
    }
    out.line(&format!("Gridwright is at {url}"))?;
    if !wanted.ip().is_loopback() {
        out.line("Whoever has this address can play, and change your progress.")?;
        if let Some(picture) = qr(&url) {
            out.line(&picture)?;
        }
    }
    out.line("Ctrl-C ends it.")
}

/// Opens the browser; where there is none, the address on the screen has to do.
fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        output::tell("no browser could be started; open the address yourself");
    }
}
