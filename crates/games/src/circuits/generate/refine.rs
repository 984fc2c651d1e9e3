//! Works a plan over until it is the puzzle that was asked for, or not worth more effort.
//!
//! Other wirings are shut out by walls and by giving away a piece of the wanted one. Then every
//! given line that the puzzle can do without goes, so what is left is there for a reason.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::referee;
use gridwright_core::rng::Rng;

use super::plan::{Plan, Planned};
use super::{Shape, within};
use crate::circuits::demands::Solution;
use crate::circuits::grade::{bared, coloured_parts};
use crate::circuits::level::{Fixture, Layer, Level, other_diagonal};
use crate::circuits::solve::{Lines, Wiring, all_wirings, best, draw, obvious_lines, solo};

/// Nodes for one solve; plans that need more are not worth waiting for.
const SOLVE_NODES: u64 = 40_000;
/// Nodes for one count of wirings, for each intersection.
const WIRING_NODES: u64 = 400;
/// Rounds of shutting out unwanted wirings.
const ROUNDS: usize = 3;
/// Plans with more wirings than this are not worth mending.
const MANY: usize = 8;
/// A backbone has at least so many steps.
const BACKBONE: usize = 3;
/// What is left to draw has lines of so many steps in the mean, at least.
const MEAN_STEPS: usize = 3;
/// Changes that are compared in a round.
const CHANGES: usize = 3;

/// A level with a best solution.
pub(super) type Solved = (Level, Lines);

/// The puzzle that a plan becomes, with a best solution; `None` if it becomes none.
pub(super) fn refine(
    rng: &mut Rng,
    shape: &Shape,
    planned: Planned,
    budget: &Budget<'_>,
) -> Result<Option<Solved>, Limit> {
    if is_soon_seen_short(shape, &planned) {
        return Ok(None);
    }
    let Some(lines) = solve(&planned.level, budget)? else {
        return Ok(None);
    };
    let mut solved = (planned.level, lines);
    if !may_become_long(shape, &solved) || !keeps_its_promises(shape, &solved) {
        return Ok(None);
    }
    if shape.unique {
        match with_one_wiring(rng, shape, solved, budget)? {
            Some(unique) if may_become_long(shape, &unique) => solved = unique,
            _ => return Ok(None),
        }
    }
    let solved = without_needless_lines(rng, shape, solved, budget)?;
    Ok(Some(solved).filter(|(_, lines)| are_long(lines) && are_straight(shape, lines)))
}

fn solve(level: &Level, budget: &Budget<'_>) -> Result<Option<Lines>, Limit> {
    let budget = budget.clone().with_nodes(SOLVE_NODES);
    let best = best(level, &[], &mut budget.meter()).map_err(|stopped| stopped.limit);
    Ok(within(best)?.flatten())
}

/// All wirings, unless they take too long to count.
fn wirings(level: &Level, budget: &Budget<'_>) -> Result<Option<Vec<Wiring>>, Limit> {
    let intersections = (level.width() + 1) * (level.height() + 1);
    let budget = budget
        .clone()
        .with_nodes(WIRING_NODES * intersections as u64);
    within(all_wirings(level, &mut budget.meter()))
}

/// A changed level with its best solution, if it is still what was asked for.
fn accept(shape: &Shape, level: Level, budget: &Budget<'_>) -> Result<Option<Solved>, Limit> {
    let Some(lines) = solve(&level, budget)? else {
        return Ok(None);
    };
    let solved = (level, lines);
    Ok(keeps_its_promises(shape, &solved).then_some(solved))
}

/// Takes away given lines, the short ones first, as long as the level stays what was asked for: a
/// board with fewer lines leaves longer ones to draw. What carries no colour is tried until all of
/// it is needed.
fn without_needless_lines(
    rng: &mut Rng,
    shape: &Shape,
    solved: Solved,
    budget: &Budget<'_>,
) -> Result<Solved, Limit> {
    let mut solved = solved;
    let mut all = Plan::of(&solved.0).lines;
    rng.shuffle(&mut all);
    all.sort_by_key(|(_, points)| points.len());
    // Lines that were tried in vain since the last one went.
    let mut in_vain = Vec::new();
    for line in &all {
        match without_line(shape, &solved, line, budget)? {
            Some(smaller) => {
                solved = smaller;
                in_vain.clear();
            }
            None => in_vain.push(line.clone()),
        }
    }
    loop {
        let (level, lines) = &solved;
        let carrying = coloured_parts(level, &draw(lines.clone())).lines;
        let idle = (0..level.lines().len()).filter(|line| !carrying.contains(line));
        let idle: Vec<(Layer, Vec<Cell>)> = idle
            .map(|line| &level.lines()[line])
            .map(|line| (line.layer, line.points.clone()))
            .filter(|line| !in_vain.contains(line))
            .collect();
        in_vain.clear();
        let mut smaller = None;
        for line in &idle {
            smaller = without_line(shape, &solved, line, budget)?;
            if smaller.is_some() {
                break;
            }
        }
        match smaller {
            Some(smaller) => solved = smaller,
            None => return Ok(solved),
        }
    }
}

/// The level without a given line, if that is still what was asked for.
fn without_line(
    shape: &Shape,
    (level, lines): &Solved,
    (layer, points): &(Layer, Vec<Cell>),
    budget: &Budget<'_>,
) -> Result<Option<Solved>, Limit> {
    let mut given = level.lines().iter();
    let index = given.position(|line| line.layer == *layer && line.points == *points);
    let solution = Solution::new(level, &draw(lines.clone()));
    let needed = |&index: &usize| {
        solution.carries(index)
            && carrying(level, &solution, *layer) <= shape.least_carrying(*layer)
    };
    let is_idle = index.is_some_and(|index| !solution.carries(index));
    let smaller = index
        .filter(|index| !needed(index))
        .and_then(|index| level.without(&bared(level, &[index]), &[index]));
    let Some(smaller) = smaller.and_then(|level| Plan::of(&level).level(shape)) else {
        return Ok(None);
    };
    let Some(solved) = accept(shape, smaller, budget)? else {
        return Ok(None);
    };
    if !are_long(&solved.1) && are_shorter(&solved.1, lines) {
        return Ok(None);
    }
    if !are_straight(shape, &solved.1) && are_straight(shape, lines) {
        return Ok(None);
    }
    if !shape.unique {
        return Ok(Some(solved));
    }
    // Without a line that carries no colour the wiring still solves the level; a best solution that
    // has another one makes two.
    if is_idle && !same(&solved.1, lines) {
        return Ok(None);
    }
    let unique = wirings(&solved.0, budget)?.is_some_and(|wirings| wirings.len() == 1);
    Ok(unique.then_some(solved))
}

/// Whether lines are as long in the mean as drawn lines shall be.
fn are_long(lines: &Lines) -> bool {
    steps(lines) >= MEAN_STEPS * lines.len()
}

/// Whether no more of the lines runs diagonally than may.
fn are_straight(shape: &Shape, lines: &Lines) -> bool {
    10 * slanted(lines) <= shape.slanted * steps(lines)
}

/// Whether lines may come to be long by taking given lines away. What carries a colour and may go
/// makes one drawn line out of two; without such lines, drawn ones only get shorter.
fn may_become_long(shape: &Shape, (level, lines): &Solved) -> bool {
    let solution = Solution::new(level, &draw(lines.clone()));
    let to_spare = |layer| {
        let carrying = carrying(level, &solution, layer);
        carrying.saturating_sub(shape.least_carrying(layer))
    };
    let to_spare = to_spare(Layer::Top) + to_spare(Layer::Bottom);
    let fewest = lines.len().saturating_sub(to_spare).max(shape.colours);
    steps(lines) >= MEAN_STEPS * fewest
}

/// Whether lines cannot come to be long because some solution is too short already: a best one has
/// no more steps. The one that was planned, and the shortest ways of the colours where these leave
/// each other alone, are found much sooner than a best one.
fn is_soon_seen_short(shape: &Shape, Planned { level, solution }: &Planned) -> bool {
    let least = MEAN_STEPS * fewest_lines(shape, level);
    let is_short = |lines: &Lines| steps(lines) < least;
    is_short(solution)
        || obvious_lines(level)
            .filter(is_short)
            .is_some_and(|lines| referee::judge(level, draw(lines)).is_ok())
}

/// Whether the solution of a plan is too short as soon as it is drawn, whichever of some more lines
/// stand beside those of the plan in the end: told before a level is made of it.
pub(super) fn is_too_short(
    shape: &Shape,
    plan: &Plan,
    more: &[(Layer, Vec<Cell>)],
    solution: &Lines,
) -> bool {
    let apart = || {
        let lines = plan.lines.iter().chain(more);
        let mut ends: Vec<Cell> = lines.flat_map(|(_, points)| both_ends(points)).collect();
        let own = &ends[..2 * plan.lines.len()];
        let are_pads = own.iter().all(|at| plan.pads.contains(at));
        ends.sort_unstable();
        are_pads && ends.windows(2).all(|pair| pair[0] != pair[1])
    };
    let steps = steps(solution);
    steps < MEAN_STEPS * shape.colours
        || steps < MEAN_STEPS * (shape.colours + must_carry(shape)) && apart()
}

/// The first and the last point of a line.
fn both_ends(points: &[Cell]) -> [Cell; 2] {
    [points[0], points[points.len() - 1]]
}

/// How many given lines must carry a colour.
fn must_carry(shape: &Shape) -> usize {
    let layers = [Layer::Top, Layer::Bottom];
    layers.map(|layer| shape.least_carrying(layer)).iter().sum()
}

/// How few lines any solution of a plan may come to be drawn with, at least. Where every given line
/// has two pads of its own, each that carries a colour takes one more drawn line, so that taking
/// away all that may go leaves one for every colour and for every line that must carry one.
fn fewest_lines(shape: &Shape, level: &Level) -> usize {
    let lines = level.lines().iter();
    let mut ends: Vec<Cell> = lines.flat_map(|line| both_ends(&line.points)).collect();
    ends.sort_unstable();
    let is_pad = |&at: &Cell| matches!(level.fixture(at), Some(Fixture::Pad(_)));
    let apart = ends.iter().all(is_pad) && ends.windows(2).all(|pair| pair[0] != pair[1]);
    if apart {
        shape.colours + must_carry(shape)
    } else {
        shape.colours
    }
}

/// Whether lines are shorter in the mean than others.
fn are_shorter(lines: &Lines, others: &Lines) -> bool {
    steps(lines) * others.len() < steps(others) * lines.len()
}

fn steps(lines: &Lines) -> usize {
    lines.iter().map(|line| line.len() - 1).sum()
}

/// How many steps run diagonally.
fn slanted(lines: &Lines) -> usize {
    let steps = lines.iter().flat_map(|line| line.windows(2));
    steps
        .filter(|step| other_diagonal(step[0], step[1]).is_some())
        .count()
}

/// Shuts out all wirings but one: of a few changes that each shut some out, the one that leaves
/// the fewest is made, again and again.
fn with_one_wiring(
    rng: &mut Rng,
    shape: &Shape,
    mut solved: Solved,
    budget: &Budget<'_>,
) -> Result<Option<Solved>, Limit> {
    let Some(mut known) = wirings(&solved.0, budget)? else {
        return Ok(None);
    };
    for _ in 0..ROUNDS {
        if known.len() == 1 {
            return Ok(Some(solved));
        }
        if known.len() > MANY {
            return Ok(None);
        }
        let unwanted: Vec<&Lines> = known
            .iter()
            .map(|wiring| &wiring.lines)
            .filter(|other| !same(other, &solved.1))
            .collect();
        let mut best: Option<(Solved, Vec<Wiring>)> = None;
        for _ in 0..CHANGES {
            let (level, lines) = &solved;
            let next = match rng.below(4) {
                0 => give_away(rng, shape, level, lines, &unwanted),
                1 => lead_through(rng, shape, level, lines, &unwanted),
                _ => put_wall(rng, shape, level, lines, &unwanted),
            };
            let Some(next) = next else { continue };
            let Some(next) = accept(shape, next, budget)? else {
                continue;
            };
            let Some(left) = wirings(&next.0, budget)? else {
                continue;
            };
            let fewest = best.as_ref().map_or(known.len(), |(_, left)| left.len());
            if left.len() < fewest {
                best = Some((next, left));
            }
        }
        match best {
            Some((next, left)) => (solved, known) = (next, left),
            None => return Ok(None),
        }
    }
    Ok((known.len() == 1).then_some(solved))
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
    let long = wanted.iter().filter(|line| line.len() > 5);
    let mut line = foremost(rng, long.map(|line| (lacking(line), line)).collect())?.clone();
    if rng.chance(1, 2) {
        line.reverse();
    }
    let piece = rng.between(2, line.len() as i64 - 4) as usize;
    let mut plan = Plan::of(level);
    plan.pads.push(line[piece]);
    plan.lines.push((Layer::Top, line[..=piece].to_vec()));
    plan.level(shape)
}

/// A point that many unwanted wirings pass and the wanted one does not.
fn sore_point(rng: &mut Rng, wanted: &Lines, unwanted: &[&Lines]) -> Option<Cell> {
    let mut passed: BTreeMap<Cell, usize> = BTreeMap::new();
    for line in unwanted.iter().flat_map(|lines| lines.iter()) {
        for &at in &line[1..line.len() - 1] {
            *passed.entry(at).or_default() += 1;
        }
    }
    passed.retain(|at, _| !wanted.iter().any(|line| line.contains(at)));
    foremost(
        rng,
        passed.into_iter().map(|(at, count)| (count, at)).collect(),
    )
}

/// Leads a given top line through a sore point. The line joins what it joined before, so nothing
/// new becomes possible.
fn lead_through(
    rng: &mut Rng,
    shape: &Shape,
    level: &Level,
    wanted: &Lines,
    unwanted: &[&Lines],
) -> Option<Level> {
    let through = sore_point(rng, wanted, unwanted)?;
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
    if detour.len() > points.len() + 6 {
        return None;
    }
    plan.lines[line].1 = detour;
    clear_of(shape, &plan, wanted)
}

/// Puts a new given line through a sore point, straight but for a corner.
fn put_wall(
    rng: &mut Rng,
    shape: &Shape,
    level: &Level,
    wanted: &Lines,
    unwanted: &[&Lines],
) -> Option<Level> {
    let through = sore_point(rng, wanted, unwanted)?;
    let open = |at: Cell| {
        level.contains(at)
            && level.fixture(at).is_none()
            && !wanted.iter().any(|line| line.contains(&at))
    };
    let mut ways = Dir::ALL;
    rng.shuffle(&mut ways);
    let mut wall = VecDeque::from([through]);
    for (side, dir) in ways.into_iter().take(2).enumerate() {
        for _ in 0..rng.between(1, 3) {
            let end = if side == 0 { wall.back() } else { wall.front() };
            let next = end?.step(dir);
            if !open(next) || wall.contains(&next) {
                break;
            }
            if side == 0 {
                wall.push_back(next);
            } else {
                wall.push_front(next);
            }
        }
    }
    if wall.len() < 3 {
        return None;
    }
    let plan = Plan::of(level).with_line(Layer::Top, wall.into());
    clear_of(shape, &plan, wanted)
}

/// The level of a plan, if it leaves a solution alone.
fn clear_of(shape: &Shape, plan: &Plan, solution: &Lines) -> Option<Level> {
    let level = plan.level(shape)?;
    referee::judge(&level, draw(solution.clone()))
        .is_ok()
        .then_some(level)
}

/// A shortest way along rows and columns between two points over empty intersections.
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
        for next in Dir::ALL.map(|dir| at.step(dir)) {
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

/// What is promised of every level: given lines of each layer carry colours, the circuits are in
/// each other's way, lines mislead, the idea is there, and there is something to draw.
fn keeps_its_promises(shape: &Shape, (level, lines): &Solved) -> bool {
    let solution = Solution::new(level, &draw(lines.clone()));
    if !carries_enough(shape, level, &solution) {
        return false;
    }
    if shape.tangled || shape.decoys > 0 || shape.idea == "decoy" {
        let solos = solo(level);
        let alone: u32 = solos.iter().filter_map(|solo| solo.steps).sum();
        // Idle lines that mislead would be decoration; those that carry another colour are not.
        let misleading = solution.misleading(level, &solos).into_iter();
        let misleading: Vec<usize> = misleading.filter(|&line| solution.carries(line)).collect();
        let is_long = |&line: &usize| level.lines()[line].points.len() > BACKBONE;
        if shape.tangled && steps(lines) as u32 <= alone
            || misleading.len() < shape.decoys
            || shape.idea == "decoy" && !misleading.iter().any(is_long)
        {
            return false;
        }
    }
    match shape.idea {
        "crossing" => !solution.crossings(level).is_empty(),
        "order" => solution.longest_chain() > 2,
        _ => true,
    }
}

/// Whether enough given lines of each layer carry a colour.
fn carries_enough(shape: &Shape, level: &Level, solution: &Solution) -> bool {
    let enough = |layer| carrying(level, solution, layer) >= shape.least_carrying(layer);
    enough(Layer::Bottom) && enough(Layer::Top)
}

/// How many given lines of a layer carry a colour.
fn carrying(level: &Level, solution: &Solution, layer: Layer) -> usize {
    let given = level.lines().iter().enumerate();
    given
        .filter(|(index, line)| line.layer == layer && solution.carries(*index))
        .count()
}
