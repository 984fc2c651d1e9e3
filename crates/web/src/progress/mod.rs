//! Saved progress behind one thread.
//!
//! The thread owns the store; requests send it work and wait for the answer on a blocking thread,
//! so the threads that serve connections never wait for the disk. A completion is answered after
//! the store has committed it: whatever happens to the server then, it is kept. Completions that
//! wait at the same time are committed together, since a commit waits for the disk, and the disk
//! does not mind how much it is given.
//!
//! The moves of unfinished attempts come after every move of every player, and losing the last of
//! them costs nobody anything. They are collected and written after a moment, or before work that
//! looks at many levels; questions about one level are answered with them in mind.

mod calls;
mod summary;

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::http::StatusCode;

use gridwright_core::cost::Costs;
use gridwright_progress::{
    Attempt, Completion, Error, GameRecord, LevelRecord, Opened, Recorded, Store,
};

use crate::answer::Refused;
use crate::codes;
use crate::levels::held;

pub(crate) use calls::{ImportAnswer, complete, export, import, reset, save_moves};
pub(crate) use summary::{LevelProgress, level_progress, summary};

/// So much work may wait for the thread.
const MOST_WAITING: usize = 1024;

/// Moves wait for the next quiet moment, but not longer than this.
const MOVES_WAIT: Duration = Duration::from_millis(500);

/// So many attempts may wait to be written.
const MOST_ATTEMPTS: usize = 256;

/// So many completions are committed together. One that is refused would take the others with it,
/// but what the calls send is within the bounds of the store.
const MOST_TOGETHER: usize = 64;

/// Saved progress.
pub(crate) struct Progress {
    orders: Mutex<Option<SyncSender<Order>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    notice: Arc<Mutex<Option<String>>>,
}

enum Order {
    Work(Box<dyn FnOnce(&mut Store) + Send>),
    /// Asks for a level.
    Level(Key, Reply<Option<LevelRecord>>),
    /// A level was completed.
    Complete(Key, Won, Reply<Recorded>),
    /// The moves of an unfinished attempt; `None` if there are none left.
    Attempt(Key, Option<String>),
    /// The level that Continue opens.
    Current(&'static str, String),
}

/// A game and the key of a level.
pub(crate) type Key = (&'static str, String);

/// Where an answer goes.
type Reply<T> = SyncSender<Result<T, Arc<Error>>>;

/// How a level was completed.
pub(crate) struct Won {
    /// When, in Unix seconds.
    pub(crate) at: u64,
    /// What the solution cost.
    pub(crate) costs: Costs,
    /// How long it took.
    pub(crate) ms: Option<u64>,
    /// The number of the level that it opens.
    pub(crate) opens: Option<u64>,
}

impl Progress {
    /// Starts the thread.
    pub(crate) fn start(opened: Opened) -> std::io::Result<Progress> {
        let notices: Vec<String> = opened.notices.iter().map(ToString::to_string).collect();
        let notice = Some(notices.join(" ")).filter(|notice| !notice.is_empty());
        let notice = Arc::new(Mutex::new(notice));
        let (orders, waiting) = mpsc::sync_channel(MOST_WAITING);
        let keeper = Keeper {
            store: opened.store,
            attempts: BTreeMap::new(),
            current: BTreeMap::new(),
            since: None,
            notice: notice.clone(),
        };
        let thread = std::thread::Builder::new()
            .name("progress".into())
            .spawn(move || keeper.work(&waiting))?;
        Ok(Progress {
            orders: Mutex::new(Some(orders)),
            thread: Mutex::new(Some(thread)),
            notice,
        })
    }

    /// Something a person should be told about saved progress.
    pub(crate) fn notice(&self) -> Option<String> {
        held(&self.notice).clone()
    }

    /// Asks the store for something and waits for the answer.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Refused> {
        self.wait(|reply| {
            Order::Work(Box::new(move |store| {
                // Whoever asked may have gone.
                let _ = reply.send(work(store).map_err(Arc::new));
            }))
        })
    }

    /// What is remembered of a level.
    pub(crate) fn level(&self, key: Key) -> Result<Option<LevelRecord>, Refused> {
        self.wait(|reply| Order::Level(key, reply))
    }

    /// Remembers a completion; it is safe when this returns.
    pub(crate) fn complete(&self, key: Key, won: Won) -> Result<Recorded, Refused> {
        self.wait(|reply| Order::Complete(key, won, reply))
    }

    /// What is remembered of a game.
    pub(crate) fn game(&self, game: &'static str) -> Result<GameRecord, Refused> {
        self.ask(move |store| store.game(game))
    }

    /// Writes what is waiting and ends the thread.
    pub(crate) fn close(&self) {
        drop(held(&self.orders).take());
        let thread = held(&self.thread).take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            tracing::error!("the thread of saved progress panicked");
        }
    }

    fn wait<T>(&self, order: impl FnOnce(Reply<T>) -> Order) -> Result<T, Refused> {
        let (reply, answered) = mpsc::sync_channel(1);
        self.order(order(reply))?;
        let answer = answered.recv().map_err(|_| Refused::panicked())?;
        answer.map_err(|error| refused(&error))
    }

    fn order(&self, order: Order) -> Result<(), Refused> {
        let orders = held(&self.orders).clone();
        let sent = orders.is_some_and(|orders| orders.try_send(order).is_ok());
        if sent {
            Ok(())
        } else {
            Err(Refused::busy("saved progress has too much to do"))
        }
    }
}

/// The thread's side.
struct Keeper {
    store: Store,
    attempts: BTreeMap<Key, Option<String>>,
    current: BTreeMap<&'static str, String>,
    since: Option<Instant>,
    notice: Arc<Mutex<Option<String>>>,
}

impl Keeper {
    fn work(mut self, waiting: &Receiver<Order>) {
        let mut next = None;
        loop {
            let left = self
                .since
                .map(|since| MOVES_WAIT.saturating_sub(since.elapsed()));
            let order = match (next.take(), left) {
                (Some(order), _) => Ok(order),
                (None, Some(left)) => waiting.recv_timeout(left),
                (None, None) => waiting.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match order {
                Ok(Order::Work(work)) => {
                    self.write_attempts();
                    work(&mut self.store);
                }
                Ok(Order::Level(key, reply)) => {
                    let _ = reply.send(self.level(&key).map_err(Arc::new));
                }
                Ok(Order::Complete(key, won, reply)) => {
                    let mut all = vec![(key, won, reply)];
                    while all.len() < MOST_TOGETHER && next.is_none() {
                        match waiting.try_recv() {
                            Ok(Order::Complete(key, won, reply)) => all.push((key, won, reply)),
                            Ok(other) => next = Some(other),
                            Err(_) => break,
                        }
                    }
                    self.complete(all);
                }
                Ok(Order::Attempt(key, moves)) => {
                    self.since.get_or_insert_with(Instant::now);
                    self.attempts.insert(key, moves);
                    if self.attempts.len() >= MOST_ATTEMPTS {
                        self.write_attempts();
                    }
                }
                Ok(Order::Current(game, key)) => {
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
        let mut record = self.store.level(key.0, &key.1)?;
        if let Some(moves) = self.attempts.get(key) {
            record.get_or_insert_default().moves.clone_from(moves);
        }
        Ok(record)
    }

    /// Records completions in one commit and answers them.
    fn complete(&mut self, all: Vec<(Key, Won, Reply<Recorded>)>) {
        let completions: Vec<(&str, &str, Completion<'_>)> = all
            .iter()
            .map(|((game, level), won, _)| {
                let completion = Completion {
                    at: won.at,
                    costs: &won.costs,
                    time_ms: won.ms,
                    opens: won.opens,
                };
                (*game, &level[..], completion)
            })
            .collect();
        let mut recorded = match self.store.record_completions(&completions) {
            Ok(recorded) => recorded.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => {
                let error = Arc::new(error);
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
        let current: Vec<(&str, &str)> = current.iter().map(|(g, l)| (*g, &l[..])).collect();
        if let Err(error) = self.store.save_attempts(&attempts, &current) {
            tracing::error!(%error, "moves could not be saved");
            *held(&self.notice) = Some(error.to_string());
        }
    }
}

/// What an error of the store means to whoever asked.
fn refused(error: &Error) -> Refused {
    match error {
        Error::Refused(faults) => Refused::from(faults.clone()),
        Error::Busy { .. } => Refused::busy(&error.to_string()),
        error => {
            tracing::error!(%error, "saved progress failed");
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            Refused::new(status, codes::STORE, error.to_string())
        }
    }
}
