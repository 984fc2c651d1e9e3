//! The moves of a plan: how a brush starts, passes, mixes, uses gates and cuts.

use gridwright_core::grid::Dir;

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::super::board::{BARE, Content, GATE, WHITE, ink};
use super::places::{Kind, Place};
use super::{Plan, State, WHITENED, World};

impl Plan {
    /// Whether a colour gets through a place and stays what it is.
    pub(super) fn passes(&self, world: &World, place: u16, color: u8) -> bool {
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
    pub(super) fn continuations(&mut self, world: World, color: u8, reach: &[u16]) -> Vec<State> {
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
    pub(super) fn entered(
        &self,
        world: World,
        from: u16,
        place: u16,
        color: u8,
        dir: Dir,
    ) -> Vec<State> {
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
    pub(super) fn starts(&mut self, world: World) -> Vec<State> {
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
pub(super) fn left_after(place: &Place, left: u16, color: u8) -> u16 {
    let solved = place.wanted.iter().filter(|&&(wanted, _)| wanted == color);
    solved.fold(left, |left, &(_, class)| left & !(1 << class))
}

/// The world after a stroke has passed a gate and left a colour on its cell.
pub(super) fn used_up(mut world: World, gate: Kind, color: u8) -> World {
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

pub(super) fn is_primary(color: u8) -> bool {
    Color::from_bits(color).is_primary()
}

pub(super) fn is_secondary(color: u8) -> bool {
    Color::from_bits(color).is_secondary()
}
