//! The states of one class, each met once, numbered, and joined by ready-made moves.
//!
//! However large the level, one class has few states worth visiting, and the same ones come up
//! again and again beside different states of the other classes. So each is *interned*: its
//! number stands for where the bodies lie and which cats are home, and beside it are kept the
//! cells it takes from others, its lower bounds, and (from the first time it is asked for) its
//! moves, with collisions inside the class already ruled out. A state of the whole level is a
//! handful of such numbers, and trying a move costs one test of a cell mask against the others.
//!
//! Interchangeable bodies are kept sorted by placement, so that swapping them makes no new state.

use gridwright_core::budget::{Limit, Meter};

use super::bits::Bits;
use super::model::{Body, ClassModel, NONE};
use super::tours::{self, Batch, NEVER, Rest};

/// The most states of one class: five numbers of 25 bits fit a packed state of the level.
pub(super) const MOST_STATES: usize = 1 << 25;

/// Nobody asked yet.
const UNASKED: u16 = NEVER - 1;

/// No moves were made ready yet.
const UNKNOWN: u32 = u32::MAX;

/// What the searches need to know about a class state.
#[derive(Clone, Copy)]
pub(super) struct State<const W: usize> {
    /// Open cells that other classes cannot enter: under bodies, and under cats still here.
    pub(super) keeps: Bits<W>,
    /// Open cells under cats still here.
    pub(super) forbidden: Bits<W>,
    /// Steps the class still needs at least.
    pub(super) steps: u16,
    /// Drags the class still needs at least.
    pub(super) drags: u16,
    /// Cats of the class that are home.
    pub(super) home: u32,
    first_move: u32,
    moves: u32,
}

/// A step of one body, as far as its own class is concerned.
#[derive(Clone, Copy)]
pub(super) struct ClassMove {
    /// The class state it leads to.
    pub(super) to: u32,
    /// How many cats must be home.
    pub(super) need: u32,
    /// Place of the mask of the cells it lands on.
    mask: u32,
    /// Which body, as sorted in the state.
    pub(super) body: u16,
    /// Index into `Dir::ALL`.
    pub(super) dir: u8,
    /// One step, less what it brings the class nearer home: 0, 1 or 2.
    pub(super) excess: u8,
}

/// A class with all its states met so far.
pub(super) struct Class<const W: usize> {
    /// Bodies, forms and cats.
    pub(super) model: ClassModel<W>,
    batches: Vec<Batch>,
    states: Vec<State<W>>,
    /// Placements of each state's bodies, then its cats at home in words of 16 bits.
    packed: Vec<u16>,
    stride: usize,
    moves: Vec<ClassMove>,
    masks: Vec<Bits<W>>,
    /// Where the masks of each form begin.
    mask_base: Vec<u32>,
    /// Open addressing by hash of the packed state; 0 is free, else number + 1.
    slots: Vec<u32>,
    /// Room for a packed state, and for the moves of one and the placements after one.
    scratch: Vec<u16>,
    found: Vec<ClassMove>,
    after: Vec<u16>,
    full: u32,
    /// About how much work the bound of a state is.
    pub(super) work: u64,
    /// Answers of [`Class::steps_within`] for one and two drags.
    within: Vec<[u16; 2]>,
    /// When each state was last seen in [`Class::is_new`].
    seen: Vec<u32>,
    looks: u32,
}

impl<const W: usize> Class<W> {
    /// No states yet, but the tables of tours.
    pub(super) fn new(model: ClassModel<W>, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let batches = tours::batches(&model, meter)?;
        let work = tours::work(&model);
        let mut masks = Vec::new();
        let mut mask_base = Vec::new();
        for form in &model.forms {
            mask_base.push(masks.len() as u32);
            masks.extend_from_slice(&form.masks);
        }
        let stride = model.bodies.len() + model.cats.len().div_ceil(16);
        let full = model.cats.len() as u32;
        Ok(Class {
            model,
            batches,
            states: Vec::new(),
            packed: Vec::new(),
            stride,
            moves: Vec::new(),
            masks,
            mask_base,
            slots: Vec::new(),
            scratch: Vec::new(),
            found: Vec::new(),
            after: Vec::new(),
            full,
            work,
            within: Vec::new(),
            seen: Vec::new(),
            looks: 0,
        })
    }

    /// Begins a look around in which states count as new once each.
    pub(super) fn begin_look(&mut self) {
        self.looks += 1;
    }

    /// Whether a state is met for the first time in this look around.
    pub(super) fn is_new(&mut self, id: u32) -> bool {
        if self.seen.len() < self.states.len() {
            self.seen.resize(self.states.len(), 0);
        }
        std::mem::replace(&mut self.seen[id as usize], self.looks) != self.looks
    }

    /// What is known about a state.
    #[inline]
    pub(super) fn state(&self, id: u32) -> &State<W> {
        &self.states[id as usize]
    }

    /// Whether all cats of the class are home.
    #[inline]
    pub(super) fn is_done(&self, id: u32) -> bool {
        self.states[id as usize].home == self.full
    }

    /// The placements of the bodies, as sorted in the state.
    pub(super) fn places(&self, id: u32) -> &[u16] {
        &self.packed[id as usize * self.stride..][..self.model.bodies.len()]
    }

    /// The cats that are home.
    pub(super) fn home(&self, id: u32) -> Bits<W> {
        let words = &self.packed[id as usize * self.stride..][self.model.bodies.len()..self.stride];
        Bits::of_sixteens(words)
    }

    /// The cells a move lands on.
    #[inline]
    pub(super) fn landing(&self, mv: &ClassMove) -> &Bits<W> {
        &self.masks[mv.mask as usize]
    }

    /// The moves of a state, cheapest excess first: a range for [`Class::mv`] or
    /// [`Class::listed`].
    #[inline]
    pub(super) fn moves(
        &mut self,
        id: u32,
        meter: &mut Meter<'_>,
    ) -> Result<std::ops::Range<u32>, Limit> {
        let state = &self.states[id as usize];
        if state.first_move == UNKNOWN {
            self.find_moves(id, meter)?;
        }
        let state = &self.states[id as usize];
        Ok(state.first_move..state.first_move + state.moves)
    }

    /// A move by its place in the list of all.
    #[inline]
    pub(super) fn mv(&self, index: u32) -> &ClassMove {
        &self.moves[index as usize]
    }

    /// Those of a range of moves that use up just this excess.
    pub(super) fn listed(
        &self,
        moves: &std::ops::Range<u32>,
        excess: u8,
    ) -> impl Iterator<Item = &ClassMove> {
        self.moves[moves.start as usize..moves.end as usize]
            .iter()
            .filter(move |mv| mv.excess == excess)
    }

    /// Where the moved body stands among the sorted ones after a move from a state.
    pub(super) fn body_after(&self, from: u32, mv: &ClassMove) -> u16 {
        let body = &self.model.bodies[mv.body as usize];
        let place = self.places(from)[mv.body as usize];
        let to = self.model.forms[body.form].next[place as usize][mv.dir as usize];
        self.places(mv.to)
            .iter()
            .zip(&self.model.bodies)
            .position(|(&place, other)| place == to && other.twin == body.twin)
            .expect("the moved body is where it moved to") as u16
    }

    fn find_moves(&mut self, id: u32, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let home = self.home(id);
        let taken = self.taken(self.places(id));
        let here = self.states[id as usize].steps;
        let mut found = std::mem::take(&mut self.found);
        let mut after = std::mem::take(&mut self.after);
        found.clear();
        for b in 0..self.model.bodies.len() {
            let Body {
                form: number,
                need,
                stuck,
                ..
            } = self.model.bodies[b];
            if stuck {
                continue;
            }
            let place = self.places(id)[b] as usize;
            for dir in 0..4u8 {
                let form = &self.model.forms[number];
                let to = form.next[place][dir as usize];
                if to == NONE {
                    continue;
                }
                let others = taken.minus(&form.masks[place]);
                if form.masks[to as usize].meets(&others)
                    || !form.fouls[to as usize].minus(&home).is_empty()
                {
                    continue;
                }
                let home = home.or(&form.fetches[to as usize]);
                after.clear();
                after.extend_from_slice(self.places(id));
                after[b] = to;
                let next = self.intern(&mut after, &home, meter)?;
                let there = self.states[next as usize].steps;
                debug_assert!(
                    there.saturating_add(1) >= here,
                    "a step took the bound of a class from {here} to {there}"
                );
                found.push(ClassMove {
                    to: next,
                    need,
                    mask: self.mask_base[number] + u32::from(to),
                    body: b as u16,
                    dir,
                    excess: there.saturating_add(1).saturating_sub(here).min(2) as u8,
                });
            }
        }
        found.sort_by_key(|mv| mv.excess);
        meter.charge((found.len() * size_of::<ClassMove>()) as u64)?;
        let state = &mut self.states[id as usize];
        state.first_move = self.moves.len() as u32;
        state.moves = found.len() as u32;
        self.moves.extend_from_slice(&found);
        (self.found, self.after) = (found, after);
        Ok(())
    }

    /// The number of a state; sorts interchangeable bodies in `places`.
    pub(super) fn intern(
        &mut self,
        places: &mut [u16],
        home: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Limit> {
        self.sort_twins(places);
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend_from_slice(places);
        let words = self.stride - places.len();
        scratch.extend(
            home.words()
                .iter()
                .flat_map(|word| (0..4).map(move |i| (word >> (16 * i)) as u16))
                .take(words),
        );
        let id = self.find_or_add(&scratch, places, home, meter);
        self.scratch = scratch;
        id
    }

    /// The number of the state in which the bodies lie at `places` and every cat fetched there has
    /// joined those at home from the start.
    pub(super) fn settled(
        &mut self,
        places: &mut [u16],
        meter: &mut Meter<'_>,
    ) -> Result<u32, Limit> {
        let mut home = self.model.home;
        for (body, &place) in self.model.bodies.iter().zip(&*places) {
            home = home.or(&self.model.forms[body.form].fetches[place as usize]);
        }
        self.intern(places, &home, meter)
    }

    fn sort_twins(&self, places: &mut [u16]) {
        let bodies = &self.model.bodies;
        for i in 1..places.len() {
            let mut j = i;
            while j > 0 && bodies[j].twin == bodies[j - 1].twin && places[j] < places[j - 1] {
                places.swap(j, j - 1);
                j -= 1;
            }
        }
    }

    fn find_or_add(
        &mut self,
        packed: &[u16],
        places: &[u16],
        home: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Limit> {
        if self.states.len() * 2 >= self.slots.len() {
            self.grow(meter)?;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(packed) as usize & mask;
        while let Some(id) = self.slots[slot].checked_sub(1) {
            if &self.packed[id as usize * self.stride..][..self.stride] == packed {
                return Ok(id);
            }
            slot = (slot + 1) & mask;
        }
        if self.states.len() == MOST_STATES {
            return Err(Limit::Memory);
        }
        // Eight bytes beside it for the answers and marks that some searches add.
        meter.charge((size_of::<State<W>>() + 2 * self.stride + 8) as u64)?;
        meter.work(self.work)?;
        let forbidden = self.forbidden(home);
        let steps = self
            .batches
            .iter()
            .map(|batch| batch.bound(&self.model, places, home))
            .max()
            .unwrap_or(0);
        let id = self.states.len() as u32;
        self.states.push(State {
            keeps: self.taken(places).or(&forbidden),
            forbidden,
            steps,
            drags: self.fewest_drags(places, home),
            home: home.count(),
            first_move: UNKNOWN,
            moves: 0,
        });
        self.packed.extend_from_slice(packed);
        self.slots[slot] = id + 1;
        Ok(id)
    }

    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let len = (self.slots.len() * 2).max(64);
        meter.charge(4 * len as u64)?;
        meter.release(4 * self.slots.len() as u64);
        self.slots = vec![0; len];
        for id in 0..self.states.len() {
            let packed = &self.packed[id * self.stride..][..self.stride];
            let mut slot = hash(packed) as usize & (len - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (len - 1);
            }
            self.slots[slot] = id as u32 + 1;
        }
        Ok(())
    }

    /// The cells under cats that are still here.
    fn forbidden(&self, home: &Bits<W>) -> Bits<W> {
        let mut forbidden = Bits::EMPTY;
        for (i, cat) in self.model.cats.iter().enumerate() {
            if cat.forbids != NONE && !home.contains(i) {
                forbidden.insert(cat.forbids as usize);
            }
        }
        forbidden
    }

    /// The cells under the bodies.
    fn taken(&self, places: &[u16]) -> Bits<W> {
        let mut taken = Bits::EMPTY;
        for (body, &place) in self.model.bodies.iter().zip(places) {
            taken = taken.or(&self.model.forms[body.form].masks[place as usize]);
        }
        taken
    }

    /// How many bodies it takes at least to fetch the cats that are out, each body roaming the
    /// empty board in one drag. Told exactly up to 3.
    pub(super) fn fewest_drags(&self, places: &[u16], home: &Bits<W>) -> u16 {
        let wanted = self.everyone().minus(home);
        if wanted.is_empty() {
            return 0;
        }
        let reach = |b: usize| self.reach(b, places[b]);
        let bodies = self.model.bodies.len();
        if (0..bodies).any(|b| wanted.minus(&reach(b)).is_empty()) {
            return 1;
        }
        // Pairs of many bodies are not worth the time.
        for a in 0..bodies.min(32) {
            let rest = wanted.minus(&reach(a));
            if (a + 1..bodies).any(|b| rest.minus(&reach(b)).is_empty()) {
                return 2;
            }
        }
        if bodies > 32 { 2 } else { 3 }
    }

    /// Steps a state needs at least if the class is granted only so many drags: no more bodies
    /// than that can go on tours. `NEVER` or nearly so if they do not suffice.
    pub(super) fn steps_within(&mut self, id: u32, drags: u32) -> u32 {
        /// Pairs of many bodies are not worth the time.
        const FEW: usize = 16;
        let unlimited = self.states[id as usize].steps;
        let which = match drags {
            0 if self.is_done(id) => return 0,
            0 => return u32::from(NEVER),
            1 => 0,
            2 if self.model.bodies.len() <= FEW => 1,
            _ => return u32::from(unlimited),
        };
        if self.within.len() <= id as usize {
            self.within.resize(self.states.len(), [UNASKED; 2]);
        }
        if self.within[id as usize][which] == UNASKED {
            let (places, home) = (self.places(id), self.home(id));
            let bound = self
                .batches
                .iter()
                .map(|batch| batch.bound_within(&self.model, places, &home, which + 1))
                .max()
                .unwrap_or(0);
            self.within[id as usize][which] = bound.max(unlimited);
        }
        u32::from(self.within[id as usize][which])
    }

    /// For each batch of cats, the cheapest tours of all bodies of a state but one.
    pub(super) fn without(&self, id: u32, body: usize) -> Vec<Rest> {
        let (places, home) = (self.places(id), self.home(id));
        self.batches
            .iter()
            .map(|batch| batch.rest(&self.model, places, &home, body))
            .collect()
    }

    /// The bound of the state that `rest` was taken from, with the body it spares at `place`
    /// and these cats at home.
    pub(super) fn bound_with(&self, rest: &[Rest], body: usize, place: u16, home: &Bits<W>) -> u16 {
        let spared = Some((&self.model.bodies[body], place));
        self.bound_from(rest, spared, home)
    }

    /// The same if the spared body never moved again.
    pub(super) fn bound_without(&self, rest: &[Rest], home: &Bits<W>) -> u16 {
        self.bound_from(rest, None, home)
    }

    fn bound_from(&self, rest: &[Rest], spared: Option<(&Body, u16)>, home: &Bits<W>) -> u16 {
        self.batches
            .iter()
            .zip(rest)
            .map(|(batch, rest)| batch.bound_with(&self.model, rest, spared, home))
            .max()
            .unwrap_or(0)
    }

    /// All cats of the class.
    pub(super) fn everyone(&self) -> Bits<W> {
        let mut everyone = Bits::EMPTY;
        (0..self.model.cats.len()).for_each(|i| everyone.insert(i));
        everyone
    }

    /// The cats a body can fetch on an otherwise empty board.
    pub(super) fn reach(&self, body: usize, place: u16) -> Bits<W> {
        let body = &self.model.bodies[body];
        let form = &self.model.forms[body.form];
        if body.stuck {
            return form.fetches[place as usize];
        }
        form.roams[form.island[place as usize] as usize]
    }
}

fn hash(packed: &[u16]) -> u64 {
    let mut hash = 0u64;
    for &word in packed {
        hash = (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517C_C1B7_2722_0A95);
    }
    hash ^ hash >> 32
}
