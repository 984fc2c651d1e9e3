//! Making levels.
//!
//! Three procedures share the knobs. The *campaign* and plain requests use a reverse
//! `scramble`, of which only what matters stays (`matter`), and are drawn again until the grade is
//! the one that was asked for. A wanted minimum is reached by climbing (`climb`): small changes
//! to a scrambled level, kept when they bring the proved minimum nearer. The *dense* style fills a
//! small floor almost completely and looks backwards from all solved positions for the one that is
//! farthest away (`dense`).
//!
//! Whatever comes out was solved by the solver and replayed by the referee. Budgets inside are
//! counted in nodes, never in time, so the same seed gives the same level everywhere; running out
//! of time can only refuse.

mod climb;
mod dense;
mod matter;
mod scramble;

use std::ops::RangeInclusive;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::{Knob, KnobKind, Made, NotMade, Request, Tier};
use gridwright_core::grade::Grade;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::{self, Witness};
use gridwright_core::rng::Rng;

use super::codes;
use super::grade::{self, Part, SCALE};
use super::level::Level;
use super::rules::Move;
use super::solve::{self, Finish, Metric};
use crate::kind::Generates;
use crate::tilepuzzle::TilePuzzle;

pub use dense::Search as DenseSearch;
pub use scramble::Recipe;

impl Generates for TilePuzzle {
    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        generate(request, budget)
    }
}

/// The procedure of this folder, in all its parts, and the node counts of the solver it asks for
/// minima and grades. A change that changes levels is a new version.
pub const GENERATOR: &str = "tilepuzzle/5";

/// What chance is drawn under. It is older than the generator, so that what depends on chance alone
/// stays the same while the generator gets another number.
const CHANCE: &str = "tilepuzzle/1";

/// Nodes spent on proving the minimum of one level; more than nearly all campaign levels need.
const PROOF_NODES: u64 = 40_000_000;

/// Scrambles tried before a recipe is found not to fit its floor.
const ATTEMPTS: usize = 2000;

/// Levels drawn before a request is refused because of its grade.
const DRAWS: u32 = 200;

/// The score that levels of a tier without end aim at at most.
const HIGHEST_AIM: u32 = 70;

/// The tiers of the campaign, which take turns. Blockers are those of a scramble: what does not
/// matter of them is taken out.
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
        help: "Keep blockers, locks and cats on blockers that do not change the minimum.",
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
        settings: &[],
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
    let decoration = settings.switch("decoration");
    let Some(range) = &request.min_moves else {
        let wanted = Wanted::Tier(scores_of(request.tier, &recipe));
        let drawn = drawn(&recipe, decoration, &wanted, &mut rng, budget)?;
        return drawn.made(metric, budget);
    };
    let level = climb::climb(&recipe, metric, range, &mut rng, budget)?;
    let level = if decoration {
        level
    } else {
        without_decoration(level, metric, budget)?
    };
    prove(level, None, metric, budget)
}

/// The scores of a tier. Who has turned its knobs, but for the size of the floor, gets what these
/// make, whatever its grade.
fn scores_of(tier: Option<&str>, recipe: &Recipe) -> RangeInclusive<u32> {
    let place = SCALE.0.iter().position(|(name, _)| Some(*name) == tier);
    let own = place.map(|place| Recipe {
        width: recipe.width,
        height: recipe.height,
        ..CAMPAIGN[place]
    });
    // A threshold without a lock means nothing.
    let is_own = own.is_some_and(|own| {
        let threshold = if own.locks == 0 {
            own.threshold
        } else {
            recipe.threshold
        };
        own == Recipe {
            threshold,
            ..*recipe
        }
    });
    let scores = tier.filter(|_| is_own).and_then(|name| SCALE.scores(name));
    scores.unwrap_or(0..=HIGHEST_AIM)
}

/// Which grade a drawn level shall have.
enum Wanted {
    /// Any score of a range; where in it a level aims is left to chance.
    Tier(RangeInclusive<u32>),
    /// A score, and so many steps at least; or what misses them by one more after every `easing`
    /// draws.
    Campaign {
        score: u32,
        steps: usize,
        easing: u32,
    },
}

impl Wanted {
    fn aim(&self, rng: &mut Rng) -> u32 {
        match self {
            Wanted::Tier(scores) => {
                let to = *scores.end().min(&HIGHEST_AIM);
                rng.between(i64::from(*scores.start()), i64::from(to)) as u32
            }
            Wanted::Campaign { score, .. } => *score,
        }
    }

    /// How far a score and a number of steps lie from what is wanted.
    fn miss(&self, score: u32, steps: usize) -> u32 {
        match self {
            Wanted::Tier(scores) => {
                scores.start().saturating_sub(score) + score.saturating_sub(*scores.end())
            }
            Wanted::Campaign {
                score: wanted,
                steps: least,
                ..
            } => score.abs_diff(*wanted) + least.saturating_sub(steps) as u32,
        }
    }

    /// How far the nearest level may lie from it after so many draws.
    fn slack(&self, draws: u32) -> u32 {
        match self {
            Wanted::Tier(_) => 0,
            Wanted::Campaign { easing, .. } => draws / easing,
        }
    }
}

/// A level that was drawn, with a solution.
struct Drawn {
    level: Level,
    witness: Witness<Move>,
    score: u32,
    /// Its grade, where the solution is proved to be a shortest one.
    proved: Option<Grade>,
}

impl Drawn {
    /// The level with the best solution in a metric.
    fn made(self, metric: Metric, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        let made = match (&self.proved, metric) {
            (Some(_), Metric::Steps) => Made {
                level: self.level,
                witness: self.witness,
                optimal: true,
                grade: None,
                generator: GENERATOR,
            },
            _ => prove(self.level, Some(self.witness), metric, budget)?,
        };
        Ok(Made {
            grade: self.proved,
            ..made
        })
    }
}

/// A level of the recipe with a wanted grade.
fn drawn(
    recipe: &Recipe,
    decoration: bool,
    wanted: &Wanted,
    rng: &mut Rng,
    budget: &Budget<'_>,
) -> Result<Drawn, NotMade> {
    let mut nearest: Option<(u32, Drawn)> = None;
    for draws in 0..=DRAWS {
        let slack = wanted.slack(draws);
        if let Some((_, drawn)) = nearest.take_if(|near| near.0 <= slack) {
            return Ok(drawn);
        }
        if draws == DRAWS {
            break;
        }
        let (level, witness) = scrambled(recipe, rng, budget)?;
        let aim = wanted.aim(rng);
        let drawn = if decoration {
            let score = grade::grade(&level, &witness, false, budget)?.score;
            Drawn {
                level,
                witness,
                score,
                proved: None,
            }
        } else {
            let Some(solved) = matter::made_to_matter(&level, recipe, aim, rng, budget)? else {
                continue;
            };
            let grade = solved.grade(budget)?.clone();
            let witness = referee::judge(&solved.level, solved.moves)
                .unwrap_or_else(|broken| panic!("the solver broke the rules: {broken}"));
            Drawn {
                level: solved.level,
                witness,
                score: grade.score,
                proved: Some(grade),
            }
        };
        let miss = wanted.miss(drawn.score, drawn.witness.moves().len());
        if nearest.as_ref().is_none_or(|near| miss < near.0) {
            nearest = Some((miss, drawn));
        }
    }
    let message = match nearest {
        Some((_, Drawn { score, .. })) => format!(
            "no level of this grade turned up in {DRAWS} draws; the nearest has the score {score}, \
             which is {}",
            SCALE.tier(score)
        ),
        None => format!(
            "no level in which all locks and cats on blockers matter turned up in {DRAWS} draws; \
             decoration=true keeps those that do not"
        ),
    };
    Err(Fault::new(codes::NOT_FOUND, message, Place::everywhere()).into())
}

/// The recipe of a level of the campaign.
pub fn campaign_recipe(number: u64) -> &'static Recipe {
    &CAMPAIGN[((number.max(1) - 1) % 3) as usize]
}

/// The scramble that a level of the campaign begins with, and the solution that made it: a function
/// of its number alone, and what solvers are measured with.
///
/// # Panics
/// Never, as far as is known: a tier that runs out of tries would not be a tier.
pub fn campaign_scramble(number: u64) -> (Level, Witness<Move>) {
    let mut rng = campaign_chance(number);
    scrambled(campaign_recipe(number), &mut rng, &Budget::unlimited())
        .expect("every tier of the campaign has room")
}

fn campaign_chance(number: u64) -> Rng {
    Rng::new("tilepuzzle/1 campaign", number)
}

/// A level of the campaign with the best solution known: a function of its number alone. Its score
/// rises within its tier, ever more slowly, as the tier takes its turns.
fn campaign(number: u64, metric: Metric, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
    /// The first score of each tier, and the one that it tends to.
    const SCORES: [(u64, u64); 3] = [(6, 21), (23, 39), (42, 66)];
    /// Draws of each tier after which a level may miss what is wanted by one more.
    const EASING: [u32; 3] = [8, 8, 5];
    /// The turn in which half of the way is gone.
    const HALFWAY: u64 = 12;
    /// Turns in which the least number of steps rises from a third to half of the scramble.
    const RISING: u64 = 30;
    let recipe = campaign_recipe(number);
    let (turn, tier) = ((number.max(1) - 1) / 3, (number.max(1) - 1) % 3);
    let (from, to) = SCORES[tier as usize];
    let wanted = Wanted::Campaign {
        score: (from + (to - from) * turn / (turn + HALFWAY)) as u32,
        steps: recipe.scramble / 3 + recipe.scramble * turn.min(RISING) as usize / 180,
        easing: EASING[tier as usize],
    };
    let mut rng = campaign_chance(number);
    drawn(recipe, false, &wanted, &mut rng, budget)?.made(metric, budget)
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
        grade: None,
        generator: GENERATOR,
    })
}

/// The level without the cats on blockers, blockers and locks that leave its minimum as it is.
fn without_decoration(
    mut level: Level,
    metric: Metric,
    budget: &Budget<'_>,
) -> Result<Level, NotMade> {
    let Some(minimum) = minimum(&level, metric, budget)? else {
        return Ok(level);
    };
    // Locks count cats, so cats go first. What is left then only ever makes a level harder, and
    // what matters still does when something else is gone.
    let is_cat = |part: &Part| matches!(part, Part::Cat(_));
    let is_bar = |part: &Part| matches!(part, Part::Lock(_) | Part::Blocker(_));
    for is_taken in [&is_cat as &dyn Fn(&Part) -> bool, &is_bar] {
        let mut kept = 0;
        while let Some(&part) = Part::all(&level)
            .iter()
            .filter(|part| is_taken(part))
            .nth(kept)
        {
            let without = part.taken_from(&level);
            if self::minimum(&without, metric, budget)? == Some(minimum) {
                level = without;
            } else {
                kept += 1;
            }
        }
    }
    Ok(level)
}

/// The proved minimum of a level in a metric, or `None` if it was not found within the nodes.
pub(super) fn minimum(
    level: &Level,
    metric: Metric,
    budget: &Budget<'_>,
) -> Result<Option<u64>, NotMade> {
    Ok(minimum_and_nodes(level, metric, budget)?.0)
}

/// The same, with the nodes that it took.
pub(super) fn minimum_and_nodes(
    level: &Level,
    metric: Metric,
    budget: &Budget<'_>,
) -> Result<(Option<u64>, u64), NotMade> {
    /// Nodes spent on one of many candidates.
    const NODES: u64 = 300_000;
    let bounded = budget.clone().with_nodes(NODES);
    let mut meter = bounded.meter();
    let finish = solve::finish(level, &level.start(), metric, &mut meter);
    if let Some(limit) = budget.expired() {
        return Err(limit.into());
    }
    let minimum = match finish {
        Finish::Found { moves, open: None } => level.costs(&moves).get(metric.order()[0]),
        _ => None,
    };
    Ok((minimum, meter.stats().nodes))
}
