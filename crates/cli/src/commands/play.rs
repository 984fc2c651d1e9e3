//! `play`: the terminal player.

use std::io::IsTerminal;
use std::sync::Arc;

use anyhow::{Context, bail};

use gridwright_host::Machine;
use gridwright_progress::BackgroundStore;
use gridwright_tui::look::Look;
use gridwright_workshop::Workshop;
use gridwright_workshop::level_ref::LevelRef;

use crate::args::{Global, PlayArgs};
use crate::output::Exit;
use crate::source::{Library, Name};

pub(crate) fn run(args: &PlayArgs, global: &Global, library: &Library) -> anyhow::Result<Exit> {
    if !std::io::stdout().is_terminal() {
        bail!("`play` needs a terminal; `gridwright serve` plays in the browser");
    }
    let level = args.level.as_deref();
    let level = level
        .map(|level| named(level, args.game.as_deref(), library))
        .transpose()?;
    let opened = gridwright_progress::open(&gridwright_progress::home()?)?;
    let store = BackgroundStore::start(opened).context("cannot start a thread")?;
    let workshop = Workshop::with_games(library.games(), Machine::new(global.threads), store)
        .with_memory(global.memory_limit.saturating_mul(1 << 20));
    let workshop = Arc::new(workshop);
    let look = Look::detect(|name| std::env::var(name).ok(), args.ascii);
    let left = gridwright_tui::run(workshop.clone(), look, args.pictures, level);
    // Whatever happened to the terminal, what waits to be saved is written.
    workshop.store().close();
    match left.context("the terminal cannot be used")? {
        true => Ok(Exit::Yes),
        // As a shell reports a program that was asked to end.
        false => std::process::exit(143),
    }
}

/// How the workshop knows the level that an argument names.
fn named(level: &str, game: Option<&str>, library: &Library) -> anyhow::Result<LevelRef> {
    match library.named(level) {
        Name::Code => Ok(LevelRef::code(level)),
        Name::Address => Ok(LevelRef::address(level)),
        // Reading it says what is wrong, and names every fault.
        Name::Text | Name::Inside { .. } | Name::Nothing => {
            let session = library.open(level, game)?;
            Ok(LevelRef::document(&session.document().to_string(), None)?)
        }
    }
}
