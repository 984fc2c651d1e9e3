//! `hint`: can it still be solved from here, and what next.

use gridwright_core::cost::counted;
use gridwright_games::registry::Session;
use gridwright_games::report::HintReport;

use anyhow::bail;

use crate::args::HintArgs;
use crate::each::{Asks, each};
use crate::output::{Exit, Out};
use crate::source::{self, Library};
use crate::work::Work;

pub(crate) fn run(
    args: &HintArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    if args.level.level == "-" && args.after.as_deref() == Some("-") {
        bail!("only one of the level and the moves can come from standard input");
    }
    let so_far = args.after.as_deref().map(source::solution).transpose()?;
    each(&args.level, library, out, work, &Hinting { so_far, work })
}

struct Hinting<'a> {
    so_far: Option<String>,
    work: &'a Work,
}

impl Asks for Hinting<'_> {
    type Answer = HintReport;

    fn ask(&self, level: &dyn Session) -> anyhow::Result<HintReport> {
        Ok(level.at(self.so_far.as_deref())?.hint(&self.work.budget()))
    }

    fn tell(&self, report: &HintReport, _: &dyn Session, out: &Out) -> anyhow::Result<()> {
        out.line(&report.why)?;
        if let Some(undo) = report.undo {
            let moves = counted(undo as u64, "move", "moves");
            out.line(&format!("take back {moves}"))?;
        }
        if let Some(remove) = &report.remove {
            out.line(&format!("remove {remove:?}"))?;
        }
        if let Some(next) = &report.next {
            out.line(&format!("next: {next}"))?;
        }
        if let Some(remaining) = &report.remaining {
            out.line(&format!("remaining: {remaining}"))?;
        }
        if let Some(at_most) = &report.at_most {
            out.line(&format!("remaining: at most {at_most}, not proved"))?;
        }
        for remark in &report.remarks {
            out.line(&format!("remark: {remark}"))?;
        }
        Ok(())
    }

    fn exit(&self, report: &HintReport) -> Exit {
        match report.on_track {
            Some(true) => Exit::Yes,
            Some(false) => Exit::No,
            None => Exit::Undecided,
        }
    }
}
