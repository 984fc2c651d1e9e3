//! The fewest drags, and among those the fewest steps.
//!
//! First the number of drags: `lazy` searches depth-first, with the ends of drags put off as long
//! as possible, bounded by `relax`, which counts the bodies that must move. Then the steps:
//! every set of bodies that may be enough is a search of its own (`trial`), and they are advanced
//! together, always the one with the lowest bound (`tours`), so that no search goes further than
//! the optimum. `dive` finds some solution first where a board is large, with the help of `clear` where
//! it is full. `board` holds the level as sets of bits; `stack` packs states, `intern` numbers them;
//! `plan` turns drags into steps.

mod board;
mod clear;
mod dive;
mod intern;
mod lazy;
mod plan;
mod relax;
mod stack;
mod tours;
mod trial;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::Dir;

use crate::tilepuzzle::level::Level;
use crate::tilepuzzle::rules::{Move, Position};

use super::bits::Bits;
use board::Board;
use lazy::Lazy;
use relax::{Relaxation, Standing};
use stack::Start;
use tours::{ABSENT, Bounds, Moved, NEVER};
use trial::{Task, Trial};

/// The most sets of movers that are searched one by one.
const MOST_SETS: usize = 3000;

/// What comes of a look for any solution at all.
pub(super) enum FirstLook {
    /// One that need not be good.
    Solved(Vec<Move>),
    /// There is none.
    Impossible,
    /// Neither was found fast.
    Undecided,
}

/// A search for the fewest drags, for boards of any size.
pub(super) trait Search {
    /// If it can be seen at once that there is no solution: the cats out of everybody's reach.
    fn refutation(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<usize>>, Limit>;

    /// Whether there is so little room that few positions can be reached.
    fn is_crowded(&self) -> bool;

    /// Some solution, or that there is none, if either is found fast.
    fn some_solution(&mut self, meter: &mut Meter<'_>) -> Result<FirstLook, Limit>;

    /// Notes that no solution has fewer drags.
    fn note_bound(&mut self, drags: u32);

    /// A solution with the fewest drags; none if it is not found after so many states more.
    fn fewest_drags(
        &mut self,
        states: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Move>>, Limit>;

    /// Whether there are not too many drags for [`Search::fewest_steps`].
    fn can_count_steps(&self) -> bool;

    /// A solution with as many drags as [`Search::fewest_drags`] found and the fewest steps; none if
    /// nothing has fewer than `known`.
    fn fewest_steps(
        &mut self,
        known: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Move>>, Limit>;

    /// Drags and steps needed at least, as far as is known.
    fn bounds(&self) -> (u32, u32);
}

/// A search from a position of a level.
pub(super) fn search(
    level: &Level,
    position: &Position,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn Search>, Limit> {
    // Every width is code that a browser has to fetch; two words are one vector there.
    Ok(match board::bits_needed(level) {
        #[cfg(not(target_family = "wasm"))]
        0..=64 => Box::new(Drags::<1>::new(level, position, meter)?),
        0..=128 => Box::new(Drags::<2>::new(level, position, meter)?),
        #[cfg(not(target_family = "wasm"))]
        129..=320 => Box::new(Drags::<5>::new(level, position, meter)?),
        _ => Box::new(Drags::<17>::new(level, position, meter)?),
    })
}

/// A position to search from.
struct Root<const W: usize> {
    anchors: Vec<u16>,
    home: Bits<W>,
    /// The first step, if it is made already: body and direction.
    step: Option<(usize, usize)>,
}

impl<const W: usize> Root<W> {
    fn regions(&self) -> Vec<Bits<W>> {
        let anchors = self.anchors.iter();
        anchors.map(|&anchor| Bits::only(anchor as usize)).collect()
    }
}

/// One search, from some position of a level.
struct Drags<const W: usize> {
    board: Board<W>,
    roots: Vec<Root<W>>,
    lazy: Lazy<W>,
    drags: u32,
    steps: u32,
}

impl<const W: usize> Search for Drags<W> {
    fn refutation(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<usize>>, Limit> {
        let unreachable: Vec<usize> = self.board.unreachable().iter().collect();
        if !unreachable.is_empty() {
            return Ok(Some(unreachable));
        }
        let everybody = Bits::below(self.board.bodies.len());
        let mut relaxation = Relaxation::new();
        for root in &self.roots {
            let regions = root.regions();
            let standing = Standing {
                regions: &regions,
                solid: everybody,
                home: root.home,
            };
            if relaxation.is_enough(&self.board, &standing, &everybody, meter)? {
                return Ok(None);
            }
        }
        Ok(Some(Vec::new()))
    }

    fn is_crowded(&self) -> bool {
        let Some(root) = self.roots.first() else {
            return false;
        };
        let mut taken = Bits::EMPTY;
        for (body, &anchor) in root.anchors.iter().enumerate() {
            taken = taken.or(&self.board.mask(body, anchor));
        }
        let open = self.board.open.count();
        // Where bodies are many, even little room lets them come to more positions than can be seen.
        root.anchors.len() <= dive::MANY_BODIES && 10 * (open - taken.count()) <= 3 * open
    }

    fn some_solution(&mut self, meter: &mut Meter<'_>) -> Result<FirstLook, Limit> {
        // One first step is as good as all: each can be taken back.
        let Some(root) = self.roots.first() else {
            return Ok(FirstLook::Impossible);
        };
        let outcome = dive::dive(&self.board, &root.anchors, &root.home, meter)?;
        Ok(match outcome {
            dive::Outcome::Solved(steps) => FirstLook::Solved(moves(&self.board, root, &steps)),
            dive::Outcome::Impossible => FirstLook::Impossible,
            dive::Outcome::Undecided => FirstLook::Undecided,
        })
    }

    fn note_bound(&mut self, drags: u32) {
        self.drags = self.drags.max(drags);
    }

    fn fewest_drags(
        &mut self,
        states: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Move>>, Limit> {
        self.lazy.allow(states);
        loop {
            match self.with_drags(meter) {
                Ok(Some(moves)) => {
                    self.lazy.allow(u64::MAX);
                    return Ok(Some(moves));
                }
                Ok(None) => self.drags += 1,
                Err(_) if self.lazy.is_out() => return Ok(None),
                Err(limit) => return Err(limit),
            }
        }
    }

    fn can_count_steps(&self) -> bool {
        self.drags <= trial::MOST_DRAGS
    }

    fn fewest_steps(
        &mut self,
        known: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Move>>, Limit> {
        self.with_fewest_steps(known, meter)
    }

    fn bounds(&self) -> (u32, u32) {
        (self.drags, self.steps)
    }
}

impl<const W: usize> Drags<W> {
    fn new(level: &Level, position: &Position, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let board = Board::new(level, position, meter)?;
        let movers = Bits::below(board.bodies.len()).minus(&board.stuck);
        let lazy = Lazy::new(&board, movers);
        let roots = roots(&board);
        Ok(Drags {
            board,
            roots,
            lazy,
            drags: 1,
            steps: 1,
        })
    }

    /// A solution with `self.drags` drags, if there is one.
    fn with_drags(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Limit> {
        for root in &self.roots {
            let (board, most) = (&self.board, self.drags);
            let start = Start {
                anchors: &root.anchors,
                due: &Bits::EMPTY,
                home: &root.home,
            };
            let active = root.step.map(|(body, _)| body);
            let found = self.lazy.solution(board, start, active, most, meter)?;
            if let Some(drags) = found {
                let steps = plan::steps(board, &root.anchors, &root.home, &drags, meter)?;
                return Ok(Some(moves(board, root, &steps)));
            }
        }
        Ok(None)
    }

    /// A solution with `self.drags` drags and the fewest steps, if one has fewer than `known`.
    fn with_fewest_steps(
        &mut self,
        mut known: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Move>>, Limit> {
        let mut best: Option<Vec<Move>> = None;
        let mut queue: BinaryHeap<Reverse<(usize, usize)>> = BinaryHeap::new();
        let mut sets: Vec<(usize, Vec<usize>, bool)> = Vec::new();
        let mut trials: Vec<Option<Trial<W>>> = Vec::new();
        for number in 0..self.roots.len() {
            let ahead = usize::from(self.roots[number].step.is_some());
            for (bound, movers, all_due) in self.mover_sets(number, meter)? {
                queue.push(Reverse((bound + ahead, sets.len())));
                sets.push((number, movers, all_due));
                trials.push(None);
            }
        }
        while let Some(Reverse((bound, number))) = queue.pop() {
            if bound >= known {
                break;
            }
            self.steps = self.steps.max(bound as u32);
            let next = queue.peek().map_or(usize::MAX, |next| next.0.0);
            let (root_number, movers, all_due) = &sets[number];
            let root = &self.roots[*root_number];
            let ahead = usize::from(root.step.is_some());
            let task = Task {
                board: &self.board,
                anchors: &root.anchors,
                home: root.home,
                drags: self.drags,
                active: root.step.map(|step| step.0),
            };
            let trial = match &mut trials[number] {
                Some(trial) => trial,
                none => none.insert(Trial::new(&task, movers, *all_due, meter)?),
            };
            let most = next.min(known - 1).saturating_sub(ahead);
            if trial.bound() <= most
                && let Some(steps) = trial.run(&task, most, meter)?
            {
                known = steps.len() + ahead;
                best = Some(moves(&self.board, root, &steps));
                continue;
            }
            if trial.bound() < usize::MAX {
                queue.push(Reverse((trial.bound() + ahead, number)));
            }
        }
        for trial in trials.iter().flatten() {
            trial.release(meter);
        }
        Ok(best)
    }

    /// The sets of bodies that may be enough, with bounds on the steps; one set of all if there
    /// are too many. The last of each says whether all of them must move.
    fn mover_sets(
        &mut self,
        root: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(usize, Vec<usize>, bool)>, Limit> {
        let root = &self.roots[root];
        let board = &self.board;
        let bodies: Vec<usize> = (0..board.bodies.len())
            .filter(|&b| !board.stuck.contains(b))
            .collect();
        let most = self.drags as usize;
        if bodies.len() > 64 || most > trial::MOST_DUE {
            return Ok(vec![(0, bodies, false)]);
        }
        let regions = root.regions();
        let standing = Standing {
            regions: &regions,
            solid: Bits::below(board.bodies.len()),
            home: root.home,
        };
        let mut sets: Vec<u64> = Vec::new();
        let as_bits = |set: &Bits<W>| {
            let of = |b: &usize| set.contains(*b);
            (0..bodies.len())
                .filter(|&i| of(&bodies[i]))
                .fold(0u64, |bits, i| bits | 1 << i)
        };
        let active = root.step.map(|(body, _)| {
            let index = bodies.iter().position(|&b| b == body);
            1u64 << index.expect("it has just moved")
        });
        let mut relaxation = Relaxation::new();
        let mut too_many = relaxation.each_enough(
            board,
            &standing,
            &board.everyone,
            self.drags,
            &mut |set| {
                sets.push(as_bits(set) | active.unwrap_or(0));
                sets.len() > MOST_SETS
            },
            meter,
        )?;
        sets.retain(|set| set.count_ones() as usize <= most);
        sets.sort_unstable();
        sets.dedup();
        // And all larger ones.
        let mut first = 0;
        while first < sets.len() && !too_many {
            let set = sets[first];
            first += 1;
            if set.count_ones() as usize == most {
                continue;
            }
            for i in 0..bodies.len() {
                let larger = set | 1 << i;
                if larger != set && !sets.contains(&larger) {
                    sets.push(larger);
                }
            }
            too_many = sets.len() > MOST_SETS;
        }
        if too_many {
            return Ok(vec![(0, bodies, false)]);
        }
        let mut walls = Bits::EMPTY;
        for b in board.stuck.iter() {
            walls = walls.or(&board.mask(b, root.anchors[b]));
        }
        let mut bounds = Bounds::new(board, &bodies, &walls, &root.home, most, meter)?;
        let mut found = Vec::new();
        for set in sets {
            let in_set = |i: &usize| set >> i & 1 == 1;
            let anchors: Vec<u16> = (0..bodies.len())
                .map(|i| {
                    if in_set(&i) {
                        root.anchors[bodies[i]]
                    } else {
                        ABSENT
                    }
                })
                .collect();
            let due = set & !active.unwrap_or(0);
            let moved = Moved {
                anchors: &anchors,
                due,
                active: active.map(|bit| bit.trailing_zeros() as usize),
            };
            let spare = most - set.count_ones() as usize;
            let bound = bounds.steps(&root.home, &moved, spare, meter)?;
            if bound != NEVER {
                let movers = (0..bodies.len())
                    .filter(in_set)
                    .map(|i| bodies[i])
                    .collect();
                found.push((bound as usize, movers, true));
            }
        }
        Ok(found)
    }
}

/// The positions to search from: the one the board was made from, or, if cats are covered that are
/// not home, those after each possible first step, since the step may uncover them.
fn roots<const W: usize>(board: &Board<W>) -> Vec<Root<W>> {
    let anchors: Vec<u16> = board.bodies.iter().map(|body| body.start).collect();
    if board.settled(&anchors, &board.home) == board.home {
        return vec![Root {
            anchors,
            home: board.home,
            step: None,
        }];
    }
    let out = board.out(&board.home);
    let mut roots = Vec::new();
    for (b, body) in board.bodies.iter().enumerate() {
        if body.need > board.home.count() {
            continue;
        }
        let mut others = Bits::EMPTY;
        for (other, &anchor) in anchors.iter().enumerate().filter(|(other, _)| *other != b) {
            others = others.or(&board.mask(other, anchor));
        }
        for dir in 0..4 {
            let to = board.stepped(body.start, dir);
            if !board.can_lie(body.form, to) || !board.is_free(body.form, to, &others, &out) {
                continue;
            }
            let mut anchors = anchors.clone();
            anchors[b] = to;
            roots.push(Root {
                home: board.settled(&anchors, &board.home),
                anchors,
                step: Some((b, dir)),
            });
        }
    }
    roots
}

/// The moves that steps from a root stand for, its own first step among them.
fn moves<const W: usize>(board: &Board<W>, root: &Root<W>, steps: &[trial::Step]) -> Vec<Move> {
    let mut anchors = root.anchors.clone();
    let as_move = |body: usize, dir: usize| Move {
        shape: board.bodies[body].leader,
        dir: Dir::ALL[dir],
    };
    let mut moves = Vec::with_capacity(steps.len() + 1);
    moves.extend(root.step.map(|(body, dir)| as_move(body, dir)));
    // Who begins a drag goes on with it, even where another that is interchangeable lies.
    for step in steps {
        let alike = |b: &usize| {
            board.twins[*b] == board.twins[step.body as usize] && anchors[*b] == step.from
        };
        let body = (0..anchors.len())
            .find(alike)
            .expect("a step tells where a body lies");
        anchors[body] = board.stepped(step.from, step.dir as usize);
        moves.push(as_move(body, step.dir as usize));
    }
    moves
}
