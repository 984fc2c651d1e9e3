//! For those who build Gridwright: `bench` measures, `soak` runs long checks, `packs` rebuilds the
//! shipped packs from their seeds. The games are those of the registry: one that has a bench of its
//! own ([`OWN`]) is measured by that, any other by what every game can do ([`plain`]).
//! `load` lets many players loose on the web workshop, `attacks` and `endure` those who mean it no
//! good as well; `play` times the terminal player, `learners` play by numbers; `design` rates and
//! betters piece sets of IQ Circuit.
//!
//! ```text
//! cargo run --release -p gridwright-workbench -- bench lights-off
//! cargo run --release -p gridwright-workbench -- soak lights-off
//! cargo run --release -p gridwright-workbench -- soak cross tilepuzzle
//! cargo run --release -p gridwright-workbench -- soak limits
//! cargo run --release -p gridwright-workbench -- packs lights-off
//! cargo run --release -p gridwright-workbench -- load
//! cargo run --release -p gridwright-workbench -- design boulevard --rounds 20
//! ```

mod challenge;
mod circuits;
mod cross;
mod iq_circuit;
mod learners;
mod lights_off;
mod limits;
mod load;
mod measure;
mod minima;
mod notices;
mod plain;
mod play;
mod stress;
mod tilepuzzle;
mod tint;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand};

use cross::{Extent, Patience};
use gridwright_games::document::layout::readable;
use gridwright_games::document::pack::Pack;
use gridwright_games::registry::{self, GAMES, Game};
use measure::Measure;

/// The benches that games have of their own.
const OWN: &[&dyn Bench] = &[
    &lights_off::LightsOffBench,
    &circuits::CircuitsBench,
    &tilepuzzle::TilePuzzleBench,
    &iq_circuit::IqCircuitBench,
    &tint::TintBench,
];

/// What a game has on its bench.
pub(crate) trait Bench: Sync {
    /// The game.
    fn game(&self) -> &'static str;

    /// What can be measured.
    fn jobs(&self) -> &'static [Job];

    /// Long checks; prints a summary, and fails if anything is wrong.
    fn soak(&self, scale: u64) -> anyhow::Result<()>;

    /// Compares two exact methods that share no bound on levels of the shipped tiers and packs; prints
    /// agreements and disagreements, fails if there are any of the latter, and says how many levels
    /// both methods decided.
    fn cross(&self, _extent: &Extent) -> anyhow::Result<u64> {
        println!("  no second method is on the bench");
        Ok(0)
    }

    /// Large levels, each with a name: on them limits are tried. The last of every pack, where a game
    /// has no other sizes.
    fn large(&self) -> Vec<(String, String)> {
        let game = registry::game(self.game());
        let packs = game.iter().flat_map(|game| game.packs());
        packs
            .flat_map(|pack| registry::read_shipped(pack).levels.pop())
            .map(|record| (record.id.unwrap_or_default(), record.level.to_string()))
            .collect()
    }

    /// The shipped packs, made anew.
    fn packs(&self) -> anyhow::Result<Vec<Pack>>;

    /// One of them. A game whose packs take long makes no other on the way.
    fn pack(&self, name: &str) -> anyhow::Result<Pack> {
        let pack = self.packs()?.into_iter().find(|pack| pack.pack == name);
        pack.with_context(|| format!("{} has no pack {name}", self.game()))
    }
}

/// Something that can be measured.
pub(crate) struct Job {
    /// Its name, in kebab-case.
    pub(crate) name: &'static str,
    /// One sentence.
    pub(crate) help: &'static str,
    /// Times each of its cases with [`Measure::case`].
    pub(crate) run: fn(&mut Measure) -> anyhow::Result<()>,
}

/// Measure, soak and rebuild packs.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Time jobs: the median of several runs after a warm-up
    Bench {
        /// Which game; all if left out
        game: Option<String>,
        /// Which job; all if left out
        job: Option<String>,
        /// One JSON object a case instead of a table
        #[arg(long)]
        json: bool,
        /// Levels of other people, for jobs that take levels
        #[arg(long)]
        levels: Option<PathBuf>,
        /// Runs of each case
        #[arg(long, default_value_t = 5)]
        repeat: usize,
        /// The first seed, for jobs that make levels
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Run long checks
    #[command(args_conflicts_with_subcommands = true)]
    Soak {
        #[command(subcommand)]
        check: Option<Check>,
        /// Which game; all if left out
        game: Option<String>,
        /// How many levels a tier, in hundredths of the full soak
        #[arg(long, default_value_t = 100)]
        scale: u64,
    },
    /// Write the shipped packs anew
    Packs {
        /// Which game; all if left out
        game: Option<String>,
        /// Which pack of the game; all if left out
        #[arg(requires = "game")]
        pack: Option<String>,
        /// Where the packs go
        #[arg(long, default_value = "levels")]
        folder: PathBuf,
    },
    /// Prove the minima in further metrics of the shipped levels, and write them into their packs
    Minima {
        /// Which game; all if left out
        game: Option<String>,
        /// Where the packs are
        #[arg(long, default_value = "levels")]
        folder: PathBuf,
        /// Seconds for a level
        #[arg(long, default_value_t = 60.0)]
        patience: f64,
    },
    /// Write whose work the program is built from, from the lock file
    Notices,
    /// Name the games, a line each
    Games,
    /// Let many players loose on the web workshop, on loopback
    Load(load::LoadArgs),
    /// Attack the web workshop in every way there is, and print what it costs the players
    Attacks(stress::attacks::AttackArgs),
    /// Play, attack, kill and damage, all at once, for as long as wanted
    Endure(stress::endure::EndureArgs),
    /// Time the terminal player: to the first frame, and from a key to the next
    Play {
        /// Runs of each case
        #[arg(long, default_value_t = 25)]
        repeat: usize,
    },
    /// Time play by numbers: steps a second, masks and observations included
    Learners {
        /// Which game; all if left out
        game: Option<String>,
    },
    /// Rate a piece set of IQ Circuit, and look for a better one by redrawing its sides
    Design(iq_circuit::design::DesignArgs),
    /// The server that `load` measures
    #[command(hide = true)]
    LoadServer {
        /// The folder of saved progress
        home: PathBuf,
    },
}

/// Long checks that are asked for by name.
#[derive(Subcommand)]
enum Check {
    /// Compare two exact methods on levels of the shipped tiers and packs
    Cross {
        /// Which game; all if left out
        game: Option<String>,
        /// How many levels a tier
        #[arg(long, default_value_t = 1000)]
        levels: u64,
        /// Seconds that each method may take for a level
        #[arg(long, default_value_t = 10.0)]
        patience: f64,
        /// Nodes that it may take instead, which are the same on every machine
        #[arg(long, conflicts_with = "patience")]
        nodes: Option<u64>,
    },
    /// Ask everything about the largest levels, and see whether time limits hold
    Limits {
        /// Which game; all if left out
        game: Option<String>,
        /// The limit of each question, in seconds
        #[arg(long, default_value_t = 1.0)]
        limit: f64,
    },
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Bench {
            game,
            job,
            json,
            levels,
            repeat,
            seed,
        } => {
            let mut measure = Measure::new(json, levels, repeat, seed);
            for bench in chosen(game.as_deref())? {
                let jobs = bench.jobs();
                for job in jobs
                    .iter()
                    .filter(|known| job.as_deref().is_none_or(|name| name == known.name))
                {
                    measure.begin(bench.game(), job.name, job.help);
                    (job.run)(&mut measure)?;
                }
            }
            Ok(())
        }
        Command::Play { repeat } => play::run(&mut Measure::new(false, None, repeat, None)),
        Command::Learners { game } => match game {
            Some(game) => learners::run([registry::game(&game)?]),
            None => learners::run(GAMES.iter().copied()),
        },
        Command::Notices => notices::run(),
        Command::Games => {
            for game in GAMES {
                println!("{}", game.id());
            }
            Ok(())
        }
        Command::Load(args) => load::run(&args),
        Command::Attacks(args) => stress::attacks::run(&args),
        Command::Endure(args) => stress::endure::run(&args),
        Command::Design(args) => iq_circuit::design::run(&args),
        Command::LoadServer { home } => load::serve(home),
        Command::Soak {
            check:
                Some(Check::Cross {
                    game,
                    levels,
                    patience,
                    nodes,
                }),
            ..
        } => {
            let extent = Extent {
                shipped: levels,
                made: levels,
                patience: match nodes {
                    Some(nodes) => Patience::Nodes(nodes),
                    None => Patience::Time(Duration::try_from_secs_f64(patience)?),
                },
            };
            for bench in chosen(game.as_deref())? {
                println!("{}", bench.game());
                bench.cross(&extent)?;
            }
            Ok(())
        }
        Command::Soak {
            check: Some(Check::Limits { game, limit }),
            ..
        } => {
            for bench in chosen(game.as_deref())? {
                println!("{}", bench.game());
                let limit = Duration::try_from_secs_f64(limit)?;
                limits::limits(registry::game(bench.game())?, &bench.large(), limit)?;
            }
            Ok(())
        }
        Command::Soak { game, scale, .. } => {
            for bench in chosen(game.as_deref())? {
                println!("{}", bench.game());
                bench.soak(scale)?;
            }
            Ok(())
        }
        Command::Packs { game, pack, folder } => {
            for bench in chosen(game.as_deref())? {
                let packs = match &pack {
                    Some(name) => vec![bench.pack(name)?],
                    None => bench.packs()?,
                };
                for pack in packs {
                    write_pack(&folder, bench.game(), &pack)?;
                }
            }
            Ok(())
        }
        Command::Minima {
            game,
            folder,
            patience,
        } => {
            let patience = Duration::try_from_secs_f64(patience)?;
            for bench in chosen(game.as_deref())? {
                let game = registry::game(bench.game())?;
                for shipped in game.packs() {
                    let path = folder
                        .join(game.id())
                        .join(format!("{}.json", shipped.name));
                    let text = std::fs::read_to_string(&path)
                        .with_context(|| format!("cannot read {}", path.display()))?;
                    let mut pack = Pack::read(&text)?;
                    minima::prove(game, &mut pack, patience)?;
                    write_pack(&folder, game.id(), &pack)?;
                }
            }
            Ok(())
        }
    }
}

fn write_pack(folder: &Path, game: &str, pack: &Pack) -> anyhow::Result<()> {
    let path = folder.join(game).join(format!("{}.json", pack.pack));
    std::fs::write(&path, readable(&serde_json::to_value(pack)?))
        .with_context(|| format!("cannot write {}", path.display()))?;
    println!("{}: {} levels", path.display(), pack.levels.len());
    Ok(())
}

/// The benches of the games of this name, or of all.
fn chosen(name: Option<&str>) -> anyhow::Result<Vec<&'static dyn Bench>> {
    let games = GAMES.iter().copied();
    let chosen: Vec<_> = games
        .filter(|game| name.is_none_or(|name| name == game.id()))
        .map(bench_of)
        .collect();
    if chosen.is_empty() {
        bail!("no game is called {}", name.unwrap_or_default());
    }
    Ok(chosen)
}

fn bench_of(game: &'static dyn Game) -> &'static dyn Bench {
    let own = OWN.iter().find(|bench| bench.game() == game.id());
    own.copied()
        .unwrap_or_else(|| Box::leak(Box::new(plain::PlainBench(game))))
}
