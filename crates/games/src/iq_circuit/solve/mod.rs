//! The solver by search: every finished board of a challenge, or the proof that there is none.
//!
//! Laying all pieces so that every cell and every piece is used once is an exact cover, and the
//! lines are a further condition on pairs of neighbours. Nearly everything that can go wrong is
//! thus pairwise, and pairs depend on the set alone: [`exclusions`] works them out once and gives each
//! placement a row of bits with everything it excludes. [`model`] starts a level from the
//! placements that its hints allow; [`search`](mod@search) lays pieces, each time for the cell with fewest
//! placements left among those hemmed in from two sides and those of hinted points, or for a
//! piece that has fewer; the module `prune` sees what pairs cannot: loops, and parts of the
//! board that are cut off. Every pruning can be switched off by itself; what was not watched on
//! the way is then checked at the end, so that only the work changes and never the answer.
//!
//! *Proved* means here: the search came to its end. A node is a piece laid by the search.

pub mod exclusions;
mod feature;
mod frame;
pub mod model;
mod prune;
pub mod prunings;
pub mod search;
pub mod table;
pub mod trace;
mod tree;

use std::ops::ControlFlow;

use model::{Model, Prunings};
use rustc_hash::FxHashMap;
use search::{Stop, Watcher, search};
use trace::Trace;

use gridwright_core::budget::{Budget, Limit, Stats};
use gridwright_core::cost::Costs;
use gridwright_core::referee::judge;
use gridwright_core::scene::Scene;
use gridwright_core::solve::{Answer, Listing, Optimality, Verdict, Wish};

use super::level::Level;
use super::rules::{Move, Position};
use super::set::PieceSet;
use crate::iq_circuit::IqCircuit;
use crate::kind::Solves;

/// What makes two finished boards the same: the drawing and the cuts between pieces.
///
/// Two blank bars that swap places are the same board, for nobody can see the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Look {
    /// The borders that lines cross.
    crossed: u128,
    /// The borders that lie inside pieces.
    inner: u128,
}

impl Look {
    /// The look of a board with these placements on it.
    pub fn of(set: &PieceSet, placements: impl IntoIterator<Item = usize>) -> Look {
        let mut look = Look {
            crossed: 0,
            inner: 0,
        };
        for number in placements {
            look.crossed |= set.placements()[number].crossed;
            look.inner |= set.placements()[number].inner;
        }
        look
    }

    /// The drawing alone, whatever the cuts.
    pub fn drawing(&self) -> u128 {
        self.crossed
    }
}

/// Different finished boards, as far as they were looked for.
#[derive(Clone, Debug)]
pub struct Boards {
    /// The moves that lead from the start to the first of them.
    pub list: Vec<Vec<Move>>,
    /// How many were found.
    pub count: u64,
    /// What kept the search from its end; `None` if there are no others.
    pub limit: Option<Limit>,
    /// Whether the search was ended because enough were found.
    pub enough: bool,
    /// What it took.
    pub stats: Stats,
}

impl Boards {
    /// Whether `count` is exact.
    pub fn complete(&self) -> bool {
        self.limit.is_none() && !self.enough
    }
}

/// How far to look for boards.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// List no more than this.
    pub list: usize,
    /// End the search when so many were found.
    pub stop_after: u64,
    /// What the search looks at on its way.
    pub prunings: Prunings,
}

impl Scope {
    /// Look for so many boards and list them.
    pub fn up_to(count: u64) -> Scope {
        Scope {
            list: count as usize,
            stop_after: count,
            prunings: Prunings::ALL,
        }
    }
}

/// Finds the boards that finish a level as it is given.
pub fn boards(level: &Level, scope: Scope, budget: &Budget<'_>) -> Boards {
    find(
        &Model::new(level, scope.prunings),
        level,
        scope,
        None,
        budget,
    )
}

/// Finds the boards that finish a position.
pub fn completions(
    level: &Level,
    position: &Position,
    scope: Scope,
    budget: &Budget<'_>,
) -> Boards {
    let model = Model::from_position(level, position, scope.prunings);
    find(&model, level, scope, None, budget)
}

fn find(
    model: &Model<'_>,
    level: &Level,
    scope: Scope,
    trace: Option<Trace<'_>>,
    budget: &Budget<'_>,
) -> Boards {
    let mut meter = budget.meter();
    let mut collect = Collect {
        model,
        level,
        scope,
        trace,
        looks: FxHashMap::default(),
        list: Vec::new(),
    };
    let result = search(model, &mut meter, &mut collect);
    let stats = meter.stats();
    if let Some(trace) = &collect.trace {
        trace.end(stats.nodes, collect.looks.len());
    }
    Boards {
        count: collect.looks.len() as u64,
        list: collect.list,
        limit: match result {
            Err(Stop::Limit(limit)) => Some(limit),
            _ => None,
        },
        enough: result == Err(Stop::Enough),
        stats,
    }
}

struct Collect<'a> {
    model: &'a Model<'a>,
    level: &'a Level,
    scope: Scope,
    trace: Option<Trace<'a>>,
    /// The looks found, with the place in the list of the board that stands for each.
    looks: FxHashMap<Look, usize>,
    list: Vec<Vec<Move>>,
}

impl Watcher for Collect<'_> {
    fn laid(&mut self, placement: usize, serves: search::Item) {
        if let Some(trace) = &mut self.trace {
            trace.laid(placement, serves);
        }
    }

    fn lifted(&mut self, placement: usize) {
        if let Some(trace) = &mut self.trace {
            trace.lifted(placement);
        }
    }

    fn cut(&mut self, cut: search::Cut) {
        if let Some(trace) = &mut self.trace {
            trace.cut(cut);
        }
    }

    fn found(&mut self, placements: &[usize]) -> ControlFlow<()> {
        let set = self.level.set();
        let moves = self.model.moves(placements);
        let all = self.level.given().iter().copied();
        let laid = moves.iter().filter_map(|mv| match mv {
            Move::Lay(lay) => Some(*lay),
            Move::Lift(_) => None,
        });
        let numbers = all.chain(laid).filter_map(|lay| set.placement_of(&lay));
        let next = self.looks.len();
        let place = *self.looks.entry(Look::of(set, numbers)).or_insert(next);
        if place == next {
            if let Some(trace) = &mut self.trace {
                trace.found(self.looks.len());
            }
            if self.list.len() < self.scope.list {
                self.list.push(moves);
            }
        } else if let Some(known) = self.list.get_mut(place)
            && in_order(&moves) < in_order(known)
        {
            // Of boards that look alike the least stands for all, in whatever order they are found.
            *known = moves;
        }
        if self.looks.len() as u64 >= self.scope.stop_after {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The moves of a board in an order that does not tell how it was found.
fn in_order(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

impl Solves for IqCircuit {
    type Certificate = ();

    /// Solves a level: its first finished board, and all of them if wished for.
    fn solve(level: &Level, wish: &Wish<'_>, budget: &Budget<'_>) -> Answer<Move> {
        let scope = Scope {
            list: wish.all.map_or(1, |(_, most)| most.max(1)),
            stop_after: if wish.all.is_some() { u64::MAX } else { 1 },
            prunings: Prunings::without(wish.without),
        };
        let model = Model::new(level, scope.prunings);
        let trace = wish.trace.map(|tell| Trace::new(level.set(), tell));
        let boards = find(&model, level, scope, trace, budget);
        let first = boards.list.first().cloned();
        let verdict = match first.map(|moves| judge(level, moves)) {
            Some(Ok(witness)) => Verdict::Solved {
                witness,
                optimality: Optimality::NoMetric,
            },
            Some(Err(broken)) => panic!("the search found a board against the rules: {broken}"),
            None => match boards.limit {
                Some(limit) => Verdict::GaveUp {
                    limit,
                    bounds: Costs::none(),
                },
                None => Verdict::Unsolvable { certificate: None },
            },
        };
        let listing = wish.all.map(|(_, most)| {
            let list = boards.list.iter().take(most).cloned();
            Listing::judged(level, boards.count, boards.complete(), list)
        });
        Answer {
            verdict,
            listing,
            stats: boards.stats,
        }
    }

    fn search_tree(level: &Level, budget: &Budget<'_>) -> Option<Scene> {
        tree::search_tree(level, budget)
    }
}
