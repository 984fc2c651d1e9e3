//! The bench of Tint.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use serde_json::{Value, json};

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings, Tier};
use gridwright_core::solve::Wish;
use gridwright_games::document;
use gridwright_games::document::pack::{FORMAT, Pack, Record};
use gridwright_games::kind::Kind;
use gridwright_games::registry::{self, Game};
use gridwright_games::tint::Tint;
use gridwright_games::tint::generate::layout;
use gridwright_games::tint::grade::decoration;
use gridwright_games::tint::level::Level;
use gridwright_games::tint::solve::solve;
use gridwright_host::WallClock;

use super::{Bench, Job};
use crate::measure::Measure;

pub(crate) struct TintBench;

/// How many levels a pack has.
const PACK_SIZE: usize = 18;

/// Width and height, as knobs take them.
type Size = (&'static str, &'static str);

/// The tiers with the first letter of their ids, and the sizes that their levels take in turn.
const PACKS: [(&str, char, [Size; 3]); 4] = [
    ("easy", 'e', [("5", "4"), ("4", "4"), ("5", "5")]),
    ("medium", 'm', [("6", "5"), ("7", "5"), ("7", "6")]),
    ("hard", 'h', [("8", "6"), ("9", "6"), ("9", "7")]),
    ("expert", 'x', [("10", "7"), ("11", "7"), ("12", "8")]),
];

/// The size and the counts of the speed target. Layouts are asked for as many strokes as targets.
const LARGE: &[(&str, &str)] = &[
    ("width", "10"),
    ("height", "8"),
    ("least-strokes", "6"),
    ("plan", "8"),
    ("droplets", "6"),
    ("targets", "6"),
    ("gates", "4"),
    ("cuts", "true"),
    ("negation", "true"),
    ("switch-2", "true"),
    ("switch-3", "true"),
    ("droplet-start", "true"),
];

impl Bench for TintBench {
    fn game(&self) -> &'static str {
        Tint::ID
    }

    fn jobs(&self) -> &'static [Job] {
        &[
            Job {
                name: "shipped",
                help: "the proved minimum of every shipped level",
                run: shipped,
            },
            Job {
                name: "generated",
                help: "the proved minimum of levels of each tier, seeds 1000 to 1002",
                run: generated,
            },
            Job {
                name: "large",
                help: "laid 10 x 8 levels with 6 droplets, 6 targets and 4 gates, seeds 0 to 19",
                run: large,
            },
        ]
    }

    /// Tries to prove levels of 10 x 8 cells with 6 droplets, 6 targets and 4 gates as they are
    /// laid, seeds from 0 on: for each slack between the plan and its bound, so many. Nobody has
    /// asked the solver first which of them it likes. Then holds every shipped level against the
    /// claim that nothing in it is decoration.
    fn soak(&self, scale: u64) -> anyhow::Result<()> {
        for slack in ["0", "1"] {
            let settings = settings(None, &[LARGE, &[("slack", slack)]].concat())?;
            let mut times = Vec::new();
            let levels = (0..scale).filter_map(|seed| Some((seed, layout(&settings, seed)?)));
            let mut count = 0;
            for (seed, level) in levels {
                let clock = WallClock::start();
                let budget = Budget::unlimited()
                    .with_clock(&clock)
                    .with_memory(2 << 30)
                    .within(Duration::from_secs(30));
                let begun = Instant::now();
                let verdict = solve(&level, &budget).verdict;
                let seconds = begun.elapsed().as_secs_f64();
                let decided = verdict.is_optimal() || verdict.solvable() == Some(false);
                println!("    slack {slack}, seed {seed}: {seconds:.3} s, decided: {decided}");
                times.extend(decided.then_some(seconds));
                count += 1;
            }
            let share = |limit: f64| {
                let below = times.iter().filter(|&&time| time < limit).count();
                100 * below / count.max(1)
            };
            println!(
                "    slack {slack}: {count} layouts, {} % proved below 1 s, {} % below 30 s",
                share(1.0),
                share(30.0)
            );
        }
        for pack in Tint::PACKS.iter().map(registry::read_shipped) {
            for record in pack.levels {
                let level: Level = document::read_level::<Tint>(&record.level.to_string())?.level;
                let verdict = solve(&level, &Budget::unlimited()).verdict;
                let witness = verdict.witness().context("a shipped level is solvable")?;
                let found = decoration(&level, witness.costs(), &Budget::unlimited());
                let idle = &found.dispensable;
                ensure!(idle.is_empty(), "{:?} has decoration: {idle:?}", record.id);
            }
        }
        println!("    no shipped level has decoration");
        Ok(())
    }

    fn packs(&self) -> anyhow::Result<Vec<Pack>> {
        let game = registry::game(Tint::ID).map_err(|fault| anyhow!("{fault}"))?;
        PACKS
            .iter()
            .map(|&(tier, letter, sizes)| {
                let mut levels = if tier == "easy" {
                    lessons()?
                } else {
                    Vec::new()
                };
                let mut seen = BTreeSet::new();
                for seed in 1.. {
                    if levels.len() == PACK_SIZE {
                        break;
                    }
                    let (width, height) = sizes[seed as usize % sizes.len()];
                    let size = [("width", width), ("height", height)];
                    let record = made(game, tier, &size, seed)?;
                    let session = registry::open(&record.level.to_string(), Some(Tint::ID))?;
                    if seen.insert(session.canonical()) {
                        levels.push(record);
                    }
                }
                // From short to long, the lessons first.
                let lessons = levels.iter().filter(|level| level.seed.is_none()).count();
                levels[lessons..].sort_by_key(|level| level.grade["score"].as_u64());
                for (i, level) in levels.iter_mut().enumerate() {
                    level.id = Some(format!("{letter}{:02}", i + 1));
                }
                Ok(Pack {
                    format: FORMAT,
                    pack: tier.to_owned(),
                    title: title(tier),
                    license: "CC0-1.0".to_owned(),
                    levels,
                })
            })
            .collect()
    }
}

fn title(tier: &str) -> String {
    let mut letters = tier.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase())
        .into_iter()
        .chain(letters)
        .collect()
}

fn made(
    game: &'static dyn Game,
    tier: &'static str,
    set: &[(&str, &str)],
    seed: u64,
) -> anyhow::Result<Record> {
    let request = Request {
        settings: settings(Some(tier), set)?,
        tier: Some(tier),
        min_moves: None,
        metric: None,
        seed,
    };
    game.generate(&request, &Budget::unlimited())
        .map_err(|refusal| anyhow!("{tier} {seed}: {refusal:?}"))
}

fn settings(tier: Option<&str>, set: &[(&str, &str)]) -> anyhow::Result<Settings> {
    let tier: Option<&Tier> = Tint::TIERS.iter().find(|known| Some(known.name) == tier);
    let set: Vec<(String, String)> = set
        .iter()
        .map(|&(knob, value)| (knob.to_owned(), value.to_owned()))
        .collect();
    Ok(Settings::resolve(Tint::KNOBS, tier, &set)?)
}

/// A level for each mechanic, proved and free of decoration.
fn lessons() -> anyhow::Result<Vec<Record>> {
    let spot = |x: i32, y: i32, color: &str| json!({ "at": [x, y], "color": color });
    let lesson = |title: &str, mut level: Value| {
        level["game"] = Tint::ID.into();
        level["meta"] = json!({ "title": title });
        level
    };
    let switch =
        |x: i32, y: i32, sides: Value| json!({ "kind": "switch", "at": [x, y], "sides": sides });
    let negation =
        |x: i32, y: i32, color: &str| json!({ "kind": "negation", "at": [x, y], "color": color });
    let levels = [
        lesson(
            "Drag the droplet to its figure",
            json!({ "width": 4, "height": 1,
            "droplets": [spot(0, 0, "red")], "targets": [spot(3, 0, "red")] }),
        ),
        lesson(
            "One stroke may serve several figures",
            json!({ "width": 5, "height": 2,
            "droplets": [spot(0, 0, "blue")],
            "targets": [spot(2, 0, "blue"), spot(4, 1, "blue")] }),
        ),
        lesson(
            "Two primaries mix",
            json!({ "width": 5, "height": 1,
            "droplets": [spot(0, 0, "red"), spot(2, 0, "yellow")],
            "targets": [spot(4, 0, "orange")] }),
        ),
        lesson(
            "Painted lines mix, too",
            json!({ "width": 5, "height": 3,
            "droplets": [spot(0, 1, "yellow")],
            "paint": [{ "color": "blue", "cells": [[2, 0], [2, 1], [2, 2]] }],
            "targets": [spot(4, 1, "green")] }),
        ),
        lesson(
            "Two ways, one mixes",
            json!({ "width": 5, "height": 3,
            "droplets": [spot(0, 0, "yellow")],
            "paint": [{ "color": "blue", "cells": [[2, 0], [2, 1]] }],
            "targets": [spot(4, 0, "yellow")] }),
        ),
        lesson(
            "White cuts a lane",
            json!({ "width": 5, "height": 2,
            "droplets": [spot(0, 0, "white"), spot(0, 1, "red")],
            "paint": [{ "color": "green", "cells": [[2, 0], [2, 1]] }],
            "targets": [spot(4, 1, "red")] }),
        ),
        lesson(
            "A negation gate takes a colour away",
            json!({ "width": 5, "height": 1,
            "droplets": [spot(0, 0, "purple")], "gates": [negation(2, 0, "blue")],
            "targets": [spot(4, 0, "red")] }),
        ),
        lesson(
            "Nothing left is white",
            json!({ "width": 5, "height": 1,
            "droplets": [spot(0, 0, "red")], "gates": [negation(2, 0, "red")],
            "targets": [spot(4, 0, "white")] }),
        ),
        lesson(
            "A switch gate trades colours",
            json!({ "width": 5, "height": 1,
            "droplets": [spot(0, 0, "yellow")],
            "gates": [switch(2, 0, json!({ "west": "yellow", "east": "blue" }))],
            "targets": [spot(4, 0, "blue")] }),
        ),
        lesson(
            "Three sides: choose the exit",
            json!({ "width": 5, "height": 3,
            "droplets": [spot(0, 1, "red")],
            "gates": [switch(2, 1, json!({ "west": "red", "north": "blue", "south": "yellow" }))],
            "targets": [spot(4, 2, "yellow")] }),
        ),
        lesson(
            "Four sides",
            json!({ "width": 5, "height": 3,
            "droplets": [spot(0, 1, "green")],
            "gates": [switch(2, 1, json!({ "west": "green", "north": "blue", "east": "red", "south": "white" }))],
            "targets": [spot(4, 0, "red"), spot(4, 2, "red")] }),
        ),
        lesson(
            "Absorbing: a secondary forgives its primaries",
            json!({ "width": 5, "height": 1,
            "mixing": "absorb", "droplets": [spot(4, 0, "yellow")],
            "paint": [{ "color": "red", "cells": [[2, 0]] }],
            "targets": [spot(0, 0, "orange")] }),
        ),
    ];
    levels.into_iter().map(taught).collect()
}

fn taught(level: Value) -> anyhow::Result<Record> {
    let budget = Budget::unlimited();
    let session = registry::open(&level.to_string(), Some(Tint::ID))?;
    let answer = session.solve(&Wish::default(), &budget);
    let found = session.inspect(false, &budget);
    ensure!(answer.optimal, "{level} is not proved");
    let idle = &found.decoration.dispensable;
    ensure!(idle.is_empty(), "{level} has decoration: {idle:?}");
    let costs = answer.costs.context("a solved level has costs")?;
    Ok(Record {
        level: session.document(),
        solution: answer.solution.unwrap_or_default(),
        costs: costs
            .iter()
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect(),
        optimal: true,
        grade: serde_json::to_value(found.grade)?,
        ..Record::default()
    })
}

fn shipped(measure: &mut Measure) -> anyhow::Result<()> {
    if let Some(folder) = measure.levels().map(Path::to_owned) {
        return of_others(&folder, measure);
    }
    for pack in Tint::PACKS.iter().map(registry::read_shipped) {
        for record in pack.levels {
            let id = record.id.unwrap_or_default();
            time(&id, &record.level.to_string(), measure)?;
        }
    }
    Ok(())
}

fn of_others(folder: &Path, measure: &mut Measure) -> anyhow::Result<()> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    paths.sort();
    for path in paths {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        time(&name, &std::fs::read_to_string(&path)?, measure)?;
    }
    Ok(())
}

fn generated(measure: &mut Measure) -> anyhow::Result<()> {
    let game = registry::game(Tint::ID).map_err(|fault| anyhow!("{fault}"))?;
    for (tier, letter, _) in PACKS {
        for seed in 1000..1003 {
            let record = made(game, tier, &[], seed)?;
            time(
                &format!("{letter}{seed}"),
                &record.level.to_string(),
                measure,
            )?;
        }
    }
    Ok(())
}

fn large(measure: &mut Measure) -> anyhow::Result<()> {
    let settings = settings(None, LARGE)?;
    for seed in 0..20 {
        if let Some(level) = layout(&settings, seed) {
            measure.case(&format!("{seed}"), || solve(&level, &Budget::unlimited()));
        }
    }
    Ok(())
}

fn time(case: &str, text: &str, measure: &mut Measure) -> anyhow::Result<()> {
    let level: Level = document::read_level::<Tint>(text)?.level;
    measure.case(case, || solve(&level, &Budget::unlimited()));
    Ok(())
}
