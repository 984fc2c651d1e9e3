//! The least cost by the plainest sweep: stage by stage, every state with the least it costs.
//!
//! No estimate of what is left, no state that gives way to a better one, no line that is cut off
//! because it could be shorter: what this finds, it finds without any of the cuts of the search it
//! checks. It takes far more states, and gives up where they do not fit.

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};

use super::search::STEP;
use super::sweep::{Labels, Sweep, Work};

/// The steps and lines of a best solution; nothing if there is none.
pub(super) fn least<const N: usize>(
    sweep: &Sweep<'_>,
    meter: &mut Meter<'_>,
) -> Result<Option<(u32, u32)>, Limit> {
    let bytes_per_state = 2 * (size_of::<Labels<N>>() + size_of::<u32>()) as u64 + 2;
    let mut states: FxHashMap<Labels<N>, u32> = FxHashMap::default();
    states.insert(sweep.start(), 0);
    let mut charged = 0;
    for stage in 0..sweep.stages.len() {
        let mut next: FxHashMap<Labels<N>, u32> = FxHashMap::default();
        let mut asked = 0;
        for (&labels, &cost) in &states {
            meter.node()?;
            let work = Work {
                labels,
                origins: (),
                lines: 0,
            };
            sweep.advance(stage, &work, false, |after, drawn| {
                let cost = cost + drawn.count_ones() * STEP + after.lines;
                let known = next.entry(after.labels).or_insert(cost);
                *known = cost.min(*known);
            });
            let wanted = next.capacity() as u64 * bytes_per_state;
            if wanted > asked {
                meter.charge(wanted - asked)?;
                asked = wanted;
            }
        }
        states = next;
        meter.release(charged);
        charged = asked;
    }
    meter.release(charged);
    let least = states.values().min();
    Ok(least.map(|cost| (cost / STEP, cost % STEP)))
}
