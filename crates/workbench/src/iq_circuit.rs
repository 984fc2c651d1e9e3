//! The bench of IQ Circuit: both solvers over the booklet, what each pruning saves, the packs,
//! and the design of new piece sets.

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::sync::Arc;

use anyhow::{Context, ensure};
use gridwright_core::budget::Budget;
use gridwright_core::generate::{NotMade, Request, Settings, tier_named};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::rng::Rng;
use gridwright_games::document::pack::{FORMAT, Pack, Record};
use gridwright_games::document::read_level;
use gridwright_games::iq_circuit::document::{read_solution, write_solution};
use gridwright_games::iq_circuit::grade::grade;
use gridwright_games::iq_circuit::level::Level;
use gridwright_games::iq_circuit::rules::Move;
use gridwright_games::iq_circuit::set::PieceSet;
use gridwright_games::iq_circuit::solve::model::Prunings;
use gridwright_games::iq_circuit::solve::web::Web;
use gridwright_games::iq_circuit::solve::{Boards, Look, Scope, boards, completions};
use gridwright_games::iq_circuit::table::Table;
use gridwright_games::iq_circuit::{IqCircuit, shipped};
use gridwright_games::kind::Kind;
use gridwright_games::registry;

use crate::measure::Measure;
use crate::{Bench, Job};

/// The bench.
pub(crate) struct IqCircuitBench;

impl Bench for IqCircuitBench {
    fn game(&self) -> &'static str {
        IqCircuit::ID
    }

    fn jobs(&self) -> &'static [Job] {
        &[
            Job {
                name: "booklet-search",
                help: "all 72 challenges of the booklet proved unique by search",
                run: booklet_search,
            },
            Job {
                name: "booklet-table",
                help: "the same from the table of all boards, and making the table",
                run: booklet_table,
            },
            Job {
                name: "boulevard-search",
                help: "all 48 challenges of the larger set proved unique by search",
                run: boulevard_search,
            },
            Job {
                name: "boulevard-boards",
                help: "every finished board of the larger set, and how many hints are unique",
                run: boulevard_boards,
            },
            Job {
                name: "prunings",
                help: "the nodes of the booklet, and without each of the prunings",
                run: prunings,
            },
        ]
    }

    fn soak(&self, scale: u64) -> anyhow::Result<()> {
        soak(scale)
    }

    fn packs(&self) -> anyhow::Result<Vec<Pack>> {
        Ok(vec![booklet()?, workbook()?, boulevard()?])
    }
}

fn levels_of(pack: &str) -> anyhow::Result<Vec<(Record, Level)>> {
    let shipped = shipped::PACKS
        .iter()
        .find(|shipped| shipped.name == pack)
        .context("no such pack")?;
    let records = registry::read_shipped(shipped).levels;
    records
        .into_iter()
        .map(|record| {
            let opened = read_level::<IqCircuit>(&record.level.to_string())?;
            Ok((record, opened.level))
        })
        .collect()
}

fn prove(level: &Level, prunings: Prunings) -> Boards {
    let scope = Scope {
        stop_after: u64::MAX,
        prunings,
        ..Scope::up_to(1)
    };
    boards(level, scope, &Budget::unlimited())
}

fn booklet_search(measure: &mut Measure) -> anyhow::Result<()> {
    let levels = levels_of("booklet")?;
    let nodes: u64 = levels
        .iter()
        .map(|(_, level)| prove(level, Prunings::ALL).stats.nodes)
        .sum();
    let all_unique = || {
        let unique = |(_, level): &&(Record, Level)| prove(level, Prunings::ALL).count == 1;
        assert_eq!(levels.iter().filter(unique).count(), 72);
    };
    let weave = || Web::new(&shipped::standard(), &Prunings::ALL);
    measure.case(
        &format!("72 challenges, set prepared, {nodes} nodes"),
        all_unique,
    );
    measure.case("72 challenges, from nothing", || {
        black_box(weave());
        all_unique();
    });
    measure.case("preparing (weaving) the standard set", weave);
    Ok(())
}

fn booklet_table(measure: &mut Measure) -> anyhow::Result<()> {
    let levels = levels_of("booklet")?;
    let build = || Table::build(&shipped::standard(), &Budget::unlimited());
    measure.case("making the table", build);
    let table = build().map_err(|limit| anyhow::anyhow!("{limit}"))?;
    measure.case("72 challenges", || {
        let unique = |(_, level): &&(Record, Level)| table.solutions(level).len() == 1;
        assert_eq!(levels.iter().filter(unique).count(), 72);
    });
    Ok(())
}

fn boulevard_search(measure: &mut Measure) -> anyhow::Result<()> {
    let levels = levels_of("boulevard")?;
    let nodes: u64 = levels
        .iter()
        .map(|(_, level)| prove(level, Prunings::ALL).stats.nodes)
        .sum();
    let case = format!("{} challenges, {nodes} nodes", levels.len());
    measure.case(&case, || {
        let unique = |(_, level): &&(Record, Level)| prove(level, Prunings::ALL).count == 1;
        assert_eq!(levels.iter().filter(unique).count(), levels.len());
    });
    Ok(())
}

fn boulevard_boards(_: &mut Measure) -> anyhow::Result<()> {
    let set = shipped::set_named("boulevard").context("it ships")?;
    let table =
        Table::build(&set, &Budget::unlimited()).map_err(|limit| anyhow::anyhow!("{limit}"))?;
    let mut hints: BTreeMap<u64, BTreeSet<Look>> = BTreeMap::new();
    for board in table.boards() {
        hints
            .entry(board.points())
            .or_default()
            .insert(board.look());
    }
    let looks: usize = hints.values().map(BTreeSet::len).sum();
    let unique = hints.values().filter(|looks| looks.len() == 1).count();
    println!(
        "    {looks} finished boards; {unique} of {} points-only hints are unique",
        hints.len()
    );
    ensure!(
        looks >= 10_000 && 2 * unique >= hints.len(),
        "the set is not as good as it should be"
    );
    Ok(())
}

fn prunings(_: &mut Measure) -> anyhow::Result<()> {
    /// Without some prunings a challenge takes longer than anybody waits.
    const MOST_NODES: u64 = 200_000;
    let levels = levels_of("booklet")?;
    let total = |prunings: Prunings| {
        let budget = Budget::unlimited().with_nodes(MOST_NODES);
        let mut nodes = 0;
        let mut ended = 0;
        for (_, level) in &levels {
            let scope = Scope {
                stop_after: u64::MAX,
                prunings,
                ..Scope::up_to(1)
            };
            let found = boards(level, scope, &budget);
            nodes += found.stats.nodes;
            ended += usize::from(found.complete());
        }
        (nodes, ended)
    };
    let (all, _) = total(Prunings::ALL);
    println!("    {:<24} {all:>12} nodes", "all prunings");
    for (name, prunings) in Prunings::each_without() {
        let (nodes, ended) = total(prunings);
        let saved = nodes.saturating_sub(all);
        println!(
            "    without {name:<16} {nodes:>12} nodes, {saved:>10} saved, {ended} of 72 ended within {MOST_NODES}"
        );
    }
    Ok(())
}

/// Random positions: the assistant's last word against the table.
fn soak(scale: u64) -> anyhow::Result<()> {
    let set = shipped::standard();
    let budget = Budget::unlimited();
    let table = Table::build(&set, &budget).map_err(|limit| anyhow::anyhow!("{limit}"))?;
    let levels = levels_of("booklet")?;
    let mut rng = Rng::new("iq-circuit soak", 1);
    let mut completable = 0;
    let rounds = 200 * scale;
    for _ in 0..rounds {
        let (_, level) = &levels[rng.index(levels.len())];
        let mut position = level.start();
        for _ in 0..rng.below(5) {
            let lay = set.placements()[rng.index(set.placements().len())].lay;
            // Refused lays leave the position as it is.
            let _ = level.apply(&mut position, &Move::Lay(lay));
        }
        let found = completions(level, &position, Scope::up_to(1), &budget);
        let down: Vec<_> = position
            .lays()
            .filter_map(|lay| set.placement_of(lay))
            .collect();
        let listed = table.boards().iter().any(|board| {
            down.iter()
                .all(|number| board.placements().any(|n| n == *number))
                && table.solves(level, board)
        });
        ensure!(
            (found.count > 0) == listed,
            "search and table disagree: {position:?}"
        );
        completable += usize::from(listed);
    }
    println!(
        "  {rounds} random positions, {completable} of them can be completed; search and table agree"
    );
    Ok(())
}

/// The booklet with solutions and grades; its challenges are facts and stay as they are.
fn booklet() -> anyhow::Result<Pack> {
    let mut records = Vec::new();
    for (record, level) in levels_of("booklet")? {
        let found = prove(&level, Prunings::ALL);
        ensure!(found.count == 1, "challenge {:?} is not unique", record.id);
        records.push(Record {
            solution: serde_json::to_value(write_solution(&level, &found.list[0]))?,
            grade: serde_json::to_value(grade(&level, &Budget::unlimited()))?,
            ..record
        });
    }
    Ok(Pack {
        format: FORMAT,
        pack: "booklet".to_owned(),
        title: "Booklet challenges 49 to 120".to_owned(),
        license: "CC0-1.0 (the hints of a challenge are facts)".to_owned(),
        levels: records,
    })
}

/// The original pack of the standard set.
fn workbook() -> anyhow::Result<Pack> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (record, _) in levels_of("booklet")? {
        taken.insert(registry::open(&record.level.to_string(), None)?.canonical());
    }
    let wanted = ["starter", "junior", "expert", "master", "wizard"].map(|tier| (tier, 24));
    Ok(Pack {
        format: FORMAT,
        pack: "workbook".to_owned(),
        title: "Workbook: 120 new challenges for the standard pieces".to_owned(),
        license: "CC0-1.0".to_owned(),
        levels: choose("standard", &wanted, taken)?,
    })
}

/// The pack of the larger set.
fn boulevard() -> anyhow::Result<Pack> {
    let wanted = [
        ("starter", 8),
        ("junior", 8),
        ("expert", 8),
        ("master", 12),
        ("wizard", 12),
    ];
    Ok(Pack {
        format: FORMAT,
        pack: "boulevard".to_owned(),
        title: "Boulevard: 48 challenges for fourteen pieces on a 12 x 4 board".to_owned(),
        license: "CC0-1.0".to_owned(),
        levels: choose("boulevard", &wanted, BTreeSet::new())?,
    })
}

/// Challenges of several tiers, in order of difficulty within each: no hints twice, and no
/// finished board twice in a tier, both up to a half turn.
fn choose(
    set: &str,
    wanted: &[(&'static str, usize)],
    mut taken: BTreeSet<String>,
) -> anyhow::Result<Vec<Record>> {
    let mut chosen: Vec<Record> = Vec::new();
    for &(tier, count) in wanted {
        let mut looks: BTreeSet<Look> = BTreeSet::new();
        let mut made: Vec<(u64, Record)> = Vec::new();
        // Twice as many as needed, so that every other one spreads them over the difficulty.
        for seed in 1.. {
            if made.len() == 2 * count {
                break;
            }
            let record = make(set, tier, seed)?;
            let text = record.level.to_string();
            let canonical = registry::open(&text, None)?.canonical();
            let level = read_level::<IqCircuit>(&text)?.level;
            let look = finished(&level, &record)?;
            if !taken.contains(&canonical) && !looks.contains(&look) {
                taken.insert(canonical);
                looks.insert(look);
                let score = record.grade["score"].as_u64().unwrap_or(0);
                made.push((score, record));
            }
        }
        made.sort_by_key(|(score, record)| (*score, record.seed));
        chosen.extend(made.into_iter().step_by(2).map(|(_, record)| record));
    }
    for (index, record) in chosen.iter_mut().enumerate() {
        record.id = Some((index + 1).to_string());
    }
    Ok(chosen)
}

fn make(set: &str, tier: &'static str, seed: u64) -> anyhow::Result<Record> {
    let preset = tier_named(IqCircuit::TIERS, tier).map_err(|fault| anyhow::anyhow!("{fault}"))?;
    let chosen = [("set".to_owned(), set.to_owned())];
    let request = Request {
        settings: Settings::resolve(IqCircuit::KNOBS, Some(preset), &chosen)?,
        tier: Some(tier),
        min_moves: None,
        metric: None,
        seed,
    };
    let game = registry::game(IqCircuit::ID).map_err(|fault| anyhow::anyhow!("{fault}"))?;
    game.generate(&request, &Budget::unlimited())
        .map_err(|not_made| match not_made {
            NotMade::Impossible(fault) => anyhow::anyhow!("{fault}"),
            NotMade::GaveUp(limit) => anyhow::anyhow!("{limit}"),
        })
}

/// The finished board of a record, the same for both half turns.
fn finished(level: &Level, record: &Record) -> anyhow::Result<Look> {
    let file = serde_json::from_value(record.solution.clone())?;
    let set: &Arc<PieceSet> = level.set();
    let moves = read_solution(level, file)?;
    let lays = moves.iter().filter_map(|mv| match mv {
        Move::Lay(lay) => Some(*lay),
        Move::Lift(_) => None,
    });
    let lays: Vec<_> = level.given().iter().copied().chain(lays).collect();
    let straight = Look::of(set, lays.iter().filter_map(|lay| set.placement_of(lay)));
    let turned = lays.iter().map(|lay| set.half_turned(lay));
    let turned = Look::of(set, turned.filter_map(|lay| set.placement_of(&lay)));
    Ok(straight.min(turned))
}
