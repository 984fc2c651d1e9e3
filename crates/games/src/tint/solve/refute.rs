//! Refuting a number of strokes: all [outlines](super::outline) of so many, one clause solver.
//!
//! The tree of outlines is gone through depth first. With every step the clauses of its layer are
//! [put on top](super::sat), with those of what its endings leave to be solved before them, and taken
//! off again on the way back; a layer's clauses speak of earlier layers only. What was learned about a
//! beginning serves everything that begins so, and a contradiction that does not need the last layers
//! refutes all their siblings too.
//!
//! Clauses of a beginning hold for every way of every outline that begins so, hence a beginning that
//! contradicts itself has no solution. An end whose clauses are satisfied *is* a solution.

use gridwright_core::budget::{Limit, Meter};

use super::board::{Board, Spot};
use super::model::{Model, Sheet, Source};
use super::outline::{Layer, NOBODY, Node, Targets, Tree};
use super::plan::{Entry, Planner, World};
use super::route::{Pieces, Sets, solves};
use super::sat::{Ended, Lit, Sat, no, yes};
use super::shorten::Ways;

/// A beginning is given up after so many conflicts, and an end is put off.
const SOON: u64 = 50;

/// Ends that were put off are given this many times the conflicts in every pass.
const GROWTH: u64 = 4;

/// What a search has come to.
pub(super) enum Found {
    /// No outline has a way.
    Refuted,
    /// A solution.
    Solved(Ways),
    /// The allowance is used up.
    Paused,
}

/// The search for a way of any outline of a number of strokes.
pub(super) struct Refutation<'b, const N: usize> {
    pub(super) strokes: u16,
    tree: Tree,
    start: World<N>,
    model: Model<'b>,
    /// By layer: the targets it may solve, and literals that say that it does.
    solving: Vec<Vec<(Spot, Lit)>>,
    /// The nodes down to the one that was looked at last.
    path: Vec<Stop<N>>,
    /// Where to go next; [`NOBODY`] for back.
    next: u32,
    /// Ends that were put off, by the nodes down to them.
    open: Vec<Vec<u32>>,
    /// How many of them have been looked at again, with so much patience.
    again: usize,
    patience: u64,
    steps: u64,
}

/// A node of the path.
struct Stop<const N: usize> {
    node: u32,
    layer: Layer<N>,
    after: World<N>,
}

impl<'b, const N: usize> Refutation<'b, N> {
    pub(super) fn new(board: &'b Board, planner: &Planner<N>, strokes: u16, tree: Tree) -> Self {
        Refutation {
            strokes,
            next: tree.nodes[0].first_child,
            tree,
            start: planner.start.clone(),
            model: Model {
                board,
                sat: Sat::new(),
                sheets: Vec::new(),
                passes_gates: true,
            },
            solving: Vec::new(),
            path: Vec::new(),
            open: Vec::new(),
            again: 0,
            patience: SOON,
            steps: 0,
        }
    }

    /// The memory that was asked for.
    pub(super) fn charged(&self) -> u64 {
        self.model.sat.charged() + self.tree.charged()
    }

    /// Goes on until so many more steps and conflicts are used up.
    pub(super) fn run(
        &mut self,
        planner: &Planner<N>,
        allowance: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Found, Limit> {
        let until = self.spent() + allowance;
        while self.next != NOBODY || !self.path.is_empty() {
            if self.spent() >= until {
                return Ok(Found::Paused);
            }
            if let Some(ways) = self.go_on(planner, meter)? {
                return Ok(Found::Solved(ways));
            }
        }
        self.look_again(planner, until, meter)
    }

    fn spent(&self) -> u64 {
        self.steps + self.model.sat.met()
    }

    /// Goes to the next node, or back from the last.
    fn go_on(
        &mut self,
        planner: &Planner<N>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Ways>, Limit> {
        let node = self.next;
        self.next = NOBODY;
        if node == NOBODY {
            let last = self.path[self.path.len() - 1].node;
            self.next = self.tree.nodes[last as usize].sibling;
            self.leave();
            return Ok(None);
        }
        if self.model.sat.contradicted_at().is_some() {
            return Ok(None);
        }
        meter.node()?;
        self.enter(planner, node);
        let Node {
            first_child, ends, ..
        } = self.tree.nodes[node as usize];
        let forks = match first_child {
            NOBODY => false,
            child => ends || self.tree.nodes[child as usize].sibling != NOBODY,
        };
        if forks && self.solve(SOON, meter)? == Ended::Refuted {
            return Ok(None);
        }
        if ends {
            match self.try_end(SOON, meter)? {
                (Ended::Satisfied, ways) => return Ok(ways),
                (Ended::Refuted, _) => {}
                (Ended::Open, _) => {
                    let nodes = self.path.iter().map(|stop| stop.node).collect();
                    self.open.push(nodes);
                }
            }
        }
        self.next = first_child;
        Ok(None)
    }

    /// Looks again at the ends that were put off, with more patience every time.
    fn look_again(
        &mut self,
        planner: &Planner<N>,
        until: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Found, Limit> {
        while !self.open.is_empty() {
            if self.again == 0 {
                self.patience *= GROWTH;
            }
            while self.again < self.open.len() {
                if self.spent() >= until {
                    return Ok(Found::Paused);
                }
                let nodes = std::mem::take(&mut self.open[self.again]);
                self.go_to(planner, &nodes);
                match self.try_end(self.patience, meter)? {
                    (Ended::Satisfied, ways) => {
                        self.open[self.again] = nodes;
                        return Ok(ways.map_or(Found::Paused, Found::Solved));
                    }
                    (Ended::Refuted, _) => {
                        self.open.remove(self.again);
                    }
                    (Ended::Open, _) => {
                        self.open[self.again] = nodes;
                        self.again += 1;
                    }
                }
            }
            self.again = 0;
        }
        Ok(Found::Refuted)
    }

    /// Makes the path lead over some nodes.
    fn go_to(&mut self, planner: &Planner<N>, nodes: &[u32]) {
        let path = self.path.iter().map(|stop| stop.node);
        let common = path.zip(nodes).take_while(|(a, b)| a == *b).count();
        while self.path.len() > common {
            self.leave();
        }
        for &node in &nodes[common..] {
            self.enter(planner, node);
        }
    }

    fn enter(&mut self, planner: &Planner<N>, node: u32) {
        self.steps += 1;
        let step = self.tree.nodes[node as usize].step;
        let step = step.expect("the root is never entered");
        let last = self.path.last();
        let world = last.map_or(&self.start, |stop| &stop.after);
        let before = last.filter(|_| !step.starts()).map(|stop| &stop.layer);
        let layer = planner.outlined(self.model.board, world, before, step);
        let layer = layer.expect("the step was taken when the tree grew");
        let mut after = world.clone();
        planner.paint_outlined(&mut after, &layer);
        self.model.sat.push();
        self.add(&layer);
        self.model.sat.push();
        self.ask_before(node);
        self.path.push(Stop { node, layer, after });
    }

    fn leave(&mut self) {
        self.path.pop();
        self.model.sat.pop();
        self.model.sat.pop();
        self.model.sheets.pop();
        self.solving.pop();
    }

    /// Puts the clauses of a layer on top.
    fn add(&mut self, layer: &Layer<N>) {
        let model = &mut self.model;
        let i = model.sheets.len();
        let mut entries = layer.entries;
        entries.add(&layer.firsts);
        let mut sheet = Sheet::new(
            model.board,
            &mut model.sat,
            (layer.step.entry, layer.step.color),
            layer.region.iter().collect(),
            entries.iter().collect(),
        );
        for at in layer.sources.iter() {
            let (mixed, alone) = (model.sat.variable(), model.sat.variable());
            sheet.sources.push(Source { at, mixed, alone });
        }
        if !layer.sources.is_empty() {
            sheet.by_droplet = Some(model.sat.variable());
        }
        model.sheets.push(sheet);
        model.enter_once(i);
        model.contents(i);
        model.link(i);
        if layer.step.entry == Entry::Cut {
            model.tail(i);
        }
        if i > 0
            && let Entry::Switch(_, _, to) = model.sheets[i - 1].entry
        {
            model.leave_switch(i - 1, to);
        }
        let solving = layer.targets.iter();
        let solving = solving.filter_map(|spot| Some((spot, solves(model, i, spot)?)));
        self.solving.push(solving.collect());
    }

    /// Layers that solve a target.
    fn solved_by(&self, spot: Spot) -> Vec<Lit> {
        let all = self.solving.iter().flatten();
        all.filter(|&&(at, _)| at == spot)
            .map(|&(_, lit)| lit)
            .collect()
    }

    /// Demands that what is left to solve behind a node is in one of its endings.
    fn ask_before(&mut self, node: u32) {
        let endings = &self.tree.nodes[node as usize].endings;
        let count = self.tree.targets.len();
        let all = ((1u64 << count) - 1) as Targets;
        if endings.iter().any(|ending| all & !ending == 0) {
            return;
        }
        let ends: Vec<(Targets, Lit)> = endings
            .iter()
            .map(|&ending| (all & !ending, yes(self.model.sat.variable())))
            .collect();
        let any: Vec<Lit> = ends.iter().map(|&(_, end)| end).collect();
        self.model.sat.clause(&any);
        for number in 0..count {
            let spot = self.tree.targets[number];
            let by = self.solved_by(spot);
            let asking = ends.iter().filter(|(before, _)| before >> number & 1 != 0);
            let asking: Vec<Lit> = asking.map(|&(_, end)| end).collect();
            if let [_, _, ..] = asking[..] {
                let solved = self.model.sat.variable();
                let mut clause = by;
                clause.push(no(solved));
                self.model.sat.clause(&clause);
                for end in asking {
                    self.model.sat.clause(&[end ^ 1, yes(solved)]);
                }
            } else if let [end] = asking[..] {
                let mut clause = by;
                clause.push(end ^ 1);
                self.model.sat.clause(&clause);
            }
        }
    }

    fn solve(&mut self, conflicts: u64, meter: &mut Meter<'_>) -> Result<Ended, Limit> {
        let Model {
            board, sat, sheets, ..
        } = &mut self.model;
        sat.charge(meter)?;
        let mut pieces = Pieces::new(board, sheets, sat).telling_bridges();
        sat.solve(&mut pieces, conflicts, meter)
    }

    /// Lets an outline end here.
    fn try_end(
        &mut self,
        conflicts: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(Ended, Option<Ways>), Limit> {
        self.model.sat.push();
        let last = self.model.sheets.len() - 1;
        if let Entry::Switch(_, _, to) = self.model.sheets[last].entry {
            self.model.leave_switch(last, to);
        }
        for spot in self.tree.targets.clone() {
            let by = self.solved_by(spot);
            self.model.sat.clause(&by);
        }
        let ended = self.solve(conflicts, meter)?;
        let ways = (ended == Ended::Satisfied).then(|| {
            let sets = Sets {
                board: self.model.board,
                values: self.model.sat.values(),
                sheets: &self.model.sheets,
            };
            sets.strokes()
        });
        self.model.sat.pop();
        Ok((ended, ways))
    }
}
