//! `pack`: packs made, added to, put in order, and seen as a curve.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use serde::Serialize;
use serde_json::{Map, Value, json};

use gridwright_core::cost::counted;
use gridwright_core::svg::{self, Lettering};
use gridwright_games::document::layout::readable;
use gridwright_games::document::pack::Pack;
use gridwright_host::Machine;
use gridwright_workshop::author::curve;
use gridwright_workshop::author::pack::{self, Added, MOST_LEVELS, Plan};
use gridwright_workshop::ports::random_seed;

use crate::args::{PackAction, PackAddArgs, PackArgs, PackMakeArgs, PackOrderArgs, PackPlotArgs};
use crate::each::worst;
use crate::output::{Exit, Out, save, table, tell};
use crate::source::{self, Library};
use crate::work::Work;

/// An answer comes within this time unless the user says otherwise.
const TIME_LIMIT: Duration = Duration::from_secs(120);

pub(crate) fn run(
    args: &PackArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    match &args.action {
        PackAction::Make(args) => make(args, library, out, work),
        PackAction::Add(args) => add(args, library, out, work),
        PackAction::Order(args) => order(args, library, out, work),
        PackAction::Plot(args) => plot(args, library, out),
    }
}

fn make(args: &PackMakeArgs, library: &Library, out: &Out, work: &Work) -> anyhow::Result<Exit> {
    let game = library.game(&args.game)?;
    if args.count == 0 || args.count > MOST_LEVELS {
        bail!("--count takes a number from 1 to {MOST_LEVELS}");
    }
    let tiers = pack::curve(game, args.curve.as_deref())?;
    let names: Vec<&str> = tiers.iter().map(|tier| tier.name).collect();
    let title = format!("{}: {}", game.title(), names.join(", "));
    let plan = Plan {
        count: args.count,
        tiers,
        set: &args.set,
        seed: args
            .seed
            .unwrap_or_else(|| random_seed(&Machine::new(None))),
        name: stem(args.output.as_deref()),
        title: args.about.title.clone().unwrap_or(title),
        license: args.about.license.clone(),
    };
    let (pack, report) = pack::make(game, &plan, &work.budget_within(TIME_LIMIT))?;
    work.done();
    match &args.output {
        Some(path) => write(&pack, path)?,
        None if out.json => {}
        None => out.document(&readable(&serde_json::to_value(&pack)?))?,
    }
    if out.json {
        out.json(&json!({ "pack": pack, "report": report }))?;
    }
    let grades = report.grades.map_or(String::new(), |(low, high)| {
        format!(", grades {low} to {high}")
    });
    tell(&format!(
        "{} of {}{grades}; made to choose from: {}, among them duplicates: {}",
        report.levels,
        counted(report.wanted as u64, "level", "levels"),
        report.made,
        report.duplicates
    ));
    if let Some(refusal) = &report.refusal {
        tell(&format!("{} [{}]", refusal.message, refusal.code));
    }
    Ok(match report.levels {
        count if count == report.wanted => Exit::Yes,
        0 => Exit::No,
        _ => Exit::Undecided,
    })
}

/// What became of one level.
#[derive(Serialize)]
struct AddedRow {
    level: String,
    #[serde(flatten)]
    added: Added,
}

fn add(args: &PackAddArgs, library: &Library, out: &Out, work: &Work) -> anyhow::Result<Exit> {
    let mut pack = match args.pack.exists() {
        true => read(&args.pack)?,
        false => {
            let name = stem(Some(&args.pack));
            let title = args.about.title.clone().unwrap_or_else(|| name.clone());
            pack::empty(name, title, args.about.license.clone())
        }
    };
    let mut rows = Vec::new();
    for argument in &args.levels {
        for source in library.levels(argument)?.list() {
            let level = source.open(library, None)?;
            let id = source.record().and_then(|record| record.id.as_deref());
            let added = pack::add(library.games(), &mut pack, &*level, id, &work.budget())?;
            rows.push(AddedRow {
                level: source.name,
                added,
            });
        }
    }
    work.done();
    write(&pack, &args.pack)?;
    if out.json {
        out.json(&json!({ "levels": pack.levels.len(), "added": rows }))?;
    } else {
        for AddedRow { level, added } in &rows {
            out.line(&match added {
                Added::In { id } => format!("{level}: added as {id}"),
                Added::Duplicate { of } => format!("{level}: left out, the same as {of}"),
                Added::Unsolvable => format!("{level}: left out, it has no solution"),
                Added::Unsolved => format!("{level}: left out, no solution was found in time"),
            })?;
        }
    }
    let exits: Vec<Exit> = rows
        .iter()
        .map(|row| match row.added {
            Added::In { .. } => Exit::Yes,
            Added::Duplicate { .. } | Added::Unsolvable => Exit::No,
            Added::Unsolved => Exit::Undecided,
        })
        .collect();
    Ok(worst(&exits))
}

fn order(args: &PackOrderArgs, library: &Library, out: &Out, work: &Work) -> anyhow::Result<Exit> {
    let mut pack = read(&args.pack)?;
    let moved = pack::order(library.games(), &mut pack, &work.budget())?;
    work.done();
    let ungraded = pack
        .levels
        .iter()
        .filter(|record| pack::score(record).is_none());
    let ungraded = ungraded.count();
    write(&pack, args.output.as_deref().unwrap_or(&args.pack))?;
    if out.json {
        out.json(&json!({ "levels": pack.levels.len(), "moved": moved, "ungraded": ungraded }))?;
    } else {
        out.line(&match moved {
            0 => "the pack was in order already".to_owned(),
            1 => "1 level has another place now".to_owned(),
            _ => format!("{moved} levels have another place now"),
        })?;
    }
    Ok(match ungraded {
        0 => Exit::Yes,
        _ => Exit::Undecided,
    })
}

fn plot(args: &PackPlotArgs, library: &Library, out: &Out) -> anyhow::Result<Exit> {
    let path = Path::new(&args.pack);
    let pack = match args.pack.split_once('/') {
        Some((game, name)) if !path.exists() => {
            let listed = library.catalogue.pack(game, name);
            listed
                .map_err(gridwright_core::fault::Faults::from)?
                .pack()
                .clone()
        }
        _ => read(path)?,
    };
    let ending = args.output.as_deref().and_then(Path::extension);
    let bytes = match ending.and_then(|ending| ending.to_str()) {
        Some("png") => svg::png(&curve::scene(&pack), 2.0).context("the picture has no size")?,
        Some("svg") => svg::render(&curve::scene(&pack), Lettering::Font).into_bytes(),
        _ if args.svg => svg::render(&curve::scene(&pack), Lettering::Font).into_bytes(),
        _ if out.json => {
            let scores: Vec<_> = pack
                .levels
                .iter()
                .map(|record| json!({ "id": record.id, "grade": record.grade, "costs": record.costs }))
                .collect();
            let rise = curve::rise(library.games(), &pack);
            let length: Map<String, Value> = rise
                .length
                .iter()
                .map(|(metric, rank)| (metric.clone(), json!(rank)))
                .collect();
            out.json(&json!({
                "pack": pack.pack,
                "levels": scores,
                "falls": curve::falls(&pack),
                "rankCorrelation": { "order": rise.order, "length": length },
            }))?;
            return Ok(Exit::Yes);
        }
        _ => {
            let falls = match curve::falls(&pack) {
                0 => "The pack rises.".to_owned(),
                1 => "One level is easier than the one before it.".to_owned(),
                falls => format!("{falls} levels are easier than the ones before them."),
            };
            let rise = told(&curve::rise(library.games(), &pack));
            let rows = table(&curve::rows(library.games(), &pack));
            format!("{rows}{falls}{rise}\n").into_bytes()
        }
    };
    match &args.output {
        Some(path) => save(path, &bytes)?,
        None => out.raw(&bytes)?,
    }
    Ok(Exit::Yes)
}

/// How grades go with order and length, in a sentence; nothing where that cannot be said.
fn told(rise: &curve::Rise) -> String {
    let order = rise.order.map(|rank| ("the order", rank));
    let length = rise.length.iter().map(|(name, rank)| (&name[..], *rank));
    let told: Vec<String> = order
        .into_iter()
        .chain(length)
        .map(|(with, rank)| format!("{rank:.2} with {with}"))
        .collect();
    match told.is_empty() {
        true => String::new(),
        false => format!(" Rank correlation of the grade: {}.", told.join(", ")),
    }
}

fn stem(path: Option<&Path>) -> String {
    let stem = path
        .and_then(Path::file_stem)
        .map(|stem| stem.to_string_lossy());
    stem.map_or("pack".to_owned(), |stem| stem.into_owned())
}

fn read(path: &Path) -> anyhow::Result<Pack> {
    Ok(Pack::read(&source::text(&path.to_string_lossy())?)?)
}

fn write(pack: &Pack, path: &Path) -> anyhow::Result<()> {
    save(path, readable(&serde_json::to_value(pack)?).as_bytes())
}
