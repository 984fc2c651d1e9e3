//! How hard a level is: one model for all games.
//!
//! A grade measures what a person has to think of, not how long the solution is. A game reads off a
//! best solution what a person meets on the way ([`Demands`]): how many ways there are at each move,
//! how far a wrong one leads before it shows, moves that go against the goal, parts of the goal that
//! wait for each other, and techniques without which one is lost. Only this file turns that into a
//! score, so a score means the same in every game and on boards of every size. Length comes last: a
//! move that is forced costs a sixteenth of a technique.
//!
//! The score tends to 100 and never gets there, so there is always room for a harder level. Whole
//! numbers only: generators choose by grade, and a seed makes the same level everywhere.

use std::ops::RangeInclusive;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::cost::{Metric, counted};

/// How hard a level is, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Grade {
    /// 0 (trivial) to 100.
    pub score: u32,
    /// The name of a tier of the game.
    pub tier: String,
    /// What the score rests on, a sentence each.
    pub why: Vec<String>,
}

/// What a level asks of a person who finds a best solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demands {
    /// What is counted as a move.
    pub metric: Metric,
    /// For each move of the solution, how many ways look sensible there; one where it is forced.
    pub ways: Vec<u64>,
    /// For each wrong way that looks sensible, how many moves it goes on before it shows. One number
    /// for a move is enough: the way that misleads the longest.
    pub traps: Vec<u64>,
    /// Moves that go against the goal, in words that follow their number.
    pub against: Tally,
    /// Parts of the goal that have to wait for another one, in words that follow their number.
    pub dependencies: Tally,
    /// What one has to know or to find out.
    pub techniques: Vec<Technique>,
}

/// A number of things, and the words behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many.
    pub count: u64,
    /// What follows the number 1: `drag leads away from its cat`.
    pub one: &'static str,
    /// What follows other numbers: `drags lead away from their cats`.
    pub many: &'static str,
}

/// Something without which the level is not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Technique {
    /// How hard it is to come by: 1 for what the first lesson shows, 5 for what few people find.
    pub weight: u64,
    /// What it is, a sentence.
    pub sentence: String,
}

/// The tiers of a game by score, each with the score it begins at; the first begins at 0.
#[derive(Clone, Copy, Debug)]
pub struct Scale(pub &'static [(&'static str, u32)]);

impl Demands {
    /// A solution of so many moves that asks for nothing: every move is forced.
    pub fn forced(metric: Metric, moves: usize) -> Self {
        Demands {
            metric,
            ways: vec![1; moves],
            traps: Vec::new(),
            against: Tally::none(),
            dependencies: Tally::none(),
            techniques: Vec::new(),
        }
    }

    /// The grade on a game's scale.
    pub fn grade(&self, scale: Scale) -> Grade {
        let score = self.score();
        Grade {
            score,
            tier: scale.tier(score).to_owned(),
            why: self.why(),
        }
    }

    /// From 0 to 99, the same for the same demands in every game.
    pub fn score(&self) -> u32 {
        let effort = self.effort();
        (100 * effort / (effort + HALFWAY)) as u32
    }

    /// The demands added up, in quarters of what one choice between two ways costs.
    fn effort(&self) -> u64 {
        let bits = |ways: &u64| u64::from(ways.max(&1).ilog2());
        let choices: u64 = self.ways.iter().map(bits).sum();
        // How far is further: the tenth move on a wrong way adds less than the second.
        let misled: u64 = self.traps.iter().map(|&moves| bits(&(moves + 1))).sum();
        let known: u64 = self.techniques.iter().map(|known| known.weight).sum();
        self.ways.len() as u64
            + 4 * choices
            + 6 * misled
            + 6 * self.against.count
            + 8 * self.dependencies.count
            + 16 * known
    }

    fn why(&self) -> Vec<String> {
        let moves = self.ways.len() as u64;
        let choices = self.ways.iter().filter(|&&ways| ways > 1).count() as u64;
        let most = self.ways.iter().copied().max().unwrap_or(0);
        let mut why = vec![match (moves, choices) {
            (moves, 0) => format!("It takes {}, all forced.", self.metric.counted(moves)),
            (moves, choices) => format!(
                "It takes {}; {}, between up to {most} ways.",
                self.metric.counted(moves),
                counted(choices, "time there is a choice", "times there is a choice"),
            ),
        }];
        if let Some(&longest) = self.traps.iter().max().filter(|&&longest| longest > 0) {
            let longest = self.metric.counted(longest);
            why.push(format!("A wrong way shows only after up to {longest}."));
        }
        why.extend(
            [self.against, self.dependencies]
                .iter()
                .filter_map(Tally::sentence),
        );
        why.extend(self.techniques.iter().map(|known| known.sentence.clone()));
        why
    }
}

impl Tally {
    /// None of it, so that no words are needed.
    pub const fn none() -> Self {
        Tally {
            count: 0,
            one: "",
            many: "",
        }
    }

    fn sentence(&self) -> Option<String> {
        (self.count > 0).then(|| format!("{}.", counted(self.count, self.one, self.many)))
    }
}

impl Technique {
    /// A technique of this weight, told in a sentence.
    pub fn new(weight: u64, sentence: impl Into<String>) -> Self {
        Technique {
            weight,
            sentence: sentence.into(),
        }
    }
}

impl Scale {
    /// The tier of a score.
    pub fn tier(&self, score: u32) -> &'static str {
        let reached = |&&(_, from): &&(&'static str, u32)| from <= score;
        self.0
            .iter()
            .rev()
            .find(reached)
            .map_or("", |&(name, _)| name)
    }

    /// The scores of a tier; `None` if there is no such tier.
    pub fn scores(&self, tier: &str) -> Option<RangeInclusive<u32>> {
        let place = self.0.iter().position(|&(name, _)| name == tier)?;
        let end = self.0.get(place + 1).map_or(MOST, |&(_, from)| from - 1);
        Some(self.0[place].1..=end)
    }
}

/// How well two lists of values rise together (Spearman's): 1 if they always do, 0 if they have
/// nothing to do with each other; `None` where one of them does not vary. Equal values share their rank.
pub fn rank_correlation(a: &[u64], b: &[u64]) -> Option<f64> {
    let [a, b] = [a, b].map(ranks_about_their_mean);
    let product = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let spread = (product(&a, &a) * product(&b, &b)).sqrt();
    (spread > 0.0).then(|| product(&a, &b) / spread)
}

fn ranks_about_their_mean(values: &[u64]) -> Vec<f64> {
    let count = |is_counted: &dyn Fn(&u64) -> bool| {
        let counted = values.iter().filter(|value| is_counted(value)).count();
        counted as f64
    };
    let mean = (values.len() as f64 - 1.0) / 2.0;
    let rank = |value: &u64| {
        let equal = count(&|other| other == value);
        count(&|other| other < value) + (equal - 1.0) / 2.0
    };
    values.iter().map(|value| rank(value) - mean).collect()
}

/// No score is higher.
const MOST: u32 = 99;

/// The effort at which half of the scale is used up.
const HALFWAY: u64 = 160;

#[cfg(test)]
mod tests {
    use super::*;

    const DRAGS: Metric = Metric::new("drags", "drag");
    const SCALE: Scale = Scale(&[("easy", 0), ("medium", 20), ("hard", 50)]);

    #[test]
    fn what_has_to_be_thought_of_counts_more_than_length() {
        let long = Demands::forced(DRAGS, 30);
        let choices = Demands {
            ways: vec![4; 6],
            ..Demands::forced(DRAGS, 0)
        };
        let misled = Demands {
            traps: vec![7; 3],
            ..choices.clone()
        };
        let technique = Demands {
            techniques: vec![Technique::new(3, "It needs light chasing.")],
            ..misled.clone()
        };
        let ranked = [&long, &choices, &misled, &technique].map(Demands::score);
        assert!(ranked.is_sorted_by(|a, b| a < b), "{ranked:?}");
    }

    #[test]
    fn a_score_always_leaves_room() {
        let endless = Demands {
            ways: vec![1 << 40; 100_000],
            ..Demands::forced(DRAGS, 0)
        };
        assert_eq!(Demands::forced(DRAGS, 0).score(), 0);
        assert_eq!(endless.score(), 99);
    }

    #[test]
    fn ranks_rise_together_or_not() {
        for (a, b, expected) in [
            (vec![1, 2, 3], vec![10, 20, 90], Some(100)),
            (vec![1, 2, 3], vec![9, 5, 1], Some(-100)),
            (vec![1, 2, 3, 4], vec![1, 3, 2, 4], Some(80)),
            (vec![1, 1, 2, 2], vec![1, 2, 1, 2], Some(0)),
            (vec![1, 1, 1], vec![1, 2, 3], None),
            (vec![], vec![], None),
        ] {
            let found = rank_correlation(&a, &b).map(|found| (found * 100.0).round() as i32);
            assert_eq!(found, expected, "{a:?} {b:?}");
        }
    }

    #[test]
    fn tiers_begin_at_their_scores() {
        for (score, tier) in [
            (0, "easy"),
            (19, "easy"),
            (20, "medium"),
            (50, "hard"),
            (99, "hard"),
        ] {
            assert_eq!(SCALE.tier(score), tier, "{score}");
            assert!(SCALE.scores(tier).unwrap().contains(&score), "{score}");
        }
    }

    #[test]
    fn reasons_are_sentences() {
        let demands = Demands {
            ways: vec![1, 3, 2],
            traps: vec![0, 4],
            against: Tally {
                count: 1,
                one: "drag leads away from its cat",
                many: "drags lead away from their cats",
            },
            techniques: vec![Technique::new(2, "A lock has to be opened first.")],
            ..Demands::forced(DRAGS, 0)
        };
        assert_eq!(
            demands.grade(SCALE).why,
            [
                "It takes 3 drags; 2 times there is a choice, between up to 3 ways.",
                "A wrong way shows only after up to 4 drags.",
                "1 drag leads away from its cat.",
                "A lock has to be opened first.",
            ]
        );
        assert_eq!(
            Demands::forced(DRAGS, 1).grade(SCALE).why,
            ["It takes 1 drag, all forced."]
        );
    }
}
