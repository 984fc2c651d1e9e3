//! The web workshop: one process that serves the page, its API and saved progress.
//!
//! The browser knows no rules. It shows the pictures made here and sends gestures; the answer
//! holds the new picture, what happened, and why something was refused. Play is stateless: the
//! level and the moves so far come with every request, so any server gives the same answer. Only
//! progress is stored.
//!
//! | module | what it knows |
//! |---|---|
//! | [`server`], [`config`], [`welcome`] | sockets, how to start, what the terminal shows |
//! | [`router`], [`call`], [`openapi`] | every call in one list; a plain function as a route; the list described |
//! | [`guard`], [`headers`], [`assets`] | who may speak to the server; what browsers may do; the page's files |
//! | [`answer`], [`codes`] | answers and refusals, always in the same form |
//! | [`lanes`], [`jobs`] | short and long work, bounded, and apart from each other |
//! | [`level_ref`], [`levels`], [`catalogue`], [`daily`] | how levels are named, held, shipped, and made from a date |
//! | [`games`], [`packs`], [`level`], [`play`], [`hint`], [`draft`] | the calls |
//! | [`progress`], [`stars`] | what is remembered, and how good it is |
//!
//! Everything that comes in is bounded (bytes, sizes, counts, time), everything that takes the
//! processor runs on blocking threads, and a panic reaches nobody but the log.

mod answer;
mod assets;
mod call;
mod catalogue;
pub mod codes;
mod config;
mod daily;
mod draft;
mod games;
mod guard;
mod headers;
mod hint;
mod jobs;
mod lanes;
mod level;
mod level_ref;
mod levels;
mod openapi;
mod packs;
mod play;
mod progress;
mod router;
mod server;
mod stars;
mod welcome;
mod workshop;

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
