//! TilePuzzle on the bench: solving each tier in both metrics, making levels, the packs.

mod cross;
mod dense;
mod large;
mod packs;
mod proofs;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Map, Value};

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::{self, Witness};
use gridwright_core::solve::Wish;
use gridwright_games::document::pack::{FORMAT, Pack, Record};
use gridwright_games::document::{read_level, write_level};
use gridwright_games::kind::{Documents, Generates, Grades, Kind};
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::rules::Move;
use gridwright_games::tilepuzzle::solve::Metric;
use gridwright_games::tilepuzzle::{TilePuzzle, generate, solve};
use gridwright_host::WallClock;

use crate::cross::Extent;
use crate::measure::Measure;
use crate::{Bench, Job};

/// Levels in the campaign pack.
const CAMPAIGN: u64 = 100;

/// Dense boards looked at for their pack.
const DENSE_SEARCHED: u64 = 100_000;

/// Levels looked at for the pack of tandems and locks.
const TANDEMS_SEARCHED: u64 = 2000;

/// Levels of a tier that are timed one by one.
const TIMED: u64 = 30;

/// The memory a timed or soaked solve may take.
const MEMORY: u64 = 1 << 30;

/// The names of the campaign's tiers, in turn.
const TIERS: [&str; 3] = ["normal", "hard", "very-hard"];

pub(crate) struct TilePuzzleBench;

impl Bench for TilePuzzleBench {
    fn game(&self) -> &'static str {
        TilePuzzle::ABOUT.id
    }

    fn jobs(&self) -> &'static [Job] {
        &[
            Job {
                name: "steps-normal",
                help: "prove the fewest steps, Normal",
                run: |measure| solve_tier(measure, 0, "steps"),
            },
            Job {
                name: "steps-hard",
                help: "prove the fewest steps, Hard",
                run: |measure| solve_tier(measure, 1, "steps"),
            },
            Job {
                name: "steps-very-hard",
                help: "prove the fewest steps, Very Hard",
                run: |measure| solve_tier(measure, 2, "steps"),
            },
            Job {
                name: "drags-normal",
                help: "prove the fewest drags and steps, Normal",
                run: |measure| solve_tier(measure, 0, "drags"),
            },
            Job {
                name: "drags-hard",
                help: "prove the fewest drags and steps, Hard",
                run: |measure| solve_tier(measure, 1, "drags"),
            },
            Job {
                name: "drags-very-hard",
                help: "prove the fewest drags and steps, Very Hard",
                run: |measure| solve_tier(measure, 2, "drags"),
            },
            Job {
                name: "proofs-hard-drags",
                help: "1000 fresh levels of Hard, fewest drags and steps",
                run: |measure| proofs::proofs(measure, 1, Metric::Drags, 1000),
            },
            Job {
                name: "proofs-very-hard-drags",
                help: "500 fresh levels of Very Hard, fewest drags and steps",
                run: |measure| proofs::proofs(measure, 2, Metric::Drags, 500),
            },
            Job {
                name: "proofs-very-hard-steps",
                help: "1000 fresh levels of Very Hard, fewest steps",
                run: |measure| proofs::proofs(measure, 2, Metric::Steps, 1000),
            },
            Job {
                name: "large",
                help: "100 fresh boards up to 32x32: a first solution, or a refutation, in two seconds",
                run: |measure| large::first_solutions(measure, 100),
            },
            Job {
                name: "make-normal",
                help: "make 1000 Normal levels with proved minimum",
                run: make_normal,
            },
            Job {
                name: "make-dense",
                help: "make boards of at least 20 drags, proved; a case each",
                run: make_dense,
            },
        ]
    }

    fn soak(&self, scale: u64) -> anyhow::Result<()> {
        for tier in 0..3 {
            let levels = 100 * scale;
            let proofs = if tier == 2 { 5 * scale } else { levels };
            soak_tier(tier, levels, proofs)?;
        }
        Ok(())
    }

    fn cross(&self, extent: &Extent) -> anyhow::Result<u64> {
        cross::cross(extent)
    }

    fn large(&self) -> Vec<(String, String)> {
        large::crowds()
    }

    fn packs(&self) -> anyhow::Result<Vec<Pack>> {
        let names = ["campaign", "dense", "tandems"];
        names.into_iter().map(|name| self.pack(name)).collect()
    }

    fn pack(&self, name: &str) -> anyhow::Result<Pack> {
        match name {
            "campaign" => campaign(),
            "dense" => dense::dense(DENSE_SEARCHED, 48),
            "tandems" => packs::tandems(TANDEMS_SEARCHED, 36),
            _ => bail!("{} has no pack {name}", self.game()),
        }
    }
}

/// The first levels of the campaign, each made from its number.
fn campaign() -> anyhow::Result<Pack> {
    let levels = (1..=CAMPAIGN)
        .map(|number| {
            let request = request("normal", &[("level", number)], None)?;
            let made = TilePuzzle::generate(&request, &Budget::unlimited())
                .map_err(|e| anyhow::anyhow!("level {number}: {e:?}"))?;
            let meta = Map::from_iter([
                ("level".to_owned(), number.into()),
                ("tier".to_owned(), TIERS[tier_of(number)].into()),
            ]);
            let grade = TilePuzzle::grade(
                &made.level,
                &made.witness,
                made.optimal,
                &Budget::unlimited(),
            );
            let solution = TilePuzzle::write_solution(&made.level, made.witness.moves());
            let costs = made.witness.costs().iter();
            Ok(Record {
                id: Some(number.to_string()),
                level: write_level::<TilePuzzle>(&made.level, &meta),
                solution: serde_json::to_value(solution)?,
                costs: costs.map(|(m, v)| (m.to_owned(), Value::from(v))).collect(),
                optimal: made.optimal,
                grade: serde_json::to_value(grade)?,
                seed: Some(number),
                generator: Some(made.generator.to_owned()),
                ..Record::default()
            })
        })
        .collect::<anyhow::Result<_>>()?;
    Ok(Pack {
        format: FORMAT,
        pack: "campaign".to_owned(),
        title: "Campaign".to_owned(),
        license: "CC0-1.0".to_owned(),
        levels,
    })
}

fn tier_of(number: u64) -> usize {
    ((number - 1) % 3) as usize
}

/// The `index`-th level of a tier of the campaign, from 0.
fn campaign_level(tier: u64, index: u64) -> (u64, Level, Witness<Move>) {
    let number = 3 * index + tier + 1;
    let (level, witness) = generate::campaign_scramble(number);
    (number, level, witness)
}

fn request(tier: &str, set: &[(&str, u64)], seed: Option<u64>) -> anyhow::Result<Request> {
    let tier =
        tier_named(TilePuzzle::ABOUT.tiers, tier).map_err(|fault| anyhow::anyhow!("{fault}"))?;
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.to_string()))
        .collect();
    Ok(Request {
        settings: Settings::resolve(TilePuzzle::ABOUT.knobs, Some(tier), &set)?,
        tier: Some(tier.name),
        min_moves: None,
        metric: None,
        seed: seed.unwrap_or(0),
    })
}

fn solve_tier(measure: &mut Measure, tier: u64, metric: &'static str) -> anyhow::Result<()> {
    let mut levels = Vec::new();
    if let Some(folder) = measure.levels() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let text = std::fs::read_to_string(&path)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let opened = read_level::<TilePuzzle>(&text)
                .with_context(|| format!("{} is no level", path.display()))?;
            levels.push((name.into_owned(), opened.level));
        }
        levels.sort_by(|a, b| a.0.cmp(&b.0));
    } else {
        for index in 0..TIMED {
            let (number, level, _) = campaign_level(tier, index);
            levels.push((number.to_string(), level));
        }
    }
    let wish = Wish {
        metric: Some(metric),
        ..Wish::default()
    };
    for (name, level) in &levels {
        let budget = Budget::unlimited().with_memory(MEMORY);
        measure.case(name, || solve::solve(level, &wish, &budget));
    }
    Ok(())
}

fn make_normal(measure: &mut Measure) -> anyhow::Result<()> {
    let requests = (1..=1000)
        .map(|seed| request("normal", &[], Some(seed)))
        .collect::<anyhow::Result<Vec<_>>>()?;
    measure.case("1000 levels", || {
        for request in &requests {
            let made = TilePuzzle::generate(request, &Budget::unlimited());
            assert!(made.is_ok_and(|made| made.optimal));
        }
    });
    Ok(())
}

fn make_dense(measure: &mut Measure) -> anyhow::Result<()> {
    for seed in 1..=20 {
        let request = Request {
            metric: Some("drags"),
            ..request("dense", &[], Some(seed))?
        };
        measure.case(&format!("seed {seed}"), || {
            TilePuzzle::generate(&request, &Budget::unlimited())
        });
    }
    Ok(())
}

/// Makes levels, replays them all, proves the minimum of some, and says how it went.
fn soak_tier(tier: u64, levels: u64, proofs: u64) -> anyhow::Result<()> {
    /// The time a soaked solve may take.
    const PATIENCE: Duration = Duration::from_secs(30);
    let clock = WallClock::start();
    let (mut making, mut times) = (Duration::ZERO, Vec::new());
    let mut minima: BTreeMap<u64, u64> = BTreeMap::new();
    let (mut open, mut peak) = (0, 0);
    for index in 0..levels {
        let start = Instant::now();
        let (number, level, witness) = campaign_level(tier, index);
        making += start.elapsed();
        referee::judge(&level, witness.moves().to_vec())
            .map_err(|broken| anyhow::anyhow!("level {number}: {broken}"))?;
        ensure!(!level.is_solved(&level.start()), "level {number} is solved");
        if minima.values().sum::<u64>() >= proofs {
            continue;
        }
        let budget = Budget::unlimited()
            .with_clock(&clock)
            .within(PATIENCE)
            .with_memory(MEMORY);
        let start = Instant::now();
        let answer = solve::solve(&level, &Wish::default(), &budget);
        times.push(start.elapsed().as_secs_f64());
        peak = peak.max(answer.stats.peak_bytes);
        ensure!(
            answer.verdict.solvable() != Some(false),
            "level {number} has a solution, but was called unsolvable"
        );
        if answer.verdict.is_optimal() {
            let found = answer.verdict.witness().expect("just seen");
            let steps = found.moves().len();
            ensure!(
                steps <= witness.moves().len(),
                "level {number}: {steps} steps are not the fewest"
            );
            *minima.entry(steps as u64).or_default() += 1;
        } else {
            open += 1;
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize] * 1e3;
    println!(
        "  {}: {levels} levels made and replayed, {:.0} a second",
        TIERS[tier as usize],
        levels as f64 / making.as_secs_f64()
    );
    println!(
        "    {} of {} proved; median {:.3} ms, 90% {:.3} ms, 99% {:.3} ms, worst {:.3} ms, at most {} MiB",
        times.len() - open,
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
        peak >> 20
    );
    let distribution: Vec<String> = minima
        .iter()
        .map(|(steps, count)| format!("{steps}:{count}"))
        .collect();
    println!("    fewest steps: {}", distribution.join(" "));
    Ok(())
}
