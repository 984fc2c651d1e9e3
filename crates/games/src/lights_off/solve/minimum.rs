//! The solution of fewest presses among all solutions of a board, with proof.
//!
//! The quiet patterns are split into parts that have no lamp in common; each part is minimised by
//! itself, which makes sums of what would be products. Two states go to the
//! [transform](super::walsh) up to 32 dimensions a part; everything else to
//! [branch and bound](super::branch).

use gridwright_core::budget::{Limit, Meter};

use super::super::board::Board;
use super::branch::{self, Group};
use super::count::Count;
use super::regions::Regions;
use super::walsh;

/// Up to so many dimensions all solutions are looked at, however long it takes.
const ALWAYS_TRANSFORMED: usize = 32;
/// Up to so many dimensions the transform is begun where there is a time limit to end it.
const EVER_TRANSFORMED: usize = 48;
/// Where no time limit is given, branch and bound ends after so many nodes.
const MOST_NODES: u64 = 1 << 24;

/// The cheapest solutions of a board.
#[derive(Clone, Debug)]
pub struct Minimum {
    /// The cheapest solution found.
    pub solution: Board,
    /// The presses of the cheapest solution found.
    pub presses: u64,
    /// No solution has fewer presses than this.
    pub bound: u64,
    /// How many solutions were found to be as cheap; all of them if nothing was left out.
    pub count: Count,
    /// Some of them, the first first.
    pub list: Vec<Board>,
    /// Why not everything was looked at.
    pub limit: Option<Limit>,
}

/// Finds the cheapest solutions of boards of one shape.
#[derive(Clone, Debug)]
pub struct Minimiser {
    regions: Regions,
    parts: Vec<Part>,
}

impl Minimiser {
    /// Works out what all boards of a shape have in common.
    pub fn new(regions: Regions) -> Self {
        let keys = if regions.shape().states() == 2 {
            untangled(&regions)
        } else {
            let keys = (0..regions.count()).map(|region| regions.key(region).to_vec());
            keys.collect()
        };
        let parts = parts(&keys, regions.orders());
        Minimiser { regions, parts }
    }

    /// The regions of the shape.
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// The cheapest solutions of a board, given any solution; lists at most `most` of them.
    pub fn minimum(&self, solution: &Board, most: usize, meter: &mut Meter<'_>) -> Minimum {
        let states = self.regions.shape().states();
        let costs = region_costs(&self.regions, solution);
        let most = most.max(1);
        let mut found = Joined {
            cost: 0,
            bound: 0,
            count: Count::from(1),
            advances: vec![vec![0; self.regions.count()]],
            limit: None,
        };
        for part in &self.parts {
            let groups: Vec<Group<'_>> = part
                .regions
                .iter()
                .zip(&part.keys)
                .map(|(&region, key)| Group {
                    key,
                    costs: &costs[region * usize::from(states)..][..usize::from(states)],
                })
                .collect();
            let cheapest = if states == 2 {
                two_states(&part.orders, &groups, most, meter)
            } else {
                let timed = meter.budget().time_left().is_some();
                let nodes = if timed { u64::MAX } else { MOST_NODES };
                bounded(states, &part.orders, &groups, most, nodes, meter)
            };
            found.join(states, part, cheapest, most);
        }
        let mut list = found.advances.iter().map(|advances| {
            let mut values = solution.values().zip(self.regions.of_lamps());
            Board::from_fn(self.regions.shape(), |_, _| {
                let (value, &region) = values.next().expect("a value for every lamp");
                (value + advances[region as usize]) % states
            })
        });
        let solution = list.next().expect("there is at least one solution");
        Minimum {
            list: std::iter::once(solution.clone()).chain(list).collect(),
            solution,
            presses: found.cost,
            bound: found.bound,
            count: found.count,
            limit: found.limit,
        }
    }
}

/// What each region costs when advanced by 0, 1, … k - 1, one region after the other.
fn region_costs(regions: &Regions, solution: &Board) -> Vec<u64> {
    let states = usize::from(regions.shape().states());
    let mut counts = vec![0u64; regions.count() * states];
    for (value, &region) in solution.values().zip(regions.of_lamps()) {
        counts[region as usize * states + usize::from(value)] += 1;
    }
    let mut costs = Vec::with_capacity(counts.len());
    for counts in counts.chunks_exact(states) {
        costs.extend((0..states).map(|by| {
            let presses = counts.iter().enumerate();
            presses
                .map(|(value, count)| count * ((value + by) % states) as u64)
                .sum::<u64>()
        }));
    }
    costs
}

/// The keys of two-state regions with respect to generators that each have a region of their
/// own. With such generators, parts that have nothing in common show.
fn untangled(regions: &Regions) -> Vec<Vec<u8>> {
    let dimension = regions.orders().len();
    let packed = |region: usize| {
        let bits = regions.key(region).iter().enumerate();
        bits.fold(0u64, |key, (bit, &weight)| key | u64::from(weight) << bit)
    };
    // Pairs of a reduced key and the combination of chosen keys that gives it.
    let mut reduced: Vec<(u64, u64)> = Vec::with_capacity(dimension);
    for region in 0..regions.count() {
        let (mut key, mut combination) = (packed(region), 1u64.wrapping_shl(reduced.len() as u32));
        for &(other, made_of) in &reduced {
            if key >> other.trailing_zeros() & 1 == 1 {
                key ^= other;
                combination ^= made_of;
            }
        }
        if key != 0 {
            let lead = key.trailing_zeros();
            for (other, made_of) in &mut reduced {
                if *other >> lead & 1 == 1 {
                    *other ^= key;
                    *made_of ^= combination;
                }
            }
            reduced.push((key, combination));
        }
    }
    (0..regions.count())
        .map(|region| {
            let key = packed(region);
            let image = reduced
                .iter()
                .filter(|(lead, _)| key >> lead.trailing_zeros() & 1 == 1)
                .fold(0, |image, (_, combination)| image ^ combination);
            (0..dimension).map(|bit| (image >> bit & 1) as u8).collect()
        })
        .collect()
}

/// Generators that are linked by regions, and those regions.
#[derive(Clone, Debug)]
struct Part {
    /// The orders of the generators.
    orders: Vec<u8>,
    regions: Vec<usize>,
    /// The weights of each of these regions in the generators of the part.
    keys: Vec<Vec<u8>>,
}

/// The parts, and as a part without generators the region that never changes.
fn parts(keys: &[Vec<u8>], orders: &[u8]) -> Vec<Part> {
    let mut leader: Vec<usize> = (0..orders.len()).collect();
    fn find(leader: &[usize], mut member: usize) -> usize {
        while leader[member] != member {
            member = leader[member];
        }
        member
    }
    let members = |key: &[u8]| -> Vec<usize> {
        let weights = key.iter().enumerate();
        weights
            .filter(|(_, weight)| **weight != 0)
            .map(|(g, _)| g)
            .collect()
    };
    for key in keys {
        for pair in members(key).windows(2) {
            let (a, b) = (find(&leader, pair[0]), find(&leader, pair[1]));
            leader[a.max(b)] = a.min(b);
        }
    }
    // Regions by the leader of their generators; those without any under one more number.
    let home = |key: &[u8]| {
        members(key)
            .first()
            .map_or(orders.len(), |&g| find(&leader, g))
    };
    let homes: Vec<usize> = keys.iter().map(|key| home(key)).collect();
    (0..=orders.len())
        .filter_map(|part| {
            let regions: Vec<usize> = (0..keys.len()).filter(|&r| homes[r] == part).collect();
            let mine = |&g: &usize| part < orders.len() && find(&leader, g) == part;
            let generators: Vec<usize> = (0..orders.len()).filter(mine).collect();
            let restricted = |&r: &usize| generators.iter().map(|&g| keys[r][g]).collect();
            (!regions.is_empty()).then(|| Part {
                orders: generators.iter().map(|&g| orders[g]).collect(),
                keys: regions.iter().map(restricted).collect(),
                regions,
            })
        })
        .collect()
}

/// What is known when some of the parts are done.
struct Joined {
    cost: u64,
    bound: u64,
    count: Count,
    /// How far each region is advanced, in each of the listed solutions.
    advances: Vec<Vec<u8>>,
    limit: Option<Limit>,
}

impl Joined {
    fn join(&mut self, states: u8, part: &Part, cheapest: branch::Cheapest, most: usize) {
        self.cost += cheapest.cost;
        self.bound += cheapest.bound;
        self.count *= cheapest.count;
        self.limit = self.limit.or(cheapest.limit);
        let mut longer = Vec::new();
        'listing: for before in &self.advances {
            for choice in &cheapest.choices {
                if longer.len() == most {
                    break 'listing;
                }
                let mut advances = before.clone();
                for (&region, key) in part.regions.iter().zip(&part.keys) {
                    advances[region] = branch::advance(states, key, choice) as u8;
                }
                longer.push(advances);
            }
        }
        self.advances = longer;
    }
}

/// Branch and bound with a node limit of its own.
fn bounded(
    states: u8,
    orders: &[u8],
    groups: &[Group<'_>],
    most: usize,
    nodes: u64,
    meter: &mut Meter<'_>,
) -> branch::Cheapest {
    let budget = meter.budget().clone().with_nodes(nodes);
    let mut inner = budget.meter();
    let cheapest = branch::cheapest(states, orders, groups, most, &mut inner);
    let used = inner.stats().nodes;
    // If that ends the outer budget too, the next poll of whoever asks will tell.
    let _ = meter.nodes(used);
    cheapest
}

/// Two states: the transform where it can be finished, branch and bound where it cannot.
fn two_states(
    orders: &[u8],
    groups: &[Group<'_>],
    most: usize,
    meter: &mut Meter<'_>,
) -> branch::Cheapest {
    let dimension = orders.len();
    if dimension <= ALWAYS_TRANSFORMED {
        return transformed(dimension, groups, most, meter);
    }
    let first = bounded(2, orders, groups, most, MOST_NODES, meter);
    let in_time = meter.budget().time_left().is_some() && meter.poll().is_ok();
    if first.limit.is_none() || dimension > EVER_TRANSFORMED || !in_time {
        return first;
    }
    let second = transformed(dimension, groups, most, meter);
    if second.limit.is_some() && first.cost <= second.cost {
        first
    } else {
        second
    }
}

fn transformed(
    dimension: usize,
    groups: &[Group<'_>],
    most: usize,
    meter: &mut Meter<'_>,
) -> branch::Cheapest {
    // The transform goes fastest if its high bits are in few keys, its lowest high bit in the
    // fewest; so the bits of y are given to the generators by how many keys have them.
    let mut generators: Vec<usize> = (0..dimension).collect();
    let keys_with = |&g: &usize| groups.iter().filter(|group| group.key[g] != 0).count();
    generators.sort_by_cached_key(|g| (keys_with(g), *g));
    let low = walsh::low_bits(dimension, groups.len());
    generators.rotate_right(low.min(dimension));
    let terms: Vec<(u64, i32)> = groups
        .iter()
        .map(|group| {
            let bits = generators.iter().enumerate();
            let key = bits.fold(0u64, |key, (bit, &g)| key | u64::from(group.key[g]) << bit);
            (key, group.costs[1] as i32 - group.costs[0] as i32)
        })
        .collect();
    let lamps: i64 = groups
        .iter()
        .map(|group| (group.costs[0] + group.costs[1]) as i64)
        .sum();
    let workers = meter.budget().workers().size() as u64;
    let bytes = workers * walsh::bytes(dimension, terms.len());
    let begun = meter
        .charge(bytes)
        .and_then(|()| meter.nodes(walsh::blocks(dimension, terms.len())));
    let greedy = |limit| branch::greedy(2, &vec![2; dimension], groups, limit);
    if let Err(limit) = begun {
        return greedy(limit);
    }
    let peak = walsh::peak(dimension, &terms, most, meter.budget());
    meter.release(bytes);
    let cost = (lamps.saturating_sub(peak.value) / 2) as u64;
    // A transform that was cut short may not even have come as far as the greedy choice.
    let short = peak.limit.map(greedy);
    if let Some(greedy) = short.as_ref().filter(|greedy| greedy.cost <= cost) {
        return greedy.clone();
    }
    branch::Cheapest {
        cost,
        bound: short.map_or(cost, |greedy| greedy.bound),
        count: peak.count,
        choices: peak
            .places
            .iter()
            .map(|y| {
                let mut choice = vec![0; dimension];
                for (bit, &generator) in generators.iter().enumerate() {
                    choice[generator] = (y >> bit & 1) as u8;
                }
                choice
            })
            .collect(),
        limit: peak.limit,
    }
}
