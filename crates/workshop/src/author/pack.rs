//! Packs as a designer makes them: levels of rising difficulty, no two of them the same but for a
//! turn or a mirror, each with its par and its grade.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::fault::Faults;
use gridwright_core::generate::{NotMade, Tier};
use gridwright_core::solve::Wish;
use gridwright_games::document::pack::{FORMAT, Pack, Record};
use gridwright_games::registry::{Game, Games, Session};
use gridwright_games::report::RefusalReport;

use crate::choices::{LevelChoice, not_offered};
use crate::series;

/// The most levels of a pack that is made at once.
pub const MOST_LEVELS: usize = 1000;

/// So many levels are made for one that is taken, so that there is a choice of grades.
const CHOICE: (usize, usize) = (3, 2);

/// So many seeds are tried for one level that is wanted before a tier is given up.
const PATIENCE: usize = 6;

/// What a pack is to be like.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// How many levels.
    pub count: usize,
    /// The tiers it goes through, from easy to hard.
    pub tiers: &'static [Tier],
    /// Knobs, in the form a person types.
    pub set: &'a [(String, String)],
    /// Decides everything left to chance.
    pub seed: u64,
    /// The name it is addressed by.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// What others may do with it.
    pub license: String,
}

/// How the making of a pack went.
#[derive(Clone, Debug, Serialize)]
pub struct MakingReport {
    /// How many levels the pack has.
    pub levels: usize,
    /// How many were wanted.
    pub wanted: usize,
    /// How many were made to choose from.
    pub made: usize,
    /// How many of them were the same as another but for a turn or a mirror.
    pub duplicates: usize,
    /// How many could not be graded.
    pub ungraded: usize,
    /// The lowest and the highest grade.
    pub grades: Option<(u64, u64)>,
    /// Why there are fewer levels than wanted.
    pub refusal: Option<RefusalReport>,
}

/// The tiers from one to another, as in `easy..hard`; a name alone is one tier, nothing at all is
/// all of them.
///
/// # Errors
/// If the game has no such tiers in this order.
pub fn curve(game: &dyn Game, text: Option<&str>) -> Result<&'static [Tier], Faults> {
    let tiers = game.tiers();
    let Some(text) = text else { return Ok(tiers) };
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let place = |name: &str| {
        let name = name.trim();
        let found = gridwright_core::generate::tier_named(tiers, name)?;
        Ok::<_, Faults>(
            tiers
                .iter()
                .position(|tier| tier.name == found.name)
                .unwrap_or(0),
        )
    };
    let (first, last) = (place(first)?, place(last)?);
    if first > last {
        let names: Vec<&str> = tiers.iter().map(|tier| tier.name).collect();
        let message = format!("a curve goes up: {}", names.join(", "));
        return Err(not_offered(message).into());
    }
    Ok(&tiers[first..=last])
}

/// Makes a pack. What comes out depends on the plan alone, unless a limit cuts it short.
///
/// # Errors
/// If the game does not offer what the plan asks for.
pub fn make(
    game: &dyn Game,
    plan: &Plan<'_>,
    budget: &Budget<'_>,
) -> Result<(Pack, MakingReport), Faults> {
    let count = plan.count.min(MOST_LEVELS);
    let mut pool = Pool::default();
    let mut refusal = None;
    for (index, tier) in plan.tiers.iter().enumerate() {
        let tiers = plan.tiers.len();
        let quota = count * (index + 1) / tiers - count * index / tiers;
        let wanted = (quota * CHOICE.0).div_ceil(CHOICE.1);
        // Tiers share the time, so that a slow one does not take it from those that follow.
        let share = budget.time_left().map(|left| left / (tiers - index) as u32);
        let budget = budget.clone().within(share.unwrap_or(Duration::MAX));
        let seed = plan.seed.wrapping_add(index as u64 * 1_000_000_007);
        if let Some(reason) = pool.fill(game, tier, plan.set, seed, wanted, &budget)? {
            refusal = Some(reason);
        }
    }
    let Pool {
        mut records,
        made,
        duplicates,
        ungraded,
        ..
    } = pool;
    records.sort_by_key(|record| (score(record), first_cost(game, record), record.seed));
    let levels = numbered(spread(records, count));
    let grades = levels.iter().filter_map(score);
    let report = MakingReport {
        levels: levels.len(),
        wanted: plan.count,
        made,
        duplicates,
        ungraded,
        grades: grades.clone().min().zip(grades.max()),
        refusal: refusal
            .filter(|_| levels.len() < plan.count)
            .map(RefusalReport::from),
    };
    let pack = Pack {
        format: FORMAT,
        pack: plan.name.clone(),
        title: plan.title.clone(),
        license: plan.license.clone(),
        levels,
    };
    Ok((pack, report))
}

/// Levels to choose from, no two of them alike.
#[derive(Default)]
struct Pool {
    records: Vec<Record>,
    known: BTreeSet<String>,
    made: usize,
    duplicates: usize,
    ungraded: usize,
}

impl Pool {
    /// Adds so many levels of a tier; says why where there are fewer.
    fn fill(
        &mut self,
        game: &dyn Game,
        tier: &'static Tier,
        set: &[(String, String)],
        seed: u64,
        wanted: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<NotMade>, Faults> {
        let choice = LevelChoice {
            tier: Some(tier.name),
            set,
            min_moves: None,
            metric: None,
        };
        let before = self.records.len();
        let mut tried = 0;
        while self.records.len() - before < wanted && tried < wanted * PATIENCE {
            let missing = wanted - (self.records.len() - before);
            let request = choice.request(game, seed.wrapping_add(tried as u64))?;
            let (made, refusal) = series::make(game, &request, missing as u64, budget);
            tried += missing;
            self.made += made.len();
            made.into_iter().for_each(|record| self.take(game, record));
            if let Some(reason) = refusal {
                let stopped = matches!(reason, NotMade::GaveUp(Limit::Time | Limit::Cancelled));
                if stopped || self.records.len() == before {
                    return Ok(Some(reason));
                }
            }
        }
        Ok((self.records.len() - before < wanted).then(|| {
            let message = format!(
                "{} levels of tier {} that differ were found",
                self.records.len() - before,
                tier.name
            );
            NotMade::Impossible(not_offered(message))
        }))
    }

    fn take(&mut self, game: &dyn Game, record: Record) {
        let Ok(session) = game.open(&record.level.to_string()) else {
            return;
        };
        if score(&record).is_none() {
            self.ungraded += 1;
        } else if self.known.insert(session.canonical()) {
            self.records.push(record);
        } else {
            self.duplicates += 1;
        }
    }
}

/// The grade of a record, if it has one.
pub fn score(record: &Record) -> Option<u64> {
    record.grade["score"].as_u64()
}

fn first_cost(game: &dyn Game, record: &Record) -> Option<u64> {
    let metric = game.about().order(None).first()?;
    record.costs.get(*metric)?.as_u64()
}

/// So many of a list, evenly from its first to its last.
fn spread(records: Vec<Record>, count: usize) -> Vec<Record> {
    let (have, last) = (records.len(), records.len().saturating_sub(1));
    if have <= count {
        return records;
    }
    let taken: BTreeSet<usize> = match count {
        0 | 1 => (0..count).collect(),
        _ => (0..count).map(|i| i * last / (count - 1)).collect(),
    };
    let kept = records
        .into_iter()
        .enumerate()
        .filter(|(i, _)| taken.contains(i));
    kept.map(|(_, record)| record).collect()
}

/// With numbers as ids that sort as they count.
fn numbered(mut records: Vec<Record>) -> Vec<Record> {
    let width = records.len().to_string().len().max(2);
    for (index, record) in records.iter_mut().enumerate() {
        record.id = Some(format!("{:0width$}", index + 1));
    }
    records
}

/// What became of a level that was to be added.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase", tag = "became")]
pub enum Added {
    /// It is in the pack, under this id.
    In {
        /// The id.
        id: String,
    },
    /// The pack has it already, but perhaps for a turn or a mirror.
    Duplicate {
        /// The id of the level it is the same as.
        of: String,
    },
    /// It has no solution, which is proved.
    Unsolvable,
    /// No solution was found within the limits.
    Unsolved,
}

/// An empty pack.
pub fn empty(name: String, title: String, license: String) -> Pack {
    Pack {
        format: FORMAT,
        pack: name,
        title,
        license,
        levels: Vec::new(),
    }
}

/// Adds a level to a pack, with its par and its grade. `id` is its id if no other level has it.
///
/// # Errors
/// If a level of the pack cannot be read.
pub fn add(
    games: Games,
    pack: &mut Pack,
    level: &dyn Session,
    id: Option<&str>,
    budget: &Budget<'_>,
) -> Result<Added, Faults> {
    let canonical = level.canonical();
    for record in &pack.levels {
        let other = games.open(&record.level.to_string(), None)?;
        if other.game().id() == level.game().id() && other.canonical() == canonical {
            let of = record.id.clone().unwrap_or_default();
            return Ok(Added::Duplicate { of });
        }
    }
    let Some(mut record) = graded(level, budget) else {
        let solvable = level.inspect(true, budget).findings.solvable;
        return Ok(if solvable == Some(false) {
            Added::Unsolvable
        } else {
            Added::Unsolved
        });
    };
    let id = free_id(pack, id);
    record.id = Some(id.clone());
    pack.levels.push(record);
    Ok(Added::In { id })
}

/// A level with its best solution and its grade, as far as the budget goes; nothing without a
/// solution.
pub fn graded(level: &dyn Session, budget: &Budget<'_>) -> Option<Record> {
    let solved = level.solve(&Wish::default(), budget);
    let solution = solved.solution?;
    let grade = level.inspect(true, budget).findings.grade;
    let document = level.document();
    let costs = solved.costs.iter().flat_map(|costs| costs.iter());
    Some(Record {
        seed: document["meta"]["seed"].as_u64(),
        generator: document["meta"]["generator"].as_str().map(str::to_owned),
        level: document,
        solution,
        costs: costs
            .map(|(metric, value)| (metric.to_owned(), value.into()))
            .collect(),
        optimal: solved.optimal,
        grade: serde_json::to_value(grade).unwrap_or(Value::Null),
        ..Record::default()
    })
}

fn free_id(pack: &Pack, wanted: Option<&str>) -> String {
    let taken = |id: &str| pack.record(id).is_some();
    if let Some(id) = wanted.filter(|id| !id.is_empty() && !taken(id)) {
        return id.to_owned();
    }
    let width = pack.levels.iter().filter_map(|record| record.id.as_deref());
    let width = width
        .filter(|id| id.parse::<u64>().is_ok())
        .map(str::len)
        .max()
        .unwrap_or(2);
    let mut numbers = (pack.levels.len() + 1..).map(|number| format!("{number:0width$}"));
    numbers.find(|id| !taken(id)).unwrap_or_default()
}

/// Puts the levels of a pack in order of their grades; those of the same grade stay as they are,
/// and those that cannot be graded come last. Says how many levels have another place now.
///
/// # Errors
/// If a level without a grade cannot be read.
pub fn order(games: Games, pack: &mut Pack, budget: &Budget<'_>) -> Result<usize, Faults> {
    for (index, record) in pack.levels.iter_mut().enumerate() {
        if score(record).is_some() {
            continue;
        }
        let level = games.open(&record.level.to_string(), None);
        let level = level.map_err(|faults| faults.below(&format!("/levels/{index}/level")))?;
        let grade = level.inspect(true, budget).findings.grade;
        record.grade = serde_json::to_value(grade).unwrap_or(Value::Null);
    }
    let before: Vec<Option<String>> = pack.levels.iter().map(|record| record.id.clone()).collect();
    pack.levels
        .sort_by_key(|record| score(record).unwrap_or(u64::MAX));
    let after = pack.levels.iter().map(|record| &record.id);
    Ok(before
        .iter()
        .zip(after)
        .filter(|(before, after)| before != after)
        .count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_spread_from_the_first_to_the_last() {
        let check = |have: u64, count: usize, expected: &[u64]| {
            let records = (0..have).map(|seed| Record {
                seed: Some(seed),
                ..Record::default()
            });
            let seeds: Vec<u64> = spread(records.collect(), count)
                .iter()
                .filter_map(|r| r.seed)
                .collect();
            assert_eq!(seeds, expected, "{count} of {have}");
        };
        check(0, 3, &[]);
        check(2, 3, &[0, 1]);
        check(5, 5, &[0, 1, 2, 3, 4]);
        check(7, 3, &[0, 3, 6]);
        check(9, 4, &[0, 2, 5, 8]);
        check(4, 1, &[0]);
    }

    #[test]
    fn ids_are_free_and_sort() {
        let mut pack = empty("p".into(), "P".into(), String::new());
        for (wanted, expected) in [
            (None, "01"),
            (Some("heart"), "heart"),
            (Some("01"), "03"),
            (None, "04"),
        ] {
            let id = free_id(&pack, wanted);
            assert_eq!(id, expected);
            pack.levels.push(Record {
                id: Some(id),
                ..Record::default()
            });
        }
    }
}
