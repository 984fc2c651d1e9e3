//! Play by numbers, for programs that learn: every step has a number, every position is a stack of
//! small grids.
//!
//! A [`Frame`] is what levels of one kind have in common: the size of the grids and the number of
//! actions. The numbers of steps and the layers of the grids depend on the frame alone, so that a
//! program learns on many levels with one set of weights; a smaller level lies in the top left
//! corner. [`Acts`] is what a game says about itself, by which its rules can be played by numbers; a
//! game whose rules are too slow for that brings a [`Table`] of its own, packed as it likes, and a
//! conformance test walks both side by side.

use std::sync::Arc;

use serde_json::Value;

use gridwright_core::generate::Settings;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::rng::Rng;

use crate::document::envelope::plain_json;
use crate::kind::{Kind, Rules};

/// What levels that are played by the same numbers have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Columns of the grids.
    pub cols: usize,
    /// Rows of the grids.
    pub rows: usize,
    /// How many actions there are.
    pub actions: usize,
}

impl Frame {
    /// The place of a cell in a grid, in reading order.
    pub fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.cols + cell.x as usize
    }

    /// The cells of a grid.
    pub fn cells(&self) -> usize {
        self.cols * self.rows
    }
}

/// The step of a level.
pub type Step<K> = <<K as Rules>::Level as Steps>::Step;
/// A position with a move that may be under way.
pub type Begun<K> = <<K as Rules>::Level as Steps>::Begun;

/// Playing by numbers.
pub trait Acts: Rules {
    /// What the layers of an observation show, each with its name and what its values mean.
    const LAYERS: &'static [(&'static str, &'static str)];

    /// The frame of all levels that these settings make.
    fn frame(settings: &Settings) -> Frame;

    /// The smallest frame that a level has room in.
    fn frame_of(level: &Self::Level) -> Frame;

    /// Whether a level can be played in a frame.
    fn fits(level: &Self::Level, frame: &Frame) -> bool {
        let own = Self::frame_of(level);
        own.cols <= frame.cols && own.rows <= frame.rows
    }

    /// The number of a step; different legal steps of a position have different numbers.
    fn number(frame: &Frame, level: &Self::Level, begun: &Begun<Self>, step: &Step<Self>) -> usize;

    /// Writes an observation, layer by layer, into zeros.
    fn observe(frame: &Frame, level: &Self::Level, begun: &Begun<Self>, layers: &mut [u8]);

    /// The steps that make a move.
    fn steps_of(level: &Self::Level, mv: &<Self::Level as Puzzle>::Move) -> Vec<Step<Self>>;

    /// A faster table for levels that allow it.
    fn packed(_frame: &Frame, _level: &Self::Level) -> Option<Box<dyn Table>> {
        None
    }
}

/// What an action came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acted {
    /// There is no such action here; nothing changed.
    Illegal,
    /// Play goes on.
    Going,
    /// The level is solved.
    Solved,
    /// Nothing can be done any more.
    Stuck,
}

/// A level that is played by numbers.
pub trait Table: Send + Sync {
    /// Back to the start.
    fn reset(&mut self);

    /// Does what a number stands for.
    fn act(&mut self, action: usize) -> Acted;

    /// Writes one for every action that can be taken, zero for all others.
    fn legal(&self, mask: &mut [u8]);

    /// Writes the layers of the observation.
    fn observe(&self, layers: &mut [u8]);
}

/// A level played by its own rules.
pub(crate) struct Plain<K: Kind> {
    level: Arc<K::Level>,
    frame: Frame,
    begun: Begun<K>,
    steps: Vec<(usize, Step<K>)>,
}

impl<K: Kind> Plain<K> {
    pub(crate) fn new(level: Arc<K::Level>, frame: Frame) -> Self {
        let begun = level.begin(&level.start());
        let mut table = Plain {
            level,
            frame,
            begun,
            steps: Vec::new(),
        };
        table.look();
        table
    }

    fn look(&mut self) {
        let steps = self.level.steps(&self.begun).into_iter();
        let number = |step: &Step<K>| K::number(&self.frame, &self.level, &self.begun, step);
        self.steps = steps.map(|step| (number(&step), step)).collect();
    }

    fn make(&mut self, action: usize) -> Option<Option<<K::Level as Puzzle>::Move>> {
        let (_, step) = self.steps.iter().find(|(number, _)| *number == action)?;
        let made = self.level.step(&mut self.begun, step);
        self.look();
        Some(made)
    }
}

impl<K: Kind> Table for Plain<K> {
    fn reset(&mut self) {
        self.begun = self.level.begin(&self.level.start());
        self.look();
    }

    fn act(&mut self, action: usize) -> Acted {
        if self.make(action).is_none() {
            return Acted::Illegal;
        }
        let resting = self.level.resting(&self.begun);
        if resting.is_some_and(|position| self.level.is_solved(position)) {
            Acted::Solved
        } else if self.steps.is_empty() {
            Acted::Stuck
        } else {
            Acted::Going
        }
    }

    fn legal(&self, mask: &mut [u8]) {
        mask.fill(0);
        for (number, _) in &self.steps {
            mask[*number] = 1;
        }
    }

    fn observe(&self, layers: &mut [u8]) {
        layers.fill(0);
        K::observe(&self.frame, &self.level, &self.begun, layers);
    }
}

/// What actions come to in moves: a solution file of the moves that they finish, up to the first
/// that is illegal.
pub(crate) fn moves_of<K: Kind>(level: &Arc<K::Level>, frame: Frame, actions: &[usize]) -> Value {
    let mut table = Plain::<K>::new(level.clone(), frame);
    let made = actions.iter().map_while(|action| table.make(*action));
    let moves: Vec<_> = made.flatten().collect();
    plain_json(K::write_solution(level, &moves))
}

/// How a level is played without thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Any legal step, all of them alike.
    Random,
    /// A step after which least is missing, as far as that shows at once.
    Greedy,
}

/// Plays a level without looking ahead, at most so many steps; the moves that were made, as a
/// solution file. A baseline for those that think.
pub(crate) fn rollout<K: Kind>(
    level: &K::Level,
    how: Policy,
    seed: u64,
    most_steps: usize,
) -> Value {
    let mut rng = Rng::new("wander", seed);
    let mut begun = level.begin(&level.start());
    let mut moves = Vec::new();
    for _ in 0..most_steps {
        let done = level.resting(&begun).is_some_and(|at| level.is_solved(at));
        let mut steps = level.steps(&begun);
        if done || steps.is_empty() {
            break;
        }
        if how == Policy::Greedy {
            let missing = |step: &Step<K>| {
                let mut after = begun.clone();
                level.step(&mut after, step);
                // In the middle of a move nothing shows.
                level
                    .resting(&after)
                    .map_or(usize::MAX, |at| match level.is_solved(at) {
                        true => 0,
                        false => level.shortfall(at).at.cells.len().max(1),
                    })
            };
            let costs: Vec<usize> = steps.iter().map(missing).collect();
            let least = costs.iter().min().copied();
            let mut costs = costs.into_iter();
            steps.retain(|_| costs.next() == least);
        }
        let step = &steps[rng.index(steps.len())];
        moves.extend(level.step(&mut begun, step));
    }
    plain_json(K::write_solution(level, &moves))
}

/// The actions that make moves, one after another, from the start of a level.
pub(crate) fn actions_of<K: Kind>(
    level: &K::Level,
    frame: Frame,
    moves: &[<K::Level as Puzzle>::Move],
) -> Vec<usize> {
    let mut begun = level.begin(&level.start());
    let mut actions = Vec::new();
    for step in moves.iter().flat_map(|mv| K::steps_of(level, mv)) {
        actions.push(K::number(&frame, level, &begun, &step));
        level.step(&mut begun, &step);
    }
    actions
}

/// Writes a value into a cell of a layer.
pub(crate) fn put(frame: &Frame, layers: &mut [u8], layer: usize, cell: Cell, value: u8) {
    layers[layer * frame.cells() + frame.index(cell)] = value;
}

/// Every byte of eight bits as eight bytes of zero and one.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes the bits of a word as bytes of zero and one, as many as there is room for.
pub(crate) fn spread(word: u64, bytes: &mut [u8]) {
    let mut left = word;
    let (eights, rest) = bytes.as_chunks_mut::<8>();
    for eight in eights {
        *eight = SPREAD[(left & 255) as usize];
        left = left.wrapping_shr(8);
    }
    let last = SPREAD[(left & 255) as usize];
    rest.copy_from_slice(&last[..rest.len()]);
}
