//! Making levels: what a level is about first, then the solver's word.
//!
//! An [`idea`] comes first, or several. [`motif`] lays walls on open paper, [`fittings`] gates and
//! droplets; [`story`] draws strokes about the ideas and puts figures where they lead. The solver
//! finds the true minimum, and whether each idea is needed: without it there is no solution, or only
//! one of more strokes. Whatever can be taken away without changing that minimum is taken away, one
//! part after the other, so that nothing decorative is left. What remains is accepted if it still
//! asks for what was wanted: the ideas, the mechanics, the tier, long lines, few figures, and no
//! stroke that merely drags a droplet to its own colour unless it has to come before or after others.
//!
//! Everything is decided by the seed, the settings and node budgets; a time limit can only refuse.

mod canvas;
mod fittings;
mod idea;
mod motif;
mod story;

use std::ops::RangeInclusive;

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Settings, Tier};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::{Witness, judge};
use gridwright_core::rng::Rng;
use gridwright_core::solve::{Optimality, Verdict};

use super::grade::{SCALE, grade, least_score, matters, parts};
use super::level::{Level, StartRule};
use super::mechanics::Mechanics;
use super::rules::Stroke;
use super::solve::{Method, finishes_within, solve_by};
use super::{Tint, codes};

use canvas::Wanted;
use idea::{Idea, choose, is_needed};
use story::tell;

use crate::kind::Generates;

impl Generates for Tint {
    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        generate(request, budget)
    }
}

/// The frozen procedure.
pub const GENERATOR: &str = "tint/3";

/// How many stories are tried before giving up on the settings.
const MOST_STORIES: u64 = 20_000;

/// How many nodes the solver may take for one question. Plans alone are asked: what they do not
/// settle soon is no level to ship.
const MOST_NODES: u64 = 3_000;

/// What choices and wrong ways add to a score, seldom more.
const CHOICES: u32 = 12;

/// A painted line of fewer cells is no line.
const LONG_LINE: usize = 4;

/// Everything that can be set.
pub const KNOBS: &[Knob] = &[
    Knob::integer("width", 5, 16, "9", "Columns."),
    Knob::integer("height", 5, 16, "6", "Rows."),
    Knob::integer(
        "least-strokes",
        1,
        12,
        "1",
        "The proved minimum is at least this.",
    ),
    Knob::integer(
        "most-strokes",
        1,
        12,
        "4",
        "The proved minimum is at most this.",
    ),
    Knob::integer("least-figures", 1, 12, "2", "At least so many figures."),
    Knob::integer("most-figures", 1, 12, "5", "At most so many figures."),
    Knob::integer(
        "mechanics",
        0,
        5,
        "1",
        "The solution uses at least so many of mixing, lines, cuts, negation and switches.",
    ),
    Knob::integer(
        "ideas",
        1,
        3,
        "1",
        "So many of mixing at a wall, cutting, negating, switching and preparing are needed.",
    ),
    Knob::integer(
        "holes",
        0,
        40,
        "0",
        "Of a hundred bare cells, so many are left out of the paper.",
    ),
    Knob::switch("mixing", "true", "Strokes mix with each other's paint."),
    Knob::switch("lines", "true", "Painted walls are there from the start."),
    Knob::switch(
        "cuts",
        "false",
        "White droplets, and walls that have to be cut.",
    ),
    Knob::switch(
        "secondaries",
        "false",
        "Droplets of orange, green and purple.",
    ),
    Knob::switch("negation", "false", "Negation gates."),
    Knob::switch("switch-2", "false", "Switch gates with two sides."),
    Knob::switch("switch-3", "false", "Switch gates with three sides."),
    Knob::switch("switch-4", "false", "Switch gates with four sides."),
    Knob::switch("grey", "false", "Grey walls with a gap."),
    Knob::switch(
        "absorb",
        "false",
        "An active secondary absorbs its own primaries.",
    ),
    Knob::switch("droplet-start", "true", "Only droplets start strokes."),
    Knob::integer("tail", 1, 2, "1", "Cells a stroke runs on after a cut."),
];

/// The tiers, by what there is to find out; see [`grade`].
pub const TIERS: &[Tier] = &[
    Tier {
        name: "easy",
        help: "One or two strokes: bars, rings and mixing.",
        settings: &[
            ("width", "8"),
            ("height", "6"),
            ("most-strokes", "2"),
            ("least-figures", "3"),
            ("most-figures", "4"),
        ],
    },
    Tier {
        name: "medium",
        help: "Two or three strokes, with cuts and secondaries.",
        settings: &[
            ("width", "9"),
            ("height", "6"),
            ("least-strokes", "2"),
            ("most-strokes", "3"),
            ("least-figures", "3"),
            ("most-figures", "5"),
            ("mechanics", "2"),
            ("cuts", "true"),
            ("secondaries", "true"),
        ],
    },
    Tier {
        name: "hard",
        help: "Strokes that prepare others, and gates of most kinds.",
        settings: &[
            ("width", "9"),
            ("height", "6"),
            ("least-strokes", "2"),
            ("most-strokes", "4"),
            ("least-figures", "3"),
            ("most-figures", "6"),
            ("mechanics", "2"),
            ("cuts", "true"),
            ("secondaries", "true"),
            ("negation", "true"),
            ("switch-2", "true"),
            ("switch-3", "true"),
        ],
    },
    Tier {
        name: "expert",
        help: "Two ideas and three mechanics at least, in the right order.",
        settings: &[
            ("width", "10"),
            ("height", "7"),
            ("least-strokes", "3"),
            ("most-strokes", "4"),
            ("least-figures", "3"),
            ("most-figures", "6"),
            ("mechanics", "3"),
            ("ideas", "2"),
            ("cuts", "true"),
            ("secondaries", "true"),
            ("negation", "true"),
            ("switch-2", "true"),
            ("switch-3", "true"),
            ("switch-4", "true"),
            ("grey", "true"),
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
        let (low, high) = wanted.strokes;
        wanted.strokes.0 = low.max(*range.start()).min(high);
        wanted.strokes.1 = high.min(*range.end()).max(wanted.strokes.0);
    }
    for story in stories(wanted, request) {
        if let Some(limit) = budget.expired() {
            return Err(limit.into());
        }
        if let Some((level, strokes, ideas)) = story
            && let Some(made) = refined(level, strokes.len() as u64, &ideas, request, budget)?
        {
            return Ok(made);
        }
    }
    let message = format!("{MOST_STORIES} stories gave no level with these settings");
    Err(Fault::new(codes::CANNOT_MAKE, message, Place::everywhere()).into())
}

/// The first layout that is drawn for a request, before the solver is asked: nothing is known about
/// its minimum, and nothing decorative is removed. It costs a thousandth of a finished level, where
/// many of a tier's kind are to be had.
pub fn layout(request: &Request) -> Option<Level> {
    let drawn = stories(wanted(&request.settings), request).flatten().next();
    drawn.map(|(level, ..)| level)
}

/// The stories of a request, one after the other; nothing where one does not come to an end or has
/// too little to it.
fn stories(
    wanted: Wanted,
    request: &Request,
) -> impl Iterator<Item = Option<(Level, Vec<Stroke>, Vec<Idea>)>> {
    let mut rng = Rng::new(GENERATOR, request.seed);
    (0..MOST_STORIES).map(move |_| {
        let ideas = choose(&wanted, &mut rng);
        let (level, strokes) = tell(&wanted, &ideas, &mut rng)?;
        has_enough(&level, &strokes, request).then_some((level, strokes, ideas))
    })
}

/// What nothing can satisfy is refused at once.
fn refuse_contradictions(request: &Request) -> Result<(), NotMade> {
    let settings = &request.settings;
    for what in ["strokes", "figures"] {
        let (least, most) = (format!("least-{what}"), format!("most-{what}"));
        if settings.integer(&least) > settings.integer(&most) {
            let message = format!("{least} is more than {most}");
            let place = Place::pointer(format!("/{least}"));
            return Err(Fault::new(codes::CANNOT_MAKE, message, place).into());
        }
    }
    let most = settings.integer("most-strokes") as u64;
    let asked = request.min_moves.as_ref();
    let asks_strokes = request.metric.is_none_or(|metric| metric == "strokes");
    if asks_strokes && asked.is_some_and(|range| *range.start() > most) {
        let place = Place::pointer("/most-strokes");
        let message = "so many strokes are more than most-strokes";
        return Err(Fault::new(codes::CANNOT_MAKE, message, place).into());
    }
    Ok(())
}

/// Whether a story may have as much to it as its tier asks for, and not more. What the solver finds
/// has less, rarely more.
fn has_enough(level: &Level, strokes: &[Stroke], request: &Request) -> bool {
    let least = least_score(level, strokes);
    request
        .tier
        .is_none_or(|tier| least + CHOICES >= first_score(tier) && may_be(tier, least))
}

/// Whether a level with at least this score may be of a tier.
fn may_be(tier: &str, least: u32) -> bool {
    let tiers = SCALE.0.iter();
    let above = tiers.skip_while(|(name, _)| *name != tier).nth(1);
    above.is_none_or(|&(_, first)| least < first)
}

/// The lowest score of a tier.
fn first_score(tier: &str) -> u32 {
    let mut tiers = SCALE.0.iter();
    tiers
        .find(|(name, _)| *name == tier)
        .map_or(0, |&(_, first)| first)
}

/// The level with everything decorative removed and a best solution, if the strokes of its story are
/// as few as can be and it is what was wanted.
fn refined(
    mut level: Level,
    strokes: u64,
    ideas: &[Idea],
    request: &Request,
    budget: &Budget<'_>,
) -> Result<Option<Made<Level>>, Limit> {
    // What is soon told comes first: the fewest cells take the solver longest.
    if !has_long_lines(&level) {
        return Ok(None);
    }
    let patience = budget.clone().with_nodes(MOST_NODES);
    let fewer = strokes.saturating_sub(1);
    if can_do(&level, fewer, &patience)? || !needs(&level, ideas, strokes, &patience)? {
        return Ok(None);
    }
    let Some(mut witness) = proved(&level, &patience)? else {
        return Ok(None);
    };
    if !fits(&level, &witness, request) {
        return Ok(None);
    }
    let minimum = witness.costs().clone();
    let mut known = 0;
    let mut is_smaller = false;
    // Parts before `known` were found to matter; removing a later one may change that, so the
    // round starts anew after every removal.
    while let Some(part) = parts(&level).into_iter().nth(known) {
        if let Some(limit) = budget.expired() {
            return Err(limit);
        }
        match matters(Method::Plans, &part.without, &minimum, &patience) {
            Some(true) => known += 1,
            Some(false) => {
                level = part.without;
                known = 0;
                is_smaller = true;
            }
            None => return Ok(None),
        }
    }
    if is_smaller {
        // The strokes of the best solution may have used what is gone.
        let again = if has_long_lines(&level) {
            proved(&level, &patience)?
        } else {
            None
        };
        match again.filter(|witness| fits(&level, witness, request)) {
            Some(best) => witness = best,
            None => return Ok(None),
        }
        if !needs(&level, ideas, witness.moves().len() as u64, &patience)? {
            return Ok(None);
        }
    }
    let mut graded = None;
    if let Some(tier) = request.tier {
        let grade = grade(&level, witness.moves(), budget)?;
        if grade.tier != tier {
            return Ok(None);
        }
        graded = Some(grade);
    }
    Ok(Some(Made {
        level,
        witness,
        optimal: true,
        grade: graded,
        generator: GENERATOR,
    }))
}

/// The strokes that were asked for.
fn strokes_asked(request: &Request) -> RangeInclusive<u64> {
    let setting = |name| request.settings.integer(name) as u64;
    setting("least-strokes")..=setting("most-strokes")
}

/// Whether so many strokes may be enough.
fn can_do(level: &Level, strokes: u64, budget: &Budget<'_>) -> Result<bool, Limit> {
    if strokes == 0 {
        return Ok(false);
    }
    match finishes_within(Method::Plans, level, &level.start(), strokes, budget) {
        Err(Limit::Nodes) => Ok(true),
        told => told,
    }
}

/// Whether a level cannot do without any of the ideas.
fn needs(level: &Level, ideas: &[Idea], strokes: u64, budget: &Budget<'_>) -> Result<bool, Limit> {
    for &idea in ideas {
        if is_needed(idea, level, strokes, budget)? != Some(true) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A proved best solution; `None` if there is none or the node budget is too small for it.
fn proved(level: &Level, budget: &Budget<'_>) -> Result<Option<Witness<Stroke>>, Limit> {
    match solve_by(Method::Plans, level, budget).verdict {
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

/// Whether a level with long lines is what was wanted.
fn fits(level: &Level, witness: &Witness<Stroke>, request: &Request) -> bool {
    let settings = &request.settings;
    let costs = witness.costs();
    let strokes = costs.get("strokes").unwrap_or(0);
    let metric = costs.get(request.metric.unwrap_or("strokes")).unwrap_or(0);
    let asked = request.min_moves.as_ref();
    let mechanics = Mechanics::of(level, witness.moves()).count() as i64;
    let least = least_score(level, witness.moves());
    strokes_asked(request).contains(&strokes)
        && request.tier.is_none_or(|tier| may_be(tier, least))
        && asked.is_none_or(|range| range.contains(&metric))
        && mechanics >= settings.integer("mechanics")
        && !has_idle_drags(level, witness)
}

/// Whether all painted lines are long.
fn has_long_lines(level: &Level) -> bool {
    let lines = level.lines();
    lines.iter().all(|(_, cells)| cells.len() >= LONG_LINE)
}

/// Whether some stroke merely drags a droplet to its own colour, and could as well be the first or
/// the last.
fn has_idle_drags(level: &Level, witness: &Witness<Stroke>) -> bool {
    let strokes = witness.moves();
    let mut position = level.start();
    for (i, stroke) in strokes.iter().enumerate() {
        let solo = Mechanics::of_stroke(level, &position, stroke);
        if level.apply(&mut position, stroke).is_err() {
            return true;
        }
        if solo.count() > 0 {
            continue;
        }
        let mut first = strokes.to_vec();
        let moved = first.remove(i);
        let mut last = first.clone();
        first.insert(0, moved.clone());
        last.push(moved);
        if judge(level, first).is_ok() && judge(level, last).is_ok() {
            return true;
        }
    }
    false
}

fn wanted(settings: &Settings) -> Wanted {
    let range = |what: &str| {
        let least = settings.integer(&format!("least-{what}")) as u64;
        (least, settings.integer(&format!("most-{what}")) as u64)
    };
    let figures = range("figures");
    Wanted {
        width: settings.integer("width") as i32,
        height: settings.integer("height") as i32,
        strokes: range("strokes"),
        ideas: settings.integer("ideas") as usize,
        figures: (figures.0 as usize, figures.1 as usize),
        mixing: settings.switch("mixing"),
        lines: settings.switch("lines"),
        cuts: settings.switch("cuts"),
        secondaries: settings.switch("secondaries"),
        negation: settings.switch("negation"),
        switches: ["switch-2", "switch-3", "switch-4"].map(|knob| settings.switch(knob)),
        grey: settings.switch("grey"),
        holes: settings.integer("holes") as u64,
        start: if settings.switch("droplet-start") {
            StartRule::Droplet
        } else {
            StartRule::Any
        },
        tail: settings.integer("tail"),
        absorb: settings.switch("absorb"),
    }
}
