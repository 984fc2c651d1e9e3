//! Sockets: connections are bounded in number, in the time they take to say what they want and to
//! hear what we say, and in how long they last, and end in an orderly way when the server does.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;

use crate::config::Config;
use crate::connections::{Connection, Connections, Place};
use crate::guard::Guard;
use crate::phone::Here;
use crate::router::router;
use crate::state::State;
use crate::stream::MonitoredStream;
use gridwright_progress::BackgroundStore;

/// So many bytes of a request are held before somebody wants them; heads must fit.
const MOST_AHEAD: usize = 64 << 10;

/// So many connections may wait to be accepted, where the system allows it.
const BACKLOG: u32 = 4096;

/// So many bytes of answers the system holds for one who does not read them. Left alone it holds
/// megabytes for each connection: copying them takes as long as answering, and no limit of ours sees
/// that memory.
const MOST_UNREAD: u32 = 64 << 10;

/// A request's head must arrive in this time, and an idle connection is closed after it.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// A connection is asked to end after this time, so that nobody holds one for ever …
const LIFETIME: Duration = Duration::from_secs(600);

/// … and is cut if it has not ended after this time more, which is longer than any job.
const GRACE: Duration = Duration::from_secs(330);

/// When the server ends, open requests have this long.
const ENDING_TIME: Duration = Duration::from_secs(5);

/// Why a server did not start or did not go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address cannot be listened at.
    #[error(
        "cannot listen at {addr} ({source}); is another server running there? --addr takes another address"
    )]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// What the operating system says.
        source: std::io::Error,
    },
    /// Saved progress cannot be opened.
    #[error(transparent)]
    Progress(#[from] gridwright_progress::Error),
    /// The operating system gives no threads or no randomness.
    #[error("the server could not start: {0}")]
    Start(String),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    addr: SocketAddr,
    token: Option<String>,
    state: Arc<State>,
    router: Router,
}

impl Server {
    /// Opens saved progress and begins to listen.
    ///
    /// # Errors
    /// If the address is taken, or saved progress cannot be opened.
    pub async fn bind(config: Config) -> Result<Server, Error> {
        let listen = |source| Error::Listen {
            addr: config.addr,
            source,
        };
        let listener = listener(config.addr).map_err(listen)?;
        let addr = listener.local_addr().map_err(listen)?;
        let home = config.home.clone();
        let opened = tokio::task::spawn_blocking(move || gridwright_progress::open(&home))
            .await
            .map_err(|error| Error::Start(error.to_string()))??;
        for notice in &opened.notices {
            tracing::warn!("{notice}");
        }
        let start = |error: &dyn std::fmt::Display| Error::Start(error.to_string());
        let store = BackgroundStore::start(opened).map_err(|error| start(&error))?;
        let cores = match config.cores {
            Some(cores) => cores.max(1),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let token = match config.token {
            None if !addr.ip().is_loopback() => Some(fresh_token()?),
            token => token,
        };
        let state = Arc::new(State::new(config.games, cores, store));
        let here = state.clone();
        tokio::task::spawn_blocking(move || here.workshop.warm());
        let here = Here {
            addr,
            token: token.clone(),
        };
        let router = router(state.clone(), Guard::new(addr, token.clone()), here);
        Ok(Server {
            listener,
            addr,
            token,
            state,
            router,
        })
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The token that requests need, if they need one.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Answers requests until `ended` is, then lets open requests finish for a moment, stops jobs
    /// and writes what is left to be written.
    pub async fn run(self, ended: impl Future<Output = ()>) {
        let connections = Arc::new(Connections::new());
        let (ending, watched) = watch::channel(false);
        tokio::pin!(ended);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut ended => break,
            };
            match accepted {
                Ok((stream, from)) => {
                    let place = connections.enter(from.ip());
                    let router = self.router.clone();
                    tokio::spawn(connection(stream, place, router, watched.clone()));
                }
                Err(error) => {
                    // Such as too many open files.
                    tracing::warn!(%error, "a connection was not accepted");
                    connections.make_room();
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            }
        }
        drop((self.listener, watched));
        self.state.jobs.close();
        let _ = ending.send(true);
        // Nobody watches any more when all connections have ended.
        let _ = tokio::time::timeout(ENDING_TIME, ending.closed()).await;
        let state = self.state;
        let _ = tokio::task::spawn_blocking(move || state.workshop.store().close()).await;
    }
}

/// A listener with a longer backlog than there is by default: a connection that finds it full is tried
/// again only after a second. Connections inherit how much is held for them.
fn listener(addr: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match addr {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A server that starts again right after it ended finds its address free.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    socket.set_send_buffer_size(MOST_UNREAD)?;
    socket.bind(addr)?;
    socket.listen(BACKLOG)
}

/// Answers the requests of one connection. Its errors are of no interest: the other side went
/// away, or did not speak HTTP.
async fn connection(
    stream: TcpStream,
    place: Place,
    router: Router,
    mut ending: watch::Receiver<bool>,
) {
    // Answers are small and wanted at once.
    let _ = stream.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(MOST_AHEAD);
    let connection = &place.connection;
    let service = Tracked {
        router: TowerToHyperService::new(router),
        connection: connection.clone(),
    };
    let stream = MonitoredStream::new(stream, connection.clone());
    let served = builder.serve_connection(TokioIo::new(stream), service);
    tokio::pin!(served);
    tokio::select! {
        _ = served.as_mut() => return,
        () = connection.cut() => return,
        () = tokio::time::sleep(LIFETIME) => {}
        _ = ending.wait_for(|ending| *ending) => {}
    }
    served.as_mut().graceful_shutdown();
    tokio::select! {
        _ = tokio::time::timeout(GRACE, served) => {}
        () = connection.cut() => {}
    }
}

/// The router, which is told whose requests it answers.
struct Tracked {
    router: TowerToHyperService<Router>,
    connection: Arc<Connection>,
}

impl Service<hyper::Request<Incoming>> for Tracked {
    type Response = axum::response::Response;
    type Error = std::convert::Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn call(&self, mut request: hyper::Request<Incoming>) -> Self::Future {
        let answering = self.connection.answering();
        request.extensions_mut().insert(self.connection.clone());
        let answer = self.router.call(request);
        Box::pin(async move {
            let answer = answer.await;
            drop(answering);
            answer
        })
    }
}

fn fresh_token() -> Result<String, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Error::Start(error.to_string()))?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}
