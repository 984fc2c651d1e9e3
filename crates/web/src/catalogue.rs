//! The shipped packs, read once, and found by address or by the content of a level.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::PACK_UNKNOWN;
use gridwright_games::document::pack::{Pack, Record};
use gridwright_games::registry::{self, GAMES, Game};

use crate::levels::hash_of;

/// All shipped packs.
pub(crate) static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::read);

/// All shipped packs.
pub(crate) struct Catalogue {
    packs: Vec<Listed>,
    by_hash: LazyLock<HashMap<String, Shipped>>,
}

/// One pack.
pub(crate) struct Listed {
    /// Its game.
    pub(crate) game: &'static dyn Game,
    /// What is in it.
    pub(crate) pack: Pack,
    /// Whether its levels open one after another.
    pub(crate) gated: bool,
    places: HashMap<String, usize>,
    hashes: Vec<OnceLock<String>>,
}

/// Where a shipped level stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shipped {
    pack: usize,
    index: usize,
}

impl Shipped {
    /// Its pack.
    pub(crate) fn listed(self) -> &'static Listed {
        &CATALOGUE.packs[self.pack]
    }

    /// Its record.
    pub(crate) fn record(self) -> &'static Record {
        &self.listed().pack.levels[self.index]
    }

    /// Its place in the pack, from 1.
    pub(crate) fn number(self) -> usize {
        self.index + 1
    }

    /// The hash of its content, once the level was read.
    pub(crate) fn hash(self) -> &'static OnceLock<String> {
        &self.listed().hashes[self.index]
    }

    /// The key of its progress: `PACK/ID`.
    pub(crate) fn key(self) -> String {
        let id = self.record().id.as_deref().unwrap_or_default();
        format!("{}/{id}", self.listed().pack.pack)
    }

    /// `GAME/PACK/ID`.
    pub(crate) fn address(self) -> String {
        format!("{}/{}", self.listed().game.id(), self.key())
    }

    /// The level so many places on in the same pack.
    pub(crate) fn neighbour(self, by: isize) -> Option<Shipped> {
        let index = self.index.checked_add_signed(by)?;
        (index < self.listed().pack.levels.len()).then_some(Shipped { index, ..self })
    }
}

impl Catalogue {
    fn read() -> Catalogue {
        let mut packs = Vec::new();
        for game in GAMES {
            for shipped in game.packs() {
                let pack = registry::read_shipped(shipped);
                let ids = pack.levels.iter().filter_map(|record| record.id.clone());
                packs.push(Listed {
                    game: *game,
                    gated: game.gated().contains(&shipped.name),
                    hashes: vec![OnceLock::new(); pack.levels.len()],
                    places: ids.enumerate().map(|(index, id)| (id, index)).collect(),
                    pack,
                });
            }
        }
        Catalogue {
            packs,
            by_hash: LazyLock::new(hashes),
        }
    }

    /// The packs of a game, the default first.
    pub(crate) fn of(&self, game: &str) -> impl Iterator<Item = &Listed> {
        self.packs
            .iter()
            .filter(move |listed| listed.game.id() == game)
    }

    /// The pack of this name.
    pub(crate) fn pack(&self, game: &str, name: &str) -> Result<&Listed, Fault> {
        let game = registry::game(game)?;
        self.of(game.id())
            .find(|listed| listed.pack.pack == name)
            .ok_or_else(|| {
                let names: Vec<&str> = self.of(game.id()).map(|l| &l.pack.pack[..]).collect();
                let message = format!("{} has the packs {}", game.id(), names.join(", "));
                Fault::new(PACK_UNKNOWN, message, Place::everywhere())
            })
    }

    /// All levels of a pack, in order.
    pub(crate) fn levels(&self, listed: &Listed) -> Vec<Shipped> {
        let same = |other: &Listed| std::ptr::eq(other, listed);
        let pack = self.packs.iter().position(same);
        let indices = 0..listed.pack.levels.len();
        pack.map_or(Vec::new(), |pack| {
            indices.map(|index| Shipped { pack, index }).collect()
        })
    }

    /// The level at `GAME/ID` or `GAME/PACK/ID`.
    pub(crate) fn at(&self, address: &str) -> Result<Shipped, Faults> {
        let parts: Vec<&str> = address.split('/').collect();
        let (game, name, id) = match parts[..] {
            [game, id] => (game, None, id),
            [game, name, id] => (game, Some(name), id),
            _ => ("", None, ""),
        };
        let found = self.packs.iter().enumerate().find_map(|(pack, listed)| {
            let fits = listed.game.id() == game && name.is_none_or(|name| name == listed.pack.pack);
            let index = *listed.places.get(id).filter(|_| fits)?;
            Some(Shipped { pack, index })
        });
        found.ok_or_else(|| {
            let message = format!("there is no shipped level {address:?}");
            Fault::new(PACK_UNKNOWN, message, Place::everywhere()).into()
        })
    }

    /// Reads all shipped levels now, so that nobody has to wait for it later.
    pub(crate) fn warm(&self) {
        LazyLock::force(&self.by_hash);
    }

    /// The shipped level with this content, if there is one.
    pub(crate) fn with_hash(&self, hash: &str) -> Option<Shipped> {
        self.by_hash.get(hash).copied()
    }
}

fn hashes() -> HashMap<String, Shipped> {
    let mut found = HashMap::new();
    for listed in &CATALOGUE.packs {
        for shipped in CATALOGUE.levels(listed) {
            if let Ok(session) = listed.game.open(&shipped.record().level.to_string()) {
                // A level that ships twice is known by its first place.
                found.entry(hash_of(&*session)).or_insert(shipped);
            }
        }
    }
    found
}
