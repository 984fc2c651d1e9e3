//! How many different bodies must move at least.
//!
//! Suppose that a body which has moved is in nobody's way any more. Then it only matters *which*
//! bodies move: those that are *paid* for flood the board from where they stand, through bodies
//! that are loose (paid for, and able to step) and past cats that are home; what they reach goes
//! home and opens locks; and so on until nothing changes. If all cats are home then, these movers
//! may be enough, else they are certainly not: before its first move every body stands where it
//! stands now. Every mover costs a drag at least, so the smallest set of movers that is enough is a
//! lower bound on the drags.
//!
//! Where movers are not enough, some cat stays out, and there is a *landmark*: a set of bodies one
//! of which has to move too. It holds the bodies that might fetch the cat, and those that stand at
//! the edge of the floods that might come to it; through other cats and locks that are in the way
//! one asks again. The search branches on the smallest landmark, and each branch may
//! forbid what the branches before it have tried.

use gridwright_core::budget::{Limit, Meter};

use super::super::bits::Bits;
use super::board::{Board, COLORS};

/// The most cats that are asked for a landmark before the smallest found is taken.
const MOST_ASKED: usize = 48;

/// Sets of movers tried before it is left open whether so few may be enough.
const MOST_TRIED: u32 = 20_000;

/// What the relaxation starts from.
pub(super) struct Standing<'s, const W: usize> {
    /// Where each body may stand: one anchor, or all from which a body may be dragged on.
    pub(super) regions: &'s [Bits<W>],
    /// The bodies that are in the way of others.
    pub(super) solid: Bits<W>,
    /// The cats at home.
    pub(super) home: Bits<W>,
}

/// The relaxation, with room for its recursion.
pub(super) struct Relaxation<const W: usize> {
    /// The cats that must come home.
    goal: Bits<W>,
    frames: Vec<Frame<W>>,
    facts: Vec<Fact>,
    tried: u32,
}

/// What follows from a set of movers.
struct Frame<const W: usize> {
    regions: Vec<Bits<W>>,
    /// Cells under bodies that are in the way.
    taken: Bits<W>,
    solid: Bits<W>,
    paid: Bits<W>,
    home: Bits<W>,
    forbidden: [Bits<W>; COLORS],
}

/// Something that would have to change.
enum Fact {
    /// A cat is out.
    Out(usize),
    /// A paid body comes no further.
    Held(usize),
}

impl<const W: usize> Relaxation<W> {
    /// Room for nothing yet.
    pub(super) fn new() -> Self {
        Relaxation {
            goal: Bits::EMPTY,
            frames: Vec::new(),
            facts: Vec::new(),
            tried: 0,
        }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let bodies = self.frames.first().map_or(0, |frame| frame.regions.len());
        (self.frames.len() * (size_of::<Frame<W>>() + bodies * size_of::<Bits<W>>())) as u64
    }

    /// Whether the bodies that are due and `most` others, all of them in `movers`, may be enough to
    /// bring the cats of `goal` home.
    #[expect(clippy::too_many_arguments)]
    pub(super) fn is_within(
        &mut self,
        board: &Board<W>,
        standing: &Standing<'_, W>,
        movers: &Bits<W>,
        goal: &Bits<W>,
        due: &Bits<W>,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        self.begin(board, standing, due, meter)?;
        self.goal = *goal;
        let others = Bits::below(board.bodies.len()).minus(movers);
        let found = self.search(board, 0, most, others, &mut |_| true, meter)?;
        Ok(found || self.tried > MOST_TRIED)
    }

    /// Whether just these movers may be enough.
    pub(super) fn is_enough(
        &mut self,
        board: &Board<W>,
        standing: &Standing<'_, W>,
        movers: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        self.begin(board, standing, movers, meter)?;
        self.goal = board.everyone;
        self.settle(board, 0, meter)?;
        Ok(self.is_settled(0))
    }

    /// Tells of sets of at most `most` movers, such that every set that may be enough to bring the
    /// cats of `goal` home contains one of them; ends early, and says so, if `visit` wishes or there is too much to try.
    pub(super) fn each_enough(
        &mut self,
        board: &Board<W>,
        standing: &Standing<'_, W>,
        goal: &Bits<W>,
        most: u32,
        visit: &mut dyn FnMut(&Bits<W>) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        self.begin(board, standing, &Bits::EMPTY, meter)?;
        self.goal = *goal;
        let ended = self.search(board, 0, most, board.stuck, visit, meter)?;
        Ok(ended || self.tried > MOST_TRIED)
    }

    fn begin(
        &mut self,
        board: &Board<W>,
        standing: &Standing<'_, W>,
        paid: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        self.reserve(board, 1, meter)?;
        self.tried = 0;
        let frame = &mut self.frames[0];
        frame.regions.copy_from_slice(standing.regions);
        frame.solid = standing.solid;
        frame.taken = Bits::EMPTY;
        for body in standing.solid.iter() {
            let anchor = standing.regions[body].first().expect("it stands somewhere");
            frame.taken = frame.taken.or(&board.mask(body, anchor as u16));
        }
        frame.paid = *paid;
        frame.home = standing.home;
        frame.forbidden = board.forbidden(&standing.home);
        meter.work((standing.regions.len() * 2 * W) as u64)
    }

    fn reserve(
        &mut self,
        board: &Board<W>,
        frames: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        while self.frames.len() < frames {
            let bodies = board.bodies.len();
            meter.charge((size_of::<Frame<W>>() + bodies * size_of::<Bits<W>>()) as u64)?;
            self.frames.push(Frame {
                regions: vec![Bits::EMPTY; bodies],
                taken: Bits::EMPTY,
                solid: Bits::EMPTY,
                paid: Bits::EMPTY,
                home: Bits::EMPTY,
                forbidden: [Bits::EMPTY; COLORS],
            });
        }
        Ok(())
    }

    /// Whether a set with at most `most` more movers is found that `visit` is content with.
    fn search(
        &mut self,
        board: &Board<W>,
        depth: usize,
        most: u32,
        mut forbidden: Bits<W>,
        visit: &mut dyn FnMut(&Bits<W>) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        self.tried += 1;
        self.settle(board, depth, meter)?;
        if self.is_settled(depth) {
            return Ok(visit(&self.frames[depth].paid));
        }
        if most == 0 || self.tried > MOST_TRIED {
            return Ok(false);
        }
        let landmark = self.landmark(board, depth, &forbidden, meter)?;
        self.reserve(board, depth + 2, meter)?;
        for body in landmark.iter() {
            let (before, after) = self.frames.split_at_mut(depth + 1);
            after[0].copy_from(&before[depth]);
            after[0].paid.insert(body);
            meter.work((before[depth].regions.len() * W) as u64)?;
            if self.search(board, depth + 1, most - 1, forbidden, visit, meter)? {
                return Ok(true);
            }
            forbidden.insert(body);
        }
        Ok(false)
    }

    fn is_settled(&self, depth: usize) -> bool {
        self.frames[depth].home.contains_all(&self.goal)
    }

    /// Lets the paid bodies of a frame go wherever they can.
    fn settle(
        &mut self,
        board: &Board<W>,
        depth: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let frame = &mut self.frames[depth];
        loop {
            let mut changed = false;
            for body in frame.paid.iter() {
                if board.bodies[body].need > frame.home.count() {
                    continue;
                }
                let form = board.bodies[body].form;
                let was = frame.regions[body];
                let solid = frame.solid.contains(body);
                let mut others = frame.taken;
                if solid {
                    let anchor = was.first().expect("it stands somewhere");
                    others = others.minus(&board.mask(body, anchor as u16));
                }
                let free = board.free(form, &others, &frame.forbidden);
                let region = board.flood(&was, &free, meter)?;
                if region == was {
                    continue;
                }
                changed = true;
                frame.regions[body] = region;
                if solid {
                    frame.solid.remove(body);
                    frame.taken = others;
                }
                let home = board.fetched(form, &region, &frame.home);
                if home != frame.home {
                    frame.home = home;
                    frame.forbidden = board.forbidden(&home);
                }
            }
            if !changed || frame.home.contains_all(&self.goal) {
                return Ok(());
            }
        }
    }

    /// A small set of bodies, not forbidden, one of which has to be paid for.
    fn landmark(
        &mut self,
        board: &Board<W>,
        depth: usize,
        forbidden: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<Bits<W>, Limit> {
        let mut best: Option<(u32, Bits<W>)> = None;
        let out = self.goal.minus(&self.frames[depth].home);
        for cat in out.iter().take(MOST_ASKED) {
            let most = best.as_ref().map_or(u32::MAX, |best| best.0);
            if let Some(found) = self.one_of(board, depth, forbidden, cat, most, meter)? {
                let count = found.count();
                best = Some((count, found));
                if count == 0 {
                    break;
                }
            }
        }
        Ok(best.expect("the first cat has a landmark").1)
    }

    /// The bodies one of which has to be paid for before a cat can go home, if they are fewer than
    /// `most`.
    fn one_of(
        &mut self,
        board: &Board<W>,
        depth: usize,
        forbidden: &Bits<W>,
        cat: usize,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Bits<W>>, Limit> {
        let frame = &self.frames[depth];
        let mut set = Bits::EMPTY;
        let mut asked = Bits::only(cat);
        let mut held = Bits::EMPTY;
        self.facts.clear();
        self.facts.push(Fact::Out(cat));
        while let Some(fact) = self.facts.pop() {
            match fact {
                Fact::Out(cat) => {
                    for (b, body) in board.bodies.iter().enumerate() {
                        if !body.reach.contains(cat) {
                            continue;
                        }
                        if !frame.paid.contains(b) {
                            if !forbidden.contains(b) {
                                set.insert(b);
                            }
                        } else if !held.contains(b) {
                            held.insert(b);
                            self.facts.push(Fact::Held(b));
                        }
                    }
                }
                Fact::Held(b) if board.bodies[b].need > frame.home.count() => {
                    for cat in board.everyone.minus(&frame.home).minus(&asked).iter() {
                        asked.insert(cat);
                        self.facts.push(Fact::Out(cat));
                    }
                }
                Fact::Held(b) => {
                    let form = board.bodies[b].form;
                    let region = &frame.regions[b];
                    let places = &board.forms[form].places;
                    let mut edge = board.spread(region).and(places).minus(region);
                    // An anchor at the edge opens only when all that is on it is gone, so one
                    // reason is enough for each; reasons that cost nothing new come first.
                    let close = |edge: &mut Bits<W>, x: usize| {
                        if x == b {
                            return false;
                        }
                        let anchor = frame.regions[x].first().expect("it stands somewhere");
                        let on = board.blocked(form, &board.mask(x, anchor as u16));
                        let met = on.meets(edge);
                        *edge = edge.minus(&on);
                        met
                    };
                    meter.work((frame.solid.count() as usize * 4 * W) as u64)?;
                    let unpaid = frame.solid.minus(&frame.paid);
                    let free_reasons = unpaid.and(&forbidden.or(&set));
                    for x in free_reasons.iter().chain(held.and(&frame.solid).iter()) {
                        close(&mut edge, x);
                    }
                    for x in unpaid.minus(&free_reasons).iter() {
                        if edge.is_empty() {
                            break;
                        }
                        if close(&mut edge, x) {
                            set.insert(x);
                        }
                    }
                    for x in frame.solid.and(&frame.paid).minus(&held).iter() {
                        if edge.is_empty() {
                            break;
                        }
                        if close(&mut edge, x) {
                            held.insert(x);
                            self.facts.push(Fact::Held(x));
                        }
                    }
                    if !edge.is_empty() {
                        for cat in board.everyone.minus(&frame.home).iter() {
                            let on = board.barred(form, cat);
                            if on.meets(&edge) {
                                edge = edge.minus(&on);
                                if !asked.contains(cat) {
                                    asked.insert(cat);
                                    self.facts.push(Fact::Out(cat));
                                }
                            }
                        }
                    }
                }
            }
            if set.count() >= most {
                return Ok(None);
            }
        }
        Ok(Some(set))
    }
}

impl<const W: usize> Frame<W> {
    fn copy_from(&mut self, other: &Frame<W>) {
        self.regions.copy_from_slice(&other.regions);
        self.taken = other.taken;
        self.solid = other.solid;
        self.paid = other.paid;
        self.home = other.home;
        self.forbidden = other.forbidden;
    }
}
