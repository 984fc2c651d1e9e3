//! `solve`: a solution with proof, or proof that there is none, or an honest "I gave up".

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufWriter, Write};

use anyhow::Context;

use gridwright_core::cost::counted;
use gridwright_core::solve::{TraceEvent, Which, Wish};
use gridwright_games::registry::Session;
use gridwright_games::report::{SolveReport, Status};
use gridwright_workshop::choices;

use crate::args::{AllArg, SolveArgs};
use crate::each::{Asks, each};
use crate::output::{Exit, Out, said};
use crate::source::Library;
use crate::work::Work;

pub(crate) fn run(
    args: &SolveArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    let trace = args.trace.as_deref().map(Trace::create).transpose()?;
    let solving = Solving {
        args,
        work,
        trace: trace.as_ref(),
    };
    let exit = each(&args.level, library, out, work, &solving)?;
    if let Some(trace) = trace {
        trace.finish()?;
    }
    Ok(exit)
}

struct Solving<'a> {
    args: &'a SolveArgs,
    work: &'a Work,
    trace: Option<&'a Trace>,
}

impl Asks for Solving<'_> {
    type Answer = SolveReport;

    fn ask(&self, level: &dyn Session) -> anyhow::Result<SolveReport> {
        let (args, game) = (self.args, level.game());
        let all = args.all.map(|all| match all {
            AllArg::Best => Which::Best,
            AllArg::Every => Which::Every,
        });
        let all = all.map(|which| choices::listing(game, which)).transpose();
        let all = all.map_err(said)?;
        let metric = args.metric.as_deref();
        let metric = metric.map(|name| choices::metric(game, name)).transpose();
        let metric = metric.map_err(said)?;
        let tell_event = |event: &TraceEvent| {
            if let Some(trace) = self.trace {
                trace.write(event);
            }
        };
        let wish = Wish {
            metric,
            all: all.map(|which| (which, args.limit)),
            without: &[],
            trace: self.trace.is_some().then_some(&tell_event),
        };
        Ok(level.solve(&wish, &self.work.budget()))
    }

    fn tell(&self, report: &SolveReport, level: &dyn Session, out: &Out) -> anyhow::Result<()> {
        tell(report, level, out)
    }

    fn exit(&self, report: &SolveReport) -> Exit {
        exit_of(report)
    }
}

/// Yes if solved as well as can be, no if proved unsolvable.
pub(crate) fn exit_of(report: &SolveReport) -> Exit {
    match report.status {
        Status::Solved if report.optimal || report.metrics.is_empty() => Exit::Yes,
        Status::Unsolvable => Exit::No,
        Status::Solved | Status::GaveUp => Exit::Undecided,
    }
}

fn tell(report: &SolveReport, level: &dyn Session, out: &Out) -> anyhow::Result<()> {
    let nodes = counted(report.stats.nodes, "node", "nodes");
    let took = format!("{nodes}, {:.1} ms", report.stats.ms);
    let limit = report
        .limit
        .map_or(String::new(), |limit| format!(" ({limit})"));
    match report.status {
        Status::Solved => {
            let costs = report.costs.clone().unwrap_or_default();
            let claim = match (report.metrics.is_empty(), report.optimal) {
                (true, _) => "solved".to_owned(),
                (_, true) => format!("solved: {costs}, proved to be the fewest"),
                _ => format!(
                    "solved: {costs}, not proved to be the fewest; at least {}{limit}",
                    report.bounds
                ),
            };
            out.line(&format!("{claim} ({took})"))?;
            if let Some(solution) = &report.solution {
                let solution = solution.to_string();
                let mut play = level.at(None)?;
                if play.show_coming(&solution, None).is_ok() {
                    out.text(&play.text())?;
                }
                out.line(&solution)?;
            }
        }
        Status::Unsolvable => {
            out.line(&format!("unsolvable, proved ({took})"))?;
            for statement in &report.proof {
                out.line(&statement.text)?;
            }
            if let Some(certificate) = &report.certificate {
                out.line(&format!("certificate: {certificate}"))?;
            }
        }
        Status::GaveUp => out.line(&format!(
            "gave up{limit}; at least {} ({took})",
            report.bounds
        ))?,
    }
    if let Some(solutions) = &report.solutions {
        let least = if solutions.complete { "" } else { "at least " };
        let solution = match solutions.count.as_str() {
            "1" => "solution",
            _ => "different solutions",
        };
        out.line(&format!("{least}{} {solution}", solutions.count))?;
        for solution in &solutions.list {
            out.line(&solution.to_string())?;
        }
    }
    Ok(())
}

/// The file that the events of a search go to.
struct Trace(RefCell<(BufWriter<File>, std::io::Result<()>)>);

impl Trace {
    fn create(path: &std::path::Path) -> anyhow::Result<Self> {
        let file =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Trace(RefCell::new((BufWriter::new(file), Ok(())))))
    }

    /// Writes an event as a line of JSON; the first error is kept for the end.
    fn write(&self, event: &TraceEvent) {
        let (file, result) = &mut *self.0.borrow_mut();
        if result.is_ok() {
            *result = serde_json::to_writer(&mut *file, event)
                .map_err(Into::into)
                .and_then(|()| writeln!(file));
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        let (mut file, result) = self.0.into_inner();
        result
            .and_then(|()| file.flush())
            .context("cannot write the trace")
    }
}
