//! The canvas as the solver sees it: numbered spots, contents in half bytes, states in words.
//!
//! A [`Board`] is fixed for one search. Void and grey cells are walls, because no solution ever
//! touches grey, and do not get a number. A state is a few words: half a byte for every spot,
//! a bit for every target that is left, and the brush in the last word. [`Board::enter`] is the
//! solver's own account of the rules, on packed states; tests hold it against the referee's.

use std::collections::BTreeSet;

use gridwright_core::grid::{Cell, Dir};

use crate::tint::color::{Color, mix};
use crate::tint::level::{Fixture, Level, StartRule};
use crate::tint::rules::Position;

/// The number of a paper cell.
pub(super) type Spot = u16;

/// No spot: a wall.
pub(super) const WALL: Spot = Spot::MAX;

/// What lies on a spot: 0 is bare paper, 1 to 7 are the colours white to green (one more than
/// their bits), [`GATE`] is a gate that still stands. In a packed state, 9 to 15 are the colours
/// again, as [debts](Board::owe).
pub(super) type Content = u8;

/// Bare paper.
pub(super) const BARE: Content = 0;

/// A gate that still stands.
pub(super) const GATE: Content = 8;

/// The content of paint.
pub(super) fn painted(color: Color) -> Content {
    color.bits() + 1
}

/// The colour bits of a painted content.
pub(super) fn ink(content: Content) -> Option<u8> {
    (1..GATE).contains(&content).then(|| content - 1)
}

/// White as colour bits.
pub(super) const WHITE: u8 = 0;

/// What the brush is in the middle of, as the solver numbers it. While a stroke flows the phase
/// is [`FLOWING`]; inside a switch gate it is `INSIDE + side`; in a tail `TAIL + cells left`.
pub(super) const REST: u8 = 0;
pub(super) const FLOWING: u8 = 1;
pub(super) const INSIDE: u8 = 2;
pub(super) const TAIL: u8 = 6;

/// The brush of a packed state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tip {
    pub(super) spot: Spot,
    pub(super) color: u8,
    pub(super) phase: u8,
}

impl Tip {
    /// No stroke under way.
    pub(super) const RESTING: Tip = Tip {
        spot: 0,
        color: 0,
        phase: REST,
    };

    fn pack(self) -> u64 {
        u64::from(self.spot) | u64::from(self.color) << 16 | u64::from(self.phase) << 24
    }

    fn unpack(word: u64) -> Tip {
        Tip {
            spot: word as u16,
            color: (word >> 16) as u8,
            phase: (word >> 24) as u8,
        }
    }
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entered {
    /// Anything on the canvas is different.
    pub(super) changed: bool,
    /// At most bare or white paper was painted: no target, no gate, no mixing, no cut.
    pub(super) plain: bool,
    /// A target was solved.
    pub(super) solved: bool,
}

/// The hash of a state, the same on every machine.
pub(super) fn hash_of(state: &[u64]) -> u64 {
    let mix =
        |hash: u64, &word: &u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    state.iter().fold(0, mix)
}

/// Everything about a level that a search does not change.
pub(super) struct Board {
    cells: Vec<Cell>,
    /// Neighbours by [`Dir`].
    pub(super) beside: Vec<[Spot; 4]>,
    /// The fixture that stood there when the search began.
    pub(super) fixture: Vec<Option<Fixture>>,
    /// The number of the target that was left there.
    target: Vec<Option<u16>>,
    /// `results[active][content]`: the new colour bits and whether the stroke ends; `None` makes
    /// grey.
    results: [[Option<(u8, bool)>; 8]; 7],
    pub(super) tail: u8,
    pub(super) starts_on_paint: bool,
    targets: usize,
    start: Vec<u64>,
}

impl Board {
    /// The boards of a position at rest, one for every connected part of the paper that has
    /// targets left. Strokes never leave their part, so each can be solved by itself.
    pub(super) fn parts(level: &Level, position: &Position) -> Vec<Board> {
        let is_wall =
            |cell| !level.is_paper(cell) || level.paint(position, cell) == Some(Color::Grey);
        let mut seen = BTreeSet::new();
        let mut boards = Vec::new();
        for (target, _) in level.targets_left(position) {
            if !seen.insert(target) {
                continue;
            }
            let mut part = vec![target];
            let mut next = 0;
            while next < part.len() {
                let beside = Dir::ALL.map(|dir| part[next].step(dir));
                part.extend(
                    beside
                        .into_iter()
                        .filter(|&c| !is_wall(c) && seen.insert(c)),
                );
                next += 1;
            }
            part.sort();
            boards.push(Board::new(level, position, part));
        }
        boards
    }

    /// The board of some cells, sorted; all others are walls to it.
    fn new(level: &Level, position: &Position, cells: Vec<Cell>) -> Board {
        let spot_of = |cell: Cell| match cells.binary_search(&cell) {
            Ok(index) => index as Spot,
            Err(_) => WALL,
        };
        let fixture: Vec<Option<Fixture>> =
            cells.iter().map(|&c| level.standing(position, c)).collect();
        let mut targets = 0;
        let target = fixture
            .iter()
            .map(|fixture| {
                matches!(fixture, Some(Fixture::Target(_))).then(|| {
                    targets += 1;
                    targets as u16 - 1
                })
            })
            .collect();
        let results = std::array::from_fn(|active| {
            std::array::from_fn(|content| {
                let on = ink(content as Content).map(Color::from_bits);
                let mixed = mix(level.mixing(), Color::from_bits(active as u8), on);
                (mixed.color != Color::Grey).then_some((mixed.color.bits(), mixed.ends))
            })
        });
        let mut board = Board {
            beside: cells
                .iter()
                .map(|&cell| Dir::ALL.map(|dir| spot_of(cell.step(dir))))
                .collect(),
            fixture,
            target,
            results,
            tail: level.tail(),
            starts_on_paint: level.start_rule() == StartRule::Any,
            targets,
            start: Vec::new(),
            cells,
        };
        let mut start = vec![0; board.words()];
        for spot in 0..board.spots() {
            let content = match (
                board.fixture[spot],
                level.paint(position, board.cells[spot]),
            ) {
                (Some(Fixture::Droplet(color)), _) => painted(color),
                (Some(fixture), _) if fixture.is_gate() => GATE,
                (_, Some(color)) => board.laid(color.bits()),
                (_, None) => BARE,
            };
            board.put(&mut start, spot as Spot, content);
        }
        for target in 0..targets {
            start[board.content_words() + target / 64] |= 1 << (target % 64);
        }
        board.set_tip(&mut start, Tip::RESTING);
        board.start = start;
        board
    }

    /// How many spots there are.
    pub(super) fn spots(&self) -> usize {
        self.cells.len()
    }

    /// How many targets were left when the search began.
    pub(super) fn targets(&self) -> usize {
        self.targets
    }

    /// How many words a state has.
    pub(super) fn words(&self) -> usize {
        self.content_words() + self.targets.div_ceil(64) + 1
    }

    /// The state when the search began.
    pub(super) fn start(&self) -> &[u64] {
        &self.start
    }

    /// The cell of a spot.
    pub(super) fn cell(&self, spot: Spot) -> Cell {
        self.cells[spot as usize]
    }

    /// The spot of a cell.
    pub(super) fn spot(&self, cell: Cell) -> Option<Spot> {
        let found = self.cells.binary_search(&cell);
        found.ok().map(|index| index as Spot)
    }

    /// The number of the target that stood on a spot when the search began.
    pub(super) fn target(&self, spot: Spot) -> Option<usize> {
        self.target[spot as usize].map(usize::from)
    }

    /// The colour that the target on a spot wanted when the search began.
    pub(super) fn wanted(&self, spot: Spot) -> Option<u8> {
        match self.fixture[spot as usize] {
            Some(Fixture::Target(color)) => Some(color.bits()),
            Some(Fixture::Droplet(_) | Fixture::Negation(_) | Fixture::Switch(_)) | None => None,
        }
    }

    /// Whether paint never stays on a spot.
    pub(super) fn is_droplet(&self, spot: Spot) -> bool {
        matches!(self.fixture[spot as usize], Some(Fixture::Droplet(_)))
    }

    /// What an active colour becomes on a content that is no gate, and whether the stroke ends.
    #[inline]
    pub(super) fn mixed(&self, active: u8, content: Content) -> Option<(u8, bool)> {
        self.results[active as usize][content as usize]
    }

    /// Whether a negation gate stands on a spot at first that does not change a colour.
    pub(super) fn lets_pass(&self, spot: Spot, color: u8) -> bool {
        match self.fixture[spot as usize] {
            Some(Fixture::Negation(gate)) => Color::from_bits(color).without(gate).bits() == color,
            Some(Fixture::Droplet(_) | Fixture::Target(_) | Fixture::Switch(_)) | None => false,
        }
    }

    fn content_words(&self) -> usize {
        self.spots().div_ceil(16)
    }

    /// What lies on a spot.
    #[inline]
    pub(super) fn content(&self, state: &[u64], spot: Spot) -> Content {
        let raw = self.raw(state, spot);
        if raw > GATE {
            self.laid(raw - GATE - 1)
        } else {
            raw
        }
    }

    /// What lies on a spot, debts told apart.
    #[inline]
    fn raw(&self, state: &[u64], spot: Spot) -> Content {
        (state[spot as usize / 16] >> (spot % 16 * 4)) as u8 & 15
    }

    /// What a colour leaves on paper. Where strokes start on droplets only, white paint is as good
    /// as bare paper.
    #[inline]
    pub(super) fn laid(&self, color: u8) -> Content {
        if color == WHITE && !self.starts_on_paint {
            BARE
        } else {
            color + 1
        }
    }

    /// Marks what a stroke left on a spot as a *debt*: the step that put it there had no purpose
    /// of its own, so no best solution takes it unless somebody makes use of it later. Whoever
    /// comes there next has to mix with it, or start there; white only has to be entered. `None`
    /// if nobody ever could.
    pub(super) fn owe(&self, state: &mut [u64], spot: Spot, color: u8) -> Option<()> {
        if self.is_droplet(spot) {
            return None;
        }
        if !self.is_useful(color) && color != WHITE {
            return None;
        }
        self.put(state, spot, GATE + 1 + color);
        Some(())
    }

    /// The colour of the debt on a spot.
    #[inline]
    pub(super) fn debt(&self, state: &[u64], spot: Spot) -> Option<u8> {
        self.raw(state, spot).checked_sub(GATE + 1)
    }

    /// Whether a colour left on paper could be of use to anybody.
    pub(super) fn is_useful(&self, color: u8) -> bool {
        self.starts_on_paint || Color::from_bits(color).is_primary()
    }

    /// Whether there is no debt.
    fn is_free_of_debt(&self, state: &[u64]) -> bool {
        const LOW: u64 = 0x1111_1111_1111_1111;
        let contents = &state[..self.content_words()];
        contents
            .iter()
            .all(|w| (w >> 3) & (w | w >> 1 | w >> 2) & LOW == 0)
    }

    #[inline]
    fn put(&self, state: &mut [u64], spot: Spot, content: Content) {
        let shift = spot % 16 * 4;
        let word = &mut state[spot as usize / 16];
        *word = *word & !(15 << shift) | u64::from(content) << shift;
    }

    /// The brush.
    #[inline]
    pub(super) fn tip(&self, state: &[u64]) -> Tip {
        Tip::unpack(state[state.len() - 1])
    }

    /// Sets the brush.
    #[inline]
    pub(super) fn set_tip(&self, state: &mut [u64], tip: Tip) {
        let last = state.len() - 1;
        state[last] = tip.pack();
    }

    /// Whether a target is left.
    #[inline]
    pub(super) fn is_left(&self, state: &[u64], target: usize) -> bool {
        state[self.content_words() + target / 64] >> (target % 64) & 1 != 0
    }

    /// Whether no target is left.
    pub(super) fn is_solved(&self, state: &[u64]) -> bool {
        state[self.content_words()..state.len() - 1]
            .iter()
            .all(|&word| word == 0)
    }

    /// How many targets are left.
    pub(super) fn count_left(&self, state: &[u64]) -> u16 {
        let words = &state[self.content_words()..state.len() - 1];
        words.iter().map(|word| word.count_ones() as u16).sum()
    }

    /// Whether no target is left, but debts are: such a state is no end of a best solution.
    pub(super) fn is_in_vain(&self, state: &[u64]) -> bool {
        self.is_solved(state) && !self.is_free_of_debt(state)
    }

    /// Moves the brush `tip` of `state` one cell in direction `dir`; `None` if that is illegal,
    /// makes grey or leaves a debt unpaid for good, in which case the state may be half changed.
    pub(super) fn enter(&self, state: &mut [u64], mut tip: Tip, dir: Dir) -> Option<Entered> {
        let to = self.beside[tip.spot as usize][dir as usize];
        if to == WALL {
            return None;
        }
        let mut entered = Entered {
            changed: false,
            plain: true,
            solved: false,
        };
        if (INSIDE..TAIL).contains(&tip.phase) {
            let Some(Fixture::Switch(sides)) = self.fixture[tip.spot as usize] else {
                return None;
            };
            if tip.phase == INSIDE + dir as u8 {
                return None;
            }
            tip.color = sides[dir as usize]?.bits();
            self.put(state, tip.spot, self.laid(tip.color));
            entered.changed = true;
            entered.plain = false;
        }
        let raw = self.raw(state, to);
        let content = self.content(state, to);
        if tip.phase >= TAIL {
            if tip.phase == TAIL || raw >= GATE {
                return None;
            }
            tip.phase -= 1;
            if !self.is_droplet(to) {
                let white = self.laid(tip.color);
                entered.changed |= content != white;
                self.put(state, to, white);
                entered.plain = content <= WHITE + 1;
            }
        } else if raw == GATE {
            match self.fixture[to as usize]? {
                Fixture::Negation(color) => {
                    tip.color = Color::from_bits(tip.color).without(color).bits();
                    tip.phase = FLOWING;
                    self.put(state, to, self.laid(tip.color));
                    entered.changed = true;
                }
                Fixture::Switch(sides) => {
                    let side = dir.opposite();
                    if sides[side as usize]?.bits() != tip.color {
                        return None;
                    }
                    tip.phase = INSIDE + side as u8;
                }
                Fixture::Droplet(_) | Fixture::Target(_) => return None,
            }
            entered.plain = false;
        } else {
            let (color, ends) = self.mixed(tip.color, content)?;
            if raw > GATE + WHITE + 1 && (color == tip.color || ends) {
                return None;
            }
            entered.plain &= color == tip.color && !ends;
            tip.color = color;
            tip.phase = if ends { TAIL + self.tail } else { FLOWING };
            if !self.is_droplet(to) {
                let laid = self.laid(color);
                entered.changed |= content != laid;
                entered.plain &= content <= WHITE + 1 || content == laid;
                self.put(state, to, laid);
                if self.solve(state, to, color) {
                    entered.changed = true;
                    entered.plain = false;
                    entered.solved = true;
                }
            }
        }
        tip.spot = to;
        self.set_tip(state, tip);
        Some(entered)
    }

    /// Lets a stroke start on a spot, which pays a debt there.
    pub(super) fn start_on(&self, state: &mut [u64], spot: Spot) {
        let content = self.content(state, spot);
        self.put(state, spot, content);
    }

    fn solve(&self, state: &mut [u64], spot: Spot, color: u8) -> bool {
        let (Some(Fixture::Target(wanted)), Some(target)) =
            (self.fixture[spot as usize], self.target(spot))
        else {
            return false;
        };
        let word = self.content_words() + target / 64;
        let left = state[word] >> (target % 64) & 1 != 0;
        if left && wanted.bits() == color {
            state[word] &= !(1 << (target % 64));
            return true;
        }
        false
    }

    /// The colour a stroke picks up on a spot.
    pub(super) fn picked_up(&self, state: &[u64], spot: Spot) -> Option<u8> {
        let color = ink(self.content(state, spot))?;
        (self.starts_on_paint || self.is_droplet(spot)).then_some(color)
    }
}
