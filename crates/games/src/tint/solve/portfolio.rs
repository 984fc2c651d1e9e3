//! One part of a canvas, solved by two methods that share what they know.
//!
//! *Plans* first: all [plans](super::plan) of a number of strokes are listed; a plan that can be
//! [routed](super::route) is a solution, and if none can, more strokes are needed. Then, over all
//! plans of that many strokes, the one that promises the fewest cells is [walked](super::walking)
//! with as few as it promises, and promises one more if that fails. *Exhaustive search*
//! ([`search`](super::search)) is better where strokes are many and ways are narrow, and it alone
//! can prove that no number of strokes is enough.
//!
//! [Beams](super::beam) find a first solution, and look for fewer strokes as long as fewer are not
//! refuted. The fewest strokes that are open are [refuted](super::refute) by their
//! [outlines](super::outline), each of which stands for many plans; where there are too many even of
//! these, by the plans. Many plans fall with their beginning, so every beginning is routed by itself.
//!
//! All take turns, with allowances that grow from round to round and are counted in nodes and
//! conflicts, never in time. Plans alone, which the generator asks, do without beams, outlines and
//! beginnings, so that seeds keep their levels. Whatever one of them proves or finds serves the other.

use gridwright_core::budget::{Limit, Meter};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tint::rules::Stroke;

use super::beam::Beam;
use super::board::{Board, Spot};
use super::costs;
use super::exhaustion::{Exhaustion, Found};
use super::lengths::{FAR, Lengths};
use super::model::PlanSearch;
use super::outline::Tree;
use super::plan::{Entry, Layer, Plan, Planner};
use super::refute::{self, Refutation};
use super::route::Routing;
use super::sat;
use super::search::Price;
use super::shorten::{Trial, Ways, cells};
use super::walking::Walking;

/// Allowances of the first round.
const NODES: u64 = 50;
const GUESSES: u64 = 2_000;
const WIDTH: usize = 4;
const PLANS: usize = 400;
const CONFLICTS: u64 = 100;

/// So many steps a tree of outlines may take to grow in the first round, and for so many rounds more
/// of them are tried.
const STEPS: usize = 100_000;
const MOST_GROWTH_OF_TREES: u32 = 1;

/// So many steps and conflicts outlines are refuted for in the first round, which is enough for most
/// levels, and what grows from round to round in the others: on open paper, which takes long, this
/// pays more than the rest.
const FIRST_ALLOWANCE: u64 = 1_000;
const ALLOWANCE: u64 = 8_000;

/// So many strokes beams may look at for fewer strokes than a solution has. In the first round,
/// which is enough for most levels, nobody looks; later such beams come to pay more than the rest.
const BETTER: u64 = 100;
const BETTER_GROWTH: u32 = 3;

/// So many beams are tried in a round at most.
const BEAMS: u32 = 16;

/// A beginning of plans is given up after so many conflicts.
const SOON: u64 = 50;

/// Where no more plans than this are left of all, they get the allowance of the next round.
const FEW: usize = 64;

/// Allowances grow by so many bits a round.
const GROWTH: u32 = 2;

/// Beams grow wider by so many bits at most.
const MOST_GROWTH: u32 = 12;

/// In one round, so many more strokes than needed are tried.
const AHEAD: u16 = 2;

/// Which methods are used. One alone is for measuring and testing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Plans and exhaustive search, in turns.
    Both,
    /// Plans alone: without end where no number of strokes is enough.
    Plans,
    /// Exhaustive search alone.
    Exhaustion,
    /// Outlines alone: they tell the fewest strokes, and nothing about cells.
    Outlines,
}

impl Method {
    fn exhausts(self) -> bool {
        matches!(self, Method::Both | Method::Exhaustion)
    }

    fn refutes(self) -> bool {
        matches!(self, Method::Both | Method::Outlines)
    }

    fn plans(self) -> bool {
        matches!(self, Method::Both | Method::Plans)
    }
}

/// One solve.
pub(super) struct Portfolio<'b, const N: usize> {
    board: &'b Board,
    method: Method,
    planner: Planner<N>,
    trial: Trial<'b>,
    beam: Beam<'b>,
    exhaustion: Exhaustion<'b>,
    /// What any solution costs at least.
    floor: Price,
    /// Only solutions below this price are of interest.
    ceiling: Price,
    best: Option<Ways>,
    /// Whether any solution below the ceiling will do.
    any: bool,
    /// The plans of the stroke counts that are open, the lowest first.
    counts: Vec<Count>,
    beginnings: Beginnings<'b>,
    refutation: Option<Refutation<'b, N>>,
    /// Of which number of strokes the outlines were too many, and how large a tree was tried.
    outgrown: Option<(u16, u32)>,
}

/// Which beginnings of plans have a way, as far as that was soon told.
struct Beginnings<'b> {
    board: &'b Board,
    known: FxHashMap<Plan, bool>,
}

impl Beginnings<'_> {
    fn may_begin<const N: usize>(
        &mut self,
        layers: &[Layer<N>],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        let last = layers.last().map(|layer| layer.step.entry);
        if layers.len() < 2 || matches!(last, Some(Entry::Switch(..))) {
            return Ok(true);
        }
        let steps: Plan = layers.iter().map(|layer| layer.step).collect();
        if let Some(&may) = self.known.get(&steps) {
            return Ok(may);
        }
        let mut routing = Routing::of_beginning(self.board, layers);
        let ended = routing.run(SOON, meter);
        meter.release(routing.charged());
        let may = ended? != sat::Ended::Refuted;
        self.known.insert(steps, may);
        Ok(may)
    }
}

/// The plans of a number of strokes.
struct Count {
    strokes: u16,
    candidates: Vec<Candidate>,
    /// Plans that cannot be walked.
    refuted: FxHashSet<Plan>,
    /// Whether there are no other plans.
    complete: bool,
}

/// A plan and what is known about it. Plans that cannot be walked are dropped.
struct Candidate {
    plan: Plan,
    /// The fewest cells it may take.
    least: u32,
    routed: bool,
}

impl<'b, const N: usize> Portfolio<'b, N> {
    pub(super) fn new(
        board: &'b Board,
        method: Method,
        ceiling: Price,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        Ok(Portfolio {
            board,
            method,
            planner: Planner::new(board),
            trial: Trial::new(board),
            beam: Beam::new(board),
            exhaustion: Exhaustion::new(board, meter)?,
            floor: (0, 0),
            ceiling,
            best: None,
            any: false,
            counts: Vec::new(),
            beginnings: Beginnings {
                board,
                known: FxHashMap::default(),
            },
            refutation: None,
            outgrown: None,
        })
    }

    /// Ends with the first solution below the ceiling.
    pub(super) fn settle_for_any(&mut self) {
        self.any = true;
    }

    /// What any solution costs at least.
    pub(super) fn floor(&self) -> Price {
        self.floor.min(self.ceiling)
    }

    /// The best solution so far.
    pub(super) fn best(&self) -> Option<&[Vec<Spot>]> {
        self.best.as_deref()
    }

    /// Searches until the best solution is proved, or that there is none below the ceiling.
    pub(super) fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let by_colors = self.planner.fewest();
        let by_places = self.exhaustion.root_bound(meter)?;
        let (Some(by_colors), Some(by_places)) = (by_colors, by_places) else {
            self.raise((u16::MAX, u32::MAX), meter);
            return Ok(());
        };
        self.raise((by_colors.max(by_places.0), by_places.1), meter);
        for round in 0u32.. {
            // Where outlines are being refuted, that pays more than what the others could add.
            let behind = round.saturating_sub(u32::from(self.is_refuting()));
            if self.method.exhausts() && !self.is_done() {
                self.exhaust(behind, meter)?;
            }
            if self.method == Method::Both && !self.is_done() {
                self.guess(behind, meter)?;
            }
            if self.method.refutes() && !self.is_done() {
                self.refute(round, meter)?;
            }
            // And plans have nothing to add but the fewest cells.
            if self.method.plans() && !self.is_refuting() && !self.is_done() {
                self.plan(round, meter)?;
            }
            if self.is_done() {
                break;
            }
            if self.method == Method::Outlines {
                // There may be too many to begin with.
                meter.node()?;
            }
            meter.poll()?;
        }
        Ok(())
    }

    /// Whether outlines are being refuted, and a solution is known.
    fn is_refuting(&self) -> bool {
        self.refutation.is_some() && self.best.is_some() && self.ceiling.0 > self.floor.0
    }

    fn is_done(&self) -> bool {
        self.floor >= self.ceiling || self.any && self.best.is_some()
    }

    fn raise(&mut self, floor: Price, meter: &mut Meter<'_>) {
        if floor > self.floor {
            self.floor = floor;
            meter.bound(costs(self.floor()));
        }
    }

    /// Takes note of strokes, if they solve the board for less than anything before.
    fn offer(&mut self, mut ways: Ways, meter: &mut Meter<'_>) -> Result<(), Limit> {
        if !self.trial.settle(&mut ways) {
            debug_assert!(false, "what was found does not solve the board");
            return Ok(());
        }
        let shortened = self.trial.shorten(&mut ways, meter);
        let price = (ways.len() as u16, cells(&ways));
        if price < self.ceiling {
            self.ceiling = price;
            meter.best(costs(price));
            self.best = Some(ways);
        }
        shortened
    }

    /// Looks for some solution of fewer strokes than are known to be enough.
    fn guess(&mut self, round: u32, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let width = WIDTH << (GROWTH * round).min(MOST_GROWTH);
        let better = match round {
            0 => 0,
            _ => BETTER << (BETTER_GROWTH * round).min(40),
        };
        let mut left = GUESSES << (GROWTH * round).min(40);
        for _ in 0..BEAMS {
            if self.best.is_some() {
                left = left.min(better);
            }
            if left == 0 || self.is_done() || self.ceiling.0 <= self.floor.0 {
                break;
            }
            let most = usize::from(self.ceiling.0 - 1);
            if let Some(ways) = self.beam.search(width, most, &mut left, meter)? {
                self.offer(ways, meter)?;
            }
        }
        Ok(())
    }

    /// A turn of the exhaustive search.
    fn exhaust(&mut self, round: u32, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let nodes = NODES << (GROWTH * round).min(40);
        while let Some(found) = self.exhaustion.run(nodes, self.ceiling, meter)? {
            match found {
                Found::Strokes(strokes) => {
                    let ways = strokes.iter().map(|stroke| self.ways(stroke)).collect();
                    self.raise(self.exhaustion.floor, meter);
                    self.offer(ways, meter)?;
                    if self.is_done() {
                        return Ok(());
                    }
                }
                Found::Nothing => {
                    self.raise(self.ceiling, meter);
                    return Ok(());
                }
            }
        }
        self.raise(self.exhaustion.floor, meter);
        Ok(())
    }

    fn ways(&self, stroke: &Stroke) -> Vec<Spot> {
        let spot = |cell| self.board.spot(cell);
        stroke.cells().iter().copied().filter_map(spot).collect()
    }

    /// A turn of the outlines: refutes the fewest strokes that are open, again and again, or finds a
    /// solution of so many.
    fn refute(&mut self, round: u32, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let allowance = match round {
            0 => FIRST_ALLOWANCE,
            _ => ALLOWANCE << (GROWTH * round).min(40),
        };
        while self.ceiling.0 > self.floor.0 && !self.is_done() {
            let strokes = self.floor.0;
            let Some(mut refutation) = self.take_refutation(strokes, round, meter)? else {
                return Ok(());
            };
            match refutation.run(&self.planner, allowance, meter)? {
                refute::Found::Paused => {
                    self.refutation = Some(refutation);
                    return Ok(());
                }
                refute::Found::Solved(ways) => {
                    meter.release(refutation.charged());
                    return self.offer(ways, meter);
                }
                refute::Found::Refuted => {
                    meter.release(refutation.charged());
                    self.raise((strokes + 1, 0), meter);
                }
            }
        }
        Ok(())
    }

    /// The refutation of a number of strokes that has begun, or a new one; `None` if there are too
    /// many outlines.
    fn take_refutation(
        &mut self,
        strokes: u16,
        round: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Refutation<'b, N>>, Limit> {
        match self.refutation.take() {
            Some(known) if known.strokes == strokes => return Ok(Some(known)),
            Some(known) => meter.release(known.charged()),
            None => {}
        }
        // What did not fit into the largest tree will not fit later.
        let growth = round.min(MOST_GROWTH_OF_TREES);
        if self.outgrown == Some((strokes, growth)) {
            return Ok(None);
        }
        let steps = STEPS << (GROWTH * growth);
        let tree = Tree::grow(self.board, &mut self.planner, strokes, steps, meter)?;
        self.outgrown = tree.is_none().then_some((strokes, growth));
        Ok(tree.map(|tree| Refutation::new(self.board, &self.planner, strokes, tree)))
    }

    /// A turn of the plans.
    fn plan(&mut self, round: u32, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let first = self.floor.0;
        self.counts.retain(|count| count.strokes >= first);
        let mut strokes = first;
        loop {
            if strokes > self.ceiling.0 || strokes > self.most_planned(first, round) {
                return Ok(());
            }
            self.list(strokes, round, meter)?;
            self.route(strokes, round, meter)?;
            let found = self
                .best
                .as_ref()
                .is_some_and(|best| best.len() <= usize::from(strokes))
                || self.ceiling.0 == strokes;
            if found && self.ceiling.0 == strokes && !self.is_done() {
                self.walk(strokes, round, meter)?;
            }
            self.settle_count(strokes, meter);
            if found || self.is_done() {
                return Ok(());
            }
            strokes += 1;
        }
    }

    /// The most strokes that are planned in a round that begins with so many. Where beams have found a
    /// solution, it is for the plans to refute the fewest strokes that are open.
    fn most_planned(&self, first: u16, round: u32) -> u16 {
        if self.method == Method::Both && self.best.is_some() {
            self.floor.0
        } else {
            first.saturating_add(AHEAD + round as u16)
        }
    }

    /// Raises the floor by what is known about a number of strokes.
    fn settle_count(&mut self, strokes: u16, meter: &mut Meter<'_>) {
        if self.floor.0 != strokes {
            return;
        }
        let count = self.counts.iter().find(|count| count.strokes == strokes);
        let Some(count) = count.filter(|count| count.complete) else {
            return;
        };
        let least = count
            .candidates
            .iter()
            .map(|candidate| candidate.least)
            .min();
        match least {
            Some(least) => self.raise((strokes, least), meter),
            None => self.raise((strokes + 1, 0), meter),
        }
    }

    /// Lists the plans of a number of strokes, as many as the round allows.
    fn list(&mut self, strokes: u16, round: u32, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let known = self
            .counts
            .iter()
            .position(|count| count.strokes == strokes);
        if known.is_some_and(|known| self.counts[known].complete) {
            return Ok(());
        }
        let mut refuted = known.map_or_else(FxHashSet::default, |known| {
            self.counts.remove(known).refuted
        });
        if self.method != Method::Both {
            refuted.clear();
        }
        let most = PLANS << (GROWTH * round).min(MOST_GROWTH);
        let beginnings = &mut self.beginnings;
        // Without a solution there may be none, and no end of beginnings; and few plans are soon
        // routed as they are.
        let tried = self.method == Method::Both && self.best.is_some() && round > 0;
        let mut may_begin = |layers: &[Layer<N>], meter: &mut Meter<'_>| {
            Ok(!tried || beginnings.may_begin(layers, meter)?)
        };
        let plans = self
            .planner
            .plans(self.board, strokes, most, &mut may_begin, meter)?;
        let mut candidates = Vec::with_capacity(plans.list.len());
        for plan in plans.list {
            meter.node()?;
            if refuted.contains(&plan) {
                continue;
            }
            let layers = self.planner.layers(&plan);
            meter.work(Lengths::work(self.board, &layers))?;
            let least = Lengths::new(self.board, &layers).total;
            if least < FAR {
                candidates.push(Candidate {
                    plan,
                    least,
                    routed: false,
                });
            }
        }
        candidates.sort_by_key(|candidate| candidate.least);
        self.counts.push(Count {
            strokes,
            candidates,
            refuted,
            complete: plans.complete,
        });
        Ok(())
    }

    /// Looks for a plan of so many strokes that can be routed, unless a solution is known.
    fn route(&mut self, strokes: u16, round: u32, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let mut conflicts = CONFLICTS << (GROWTH * round).min(40);
        let index = self.index_of(strokes);
        let mut next = 0;
        let mut again = 0;
        while self.ceiling.0 > strokes {
            let left = self.counts[index].candidates.len();
            if next == left {
                // The last few of many are worth more patience than the many.
                let few = left << (GROWTH * again) <= FEW && left > 0;
                if self.method != Method::Both || !self.counts[index].complete || !few {
                    break;
                }
                (next, again) = (0, again + 1);
                conflicts <<= GROWTH;
            }
            match self.route_one(index, next, conflicts, meter)? {
                sat::Ended::Refuted => {
                    let count = &mut self.counts[index];
                    let refuted = count.candidates.remove(next);
                    if !count.complete {
                        count.refuted.insert(refuted.plan);
                    }
                }
                sat::Ended::Satisfied | sat::Ended::Open => next += 1,
            }
        }
        Ok(())
    }

    fn index_of(&self, strokes: u16) -> usize {
        let position = self
            .counts
            .iter()
            .position(|count| count.strokes == strokes);
        position.expect("plans were listed")
    }

    fn route_one(
        &mut self,
        index: usize,
        candidate: usize,
        conflicts: u64,
        meter: &mut Meter<'_>,
    ) -> Result<sat::Ended, Limit> {
        let layers = self.layers(index, candidate);
        let routing = Routing::new(self.board, &layers);
        let ended = self.search_plan(routing, conflicts, meter)?;
        if ended == sat::Ended::Satisfied {
            self.counts[index].candidates[candidate].routed = true;
        }
        Ok(ended)
    }

    fn layers(&self, index: usize, candidate: usize) -> Vec<Layer<N>> {
        let plan = &self.counts[index].candidates[candidate].plan;
        self.planner.layers(plan)
    }

    /// Searches the ways of a plan, and offers those it finds.
    fn search_plan(
        &mut self,
        mut search: impl PlanSearch,
        conflicts: u64,
        meter: &mut Meter<'_>,
    ) -> Result<sat::Ended, Limit> {
        let ended = search.run(conflicts, meter);
        meter.release(search.charged());
        let ended = ended?;
        if ended == sat::Ended::Satisfied {
            let ways = search.strokes();
            drop(search);
            self.offer(ways, meter)?;
        }
        Ok(ended)
    }

    /// Looks for the fewest cells among the plans of so many strokes.
    fn walk(&mut self, strokes: u16, round: u32, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let conflicts = CONFLICTS << (GROWTH * (round + 1)).min(40);
        let index = self.index_of(strokes);
        let mut stalled: Vec<Candidate> = Vec::new();
        let ended = self.walk_best_first(index, conflicts, &mut stalled, meter);
        let candidates = &mut self.counts[index].candidates;
        candidates.extend(stalled);
        candidates.sort_by_key(|candidate| candidate.least);
        ended
    }

    /// Walks the plan that promises the fewest cells, again and again, until nothing promises less
    /// than the ceiling. Plans on which the allowance is not enough are put aside.
    fn walk_best_first(
        &mut self,
        index: usize,
        conflicts: u64,
        stalled: &mut Vec<Candidate>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        loop {
            let candidates = &self.counts[index].candidates;
            let first = (0..candidates.len()).min_by_key(|&i| candidates[i].least);
            let Some(first) = first else {
                return Ok(());
            };
            if self.counts[index].complete && stalled.is_empty() {
                let floor = (self.counts[index].strokes, candidates[first].least);
                self.raise_if_lowest(floor, meter);
            }
            let candidates = &self.counts[index].candidates;
            let fewer_strokes = self.ceiling.0 < self.counts[index].strokes;
            if fewer_strokes || candidates[first].least >= self.ceiling.1 {
                return Ok(());
            }
            if !candidates[first].routed {
                match self.route_one(index, first, conflicts, meter)? {
                    // What was found may have lowered the ceiling.
                    sat::Ended::Satisfied => {}
                    sat::Ended::Refuted => {
                        self.counts[index].candidates.swap_remove(first);
                    }
                    sat::Ended::Open => {
                        stalled.push(self.counts[index].candidates.swap_remove(first));
                    }
                }
                continue;
            }
            // Far below the ceiling, one cell after the other would take too long.
            let least = self.counts[index].candidates[first].least;
            let most = least + (self.ceiling.1 - 1 - least) / 4;
            match self.walk_one(index, first, most, conflicts, meter)? {
                sat::Ended::Satisfied => {}
                sat::Ended::Refuted => self.counts[index].candidates[first].least = most + 1,
                sat::Ended::Open => {
                    stalled.push(self.counts[index].candidates.swap_remove(first));
                }
            }
        }
    }

    fn raise_if_lowest(&mut self, floor: Price, meter: &mut Meter<'_>) {
        if floor.0 == self.floor.0 {
            self.raise(floor, meter);
        }
    }

    fn walk_one(
        &mut self,
        index: usize,
        candidate: usize,
        most: u32,
        conflicts: u64,
        meter: &mut Meter<'_>,
    ) -> Result<sat::Ended, Limit> {
        let layers = self.layers(index, candidate);
        let lengths = Lengths::new(self.board, &layers);
        match Walking::new(self.board, &layers, &lengths, most, meter)? {
            Some(walking) => self.search_plan(walking, conflicts, meter),
            None => Ok(sat::Ended::Refuted),
        }
    }
}
