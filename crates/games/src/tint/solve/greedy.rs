//! A first solution, soon: whole strokes to one target after the other.
//!
//! From a canvas at rest, the shortest strokes to every target and to every cell that can be cut
//! are followed, most promising canvas first; the [bound](super::strokes) on the strokes throws out
//! what cannot be solved any more. What comes out is rarely the best, but it is there at once, and
//! the other methods need not go above its price.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::Dir;
use rustc_hash::FxHashSet;

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::board::{Board, FLOWING, GATE, INSIDE, Spot, TAIL, Tip, WALL, WHITE};
use super::shorten::Ways;
use super::strokes::Strokes;

/// Nowhere yet.
const NONE: u32 = u32::MAX;

/// So many cuts of one canvas are tried at most.
const MOST_CUTS: usize = 12;

/// A canvas at rest and how it was come to.
struct Canvas {
    state: Vec<u64>,
    parent: usize,
    stroke: Vec<Spot>,
    strokes: u32,
}

/// Follows strokes until `most` canvases have been gone on from; the strokes of a solution.
pub(super) fn first_solution(
    board: &Board,
    bounds: &mut Strokes,
    most: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Ways>, Limit> {
    let mut canvases = vec![Canvas {
        state: board.start().to_vec(),
        parent: 0,
        stroke: Vec::new(),
        strokes: 0,
    }];
    let mut seen: FxHashSet<Vec<u64>> = FxHashSet::default();
    let mut queue = BinaryHeap::from([Reverse((0u32, 0usize))]);
    let mut left = most;
    while let Some(Reverse((_, index))) = queue.pop() {
        if left == 0 {
            break;
        }
        left -= 1;
        for stroke in strokes_from(board, &canvases[index].state) {
            meter.node()?;
            meter.poll()?;
            let mut state = canvases[index].state.clone();
            if draw(board, &mut state, &stroke).is_none() {
                continue;
            }
            let strokes = canvases[index].strokes + 1;
            let solved = board.is_solved(&state);
            let promise = bounds.bound(board, &state, 0, meter)?;
            if !solved && (promise.is_none() || !seen.insert(state.clone())) {
                continue;
            }
            let (ahead, cells) = promise.unwrap_or((0, 0));
            let order = (strokes + 3 * u32::from(ahead)) * 64
                + 32 * u32::from(board.count_left(&state))
                + u32::from(cells.min(31));
            canvases.push(Canvas {
                state,
                parent: index,
                stroke,
                strokes,
            });
            if solved {
                return Ok(Some(ways_to(&canvases)));
            }
            queue.push(Reverse((order, canvases.len() - 1)));
        }
    }
    Ok(None)
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

fn draw(board: &Board, state: &mut [u64], stroke: &[Spot]) -> Option<()> {
    let tip = trace(board, state, stroke)?;
    if (INSIDE..TAIL).contains(&tip.phase) {
        return None;
    }
    board.set_tip(state, Tip::RESTING);
    Some(())
}

/// Draws a stroke and leaves the brush on the paper; `None` if it cannot be drawn.
pub(super) fn trace(board: &Board, state: &mut [u64], stroke: &[Spot]) -> Option<Tip> {
    let (&first, rest) = stroke.split_first()?;
    let mut tip = Tip {
        spot: first,
        color: board.picked_up(state, first)?,
        phase: FLOWING,
    };
    for &to in rest {
        let beside = board.beside[tip.spot as usize];
        let dir = Dir::ALL
            .into_iter()
            .find(|&dir| beside[dir as usize] == to)?;
        board.enter(state, tip, dir)?;
        tip = board.tip(state);
    }
    Some(tip)
}

/// Shortest strokes to every target that is left, in two fashions, and to cells that can be cut.
fn strokes_from(board: &Board, state: &[u64]) -> Vec<Vec<Spot>> {
    let mut strokes = Vec::new();
    for turned in [false, true] {
        let reach = Reach::new(board, state, turned);
        for spot in 0..board.spots() as Spot {
            let is_left = board
                .target(spot)
                .is_some_and(|target| board.is_left(state, target));
            let color = board.wanted(spot).filter(|_| is_left);
            strokes.extend(color.and_then(|color| reach.stroke_to(spot, color)));
        }
        if !turned {
            strokes.extend(
                reach
                    .cuts
                    .iter()
                    .take(MOST_CUTS)
                    .filter_map(|&(from, cut)| {
                        let mut stroke = reach.stroke_to(from, WHITE)?;
                        stroke.push(cut);
                        Some(stroke)
                    }),
            );
        }
    }
    strokes.sort();
    strokes.dedup();
    strokes
}

/// Where one stroke may come, in which colour, by a shortest way over the canvas as it lies.
pub(super) struct Reach<'a> {
    board: &'a Board,
    state: &'a [u64],
    /// By spot and colour: the node before, and a switch gate between.
    before: Vec<u32>,
    through: Vec<Spot>,
    queue: Vec<u32>,
    /// White cells with a cell beside them that can be cut.
    pub(super) cuts: Vec<(Spot, Spot)>,
}

impl<'a> Reach<'a> {
    /// From everywhere that a stroke may start; `turned` prefers other ways of the same length.
    pub(super) fn new(board: &'a Board, state: &'a [u64], turned: bool) -> Self {
        let spots = 0..board.spots() as Spot;
        let sources = spots.filter_map(|spot| Some((spot, board.picked_up(state, spot)?)));
        Reach::from(board, state, sources, turned)
    }

    /// From some cells in some colours.
    pub(super) fn from(
        board: &'a Board,
        state: &'a [u64],
        sources: impl Iterator<Item = (Spot, u8)>,
        turned: bool,
    ) -> Self {
        let mut reach = Reach {
            board,
            state,
            before: vec![NONE; board.spots() * 7],
            through: vec![WALL; board.spots() * 7],
            queue: Vec::new(),
            cuts: Vec::new(),
        };
        for (spot, color) in sources {
            let node = u32::from(spot) * 7 + u32::from(color);
            reach.before[node as usize] = node;
            reach.queue.push(node);
        }
        let mut next = 0;
        while next < reach.queue.len() {
            let node = reach.queue[next];
            next += 1;
            for dir in 0..4 {
                let dir = Dir::ALL[if turned { 3 - dir } else { dir }];
                reach.enter(node, dir);
            }
        }
        reach
    }

    fn enter(&mut self, node: u32, dir: Dir) {
        let (spot, color) = ((node / 7) as Spot, (node % 7) as u8);
        let to = self.board.beside[spot as usize][dir as usize];
        if to == WALL {
            return;
        }
        if self.board.content(self.state, to) != GATE {
            self.arrive(node, to, color, WALL);
            return;
        }
        match self.board.fixture[to as usize] {
            Some(Fixture::Negation(gate)) => {
                let left = Color::from_bits(color).without(gate).bits();
                self.offer(node, to, left, WALL);
            }
            Some(Fixture::Switch(sides)) => {
                let side = dir.opposite();
                if sides[side as usize].map(Color::bits) != Some(color) {
                    return;
                }
                for exit in Dir::ALL.into_iter().filter(|&exit| exit != side) {
                    let behind = self.board.beside[to as usize][exit as usize];
                    if let (Some(color), true) = (sides[exit as usize], behind != WALL)
                        && self.board.content(self.state, behind) != GATE
                    {
                        self.arrive(node, behind, color.bits(), to);
                    }
                }
            }
            Some(Fixture::Droplet(_) | Fixture::Target(_)) | None => {}
        }
    }

    fn arrive(&mut self, node: u32, to: Spot, color: u8, through: Spot) {
        let content = self.board.content(self.state, to);
        match self.board.mixed(color, content) {
            Some((color, false)) => self.offer(node, to, color, through),
            Some((_, true)) if through == WALL && !self.board.is_droplet(to) => {
                self.cuts.push(((node / 7) as Spot, to));
            }
            _ => {}
        }
    }

    fn offer(&mut self, from: u32, to: Spot, color: u8, through: Spot) {
        let node = u32::from(to) * 7 + u32::from(color);
        if self.before[node as usize] == NONE {
            self.before[node as usize] = from;
            self.through[node as usize] = through;
            self.queue.push(node);
        }
    }

    /// The cells and colours that can be come to, the nearest first.
    pub(super) fn places(&self) -> impl Iterator<Item = (Spot, u8)> {
        let place = |&node: &u32| ((node / 7) as Spot, (node % 7) as u8);
        self.queue.iter().map(place)
    }

    /// A shortest stroke to a cell in a colour.
    pub(super) fn stroke_to(&self, spot: Spot, color: u8) -> Option<Vec<Spot>> {
        let mut node = u32::from(spot) * 7 + u32::from(color);
        if self.before[node as usize] == NONE {
            return None;
        }
        let mut way = vec![spot];
        while self.before[node as usize] != node {
            let through = self.through[node as usize];
            way.extend((through != WALL).then_some(through));
            node = self.before[node as usize];
            way.push((node / 7) as Spot);
        }
        way.reverse();
        Some(way)
    }
}
