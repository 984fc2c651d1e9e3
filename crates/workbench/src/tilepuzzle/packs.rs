//! What the searched packs of TilePuzzle share, and *Tandems and locks*, where shapes have to wait for
//! cats or for each other. The same seed makes the same packs everywhere.

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
use gridwright_games::tilepuzzle::generate;
use gridwright_games::tilepuzzle::grade::Part;
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::rules::Move;
use gridwright_games::tilepuzzle::{TilePuzzle, solve};

/// Decides everything that is left to chance in these packs.
pub(super) const SEED: u64 = 16;

/// Nodes for one proof; what takes more is passed over.
pub(super) const NODES: u64 = 400_000;

/// A level that may go into a pack.
pub(super) struct Candidate {
    pub(super) level: Level,
    /// Its shortest solution in steps.
    pub(super) witness: Witness<Move>,
    /// Its fewest drags.
    pub(super) drags: u64,
    pub(super) grade: Grade,
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
        let Some(found) = candidate(level)? else {
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

/// A proved best solution, if it is found within the nodes.
pub(super) fn fewest(level: &Level, metric: &'static str) -> Option<Witness<Move>> {
    let wish = Wish {
        metric: Some(metric),
        ..Wish::default()
    };
    let verdict = solve::solve(level, &wish, &Budget::unlimited().with_nodes(NODES)).verdict;
    let moves = verdict.witness().filter(|_| verdict.is_optimal())?.moves();
    referee::judge(level, moves.to_vec()).ok()
}

/// The level with its shortest solution, its fewest drags and its grade.
fn candidate(level: Level) -> anyhow::Result<Option<Candidate>> {
    let Some(witness) = fewest(&level, "steps") else {
        return Ok(None);
    };
    let drags = fewest(&level, "drags").and_then(|witness| witness.costs().get("drags"));
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

/// A pack in the order of grades.
pub(super) fn pack(
    name: &str,
    title: &str,
    mut levels: Vec<Candidate>,
    count: usize,
) -> anyhow::Result<Pack> {
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
