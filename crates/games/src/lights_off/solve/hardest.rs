//! What the hardest board of a shape needs.

use super::regions::Regions;

/// All ways to press regions are looked at if there are at most so many, times the solutions.
const MOST_WORK: u64 = 1 << 24;

/// What the hardest board of a shape needs, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardest {
    /// Some board needs as many presses.
    pub attained: u64,
    /// No board needs more.
    pub bound: u64,
}

/// What the hardest board needs: exactly where the caps of the regions meet the bound, or where
/// the boards are few enough to look at all of them.
pub fn hardest(regions: &Regions) -> Hardest {
    let (attained, bound) = (regions.attained(), regions.bound());
    if attained == bound {
        return Hardest { attained, bound };
    }
    match two_states(regions) {
        Some(exact) => Hardest {
            attained: exact,
            bound: exact,
        },
        None => Hardest { attained, bound },
    }
}

/// Two states: what a region adds depends only on how many of its lamps are pressed, so not
/// boards are looked at but numbers of pressed lamps.
fn two_states(regions: &Regions) -> Option<u64> {
    let dimension = regions.orders().len() as u32;
    if regions.shape().states() != 2 || dimension > MOST_WORK.ilog2() {
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
