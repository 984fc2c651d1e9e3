//! A server in this process, and the calls that tests make.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::LazyLock;
use std::thread::JoinHandle;

use gridwright_games::registry::{self, GAMES, Games, read_shipped};
use gridwright_probe::{Answer, Client, Event};
use gridwright_web::{Config, Server};
use gridwright_workshop::catalogue::Catalogue;
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// A server that ends, in order, when it is dropped.
pub(crate) struct Running {
    pub(crate) addr: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// A server that keeps progress in a folder.
    pub(crate) fn at(home: &Path) -> Running {
        Running::with(Config::new(([127, 0, 0, 1], 0).into(), home.to_owned()))
    }

    /// A server with other settings.
    pub(crate) fn with(config: Config) -> Running {
        let (end, ended) = oneshot::channel::<()>();
        let (bound, addr) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let server = Server::bind(config).await.unwrap();
                bound.send(server.addr()).unwrap();
                server.run(async { drop(ended.await) }).await;
            });
        });
        // A server that listens everywhere also listens here.
        let addr = ([127, 0, 0, 1], addr.recv().unwrap().port()).into();
        Running {
            addr,
            end: Some(end),
            thread: Some(thread),
        }
    }

    pub(crate) fn client(&self) -> Client {
        Client::connect(self.addr).unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.client().get(path).unwrap()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.client().post(path, body).unwrap()
    }

    /// A request that must succeed.
    pub(crate) fn good(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert_eq!(answer.status, 200, "{path} {body}: {text}");
        answer.json()
    }

    /// All events of a job.
    pub(crate) fn job(&self, body: &Value) -> Result<Vec<Event>, Answer> {
        let mut events = Vec::new();
        let refused = self.client().job(body, &mut |event| {
            events.push(event);
            true
        });
        match refused.unwrap() {
            Some(answer) => Err(answer),
            None => Ok(events),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.end.take());
        let joined = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            joined.unwrap().unwrap();
        }
    }
}

/// A server with a folder of its own.
pub(crate) fn fresh() -> (tempfile::TempDir, Running) {
    let home = tempfile::tempdir().unwrap();
    let running = Running::at(home.path());
    (home, running)
}

/// The first shipped level of every game, by game.
pub(crate) static FIRST: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let games = GAMES.iter();
    games
        .map(|game| {
            let pack = read_shipped(&game.packs()[0]);
            let id = pack.levels[0].id.clone().unwrap_or_default();
            (game.id(), format!("{}/{}/{id}", game.id(), pack.pack))
        })
        .collect()
});

/// A shipped level as a request names it.
pub(crate) fn at(address: &str) -> Value {
    json!({ "address": address })
}

/// The level file and the solution that ship with a level.
pub(crate) fn shipped(address: &str) -> (Value, Value) {
    let catalogue = Catalogue::new(Games::SHIPPED);
    let shipped = catalogue.at(address).unwrap();
    let record = shipped.record();
    (record.level.clone(), record.solution.clone())
}

/// The gestures that play the solution that ships with a level.
pub(crate) fn gestures(address: &str) -> Vec<Value> {
    let (level, solution) = shipped(address);
    let session = registry::open(&level.to_string(), None).unwrap();
    let play = session.at(Some(&solution.to_string())).unwrap();
    let gestures = play.gestures().unwrap();
    gestures.iter().map(|gesture| json!(gesture)).collect()
}
