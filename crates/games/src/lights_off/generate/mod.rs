//! Making levels: the knobs, the tiers, and which way of making they ask for.
//!
//! The same request gives the same level as long as the procedure is called `lights-off/2`.

mod maker;
mod outlines;

use std::ops::RangeInclusive;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Settings, Tier};
use gridwright_core::rng::Rng;

use super::grade::SCALE;
use super::level::Level;
use super::shape::{Neighbourhood, Shape, Topology};
use super::{codes, symmetry};
use crate::kind::Generates;
use crate::lights_off::LightsOff;

pub use maker::Maker;

/// The frozen procedure.
pub const GENERATOR: &str = "lights-off/3";

/// What chance is drawn under. It is older than the generator, so that what depends on chance alone
/// stays the same while the generator gets another number.
const CHANCE: &str = "lights-off/2";

/// What can be set.
pub const KNOBS: &[Knob] = &[
    Knob::integer("rows", 1, 2048, "5", "Rows of lamps."),
    Knob::integer("cols", 1, 2048, "5", "Lamps in a row."),
    Knob::integer("states", 2, 10, "2", "States of a lamp, off included."),
    Knob::choice(
        "topology",
        &["square", "torus", "hex", "graph"],
        "square",
        "How the edges meet; a graph has lamps at some places, and links by chance.",
    ),
    Knob::choice(
        "neighbourhood",
        &["plus", "cross", "full"],
        "plus",
        "Which lamps a press reaches beside the pressed one.",
    ),
    Knob::choice(
        "holes",
        &["none", "ring", "corners", "diamond", "scattered"],
        "none",
        "Places without a lamp: the middle, the corners, all around a diamond, or some by chance.",
    ),
    Knob::choice(
        "way",
        &["presses", "lamps", "uniform"],
        "presses",
        "Press random lamps of a dark board; or light random lamps until it can be solved; \
               or draw from all boards that can be solved.",
    ),
    Knob::integer(
        "min-presses",
        1,
        1 << 20,
        "5",
        "The fewest presses to make a level with.",
    ),
    Knob::integer(
        "max-presses",
        1,
        1 << 20,
        "10",
        "The most presses to make a level with.",
    ),
    Knob::choice(
        "symmetry",
        &["none", "mirror", "flip", "turn", "quarter", "both"],
        "none",
        "A symmetry that the board shall have.",
    ),
    Knob::integer(
        "level",
        0,
        1_000_000,
        "0",
        "The number of an endless series whose minimum rises slowly; boards grow when they \
               must. 0 for none.",
    ),
];

/// The tiers, by the maker's presses and by grade.
pub const TIERS: &[Tier] = &[
    Tier {
        name: "easy",
        help: "Made with 5 to 10 presses, and graded easy.",
        settings: &[("min-presses", "5"), ("max-presses", "10")],
    },
    Tier {
        name: "medium",
        help: "Made with 11 to 15 presses, and graded medium.",
        settings: &[("min-presses", "11"), ("max-presses", "15")],
    },
    Tier {
        name: "hard",
        help: "Made with 16 to 20 presses, and graded hard.",
        settings: &[("min-presses", "16"), ("max-presses", "20")],
    },
];

impl Generates for LightsOff {
    /// Makes one level.
    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        let settings = &request.settings;
        let (rows, cols) = (settings.integer("rows"), settings.integer("cols"));
        let number = settings.integer("level") as u64;
        let symmetry = symmetry_named(settings.word("symmetry"));
        let shape = |rows: i64, cols: i64| {
            let topology = Topology::named(settings.word("topology")).expect("a declared word");
            let neighbourhood =
                Neighbourhood::named(settings.word("neighbourhood")).expect("a declared word");
            let states = settings.integer("states");
            let lattice = match topology {
                Topology::Graph => Topology::Square,
                topology => topology,
            };
            let whole = Shape::new(rows as u64, cols as u64, states, lattice, neighbourhood);
            let whole = whole.map_err(refused)?;
            let mut rng = Rng::new("lights-off boards/1", request.seed);
            let holed = outlines::with_holes(whole, settings.word("holes"), symmetry, &mut rng)?;
            match topology {
                Topology::Graph => outlines::linked(holed, &mut rng),
                _ => Ok(holed),
            }
        };
        // Every number has a stream of its own; the constant is odd, so no two meet.
        let seed = request
            .seed
            .wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut rng = Rng::new(CHANCE, seed);
        let given = settings.given().map(given_shape).transpose()?;
        if number > 0 {
            if given.is_some() {
                let message = "a numbered level grows when it must, and a given board cannot";
                let at = Place::pointer("/level");
                return Err(Fault::new(codes::NEVER_THAT_MANY, message, at).into());
            }
            let wanted = wanted_by(number);
            // The smallest board that is known to go so far.
            let mut grown = 0;
            loop {
                let maker = Maker::new(shape(rows + grown, cols + grown)?, symmetry, budget)?;
                if maker.attained() >= wanted {
                    return maker.needing(wanted..=wanted, &mut rng, budget);
                }
                grown += 1;
            }
        }
        let shape = given.map_or_else(|| shape(rows, cols), Ok)?;
        let maker = Maker::new(shape, symmetry, budget)?;
        if let Some(range) = &request.min_moves {
            return maker.needing(range.clone(), &mut rng, budget);
        }
        match settings.word("way") {
            "lamps" => maker.from_lamps(&mut rng, budget),
            "uniform" => maker.uniform(&mut rng, budget),
            _ => {
                let (fewest, most) = (
                    settings.integer("min-presses") as u64,
                    settings.integer("max-presses") as u64,
                );
                match scores_of(request) {
                    None => maker.from_presses(fewest..=most, &mut rng, budget),
                    Some((tier, scores)) => {
                        maker.graded(fewest..=most, tier, &scores, &mut rng, budget)
                    }
                }
            }
        }
    }
}

/// The shape of the level whose board is to be used.
fn given_shape(document: &str) -> Result<Shape, NotMade> {
    let level = crate::document::read_level::<LightsOff>(document).map_err(refused)?;
    Ok(level.level.shape().clone())
}

/// The scores that a level of the requested tier shall have. Who has turned its knobs, but for a size
/// on which there are levels of every tier, gets what these make, whatever its grade.
fn scores_of(request: &Request) -> Option<(&'static str, RangeInclusive<u32>)> {
    /// The fewest rows and columns of such a size.
    const LEAST_SIDE: i64 = 5;
    let settings = &request.settings;
    let tier = TIERS.iter().find(|tier| Some(tier.name) == request.tier)?;
    let set = [
        ("rows", settings.integer("rows").to_string()),
        ("cols", settings.integer("cols").to_string()),
    ];
    let set = set.map(|(name, value)| (name.to_owned(), value));
    let own = Settings::resolve(KNOBS, Some(tier), &set).ok()?;
    let is_large = ["rows", "cols"]
        .iter()
        .all(|side| settings.integer(side) >= LEAST_SIDE);
    let scores = SCALE.scores(tier.name)?;
    (is_large && own == *settings).then_some((tier.name, scores))
}

/// The minimum of a numbered level: 3 for the first, rising ever more slowly without end.
fn wanted_by(number: u64) -> u64 {
    2 + (3 * number).isqrt()
}

fn symmetry_named(name: &str) -> Option<symmetry::Kind> {
    let named = symmetry::Kind::NAMED.iter();
    named
        .clone()
        .find(|(known, _)| *known == name)
        .map(|&(_, kind)| kind)
}

fn refused(faults: Faults) -> NotMade {
    let fault = faults.list().first().cloned();
    NotMade::Impossible(
        fault.unwrap_or_else(|| {
            Fault::new(codes::EMPTY, "there is no such board", Place::everywhere())
        }),
    )
}
