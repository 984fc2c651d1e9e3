//! Levels played by numbers: one at a time, or many that take a step together.
//!
//! Arrays belong to the caller and are written in place; a step of many levels is one call.

use std::sync::Arc;

use gridwright_games::act::{Acted, Frame, Table as Numbered};
use gridwright_games::registry::Session;
use gridwright_workshop::choices::LevelChoice;
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::CATALOGUE;
use crate::errors::faulty;
use crate::level::Level;

/// Columns, rows and actions of a frame.
pub(crate) type Size = (usize, usize, usize);

/// The most cells or actions of a frame; the largest boards of learners are far smaller.
const MOST: usize = 1 << 20;

/// The frame of all levels that a tier and some knobs make.
#[pyfunction]
#[pyo3(signature = (game, tier=None, set=Vec::new()))]
pub(crate) fn frame(game: &str, tier: Option<&str>, set: Vec<(String, String)>) -> PyResult<Size> {
    let game = CATALOGUE.game(game).map_err(|fault| faulty(fault.into()))?;
    let choice = LevelChoice {
        tier,
        set: &set,
        min_moves: None,
        metric: None,
    };
    let request = choice.request(game, 0).map_err(faulty)?;
    Ok(size(game.frame(&request.settings)))
}

/// The layers of a game's observations: names, and what their values mean.
#[pyfunction]
pub(crate) fn layers(game: &str) -> PyResult<Vec<(&'static str, &'static str)>> {
    let game = CATALOGUE.game(game).map_err(|fault| faulty(fault.into()))?;
    Ok(game.layers().to_vec())
}

fn size(frame: Frame) -> Size {
    (frame.cols, frame.rows, frame.actions)
}

fn read((cols, rows, actions): Size) -> PyResult<Frame> {
    if cols.saturating_mul(rows).max(actions) > MOST {
        let message = format!("a frame has at most {MOST} cells and actions");
        return Err(PyValueError::new_err(message));
    }
    Ok(Frame {
        cols,
        rows,
        actions,
    })
}

fn table_of(session: &dyn Session, frame: &Frame) -> PyResult<Box<dyn Numbered>> {
    session.table(frame).ok_or_else(|| {
        let own = session.frame();
        PyValueError::new_err(format!(
            "the level is {} x {} with {} actions and does not fit {} x {} with {}",
            own.cols, own.rows, own.actions, frame.cols, frame.rows, frame.actions
        ))
    })
}

/// What an action came to, as a number: 0 illegal, 1 going on, 2 solved, 3 stuck.
fn told(acted: Acted) -> u8 {
    match acted {
        Acted::Illegal => 0,
        Acted::Going => 1,
        Acted::Solved => 2,
        Acted::Stuck => 3,
    }
}

/// One level played by numbers.
#[pyclass(module = "gridwright._native")]
pub(crate) struct Table {
    session: Arc<dyn Session>,
    frame: Frame,
    table: Box<dyn Numbered>,
    actions: Vec<usize>,
}

#[pymethods]
impl Table {
    /// A level in a frame, or in its own.
    #[new]
    #[pyo3(signature = (level, frame=None))]
    fn new(level: &Level, frame: Option<Size>) -> PyResult<Self> {
        let session = level.session();
        let frame = frame.map_or(Ok(session.frame()), read)?;
        Ok(Table {
            table: table_of(&*session, &frame)?,
            session,
            frame,
            actions: Vec::new(),
        })
    }

    /// Columns, rows and actions.
    #[getter]
    fn frame(&self) -> Size {
        size(self.frame)
    }

    /// Back to the start.
    fn reset(&mut self) {
        self.table.reset();
        self.actions.clear();
    }

    /// Takes an action: 0 illegal, 1 going on, 2 solved, 3 stuck.
    fn act(&mut self, action: usize) -> u8 {
        let acted = self.table.act(action);
        if acted != Acted::Illegal {
            self.actions.push(action);
        }
        told(acted)
    }

    /// Writes which actions are legal, and what is seen.
    fn look(
        &self,
        mut mask: PyReadwriteArray1<'_, u8>,
        mut seen: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let cells = self.session.game().layers().len() * self.frame.cells();
        let mask = slice(mask.as_slice_mut(), self.frame.actions)?;
        let seen = slice(seen.as_slice_mut(), cells)?;
        self.table.legal(mask);
        self.table.observe(seen);
        Ok(())
    }

    /// The moves that the actions so far make, as a solution file in JSON.
    fn moves(&self) -> String {
        self.session
            .moves_of(&self.frame, &self.actions)
            .to_string()
    }

    /// The actions that make the moves of a solution file.
    fn actions_of(&self, moves: &str) -> PyResult<Vec<usize>> {
        self.session.actions_of(&self.frame, moves).map_err(faulty)
    }
}

/// Many levels of one frame that take steps together. Who is done begins anew with the next step,
/// on a level drawn from the same seed.
#[pyclass(module = "gridwright._native")]
pub(crate) struct Tables {
    stock: Stock,
    cells: usize,
    slots: Vec<Slot>,
    most_steps: u32,
}

/// The levels, and tables for them that no slot plays at. A table is made once and used again: to
/// make one takes far longer than many steps on it.
struct Stock {
    levels: Vec<Arc<dyn Session>>,
    frame: Frame,
    spare: Vec<Vec<Box<dyn Numbered>>>,
    /// How many spare tables there are, of all levels, and how many there may be.
    count: usize,
    most: usize,
}

struct Slot {
    table: Box<dyn Numbered>,
    chance: u64,
    level: usize,
    steps: u32,
    done: bool,
}

#[pymethods]
impl Tables {
    /// So many slots at these levels, in a frame.
    #[new]
    fn new(
        levels: Vec<PyRef<'_, Level>>,
        frame: Size,
        count: usize,
        most_steps: u32,
    ) -> PyResult<Self> {
        let frame = read(frame)?;
        let levels: Vec<Arc<dyn Session>> = levels.iter().map(|level| level.session()).collect();
        let Some(first) = levels.first() else {
            return Err(PyValueError::new_err("there must be a level to play"));
        };
        if !(1..=MOST).contains(&count) {
            let message = format!("the number of environments is from 1 to {MOST}");
            return Err(PyValueError::new_err(message));
        }
        let game = first.game();
        for level in &levels {
            if level.game().id() != game.id() {
                return Err(PyValueError::new_err("the levels are of different games"));
            }
            table_of(&**level, &frame)?;
        }
        let slots = (0..count).map(|_| {
            Ok(Slot {
                table: table_of(&**first, &frame)?,
                chance: 0,
                level: 0,
                steps: 0,
                done: false,
            })
        });
        Ok(Tables {
            slots: slots.collect::<PyResult<_>>()?,
            cells: game.layers().len() * frame.cells(),
            stock: Stock::new(levels, frame, count),
            most_steps,
        })
    }

    /// Begins anew everywhere; writes what can be done and seen.
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: u64,
        mut masks: PyReadwriteArray1<'_, u8>,
        mut seen: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let (cells, count) = (self.cells, self.slots.len());
        let actions = self.stock.frame.actions;
        let masks = slice(masks.as_slice_mut(), count * actions)?;
        let seen = slice(seen.as_slice_mut(), count * cells)?;
        py.detach(|| {
            let each = masks.chunks_mut(actions).zip(seen.chunks_mut(cells));
            for (index, (slot, (mask, seen))) in self.slots.iter_mut().zip(each).enumerate() {
                slot.chance = mixed(seed ^ mixed(index as u64));
                slot.begin(&mut self.stock)?;
                slot.table.legal(mask);
                slot.table.observe(seen);
            }
            Ok(())
        })
    }

    /// Takes one action everywhere; writes rewards, ends, what can be done and what is seen.
    #[allow(
        clippy::too_many_arguments,
        reason = "an array for each thing that is written"
    )]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut masks: PyReadwriteArray1<'_, u8>,
        mut seen: PyReadwriteArray1<'_, u8>,
        mut rewards: PyReadwriteArray1<'_, f64>,
        mut solved: PyReadwriteArray1<'_, bool>,
        mut cut: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let (cells, count) = (self.cells, self.slots.len());
        let per_mask = self.stock.frame.actions;
        let taken = actions.as_slice().map_err(|_| unlike(count))?;
        if taken.len() != count {
            return Err(unlike(count));
        }
        if let Some(wrong) = taken.iter().find(|a| !(0..per_mask as i64).contains(*a)) {
            let message = format!("there is no action {wrong}; there are {per_mask}");
            return Err(PyIndexError::new_err(message));
        }
        let masks = slice(masks.as_slice_mut(), count * per_mask)?;
        let seen = slice(seen.as_slice_mut(), count * cells)?;
        let rewards = slice(rewards.as_slice_mut(), count)?;
        let solved = slice(solved.as_slice_mut(), count)?;
        let cut = slice(cut.as_slice_mut(), count)?;
        py.detach(|| {
            let each = masks.chunks_mut(per_mask).zip(seen.chunks_mut(cells));
            for (index, (slot, (mask, seen))) in self.slots.iter_mut().zip(each).enumerate() {
                (rewards[index], solved[index], cut[index]) = (0.0, false, false);
                if slot.done {
                    slot.begin(&mut self.stock)?;
                } else {
                    let acted = slot.table.act(taken[index] as usize);
                    slot.steps += 1;
                    if acted == Acted::Solved {
                        rewards[index] = 1.0;
                    }
                    solved[index] = matches!(acted, Acted::Solved | Acted::Stuck);
                    cut[index] = !solved[index] && slot.steps >= self.most_steps;
                    slot.done = solved[index] || cut[index];
                }
                slot.table.legal(mask);
                slot.table.observe(seen);
            }
            Ok(())
        })
    }

    /// Which of the levels each slot plays.
    fn playing(&self) -> Vec<usize> {
        self.slots.iter().map(|slot| slot.level).collect()
    }
}

impl Slot {
    /// Draws a level and begins it.
    fn begin(&mut self, stock: &mut Stock) -> PyResult<()> {
        self.chance = mixed(self.chance);
        let level = (self.chance % stock.levels.len() as u64) as usize;
        if level != self.level {
            let left = std::mem::replace(&mut self.table, stock.take(level)?);
            stock.put_back(self.level, left);
        }
        self.table.reset();
        (self.level, self.steps, self.done) = (level, 0, false);
        Ok(())
    }
}

impl Stock {
    /// No tables yet, and never more spare ones than there are slots and levels.
    fn new(levels: Vec<Arc<dyn Session>>, frame: Frame, slots: usize) -> Self {
        Stock {
            spare: levels.iter().map(|_| Vec::new()).collect(),
            most: slots + levels.len(),
            levels,
            frame,
            count: 0,
        }
    }

    /// A table for a level, in any position.
    fn take(&mut self, level: usize) -> PyResult<Box<dyn Numbered>> {
        match self.spare[level].pop() {
            Some(table) => {
                self.count -= 1;
                Ok(table)
            }
            None => table_of(&*self.levels[level], &self.frame),
        }
    }

    fn put_back(&mut self, level: usize, table: Box<dyn Numbered>) {
        if self.count < self.most {
            self.count += 1;
            self.spare[level].push(table);
        }
    }
}

/// The next number of a well-mixed series (SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// An array of the right length, without gaps.
fn slice<T, E>(array: Result<&mut [T], E>, length: usize) -> PyResult<&mut [T]> {
    match array {
        Ok(values) if values.len() == length => Ok(values),
        _ => Err(unlike(length)),
    }
}

fn unlike(length: usize) -> PyErr {
    PyValueError::new_err(format!(
        "an array of {length} values without gaps is needed"
    ))
}
