//! Work beside the screen: each piece on a thread of its own, with news on the way and a cancel.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use gridwright_core::budget::Budget;
use gridwright_core::cost::counted;
use gridwright_core::teach::Plate;
use gridwright_games::report::{HintReport, ReviewPoint};
use gridwright_workshop::attempt::Attempt;
use gridwright_workshop::games::Nothing;
use gridwright_workshop::hint::HintRequest;
use gridwright_workshop::jobs::{Item, JobRequest, Listener, Outcome, ProgressEvent};
use gridwright_workshop::level_ref::LevelRef;
use gridwright_workshop::progress::SummaryAnswer;
use gridwright_workshop::{Refusal, Workshop};

use crate::events::Event;

/// What threads are called that work beside the screen.
pub(crate) const THREAD: &str = "work";

/// What is to be done.
pub(crate) enum Task {
    /// Open a level where it was left; the level of a day is made first.
    Open(Box<LevelRef>),
    /// Help from a position.
    Hint(HintRequest),
    /// One of the workshop's long jobs.
    Job(Box<JobRequest>),
    /// Pictures about a level.
    Plates(Box<LevelRef>),
    /// What was reached in all games.
    Summary,
}

/// What came of it.
pub(crate) enum Answer {
    Opened(Box<Attempt>),
    Hint(Box<HintReport>),
    Outcome(Outcome),
    Plates(Vec<Plate>),
    Summary(SummaryAnswer),
}

/// News of a piece of work.
pub(crate) struct News {
    /// Which piece.
    pub(crate) id: u64,
    pub(crate) what: What,
}

/// What is new.
pub(crate) enum What {
    Progress(ProgressEvent),
    Point(ReviewPoint),
    Done(Result<Answer, Refusal>),
}

/// A piece of work under way; dropping it cancels it.
pub(crate) struct Running {
    id: u64,
    cancel: Arc<AtomicBool>,
    /// What is being done, in words.
    pub(crate) words: &'static str,
    /// How it goes.
    pub(crate) progress: Option<ProgressEvent>,
}

impl Running {
    /// Whether news are of this work.
    pub(crate) fn is(&self, news: &News) -> bool {
        self.id == news.id
    }

    /// How it goes, in a line.
    pub(crate) fn line(&self) -> String {
        let mut line = format!("{}…", self.words);
        if let Some(event) = &self.progress {
            line.push_str(&format!(" {} s", event.ms / 1000));
            if event.nodes > 0 {
                line.push_str(&format!(", {}", counted(event.nodes, "node", "nodes")));
            }
            for (words, costs) in [("at least", &event.bound), ("best so far", &event.best)] {
                if let Some(costs) = costs.as_ref().filter(|costs| costs.first().is_some()) {
                    line.push_str(&format!(", {words} {costs}"));
                }
            }
        }
        line
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// Starts work.
pub(crate) struct Background {
    pub(crate) workshop: Arc<Workshop>,
    events: Sender<Event>,
    next: u64,
    /// How much was started and has not answered yet.
    pub(crate) waiting: usize,
}

impl Background {
    pub(crate) fn new(workshop: Arc<Workshop>, events: Sender<Event>) -> Background {
        Background {
            workshop,
            events,
            next: 0,
            waiting: 0,
        }
    }

    /// Starts a piece of work; its last news is what came of it.
    pub(crate) fn start(&mut self, words: &'static str, task: Task) -> Running {
        self.next += 1;
        self.waiting += 1;
        let running = Running {
            id: self.next,
            cancel: Arc::default(),
            words,
            progress: None,
        };
        let teller = Reporter {
            id: running.id,
            events: self.events.clone(),
        };
        let (workshop, cancel) = (self.workshop.clone(), running.cancel.clone());
        let refuser = teller.clone();
        let work = move || {
            // A mistake of ours in a piece of work costs its answer, not the player.
            let work = AssertUnwindSafe(|| done(&workshop, task, &teller, &cancel));
            let done = catch_unwind(work).unwrap_or_else(|_| Err(Refusal::mistake()));
            teller.tell(What::Done(done));
        };
        let thread = thread::Builder::new().name(THREAD.into());
        if let Err(error) = thread.spawn(work) {
            let refusal = Refusal::busy(format!("no thread could be started: {error}"));
            refuser.tell(What::Done(Err(refusal)));
        }
        running
    }

    /// Writes saved moves to the disk now, beside the screen.
    pub(crate) fn settle(&self, game: &'static str) {
        let workshop = self.workshop.clone();
        // Looking at a whole game makes the store write what waits. Without a thread it writes a
        // moment later, as it does anyway.
        let _ = thread::Builder::new()
            .name("save".into())
            .spawn(move || workshop.store().game(game));
    }
}

fn done(
    workshop: &Workshop,
    task: Task,
    teller: &Reporter,
    cancel: &AtomicBool,
) -> Result<Answer, Refusal> {
    Ok(match task {
        Task::Open(level) => Answer::Opened(Box::new(workshop.attempt(&level)?)),
        Task::Hint(request) => Answer::Hint(Box::new(workshop.hint(request)?)),
        Task::Job(request) => {
            let job = workshop.prepare(*request)?;
            Answer::Outcome(workshop.run(job, teller, cancel)?)
        }
        Task::Plates(level) => {
            let attempt = workshop.attempt(&level)?;
            let budget = Budget::unlimited().with_cancel(cancel);
            Answer::Plates(attempt.level().session().plates(&budget))
        }
        Task::Summary => Answer::Summary(workshop.summary(Nothing {})?),
    })
}

#[derive(Clone)]
struct Reporter {
    id: u64,
    events: Sender<Event>,
}

impl Reporter {
    fn tell(&self, what: What) {
        // Whoever asked may have gone.
        let news = Box::new(News { id: self.id, what });
        let _ = self.events.send(Event::News(news));
    }
}

impl Listener for Reporter {
    fn progress(&self, event: &ProgressEvent) {
        self.tell(What::Progress(event.clone()));
    }

    fn item(&self, item: &Item) {
        if let Item::Reviewed(point) = item {
            self.tell(What::Point(point.clone()));
        }
    }
}
