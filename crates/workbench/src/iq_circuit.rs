//! The bench of IQ Circuit: both solvers over the booklet, what each pruning saves, the packs,
//! and the [`design`] of new piece sets.

pub(crate) mod design;

use std::hint::black_box;

use anyhow::{Context, ensure};
use gridwright_core::budget::Budget;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::rng::Rng;
use gridwright_games::document::pack::{FORMAT, Pack, Record};
use gridwright_games::document::read_level;
use gridwright_games::iq_circuit::grade::grade;
use gridwright_games::iq_circuit::level::{Level, Tier};
use gridwright_games::iq_circuit::rules::Move;
use gridwright_games::iq_circuit::solve::exclusions::Exclusions;
use gridwright_games::iq_circuit::solve::model::Prunings;
use gridwright_games::iq_circuit::solve::table::Table;
use gridwright_games::iq_circuit::solve::{Boards, Scope, boards, completions};
use gridwright_games::iq_circuit::{IqCircuit, shipped};
use gridwright_games::kind::Kind;
use gridwright_games::registry;

use crate::cross::{self, Extent};
use crate::measure::Measure;
use crate::{Bench, Job};
use design::Rating;

/// The bench.
pub(crate) struct IqCircuitBench;

impl Bench for IqCircuitBench {
    fn game(&self) -> &'static str {
        IqCircuit::ABOUT.id
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

    fn cross(&self, extent: &Extent) -> anyhow::Result<u64> {
        search_against_table(extent)
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
    let prepare = || Exclusions::new(&shipped::standard(), &Prunings::ALL);
    measure.case(
        &format!("72 challenges, set prepared, {nodes} nodes"),
        all_unique,
    );
    measure.case("72 challenges, from nothing", || {
        black_box(prepare());
        all_unique();
    });
    measure.case("preparing the standard set", prepare);
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
    let rating =
        Rating::of(&set, &Budget::unlimited()).map_err(|limit| anyhow::anyhow!("{limit}"))?;
    println!("    {rating}");
    ensure!(rating.is_good(), "the set is not as good as it should be");
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

/// How many boards the search finds for a challenge, and how many the table of all boards holds;
/// there is a table for the standard set alone.
fn search_against_table(extent: &Extent) -> anyhow::Result<u64> {
    let budget = Budget::unlimited();
    let standard = shipped::standard();
    let table = Table::build(&standard, &budget).map_err(|limit| anyhow::anyhow!("{limit}"))?;
    cross::over_packs_and_tiers::<IqCircuit>(extent, |tally, name, level| {
        let found = boards(level, Scope::up_to(u64::MAX), &budget).count;
        let listed = *level.set() == standard;
        let listed = listed.then(|| table.solutions(level).len() as u64);
        tally.note(name, Some(found), listed);
        Ok(())
    })
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

/// The booklet with its grades; its challenges are facts and stay as they are.
fn booklet() -> anyhow::Result<Pack> {
    let graded = graded("booklet")?;
    Ok(Pack {
        format: FORMAT,
        pack: "booklet".to_owned(),
        title: "Booklet challenges 49 to 120".to_owned(),
        license: "CC0-1.0 (the hints of a challenge are facts)".to_owned(),
        levels: graded.into_iter().map(|(_, record)| record).collect(),
    })
}

/// The original pack of the standard set.
fn workbook() -> anyhow::Result<Pack> {
    Ok(Pack {
        format: FORMAT,
        pack: "workbook".to_owned(),
        title: "Workbook: 120 new challenges for the standard pieces".to_owned(),
        license: "CC0-1.0".to_owned(),
        levels: in_order(graded("workbook")?),
    })
}

/// The pack of the larger set.
fn boulevard() -> anyhow::Result<Pack> {
    Ok(Pack {
        format: FORMAT,
        pack: "boulevard".to_owned(),
        title: "Boulevard: 48 challenges for fourteen pieces on a 12 x 4 board".to_owned(),
        license: "CC0-1.0".to_owned(),
        levels: in_order(graded("boulevard")?),
    })
}

/// Where a challenge stands in its pack: tier, score, and the seed where those are equal.
type Rank = (Option<Tier>, u32, Option<u64>);

/// The challenges of a pack, proved unique and graded anew. Which challenges a pack has is settled
/// for good: people know them.
fn graded(pack: &str) -> anyhow::Result<Vec<(Rank, Record)>> {
    let grade_anew = |(record, level): (Record, Level)| {
        let found = prove(&level, Prunings::ALL);
        ensure!(found.count == 1, "challenge {:?} is not unique", record.id);
        let graded = grade(&level, &Budget::unlimited()).context("a grade is known")?;
        let rank = (level.tier(), graded.score, record.seed);
        let grade = serde_json::to_value(graded)?;
        Ok((rank, Record { grade, ..record }))
    };
    levels_of(pack)?.into_iter().map(grade_anew).collect()
}

/// Challenges sorted and numbered by rank.
fn in_order(mut ranked: Vec<(Rank, Record)>) -> Vec<Record> {
    ranked.sort_by_key(|(rank, _)| *rank);
    let number = |(index, (_, record)): (usize, (Rank, Record))| Record {
        id: Some((index + 1).to_string()),
        ..record
    };
    ranked.into_iter().enumerate().map(number).collect()
}
