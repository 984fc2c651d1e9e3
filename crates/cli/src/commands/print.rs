//! `print`: levels as a book, in PDF.

use std::time::Duration;

use gridwright_core::cost::counted;
use gridwright_core::pdf;
use gridwright_workshop::author::book::{self, Chosen, Design, Paper};

use crate::args::{PaperArg, PrintArgs, SolutionsArg};
use crate::output::{Exit, Out, save, tell};
use crate::source::Library;
use crate::work::Work;

/// Solutions are looked for within this time unless the user says otherwise.
const TIME_LIMIT: Duration = Duration::from_secs(120);

pub(crate) fn run(
    args: &PrintArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    let mut chosen = Vec::new();
    for argument in &args.levels {
        for source in library.levels(argument)?.list() {
            chosen.push(Chosen {
                level: source.open(library, args.game.as_deref())?,
                record: source.record().cloned(),
                name: source.name,
            });
        }
    }
    let design = Design {
        title: args.title.clone().unwrap_or_else(|| title(args, library)),
        paper: match args.paper {
            PaperArg::A4 => Paper::A4,
            PaperArg::Letter => Paper::Letter,
            PaperArg::A5 => Paper::A5,
        },
        per_page: args.per_page.map(|count| count as usize),
        solutions: args.solutions == SolutionsArg::End,
        grey: args.grey,
    };
    let (document, report) = book::make(chosen, &design, &work.budget_within(TIME_LIMIT))?;
    work.done();
    save(&args.output, &pdf::write(&document))?;
    if out.json {
        out.json(&report)?;
    } else {
        out.line(&format!(
            "{}: {} on {}",
            args.output.display(),
            counted(report.levels as u64, "level", "levels"),
            counted(report.pages as u64, "page", "pages"),
        ))?;
    }
    if report.unsolved > 0 {
        let unsolved = report.unsolved as u64;
        let unsolved = counted(unsolved, "level has", "levels have");
        tell(&format!("{unsolved} no known solution"));
        return Ok(Exit::Undecided);
    }
    Ok(Exit::Yes)
}

/// The title of the pack, the name of the game, or what everybody can see.
fn title(args: &PrintArgs, library: &Library) -> String {
    let [only] = &args.levels[..] else {
        return "Grid puzzles".to_owned();
    };
    library
        .title(only)
        .unwrap_or_else(|| "Grid puzzles".to_owned())
}
