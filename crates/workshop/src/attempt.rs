//! One attempt at a level: the moves made, undone and redone, the checkpoint, the clock, and what
//! is left to be saved.
//!
//! An attempt is a value; it asks nobody for the time. Front ends hand in the time of their clock
//! with what they do, and call [`pause`](Attempt::pause) when the player looks away.
//!
//! ```
//! use std::time::Duration;
//! use gridwright_core::gesture::Gesture;
//! use gridwright_workshop::{Workshop, level_ref::LevelRef};
//!
//! let workshop = Workshop::detached();
//! let mut attempt = workshop.attempt(&LevelRef::address("lights-off/classic/1"))?;
//! let tap = Gesture::Tap { at: (0, 0).into() };
//! assert_eq!(attempt.make(&tap, Duration::from_secs(1)).count, 1);
//! assert!(attempt.undo(Duration::from_secs(3)));
//! assert_eq!((attempt.play().count(), attempt.can_redo()), (0, true));
//! assert_eq!(attempt.elapsed(Duration::from_secs(4)), Duration::from_secs(3));
//! # Ok::<(), gridwright_workshop::Refusal>(())
//! ```

use std::time::Duration;

use gridwright_core::fault::Faults;
use gridwright_core::gesture::Gesture;
use gridwright_games::registry::Play;
use gridwright_games::report::{PlayReport, Rewind};

use crate::level_ref::{LevelRef, Named};
use crate::progress::{self, CompleteAnswer};
use crate::refusal::Refusal;
use crate::workshop::{Context, Stop, Time, Workshop};

/// So many steps back are remembered; the oldest go first.
const MOST_STEPS: usize = 1024;

/// One attempt at a level.
pub struct Attempt {
    named: Named,
    /// The positions that undo and redo lead through; never empty.
    history: Vec<Box<dyn Play>>,
    at: usize,
    checkpoint: Option<Box<dyn Play>>,
    stopwatch: Stopwatch,
    unsaved: bool,
    recorded: bool,
}

impl Attempt {
    /// An attempt that begins at the start of a level, with nothing saved.
    ///
    /// # Errors
    /// If the level has no start, which no level that was read lacks.
    pub fn new(named: Named) -> Result<Self, Faults> {
        let start = named.session().at(None)?;
        Ok(Attempt {
            named,
            history: vec![start],
            at: 0,
            checkpoint: None,
            stopwatch: Stopwatch::default(),
            unsaved: false,
            recorded: false,
        })
    }

    /// The level, and where it comes from.
    pub fn level(&self) -> &Named {
        &self.named
    }

    /// The key under which the attempt is saved, and found again: the game and the level.
    pub fn resume_key(&self) -> (&'static str, String) {
        (self.named.game().id(), self.named.key())
    }

    /// The position.
    pub fn play(&self) -> &dyn Play {
        &*self.history[self.at]
    }

    /// Whether the level is solved.
    pub fn is_solved(&self) -> bool {
        self.play().is_solved()
    }

    /// How good the result is, once the level is solved and where par is proved.
    pub fn stars(&self) -> Option<u8> {
        let solved = self.is_solved();
        solved.then(|| self.named.stars(&self.play().costs()))?
    }

    /// Does what a gesture stands for, as far as it is legal. A gesture that makes no move is not
    /// remembered.
    pub fn make(&mut self, gesture: &Gesture, now: Duration) -> PlayReport {
        self.stopwatch.start(now);
        let mut next = self.play().fork();
        let report = next.make(gesture);
        if report.made > 0 {
            self.push(next, now);
        }
        report
    }

    /// What a gesture would do; nothing is kept of it.
    pub fn look(&self, gesture: &Gesture) -> PlayReport {
        self.play().look(gesture)
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        self.at > 0
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.at + 1 < self.history.len()
    }

    /// Takes the last step back; tells whether there was one.
    pub fn undo(&mut self, now: Duration) -> bool {
        self.can_undo() && self.go(self.at - 1, now)
    }

    /// Makes the step again that was taken back last; tells whether there was one.
    pub fn redo(&mut self, now: Duration) -> bool {
        self.can_redo() && self.go(self.at + 1, now)
    }

    /// Begins anew; this can be undone.
    pub fn reset(&mut self, now: Duration) {
        self.rewind(&Rewind::Keep { count: 0 }, now);
    }

    /// Keeps the first moves only, or all but some of them; this can be undone.
    pub fn rewind(&mut self, rewind: &Rewind, now: Duration) {
        let mut next = self.play().fork();
        next.rewind(rewind);
        self.push(next, now);
    }

    /// Puts the moves of a solution file in the place of all moves; this can be undone.
    ///
    /// # Errors
    /// If the text holds no moves, or one of them is not legal; then nothing changes.
    pub fn replace(&mut self, moves: &str, now: Duration) -> Result<(), Faults> {
        let next = self.named.session().at(Some(moves))?;
        self.push(next, now);
        Ok(())
    }

    /// Remembers the position.
    pub fn set_checkpoint(&mut self) {
        self.checkpoint = Some(self.play().fork());
    }

    /// Whether a position is remembered.
    pub fn has_checkpoint(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Returns to the remembered position; tells whether there is one. This can be undone.
    pub fn return_to_checkpoint(&mut self, now: Duration) -> bool {
        let Some(play) = self.checkpoint.as_ref().map(|play| play.fork()) else {
            return false;
        };
        self.push(play, now);
        true
    }

    /// Stops the clock while the player looks away.
    pub fn pause(&mut self, now: Duration) {
        self.stopwatch.stop(now);
    }

    /// Lets the clock go on; a solved level's stands.
    pub fn resume(&mut self, now: Duration) {
        if !self.is_solved() {
            self.stopwatch.start(now);
        }
    }

    /// How long the player has been at it.
    pub fn elapsed(&self, now: Duration) -> Duration {
        self.stopwatch.elapsed(now)
    }

    /// Begins with time that was spent earlier.
    #[must_use]
    pub fn with_elapsed(self, before: Duration) -> Self {
        Attempt {
            stopwatch: Stopwatch {
                before,
                since: self.stopwatch.since,
            },
            ..self
        }
    }

    /// Whether something has changed since it was saved.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    fn push(&mut self, play: Box<dyn Play>, now: Duration) {
        self.history.truncate(self.at + 1);
        self.history.push(play);
        if self.history.len() > MOST_STEPS + 1 {
            self.history.remove(0);
        }
        self.go(self.history.len() - 1, now);
    }

    fn go(&mut self, at: usize, now: Duration) -> bool {
        self.at = at;
        self.unsaved = true;
        if self.is_solved() {
            self.stopwatch.stop(now);
        } else {
            self.recorded = false;
            self.stopwatch.start(now);
        }
        true
    }
}

impl Workshop {
    /// An attempt at a level, where it was left.
    ///
    /// # Errors
    /// If the level cannot be opened, or saved progress cannot be read.
    pub fn attempt(&self, level: &LevelRef) -> Result<Attempt, Refusal> {
        let context = Context::awaited(self, Time::Seconds);
        let named = level.open(context).map_err(Stop::into_refusal)?;
        let saved = self.store.level(named.game().id(), &named.key())?;
        let mut attempt = Attempt::new(named)?;
        if let Some(moves) = saved.and_then(|record| record.moves)
            // Saved moves that a later version of the game does not allow are left alone.
            && let Ok(play) = attempt.named.session().at(Some(&moves))
        {
            attempt.history.push(play);
            attempt.at = 1;
        }
        Ok(attempt)
    }

    /// Saves an unfinished attempt if something has changed; tells whether it did. A solved level
    /// is not unfinished: [`finish`](Workshop::finish) it.
    ///
    /// # Errors
    /// If it cannot be saved; it stays unsaved then.
    pub fn save(&self, attempt: &mut Attempt) -> Result<bool, Refusal> {
        if !attempt.unsaved || attempt.is_solved() {
            return Ok(false);
        }
        let play = attempt.play();
        let moves = (play.count() > 0).then(|| play.moves().to_string());
        progress::save(self, &attempt.named, moves.as_deref())?;
        attempt.unsaved = false;
        Ok(true)
    }

    /// Records the win of a solved attempt, after the referee has seen it; `None` if the level is
    /// not solved, or the win is recorded already.
    ///
    /// # Errors
    /// If it cannot be recorded; it can be tried again then.
    pub fn finish(
        &self,
        attempt: &mut Attempt,
        now: Duration,
    ) -> Result<Option<CompleteAnswer>, Refusal> {
        if !attempt.is_solved() || attempt.recorded {
            return Ok(None);
        }
        let ms = u64::try_from(attempt.elapsed(now).as_millis()).ok();
        let moves = attempt.play().moves().to_string();
        let answer = progress::record_win(self, &attempt.named, &moves, ms, false)?;
        attempt.recorded = true;
        attempt.unsaved = false;
        Ok(Some(answer))
    }
}

/// Counts while it runs.
#[derive(Clone, Copy, Debug, Default)]
struct Stopwatch {
    before: Duration,
    since: Option<Duration>,
}

impl Stopwatch {
    fn start(&mut self, now: Duration) {
        self.since.get_or_insert(now);
    }

    fn stop(&mut self, now: Duration) {
        self.before = self.elapsed(now);
        self.since = None;
    }

    fn elapsed(&self, now: Duration) -> Duration {
        let running = self
            .since
            .map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.before.saturating_add(running)
    }
}
