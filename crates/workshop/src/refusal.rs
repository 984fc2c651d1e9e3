//! Why a request is not met, always in the same form.
//!
//! Whatever goes wrong, the body is `{"faults": [...], "sketch": svg or null}`: a page has one way
//! to show it, and a program one way to read it. What kind of refusal it is, a front end says in
//! its own way: the server as a status.

use std::fmt;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use gridwright_core::fault::{Code, Fault, Faults, Place};
use gridwright_games::document::{PACK_UNKNOWN, UNKNOWN_GAME};

use crate::codes;

/// Why a request is not met: what kind of reason it is, and everything that is wrong.
#[derive(Clone, Debug)]
pub struct Refusal {
    kind: RefusalKind,
    report: FaultReport,
}

/// What kind of reason it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// The request cannot be read, or contradicts itself.
    Malformed,
    /// The request has more bytes than the call takes.
    TooLong,
    /// What it names is not there.
    NotFound,
    /// It can be read, but not be met.
    Unmet,
    /// Too much to do; the same request may be met in a moment.
    Busy,
    /// Something failed that is no fault of the request.
    Failed,
}

/// What is wrong.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct FaultReport {
    /// All faults, the first hundred of them.
    pub faults: Vec<Fault>,
    /// A picture of the draft that the faults are in, if it can be drawn.
    pub sketch: Option<String>,
}

impl Refusal {
    /// A refusal for one reason.
    pub fn new(kind: RefusalKind, code: Code, message: impl Into<String>) -> Self {
        let fault = Fault::new(code, message, Place::everywhere());
        Refusal::all(kind, vec![fault])
    }

    /// A refusal for several reasons.
    pub fn all(kind: RefusalKind, faults: Vec<Fault>) -> Self {
        let sketch = None;
        Refusal {
            kind,
            report: FaultReport { faults, sketch },
        }
    }

    /// A request that cannot be read.
    pub fn malformed(faults: impl Into<Faults>) -> Self {
        Refusal::all(RefusalKind::Malformed, faults.into().list().to_vec())
    }

    /// A request that cannot be met.
    pub fn unmet(code: Code, message: impl Into<String>) -> Self {
        Refusal::new(RefusalKind::Unmet, code, message)
    }

    /// Too much to do.
    pub fn busy(message: impl Into<String>) -> Self {
        Refusal::new(RefusalKind::Busy, codes::BUSY, message)
    }

    /// A mistake of ours.
    pub fn mistake() -> Self {
        let message = "the server made a mistake and logged it; the request was not carried out";
        Refusal::new(RefusalKind::Failed, codes::MISTAKE, message)
    }

    /// The same with a picture of what is faulty.
    #[must_use]
    pub fn with_sketch(mut self, sketch: Option<String>) -> Self {
        self.report.sketch = sketch;
        self
    }

    /// What kind of reason it is.
    pub fn kind(&self) -> RefusalKind {
        self.kind
    }

    /// The code of the first reason.
    pub fn code(&self) -> Option<Code> {
        self.report.faults.first().map(|fault| fault.code)
    }

    /// What is wrong.
    pub fn report(&self) -> &FaultReport {
        &self.report
    }
}

impl From<Faults> for Refusal {
    /// Faults of a level or of moves; names that nobody knows are not found.
    fn from(faults: Faults) -> Self {
        let unknown = |fault: &Fault| [UNKNOWN_GAME, PACK_UNKNOWN].contains(&fault.code);
        let kind = if faults.list().iter().any(unknown) {
            RefusalKind::NotFound
        } else {
            RefusalKind::Unmet
        };
        Refusal::all(kind, faults.list().to_vec())
    }
}

impl From<Refusal> for Faults {
    fn from(refusal: Refusal) -> Self {
        let mut faults = Faults::new();
        faults.extend(refusal.report.faults);
        faults
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Faults::from(fault).into()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.report.faults.iter().enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
