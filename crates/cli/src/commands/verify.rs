//! `verify`: replays a solution and names the first broken rule.

use anyhow::bail;

use crate::args::VerifyArgs;
use crate::output::{Exit, Out};
use crate::source::{self, Library};

pub(crate) fn run(args: &VerifyArgs, library: &Library, out: &Out) -> anyhow::Result<Exit> {
    if args.level.level == "-" && args.solution == "-" {
        bail!("only one of the level and the solution can come from standard input");
    }
    let level = library.level(&args.level)?;
    let report = level.verify(&source::solution(&args.solution)?)?;
    if out.json {
        out.json(&report)?;
    } else if let Some(broken) = &report.broken {
        let step = broken
            .step
            .map_or(String::new(), |step| format!(", step {step}"));
        out.line(&format!(
            "wrong at move {}{step}: {} [{}]",
            broken.index, broken.message, broken.code
        ))?;
    } else {
        let costs = report.costs.clone().unwrap_or_default();
        out.line(format!("right: {costs}").trim_end_matches([':', ' ']))?;
    }
    Ok(if report.ok { Exit::Yes } else { Exit::No })
}
