//! Everything the requests share.

use crate::daily::Days;
use crate::jobs::Jobs;
use crate::lanes::Lanes;
use crate::levels::Levels;
use crate::progress::Progress;

/// Everything the requests share.
pub(crate) struct Workshop {
    /// Where work is done.
    pub(crate) lanes: Lanes,
    /// Where long work is done.
    pub(crate) jobs: Jobs,
    /// Levels read lately.
    pub(crate) levels: Levels,
    /// Levels of days.
    pub(crate) days: Days,
    /// Saved progress.
    pub(crate) progress: Progress,
}

impl Workshop {
    /// A workshop on a machine with so many cores.
    pub(crate) fn new(cores: usize, progress: Progress) -> Self {
        Workshop {
            lanes: Lanes::new(cores),
            jobs: Jobs::new(cores),
            levels: Levels::default(),
            days: Days::default(),
            progress,
        }
    }
}
