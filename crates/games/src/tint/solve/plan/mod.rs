//! The colour plan: how many strokes are needed at least.
//!
//! A relaxation that keeps what makes strokes: one brush with one colour at a time, gates that
//! work once, cuts that end a stroke. It forgets what makes paths: the canvas shrinks to a graph
//! of *places* (connected bare paper, painted lines, droplets, gates), paint that strokes lay
//! never gets in the way, and once a colour has been laid, it may lie wherever that colour could
//! have come. Every real sequence of strokes is a plan here, so the fewest strokes of a plan
//! bound the real number from below, and a level without a plan has no solution.
//!
//! Some cells are too important to be forgotten: the *narrows*, through which every way between
//! two parts of the canvas leads. Who comes out of a dead end has to step on what was painted on
//! the way in, and that is what makes the next stroke necessary. So narrows are places of their
//! own and a plan knows what lies on them. Bare narrows are only ever passed through: that a
//! stroke might have stepped on one and turned back is covered by the hopeful view that any colour
//! around may lie there.
//!
//! Elsewhere more is always better: a target solved, a line opened, a colour laid never does
//! harm. So everything a brush can do without changing its colour is done at once, and choices
//! remain only where the colour changes, a gate is used up, or the stroke ends. That leaves a
//! search that deepens stroke by stroke and remembers what it refuted; since real states far
//! outnumber plan states, nearly all questions are answered by looking them up.

mod moves;
mod places;

use rustc_hash::FxHashMap;

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::board::{
    Board, Content, FLOWING, GATE, INSIDE, REST, Spot, TAIL, Tip, WALL, WHITE, ink,
};
use super::narrows::narrows;
use moves::{is_secondary, left_after, used_up};
use places::{Kind, Place, content_at};

/// White paint.
const WHITENED: Content = WHITE + 1;

/// No number of strokes is enough.
pub(super) const NEVER: u8 = u8::MAX;

/// The most narrows, gates, lines and target classes that a plan keeps track of. Beyond them it
/// takes the hopeful view: gates never wear out, lines stand open, targets are solved.
const MOST_TRACKED: usize = 16;

/// How many plan states one question may look at before it settles for what is proved, while the
/// plan is rested and when it has looked at [`STAMINA`] states.
const PATIENCE: u32 = 3_000;
const LITTLE_PATIENCE: u32 = 100;
const STAMINA: u32 = 300_000;

/// What a plan state has besides its brush. More bits (and fewer targets) are never worse, but
/// for gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct World {
    /// Gates that stand.
    gates: u16,
    /// Target classes that are left.
    left: u16,
    /// Lines that were cut.
    cut: u16,
    /// Lines that were crossed by another primary, so that the secondary lies on them.
    crossed: u16,
    /// Colours that were laid, but for narrows.
    laid: u8,
    /// What lies on the narrows, four bits each.
    narrows: u64,
}

impl World {
    fn on_narrow(&self, narrow: u8) -> Content {
        (self.narrows >> (narrow * 4)) as u8 & 15
    }

    /// Whether a colour may have been put on a bare narrow by somebody who turned back.
    fn is_around(&self, color: u8) -> bool {
        let on_narrow = |narrow| self.on_narrow(narrow) == color + 1;
        self.laid & 1 << color != 0 || (0..MOST_TRACKED as u8).any(on_narrow)
    }

    fn with_narrow(mut self, narrow: u8, content: Content) -> World {
        let shift = narrow * 4;
        self.narrows = self.narrows & !(15 << shift) | u64::from(content) << shift;
        self
    }
}

/// A plan state: the world and the place and colour of the brush, if a stroke is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct State {
    world: World,
    brush: Option<(u16, u8)>,
    /// The stroke has changed nothing yet, so that lifting it would be in vain. Without this no
    /// search for a plan would ever end where there is none.
    idle: bool,
}

impl State {
    fn under_way(world: World, place: u16, color: u8) -> State {
        State {
            world,
            brush: Some((place, color)),
            idle: false,
        }
    }

    fn at_rest(world: World) -> State {
        State {
            world,
            brush: None,
            idle: false,
        }
    }
}

/// Marks of a real search that the plan needs beside the packed state: lines that were ever cut
/// or crossed. They belong to the way a state was reached; any way gives a valid bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scars {
    cut: u16,
    crossed: u16,
}

/// The colour plans of one board.
pub(super) struct Plan {
    places: Vec<Place>,
    place_of: Vec<u16>,
    classes: usize,
    gates: u16,
    narrows: Vec<Spot>,
    results: [[Option<(u8, bool)>; 8]; 7],
    tail: u8,
    starts_on_paint: bool,
    absorbs: bool,
    bounds: FxHashMap<State, u8>,
    refuted: FxHashMap<State, u8>,
    confirmed: FxHashMap<State, u8>,
    could_lie: FxHashMap<u16, Vec<u8>>,
    /// States looked at for the present question, and for all so far.
    effort: u32,
    toil: u32,
}

/// How a search for a plan with a given number of strokes ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Found,
    /// There is none with so few strokes.
    TooFew,
    /// There is none at all.
    Never,
    /// It took too long.
    Tired,
}

impl Plan {
    /// The places of a board as it is when the search begins.
    pub(super) fn new(board: &Board) -> Plan {
        let mut plan = Plan {
            places: Vec::new(),
            place_of: vec![u16::MAX; board.spots()],
            classes: 0,
            gates: 0,
            narrows: narrows(board, MOST_TRACKED),
            results: std::array::from_fn(|color| {
                std::array::from_fn(|content| board.mixed(color as u8, content as Content))
            }),
            tail: board.tail,
            starts_on_paint: board.starts_on_paint,
            absorbs: board
                .mixed(Color::Orange.bits(), Color::Red.bits() + 1)
                .is_some(),
            bounds: FxHashMap::default(),
            refuted: FxHashMap::default(),
            confirmed: FxHashMap::default(),
            could_lie: FxHashMap::default(),
            effort: 0,
            toil: 0,
        };
        plan.draw_map(board);
        plan
    }

    /// The world after a tail turned some narrows white; gates among them stay.
    fn whitened(&self, mut world: World, set: u16) -> World {
        for narrow in (0..MOST_TRACKED as u8).filter(|narrow| set & 1 << narrow != 0) {
            if world.on_narrow(narrow) != GATE {
                world = world.with_narrow(narrow, WHITE + 1);
            }
        }
        world
    }

    /// The lines that lie within so many steps of a spot.
    fn lines_near(&self, board: &Board, spot: Spot, steps: u8) -> u16 {
        let mut near = vec![spot];
        for _ in 0..steps {
            for i in 0..near.len() {
                let beside = board.beside[near[i] as usize];
                near.extend(beside.into_iter().filter(|&spot| spot != WALL));
            }
        }
        let kinds = near.into_iter().map(|spot| {
            let place = self.place_of[spot as usize];
            self.places[place as usize].kind
        });
        kinds.fold(0, |lines, kind| match kind {
            Kind::Line(_, Some(line)) => lines | 1 << line,
            _ => lines,
        })
    }

    /// The marks after the brush went on to `after`.
    pub(super) fn scarred(&self, scars: Scars, after: Tip) -> Scars {
        let Kind::Line(color, Some(line)) =
            self.places[self.place_of[after.spot as usize] as usize].kind
        else {
            return scars;
        };
        let mut scars = scars;
        if after.phase >= TAIL {
            scars.cut |= 1 << line;
        } else if is_secondary(after.color) && after.color & color == color {
            scars.crossed |= 1 << line;
        }
        scars
    }

    /// The fewest strokes that still have to be started in a state, as far as proved.
    pub(super) fn bound(&mut self, board: &Board, state: &[u64], scars: Scars) -> u8 {
        let tip = board.tip(state);
        let mut world = World {
            gates: 0,
            left: 0,
            cut: scars.cut,
            crossed: scars.crossed,
            laid: 0,
            narrows: 0,
        };
        for (narrow, &spot) in self.narrows.iter().enumerate() {
            world = world.with_narrow(narrow as u8, board.content(state, spot));
        }
        for spot in 0..board.spots() as Spot {
            let content = board.content(state, spot);
            let place = &self.places[self.place_of[spot as usize] as usize];
            if content == GATE {
                if let Kind::Gate(_, Some(gate)) = place.kind {
                    world.gates |= 1 << gate;
                }
            } else if let Some(color) = ink(content)
                && !matches!(place.kind, Kind::Narrow(..))
                && content != content_at(board, spot)
            {
                world.laid |= 1 << color;
            }
            if let (Some(target), Some(Fixture::Target(color))) =
                (board.target(spot), board.fixture[spot as usize])
                && board.is_left(state, target)
                && let Some(&(_, class)) = place.wanted.iter().find(|(c, _)| *c == color.bits())
            {
                world.left |= 1 << class;
            }
        }
        let place = self.place_of[tip.spot as usize];
        let state = match tip.phase {
            REST => State::at_rest(world),
            FLOWING => State::under_way(world, place, tip.color),
            TAIL => State::at_rest(world),
            inside if inside < TAIL => return self.fewest_from_inside(world, place, tip),
            tail => return self.fewest_in_tail(board, world, tip.spot, tail - TAIL),
        };
        self.looked_up(state)
    }

    fn looked_up(&mut self, state: State) -> u8 {
        if let Some(&bound) = self.bounds.get(&state) {
            return bound;
        }
        let bound = self.fewest(state);
        self.bounds.insert(state, bound);
        bound
    }

    /// What is left of a tail may open more lines, and lays white.
    fn fewest_in_tail(&mut self, board: &Board, mut world: World, spot: Spot, left: u8) -> u8 {
        world.cut |= self.lines_near(board, spot, left);
        world.laid |= 1 << WHITE;
        let mut sets = self.tails(board, spot, left);
        sets.sort_unstable();
        sets.dedup();
        let after = sets.into_iter().map(|set| {
            let state = State::at_rest(self.whitened(world, set));
            self.looked_up(state)
        });
        after.min().unwrap_or(NEVER)
    }

    /// A brush inside a switch gate has to leave it first.
    fn fewest_from_inside(&mut self, world: World, gate: u16, tip: Tip) -> u8 {
        let kind = self.places[gate as usize].kind;
        let (Kind::Gate(Fixture::Switch(sides), _) | Kind::Narrow(_, Some(Fixture::Switch(sides)))) =
            kind
        else {
            return 0;
        };
        let mut fewest = NEVER;
        for (to, dir) in self.places[gate as usize].beside.clone() {
            if let Some(color) = sides[dir as usize]
                && tip.phase != INSIDE + dir as u8
            {
                let world = used_up(world, kind, color.bits());
                for next in self.entered(world, gate, to, color.bits(), dir) {
                    fewest = fewest.min(self.fewest(next));
                }
            }
        }
        fewest
    }

    /// Deepens stroke by stroke until there is a plan, or none can be, or patience ends.
    fn fewest(&mut self, state: State) -> u8 {
        self.effort = 0;
        let fewest = self.deepen(state);
        self.toil = self.toil.saturating_add(self.effort);
        fewest
    }

    fn deepen(&mut self, state: State) -> u8 {
        for strokes in 0..NEVER {
            match self.attempt(state, strokes) {
                Outcome::Found | Outcome::Tired => return strokes,
                Outcome::TooFew => {}
                Outcome::Never => return NEVER,
            }
        }
        NEVER - 1
    }

    /// Looks for a plan with at most so many further strokes.
    fn attempt(&mut self, state: State, strokes: u8) -> Outcome {
        let (state, reach) = self.settled(state);
        if state.world.left == 0 {
            return Outcome::Found;
        }
        if self.confirmed.get(&state).is_some_and(|&n| n <= strokes) {
            return Outcome::Found;
        }
        match self.refuted.get(&state) {
            Some(&NEVER) => return Outcome::Never,
            Some(&n) if n >= strokes => return Outcome::TooFew,
            _ => {}
        }
        self.effort += 1;
        let patience = if self.toil < STAMINA {
            PATIENCE
        } else {
            LITTLE_PATIENCE
        };
        if self.effort > patience {
            return Outcome::Tired;
        }
        let mut worst = Outcome::Never;
        let mut consider = |plan: &mut Plan, next: State, strokes: u8| {
            let outcome = plan.attempt(next, strokes);
            match outcome {
                Outcome::Found | Outcome::Tired => return Some(outcome),
                Outcome::TooFew => worst = outcome,
                Outcome::Never => {}
            }
            None
        };
        let mut ended = None;
        match state.brush {
            Some((_, color)) => {
                for mut next in self.continuations(state.world, color, &reach) {
                    next.idle = state.idle && next.brush.is_some() && next.world == state.world;
                    ended = ended.or_else(|| consider(self, next, strokes));
                }
                if !state.idle {
                    let lifted = State::at_rest(state.world);
                    ended = ended.or_else(|| consider(self, lifted, strokes));
                }
            }
            None if strokes == 0 => worst = Outcome::TooFew,
            None => {
                for next in self.starts(state.world) {
                    ended = ended.or_else(|| consider(self, next, strokes - 1));
                }
            }
        }
        let outcome = ended.unwrap_or(worst);
        match outcome {
            Outcome::Found => {
                self.confirmed.insert(state, strokes);
            }
            Outcome::TooFew => {
                self.refuted.insert(state, strokes);
            }
            Outcome::Never => {
                self.refuted.insert(state, NEVER);
            }
            Outcome::Tired => {}
        }
        outcome
    }

    /// Does everything a brush can do without changing its colour; the places it reaches.
    fn settled(&self, mut state: State) -> (State, Vec<u16>) {
        let Some((start, color)) = state.brush else {
            return (state, Vec::new());
        };
        let before = state.world;
        let mut reach = vec![start];
        let mut seen = vec![false; self.places.len()];
        seen[start as usize] = true;
        let mut next = 0;
        while next < reach.len() {
            let place = &self.places[reach[next] as usize];
            let narrow = matches!(place.kind, Kind::Narrow(..));
            if !narrow {
                state.world.laid |= 1 << color;
            }
            // On the narrow where it is, a brush solves what it can when it enters.
            if next > 0 || !narrow {
                state.world.left = left_after(place, state.world.left, color);
            }
            for &(to, _) in &place.beside {
                if !seen[to as usize] && self.passes(&state.world, to, color) {
                    seen[to as usize] = true;
                    reach.push(to);
                }
            }
            next += 1;
        }
        let first = *reach.iter().min().expect("a brush is somewhere");
        state.brush = Some((first, color));
        state.idle &= state.world == before;
        (state, reach)
    }
}
