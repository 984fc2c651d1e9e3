//! The workshop: one value that owns the ports and everything that is remembered between calls.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gridwright_core::budget::Budget;
use gridwright_core::gesture::Reach;
use gridwright_games::registry::{Game, Games};
use gridwright_games::report::{HintReport, VerifyReport};

use crate::beyond::Made;
use crate::catalogue::Catalogue;
use crate::daily::{self, DailyAnswer, DailyRequest, Days};
use crate::draft::{self, DraftAnswer, DraftRequest};
use crate::games::{self, GamesAnswer, Nothing};
use crate::hint::{self, HintRequest};
use crate::level::{self, LevelAnswer, LevelRequest};
use crate::levels::Levels;
use crate::packs::{self, PackAnswer, PackRequest};
use crate::play::{self, HandAnswer, HandRequest, PlayAnswer, PlayRequest};
use crate::play::{ReachRequest, VerifyRequest};
use crate::ports::{Detached, Host, HostClock};
use crate::progress::memory::MemoryStore;
use crate::progress::store::Store;
use crate::progress::{self, CompleteAnswer, CompleteRequest, ImportAnswer, MovesAnswer};
use crate::progress::{ExportRequest, MovesRequest, ResetAnswer, ResetRequest, SummaryAnswer};
use crate::refusal::Refusal;

/// The memory of one job or hint, unless the front end says otherwise.
const MEMORY: u64 = 512 << 20;

/// Everything the calls share: the ports, and what was read or made lately.
///
/// A workshop is shared by reference between as many threads as there are; the caches change
/// nothing but speed, and what is known about the best solutions of levels.
pub struct Workshop {
    pub(crate) host: Box<dyn Host>,
    pub(crate) store: Box<dyn Store>,
    pub(crate) catalogue: Catalogue,
    pub(crate) levels: Levels,
    pub(crate) days: Days,
    pub(crate) beyond: Made,
    pub(crate) described: OnceLock<GamesAnswer>,
    memory: u64,
}

/// A call on its way: the workshop, how long the call may take, and whether anybody still waits.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Everything that is shared.
    pub workshop: &'a Workshop,
    /// How long the call may take.
    pub time: Time,
    /// Whether nothing else with a large board is answered meanwhile. A call that finds that its
    /// board is large and has not this stops with [`Stop::NeedsTurn`].
    pub alone: bool,
    /// Becomes true when nobody waits for the answer any more.
    pub cancel: &'a AtomicBool,
}

/// The flag of calls that somebody always waits for.
static AWAITED: AtomicBool = AtomicBool::new(false);

impl<'a> Context<'a> {
    /// A call that somebody waits for to its end.
    pub fn awaited(workshop: &'a Workshop, time: Time) -> Self {
        Context {
            workshop,
            time,
            alone: true,
            cancel: &AWAITED,
        }
    }

    /// Runs short work on one thread, within a time limit and as long as somebody waits for it.
    pub(crate) fn within<T>(self, limit: Duration, work: impl FnOnce(&Budget<'_>) -> T) -> T {
        let clock = HostClock(self.workshop.host());
        let budget = Budget::unlimited()
            .with_clock(&clock)
            .with_cancel(self.cancel)
            .with_memory(self.workshop.memory)
            .within(limit);
        work(&budget)
    }
}

/// How long a call may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// A moment. A call that finds that it needs longer stops with [`Stop::NeedsSeconds`].
    Moment,
    /// A few seconds.
    Seconds,
}

/// Why a call did not answer.
#[derive(Debug)]
pub enum Stop {
    /// It will not, and says why.
    Refused(Refusal),
    /// It needs a few seconds and was given a moment.
    NeedsSeconds,
    /// Its board is large, and it was to answer beside others.
    NeedsTurn,
}

impl<T: Into<Refusal>> From<T> for Stop {
    fn from(refusal: T) -> Self {
        Stop::Refused(refusal.into())
    }
}

impl Stop {
    /// The refusal; a call that was given a few seconds and needs more is refused as well.
    pub fn into_refusal(self) -> Refusal {
        match self {
            Stop::Refused(refusal) => refusal,
            Stop::NeedsSeconds | Stop::NeedsTurn => {
                Refusal::busy("the work takes longer than a request may")
            }
        }
    }
}

impl Workshop {
    /// A workshop with the shipped games on a real machine.
    pub fn new(host: impl Host + 'static, store: impl Store + 'static) -> Self {
        Workshop::with_games(Games::SHIPPED, host, store)
    }

    /// A workshop with these games alone.
    pub fn with_games(
        games: Games,
        host: impl Host + 'static,
        store: impl Store + 'static,
    ) -> Self {
        Workshop {
            host: Box::new(host),
            store: Box::new(store),
            catalogue: Catalogue::new(games),
            levels: Levels::default(),
            days: Days::default(),
            beyond: Made::default(),
            described: OnceLock::new(),
            memory: MEMORY,
        }
    }

    /// A workshop that no machine stands around: progress is kept in memory, and time stands
    /// still. For tests, examples and scripts that only play.
    pub fn detached() -> Self {
        Workshop::new(Detached::default(), MemoryStore::default())
    }

    /// The same with another bound on the memory of one job or hint.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> Self {
        Workshop { memory, ..self }
    }

    /// The games, in the order people see them.
    pub fn games(&self) -> &'static [&'static dyn Game] {
        self.catalogue.games()
    }

    /// Clock, calendar, workers and randomness.
    pub fn host(&self) -> &dyn Host {
        &*self.host
    }

    /// Saved progress.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The same games as a registry, which reads levels of them.
    pub fn registry(&self) -> Games {
        self.catalogue.registry()
    }

    /// The shipped packs.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Reads all shipped levels now, so that nobody has to wait for it later.
    pub fn warm(&self) {
        self.catalogue.warm();
    }

    /// The most memory one job may take.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }
}

/// Declares a call as a method: the same function as in the table of calls, with as much time as
/// it needs.
macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident = $work:path: $request:ty => $answer:ty;)*) => {
        impl Workshop {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// If the request cannot be met; the refusal says why.
                pub fn $name(&self, request: $request) -> Result<$answer, Refusal> {
                    $work(Context::awaited(self, Time::Seconds), request).map_err(Stop::into_refusal)
                }
            )*
        }
    };
}

methods! {
    /// The games and what each offers.
    describe_games = games::games: Nothing => GamesAnswer;
    /// The levels of a pack with what was reached in them.
    pack = packs::pack: PackRequest => PackAnswer;
    /// The level of a day.
    daily = daily::daily: DailyRequest => DailyAnswer;
    /// Everything about a level, and the position where it was left.
    level = level::level: LevelRequest => LevelAnswer;
    /// Plays a gesture, or steps back.
    play = play::play: PlayRequest => PlayAnswer;
    /// What a gesture that begins at a place may do.
    reach = play::reach: ReachRequest => Reach;
    /// The picture of a piece in the hand.
    hand = play::hand: HandRequest => HandAnswer;
    /// Help in the middle of a game.
    hint = hint::hint: HintRequest => HintReport;
    /// Replays a solution.
    verify = play::verify: VerifyRequest => VerifyReport;
    /// Changes a draft, or looks at it, or begins one.
    draft = draft::draft: DraftRequest => DraftAnswer;
    /// What was reached in all games.
    summary = progress::summary: Nothing => SummaryAnswer;
    /// Saves the moves of an unfinished attempt.
    save_moves = progress::save_moves: MovesRequest => MovesAnswer;
    /// Records a completion, after the referee has seen it.
    complete = progress::complete: CompleteRequest => CompleteAnswer;
    /// Erases progress.
    reset = progress::reset: ResetRequest => ResetAnswer;
    /// Progress as a document.
    export = progress::export: ExportRequest => String;
    /// Merges a document into what is here.
    import = progress::import: &str => ImportAnswer;
}
