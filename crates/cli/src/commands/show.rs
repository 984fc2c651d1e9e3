//! `show`: a level, a position or a search as text, SVG, PNG or scene.

use std::io::IsTerminal;
use std::path::Path;

use anyhow::{Context, bail};

use gridwright_core::scene::Scene;
use gridwright_core::solve::Wish;
use gridwright_core::svg::{self, Lettering};
use gridwright_core::text::one_line;
use gridwright_games::registry::Session;

use crate::args::{Format, ShowArgs};
use crate::output::{Exit, Out, save};
use crate::source::{self, Levels, Library, Source};
use crate::work::Work;

/// Larger boards are for the text view.
const MOST_CELLS_A_SIDE: f32 = 64.0;

pub(crate) fn run(
    args: &ShowArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    let from_stdin = [
        Some(&args.level.level),
        args.solution.as_ref(),
        args.after.as_ref(),
    ];
    if from_stdin
        .into_iter()
        .flatten()
        .filter(|a| *a == "-")
        .count()
        > 1
    {
        bail!("only one argument can come from standard input");
    }
    let level = match library.levels(&args.level.level)? {
        Levels::One(source) => source.open(library, args.level.game.as_deref())?,
        Levels::Several(sources) => return sheet(args, &sources, library, out),
    };
    let coming = match args.solution.as_deref() {
        Some("best") => Some(best(&*level, work)?),
        Some(argument) => Some(source::solution(argument)?),
        None => None,
    };
    let so_far = args.after.as_deref().map(source::solution).transpose()?;
    let format = format_of(args, out);
    let mut play = level.at(so_far.as_deref())?;
    if let Some(coming) = &coming {
        play.show_coming(coming, None)?;
    }
    if format == Format::Text && !args.tree {
        let text = play.text();
        match &args.output {
            Some(path) => save(path, text.to_string().as_bytes())?,
            None => out.text(&text)?,
        }
        return Ok(Exit::Yes);
    }
    let scene = if args.tree {
        let Some(tree) = level.search_tree(&work.budget()) else {
            bail!("{} has no picture of its search", level.game().id());
        };
        tree
    } else {
        let scene = play.scene();
        if scene.width.max(scene.height) > MOST_CELLS_A_SIDE {
            bail!("boards larger than 64 x 64 are shown as text only; leave out --format");
        }
        scene
    };
    write(&scene, format, args.output.as_deref(), out)?;
    Ok(Exit::Yes)
}

/// The most levels on a contact sheet.
const MOST_PICTURES: usize = 400;

/// Several levels one after another as text, or on one contact sheet.
fn sheet(
    args: &ShowArgs,
    sources: &[Source],
    library: &Library,
    out: &Out,
) -> anyhow::Result<Exit> {
    if args.solution.is_some() || args.after.is_some() || args.tree {
        bail!("moves and searches are shown of one level: PACK.json#ID, GAME/PACK/ID");
    }
    let mut pictures = Vec::new();
    let mut texts = String::new();
    let format = format_of(args, out);
    for source in sources {
        let play = source.open(library, args.level.game.as_deref())?.at(None)?;
        if format == Format::Text {
            let text = play.text();
            texts.push_str(&format!("{}\n{text}\n", one_line(&source.name)));
            continue;
        }
        let scene = play.scene();
        if pictures.len() == MOST_PICTURES || scene.width.max(scene.height) > MOST_CELLS_A_SIDE {
            bail!("a sheet has at most {MOST_PICTURES} boards of at most 64 x 64");
        }
        let name = source.name.rsplit('/').next().unwrap_or(&source.name);
        pictures.push((name.to_owned(), scene));
    }
    // A little wider than high.
    let columns = ((pictures.len() as f32 * 1.4).sqrt().ceil() as usize).max(1);
    let bytes = match format {
        Format::Text => texts.into_bytes(),
        Format::Scene => {
            let scenes: Vec<_> = pictures.iter().map(|(_, scene)| scene).collect();
            format!("{}\n", serde_json::to_string(&scenes)?).into_bytes()
        }
        Format::Svg => svg::sheet(&pictures, columns, Lettering::Font).into_bytes(),
        Format::Png => svg::sheet_png(&pictures, columns).context("the picture has no size")?,
    };
    put(&bytes, format, args.output.as_deref(), out)?;
    Ok(Exit::Yes)
}

fn best(level: &dyn Session, work: &Work) -> anyhow::Result<String> {
    let report = level.solve(&Wish::default(), &work.budget());
    work.done();
    match report.solution {
        Some(solution) => Ok(solution.to_string()),
        None => bail!("no solution was found to show; `solve` says what is known"),
    }
}

fn format_of(args: &ShowArgs, out: &Out) -> Format {
    let by_name = || match args.output.as_deref()?.extension()?.to_str()? {
        "svg" => Some(Format::Svg),
        "png" => Some(Format::Png),
        "json" => Some(Format::Scene),
        _ => None,
    };
    args.format
        .or_else(by_name)
        .or(out.json.then_some(Format::Scene))
        .unwrap_or(if args.tree { Format::Svg } else { Format::Text })
}

fn write(scene: &Scene, format: Format, path: Option<&Path>, out: &Out) -> anyhow::Result<()> {
    let bytes = match format {
        Format::Scene => format!("{}\n", serde_json::to_string(scene)?).into_bytes(),
        Format::Png => svg::png(scene, 2.0).context("the picture has no size")?,
        Format::Svg | Format::Text => svg::render(scene, Lettering::Font).into_bytes(),
    };
    put(&bytes, format, path, out)
}

fn put(bytes: &[u8], format: Format, path: Option<&Path>, out: &Out) -> anyhow::Result<()> {
    match path {
        Some(path) => save(path, bytes),
        None if format == Format::Png && std::io::stdout().is_terminal() => {
            bail!("a PNG is no text for a terminal; add -o FILE")
        }
        None => out.raw(bytes),
    }
}
