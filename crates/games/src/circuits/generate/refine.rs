//! Works a plan over until it is the puzzle that was asked for, or not worth more effort.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::grid::Cell;
use gridwright_core::referee;
use gridwright_core::rng::Rng;

use super::plan::Plan;
use super::{Shape, within};
use crate::circuits::grade::{bared, coloured_parts, decoys};
use crate::circuits::level::{Layer, Level};
use crate::circuits::rules::around;
use crate::circuits::solve::{Lines, Wiring, all_wirings, best, draw, solo, some_wirings};

/// Nodes for one solve; plans that need more are not worth waiting for.
const SOLVE_NODES: u64 = 60_000;
/// Nodes for one count of wirings.
const WIRING_NODES: u64 = 250_000;
/// Rounds of shutting out unwanted wirings.
const ROUNDS: usize = 6;
/// Plans with more wirings than this at first sight are not worth mending.
const MANY: usize = 4;
/// Changes that are compared in a round.
const CHANGES: usize = 3;
/// States kept at a stage when only some wirings are wanted.
const WIDEST: usize = 80;
/// Places that are tried for one decoy.
const DECOY_TRIES: usize = 150;

/// A level with a best solution.
type Solved = (Level, Lines);

/// The puzzle that a plan becomes, with a best solution; `None` if it becomes none.
pub(super) fn refine(
    rng: &mut Rng,
    shape: &Shape,
    plan: Plan,
    budget: &Budget<'_>,
) -> Result<Option<Solved>, Limit> {
    let Some(level) = plan.level(shape) else {
        return Ok(None);
    };
    let Some(lines) = solve(&level, budget)? else {
        return Ok(None);
    };
    let mut solved = (level, lines);
    if !is_a_start(shape, &solved) {
        return Ok(None);
    }
    if shape.unique {
        match with_one_wiring(rng, shape, solved, budget)? {
            Some(unique) => solved = unique,
            None => return Ok(None),
        }
    }
    solved = without_idle_parts(shape, solved, budget)?;
    while idle_temptations(&solved) < shape.decoys {
        match with_decoy(rng, shape, &solved, budget)? {
            Some(more) => solved = more,
            None => return Ok(None),
        }
    }
    Ok(keeps_its_promises(shape, &solved).then_some(solved))
}

/// Given lines that carry no colour though they lie on a shortest way of one.
fn idle_temptations((level, lines): &Solved) -> usize {
    decoys(level, &coloured_parts(level, &draw(lines.clone()))).len()
}

fn solve(level: &Level, budget: &Budget<'_>) -> Result<Option<Lines>, Limit> {
    let budget = budget.clone().with_nodes(SOLVE_NODES);
    let best = best(level, &[], &mut budget.meter()).map_err(|stopped| stopped.limit);
    Ok(within(best)?.flatten())
}

/// Adds a given line that lies on a shortest way of some colour and yet is of no use.
fn with_decoy(
    rng: &mut Rng,
    shape: &Shape,
    solved: &Solved,
    budget: &Budget<'_>,
) -> Result<Option<Solved>, Limit> {
    let (level, lines) = solved;
    for _ in 0..DECOY_TRIES {
        let layer = if rng.chance(1, 2) {
            Layer::Top
        } else {
            Layer::Bottom
        };
        let length = rng.between(1, 4) as usize;
        let start = random_point(rng, shape);
        let Some(more) = with_line(rng, shape, level, lines, layer, start, length) else {
            continue;
        };
        let more = (more, lines.clone());
        if idle_temptations(&more) <= idle_temptations(solved) || !still_best(shape, &more, budget)?
        {
            continue;
        }
        return Ok(Some(more));
    }
    Ok(None)
}

/// Whether the solution at hand costs the least in a level that was changed.
fn is_best((level, lines): &Solved, budget: &Budget<'_>) -> Result<bool, Limit> {
    let steps = |lines: &Lines| lines.iter().map(|line| line.len() - 1).sum::<usize>();
    let cost = |lines: &Lines| (steps(lines), lines.len());
    let best = solve(level, budget)?;
    Ok(best.is_some_and(|best| cost(&best) == cost(lines)))
}

/// Whether it does so and is the only wiring, if that is asked for.
fn still_best(shape: &Shape, solved: &Solved, budget: &Budget<'_>) -> Result<bool, Limit> {
    if !is_best(solved, budget)? {
        return Ok(false);
    }
    if !shape.unique {
        return Ok(true);
    }
    let level = &solved.0;
    let budget = budget.clone().with_nodes(WIRING_NODES);
    let wirings = within(all_wirings(level, &mut budget.meter()))?;
    Ok(wirings.is_some_and(|wirings| wirings.len() == 1))
}

/// Takes away, one after the other, the given lines that carry no colour, tempt nobody and are
/// not needed to keep the solution the best and only one.
fn without_idle_parts(shape: &Shape, solved: Solved, budget: &Budget<'_>) -> Result<Solved, Limit> {
    let mut solved = solved;
    let mut index = 0;
    while index < solved.0.lines().len() {
        let (level, lines) = &solved;
        let coloured = coloured_parts(level, &draw(lines.clone()));
        let tempting = decoys(level, &coloured);
        let idle = !coloured.lines.contains(&index) && !tempting.contains(&index);
        let smaller = idle
            .then(|| level.without(&bared(level, &[index]), &[index]))
            .flatten();
        match smaller.map(|level| (level, lines.clone())) {
            Some(smaller) if still_best(shape, &smaller, budget)? => solved = smaller,
            _ => index += 1,
        }
    }
    Ok(solved)
}

/// Shuts out all wirings but one: of a few changes that each shut some out, the one that leaves
/// the fewest is made, again and again. Only when no other wiring comes up easily are all of them
/// counted.
fn with_one_wiring(
    rng: &mut Rng,
    shape: &Shape,
    mut solved: Solved,
    budget: &Budget<'_>,
) -> Result<Option<Solved>, Limit> {
    let mut known = easy_wirings(&solved.0, budget)?;
    if known.len() > MANY {
        return Ok(None);
    }
    for _ in 0..ROUNDS {
        if known.len() == 1 {
            let budget = budget.clone().with_nodes(WIRING_NODES);
            match within(all_wirings(&solved.0, &mut budget.meter()))? {
                None => return Ok(None),
                Some(all) if all.len() == 1 => return Ok(Some(solved)),
                Some(all) => known = all,
            }
        }
        let unwanted: Vec<&Lines> = known
            .iter()
            .map(|wiring| &wiring.lines)
            .filter(|other| !same(other, &solved.1))
            .collect();
        let mut best: Option<(usize, Solved, Vec<Wiring>)> = None;
        for _ in 0..CHANGES {
            let (level, lines) = &solved;
            let next = if rng.chance(1, 2) {
                give_away(rng, shape, level, lines, &unwanted)
            } else {
                stand_in_the_way(rng, shape, level, lines, &unwanted)
            };
            let Some(next) = next else { continue };
            let Some(lines) = solve(&next, budget)? else {
                continue;
            };
            let next = (next, lines);
            if !is_a_start(shape, &next) {
                continue;
            }
            let left = easy_wirings(&next.0, budget)?;
            let fewest = best.as_ref().map_or(known.len(), |(fewest, ..)| *fewest);
            if left.len() < fewest {
                best = Some((left.len(), next, left));
            }
        }
        match best {
            Some((_, next, left)) => (solved, known) = (next, left),
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// Some wirings, mostly those that cost little.
fn easy_wirings(level: &Level, budget: &Budget<'_>) -> Result<Vec<Wiring>, Limit> {
    let budget = budget.clone().with_nodes(WIRING_NODES);
    let some = some_wirings(level, WIDEST, &mut budget.meter());
    Ok(within(some)?.unwrap_or_default())
}

/// The fixtures a line joins.
fn ends(line: &[Cell]) -> (Cell, Cell) {
    let (a, b) = (line[0], line[line.len() - 1]);
    (a.min(b), a.max(b))
}

/// Whether lines join the same fixtures.
fn same(a: &Lines, b: &Lines) -> bool {
    let all = |lines: &Lines| {
        let mut all: Vec<_> = lines.iter().map(|line| ends(line)).collect();
        all.sort_unstable();
        all
    };
    all(a) == all(b)
}

/// Gives the first steps of the wanted line that most unwanted wirings do without.
fn give_away(
    rng: &mut Rng,
    shape: &Shape,
    level: &Level,
    wanted: &Lines,
    unwanted: &[&Lines],
) -> Option<Level> {
    let lacking = |line: &Vec<Cell>| {
        let has = |other: &&&Lines| other.iter().any(|other| ends(other) == ends(line));
        unwanted.len() - unwanted.iter().filter(has).count()
    };
    let long = wanted.iter().filter(|line| line.len() > 3);
    let mut line = foremost(rng, long.map(|line| (lacking(line), line)).collect())?.clone();
    if rng.chance(1, 2) {
        line.reverse();
    }
    let piece = rng.between(1, line.len() as i64 - 3) as usize;
    let mut plan = Plan::of(level);
    plan.pads.push(line[piece]);
    plan.lines.push((Layer::Top, line[..=piece].to_vec()));
    plan.level(shape)
}

/// Leads a given top line through a point that many unwanted wirings pass and the wanted one does
/// not. The line joins what it joined before, so nothing new becomes possible.
fn stand_in_the_way(
    rng: &mut Rng,
    shape: &Shape,
    level: &Level,
    wanted: &Lines,
    unwanted: &[&Lines],
) -> Option<Level> {
    let mut passed: BTreeMap<Cell, usize> = BTreeMap::new();
    for line in unwanted.iter().flat_map(|lines| lines.iter()) {
        for &at in &line[1..line.len() - 1] {
            *passed.entry(at).or_default() += 1;
        }
    }
    passed.retain(|at, _| !wanted.iter().any(|line| line.contains(at)));
    let through = foremost(
        rng,
        passed.into_iter().map(|(at, count)| (count, at)).collect(),
    )?;
    let mut plan = Plan::of(level);
    let top = (0..plan.lines.len()).filter(|&line| plan.lines[line].0 == Layer::Top);
    let line = *rng.pick(&top.collect::<Vec<_>>())?;
    let points = &plan.lines[line].1;
    let others = level.lines().iter().enumerate();
    let mut barred: BTreeSet<Cell> = others
        .filter(|&(index, other)| index != line && other.layer == Layer::Top)
        .flat_map(|(_, other)| other.points.iter().copied())
        .chain(wanted.iter().flatten().copied())
        .collect();
    let (from, to) = (points[0], points[points.len() - 1]);
    let mut detour = way(level, from, through, &barred)?;
    barred.extend(detour.iter().copied());
    detour.extend(&way(level, through, to, &barred)?[1..]);
    if detour.len() > points.len() + 5 {
        return None;
    }
    plan.lines[line].1 = detour;
    let level = plan.level(shape)?;
    referee::judge(&level, draw(wanted.clone()))
        .is_ok()
        .then_some(level)
}

/// A shortest way between two points over empty intersections.
fn way(level: &Level, from: Cell, to: Cell, barred: &BTreeSet<Cell>) -> Option<Vec<Cell>> {
    let mut before = BTreeMap::from([(from, from)]);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if at == to {
            let mut way = vec![to];
            while way[way.len() - 1] != from {
                way.push(before[&way[way.len() - 1]]);
            }
            way.reverse();
            return Some(way);
        }
        for next in around(at) {
            let empty = level.fixture(next).is_none() && !barred.contains(&next);
            if level.contains(next) && (next == to || empty) && !before.contains_key(&next) {
                before.insert(next, at);
                queue.push_back(next);
            }
        }
    }
    None
}

/// One of the items that count most.
fn foremost<T: Clone>(rng: &mut Rng, items: Vec<(usize, T)>) -> Option<T> {
    let most = items
        .iter()
        .map(|(count, _)| *count)
        .max()
        .filter(|&most| most > 0)?;
    let best: Vec<T> = items
        .into_iter()
        .filter(|(count, _)| *count == most)
        .map(|(_, item)| item)
        .collect();
    rng.pick(&best).cloned()
}

/// The level with a random given line from a free point, clear of a solution.
fn with_line(
    rng: &mut Rng,
    shape: &Shape,
    level: &Level,
    solution: &Lines,
    layer: Layer,
    start: Cell,
    length: usize,
) -> Option<Level> {
    let used = |at: Cell| solution.iter().any(|line| line.contains(&at));
    let mut points = vec![start];
    while points.len() <= length {
        let at = points[points.len() - 1];
        let next: Vec<Cell> = around(at)
            .filter(|&next| level.contains(next) && !points.contains(&next))
            .filter(|&next| level.fixture(next).is_none())
            .filter(|&next| layer == Layer::Bottom || !used(next))
            .collect();
        points.push(*rng.pick(&next)?);
    }
    let end = points[points.len() - 1];
    if used(start) || used(end) {
        return None;
    }
    let mut plan = Plan::of(level);
    plan.pads.extend([start, end]);
    plan.lines.push((layer, points));
    let level = plan.level(shape)?;
    referee::judge(&level, draw(solution.clone()))
        .is_ok()
        .then_some(level)
}

fn random_point(rng: &mut Rng, shape: &Shape) -> Cell {
    Cell::new(
        rng.between(0, shape.width.into()) as i32,
        rng.between(0, shape.height.into()) as i32,
    )
}

/// What is promised of every level: besides what [`is_a_start`] says, decoys.
fn keeps_its_promises(shape: &Shape, solved: &Solved) -> bool {
    is_a_start(shape, solved) && idle_temptations(solved) >= shape.decoys
}

/// Given lines of each kind that was asked for are part of the solution, the circuits are in each
/// other's way, and there is something to draw.
fn is_a_start(shape: &Shape, (level, lines): &Solved) -> bool {
    let coloured = coloured_parts(level, &draw(lines.clone()));
    let carries = |layer: Layer| {
        let mut carrying = coloured.lines.iter();
        carrying.any(|&line| level.lines()[line].layer == layer)
    };
    let steps: usize = lines.iter().map(|line| line.len() - 1).sum();
    let alone: u32 = solo(level).iter().filter_map(|solo| solo.steps).sum();
    (!shape.needs_bottom || carries(Layer::Bottom))
        && (!shape.needs_top || carries(Layer::Top))
        && (!shape.tangled || steps as u32 > alone)
        && steps >= 3 * shape.colours
}
