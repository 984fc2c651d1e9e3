//! The generator keeps its promises: the same levels for a version, solvable by their own witness,
//! with the wanted minimum, and without idle decoration.

use std::ops::RangeInclusive;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Made, NotMade, Request, Settings, tier_named};
use gridwright_core::referee::{self, Witness};
use gridwright_core::solve::Wish;
use gridwright_games::document::pack::Record;
use gridwright_games::document::{read_level, write_level};
use gridwright_games::kind::Kind;
use gridwright_games::registry::read_shipped;
use gridwright_games::tilepuzzle::generate::{self, DenseSearch, campaign_scramble};
use gridwright_games::tilepuzzle::grade::Part;
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::rules::Move;
use gridwright_games::tilepuzzle::{TilePuzzle, grade, solve};

use crate::packs::shipped;
use crate::rules::lock_counterexample;

fn make(
    tier: &str,
    set: &[(&str, &str)],
    minimum: Option<(&'static str, RangeInclusive<u64>)>,
    seed: u64,
) -> Result<Made<Level>, NotMade> {
    let tier = tier_named(TilePuzzle::ABOUT.tiers, tier).unwrap();
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let request = Request {
        settings: Settings::resolve(TilePuzzle::ABOUT.knobs, Some(tier), &set).unwrap(),
        tier: Some(tier.name),
        metric: minimum.as_ref().map(|(metric, _)| *metric),
        min_moves: minimum.map(|(_, range)| range),
        seed,
    };
    generate::generate(&request, &Budget::unlimited())
}

/// The `number`-th level of a tier of the campaign, with the solution that made it.
pub(crate) fn scrambled(tier: &str, number: u64) -> (Level, Witness<Move>) {
    let place = ["normal", "hard", "very-hard"]
        .iter()
        .position(|&name| name == tier);
    let place = place.expect("a tier of the campaign") as u64;
    campaign_scramble(3 * (number - 1) + place + 1)
}

fn hash(level: &Level) -> u64 {
    let text = write_level::<TilePuzzle>(level, &Default::default()).to_string();
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The level of the campaign with this number.
pub(crate) fn campaign(number: u64) -> Made<Level> {
    make("normal", &[("level", &number.to_string())], None, 0).unwrap()
}

#[test]
fn the_campaign_stays_as_it_is() {
    let levels = shipped();
    let hashes: Vec<u64> = levels[..30].iter().map(|(level, _)| hash(level)).collect();
    assert_eq!(hashes, GOLDEN, "{hashes:#018X?}");
}

#[test]
fn the_shipped_campaign_is_what_the_generator_makes() {
    let levels = shipped();
    assert_eq!(levels.len(), 100);
    // Every third level takes long to make; the last of them stands for the others.
    for number in (1..=100).filter(|number| number % 3 > 0 || *number == 99) {
        let made = campaign(number);
        assert!(made.optimal, "level {number}");
        assert_eq!(levels[number as usize - 1].0, made.level, "level {number}");
    }
}

#[test]
fn the_tier_asked_for_is_the_tier_that_comes() {
    for (tier, seeds) in [("normal", 1..=20), ("hard", 1..=10), ("very-hard", 1..=1)] {
        for seed in seeds {
            let made = make(tier, &[], None, seed).unwrap();
            let grade =
                grade::grade(&made.level, &made.witness, true, &Budget::unlimited()).unwrap();
            assert_eq!(grade.tier, tier, "seed {seed}: {grade:?}");
        }
    }
}

#[test]
fn the_lock_counterexample_is_unsolvable() {
    let level = lock_counterexample();
    let answer = solve::solve(&level, &Wish::default(), &Budget::unlimited());
    assert_eq!(answer.verdict.solvable(), Some(false));
}

#[test]
fn many_locks_never_make_an_unsolvable_level() {
    for seed in 0..60 {
        let set = [
            ("locks", "2"),
            ("threshold", "2"),
            ("blocker-cats", "1"),
            ("decoration", "true"),
        ];
        let made = make("normal", &set, None, seed).unwrap();
        referee::judge(&made.level, made.witness.moves().to_vec()).unwrap();
        assert!(made.optimal, "seed {seed}");
    }
}

#[test]
fn a_wanted_minimum_is_kept_and_proved() {
    for (tier, metric, range) in [
        ("normal", "steps", 12..=13),
        ("normal", "drags", 6..=7),
        ("hard", "steps", 18..=20),
        ("dense", "drags", 8..=9),
        ("dense", "steps", 15..=18),
    ] {
        let made = make(
            tier,
            &[("decoration", "false")],
            Some((metric, range.clone())),
            5,
        )
        .unwrap_or_else(|error| panic!("{tier} {metric}: {error:?}"));
        let minimum = made.witness.costs().get(metric).unwrap();
        assert!(
            range.contains(&minimum) && made.optimal,
            "{tier} {minimum} {metric}"
        );
        let wish = Wish {
            metric: Some(metric),
            ..Wish::default()
        };
        let answer = solve::solve(&made.level, &wish, &Budget::unlimited());
        let found = answer.verdict.witness().unwrap().costs().get(metric);
        assert_eq!(found, Some(minimum), "{tier} {metric}");
    }
}

#[test]
fn dense_boards_are_hard_on_purpose() {
    for seed in [1, 2] {
        let made = make("dense", &[], Some(("drags", 20..=60)), seed).unwrap();
        let drags = made.witness.costs().get("drags").unwrap();
        assert!(drags >= 20 && made.optimal, "seed {seed}: {drags}");
    }
}

/// Whoever takes away a shape that moves may leave out its moves; without one that does not move,
/// there must be a shorter solution.
#[test]
fn nothing_can_be_taken_from_a_dense_board() {
    let packs = TilePuzzle::ABOUT.packs.iter();
    let pack = packs.map(read_shipped).find(|pack| pack.pack == "dense");
    let levels = pack.unwrap().levels;
    let drags = |record: &Record| record.minima["drags"].as_u64().unwrap();
    assert_eq!(levels.len(), 48);
    assert_eq!(levels.iter().map(drags).min(), Some(9));
    assert_eq!(levels.iter().map(drags).max(), Some(119));
    for record in &levels {
        let level = read_level::<TilePuzzle>(&record.level.to_string()).unwrap();
        let level = level.level;
        for metric in ["steps", "drags"] {
            let fewest = |level: &Level| {
                let wish = Wish {
                    metric: Some(metric),
                    ..Wish::default()
                };
                let budget = Budget::unlimited().with_nodes(400_000);
                let verdict = solve::solve(level, &wish, &budget).verdict;
                (verdict.is_optimal(), verdict.witness().cloned())
            };
            let (proved, best) = fewest(&level);
            assert!(proved, "{:?} in {metric}", record.id);
            let best = best.unwrap();
            let cost = |witness: &Witness<Move>| witness.costs().get(metric);
            let known = match metric {
                "drags" => Some(drags(record)),
                _ => record.costs[metric].as_u64(),
            };
            assert_eq!(cost(&best), known, "{:?}", record.id);
            for shape in 0..level.shapes().len() {
                if best.moves().iter().any(|mv| mv.shape == shape) {
                    continue;
                }
                let without = Part::Shape(shape).taken_from(&level);
                let shorter = fewest(&without).1.expect("there is more room");
                assert!(cost(&shorter) < known, "{:?} shape {shape}", record.id);
            }
        }
    }
}

/// What is known from the list of all positions is what the solver proves.
#[test]
fn dense_boards_are_as_far_from_solved_as_their_list_says() {
    let mut search = DenseSearch::new(5, 5, 4, 2, 17);
    let mut compared = 0;
    for _ in 0..600 {
        let levels = search
            .next_levels(&mut Budget::unlimited().meter())
            .unwrap();
        for (drags, level) in levels {
            let wish = Wish {
                metric: Some("drags"),
                ..Wish::default()
            };
            let verdict = solve::solve(&level, &wish, &Budget::unlimited()).verdict;
            let found = verdict.witness().unwrap().costs().get("drags");
            assert_eq!(found, Some(drags), "{level:#?}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn what_does_not_matter_is_taken_out() {
    let locked = [("locks", "1"), ("blocker-cats", "1")];
    for (tier, set, seed) in [
        ("normal", &[][..], 3),
        ("normal", &locked, 4),
        ("hard", &[], 1),
        ("very-hard", &[], 1),
    ] {
        let level = make(tier, set, None, seed).unwrap().level;
        let findings = grade::inspect(&level, false, &Budget::unlimited());
        let mut idle = findings.decoration.dispensable.iter();
        let idle = idle.find(|part| !part.starts_with("shape"));
        assert_eq!(idle, None, "{tier} {set:?}");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_a_reason() {
    let crowded = [("width", "3"), ("height", "3"), ("blockers", "0")];
    let Err(NotMade::Impossible(fault)) = make("normal", &crowded, None, 1) else {
        panic!("a floor of one cell cannot hold four cats");
    };
    assert_eq!(fault.code.id(), "tilepuzzle.no-room");
}

#[rustfmt::skip]
const GOLDEN: [u64; 30] = [
    0x15A0399B187979A0, 0xB82810DABF05F04F, 0xAAFC5E63D47BA69B,
    0x361B76002CE63BE0, 0xF3710D0A49FBE6CD, 0x31077D6609E7C31E,
    0xED91CD1AF47C1C95, 0xE160FDA1C3C07206, 0xF437984A7442B20F,
    0x7C9E7039053CF9C7, 0x9F4B9F7DAEB32A1A, 0xAC8F7F9E5B1C8233,
    0xBF7189A01D4753CD, 0xA8D4B606132A4838, 0xA4F9239DA4CA5C91,
    0x8590491A943D96D2, 0xD973EC063A456AB6, 0x49C2A44FBE65AC09,
    0x1CBAFB8788D8A2DF, 0x00802DF0A1D0431A, 0xD315686792C571E0,
    0xCA7A9CA6914FD0B4, 0xB7C07CCE63072487, 0xA8AF8A508A5B113B,
    0x97F66C4D47DC98D8, 0x0AD5B082677B4193, 0xCCF4637538EEC2E1,
    0x4F974E07E1C02A7C, 0x338E1F107C4FE061, 0xC66533004FBE8026,
];
