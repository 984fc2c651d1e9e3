//! The places of a plan: how the canvas shrinks to a graph.

use gridwright_core::grid::Dir;

use crate::tint::level::Fixture;

use super::super::board::{BARE, Board, GATE, Spot, WALL, WHITE, ink};
use super::{MOST_TRACKED, Plan};

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A narrow, by its number, and the gate that stood on it.
    Narrow(u8, Option<Fixture>),
    /// Bare or white paper.
    Open,
    /// Connected paint of one colour (bits); its number among the tracked lines.
    Line(u8, Option<u8>),
    /// A droplet of a colour (bits).
    Droplet(u8),
    /// A gate; its number among the tracked gates.
    Gate(Fixture, Option<u8>),
}

pub(super) struct Place {
    pub(super) kind: Kind,
    /// Neighbouring places; for gates, with the side they lie on.
    pub(super) beside: Vec<(u16, Dir)>,
    /// Colours (a set of bits by colour bits) that a stroke may pick up here from the start.
    pub(super) pick_up: u8,
    /// Lines that open when this line or narrow is cut, itself included: a tail may reach others.
    pub(super) opens: u16,
    /// The sets of narrows that a tail may turn white when this line or narrow is cut.
    pub(super) whitens: Vec<u16>,
    /// For a narrow: on which side of it every place lies.
    pub(super) sides: Vec<u8>,
    /// Target classes here: the wanted colour and the class number.
    pub(super) wanted: Vec<(u8, u8)>,
}

impl Plan {
    /// Surveys a board as it is when the search begins.
    pub(super) fn draw_map(&mut self, board: &Board) {
        self.survey(board);
        self.join(board);
        self.find_targets(board);
        self.reach_of_tails(board);
        self.tell_sides();
    }

    /// Divides the spots into places.
    fn survey(&mut self, board: &Board) {
        let (mut lines, mut gates) = (0, 0);
        let number = |count: &mut usize| {
            *count += 1;
            (*count <= MOST_TRACKED).then(|| *count as u8 - 1)
        };
        for spot in 0..board.spots() as Spot {
            if self.place_of[spot as usize] != u16::MAX {
                continue;
            }
            let narrow = self.narrows.iter().position(|&narrow| narrow == spot);
            let kind = match (board.fixture[spot as usize], content_at(board, spot)) {
                (gate, content) if narrow.is_some() => {
                    let narrow = narrow.map_or(0, |narrow| narrow as u8);
                    Kind::Narrow(narrow, gate.filter(|_| content == GATE))
                }
                (Some(Fixture::Droplet(color)), _) => Kind::Droplet(color.bits()),
                (Some(gate), GATE) => Kind::Gate(gate, number(&mut gates)),
                (_, content) => match ink(content) {
                    None | Some(WHITE) => Kind::Open,
                    Some(color) => Kind::Line(color, number(&mut lines)),
                },
            };
            let place = self.places.len() as u16;
            self.places.push(Place {
                kind,
                beside: Vec::new(),
                pick_up: 0,
                opens: 0,
                whitens: Vec::new(),
                sides: Vec::new(),
                wanted: Vec::new(),
            });
            self.flood(board, spot, place, kind);
        }
        self.gates = ((1u32 << gates.min(MOST_TRACKED)) - 1) as u16;
    }

    fn flood(&mut self, board: &Board, first: Spot, place: u16, kind: Kind) {
        let belongs = |spot: Spot| {
            let content = content_at(board, spot);
            !board.is_droplet(spot)
                && !self.narrows.contains(&spot)
                && match kind {
                    Kind::Open => content == BARE || content == WHITE + 1,
                    Kind::Line(color, _) => content == color + 1,
                    Kind::Droplet(_) | Kind::Gate(..) | Kind::Narrow(..) => false,
                }
        };
        let mut stack = vec![first];
        self.place_of[first as usize] = place;
        while let Some(spot) = stack.pop() {
            if let Some(color) = board.picked_up(board.start(), spot) {
                self.places[place as usize].pick_up |= 1 << color;
            }
            for beside in board.beside[spot as usize] {
                if beside != WALL && self.place_of[beside as usize] == u16::MAX && belongs(beside) {
                    self.place_of[beside as usize] = place;
                    stack.push(beside);
                }
            }
        }
    }

    /// Finds which places touch.
    fn join(&mut self, board: &Board) {
        for spot in 0..board.spots() {
            for dir in Dir::ALL {
                let beside = board.beside[spot][dir as usize];
                if beside == WALL {
                    continue;
                }
                let (from, to) = (self.place_of[spot], self.place_of[beside as usize]);
                // The side matters at gates only; elsewhere one entry for each pair is enough.
                let is_gate = |place: u16| {
                    let kind = self.places[place as usize].kind;
                    matches!(kind, Kind::Gate(..) | Kind::Narrow(_, Some(_)))
                };
                let dir = if is_gate(from) || is_gate(to) {
                    dir
                } else {
                    Dir::North
                };
                let entry = (to, dir);
                if from != to && !self.places[from as usize].beside.contains(&entry) {
                    self.places[from as usize].beside.push(entry);
                }
            }
        }
    }

    fn find_targets(&mut self, board: &Board) {
        for spot in 0..board.spots() {
            let Some(Fixture::Target(color)) = board.fixture[spot] else {
                continue;
            };
            let place = &mut self.places[self.place_of[spot] as usize];
            let known = place
                .wanted
                .iter()
                .any(|&(wanted, _)| wanted == color.bits());
            if !known && self.classes < MOST_TRACKED {
                place.wanted.push((color.bits(), self.classes as u8));
                self.classes += 1;
            }
        }
    }

    /// A cut's tail may open other lines close by.
    fn reach_of_tails(&mut self, board: &Board) {
        for spot in 0..board.spots() as Spot {
            let place = self.place_of[spot as usize] as usize;
            if !matches!(self.places[place].kind, Kind::Line(..) | Kind::Narrow(..)) {
                continue;
            }
            self.places[place].opens |= self.lines_near(board, spot, self.tail);
            let mut whitens = self.tails(board, spot, self.tail);
            whitens.append(&mut self.places[place].whitens);
            whitens.sort_unstable();
            whitens.dedup();
            self.places[place].whitens = whitens;
        }
    }

    /// The sets of narrows that a tail of at most so many cells from a spot may whiten.
    pub(super) fn tails(&self, board: &Board, spot: Spot, left: u8) -> Vec<u16> {
        let mut sets = vec![0];
        if left == 0 {
            return sets;
        }
        for beside in board.beside[spot as usize] {
            if beside == WALL {
                continue;
            }
            let place = self.place_of[beside as usize];
            let here = match self.places[place as usize].kind {
                Kind::Narrow(narrow, _) => 1 << narrow,
                _ => 0,
            };
            let on = self.tails(board, beside, left - 1);
            sets.extend(on.into_iter().map(|set| set | here));
        }
        sets
    }

    /// Finds out which places lie on the same side of each narrow.
    fn tell_sides(&mut self) {
        for narrow in 0..self.places.len() {
            if !matches!(self.places[narrow].kind, Kind::Narrow(..)) {
                continue;
            }
            let mut sides = vec![u8::MAX; self.places.len()];
            sides[narrow] = 0;
            let mut side = 0;
            for first in 0..self.places.len() {
                if sides[first] != u8::MAX {
                    continue;
                }
                side += 1;
                sides[first] = side;
                let mut stack = vec![first];
                while let Some(place) = stack.pop() {
                    for &(to, _) in &self.places[place].beside {
                        if sides[to as usize] == u8::MAX {
                            sides[to as usize] = side;
                            stack.push(to as usize);
                        }
                    }
                }
            }
            self.places[narrow].sides = sides;
        }
    }
}

/// What lay on a spot when the search began.
pub(super) fn content_at(board: &Board, spot: Spot) -> u8 {
    board.content(board.start(), spot)
}
