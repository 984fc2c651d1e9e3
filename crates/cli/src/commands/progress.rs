//! `progress`: look at, save, restore or erase what the user has achieved.

use std::io::{IsTerminal, Write};

use anyhow::{Context, bail};

use gridwright_core::cost::counted;
use gridwright_progress::{Error, SqliteStore};
use gridwright_workshop::progress::document;
use gridwright_workshop::progress::store::Scope;

use crate::args::{ProgressAction, ProgressArgs};
use crate::output::{Exit, Out, table, tell};
use crate::source::{self, Library};

pub(crate) fn run(args: &ProgressArgs, library: &Library, out: &Out) -> anyhow::Result<Exit> {
    let opened = gridwright_progress::open(&gridwright_progress::home()?)?;
    for notice in &opened.notices {
        tell(&notice.to_string());
    }
    let mut store = opened.store;
    match &args.action {
        None | Some(ProgressAction::Show) => show(&store, library, out)?,
        Some(ProgressAction::Export { game, output }) => {
            let text = store.export(scope(game.as_deref(), library)?)?;
            match output {
                Some(path) => gridwright_progress::write_file(path, text.as_bytes())
                    .with_context(|| format!("cannot write {}", path.display()))?,
                None => out.document(&format!("{text}\n"))?,
            }
        }
        Some(ProgressAction::Import { file }) => {
            let bytes = source::bytes(file, document::MOST_BYTES)?;
            let imported = store.import(&bytes).map_err(plain)?;
            if out.json {
                out.json(&serde_json::json!({
                    "levels": imported.levels, "changed": imported.changed,
                }))?;
            } else {
                out.line(&format!(
                    "{} read, {} new or better",
                    counted(imported.levels as u64, "level", "levels"),
                    imported.changed
                ))?;
            }
        }
        Some(ProgressAction::Reset { game, yes }) => {
            let scope = scope(game.as_deref(), library)?;
            if !yes && !confirmed(game.as_deref())? {
                out.line("nothing was erased")?;
                return Ok(Exit::No);
            }
            store.reset(scope)?;
        }
    }
    Ok(Exit::Yes)
}

/// The game of this name, or all of them.
fn scope(game: Option<&str>, library: &Library) -> anyhow::Result<Scope<'static>> {
    Ok(match game {
        Some(id) => Scope::Game(library.game(id)?.id()),
        None => Scope::All,
    })
}

/// Faults of an import are reported like faults of any other input.
fn plain(error: Error) -> anyhow::Error {
    match error {
        Error::Refused(faults) => faults.into(),
        other => other.into(),
    }
}

fn confirmed(game: Option<&str>) -> anyhow::Result<bool> {
    if !std::io::stdin().is_terminal() {
        bail!("add --yes to erase progress without being asked");
    }
    let what = game.unwrap_or("all games");
    let mut stderr = std::io::stderr();
    write!(
        stderr,
        "Erase the progress of {what}? An export keeps a copy. [y/N] "
    )?;
    stderr.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(answer.trim().eq_ignore_ascii_case("y"))
}

fn show(store: &SqliteStore, library: &Library, out: &Out) -> anyhow::Result<()> {
    if out.json {
        return out.document(&format!("{}\n", store.export(Scope::All)?));
    }
    let games = store.games(Scope::All)?;
    if games.is_empty() {
        return out.line(&format!(
            "nothing yet; it will be kept in {}",
            store.path().display()
        ));
    }
    let mut rows = vec![
        ["game", "level", "best", "time", "unfinished"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for (id, game) in &games {
        let known = library.game(id).ok();
        let order = known.and_then(|known| known.metrics().first().copied());
        let order = order.unwrap_or(&[]);
        for (level, record) in &game.levels {
            let completed = record.completed.as_ref();
            let best = completed
                .and_then(|completed| completed.bests.first_by(order))
                .zip(known)
                .map(|(costs, game)| {
                    let counted = |metric: &&str| game.about().counted(metric, costs[*metric]);
                    order.iter().map(counted).collect::<Vec<_>>().join(", ")
                });
            let time = completed.and_then(|completed| completed.best_ms);
            rows.push(vec![
                id.clone(),
                level.clone(),
                match completed {
                    None => "-".into(),
                    Some(_) => best.filter(|b| !b.is_empty()).unwrap_or("solved".into()),
                },
                time.map_or("-".into(), |ms| format!("{:.1} s", ms as f64 / 1000.0)),
                if record.moves.is_some() { "yes" } else { "" }.to_owned(),
            ]);
        }
    }
    out.line(table(&rows).trim_end())?;
    for (id, game) in &games {
        if let Some(highest) = game.highest {
            out.line(&format!("{id}: level {highest} reached"))?;
        }
    }
    Ok(())
}
