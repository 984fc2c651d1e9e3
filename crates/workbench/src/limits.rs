//! Whether time limits hold: every verb on the largest legal levels, with a limit that is far too
//! short for them, and how long each took beyond it.
//!
//! What is looked for is work between two looks at the clock: a table that is filled, a listing that
//! is counted, an explanation that is drawn. Small levels have none of it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::ensure;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings};
use gridwright_core::solve::{Which, Wish};
use gridwright_games::registry::{Game, Play, Session};
use gridwright_games::report::Rewind;
use gridwright_host::WallClock;
use gridwright_workshop::author::map::map;
use gridwright_workshop::author::reasons::reasons;
use gridwright_workshop::author::vary::{Aim, Wishes, vary};

/// The most that a verb may take beyond its limit.
const OVER: Duration = Duration::from_millis(250);

/// What took too long is asked so often at most, and the least counts: what the machine did in between
/// does not come back every time, what a verb forgot does.
const TRIALS: u32 = 3;

/// The memory a verb may take for its tables.
const MEMORY: u64 = 1 << 30;

/// What is asked about.
struct Subject {
    level: Box<dyn Session>,
    /// A solution, where one was found within the limit.
    solution: Option<String>,
}

impl Subject {
    /// The level after so many halves of its solution.
    fn played(&self, halves: usize) -> Box<dyn Play> {
        let play = self.level.at(self.solution.as_deref());
        let mut play = play.expect("what was found can be played");
        let count = play.count() * halves / 2;
        play.rewind(&Rewind::Keep { count });
        play
    }
}

type Verb = fn(&Subject, &Budget<'_>);

/// What can be asked about a level.
const VERBS: &[(&str, Verb)] = &[
    ("solve", |asked, budget| {
        asked.level.solve(&Wish::default(), budget);
    }),
    ("solve, other metric", |asked, budget| {
        let metric = asked
            .level
            .game()
            .metrics()
            .get(1)
            .and_then(|order| order.first());
        let wish = Wish {
            metric: metric.copied(),
            ..Wish::default()
        };
        asked.level.solve(&wish, budget);
    }),
    ("solve --all", |asked, budget| {
        list(asked, Which::Best, budget)
    }),
    ("solve --all every", |asked, budget| {
        list(asked, Which::Every, budget)
    }),
    ("check --quick", |asked, budget| {
        asked.level.inspect(true, budget);
    }),
    ("check", |asked, budget| {
        let report = asked.level.inspect(false, budget);
        reasons(&*asked.level, &report, budget);
    }),
    ("hint", |asked, budget| {
        asked.played(0).hint(budget);
    }),
    ("hint, half way", |asked, budget| {
        asked.played(1).hint(budget);
    }),
    ("review", |asked, budget| {
        asked.played(2).review(budget, &mut |_| true);
    }),
    ("map", |asked, budget| {
        // Refused or made: what counts is when.
        let _ = map(&*asked.level, budget);
    }),
    ("vary", |asked, budget| {
        let wishes = Wishes {
            keep: BTreeSet::new(),
            aim: Aim::Harder,
            count: 3,
            seed: 1,
        };
        let _ = vary(&*asked.level, &wishes, budget);
    }),
    ("explain", |asked, budget| {
        asked.level.explain(budget);
    }),
    ("plates", |asked, budget| {
        asked.level.plates(budget);
    }),
    ("search tree", |asked, budget| {
        asked.level.search_tree(budget);
    }),
];

/// Asks everything about some levels and for levels of all tiers, prints what took longest beyond the
/// limit, and fails if that is too much.
pub(crate) fn limits(
    game: &'static dyn Game,
    levels: &[(String, String)],
    limit: Duration,
) -> anyhow::Result<()> {
    let mut taken: Vec<(Duration, String)> = Vec::new();
    let mut measure = |what: String, work: &dyn Fn(&Budget<'_>)| {
        let mut least = Duration::MAX;
        for _ in 0..TRIALS {
            let clock = WallClock::start();
            let budget = Budget::unlimited()
                .with_clock(&clock)
                .within(limit)
                .with_memory(MEMORY);
            let start = Instant::now();
            work(&budget);
            least = least.min(start.elapsed().saturating_sub(limit));
            if least <= OVER {
                break;
            }
        }
        taken.push((least, what));
    };
    for (name, text) in levels {
        let level = game.open(text)?;
        let clock = WallClock::start();
        let budget = Budget::unlimited().with_clock(&clock).within(limit);
        let solved = level.solve(&Wish::default(), &budget.with_memory(MEMORY));
        let subject = Subject {
            level,
            solution: solved.solution.map(|solution| solution.to_string()),
        };
        for (verb, work) in VERBS {
            measure(format!("{verb}, {name}"), &|budget| work(&subject, budget));
        }
    }
    for tier in game.tiers() {
        let request = Request {
            settings: Settings::resolve(game.knobs(), Some(tier), &[])?,
            tier: Some(tier.name),
            // More than any level of the tier has, so that it is looked for until the limit.
            min_moves: Some(500..=600),
            metric: None,
            seed: 1,
        };
        measure(format!("generate --tier {}", tier.name), &|budget| {
            // Refused or made: what counts is when.
            let _ = game.generate(&request, budget);
        });
    }
    taken.sort();
    println!(
        "  {} questions, the worst beyond the limit of {limit:?}:",
        taken.len()
    );
    for (over, what) in taken.iter().rev().take(8) {
        println!("    {:>8.1} ms  {what}", over.as_secs_f64() * 1e3);
    }
    let held = taken.last().is_none_or(|(over, _)| *over <= OVER);
    ensure!(held, "a limit does not hold");
    Ok(())
}

fn list(asked: &Subject, which: Which, budget: &Budget<'_>) {
    let wish = Wish {
        all: Some((which, 1000)),
        ..Wish::default()
    };
    asked.level.solve(&wish, budget);
}
