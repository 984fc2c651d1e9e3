//! `generate`: new levels, each with a solution the referee has seen work.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};

use gridwright_core::fault::Faults;
use gridwright_core::generate::{NotMade, Request};
use gridwright_games::document::layout::readable;
use gridwright_games::registry::Game;
use gridwright_games::report::{GenerateReport, RefusalReport};
use gridwright_host::Machine;
use gridwright_workshop::choices::{self, LevelChoice};
use gridwright_workshop::ports::random_seed;
use gridwright_workshop::series;

use crate::args::GenerateArgs;
use crate::output::{self, Exit, Out, said, tell};
use crate::source::Library;
use crate::work::Work;

/// An answer comes within this time unless the user says otherwise.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The most levels one call makes; a longer series is several calls with later seeds.
const MOST: u64 = 1_000_000;

pub(crate) fn run(
    args: &GenerateArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    let game = library.game(&args.game)?;
    if args.count == 0 || args.count > MOST {
        bail!("--count takes a number from 1 to {MOST}");
    }
    let request = request(args, game, library)?;
    let budget = work.budget_within(TIME_LIMIT);
    let (levels, refusal) = series::make(game, &request, args.count, &budget);
    work.done();
    let exit = match &refusal {
        None => Exit::Yes,
        Some(NotMade::Impossible(_)) => Exit::No,
        Some(NotMade::GaveUp(_)) => Exit::Undecided,
    };
    let report = GenerateReport {
        levels,
        wanted: args.count,
        refusal: refusal.map(RefusalReport::from),
    };
    print(&report, args, out)?;
    Ok(exit)
}

fn request(args: &GenerateArgs, game: &dyn Game, library: &Library) -> anyhow::Result<Request> {
    let mut set = args.set.clone();
    set.extend(args.level.map(|n| ("level".to_owned(), n.to_string())));
    // A metric is refused as a word about the command, like that of `solve`.
    let metric = args.metric.as_deref();
    let metric = metric.map(|name| choices::metric(game, name)).transpose();
    let choice = LevelChoice {
        tier: args.tier.as_deref(),
        set: &set,
        min_moves: args.min_moves.as_ref(),
        metric: metric.map_err(said)?,
    };
    let seed = args
        .seed
        .unwrap_or_else(|| random_seed(&Machine::new(None)));
    let request = choice.request(game, seed)?;
    let Some(on) = &args.on else {
        return Ok(request);
    };
    let document = library.document(on)?;
    Ok(choices::on_given(game, request, &document).map_err(Faults::from)?)
}

fn print(report: &GenerateReport, args: &GenerateArgs, out: &Out) -> anyhow::Result<()> {
    if let Some(path) = &args.output {
        save(report, path, args)?;
    }
    if out.json {
        return out.json(report);
    }
    if args.output.is_none() {
        match &report.levels[..] {
            [only] if args.count == 1 => out.document(&readable(&only.level))?,
            levels => {
                for record in levels {
                    out.line(&record.level.to_string())?;
                }
            }
        }
    }
    if let Some(refusal) = &report.refusal {
        tell(&format!("{} [{}]", refusal.message, refusal.code));
    }
    Ok(())
}

/// One level goes into a file; several go into a folder, named by their seeds.
fn save(report: &GenerateReport, path: &Path, args: &GenerateArgs) -> anyhow::Result<()> {
    let single = args.count == 1 && !path.is_dir();
    if !single {
        std::fs::create_dir_all(path)
            .with_context(|| format!("cannot make the folder {}", path.display()))?;
    }
    let seeds = report.levels.iter().filter_map(|record| record.seed);
    // Names sort as the seeds count.
    let width = seeds.max().unwrap_or_default().to_string().len().max(3);
    for record in &report.levels {
        let file = if single {
            path.to_owned()
        } else {
            let seed = record.seed.unwrap_or_default();
            path.join(format!("{}-{seed:0width$}.json", args.game))
        };
        output::save(&file, readable(&record.level).as_bytes())?;
    }
    Ok(())
}
