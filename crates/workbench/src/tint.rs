//! The bench of Tint.

mod anytime;
mod cross;
mod open;
mod recipe;
#[path = "../../games/tests/tint/small.rs"]
mod small;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use serde_json::{Value, json};

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_core::rng::Rng;
use gridwright_core::solve::Verdict;
use gridwright_games::document;
use gridwright_games::document::pack::{FORMAT, Pack, Record};
use gridwright_games::kind::{Kind, Likens};
use gridwright_games::registry::{self, Game};
use gridwright_games::tint::Tint;
use gridwright_games::tint::grade::decoration;
use gridwright_games::tint::level::Level;
use gridwright_games::tint::solve::{Method, solve, solve_by};
use gridwright_host::WallClock;

use super::{Bench, Job};
use crate::cross::Extent;
use crate::measure::{Measure, processor_time};

/// The most of the processor's time that a level is given, where it is measured how soon something is
/// known.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many open papers are measured, how many levels of each tier are made, and the first seed of
/// both unless `--seed` names another.
const OPEN: u64 = 100;
const MADE: u64 = 31;
const FIRST_SEED: u64 = 50_000;

/// So many small canvases are compared with plain search for each hundredth of the full soak.
const SMALL: u64 = 200;

pub(crate) struct TintBench;

impl Bench for TintBench {
    fn game(&self) -> &'static str {
        Tint::ABOUT.id
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
                help: "making levels of each tier",
                run: generated,
            },
            Job {
                name: "anytime",
                help: "shipped levels: how soon there is a solution, and a proof",
                run: anytime,
            },
            Job {
                name: "open",
                help: "open 10 x 8 paper, 6 droplets, 6 targets, 4 gates at random: the same",
                run: open,
            },
        ]
    }

    /// Holds every method against plain search on small canvases, two hundred for each of the scale.
    /// Then looks for solutions of open paper with everything laid at random, seeds from 0 on, so
    /// many; what both methods decide has to agree. Then holds every shipped level against the claim
    /// that nothing in it is decoration.
    fn soak(&self, scale: u64) -> anyhow::Result<()> {
        small_canvases(SMALL * scale)?;
        let (mut solved, mut unsolvable, mut proved) = (0, 0, 0);
        for seed in 0..scale {
            let level = open::level(seed);
            let verdict = within(&level, Method::Both, 10).verdict;
            let price = |verdict: &Verdict<_, _>| {
                let witness = verdict.witness()?;
                verdict.is_optimal().then(|| witness.costs().clone())
            };
            let alone = within(&level, Method::Exhaustion, 5).verdict;
            let agree = match (price(&verdict), price(&alone)) {
                (Some(one), Some(other)) => one == other,
                _ => true,
            };
            ensure!(agree, "the methods disagree on open paper {seed}");
            let contradict =
                matches!(verdict, Verdict::Unsolvable { .. }) && alone.solvable() == Some(true);
            ensure!(!contradict, "open paper {seed} has a solution after all");
            solved += u64::from(verdict.solvable() == Some(true));
            unsolvable += u64::from(verdict.solvable() == Some(false));
            proved += u64::from(verdict.is_optimal());
        }
        println!(
            "    {scale} open papers: {solved} solved ({proved} proved), {unsolvable} unsolvable"
        );
        for pack in Tint::ABOUT.packs.iter().map(registry::read_shipped) {
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

    fn cross(&self, extent: &Extent) -> anyhow::Result<u64> {
        cross::cross(extent)
    }

    fn large(&self) -> Vec<(String, String)> {
        let canvases = [
            (9, 6, 6, 4),
            (16, 12, 12, 8),
            (32, 10, 10, 6),
            (32, 120, 120, 60),
        ];
        canvases
            .into_iter()
            .map(|(side, droplets, targets, gates)| {
                let name =
                    format!("{side}x{side}, {droplets} droplets, {targets} targets, {gates} gates");
                (name, canvas(side, [droplets, targets, gates]))
            })
            .collect()
    }

    fn packs(&self) -> anyhow::Result<Vec<Pack>> {
        let game = registry::game(Tint::ABOUT.id).map_err(|fault| anyhow!("{fault}"))?;
        let mut seen = BTreeSet::new();
        recipe::PACKS
            .iter()
            .map(|pack| {
                let mut levels = Vec::new();
                for entry in pack.levels {
                    let mut record = made(game, pack.name, entry.set, entry.seed)?;
                    record.level["meta"]["title"] = entry.title.into();
                    let level: Level =
                        document::read_level::<Tint>(&record.level.to_string())?.level;
                    ensure!(
                        seen.insert(Tint::likeness(&level)),
                        "{} stands twice",
                        entry.title
                    );
                    levels.push(record);
                }
                levels.sort_by_key(|level| level.grade["score"].as_u64());
                let letter = pack.letter;
                for (i, level) in levels.iter_mut().enumerate() {
                    level.id = Some(format!("{letter}{:02}", i + 1));
                }
                Ok(Pack {
                    format: FORMAT,
                    pack: pack.name.to_owned(),
                    title: pack.title.to_owned(),
                    license: "CC0-1.0".to_owned(),
                    levels,
                })
            })
            .collect()
    }
}

/// Compares every method with plain search on so many small canvases.
fn small_canvases(count: u64) -> anyhow::Result<()> {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..count {
        match small::agreed(&small::canvas(seed)) {
            Ok(Some(true)) => solved += 1,
            Ok(Some(false)) => unsolvable += 1,
            Ok(None) => {}
            Err(disagreement) => bail!("small canvas {seed}: {disagreement}"),
        }
    }
    let open = count - solved - unsolvable;
    println!(
        "    {count} small canvases: {solved} solved, {unsolvable} unsolvable, all methods as plain \
         search; {open} too large for it"
    );
    Ok(())
}

/// A square canvas with so many droplets, targets and switches at random, and bars of paint.
fn canvas(side: i64, [droplets, targets, gates]: [usize; 3]) -> String {
    let mut rng = Rng::new("canvas", side as u64);
    let painted = |n: i64| n % 4 == 1;
    let mut cells: Vec<[i64; 2]> = (0..side)
        .filter(|x| !painted(*x))
        .flat_map(|x| (0..side).map(move |y| [x, y]))
        .collect();
    rng.shuffle(&mut cells);
    let mut cells = cells.into_iter();
    let names = ["red", "yellow", "blue", "orange", "green", "purple"];
    let mut placed = |count: usize, kinds: usize| {
        let cells = cells.by_ref().take(count).enumerate();
        let placed = cells.map(|(i, at)| json!({"at": at, "color": names[i % kinds]}));
        placed.collect::<Vec<_>>()
    };
    let negation = |mut gate: Value| {
        gate["kind"] = "negation".into();
        gate
    };
    let bars = (0..side).filter(|x| painted(*x)).map(|x| {
        let cells: Vec<_> = (0..side).map(|y| [x, y]).collect();
        json!({"color": names[x as usize % 3], "cells": cells})
    });
    json!({
        "game": Tint::ABOUT.id,
        "width": side,
        "height": side,
        "start": "droplet",
        "paint": bars.collect::<Vec<_>>(),
        "droplets": placed(droplets, 3),
        "targets": placed(targets, 6),
        "gates": placed(gates, 3).into_iter().map(negation).collect::<Vec<_>>(),
    })
    .to_string()
}

fn made(
    game: &'static dyn Game,
    tier: &'static str,
    set: &[(&str, &str)],
    seed: u64,
) -> anyhow::Result<Record> {
    let set: Vec<(String, String)> = set
        .iter()
        .map(|&(knob, value)| (knob.to_owned(), value.to_owned()))
        .collect();
    let preset = tier_named(Tint::ABOUT.tiers, tier).map_err(|fault| anyhow!("{fault}"))?;
    let request = Request {
        settings: Settings::resolve(Tint::ABOUT.knobs, Some(preset), &set)?,
        tier: Some(tier),
        min_moves: None,
        metric: None,
        seed,
    };
    game.generate(&request, &Budget::unlimited())
        .map_err(|refusal| anyhow!("{tier} {seed}: {refusal:?}"))
}

fn within(
    level: &Level,
    method: Method,
    seconds: u64,
) -> gridwright_core::solve::Answer<
    gridwright_games::tint::rules::Stroke,
    gridwright_games::tint::solve::Reason,
> {
    let clock = WallClock::start();
    let budget = Budget::unlimited()
        .with_clock(&clock)
        .with_memory(2 << 30)
        .within(Duration::from_secs(seconds));
    solve_by(method, level, &budget)
}

fn shipped(measure: &mut Measure) -> anyhow::Result<()> {
    if let Some(folder) = measure.levels().map(Path::to_owned) {
        return of_others(&folder, measure);
    }
    for pack in Tint::ABOUT.packs.iter().map(registry::read_shipped) {
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

/// What making a level takes of one core, tier by tier.
fn generated(measure: &mut Measure) -> anyhow::Result<()> {
    let game = registry::game(Tint::ABOUT.id).map_err(|fault| anyhow!("{fault}"))?;
    let first = measure.seed().unwrap_or(FIRST_SEED);
    for pack in recipe::PACKS {
        let times = (first..first + MADE).map(|seed| {
            let begun = processor_time();
            let made = made(game, pack.name, &[], seed);
            made.ok().map(|_| processor_time() - begun)
        });
        tell(pack.name, times, MADE as usize);
    }
    Ok(())
}

/// How soon every shipped level has a solution and a proof.
fn anytime(_: &mut Measure) -> anyhow::Result<()> {
    for pack in Tint::ABOUT.packs.iter().map(registry::read_shipped) {
        let mut moments = Vec::new();
        for record in pack.levels {
            let level: Level = document::read_level::<Tint>(&record.level.to_string())?.level;
            moments.push(anytime::solved(&level, PATIENCE));
        }
        let count = moments.len();
        println!("    pack {}: {count} levels", pack.pack);
        tell("first solution", moments.iter().map(|m| m.solution), count);
        tell("strokes proved", moments.iter().map(|m| m.strokes), count);
        tell("cells proved", moments.iter().map(|m| m.cells), count);
    }
    Ok(())
}

/// The same for open paper. What is not refuted counts as solvable.
fn open(measure: &mut Measure) -> anyhow::Result<()> {
    let first = measure.seed().unwrap_or(FIRST_SEED);
    let moments: Vec<_> = (first..first + OPEN)
        .map(|seed| anytime::solved(&open::level(seed), PATIENCE))
        .collect();
    let refuted = moments.iter().filter(|m| m.impossible.is_some()).count();
    let solvable = moments.len() - refuted;
    println!(
        "    seeds {first} to {}: {refuted} have no solution, {solvable} may have one",
        first + OPEN - 1
    );
    tell(
        "first solution",
        moments.iter().map(|m| m.solution),
        solvable,
    );
    tell(
        "strokes proved",
        moments.iter().map(|m| m.strokes),
        solvable,
    );
    tell("cells proved", moments.iter().map(|m| m.cells), solvable);
    tell("refuted", moments.iter().map(|m| m.impossible), refuted);
    Ok(())
}

/// Prints how many of so many levels came to a point within some times, and the median.
fn tell(what: &str, times: impl Iterator<Item = Option<Duration>>, of: usize) {
    let mut times: Vec<Duration> = times.flatten().collect();
    times.sort();
    let within = |limit: f64| {
        let count = times.iter().filter(|time| time.as_secs_f64() <= limit);
        count.count()
    };
    let at = |time: Option<&Duration>| {
        let seconds = time.map(Duration::as_secs_f64);
        seconds.map_or("-".to_owned(), |seconds| format!("{:.1} ms", seconds * 1e3))
    };
    println!(
        "      {what:<16} {:>3} of {of} within 0.1 s, {:>3} within 1 s, {:>3} within 2 s, {:>3} within 10 s; \
         median {}, worst {}",
        within(0.1),
        within(1.0),
        within(2.0),
        within(10.0),
        at(times.get(times.len() / 2)),
        at(times.last()),
    );
}

fn time(case: &str, text: &str, measure: &mut Measure) -> anyhow::Result<()> {
    let level: Level = document::read_level::<Tint>(text)?.level;
    measure.case(case, || solve(&level, &Budget::unlimited()));
    Ok(())
}
