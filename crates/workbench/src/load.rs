//! `load`: many players on the web workshop at once, playing shipped levels to the win.
//!
//! The server runs in a process of its own, so that its memory can be told from that of the
//! players. First the players play at a brisk human pace: for every move they ask for the reach
//! and play the gesture, they save the attempt now and then, and record their wins. Then they play
//! moves as fast as the server answers, until the wanted number of moves is made.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::{Value, json};

use gridwright_games::registry::{GAMES, read_shipped};
use gridwright_probe::Client;

#[derive(Args)]
pub(crate) struct LoadArgs {
    /// How many players
    #[arg(long, default_value_t = 200)]
    players: usize,
    /// How long they play at a human pace, in seconds
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// The pause before every move at a human pace, in milliseconds
    #[arg(long, default_value_t = 500)]
    pace: u64,
    /// How many moves are made in all, the rest as fast as can be
    #[arg(long, default_value_t = 100_000)]
    moves: u64,
    /// Only levels of packs of these names, so that two builds with other packs can be compared
    #[arg(long)]
    packs: Vec<String>,
}

/// A shipped level and the gestures that win it.
pub(crate) struct Task {
    pub(crate) address: String,
    pub(crate) gestures: Vec<Value>,
}

/// What a player met.
#[derive(Default)]
struct Times {
    play: Vec<Duration>,
    reach: Vec<Duration>,
    /// Opening, saving and completing: these wait for the disk.
    record: Vec<Duration>,
}

impl Times {
    fn requests(&self) -> usize {
        self.play.len() + self.reach.len() + self.record.len()
    }
}

/// Runs the load test and prints what it took.
pub(crate) fn run(args: &LoadArgs) -> anyhow::Result<()> {
    let home = tempfile::tempdir()?;
    let server = Server::start(home.path().to_owned())?;
    let tasks = tasks(&args.packs)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "{} players, {} levels, {cores} cores",
        args.players,
        tasks.len()
    );
    let made = AtomicU64::new(0);
    let first = phase(args, &server, &tasks, &made, true)?;
    report("at a human pace", &first.0, first.1);
    let before = server.memory()?;
    let computed = server.computed()?;
    let second = phase(args, &server, &tasks, &made, false)?;
    report("as fast as can be", &second.0, second.1);
    let each = (server.computed()? - computed) * 1e6 / second.0.requests() as f64;
    println!("    the server computed {each:.0} microseconds a request");
    let after = server.memory()?;
    let made = made.into_inner();
    println!("memory: {before} KiB before, {after} KiB after {made} moves");
    Ok(())
}

/// The server, in a process that [`run`] starts.
pub(crate) fn serve(home: PathBuf) -> anyhow::Result<()> {
    let config = gridwright_web::Config::new(([127, 0, 0, 1], 0).into(), home);
    gridwright_web::serve(config, |server| println!("{}", server.addr()))?;
    Ok(())
}

/// A server in a process of its own.
pub(crate) struct Server {
    child: Child,
    pub(crate) addr: SocketAddr,
}

impl Server {
    pub(crate) fn start(home: PathBuf) -> anyhow::Result<Server> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("load-server")
            .arg(home)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().context("no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let addr = line.trim().parse().context("the server did not start")?;
        Ok(Server { child, addr })
    }

    /// The processor's time that it took so far, in seconds: other than the wall's, it is nearly the
    /// same whatever else the machine does.
    fn computed(&self) -> anyhow::Result<f64> {
        /// How many ticks the system tells a second, on every machine of today.
        const TICKS: f64 = 100.0;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name of the program may have any characters in it; the rest follows behind it.
        let (_, fields) = stat.rsplit_once(')').context("no fields")?;
        let mut times = fields.split_whitespace().skip(11).map(str::parse::<f64>);
        let [user, system] = [times.next(), times.next()];
        let told = "the system does not tell the time of a process";
        Ok((user.context(told)?? + system.context(told)??) / TICKS)
    }

    /// Resident memory, in KiB.
    fn memory(&self) -> anyhow::Result<u64> {
        self.told("VmRSS:")
    }

    /// The most resident memory there ever was, in KiB.
    pub(crate) fn peak(&self) -> anyhow::Result<u64> {
        self.told("VmHWM:")
    }

    /// Ends the process without a chance to say anything.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn told(&self, what: &str) -> anyhow::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(what));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.context("the system does not tell the memory of a process")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It is ours, and has nothing to lose.
        self.kill();
    }
}

/// The first levels of every pack, or of those named.
pub(crate) fn tasks(packs: &[String]) -> anyhow::Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for game in GAMES {
        for shipped in game.packs() {
            if !packs.is_empty() && !packs.iter().any(|name| name == shipped.name) {
                continue;
            }
            let pack = read_shipped(shipped);
            for record in pack.levels.iter().take(10) {
                let id = record.id.as_deref().unwrap_or_default();
                let session = game.open(&record.level.to_string())?;
                let play = session.at(Some(&record.solution.to_string()))?;
                let gestures = play.gestures().unwrap_or_default();
                tasks.push(Task {
                    address: format!("{}/{}/{id}", game.id(), pack.pack),
                    gestures: gestures.iter().map(|gesture| json!(gesture)).collect(),
                });
            }
        }
    }
    Ok(tasks)
}

/// Lets all players play; returns what they met and how long it took.
fn phase(
    args: &LoadArgs,
    server: &Server,
    tasks: &[Task],
    made: &AtomicU64,
    human: bool,
) -> anyhow::Result<(Times, Duration)> {
    let began = Instant::now();
    let over = || {
        if human {
            began.elapsed() > Duration::from_secs(args.seconds)
        } else {
            made.load(Ordering::Relaxed) >= args.moves
        }
    };
    let played: Vec<anyhow::Result<Times>> = std::thread::scope(|scope| {
        let players: Vec<_> = (0..args.players)
            .map(|number| {
                let over = &over;
                scope.spawn(move || {
                    let pause = Duration::from_millis(if human { args.pace } else { 0 });
                    // People do not begin in step.
                    let late = pause.mul_f64(number as f64 / args.players as f64);
                    std::thread::sleep(late);
                    let mut player = Player {
                        client: Client::connect(server.addr)?,
                        times: Times::default(),
                        pause,
                    };
                    let turns = tasks.iter().cycle().skip(number * 7 % tasks.len());
                    for task in turns {
                        if !player.play(task, made, over)? {
                            break;
                        }
                    }
                    Ok(player.times)
                })
            })
            .collect();
        let joined = players.into_iter().map(|player| player.join());
        joined
            .map(|times| times.unwrap_or_else(|_| bail!("a player panicked")))
            .collect()
    });
    let mut all = Times::default();
    for times in played {
        let times = times?;
        all.play.extend(times.play);
        all.reach.extend(times.reach);
        all.record.extend(times.record);
    }
    Ok((all, began.elapsed()))
}

struct Player {
    client: Client,
    times: Times,
    pause: Duration,
}

impl Player {
    /// Plays a level to the win; `false` when the time is over.
    fn play(
        &mut self,
        task: &Task,
        made: &AtomicU64,
        over: &dyn Fn() -> bool,
    ) -> anyhow::Result<bool> {
        let human = !self.pause.is_zero();
        let named = json!({ "address": task.address });
        let (opened, took) = self.ask("/api/level", &json!({ "level": named }))?;
        self.times.record.push(took);
        let level = json!({ "hash": opened["hash"] });
        let mut moves = Value::Null;
        for (turn, gesture) in task.gestures.iter().enumerate() {
            if over() {
                return Ok(false);
            }
            let mut at = &gesture["at"];
            if at.is_null() {
                at = &gesture["path"][0];
            }
            let reach = json!({ "level": level, "moves": moves, "at": at });
            let (_, took) = self.ask("/api/reach", &reach)?;
            self.times.reach.push(took);
            std::thread::sleep(self.pause);
            let play = json!({ "level": level, "moves": moves, "gesture": gesture });
            let (played, took) = self.ask("/api/play", &play)?;
            self.times.play.push(took);
            made.fetch_add(1, Ordering::Relaxed);
            moves = played["moves"].clone();
            if human && turn % 4 == 3 {
                let save = json!({ "level": level, "moves": moves });
                let (_, took) = self.ask("/api/progress/moves", &save)?;
                self.times.record.push(took);
            }
        }
        if human {
            let done = json!({ "level": level, "moves": moves, "ms": 1000 });
            let (_, took) = self.ask("/api/progress/complete", &done)?;
            self.times.record.push(took);
        }
        Ok(true)
    }

    fn ask(&mut self, path: &str, body: &Value) -> anyhow::Result<(Value, Duration)> {
        let began = Instant::now();
        let answer = self.client.post(path, body)?;
        let took = began.elapsed();
        if answer.status != 200 {
            bail!("{path} {body}: {} {}", answer.status, answer.json());
        }
        Ok((answer.json(), took))
    }
}

fn report(name: &str, times: &Times, took: Duration) {
    let all = times.requests();
    let rate = all as f64 / took.as_secs_f64();
    println!(
        "{name}: {all} requests in {:.1} s, {rate:.0} a second",
        took.as_secs_f64()
    );
    for (what, list) in [
        ("play", &times.play),
        ("reach", &times.reach),
        ("open, save, complete", &times.record),
    ] {
        let mut sorted = list.clone();
        sorted.sort();
        let at = |share: f64| {
            let index = (sorted.len() as f64 * share) as usize;
            let time = sorted.get(index.min(sorted.len().saturating_sub(1)));
            time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        println!(
            "    {what:<22} {:>8} times   p50 {:>8.2} ms   p99 {:>8.2} ms   max {:>8.2} ms",
            sorted.len(),
            at(0.5),
            at(0.99),
            at(1.0),
        );
    }
}
