//! Making levels: a plan of strokes first, a level around it, then the solver's word.
//!
//! [`paper`] cuts a sheet and [`lay`](mod@lay) draws a plan on it, stroke by stroke; a stroke stays
//! in the plan only if the solver's quick bound rises with it, so that plans are hardly longer
//! than they have to be. The solver finds the true minimum. Whatever can be taken away without
//! changing that minimum is taken away, one part after the other, so that nothing decorative is
//! left. What remains is accepted if it still asks for what was wanted.
//!
//! Everything is decided by the seed, the settings and node budgets; a time limit can only refuse.

mod lay;
mod paper;

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::{Knob, KnobKind, Made, NotMade, Request, Settings, Tier};
use gridwright_core::referee::Witness;
use gridwright_core::rng::Rng;
use gridwright_core::solve::{Optimality, Verdict};

use super::codes;
use super::grade::{Mechanics, matters, parts};
use super::level::{Fixture, Level, StartRule};
use super::rules::Stroke;
use super::solve::solve;

use lay::{Wanted, lay};

/// The frozen procedure.
pub const GENERATOR: &str = "tint/1";

/// How many layouts are tried before giving up on the settings.
const MOST_LAYOUTS: u64 = 20_000;

/// How many nodes the solver may expand for one question.
const MOST_NODES: u64 = 1_500;

/// Everything that can be set.
pub const KNOBS: &[Knob] = &[
    integer("width", 3, 16, "6", "Columns."),
    integer("height", 3, 16, "5", "Rows."),
    integer(
        "least-strokes",
        1,
        12,
        "1",
        "The proved minimum is at least this.",
    ),
    integer(
        "most-strokes",
        1,
        12,
        "12",
        "The proved minimum is at most this.",
    ),
    integer(
        "plan",
        1,
        16,
        "4",
        "Most strokes of the plan the level is laid around; least-strokes is the fewest.",
    ),
    integer(
        "slack",
        0,
        16,
        "0",
        "By so many strokes a quick bound may fall short of the plan.",
    ),
    integer(
        "droplets",
        0,
        24,
        "0",
        "Exactly so many droplets; 0 leaves it open.",
    ),
    integer(
        "targets",
        0,
        24,
        "0",
        "Exactly so many targets; 0 leaves it open.",
    ),
    integer(
        "gates",
        0,
        24,
        "0",
        "Exactly so many gates; 0 leaves it open.",
    ),
    integer(
        "mechanics",
        0,
        5,
        "0",
        "The solution uses at least so many of mixing, lines, cuts, negation and switches.",
    ),
    integer(
        "walls",
        0,
        100,
        "70",
        "Of a hundred streets that could make loops, so many are left out.",
    ),
    switch("mixing", "true", "Droplets stand where primaries mix."),
    switch("lines", "true", "Painted lines are there from the start."),
    switch("cuts", "false", "Lines have to be cut with white."),
    switch("negation", "false", "Negation gates."),
    switch("switch-2", "false", "Switch gates with two sides."),
    switch("switch-3", "false", "Switch gates with three sides."),
    switch("switch-4", "false", "Switch gates with four sides."),
    switch(
        "absorb",
        "false",
        "An active secondary absorbs its own primaries.",
    ),
    switch("droplet-start", "false", "Only droplets start strokes."),
    integer("tail", 1, 2, "1", "Cells a stroke runs on after a cut."),
];

const fn integer(
    name: &'static str,
    min: i64,
    max: i64,
    default: &'static str,
    help: &'static str,
) -> Knob {
    Knob {
        name,
        kind: KnobKind::Integer { min, max },
        default,
        help,
    }
}

const fn switch(name: &'static str, default: &'static str, help: &'static str) -> Knob {
    Knob {
        name,
        kind: KnobKind::Switch,
        default,
        help,
    }
}

/// The tiers, by strokes.
pub const TIERS: &[Tier] = &[
    Tier {
        name: "easy",
        help: "One or two strokes.",
        settings: &[
            ("width", "5"),
            ("height", "4"),
            ("plan", "2"),
            ("most-strokes", "2"),
            ("mechanics", "1"),
            ("slack", "1"),
        ],
    },
    Tier {
        name: "medium",
        help: "Three or four strokes, with cuts or negation.",
        settings: &[
            ("width", "7"),
            ("height", "5"),
            ("plan", "4"),
            ("least-strokes", "3"),
            ("most-strokes", "4"),
            ("mechanics", "2"),
            ("cuts", "true"),
            ("negation", "true"),
            ("droplet-start", "true"),
        ],
    },
    Tier {
        name: "hard",
        help: "Five or six strokes, with gates of most kinds.",
        settings: &[
            ("width", "9"),
            ("height", "6"),
            ("plan", "6"),
            ("least-strokes", "5"),
            ("most-strokes", "6"),
            ("mechanics", "3"),
            ("cuts", "true"),
            ("negation", "true"),
            ("switch-2", "true"),
            ("switch-3", "true"),
            ("droplet-start", "true"),
        ],
    },
    Tier {
        name: "expert",
        help: "Seven strokes or more, with at least three mechanics.",
        settings: &[
            ("width", "11"),
            ("height", "7"),
            ("plan", "9"),
            ("least-strokes", "7"),
            ("mechanics", "3"),
            ("cuts", "true"),
            ("negation", "true"),
            ("switch-2", "true"),
            ("switch-3", "true"),
            ("switch-4", "true"),
            ("droplet-start", "true"),
        ],
    },
];

/// Makes one level.
pub fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
    refuse_contradictions(request)?;
    let mut wanted = wanted(&request.settings);
    if let Some(range) = &request.min_moves
        && request.metric.is_none_or(|metric| metric == "strokes")
    {
        let (low, high) = (*range.start() as i64, *range.end() as i64);
        wanted.strokes.0 = wanted.strokes.0.max(low).min(wanted.strokes.1);
        wanted.strokes.1 = wanted.strokes.1.min(high).max(wanted.strokes.0);
    }
    let mut rng = Rng::new(GENERATOR, request.seed);
    for _ in 0..MOST_LAYOUTS {
        if let Some(level) = lay(&wanted, &mut rng)
            && let Some((level, witness)) = refined(level, request, budget)?
        {
            return Ok(Made {
                level,
                witness,
                optimal: true,
                generator: GENERATOR,
            });
        }
    }
    let message = format!("{MOST_LAYOUTS} layouts gave no level with these settings");
    Err(Fault::new(codes::CANNOT_MAKE, message, Place::everywhere()).into())
}

/// A level as it is laid, before the solver has a say: what the solver is measured on.
pub fn layout(settings: &Settings, seed: u64) -> Option<Level> {
    let wanted = wanted(settings);
    let mut rng = Rng::new(GENERATOR, seed);
    (0..MOST_LAYOUTS)
        .filter_map(|_| lay(&wanted, &mut rng))
        .find(|level| has_counts(level, settings))
}

/// What nothing can satisfy is refused at once.
fn refuse_contradictions(request: &Request) -> Result<(), NotMade> {
    let settings = &request.settings;
    let refuse = |message: &str, knob: &str| {
        let place = Place::pointer(format!("/{knob}"));
        Err(NotMade::from(Fault::new(
            codes::CANNOT_MAKE,
            message,
            place,
        )))
    };
    if settings.integer("least-strokes") > settings.integer("most-strokes") {
        return refuse("least-strokes is more than most-strokes", "least-strokes");
    }
    let plan = settings.integer("plan");
    if plan < settings.integer("least-strokes") {
        return refuse("a plan of so few strokes cannot need more", "plan");
    }
    let plan = plan as u64;
    if request.metric.is_none_or(|metric| metric == "strokes")
        && request
            .min_moves
            .as_ref()
            .is_some_and(|range| *range.start() > plan)
    {
        return refuse("a plan of so few strokes cannot need so many", "plan");
    }
    Ok(())
}

/// The level with everything decorative removed and a best solution, if it is what was wanted.
fn refined(
    mut level: Level,
    request: &Request,
    budget: &Budget<'_>,
) -> Result<Option<(Level, Witness<Stroke>)>, Limit> {
    if let Some(limit) = budget.expired() {
        return Err(limit);
    }
    let patience = budget.clone().with_nodes(MOST_NODES);
    let Some(witness) = proved(&level, &patience)? else {
        return Ok(None);
    };
    if !in_range(&witness, request) || !uses_enough(&level, &witness, request) {
        return Ok(None);
    }
    let minimum = witness.costs();
    let mut known = 0;
    // Parts before `known` were found to matter; removing a later one may change that, so the
    // round starts anew after every removal.
    while let Some(part) = parts(&level).into_iter().nth(known) {
        if let Some(limit) = budget.expired() {
            return Err(limit);
        }
        match matters(&part.without, minimum, &patience) {
            Some(true) => known += 1,
            Some(false) => {
                level = part.without;
                known = 0;
            }
            None => return Ok(None),
        }
    }
    // The strokes of the best solution may have used what is gone.
    let Some(witness) = proved(&level, &patience)? else {
        return Ok(None);
    };
    Ok(fits(&level, &witness, request).then_some((level, witness)))
}

/// A proved best solution; `None` if there is none or the node budget is too small for it.
fn proved(level: &Level, budget: &Budget<'_>) -> Result<Option<Witness<Stroke>>, Limit> {
    match solve(level, budget).verdict {
        Verdict::Solved {
            witness,
            optimality: Optimality::Proved,
        } => Ok(Some(witness)),
        Verdict::Solved {
            optimality: Optimality::Open { limit, .. },
            ..
        }
        | Verdict::GaveUp { limit, .. }
            if limit != Limit::Nodes =>
        {
            Err(limit)
        }
        _ => Ok(None),
    }
}

/// Whether the price of a best solution is what was wanted.
fn in_range(witness: &Witness<Stroke>, request: &Request) -> bool {
    let costs = witness.costs();
    let settings = &request.settings;
    let strokes = costs.get("strokes").unwrap_or(0) as i64;
    let range = settings.integer("least-strokes")..=settings.integer("most-strokes");
    let metric = costs.get(request.metric.unwrap_or("strokes")).unwrap_or(0);
    let asked = request.min_moves.as_ref();
    range.contains(&strokes) && asked.is_none_or(|range| range.contains(&metric))
}

/// Whether a level is what was wanted.
fn fits(level: &Level, witness: &Witness<Stroke>, request: &Request) -> bool {
    in_range(witness, request)
        && uses_enough(level, witness, request)
        && has_counts(level, &request.settings)
}

fn uses_enough(level: &Level, witness: &Witness<Stroke>, request: &Request) -> bool {
    let mechanics = Mechanics::of(level, witness.moves()).count() as i64;
    mechanics >= request.settings.integer("mechanics")
}

fn has_counts(level: &Level, settings: &Settings) -> bool {
    let count = |knob: &str, is: fn(Fixture) -> bool| {
        let wanted = settings.integer(knob);
        let there = level.fixtures().filter(|&(_, fixture)| is(fixture)).count();
        wanted == 0 || wanted == there as i64
    };
    count("droplets", |fixture| matches!(fixture, Fixture::Droplet(_)))
        && count("targets", |fixture| matches!(fixture, Fixture::Target(_)))
        && count("gates", Fixture::is_gate)
}

fn wanted(settings: &Settings) -> Wanted {
    Wanted {
        width: settings.integer("width") as i32,
        height: settings.integer("height") as i32,
        strokes: (settings.integer("least-strokes"), settings.integer("plan")),
        slack: settings.integer("slack"),
        mixing: settings.switch("mixing"),
        lines: settings.switch("lines"),
        cuts: settings.switch("cuts"),
        negation: settings.switch("negation"),
        switches: ["switch-2", "switch-3", "switch-4"].map(|knob| settings.switch(knob)),
        walls: settings.integer("walls") as u64,
        most: ["droplets", "targets", "gates"].map(|knob| match settings.integer(knob) {
            0 => usize::MAX,
            count => count as usize,
        }),
        start: if settings.switch("droplet-start") {
            StartRule::Droplet
        } else {
            StartRule::Any
        },
        tail: settings.integer("tail"),
        absorb: settings.switch("absorb"),
    }
}
