//! Outlines: what many plans have in common, and all of them in one tree.
//!
//! A [plan](super::plan) says on which droplet a colour was mixed, and which gates a stroke passed
//! though they did not change it. On open paper that alone makes thousands of plans out of one. An
//! *outline* leaves both open: a mix is with paint or on any droplet that is in reach, and negation
//! gates that do not change a colour are cells like others, gone once somebody was there. What was
//! decided by listing is then a question of clauses. Every plan belongs to one outline, so where no
//! outline of a number of strokes has a way, more are needed.
//!
//! The outlines of a number of strokes form a [`Tree`] by their beginnings. Every node knows what may
//! come behind it: the sets of targets that the layers of one ending may solve, the largest of them.
//! Whatever is in none of these sets has to be solved by the beginning, and so a beginning is refuted
//! long before its ends are looked at.

use gridwright_core::budget::{Limit, Meter};

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::board::{Board, Spot, WHITE};
use super::palette::NONE;
use super::plan::{Entry, Planner, Span, Step, World, ways_through};
use super::set::Set;

/// Targets as bits, in the order of their spots.
pub(super) type Targets = u32;

/// More targets than this are not told apart, so there are no outlines.
const MOST_TARGETS: usize = 32;

/// So many sets of targets are remembered for a node at most; beyond that, anything may come.
const MOST_ENDINGS: usize = 24;

/// About the bytes of a node.
const BYTES_OF_A_NODE: u64 = 128;

/// About the words touched for a step that is tried.
const WORK_OF_A_STEP: u64 = 200;

/// A step of an outline with the cells it may concern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer<const N: usize> {
    pub(super) step: Step,
    /// Where it may be entered.
    pub(super) entries: Set<N>,
    /// Droplets on which it may have been mixed, and where it may go first from there.
    pub(super) sources: Set<N>,
    pub(super) firsts: Set<N>,
    /// What it may paint.
    pub(super) region: Set<N>,
    /// What the stroke may enter next.
    next: Set<N>,
    /// Targets it may solve.
    pub(super) targets: Set<N>,
}

impl<const N: usize> Layer<N> {
    fn span(&self) -> Span<'_, N> {
        Span {
            step: &self.step,
            entries: &self.entries,
            region: &self.region,
        }
    }
}

/// No node.
pub(super) const NOBODY: u32 = u32::MAX;

/// A beginning of outlines.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The last step; the root has none.
    pub(super) step: Option<Step>,
    pub(super) first_child: u32,
    pub(super) sibling: u32,
    /// Whether an outline ends here.
    pub(super) ends: bool,
    /// What the layer may solve.
    pub(super) solves: Targets,
    /// What the layers after this one may solve.
    pub(super) endings: Endings,
    /// Whether it is known to begin well: its clauses were satisfied.
    pub(super) begins: bool,
}

/// What some layers may solve, ending by ending: the largest sets of targets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Endings(pub(super) Vec<Targets>);

/// All outlines of a number of strokes.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The spots of the targets.
    pub(super) targets: Vec<Spot>,
}

impl Tree {
    /// The tree of a number of strokes; `None` if it takes more than so many steps to grow, or is too
    /// large otherwise.
    pub(super) fn grow<const N: usize>(
        board: &Board,
        planner: &mut Planner<N>,
        strokes: u16,
        steps: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Tree>, Limit> {
        let spots = 0..board.spots() as Spot;
        let targets: Vec<Spot> = spots.filter(|&spot| board.wanted(spot).is_some()).collect();
        if targets.len() > MOST_TARGETS {
            return Ok(None);
        }
        let root = Node {
            step: None,
            first_child: NOBODY,
            sibling: NOBODY,
            ends: false,
            solves: 0,
            endings: Endings::default(),
            begins: false,
        };
        let world = planner.start.clone();
        let mut growth = Growth {
            board,
            planner,
            strokes,
            steps,
            layers: Vec::new(),
            tree: Tree {
                nodes: vec![root],
                targets,
            },
            complete: true,
        };
        let mut branches = Branches::default();
        growth.start_strokes(&world, 0, &mut branches, meter)?;
        let Growth {
            mut tree, complete, ..
        } = growth;
        tree.nodes[0].first_child = branches.first;
        if !complete {
            return Ok(None);
        }
        meter.charge(tree.charged())?;
        Ok(Some(tree))
    }

    /// How many layers the shortest outline has.
    pub(super) fn fewest_layers(&self) -> usize {
        let mut fewest = usize::MAX;
        let mut open = vec![(0, 0)];
        while let Some((node, layers)) = open.pop() {
            let Node {
                ends, first_child, ..
            } = self.nodes[node as usize];
            if ends {
                fewest = fewest.min(layers);
            }
            let mut child = first_child;
            while child != NOBODY && layers + 1 < fewest {
                open.push((child, layers + 1));
                child = self.nodes[child as usize].sibling;
            }
        }
        fewest.min(self.nodes.len())
    }

    /// The memory that was asked for.
    pub(super) fn charged(&self) -> u64 {
        self.nodes.len() as u64 * BYTES_OF_A_NODE
    }
}

/// A tree that grows.
struct Growth<'a, const N: usize> {
    board: &'a Board,
    planner: &'a mut Planner<N>,
    strokes: u16,
    /// So many steps may still be tried.
    steps: usize,
    layers: Vec<Layer<N>>,
    tree: Tree,
    complete: bool,
}

/// What comes behind a node.
struct Branches {
    first: u32,
    last: u32,
    endings: Endings,
}

impl Default for Branches {
    fn default() -> Self {
        Branches {
            first: NOBODY,
            last: NOBODY,
            endings: Endings::default(),
        }
    }
}

impl Endings {
    /// Takes note of an ending, unless another may solve as much.
    pub(super) fn add(&mut self, ending: Targets) {
        if self.0.iter().any(|&known| ending & !known == 0) {
            return;
        }
        self.0.retain(|&known| known & !ending != 0);
        self.0.push(ending);
        if self.0.len() > MOST_ENDINGS {
            self.0 = vec![Targets::MAX];
        }
    }
}

impl<const N: usize> Growth<'_, N> {
    fn start_strokes(
        &mut self,
        world: &World<N>,
        begun: u16,
        branches: &mut Branches,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        for color in 0..7 {
            let entry = Entry::Start;
            self.try_step(world, Step { entry, color }, begun, branches, meter)?;
        }
        Ok(())
    }

    /// Goes on with a step, if it can be taken and leads to an end.
    fn try_step(
        &mut self,
        world: &World<N>,
        step: Step,
        begun: u16,
        branches: &mut Branches,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        self.complete &= self.steps > 0;
        if !self.complete {
            return Ok(());
        }
        self.steps -= 1;
        meter.work(WORK_OF_A_STEP)?;
        let before = (!step.starts()).then(|| self.layers.last()).flatten();
        let Some(layer) = self.planner.outlined(self.board, world, before, step) else {
            return Ok(());
        };
        let begun = begun + u16::from(step.starts());
        let mut after = world.clone();
        self.planner.paint_outlined(&mut after, &layer);
        let active = if step.entry == Entry::Cut {
            NONE
        } else {
            step.color
        };
        let left = self.planner.strokes_left(&after, active);
        if u16::from(left) > self.strokes - begun {
            return Ok(());
        }
        let node = self.tree.nodes.len() as u32;
        let solves = self.bits(&layer.targets);
        self.tree.nodes.push(Node {
            step: Some(step),
            first_child: NOBODY,
            sibling: NOBODY,
            ends: false,
            solves,
            endings: Endings::default(),
            begins: false,
        });
        self.layers.push(layer);
        let mut behind = Branches::default();
        let ends = self.go_on(&after, begun, &mut behind, meter)?;
        self.layers.pop();
        if behind.endings.0.is_empty() {
            self.tree.nodes.truncate(node as usize);
            return Ok(());
        }
        for &ending in &behind.endings.0 {
            branches.endings.add(ending | solves);
        }
        let own = &mut self.tree.nodes[node as usize];
        own.first_child = behind.first;
        own.ends = ends;
        own.endings = behind.endings;
        match branches.last {
            NOBODY => branches.first = node,
            last => self.tree.nodes[last as usize].sibling = node,
        }
        branches.last = node;
        Ok(())
    }

    fn bits(&self, targets: &Set<N>) -> Targets {
        let numbers = self.tree.targets.iter().enumerate();
        numbers
            .filter(|&(_, &spot)| targets.contains(spot))
            .fold(0, |bits, (number, _)| bits | 1 << number)
    }

    /// Everything that may follow the last layer; whether an outline ends with it.
    fn go_on(
        &mut self,
        world: &World<N>,
        begun: u16,
        behind: &mut Branches,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        let layer = self.layers[self.layers.len() - 1];
        let color = layer.step.color;
        let mut ends = false;
        let stuck_inside = match layer.step.entry {
            Entry::Switch(_, _, to) => !layer.region.contains(to),
            _ => false,
        };
        if !stuck_inside {
            if begun == self.strokes {
                ends = world.left.is_empty() && !layer.targets.is_empty() && self.is_busy();
                if ends {
                    behind.endings.add(0);
                }
            } else {
                self.start_strokes(world, begun, behind, meter)?;
            }
        }
        if layer.step.entry == Entry::Cut {
            return Ok(ends);
        }
        if color == WHITE {
            let entry = Entry::Cut;
            self.try_step(world, Step { entry, color }, begun, behind, meter)?;
        }
        for with in [1, 2, 4] {
            match self.board.mixed(color, with + 1) {
                Some((mixed, false)) if mixed != color => {
                    let entry = Entry::Mix(with);
                    let step = Step {
                        entry,
                        color: mixed,
                    };
                    self.try_step(world, step, begun, behind, meter)?;
                }
                _ => {}
            }
        }
        for at in layer.next.and(&world.gates).iter() {
            match self.board.fixture[at as usize] {
                Some(Fixture::Negation(gate)) => {
                    let left = Color::from_bits(color).without(gate).bits();
                    if left != color {
                        let entry = Entry::Negation(at);
                        self.try_step(world, Step { entry, color: left }, begun, behind, meter)?;
                    }
                }
                Some(Fixture::Switch(sides)) => {
                    for step in ways_through(self.board, at, sides, color) {
                        self.try_step(world, step, begun, behind, meter)?;
                    }
                }
                Some(Fixture::Droplet(_) | Fixture::Target(_)) | None => {}
            }
        }
        Ok(ends)
    }

    /// Whether every layer that ends a stroke is of use, as in [plans](super::plan); here a layer may
    /// be of use because it takes a gate out of somebody's way.
    fn is_busy(&self) -> bool {
        let layers = &self.layers;
        (0..layers.len() - 1).all(|i| {
            let layer = &layers[i];
            let ends = layers[i + 1].step.starts();
            let behind_switch = !layer.step.starts()
                && i > 0
                && matches!(layers[i - 1].step.entry, Entry::Switch(..));
            let at_gate = matches!(layer.step.entry, Entry::Negation(_) | Entry::Switch(..));
            !ends
                || at_gate
                || behind_switch
                || !layer.targets.is_empty()
                || layers[i + 1..].iter().any(|later| {
                    let (span, after) = (layer.span(), later.span());
                    let earlier = layers[..i].iter().map(Layer::span);
                    self.planner.serves(span, after)
                        || self.planner.opens(span, earlier, after)
                        || self.clears(layer, later)
                })
        })
    }

    /// Whether a layer may have passed a gate where a later one goes.
    fn clears(&self, layer: &Layer<N>, later: &Layer<N>) -> bool {
        let gates = self.planner.start.gates;
        gates.and(&layer.region).meets(&later.region)
    }
}

impl<const N: usize> Planner<N> {
    /// What a colour may go over where some things may lie, and gates that do not change it.
    fn passable_outlined(&self, board: &Board, world: &World<N>, color: u8) -> Set<N> {
        let mut passable = Set::EMPTY;
        for &content in &self.passes[usize::from(color)] {
            passable.add(&world.lies[usize::from(content)]);
        }
        let gates = world.gates.iter();
        gates
            .filter(|&spot| board.lets_pass(spot, color))
            .fold(passable, Set::with)
    }

    /// The layer of a step of an outline; `None` if it cannot be entered.
    pub(super) fn outlined(
        &self,
        board: &Board,
        world: &World<N>,
        before: Option<&Layer<N>>,
        step: Step,
    ) -> Option<Layer<N>> {
        let next = before.map_or(Set::EMPTY, |before| before.next);
        let passable = self.passable_outlined(board, world, step.color);
        let lies = |color: u8| world.lies[usize::from(color) + 1];
        let wanted = self.wanted[usize::from(step.color)];
        let made = |entries: Set<N>, region: Set<N>, next: Set<N>| Layer {
            step,
            entries,
            sources: Set::EMPTY,
            firsts: Set::EMPTY,
            region,
            next,
            targets: wanted.and(&region),
        };
        let grown = |entries: Set<N>| {
            let region = self.flood(&entries, &passable);
            (!entries.is_empty()).then(|| made(entries, region, self.around(&region)))
        };
        match step.entry {
            Entry::Start if self.starts_on_paint => grown(lies(step.color)),
            Entry::Start => grown(lies(step.color).and(&self.droplets)),
            Entry::Mix(with) if self.absorbs => grown(next.and(&lies(with))),
            Entry::Mix(with) => {
                let beside = next.and(&lies(with));
                let sources = beside.and(&self.droplets);
                let entries = beside.without(&self.droplets);
                if beside.is_empty() {
                    return None;
                }
                let firsts = self.around(&sources).and(&passable);
                let mut from = entries;
                from.add(&firsts);
                let region = self.flood(&from, &passable);
                let mut after = self.around(&region);
                after.add(&self.around(&sources));
                let mut layer = made(entries, region, after);
                layer.sources = sources;
                layer.firsts = firsts;
                Some(layer)
            }
            Entry::Droplet(_) => None,
            Entry::Negation(at) => {
                let here = Set::EMPTY.with(at);
                grown(next.and(&world.gates).and(&here))
            }
            Entry::Switch(at, from, to) => {
                let before = before?;
                let reached = before.region.contains(from) || before.sources.contains(from);
                if !reached || !next.contains(at) || !world.gates.contains(at) {
                    return None;
                }
                let here = Set::EMPTY.with(at);
                if !passable.contains(to) {
                    return Some(made(here, here, Set::EMPTY.with(to)));
                }
                let mut passable = passable;
                passable.insert(at);
                let mut region = self.flood(&Set::EMPTY.with(to), &passable);
                region.insert(at);
                Some(made(here, region, self.around(&region)))
            }
            Entry::Cut => {
                let mut colored = Set::EMPTY;
                for color in 1..7 {
                    colored.add(&lies(color));
                }
                let entries = next.and(&colored);
                if entries.is_empty() {
                    return None;
                }
                let mut blocked = world.gates;
                for lies in &world.lies {
                    blocked = blocked.without(lies);
                }
                let mut region = entries;
                for _ in 0..self.tail {
                    let tail = self.around(&region).without(&blocked);
                    region.add(&tail);
                }
                let mut layer = made(entries, region, Set::EMPTY);
                layer.targets = wanted.and(&entries);
                Some(layer)
            }
        }
    }

    /// What may lie where after a layer of an outline.
    pub(super) fn paint_outlined(&self, world: &mut World<N>, layer: &Layer<N>) {
        if let Entry::Negation(at) | Entry::Switch(at, ..) = layer.step.entry {
            world.gates = world.gates.without(&Set::EMPTY.with(at));
        }
        let laid = self.laid(layer.step.color);
        world.lies[usize::from(laid)].add(&layer.region.without(&self.droplets));
        world.left = world.left.without(&layer.targets);
    }
}
