//! Stubborn sets: where a body may still come to, so that moves which concern nobody else need not wait.
//!
//! A class that can afford an excess of `e` cannot stray far. Executed on its own, the part that one
//! body plays in any affordable continuation costs the class no more excess than the whole does
//! (excess is a difference of bounds and moves, so the order does not matter, and it never falls).
//! So the cells a body may touch are those on walks of that body alone, ignoring everybody else,
//! that use up at most `e`: its *reach*.
//!
//! Take a set of bodies of which at least one must move (its class cannot afford the tours of the
//! others alone), such that every step they can afford lands where no body outside the set may
//! come. Then the first step that any of them makes in a solution could as well be made now: it
//! hinders no one, and nobody hinders it. So the search need try no other bodies here. This
//! spares it the interleavings of things that never meet, which is most of them.

use gridwright_core::budget::{Limit, Meter};

use super::bits::Bits;
use super::class::Class;
use super::model::NONE;
use super::space::{Ids, MOST_CLASSES, Space};
use super::tours::{NEVER, Rest};

/// Reach are told for excesses below this.
const LEVELS: usize = 8;

/// The excesses up to which walks are followed, each when it is first asked for: most classes can
/// afford next to nothing, and the walks get many more with every step that may be wasted.
const DEPTHS: [usize; 3] = [1, 3, LEVELS - 1];

/// All bodies are to be tried.
pub(super) const EVERYBODY: u64 = u64::MAX;

/// The most bodies among which sets are looked for.
const MOST_BODIES: usize = 64;

/// What is known about one body in a class state.
#[derive(Clone, Copy)]
struct Reach<const W: usize> {
    /// The excess up to which its walks were followed.
    depth: usize,
    /// The cells it may touch, by the excess its class can afford, up to the depth.
    cells: [Bits<W>; LEVELS],
    /// The excess of its class if it never moved again.
    idle: u16,
    /// The cells its next step may land on, by the excess its class can afford.
    ahead: [Bits<W>; LEVELS],
    /// The least excess of a next step that must wait for a cat of its own class to go home.
    fouled: u16,
}

/// The reach of all bodies in the class states asked for so far.
pub(super) struct ReachTable<const W: usize> {
    /// Where the reach of a class state begin, plus 1; 0 if not known.
    index: Vec<u32>,
    reach: Vec<Reach<W>>,
    seen: Vec<Seen<W>>,
    /// For each placement, the last visit to it in `seen`, plus 1; all 0 between walks.
    last: Vec<u32>,
}

/// A visit of a body on its walks.
#[derive(Clone, Copy)]
struct Seen<const W: usize> {
    place: u16,
    walked: u16,
    /// The visit to the same placement before this one, plus 1.
    before: u32,
    home: Bits<W>,
}

impl<const W: usize> ReachTable<W> {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        ReachTable {
            index: Vec::new(),
            reach: Vec::new(),
            seen: Vec::new(),
            last: Vec::new(),
        }
    }

    /// The reach of the bodies of a class state that can afford this excess.
    fn get(
        &mut self,
        class: &Class<W>,
        id: u32,
        afford: usize,
        meter: &mut Meter<'_>,
    ) -> Result<&[Reach<W>], Limit> {
        let bodies = class.model.bodies.len();
        let depth = DEPTHS.into_iter().find(|&depth| depth >= afford);
        let depth = depth.expect("larger excesses are not asked for");
        if id as usize >= self.index.len() {
            let len = (id as usize + 1).next_power_of_two();
            meter.charge(4 * (len - self.index.len()) as u64)?;
            self.index.resize(len, 0);
        }
        if self.index[id as usize] == 0 {
            meter.charge((bodies * size_of::<Reach<W>>()) as u64)?;
            let first = self.reach.len();
            for body in 0..bodies {
                meter.work((depth + 1) as u64 * class.work)?;
                let reach = self.find(class, id, body, depth);
                self.reach.push(reach);
            }
            self.index[id as usize] = first as u32 + 1;
        }
        let first = self.index[id as usize] as usize - 1;
        for body in 0..bodies {
            if self.reach[first + body].depth < afford {
                meter.work((depth + 1) as u64 * class.work)?;
                self.reach[first + body] = self.find(class, id, body, depth);
            }
        }
        Ok(&self.reach[first..first + bodies])
    }

    fn find(&mut self, class: &Class<W>, id: u32, body: usize, depth: usize) -> Reach<W> {
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
        let mut reach = Reach {
            depth,
            cells: [form.masks[place as usize]; LEVELS],
            idle: class.bound_without(&rest, &home).saturating_sub(here),
            ahead: [Bits::EMPTY; LEVELS],
            fouled: NEVER,
        };
        if owner.stuck {
            return reach;
        }
        let here = &form.masks[place as usize];
        for &to in form.next[place as usize].iter().filter(|&&to| to != NONE) {
            let used = excess(to, &home.or(&form.fetches[to as usize]), 1);
            for ahead in reach.ahead.iter_mut().skip(used as usize) {
                *ahead = ahead.or(&form.masks[to as usize].minus(here));
            }
            if !form.fouls[to as usize].minus(&home).is_empty() {
                reach.fouled = reach.fouled.min(used);
            }
        }
        // Breadth-first over placements and cats fetched: the first visit is the shortest walk.
        self.last.resize(self.last.len().max(form.next.len()), 0);
        self.visit(place, home, 0);
        let mut head = 0;
        while head < self.seen.len() {
            let Seen {
                place: at,
                home,
                walked,
                ..
            } = self.seen[head];
            head += 1;
            for &to in form.next[at as usize].iter().filter(|&&to| to != NONE) {
                let home = home.or(&form.fetches[to as usize]);
                if self.is_seen(to, &home) {
                    continue;
                }
                let used = excess(to, &home, walked + 1) as usize;
                if used <= depth {
                    for cells in &mut reach.cells[used..] {
                        *cells = cells.or(&form.masks[to as usize]);
                    }
                    self.visit(to, home, walked + 1);
                }
            }
        }
        for seen in self.seen.drain(..) {
            self.last[seen.place as usize] = 0;
        }
        reach
    }

    fn visit(&mut self, place: u16, home: Bits<W>, walked: u16) {
        let before = self.last[place as usize];
        self.seen.push(Seen {
            place,
            walked,
            before,
            home,
        });
        self.last[place as usize] = self.seen.len() as u32;
    }

    fn is_seen(&self, place: u16, home: &Bits<W>) -> bool {
        let mut at = self.last[place as usize];
        while let Some(seen) = at.checked_sub(1).map(|i| &self.seen[i as usize]) {
            if seen.home == *home {
                return true;
            }
            at = seen.before;
        }
        false
    }
}

/// A body as the search for a set sees it.
pub(super) struct Actor<const W: usize> {
    number: usize,
    class: usize,
    /// Where it may come.
    reach: Bits<W>,
    /// Where its next step may land.
    ahead: Bits<W>,
    /// Whether it must move.
    urgent: bool,
    /// Whether a step that it can afford waits for a cat to go home.
    waits: bool,
    /// The bodies that its next step may meet, itself among them.
    meets: u64,
}

impl<const W: usize> Space<W> {
    /// The bodies whose moves are enough to try, as a set of numbers from
    /// [`Space::first_body`] on. `set` tells which classes are on the board, `afford` how much
    /// excess each can afford.
    pub(super) fn concerned(
        &mut self,
        set: u32,
        ids: &Ids,
        afford: &[u32; MOST_CLASSES],
        keys: u32,
        meter: &mut Meter<'_>,
    ) -> Result<u64, Limit> {
        let on_board = |c: &usize| set >> c & 1 == 1;
        let too_much = |c: usize| afford[c] as usize >= LEVELS;
        if self.bodies > MOST_BODIES || (0..self.classes.len()).filter(on_board).any(too_much) {
            return Ok(EVERYBODY);
        }
        self.actors.clear();
        for c in (0..self.classes.len()).filter(on_board) {
            let class = &self.classes[c];
            let level = afford[c] as usize;
            for (b, reach) in self.reach[c]
                .get(class, ids[c], level, meter)?
                .iter()
                .enumerate()
            {
                let number = self.first_body[c] + b;
                let locked = class.model.bodies[b].need > keys;
                let ahead = reach.ahead[level];
                self.actors.push(Actor {
                    number,
                    class: c,
                    reach: reach.cells[level],
                    ahead,
                    urgent: u32::from(reach.idle) > afford[c] && !locked,
                    waits: (locked && !ahead.is_empty()) || reach.fouled as usize <= level,
                    meets: 1 << number,
                });
            }
        }
        for i in 0..self.actors.len() {
            let actor = &self.actors[i];
            let mut meets = actor.meets;
            for other in &self.actors {
                let cats = || {
                    other.class != actor.class
                        && self.classes[other.class]
                            .state(ids[other.class])
                            .forbidden
                            .meets(&actor.ahead)
                };
                if actor.waits || other.reach.meets(&actor.ahead) || cats() {
                    meets |= 1 << other.number;
                }
            }
            self.actors[i].meets = meets;
        }
        Ok(smallest_set(&self.actors))
    }
}

/// The smallest set of actors that meet nobody outside it and one of which must move.
fn smallest_set<const W: usize>(actors: &[Actor<W>]) -> u64 {
    let everybody = actors.iter().fold(0, |all, actor| all | 1 << actor.number);
    let mut best = EVERYBODY;
    for urgent in actors.iter().filter(|actor| actor.urgent) {
        let mut set = urgent.meets;
        loop {
            let members = actors.iter().filter(|actor| set >> actor.number & 1 == 1);
            let more = members.fold(set, |set, actor| set | actor.meets);
            if more == set {
                break;
            }
            set = more;
        }
        if set != everybody && set.count_ones() < best.count_ones() {
            best = set;
        }
    }
    best
}
