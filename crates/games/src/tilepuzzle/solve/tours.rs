//! What a class must spend at least: every body on a tour of its own.
//!
//! Take everything off the board but one body: the least number of steps in which it fetches a
//! set of cats is its *tour*. A solution splits the cats of a class among its bodies, and every
//! step of the class moves one of them, so the cheapest split into tours bounds the steps of the
//! class from below. The bounds of different classes add up, because no step counts for two.
//!
//! Tours are tabulated for every subset of a *batch* of at most [`BATCH`] cats. A class with more
//! cats has several batches, and the largest of their bounds counts.

use gridwright_core::budget::{Limit, Meter};

use super::bits::Bits;
use super::model::{Body, ClassModel, Form, NONE};

/// The most cats in one table.
const BATCH: usize = 6;

/// More steps than any tour takes.
pub(super) const NEVER: u16 = u16::MAX;

/// The tours of all forms of a class for one batch of its cats.
pub(super) struct Batch {
    first: usize,
    len: usize,
    /// For each form: steps by placement and subset, subsets of one placement side by side.
    steps: Vec<Vec<u16>>,
}

/// The tables of a class.
pub(super) fn batches<const W: usize>(
    class: &ClassModel<W>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Batch>, Limit> {
    meter.charge(bytes(class))?;
    let mut batches = Vec::new();
    for first in (0..class.cats.len()).step_by(BATCH) {
        let len = BATCH.min(class.cats.len() - first);
        let steps = class
            .forms
            .iter()
            .map(|form| tours(form, first, len, meter))
            .collect::<Result<_, _>>()?;
        batches.push(Batch { first, len, steps });
    }
    Ok(batches)
}

/// About how much work it is to find the bound of one state of a class.
pub(super) fn work<const W: usize>(class: &ClassModel<W>) -> u64 {
    let splits = |cats: usize| 3u64.pow(cats.min(BATCH) as u32);
    let full = (class.cats.len() / BATCH) as u64 * splits(BATCH);
    (full + splits(class.cats.len() % BATCH)) * class.bodies.len() as u64
}

/// How many bytes the tables of a class take.
fn bytes<const W: usize>(class: &ClassModel<W>) -> u64 {
    let placements: usize = class.forms.iter().map(|form| form.corners.len()).sum();
    let batches = class.cats.len().div_ceil(BATCH);
    (placements * batches * (2 << BATCH)) as u64
}

fn tours<const W: usize>(
    form: &Form<W>,
    first: usize,
    len: usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<u16>, Limit> {
    let subsets = 1usize << len;
    let mut steps = vec![NEVER; form.corners.len() * subsets];
    let fetches: Vec<usize> = form.fetches.iter().map(|f| f.window(first, len)).collect();
    for row in steps.chunks_exact_mut(subsets) {
        row[0] = 0;
    }
    let mut sources: Vec<(u16, u16)> = Vec::new();
    let (mut wave, mut next_wave) = (Vec::new(), Vec::new());
    for subset in 1..subsets {
        meter.work(16 * form.corners.len() as u64)?;
        // Where something of the subset is fetched, the tour of what remains goes on from there;
        // everywhere else one walks to the best such place.
        sources.clear();
        for (place, &fetched) in fetches.iter().enumerate() {
            let rest = steps[place * subsets + (subset & !fetched)];
            if fetched & subset != 0 && rest != NEVER {
                sources.push((rest, place as u16));
            }
        }
        sources.sort_unstable_by(|a, b| b.cmp(a));
        let mut cost = sources.last().map_or(0, |source| source.0);
        while !wave.is_empty() || !sources.is_empty() {
            while let Some((_, place)) = sources.pop_if(|source| source.0 == cost) {
                wave.push(place);
            }
            for &place in &wave {
                let known = &mut steps[place as usize * subsets + subset];
                if *known == NEVER {
                    *known = cost;
                    let next = form.next[place as usize];
                    next_wave.extend(next.into_iter().filter(|&to| to != NONE));
                }
            }
            wave.clear();
            std::mem::swap(&mut wave, &mut next_wave);
            cost += 1;
        }
    }
    Ok(steps)
}

/// The cheapest splits of every subset of a batch's cats among all bodies of a state but one.
pub(super) struct Rest {
    best: [u16; 1 << BATCH],
}

impl Batch {
    /// The cheapest split into tours of the cats not in `home`, or `NEVER`.
    pub(super) fn bound<const W: usize>(
        &self,
        class: &ClassModel<W>,
        places: &[u16],
        home: &Bits<W>,
    ) -> u16 {
        let wanted = self.wanted(home);
        match wanted {
            0 => 0,
            _ => self.splits(class, places, wanted, usize::MAX).best[wanted],
        }
    }

    /// The cats of the batch that are not in `home`.
    fn wanted<const W: usize>(&self, home: &Bits<W>) -> usize {
        ((1 << self.len) - 1) & !home.window(self.first, self.len)
    }

    /// The cheapest splits among all bodies but `spared`.
    pub(super) fn rest<const W: usize>(
        &self,
        class: &ClassModel<W>,
        places: &[u16],
        home: &Bits<W>,
        spared: usize,
    ) -> Rest {
        self.splits(class, places, self.wanted(home), spared)
    }

    fn splits<const W: usize>(
        &self,
        class: &ClassModel<W>,
        places: &[u16],
        wanted: usize,
        spared: usize,
    ) -> Rest {
        let subsets = 1usize << self.len;
        let mut best = [NEVER; 1 << BATCH];
        best[0] = 0;
        for (b, (body, &place)) in class.bodies.iter().zip(places).enumerate() {
            if b == spared {
                continue;
            }
            let row = &self.steps[body.form][place as usize * subsets..][..subsets];
            let tour = |subset: usize| self.tour(class, body, place, row, subset);
            // From large to small, so that every subset is built from those without this body.
            let mut set = wanted;
            loop {
                let mut part = set;
                while part > 0 {
                    let with = tour(part).saturating_add(best[set & !part]);
                    best[set] = best[set].min(with);
                    part = (part - 1) & set;
                }
                if set == 0 {
                    break;
                }
                set = (set - 1) & wanted;
            }
        }
        Rest { best }
    }

    /// The bound when the spared body lies at `place`; or never moves, if that is `None`.
    pub(super) fn bound_with<const W: usize>(
        &self,
        class: &ClassModel<W>,
        rest: &Rest,
        spared: Option<(&Body, u16)>,
        home: &Bits<W>,
    ) -> u16 {
        let wanted = self.wanted(home);
        let Some((body, place)) = spared else {
            return rest.best[wanted];
        };
        let subsets = 1usize << self.len;
        let row = &self.steps[body.form][place as usize * subsets..][..subsets];
        let mut least = rest.best[wanted];
        let mut part = wanted;
        while part > 0 {
            let with = self.tour(class, body, place, row, part);
            least = least.min(with.saturating_add(rest.best[wanted & !part]));
            part = (part - 1) & wanted;
        }
        least
    }

    /// The cheapest split among at most `bodies` (1 or 2) bodies.
    pub(super) fn bound_within<const W: usize>(
        &self,
        class: &ClassModel<W>,
        places: &[u16],
        home: &Bits<W>,
        bodies: usize,
    ) -> u16 {
        let wanted = self.wanted(home);
        let subsets = 1usize << self.len;
        let tour = |b: usize, subset: usize| {
            let (body, place) = (&class.bodies[b], places[b]);
            let row = &self.steps[body.form][place as usize * subsets..][..subsets];
            if subset == 0 {
                0
            } else {
                self.tour(class, body, place, row, subset)
            }
        };
        let mut least = NEVER;
        for a in 0..places.len() {
            least = least.min(tour(a, wanted));
            for b in (a + 1..places.len()).filter(|_| bodies > 1) {
                let mut part = wanted;
                while part > 0 {
                    let both = tour(a, part).saturating_add(tour(b, wanted & !part));
                    least = least.min(both);
                    part = (part - 1) & wanted;
                }
            }
        }
        least
    }

    fn tour<const W: usize>(
        &self,
        class: &ClassModel<W>,
        body: &Body,
        place: u16,
        row: &[u16],
        subset: usize,
    ) -> u16 {
        if body.stuck {
            let fetched = class.forms[body.form].fetches[place as usize];
            let rest = subset & !fetched.window(self.first, self.len);
            return if rest == 0 { 0 } else { NEVER };
        }
        row[subset]
    }
}
