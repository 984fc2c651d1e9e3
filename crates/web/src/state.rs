//! What all requests share: the workshop, and where its work is done.

use gridwright_host::Machine;
use gridwright_progress::BackgroundStore;
use gridwright_workshop::{Games, Workshop};

use crate::jobs::Jobs;
use crate::lanes::Lanes;

/// The memory that everything shares that runs for seconds: as many jobs as there are cores, and as
/// many hints.
const MEMORY: u64 = 320 << 20;

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
            workshop: workshop.with_memory(MEMORY / (2 * cores as u64)),
            lanes: Lanes::new(cores),
            jobs: Jobs::new(cores),
        }
    }
}
