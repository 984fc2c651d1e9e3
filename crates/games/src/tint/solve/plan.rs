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

use rustc_hash::FxHashMap;

use gridwright_core::grid::Dir;

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::board::{
    BARE, Board, Content, FLOWING, GATE, INSIDE, REST, Spot, TAIL, Tip, WALL, WHITE, ink,
};
use super::narrows::narrows;

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

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A narrow, by its number, and the gate that stood on it.
    Narrow(u8, Option<Fixture>),
    /// Bare or white paper.
    Open,
    /// Connected paint of one colour (bits); its number among the tracked lines.
    Line(u8, Option<u8>),
    /// A droplet of a colour (bits).
    Droplet(u8),
    /// A gate; its number among the tracked gates.
    Gate(Fixture, Option<u8>),
}

struct Place {
    kind: Kind,
    /// Neighbouring places; for gates, with the side they lie on.
    beside: Vec<(u16, Dir)>,
    /// Colours (a set of bits by colour bits) that a stroke may pick up here from the start.
    pick_up: u8,
    /// Lines that open when this line or narrow is cut, itself included: a tail may reach others.
    opens: u16,
    /// The sets of narrows that a tail may turn white when this line or narrow is cut.
    whitens: Vec<u16>,
    /// For a narrow: on which side of it every place lies.
    sides: Vec<u8>,
    /// Target classes here: the wanted colour and the class number.
    wanted: Vec<(u8, u8)>,
}

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
        plan.survey(board);
        plan.join(board);
        plan.find_targets(board);
        plan.reach_of_tails(board);
        plan.tell_sides();
        plan
    }

    /// Finds out which places lie on the same side of each narrow.
    fn tell_sides(&mut self) {
        for narrow in 0..self.places.len() {
            if !matches!(self.places[narrow].kind, Kind::Narrow(..)) {
                continue;
            }
            let mut sides = vec![u8::MAX; self.places.len()];
            sides[narrow] = 0;
            let mut side = 0;
            for first in 0..self.places.len() {
                if sides[first] != u8::MAX {
                    continue;
                }
                side += 1;
                sides[first] = side;
                let mut stack = vec![first];
                while let Some(place) = stack.pop() {
                    for &(to, _) in &self.places[place].beside {
                        if sides[to as usize] == u8::MAX {
                            sides[to as usize] = side;
                            stack.push(to as usize);
                        }
                    }
                }
            }
            self.places[narrow].sides = sides;
        }
    }

    /// Divides the spots into places.
    fn survey(&mut self, board: &Board) {
        let (mut lines, mut gates) = (0, 0);
        let number = |count: &mut usize| {
            *count += 1;
            (*count <= MOST_TRACKED).then(|| *count as u8 - 1)
        };
        for spot in 0..board.spots() as Spot {
            if self.place_of[spot as usize] != u16::MAX {
                continue;
            }
            let narrow = self.narrows.iter().position(|&narrow| narrow == spot);
            let kind = match (board.fixture[spot as usize], content_at(board, spot)) {
                (gate, content) if narrow.is_some() => {
                    let narrow = narrow.map_or(0, |narrow| narrow as u8);
                    Kind::Narrow(narrow, gate.filter(|_| content == GATE))
                }
                (Some(Fixture::Droplet(color)), _) => Kind::Droplet(color.bits()),
                (Some(gate), GATE) => Kind::Gate(gate, number(&mut gates)),
                (_, content) => match ink(content) {
                    None | Some(WHITE) => Kind::Open,
                    Some(color) => Kind::Line(color, number(&mut lines)),
                },
            };
            let place = self.places.len() as u16;
            self.places.push(Place {
                kind,
                beside: Vec::new(),
                pick_up: 0,
                opens: 0,
                whitens: Vec::new(),
                sides: Vec::new(),
                wanted: Vec::new(),
            });
            self.flood(board, spot, place, kind);
        }
        self.gates = ((1u32 << gates.min(MOST_TRACKED)) - 1) as u16;
    }

    fn flood(&mut self, board: &Board, first: Spot, place: u16, kind: Kind) {
        let belongs = |spot: Spot| {
            let content = content_at(board, spot);
            !board.is_droplet(spot)
                && !self.narrows.contains(&spot)
                && match kind {
                    Kind::Open => content == BARE || content == WHITE + 1,
                    Kind::Line(color, _) => content == color + 1,
                    Kind::Droplet(_) | Kind::Gate(..) | Kind::Narrow(..) => false,
                }
        };
        let mut stack = vec![first];
        self.place_of[first as usize] = place;
        while let Some(spot) = stack.pop() {
            if let Some(color) = board.picked_up(board.start(), spot) {
                self.places[place as usize].pick_up |= 1 << color;
            }
            for beside in board.beside[spot as usize] {
                if beside != WALL && self.place_of[beside as usize] == u16::MAX && belongs(beside) {
                    self.place_of[beside as usize] = place;
                    stack.push(beside);
                }
            }
        }
    }

    /// Finds which places touch.
    fn join(&mut self, board: &Board) {
        for spot in 0..board.spots() {
            for dir in Dir::ALL {
                let beside = board.beside[spot][dir as usize];
                if beside == WALL {
                    continue;
                }
                let (from, to) = (self.place_of[spot], self.place_of[beside as usize]);
                // The side matters at gates only; elsewhere one entry for each pair is enough.
                let is_gate = |place: u16| {
                    let kind = self.places[place as usize].kind;
                    matches!(kind, Kind::Gate(..) | Kind::Narrow(_, Some(_)))
                };
                let dir = if is_gate(from) || is_gate(to) {
                    dir
                } else {
                    Dir::North
                };
                let entry = (to, dir);
                if from != to && !self.places[from as usize].beside.contains(&entry) {
                    self.places[from as usize].beside.push(entry);
                }
            }
        }
    }

    fn find_targets(&mut self, board: &Board) {
        for spot in 0..board.spots() {
            let Some(Fixture::Target(color)) = board.fixture[spot] else {
                continue;
            };
            let place = &mut self.places[self.place_of[spot] as usize];
            let known = place
                .wanted
                .iter()
                .any(|&(wanted, _)| wanted == color.bits());
            if !known && self.classes < MOST_TRACKED {
                place.wanted.push((color.bits(), self.classes as u8));
                self.classes += 1;
            }
        }
    }

    /// A cut's tail may open other lines close by.
    fn reach_of_tails(&mut self, board: &Board) {
        for spot in 0..board.spots() as Spot {
            let place = self.place_of[spot as usize] as usize;
            if !matches!(self.places[place].kind, Kind::Line(..) | Kind::Narrow(..)) {
                continue;
            }
            self.places[place].opens |= self.lines_near(board, spot, self.tail);
            let mut whitens = self.tails(board, spot, self.tail);
            whitens.append(&mut self.places[place].whitens);
            whitens.sort_unstable();
            whitens.dedup();
            self.places[place].whitens = whitens;
        }
    }

    /// The sets of narrows that a tail of at most so many cells from a spot may whiten.
    fn tails(&self, board: &Board, spot: Spot, left: u8) -> Vec<u16> {
        let mut sets = vec![0];
        if left == 0 {
            return sets;
        }
        for beside in board.beside[spot as usize] {
            if beside == WALL {
                continue;
            }
            let place = self.place_of[beside as usize];
            let here = match self.places[place as usize].kind {
                Kind::Narrow(narrow, _) => 1 << narrow,
                _ => 0,
            };
            let on = self.tails(board, beside, left - 1);
            sets.extend(on.into_iter().map(|set| set | here));
        }
        sets
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

    /// Whether a colour gets through a place and stays what it is.
    fn passes(&self, world: &World, place: u16, color: u8) -> bool {
        match self.places[place as usize].kind {
            Kind::Narrow(narrow, _) => world.on_narrow(narrow) == color + 1,
            Kind::Open => true,
            Kind::Line(on, number) => {
                let line = number.map_or(u16::MAX, |line| 1 << line);
                color == on
                    || number.is_none()
                    || world.cut & line != 0
                    || (is_secondary(color)
                        && color & on == on
                        && (self.absorbs || world.crossed & line != 0))
            }
            // White that meets a droplet ends its stroke, but a tail may reach beyond: the
            // hopeful view is that it passes.
            Kind::Droplet(on) => {
                on == color
                    || on == WHITE
                    || color == WHITE
                    || (self.absorbs && is_secondary(color) && color & on == on)
            }
            Kind::Gate(_, number) => number.is_none_or(|gate| world.gates & 1 << gate == 0),
        }
    }

    /// The states after the colour changes, a gate is used, or a cut ends the stroke.
    fn continuations(&mut self, world: World, color: u8, reach: &[u16]) -> Vec<State> {
        let mut next = Vec::new();
        for &place in reach {
            if is_primary(color) {
                let narrow = matches!(self.places[place as usize].kind, Kind::Narrow(..));
                let lies = if narrow {
                    0
                } else {
                    self.could_lie(world.cut)[place as usize] & world.laid
                };
                let partners = (0..7u8).filter(|&c| lies & 1 << c != 0 && is_primary(c));
                for partner in partners.filter(|&c| c != color) {
                    next.push(State::under_way(world, place, color | partner));
                }
            }
            for i in 0..self.places[place as usize].beside.len() {
                let (to, dir) = self.places[place as usize].beside[i];
                // What is passed with this colour is in reach already; but cut lines and
                // droplets may change it too.
                next.extend(self.entered(world, place, to, color, dir));
            }
        }
        next.retain(|state| state.world != world || state.brush.is_none_or(|(_, c)| c != color));
        next.sort_unstable();
        next.dedup();
        next
    }

    /// The states after a brush of a colour goes from one place to another in a direction.
    fn entered(&self, world: World, from: u16, place: u16, color: u8, dir: Dir) -> Vec<State> {
        let mut next = Vec::new();
        if self.passes(&world, place, color) {
            next.push(State::under_way(world, place, color));
        }
        match self.places[place as usize].kind {
            Kind::Open => {}
            Kind::Line(on, number) => {
                let line = number.map_or(0, |line| 1 << line);
                if is_primary(color) && is_primary(on) && color != on {
                    let mut world = world;
                    world.crossed |= line;
                    next.push(State::under_way(world, place, color | on));
                }
                if color == WHITE && world.cut & line == 0 {
                    let mut world = world;
                    world.cut |= self.places[place as usize].opens;
                    world.left = left_after(&self.places[place as usize], world.left, WHITE);
                    world.laid |= 1 << WHITE;
                    self.cut_off(world, place, &mut next);
                }
            }
            Kind::Droplet(on) => {
                if is_primary(color) && is_primary(on) && color != on {
                    next.push(State::under_way(world, place, color | on));
                }
            }
            Kind::Gate(gate, number) => {
                if number.is_none_or(|gate| world.gates & 1 << gate != 0) {
                    self.through_gate(world, place, gate, color, dir, &mut next);
                }
            }
            Kind::Narrow(narrow, gate) => match (gate, world.on_narrow(narrow)) {
                (Some(gate), GATE) => {
                    self.through_gate(world, place, gate, color, dir, &mut next);
                }
                (_, content @ (BARE | WHITENED)) => {
                    self.through_narrow(world, from, place, narrow, color, &mut next);
                    let around = (1..=6).filter(|&f| is_primary(f) && world.is_around(f));
                    for partner in around.filter(|&f| is_primary(color) && f != color) {
                        let on = (color, partner + 1);
                        self.onto_narrow(world, place, narrow, on, &mut next);
                    }
                    if content == BARE && color == WHITE {
                        // A tail may end here.
                        let world = world.with_narrow(narrow, WHITENED);
                        next.push(State::under_way(world, place, WHITE));
                    }
                }
                (_, content) => self.onto_narrow(world, place, narrow, (color, content), &mut next),
            },
        }
        next
    }

    fn through_gate(
        &self,
        world: World,
        place: u16,
        gate: Fixture,
        color: u8,
        dir: Dir,
        next: &mut Vec<State>,
    ) {
        let kind = self.places[place as usize].kind;
        match gate {
            Fixture::Negation(gate) => {
                let left = color & !gate.bits();
                next.push(State::under_way(used_up(world, kind, left), place, left));
            }
            Fixture::Switch(sides) => {
                let entrance = dir.opposite();
                if sides[entrance as usize].is_none_or(|side| side.bits() != color) {
                    return;
                }
                for &(to, exit) in &self.places[place as usize].beside {
                    if let Some(side) = sides[exit as usize]
                        && exit != entrance
                    {
                        let world = used_up(world, kind, side.bits());
                        next.extend(self.entered(world, place, to, side.bits(), exit));
                    }
                }
            }
            _ => {}
        }
    }

    /// A brush goes over a bare or white narrow to the other sides of it, or stays to solve what
    /// stands there.
    fn through_narrow(
        &self,
        world: World,
        from: u16,
        place: u16,
        narrow: u8,
        color: u8,
        next: &mut Vec<State>,
    ) {
        let here = &self.places[place as usize];
        let mut world = world.with_narrow(narrow, color + 1);
        let left = left_after(here, world.left, color);
        if left != world.left {
            world.left = left;
            next.push(State::under_way(world, place, color));
            return;
        }
        for &(to, dir) in &here.beside {
            if here.sides[to as usize] != here.sides[from as usize] {
                next.extend(self.entered(world, place, to, color, dir));
            }
        }
    }

    /// A brush enters a narrow on which no gate stands.
    fn onto_narrow(
        &self,
        mut world: World,
        place: u16,
        narrow: u8,
        (color, content): (u8, Content),
        next: &mut Vec<State>,
    ) {
        let Some((mixed, ends)) = self.results[color as usize][content as usize] else {
            return;
        };
        world = world.with_narrow(narrow, mixed + 1);
        world.left = left_after(&self.places[place as usize], world.left, mixed);
        if !ends {
            next.push(State::under_way(world, place, mixed));
            return;
        }
        world.cut |= self.places[place as usize].opens;
        world.laid |= 1 << WHITE;
        self.cut_off(world, place, next);
    }

    /// A cut at a place has ended the stroke; its tail may have whitened narrows.
    fn cut_off(&self, world: World, place: u16, next: &mut Vec<State>) {
        for &set in &self.places[place as usize].whitens {
            next.push(State::at_rest(self.whitened(world, set)));
        }
    }

    /// The states after a stroke has been started.
    fn starts(&mut self, world: World) -> Vec<State> {
        let could_lie = self.could_lie(world.cut).to_vec();
        let mut next = Vec::new();
        for (place, could_lie) in could_lie.into_iter().enumerate() {
            let laid = if self.starts_on_paint {
                could_lie & world.laid
            } else {
                0
            };
            let colors = match self.places[place].kind {
                Kind::Narrow(narrow, _) if self.starts_on_paint => {
                    ink(world.on_narrow(narrow)).map_or(0, |color| 1 << color)
                }
                Kind::Narrow(..) => 0,
                _ => self.places[place].pick_up | laid,
            };
            for color in (0..7u8).filter(|color| colors & 1 << color != 0) {
                next.push(State {
                    idle: true,
                    ..State::under_way(world, place as u16, color)
                });
            }
        }
        next
    }

    /// Which colours strokes could have laid at each place, with these lines cut: everything that
    /// can be reached if nothing is ever used up.
    fn could_lie(&mut self, cut: u16) -> &[u8] {
        if !self.could_lie.contains_key(&cut) {
            let lies = self.spread(cut);
            self.could_lie.insert(cut, lies);
        }
        &self.could_lie[&cut]
    }

    fn spread(&self, cut: u16) -> Vec<u8> {
        let world = World {
            gates: self.gates,
            left: 0,
            cut,
            crossed: u16::MAX,
            laid: 0,
            narrows: 0,
        };
        let mut lies: Vec<u8> = self.places.iter().map(|place| place.pick_up).collect();
        loop {
            let before = lies.clone();
            for place in 0..self.places.len() {
                let here = lies[place];
                for color in (0..7u8).filter(|color| here & 1 << color != 0) {
                    for partner in (0..7u8).filter(|c| here & 1 << c != 0 && is_primary(*c)) {
                        if is_primary(color) && color != partner {
                            lies[place] |= 1 << (color | partner);
                        }
                    }
                    for &(to, dir) in &self.places[place].beside {
                        // A used gate can be passed in any colour, and a switch leaves the
                        // colour of the exit behind.
                        let kind = self.places[to as usize].kind;
                        if let Kind::Gate(gate, _) | Kind::Narrow(_, Some(gate)) = kind {
                            lies[to as usize] |= 1 << color | left_behind(gate, color, dir);
                        }
                        if let Kind::Narrow(..) = kind {
                            lies[to as usize] |= 1 << color;
                            continue;
                        }
                        for next in self.entered(world, place as u16, to, color, dir) {
                            if let Some((place, color)) = next.brush {
                                lies[place as usize] |= 1 << color;
                            }
                        }
                    }
                }
            }
            if lies == before {
                return lies;
            }
        }
    }
}

/// The targets that are left when a colour has entered a place.
fn left_after(place: &Place, left: u16, color: u8) -> u16 {
    let solved = place.wanted.iter().filter(|&&(wanted, _)| wanted == color);
    solved.fold(left, |left, &(_, class)| left & !(1 << class))
}

/// The world after a stroke has passed a gate and left a colour on its cell.
fn used_up(mut world: World, gate: Kind, color: u8) -> World {
    match gate {
        Kind::Narrow(narrow, _) => world.with_narrow(narrow, color + 1),
        Kind::Gate(_, number) => {
            world.gates &= !number.map_or(0, |gate| 1 << gate);
            world.laid |= 1 << color;
            world
        }
        _ => world,
    }
}

/// The colours that a gate may be painted with once a colour has entered it.
fn left_behind(gate: Fixture, color: u8, dir: Dir) -> u8 {
    let entrance = dir.opposite() as usize;
    match gate {
        Fixture::Negation(gate) => 1 << (color & !gate.bits()),
        Fixture::Switch(sides) if sides[entrance].is_some_and(|c| c.bits() == color) => {
            let exits = sides.iter().flatten();
            exits.fold(0, |colors, side| colors | 1 << side.bits())
        }
        _ => 0,
    }
}

fn content_at(board: &Board, spot: Spot) -> u8 {
    board.content(board.start(), spot)
}

fn is_primary(color: u8) -> bool {
    Color::from_bits(color).is_primary()
}

fn is_secondary(color: u8) -> bool {
    Color::from_bits(color).is_secondary()
}
