//! New challenges: a random finished board, hinted at in the way of its tier, kept if the hints
//! single it out.
//!
//! Where all finished boards of a set can be listed, challenges are drawn from that list without
//! being put back ([`listed`]): a seed is a place in a shuffled list, so successive seeds make
//! different challenges until the list is used up, and then it begins anew.
//!
//! Larger sets draw finished boards by laying random pieces and listing *every* board that has
//! them, in an order that depends on the boards alone; so neither the order nor the cleverness of
//! the search can change what comes out.

mod listed;

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::Value;

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Tier as Preset};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::judge;
use gridwright_core::rng::Rng;

use crate::iq_circuit::document::{read_set, write_picture};
use crate::iq_circuit::drawing::Drawing;
use crate::iq_circuit::grade::grade;
use crate::iq_circuit::level::{GivenPart, Level, Parts, Tier};
use crate::iq_circuit::rules::Move;
use crate::iq_circuit::set::{Lay, PieceSet};
use crate::iq_circuit::solve::{Scope, boards, completions};
use crate::iq_circuit::{IqCircuit, codes, shipped};
use crate::kind::Generates;

/// The name of the procedure.
pub const GENERATOR: &str = "iq-circuit/2";

/// What can be set.
pub const KNOBS: &[Knob] = &[
    Knob::choice(
        "hints",
        &["starter", "junior", "expert", "master", "wizard"],
        "expert",
        "What the challenge tells: the picture with many, some or no pieces, pieces and points, or points alone.",
    ),
    Knob::choice(
        "set",
        shipped::NAMES,
        "standard",
        "The board and its pieces.",
    ),
    Knob::integer(
        "given",
        0,
        12,
        "0",
        "How many pieces are in place at the start; 0 leaves it to chance, within the tier.",
    ),
];

/// The tiers.
pub const TIERS: &[Preset] = &[
    Preset {
        name: "starter",
        help: "The picture, and four or more pieces in place.",
        settings: &[("hints", "starter")],
    },
    Preset {
        name: "junior",
        help: "The picture, and one to three pieces in place.",
        settings: &[("hints", "junior")],
    },
    Preset {
        name: "expert",
        help: "The picture alone.",
        settings: &[("hints", "expert")],
    },
    Preset {
        name: "master",
        help: "Some pieces in place, and where the other points are.",
        settings: &[("hints", "master")],
    },
    Preset {
        name: "wizard",
        help: "Where the points are, and nothing else.",
        settings: &[("hints", "wizard")],
    },
];

/// Boards that are tried before giving up.
const MOST_TRIES: u32 = 2000;
/// Sets with more placements start from two random pieces instead of one.
const LARGE_SET: usize = 2500;

impl Generates for IqCircuit {
    /// Makes one challenge.
    fn generate(request: &Request, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        if request.min_moves.is_some() {
            let message = "every solution lays all pieces; none is shorter than another";
            return Err(Fault::new(codes::NO_LENGTH, message, Place::everywhere()).into());
        }
        let Asked {
            tier,
            set,
            given,
            range,
        } = Asked::by(request)?;
        let mut maker = Maker {
            rng: Rng::new(GENERATOR, request.seed),
            set,
            budget,
        };
        let wanted = request.tier;
        if maker.set.placements().len() <= LARGE_SET {
            return listed::make(&maker, tier, range, given, request, budget);
        }
        for _ in 0..MOST_TRIES {
            let board = maker.board()?;
            let count = match given {
                0 => maker
                    .rng
                    .between(*range.start() as i64, *range.end() as i64)
                    as usize,
                given => given,
            };
            let mut lays = board.clone();
            let shown = maker.rng.sample(&mut lays, count).to_vec();
            let level = maker.hint_at(&board, tier, &shown);
            if let Some(made) = singled_out(level, wanted, budget)? {
                return Ok(made);
            }
        }
        Err(nothing(MOST_TRIES))
    }

    /// All there are, where all finished boards of the set can be listed.
    fn different(request: &Request, budget: &Budget<'_>) -> Result<Option<u64>, NotMade> {
        let asked = Asked::by(request)?;
        if request.min_moves.is_some() || asked.set.placements().len() > LARGE_SET {
            return Ok(None);
        }
        let maker = Maker {
            rng: Rng::new(GENERATOR, request.seed),
            set: asked.set,
            budget,
        };
        let (tier, range, given) = (asked.tier, asked.range, asked.given);
        listed::different(&maker, tier, range, given, request, budget).map(Some)
    }
}

/// What a request asks for.
struct Asked {
    tier: Tier,
    set: Arc<PieceSet>,
    /// How many pieces are in place; 0 for as many as the tier has.
    given: usize,
    /// How many pieces of the set a challenge of the tier may have in place.
    range: RangeInclusive<usize>,
}

impl Asked {
    fn by(request: &Request) -> Result<Self, NotMade> {
        let settings = &request.settings;
        let tier = Tier::named(settings.word("hints")).expect("the knob lists the tiers");
        let set = match settings.given() {
            Some(document) => own_set(document)?,
            None => shipped::set_named(settings.word("set")).expect("the knob lists the sets"),
        };
        let given = settings.integer("given") as usize;
        let pieces = set.pieces().len();
        let range = given_range(tier, pieces);
        // Something is left to be laid.
        let range = *range.start()..=(*range.end()).min(pieces.saturating_sub(1));
        if range.is_empty() {
            let message = format!(
                "a {} challenge has at least {} pieces in place, and the set has {pieces}",
                tier.name(),
                range.start(),
            );
            return Err(Fault::new(codes::NOTHING_TO_MAKE, message, Place::everywhere()).into());
        }
        if given != 0 && !range.contains(&given) {
            let message = format!(
                "a {} challenge has {} to {} pieces in place, not {given}",
                tier.name(),
                range.start(),
                range.end()
            );
            return Err(
                Fault::new(codes::NOTHING_TO_MAKE, message, Place::pointer("/given")).into(),
            );
        }
        Ok(Asked {
            tier,
            set,
            given,
            range,
        })
    }
}

/// The set of a document: a piece set, or a level that has one.
fn own_set(document: &str) -> Result<Arc<PieceSet>, NotMade> {
    let refused = |faults: Faults| {
        let fault = faults.list().first().cloned();
        NotMade::Impossible(fault.expect("there is a fault"))
    };
    let value: Option<Value> = serde_json::from_str(document).ok();
    match value.filter(|value| value.get("pieces").is_some()) {
        Some(set) => read_set(&set, "").map(Arc::new).map_err(refused),
        None => {
            let opened = crate::document::read_level::<IqCircuit>(document).map_err(refused)?;
            Ok(opened.level.set().clone())
        }
    }
}

/// The challenge with its solution, if its hints single out one board and it is as hard as wanted.
fn singled_out(
    level: Level,
    wanted: Option<&str>,
    budget: &Budget<'_>,
) -> Result<Option<Made<Level>>, NotMade> {
    let found = boards(&level, Scope::up_to(2), budget);
    if let Some(limit) = found.limit {
        return Err(limit.into());
    }
    if found.count != 1 {
        return Ok(None);
    }
    let mut graded = None;
    if let Some(wanted) = wanted {
        let Some(grade) = grade(&level, budget) else {
            return Err(budget.expired().unwrap_or(Limit::Nodes).into());
        };
        if grade.tier != wanted {
            return Ok(None);
        }
        graded = Some(grade);
    }
    let moves = found.list.into_iter().next().expect("one was found");
    let witness = judge(&level, moves).expect("the search keeps to the rules");
    Ok(Some(Made {
        level,
        witness,
        // Nothing is counted, so nothing is cheapest.
        optimal: false,
        grade: graded,
        generator: GENERATOR,
    }))
}

fn nothing(tries: u32) -> NotMade {
    let message = format!("no board in {tries} was singled out by such hints");
    Fault::new(codes::NOTHING_TO_MAKE, message, Place::everywhere()).into()
}

fn given_range(tier: Tier, pieces: usize) -> std::ops::RangeInclusive<usize> {
    match tier {
        Tier::Starter => 4..=pieces.saturating_sub(3).max(4),
        Tier::Junior => 1..=3,
        Tier::Expert | Tier::Wizard => 0..=0,
        Tier::Master => 1..=4,
    }
}

struct Maker<'a> {
    rng: Rng,
    set: Arc<PieceSet>,
    budget: &'a Budget<'a>,
}

impl Maker<'_> {
    /// A random finished board.
    fn board(&mut self) -> Result<Vec<Lay>, Limit> {
        let everything =
            Level::new(self.set.clone(), &Parts::default()).expect("no hint is no fault");
        let sound: Vec<Lay> = self
            .set
            .placements()
            .iter()
            .filter(|placement| !placement.leaks)
            .map(|placement| placement.lay)
            .collect();
        loop {
            let mut position = everything.start();
            let pieces = if self.set.placements().len() > LARGE_SET {
                2
            } else {
                1
            };
            while position.lays().count() < pieces {
                let lay = sound[self.rng.index(sound.len())];
                // A refused lay is simply drawn again.
                let _ = everything.apply(&mut position, &Move::Lay(lay));
            }
            let scope = Scope {
                list: usize::MAX,
                stop_after: u64::MAX,
                ..Scope::up_to(1)
            };
            let found = completions(&everything, &position, scope, self.budget);
            if let Some(limit) = found.limit {
                return Err(limit);
            }
            let mut all: Vec<Vec<Lay>> = found.list.iter().map(|moves| by_piece(moves)).collect();
            all.sort();
            if let Some(board) = self.rng.pick(&all) {
                return Ok(board.clone());
            }
            if let Some(limit) = self.budget.expired() {
                return Err(limit);
            }
        }
    }

    /// The challenge that hints at a board in the way of a tier, with some pieces in place.
    fn hint_at(&self, board: &[Lay], tier: Tier, shown: &[Lay]) -> Level {
        let picture = matches!(tier, Tier::Starter | Tier::Junior | Tier::Expert);
        let drawing = Drawing::of_lays(&self.set, board);
        let on_given = Drawing::of_lays(&self.set, shown);
        let points = drawing
            .points()
            .filter(|&cell| on_given.get(cell).is_none());
        let parts = Parts {
            challenge: None,
            tier: Some(tier.name().to_owned()),
            given: shown.iter().map(|lay| self.parts(lay)).collect(),
            points: (!picture).then(|| points.collect()),
            picture: picture.then(|| write_picture(&drawing)),
        };
        Level::new(self.set.clone(), &parts).expect("a finished board makes sound hints")
    }

    fn parts(&self, lay: &Lay) -> GivenPart {
        GivenPart {
            piece: self.set.pieces()[lay.piece()].name().to_owned(),
            side: lay.side(),
            turns: lay.turns(),
            at: lay.at(),
        }
    }
}

/// The lays of a board in the order of the pieces.
fn by_piece(moves: &[Move]) -> Vec<Lay> {
    let mut lays: Vec<Lay> = moves
        .iter()
        .filter_map(|mv| match mv {
            Move::Lay(lay) => Some(*lay),
            Move::Lift(_) => None,
        })
        .collect();
    lays.sort();
    lays
}
