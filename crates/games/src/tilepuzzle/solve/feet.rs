//! Where a body may still set foot, so that moves which concern nobody else need not wait.
//!
//! A class that can afford an excess of `e` cannot stray far. Executed on its own, the part that one
//! body plays in any affordable continuation costs the class no more excess than the whole does
//! (excess is a difference of bounds and moves, so the order does not matter, and it never falls).
//! So the cells a body may touch are those on walks of that body alone, ignoring everybody else,
//! that use up at most `e`: its *feet*.
//!
//! Suppose a body must move (its class cannot afford the tours of the others alone), and every step
//! it can afford lands on cells where nobody else may set foot. Then in every solution its first
//! step could as well be made now: it hinders no one, and nobody hinders it. So the search need
//! try nothing else here. This spares it the interleavings of things that never meet, which is
//! most of them.

use gridwright_core::budget::{Limit, Meter};

use super::class::Class;
use super::model::{Bits, NONE};
use super::tours::{NEVER, Rest};

/// Feet are known for excesses below this.
pub(super) const LEVELS: usize = 4;

/// What is known about one body in a class state.
#[derive(Clone, Copy)]
pub(super) struct Feet<const W: usize> {
    /// The cells it may touch, by the excess its class can afford.
    pub(super) cells: [Bits<W>; LEVELS],
    /// The excess of its class if it never moved again.
    pub(super) idle: u16,
    /// The placement in each direction and the excess of going there, collisions ignored.
    pub(super) ahead: [(u16, u16); 4],
}

/// The feet of all bodies in the class states asked for so far.
pub(super) struct FeetTable<const W: usize> {
    /// Where the feet of a class state begin, plus 1; 0 if not known.
    index: Vec<u32>,
    feet: Vec<Feet<W>>,
    seen: Vec<(u16, Bits<W>, u16)>,
}

impl<const W: usize> FeetTable<W> {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        FeetTable {
            index: Vec::new(),
            feet: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// The feet of the bodies of a class state.
    pub(super) fn get(
        &mut self,
        class: &Class<W>,
        id: u32,
        meter: &mut Meter<'_>,
    ) -> Result<&[Feet<W>], Limit> {
        let bodies = class.model.bodies.len();
        if id as usize >= self.index.len() {
            let len = (id as usize + 1).next_power_of_two();
            meter.charge(4 * (len - self.index.len()) as u64)?;
            self.index.resize(len, 0);
        }
        if self.index[id as usize] == 0 {
            meter.charge((bodies * size_of::<Feet<W>>()) as u64)?;
            self.index[id as usize] = self.feet.len() as u32 + 1;
            for body in 0..bodies {
                let feet = self.find(class, id, body);
                self.feet.push(feet);
            }
        }
        let first = self.index[id as usize] as usize - 1;
        Ok(&self.feet[first..first + bodies])
    }

    fn find(&mut self, class: &Class<W>, id: u32, body: usize) -> Feet<W> {
        let owner = &class.model.bodies[body];
        let form = &class.model.forms[owner.form];
        let here = class.state(id).steps;
        let place = class.places(id)[body];
        let home = class.home(id);
        let rest: Vec<Rest> = class.without(id, body);
        let excess = |at: u16, home: &Bits<W>, walked: u16| {
            let ahead = class.bound_with(&rest, body, at, home);
            (ahead.saturating_add(walked)).saturating_sub(here)
        };
        let mut feet = Feet {
            cells: [form.masks[place as usize]; LEVELS],
            idle: class.bound_without(&rest, &home).saturating_sub(here),
            ahead: [(NONE, NEVER); 4],
        };
        if owner.stuck {
            return feet;
        }
        for (dir, &to) in form.next[place as usize].iter().enumerate() {
            if to != NONE {
                let home = home.or(&form.fetches[to as usize]);
                feet.ahead[dir] = (to, excess(to, &home, 1));
            }
        }
        // Breadth-first over placements and cats fetched: the first visit is the shortest walk.
        self.seen.clear();
        self.seen.push((place, home, 0));
        let mut head = 0;
        while head < self.seen.len() {
            let (at, home, walked) = self.seen[head];
            head += 1;
            for &to in form.next[at as usize].iter().filter(|&&to| to != NONE) {
                let home = home.or(&form.fetches[to as usize]);
                let used = excess(to, &home, walked + 1) as usize;
                let is_new = || !self.seen.iter().any(|s| s.0 == to && s.1 == home);
                if used < LEVELS && is_new() {
                    for cells in &mut feet.cells[used..] {
                        *cells = cells.or(&form.masks[to as usize]);
                    }
                    self.seen.push((to, home, walked + 1));
                }
            }
        }
        feet
    }
}
