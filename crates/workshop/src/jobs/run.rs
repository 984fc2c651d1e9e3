//! Doing the work of a job.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::Map;

use gridwright_core::budget::{Budget, Update, Watch};
use gridwright_core::solve::{LookUp, TraceEvent, Wish};
use gridwright_core::svg::{self, Lettering};
use gridwright_core::teach::Plate;
use gridwright_games::report::{SolveReport, Status};

use super::outcome::{
    Explained, Generated, Item, Outcome, PlateAnswer, ProgressEvent, Reviewed, Solved, TableAnswer,
    Traced, Treed,
};
use super::{Job, Task};
use crate::choices::{self, not_offered};
use crate::draft::svg_of;
use crate::level;
use crate::level_ref::{Named, Origin, keep_record};
use crate::levels::Par;
use crate::ports::{Host, HostClock};
use crate::refusal::Refusal;
use crate::workshop::{Context, Stop, Time, Workshop};

/// Progress is told, and events of a search go out, at most this often.
const PAUSE: Duration = Duration::from_millis(100);

/// The most events of a search that are told.
const MOST_TRACED: usize = 20_000;

/// The most bytes of pictures in one answer; plates beyond them have words alone.
const MOST_PICTURES: usize = 2 << 20;

/// So many events of a search go out together.
const BATCH: usize = 500;

/// Hears how a job goes.
pub trait Listener: Sync {
    /// How it goes; told now and then.
    fn progress(&self, event: &ProgressEvent);

    /// A partial result.
    fn item(&self, item: &Item);
}

/// Hears nothing.
impl Listener for () {
    fn progress(&self, _: &ProgressEvent) {}
    fn item(&self, _: &Item) {}
}

impl Workshop {
    /// Runs a job on the calling thread, until it is done or `cancel` becomes true.
    ///
    /// # Errors
    /// If the job has no result, with the reason.
    pub fn run(
        &self,
        job: Job,
        listener: &dyn Listener,
        cancel: &AtomicBool,
    ) -> Result<Outcome, Refusal> {
        let clock = HostClock(self.host());
        let workers = self.host.workers();
        let reporter = Reporter {
            host: self.host(),
            listener,
            started: self.host.now(),
            next: AtomicU64::new(0),
        };
        let budget = Budget::unlimited()
            .with_clock(&clock)
            .with_workers(&*workers)
            .with_watch(&reporter)
            .with_cancel(cancel)
            .with_memory(self.memory())
            .within(job.time_limit);
        job.task.run(self, &budget, &reporter)
    }
}

impl Task {
    fn run(
        self,
        workshop: &Workshop,
        budget: &Budget<'_>,
        reporter: &Reporter<'_>,
    ) -> Result<Outcome, Refusal> {
        Ok(match self {
            Task::Solve {
                named,
                metric,
                all,
                trace,
                without,
            } => {
                let tracer = trace.then(|| Tracer::new(reporter));
                let tell = |event: &TraceEvent| {
                    if let Some(tracer) = &tracer {
                        tracer.hear(event);
                    }
                };
                let without: Vec<&str> = without.iter().map(|name| &name[..]).collect();
                let wish = Wish {
                    metric,
                    all,
                    trace: trace.then_some(&tell),
                    without: &without,
                };
                let report = named.session().solve(&wish, budget);
                learn(&named, &report);
                let traced = tracer.map(Tracer::finish);
                Outcome::Solved(Box::new(Solved { report, traced }))
            }
            Task::Inspect { named, quick } => {
                Outcome::Inspected(Box::new(named.session().inspect(quick, budget)))
            }
            Task::Generate { game, request } => {
                let record = game
                    .generate(&request, budget)
                    .map_err(|refusal| Refusal::from(refusal.explain()))?;
                let context = Context::awaited(workshop, Time::Seconds);
                let named = Named {
                    level: keep_record(context, game, &record)?,
                    origin: Origin::Free,
                };
                let level = level::answer(context, &named).map_err(Stop::into_refusal)?;
                Outcome::Generated(Box::new(Generated { record, level }))
            }
            Task::Review { play } => {
                let mut points = Vec::new();
                play.review(budget, &mut |point| {
                    reporter.listener.item(&Item::Reviewed(point.clone()));
                    points.push(point);
                    budget.expired().is_none()
                });
                Outcome::Reviewed(Reviewed { points })
            }
            Task::Explain { named } => {
                let report = named.session().explain(budget);
                let mut report = report.ok_or_else(choices::unexplained)?;
                let table = report.table.take().map(drawn_table).transpose()?;
                Outcome::Explained(Box::new(Explained { report, table }))
            }
            Task::Plates { named } => Outcome::Plates(drawn(named.session().plates(budget))?),
            Task::Tree { named } => {
                let scene = named.session().search_tree(budget);
                let scene = scene.ok_or_else(|| not_offered("the game draws no tree"))?;
                // Trees are wider than any board.
                let svg = svg::render(&scene, Lettering::Font);
                Outcome::Tree(Treed { svg })
            }
        })
    }
}

/// What a proof says about par is remembered with the level.
fn learn(named: &Named, report: &SolveReport) {
    if report.status == Status::Solved && report.metrics == named.order() {
        let costs = report.costs.iter().flat_map(|costs| costs.iter());
        let known = named.par();
        named.level.learn(Par {
            costs: costs.map(|(name, n)| (name.to_owned(), n.into())).collect(),
            optimal: report.optimal,
            minima: known
                .as_ref()
                .map_or_else(Map::new, |known| known.minima.clone()),
            tier: known.and_then(|known| known.tier),
        });
    }
}

/// Tells the listener how a search goes, now and then.
struct Reporter<'a> {
    host: &'a dyn Host,
    listener: &'a dyn Listener,
    started: Duration,
    /// Milliseconds after which the next progress is told.
    next: AtomicU64,
}

impl Watch for Reporter<'_> {
    fn report(&self, update: &Update) {
        let ms = self.host.now().saturating_sub(self.started).as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        let later = ms + PAUSE.as_millis() as u64;
        let due = ms >= next
            && self
                .next
                .compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok();
        if due {
            self.listener.progress(&ProgressEvent {
                nodes: update.nodes,
                bound: update.bound.clone(),
                best: update.best.clone(),
                made: update.made,
                ms,
            });
        }
    }
}

/// Tells the events of a search in batches.
struct Tracer<'a> {
    reporter: &'a Reporter<'a>,
    batch: RefCell<(Vec<TraceEvent>, Duration)>,
    seen: Cell<usize>,
}

impl<'a> Tracer<'a> {
    fn new(reporter: &'a Reporter<'a>) -> Self {
        Tracer {
            reporter,
            batch: RefCell::new((Vec::new(), reporter.host.now())),
            seen: Cell::new(0),
        }
    }

    fn hear(&self, event: &TraceEvent) {
        let seen = self.seen.get();
        self.seen.set(seen + 1);
        if seen >= MOST_TRACED {
            return;
        }
        let (batch, since) = &mut *self.batch.borrow_mut();
        batch.push(event.clone());
        let now = self.reporter.host.now();
        if batch.len() >= BATCH || now.saturating_sub(*since) > PAUSE {
            *since = now;
            self.tell(std::mem::take(batch));
        }
    }

    /// Tells the rest; returns how many events there were.
    fn finish(self) -> usize {
        let (rest, _) = self.batch.take();
        if !rest.is_empty() {
            self.tell(rest);
        }
        self.seen.get()
    }

    fn tell(&self, trace: Vec<TraceEvent>) {
        self.reporter.listener.item(&Item::Traced(Traced { trace }));
    }
}

fn drawn_table(table: LookUp) -> Result<TableAnswer, Refusal> {
    Ok(TableAnswer {
        text: table.text,
        plates: drawn(table.plates)?,
        found: table.found,
        beat: table.beat,
    })
}

/// Plates with their pictures, as many of these as fit.
fn drawn(plates: Vec<Plate>) -> Result<Vec<PlateAnswer>, Refusal> {
    let mut room = MOST_PICTURES;
    let draw = |plate: Plate| {
        let svg = match room {
            0 => None,
            _ => Some(svg_of(&plate.scene)?).filter(|svg| svg.len() <= room),
        };
        room = svg.as_ref().map_or(0, |svg| room - svg.len());
        Ok(PlateAnswer {
            title: plate.title,
            text: plate.text,
            svg,
        })
    };
    plates.into_iter().map(draw).collect()
}
