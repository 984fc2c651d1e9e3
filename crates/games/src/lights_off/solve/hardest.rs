//! What the hardest board of a shape needs.

use gridwright_core::rng::Rng;

use super::regions::Regions;

/// All ways to press regions are looked at if there are at most so many, times the solutions.
const MOST_WORK: u64 = 1 << 24;

/// The climb goes through all solutions at every step, so it is tried only up to 2 to this.
const MOST_CLIMBED: usize = 10;
/// How often the climb starts anew, and how many steps it makes. Frozen: generators rely on it.
const CLIMBS: usize = 24;
const STEPS: usize = 4000;

/// What the hardest board of a shape needs, as far as is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardest {
    /// Some board needs as many presses.
    pub attained: u64,
    /// No board needs more.
    pub bound: u64,
    /// How many lamps of each region to press for a board that needs `attained` presses, perhaps
    /// of other lamps; `None` where that is not known, or the caps of the regions say it.
    pub pressed: Option<Vec<u32>>,
}

/// What the hardest board needs: exactly where the caps of the regions meet the bound, or where
/// the boards are few enough to look at all of them; else what a climb comes to.
pub fn hardest(regions: &Regions) -> Hardest {
    let capped = Hardest {
        attained: regions.attained(),
        bound: regions.bound(),
        pressed: None,
    };
    if capped.attained == capped.bound || regions.shape().states() != 2 {
        return capped;
    }
    let exact = two_states(regions);
    let bound = exact.unwrap_or(capped.bound);
    let climbed = climbed(regions, bound).filter(|(attained, _)| *attained > capped.attained);
    match climbed {
        Some((attained, pressed)) => Hardest {
            attained: attained.max(exact.unwrap_or(0)),
            bound,
            pressed: (exact.is_none() || exact == Some(attained)).then_some(pressed),
        },
        None => Hardest {
            attained: exact.unwrap_or(capped.attained),
            bound,
            pressed: None,
        },
    }
}

/// Presses about half of each region, and changes the numbers one by one for as long as the
/// light solutions get heavier. The solutions' weights are kept, not the board.
fn climbed(regions: &Regions, bound: u64) -> Option<(u64, Vec<u32>)> {
    let dimension = regions.orders().len();
    if dimension > MOST_CLIMBED {
        return None;
    }
    let keys: Vec<usize> = (0..regions.count())
        .map(|region| {
            let key = regions.key(region).iter().enumerate();
            key.fold(0, |key, (bit, &weight)| key | usize::from(weight) << bit)
        })
        .collect();
    let changing: Vec<usize> = (0..regions.count())
        .filter(|&region| keys[region] != 0)
        .collect();
    let mut rng = Rng::new("lights-off hardest/1", 0);
    let mut best: Option<(u64, Vec<u32>)> = None;
    for _ in 0..CLIMBS {
        let mut pressed: Vec<u32> = (0..regions.count())
            .map(|region| match keys[region] {
                0 => regions.size(region),
                _ => (regions.size(region) + rng.below(2) as u32) / 2,
            })
            .collect();
        let mut weights = vec![0i64; 1 << dimension];
        for (solution, weight) in weights.iter_mut().enumerate() {
            for region in 0..regions.count() {
                let (count, size) = (pressed[region], regions.size(region));
                let odd = (solution & keys[region]).count_ones() % 2 == 1;
                *weight += i64::from(if odd { size - count } else { count });
            }
        }
        // Light solutions weigh heavily: each press fewer counts four times as much. That leads
        // further than the lightest alone, which most changes leave as it is.
        let strain = |weights: &[i64]| -> u64 {
            let missing = |weight: &i64| (bound as i64 + 2 - weight).clamp(0, 24);
            weights
                .iter()
                .map(|weight| 1 << (2 * missing(weight)))
                .sum()
        };
        let mut here = strain(&weights);
        for _ in 0..STEPS {
            let region = changing[rng.index(changing.len())];
            let up = rng.chance(1, 2);
            if pressed[region] == if up { regions.size(region) } else { 0 } {
                continue;
            }
            let change = |weights: &mut [i64], up: bool| {
                for (solution, weight) in weights.iter_mut().enumerate() {
                    let odd = (solution & keys[region]).count_ones() % 2 == 1;
                    *weight += if odd == up { -1 } else { 1 };
                }
            };
            change(&mut weights, up);
            let there = strain(&weights);
            if there <= here {
                here = there;
                pressed[region] = if up {
                    pressed[region] + 1
                } else {
                    pressed[region] - 1
                };
            } else {
                change(&mut weights, !up);
            }
        }
        let attained = *weights.iter().min().expect("there are solutions") as u64;
        if best.as_ref().is_none_or(|(before, _)| attained > *before) {
            best = Some((attained, pressed));
        }
        if attained == bound {
            break;
        }
    }
    best
}

/// Two states: what a region adds depends only on how many of its lamps are pressed, so not
/// boards are looked at but numbers of pressed lamps.
fn two_states(regions: &Regions) -> Option<u64> {
    let dimension = regions.orders().len() as u32;
    if dimension > MOST_WORK.ilog2() {
        return None;
    }
    let ways = (0..regions.count()).try_fold(1u64 << dimension, |ways, region| {
        let choices = if regions.stride(region) == 2 {
            1
        } else {
            u64::from(regions.size(region)) + 1
        };
        ways.checked_mul(choices).filter(|ways| *ways <= MOST_WORK)
    });
    ways?;
    // The lamps in no quiet pattern are best all pressed; every other region is advanced by those
    // choices of patterns that have an odd number in common with its key.
    let solutions = 1usize << dimension;
    let mut fixed = 0;
    let mut varied = Vec::new();
    for region in 0..regions.count() {
        let key = regions.key(region).iter().enumerate();
        let key = key.fold(0usize, |key, (bit, &weight)| {
            key | usize::from(weight) << bit
        });
        match key {
            0 => fixed += regions.size(region),
            key => varied.push((key, regions.size(region))),
        }
    }
    let mut search = Counts {
        varied,
        presses: vec![vec![0; solutions]],
        best: 0,
    };
    search.visit(0);
    Some(u64::from(fixed + search.best))
}

struct Counts {
    varied: Vec<(usize, u32)>,
    /// For every depth, what each solution presses so far.
    presses: Vec<Vec<u32>>,
    best: u32,
}

impl Counts {
    fn visit(&mut self, depth: usize) {
        let Some(&(key, size)) = self.varied.get(depth) else {
            let least = self.presses[depth].iter().min().copied().unwrap_or(0);
            self.best = self.best.max(least);
            return;
        };
        for pressed in 0..=size {
            if self.presses.len() == depth + 1 {
                self.presses.push(Vec::new());
            }
            let (above, below) = self.presses.split_at_mut(depth + 1);
            below[0].clear();
            below[0].extend(above[depth].iter().enumerate().map(|(solution, presses)| {
                let advanced = (solution & key).count_ones() % 2 == 1;
                presses + if advanced { size - pressed } else { pressed }
            }));
            self.visit(depth + 1);
        }
    }
}
