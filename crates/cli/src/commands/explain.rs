//! `explain`: the solution as a person would find it.

use gridwright_games::registry::Session;
use gridwright_games::report::ExplainReport;

use crate::args::LevelArgs;
use crate::each::{Asks, each};
use crate::output::{Exit, Out, tell};
use crate::source::Library;
use crate::work::Work;

pub(crate) fn run(
    args: &LevelArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    each(args, library, out, work, &Explaining(work))
}

struct Explaining<'a>(&'a Work);

impl Asks for Explaining<'_> {
    type Answer = Option<ExplainReport>;

    fn ask(&self, level: &dyn Session) -> anyhow::Result<Self::Answer> {
        let report = level.explain(&self.0.budget());
        if report.is_none() {
            self.0.done();
            tell(
                "there is nothing to explain: no solution was found, or the level is too large to \
                 follow; `solve` says what is known",
            );
        }
        Ok(report)
    }

    fn tell(&self, report: &Self::Answer, _: &dyn Session, out: &Out) -> anyhow::Result<()> {
        let Some(report) = report else { return Ok(()) };
        for (index, beat) in report.beats.iter().enumerate() {
            out.line(&format!("{}. {}", index + 1, beat.text))?;
            if let Some(table) = report.table.as_ref().filter(|table| table.beat == index) {
                for plate in &table.plates {
                    out.line(&format!("   {}", plate.title))?;
                }
            }
            if !beat.moves.is_empty() {
                let moves: Vec<String> = beat.moves.iter().map(|mv| mv.to_string()).collect();
                out.line(&format!("   {}", moves.join(" ")))?;
            }
        }
        Ok(())
    }

    fn exit(&self, report: &Self::Answer) -> Exit {
        match report {
            Some(_) => Exit::Yes,
            None => Exit::Undecided,
        }
    }
}
