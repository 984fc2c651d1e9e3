//! One text for all graphs of lamps that differ only in where their lamps stand.
//!
//! Lamps are told apart by their states and, again and again, by how many lamps of each kind they
//! reach and are reached by. Where that leaves several of one kind, each of them in turn is made one
//! of its own; of all orders that come of it, the least text counts. The tree of these choices is the
//! same for graphs that are alike, so a bound on its leaves is fair to them.

use super::board::Board;
use super::shape::Shape;

/// Larger graphs are alike only if they are written alike.
const MOST_LAMPS: usize = 64;
/// So are graphs with more orders to compare.
const MOST_LEAVES: usize = 1 << 11;

/// The text of the lamps of a graph.
pub(super) fn relabelled(lamps: &Board) -> String {
    let states: Vec<u8> = lamps.values().collect();
    let shape = lamps.shape();
    let numbered = |places: &mut dyn Iterator<Item = (usize, usize)>| -> Vec<usize> {
        places.map(|(row, col)| shape.number(row, col)).collect()
    };
    let around = |shape: &Shape, row, col| Around {
        reach: numbered(&mut shape.reach(row, col).skip(1)),
        reached_by: numbered(&mut shape.reached_by(row, col).skip(1)),
    };
    let links: Vec<Around> = shape
        .places()
        .map(|(row, col)| around(shape, row, col))
        .collect();
    let graph = Graph { states, links };
    let as_written: Vec<usize> = (0..graph.states.len()).collect();
    if as_written.len() > MOST_LAMPS {
        return graph.text(&as_written);
    }
    let colours = graph.states.iter().map(|&state| state.into()).collect();
    let mut search = Search {
        graph: &graph,
        leaves: 0,
        least: None,
    };
    search.visit(colours);
    match search.least.filter(|_| search.leaves <= MOST_LEAVES) {
        Some(least) => least,
        None => graph.text(&as_written),
    }
}

/// The lamps that a lamp reaches beside itself, and those that reach it.
struct Around {
    reach: Vec<usize>,
    reached_by: Vec<usize>,
}

struct Graph {
    states: Vec<u8>,
    links: Vec<Around>,
}

impl Graph {
    /// States and links, with the lamps numbered like this.
    fn text(&self, numbers: &[usize]) -> String {
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_unstable_by_key(|&lamp| numbers[lamp]);
        let lamps = order.iter().map(|&lamp| {
            let mut reached: Vec<usize> = self.links[lamp]
                .reach
                .iter()
                .map(|&other| numbers[other])
                .collect();
            reached.sort_unstable();
            let reached: Vec<String> = reached.iter().map(usize::to_string).collect();
            format!("{}:{}", self.states[lamp], reached.join(","))
        });
        lamps.collect::<Vec<_>>().join(";")
    }

    /// The colours told apart as far as links tell, numbered from 0 without gaps.
    fn refined(&self, mut colours: Vec<usize>) -> Vec<usize> {
        let mut known = 0;
        loop {
            let kind = |lamp: usize| {
                let sorted = |others: &[usize]| {
                    let mut found: Vec<usize> = others.iter().map(|&o| colours[o]).collect();
                    found.sort_unstable();
                    found
                };
                let around = &self.links[lamp];
                (
                    colours[lamp],
                    sorted(&around.reach),
                    sorted(&around.reached_by),
                )
            };
            let kinds: Vec<_> = (0..colours.len()).map(kind).collect();
            let mut distinct: Vec<_> = kinds.iter().collect();
            distinct.sort_unstable();
            distinct.dedup();
            let count = distinct.len();
            colours = kinds
                .iter()
                .map(|kind| distinct.partition_point(|other| *other < kind))
                .collect();
            if count == known {
                return colours;
            }
            known = count;
        }
    }
}

struct Search<'g> {
    graph: &'g Graph,
    leaves: usize,
    least: Option<String>,
}

impl Search<'_> {
    fn visit(&mut self, colours: Vec<usize>) {
        if self.leaves > MOST_LEAVES {
            return;
        }
        let colours = self.graph.refined(colours);
        let of = |colour: usize| -> Vec<usize> {
            let lamps = 0..colours.len();
            lamps.filter(|&lamp| colours[lamp] == colour).collect()
        };
        let mut kinds = (0..colours.len()).map(of);
        let Some(several) = kinds.find(|lamps| lamps.len() > 1) else {
            self.leaves += 1;
            let text = self.graph.text(&colours);
            if self.least.as_ref().is_none_or(|least| text < *least) {
                self.least = Some(text);
            }
            return;
        };
        for chosen in several {
            // Room below every colour for the one that is chosen.
            let mut apart: Vec<usize> = colours.iter().map(|colour| 2 * colour + 1).collect();
            apart[chosen] -= 1;
            self.visit(apart);
        }
    }
}
