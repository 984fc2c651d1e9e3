//! Plans: what strokes do, without their ways.
//!
//! A stroke is cut where its colour changes or a gate is passed. The pieces are *layers* of one
//! colour, and within a layer the order of walking does not matter: all it does is to paint a
//! connected set of cells. A [`Plan`] lists how each layer is entered and which colour it has. For
//! every layer the [region](Layer::region) holds all cells it could paint if paint only ever added
//! to what may lie on a cell, so every solution belongs to exactly one plan, with its sets inside
//! the regions.
//!
//! [`Planner::plans`] lists the plans of a number of strokes, but for those that no best solution
//! has: a layer that ends its stroke and is of no use to anybody.

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::Dir;

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::board::{Board, Content, GATE, Spot, WALL, WHITE};
use super::palette::{NONE, Palette, State};
use super::set::Set;

/// How a layer is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Entry {
    /// A stroke begins.
    Start,
    /// By mixing with paint of a colour.
    Mix(u8),
    /// By mixing on a droplet that cannot be entered again in the new colour.
    Droplet(Spot),
    /// Through a negation gate.
    Negation(Spot),
    /// Through a switch gate: where it stands, from which cell it is entered, to which it is left.
    Switch(Spot, Spot, Spot),
    /// By cutting. The set is the path of the cut and its tail.
    Cut,
}

/// How a layer is entered, and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Step {
    pub(super) entry: Entry,
    pub(super) color: u8,
}

impl Step {
    pub(super) fn starts(&self) -> bool {
        self.entry == Entry::Start
    }
}

/// What some strokes do.
pub(super) type Plan = Box<[Step]>;

/// A step of a plan with the cells it may concern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer<const N: usize> {
    pub(super) step: Step,
    /// Where it may be entered; after a droplet, where it may go first.
    pub(super) entries: Set<N>,
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

/// What others may owe to a layer, of a plan or of an outline.
#[derive(Clone, Copy)]
pub(super) struct Span<'a, const N: usize> {
    pub(super) step: &'a Step,
    pub(super) entries: &'a Set<N>,
    pub(super) region: &'a Set<N>,
}

/// What may lie where after some layers.
#[derive(Clone, Debug)]
pub(super) struct World<const N: usize> {
    pub(super) lies: [Set<N>; 8],
    /// Gates that stand.
    pub(super) gates: Set<N>,
    /// Targets that no layer so far may solve.
    pub(super) left: Set<N>,
}

/// Everything about a board that plans need.
pub(super) struct Planner<const N: usize> {
    pub(super) beside: Vec<Set<N>>,
    pub(super) droplets: Set<N>,
    /// Targets by the colour they want.
    pub(super) wanted: [Set<N>; 7],
    /// `passes[c]`: the contents that an active colour goes over unchanged.
    pub(super) passes: [Vec<Content>; 7],
    /// Whether a secondary can come back to the droplet it was mixed on.
    pub(super) absorbs: bool,
    pub(super) starts_on_paint: bool,
    pub(super) tail: u8,
    pub(super) start: World<N>,
    palette: Palette,
}

/// For every plan that may be listed, so many steps may be tried.
const STEPS: usize = 16;

/// Whether plans may begin with some layers.
pub(super) type MayBegin<'a, const N: usize> =
    dyn FnMut(&[Layer<N>], &mut Meter<'_>) -> Result<bool, Limit> + 'a;

/// The plans of a number of strokes.
pub(super) struct Plans {
    pub(super) list: Vec<Plan>,
    /// Whether there are no others.
    pub(super) complete: bool,
}

impl<const N: usize> Planner<N> {
    pub(super) fn new(board: &Board) -> Self {
        let spots = || 0..board.spots() as Spot;
        let set = |is: &dyn Fn(Spot) -> bool| {
            spots().filter(|&spot| is(spot)).fold(Set::EMPTY, Set::with)
        };
        let content = |spot| board.content(board.start(), spot);
        let wanted = std::array::from_fn(|color| {
            set(&|spot| match board.fixture[spot as usize] {
                Some(Fixture::Target(wanted)) => usize::from(wanted.bits()) == color,
                Some(Fixture::Droplet(_) | Fixture::Negation(_) | Fixture::Switch(_)) | None => {
                    false
                }
            })
        });
        let passes = std::array::from_fn(|active| {
            (0..GATE)
                .filter(|&on| board.mixed(active as u8, on) == Some((active as u8, false)))
                .collect()
        });
        Planner {
            beside: spots()
                .map(|spot| {
                    let beside = board.beside[spot as usize].into_iter();
                    beside
                        .filter(|&spot| spot != WALL)
                        .fold(Set::EMPTY, Set::with)
                })
                .collect(),
            droplets: set(&|spot| board.is_droplet(spot)),
            wanted,
            passes,
            absorbs: board.mixed(3, 2) == Some((3, false)),
            starts_on_paint: board.starts_on_paint,
            tail: board.tail,
            start: World {
                lies: std::array::from_fn(|k| set(&|spot| usize::from(content(spot)) == k)),
                gates: set(&|spot| content(spot) == GATE),
                left: wanted.iter().fold(Set::EMPTY, |mut all, some| {
                    all.add(some);
                    all
                }),
            },
            palette: Palette::new(board),
        }
    }

    /// The fewest strokes that the colours alone ask for; `None` if they cannot be had.
    pub(super) fn fewest(&mut self) -> Option<u16> {
        let world = self.start.clone();
        let strokes = self.strokes_left(&world, NONE);
        (strokes != super::palette::NEVER).then_some(strokes.into())
    }

    /// The plans of exactly so many strokes, `most` at most. Beginnings that `may_begin` refuses
    /// are not gone on with.
    pub(super) fn plans(
        &mut self,
        board: &Board,
        strokes: u16,
        most: usize,
        may_begin: &mut MayBegin<'_, N>,
        meter: &mut Meter<'_>,
    ) -> Result<Plans, Limit> {
        let mut listing = Listing {
            strokes,
            most,
            steps: most * STEPS,
            may_begin,
            layers: Vec::new(),
            plans: Vec::new(),
            complete: true,
        };
        let world = self.start.clone();
        self.start_strokes(board, &world, 0, &mut listing, meter)?;
        Ok(Plans {
            list: listing.plans,
            complete: listing.complete,
        })
    }

    /// The layers of a plan.
    pub(super) fn layers(&self, plan: &[Step]) -> Vec<Layer<N>> {
        let mut world = self.start.clone();
        let mut layers: Vec<Layer<N>> = Vec::with_capacity(plan.len());
        for &step in plan {
            let before = if step.starts() { None } else { layers.last() };
            let layer = self.layer(&world, before, step).expect("a plan was listed");
            self.paint(&mut world, &layer);
            layers.push(layer);
        }
        layers
    }

    pub(super) fn strokes_left(&mut self, world: &World<N>, active: u8) -> u8 {
        let mut state = State {
            gates: 0,
            present: 0,
            wanted: 0,
            active,
        };
        for color in 0..7 {
            if !world.lies[color + 1].is_empty() {
                state.present |= 1 << color;
            }
            if self.wanted[color].meets(&world.left) {
                state.wanted |= 1 << color;
            }
        }
        for (number, &(spot, _)) in self.palette.gates().iter().enumerate().take(16) {
            if world.gates.contains(spot) {
                state.gates |= 1 << number;
            }
        }
        self.palette.strokes(state)
    }

    /// Everything beside a set.
    pub(super) fn around(&self, set: &Set<N>) -> Set<N> {
        let mut around = Set::EMPTY;
        for spot in set.iter() {
            around.add(&self.beside[spot as usize]);
        }
        around
    }

    fn passable(&self, world: &World<N>, color: u8) -> Set<N> {
        let mut passable = Set::EMPTY;
        for &content in &self.passes[usize::from(color)] {
            passable.add(&world.lies[usize::from(content)]);
        }
        passable.without(&world.gates)
    }

    /// What a walk from some cells may come to, themselves included.
    pub(super) fn flood(&self, from: &Set<N>, passable: &Set<N>) -> Set<N> {
        let mut seen = *from;
        let mut new = *from;
        while !new.is_empty() {
            new = self.around(&new).and(passable).without(&seen);
            seen.add(&new);
        }
        seen
    }

    /// The layer of a step; `None` if it cannot be entered.
    fn layer(&self, world: &World<N>, before: Option<&Layer<N>>, step: Step) -> Option<Layer<N>> {
        let next = before.map_or(Set::EMPTY, |before| before.next);
        let passable = self.passable(world, step.color);
        let lies = |color: u8| world.lies[usize::from(color) + 1];
        let wanted = self.wanted[usize::from(step.color)];
        let made = |entries: Set<N>, region: Set<N>, next: Set<N>| {
            Some(Layer {
                step,
                entries,
                region,
                next,
                targets: wanted.and(&region),
            })
        };
        let grown = |entries: Set<N>| {
            if entries.is_empty() {
                return None;
            }
            let region = self.flood(&entries, &passable);
            made(entries, region, self.around(&region))
        };
        match step.entry {
            Entry::Start if self.starts_on_paint => grown(lies(step.color)),
            Entry::Start => grown(lies(step.color).and(&self.droplets)),
            Entry::Mix(with) if self.absorbs => grown(next.and(&lies(with))),
            Entry::Mix(with) => grown(next.and(&lies(with)).without(&self.droplets)),
            Entry::Droplet(at) => {
                if !next.contains(at) {
                    return None;
                }
                let entries = self.beside[at as usize].and(&passable);
                let region = self.flood(&entries, &passable);
                let mut after = self.around(&region);
                after.add(&self.beside[at as usize]);
                made(entries, region, after)
            }
            Entry::Negation(at) => {
                let here = Set::EMPTY.with(at);
                grown(next.and(&world.gates).and(&here))
            }
            Entry::Switch(at, from, to) => {
                let before = before?;
                let reached =
                    before.region.contains(from) || before.step.entry == Entry::Droplet(from);
                if !reached || !next.contains(at) || !world.gates.contains(at) {
                    return None;
                }
                let here = Set::EMPTY.with(at);
                if !passable.contains(to) {
                    return made(here, here, Set::EMPTY.with(to));
                }
                let mut passable = passable;
                passable.insert(at);
                let mut region = self.flood(&Set::EMPTY.with(to), &passable);
                region.insert(at);
                made(here, region, self.around(&region))
            }
            Entry::Cut => {
                let mut colored = Set::EMPTY;
                for color in 1..7 {
                    colored.add(&lies(color));
                }
                let entries = next.and(&colored).without(&world.gates);
                if entries.is_empty() {
                    return None;
                }
                let mut region = entries;
                for _ in 0..self.tail {
                    let tail = self.around(&region).without(&world.gates);
                    region.add(&tail);
                }
                let mut layer = made(entries, region, Set::EMPTY)?;
                layer.targets = wanted.and(&entries);
                Some(layer)
            }
        }
    }

    /// What may lie where after a layer.
    fn paint(&self, world: &mut World<N>, layer: &Layer<N>) {
        if let Entry::Negation(at) | Entry::Switch(at, ..) = layer.step.entry {
            world.gates = world.gates.without(&Set::EMPTY.with(at));
        }
        let laid = self.laid(layer.step.color);
        world.lies[usize::from(laid)].add(&layer.region.without(&self.droplets));
        world.left = world.left.without(&layer.targets);
    }

    fn start_strokes(
        &mut self,
        board: &Board,
        world: &World<N>,
        begun: u16,
        listing: &mut Listing<'_, N>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        for color in 0..7 {
            let entry = Entry::Start;
            self.try_step(board, world, Step { entry, color }, begun, listing, meter)?;
        }
        Ok(())
    }

    /// Goes on with a step, if it can be taken and may still lead to a plan.
    fn try_step(
        &mut self,
        board: &Board,
        world: &World<N>,
        step: Step,
        begun: u16,
        listing: &mut Listing<'_, N>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        if listing.steps == 0 {
            listing.complete = false;
        }
        if !listing.complete {
            return Ok(());
        }
        listing.steps -= 1;
        let before = (!step.starts()).then(|| listing.layers.last()).flatten();
        let Some(layer) = self.layer(world, before, step) else {
            return Ok(());
        };
        meter.node()?;
        let begun = begun + u16::from(step.starts());
        let mut after = world.clone();
        self.paint(&mut after, &layer);
        let active = if step.entry == Entry::Cut {
            NONE
        } else {
            step.color
        };
        let left = self.strokes_left(&after, active);
        if u16::from(left) > listing.strokes - begun {
            return Ok(());
        }
        listing.layers.push(layer);
        if (listing.may_begin)(&listing.layers, meter)? {
            self.go_on(board, &after, begun, listing, meter)?;
        }
        listing.layers.pop();
        Ok(())
    }

    fn go_on(
        &mut self,
        board: &Board,
        world: &World<N>,
        begun: u16,
        listing: &mut Listing<'_, N>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let layer = listing.layers[listing.layers.len() - 1];
        let color = layer.step.color;
        let stuck_inside = match layer.step.entry {
            Entry::Switch(_, _, to) => !layer.region.contains(to),
            _ => false,
        };
        if !stuck_inside {
            if begun == listing.strokes {
                if world.left.is_empty() && !layer.targets.is_empty() && self.is_busy(listing) {
                    listing.keep();
                }
            } else {
                self.start_strokes(board, world, begun, listing, meter)?;
            }
        }
        if layer.step.entry == Entry::Cut {
            return Ok(());
        }
        if color == WHITE {
            let step = Step {
                entry: Entry::Cut,
                color,
            };
            self.try_step(board, world, step, begun, listing, meter)?;
        }
        for with in [1, 2, 4] {
            let Some((mixed, false)) = board.mixed(color, with + 1) else {
                continue;
            };
            if mixed == color {
                continue;
            }
            let step = |entry| Step {
                entry,
                color: mixed,
            };
            self.try_step(board, world, step(Entry::Mix(with)), begun, listing, meter)?;
            if self.absorbs {
                continue;
            }
            let droplets = self.droplets.and(&world.lies[usize::from(with) + 1]);
            for at in droplets.and(&layer.next).iter() {
                self.try_step(
                    board,
                    world,
                    step(Entry::Droplet(at)),
                    begun,
                    listing,
                    meter,
                )?;
            }
        }
        for at in layer.next.and(&world.gates).iter() {
            match board.fixture[at as usize] {
                Some(Fixture::Negation(gate)) => {
                    let step = Step {
                        entry: Entry::Negation(at),
                        color: Color::from_bits(color).without(gate).bits(),
                    };
                    self.try_step(board, world, step, begun, listing, meter)?;
                }
                Some(Fixture::Switch(sides)) => {
                    for step in ways_through(board, at, sides, color) {
                        self.try_step(board, world, step, begun, listing, meter)?;
                    }
                }
                Some(Fixture::Droplet(_) | Fixture::Target(_)) | None => {}
            }
        }
        Ok(())
    }

    /// Whether every layer that ends a stroke is of use: it may solve a target, or somebody later
    /// may start on its paint or mix with it, or pass where it has opened a way. What leads through
    /// gates is left out of account, because a gate that is gone may be use enough, and a stroke may
    /// not end in one.
    fn is_busy(&self, listing: &Listing<'_, N>) -> bool {
        let layers = &listing.layers;
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
                || layers[i + 1..].iter().map(Layer::span).any(|later| {
                    let earlier = layers[..i].iter().map(Layer::span);
                    self.serves(layer.span(), later) || self.opens(layer.span(), earlier, later)
                })
        })
    }

    /// Whether a layer may start on the paint of an earlier one, or mix with it.
    pub(super) fn serves(&self, layer: Span<'_, N>, later: Span<'_, N>) -> bool {
        let color = layer.step.color;
        let enters = match later.step.entry {
            Entry::Mix(with) => with == color,
            Entry::Start => later.step.color == color && self.starts_on_paint,
            _ => false,
        };
        enters && later.entries.meets(layer.region)
    }

    /// Whether a layer may have opened a way for a later one, given those before it. Painting over what
    /// it passes itself opens nothing that was not open to its colour; mixing and cutting do.
    pub(super) fn opens<'a>(
        &self,
        layer: Span<'_, N>,
        mut earlier: impl Iterator<Item = Span<'a, N>>,
        later: Span<'_, N>,
    ) -> bool {
        let opened = match layer.step.entry {
            Entry::Mix(_) => layer.entries,
            Entry::Cut => layer.region,
            _ => return false,
        };
        let passes = &self.passes[usize::from(later.step.color)];
        if !passes.contains(&self.laid(layer.step.color)) {
            return false;
        }
        let passed = opened.and(later.region);
        let was_closed = (0..GATE).any(|content| {
            let there = &self.start.lies[usize::from(content)];
            !passes.contains(&content) && there.meets(&passed)
        });
        was_closed
            || earlier.any(|earlier| {
                !passes.contains(&self.laid(earlier.step.color)) && earlier.region.meets(&passed)
            })
    }

    /// What a colour leaves on paper.
    pub(super) fn laid(&self, color: u8) -> Content {
        if color == WHITE && !self.starts_on_paint {
            0
        } else {
            color + 1
        }
    }
}

/// The steps that lead a colour through a switch gate.
pub(super) fn ways_through(
    board: &Board,
    at: Spot,
    sides: [Option<Color>; 4],
    color: u8,
) -> Vec<Step> {
    let mut ways = Vec::new();
    for entrance in Dir::ALL {
        let from = board.beside[at as usize][entrance as usize];
        if from == WALL || sides[entrance as usize].map(Color::bits) != Some(color) {
            continue;
        }
        for exit in Dir::ALL {
            let to = board.beside[at as usize][exit as usize];
            let Some(left) = sides[exit as usize] else {
                continue;
            };
            if exit != entrance && to != WALL {
                let entry = Entry::Switch(at, from, to);
                let color = left.bits();
                ways.push(Step { entry, color });
            }
        }
    }
    ways
}

/// A listing under way.
struct Listing<'a, const N: usize> {
    strokes: u16,
    most: usize,
    may_begin: &'a mut MayBegin<'a, N>,
    /// So many steps may still be tried: few plans may hide among very many beginnings.
    steps: usize,
    layers: Vec<Layer<N>>,
    plans: Vec<Plan>,
    complete: bool,
}

impl<const N: usize> Listing<'_, N> {
    fn keep(&mut self) {
        if self.plans.len() == self.most {
            self.complete = false;
            return;
        }
        let steps = self.layers.iter().map(|layer| layer.step);
        self.plans.push(steps.collect());
    }
}
