//! Faults as exceptions of the package: `gridwright.LevelError`, with all that is wrong in `faults`.

use gridwright_core::fault::Faults;
use gridwright_workshop::Refusal;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The exception of a request that is not met.
pub(crate) fn refused(refusal: Refusal) -> PyErr {
    let faults = serde_json::to_string(&refusal.report().faults);
    Python::attach(|py| {
        let made = || {
            let faults = faults.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let class = py.import("gridwright._errors")?.getattr("LevelError")?;
            class.call_method1("_of", (refusal.to_string(), faults))
        };
        made().map_or_else(|error| error, PyErr::from_value)
    })
}

/// The exception of a faulty level or faulty moves.
pub(crate) fn faulty(faults: Faults) -> PyErr {
    refused(faults.into())
}
