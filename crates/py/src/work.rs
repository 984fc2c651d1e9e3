//! Work that may take long: without the interpreter's lock, on threads of our own, within limits,
//! ended by Ctrl-C.
//!
//! Signals are handled by the interpreter's main thread, and only when it looks. So the calling
//! thread never searches: it waits for the workers, looks for signals now and then, and tells the
//! search to stop when a handler raised something. That exception is what the caller gets. A panic
//! of a worker comes back as an exception too.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use gridwright_core::budget::{Budget, Workers};
use gridwright_host::WallClock;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Signals are looked for this often.
const LOOK: Duration = Duration::from_millis(20);

/// The memory of a search that is given no other bound.
const MEMORY: u64 = 2 << 30;

/// The most threads that can be asked for.
const MOST_THREADS: usize = 1024;

static CLOCK: LazyLock<WallClock> = LazyLock::new(WallClock::start);

/// One worker for each core, shared by all calls that ask for no number.
static SHARED: LazyLock<Result<Arc<ThreadPool>, ThreadPoolBuildError>> =
    LazyLock::new(|| pool(0).map(Arc::new));

/// Runs a search on workers until it is done or a signal ends it.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    memory: Option<u64>,
    work: impl FnOnce(&Budget<'_>) -> T + Send,
) -> PyResult<T> {
    let pool = workers(threads)?;
    let cancel = AtomicBool::new(false);
    let (result, raised) = py.detach(|| {
        let (done, finished) = channel();
        let workers = PoolWorkers(&pool);
        let budget = Budget::unlimited()
            .with_clock(&*CLOCK)
            .with_workers(&workers)
            .with_cancel(&cancel)
            .with_memory(memory.unwrap_or(MEMORY));
        pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                let result = catch_unwind(AssertUnwindSafe(|| work(&budget)));
                // Nobody hears it only if the caller is gone, who waits below.
                let _ = done.send(result);
            });
            let mut raised = None;
            loop {
                match finished.recv_timeout(LOOK) {
                    Ok(result) => return (Some(result), raised),
                    Err(RecvTimeoutError::Disconnected) => return (None, raised),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if raised.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    cancel.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
        })
    });
    match (result, raised) {
        (_, Some(error)) => Err(error),
        (Some(Ok(result)), None) => Ok(result),
        (Some(Err(panic)), None) => Err(mistake(&*panic)),
        (None, None) => Err(PyRuntimeError::new_err("the work ended without a result")),
    }
}

/// The exception of a panic.
fn mistake(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("no reason was given");
    PyRuntimeError::new_err(format!("gridwright made a mistake: {text}"))
}

fn workers(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let failed = |error: &dyn std::fmt::Display| {
        PyRuntimeError::new_err(format!("cannot start threads: {error}"))
    };
    match threads {
        None => SHARED.as_ref().cloned().map_err(|error| failed(error)),
        Some(count) if (1..=MOST_THREADS).contains(&count) => {
            pool(count).map(Arc::new).map_err(|error| failed(&error))
        }
        Some(_) => Err(PyValueError::new_err(format!(
            "threads is a number from 1 to {MOST_THREADS}"
        ))),
    }
}

fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).build()
}

/// The pool as the workers of a budget.
struct PoolWorkers<'a>(&'a ThreadPool);

impl Workers for PoolWorkers<'_> {
    fn size(&self) -> usize {
        self.0.current_num_threads()
    }

    fn share(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        self.0.install(|| (0..count).into_par_iter().for_each(job));
    }
}
