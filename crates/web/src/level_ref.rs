//! How a request names a level, and the level it names.
//!
//! A level comes by address (shipped, or the level of a day), by code, as a document, or by the
//! hash of a level that was sent before. The same content is the same level however it came: a
//! code of a shipped level leads to the record and the progress of that level.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use gridwright_core::fault::{Faults, Place};
use gridwright_games::document::envelope::Outline;
use gridwright_games::document::pack::Record;
use gridwright_games::registry::{self, Game, Session};

use crate::answer::Refused;
use crate::call::{Desk, Trouble};
use crate::catalogue::{CATALOGUE, Shipped};
use crate::daily::{self, Day};
use crate::draft::svg_of;
use crate::levels::{Level, Par};
use crate::{codes, daily::DAILY};

/// The most columns or rows of a board in the page.
pub(crate) const MOST_SIDE: usize = 64;

/// The most characters of a level in the page. The largest boards take a tenth of it.
pub(crate) const MOST_TEXT: usize = 256 << 10;

/// Names a level by exactly one of `address`, `code`, `document` and `hash`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct LevelRef {
    /// `GAME/PACK/ID`, `GAME/ID`, or `GAME/daily/YYYY-MM-DD`.
    pub(crate) address: Option<String>,
    /// A level code.
    pub(crate) code: Option<String>,
    /// A level file, or a record that holds one.
    #[schemars(with = "Option<Value>")]
    pub(crate) document: Option<Box<RawValue>>,
    /// The game of the document, where it does not say.
    pub(crate) game: Option<String>,
    /// The hash of a level that was sent before.
    pub(crate) hash: Option<String>,
}

/// A level and where it comes from.
pub(crate) struct Named {
    /// The level.
    pub(crate) level: Arc<Level>,
    /// Where it comes from.
    pub(crate) origin: Origin,
}

/// Where a level comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// From a pack.
    Shipped(Shipped),
    /// It is the level of a day.
    Daily(Day),
    /// From anywhere else.
    Free,
}

impl LevelRef {
    /// The level.
    pub(crate) fn open(&self, desk: &Desk<'_>) -> Result<Named, Trouble> {
        let names = [
            self.address.is_some(),
            self.code.is_some(),
            self.document.is_some(),
            self.hash.is_some(),
        ];
        if names.iter().filter(|named| **named).count() != 1 {
            let message = "name the level by one of address, code, document and hash";
            return Err(Refused::new(StatusCode::BAD_REQUEST, codes::LEVEL_REF, message).into());
        }
        if let Some(address) = &self.address {
            return at_address(desk, address);
        }
        let level = if let Some(hash) = &self.hash {
            known(desk, hash)?
        } else if let Some(code) = &self.code {
            if code.len() > MOST_TEXT {
                return Err(
                    too_large("the code is longer than that of any level in the page").into(),
                );
            }
            let session = registry::open_code(code, self.game.as_deref())?;
            desk.shop.levels.keep(checked(session)?)
        } else {
            let text = self.document.as_ref().map_or("", |document| document.get());
            desk.shop.levels.keep(read(text, self.game.as_deref())?)
        };
        let origin = match level.origin.get() {
            Some(origin) => *origin,
            None => {
                let found = origin_of(desk, &level)?;
                *level.origin.get_or_init(|| found)
            }
        };
        Ok(Named { level, origin })
    }
}

/// Where a level comes from, by its content alone.
fn origin_of(desk: &Desk<'_>, level: &Level) -> Result<Origin, Trouble> {
    if let Some(shipped) = CATALOGUE.with_hash(&level.hash) {
        return Ok(Origin::Shipped(shipped));
    }
    let session = &*level.session;
    let Some(day) = Day::of_seed(&session.document()["meta"]["seed"]) else {
        return Ok(Origin::Free);
    };
    // It has the seed of a day; whether it is the level of that day, only that level can tell.
    let game = session.game();
    let record = match daily::record(desk, game, day) {
        Ok(record) => record,
        Err(Trouble::TakesLonger) => return Err(Trouble::TakesLonger),
        Err(Trouble::Refused(_)) => return Ok(Origin::Free),
    };
    let same = keep_record(desk, game, &record)?.hash == level.hash;
    Ok(if same {
        Origin::Daily(day)
    } else {
        Origin::Free
    })
}

impl Named {
    /// The level itself.
    pub(crate) fn session(&self) -> &dyn Session {
        &*self.level.session
    }

    /// Its game.
    pub(crate) fn game(&self) -> &'static dyn Game {
        self.level.session.game()
    }

    /// The key of its progress.
    pub(crate) fn key(&self) -> String {
        match self.origin {
            Origin::Shipped(shipped) => shipped.key(),
            Origin::Daily(day) => format!("{DAILY}/{day}"),
            Origin::Free => format!("hash:{}", self.level.hash),
        }
    }

    /// Its address, if it has one.
    pub(crate) fn address(&self) -> Option<String> {
        match self.origin {
            Origin::Shipped(shipped) => Some(shipped.address()),
            Origin::Daily(_) => Some(format!("{}/{}", self.game().id(), self.key())),
            Origin::Free => None,
        }
    }

    /// What is known about its best solution.
    pub(crate) fn par(&self) -> Option<Par> {
        match self.origin {
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
        tier: record.grade["tier"].as_str().map(str::to_owned),
    }
}

/// The level of a record, held together with what the record knows.
pub(crate) fn keep_record(
    desk: &Desk<'_>,
    game: &dyn Game,
    record: &Record,
) -> Result<Arc<Level>, Refused> {
    let session = game.open(&record.level.to_string())?;
    let level = desk.shop.levels.keep(checked(session)?);
    level.learn(par_of(record));
    Ok(level)
}

fn at_address(desk: &Desk<'_>, address: &str) -> Result<Named, Trouble> {
    if let [game, DAILY, day] = address.split('/').collect::<Vec<_>>()[..] {
        let (game, day) = (registry::game(game)?, Day::parse(day)?);
        let record = daily::record(desk, game, day)?;
        let level = keep_record(desk, game, &record)?;
        let origin = Origin::Daily(day);
        return Ok(Named { level, origin });
    }
    let shipped = CATALOGUE.at(address)?;
    let game = shipped.listed().game;
    let held = shipped
        .hash()
        .get()
        .and_then(|hash| desk.shop.levels.get(hash));
    let level = match held {
        Some(level) => level,
        None => {
            let session = game.open(&shipped.record().level.to_string())?;
            let level = desk.shop.levels.keep(checked(session)?);
            let _ = shipped.hash().set(level.hash.clone());
            level
        }
    };
    let origin = Origin::Shipped(shipped);
    Ok(Named { level, origin })
}

fn known(desk: &Desk<'_>, hash: &str) -> Result<Arc<Level>, Refused> {
    desk.shop.levels.get(hash).ok_or_else(|| {
        let message = "the server does not hold this level any more; send the level itself";
        Refused::new(StatusCode::NOT_FOUND, codes::UNKNOWN_HASH, message)
    })
}

/// Reads a document; what is wrong with it comes with a picture of it, if it can be drawn.
fn read(text: &str, game: Option<&str>) -> Result<Level, Refused> {
    if text.len() > MOST_TEXT {
        let message = format!(
            "the level has {} characters; the page takes {MOST_TEXT}",
            text.len()
        );
        return Err(too_large(message));
    }
    let session = registry::open(text, game).map_err(|faults| {
        let sketch = sketch(text, game, &faults);
        Refused::from(faults).with_sketch(sketch)
    })?;
    checked(session)
}

/// Refuses boards that are too large to be drawn in the page.
pub(crate) fn checked(session: Box<dyn Session>) -> Result<Level, Refused> {
    let (width, height) = session.size();
    if width.max(height) > MOST_SIDE {
        return Err(too_large(format!(
            "the board is {width} x {height}; the page shows up to {MOST_SIDE} x {MOST_SIDE}, \
             larger ones are for the command line"
        )));
    }
    Ok(Level::new(session))
}

pub(crate) fn too_large(message: impl Into<String>) -> Refused {
    Refused::new(StatusCode::UNPROCESSABLE_ENTITY, codes::TOO_LARGE, message)
}

/// A picture of a faulty level.
fn sketch(text: &str, game: Option<&str>, faults: &Faults) -> Option<String> {
    let (inner, pointer) = Outline::single(text).ok()?;
    let located = |at: &Place| at.pointer.starts_with(pointer);
    faults.list().iter().find(|fault| located(&fault.at))?;
    let game = registry::detect(inner, game).ok()?;
    let draft = game.draft(Some(inner), None).ok()?;
    svg_of(&draft.scene).ok()
}
