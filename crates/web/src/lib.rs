//! The web server: one process that serves the page, the calls of the workshop and their events.
//!
//! Nothing here decides anything about a game, a level or progress: a request is let in or not,
//! bounded, run in its lane, and answered with what the workshop says.
//!
//! | module | what it knows |
//! |---|---|
//! | [`server`], [`connections`], [`stream`] | sockets; who is connected, and who gives way; readers who do not read |
//! | [`config`], [`welcome`], [`phone`] | how to start, what the terminal shows; the way here for a phone |
//! | [`router`], [`routes`], [`body`], [`openapi`] | every call of the workshop as a route; bodies; the calls described |
//! | [`guard`], [`headers`], [`assets`] | who may speak to the server; what browsers may do; the page's files |
//! | [`answer`], [`codes`] | refusals as statuses; what the server itself refuses |
//! | [`state`], [`lanes`], [`jobs`] | what requests share; short and long work, bounded, and apart from each other |
//!
//! Everything that comes in is bounded (bytes, counts, time), everything that takes the processor
//! runs on blocking threads, and a panic reaches nobody but the log.

mod answer;
mod assets;
mod body;
pub mod codes;
mod config;
mod connections;
mod guard;
mod headers;
mod jobs;
mod lanes;
mod openapi;
mod phone;
mod router;
mod routes;
mod server;
mod state;
mod stream;
mod welcome;

pub use config::Config;
pub use server::{Error, Server};
pub use welcome::{qr, url};

/// Runs a server until the process is asked to end (Ctrl-C, or a termination signal); a second
/// request ends it at once. `started` is told when it listens.
///
/// # Errors
/// If the server cannot start.
pub fn serve(config: Config, started: impl FnOnce(&Server)) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Error::Start(error.to_string()))?;
    let served = runtime.block_on(async {
        let server = Server::bind(config).await?;
        started(&server);
        server.run(asked_to_end()).await;
        Ok(())
    });
    // Work that does not look at its cancel flag must not keep the process.
    runtime.shutdown_background();
    served
}

/// Returns when the process is asked to end, and from then on ends it at once when asked again.
async fn asked_to_end() {
    once_asked().await;
    tokio::spawn(async {
        once_asked().await;
        std::process::exit(130);
    });
}

async fn once_asked() {
    let interrupt = async {
        // Without a handler the signal still ends the process.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
