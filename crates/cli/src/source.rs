//! Levels and solutions from wherever they are: files, standard input, packs, codes.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::envelope::Outline;
use gridwright_games::document::pack::{Pack, Record};
use gridwright_games::document::{MOST_BYTES, NOT_UTF8, PACK_UNKNOWN, TOO_LARGE, code};
use gridwright_games::registry::{Game, Games, Session};
use gridwright_host::WallClock;
use gridwright_workshop::author::collection::{self, Contents, Entry};
use gridwright_workshop::catalogue::Catalogue;

use crate::args::LevelArgs;
use crate::work::waiting;

/// A level of an endless series is made within this time.
const MAKING: Duration = Duration::from_secs(60);

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
                let clock = WallClock::start();
                let budget = Budget::unlimited().with_clock(&clock).within(MAKING);
                let record = self.catalogue.record_at(level, &budget);
                self.of_record(&record.map_err(with_advice)?, game)
            }
            Name::Text => {
                let text = text(level)?;
                match collection::contents(&text)? {
                    Contents::Many(entries) if entries.len() == 1 => {
                        self.of_record(&entries[0].record, game)
                    }
                    _ => Ok(self.games().open(&text, game)?),
                }
            }
            Name::Inside { file, id } => {
                let entry = inside(file, id)?;
                self.of_record(&entry.record, game)
            }
            Name::Nothing => bail!(
                "{level:?} is no file, no shipped level (GAME/ID; `gridwright games` lists them), \
                 no level of a pack (PACK.json#ID) and no level code"
            ),
        }
    }

    /// The text of the document that an argument names: of a level, or of whatever a file holds.
    pub(crate) fn document(&self, argument: &str) -> anyhow::Result<String> {
        if self.named(argument) != Name::Text {
            return Ok(self.open(argument, None)?.document().to_string());
        }
        let text = text(argument)?;
        match collection::contents(&text)? {
            Contents::Many(entries) if entries.len() == 1 => {
                Ok(entries[0].record.level.to_string())
            }
            Contents::Many(_) => bail!("{argument} holds several levels; name one of them"),
            Contents::One => Ok(text),
        }
    }

    /// The levels an argument names: one, or those of a folder, a pack, a shipped pack (GAME or
    /// GAME/PACK), or of whatever another command printed. Nothing is opened yet.
    pub(crate) fn levels(&self, argument: &str) -> anyhow::Result<Levels> {
        let one = |holds: Holds| {
            Levels::One(Source {
                name: argument.to_owned(),
                holds,
            })
        };
        let several = |sources: Vec<Source>| match sources.is_empty() {
            true => bail!("{argument} holds no levels"),
            false => Ok(Levels::Several(sources)),
        };
        if Path::new(argument).is_dir() {
            return several(folder(argument)?);
        }
        match self.named(argument) {
            Name::Text => {
                let text = text(argument)?;
                match collection::contents(&text)? {
                    Contents::One => Ok(one(Holds::Text(text))),
                    Contents::Many(entries) => {
                        several(entries.into_iter().map(Source::from).collect())
                    }
                }
            }
            Name::Inside { file, id } => {
                let record = inside(file, id)?.record;
                Ok(one(Holds::Record(Box::new(record))))
            }
            Name::Code => Ok(one(Holds::Name)),
            Name::Address | Name::Nothing => match self.shipped(argument) {
                Some(sources) => several(sources),
                None => Ok(one(Holds::Name)),
            },
        }
    }

    /// The levels of a shipped pack, or of all packs of a game.
    fn shipped(&self, argument: &str) -> Option<Vec<Source>> {
        let (game, name) = match argument.split_once('/') {
            Some((game, name)) => (game, Some(name)),
            None => (argument, None),
        };
        let packs = self.catalogue.of(game).map(|listed| listed.pack());
        let packs = packs.filter(|pack| name.is_none_or(|name| name == pack.pack));
        let sources: Vec<Source> = packs
            .flat_map(collection::of_pack)
            .map(Source::from)
            .collect();
        (!sources.is_empty()).then_some(sources)
    }

    /// The title of the pack or the game that an argument names.
    pub(crate) fn title(&self, argument: &str) -> Option<String> {
        if Path::new(argument).is_file() {
            let pack = Pack::read(&text(argument).ok()?);
            return pack.ok().map(|pack| pack.title);
        }
        let (game, rest) = argument.split_once('/').unwrap_or((argument, ""));
        let game = self.catalogue.game(game).ok()?;
        match self.catalogue.pack(game.id(), rest) {
            Ok(listed) => Some(format!("{}: {}", game.title(), listed.pack().title)),
            Err(_) => Some(game.title().to_owned()),
        }
    }

    fn of_record(&self, record: &Record, game: Option<&str>) -> anyhow::Result<Box<dyn Session>> {
        Ok(self.games().open(&record.level.to_string(), game)?)
    }

    /// In which way an argument names a level.
    pub(crate) fn named<'a>(&self, level: &'a str) -> Name<'a> {
        let first = level.split('/').next().unwrap_or_default();
        if level == "-" || Path::new(level).exists() {
            Name::Text
        } else if code::looks_like_code(level) {
            Name::Code
        } else if let Some((file, id)) = level
            .rsplit_once('#')
            .filter(|(file, _)| *file == "-" || Path::new(file).is_file())
        {
            Name::Inside { file, id }
        } else if level.contains('/') && self.catalogue.game(first).is_ok() {
            Name::Address
        } else {
            Name::Nothing
        }
    }
}

/// One level, or several.
pub(crate) enum Levels {
    One(Source),
    Several(Vec<Source>),
}

impl Levels {
    /// All of them.
    pub(crate) fn list(self) -> Vec<Source> {
        match self {
            Levels::One(source) => vec![source],
            Levels::Several(sources) => sources,
        }
    }
}

/// Where a level comes from.
pub(crate) struct Source {
    /// What to call it.
    pub(crate) name: String,
    holds: Holds,
}

enum Holds {
    /// The name says it: an address or a code.
    Name,
    File(String),
    Text(String),
    Record(Box<Record>),
}

impl From<Entry> for Source {
    fn from(entry: Entry) -> Self {
        Source {
            name: entry.name,
            holds: Holds::Record(Box::new(entry.record)),
        }
    }
}

impl Source {
    /// The level.
    pub(crate) fn open(
        &self,
        library: &Library,
        game: Option<&str>,
    ) -> anyhow::Result<Box<dyn Session>> {
        match &self.holds {
            Holds::Name => library.open(&self.name, game),
            Holds::File(path) => Ok(library.games().open(&text(path)?, game)?),
            Holds::Text(text) => Ok(library.games().open(text, game)?),
            Holds::Record(record) => library.of_record(record, game),
        }
    }

    /// What is said of it beside the level, if anything.
    pub(crate) fn record(&self) -> Option<&Record> {
        match &self.holds {
            Holds::Record(record) => Some(record),
            _ => None,
        }
    }
}

/// The level files of a folder, in the order of their names.
fn folder(path: &str) -> anyhow::Result<Vec<Source>> {
    let mut files: Vec<String> = std::fs::read_dir(path)
        .with_context(|| format!("cannot read {path}"))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|file| {
            file.extension()
                .is_some_and(|extension| extension == "json")
        })
        .map(|file| file.to_string_lossy().into_owned())
        .collect();
    files.sort();
    if files.is_empty() {
        bail!("{path} holds no .json files");
    }
    let named = |file: String| Source {
        name: file.clone(),
        holds: Holds::File(file),
    };
    Ok(files.into_iter().map(named).collect())
}

/// The level of an id in a file.
fn inside(file: &str, id: &str) -> anyhow::Result<Entry> {
    match collection::contents(&text(file)?)? {
        Contents::Many(entries) => Ok(collection::named(entries, id).map_err(Faults::from)?),
        Contents::One => bail!("{file} holds one level; leave out #{id}"),
    }
}

/// How an argument names a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name<'a> {
    /// A file, or standard input.
    Text,
    /// A level code.
    Code,
    /// A shipped level.
    Address,
    /// A level of a file that holds several: `PACK.json#ID`.
    Inside {
        /// The file, or `-`.
        file: &'a str,
        /// The id, or the place from 1.
        id: &'a str,
    },
    /// Not at all.
    Nothing,
}

/// What is wrong with an address, and what to do next.
fn with_advice(faults: Faults) -> Faults {
    let mut advised = Faults::default();
    for fault in faults.list() {
        let mut message = fault.message.clone();
        if fault.code == PACK_UNKNOWN {
            message = message.trim_end_matches('.').to_owned();
            message += "; `gridwright games` lists the packs";
        }
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

/// The text of a file or of standard input, bounded before it is read, without the mark that some
/// editors put at the beginning.
pub(crate) fn text(path: &str) -> anyhow::Result<String> {
    let mut bytes = bytes(path, MOST_BYTES)?;
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(.."\u{feff}".len());
    }
    String::from_utf8(bytes).map_err(|error| {
        let message = format!("byte {} is no UTF-8", error.utf8_error().valid_up_to());
        Faults::from(Fault::new(NOT_UTF8, message, Place::everywhere())).into()
    })
}

/// At most so many bytes of a file or of standard input.
pub(crate) fn bytes(path: &str, most: usize) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    if path == "-" {
        waiting(|| std::io::stdin().lock().take(limit).read_to_end(&mut bytes))
            .context("cannot read standard input")?;
    } else {
        // A file may be a pipe that nobody writes into.
        waiting(|| File::open(path)?.take(limit).read_to_end(&mut bytes))
            .with_context(|| format!("cannot read {path}"))?;
    }
    if bytes.len() > most {
        let message = format!("the input has more than {most} bytes");
        return Err(Faults::from(Fault::new(TOO_LARGE, message, Place::everywhere())).into());
    }
    Ok(bytes)
}
