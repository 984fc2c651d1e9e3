//! The shipped packs, each read once when it is first asked for, and found by address or by the
//! content of a level.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_core::generate::NotMade;
use gridwright_games::about::ShippedPack;
use gridwright_games::document::PACK_UNKNOWN;
use gridwright_games::document::pack::{Pack, Record};
use gridwright_games::registry::{self, Game, Games};

use crate::beyond::Beyond;
use crate::choices::LevelChoice;
use crate::daily::{self, DAILY, Day};
use crate::levels::hash_of;

/// The knob that chooses a level of an endless series.
const SERIES: &str = "level";

/// The games and their shipped packs.
pub struct Catalogue {
    games: Games,
    packs: Vec<Arc<Listed>>,
    by_hash: OnceLock<BTreeMap<String, Shipped>>,
}

/// One pack.
pub struct Listed {
    /// Its game.
    pub game: &'static dyn Game,
    /// Whether its levels open one after another.
    pub gated: bool,
    shipped: ShippedPack,
    content: OnceLock<Content>,
}

struct Content {
    pack: Pack,
    places: BTreeMap<String, usize>,
    hashes: Vec<OnceLock<String>>,
}

/// Where a shipped level stands. Clones are cheap.
#[derive(Clone)]
pub struct Shipped {
    listed: Arc<Listed>,
    index: usize,
}

impl Listed {
    /// Its name in addresses.
    pub fn name(&self) -> &'static str {
        self.shipped.name
    }

    /// What is in the pack.
    pub fn pack(&self) -> &Pack {
        &self.content().pack
    }

    fn content(&self) -> &Content {
        self.content.get_or_init(|| {
            let pack = registry::read_shipped(&self.shipped);
            let ids = pack.levels.iter().filter_map(|record| record.id.clone());
            Content {
                hashes: vec![OnceLock::new(); pack.levels.len()],
                places: ids.enumerate().map(|(index, id)| (id, index)).collect(),
                pack,
            }
        })
    }
}

impl Shipped {
    /// Its pack.
    pub fn listed(&self) -> &Listed {
        &self.listed
    }

    /// Its record.
    pub fn record(&self) -> &Record {
        &self.listed.pack().levels[self.index]
    }

    /// Its place in the pack, from 1.
    pub fn number(&self) -> usize {
        self.index + 1
    }

    /// The hash of its content, once the level was read.
    pub(crate) fn hash(&self) -> &OnceLock<String> {
        &self.listed.content().hashes[self.index]
    }

    /// The key of its progress: `PACK/ID`.
    pub fn key(&self) -> String {
        let id = self.record().id.as_deref().unwrap_or_default();
        format!("{}/{id}", self.listed.shipped.name)
    }

    /// `GAME/PACK/ID`.
    pub fn address(&self) -> String {
        format!("{}/{}", self.listed.game.id(), self.key())
    }

    /// The level so many places on in the same pack.
    pub fn neighbour(&self, by: isize) -> Option<Shipped> {
        let index = self.index.checked_add_signed(by)?;
        (index < self.listed.pack().levels.len()).then(|| Shipped {
            listed: self.listed.clone(),
            index,
        })
    }
}

impl Catalogue {
    /// The packs of these games; none of them is read yet.
    pub fn new(games: Games) -> Catalogue {
        let packs = games.0.iter().flat_map(|game| {
            game.packs().iter().map(|shipped| {
                Arc::new(Listed {
                    game: *game,
                    gated: game.gated().contains(&shipped.name),
                    shipped: *shipped,
                    content: OnceLock::new(),
                })
            })
        });
        Catalogue {
            packs: packs.collect(),
            games,
            by_hash: OnceLock::new(),
        }
    }

    /// The games, in the order people see them.
    pub fn games(&self) -> &'static [&'static dyn Game] {
        self.games.0
    }

    /// The game of this name.
    ///
    /// # Errors
    /// A fault that lists the games.
    pub fn game(&self, id: &str) -> Result<&'static dyn Game, Fault> {
        self.games.game(id)
    }

    /// The registry that reads levels of these games.
    pub fn registry(&self) -> Games {
        self.games
    }

    /// The packs of a game, the default first.
    pub fn of(&self, game: &str) -> impl Iterator<Item = &Arc<Listed>> {
        self.packs
            .iter()
            .filter(move |listed| listed.game.id() == game)
    }

    /// The pack of this name.
    ///
    /// # Errors
    /// A fault that lists the packs, or the games.
    pub fn pack(&self, game: &str, name: &str) -> Result<&Arc<Listed>, Fault> {
        let game = self.game(game)?;
        self.of(game.id())
            .find(|listed| listed.shipped.name == name)
            .ok_or_else(|| {
                let names: Vec<&str> = self.of(game.id()).map(|l| l.shipped.name).collect();
                let message = format!("{} has the packs {}", game.id(), names.join(", "));
                Fault::new(PACK_UNKNOWN, message, Place::everywhere())
            })
    }

    /// All levels of a pack, in order.
    pub fn levels(listed: &Arc<Listed>) -> impl Iterator<Item = Shipped> {
        (0..listed.pack().levels.len()).map(|index| Shipped {
            listed: listed.clone(),
            index,
        })
    }

    /// The level at `GAME/ID` or `GAME/PACK/ID`; `GAME/ID` looks in the default pack first and
    /// then in the others.
    ///
    /// # Errors
    /// If no such level ships.
    pub fn at(&self, address: &str) -> Result<Shipped, Faults> {
        let parts: Vec<&str> = address.split('/').collect();
        let (game, name, id) = match parts[..] {
            [game, id] => (game, None, id),
            [game, name, id] => (game, Some(name), id),
            _ => ("", None, ""),
        };
        let packs = self
            .of(game)
            .filter(|listed| name.is_none_or(|name| name == listed.shipped.name));
        for listed in packs {
            if let Some(index) = listed.content().places.get(id) {
                return Ok(Shipped {
                    listed: listed.clone(),
                    index: *index,
                });
            }
        }
        let message = format!("there is no shipped level {address:?}");
        Err(Fault::new(PACK_UNKNOWN, message, Place::everywhere()).into())
    }

    /// The record of the level that an address names: one that ships, one beyond a pack in its
    /// endless series, or the level of a day. The latter are made, within the budget.
    ///
    /// # Errors
    /// If it names none, or the level is not made within the budget.
    pub fn record_at(&self, address: &str, budget: &Budget<'_>) -> Result<Record, Faults> {
        let unknown = match self.at(address) {
            Ok(shipped) => return Ok(shipped.record().clone()),
            Err(unknown) => unknown,
        };
        if let Some((game, place)) = Beyond::at(self, address)
            && let Some(made) = self.beyond(game, place.number(), budget)
        {
            return made.map_err(|reason| reason.explain().into());
        }
        match address.split('/').collect::<Vec<_>>()[..] {
            [game, DAILY, day] => {
                let game = self.game(game)?;
                let made = Day::parse(day).and_then(|day| daily::make(game, day, budget));
                made.map_err(Faults::from)
            }
            _ => Err(unknown),
        }
    }

    /// The pack of a game that is the beginning of an endless series, which is its first, and the
    /// number of the last level in it. `None` where there is no such series.
    pub fn series(&self, game: &dyn Game) -> Option<(&Arc<Listed>, u64)> {
        game.knobs().iter().find(|knob| knob.name == SERIES)?;
        let first = self.of(game.id()).next()?;
        let numbers = first.pack().levels.iter();
        let numbers = numbers.map(|record| record.id.as_deref()?.parse::<u64>().ok());
        Some((
            first,
            numbers.collect::<Option<Vec<u64>>>()?.into_iter().max()?,
        ))
    }

    /// A level beyond the last of a game's first pack, where that pack is the beginning of an endless
    /// series: the same number makes the same level. `None` where there is no such series, or the
    /// number is not beyond its pack.
    pub fn beyond(
        &self,
        game: &dyn Game,
        number: u64,
        budget: &Budget<'_>,
    ) -> Option<Result<Record, NotMade>> {
        let (_, last) = self.series(game)?;
        if number <= last {
            return None;
        }
        let choice = LevelChoice {
            tier: None,
            set: &[(SERIES.to_owned(), number.to_string())],
            min_moves: None,
            metric: None,
        };
        let request = choice.request(game, number).ok()?;
        let made = game.generate(&request, budget);
        Some(made.map(|record| Record {
            id: Some(number.to_string()),
            ..record
        }))
    }

    /// Reads all shipped levels now.
    pub(crate) fn warm(&self) {
        self.by_hash();
    }

    /// The shipped level with this content, if there is one.
    pub(crate) fn with_hash(&self, hash: &str) -> Option<&Shipped> {
        self.by_hash().get(hash)
    }

    fn by_hash(&self) -> &BTreeMap<String, Shipped> {
        self.by_hash.get_or_init(|| {
            let mut found = BTreeMap::new();
            for shipped in self.packs.iter().flat_map(Catalogue::levels) {
                let game = shipped.listed.game;
                if let Ok(session) = game.open(&shipped.record().level.to_string()) {
                    // A level that ships twice is known by its first place.
                    found.entry(hash_of(&*session)).or_insert(shipped);
                }
            }
            found
        })
    }
}
