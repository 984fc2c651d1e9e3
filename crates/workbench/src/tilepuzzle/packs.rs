//! The packs of TilePuzzle that are searched for: *Dense*, small floors packed with shapes, and
//! *Tandems and locks*, where shapes have to wait for cats or for each other.
//!
//! Both look at many levels and keep the best of each length; what can be taken away without making
//! a level shorter is taken away. The same seed makes the same packs everywhere.

use std::collections::BTreeMap;

use anyhow::Context;
use serde_json::{Map, Value};

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings};
use gridwright_core::grade::Grade;
use gridwright_core::referee::{self, Witness};
use gridwright_core::rng::Rng;
use gridwright_core::solve::Wish;
use gridwright_games::document::pack::{FORMAT, Pack, Record};
use gridwright_games::document::write_level;
use gridwright_games::kind::{Documents, Generates, Grades, Kind};
use gridwright_games::tilepuzzle::generate::{self, DenseSearch};
use gridwright_games::tilepuzzle::grade::Part;
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::rules::Move;
use gridwright_games::tilepuzzle::{TilePuzzle, solve};

/// Decides everything that is left to chance in these packs.
const SEED: u64 = 16;

/// Floors of the dense boards, with the cells left free, in turn.
const FLOORS: [(i32, i32, usize); 6] = [
    (5, 5, 3),
    (5, 5, 2),
    (5, 6, 3),
    (5, 6, 2),
    (6, 6, 2),
    (6, 6, 3),
];

/// Nodes for one proof; what takes more is passed over.
const NODES: u64 = 400_000;

/// A level that may go into a pack.
struct Candidate {
    level: Level,
    witness: Witness<Move>,
    drags: u64,
    grade: Grade,
}

/// Dense boards: the best of so many, `count` of them, from 8 drags on.
pub(super) fn dense(searched: u64, count: usize) -> anyhow::Result<Pack> {
    /// Boards kept of each length while looking; the best of them by grade is taken.
    const KEPT: usize = 4;
    let budget = Budget::unlimited();
    let mut searches: Vec<DenseSearch> = (0..)
        .zip(FLOORS)
        .map(|(i, (width, height, gaps))| DenseSearch::new(width, height, 4, gaps, SEED + i))
        .collect();
    let mut kept: BTreeMap<(u64, usize), Vec<Level>> = BTreeMap::new();
    let (mut looked_at, mut turn) = (0, 0);
    while looked_at < searched {
        let floor = turn % searches.len();
        turn += 1;
        let levels = searches[floor]
            .next_levels(&mut budget.meter())
            .map_err(|e| anyhow::anyhow!("{e:?}"))?;
        looked_at += levels.len() as u64;
        for (drags, level) in levels.into_iter().filter(|(drags, _)| *drags >= 8) {
            let alike = kept.entry((drags, floor)).or_default();
            // Later ones come from fillings that were changed for longer.
            if alike.len() == KEPT {
                alike.remove(0);
            }
            alike.push(level);
        }
    }
    println!("dense: seed {SEED}, {turn} fillings, {looked_at} levels looked at");
    let mut by_length: BTreeMap<u64, Candidate> = BTreeMap::new();
    let mut spare: Vec<Candidate> = Vec::new();
    for ((drags, _), levels) in kept {
        for level in levels {
            let Some(found) = candidate(minimal(level, drags)?, drags)? else {
                continue;
            };
            let best = by_length.remove(&drags);
            let (better, worse) = match best {
                Some(best) if best.grade.score >= found.grade.score => (best, Some(found)),
                best => (found, best),
            };
            by_length.insert(drags, better);
            spare.extend(worse);
        }
    }
    println!("dense: lengths {:?}", by_length.keys().collect::<Vec<_>>());
    let mut chosen: Vec<Candidate> = by_length.into_values().collect();
    // More lengths than places: leave some out, evenly; fewer: fill up with the hardest of the rest.
    if chosen.len() > count {
        let all = chosen.len();
        let mut place = 0;
        chosen.retain(|_| {
            place += 1;
            place * count / all > (place - 1) * count / all
        });
    }
    spare.sort_by_key(|candidate| std::cmp::Reverse((candidate.grade.score, candidate.drags)));
    let missing = count.saturating_sub(chosen.len());
    chosen.extend(distinct(spare, &chosen, missing));
    pack("dense", "Dense", chosen, count)
}

/// Levels whose tandems and locks matter, `count` of them.
pub(super) fn tandems(searched: u64, count: usize) -> anyhow::Result<Pack> {
    let mut rng = Rng::new("tilepuzzle/3 tandems", SEED);
    let mut best: BTreeMap<(usize, usize, u32), Candidate> = BTreeMap::new();
    let mut looked_at = 0;
    while looked_at < searched {
        let (locks, pairs) = [(0, 1), (1, 0), (1, 1), (2, 0), (0, 2), (2, 1)][rng.index(6)];
        let set = [
            ("width", 6 + rng.index(3)),
            ("height", 6 + rng.index(3)),
            ("colors", 2 + rng.index(2)),
            ("cats", 1 + rng.index(2)),
            ("shapes", 1 + rng.index(2)),
            ("blockers", 4 + rng.index(4)),
            ("largest", 2 + rng.index(2)),
            ("scramble", 20),
            ("locks", locks),
            ("threshold", 1),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_string()));
        let request = Request {
            settings: Settings::resolve(TilePuzzle::ABOUT.knobs, None, &set)?,
            tier: None,
            min_moves: None,
            metric: None,
            seed: rng.below(1 << 40),
        };
        looked_at += 1;
        let Ok(made) = TilePuzzle::generate(&request, &Budget::unlimited().with_nodes(NODES))
        else {
            continue;
        };
        let level = coupled(made.level, pairs, &mut rng);
        let Some(level) = level else { continue };
        let Some(found) = candidate(level, 0)? else {
            continue;
        };
        if idle(&found)? {
            continue;
        }
        let place = (locks.min(1), pairs.min(1), found.grade.score);
        let known = best.get(&place).map_or(0, |known| known.drags);
        if found.drags > known {
            best.insert(place, found);
        }
    }
    println!(
        "tandems: seed {SEED}, {looked_at} levels looked at, {} kept",
        best.len()
    );
    let all = best.len();
    let mut chosen: Vec<Candidate> = best.into_values().collect();
    chosen.sort_by_key(|candidate| candidate.grade.score);
    let mut place = 0;
    chosen.retain(|_| {
        place += 1;
        all <= count || place * count / all > (place - 1) * count / all
    });
    pack("tandems", "Tandems and locks", chosen, count)
}

/// The level with pairs of its shapes in tandem, if it has shapes enough.
fn coupled(level: Level, pairs: usize, rng: &mut Rng) -> Option<Level> {
    let mut parts = level.parts();
    let mut free: Vec<usize> = (0..parts.shapes.len())
        .filter(|&i| parts.shapes[i].unlock == 0)
        .collect();
    rng.shuffle(&mut free);
    if free.len() < 2 * pairs {
        return None;
    }
    for (number, pair) in (1..).zip(free.chunks(2).take(pairs)) {
        pair.iter()
            .for_each(|&i| parts.shapes[i].tandem = Some(number));
    }
    Level::new(parts).ok()
}

/// Whether something of a level does not matter.
fn idle(candidate: &Candidate) -> anyhow::Result<bool> {
    for part in Part::all(&candidate.level) {
        if matches!(part, Part::Shape(_)) {
            continue;
        }
        let without = fewest(&part.taken_from(&candidate.level), "steps");
        if without.is_none_or(|w| w.moves().len() == candidate.witness.moves().len()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A dense board without the shapes that it does not need for its length.
fn minimal(mut level: Level, drags: u64) -> anyhow::Result<Level> {
    let mut kept = 0;
    while let Some(&part) = Part::all(&level).get(kept) {
        let without = part.taken_from(&level);
        let least = fewest(&without, "drags").and_then(|witness| witness.costs().get("drags"));
        if least == Some(drags) {
            level = without;
        } else {
            kept += 1;
        }
    }
    Ok(level)
}

/// A proved best solution, if it is found within the nodes.
fn fewest(level: &Level, metric: &'static str) -> Option<Witness<Move>> {
    let wish = Wish {
        metric: Some(metric),
        ..Wish::default()
    };
    let verdict = solve::solve(level, &wish, &Budget::unlimited().with_nodes(NODES)).verdict;
    let moves = verdict.witness().filter(|_| verdict.is_optimal())?.moves();
    referee::judge(level, moves.to_vec()).ok()
}

/// The level with its shortest solution and its grade; the fewest drags are found where they are
/// not known.
fn candidate(level: Level, drags: u64) -> anyhow::Result<Option<Candidate>> {
    let Some(witness) = fewest(&level, "steps") else {
        return Ok(None);
    };
    let drags = match drags {
        0 => fewest(&level, "drags").and_then(|witness| witness.costs().get("drags")),
        known => Some(known),
    };
    let Some(drags) = drags else { return Ok(None) };
    let grade = TilePuzzle::grade(&level, &witness, true, &Budget::unlimited())
        .context("every level has a grade")?;
    Ok(Some(Candidate {
        level,
        witness,
        drags,
        grade,
    }))
}

/// The first so many that are not among others.
fn distinct(from: Vec<Candidate>, others: &[Candidate], count: usize) -> Vec<Candidate> {
    let mut taken: Vec<Level> = others.iter().map(|other| other.level.clone()).collect();
    let mut chosen = Vec::new();
    for candidate in from {
        if chosen.len() < count && !taken.contains(&candidate.level) {
            taken.push(candidate.level.clone());
            chosen.push(candidate);
        }
    }
    chosen
}

/// A pack in the order of grades.
fn pack(name: &str, title: &str, mut levels: Vec<Candidate>, count: usize) -> anyhow::Result<Pack> {
    anyhow::ensure!(
        levels.len() == count,
        "{name}: {} levels of {count} were found",
        levels.len()
    );
    levels.sort_by_key(|candidate| {
        let steps = candidate.witness.moves().len();
        (candidate.grade.score, candidate.drags, steps)
    });
    let levels = (1..)
        .zip(levels)
        .map(|(number, candidate): (u64, Candidate)| {
            let Candidate {
                level,
                witness,
                drags,
                grade,
            } = candidate;
            let costs = witness.costs().iter();
            Ok(Record {
                id: Some(number.to_string()),
                level: write_level::<TilePuzzle>(&level, &Map::new()),
                costs: costs.map(|(m, v)| (m.to_owned(), Value::from(v))).collect(),
                solution: serde_json::to_value(TilePuzzle::write_solution(
                    &level,
                    witness.moves(),
                ))?,
                optimal: true,
                minima: Map::from_iter([("drags".to_owned(), drags.into())]),
                grade: serde_json::to_value(grade)?,
                seed: Some(SEED),
                generator: Some(generate::GENERATOR.to_owned()),
            })
        })
        .collect::<anyhow::Result<_>>()?;
    Ok(Pack {
        format: FORMAT,
        pack: name.to_owned(),
        title: title.to_owned(),
        license: "CC0-1.0".to_owned(),
        levels,
    })
}
