//! The cheapest of many solutions by branch and bound, for any number of states.
//!
//! A solution is a choice y of how often each generating quiet pattern is added. Lamps with the
//! same *key* (their weights in the generators) stand or fall together: what such a group costs is
//! a table over the amount by which all its lamps are advanced. Choosing y one generator at a time
//! turns each table by a known amount, and groups whose keys differ only in what is already chosen
//! merge into one. So deep in the tree there are only a few tables left, and a leaf is one number:
//! looking at all solutions takes a few operations each, like a fast transform. Unlike a
//! transform it can skip: the sum of what each table could cost at least is a bound.

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};

/// Lamps that lie alike in the generators.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'a> {
    /// Their weights in the generators.
    pub(super) key: &'a [u8],
    /// What they cost together when each is advanced by 0, 1, … k - 1.
    pub(super) costs: &'a [u64],
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cheapest {
    pub(super) cost: u64,
    /// Nothing costs less than this.
    pub(super) bound: u64,
    /// How many choices cost so little.
    pub(super) count: u64,
    /// Some of these choices, in order.
    pub(super) choices: Vec<Vec<u8>>,
    /// Why not everything was looked at.
    pub(super) limit: Option<Limit>,
}

/// The cheapest choices. Counts all of them if `most` is more than one, and lists so many.
pub(super) fn cheapest(
    states: u8,
    orders: &[u8],
    groups: &[Group<'_>],
    most: usize,
    meter: &mut Meter<'_>,
) -> Cheapest {
    let levels = levels(states, orders, groups);
    let tables = levels
        .iter()
        .map(|level| vec![0; level.steps.len() * usize::from(states)])
        .collect();
    let mut search = Search {
        states: states.into(),
        orders,
        levels: &levels,
        tables,
        choice: vec![0; orders.len()],
        most,
        found: Cheapest {
            cost: u64::MAX,
            bound: 0,
            count: 0,
            choices: Vec::new(),
            limit: None,
        },
    };
    for (table, group) in search.tables[0].chunks_exact_mut(states.into()).zip(groups) {
        table.copy_from_slice(group.costs);
    }
    // Without an incumbent the bound has nothing to cut; a greedy choice is a good one.
    let greedy = descend(states, orders, groups);
    search.found.cost = cost_of(states, groups, &greedy);
    search.found.bound = search.bound(0);
    if most <= 1 {
        search.found.choices.push(greedy.clone());
        search.found.count = 1;
    }
    match search.visit(0, meter) {
        Ok(()) => search.found.bound = search.found.cost,
        Err(limit) => {
            search.found.limit = Some(limit);
            if search.found.choices.is_empty() {
                search.found.choices.push(greedy);
                search.found.count = 1;
            }
        }
    }
    search.found.choices.sort_unstable();
    search.found
}

/// What a choice costs.
pub(super) fn cost_of(states: u8, groups: &[Group<'_>], choice: &[u8]) -> u64 {
    groups
        .iter()
        .map(|group| group.costs[advance(states, group.key, choice)])
        .sum()
}

pub(super) fn advance(states: u8, key: &[u8], choice: &[u8]) -> usize {
    let products = key.iter().zip(choice);
    let sum: usize = products
        .map(|(&a, &b)| usize::from(a) * usize::from(b))
        .sum();
    sum % usize::from(states)
}

/// A good choice made at once, with the bound that needs no search, when a limit allows no more.
pub(super) fn greedy(states: u8, orders: &[u8], groups: &[Group<'_>], limit: Limit) -> Cheapest {
    let choice = descend(states, orders, groups);
    let least = |group: &Group<'_>| {
        let stride = group.key.iter().fold(states, |a, &b| gcd(a, b));
        let possible = group.costs.iter().step_by(stride.into());
        possible.min().copied().unwrap_or(0)
    };
    Cheapest {
        cost: cost_of(states, groups, &choice),
        bound: groups.iter().map(least).sum(),
        count: 1,
        choices: vec![choice],
        limit: Some(limit),
    }
}

/// Changes one generator's share at a time for as long as that makes it cheaper.
fn descend(states: u8, orders: &[u8], groups: &[Group<'_>]) -> Vec<u8> {
    let mut choice = vec![0; orders.len()];
    let mut cost = cost_of(states, groups, &choice);
    let mut advances: Vec<usize> = vec![0; groups.len()];
    loop {
        let before = cost;
        for (generator, &order) in orders.iter().enumerate() {
            let shifted = |by: u8, group: usize| {
                let key = groups[group].key[generator];
                (advances[group] + usize::from(by) * usize::from(key)) % usize::from(states)
            };
            let (least, by) = (0..order)
                .map(|by| {
                    let costs = (0..groups.len()).map(|g| groups[g].costs[shifted(by, g)]);
                    (costs.sum::<u64>(), by)
                })
                .min()
                .expect("orders are positive");
            let moved: Vec<usize> = (0..groups.len()).map(|g| shifted(by, g)).collect();
            advances = moved;
            choice[generator] = (choice[generator] + by) % order;
            cost = least;
        }
        if cost == before {
            return choice;
        }
    }
}

/// The tables at one depth, and what becomes of them one deeper.
struct Level {
    steps: Vec<Step>,
}

struct Step {
    /// The weight in the generator that is chosen at this depth.
    weight: usize,
    /// The table one deeper into which this one merges.
    into: usize,
    /// The amounts by which this table can still be turned are the multiples of this.
    stride: usize,
}

/// Which tables there are at each depth. Does not depend on what is chosen.
fn levels(states: u8, orders: &[u8], groups: &[Group<'_>]) -> Vec<Level> {
    let mut keys: Vec<&[u8]> = groups.iter().map(|group| group.key).collect();
    let mut levels = Vec::with_capacity(orders.len() + 1);
    for depth in 0..=orders.len() {
        let mut numbers: FxHashMap<&[u8], usize> = FxHashMap::default();
        let mut deeper: Vec<&[u8]> = Vec::new();
        let steps = keys
            .iter()
            .map(|key| {
                let rest = key.get(1..).unwrap_or(&[]);
                let into = *numbers.entry(rest).or_insert_with(|| {
                    deeper.push(rest);
                    deeper.len() - 1
                });
                Step {
                    weight: key.first().map_or(0, |&weight| weight.into()),
                    into,
                    stride: key.iter().fold(states, |a, &b| gcd(a, b)).into(),
                }
            })
            .collect();
        levels.push(Level { steps });
        if depth < orders.len() {
            keys = deeper;
        }
    }
    levels
}

pub(super) fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}

struct Search<'a> {
    states: usize,
    orders: &'a [u8],
    levels: &'a [Level],
    /// The tables of every depth along the present path.
    tables: Vec<Vec<u64>>,
    choice: Vec<u8>,
    most: usize,
    found: Cheapest,
}

impl Search<'_> {
    /// What the tables at a depth cost at least, each by itself.
    fn bound(&self, depth: usize) -> u64 {
        let tables = self.tables[depth].chunks_exact(self.states);
        tables
            .zip(&self.levels[depth].steps)
            .map(|(table, step)| {
                let possible = table.iter().step_by(step.stride);
                possible.min().copied().unwrap_or(0)
            })
            .sum()
    }

    /// Tries all choices from a depth on.
    fn visit(&mut self, depth: usize, meter: &mut Meter<'_>) -> Result<(), Limit> {
        if depth == self.orders.len() {
            self.leaf();
            return Ok(());
        }
        let mut ways: Vec<(u64, u8)> = Vec::with_capacity(self.orders[depth].into());
        for amount in 0..self.orders[depth] {
            meter.node()?;
            self.turn(depth, amount);
            ways.push((self.bound(depth + 1), amount));
        }
        ways.sort_unstable();
        for (bound, amount) in ways {
            // As cheap as the best is of interest only where the cheapest are counted.
            if bound > self.found.cost || bound == self.found.cost && self.most <= 1 {
                break;
            }
            self.turn(depth, amount);
            self.choice[depth] = amount;
            self.visit(depth + 1, meter)?;
        }
        Ok(())
    }

    /// Works out the tables one deeper.
    fn turn(&mut self, depth: usize, amount: u8) {
        let states = self.states;
        let (above, below) = self.tables.split_at_mut(depth + 1);
        let deeper = &mut below[0];
        deeper.fill(0);
        let tables = above[depth].chunks_exact(states);
        for (table, step) in tables.zip(&self.levels[depth].steps) {
            let by = step.weight * usize::from(amount) % states;
            let to = &mut deeper[step.into * states..][..states];
            let turned = table[by..].iter().chain(&table[..by]);
            to.iter_mut().zip(turned).for_each(|(to, cost)| *to += cost);
        }
    }

    fn leaf(&mut self) {
        let cost = self.tables[self.orders.len()].first().copied().unwrap_or(0);
        if cost > self.found.cost {
            return;
        }
        if cost < self.found.cost {
            self.found.cost = cost;
            self.found.count = 0;
            self.found.choices.clear();
        }
        self.found.count += 1;
        if self.found.choices.len() < self.most.max(1) {
            self.found.choices.push(self.choice.clone());
        }
    }
}
