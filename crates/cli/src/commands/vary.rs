//! `vary`: levels that are nearly a given one.

use std::time::Duration;

use anyhow::bail;

use gridwright_core::cost::counted;
use gridwright_host::Machine;
use gridwright_workshop::author::vary::{Aim, MOST, VaryReport, Wishes, vary};
use gridwright_workshop::ports::random_seed;

use crate::args::VaryArgs;
use crate::output::{Exit, Out, tell};
use crate::source::Library;
use crate::work::Work;

/// An answer comes within this time unless the user says otherwise.
const TIME_LIMIT: Duration = Duration::from_secs(60);

pub(crate) fn run(
    args: &VaryArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    if args.count == 0 || args.count > MOST {
        bail!("--count takes a number from 1 to {MOST}");
    }
    let level = library.level(&args.level)?;
    let wishes = Wishes {
        keep: args.keep.iter().copied().collect(),
        aim: match (&args.grade, args.harder, args.easier) {
            (Some(range), ..) => Aim::Grade(range.clone()),
            (_, true, _) => Aim::Harder,
            (_, _, true) => Aim::Easier,
            _ => Aim::Any,
        },
        count: args.count,
        seed: args
            .seed
            .unwrap_or_else(|| random_seed(&Machine::new(None))),
    };
    let report = vary(&*level, &wishes, &work.budget_within(TIME_LIMIT))?;
    work.done();
    if out.json {
        out.json(&report)?;
    } else {
        show(&report, library, out)?;
    }
    tell(&format!(
        "{} of {}",
        counted(report.levels.len() as u64, "variation", "variations"),
        counted(report.tried as u64, "draft", "drafts"),
    ));
    Ok(match (report.levels.is_empty(), report.limit) {
        (false, _) => Exit::Yes,
        (true, None) => Exit::No,
        (true, Some(_)) => Exit::Undecided,
    })
}

fn show(report: &VaryReport, library: &Library, out: &Out) -> anyhow::Result<()> {
    for (index, variation) in report.levels.iter().enumerate() {
        out.line(&format!("{}. {}", index + 1, variation.text))?;
        let level = library
            .games()
            .open(&variation.record.level.to_string(), None)?;
        out.text(&level.at(None)?.text())?;
        if let Ok(code) = level.code() {
            out.line(&code)?;
        }
    }
    Ok(())
}
