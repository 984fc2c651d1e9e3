//! States of the whole level: one number per class, and the steps between them.

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::Dir;

use crate::tilepuzzle::level::Level;
use crate::tilepuzzle::rules::{Move, Position};

use super::bits::Bits;
use super::class::{Class, ClassMove};
use super::model::{self, NONE};
use super::stubborn::{Actor, EVERYBODY, ReachTable};

/// The most classes: as many as there are colours.
pub(super) const MOST_CLASSES: usize = 5;

/// A state of the level: the number of each class's state. Unused places are 0.
pub(super) type Ids = [u32; MOST_CLASSES];

/// A state packed into a key.
pub(super) fn pack(ids: &Ids) -> u128 {
    ids.iter().fold(0, |key, &id| key << 25 | u128::from(id))
}

/// The state of a key.
pub(super) fn unpack(key: u128) -> Ids {
    std::array::from_fn(|i| (key >> (25 * (MOST_CLASSES - 1 - i))) as u32 & ((1 << 25) - 1))
}

/// A step told so that it can be found again among interchangeable bodies: which kind of body,
/// from where, and in which direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) class: u8,
    pub(super) dir: u8,
    pub(super) twin: u16,
    pub(super) place: u16,
}

/// The classes of a level with the states met so far.
pub(super) struct Space<const W: usize> {
    /// The classes.
    pub(super) classes: Vec<Class<W>>,
    /// Where the bodies of each class may still come to.
    pub(super) reach: Vec<ReachTable<W>>,
    /// The number of each class's first body when all bodies are counted.
    pub(super) first_body: Vec<usize>,
    /// How many bodies there are.
    pub(super) bodies: usize,
    /// Scratch for [`Space::concerned`].
    pub(super) actors: Vec<Actor<W>>,
    /// Whether locks are to be tested.
    locks: bool,
}

impl<const W: usize> Space<W> {
    /// The classes of a level as they stand in a position.
    pub(super) fn new(
        level: &Level,
        position: &Position,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let classes = model::classes(level, position, meter)?
            .into_iter()
            .map(|model| Class::new(model, meter))
            .collect::<Result<Vec<_>, _>>()?;
        let locks = level.shapes().iter().any(|shape| shape.unlock > 0);
        let reach = classes.iter().map(|_| ReachTable::new()).collect();
        let first_body = classes
            .iter()
            .scan(0, |next, class| {
                let first = *next;
                *next += class.model.bodies.len();
                Some(first)
            })
            .collect();
        let bodies = classes.iter().map(|class| class.model.bodies.len()).sum();
        Ok(Space {
            classes,
            reach,
            first_body,
            bodies,
            actors: Vec::new(),
            locks,
        })
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    /// Steps needed at least.
    #[inline]
    pub(super) fn steps(&self, ids: &Ids) -> u32 {
        self.sum(ids, |class, id| u32::from(class.state(id).steps))
    }

    /// Drags needed at least.
    pub(super) fn drags(&self, ids: &Ids) -> u32 {
        self.sum(ids, |class, id| u32::from(class.state(id).drags))
    }

    /// Steps needed at least within so many drags: every class gets what the others can spare.
    pub(super) fn steps_within(&mut self, ids: &Ids, drags: u32) -> u32 {
        let needed = self.drags(ids);
        let spare = drags.saturating_sub(needed);
        let mut steps = 0;
        for (class, &id) in self.classes.iter_mut().zip(ids) {
            let own = u32::from(class.state(id).drags) + spare;
            steps += class.steps_within(id, own);
        }
        steps
    }

    /// Cats at home.
    #[inline]
    pub(super) fn home(&self, ids: &Ids) -> u32 {
        self.sum(ids, |class, id| class.state(id).home)
    }

    /// Whether all cats are home.
    pub(super) fn is_solved(&self, ids: &Ids) -> bool {
        (0..self.len()).all(|c| self.classes[c].is_done(ids[c]))
    }

    #[inline]
    fn sum(&self, ids: &Ids, value: impl Fn(&Class<W>, u32) -> u32) -> u32 {
        self.classes
            .iter()
            .zip(ids)
            .map(|(class, &id)| value(class, id))
            .sum()
    }

    /// The cells that the other classes keep from class `c`.
    #[inline]
    pub(super) fn kept_from(&self, c: usize, ids: &Ids) -> Bits<W> {
        let mut kept = Bits::EMPTY;
        for (other, class) in self.classes.iter().enumerate() {
            if other != c {
                kept = kept.or(&class.state(ids[other]).keeps);
            }
        }
        kept
    }

    /// Cats at home for the test of locks: as many as any lock asks for where there are none.
    #[inline]
    pub(super) fn keys(&self, ids: &Ids) -> u32 {
        if self.locks { self.home(ids) } else { u32::MAX }
    }

    /// Whether any shape has a lock.
    pub(super) fn has_locks(&self) -> bool {
        self.locks
    }

    /// Whether a body of a class is in a set of bodies.
    #[inline]
    pub(super) fn is_in(&self, bodies: u64, class: usize, body: u16) -> bool {
        bodies == EVERYBODY || bodies >> (self.first_body[class] + body as usize) & 1 == 1
    }

    /// A class move as a step.
    pub(super) fn step(&self, class: usize, from: u32, mv: &ClassMove) -> Step {
        let owner = &self.classes[class];
        Step {
            class: class as u8,
            dir: mv.dir,
            twin: owner.model.bodies[mv.body as usize].twin,
            place: owner.places(from)[mv.body as usize],
        }
    }

    /// The steps of one body of a class state along directions.
    pub(super) fn walk(&self, class: usize, from: u32, body: usize, dirs: &[u8]) -> Vec<Step> {
        let owner = &self.classes[class];
        let form = &owner.model.forms[owner.model.bodies[body].form];
        let mut place = owner.places(from)[body];
        let mut steps = Vec::with_capacity(dirs.len());
        for &dir in dirs {
            steps.push(Step {
                class: class as u8,
                dir,
                twin: owner.model.bodies[body].twin,
                place,
            });
            place = form.next[place as usize][dir as usize];
        }
        steps
    }

    /// The states after each possible first step. The first step is special: cats that are covered
    /// before it are still here, and go home with it unless the step uncovers them.
    pub(super) fn openings(&mut self, meter: &mut Meter<'_>) -> Result<Vec<(Step, Ids)>, Limit> {
        let home: u32 = self.classes.iter().map(|c| c.model.home.count()).sum();
        let starts: Vec<Vec<u16>> = self
            .classes
            .iter()
            .map(|class| class.model.bodies.iter().map(|body| body.start).collect())
            .collect();
        let mut openings = Vec::new();
        for (c, start) in starts.iter().enumerate() {
            for (b, &from) in start.iter().enumerate() {
                for dir in 0..4u8 {
                    let model = &self.classes[c].model;
                    let body = &model.bodies[b];
                    let to = model.forms[body.form].next[from as usize][dir as usize];
                    if to == NONE || body.need > home || !self.is_free(c, b, to, &starts) {
                        continue;
                    }
                    let step = Step {
                        class: c as u8,
                        dir,
                        twin: body.twin,
                        place: from,
                    };
                    let mut ids = [0; MOST_CLASSES];
                    for (other, start) in starts.iter().enumerate() {
                        let mut places = start.clone();
                        if other == c {
                            places[b] = to;
                        }
                        ids[other] = self.classes[other].settled(&mut places, meter)?;
                    }
                    openings.push((step, ids));
                }
            }
        }
        Ok(openings)
    }

    /// Whether a body may move to a placement while all others lie at their starts.
    fn is_free(&self, c: usize, b: usize, to: u16, starts: &[Vec<u16>]) -> bool {
        let own = &self.classes[c].model;
        let form = &own.forms[own.bodies[b].form];
        let landing = &form.masks[to as usize];
        let mut kept = Bits::EMPTY;
        for (other, class) in self.classes.iter().enumerate() {
            for (i, body) in class.model.bodies.iter().enumerate() {
                if (other, i) != (c, b) {
                    kept = kept.or(&class.model.forms[body.form].masks[starts[other][i] as usize]);
                }
            }
            if other != c {
                class
                    .model
                    .cats
                    .iter()
                    .enumerate()
                    .filter(|(i, cat)| cat.forbids != NONE && !class.model.home.contains(*i))
                    .for_each(|(_, cat)| kept.insert(cat.forbids as usize));
            }
        }
        !landing.meets(&kept) && form.fouls[to as usize].minus(&own.home).is_empty()
    }

    /// The moves that a list of steps from the start stands for.
    pub(super) fn moves(&self, steps: &[Step]) -> Vec<Move> {
        let mut places: Vec<Vec<u16>> = self
            .classes
            .iter()
            .map(|class| class.model.bodies.iter().map(|body| body.start).collect())
            .collect();
        let mut moves = Vec::with_capacity(steps.len());
        for step in steps {
            let model = &self.classes[step.class as usize].model;
            let places = &mut places[step.class as usize];
            let b = (0..places.len())
                .find(|&b| model.bodies[b].twin == step.twin && places[b] == step.place)
                .expect("a step tells where a body lies");
            let body = &model.bodies[b];
            places[b] = model.forms[body.form].next[step.place as usize][step.dir as usize];
            moves.push(Move {
                shape: body.leader,
                dir: Dir::ALL[step.dir as usize],
            });
        }
        moves
    }
}
