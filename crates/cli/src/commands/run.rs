//! `run`: a range of shipped levels solved, as a table.

use anyhow::{bail, ensure};
use serde::Serialize;
use serde_json::json;

use gridwright_core::fault::Faults;
use gridwright_core::solve::{Which, Wish};
use gridwright_games::document::pack::Record;
use gridwright_games::registry::Game;
use gridwright_games::report::SolveReport;

use super::solve::exit_of;
use crate::args::RunArgs;
use crate::output::{Exit, Out, table};
use crate::source::Library;
use crate::work::Work;

pub(crate) fn run(
    args: &RunArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    let (id, pack) = match args.pack.split_once('/') {
        Some((id, pack)) => (id, Some(pack)),
        None => (&args.pack[..], None),
    };
    let game = library.game(id)?;
    let records = records(library, game, pack, &args.range, work)?;
    // Where a game counts its different solutions, the table says whether there is one.
    let count = game.metrics().is_empty() && game.listings().contains(&Which::Best);
    let wish = Wish {
        all: count.then_some((Which::Best, 1)),
        ..Wish::default()
    };
    let mut rows = Vec::new();
    for record in records {
        let level = library.games().open(&record.level.to_string(), Some(id))?;
        let report = level.solve(&wish, &work.budget());
        rows.push(Row {
            id: record.id.unwrap_or_default(),
            report,
        });
    }
    work.done();
    if out.json {
        out.json(&json!({ "game": id, "levels": rows }))?;
    } else {
        out.line(table(&lines(&rows)).trim_end())?;
    }
    let exits: Vec<Exit> = rows.iter().map(|row| exit_of(&row.report)).collect();
    Ok(if exits.contains(&Exit::Undecided) {
        Exit::Undecided
    } else if exits.contains(&Exit::No) {
        Exit::No
    } else {
        Exit::Yes
    })
}

#[derive(Serialize)]
struct Row {
    id: String,
    #[serde(flatten)]
    report: SolveReport,
}

/// The levels from one id to another, of the pack, or of the first pack that has any of them.
fn records(
    library: &Library,
    game: &dyn Game,
    pack: Option<&str>,
    range: &str,
    work: &Work,
) -> anyhow::Result<Vec<Record>> {
    let (first, last) = range.split_once("..").unwrap_or((range, range));
    let last = last.trim_start_matches('=');
    let packs = library
        .catalogue
        .of(game.id())
        .filter(|listed| pack.is_none_or(|pack| pack == listed.pack().pack));
    let default = library.catalogue.of(game.id()).next();
    for listed in packs {
        let mut chosen = between(&listed.pack().levels, first, last);
        // The first pack may be the beginning of an endless series.
        if default.is_some_and(|default| default.pack().pack == listed.pack().pack) {
            chosen.extend(beyond(library, game, first, last, work)?);
        }
        if !chosen.is_empty() {
            return Ok(chosen);
        }
    }
    bail!(
        "{} has no shipped levels {range}; `gridwright games` lists the packs",
        game.id()
    )
}

/// The most levels of an endless series in one run.
const MOST_BEYOND: u64 = 1000;

/// The levels of an endless series that lie beyond its pack.
fn beyond(
    library: &Library,
    game: &dyn Game,
    first: &str,
    last: &str,
    work: &Work,
) -> anyhow::Result<Vec<Record>> {
    let (Ok(low), Ok(high)) = (first.parse::<u64>(), last.parse::<u64>()) else {
        return Ok(Vec::new());
    };
    // Numbers of the pack come first, and are no levels of the series.
    let shipped = library.catalogue.of(game.id()).next();
    let shipped = shipped.map_or(0, |listed| listed.pack().levels.len() as u64);
    let from = low.max(shipped + 1);
    let mut made = Vec::new();
    for number in from..=high {
        let Some(record) = library.catalogue.beyond(game, number, &work.budget()) else {
            break;
        };
        ensure!(
            high - from < MOST_BEYOND,
            "a run takes at most {MOST_BEYOND} levels beyond a pack, and {from}..{high} are more"
        );
        made.push(record.map_err(|reason| Faults::from(reason.explain()))?);
    }
    Ok(made)
}

/// By number where ids are numbers, else from the one to the other in the order of the pack.
fn between(levels: &[Record], first: &str, last: &str) -> Vec<Record> {
    let id_of = |record: &Record| record.id.clone().unwrap_or_default();
    if let (Ok(low), Ok(high)) = (first.parse::<u64>(), last.parse::<u64>()) {
        let inside = |record: &Record| {
            id_of(record)
                .parse::<u64>()
                .is_ok_and(|number| (low..=high).contains(&number))
        };
        return levels.iter().filter(|r| inside(r)).cloned().collect();
    }
    let place = |id: &str| levels.iter().position(|record| id_of(record) == id);
    match (place(first), place(last)) {
        (Some(low), Some(high)) if low <= high => levels[low..=high].to_vec(),
        _ => Vec::new(),
    }
}

fn lines(rows: &[Row]) -> Vec<Vec<String>> {
    let head = [
        "level",
        "status",
        "cost",
        "proved",
        "solutions",
        "nodes",
        "ms",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for Row { id, report } in rows {
        let status = serde_json::to_value(report.status).unwrap_or_default();
        lines.push(vec![
            id.clone(),
            status.as_str().unwrap_or_default().to_owned(),
            report.costs.as_ref().map_or("-".into(), |c| c.to_string()),
            if report.optimal { "yes" } else { "-" }.to_owned(),
            report
                .solutions
                .as_ref()
                .map_or("-".into(), |solutions| solutions.count.clone()),
            report.stats.nodes.to_string(),
            format!("{:.3}", report.stats.ms),
        ]);
    }
    let total =
        |value: fn(&SolveReport) -> f64| rows.iter().map(|row| value(&row.report)).sum::<f64>();
    lines.push(vec![
        "total".into(),
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        format!("{:.0}", total(|report| report.stats.nodes as f64)),
        format!("{:.3}", total(|report| report.stats.ms)),
    ]);
    lines
}
