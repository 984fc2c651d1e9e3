//! Levels that were read lately, by the hash of their content.
//!
//! Requests name a level by its hash once they have sent it, so that it need not be read again for
//! every move. The cache is bounded by count and by size; what was dropped is refused with
//! `web.unknown-hash`, and the page sends the level again. Nothing depends on it but speed, and
//! what is known about the best solution.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use gridwright_games::registry::{Game, Session};

use crate::level_ref::Origin;

/// The most levels that are held.
const MOST_LEVELS: usize = 1024;

/// The most memory that held levels may take, as estimated.
const MOST_BYTES: usize = 64 << 20;

/// A level that was read.
pub struct Level {
    /// The level itself.
    pub session: Box<dyn Session>,
    /// The hash of its content.
    pub hash: String,
    /// Where it comes from, once that was asked.
    pub(crate) origin: OnceLock<Origin>,
    weight: usize,
    par: Mutex<Option<Par>>,
}

/// What the best solution costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Par {
    /// A number for each metric.
    pub costs: Map<String, Value>,
    /// Whether that is proved.
    pub optimal: bool,
    /// The proved minimum in each further metric that can be minimised first.
    pub minima: Map<String, Value>,
    /// The name of a tier.
    pub tier: Option<String>,
}

impl Par {
    /// Every proved minimum in words, each for itself: `34 steps, or 9 drags`. Empty if none is proved.
    pub fn words(&self, game: &dyn Game) -> String {
        let about = game.about();
        let counted = |metric: &str, value: &Value| Some(about.counted(metric, value.as_u64()?));
        let minimised = about.order(None).iter().filter(|_| self.optimal);
        let first: Vec<String> = minimised
            .filter_map(|metric| counted(metric, self.costs.get(*metric)?))
            .collect();
        let further = self.minima.iter();
        let further = further.filter_map(|(metric, least)| counted(metric, least));
        let first = Some(first.join(", ")).filter(|first| !first.is_empty());
        first
            .into_iter()
            .chain(further)
            .collect::<Vec<_>>()
            .join(", or ")
    }
}

impl Level {
    /// A level with its hash.
    pub fn new(session: Box<dyn Session>) -> Self {
        let text = session.document().to_string();
        Level {
            hash: hash_text(&text),
            // Levels hold tables about their cells; this errs on the large side.
            weight: 8192 + 40 * text.len(),
            session,
            origin: OnceLock::new(),
            par: Mutex::new(None),
        }
    }

    /// What was learnt about the best solution since the level was read.
    pub fn par(&self) -> Option<Par> {
        held(&self.par).clone()
    }

    /// Remembers what is known about the best solution, unless more is known.
    pub fn learn(&self, par: Par) {
        let mut known = held(&self.par);
        match known.as_mut().filter(|known| known.optimal) {
            Some(known) => known.minima.extend(par.minima),
            None => *known = Some(par),
        }
    }
}

/// The hash of a level's content.
pub(crate) fn hash_of(session: &dyn Session) -> String {
    hash_text(&session.document().to_string())
}

/// The hash of a text, in hexadecimal.
pub(crate) fn hash_text(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    // Half of it is more than enough to tell levels apart, and short enough for a key.
    digest[..16].iter().map(|b| format!("{b:02x}")).collect()
}

/// The levels read lately.
#[derive(Default)]
pub(crate) struct Levels(Mutex<Cache>);

#[derive(Default)]
struct Cache {
    levels: BTreeMap<String, (u64, Arc<Level>)>,
    /// The hashes by the time of their last use.
    ages: BTreeMap<u64, String>,
    now: u64,
    weight: usize,
}

impl Levels {
    /// The level with this hash, if it is held.
    pub(crate) fn get(&self, hash: &str) -> Option<Arc<Level>> {
        held(&self.0).touch(hash)
    }

    /// Holds a level, or the one that is held already.
    pub(crate) fn keep(&self, level: Level) -> Arc<Level> {
        let mut cache = held(&self.0);
        if let Some(known) = cache.touch(&level.hash) {
            return known;
        }
        let level = Arc::new(level);
        cache.now += 1;
        let (now, hash) = (cache.now, level.hash.clone());
        cache.weight += level.weight;
        cache.ages.insert(now, hash.clone());
        cache.levels.insert(hash, (now, level.clone()));
        cache.shrink();
        level
    }
}

impl Cache {
    fn touch(&mut self, hash: &str) -> Option<Arc<Level>> {
        self.now += 1;
        let (used, level) = self.levels.get_mut(hash)?;
        if let Some(name) = self.ages.remove(used) {
            self.ages.insert(self.now, name);
        }
        *used = self.now;
        Some(level.clone())
    }

    fn shrink(&mut self) {
        while self.levels.len() > MOST_LEVELS || self.weight > MOST_BYTES {
            let Some((_, oldest)) = self.ages.pop_first() else {
                return;
            };
            if let Some((_, level)) = self.levels.remove(&oldest) {
                self.weight -= level.weight;
            }
        }
    }
}

/// A lock whose holders never panic half way; whoever did panic elsewhere changes nothing here.
pub(crate) fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}
