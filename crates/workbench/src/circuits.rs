//! The bench of Circuits.

mod style;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use serde_json::json;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{NotMade, Request, Settings, tier_named};
use gridwright_core::rng::Rng;
use gridwright_core::solve::{Verdict, Which, Wish};
use gridwright_games::circuits::Circuits;
use gridwright_games::circuits::document::LevelFile;
use gridwright_games::circuits::generate::recipe::{LEVELS, RECIPES, Recipe};
use gridwright_games::circuits::level::{Hue, Level};
use gridwright_games::circuits::rules::Move;
use gridwright_games::circuits::solve::least_otherwise;
use gridwright_games::document::pack::{FORMAT, Pack, Record};
use gridwright_games::kind::{Documents, Generates, Grades, Kind, Likens, Solves};
use gridwright_games::registry;
use gridwright_host::WallClock;

use super::{Bench, Job};
use crate::challenge::{Challenge, shortcuts};
use crate::cross::{self, Extent};
use crate::measure::Measure;

pub(crate) struct CircuitsBench;

impl Bench for CircuitsBench {
    fn game(&self) -> &'static str {
        Circuits::ABOUT.id
    }

    fn jobs(&self) -> &'static [Job] {
        &[
            Job {
                name: "solve",
                help: "the minimum, proved, of every shipped level or of other people's",
                run: solve,
            },
            Job {
                name: "wirings",
                help: "all wirings of the same levels",
                run: wirings,
            },
            Job {
                name: "large",
                help: "the minimum, proved, on 16 x 20 with 8 colours and some 60 pads",
                run: large,
            },
            Job {
                name: "style",
                help: "drawn lines, diagonals and given lines of shipped and new levels, and the time to make them",
                run: style::style,
            },
        ]
    }

    fn soak(&self, scale: u64) -> anyhow::Result<()> {
        soak(scale)
    }

    /// The search against a sweep without its estimate and its cuts, in steps: the sweep counts only
    /// the lines that loose pads cost, and not those that every wiring has.
    fn cross(&self, extent: &Extent) -> anyhow::Result<u64> {
        let challenge = Challenge {
            order: &["steps", "lines"],
            is_one_action: |_, _| false,
            shorter: |mv: &Move| match mv {
                Move::Draw(line) => {
                    let shorter = shortcuts(line);
                    shorter.into_iter().map(Move::Draw).collect()
                }
                Move::Erase(_) => Vec::new(),
            },
        };
        cross::over_packs_and_tiers::<Circuits>(extent, |tally, name, level| {
            let verdict =
                extent.within(|budget| Circuits::solve(level, &Wish::default(), budget).verdict);
            let witness = verdict.witness().filter(|_| verdict.is_optimal());
            let best = match (&verdict, witness) {
                (Verdict::Unsolvable { .. }, _) => Some(None),
                (_, Some(witness)) => Some(witness.costs().get("steps")),
                _ => None,
            };
            if let Some(witness) = witness {
                tally.note_better(name, challenge.improvement(level, witness.moves()));
            }
            let other = extent.within(|budget| {
                let least = least_otherwise(level, &mut budget.meter()).ok()?;
                Some(least.map(|(steps, _)| u64::from(steps)))
            });
            tally.note(name, best, other);
            Ok(())
        })
    }

    fn large(&self) -> Vec<(String, String)> {
        let boards = [(16, 60, 8), (64, 60, 8), (64, 600, 8)];
        boards
            .into_iter()
            .map(|(side, pads, terminals)| {
                let name = format!("{side}x{side}, {pads} pads, {terminals} terminals");
                (name, board(side, pads, terminals))
            })
            .collect()
    }

    fn packs(&self) -> anyhow::Result<Vec<Pack>> {
        RECIPES.iter().map(pack).collect()
    }

    fn pack(&self, name: &str) -> anyhow::Result<Pack> {
        let recipe = RECIPES.iter().find(|recipe| recipe.pack == name);
        pack(recipe.with_context(|| format!("there is no pack {name}"))?)
    }
}

/// A square board with so many pads and pairs of terminals at random, and no given lines.
fn board(side: i64, pads: usize, terminals: usize) -> String {
    let mut rng = Rng::new("board", pads as u64);
    let mut points: Vec<[i64; 2]> = (0..=side)
        .flat_map(|y| (0..=side).map(move |x| [x, y]))
        .collect();
    rng.shuffle(&mut points);
    let mut fixtures = points.into_iter().zip(1..);
    let at = fixtures.by_ref();
    let pads: Vec<_> = at
        .take(pads)
        .map(|(pos, id)| json!({"pos": pos, "ID": id}))
        .collect();
    let terminals: Vec<_> = at
        .take(2 * terminals)
        .enumerate()
        .map(|(i, (pos, id))| {
            let color = Hue::ALL[i / 2 % Hue::ALL.len()].name();
            json!({"pos": pos, "ID": id, "color": color})
        })
        .collect();
    json!({"width": side, "height": side, "pads": pads, "terminals": terminals, "lines": []})
        .to_string()
}

/// The levels of a folder, or else the shipped ones, with their names.
fn levels(folder: Option<&Path>) -> anyhow::Result<Vec<(String, Level)>> {
    let Some(folder) = folder else {
        let packs = Circuits::ABOUT.packs.iter().map(registry::read_shipped);
        return packs
            .flat_map(|pack| pack.levels)
            .map(|record| {
                let id = record.id.clone().unwrap_or_default();
                Ok((id, read(&record.level.to_string())?))
            })
            .collect();
    };
    let mut levels = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let text = std::fs::read_to_string(&path)?;
            levels.push((
                name,
                read(&text).with_context(|| path.display().to_string())?,
            ));
        }
    }
    levels.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(levels)
}

fn read(text: &str) -> anyhow::Result<Level> {
    let file: LevelFile = serde_json::from_str(text)?;
    Circuits::read_level(file).map_err(|faults| anyhow!("{faults}"))
}

fn solve(measure: &mut Measure) -> anyhow::Result<()> {
    for (name, level) in levels(measure.levels())? {
        measure.case(&name, || {
            let answer = Circuits::solve(&level, &Wish::default(), &Budget::unlimited());
            assert!(!matches!(answer.verdict, Verdict::GaveUp { .. }));
        });
    }
    Ok(())
}

fn wirings(measure: &mut Measure) -> anyhow::Result<()> {
    let wish = Wish {
        all: Some((Which::Best, 1)),
        ..Wish::default()
    };
    for (name, level) in levels(measure.levels())? {
        measure.case(&name, || {
            Circuits::solve(&level, &wish, &Budget::unlimited())
        });
    }
    Ok(())
}

fn large(measure: &mut Measure) -> anyhow::Result<()> {
    let knobs = [
        ("width", "16"),
        ("height", "20"),
        ("colors", "8"),
        ("unique", "false"),
        ("tangled", "false"),
    ];
    let set: Vec<_> = knobs
        .map(|(knob, value)| (knob.to_owned(), value.to_owned()))
        .into();
    let made = make("hard", &set, 1)?.context("the seed gives no level")?;
    let case = format!("{} pads", made.level.pads().len());
    measure.case(&case, || {
        Circuits::solve(&made.level, &Wish::default(), &Budget::unlimited())
    });
    Ok(())
}

type Made = gridwright_core::generate::Made<Level>;

/// A level of a tier and seed; `None` if the seed gives none.
fn make(tier: &str, set: &[(String, String)], seed: u64) -> anyhow::Result<Option<Made>> {
    let tier = tier_named(Circuits::ABOUT.tiers, tier).map_err(|fault| anyhow!("{fault}"))?;
    let settings = Settings::resolve(Circuits::ABOUT.knobs, Some(tier), set);
    let request = Request {
        settings: settings.map_err(|faults| anyhow!("{faults}"))?,
        tier: Some(tier.name),
        min_moves: None,
        metric: None,
        seed,
    };
    match Circuits::generate(&request, &Budget::unlimited()) {
        Ok(made) => Ok(Some(made)),
        Err(NotMade::Impossible(_)) => Ok(None),
        Err(NotMade::GaveUp(limit)) => Err(anyhow!("{limit}")),
    }
}

/// The levels of successive seeds, in order of their grade.
fn pack(recipe: &Recipe) -> anyhow::Result<Pack> {
    let mut records: Vec<(u32, Record)> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for seed in (1..).filter(|seed| !recipe.passed_over.contains(seed)) {
        if records.len() == LEVELS {
            break;
        }
        let Some(made) = make(recipe.tier, &(recipe.settings)(seed), seed)? else {
            continue;
        };
        if !seen.insert(Circuits::likeness(&made.level)) {
            continue;
        }
        let budget = Budget::unlimited();
        let grade = Circuits::grade(&made.level, &made.witness, made.optimal, &budget)
            .context("every solved level has a grade")?;
        eprintln!("{} seed {seed}: {}", recipe.pack, made.witness.costs());
        let record = Record {
            level: serde_json::to_value(Circuits::write_level(&made.level))?,
            solution: serde_json::to_value(Circuits::write_solution(
                &made.level,
                made.witness.moves(),
            ))?,
            costs: made
                .witness
                .costs()
                .iter()
                .map(|(name, value)| (name.to_owned(), value.into()))
                .collect(),
            optimal: made.optimal,
            grade: serde_json::to_value(&grade)?,
            seed: Some(seed),
            generator: Some(made.generator.to_owned()),
            ..Record::default()
        };
        records.push((grade.score, record));
    }
    records.sort_by_key(|(score, record)| (*score, record.seed));
    let levels = records
        .into_iter()
        .enumerate()
        .map(|(index, (_, record))| Record {
            id: Some(format!("{}{:02}", recipe.pack, index + 1)),
            ..record
        });
    Ok(Pack {
        format: FORMAT,
        pack: recipe.pack.to_owned(),
        title: recipe.title.to_owned(),
        license: "CC0-1.0".to_owned(),
        levels: levels.collect(),
    })
}

/// Makes levels of every tier and has each checked; prints what came out.
fn soak(scale: u64) -> anyhow::Result<()> {
    let clock = WallClock::start();
    for tier in Circuits::ABOUT.tiers {
        let (mut made, mut refused) = (0, 0);
        for seed in 0..(scale / 10).max(1) {
            let Some(level) = make(tier.name, &[], 1000 + seed)? else {
                refused += 1;
                continue;
            };
            made += 1;
            let budget = Budget::unlimited()
                .with_clock(&clock)
                .within(Duration::from_secs(60));
            let findings = Circuits::inspect(&level.level, false, &budget);
            ensure!(
                findings.solvable == Some(true),
                "seed {seed} cannot be solved"
            );
            ensure!(
                findings.unique == Some(true),
                "seed {seed} has several wirings"
            );
            ensure!(
                findings.costs.as_ref() == Some(level.witness.costs()),
                "seed {seed} is not best"
            );
        }
        println!(
            "  {}: {made} made and checked, {refused} refused",
            tier.name
        );
    }
    Ok(())
}
