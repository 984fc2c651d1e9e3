//! How two classes may share what they must spend beyond their own bounds.
//!
//! That two classes together have an excess of 3 leaves open who pays. If one of them cannot help
//! at all, the other pays everything, and then it matters little what the first one does for a third
//! class. So for a pair of class states it is asked, cell by cell: can they be solved if the first
//! spends at most `a` and the second at most `b`? What can be is a set with a *front*, since more
//! to spend never hurts.
//!
//! A state of the whole level can only be finished with some excess if that can be shared out among
//! all classes so that every pair of them agrees. Three colours that block each other in turn are
//! seen through by this, where the sums of their pairs say little. It also tells the most that each
//! class may spend, and so which of its steps need not be tried.
//!
//! As in `pairs`, cells are found on demand by depth-first search, and what is learnt about any pair
//! of states on the way is kept. A cell can be dear to find out, so the search for them is granted no
//! more than a share of the states the main search looks at; beyond that, what is not known counts as
//! possible.

use gridwright_core::budget::{Limit, Meter};

use super::memo::Memo;
use super::pairs::{self, Pair, PairExcess, Try};
use super::space::{Ids, MOST_CLASSES, Space};

/// Excesses of one class below this are told apart.
const SIDE: u8 = 15;

/// The most pairs of classes.
const MOST_PAIRS: usize = MOST_CLASSES * (MOST_CLASSES - 1) / 2;

/// Nodes that may be spent on cells for every state that is asked about.
const NODES_PER_STATE: u64 = 32;

/// Nodes that may be spent in advance.
const FIRST_NODES: u64 = 20_000;

/// What is known about a pair of states. More to spend never hurts, so for each excess of the first
/// class two numbers tell all: below the one the second class is known to spend too little, from the
/// other on enough. Each takes four bits.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Front {
    /// How many excesses of the second class are too little.
    refuted: u64,
    /// [`SIDE`] less the least excess of the second class that is enough.
    proved: u64,
}

impl Front {
    fn is_refuted(&self, [a, b]: [u8; 2]) -> bool {
        b < nibble(self.refuted, a)
    }

    fn is_proved(&self, [a, b]: [u8; 2]) -> bool {
        b + nibble(self.proved, a) >= SIDE
    }

    /// Notes that this is too little, and so is less on either side.
    fn refute(&mut self, [a, b]: [u8; 2]) {
        for a in 0..=a {
            raise(&mut self.refuted, a, b + 1);
        }
    }

    /// Notes that this is enough, and so is more on either side.
    fn prove(&mut self, [a, b]: [u8; 2]) {
        for a in a..SIDE {
            raise(&mut self.proved, a, SIDE - b);
        }
    }
}

fn nibble(row: u64, a: u8) -> u8 {
    (row >> (4 * a)) as u8 & 15
}

fn raise(row: &mut u64, a: u8, to: u8) {
    if nibble(*row, a) < to {
        *row = *row & !(15 << (4 * a)) | u64::from(to) << (4 * a);
    }
}

/// What is known about the fronts of one pair of classes.
pub(super) struct Fronts {
    known: Memo<u64, Front>,
    frames: Vec<Frame>,
    tries: Vec<Try>,
}

struct Frame {
    ids: [u32; 2],
    left: [u8; 2],
    base: usize,
}

impl Fronts {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        Fronts {
            known: Memo::new(),
            frames: Vec::new(),
            tries: Vec::new(),
        }
    }
}

/// The nodes that may still be spent on cells.
pub(super) struct Allowance(u64);

impl Allowance {
    /// What may be spent before any state was asked about.
    pub(super) fn new() -> Self {
        Allowance(FIRST_NODES)
    }
}

/// A state of the whole level with what its pairs are known to need.
pub(super) struct Asked<'s> {
    pub(super) ids: &'s Ids,
    pub(super) classes: usize,
    pub(super) excess: &'s PairExcess,
}

/// The most that each class may spend if an excess is shared out among the classes of a state so
/// that all pairs agree; nothing if it cannot be. What is too much to tell counts as possible.
pub(super) fn shares<const W: usize>(
    pairs: &mut [Pair],
    space: &mut Space<W>,
    asked: Asked<'_>,
    left: u32,
    allowance: &mut Allowance,
    meter: &mut Meter<'_>,
) -> Result<Option<[u32; MOST_CLASSES]>, Limit> {
    allowance.0 += NODES_PER_STATE;
    let classes = asked.classes;
    let mut most = pairs::affordable(asked.excess, classes, left);
    if left >= u32::from(SIDE) {
        return Ok(Some(most));
    }
    let mut fronts = [Front::default(); MOST_PAIRS];
    for (front, pair) in fronts.iter_mut().zip(&*pairs) {
        let ids = pair.classes.map(|class| asked.ids[class]);
        *front = pair.fronts.known.get(Pair::key(ids));
    }
    let mut sharing = Sharing {
        pairs,
        asked,
        fronts,
        fixed: None,
        shares: [0; MOST_CLASSES],
        allowance,
    };
    if !sharing.share(space, 0, left as u8, meter)? {
        return Ok(None);
    }
    let found = sharing.shares;
    for c in 0..classes {
        sharing.fixed = Some(c);
        while most[c] > u32::from(found[c]) {
            sharing.shares[c] = most[c] as u8;
            if sharing.share(space, 0, left as u8 - most[c] as u8, meter)? {
                break;
            }
            most[c] -= 1;
        }
    }
    Ok(Some(most))
}

/// One question.
struct Sharing<'s> {
    pairs: &'s mut [Pair],
    asked: Asked<'s>,
    /// What is known about each pair.
    fronts: [Front; MOST_PAIRS],
    /// The class whose share is given.
    fixed: Option<usize>,
    shares: [u8; MOST_CLASSES],
    allowance: &'s mut Allowance,
}

impl Sharing<'_> {
    /// Whether the classes from `c` on can share `left` among them so that every pair agrees.
    fn share<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        c: usize,
        left: u8,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        if c == self.asked.classes {
            return Ok(true);
        }
        if self.fixed == Some(c) {
            return Ok(self.agrees(space, c, meter)? && self.share(space, c + 1, left, meter)?);
        }
        for own in 0..=left {
            self.shares[c] = own;
            if self.agrees(space, c, meter)? && self.share(space, c + 1, left - own, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether class `c` agrees with all classes before it.
    fn agrees<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        c: usize,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        for i in 0..self.pairs.len() {
            let [a, b] = self.pairs[i].classes;
            if b != c {
                continue;
            }
            let cell = [self.shares[a], self.shares[b]];
            if self.fronts[i].is_proved(cell) {
                continue;
            }
            let least = self.asked.excess[a][b];
            if self.fronts[i].is_refuted(cell) || cell[0] + cell[1] < least {
                return Ok(false);
            }
            let ids = [self.asked.ids[a], self.asked.ids[b]];
            match self.pairs[i].can_spend(space, ids, cell, self.allowance, meter)? {
                Some(true) => self.fronts[i].prove(cell),
                Some(false) => {
                    self.fronts[i].refute(cell);
                    return Ok(false);
                }
                None => {}
            }
        }
        Ok(true)
    }
}

impl Pair {
    /// Whether two states can be solved if each class spends no more than this; nothing if that is
    /// too much to find out.
    fn can_spend<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        ids: [u32; 2],
        left: [u8; 2],
        allowance: &mut Allowance,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>, Limit> {
        self.fronts.frames.clear();
        self.fronts.tries.clear();
        if self.are_done(space, ids) {
            return Ok(Some(true));
        }
        if allowance.0 == 0 {
            return Ok(None);
        }
        self.open_cell(space, ids, left, meter)?;
        while let Some(&Frame { ids, left, base }) = self.fronts.frames.last() {
            if self.fronts.tries.len() == base {
                self.note(ids, meter, |front| front.refute(left));
                self.fronts.frames.pop();
                continue;
            }
            if allowance.0 == 0 {
                return Ok(None);
            }
            allowance.0 -= 1;
            meter.node()?;
            let (side, excess, to) = self.fronts.tries.pop().expect("the frame has tries left");
            let (mut ids, mut left) = (ids, left);
            ids[side as usize] = to;
            left[side as usize] -= excess;
            let front = self.fronts.known.get(Pair::key(ids));
            if front.is_refuted(left) || self.needs_more(ids, left) {
                continue;
            }
            if front.is_proved(left) || self.are_done(space, ids) {
                for i in 0..self.fronts.frames.len() {
                    let Frame { ids, left, .. } = self.fronts.frames[i];
                    self.note(ids, meter, |front| front.prove(left));
                }
                return Ok(Some(true));
            }
            self.open_cell(space, ids, left, meter)?;
        }
        Ok(Some(false))
    }

    /// Puts a state on the stack with the moves it may try, the best on top.
    fn open_cell<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        ids: [u32; 2],
        left: [u8; 2],
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let base = self.fronts.tries.len();
        let mut tries = std::mem::take(&mut self.fronts.tries);
        let listed = self.list_tries(space, ids, left, &mut tries, meter);
        self.fronts.tries = tries;
        listed?;
        self.fronts.frames.push(Frame { ids, left, base });
        Ok(())
    }

    fn note(&mut self, ids: [u32; 2], meter: &mut Meter<'_>, learn: impl Fn(&mut Front)) {
        let key = Pair::key(ids);
        let mut front = self.fronts.known.get(key);
        learn(&mut front);
        self.fronts.known.put(key, front, meter);
    }
}
