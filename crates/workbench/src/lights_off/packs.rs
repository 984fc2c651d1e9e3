//! The packs of Lights Off, each in the order of its grades: boards with a symmetry and pictures,
//! boards of every kind, and boards that need as many presses as any board of their shape.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use anyhow::{Context, anyhow};
use serde_json::{Map, Value};

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings};
use gridwright_core::solve::Wish;
use gridwright_games::document;
use gridwright_games::document::pack::{FORMAT, Pack, Record};
use gridwright_games::kind::{Documents, Grades, Kind};
use gridwright_games::lights_off::solve::{self, Regions, System};
use gridwright_games::lights_off::{Board, Level, LightsOff, Neighbourhood, Shape, Topology};
use gridwright_games::registry::{self, Game};

use super::graphs::GRAPHS;
use super::pictures::{PICTURES, Picture};

/// Settings, and where the minimum shall lie.
type Wanted = (Vec<(&'static str, String)>, RangeInclusive<u64>);

/// Levels on each graph that has a name, and where their minima shall lie.
const ON_GRAPHS: [RangeInclusive<u64>; 2] = [2..=3, 4..=7];

/// Levels of the classic pack.
const CLASSIC: usize = 100;

pub(super) fn packs() -> anyhow::Result<Vec<Pack>> {
    Ok(vec![
        classic()?,
        variants()?,
        hardest()?,
        holes_and_links()?,
    ])
}

/// One of them.
pub(super) fn pack_named(name: &str) -> anyhow::Result<Pack> {
    match name {
        "classic" => classic(),
        "variants" => variants(),
        "hardest" => hardest(),
        "holes-and-links" => holes_and_links(),
        _ => Err(anyhow!("there is no pack {name}")),
    }
}

/// Boards with a symmetry, from a few presses to as many as there can be, and pictures.
fn classic() -> anyhow::Result<Pack> {
    let pictures = PICTURES.iter().map(picture);
    let mut levels: Vec<Record> = pictures
        .collect::<anyhow::Result<Vec<_>>>()?
        .into_iter()
        .flatten()
        .collect();
    println!(
        "classic: {} of {} pictures can be solved",
        levels.len(),
        PICTURES.len()
    );
    let mut wanted: Vec<Wanted> = Vec::new();
    for presses in 3..=15 {
        for (side, symmetry) in [
            (5, "mirror"),
            (5, "both"),
            (5, "turn"),
            (5, "quarter"),
            (5, "flip"),
            (5, "none"),
            (6, "both"),
            (6, "quarter"),
            (7, "mirror"),
            (7, "turn"),
        ] {
            let set = vec![
                ("rows", side.to_string()),
                ("cols", side.to_string()),
                ("symmetry", symmetry.to_owned()),
            ];
            wanted.push((set, presses..=presses));
        }
    }
    // Not every symmetry has a board of every minimum.
    let made = made(&wanted)?.into_iter().flatten().collect();
    levels.extend(spread(made, CLASSIC - levels.len()));
    Ok(pack("classic", "Classic boards", levels))
}

/// Boards of every kind, two of each.
fn variants() -> anyhow::Result<Pack> {
    const KINDS: [&[(&str, &str)]; 20] = [
        &[("rows", "3"), ("cols", "3")],
        &[("rows", "4"), ("cols", "6")],
        &[("rows", "2"), ("cols", "9")],
        &[("topology", "torus"), ("rows", "4"), ("cols", "4")],
        &[("topology", "torus")],
        &[("topology", "hex")],
        &[("topology", "hex"), ("rows", "6"), ("cols", "7")],
        &[("neighbourhood", "cross")],
        &[("neighbourhood", "cross"), ("rows", "6"), ("cols", "6")],
        &[("neighbourhood", "full"), ("rows", "6"), ("cols", "6")],
        &[("neighbourhood", "full")],
        &[("topology", "torus"), ("neighbourhood", "cross")],
        &[
            ("topology", "torus"),
            ("neighbourhood", "full"),
            ("rows", "5"),
            ("cols", "7"),
        ],
        &[("states", "3")],
        &[("states", "4"), ("rows", "4"), ("cols", "4")],
        &[
            ("states", "3"),
            ("topology", "hex"),
            ("rows", "4"),
            ("cols", "5"),
        ],
        &[("states", "6"), ("rows", "3"), ("cols", "4")],
        &[("states", "10"), ("rows", "3"), ("cols", "3")],
        &[("symmetry", "both"), ("rows", "7"), ("cols", "7")],
        &[("symmetry", "quarter"), ("rows", "8"), ("cols", "8")],
    ];
    let kind = |kind: &[(&'static str, &str)]| -> Vec<(&'static str, String)> {
        let set = kind.iter();
        set.map(|&(name, value)| (name, value.to_owned())).collect()
    };
    let wanted: Vec<Wanted> = KINDS
        .iter()
        .flat_map(|set| [4..=6, 7..=12].map(|presses| (kind(set), presses)))
        .collect();
    let levels: Option<Vec<Record>> = made(&wanted)?.into_iter().collect();
    let levels = levels.context("a kind has no board of some minimum")?;
    Ok(pack("variants", "Boards of every kind", levels))
}

/// Boards that need as many presses as any board of their shape, where that number is proved.
fn hardest() -> anyhow::Result<Pack> {
    use Neighbourhood::{Cross, Full, Plus};
    use Topology::{Hex, Square, Torus};
    let shapes = [
        (4, 4, 2, Square, Plus, 3),
        (5, 5, 2, Square, Plus, 10),
        (9, 9, 2, Square, Plus, 3),
        (4, 4, 2, Torus, Plus, 2),
        (5, 5, 2, Torus, Plus, 3),
        (6, 6, 2, Torus, Plus, 3),
        (5, 5, 2, Hex, Plus, 2),
        (5, 5, 2, Square, Cross, 3),
        (5, 5, 2, Square, Full, 2),
        (8, 8, 2, Square, Full, 2),
        (5, 5, 3, Square, Plus, 3),
    ];
    let mut wanted: Vec<Wanted> = Vec::new();
    for (rows, cols, states, topology, neighbourhood, count) in shapes {
        let shape = Shape::new(rows, cols, states, topology, neighbourhood)
            .map_err(|faults| anyhow!("{faults}"))?;
        let budget = Budget::unlimited();
        let mut meter = budget.meter();
        let system = System::new(&shape, &mut meter).map_err(|limit| anyhow!("{limit}"))?;
        // With no quiet pattern there is one solution, and the hardest board is pressed everywhere.
        if system.orders().is_empty() {
            continue;
        }
        let regions = Regions::new(&system, &mut meter).map_err(|limit| anyhow!("{limit}"))?;
        let most = solve::hardest(&regions);
        if most.attained < most.bound {
            println!("hardest: {shape:?} is not proved");
            continue;
        }
        for _ in 0..count {
            let set = vec![
                ("rows", rows.to_string()),
                ("cols", cols.to_string()),
                ("states", states.to_string()),
                ("topology", topology.name().to_owned()),
                ("neighbourhood", neighbourhood.name().to_owned()),
            ];
            wanted.push((set, most.bound..=most.bound));
        }
    }
    let levels = made(&wanted)?.into_iter().flatten().collect();
    Ok(pack("hardest", "Hardest boards", levels))
}

/// Boards with holes, and graphs: some by chance, some that have names.
fn holes_and_links() -> anyhow::Result<Pack> {
    const KINDS: [&[(&str, &str)]; 11] = [
        &[("holes", "ring")],
        &[("holes", "corners")],
        &[("holes", "diamond"), ("rows", "7"), ("cols", "7")],
        &[
            ("holes", "ring"),
            ("rows", "7"),
            ("cols", "7"),
            ("symmetry", "both"),
        ],
        &[
            ("holes", "scattered"),
            ("rows", "6"),
            ("cols", "6"),
            ("symmetry", "turn"),
        ],
        &[("holes", "ring"), ("topology", "torus")],
        &[("holes", "corners"), ("topology", "hex")],
        &[("holes", "ring"), ("states", "3")],
        &[("topology", "graph"), ("rows", "4"), ("cols", "4")],
        &[("topology", "graph"), ("rows", "5"), ("cols", "6")],
        &[
            ("topology", "graph"),
            ("rows", "4"),
            ("cols", "5"),
            ("states", "3"),
        ],
    ];
    let kind = |kind: &[(&'static str, &str)]| -> Vec<(&'static str, String)> {
        let set = kind.iter();
        set.map(|&(name, value)| (name, value.to_owned())).collect()
    };
    let wanted: Vec<Wanted> = KINDS
        .iter()
        .flat_map(|set| [3..=5, 6..=10].map(|presses| (kind(set), presses)))
        .collect();
    let mut levels: Vec<Record> = made(&wanted)?.into_iter().flatten().collect();
    let game = registry::game(LightsOff::ABOUT.id).map_err(|fault| anyhow!("{fault}"))?;
    for graph in GRAPHS {
        let settings = Settings::resolve(LightsOff::ABOUT.knobs, None, &[])
            .map_err(|faults| anyhow!("{faults}"))?
            .on(&graph.document().to_string());
        for (presses, seed) in ON_GRAPHS.into_iter().zip(1..) {
            let request = Request {
                settings: settings.clone(),
                tier: None,
                min_moves: Some(presses),
                metric: None,
                seed,
            };
            // Not every graph has a board that needs so many.
            let Ok(mut record) = game.generate(&request, &Budget::unlimited()) else {
                continue;
            };
            record.level["meta"]["title"] = graph.title.into();
            levels.push(record);
        }
    }
    Ok(pack("holes-and-links", "Holes and links", levels))
}

/// The record of a picture, if it can be solved.
fn picture((name, rows): &Picture) -> anyhow::Result<Option<Record>> {
    let shape = Shape::new(
        rows.len() as u64,
        rows[0].len() as u64,
        2,
        Topology::Square,
        Neighbourhood::Plus,
    )
    .map_err(|faults| anyhow!("{name}: {faults}"))?;
    let lamps = Board::from_fn(&shape, |row, col| {
        u8::from(rows[row].as_bytes()[col] == b'#')
    });
    let level = Level::of(lamps);
    let budget = Budget::unlimited();
    let verdict = solve::solve(&level, &Wish::default(), &budget).verdict;
    let Some(witness) = verdict.witness().filter(|_| verdict.is_optimal()) else {
        return Ok(None);
    };
    let level = level.claiming(None, Some(witness.moves().len() as u64));
    let meta = Map::from_iter([("title".to_owned(), Value::from(*name))]);
    let solution = LightsOff::write_solution(&level, witness.moves());
    let costs = witness.costs().iter();
    Ok(Some(Record {
        id: None,
        level: document::write_level::<LightsOff>(&level, &meta),
        solution: serde_json::to_value(solution)?,
        costs: costs.map(|(m, v)| (m.to_owned(), Value::from(v))).collect(),
        optimal: true,
        minima: Map::new(),
        grade: serde_json::to_value(LightsOff::grade(&level, witness, true, &budget))?,
        seed: None,
        generator: None,
    }))
}

/// A level for every wish, from the first seed that gives one that is not among them yet, or none.
fn made(wanted: &[Wanted]) -> anyhow::Result<Vec<Option<Record>>> {
    let game = registry::game(LightsOff::ABOUT.id).map_err(|fault| anyhow!("{fault}"))?;
    let mut seen = BTreeSet::new();
    let wishes = wanted.iter().enumerate();
    wishes
        .map(|(index, wish)| made_one(game, index as u64, wish, &mut seen))
        .collect()
}

fn made_one(
    game: &dyn Game,
    index: u64,
    (set, presses): &Wanted,
    seen: &mut BTreeSet<String>,
) -> anyhow::Result<Option<Record>> {
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect();
    let settings = Settings::resolve(LightsOff::ABOUT.knobs, None, &set)
        .map_err(|faults| anyhow!("{faults}"))?;
    Ok((0..20).find_map(|attempt| {
        let request = Request {
            settings: settings.clone(),
            tier: None,
            min_moves: Some(presses.clone()),
            metric: None,
            seed: 1000 * attempt + index + 1,
        };
        let record = game.generate(&request, &Budget::unlimited()).ok()?;
        let session = game.open(&record.level.to_string()).ok()?;
        seen.insert(session.canonical()).then_some(record)
    }))
}

fn score(record: &Record) -> u64 {
    record.grade["score"].as_u64().unwrap_or(0)
}

/// So many of these, evenly over their scores, the easiest among them.
fn spread(mut levels: Vec<Record>, count: usize) -> Vec<Record> {
    levels.sort_by_key(place);
    let all = levels.len();
    let mut index = 0;
    levels.retain(|_| {
        index += 1;
        (index - 1) * count % all < count
    });
    levels
}

/// Where a level stands in its pack: by its grade, the smaller board first, then by its presses.
fn place(record: &Record) -> (u64, usize, Option<u64>) {
    let rows = record.level["initialState"].as_array().map_or(0, Vec::len);
    (score(record), rows, record.costs["presses"].as_u64())
}

/// A pack in the order of grades.
fn pack(name: &str, title: &str, mut levels: Vec<Record>) -> Pack {
    levels.sort_by_key(place);
    for (number, record) in (1..).zip(&mut levels) {
        record.id = Some(number.to_string());
    }
    Pack {
        format: FORMAT,
        pack: name.into(),
        title: title.into(),
        license: "CC0-1.0".into(),
        levels,
    }
}
