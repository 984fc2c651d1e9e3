//! `explain`: the solution as a person would find it.

use crate::args::LevelArgs;
use crate::output::{Exit, Out, tell};
use crate::source::Library;
use crate::work::Work;

pub(crate) fn run(
    args: &LevelArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    let level = library.level(args)?;
    let report = level.explain(&work.budget());
    work.done();
    let Some(report) = report else {
        if out.json {
            out.json(&serde_json::Value::Null)?;
        }
        tell(
            "there is nothing to explain: no solution was found, or the level is too large to follow; \
             `solve` says what is known",
        );
        return Ok(Exit::Undecided);
    };
    if out.json {
        out.json(&report)?;
    } else {
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
    }
    Ok(Exit::Yes)
}
