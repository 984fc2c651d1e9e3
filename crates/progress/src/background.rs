//! Saved progress behind one thread: the workshop's store port.
//!
//! The thread owns the file; callers send it work and wait for the answer. A completion is answered
//! after the file has committed it: whatever happens to the program then, it is kept. Completions
//! that wait at the same time are committed together, since a commit waits for the disk, and the
//! disk does not mind how much it is given.
//!
//! The moves of unfinished attempts come after every move of every player, and losing the last of
//! them costs nobody anything. They are collected and written after a moment, or before work that
//! looks at many levels; questions about one level are answered with them in mind.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use gridwright_workshop::progress::bounds;
use gridwright_workshop::progress::record::{Completion, GameRecord, Games, LevelRecord};
use gridwright_workshop::progress::store::{Imported, Recorded, Scope, Store, StoreError};

use crate::{Attempt, Error, Opened, SqliteStore};

/// So much work may wait for the thread.
const MOST_WAITING: usize = 1024;

/// Moves wait for the next quiet moment, but not longer than this.
const MOVES_WAIT: Duration = Duration::from_millis(500);

/// So many attempts may wait to be written.
const MOST_ATTEMPTS: usize = 256;

/// So many completions are committed together. One that is refused would take the others with it,
/// but what the calls send is within the bounds of the store.
const MOST_TOGETHER: usize = 64;

/// Saved progress behind a thread of its own. Dropping it writes what is waiting.
pub struct BackgroundStore {
    requests: Mutex<Option<SyncSender<Request>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    notice: Arc<Mutex<Option<String>>>,
}

enum Request {
    Work(Box<dyn FnOnce(&mut SqliteStore) + Send>),
    /// Asks for a level.
    Level(Key, Reply<Option<LevelRecord>>),
    /// A level was completed.
    Complete(Key, Completion, Reply<Recorded>),
    /// The moves of an unfinished attempt; `None` if there are none left.
    Attempt(Key, Option<String>),
    /// The level that Continue opens.
    Current(Key),
}

/// A game and the key of a level.
type Key = (String, String);

/// Where an answer goes.
type Reply<T> = SyncSender<Result<T, StoreError>>;

impl BackgroundStore {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the operating system gives no more threads.
    pub fn start(opened: Opened) -> std::io::Result<BackgroundStore> {
        let notices: Vec<String> = opened.notices.iter().map(ToString::to_string).collect();
        let notice = Some(notices.join(" ")).filter(|notice| !notice.is_empty());
        let notice = Arc::new(Mutex::new(notice));
        let (requests, waiting) = mpsc::sync_channel(MOST_WAITING);
        let worker = Worker {
            store: opened.store,
            attempts: BTreeMap::new(),
            current: BTreeMap::new(),
            since: None,
            notice: notice.clone(),
        };
        let thread = std::thread::Builder::new()
            .name("progress".into())
            .spawn(move || worker.work(&waiting))?;
        Ok(BackgroundStore {
            requests: Mutex::new(Some(requests)),
            thread: Mutex::new(Some(thread)),
            notice,
        })
    }

    /// Asks the file for something and waits for the answer.
    fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut SqliteStore) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.wait(|reply| {
            Request::Work(Box::new(move |store| {
                // Whoever asked may have gone.
                let _ = reply.send(work(store).map_err(told));
            }))
        })
    }

    fn wait<T>(&self, request: impl FnOnce(Reply<T>) -> Request) -> Result<T, StoreError> {
        let (reply, answered) = mpsc::sync_channel(1);
        self.send(request(reply))?;
        let gone = |_| StoreError::Failed("the thread of saved progress ended early".to_owned());
        answered.recv().map_err(gone)?
    }

    fn send(&self, request: Request) -> Result<(), StoreError> {
        let requests = held(&self.requests).clone();
        let sent = requests.is_some_and(|requests| requests.try_send(request).is_ok());
        if sent {
            Ok(())
        } else {
            let message = "saved progress has too much to do";
            Err(StoreError::Busy(message.to_owned()))
        }
    }
}

impl Drop for BackgroundStore {
    fn drop(&mut self) {
        self.close();
    }
}

impl Store for BackgroundStore {
    fn level(&self, game: &str, key: &str) -> Result<Option<LevelRecord>, StoreError> {
        self.wait(|reply| Request::Level((game.to_owned(), key.to_owned()), reply))
    }

    fn game(&self, game: &str) -> Result<GameRecord, StoreError> {
        let game = game.to_owned();
        self.ask(move |store| store.game(&game))
    }

    fn games(&self, scope: Scope<'_>) -> Result<Games, StoreError> {
        let only = scope.only().map(str::to_owned);
        self.ask(move |store| store.games(only.as_deref().map_or(Scope::All, Scope::Game)))
    }

    fn complete(
        &self,
        game: &str,
        key: &str,
        completion: &Completion,
    ) -> Result<Recorded, StoreError> {
        let key = (game.to_owned(), key.to_owned());
        self.wait(|reply| Request::Complete(key, completion.clone(), reply))
    }

    fn save_moves(&self, game: &str, key: &str, moves: Option<&str>) -> Result<(), StoreError> {
        bounds::checked(|checks| {
            checks.name("game", game, "");
            checks.key(key, "");
            if let Some(moves) = moves {
                checks.moves(moves, "");
            }
        })
        .map_err(StoreError::Refused)?;
        let key = (game.to_owned(), key.to_owned());
        self.send(Request::Attempt(key, moves.map(str::to_owned)))
    }

    fn set_current(&self, game: &str, key: &str) -> Result<(), StoreError> {
        self.send(Request::Current((game.to_owned(), key.to_owned())))
    }

    fn reset(&self, scope: Scope<'_>) -> Result<(), StoreError> {
        let only = scope.only().map(str::to_owned);
        self.ask(move |store| store.reset(only.as_deref().map_or(Scope::All, Scope::Game)))
    }

    fn merge(&self, games: Games) -> Result<Imported, StoreError> {
        self.ask(move |store| store.merge(games))
    }

    fn close(&self) {
        drop(held(&self.requests).take());
        let thread = held(&self.thread).take();
        // A thread that panicked has said so, and has nothing left to write.
        let _ = thread.map(JoinHandle::join);
    }

    fn notice(&self) -> Option<String> {
        held(&self.notice).clone()
    }
}

/// The thread's side.
struct Worker {
    store: SqliteStore,
    attempts: BTreeMap<Key, Option<String>>,
    current: BTreeMap<String, String>,
    since: Option<Instant>,
    notice: Arc<Mutex<Option<String>>>,
}

impl Worker {
    fn work(mut self, waiting: &Receiver<Request>) {
        let mut next = None;
        loop {
            let left = self
                .since
                .map(|since| MOVES_WAIT.saturating_sub(since.elapsed()));
            let request = match (next.take(), left) {
                (Some(request), _) => Ok(request),
                (None, Some(left)) => waiting.recv_timeout(left),
                (None, None) => waiting.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match request {
                Ok(Request::Work(work)) => {
                    self.write_attempts();
                    work(&mut self.store);
                }
                Ok(Request::Level(key, reply)) => {
                    let _ = reply.send(self.level(&key).map_err(told));
                }
                Ok(Request::Complete(key, completion, reply)) => {
                    let mut all = vec![(key, completion, reply)];
                    while all.len() < MOST_TOGETHER && next.is_none() {
                        match waiting.try_recv() {
                            Ok(Request::Complete(key, completion, reply)) => {
                                all.push((key, completion, reply));
                            }
                            Ok(other) => next = Some(other),
                            Err(_) => break,
                        }
                    }
                    self.complete(all);
                }
                Ok(Request::Attempt(key, moves)) => {
                    self.since.get_or_insert_with(Instant::now);
                    self.attempts.insert(key, moves);
                    if self.attempts.len() >= MOST_ATTEMPTS {
                        self.write_attempts();
                    }
                }
                Ok(Request::Current((game, key))) => {
                    self.since.get_or_insert_with(Instant::now);
                    self.current.insert(game, key);
                }
                Err(RecvTimeoutError::Timeout) => self.write_attempts(),
                Err(RecvTimeoutError::Disconnected) => {
                    self.write_attempts();
                    return;
                }
            }
        }
    }

    /// What is remembered of a level, written or not.
    fn level(&self, key: &Key) -> Result<Option<LevelRecord>, Error> {
        let mut record = self.store.level(&key.0, &key.1)?;
        if let Some(moves) = self.attempts.get(key) {
            record.get_or_insert_default().moves.clone_from(moves);
        }
        Ok(record)
    }

    /// Records completions in one commit and answers them.
    fn complete(&mut self, all: Vec<(Key, Completion, Reply<Recorded>)>) {
        let completions: Vec<(&str, &str, &Completion)> = all
            .iter()
            .map(|((game, level), completion, _)| (&game[..], &level[..], completion))
            .collect();
        let mut recorded = match self.store.record_completions(&completions) {
            Ok(recorded) => recorded.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => {
                let error = told(error);
                all.iter().map(|_| Err(error.clone())).collect()
            }
        };
        for ((key, _, reply), recorded) in all.into_iter().zip(recorded.drain(..)) {
            if recorded.is_ok() {
                self.attempts.remove(&key);
            }
            let _ = reply.send(recorded);
        }
    }

    fn write_attempts(&mut self) {
        if self.since.take().is_none() {
            return;
        }
        let attempts = std::mem::take(&mut self.attempts);
        let attempts: Vec<Attempt<'_>> = attempts
            .iter()
            .map(|((game, level), moves)| Attempt {
                game,
                level,
                moves: moves.as_deref(),
            })
            .collect();
        let current = std::mem::take(&mut self.current);
        let current: Vec<(&str, &str)> = current.iter().map(|(g, l)| (&g[..], &l[..])).collect();
        if let Err(error) = self.store.save_attempts(&attempts, &current) {
            *held(&self.notice) = Some(error.to_string());
        }
    }
}

/// What an error of the file means to whoever asked.
fn told(error: Error) -> StoreError {
    match error {
        Error::Refused(faults) => StoreError::Refused(faults),
        Error::Busy { .. } => StoreError::Busy(error.to_string()),
        error => StoreError::Failed(error.to_string()),
    }
}

/// A lock whose holders never panic half way.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}
