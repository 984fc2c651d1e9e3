//! `endure`: everything at once, for as long as it is told. Two servers and the command line share
//! one folder of progress; players play on both; attacks take turns; now and then a server is
//! killed and started again, jobs are checked by the referee, and copies of the progress are
//! damaged and opened. At the end one table, in which nothing may be lost and no verdict wrong.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;

use super::hostile::{ATTACKS, Attack};
use super::{Met, Player};
use crate::load::{Server, Task, tasks};
use gridwright_core::rng::Rng;
use gridwright_probe::Client;
use gridwright_progress::Notice;
use gridwright_workshop::progress::record::Games;
use gridwright_workshop::progress::store::Scope;

#[derive(Args)]
pub(crate) struct EndureArgs {
    /// For how long, in minutes
    #[arg(default_value_t = 60.0)]
    minutes: f64,
    /// The `gridwright` program that looks at the same progress; none if left out
    #[arg(long)]
    program: Option<PathBuf>,
    /// How many players there are
    #[arg(long, default_value_t = 20)]
    players: usize,
}

/// An attack goes on for this long.
const TURN: Duration = Duration::from_secs(10);

/// What is counted, beside what players meet.
#[derive(Default)]
struct Counted {
    kills: AtomicUsize,
    damaged: AtomicUsize,
    untrue: AtomicUsize,
    verdicts: AtomicUsize,
    wrong: AtomicUsize,
    commands: AtomicUsize,
    peak: AtomicU64,
}

/// The two servers, either of which may be down for a moment.
struct Servers {
    home: PathBuf,
    running: [Mutex<Server>; 2],
}

impl Servers {
    fn addr(&self, number: usize) -> SocketAddr {
        held(&self.running[number % 2]).addr
    }

    /// Kills a server and starts another in its place.
    fn kill(&self, number: usize, counted: &Counted) -> anyhow::Result<()> {
        let mut server = held(&self.running[number % 2]);
        counted.peak.fetch_max(server.peak()?, Ordering::Relaxed);
        server.kill();
        *server = Server::start(self.home.clone())?;
        counted.kills.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// Runs the soak and prints the table; fails if anything was lost or wrong.
pub(crate) fn run(args: &EndureArgs) -> anyhow::Result<()> {
    let home = tempfile::tempdir()?;
    let start = || anyhow::Ok(Mutex::new(Server::start(home.path().to_owned())?));
    let servers = Servers {
        home: home.path().to_owned(),
        running: [start()?, start()?],
    };
    let tasks = tasks(&[])?;
    let (met, over, counted) = (
        Mutex::new(Met::default()),
        AtomicBool::new(false),
        Counted::default(),
    );
    let ends = Instant::now() + Duration::from_secs_f64(args.minutes * 60.0);
    let failed: Vec<String> = std::thread::scope(|scope| {
        let mut others = Vec::new();
        for number in 0..args.players {
            let (servers, tasks, met, over) = (&servers, &tasks, &met, &over);
            others.push(scope.spawn(move || {
                let addr = || servers.addr(number);
                let mut player = Player {
                    addr: &addr,
                    client: None,
                    met,
                    over,
                };
                let played = player.play_all(tasks, number * 7);
                // Whoever waits for an answer at the end does not get one.
                played.or_else(|error| over.load(Ordering::Relaxed).then_some(()).ok_or(error))
            }));
        }
        others.push(scope.spawn(|| referee(&servers, &tasks, &counted, &over)));
        others.push(scope.spawn(|| look_on(args, &servers, &counted, &over)));
        others.push(scope.spawn(|| damage(&servers, &counted, &over)));
        let mut turn = 0;
        while Instant::now() < ends {
            attack(&ATTACKS[1 + turn % (ATTACKS.len() - 1)], &servers, ends);
            if let Err(error) = servers.kill(turn, &counted) {
                eprintln!("{error:#}");
            }
            turn += 1;
        }
        over.store(true, Ordering::Relaxed);
        others
            .into_iter()
            .filter_map(|other| match other.join() {
                Ok(done) => done.err().map(|error| format!("{error:#}")),
                Err(_) => Some("a thread panicked".into()),
            })
            .collect()
    });
    for server in &servers.running {
        let peak = held(server).peak()?;
        counted.peak.fetch_max(peak, Ordering::Relaxed);
    }
    let export = Client::connect(servers.addr(0))?.get("/api/progress/export")?;
    let met = met.into_inner().unwrap_or_else(|met| met.into_inner());
    report(args, &met, &counted, met.lost(&export.json()), &failed)
}

fn report(
    args: &EndureArgs,
    met: &Met,
    counted: &Counted,
    lost: usize,
    failed: &[String],
) -> anyhow::Result<()> {
    let count = |number: &AtomicUsize| number.load(Ordering::Relaxed).to_string();
    let completed: usize = met.completed.values().map(Vec::len).sum();
    let wrong = counted.wrong.load(Ordering::Relaxed) + counted.untrue.load(Ordering::Relaxed);
    let peak = counted.peak.load(Ordering::Relaxed) >> 10;
    let rows = [
        ("minutes", format!("{:.1}", args.minutes)),
        ("requests of players", met.requests.to_string()),
        ("moves", met.play.len().to_string()),
        ("p50 of play", format!("{:.1} ms", met.at(0.5))),
        ("p99 of play", format!("{:.1} ms", met.at(0.99))),
        ("peak memory of a server", format!("{peak} MiB")),
        ("servers killed", count(&counted.kills)),
        ("damaged copies opened", count(&counted.damaged)),
        ("looks of the command line", count(&counted.commands)),
        ("verdicts checked", count(&counted.verdicts)),
        ("levels completed", completed.to_string()),
        ("lost records", lost.to_string()),
        ("wrong verdicts and records", wrong.to_string()),
    ];
    println!("| what | how much |\n|---|---:|");
    for (what, how_much) in rows {
        println!("| {what} | {how_much} |");
    }
    for error in failed {
        println!("failed: {error}");
    }
    if lost + wrong + failed.len() > 0 {
        bail!("something was lost, wrong or failed");
    }
    Ok(())
}

/// Lets an attack loose on both servers for its turn.
fn attack(attack: &Attack, servers: &Servers, ends: Instant) {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for number in 0..attack.clients {
            let over = &over;
            scope.spawn(move || attack.go_on(&|| servers.addr(number), over));
        }
        let left = ends.saturating_duration_since(Instant::now());
        std::thread::sleep(TURN.min(left));
        over.store(true, Ordering::Relaxed);
    });
}

/// Has levels solved, and every solution replayed.
fn referee(
    servers: &Servers,
    tasks: &[Task],
    counted: &Counted,
    over: &AtomicBool,
) -> anyhow::Result<()> {
    for (number, task) in tasks.iter().enumerate().cycle() {
        if over.load(Ordering::Relaxed) {
            break;
        }
        let verdict = verdict(servers.addr(number), &task.address);
        // A server that was killed meanwhile has no verdict.
        if let Some(right) = verdict.unwrap_or_default() {
            counted.verdicts.fetch_add(1, Ordering::Relaxed);
            counted
                .wrong
                .fetch_add(usize::from(!right), Ordering::Relaxed);
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}

/// Whether the solution that a server finds works, and costs what the pack says if it is proved.
fn verdict(addr: SocketAddr, address: &str) -> anyhow::Result<Option<bool>> {
    let level = json!({ "address": address });
    let mut client = Client::connect(addr)?;
    client.patience(Duration::from_secs(10))?;
    let mut done = None;
    let job = json!({ "kind": "solve", "level": level, "timeLimit": 2 });
    client.job(&job, &mut |event| {
        if event.name == "done" {
            done = Some(event.data);
        }
        done.is_none()
    })?;
    let Some(done) = done else {
        return Ok(None);
    };
    if done["status"] != "solved" {
        return Ok(Some(done["status"] == "gave_up"));
    }
    let mut client = Client::connect(addr)?;
    let request = json!({ "level": level, "solution": done["solution"] });
    let verified = client.post("/api/verify", &request)?;
    if verified.status == 503 {
        return Ok(None);
    }
    let verified = verified.json();
    let shipped = client.post("/api/level", &json!({ "level": level }))?;
    let shipped = shipped.json();
    let metric = done["metrics"][0].as_str().unwrap_or_default();
    let proved = done["optimal"] == true && shipped["optimal"] == true;
    let fits = !proved || shipped["par"][metric] == done["costs"][metric];
    Ok(Some(verified["ok"] == true && fits))
}

/// Looks at progress with the command line, over and over.
fn look_on(
    args: &EndureArgs,
    servers: &Servers,
    counted: &Counted,
    over: &AtomicBool,
) -> anyhow::Result<()> {
    let Some(program) = &args.program else {
        return Ok(());
    };
    let copy = servers.home.join("export-of-the-command-line.json");
    while !over.load(Ordering::Relaxed) {
        for action in ["export", "import"] {
            let mut command = Command::new(program);
            command.env("GRIDWRIGHT_HOME", &servers.home);
            command.args(["progress", action, "--quiet"]);
            match action {
                "export" => command.arg("-o").arg(&copy),
                _ => command.arg(&copy),
            };
            let output = command.output().context("the program does not start")?;
            if !output.status.success() {
                bail!("{action}: {}", String::from_utf8_lossy(&output.stderr));
            }
            counted.commands.fetch_add(1, Ordering::Relaxed);
        }
        std::thread::sleep(Duration::from_secs(1));
    }
    Ok(())
}

/// Damages copies of the progress, and looks at what is left of them.
fn damage(servers: &Servers, counted: &Counted, over: &AtomicBool) -> anyhow::Result<()> {
    let mut rng = Rng::new("endure", 1);
    while !over.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_secs(1));
        let folder = tempfile::tempdir()?;
        let truth = {
            let store = gridwright_progress::open(&servers.home)?.store;
            let text = store.export(Scope::All)?;
            let mut copy = gridwright_progress::open(folder.path())?.store;
            copy.import(text.as_bytes())?;
            copy.games(Scope::All)?
        };
        let untrue = opened_after_a_flip(folder.path(), &truth, &mut rng)?;
        counted.damaged.fetch_add(1, Ordering::Relaxed);
        counted.untrue.fetch_add(untrue, Ordering::Relaxed);
    }
    Ok(())
}

/// How many levels are not as they were, or gone without a word, after a bit was flipped.
fn opened_after_a_flip(home: &Path, truth: &Games, rng: &mut Rng) -> anyhow::Result<usize> {
    let path = home.join("progress.db");
    let mut bytes = std::fs::read(&path)?;
    // Bits of the header may make it a file of another program, which is left alone.
    let at = 100 + rng.index(bytes.len() - 100);
    bytes[at] ^= 1 << rng.below(8);
    std::fs::write(&path, bytes)?;
    let opened = gridwright_progress::open(home)?;
    let found = opened.store.games(Scope::All)?;
    let torn: usize = opened
        .notices
        .iter()
        .map(|notice| match notice {
            Notice::SetAside { saved, .. } => saved.torn,
            _ => 0,
        })
        .sum();
    let levels = |games: &Games| {
        let games = games.iter().flat_map(|(id, game)| {
            let levels = game.levels.iter();
            levels.map(move |(key, level)| ((id.clone(), key.clone()), level.clone()))
        });
        games.collect::<std::collections::BTreeMap<_, _>>()
    };
    let (truth, found) = (levels(truth), levels(&found));
    let changed = found
        .iter()
        .filter(|(key, level)| truth.get(*key) != Some(*level))
        .count();
    let gone = truth.len().saturating_sub(found.len());
    Ok(changed + gone.saturating_sub(torn))
}

fn held<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|held| held.into_inner())
}
