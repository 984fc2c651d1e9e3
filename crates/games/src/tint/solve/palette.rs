//! How many strokes the colours alone ask for: a level without places.
//!
//! All that is left of a canvas is which colours lie on it, which gates stand, and which colours
//! targets still want. A stroke starts with a colour, mixes with any that lies there and passes any
//! gate. The active colour always counts as lying there: after a mix on a droplet it lies nowhere
//! yet, but may in a moment.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::tint::color::Color;
use crate::tint::level::Fixture;

use super::board::{Board, GATE, Spot, WHITE, ink};

/// A set of colours by their bits.
pub(super) type Colors = u8;

/// No stroke under way, in place of an active colour.
pub(super) const NONE: u8 = 7;

/// So many strokes are more than enough: the colours cannot be had.
pub(super) const NEVER: u8 = u8::MAX;

/// More gates than this are taken to stand for ever.
const MOST_GATES: usize = 12;

/// What the colours ask for, remembered.
pub(super) struct Palette {
    gates: Vec<(Spot, Fixture)>,
    /// Colours that strokes may start with wherever they are, because a droplet has them.
    sources: Colors,
    starts_on_paint: bool,
    /// `mixes[a][b]`: what an active colour becomes on another and goes on.
    mixes: [[Option<u8>; 7]; 7],
    known: FxHashMap<State, u8>,
}

/// A canvas without places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// Gates that stand, by their number.
    pub(super) gates: u16,
    /// Colours that lie there.
    pub(super) present: Colors,
    /// Colours that targets want.
    pub(super) wanted: Colors,
    /// The active colour, or [`NONE`].
    pub(super) active: u8,
}

impl Palette {
    pub(super) fn new(board: &Board) -> Palette {
        let spots = || 0..board.spots() as Spot;
        let gates: Vec<(Spot, Fixture)> = spots()
            .filter_map(|spot| {
                let fixture = board.fixture[spot as usize]?;
                (board.content(board.start(), spot) == GATE).then_some((spot, fixture))
            })
            .collect();
        let droplets = spots().filter(|&spot| board.is_droplet(spot));
        let mixes = std::array::from_fn(|active| {
            std::array::from_fn(|on| {
                let (color, ends) = board.mixed(active as u8, on as u8 + 1)?;
                (!ends && color != active as u8).then_some(color)
            })
        });
        Palette {
            sources: droplets
                .filter_map(|spot| ink(board.content(board.start(), spot)))
                .fold(0, |colors, color| colors | 1 << color),
            starts_on_paint: board.starts_on_paint,
            gates,
            mixes,
            known: FxHashMap::default(),
        }
    }

    /// Every colour that any number of strokes could have, gates taken to stand for ever.
    pub(super) fn all_colors(&self, board: &Board) -> Colors {
        let lying = (0..board.spots() as Spot)
            .filter_map(|spot| ink(board.content(board.start(), spot)))
            .fold(0, |colors, color| colors | 1 << color);
        let mut active: Colors = self.sources;
        let all_gates = u16::MAX;
        loop {
            let present = lying | active;
            let mut more = active | if self.starts_on_paint { present } else { 0 };
            for color in (0..7).filter(|color| active >> color & 1 != 0) {
                let state = State {
                    gates: all_gates,
                    present,
                    wanted: 0,
                    active: color,
                };
                self.go_on(state, |after| more |= 1 << after.active);
            }
            if more == active {
                return active;
            }
            active = more;
        }
    }

    /// The gates of a canvas, in the order of their numbers.
    pub(super) fn gates(&self) -> &[(Spot, Fixture)] {
        &self.gates
    }

    /// The fewest strokes that still have to be started; [`NEVER`] if none are enough.
    pub(super) fn strokes(&mut self, state: State) -> u8 {
        let state = State {
            gates: if self.gates.len() > MOST_GATES {
                0
            } else {
                state.gates
            },
            ..state
        };
        if state.wanted == 0 {
            return 0;
        }
        if let Some(&strokes) = self.known.get(&state) {
            return strokes;
        }
        let strokes = self.search(state);
        self.known.insert(state, strokes);
        strokes
    }

    /// Breadth first, where only starting a stroke costs anything.
    fn search(&self, first: State) -> u8 {
        let mut best: FxHashMap<State, u8> = FxHashMap::default();
        let mut queue = VecDeque::new();
        // What the stroke under way has reached in its colour is not wanted any more already, so
        // its colour alone does nothing more.
        if first.active == NONE {
            queue.push_back((0u8, first));
        } else {
            let present = settle(first).present;
            // But for white, which may still cut: that is a layer of its own.
            let cut = if first.active == WHITE { 1 << WHITE } else { 0 };
            let wanted = first.wanted & !cut;
            let under_way = State {
                present,
                wanted,
                ..first
            };
            let rest = State {
                active: NONE,
                ..under_way
            };
            queue.push_back((0, rest));
            self.go_on(under_way, |after| queue.push_front((0, after)));
        }
        while let Some((strokes, state)) = queue.pop_front() {
            let state = settle(state);
            if state.wanted == 0 {
                return strokes;
            }
            if best.get(&state).is_some_and(|&known| known <= strokes) {
                continue;
            }
            best.insert(state, strokes);
            if state.active == NONE {
                let colors = if self.starts_on_paint {
                    self.sources | state.present
                } else {
                    self.sources
                };
                for active in (0..7).filter(|active| colors >> active & 1 != 0) {
                    queue.push_back((strokes + 1, State { active, ..state }));
                }
                continue;
            }
            let rest = State {
                active: NONE,
                ..state
            };
            queue.push_front((strokes, rest));
            self.go_on(state, |after| queue.push_front((strokes, after)));
        }
        NEVER
    }

    fn go_on(&self, state: State, mut offer: impl FnMut(State)) {
        let active = usize::from(state.active);
        for on in (0..7).filter(|on| (state.present | self.sources) >> on & 1 != 0) {
            if let Some(active) = self.mixes[active][on] {
                offer(State { active, ..state });
            }
        }
        let keep = self.gates.len() > MOST_GATES;
        for (number, (_, gate)) in self.gates.iter().enumerate() {
            if !keep && state.gates >> number & 1 == 0 {
                continue;
            }
            let gates = if keep {
                0
            } else {
                state.gates & !(1 << number)
            };
            match *gate {
                Fixture::Negation(color) => {
                    let left = Color::from_bits(state.active).without(color);
                    let active = left.bits();
                    offer(State {
                        active,
                        gates,
                        ..state
                    });
                }
                Fixture::Switch(sides) => {
                    for (entrance, color) in sides.into_iter().enumerate() {
                        if color.map(Color::bits) != Some(state.active) {
                            continue;
                        }
                        for (exit, color) in sides.into_iter().enumerate() {
                            if let (true, Some(color)) = (exit != entrance, color) {
                                let active = color.bits();
                                offer(State {
                                    active,
                                    gates,
                                    ..state
                                });
                            }
                        }
                    }
                }
                Fixture::Droplet(_) | Fixture::Target(_) => {}
            }
        }
    }
}

/// What the active colour does at once: it lies there, and nobody wants it any more.
fn settle(state: State) -> State {
    if state.active == NONE {
        return state;
    }
    let here = 1 << state.active;
    State {
        present: state.present | here,
        wanted: state.wanted & !here,
        ..state
    }
}
