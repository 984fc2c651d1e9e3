//! What is remembered of levels and games, and how two memories of the same level become one.
//!
//! # Which results are the best
//! A level can be won in several ways, none of which beats the others: fewer drags, or fewer
//! steps. Keeping the least of every metric alone would show a pair that nobody ever reached;
//! keeping one order alone would forget the results that count in another. [`Bests`] therefore
//! keeps whole results, and of these every one that no other result equals or beats in all its
//! metrics. From them both answers can be given honestly: the best result in any order of
//! importance ([`Bests::first_by`]) and the least of each metric ([`Bests::least`]).
//!
//! # Merging
//! Results, times and the highest level merge to the better of both, whichever side comes first,
//! so that importing twice, or two people's exports in any order, ends in the same place. Of
//! things that are not better or worse (moves so far, current level) the one already here stays.

use std::collections::BTreeMap;

/// What one solution cost: the value of each metric. Smaller is better.
pub type Costs = BTreeMap<String, u64>;

/// The most results kept for one level.
pub const MOST_RESULTS: usize = 64;

/// The best results of a level: none of them equals or beats another in all metrics.
///
/// Equal when the same results are kept. Results that name different metrics are not compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bests(Vec<Costs>);

impl Bests {
    /// Takes in a result; tells whether it is kept, that is, whether it is new and unbeaten.
    ///
    /// A result without metrics says nothing and is not kept. Beyond [`MOST_RESULTS`] a result
    /// goes that holds the least value of no metric; with one or two metrics the best in every
    /// order therefore always stays.
    pub fn add(&mut self, costs: Costs) -> bool {
        if costs.is_empty()
            || self
                .0
                .iter()
                .any(|known| is_at_least_as_good(known, &costs))
        {
            return false;
        }
        self.0.retain(|known| !is_at_least_as_good(&costs, known));
        let at = self.0.partition_point(|known| *known < costs);
        self.0.insert(at, costs);
        if self.0.len() <= MOST_RESULTS {
            return true;
        }
        let leads = |costs: &Costs| costs.iter().any(|(m, v)| self.least(m) == Some(*v));
        let spare = self.0.iter().rposition(|costs| !leads(costs));
        let gone = spare.unwrap_or(self.0.len() - 1);
        self.0.remove(gone);
        gone != at
    }

    /// The result that comes first when metrics are minimised in this order; `None` if no result
    /// names them all.
    pub fn first_by(&self, order: &[&str]) -> Option<&Costs> {
        let values = |costs: &Costs| -> Option<Vec<u64>> {
            order.iter().map(|m| costs.get(*m).copied()).collect()
        };
        self.0
            .iter()
            .filter_map(|costs| Some((values(costs)?, costs)))
            .min()
            .map(|(_, costs)| costs)
    }

    /// The least value of one metric in any result.
    pub fn least(&self, metric: &str) -> Option<u64> {
        self.0
            .iter()
            .filter_map(|costs| costs.get(metric).copied())
            .min()
    }

    /// All results that are kept, in a fixed order of no importance.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Costs> {
        self.0.iter()
    }

    /// Whether no result is kept.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Extend<Costs> for Bests {
    fn extend<I: IntoIterator<Item = Costs>>(&mut self, results: I) {
        for costs in results {
            self.add(costs);
        }
    }
}

impl FromIterator<Costs> for Bests {
    fn from_iter<I: IntoIterator<Item = Costs>>(results: I) -> Self {
        let mut bests = Bests::default();
        bests.extend(results);
        bests
    }
}

fn is_at_least_as_good(left: &Costs, right: &Costs) -> bool {
    left.keys().eq(right.keys()) && left.values().zip(right.values()).all(|(l, r)| l <= r)
}

/// That a level was completed, and how well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    /// When it was first completed, in Unix seconds.
    pub first_at: u64,
    /// When it was last completed, in Unix seconds.
    pub last_at: u64,
    /// The best results; empty in a game that does not count.
    pub bests: Bests,
    /// The shortest time in milliseconds, if one was ever measured.
    pub best_ms: Option<u64>,
}

impl Completed {
    fn absorb(&mut self, other: Completed) {
        self.first_at = self.first_at.min(other.first_at);
        self.last_at = self.last_at.max(other.last_at);
        self.bests.extend(other.bests.0);
        self.best_ms = lesser(self.best_ms, other.best_ms);
    }
}

/// How a level was completed, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// When, in Unix seconds.
    pub at: u64,
    /// What the solution cost, as the referee counted it; empty in a game that does not count.
    pub costs: gridwright_core::cost::Costs,
    /// How long it took, in milliseconds, if that was measured.
    pub ms: Option<u64>,
    /// The number of the level that this completion opens, if it opens one.
    pub opens: Option<u64>,
}

impl Completion {
    /// The same as a record.
    pub fn completed(&self) -> Completed {
        let costs = self.costs.iter();
        let costs: Costs = costs.map(|(metric, n)| (metric.to_owned(), n)).collect();
        Completed {
            first_at: self.at,
            last_at: self.at,
            bests: Bests::from_iter([costs]),
            best_ms: self.ms,
        }
    }
}

/// What is remembered of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelRecord {
    /// How it was completed; `None` if it never was.
    pub completed: Option<Completed>,
    /// The moves of an unfinished attempt, as JSON text.
    pub moves: Option<String>,
}

impl LevelRecord {
    /// Takes in what another record knows better.
    pub fn absorb(&mut self, other: LevelRecord) {
        match (&mut self.completed, other.completed) {
            (Some(here), Some(there)) => here.absorb(there),
            (here, there) => *here = here.take().or(there),
        }
        self.moves = self.moves.take().or(other.moves);
    }
}

/// What is remembered of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The number of the highest level reached, which opens levels for selection.
    pub highest: Option<u64>,
    /// The level that Continue opens.
    pub current: Option<String>,
    /// The levels by their keys.
    pub levels: BTreeMap<String, LevelRecord>,
}

/// What is remembered of all games, by their ids.
pub type Games = BTreeMap<String, GameRecord>;

pub(super) fn lesser(left: Option<u64>, right: Option<u64>) -> Option<u64> {
    left.into_iter().chain(right).min()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn costs(steps: u64, drags: u64) -> Costs {
        [("steps".to_owned(), steps), ("drags".to_owned(), drags)].into()
    }

    fn pairs(bests: &Bests) -> Vec<(u64, u64)> {
        let mut pairs: Vec<_> = bests.iter().map(|c| (c["steps"], c["drags"])).collect();
        pairs.sort();
        pairs
    }

    #[test]
    fn a_result_is_kept_while_nothing_beats_it() {
        let check = |results: &[(u64, u64)], kept: &[bool], front: &[(u64, u64)]| {
            let mut bests = Bests::default();
            let answers: Vec<bool> = results
                .iter()
                .map(|&(s, d)| bests.add(costs(s, d)))
                .collect();
            assert_eq!(answers, kept, "{results:?}");
            assert_eq!(pairs(&bests), front, "{results:?}");
        };
        check(&[(9, 4)], &[true], &[(9, 4)]);
        check(&[(9, 4), (9, 4)], &[true, false], &[(9, 4)]);
        check(&[(9, 4), (9, 3)], &[true, true], &[(9, 3)]);
        check(&[(9, 4), (10, 4)], &[true, false], &[(9, 4)]);
        check(&[(9, 4), (12, 2)], &[true, true], &[(9, 4), (12, 2)]);
        check(&[(9, 4), (12, 2), (9, 2)], &[true; 3], &[(9, 2)]);
        check(
            &[(9, 4), (12, 2), (10, 3), (11, 3)],
            &[true, true, true, false],
            &[(9, 4), (10, 3), (12, 2)],
        );
    }

    #[test]
    fn any_order_and_any_single_metric_can_be_asked_for() {
        let bests: Bests = [costs(9, 4), costs(12, 2), costs(10, 3)]
            .into_iter()
            .collect();
        let check = |order: &[&str], expected: Option<Costs>| {
            assert_eq!(bests.first_by(order), expected.as_ref(), "{order:?}");
        };
        check(&["steps", "drags"], Some(costs(9, 4)));
        check(&["drags", "steps"], Some(costs(12, 2)));
        check(&["drags"], Some(costs(12, 2)));
        check(&["presses"], None);
        assert_eq!(bests.least("drags"), Some(2));
        assert_eq!(bests.least("presses"), None);
    }

    #[test]
    fn a_full_record_keeps_the_best_of_every_order() {
        let mut bests = Bests::default();
        for i in 0..200 {
            bests.add(costs(1000 - i, 1000 + i));
        }
        assert_eq!(bests.iter().len(), MOST_RESULTS);
        assert_eq!(bests.first_by(&["steps"]), Some(&costs(801, 1199)));
        assert_eq!(bests.first_by(&["drags"]), Some(&costs(1000, 1000)));
    }

    #[test]
    fn results_without_metrics_or_with_other_metrics_stay_apart() {
        let mut bests = Bests::default();
        assert!(!bests.add(Costs::new()));
        assert!(bests.add(costs(9, 4)));
        assert!(bests.add([("steps".to_owned(), 20)].into()));
        assert_eq!(bests.iter().len(), 2);
    }

    fn any_level() -> impl Strategy<Value = LevelRecord> {
        let completed = (
            0..50u64,
            0..50u64,
            proptest::collection::vec((0..8u64, 0..8u64), 0..6),
            proptest::option::of(0..50u64),
        )
            .prop_map(|(first_at, later, results, best_ms)| Completed {
                first_at,
                last_at: first_at + later,
                bests: results.into_iter().map(|(s, d)| costs(s, d)).collect(),
                best_ms,
            });
        proptest::option::of(completed).prop_map(|completed| LevelRecord {
            completed,
            moves: None,
        })
    }

    fn merged(left: &LevelRecord, right: &LevelRecord) -> LevelRecord {
        let mut record = left.clone();
        record.absorb(right.clone());
        record
    }

    proptest! {
        #[test]
        fn merging_needs_no_order_and_loses_nothing(
            a in any_level(), b in any_level(), c in any_level()
        ) {
            prop_assert_eq!(merged(&a, &a), a.clone());
            prop_assert_eq!(merged(&a, &b), merged(&b, &a));
            prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
            let both = merged(&a, &b);
            for one in [&a, &b].into_iter().filter_map(|r| r.completed.as_ref()) {
                let all = both.completed.as_ref().expect("completed once, completed for ever");
                for result in one.bests.iter() {
                    prop_assert!(all.bests.iter().any(|kept| is_at_least_as_good(kept, result)));
                }
                prop_assert!(all.first_at <= one.first_at && one.last_at <= all.last_at);
                prop_assert!(one.best_ms.is_none() || all.best_ms <= one.best_ms);
            }
        }
    }
}
