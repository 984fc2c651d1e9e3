//! How a request names a level, and the level it names.
//!
//! A level comes by address (shipped, or the level of a day), by code, as a document, or by the
//! hash of a level that was sent before. The same content is the same level however it came: a
//! code of a shipped level leads to the record and the progress of that level.

use std::sync::Arc;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;

use gridwright_core::cost::Costs;
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::NOT_JSON;
use gridwright_games::document::envelope::Outline;
use gridwright_games::document::pack::Record;
use gridwright_games::registry::{Game, Games, Play, Session};

use crate::beyond::{self, Beyond};
use crate::catalogue::{Catalogue, Shipped};
use crate::daily::{self, Day};
use crate::draft::svg_of;
use crate::levels::{Level, Par};
use crate::play::{Moves, bounded};
use crate::refusal::{Refusal, RefusalKind};
use crate::stars::stars;
use crate::workshop::{Context, Stop};
use crate::{codes, daily::DAILY};

/// The most columns or rows of a board in the page: 64 cells, or the 65 points around them.
pub(crate) const MOST_SIDE: usize = 65;

/// The most characters of a level in the page. The largest boards take a tenth of it.
pub(crate) const MOST_TEXT: usize = 256 << 10;

/// Names a level by exactly one of `address`, `code`, `document` and `hash`.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct LevelRef {
    /// `GAME/PACK/ID`, `GAME/ID`, or `GAME/daily/YYYY-MM-DD`; where a game's first pack is the
    /// beginning of an endless series, its numbers go on.
    pub address: Option<String>,
    /// A level code.
    pub code: Option<String>,
    /// A level file, or a record that holds one.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub document: Option<Box<RawValue>>,
    /// The game of the document, where it does not say.
    pub game: Option<String>,
    /// The hash of a level that was sent before.
    pub hash: Option<String>,
}

impl LevelRef {
    /// A shipped level, or the level of a day.
    pub fn address(address: impl Into<String>) -> Self {
        LevelRef {
            address: Some(address.into()),
            ..LevelRef::default()
        }
    }

    /// A level code.
    pub fn code(code: impl Into<String>) -> Self {
        LevelRef {
            code: Some(code.into()),
            ..LevelRef::default()
        }
    }

    /// A level file, of this game where the file does not say.
    ///
    /// # Errors
    /// If the text is no JSON.
    pub fn document(text: &str, game: Option<&str>) -> Result<Self, Refusal> {
        Ok(LevelRef {
            document: Some(raw_json(text)?),
            game: game.map(str::to_owned),
            ..LevelRef::default()
        })
    }
}

/// A text that is JSON, for requests that carry documents.
///
/// # Errors
/// If it is none.
pub fn raw_json(text: &str) -> Result<Box<RawValue>, Refusal> {
    RawValue::from_string(text.to_owned()).map_err(|error| {
        Refusal::malformed(Fault::new(NOT_JSON, error.to_string(), Place::everywhere()))
    })
}

/// Boards with more cells take some milliseconds to be read and drawn: a few of them at once would
/// be felt by everybody else.
const MOST_BESIDE: usize = 32 * 32;

/// A level and where it comes from.
pub struct Named {
    /// The level.
    pub level: Arc<Level>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a level comes from.
#[derive(Clone)]
pub enum Origin {
    /// From a pack.
    Shipped(Shipped),
    /// It lies beyond a pack, in the endless series that the pack begins.
    Beyond(Beyond),
    /// It is the level of a day.
    Daily(Day),
    /// From anywhere else.
    Free,
}

impl LevelRef {
    /// The level.
    /// # Errors
    /// If no level is named, or the level is faulty.
    pub fn open(&self, context: Context<'_>) -> Result<Named, Stop> {
        let names = [
            self.address.is_some(),
            self.code.is_some(),
            self.document.is_some(),
            self.hash.is_some(),
        ];
        if names.iter().filter(|named| **named).count() != 1 {
            let message = "name the level by one of address, code, document and hash";
            return Err(Refusal::new(RefusalKind::Malformed, codes::LEVEL_REF, message).into());
        }
        if let Some(address) = &self.address {
            return at_address(context, address);
        }
        let level = if let Some(hash) = &self.hash {
            known(context, hash)?
        } else if let Some(code) = &self.code {
            if code.len() > MOST_TEXT {
                return Err(
                    too_large("the code is longer than that of any level in the page").into(),
                );
            }
            let session =
                context
                    .workshop
                    .registry()
                    .open_code(code, MOST_TEXT, self.game.as_deref())?;
            context.workshop.levels.keep(checked(session)?)
        } else {
            let text = self.document.as_ref().map_or("", |document| document.get());
            let registry = context.workshop.registry();
            let level = read(registry, text, self.game.as_deref())?;
            context.workshop.levels.keep(level)
        };
        let (width, height) = level.session.size();
        if !context.alone && width * height > MOST_BESIDE {
            return Err(Stop::NeedsTurn);
        }
        let origin = match level.origin.get() {
            Some(origin) => origin.clone(),
            None => match origin_of(context, &level)? {
                Some(found) => level.origin.get_or_init(|| found).clone(),
                None => Origin::Free,
            },
        };
        Ok(Named { level, origin })
    }
}

/// Where a level comes from, by its content alone; `None` if that could not be found out this time,
/// because the client has gone or the level of a day was not made in time.
fn origin_of(context: Context<'_>, level: &Level) -> Result<Option<Origin>, Stop> {
    if let Some(shipped) = context.workshop.catalogue.with_hash(&level.hash) {
        return Ok(Some(Origin::Shipped(shipped.clone())));
    }
    let session = &*level.session;
    let game = session.game();
    let seed = &session.document()["meta"]["seed"];
    // It has the seed of a day, or the number of a series; whether it is the level of that day or
    // number, only that level can tell.
    let (origin, record) = if let Some(day) = Day::of_seed(seed) {
        (Origin::Daily(day), daily::record(context, game, day))
    } else if let Some(place) = Beyond::of_seed(&context.workshop.catalogue, game, seed) {
        (Origin::Beyond(place), beyond::record(context, game, place))
    } else {
        return Ok(Some(Origin::Free));
    };
    let record = match record {
        Ok(record) => record,
        Err(stop @ (Stop::NeedsSeconds | Stop::NeedsTurn)) => return Err(stop),
        Err(Stop::Refused(refusal)) if refusal.kind() == RefusalKind::Busy => return Ok(None),
        Err(Stop::Refused(_)) => return Ok(Some(Origin::Free)),
    };
    let same = keep_record(context, game, &record)?.hash == level.hash;
    Ok(Some(if same { origin } else { Origin::Free }))
}

impl Named {
    /// The level itself.
    pub fn session(&self) -> &dyn Session {
        &*self.level.session
    }

    /// Its game.
    pub fn game(&self) -> &'static dyn Game {
        self.level.session.game()
    }

    /// The level after these moves.
    pub(crate) fn at(&self, moves: &Moves) -> Result<Box<dyn Play>, Refusal> {
        Ok(self.session().at(bounded(moves)?)?)
    }

    /// The order in which the game's metrics are minimised; empty if it does not count.
    pub fn order(&self) -> &'static [&'static str] {
        self.game().metrics().first().copied().unwrap_or(&[])
    }

    /// How good a solution of these costs is, where par is proved.
    pub fn stars(&self, costs: &Costs) -> Option<u8> {
        stars(self.order(), self.par().as_ref(), |metric| {
            costs.get(metric)
        })
    }

    /// The key of its progress.
    pub fn key(&self) -> String {
        match &self.origin {
            Origin::Shipped(shipped) => shipped.key(),
            Origin::Beyond(place) => place.key(),
            Origin::Daily(day) => format!("{DAILY}/{day}"),
            Origin::Free => format!("hash:{}", self.level.hash),
        }
    }

    /// Its address, if it has one.
    pub fn address(&self) -> Option<String> {
        match &self.origin {
            Origin::Shipped(shipped) => Some(shipped.address()),
            Origin::Beyond(_) | Origin::Daily(_) => {
                Some(format!("{}/{}", self.game().id(), self.key()))
            }
            Origin::Free => None,
        }
    }

    /// The key of the level after it: in its pack, or in the endless series that the pack begins.
    pub(crate) fn next_key(&self, catalogue: &Catalogue) -> Option<String> {
        let further = |number| Beyond::of(catalogue, self.game(), number);
        match &self.origin {
            Origin::Shipped(shipped) => match shipped.neighbour(1) {
                Some(next) => Some(next.key()),
                None => {
                    let (pack, last) = catalogue.series(self.game())?;
                    let here = pack.name() == shipped.listed().name();
                    further(last + 1).filter(|_| here).map(|next| next.key())
                }
            },
            Origin::Beyond(place) => further(place.number() + 1).map(|next| next.key()),
            Origin::Daily(_) | Origin::Free => None,
        }
    }

    /// The address of the level after it.
    pub fn next(&self, catalogue: &Catalogue) -> Option<String> {
        let key = self.next_key(catalogue)?;
        Some(format!("{}/{key}", self.game().id()))
    }

    /// The address of the level before it.
    pub(crate) fn previous(&self) -> Option<String> {
        match &self.origin {
            Origin::Shipped(shipped) => Some(shipped.neighbour(-1)?.address()),
            Origin::Beyond(place) => Some(format!("{}/{}", self.game().id(), place.before())),
            Origin::Daily(_) | Origin::Free => None,
        }
    }

    /// Its place in the pack or the series, from 1.
    pub(crate) fn number(&self) -> Option<usize> {
        match &self.origin {
            Origin::Shipped(shipped) => Some(shipped.number()),
            Origin::Beyond(place) => usize::try_from(place.number()).ok(),
            Origin::Daily(_) | Origin::Free => None,
        }
    }

    /// What is known about its best solution.
    pub fn par(&self) -> Option<Par> {
        match &self.origin {
            Origin::Shipped(shipped) => Some(par_of(shipped.record())),
            _ => self.level.par(),
        }
    }
}

/// What a record says about the best solution.
pub(crate) fn par_of(record: &Record) -> Par {
    Par {
        costs: record.costs.clone(),
        optimal: record.optimal,
        minima: record.minima.clone(),
        tier: record.grade["tier"].as_str().map(str::to_owned),
    }
}

/// The level of a record, held together with what the record knows.
pub(crate) fn keep_record(
    context: Context<'_>,
    game: &dyn Game,
    record: &Record,
) -> Result<Arc<Level>, Refusal> {
    let session = game.open(&record.level.to_string())?;
    let level = context.workshop.levels.keep(checked(session)?);
    level.learn(par_of(record));
    Ok(level)
}

fn at_address(context: Context<'_>, address: &str) -> Result<Named, Stop> {
    if let [game, DAILY, day] = address.split('/').collect::<Vec<_>>()[..] {
        let game = context.workshop.catalogue.game(game)?;
        let day = Day::parse(day)?;
        let record = daily::record(context, game, day)?;
        let level = keep_record(context, game, &record)?;
        let origin = Origin::Daily(day);
        return Ok(Named { level, origin });
    }
    let catalogue = &context.workshop.catalogue;
    let shipped = match catalogue.at(address) {
        Ok(shipped) => shipped,
        Err(unknown) => {
            let Some((game, place)) = Beyond::at(catalogue, address) else {
                return Err(unknown.into());
            };
            let record = beyond::record(context, game, place)?;
            let level = keep_record(context, game, &record)?;
            let origin = Origin::Beyond(place);
            return Ok(Named { level, origin });
        }
    };
    let game = shipped.listed().game;
    let held = shipped
        .hash()
        .get()
        .and_then(|hash| context.workshop.levels.get(hash));
    let level = match held {
        Some(level) => level,
        None => {
            let session = game.open(&shipped.record().level.to_string())?;
            let level = context.workshop.levels.keep(checked(session)?);
            let _ = shipped.hash().set(level.hash.clone());
            level
        }
    };
    let origin = Origin::Shipped(shipped);
    Ok(Named { level, origin })
}

fn known(context: Context<'_>, hash: &str) -> Result<Arc<Level>, Refusal> {
    context.workshop.levels.get(hash).ok_or_else(|| {
        let message = "the server does not hold this level any more; send the level itself";
        Refusal::new(RefusalKind::NotFound, codes::UNKNOWN_HASH, message)
    })
}

/// Reads a document; what is wrong with it comes with a picture of it, if it can be drawn.
fn read(registry: Games, text: &str, game: Option<&str>) -> Result<Level, Refusal> {
    if text.len() > MOST_TEXT {
        let message = format!(
            "the level has {} characters; the page takes {MOST_TEXT}",
            text.len()
        );
        return Err(too_large(message));
    }
    let session = registry.open(text, game).map_err(|faults| {
        let sketch = sketch(registry, text, game, &faults);
        Refusal::from(faults).with_sketch(sketch)
    })?;
    checked(session)
}

/// Refuses boards that are too large to be drawn in the page.
pub(crate) fn checked(session: Box<dyn Session>) -> Result<Level, Refusal> {
    let (width, height) = session.size();
    if width.max(height) > MOST_SIDE {
        return Err(too_large(format!(
            "the board is {width} x {height}; the page shows up to {MOST_SIDE} x {MOST_SIDE}, \
             larger ones are for the command line"
        )));
    }
    Ok(Level::new(session))
}

pub(crate) fn too_large(message: impl Into<String>) -> Refusal {
    Refusal::unmet(codes::TOO_LARGE, message)
}

/// A picture of a faulty level.
fn sketch(registry: Games, text: &str, game: Option<&str>, faults: &Faults) -> Option<String> {
    let (inner, pointer) = Outline::single(text).ok()?;
    let located = |at: &Place| at.pointer.starts_with(pointer);
    faults.list().iter().find(|fault| located(&fault.at))?;
    let game = registry.detect(inner, game).ok()?;
    let draft = game.draft(Some(inner), None).ok()?;
    svg_of(&draft.scene).ok()
}
