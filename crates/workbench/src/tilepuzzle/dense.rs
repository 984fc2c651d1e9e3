//! The pack *Dense*: small floors packed with shapes, one cat, many drags.
//!
//! A filling is a floor with shapes and a few free cells. All its positions are listed, and for each
//! cell the cat may sit on, the position that takes the most drags is found: that is one level
//! looked at. The next filling is a change of the hardest so far. Of each length, the levels with
//! the fewest single cells are kept; of those, what is not needed is taken away, and the one with
//! the highest grade goes into the pack.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::ensure;

use gridwright_core::budget::Budget;
use gridwright_core::referee::Witness;
use gridwright_core::solve::Wish;
use gridwright_games::document::pack::{Pack, Record};
use gridwright_games::document::read_level;
use gridwright_games::kind::{Grades, Likens};
use gridwright_games::tilepuzzle::generate::DenseSearch;
use gridwright_games::tilepuzzle::grade::Part;
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::rules::Move;
use gridwright_games::tilepuzzle::{TilePuzzle, names, solve};

use super::packs::{self, Candidate, NODES, SEED, fewest};

/// Floors, with the cells left free, in turn.
const FLOORS: [(i32, i32, usize); 7] = [
    (5, 5, 2),
    (5, 5, 3),
    (5, 5, 4),
    (5, 6, 2),
    (5, 6, 3),
    (6, 6, 2),
    (6, 6, 3),
];

/// The most cells of a shape.
const LARGEST: usize = 4;

/// The fewest drags of a level.
const FEWEST: u64 = 8;

/// Levels of a length and floor that are kept while looking.
const KEPT: usize = 8;

/// Levels of a length and floor without anything to spare that are compared by their grades.
const COMPARED: usize = 2;

/// The best of so many levels, `count` of them.
pub(super) fn dense(searched: u64, count: usize) -> anyhow::Result<Pack> {
    let mut by_length: BTreeMap<u64, Vec<Candidate>> = BTreeMap::new();
    for ((drags, _), levels) in looked_at(searched)? {
        let mut of_floor = 0;
        for (_, level) in levels {
            if of_floor < COMPARED
                && let Some(candidate) = candidate(level, drags)?
            {
                of_floor += 1;
                by_length.entry(drags).or_default().push(candidate);
            }
        }
    }
    let found = |known: &Vec<Candidate>| known.len();
    println!(
        "dense: {} levels without anything to spare, of {} lengths up to {} drags",
        by_length.values().map(found).sum::<usize>(),
        by_length.len(),
        by_length.keys().max().unwrap_or(&0)
    );
    let mut pack = packs::pack("dense", "Dense", chosen(by_length, count), count)?;
    for record in &mut pack.levels {
        record.level["meta"]["title"] = title(record)?.into();
    }
    Ok(pack)
}

/// What a level is about: the shape that the cat waits for, and how long.
fn title(record: &Record) -> anyhow::Result<String> {
    let level = read_level::<TilePuzzle>(&record.level.to_string())?.level;
    let drags = record.minima["drags"].as_u64().unwrap_or(0);
    let name = names::shape(&level, 0);
    Ok(format!("The {name} in {drags} drags"))
}

/// Levels by drags and floor, those with the fewest single cells first.
type Kept = BTreeMap<(u64, usize), Vec<((usize, u64), Level)>>;

fn looked_at(searched: u64) -> anyhow::Result<Kept> {
    let budget = Budget::unlimited();
    let search = |(i, (width, height, gaps))| DenseSearch::new(width, height, LARGEST, gaps, i);
    let mut searches: Vec<DenseSearch> = (SEED..).zip(FLOORS).map(search).collect();
    let mut kept = Kept::new();
    let (mut looked_at, mut fillings) = (0, 0);
    while looked_at < searched {
        let floor = fillings as usize % searches.len();
        fillings += 1;
        let levels = searches[floor]
            .next_levels(&mut budget.meter())
            .map_err(|e| anyhow::anyhow!("{e:?}"))?;
        looked_at += levels.len() as u64;
        // One of a filling for each length: others would be much the same.
        let mut lengths = BTreeSet::new();
        for (drags, level) in levels {
            if drags < FEWEST || !lengths.insert(drags) {
                continue;
            }
            let cells = |i: usize| level.shapes()[i].footprint.cells().count();
            let singles = (0..level.shapes().len()).filter(|&i| cells(i) == 1).count();
            let alike = kept.entry((drags, floor)).or_default();
            alike.push(((singles, fillings), level));
            alike.sort_by_key(|(rank, _)| *rank);
            alike.truncate(KEPT);
        }
    }
    let positions: u64 = searches.iter().map(DenseSearch::positions).sum();
    println!(
        "dense: seed {SEED}, {fillings} fillings with {positions} positions, {looked_at} levels looked at"
    );
    Ok(kept)
}

/// The level with nothing to spare, if it is soon known what that is.
fn candidate(level: Level, drags: u64) -> anyhow::Result<Option<Candidate>> {
    let Some((level, [in_steps, in_drags])) = reduced(level) else {
        return Ok(None);
    };
    ensure!(
        in_drags.costs().get("drags") == Some(drags),
        "the solver and the list of all positions disagree about {level:?}"
    );
    let grade = TilePuzzle::grade(&level, &in_steps, true, &Budget::unlimited());
    Ok(grade.map(|grade| Candidate {
        level,
        witness: in_steps,
        drags,
        grade,
    }))
}

/// What is minimised.
const METRICS: [&str; 2] = ["steps", "drags"];

/// The level without the shapes it does not need for its length in either metric, with the best
/// solutions; nothing if that takes too long to find out, or if a shape is needed in one metric only.
fn reduced(mut level: Level) -> Option<(Level, [Witness<Move>; 2])> {
    'level: loop {
        let best = [fewest(&level, METRICS[0])?, fewest(&level, METRICS[1])?];
        for shape in 0..level.shapes().len() {
            let mut needed = Vec::new();
            for (metric, best) in METRICS.into_iter().zip(&best) {
                // Who takes away a shape may leave out its moves: so what moves is needed.
                let moves = best.moves().iter().any(|mv| mv.shape == shape);
                needed.push(moves || shortens(&level, shape, metric, best)?);
            }
            match needed[..] {
                [true, true] => {}
                [false, false] => {
                    level = Part::Shape(shape).taken_from(&level);
                    continue 'level;
                }
                _ => return None,
            }
        }
        return Some((level, best));
    }
}

/// Whether a level gets shorter without a shape; nothing if that is not soon known.
fn shortens(
    level: &Level,
    shape: usize,
    metric: &'static str,
    best: &Witness<Move>,
) -> Option<bool> {
    let without = Part::Shape(shape).taken_from(level);
    let wish = Wish {
        metric: Some(metric),
        ..Wish::default()
    };
    let verdict = solve::solve(&without, &wish, &Budget::unlimited().with_nodes(NODES)).verdict;
    let fewer = verdict.witness()?.costs().get(metric) < best.costs().get(metric);
    (fewer || verdict.is_optimal()).then_some(fewer)
}

/// One level of each length, that with the highest grade; some lengths are left out, evenly, if there
/// are more than wanted, and the best of the others join if there are fewer.
fn chosen(by_length: BTreeMap<u64, Vec<Candidate>>, count: usize) -> Vec<Candidate> {
    let mut seen = BTreeSet::new();
    let (mut first, mut others) = (Vec::new(), Vec::new());
    for mut known in by_length.into_values() {
        known.sort_by_key(|candidate| std::cmp::Reverse(candidate.grade.score));
        known.retain(|candidate| seen.insert(TilePuzzle::likeness(&candidate.level)));
        let mut known = known.into_iter();
        first.extend(known.next());
        others.extend(known);
    }
    let all = first.len();
    let mut place = 0;
    first.retain(|_| {
        place += 1;
        all <= count || place * count / all > (place - 1) * count / all
    });
    others.sort_by_key(|candidate| std::cmp::Reverse((candidate.grade.score, candidate.drags)));
    let missing = count.saturating_sub(first.len());
    first.extend(others.into_iter().take(missing));
    first
}
