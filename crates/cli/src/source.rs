//! Levels and solutions from wherever they are: files, standard input, packs, codes.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};

use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::envelope::Outline;
use gridwright_games::document::{MOST_BYTES, NOT_UTF8, TOO_LARGE, code};
use gridwright_games::registry::{Game, Games, Session};
use gridwright_workshop::catalogue::Catalogue;

use crate::args::LevelArgs;

/// The games that the command line knows, and where their levels come from.
pub(crate) struct Library {
    /// The shipped packs.
    pub(crate) catalogue: Catalogue,
}

impl Library {
    pub(crate) fn new(games: Games) -> Self {
        Library {
            catalogue: Catalogue::new(games),
        }
    }

    /// What reads documents of these games.
    pub(crate) fn games(&self) -> Games {
        self.catalogue.registry()
    }

    /// The game of this name.
    pub(crate) fn game(&self, id: &str) -> Result<&'static dyn Game, Faults> {
        self.catalogue.game(id).map_err(Faults::from)
    }

    /// The level an argument names.
    pub(crate) fn level(&self, args: &LevelArgs) -> anyhow::Result<Box<dyn Session>> {
        self.open(&args.level, args.game.as_deref())
    }

    /// The level an argument names, of a given game if there is one.
    pub(crate) fn open(&self, level: &str, game: Option<&str>) -> anyhow::Result<Box<dyn Session>> {
        match self.named(level) {
            Name::Code => Ok(self.games().open_code(level, code::MOST_TEXT, game)?),
            Name::Address => {
                let shipped = self.catalogue.at(level).map_err(with_advice)?;
                Ok(self
                    .games()
                    .open(&shipped.record().level.to_string(), game)?)
            }
            Name::Text => Ok(self.games().open(&text(level)?, game)?),
            Name::Nothing => bail!(
                "{level:?} is no file, no shipped level (GAME/ID; `gridwright games` lists them) \
                 and no level code"
            ),
        }
    }

    /// In which way an argument names a level.
    pub(crate) fn named(&self, level: &str) -> Name {
        let first = level.split('/').next().unwrap_or_default();
        if level == "-" || Path::new(level).exists() {
            Name::Text
        } else if code::looks_like_code(level) {
            Name::Code
        } else if level.contains('/') && self.catalogue.game(first).is_ok() {
            Name::Address
        } else {
            Name::Nothing
        }
    }
}

/// How an argument names a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// A file, or standard input.
    Text,
    /// A level code.
    Code,
    /// A shipped level.
    Address,
    /// Not at all.
    Nothing,
}

/// What is wrong with an address, and what to do next.
fn with_advice(faults: Faults) -> Faults {
    let mut advised = Faults::default();
    for fault in faults.list() {
        let message = format!("{}; `gridwright games` lists the packs", fault.message);
        advised.add(fault.code, message, fault.at.clone());
    }
    advised
}

/// The solution an argument names: JSON, a file, or standard input. The answer of `solve` and
/// records hold a solution too.
pub(crate) fn solution(argument: &str) -> anyhow::Result<String> {
    let text = if argument.trim_start().starts_with('{') {
        argument.to_owned()
    } else {
        text(argument)?
    };
    let inner = Outline::of(&text)
        .ok()
        .and_then(|outline| outline.solution.map(str::to_owned));
    match inner.as_deref() {
        Some("null") => bail!("{argument} holds no solution"),
        Some(solution) => Ok(solution.to_owned()),
        None => Ok(text),
    }
}

/// The text of a file or of standard input, bounded before it is read.
pub(crate) fn text(path: &str) -> anyhow::Result<String> {
    String::from_utf8(bytes(path, MOST_BYTES)?).map_err(|error| {
        let message = format!("byte {} is no UTF-8", error.utf8_error().valid_up_to());
        Faults::from(Fault::new(NOT_UTF8, message, Place::everywhere())).into()
    })
}

/// At most so many bytes of a file or of standard input.
pub(crate) fn bytes(path: &str, most: usize) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    if path == "-" {
        std::io::stdin()
            .lock()
            .take(limit)
            .read_to_end(&mut bytes)
            .context("cannot read standard input")?;
    } else {
        File::open(path)
            .and_then(|file| file.take(limit).read_to_end(&mut bytes))
            .with_context(|| format!("cannot read {path}"))?;
    }
    if bytes.len() > most {
        let message = format!("the input has more than {most} bytes");
        return Err(Faults::from(Fault::new(TOO_LARGE, message, Place::everywhere())).into());
    }
    Ok(bytes)
}
