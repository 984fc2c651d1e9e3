//! `attacks`: every attack for some seconds, with players on the server meanwhile, as a table.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;

use super::hostile::{ATTACKS, Attack};
use super::{Met, Player};
use crate::load::{Server, Task, tasks};
use gridwright_probe::Client;

#[derive(Args)]
pub(crate) struct AttackArgs {
    /// How long each attack goes on, in seconds
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// How many players there are meanwhile
    #[arg(long, default_value_t = 20)]
    players: usize,
    /// Only attacks whose name has this in it
    #[arg(long)]
    only: Option<String>,
    /// Write the table into this file, between its two marks
    #[arg(long)]
    into: Option<PathBuf>,
}

/// What one attack came to.
struct Row {
    name: &'static str,
    clients: usize,
    met: Met,
    memory: u64,
    lost: usize,
}

/// Runs all attacks and prints the table.
pub(crate) fn run(args: &AttackArgs) -> anyhow::Result<()> {
    let tasks = tasks(&[])?;
    let mut table = String::from(
        "| attack | clients | moves | p50 of play | p99 of play | peak memory | lost |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    let wanted = |attack: &&Attack| {
        let only = args.only.as_deref();
        only.is_none_or(|only| attack.name.contains(only))
    };
    for attack in ATTACKS.iter().filter(wanted) {
        let row = under(attack, args, &tasks)?;
        let line = format!(
            "| {} | {} | {} | {:.1} ms | {:.1} ms | {} MiB | {} |\n",
            row.name,
            row.clients,
            row.met.play.len(),
            row.met.at(0.5),
            row.met.at(0.99),
            row.memory >> 10,
            row.lost,
        );
        eprint!("{line}");
        table.push_str(&line);
    }
    print!("{table}");
    if let Some(path) = &args.into {
        let text = std::fs::read_to_string(path)?;
        std::fs::write(path, between_marks(&text, &table)?)?;
    }
    Ok(())
}

/// The text with the table in place of what stands between the marks.
fn between_marks(text: &str, table: &str) -> anyhow::Result<String> {
    let (start, end) = ("<!-- attacks -->\n", "<!-- end of attacks -->");
    let parts = text.split_once(start).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(end)?;
        Some((before, after))
    });
    let (before, after) = parts.ok_or_else(|| anyhow::anyhow!("the file lacks the marks"))?;
    Ok(format!("{before}{start}{table}{end}{after}"))
}

fn under(attack: &Attack, args: &AttackArgs, tasks: &[Task]) -> anyhow::Result<Row> {
    let home = tempfile::tempdir()?;
    let server = Server::start(home.path().to_owned())?;
    let addr = || server.addr;
    let (met, over) = (Mutex::new(Met::default()), AtomicBool::new(false));
    // What is measured is the attack, not the start of the server.
    let mut first = Player {
        addr: &addr,
        client: None,
        met: &met,
        over: &over,
    };
    first.begin_all(tasks)?;
    drop(first);
    std::thread::scope(|scope| {
        for _ in 0..attack.clients {
            scope.spawn(|| attack.go_on(&addr, &over));
        }
        for number in 0..args.players {
            let (met, over, addr) = (&met, &over, &addr);
            scope.spawn(move || {
                let mut player = Player {
                    addr,
                    client: None,
                    met,
                    over,
                };
                if let Err(error) = player.play_all(tasks, number * 7)
                    && !over.load(Ordering::Relaxed)
                {
                    eprintln!("a player gave up: {error:#}");
                }
            });
        }
        std::thread::sleep(Duration::from_secs(args.seconds));
        over.store(true, Ordering::Relaxed);
    });
    let memory = server.peak()?;
    let export = Client::connect(server.addr)?.get("/api/progress/export")?;
    let met = met.into_inner().unwrap_or_else(|met| met.into_inner());
    Ok(Row {
        name: attack.name,
        clients: attack.clients,
        lost: met.lost(&export.json()),
        met,
        memory,
    })
}
