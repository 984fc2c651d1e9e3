//! Progress: what is remembered of a person's games, how it is kept, moved and summed up.
//!
//! | module | what it knows |
//! |---|---|
//! | [`record`] | what is remembered of levels and games, and how two memories become one |
//! | [`bounds`] | what may be saved at all |
//! | [`document`] | records as a JSON document, for export and import |
//! | [`store`], [`memory`], [`mirror`] | the port through which records are kept, a store in memory, and one whose home answers later |
//! | `calls`, `summary` | the calls of front ends |

pub mod bounds;
mod calls;
pub mod codes;
pub mod document;
pub mod memory;
pub mod mirror;
pub mod record;
pub mod store;
mod strict;
mod summary;

pub use calls::{
    CompleteAnswer, CompleteRequest, ExportRequest, ImportAnswer, MovesAnswer, MovesRequest,
    ResetAnswer, ResetRequest,
};
pub use summary::{GameSummary, LevelProgress, SummaryAnswer, TierSummary};

pub(crate) use calls::{complete, export, import, record_win, reset, save, save_moves};
pub(crate) use summary::{level_progress, summary};

use crate::codes as refusals;
use crate::refusal::{Refusal, RefusalKind};
use store::StoreError;

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Refused(faults) => faults.into(),
            StoreError::Busy(message) => Refusal::busy(message),
            StoreError::Failed(message) => {
                Refusal::new(RefusalKind::Failed, refusals::STORE, message)
            }
        }
    }
}
