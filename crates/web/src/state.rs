//! What all requests share: the workshop, and where its work is done.

use gridwright_host::Machine;
use gridwright_progress::BackgroundStore;
use gridwright_workshop::{Games, Workshop};

use crate::jobs::Jobs;
use crate::lanes::Lanes;

/// The memory that all running jobs share.
const MEMORY: u64 = 1 << 30;

/// What all requests share.
pub(crate) struct State {
    /// The application.
    pub(crate) workshop: Workshop,
    /// Where short work is done.
    pub(crate) lanes: Lanes,
    /// Where long work is done.
    pub(crate) jobs: Jobs,
}

impl State {
    /// The state of a server on a machine with so many cores.
    pub(crate) fn new(games: Games, cores: usize, store: BackgroundStore) -> Self {
        let workshop = Workshop::with_games(games, Machine::new(Some(cores)), store);
        State {
            workshop: workshop.with_memory(MEMORY / cores as u64),
            lanes: Lanes::new(cores),
            jobs: Jobs::new(cores),
        }
    }
}
