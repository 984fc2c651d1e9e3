//! The workshop for Python: the extension module `gridwright._native`.
//!
//! Thin: text goes in and text comes out, in the JSON of the command line, and the Python package
//! around it (`python/gridwright`) gives it types. Nothing is decided here about a game: what can be
//! asked of a level is what a line of [`gridwright_workshop::batch`] can ask.
//!
//! | module | what it knows |
//! |---|---|
//! | `work` | searching without the interpreter's lock; Ctrl-C; limits; panics |
//! | `errors` | faults as exceptions |
//! | `level` | a level at hand |
//! | `table` | levels played by numbers, one or many at a time |

mod errors;
mod level;
mod table;
mod work;

use std::sync::{LazyLock, OnceLock};

use gridwright_workshop::Games;
use gridwright_workshop::batch::{Ask, run};
use gridwright_workshop::catalogue::Catalogue;
use pyo3::prelude::*;

/// The games of this module, if others than those that ship were handed in.
static GAMES: OnceLock<Games> = OnceLock::new();

/// The games and their packs, read when they are first asked for.
static CATALOGUE: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::new(*GAMES.get_or_init(|| Games::SHIPPED)));

/// The module with these games, so that a test can hand in one that nothing here has heard of. The
/// games of a process are chosen once, before anything is asked.
pub fn with_games(py: Python<'_>, games: Games) -> Py<PyModule> {
    GAMES.get_or_init(|| games);
    pyo3::wrap_pymodule!(_native)(py)
}

#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use super::level::Level;
    #[pymodule_export]
    use super::table::{Table, Tables, frame, layers};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name that Python knows")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// What games there are, as JSON.
    #[pyfunction]
    fn games() -> String {
        gridwright_workshop::games::listed(&CATALOGUE).to_string()
    }

    /// Answers a question that names its level itself, or makes levels; JSON in, JSON out.
    #[pyfunction]
    #[pyo3(signature = (question, *, threads=None, memory=None))]
    fn ask(
        py: Python<'_>,
        question: &str,
        threads: Option<usize>,
        memory: Option<u64>,
    ) -> PyResult<String> {
        let ask = Ask::read(question).map_err(errors::refused)?;
        let answer =
            work::interruptible(py, threads, memory, |budget| ask.answer(&CATALOGUE, budget))?;
        answer.map_err(errors::refused)
    }

    /// Answers many lines at once, each in an envelope, in their order.
    #[pyfunction]
    #[pyo3(signature = (lines, *, threads=None, memory=None))]
    fn batch(
        py: Python<'_>,
        lines: Vec<String>,
        threads: Option<usize>,
        memory: Option<u64>,
    ) -> PyResult<Vec<String>> {
        let mut answers = Vec::with_capacity(lines.len());
        work::interruptible(py, threads, memory, |budget| {
            let mut lines = lines.into_iter();
            run(
                &CATALOGUE,
                &mut || lines.next().filter(|_| budget.expired().is_none()).map(Ok),
                &mut |answer| {
                    answers.push(answer.to_owned());
                    true
                },
                budget,
            );
        })?;
        Ok(answers)
    }

    /// Fails as a mistake of ours would, for the test that it becomes an exception.
    #[pyfunction]
    fn _mistake(py: Python<'_>) -> PyResult<()> {
        work::interruptible(py, None, None, |_| panic!("a mistake on purpose"))
    }
}
