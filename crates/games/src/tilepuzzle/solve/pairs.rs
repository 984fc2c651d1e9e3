//! What two classes must spend beyond their own bounds, because they are in each other's way.
//!
//! Leave only two classes on the board, count every cat of the others as home when it comes to
//! locks, and ask: how many steps more than the sum of their bounds do they need? That *excess* is
//! found on demand, for the pairs of class states the main search meets, by a depth-first search
//! that deepens on the excess; what is learnt about any pair of states on the way is kept.
//!
//! In a solution of the whole level every class has an excess of its own, and any two of them
//! together have at least the excess of the pair. [`total`] is the least sum of class
//! excesses that is left after all pairs have had their say: pairs without a common class add
//! up, and three classes share at least half the sum of their three pairs. Where that is not enough
//! to turn back, `fronts` looks at how each pair may share its excess.

use gridwright_core::budget::{Limit, Meter};

use super::fronts::{self, Allowance, Asked, Fronts};
use super::memo::Memo;
use super::space::{Ids, MOST_CLASSES, Space};

/// Larger excesses are not told apart.
const MOST: u8 = 250;

/// Nothing is known about a way.
const NO_WAY_YET: u8 = u8::MAX;

/// What is known about the excess of a pair of states.
#[derive(Clone, Copy)]
struct Known {
    least: u8,
    most: u8,
}

impl Known {
    const NOTHING: Known = Known {
        least: 0,
        most: NO_WAY_YET,
    };

    fn from_value(value: u16) -> Self {
        Known {
            least: value as u8,
            most: !(value >> 8) as u8,
        }
    }

    /// 0 for nothing, as tables want it.
    fn value(self) -> u16 {
        u16::from(!self.most) << 8 | u16::from(self.least)
    }
}

struct Frame {
    ids: [u32; 2],
    left: u8,
    base: usize,
}

/// One pair of classes.
pub(super) struct Pair {
    pub(super) classes: [usize; 2],
    /// Cats of all other classes: at home already, as far as locks are concerned.
    others: u32,
    known: Memo<u64, u16>,
    frames: Vec<Frame>,
    tries: Vec<Try>,
    pub(super) fronts: Fronts,
}

/// A step of one of two classes: which of them, what excess it uses up, and where it leads.
pub(super) type Try = (u8, u8, u32);

impl Pair {
    pub(super) fn key(ids: [u32; 2]) -> u64 {
        u64::from(ids[0]) << 32 | u64::from(ids[1])
    }

    /// The excess of two states, or `cap` if it is not less.
    fn excess<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        ids: [u32; 2],
        cap: u8,
        meter: &mut Meter<'_>,
    ) -> Result<u8, Limit> {
        let mut known = self.lookup(space, ids);
        while known.least < known.most && known.least < cap {
            if self.can_finish(space, ids, known.least, meter)? {
                known.most = known.least;
            } else {
                known.least += 1;
            }
        }
        Ok(known.least.min(cap))
    }

    /// Whether all cats of two states are home.
    pub(super) fn are_done<const W: usize>(&self, space: &Space<W>, ids: [u32; 2]) -> bool {
        (0..2).all(|i| space.classes[self.classes[i]].is_done(ids[i]))
    }

    /// Whether two states are known to need more than this together.
    pub(super) fn needs_more(&self, ids: [u32; 2], left: [u8; 2]) -> bool {
        let value = self.known.get(Pair::key(ids));
        value != 0 && Known::from_value(value).least > left[0] + left[1]
    }

    fn lookup<const W: usize>(&self, space: &Space<W>, ids: [u32; 2]) -> Known {
        match self.known.get(Pair::key(ids)) {
            _ if self.are_done(space, ids) => Known { least: 0, most: 0 },
            0 => Known::NOTHING,
            value => Known::from_value(value),
        }
    }

    /// Whether two states can be solved with this excess; nothing less is enough.
    fn can_finish<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        ids: [u32; 2],
        left: u8,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        self.frames.clear();
        self.tries.clear();
        self.open(space, ids, left, meter)?;
        while let Some(frame) = self.frames.last() {
            let (ids, left) = (frame.ids, frame.left);
            if self.tries.len() == frame.base {
                let mut known = self.lookup(space, ids);
                known.least = known.least.max(left + 1);
                self.known.put(Pair::key(ids), known.value(), meter);
                self.frames.pop();
                continue;
            }
            let (side, excess, to) = self.tries.pop().expect("the frame has tries left");
            let mut next = ids;
            next[side as usize] = to;
            let left = left - excess;
            meter.node()?;
            let known = self.lookup(space, next);
            if known.least > left {
                continue;
            }
            if known.most <= left {
                self.note_success(space, left - known.most, meter);
                return Ok(true);
            }
            self.open(space, next, left, meter)?;
        }
        Ok(false)
    }

    /// Every state on the way to a success can be solved with what it had, less what was spared.
    fn note_success<const W: usize>(
        &mut self,
        space: &Space<W>,
        spared: u8,
        meter: &mut Meter<'_>,
    ) {
        for i in 0..self.frames.len() {
            let Frame { ids, left, .. } = self.frames[i];
            let mut known = self.lookup(space, ids);
            known.most = known.most.min(left - spared);
            self.known.put(Pair::key(ids), known.value(), meter);
        }
    }

    /// Puts a state on the stack with the moves it may try, the best on top.
    fn open<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        ids: [u32; 2],
        left: u8,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let base = self.tries.len();
        let mut tries = std::mem::take(&mut self.tries);
        let listed = self.list_tries(space, ids, [left; 2], &mut tries, meter);
        self.tries = tries;
        listed?;
        self.frames.push(Frame { ids, left, base });
        Ok(())
    }

    /// Puts the steps that two states may try on a list, the best last, if the classes can afford
    /// so much.
    pub(super) fn list_tries<const W: usize>(
        &self,
        space: &mut Space<W>,
        ids: [u32; 2],
        afford: [u8; 2],
        tries: &mut Vec<Try>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let [a, b] = self.classes;
        let keys = if space.has_locks() {
            let home = space.classes[a].state(ids[0]).home + space.classes[b].state(ids[1]).home;
            home + self.others
        } else {
            u32::MAX
        };
        let moves = [
            space.classes[a].moves(ids[0], meter)?,
            space.classes[b].moves(ids[1], meter)?,
        ];
        let mut all = [0; MOST_CLASSES];
        (all[a], all[b]) = (ids[0], ids[1]);
        let mut affords = [0; MOST_CLASSES];
        (affords[a], affords[b]) = (afford[0].into(), afford[1].into());
        let bodies = space.concerned(1 << a | 1 << b, &all, &affords, keys, meter)?;
        for excess in (0..=2).rev() {
            for (side, moves) in moves.iter().enumerate() {
                if excess > afford[side] {
                    continue;
                }
                let class = &space.classes[self.classes[side]];
                let other = &space.classes[self.classes[1 - side]];
                let kept = &other.state(ids[1 - side]).keeps;
                for mv in class.listed(moves, excess) {
                    if mv.need <= keys
                        && space.is_in(bodies, self.classes[side], mv.body)
                        && !class.landing(mv).meets(kept)
                    {
                        tries.push((side as u8, excess, mv.to));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The excess of every pair of classes in one state, as far as it was asked for.
pub(super) type PairExcess = [[u8; MOST_CLASSES]; MOST_CLASSES];

/// All pairs of three classes or more. (Two classes are a pair already: there is nothing to gain.)
pub(super) struct Excesses {
    pairs: Vec<Pair>,
    classes: usize,
    allowance: Allowance,
}

impl Excesses {
    /// Nothing is known yet.
    pub(super) fn new<const W: usize>(space: &Space<W>) -> Self {
        let classes = space.len();
        let cats = |c: usize| space.classes[c].model.cats.len() as u32;
        let all: u32 = (0..classes).map(cats).sum();
        let mut pairs = Vec::new();
        if classes > 2 {
            for b in 1..classes {
                for a in 0..b {
                    pairs.push(Pair {
                        classes: [a, b],
                        others: all - cats(a) - cats(b),
                        known: Memo::new(),
                        frames: Vec::new(),
                        tries: Vec::new(),
                        fronts: Fronts::new(),
                    });
                }
            }
        }
        Excesses {
            pairs,
            classes,
            allowance: Allowance::new(),
        }
    }

    /// Brings `excess` up to date after class `moved` changed (all classes if `None`), and tells the
    /// most that each class may spend of `left`; nothing as soon as the whole needs more.
    pub(super) fn shares<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        ids: &Ids,
        moved: Option<usize>,
        excess: &mut PairExcess,
        left: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<[u32; MOST_CLASSES]>, Limit> {
        if self.pairs.is_empty() {
            return Ok(Some([left; MOST_CLASSES]));
        }
        if moved.is_some() {
            let changed = moved.map_or(0, |moved| 1 << moved);
            // What the others need among themselves has not changed.
            if total(excess, ((1 << self.classes) - 1) & !changed) > left {
                return Ok(None);
            }
        }
        let cap = u8::try_from(left + 1).unwrap_or(MOST).min(MOST);
        for pair in &mut self.pairs {
            let [a, b] = pair.classes;
            if moved.is_some_and(|moved| moved != a && moved != b) {
                continue;
            }
            let found = pair.excess(space, [ids[a], ids[b]], cap, meter)?;
            excess[a][b] = found;
            if u32::from(found) > left {
                return Ok(None);
            }
        }
        if total(excess, (1 << self.classes) - 1) > left {
            return Ok(None);
        }
        let asked = Asked {
            ids,
            classes: self.classes,
            excess,
        };
        let allowance = &mut self.allowance;
        fronts::shares(&mut self.pairs, space, asked, left, allowance, meter)
    }
}

/// What each class can afford when the whole may use up `left`: the others need their share.
pub(super) fn affordable(excess: &PairExcess, classes: usize, left: u32) -> [u32; MOST_CLASSES] {
    let all = (1 << classes) - 1;
    std::array::from_fn(|c| left.saturating_sub(total(excess, all & !(1 << c))))
}

/// The least sum of class excesses, among the classes of a set, that does justice to all pairs.
fn total(excess: &PairExcess, set: u32) -> u32 {
    if set.count_ones() < 2 {
        return 0;
    }
    let a = set.trailing_zeros();
    let rest = set & !(1 << a);
    let pair = |x: u32, y: u32| u32::from(excess[x.min(y) as usize][x.max(y) as usize]);
    let members = |set: u32| (0..MOST_CLASSES as u32).filter(move |i| set >> i & 1 == 1);
    let mut best = total(excess, rest);
    for b in members(rest) {
        let rest = rest & !(1 << b);
        best = best.max(pair(a, b) + total(excess, rest));
        for c in members(rest).filter(|&c| c > b) {
            let three = (pair(a, b) + pair(a, c) + pair(b, c)).div_ceil(2);
            best = best.max(three + total(excess, rest & !(1 << c)));
        }
    }
    best
}
