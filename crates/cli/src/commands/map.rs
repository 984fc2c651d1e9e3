//! `map`: where a level is hard, along its best solution and on its board.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};

use gridwright_core::svg::{self, Lettering};
use gridwright_workshop::author::map::{map, picture, rows};

use crate::args::MapArgs;
use crate::output::{Exit, Out, save, table};
use crate::source::Library;
use crate::work::Work;

/// An answer comes within this time unless the user says otherwise.
const TIME_LIMIT: Duration = Duration::from_secs(30);

pub(crate) fn run(
    args: &MapArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    let level = library.level(&args.level)?;
    let report = map(&*level, &work.budget_within(TIME_LIMIT))?;
    work.done();
    if let Some(path) = &args.output {
        let scene = picture(level.at(None)?.scene(), &report);
        let bytes = match path.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => svg::render(&scene, Lettering::Font).into_bytes(),
            Some("png") => svg::png(&scene, 2.0).context("the picture has no size")?,
            _ => bail!("{} should end in .svg or .png", Path::new(path).display()),
        };
        save(path, &bytes)?;
    }
    if out.json {
        out.json(&report)?;
    } else {
        out.line(table(&rows(&report)).trim_end())?;
    }
    Ok(match report.limit {
        None => Exit::Yes,
        Some(_) => Exit::Undecided,
    })
}
