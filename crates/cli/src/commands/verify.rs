//! `verify`: replays a solution and names the first broken rule.

use anyhow::bail;
use serde::Serialize;

use gridwright_games::report::VerifyReport;
use gridwright_workshop::author::reasons::{Comparison, compare};

use crate::args::VerifyArgs;
use crate::output::{Exit, Out};
use crate::source::{self, Library};
use crate::work::Work;

/// The report, and how it compares with the best where that was asked for.
#[derive(Serialize)]
struct Verified {
    #[serde(flatten)]
    report: VerifyReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Comparison>,
}

pub(crate) fn run(
    args: &VerifyArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    if args.level.level == "-" && args.solution == "-" {
        bail!("only one of the level and the solution can come from standard input");
    }
    let level = library.level(&args.level)?;
    let solution = source::solution(&args.solution)?;
    let report = level.verify(&solution)?;
    let best = match args.best && report.ok {
        true => Some(compare(&*level, &solution, &work.budget())?),
        false => None,
    };
    work.done();
    let verified = Verified { report, best };
    if out.json {
        out.json(&verified)?;
    } else {
        // Moves that are all legal and still solve nothing fail after the last of them.
        let legal = level.at(Some(&solution)).ok().map(|play| play.count());
        tell(&verified, legal, out)?;
    }
    let open = |best: &Comparison| !best.proved && best.better_exists.is_none();
    Ok(match (verified.report.ok, &verified.best) {
        (false, _) => Exit::No,
        (_, Some(best)) if open(best) => Exit::Undecided,
        _ => Exit::Yes,
    })
}

fn tell(verified: &Verified, legal: Option<usize>, out: &Out) -> anyhow::Result<()> {
    if let Some(broken) = &verified.report.broken {
        let place = match (broken.step, legal == Some(broken.index)) {
            (_, true) => "after the last move".to_owned(),
            (Some(step), _) => format!("at move {}, step {}", broken.index + 1, step + 1),
            (None, _) => format!("at move {}", broken.index + 1),
        };
        return out.line(&format!(
            "wrong {place}: {} [{}]",
            broken.message, broken.code
        ));
    }
    let costs = verified.report.costs.clone().unwrap_or_default();
    out.line(format!("right: {costs}").trim_end_matches([':', ' ']))?;
    match &verified.best {
        Some(best) => out.line(&best.text),
        None => Ok(()),
    }
}
