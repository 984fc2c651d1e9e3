//! Progress whose home answers later: a copy in memory that is true while it is open.
//!
//! The database of a browser answers when it has time, and the [`Store`] port answers at once. So a
//! copy of all records lies here, and the front end opens it inside a transaction of the database:
//! it hands in what others have written since, lets a call run, takes out what the call changed,
//! and writes that in the same transaction. Two tabs that do so take turns, as the database has
//! it, and neither overwrites what it has not seen.
//!
//! A call that asks while the copy is shut is refused and leaves a mark ([`Mirror::was_missed`]), so
//! that the front end need not know which calls touch progress: it opens the copy and asks again.
//!
//! What could not be written stays marked as changed, and goes out with the next change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use super::memory::MemoryStore;
use super::record::{Completion, GameRecord, Games, LevelRecord};
use super::store::{Imported, Recorded, Scope, Store, StoreError};
use crate::levels::held;

/// A copy of the progress that is kept elsewhere. Shut when it is made. Clones share everything, so
/// that a front end can hand one to the workshop and keep one.
#[derive(Clone, Debug, Default)]
pub struct Mirror(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    copy: MemoryStore,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    open: bool,
    missed: bool,
    /// The levels whose records changed here and are not written yet, by game. A game is named for
    /// changes of its own record, too.
    changed: BTreeMap<String, BTreeSet<String>>,
    notice: Option<String>,
}

impl Mirror {
    /// Opens the copy, after putting in the records that are newer elsewhere. A record that is empty
    /// there is forgotten here, unless this copy has changed it meanwhile; then both become one.
    pub fn open(&self, newer: Games) {
        let mut state = held(&self.0.state);
        state.open = true;
        let mut games = held(&self.0.copy.0);
        for (id, game) in newer {
            let here = games.entry(id.clone()).or_default();
            match state.changed.get(&id) {
                None => {
                    here.highest = game.highest;
                    here.current = game.current;
                }
                Some(_) => {
                    here.highest = here.highest.max(game.highest);
                    here.current = here.current.take().or(game.current);
                }
            }
            for (key, level) in game.levels {
                let changed = state
                    .changed
                    .get(&id)
                    .is_some_and(|keys| keys.contains(&key));
                let known = here.levels.entry(key).or_default();
                match changed {
                    true => known.absorb(level),
                    false => *known = level,
                }
            }
            here.levels
                .retain(|_, level| *level != LevelRecord::default());
        }
        games.retain(|_, game| *game != GameRecord::default());
    }

    /// Shuts the copy.
    pub fn shut(&self) {
        held(&self.0.state).open = false;
    }

    /// Whether a call asked while the copy was shut, since this was asked last.
    pub fn was_missed(&self) -> bool {
        std::mem::take(&mut held(&self.0.state).missed)
    }

    /// Everything that changed here and is not written yet; records that were forgotten are empty.
    pub fn changes(&self) -> Games {
        let (state, games) = (held(&self.0.state), held(&self.0.copy.0));
        let nothing = GameRecord::default();
        let changes = state.changed.iter().map(|(id, keys)| {
            let game = games.get(id).unwrap_or(&nothing);
            let level = |key: &String| game.levels.get(key).cloned().unwrap_or_default();
            let record = GameRecord {
                highest: game.highest,
                current: game.current.clone(),
                levels: keys.iter().map(|key| (key.clone(), level(key))).collect(),
            };
            (id.clone(), record)
        });
        changes.collect()
    }

    /// All changes have been written.
    pub fn saved(&self) {
        held(&self.0.state).changed.clear();
    }

    /// The home has lost what it had: everything here is to be written again.
    pub fn home_was_lost(&self) {
        let mut state = held(&self.0.state);
        for (id, game) in held(&self.0.copy.0).iter() {
            let keys = state.changed.entry(id.clone()).or_default();
            keys.extend(game.levels.keys().cloned());
        }
    }

    /// Sets what a person should be told about saved progress.
    pub fn set_notice(&self, notice: Option<String>) {
        held(&self.0.state).notice = notice;
    }

    fn opened(&self) -> Result<&MemoryStore, StoreError> {
        let mut state = held(&self.0.state);
        if state.open {
            return Ok(&self.0.copy);
        }
        state.missed = true;
        Err(StoreError::Busy("saved progress is not open".into()))
    }

    fn mark(&self, game: &str, keys: impl IntoIterator<Item = String>) {
        let mut state = held(&self.0.state);
        let changed = state.changed.entry(game.to_owned()).or_default();
        changed.extend(keys);
    }
}

impl Store for Mirror {
    fn level(&self, game: &str, key: &str) -> Result<Option<LevelRecord>, StoreError> {
        self.opened()?.level(game, key)
    }

    fn game(&self, game: &str) -> Result<GameRecord, StoreError> {
        self.opened()?.game(game)
    }

    fn games(&self, scope: Scope<'_>) -> Result<Games, StoreError> {
        self.opened()?.games(scope)
    }

    fn complete(
        &self,
        game: &str,
        key: &str,
        completion: &Completion,
    ) -> Result<Recorded, StoreError> {
        let recorded = self.opened()?.complete(game, key, completion)?;
        self.mark(game, [key.to_owned()]);
        Ok(recorded)
    }

    fn save_moves(&self, game: &str, key: &str, moves: Option<&str>) -> Result<(), StoreError> {
        self.opened()?.save_moves(game, key, moves)?;
        self.mark(game, [key.to_owned()]);
        Ok(())
    }

    fn set_current(&self, game: &str, key: &str) -> Result<(), StoreError> {
        self.opened()?.set_current(game, key)?;
        self.mark(game, []);
        Ok(())
    }

    fn reset(&self, scope: Scope<'_>) -> Result<(), StoreError> {
        let store = self.opened()?;
        let erased = store.games(scope)?;
        store.reset(scope)?;
        for (id, game) in erased {
            self.mark(&id, game.levels.into_keys());
        }
        Ok(())
    }

    fn merge(&self, games: Games) -> Result<Imported, StoreError> {
        let store = self.opened()?;
        let keys: Vec<(String, Vec<String>)> = games
            .iter()
            .map(|(id, game)| (id.clone(), game.levels.keys().cloned().collect()))
            .collect();
        let imported = store.merge(games)?;
        for (id, keys) in keys {
            self.mark(&id, keys);
        }
        Ok(imported)
    }

    fn notice(&self) -> Option<String> {
        held(&self.0.state).notice.clone()
    }
}

#[cfg(test)]
mod tests {
    use gridwright_core::cost::Costs;
    use proptest::prelude::*;

    use super::*;

    /// A home as a browser has it: rows with the number of the transaction that wrote them.
    #[derive(Default)]
    struct Home {
        written: u64,
        games: BTreeMap<String, (u64, GameRecord)>,
        levels: BTreeMap<(String, String), (u64, LevelRecord)>,
    }

    /// A tab: a copy, and the last transaction it has seen.
    #[derive(Default)]
    struct Tab {
        mirror: Mirror,
        seen: u64,
    }

    impl Home {
        fn newer_than(&self, seen: u64) -> Games {
            let mut newer = Games::new();
            for (id, (_, game)) in self.games.iter().filter(|(_, (at, _))| *at > seen) {
                newer.insert(id.clone(), game.clone());
            }
            for ((id, key), (_, level)) in self.levels.iter().filter(|(_, (at, _))| *at > seen) {
                let game = newer
                    .get_mut(id)
                    .expect("a game is written with its levels");
                game.levels.insert(key.clone(), level.clone());
            }
            newer
        }

        fn write(&mut self, changes: Games) {
            self.written += 1;
            for (id, mut game) in changes {
                for (key, level) in std::mem::take(&mut game.levels) {
                    self.levels.insert((id.clone(), key), (self.written, level));
                }
                self.games.insert(id, (self.written, game));
            }
        }
    }

    impl Tab {
        fn turn(&mut self, home: &mut Home, fails: bool, work: impl FnOnce(&dyn Store)) {
            self.mirror.open(home.newer_than(self.seen));
            self.seen = home.written;
            work(&self.mirror);
            let changes = self.mirror.changes();
            if !changes.is_empty() && !fails {
                home.write(changes);
                self.seen = home.written;
                self.mirror.saved();
            }
            self.mirror.shut();
        }

        fn all(&mut self, home: &mut Home) -> Games {
            let mut all = Games::new();
            self.turn(home, true, |store| all = store.games(Scope::All).unwrap());
            all
        }
    }

    fn completion(at: u64, steps: u64) -> Completion {
        Completion {
            at,
            costs: Costs::new([("steps", steps)]),
            ms: Some(steps * 10),
            opens: Some(steps),
        }
    }

    #[derive(Clone, Debug)]
    enum Act {
        Complete(u64),
        Moves(bool),
        Current,
        Reset,
    }

    fn any_act() -> impl Strategy<Value = Act> {
        prop_oneof![
            4 => (1..9u64).prop_map(Act::Complete),
            3 => any::<bool>().prop_map(Act::Moves),
            1 => Just(Act::Current),
            1 => Just(Act::Reset),
        ]
    }

    fn act(store: &dyn Store, act: &Act, at: u64, key: &str) {
        match act {
            Act::Complete(steps) => drop(store.complete("toy", key, &completion(at, *steps))),
            Act::Moves(some) => drop(store.save_moves("toy", key, some.then_some("[1]"))),
            Act::Current => drop(store.set_current("toy", key)),
            Act::Reset => drop(store.reset(Scope::All)),
        }
    }

    proptest! {
        #[test]
        fn two_tabs_see_what_one_store_would(
            acts in proptest::collection::vec((any::<bool>(), any_act(), 0..3usize), 0..40)
        ) {
            let (mut home, mut tabs) = (Home::default(), [Tab::default(), Tab::default()]);
            let one = MemoryStore::default();
            for (at, (second, what, key)) in acts.iter().enumerate() {
                let key = ["a", "b", "c"][*key];
                act(&one, what, at as u64, key);
                let tab = &mut tabs[usize::from(*second)];
                tab.turn(&mut home, false, |store| act(store, what, at as u64, key));
            }
            let expected = one.games(Scope::All).unwrap();
            for tab in &mut tabs {
                prop_assert_eq!(&tab.all(&mut home), &expected);
            }
            prop_assert_eq!(Tab::default().all(&mut home), expected);
        }

        #[test]
        fn what_could_not_be_written_goes_out_later_and_nothing_completed_is_lost(
            acts in proptest::collection::vec((any::<bool>(), any::<bool>(), 1..9u64), 1..40)
        ) {
            let (mut home, mut tabs) = (Home::default(), [Tab::default(), Tab::default()]);
            let one = MemoryStore::default();
            for (at, (second, fails, steps)) in acts.iter().enumerate() {
                let what = Act::Complete(*steps);
                act(&one, &what, at as u64, "a");
                let tab = &mut tabs[usize::from(*second)];
                tab.turn(&mut home, *fails, |store| act(store, &what, at as u64, "a"));
            }
            for tab in &mut tabs {
                tab.turn(&mut home, false, |_| ());
            }
            let expected = one.games(Scope::All).unwrap();
            prop_assert_eq!(Tab::default().all(&mut home), expected);
        }
    }

    #[test]
    fn a_shut_copy_refuses_and_says_that_it_was_missed() {
        let mirror = Mirror::default();
        assert!(!mirror.was_missed());
        assert!(matches!(mirror.level("toy", "a"), Err(StoreError::Busy(_))));
        assert!(mirror.was_missed() && !mirror.was_missed());
        mirror.open(Games::new());
        assert!(mirror.complete("toy", "a", &completion(1, 2)).is_ok());
        mirror.shut();
        assert!(mirror.reset(Scope::All).is_err() && mirror.was_missed());
        assert!(mirror.changes()["toy"].levels["a"].completed.is_some());
    }

    #[test]
    fn a_home_that_was_lost_gets_everything_again() {
        let (mut home, mut tab) = (Home::default(), Tab::default());
        tab.turn(&mut home, false, |store| {
            drop(store.complete("toy", "a", &completion(1, 2)))
        });
        let before = tab.all(&mut home);
        let mut home = Home::default();
        tab.mirror.home_was_lost();
        tab.turn(&mut home, false, |_| ());
        assert_eq!(Tab::default().all(&mut home), before);
    }
}
