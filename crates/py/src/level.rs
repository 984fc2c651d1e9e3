//! A level at hand: what it is, what can be asked of it, and what it looks like.

use std::sync::Arc;

use gridwright_core::fault::Faults;
use gridwright_core::svg::{self, Lettering};
use gridwright_core::text::Charset;
use gridwright_games::act::Policy;
use gridwright_games::registry::{Play, Session};
use gridwright_workshop::Refusal;
use gridwright_workshop::batch;
use gridwright_workshop::level_ref::raw_json;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{faulty, refused};
use crate::{CATALOGUE, work};

/// The longest side of a board that is drawn, as on the command line.
const MOST_SIDE: f32 = 64.0;

/// The most steps that anybody wanders.
const MOST_STEPS: usize = 100_000;

/// A level that was read.
#[pyclass(frozen, module = "gridwright._native")]
pub(crate) struct Level {
    session: Arc<dyn Session>,
}

impl Level {
    /// The level itself.
    pub(crate) fn session(&self) -> Arc<dyn Session> {
        self.session.clone()
    }

    /// The position after some moves, with coming ones drawn over it.
    fn at(&self, moves: Option<&str>, coming: Option<&str>) -> Result<Box<dyn Play>, Faults> {
        let mut play = self.session.at(moves)?;
        if let Some(coming) = coming {
            play.show_coming(coming, None)?;
        }
        Ok(play)
    }

    fn drawn(&self, moves: Option<&str>, coming: Option<&str>) -> PyResult<Box<dyn Play>> {
        let (width, height) = self.session.size();
        if width.max(height) as f32 > MOST_SIDE {
            let message = format!("boards larger than {MOST_SIDE} x {MOST_SIDE} have no picture");
            return Err(PyValueError::new_err(message));
        }
        self.at(moves, coming).map_err(faulty)
    }
}

#[pymethods]
impl Level {
    /// Reads a level: the JSON of a document, or of a text that is an address or a code.
    #[new]
    #[pyo3(signature = (level, game=None))]
    fn new(py: Python<'_>, level: &str, game: Option<&str>) -> PyResult<Self> {
        let session = py.detach(|| {
            let level = raw_json(level)?;
            batch::open(&CATALOGUE, &level, game).map_err(Refusal::from)
        });
        let session = session.map_err(refused)?.into();
        Ok(Level { session })
    }

    /// The id of its game.
    #[getter]
    fn game(&self) -> &'static str {
        self.session.game().id()
    }

    /// Columns and rows.
    #[getter]
    fn size(&self) -> (usize, usize) {
        self.session.size()
    }

    /// The rules in words, for somebody who has nothing else.
    fn briefing(&self) -> String {
        self.session.briefing()
    }

    /// The level file, as JSON.
    fn document(&self) -> String {
        self.session.document().to_string()
    }

    /// The level code.
    fn code(&self) -> PyResult<String> {
        self.session.code().map_err(|fault| faulty(fault.into()))
    }

    /// A text that is the same for levels that are one to a player.
    fn canonical(&self, py: Python<'_>) -> String {
        py.detach(|| self.session.canonical())
    }

    /// A hash of that text, in hexadecimal.
    fn canonical_hash(&self, py: Python<'_>) -> String {
        py.detach(|| batch::canonical_hash(&*self.session))
    }

    /// Answers a question about it; JSON in, JSON out.
    #[pyo3(signature = (question, *, threads=None, memory=None))]
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        threads: Option<usize>,
        memory: Option<u64>,
    ) -> PyResult<String> {
        let ask = batch::Ask::read(question).map_err(refused)?;
        let session = &*self.session;
        let about = work::interruptible(py, threads, memory, |budget| ask.about(session, budget));
        about?.map_err(refused)
    }

    /// Replays a solution; JSON in, JSON out. The same as asking, without a change of threads.
    fn verify(&self, py: Python<'_>, solution: &str) -> PyResult<String> {
        let report = py
            .detach(|| self.session.verify(solution))
            .map_err(faulty)?;
        gridwright_workshop::calls::write(&report).map_err(refused)
    }

    /// The moves of somebody who does not look ahead, as a solution file in JSON: any legal steps, or
    /// always one after which least is missing.
    fn rollout(&self, py: Python<'_>, greedy: bool, seed: u64, most_steps: usize) -> String {
        let how = if greedy {
            Policy::Greedy
        } else {
            Policy::Random
        };
        let moves = py.detach(|| self.session.rollout(how, seed, most_steps.min(MOST_STEPS)));
        moves.to_string()
    }

    /// What moves come to, as JSON: how many, solved or not, costs.
    #[pyo3(signature = (moves=None))]
    fn play(&self, py: Python<'_>, moves: Option<&str>) -> PyResult<String> {
        let report = py.detach(|| Ok(self.session.at(moves)?.report()));
        let report = report.map_err(faulty)?;
        gridwright_workshop::calls::write(&report).map_err(refused)
    }

    /// The picture as SVG.
    #[pyo3(signature = (moves=None, coming=None))]
    fn svg(&self, moves: Option<&str>, coming: Option<&str>) -> PyResult<String> {
        let scene = self.drawn(moves, coming)?.scene();
        Ok(svg::render(&scene, Lettering::Font))
    }

    /// The picture as PNG.
    #[pyo3(signature = (moves=None, coming=None, scale=2.0))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        moves: Option<&str>,
        coming: Option<&str>,
        scale: f32,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let scene = self.drawn(moves, coming)?.scene();
        checked(scale)?;
        let png = py.detach(|| svg::png(&scene, scale)).ok_or_else(no_size)?;
        Ok(PyBytes::new(py, &png))
    }

    /// The picture as pixels: width, height, and red, green, blue and opacity of each.
    #[pyo3(signature = (moves=None, scale=1.0))]
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        moves: Option<&str>,
        scale: f32,
    ) -> PyResult<(u32, u32, Bound<'py, PyBytes>)> {
        let scene = self.drawn(moves, None)?.scene();
        checked(scale)?;
        let pixels = py
            .detach(|| svg::pixels(&scene, scale))
            .ok_or_else(no_size)?;
        Ok((pixels.width, pixels.height, PyBytes::new(py, &pixels.rgba)))
    }

    /// The picture in characters.
    #[pyo3(signature = (moves=None, coming=None, *, ascii=false))]
    fn text(&self, moves: Option<&str>, coming: Option<&str>, ascii: bool) -> PyResult<String> {
        let text = self.at(moves, coming).map_err(faulty)?.text();
        let charset = if ascii {
            Charset::Ascii
        } else {
            Charset::Unicode
        };
        Ok(text.string(charset))
    }
}

/// Refuses pictures of no size, and of a size that no memory holds.
fn checked(scale: f32) -> PyResult<()> {
    if (0.05..=8.0).contains(&scale) {
        return Ok(());
    }
    Err(PyValueError::new_err("scale is a number from 0.05 to 8"))
}

fn no_size() -> PyErr {
    PyValueError::new_err("the picture has no size")
}
