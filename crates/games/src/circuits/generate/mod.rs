//! Makes levels around a planted wiring: a plan of circuits over both layers of a symmetric board
//! ([`plan`]), of which much is given at first; then a solver that keeps asking whether it is still
//! a puzzle while lines are taken away ([`refine`]).
//!
//! A plan that gives much has few wirings or one, and walls shut out the others. A level ends where
//! no line can go without breaking a promise: one wiring, circuits in each other's way, an idea, and
//! long lines to draw of which little runs diagonally. Plans that cannot come to that are turned down
//! before anything is counted.
//!
//! All limits inside are numbers of nodes, so that the same seed gives the same level for ever;
//! time can only end the work.

mod plan;
pub mod recipe;
mod refine;
mod route;
mod terminals;

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Settings, Tier};
use gridwright_core::referee;
use gridwright_core::rng::Rng;

use super::codes;
use super::grade::grade;
use super::level::{Layer, Level};
use super::solve::draw;
use crate::circuits::Circuits;
use crate::kind::Generates;

/// The frozen procedure; a change that alters any level needs a new name.
pub(super) const GENERATOR: &str = "circuits/5";

/// From here on a knob asks for lines that the solution cannot do without.
const MUCH: i64 = 5;

/// Plans that one seed tries.
const TRIES: usize = 2_000;

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
        "0",
        "At least so many given lines lie on a shortest way of a colour that must not take them.",
    ),
    Knob::integer(
        "diagonals",
        0,
        10,
        "4",
        "At most so many tenths of what is to be drawn run diagonally, and given lines follow suit.",
    ),
    Knob::choice(
        "symmetry",
        &["any", "none", "mirror", "turn"],
        "any",
        "The figure of the terminals, and of given lines where there is room.",
    ),
    Knob::choice(
        "idea",
        &["any", "crossing", "order", "decoy"],
        "any",
        "What must be seen: a line that crosses another colour's, given ways in the right order, or \
         a long given line that invites the wrong colour.",
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
            ("diagonals", "3"),
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
        help: "A large board, terminals on the top and bottom rows, lines of both layers.",
        settings: &[
            ("width", "8"),
            ("height", "10"),
            ("colors", "5"),
            ("terminals", "rows"),
            ("bottom", "5"),
            ("given", "10"),
            ("diagonals", "3"),
        ],
    },
];

/// What is asked for, in the generator's own terms.
#[derive(Clone, Debug)]
struct Shape {
    width: i32,
    height: i32,
    colours: usize,
    rows_only: bool,
    /// What changing sides costs beside steps of 10 and more; `None` where it is not done.
    dive: Option<i64>,
    /// What a diagonal step costs.
    diagonal: i64,
    /// How many tenths of the steps to draw may run diagonally.
    slanted: usize,
    /// Whether long top runs are given in part.
    gives_top: bool,
    /// Chances in ten that a circuit takes a roundabout way.
    wander: u64,
    /// Given lines of each layer that carry a colour, at least.
    bottom_lines: usize,
    top_lines: usize,
    decoys: usize,
    symmetry: &'static str,
    idea: &'static str,
    unique: bool,
    tangled: bool,
}

impl Shape {
    fn new(settings: &Settings) -> Shape {
        let number = |name| settings.integer(name);
        let colours = number("colors");
        // From `MUCH` on the solution needs such a line; at 10, one for every so many colours.
        let carrying = |knob, out_of: i64| match number(knob) {
            much @ MUCH.. => (colours * much / 10 / out_of).max(1) as usize,
            _ => 0,
        };
        Shape {
            width: number("width") as i32,
            height: number("height") as i32,
            colours: colours as usize,
            rows_only: settings.word("terminals") == "rows",
            dive: match number("bottom") {
                0 => None,
                readily => Some(6 * (11 - readily)),
            },
            diagonal: 14 + 2 * (10 - number("diagonals")),
            slanted: number("diagonals") as usize,
            gives_top: number("given") > 0,
            wander: 3,
            bottom_lines: carrying("bottom", 2),
            top_lines: carrying("given", 4),
            decoys: number("decoys") as usize,
            symmetry: settings.word("symmetry"),
            idea: settings.word("idea"),
            unique: settings.switch("unique"),
            tangled: settings.switch("tangled"),
        }
    }

    /// How many given lines of a layer shall carry a colour, at least.
    fn least_carrying(&self, layer: Layer) -> usize {
        match layer {
            Layer::Top => self.top_lines,
            Layer::Bottom => self.bottom_lines,
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
        let mut room = route::Room::new(&shape);
        for _ in 0..TRIES {
            if let Some(limit) = budget.expired() {
                return Err(limit.into());
            }
            let Some(planned) = plan::plan(&mut rng, &shape, &mut room) else {
                continue;
            };
            let Some((level, lines)) = refine::refine(&mut rng, &shape, planned, budget)? else {
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
            let grade = grade(&level, witness.moves());
            if request.tier.is_some_and(|tier| tier != grade.tier) {
                continue;
            }
            return Ok(Made {
                level,
                witness,
                optimal: true,
                grade: Some(grade),
                generator: GENERATOR,
            });
        }
        let message = format!(
            "none of {TRIES} plans of this seed became such a level; try another seed or ask for less"
        );
        Err(Fault::new(codes::NONE_FOUND, message, Place::everywhere()).into())
    }
}

/// A node limit turns a plan down; any other limit ends the work.
pub(super) fn within<T>(result: Result<T, Limit>) -> Result<Option<T>, Limit> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Limit::Nodes) => Ok(None),
        Err(limit) => Err(limit),
    }
}
