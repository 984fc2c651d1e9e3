//! Players on the web workshop while others mean it no good: `attacks` prints what each attack
//! costs the players, `endure` mixes them all for as long as it is told.

pub(crate) mod attacks;
pub(crate) mod endure;
mod hostile;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::load::Task;
use gridwright_probe::Client;

/// The pause of a player between two moves.
const PACE: Duration = Duration::from_millis(100);

/// A request is tried again for this long: while a server is down, or has too much to do.
const PATIENCE: Duration = Duration::from_secs(30);

/// What players met, over all of them.
#[derive(Default)]
pub(crate) struct Met {
    /// How long moves took, with everything that was tried again.
    play: Vec<Duration>,
    /// Requests of all kinds.
    requests: usize,
    /// The levels whose completion was acknowledged, by game.
    completed: BTreeMap<String, Vec<String>>,
}

impl Met {
    /// The time that a share of the moves did not take longer than, in milliseconds.
    fn at(&self, share: f64) -> f64 {
        let mut sorted = self.play.clone();
        sorted.sort();
        let index = (sorted.len() as f64 * share) as usize;
        let time = sorted.get(index.min(sorted.len().saturating_sub(1)));
        time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }

    /// How many completions that were acknowledged an export does not have.
    fn lost(&self, export: &Value) -> usize {
        let known =
            |game: &str, key: &str| export["games"][game]["levels"][key]["completed"].is_object();
        self.completed
            .iter()
            .flat_map(|(game, keys)| keys.iter().map(move |key| (game, key)))
            .filter(|(game, key)| !known(game, key))
            .count()
    }
}

/// Someone who plays shipped levels to the win, one after the other, and records the wins.
struct Player<'a> {
    /// Where the server is, now.
    addr: &'a (dyn Fn() -> SocketAddr + Sync),
    client: Option<Client>,
    met: &'a Mutex<Met>,
    over: &'a AtomicBool,
}

impl Player<'_> {
    fn play_all(&mut self, tasks: &[Task], first: usize) -> anyhow::Result<()> {
        for task in tasks.iter().cycle().skip(first % tasks.len()) {
            if self.over.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.play(task)?;
        }
        Ok(())
    }

    /// Makes the first move of every level, so that the server has read all of them.
    fn begin_all(&mut self, tasks: &[Task]) -> anyhow::Result<()> {
        for task in tasks {
            let gesture = task.gestures.first();
            let request = json!({ "level": { "address": task.address }, "gesture": gesture });
            self.ask("/api/play", &request)?;
        }
        Ok(())
    }

    fn play(&mut self, task: &Task) -> anyhow::Result<()> {
        let named = json!({ "address": task.address });
        let mut moves = Value::Null;
        for gesture in &task.gestures {
            if self.over.load(Ordering::Relaxed) {
                return Ok(());
            }
            std::thread::sleep(PACE);
            let began = Instant::now();
            let request = json!({ "level": named, "moves": moves, "gesture": gesture });
            let mut played = self.ask("/api/play", &request)?;
            self.lock().play.push(began.elapsed());
            moves = played["moves"].take();
        }
        let done = json!({ "level": named, "moves": moves, "ms": 1000 });
        self.ask("/api/progress/complete", &done)?;
        let (game, key) = task.address.split_once('/').context("no address")?;
        let mut met = self.lock();
        let keys = met.completed.entry(game.to_owned()).or_default();
        if !keys.iter().any(|known| known == key) {
            keys.push(key.to_owned());
        }
        Ok(())
    }

    /// Asks until there is an answer: over another connection where one broke, as browsers do.
    fn ask(&mut self, path: &str, body: &Value) -> anyhow::Result<Value> {
        let began = Instant::now();
        loop {
            let answer = self.try_to(path, body);
            self.lock().requests += 1;
            match answer {
                Ok(answer) if answer.status == 200 => return Ok(answer.json()),
                Ok(answer) if answer.status != 503 => {
                    bail!("{path} {body}: {} {}", answer.status, answer.json())
                }
                failed => {
                    if failed.is_err() {
                        self.client = None;
                    }
                    if began.elapsed() > PATIENCE || self.over.load(Ordering::Relaxed) {
                        bail!("{path}: no answer in {} s", began.elapsed().as_secs());
                    }
                    std::thread::sleep(Duration::from_millis(10));
                }
            }
        }
    }

    fn try_to(&mut self, path: &str, body: &Value) -> std::io::Result<gridwright_probe::Answer> {
        let client = match &mut self.client {
            Some(client) => client,
            none => none.insert(Client::connect((self.addr)())?),
        };
        client.patience(Duration::from_secs(10))?;
        client.post(path, body)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Met> {
        self.met.lock().unwrap_or_else(|met| met.into_inner())
    }
}
