//! What the steps to come cost at least, when it is known which bodies may still move.
//!
//! A *tour* is the least number of steps in which a body fetches a set of cats with nothing else
//! on the board but the bodies that never move. Every cat that is out must be on somebody's tour,
//! and no step counts for two bodies, so the cheapest way to share out the cats is a lower bound.
//! Who may go on a tour is limited: bodies that must still move pay at least one step each and may
//! go; the body that is being dragged may go on; all others need a drag that is to spare.
//!
//! Colours that share a body belong together; each such *class* is bounded on its own, for every
//! number of spare drags, and what was found is kept.

use gridwright_core::budget::{Limit, Meter};

use super::super::bits::Bits;
use super::board::{Board, COLORS};
use super::intern::Interner;

/// The most cats in one table.
const BATCH: usize = 6;

/// The most drags to spare that make a difference: with one for every cat of a batch, all may go.
const MOST_SPARE: usize = COLORS * BATCH;

/// More steps than any tour takes.
pub(super) const NEVER: u16 = u16::MAX;

/// The anchor of a mover that is not there.
pub(super) const ABSENT: u16 = u16::MAX;

/// The tours of one form for a batch of cats: steps by anchor and subset, subsets of one anchor
/// side by side.
struct Table {
    form: usize,
    steps: Vec<u16>,
}

/// At most [`BATCH`] cats of a class.
struct Batch {
    cats: Vec<u16>,
    tables: Vec<Table>,
}

/// A mover as its class sees it.
struct TourBody {
    /// Its number among the movers.
    mover: usize,
    form: usize,
}

struct Class<const W: usize> {
    tour_bodies: Vec<TourBody>,
    batches: Vec<Batch>,
    cats: Bits<W>,
    states: Interner,
    /// For every state, the bound for 0, 1, 2 … spare drags.
    costs: Vec<u16>,
}

/// The bounds for one set of movers.
pub(super) struct Bounds<const W: usize> {
    classes: Vec<Class<W>>,
    /// The most drags to spare, that is, for bodies that have moved before.
    most_spare: usize,
    key: Vec<u32>,
}

/// What is known about the movers in a state.
pub(super) struct Moved<'s> {
    /// The anchor of each, or [`ABSENT`].
    pub(super) anchors: &'s [u16],
    /// Those that must still move, as bits.
    pub(super) due: u64,
    /// The one that is being dragged.
    pub(super) active: Option<usize>,
}

/// The classes of colours: for each colour the least colour that belongs with it.
pub(super) fn class_of_color<const W: usize>(board: &Board<W>) -> [u8; COLORS] {
    let mut class: [u8; COLORS] = std::array::from_fn(|color| color as u8);
    for form in &board.forms {
        let mut colors = form.colors();
        let Some(first) = colors.next() else {
            continue;
        };
        for color in colors {
            let (a, b) = (class[first as usize], class[color as usize]);
            class
                .iter_mut()
                .filter(|class| **class == a.max(b))
                .for_each(|class| *class = a.min(b));
        }
    }
    class
}

impl<const W: usize> Bounds<W> {
    /// The bounds for these movers, with the cells of `walls` closed to them.
    pub(super) fn new(
        board: &Board<W>,
        movers: &[usize],
        walls: &Bits<W>,
        home: &Bits<W>,
        most_spare: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let class_of = class_of_color(board);
        let mut classes: Vec<Class<W>> = Vec::new();
        for color in 0..COLORS as u8 {
            if class_of[color as usize] != color {
                continue;
            }
            let tour_bodies: Vec<TourBody> = movers
                .iter()
                .enumerate()
                .map(|(mover, &body)| TourBody {
                    mover,
                    form: board.bodies[body].form,
                })
                .filter(|tour_body| {
                    let mut colors = board.forms[tour_body.form].colors();
                    colors.any(|c| class_of[c as usize] == color)
                })
                .collect();
            let mut cats = Bits::EMPTY;
            for cat in board.everyone.minus(home).iter() {
                if class_of[board.cats[cat].color as usize] == color {
                    cats.insert(cat);
                }
            }
            if tour_bodies.is_empty() && cats.is_empty() {
                continue;
            }
            let list: Vec<u16> = cats.iter().map(|cat| cat as u16).collect();
            let mut batches = Vec::new();
            for cats in list.chunks(BATCH) {
                let mut batch = Batch {
                    cats: cats.to_vec(),
                    tables: Vec::new(),
                };
                for tour_body in &tour_bodies {
                    if batch
                        .tables
                        .iter()
                        .all(|table| table.form != tour_body.form)
                    {
                        let table = tours(board, tour_body.form, cats, walls, meter)?;
                        batch.tables.push(table);
                    }
                }
                batches.push(batch);
            }
            let stride = tour_bodies.len() + cats.count().div_ceil(32) as usize + 1;
            classes.push(Class {
                tour_bodies,
                batches,
                cats,
                states: Interner::new(stride),
                costs: Vec::new(),
            });
        }
        Ok(Bounds {
            classes,
            most_spare: most_spare.min(MOST_SPARE),
            key: Vec::new(),
        })
    }

    /// Steps needed at least with so many drags to spare; `NEVER` if it cannot be.
    pub(super) fn steps(
        &mut self,
        home: &Bits<W>,
        moved: &Moved<'_>,
        spare: usize,
        meter: &mut Meter<'_>,
    ) -> Result<u16, Limit> {
        let width = self.most_spare + 1;
        let spare = spare.min(self.most_spare);
        // The least for all classes so far, by the number of spare drags they may use.
        let mut least = [0u32; MOST_SPARE + 1];
        for class in &mut self.classes {
            let first = class.state(home, moved, width, &mut self.key, meter)?;
            let costs = &class.costs[first..first + width];
            for given in (0..=spare).rev() {
                least[given] = (0..=given)
                    .map(|own| u32::from(costs[own]) + least[given - own])
                    .min()
                    .unwrap_or(0);
            }
        }
        Ok(least[spare].min(u32::from(NEVER)) as u16)
    }

    /// Bytes held by the tables of states.
    pub(super) fn bytes(&self) -> u64 {
        let class = |class: &Class<W>| class.states.bytes() + 2 * class.costs.len() as u64;
        self.classes.iter().map(class).sum()
    }
}

impl<const W: usize> Class<W> {
    /// Where the bounds of a state begin.
    fn state(
        &mut self,
        home: &Bits<W>,
        moved: &Moved<'_>,
        width: usize,
        key: &mut Vec<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<usize, Limit> {
        key.clear();
        let mut state = 0;
        for (i, tour_body) in self.tour_bodies.iter().enumerate() {
            let due = moved.due >> tour_body.mover.min(63) & 1;
            key.push(u32::from(moved.anchors[tour_body.mover]) | (due as u32) << 16);
            if moved.active == Some(tour_body.mover) {
                state = i as u32 + 1;
            }
        }
        key.push(state);
        let out = self.cats.minus(home);
        let mut word = 0;
        let mut filled = 0;
        for cat in self.cats.iter() {
            word |= u32::from(out.contains(cat)) << filled;
            filled += 1;
            if filled == 32 {
                key.push(word);
                (word, filled) = (0, 0);
            }
        }
        if filled > 0 {
            key.push(word);
        }
        if let Some(number) = self.states.find(key) {
            return Ok(number as usize * width);
        }
        meter.charge(2 * width as u64)?;
        self.states.add(key, meter)?;
        let first = self.costs.len();
        self.costs.resize(first + width, 0);
        for batch in &self.batches {
            let costs = batch.costs(&self.tour_bodies, &out, moved, width, meter)?;
            for (known, cost) in self.costs[first..].iter_mut().zip(costs) {
                *known = (*known).max(cost);
            }
        }
        if self.batches.is_empty() {
            let due = self
                .tour_bodies
                .iter()
                .filter(|t| moved.due >> t.mover.min(63) & 1 == 1);
            let due = due.count() as u16;
            self.costs[first..].fill(due);
        }
        Ok(first)
    }
}

impl Batch {
    /// The cheapest way to share out the cats that are out, by drags to spare.
    fn costs<const W: usize>(
        &self,
        tour_bodies: &[TourBody],
        out: &Bits<W>,
        moved: &Moved<'_>,
        width: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u16>, Limit> {
        let subsets = 1usize << self.cats.len();
        let wanted = (0..self.cats.len())
            .filter(|&i| out.contains(self.cats[i] as usize))
            .fold(0usize, |wanted, i| wanted | 1 << i);
        // best[subset * width + spare]
        let mut best = vec![NEVER; subsets * width];
        best[..width].fill(0);
        for tour_body in tour_bodies {
            let anchor = moved.anchors[tour_body.mover] as usize;
            if anchor == ABSENT as usize {
                continue;
            }
            let table = self
                .tables
                .iter()
                .find(|table| table.form == tour_body.form);
            let row = &table.expect("every form has a table").steps[anchor * subsets..][..subsets];
            let due = moved.due >> tour_body.mover.min(63) & 1 == 1;
            let pays = !due && moved.active != Some(tour_body.mover);
            let nothing = u16::from(due);
            meter.work(3u64.pow(wanted.count_ones()) * width as u64)?;
            // From large to small, so that every subset is built from those without this body.
            let mut set = wanted;
            loop {
                for spare in (0..width).rev() {
                    let mut least = best[set * width + spare].saturating_add(nothing);
                    if !pays || spare > 0 {
                        let left = spare - usize::from(pays);
                        let mut part = set;
                        while part > 0 {
                            let rest = best[(set & !part) * width + left];
                            least = least.min(row[part].max(nothing).saturating_add(rest));
                            part = (part - 1) & set;
                        }
                    }
                    best[set * width + spare] = least;
                }
                if set == 0 {
                    break;
                }
                set = (set - 1) & wanted;
            }
        }
        Ok(best[wanted * width..][..width].to_vec())
    }
}

fn tours<const W: usize>(
    board: &Board<W>,
    form: usize,
    cats: &[u16],
    walls: &Bits<W>,
    meter: &mut Meter<'_>,
) -> Result<Table, Limit> {
    let subsets = 1usize << cats.len();
    let places = board.forms[form].places.minus(&board.blocked(form, walls));
    let rows = places.iter().last().map_or(0, |last| last + 1);
    meter.charge((2 * rows * subsets) as u64)?;
    let mut steps = vec![NEVER; rows * subsets];
    let mut gets = vec![0usize; rows];
    let mut somewhere = Bits::EMPTY;
    for (cat, at) in &board.forms[form].fetches {
        if let Some(i) = cats.iter().position(|known| known == cat) {
            let at = at.and(&places);
            at.iter().for_each(|anchor| gets[anchor] |= 1 << i);
            somewhere = somewhere.or(&at);
        }
    }
    for row in steps.chunks_exact_mut(subsets) {
        row[0] = 0;
    }
    let mut sources: Vec<(u16, u16)> = Vec::new();
    for subset in 1..subsets {
        // Where something of the subset is fetched, the tour of what remains goes on from there;
        // everywhere else one walks to the best such place.
        sources.clear();
        for anchor in somewhere.iter() {
            let rest = steps[anchor * subsets + (subset & !gets[anchor])];
            if gets[anchor] & subset != 0 && rest != NEVER {
                sources.push((rest, anchor as u16));
            }
        }
        sources.sort_unstable_by(|a, b| b.cmp(a));
        let mut cost = sources.last().map_or(0, |source| source.0);
        let mut left = places;
        let mut wave = Bits::EMPTY;
        let mut rounds = 0;
        while !wave.is_empty() || !sources.is_empty() {
            wave = board.spread(&wave);
            while let Some((_, anchor)) = sources.pop_if(|source| source.0 == cost) {
                wave.insert(anchor as usize);
            }
            wave = wave.and(&left);
            for anchor in wave.iter() {
                steps[anchor * subsets + subset] = cost;
            }
            left = left.minus(&wave);
            cost += 1;
            rounds += 1;
        }
        meter.work((rounds * 8 * W + rows) as u64)?;
    }
    Ok(Table { form, steps })
}
