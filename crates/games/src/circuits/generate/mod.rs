//! Makes levels: a random plan of circuits over both layers, then a solver that keeps asking
//! whether it is a puzzle yet.
//!
//! The plan ([`plan`]) guarantees little: its circuits may be beaten by shorter ones, its parts
//! may turn out useless, its wiring may be one of many. So it is worked over ([`refine`]): parts
//! that carry no colour and tempt nobody go, decoys come in, and other wirings are shut out by
//! giving away a piece of the wanted one or by putting a line in the way of the unwanted. What
//! survives is checked against everything that was asked for.
//!
//! All limits inside are numbers of nodes, so that the same seed gives the same level for ever;
//! time can only end the work.

mod plan;
pub mod recipe;
mod refine;

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Settings, Tier};
use gridwright_core::referee;
use gridwright_core::rng::Rng;

use super::codes;
use super::level::Level;
use super::solve::draw;
use crate::circuits::Circuits;
use crate::kind::Generates;

/// The frozen procedure; a change that alters any level needs a new name.
pub(super) const GENERATOR: &str = "circuits/1";

/// From here on a knob asks for lines that the solution cannot do without.
const MUCH: i64 = 5;

/// Plans that one seed tries.
const TRIES: usize = 20_000;

/// What can be set.
pub(super) const KNOBS: &[Knob] = &[
    Knob::integer("width", 2, 20, "6", "Squares from left to right."),
    Knob::integer("height", 2, 20, "8", "Squares from top to bottom."),
    Knob::integer("colors", 1, 8, "3", "Pairs of terminals."),
    Knob::choice(
        "terminals",
        &["edges", "rows"],
        "edges",
        "Terminals anywhere on the edges, or evenly spaced on the top and bottom rows.",
    ),
    Knob::integer(
        "bottom",
        0,
        10,
        "8",
        "How readily circuits dive under the board: 0 never, from 5 on the solution needs it.",
    ),
    Knob::integer(
        "given",
        0,
        10,
        "8",
        "How much of the top layer is given: from 5 on the solution needs some of it.",
    ),
    Knob::integer(
        "decoys",
        0,
        6,
        "1",
        "At least so many unused given lines that lie on a shortest way of some colour.",
    ),
    Knob::switch("unique", "true", "Only one wiring solves the level."),
    Knob::switch(
        "tangled",
        "true",
        "The shortest ways of the colours, each alone, are never legal together.",
    ),
];

/// Presets, from easy to hard.
pub(super) const TIERS: &[Tier] = &[
    Tier {
        name: "easy",
        help: "A small board with one or two colours and hardly a bottom line.",
        settings: &[
            ("width", "4"),
            ("height", "5"),
            ("colors", "2"),
            ("bottom", "3"),
            ("given", "6"),
            ("decoys", "0"),
            ("tangled", "false"),
        ],
    },
    Tier {
        name: "medium",
        help: "A middling board with some lines of each layer.",
        settings: &[],
    },
    Tier {
        name: "hard",
        help: "A large board, terminals on the top and bottom rows, many lines of both layers.",
        settings: &[
            ("width", "8"),
            ("height", "10"),
            ("colors", "5"),
            ("terminals", "rows"),
            ("bottom", "9"),
            ("given", "10"),
            ("decoys", "0"),
        ],
    },
];

/// What is asked for, in the generator's own terms.
#[derive(Clone, Debug)]
struct Shape {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) colours: usize,
    pub(super) rows_only: bool,
    /// What changing sides costs beside steps of 3 to 12; `None` where it is not done.
    pub(super) dive: Option<i64>,
    /// Chances in ten that a top run is given in part.
    pub(super) given: u64,
    /// Whether lines of each layer must be part of the solution.
    pub(super) needs_bottom: bool,
    pub(super) needs_top: bool,
    pub(super) decoys: usize,
    pub(super) unique: bool,
    pub(super) tangled: bool,
}

impl Shape {
    fn new(settings: &Settings) -> Shape {
        let number = |name| settings.integer(name);
        Shape {
            width: number("width") as i32,
            height: number("height") as i32,
            colours: number("colors") as usize,
            rows_only: settings.word("terminals") == "rows",
            dive: match number("bottom") {
                0 => None,
                readily => Some(3 * (11 - readily)),
            },
            given: number("given") as u64,
            needs_bottom: number("bottom") >= MUCH,
            needs_top: number("given") >= MUCH,
            decoys: number("decoys") as usize,
            unique: settings.switch("unique"),
            tangled: settings.switch("tangled"),
        }
    }

    /// Why nothing like this fits on a board.
    fn refusal(&self, request: &Request) -> Option<Fault> {
        let refuse =
            |message: String| Some(Fault::new(codes::CANNOT_FIT, message, Place::everywhere()));
        let colours = self.colours as i32;
        if self.rows_only && self.width + 1 < colours {
            return refuse(format!(
                "a row of {} intersections does not hold {colours} terminals",
                self.width + 1
            ));
        }
        if !self.rows_only && 4 * colours > 2 * (self.width + self.height) {
            return refuse(format!(
                "the edges have no room for {colours} pairs of terminals"
            ));
        }
        if self.tangled && self.colours == 1 {
            return refuse("one colour alone is never in another's way: set tangled=false".into());
        }
        let most = i64::from((self.width + 1) * (self.height + 1));
        if let Some(wanted) = &request.min_moves
            && *wanted.start() as i64 > most
        {
            return refuse(format!(
                "no line passes an intersection twice: {most} steps at most"
            ));
        }
        None
    }
}

impl Generates for Circuits {
    /// Makes one level.
    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        let shape = Shape::new(&request.settings);
        if let Some(refusal) = shape.refusal(request) {
            return Err(refusal.into());
        }
        let mut rng = Rng::new(GENERATOR, request.seed);
        for _ in 0..TRIES {
            if let Some(limit) = budget.expired() {
                return Err(limit.into());
            }
            let Some(plan) = densest(&mut rng, &shape) else {
                continue;
            };
            let Some((level, lines)) = refine::refine(&mut rng, &shape, plan, budget)? else {
                continue;
            };
            let witness = referee::judge(&level, draw(lines)).expect("the solver draws solutions");
            let metric = request.metric.unwrap_or("steps");
            let cost = witness.costs().get(metric).unwrap_or(0);
            if request
                .min_moves
                .as_ref()
                .is_some_and(|wanted| !wanted.contains(&cost))
            {
                continue;
            }
            return Ok(Made {
                level,
                witness,
                optimal: true,
                generator: GENERATOR,
            });
        }
        let message = format!(
            "none of {TRIES} plans of this seed became such a level; try another seed or ask for less"
        );
        Err(Fault::new(codes::NONE_FOUND, message, Place::everywhere()).into())
    }
}

/// The plan with the most given lines of several: crowded boards make the better puzzles, and
/// their wirings are counted sooner.
fn densest(rng: &mut Rng, shape: &Shape) -> Option<plan::Plan> {
    let plans: Vec<plan::Plan> = (0..=2 * shape.given)
        .filter_map(|_| plan::plan(rng, shape))
        .collect();
    let room = |plan: &plan::Plan| -> usize { plan.lines.iter().map(|(_, line)| line.len()).sum() };
    plans.into_iter().max_by_key(room)
}

/// A node limit turns a plan down; any other limit ends the work.
pub(super) fn within<T>(result: Result<T, Limit>) -> Result<Option<T>, Limit> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Limit::Nodes) => Ok(None),
        Err(limit) => Err(limit),
    }
}
