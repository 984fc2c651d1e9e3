//! A first solution, soon, and better ones: whole strokes, the most promising canvases side by side.
//!
//! From a canvas at rest, strokes lead to every target that can be come to, on from one target to
//! the next, and to what the [relaxed plan](super::relaxed) of the canvas asks to be painted or cut.
//! Of the canvases after so many strokes, the most promising are gone on from: a *beam*. Strokes
//! follow cheapest ways, where cells that others are to come to cost more, and all cells a little
//! more or less by chance, so that there are several ways to the same end. Chance is fixed, so a
//! level has the same solutions whenever it is asked.

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::rng::Rng;
use rustc_hash::{FxHashMap, FxHashSet};

use super::board::{Board, FLOWING, GATE, INSIDE, Spot, TAIL, Tip, WALL, WHITE, hash_of};
use super::reach::{Reach, trace, trace_on};
use super::relaxed::{Asked, PASS, Relaxed, START};
use super::shorten::Ways;

/// So many ways to the same end are tried.
const FASHIONS: usize = 3;

/// So many strokes of one canvas are tried at most, in one fashion.
const MOST_STROKES: usize = 48;

/// A solution has at most two strokes for each target, and so many more.
const MOST_IDLE: usize = 12;

/// So many cuts that go on alike are tried at most.
const MOST_CUTS: usize = 12;

/// Of the canvases of a beam, one in so many may have the same targets and gates left.
const ALIKE: usize = 4;

/// So many times the canvases of a beam are compared to choose from at most.
const OFFERS: usize = 32;

/// So many canvases are remembered so as not to be gone on from twice, and the bytes of each.
const MOST_SEEN: usize = 1 << 16;
const SEEN_BYTES: usize = 16;

/// What passing a gate and starting on a droplet may cost, each as likely.
const PASSES: [u32; 3] = [PASS, 40, 400];
const STARTS: [u32; 4] = [START, START, 2 * START, 4 * START];

/// About the words touched for a spot where a canvas is relaxed, and where its strokes are looked for.
const WORK_OF_A_PROMISE: u64 = 200;
const WORK_OF_STROKES: u64 = 2_000;

/// A canvas at rest and how it was come to.
struct Canvas {
    state: Vec<u64>,
    parent: usize,
    stroke: Vec<Spot>,
}

/// A canvas and what it promises: strokes and what they cost, by its relaxed plan.
type Offer = ((u32, u32), Canvas);

/// A search by beams.
pub(super) struct Beam<'b> {
    board: &'b Board,
    relaxed: Relaxed,
    rng: Rng,
    is_first: bool,
}

impl<'b> Beam<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        Beam {
            board,
            relaxed: Relaxed::new(board),
            rng: Rng::new("tint-beam", 0),
            is_first: true,
        }
    }

    /// The strokes of a solution of at most so many strokes, by a beam of so many canvases. It ends
    /// when `left` strokes have been looked at, and nothing is found where there is no room for it.
    pub(super) fn search(
        &mut self,
        width: usize,
        most_strokes: usize,
        left: &mut u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Ways>, Limit> {
        let depth = most_strokes.min(2 * self.board.targets() + MOST_IDLE);
        let each = size_of::<Offer>() + self.board.words() * 8 + self.board.spots() * 2;
        let canvases = (depth + OFFERS) as u64 * width as u64;
        let room = canvases * each as u64 + (MOST_SEEN * SEEN_BYTES) as u64;
        if meter.charge(room).is_err() {
            return Ok(None);
        }
        self.draw_costs();
        let found = self.follow_beam(width, depth, left, meter);
        meter.release(room);
        found
    }

    fn follow_beam(
        &mut self,
        width: usize,
        depth: usize,
        left: &mut u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Ways>, Limit> {
        let mut canvases = vec![Canvas {
            state: self.board.start().to_vec(),
            parent: 0,
            stroke: Vec::new(),
        }];
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut beam = 0..1;
        for _ in 0..depth {
            let mut offers: Vec<Offer> = Vec::new();
            for parent in beam {
                let state = canvases[parent].state.clone();
                let Some(asked) = self.relaxed.ask(self.board, &state) else {
                    continue;
                };
                for (stroke, state) in self.strokes_from(&state, &asked, meter)? {
                    meter.node()?;
                    if *left == 0 {
                        return Ok(None);
                    }
                    *left -= 1;
                    if seen.len() == MOST_SEEN {
                        seen.clear();
                    }
                    if !seen.insert(hash_of(&state)) {
                        continue;
                    }
                    let solved = self.board.is_solved(&state);
                    let promise = self.relaxed.ask(self.board, &state);
                    meter.work(WORK_OF_A_PROMISE * self.board.spots() as u64)?;
                    let canvas = Canvas {
                        state,
                        parent,
                        stroke,
                    };
                    if solved {
                        canvases.push(canvas);
                        return Ok(Some(ways_to(&canvases)));
                    }
                    if let Some(promise) = promise {
                        offers.push(((promise.strokes, promise.cost), canvas));
                    }
                    if offers.len() == OFFERS * width {
                        offers.sort_by_key(|&(promise, _)| promise);
                        offers.truncate(OFFERS * width / 2);
                    }
                }
            }
            offers.sort_by_key(|&(promise, _)| promise);
            beam = canvases.len()..canvases.len();
            for canvas in self.chosen(offers, width) {
                canvases.push(canvas);
                beam.end += 1;
            }
        }
        Ok(None)
    }

    /// Lets gates and droplets cost what chance says in all searches but the first. A relaxed plan may
    /// trust in a gate that strokes cannot use because they get in their own way; where it is dear,
    /// another plan comes to light.
    fn draw_costs(&mut self) {
        if self.is_first {
            self.is_first = false;
            return;
        }
        let relaxed = &mut self.relaxed;
        for pass in &mut relaxed.pass {
            *pass = PASSES[self.rng.index(PASSES.len())];
        }
        for start in &mut relaxed.start {
            *start = STARTS[self.rng.index(STARTS.len())];
        }
    }

    /// The most promising canvases, but not all alike.
    fn chosen(&self, offers: Vec<Offer>, width: usize) -> impl Iterator<Item = Canvas> {
        let alike = width.div_ceil(ALIKE);
        let mut counts: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        let canvases = offers.into_iter().map(|(_, canvas)| canvas);
        canvases
            .filter(move |canvas| {
                let count = counts.entry(self.key(&canvas.state)).or_default();
                *count += 1;
                *count <= alike
            })
            .take(width)
    }

    /// What canvases that are alike have in common: the targets that are left and the gates.
    fn key(&self, state: &[u64]) -> Vec<u8> {
        let spots = 0..self.board.spots() as Spot;
        spots
            .filter_map(|spot| match self.board.target(spot) {
                Some(target) => Some(self.board.is_left(state, target).into()),
                None if self.board.fixture[spot as usize].is_some_and(|f| f.is_gate()) => {
                    Some((self.board.content(state, spot) == GATE).into())
                }
                None => None,
            })
            .collect()
    }

    /// Strokes that may be worth drawing, and what they lead to.
    fn strokes_from(
        &mut self,
        state: &[u64],
        asked: &Asked,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Drawn>, Limit> {
        let mut found = Found {
            board: self.board,
            asked,
            strokes: Vec::new(),
            seen: FxHashSet::default(),
            left: 0,
        };
        for fashion in 0..FASHIONS {
            let prices: Vec<u8> = (0..self.board.spots())
                .map(|spot| match fashion {
                    0 => 2,
                    1 => 2 + 2 * asked.visits[spot].min(4),
                    _ => 1 + self.rng.below(4) as u8 + 2 * asked.visits[spot].min(4),
                })
                .collect();
            found.left = MOST_STROKES;
            let reach = Reach::new(self.board, state, &prices);
            found.follow(&reach, state, &[], &prices);
            meter.work(WORK_OF_STROKES * self.board.spots() as u64)?;
        }
        Ok(found.strokes)
    }
}

/// A stroke, and the canvas after it.
type Drawn = (Vec<Spot>, Vec<u64>);

/// Strokes that were found on one canvas.
struct Found<'a> {
    board: &'a Board,
    asked: &'a Asked,
    strokes: Vec<Drawn>,
    seen: FxHashSet<Vec<u64>>,
    left: usize,
}

impl Found<'_> {
    /// Goes on from some strokes that have begun alike to everything worth coming to. `state` is
    /// the canvas with the beginning drawn.
    fn follow(&mut self, reach: &Reach<'_>, state: &[u64], begun: &[Spot], prices: &[u8]) {
        let ends: Vec<(Spot, u8)> = reach.places().collect();
        for (spot, color) in ends {
            let is_target = self.board.wanted(spot) == Some(color)
                && self
                    .board
                    .target(spot)
                    .is_some_and(|target| self.board.is_left(state, target));
            let is_asked = self.asked.laid.contains(&(spot, color)) && begun.is_empty();
            if (is_target || is_asked)
                && let Some(way) = reach.stroke_to(spot, color)
            {
                self.draw(state, begun, &way, prices, is_target);
            }
        }
        let mut cuts = 0;
        for &(from, at) in &reach.cuts {
            if !self.asked.cuts.contains(&at) {
                continue;
            }
            let Some(mut way) = reach.stroke_to(from, WHITE) else {
                continue;
            };
            cuts += 1;
            if cuts > MOST_CUTS {
                break;
            }
            way.push(at);
            self.draw(state, begun, &way, prices, false);
            for tail in self.board.beside[at as usize] {
                if tail != WALL && self.board.content(state, tail) > WHITE + 1 {
                    let mut longer = way.clone();
                    longer.push(tail);
                    self.draw(state, begun, &longer, prices, false);
                }
            }
        }
    }

    fn draw(&mut self, state: &[u64], begun: &[Spot], way: &[Spot], prices: &[u8], goes_on: bool) {
        if self.left == 0 {
            return;
        }
        let mut after = state.to_vec();
        let tip = if begun.is_empty() {
            trace(self.board, &mut after, way)
        } else {
            let tip = self.board.tip(state);
            trace_on(self.board, &mut after, tip, &way[1..])
        };
        let Some(tip) = tip else { return };
        if (INSIDE..TAIL).contains(&tip.phase) || !self.seen.insert(after.clone()) {
            return;
        }
        self.left -= 1;
        let stroke = if begun.is_empty() {
            way.to_vec()
        } else {
            [begun, &way[1..]].concat()
        };
        let mut lifted = after.clone();
        self.board.set_tip(&mut lifted, Tip::RESTING);
        self.strokes.push((stroke.clone(), lifted));
        if goes_on && tip.phase == FLOWING {
            let from = [(tip.spot, tip.color)].into_iter();
            let reach = Reach::from(self.board, &after, from, prices);
            self.follow(&reach, &after, &stroke, prices);
        }
    }
}

/// The strokes to the last canvas.
fn ways_to(canvases: &[Canvas]) -> Ways {
    let mut ways = Vec::new();
    let mut at = canvases.len() - 1;
    while at != 0 {
        ways.push(canvases[at].stroke.clone());
        at = canvases[at].parent;
    }
    ways.reverse();
    ways
}
