//! Refuting a number of strokes: all [outlines](super::outline) of so many, one clause solver.
//!
//! The tree of outlines is gone through depth first. With every step the clauses of its layer are
//! [put on top](super::sat), with those of what its endings leave to be solved before them, and taken
//! off again on the way back; a layer's clauses speak of earlier layers only. What was learned about a
//! beginning serves everything that begins so, and a contradiction that does not need the last layers
//! refutes all their siblings too.
//!
//! Beginnings and ends that are not soon told are looked at again with more patience, pass by pass, the
//! shortest first. What is asked of a beginning is that it solves what the ends behind it cannot that
//! are still open, or were not looked at yet; the fewer they are, the more is asked. Nothing is lost: a
//! solution belongs to an outline that was not refuted, which stays in the tree with all its beginnings,
//! and what its layers behind any of them solve is in one of the endings kept there.
//!
//! Clauses of a beginning hold for every way of every outline that begins so, hence a beginning that
//! contradicts itself has no solution. An end whose clauses are satisfied *is* a solution.

use gridwright_core::budget::{Limit, Meter};

use super::board::{Board, Spot};
use super::model::{Model, Sheet, Source};
use super::outline::{Endings, Layer, NOBODY, Node, Targets, Tree};
use super::plan::{Entry, Planner, World};
use super::route::{Pieces, Sets, solves};
use super::sat::{Ended, Lit, Sat, no, yes};
use super::shorten::Ways;

/// In the first pass a question is put off after so many conflicts, and in every other after so many
/// times more.
const SOON: u64 = 50;
const GROWTH: u64 = 2;

/// Solutions have few layers more often than many. So in the first pass nothing is looked at that has
/// so many more than the fewest, and in every other there may be so many more.
const MORE_LAYERS: usize = 2;

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
    /// What has turned out to be open behind the root in this pass.
    open: Behind,
    patience: u64,
    /// Nodes with more layers wait for another pass.
    most_layers: usize,
    steps: u64,
}

/// A node of the path.
struct Stop<const N: usize> {
    node: u32,
    layer: Layer<N>,
    after: World<N>,
    open: Behind,
}

/// What has turned out to be open behind a node in one pass: children, and what may be solved there.
struct Behind {
    first: u32,
    last: u32,
    endings: Endings,
}

impl Default for Behind {
    fn default() -> Self {
        Behind {
            first: NOBODY,
            last: NOBODY,
            endings: Endings::default(),
        }
    }
}

impl<'b, const N: usize> Refutation<'b, N> {
    pub(super) fn new(board: &'b Board, planner: &Planner<N>, strokes: u16, tree: Tree) -> Self {
        let most_layers = tree.fewest_layers() + MORE_LAYERS;
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
            open: Behind::default(),
            patience: SOON,
            most_layers,
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
        loop {
            if self.next == NOBODY && self.path.is_empty() {
                let open = std::mem::take(&mut self.open);
                if open.first == NOBODY {
                    return Ok(Found::Refuted);
                }
                self.next = open.first;
                self.patience *= GROWTH;
                self.most_layers += MORE_LAYERS;
            }
            if self.spent() >= until {
                return Ok(Found::Paused);
            }
            if let Some(ways) = self.go_on(planner, meter)? {
                return Ok(Found::Solved(ways));
            }
        }
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
            self.go_back();
            return Ok(None);
        }
        if self.model.sat.contradicted_at().is_some() {
            return Ok(None);
        }
        if self.path.len() >= self.most_layers {
            self.next = self.keep(node);
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
        if forks && !self.tree.nodes[node as usize].begins {
            let ended = self.solve(self.patience, meter)?;
            if ended == Ended::Refuted {
                return Ok(None);
            }
            self.tree.nodes[node as usize].begins = ended == Ended::Satisfied;
        }
        if ends {
            let (ended, ways) = self.try_end(self.patience, meter)?;
            match ended {
                Ended::Satisfied => return Ok(ways),
                Ended::Refuted => self.tree.nodes[node as usize].ends = false,
                Ended::Open => {
                    if let Some(stop) = self.path.last_mut() {
                        stop.open.endings.add(0);
                    }
                }
            }
        }
        self.next = first_child;
        Ok(None)
    }

    /// Goes back from the last node of the path. What has turned out to be open there stays in the tree.
    fn go_back(&mut self) {
        let is_refuted = self.model.sat.contradicted_at().is_some();
        let Some(Stop { node, open, .. }) = self.path.pop() else {
            return;
        };
        self.model.sat.pop();
        self.model.sat.pop();
        self.model.sheets.pop();
        self.solving.pop();
        let own = &mut self.tree.nodes[node as usize];
        if is_refuted || open.endings.0.is_empty() {
            self.next = own.sibling;
            return;
        }
        own.first_child = open.first;
        own.begins &= own.endings == open.endings;
        own.endings = open.endings;
        self.next = self.keep(node);
    }

    /// Leaves a node open, behind the last one of the path; what came after it in the tree.
    fn keep(&mut self, node: u32) -> u32 {
        let before = match self.path.last_mut() {
            Some(stop) => &mut stop.open,
            None => &mut self.open,
        };
        let nodes = &mut self.tree.nodes;
        let own = &mut nodes[node as usize];
        for &ending in &own.endings.0 {
            before.endings.add(ending | own.solves);
        }
        let sibling = std::mem::replace(&mut own.sibling, NOBODY);
        match before.last {
            NOBODY => before.first = node,
            last => nodes[last as usize].sibling = node,
        }
        before.last = node;
        sibling
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
        self.path.push(Stop {
            node,
            layer,
            after,
            open: Behind::default(),
        });
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
        if endings.0.iter().any(|ending| all & !ending == 0) {
            return;
        }
        let ends: Vec<(Targets, Lit)> = endings
            .0
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
