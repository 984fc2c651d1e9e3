//! What jobs there are, what each takes, and what it answers.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use gridwright_core::budget::{Alone, Budget, Crew};
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_core::solve::{Which, Wish};
use gridwright_games::document::pack::Record;
use gridwright_games::registry::{self, Game};
use gridwright_games::report::{CheckReport, ExplainReport, ReviewPoint, SolveReport, Status};
use gridwright_host::{Pool, WallClock};

use super::outlet::{Outlet, ProgressEvent};
use crate::answer::{FaultReport, Refused};
use crate::call::{Desk, Trouble, wrong};
use crate::codes;
use crate::draft::svg_of;
use crate::level::{self, LevelAnswer};
use crate::level_ref::{LevelRef, Named, Origin, keep_record};
use crate::levels::Par;
use crate::play::{Moves, bounded};
use crate::workshop::Workshop;

/// The time of a job that asks for none.
const TIME_LIMIT: f64 = 60.0;

/// The most time a job can ask for, in seconds.
const MOST_TIME: f64 = 300.0;

/// The most solutions that are listed.
const MOST_LISTED: usize = 1000;

/// The most events of a search that are told.
const MOST_TRACED: usize = 20_000;

/// So many events of a search go out together.
const BATCH: usize = 500;

/// The most names of prunings, or of knobs, in a request.
const MOST_NAMES: usize = 64;

/// Which job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobKind {
    /// Solves a level.
    Solve,
    /// Says everything a designer wants to know.
    Inspect,
    /// Makes a level.
    Generate,
    /// Looks back on a game.
    Review,
    /// The solution as a person would find it.
    Explain,
    /// Pictures about a level.
    Plates,
    /// A picture of the search.
    Tree,
}

/// Asks for a job. Which keys are needed depends on the kind.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobRequest {
    /// Which job.
    kind: JobKind,
    /// The level; of every kind but `generate`.
    level: Option<LevelRef>,
    /// The most seconds it may take: 60 if left out, at most 300.
    time_limit: Option<f64>,
    /// `solve`: what to minimise first.
    metric: Option<String>,
    /// `solve`: list solutions, `best` or `every`.
    all: Option<Listing>,
    /// `solve`: list at most so many.
    limit: Option<usize>,
    /// `solve`: tell the events of the search as items.
    trace: Option<bool>,
    /// `solve`: prunings to leave out.
    without: Option<Vec<String>>,
    /// `inspect`: leave out what takes many solves.
    quick: Option<bool>,
    /// `review`: the moves of the game, as a solution file.
    #[schemars(with = "Option<Value>")]
    #[serde(default)]
    moves: Moves,
    /// `generate`: the game.
    game: Option<String>,
    /// `generate`: a named difficulty.
    tier: Option<String>,
    /// `generate`: decides everything left to chance; random if left out.
    seed: Option<u64>,
    /// `generate`: knobs, in the form a person types.
    set: Option<BTreeMap<String, Value>>,
}

/// Which solutions to list.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Listing {
    Best,
    Every,
}

/// A job that can begin.
pub(super) struct Job {
    task: Task,
    time_limit: Duration,
}

enum Task {
    Solve {
        named: Named,
        metric: Option<&'static str>,
        all: Option<(Which, usize)>,
        trace: bool,
        without: Vec<String>,
    },
    Inspect {
        named: Named,
        quick: bool,
    },
    Generate {
        game: &'static dyn Game,
        request: Box<Request>,
    },
    Review {
        named: Named,
        moves: Option<Box<RawValue>>,
    },
    Explain {
        named: Named,
    },
    Plates {
        named: Named,
    },
    Tree {
        named: Named,
    },
}

/// What `solve` answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Solved {
    #[serde(flatten)]
    report: SolveReport,
    /// How many events the search had, where they were asked for; the first 20,000 were told.
    traced: Option<usize>,
}

/// Events of a search.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Traced {
    /// The events, in order.
    #[schemars(with = "Vec<Value>")]
    trace: Vec<Box<RawValue>>,
}

/// What `generate` answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Generated {
    /// The record of the level.
    record: Record,
    /// Everything about the level, as `POST /api/level` answers it.
    level: LevelAnswer,
}

/// What `review` answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Reviewed {
    /// One point before every move and one after the last, unless time ran out.
    points: Vec<ReviewPoint>,
}

/// What `explain` answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Explained {
    #[serde(flatten)]
    report: ExplainReport,
    /// For every beat, the picture after its moves.
    svgs: Vec<String>,
}

/// A picture with words to it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlateAnswer {
    /// A few words.
    title: String,
    /// A sentence or three.
    text: String,
    /// The picture.
    svg: String,
}

/// What `tree` answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Treed {
    /// The picture.
    svg: String,
}

/// The data of all events, for the description of the API.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
pub(crate) struct Outcomes {
    /// `event: progress`
    progress: ProgressEvent,
    /// `event: failed`
    failed: FaultReport,
    /// `event: item` of `solve`
    solve_item: Traced,
    /// `event: done` of `solve`
    solve: Solved,
    /// `event: done` of `inspect`
    inspect: CheckReport,
    /// `event: done` of `generate`
    generate: Generated,
    /// `event: item` of `review`
    review_item: ReviewPoint,
    /// `event: done` of `review`
    review: Reviewed,
    /// `event: done` of `explain`
    explain: Explained,
    /// `event: done` of `plates`
    plates: Vec<PlateAnswer>,
    /// `event: done` of `tree`
    tree: Treed,
}

impl JobRequest {
    /// Checks everything that can be checked without the work itself.
    pub(super) fn prepare(self, desk: &Desk<'_>) -> Result<Job, Trouble> {
        let seconds = self.time_limit.unwrap_or(TIME_LIMIT);
        if !(0.0..=MOST_TIME).contains(&seconds) {
            let message = format!("timeLimit is a number of seconds from 0 to {MOST_TIME}");
            return Err(wrong("/timeLimit", message).into());
        }
        let time_limit = Duration::from_secs_f64(seconds);
        let task = if self.kind == JobKind::Generate {
            self.generate()?
        } else {
            self.about_a_level(desk)?
        };
        Ok(Job { task, time_limit })
    }

    fn generate(self) -> Result<Task, Refused> {
        let game = self.game.as_deref().ok_or_else(|| missing("game"))?;
        let game = registry::game(game)?;
        let tier = self.tier.as_deref();
        let tier = tier
            .map(|name| tier_named(game.tiers(), name))
            .transpose()?;
        let set = self.set.unwrap_or_default();
        if set.len() > MOST_NAMES {
            return Err(wrong("/set", "no game has so many knobs"));
        }
        let set: Vec<(String, String)> = set
            .into_iter()
            .map(|(name, value)| match value {
                Value::String(text) => (name, text),
                other => (name, other.to_string()),
            })
            .collect();
        let request = Box::new(Request {
            settings: Settings::resolve(game.knobs(), tier, &set)?,
            tier: tier.map(|tier| tier.name),
            min_moves: None,
            metric: None,
            seed: self.seed.unwrap_or_else(random_seed),
        });
        Ok(Task::Generate { game, request })
    }

    fn about_a_level(self, desk: &Desk<'_>) -> Result<Task, Trouble> {
        let level = self.level.as_ref().ok_or_else(|| missing("level"))?;
        let named = level.open(desk)?;
        let game = named.game();
        Ok(match self.kind {
            JobKind::Solve => {
                let metric = self.metric.as_deref();
                let metric = metric.map(|name| metric_named(game, name)).transpose()?;
                let limit = self.limit.unwrap_or(100).min(MOST_LISTED);
                let all = self.all.map(|all| match all {
                    Listing::Best => (Which::Best, limit),
                    Listing::Every => (Which::Every, limit),
                });
                if all.is_some_and(|(which, _)| !game.listings().contains(&which)) {
                    return Err(not_offered("the game does not list solutions like that").into());
                }
                let without = self.without.unwrap_or_default();
                let known = |name: &String| game.prunings().iter().any(|p| p.name == name);
                if without.len() > MOST_NAMES || !without.iter().all(known) {
                    return Err(not_offered("the game has no such pruning").into());
                }
                Task::Solve {
                    named,
                    metric,
                    all,
                    trace: self.trace.unwrap_or_default(),
                    without,
                }
            }
            JobKind::Review => {
                // Moves that are not legal are refused before a place is taken.
                let so_far = bounded(&self.moves)?;
                named.session().rewind(so_far, &level::EVERYTHING)?;
                Task::Review {
                    named,
                    moves: self.moves,
                }
            }
            JobKind::Inspect => Task::Inspect {
                named,
                quick: self.quick.unwrap_or_default(),
            },
            JobKind::Explain => Task::Explain { named },
            JobKind::Plates => Task::Plates { named },
            JobKind::Tree => Task::Tree { named },
            JobKind::Generate => unreachable!("generating needs no level"),
        })
    }
}

impl Job {
    /// Does the work, on a blocking thread, and sends the one event that ends it.
    pub(super) fn work(self, shop: &Arc<Workshop>, outlet: &Outlet) {
        let clock = WallClock::start();
        // A machine that gives no more threads still has this one.
        let pool = Pool::new(Some(shop.jobs.threads())).ok();
        let crew: &dyn Crew = pool.as_ref().map_or(&Alone, |pool| pool);
        let budget = Budget::unlimited()
            .with_clock(&clock)
            .with_crew(crew)
            .with_watch(outlet)
            .with_cancel(outlet.cancel())
            .with_memory(shop.jobs.memory())
            .within(self.time_limit);
        if let Err(refused) = self.task.run(shop, &budget, outlet) {
            outlet.failed(refused);
        }
    }
}

impl Task {
    fn run(
        self,
        shop: &Arc<Workshop>,
        budget: &Budget<'_>,
        outlet: &Outlet,
    ) -> Result<(), Refused> {
        match self {
            Task::Solve {
                named,
                metric,
                all,
                trace,
                without,
            } => {
                let tracer = trace.then(|| Tracer::new(outlet));
                let line = |event: &str| {
                    if let Some(tracer) = &tracer {
                        tracer.line(event);
                    }
                };
                let without: Vec<&str> = without.iter().map(|name| &name[..]).collect();
                let wish = Wish {
                    metric,
                    all,
                    trace: trace.then_some(&line),
                    without: &without,
                };
                let report = named.session().solve(&wish, budget);
                learn(&named, &report);
                let traced = tracer.map(Tracer::finish);
                outlet.done(&Solved { report, traced });
            }
            Task::Inspect { named, quick } => {
                outlet.done(&named.session().inspect(quick, budget));
            }
            Task::Generate { game, request } => {
                let record = game
                    .generate(&request, budget)
                    .map_err(|refusal| Refused::from(refusal.explain()))?;
                let desk = Desk {
                    shop,
                    patient: true,
                };
                let named = Named {
                    level: keep_record(&desk, game, &record)?,
                    origin: Origin::Free,
                };
                let level = match level::answer(&desk, &named) {
                    Ok(level) => level,
                    Err(Trouble::Refused(refused)) => return Err(*refused),
                    Err(Trouble::TakesLonger) => return Err(Refused::busy("try again")),
                };
                outlet.done(&Generated { record, level });
            }
            Task::Review { named, moves } => {
                let mut points = Vec::new();
                let so_far = moves.as_ref().map(|moves| moves.get());
                named.session().review(so_far, budget, &mut |point| {
                    outlet.item(&point);
                    points.push(point);
                    !outlet.cancelled() && budget.expired().is_none()
                })?;
                outlet.done(&Reviewed { points });
            }
            Task::Explain { named } => {
                let session = named.session();
                let report = session.explain(budget).ok_or_else(|| {
                    not_offered("no solution was found in time that could be explained")
                })?;
                let solution = report.solution.to_string();
                let mut made = 0;
                let mut svgs = Vec::new();
                for beat in &report.beats {
                    made += beat.moves.len();
                    let so_far = session.first(&solution, made)?.to_string();
                    svgs.push(svg_of(&session.scene(Some(&so_far), None)?)?);
                }
                outlet.done(&Explained { report, svgs });
            }
            Task::Plates { named } => {
                let plates = named.session().plates(budget).into_iter();
                let plates = plates.map(|plate| {
                    Ok(PlateAnswer {
                        title: plate.title,
                        text: plate.text,
                        svg: svg_of(&plate.scene)?,
                    })
                });
                let plates = plates.collect::<Result<Vec<_>, Refused>>()?;
                outlet.done(&plates);
            }
            Task::Tree { named } => {
                let scene = named.session().search_tree(budget);
                let scene = scene.ok_or_else(|| not_offered("the game draws no tree"))?;
                // Trees are wider than any board.
                let lettering = gridwright_core::svg::Lettering::Font;
                let svg = gridwright_core::svg::render(&scene, lettering);
                outlet.done(&Treed { svg });
            }
        }
        Ok(())
    }
}

/// What a proof says about par is remembered with the level.
fn learn(named: &Named, report: &SolveReport) {
    let order = named.game().metrics().first().copied().unwrap_or(&[]);
    if report.status == Status::Solved && report.metrics == order {
        let costs = report.costs.iter().flat_map(|costs| costs.iter());
        named.level.learn(Par {
            costs: costs.map(|(name, n)| (name.to_owned(), n.into())).collect(),
            optimal: report.optimal,
            tier: named.par().and_then(|par| par.tier),
        });
    }
}

/// Sends the events of a search in batches.
struct Tracer<'a> {
    outlet: &'a Outlet,
    batch: RefCell<(Vec<Box<RawValue>>, Instant)>,
    seen: std::cell::Cell<usize>,
}

impl<'a> Tracer<'a> {
    fn new(outlet: &'a Outlet) -> Self {
        Tracer {
            outlet,
            batch: RefCell::new((Vec::new(), Instant::now())),
            seen: std::cell::Cell::new(0),
        }
    }

    fn line(&self, event: &str) {
        let seen = self.seen.get();
        self.seen.set(seen + 1);
        if seen >= MOST_TRACED {
            return;
        }
        let Ok(event) = RawValue::from_string(event.to_owned()) else {
            return;
        };
        let (batch, since) = &mut *self.batch.borrow_mut();
        batch.push(event);
        if batch.len() >= BATCH || since.elapsed() > Duration::from_millis(100) {
            *since = Instant::now();
            let trace = std::mem::take(batch);
            self.outlet.item(&Traced { trace });
        }
    }

    /// Sends the rest; returns how many events there were.
    fn finish(self) -> usize {
        let (trace, _) = self.batch.into_inner();
        if !trace.is_empty() {
            self.outlet.item(&Traced { trace });
        }
        self.seen.get()
    }
}

fn metric_named(game: &dyn Game, name: &str) -> Result<&'static str, Refused> {
    let mut known = game.metrics().iter().filter_map(|order| order.first());
    known
        .find(|metric| **metric == name)
        .copied()
        .ok_or_else(|| not_offered("the game does not count that"))
}

fn missing(key: &str) -> Refused {
    let message = format!("the job needs {key:?}");
    Refused::new(StatusCode::BAD_REQUEST, codes::MISSING, message)
}

fn not_offered(message: &str) -> Refused {
    Refused::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        codes::NOT_OFFERED,
        message,
    )
}

/// A seed nobody chose. Small, so that people can copy it.
fn random_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_micros() as u64) % 1_000_000_000
}
