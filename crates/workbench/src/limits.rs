//! Whether time limits hold: every verb on the largest legal levels, with a limit that is far too
//! short for them, and how long each took beyond it.
//!
//! What is looked for is work between two looks at the clock: a table that is filled, a listing that
//! is counted, an explanation that is drawn. Small levels have none of it.

use std::time::{Duration, Instant};

use anyhow::ensure;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings};
use gridwright_core::solve::{Which, Wish};
use gridwright_games::registry::{Game, Session};
use gridwright_host::WallClock;

/// The most that a verb may take beyond its limit.
const OVER: Duration = Duration::from_millis(250);

/// The memory a verb may take for its tables.
const MEMORY: u64 = 1 << 30;

type Verb = fn(&dyn Session, &Budget<'_>);

/// What can be asked about a level.
const VERBS: &[(&str, Verb)] = &[
    ("solve", |level, budget| {
        level.solve(&Wish::default(), budget);
    }),
    ("solve, other metric", |level, budget| {
        let metric = level
            .game()
            .metrics()
            .get(1)
            .and_then(|order| order.first());
        let wish = Wish {
            metric: metric.copied(),
            ..Wish::default()
        };
        level.solve(&wish, budget);
    }),
    ("solve --all", |level, budget| {
        list(level, Which::Best, budget)
    }),
    ("solve --all every", |level, budget| {
        list(level, Which::Every, budget)
    }),
    ("check --quick", |level, budget| {
        level.inspect(true, budget);
    }),
    ("check", |level, budget| {
        level.inspect(false, budget);
    }),
    ("hint", |level, budget| {
        let play = level.at(None);
        play.expect("no moves can be wrong").hint(budget);
    }),
    ("explain", |level, budget| {
        level.explain(budget);
    }),
    ("plates", |level, budget| {
        level.plates(budget);
    }),
    ("search tree", |level, budget| {
        level.search_tree(budget);
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
        let clock = WallClock::start();
        let budget = Budget::unlimited()
            .with_clock(&clock)
            .within(limit)
            .with_memory(MEMORY);
        let start = Instant::now();
        work(&budget);
        let over = start.elapsed().saturating_sub(limit);
        if over > OVER {
            println!("    {:>8.1} ms  {what}", over.as_secs_f64() * 1e3);
        }
        taken.push((over, what));
    };
    for (name, text) in levels {
        let level = game.open(text)?;
        for (verb, work) in VERBS {
            measure(format!("{verb}, {name}"), &|budget| work(&*level, budget));
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

fn list(level: &dyn Session, which: Which, budget: &Budget<'_>) {
    let wish = Wish {
        all: Some((which, 1000)),
        ..Wish::default()
    };
    level.solve(&wish, budget);
}
