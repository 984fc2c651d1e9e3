//! `code`: a level as a short line of text.

use serde::Serialize;

use gridwright_core::fault::Faults;
use gridwright_games::registry::Session;

use crate::args::LevelArgs;
use crate::each::{Asks, each};
use crate::output::{Exit, Out};
use crate::source::Library;
use crate::work::Work;

pub(crate) fn run(
    args: &LevelArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    each(args, library, out, work, &Coding)
}

struct Coding;

#[derive(Serialize)]
struct CodeReport {
    game: &'static str,
    code: String,
}

impl Asks for Coding {
    type Answer = CodeReport;

    fn ask(&self, level: &dyn Session) -> anyhow::Result<CodeReport> {
        Ok(CodeReport {
            game: level.game().id(),
            code: level.code().map_err(Faults::from)?,
        })
    }

    fn tell(&self, report: &CodeReport, _: &dyn Session, out: &Out) -> anyhow::Result<()> {
        out.line(&report.code)
    }

    fn exit(&self, _: &CodeReport) -> Exit {
        Exit::Yes
    }
}
