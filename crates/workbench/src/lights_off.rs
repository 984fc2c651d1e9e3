//! The bench of Lights Off.

mod graphs;
mod packs;
mod pictures;

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use serde_json::Map;

use gridwright_core::budget::Budget;
use gridwright_core::rng::Rng;
use gridwright_core::solve::Wish;
use gridwright_games::document;
use gridwright_games::document::pack::Pack;
use gridwright_games::kind::Kind;
use gridwright_games::lights_off::generate::Maker;
use gridwright_games::lights_off::solve::{self, SmallBoards, System};
use gridwright_games::lights_off::{
    Board, Level, LightsOff, Neighbourhood, Press, Shape, Topology, document as files,
};
use gridwright_host::WallClock;

use super::{Bench, Job};
use crate::challenge::Challenge;
use crate::cross::{self, Extent, Tally};
use crate::measure::Measure;

pub(crate) struct LightsOffBench;

impl Bench for LightsOffBench {
    fn game(&self) -> &'static str {
        LightsOff::ABOUT.id
    }

    fn jobs(&self) -> &'static [Job] {
        &[
            Job {
                name: "solve",
                help: "any solution of a packed square board of two states",
                run: solve_packed,
            },
            Job {
                name: "text",
                help: "from the JSON text of a 1000x1000 board to the answer in memory",
                run: from_text,
            },
            Job {
                name: "variants",
                help: "any solution of other boards",
                run: solve_variants,
            },
            Job {
                name: "minimum",
                help: "a minimum solution, proved, of square boards with 2^d solutions",
                run: minimum,
            },
            Job {
                name: "states",
                help: "a minimum solution, proved, of boards of more states",
                run: minimum_of_states,
            },
            Job {
                name: "files",
                help: "a minimum solution, and any solution, of the level files given with --levels",
                run: solve_files,
            },
            Job {
                name: "all-5x5",
                help: "the minimum of every one of the 2^25 boards of 5x5",
                run: every_classic_board,
            },
            Job {
                name: "levels-5x5",
                help: "100000 fresh 5x5 levels with their true minimum",
                run: fresh_levels,
            },
        ]
    }

    fn soak(&self, scale: u64) -> anyhow::Result<()> {
        soak(scale)
    }

    fn cross(&self, extent: &Extent) -> anyhow::Result<u64> {
        minimum_against_walk(extent)
    }

    fn large(&self) -> Vec<(String, String)> {
        let boards = [(64, 2), (39, 2), (47, 3), (128, 10), (300, 2), (1024, 2)];
        let boards = boards
            .into_iter()
            .flat_map(|board| [(board, true), (board, false)]);
        boards
            .filter_map(|((side, states), solvable)| {
                let shape = shape(side, side, states, Topology::Square, Neighbourhood::Plus);
                let (shape, mut rng) = (shape.ok()?, Rng::new("large", side));
                let (lamps, kind) = if solvable {
                    (self::solvable(&shape, &mut rng), "solvable")
                } else {
                    (random(&shape, &mut rng), "random")
                };
                let level = document::write_level::<LightsOff>(&Level::of(lamps), &Map::new());
                Some((
                    format!("{kind} {side}x{side}, {states} states"),
                    level.to_string(),
                ))
            })
            .collect()
    }

    fn packs(&self) -> anyhow::Result<Vec<Pack>> {
        packs::packs()
    }

    fn pack(&self, name: &str) -> anyhow::Result<Pack> {
        packs::pack_named(name)
    }
}

fn shape(
    rows: u64,
    cols: u64,
    states: i64,
    topology: Topology,
    neighbourhood: Neighbourhood,
) -> anyhow::Result<Shape> {
    Shape::new(rows, cols, states, topology, neighbourhood).map_err(|faults| anyhow!("{faults}"))
}

fn square(n: u64) -> anyhow::Result<Shape> {
    shape(n, n, 2, Topology::Square, Neighbourhood::Plus)
}

fn random(shape: &Shape, rng: &mut Rng) -> Board {
    Board::from_fn(shape, |_, _| rng.below(shape.states().into()) as u8)
}

/// Lamps that can be turned off.
fn solvable(shape: &Shape, rng: &mut Rng) -> Board {
    let mut lamps = Board::zero(shape);
    lamps.press(&random(shape, rng));
    lamps
}

fn solved(shape: &Shape, lamps: &Board) -> Option<Board> {
    let budget = Budget::unlimited();
    System::new(shape, &mut budget.meter()).ok()?.solve(lamps)
}

fn solve_packed(measure: &mut Measure) -> anyhow::Result<()> {
    let mut rng = Rng::new("bench", 1);
    for n in [5, 100, 200, 1000] {
        let shape = square(n)?;
        let lamps = solvable(&shape, &mut rng);
        measure.case(&format!("{n}x{n}"), || solved(&shape, &lamps));
    }
    Ok(())
}

fn from_text(measure: &mut Measure) -> anyhow::Result<()> {
    let shape = square(1000)?;
    let lamps = solvable(&shape, &mut Rng::new("bench", 2));
    let text = serde_json::to_string(&files::write_level(&Level::of(lamps)))?;
    measure.case("1000x1000 read", || {
        document::read_level::<LightsOff>(&text).map(|opened| opened.level)
    });
    measure.case("1000x1000", || {
        let level = document::read_level::<LightsOff>(&text).map(|opened| opened.level);
        level.map(|level| solve::solve(&level, &Wish::default(), &Budget::unlimited()))
    });
    Ok(())
}

fn solve_variants(measure: &mut Measure) -> anyhow::Result<()> {
    use Neighbourhood::{Cross, Full, Plus};
    use Topology::{Hex, Square, Torus};
    let mut rng = Rng::new("bench", 3);
    for (n, states, topology, neighbourhood) in [
        (200, 2, Torus, Plus),
        (1000, 2, Torus, Plus),
        (1000, 2, Hex, Plus),
        (1000, 2, Square, Cross),
        (1000, 2, Square, Full),
        (1000, 2, Torus, Full),
        (1000, 3, Square, Plus),
        (1000, 6, Square, Plus),
        (300, 10, Torus, Cross),
    ] {
        let shape = shape(n, n, states, topology, neighbourhood)?;
        let lamps = solvable(&shape, &mut rng);
        let case = format!(
            "{n}x{n} {} {} k={states}",
            topology.name(),
            neighbourhood.name()
        );
        measure.case(&case, || solved(&shape, &lamps));
    }
    Ok(())
}

/// Boards with 2^d solutions: the side and d.
const NULLITIES: [(u64, usize); 7] = [
    (9, 8),
    (11, 6),
    (19, 16),
    (30, 20),
    (62, 24),
    (47, 30),
    (39, 32),
];

fn minimum(measure: &mut Measure) -> anyhow::Result<()> {
    let mut rng = Rng::new("bench", 4);
    for (n, dimension) in NULLITIES {
        let shape = square(n)?;
        let level = Level::of(solvable(&shape, &mut rng));
        let budget = Budget::unlimited();
        let answer = solve::solve(&level, &Wish::default(), &budget);
        ensure!(answer.verdict.is_optimal(), "{n}x{n} is not proved");
        measure.case(&format!("{n}x{n} d={dimension}"), || {
            solve::solve(&level, &Wish::default(), &budget)
        });
    }
    Ok(())
}

fn minimum_of_states(measure: &mut Measure) -> anyhow::Result<()> {
    let mut rng = Rng::new("bench", 5);
    for (n, states) in [(5, 3), (8, 3), (9, 4), (9, 6), (14, 3), (17, 3)] {
        let shape = shape(n, n, states, Topology::Square, Neighbourhood::Plus)?;
        let level = Level::of(solvable(&shape, &mut rng));
        let budget = Budget::unlimited();
        let system =
            System::new(&shape, &mut budget.meter()).map_err(|limit| anyhow!("{limit}"))?;
        let proved = solve::solve(&level, &Wish::default(), &budget)
            .verdict
            .is_optimal();
        let case = format!(
            "{n}x{n} k={states}, {} solutions{}",
            system.quiet_patterns(),
            if proved { "" } else { ", not proved" }
        );
        measure.case(&case, || solve::solve(&level, &Wish::default(), &budget));
    }
    Ok(())
}

fn solve_files(measure: &mut Measure) -> anyhow::Result<()> {
    let Some(folder) = measure.levels().map(std::path::Path::to_owned) else {
        return Ok(());
    };
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path)?;
        let opened = document::read_level::<LightsOff>(&text);
        let level = opened
            .map_err(|faults| anyhow!("{}: {faults}", path.display()))?
            .level;
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        measure.case(&name, || {
            solve::solve(&level, &Wish::default(), &Budget::unlimited())
        });
        measure.case(&format!("{name} any"), || {
            solved(level.shape(), level.lamps())
        });
    }
    Ok(())
}

fn every_classic_board(measure: &mut Measure) -> anyhow::Result<()> {
    measure.case("5x5", || {
        SmallBoards::new(&Shape::CLASSIC).map(|boards| boards.minima())
    });
    Ok(())
}

fn fresh_levels(measure: &mut Measure) -> anyhow::Result<()> {
    let budget = Budget::unlimited();
    let maker = Maker::new(Shape::CLASSIC, None, &budget).map_err(|e| anyhow!("{e:?}"))?;
    measure.case("100000 levels", || {
        let mut total = 0;
        for seed in 0..100_000 {
            let mut rng = Rng::new("bench", seed);
            let made = maker.from_presses(5..=20, &mut rng, &budget);
            total += made.map_or(0, |made| made.witness.moves().len());
        }
        total
    });
    Ok(())
}

/// The proved minimum against a walk through all solutions, one quiet pattern at a time, where there
/// are not too many.
fn minimum_against_walk(extent: &Extent) -> anyhow::Result<u64> {
    let challenge = Challenge {
        order: &["presses"],
        is_one_action: |_, _| false,
        shorter: |_| Vec::new(),
    };
    let compare = |tally: &mut Tally, name: &str, level: &Level| -> anyhow::Result<()> {
        let best = fewest_presses(level);
        if let Some(presses) = &best {
            tally.note_better(name, challenge.improvement(level, presses));
        }
        let best = best.map(|presses| presses.len() as u64);
        tally.note(name, best, least_of_all(level)?);
        Ok(())
    };
    let mut decided = cross::over_packs_and_tiers::<LightsOff>(extent, compare)?;
    // Shipped levels have few solutions each; these have up to 2^16.
    for (n, dimension) in NULLITIES.into_iter().filter(|(_, d)| *d <= 16) {
        let mut tally = Tally::default();
        for seed in 0..extent.shipped.min(if dimension > 8 { 20 } else { 200 }) {
            let mut rng = Rng::new("cross", seed);
            let level = Level::of(solvable(&square(n)?, &mut rng));
            compare(&mut tally, &format!("{seed}"), &level)?;
        }
        decided += tally.close(&format!("{n}x{n}, 2^{dimension} solutions"))?;
    }
    Ok(decided)
}

/// The fewest presses that solve a level, proved.
fn fewest_presses(level: &Level) -> Option<Vec<Press>> {
    let verdict = solve::solve(level, &Wish::default(), &Budget::unlimited()).verdict;
    let proved = verdict.is_optimal();
    let witness = verdict.witness().filter(|_| proved);
    witness.map(|witness| witness.moves().to_vec())
}

/// The least presses of all solutions, by walking through them.
fn least_of_all(level: &Level) -> anyhow::Result<Option<u64>> {
    let budget = Budget::unlimited();
    let system =
        System::new(level.shape(), &mut budget.meter()).map_err(|limit| anyhow!("{limit}"))?;
    Ok(walked(&system, level.lamps()))
}

/// Random boards of random shapes: a solution works and a certificate holds, minima agree with a
/// walk through all solutions, and the slowest answers are told.
fn soak(scale: u64) -> anyhow::Result<()> {
    let clock = WallClock::start();
    let budget = Budget::unlimited()
        .with_clock(&clock)
        .within(Duration::from_secs(60));
    let mut slowest = (Duration::ZERO, String::new());
    let (mut unsolvable, mut proved, mut open) = (0u64, 0u64, 0u64);
    for seed in 0..100 * scale {
        let mut rng = Rng::new("soak", seed);
        let (_, topology) = Topology::NAMED[rng.index(3)];
        let (_, neighbourhood) = Neighbourhood::NAMED[rng.index(3)];
        let (rows, cols) = (1 + rng.below(14), 1 + rng.below(14));
        let states = rng.between(2, 10);
        let Ok(shape) = shape(rows, cols, states, topology, neighbourhood) else {
            continue;
        };
        let lamps = match rng.below(4) {
            0 => random(&shape, &mut rng),
            _ => solvable(&shape, &mut rng),
        };
        let level = Level::of(lamps.clone());
        let start = Instant::now();
        let answer = solve::solve(&level, &Wish::default(), &budget);
        let took = start.elapsed();
        if took > slowest.0 {
            slowest = (took, format!("{shape:?}"));
        }
        let system =
            System::new(&shape, &mut budget.meter()).map_err(|limit| anyhow!("{limit}"))?;
        match answer.verdict.witness() {
            None => {
                unsolvable += 1;
                let weights = system.refute(&lamps).context("no certificate")?;
                let mut sums = Board::zero(&shape);
                sums.press(&weights);
                ensure!(
                    sums.is_zero() && weights.dot(&lamps) != 0,
                    "{shape:?}: {lamps:?}"
                );
            }
            Some(witness) => {
                *(if answer.verdict.is_optimal() {
                    &mut proved
                } else {
                    &mut open
                }) += 1;
                let found = witness.moves().len() as u64;
                if answer.verdict.is_optimal()
                    && let Some(least) = walked(&system, &lamps)
                {
                    ensure!(
                        found == least,
                        "{shape:?}: {lamps:?} needs {least}, not {found}"
                    );
                }
            }
        }
    }
    println!("    {proved} minima proved, {open} open, {unsolvable} refuted");
    println!(
        "    slowest: {:.3} s, {}",
        slowest.0.as_secs_f64(),
        slowest.1
    );
    Ok(())
}

/// The least weight of all solutions, where there are few enough: a reflected Gray code in which
/// every step adds one quiet pattern once, or takes it off once.
fn walked(system: &System, lamps: &Board) -> Option<u64> {
    let orders = system.orders();
    if system.quiet_patterns() > (1u32 << 16).into() {
        return None;
    }
    let quiet: Vec<Board> = (0..orders.len()).map(|index| system.quiet(index)).collect();
    let mut here = system.solve(lamps)?;
    let mut least = here.total();
    let (mut turned, mut back) = (vec![0u8; orders.len()], vec![false; orders.len()]);
    loop {
        // The first wheel that can turn on; those before it turn round.
        let at_its_end = |w: usize| turned[w] == if back[w] { 0 } else { orders[w] - 1 };
        let Some(wheel) = (0..orders.len()).find(|&w| !at_its_end(w)) else {
            return Some(least);
        };
        back[..wheel].iter_mut().for_each(|back| *back = !*back);
        if back[wheel] {
            turned[wheel] -= 1;
            here.add_multiple(orders[wheel] - 1, &quiet[wheel]);
        } else {
            turned[wheel] += 1;
            here.add_multiple(1, &quiet[wheel]);
        }
        least = least.min(here.total());
    }
}
