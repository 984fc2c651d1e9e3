//! Making levels.
//!
//! Three procedures share the knobs. The *campaign* and plain requests use a reverse
//! `scramble`. A wanted minimum is reached by climbing (`climb`): small changes
//! to a scrambled level, kept when they bring the proved minimum nearer. The *dense* style fills a
//! small floor almost completely and looks backwards from all solved positions for the one that is
//! farthest away (`dense`).
//!
//! Whatever comes out was solved by the solver and replayed by the referee. Budgets inside are
//! counted in nodes, never in time, so the same seed gives the same level everywhere; running out
//! of time can only refuse.

mod climb;
mod dense;
mod scramble;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::{Knob, KnobKind, Made, NotMade, Request, Tier};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::{self, Witness};
use gridwright_core::rng::Rng;

use super::codes;
use super::grade::Part;
use super::level::Level;
use super::rules::Move;
use super::solve::{self, Finish, Metric};
use crate::kind::Generates;
use crate::tilepuzzle::TilePuzzle;

pub use scramble::Recipe;

impl Generates for TilePuzzle {
    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        generate(request, budget)
    }
}

/// The procedure of this folder, in all its parts, and the node counts of the solver it asks for
/// minima. A change that changes levels is a new version; campaign levels and dense boards depend
/// on chance alone, wanted minima and the search for decoration on node counts too.
pub const GENERATOR: &str = "tilepuzzle/2";

/// What chance is drawn under. It is older than the generator: levels that depend on chance alone
/// stay the same while the solver, and with it wanted minima, get another number.
const CHANCE: &str = "tilepuzzle/1";

/// Nodes spent on proving the minimum of one level; more than nearly all campaign levels need.
const PROOF_NODES: u64 = 40_000_000;

/// Scrambles tried before a recipe is found not to fit its floor.
const ATTEMPTS: usize = 2000;

/// The tiers of the campaign, which take turns.
pub const CAMPAIGN: [Recipe; 3] = [
    Recipe {
        width: 6,
        height: 8,
        colors: 2,
        cats: 2,
        shapes: 2,
        blockers: 4,
        largest: 2,
        scramble: 15,
        blocker_cats: 0,
        locks: 0,
        threshold: 0,
    },
    Recipe {
        width: 7,
        height: 9,
        colors: 3,
        cats: 2,
        shapes: 2,
        blockers: 8,
        largest: 3,
        scramble: 30,
        blocker_cats: 2,
        locks: 0,
        threshold: 0,
    },
    Recipe {
        width: 10,
        height: 12,
        colors: 3,
        cats: 4,
        shapes: 2,
        blockers: 12,
        largest: 4,
        scramble: 60,
        blocker_cats: 2,
        locks: 1,
        threshold: 2,
    },
];

/// What can be set.
pub const KNOBS: &[Knob] = &[
    number(
        "level",
        0,
        1_000_000,
        "0",
        "Make this level of the endless campaign, whatever else is set; 0 for none.",
    ),
    Knob {
        name: "style",
        kind: KnobKind::Choice {
            of: &["scramble", "dense"],
        },
        default: "scramble",
        help: "Scrambled from a solved position, or a small floor packed with shapes.",
    },
    number("width", 3, 32, "6", "Columns, with the empty border."),
    number("height", 3, 32, "8", "Rows, with the empty border."),
    number("colors", 1, 5, "2", "Colours of shapes and cats."),
    number("cats", 1, 20, "2", "Cats of each colour."),
    number("shapes", 1, 10, "2", "Shapes of each colour."),
    number("blockers", 0, 200, "4", "Blockers of one cell."),
    number("largest", 1, 4, "2", "The most cells of a shape."),
    number("scramble", 1, 2000, "15", "Scramble moves at least."),
    number(
        "blocker-cats",
        0,
        20,
        "0",
        "Cats that sit on blockers, each with a shape of its own.",
    ),
    number("locks", 0, 20, "0", "Locked shapes."),
    number(
        "threshold",
        0,
        100,
        "2",
        "Cats that must be home before a lock opens.",
    ),
    number("gaps", 1, 6, "3", "Cells left free in the dense style."),
    Knob {
        name: "decoration",
        kind: KnobKind::Switch,
        default: "false",
        help: "Keep blockers and locks that do not change the minimum.",
    },
];

const fn number(
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

/// Presets: the tiers of the campaign, and a board packed with shapes.
pub const TIERS: &[Tier] = &[
    Tier {
        name: "normal",
        help: "A 4x6 floor, two colours.",
        settings: &[("decoration", "true")],
    },
    Tier {
        name: "hard",
        help: "A 5x7 floor, three colours, cats on blockers.",
        settings: &[
            ("width", "7"),
            ("height", "9"),
            ("colors", "3"),
            ("blockers", "8"),
            ("largest", "3"),
            ("scramble", "30"),
            ("blocker-cats", "2"),
            ("decoration", "true"),
        ],
    },
    Tier {
        name: "very-hard",
        help: "An 8x10 floor, fourteen cats, a lock.",
        settings: &[
            ("width", "10"),
            ("height", "12"),
            ("colors", "3"),
            ("cats", "4"),
            ("blockers", "12"),
            ("largest", "4"),
            ("scramble", "60"),
            ("blocker-cats", "2"),
            ("locks", "1"),
            ("decoration", "true"),
        ],
    },
    Tier {
        name: "dense",
        help: "A small floor packed with shapes; at least 20 drags unless told otherwise.",
        settings: &[
            ("style", "dense"),
            ("width", "7"),
            ("height", "7"),
            ("largest", "3"),
        ],
    },
];

/// Makes one level.
pub fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
    let settings = &request.settings;
    let metric = Metric::named(request.metric);
    let number = settings.integer("level");
    if number > 0 {
        return campaign(number as u64, metric, budget);
    }
    let mut rng = Rng::new(CHANCE, request.seed);
    if settings.word("style") == "dense" {
        let side = |name| settings.integer(name) as i32 - 2;
        let order = dense::Order {
            width: side("width"),
            height: side("height"),
            largest: settings.integer("largest") as usize,
            gaps: settings.integer("gaps") as usize,
            // Without a wish: hard in the sense of drags.
            metric: if request.min_moves.is_some() {
                metric
            } else {
                Metric::Drags
            },
            range: request.min_moves.clone().unwrap_or(20..=u64::MAX),
        };
        let level = dense::make(&order, &mut rng, budget)?;
        return prove(level, None, metric, budget);
    }
    let recipe = recipe(request);
    let (level, witness) = match &request.min_moves {
        None => {
            let (level, witness) = scrambled(&recipe, &mut rng, budget)?;
            (level, Some(witness))
        }
        Some(range) => (
            climb::climb(&recipe, metric, range, &mut rng, budget)?,
            None,
        ),
    };
    let level = if settings.switch("decoration") {
        level
    } else {
        without_decoration(level, metric, budget)?
    };
    prove(level, witness, metric, budget)
}

/// The recipe of a level of the campaign.
pub fn campaign_recipe(number: u64) -> &'static Recipe {
    &CAMPAIGN[((number.max(1) - 1) % 3) as usize]
}

/// A level of the campaign with the solution that made it: a function of its number alone.
///
/// # Panics
/// Never, as far as is known: a tier that runs out of tries would not be a tier.
pub fn campaign_scramble(number: u64) -> (Level, Witness<Move>) {
    let mut rng = Rng::new("tilepuzzle/1 campaign", number);
    scrambled(campaign_recipe(number), &mut rng, &Budget::unlimited())
        .expect("every tier of the campaign has room")
}

/// A level of the campaign with the best solution known.
fn campaign(number: u64, metric: Metric, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
    let (level, witness) = campaign_scramble(number);
    prove(level, Some(witness), metric, budget)
}

fn recipe(request: &Request) -> Recipe {
    let integer = |name| request.settings.integer(name);
    let count = |name| integer(name) as usize;
    Recipe {
        width: integer("width") as i32,
        height: integer("height") as i32,
        colors: count("colors"),
        cats: count("cats"),
        shapes: count("shapes"),
        blockers: count("blockers"),
        largest: count("largest"),
        scramble: count("scramble"),
        blocker_cats: count("blocker-cats"),
        locks: count("locks"),
        threshold: count("threshold"),
    }
}

/// Scrambles until one comes off.
pub(super) fn scrambled(
    recipe: &Recipe,
    rng: &mut Rng,
    budget: &Budget<'_>,
) -> Result<(Level, Witness<Move>), NotMade> {
    for _ in 0..ATTEMPTS {
        if let Some(limit) = budget.expired() {
            return Err(limit.into());
        }
        if let Some(made) = scramble::scramble(recipe, rng) {
            return Ok(made);
        }
    }
    let message = format!("no scramble came off in {ATTEMPTS} tries: the floor is too crowded");
    Err(Fault::new(codes::NO_ROOM, message, Place::everywhere()).into())
}

/// The best solution of a level within a fixed number of nodes, or the one in hand.
fn prove(
    level: Level,
    in_hand: Option<Witness<Move>>,
    metric: Metric,
    budget: &Budget<'_>,
) -> Result<Made<Level>, NotMade> {
    let bounded = budget.clone().with_nodes(PROOF_NODES);
    let finish = solve::finish(&level, &level.start(), metric, &mut bounded.meter());
    // Out of time is a refusal; out of nodes is an answer.
    if let Some(limit) = budget.expired() {
        return Err(limit.into());
    }
    let (witness, optimal) = match finish {
        Finish::Found { moves, open } => {
            let witness = referee::judge(&level, moves)
                .unwrap_or_else(|broken| panic!("the solver broke the rules: {broken}"));
            (Some(witness), open.is_none())
        }
        _ => (None, false),
    };
    let cost = |witness: &Witness<Move>| witness.costs().in_order(metric.order());
    let witness = match (witness, in_hand) {
        (Some(found), Some(known)) if cost(&known) < cost(&found) => known,
        (Some(found), _) => found,
        (None, Some(known)) => known,
        (None, None) => {
            let message = "the level could not be solved within the nodes of the generator";
            return Err(Fault::new(codes::NOT_FOUND, message, Place::everywhere()).into());
        }
    };
    Ok(Made {
        level,
        witness,
        optimal,
        generator: GENERATOR,
    })
}

/// The level without the blockers and locks that leave its minimum as it is. Both only ever make
/// a level harder, so it is enough to see that the minimum does not fall.
fn without_decoration(
    mut level: Level,
    metric: Metric,
    budget: &Budget<'_>,
) -> Result<Level, NotMade> {
    let Some(minimum) = minimum(&level, metric, budget)? else {
        return Ok(level);
    };
    let mut kept = 0;
    loop {
        let parts: Vec<Part> = Part::all(&level)
            .into_iter()
            .filter(|part| !matches!(part, Part::Shape(_)))
            .collect();
        let Some(part) = parts.get(kept) else {
            return Ok(level);
        };
        let without = part.taken_from(&level);
        if self::minimum(&without, metric, budget)? == Some(minimum) {
            level = without;
        } else {
            kept += 1;
        }
    }
}

/// The proved minimum of a level in a metric, or `None` if it was not found within the nodes.
pub(super) fn minimum(
    level: &Level,
    metric: Metric,
    budget: &Budget<'_>,
) -> Result<Option<u64>, NotMade> {
    /// Nodes spent on one of many candidates.
    const NODES: u64 = 300_000;
    let bounded = budget.clone().with_nodes(NODES);
    let finish = solve::finish(level, &level.start(), metric, &mut bounded.meter());
    if let Some(limit) = budget.expired() {
        return Err(limit.into());
    }
    Ok(match finish {
        Finish::Found { moves, open: None } => level.costs(&moves).get(metric.order()[0]),
        _ => None,
    })
}
