//! Progress that is kept in memory: for tests, and for front ends that save it elsewhere as a
//! document.

use std::sync::Mutex;

use super::bounds::{Checks, checked};
use super::record::{Completion, GameRecord, Games, LevelRecord};
use super::store::{Imported, Recorded, Scope, Store, StoreError};
use crate::levels::held;

/// Progress in memory.
#[derive(Debug, Default)]
pub struct MemoryStore(pub(super) Mutex<Games>);

impl MemoryStore {
    /// A store that remembers this from before.
    pub fn with(games: Games) -> Self {
        MemoryStore(Mutex::new(games))
    }

    fn change<T>(
        &self,
        game: &str,
        check: impl FnOnce(&mut Checks),
        work: impl FnOnce(&mut GameRecord) -> T,
    ) -> Result<T, StoreError> {
        checked(|checks| {
            checks.name("game", game, "");
            check(checks);
        })
        .map_err(StoreError::Refused)?;
        let mut games = held(&self.0);
        let record = games.entry(game.to_owned()).or_default();
        let answer = work(record);
        record
            .levels
            .retain(|_, level| *level != LevelRecord::default());
        if *record == GameRecord::default() {
            games.remove(game);
        }
        Ok(answer)
    }
}

impl Store for MemoryStore {
    fn level(&self, game: &str, key: &str) -> Result<Option<LevelRecord>, StoreError> {
        let games = held(&self.0);
        Ok(games
            .get(game)
            .and_then(|game| game.levels.get(key))
            .cloned())
    }

    fn game(&self, game: &str) -> Result<GameRecord, StoreError> {
        Ok(held(&self.0).get(game).cloned().unwrap_or_default())
    }

    fn games(&self, scope: Scope<'_>) -> Result<Games, StoreError> {
        let games = held(&self.0);
        Ok(match scope.only() {
            None => games.clone(),
            Some(id) => games
                .get_key_value(id)
                .map(|(id, game)| (id.clone(), game.clone()))
                .into_iter()
                .collect(),
        })
    }

    fn complete(
        &self,
        game: &str,
        key: &str,
        completion: &Completion,
    ) -> Result<Recorded, StoreError> {
        self.change(
            game,
            |checks| {
                checks.key(key, "");
                checks.completion(completion);
            },
            |record| {
                record.highest = record.highest.max(completion.opens);
                let level = record.levels.remove(key).unwrap_or_default();
                let recorded = Recorded::merge(level, &completion.completed());
                record
                    .levels
                    .insert(key.to_owned(), recorded.record.clone());
                recorded
            },
        )
    }

    fn save_moves(&self, game: &str, key: &str, moves: Option<&str>) -> Result<(), StoreError> {
        self.change(
            game,
            |checks| {
                checks.key(key, "");
                if let Some(moves) = moves {
                    checks.moves(moves, "");
                }
            },
            |record| {
                let level = record.levels.entry(key.to_owned()).or_default();
                level.moves = moves.map(str::to_owned);
            },
        )
    }

    fn set_current(&self, game: &str, key: &str) -> Result<(), StoreError> {
        self.change(
            game,
            |checks| checks.key(key, ""),
            |record| record.current = Some(key.to_owned()),
        )
    }

    fn reset(&self, scope: Scope<'_>) -> Result<(), StoreError> {
        let mut games = held(&self.0);
        match scope.only() {
            None => games.clear(),
            Some(id) => drop(games.remove(id)),
        }
        Ok(())
    }

    fn merge(&self, games: Games) -> Result<Imported, StoreError> {
        let mut here = held(&self.0);
        let mut imported = Imported::default();
        for (id, game) in games {
            let known = here.entry(id).or_default();
            known.highest = known.highest.max(game.highest);
            known.current = known.current.take().or(game.current);
            for (key, level) in game.levels {
                let before = known.levels.entry(key).or_default();
                let mut after = before.clone();
                after.absorb(level);
                imported.levels += 1;
                imported.changed += usize::from(after != *before);
                *before = after;
            }
        }
        Ok(imported)
    }
}
