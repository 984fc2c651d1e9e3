//! Where one stroke may come over the canvas as it lies, by the cheapest way.
//!
//! What a cell costs is the caller's to say, so that strokes can be led around what others need.

use gridwright_core::grid::Dir;

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::board::{Board, FLOWING, GATE, Spot, Tip, WALL};

/// Nowhere yet.
const NONE: u32 = u32::MAX;

/// Draws a stroke and leaves the brush on the paper; `None` if it cannot be drawn.
pub(super) fn trace(board: &Board, state: &mut [u64], stroke: &[Spot]) -> Option<Tip> {
    let (&first, rest) = stroke.split_first()?;
    let tip = Tip {
        spot: first,
        color: board.picked_up(state, first)?,
        phase: FLOWING,
    };
    trace_on(board, state, tip, rest)
}

/// Draws a stroke on from where the brush is.
pub(super) fn trace_on(
    board: &Board,
    state: &mut [u64],
    mut tip: Tip,
    way: &[Spot],
) -> Option<Tip> {
    for &to in way {
        let beside = board.beside[tip.spot as usize];
        let dir = Dir::ALL
            .into_iter()
            .find(|&dir| beside[dir as usize] == to)?;
        board.enter(state, tip, dir)?;
        tip = board.tip(state);
    }
    Some(tip)
}

/// Where one stroke may come, in which colour.
pub(super) struct Reach<'a> {
    board: &'a Board,
    state: &'a [u64],
    /// What entering each spot costs; where there is nothing, 1.
    prices: &'a [u8],
    /// By spot and colour: what the way costs, the node before, and a switch gate between.
    far: Vec<u32>,
    before: Vec<u32>,
    through: Vec<Spot>,
    /// Nodes by what their way costs.
    buckets: Vec<Vec<u32>>,
    /// Nodes in the order of what their way costs.
    order: Vec<u32>,
    /// White cells with a cell beside them that can be cut.
    pub(super) cuts: Vec<(Spot, Spot)>,
}

impl<'a> Reach<'a> {
    /// From everywhere that a stroke may start.
    pub(super) fn new(board: &'a Board, state: &'a [u64], prices: &'a [u8]) -> Self {
        let spots = 0..board.spots() as Spot;
        let sources = spots.filter_map(|spot| Some((spot, board.picked_up(state, spot)?)));
        Reach::from(board, state, sources, prices)
    }

    /// From some cells in some colours.
    pub(super) fn from(
        board: &'a Board,
        state: &'a [u64],
        sources: impl Iterator<Item = (Spot, u8)>,
        prices: &'a [u8],
    ) -> Self {
        let nodes = board.spots() * 7;
        let mut reach = Reach {
            board,
            state,
            prices,
            far: vec![NONE; nodes],
            before: vec![NONE; nodes],
            through: vec![WALL; nodes],
            buckets: vec![Vec::new()],
            order: Vec::new(),
            cuts: Vec::new(),
        };
        for (spot, color) in sources {
            let node = node(spot, color);
            reach.far[node as usize] = 0;
            reach.before[node as usize] = node;
            reach.buckets[0].push(node);
        }
        reach.spread();
        reach
    }

    fn spread(&mut self) {
        let mut cost = 0;
        while cost < self.buckets.len() {
            for index in 0.. {
                let Some(&node) = self.buckets[cost].get(index) else {
                    break;
                };
                if self.far[node as usize] == cost as u32 {
                    self.order.push(node);
                    for dir in Dir::ALL {
                        self.enter(node, dir);
                    }
                }
            }
            cost += 1;
        }
    }

    fn enter(&mut self, node: u32, dir: Dir) {
        let (spot, color) = place(node);
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

    fn arrive(&mut self, from: u32, to: Spot, color: u8, through: Spot) {
        let content = self.board.content(self.state, to);
        match self.board.mixed(color, content) {
            Some((color, false)) => self.offer(from, to, color, through),
            Some((_, true)) if through == WALL && !self.board.is_droplet(to) => {
                self.cuts.push((place(from).0, to));
            }
            _ => {}
        }
    }

    fn offer(&mut self, from: u32, to: Spot, color: u8, through: Spot) {
        let node = node(to, color) as usize;
        let price = self.prices.get(to as usize).copied().unwrap_or(1).max(1);
        let far = self.far[from as usize] + u32::from(price);
        if far < self.far[node] {
            self.far[node] = far;
            self.before[node] = from;
            self.through[node] = through;
            let far = far as usize;
            if self.buckets.len() <= far {
                self.buckets.resize(far + 1, Vec::new());
            }
            self.buckets[far].push(node as u32);
        }
    }

    /// The cells and colours that can be come to, the nearest first.
    pub(super) fn places(&self) -> impl Iterator<Item = (Spot, u8)> {
        self.order.iter().map(|&node| place(node))
    }

    /// A cheapest stroke to a cell in a colour.
    pub(super) fn stroke_to(&self, spot: Spot, color: u8) -> Option<Vec<Spot>> {
        let mut node = node(spot, color);
        if self.before[node as usize] == NONE {
            return None;
        }
        let mut way = vec![spot];
        while self.before[node as usize] != node {
            let through = self.through[node as usize];
            way.extend((through != WALL).then_some(through));
            node = self.before[node as usize];
            way.push(place(node).0);
        }
        way.reverse();
        Some(way)
    }
}

fn node(spot: Spot, color: u8) -> u32 {
    u32::from(spot) * 7 + u32::from(color)
}

fn place(node: u32) -> (Spot, u8) {
    ((node / 7) as Spot, (node % 7) as u8)
}
