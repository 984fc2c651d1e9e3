//! The generator keeps its promises: the same levels for a version, solvable by their own witness,
//! with the wanted minimum, and without idle decoration.

use std::ops::RangeInclusive;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Made, NotMade, Request, Settings, tier_named};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::{self, Witness};
use gridwright_core::solve::Wish;
use gridwright_games::document::write_level;
use gridwright_games::kind::Kind;
use gridwright_games::registry::read_shipped;
use gridwright_games::tilepuzzle::generate::{self, campaign_scramble};
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::rules::Move;
use gridwright_games::tilepuzzle::solve;
use gridwright_games::tilepuzzle::{TilePuzzle, grade};

use crate::rules::lock_counterexample;

pub(crate) fn make(
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

#[test]
fn the_campaign_stays_as_it_is() {
    let hashes: Vec<u64> = (1..=30).map(|n| hash(&campaign_scramble(n).0)).collect();
    assert_eq!(hashes, GOLDEN, "{hashes:#018X?}");
}

#[test]
fn the_shipped_campaign_is_what_the_generator_makes() {
    let pack = read_shipped(&TilePuzzle::ABOUT.packs[0]);
    assert_eq!(pack.levels.len(), 100);
    for (number, record) in (1..).zip(&pack.levels) {
        assert_eq!(record.id.as_deref(), Some(&number.to_string()[..]));
        assert!(record.optimal, "level {number}");
        let text = record.level.to_string();
        let level = gridwright_games::document::read_level::<TilePuzzle>(&text)
            .unwrap()
            .level;
        assert_eq!(level, campaign_scramble(number).0, "level {number}");
    }
}

#[test]
fn campaign_levels_are_of_their_tier() {
    for number in [1, 2, 3, 100, 101, 102, 999_999] {
        let recipe = generate::campaign_recipe(number);
        let (level, witness) = campaign_scramble(number);
        let start = level.start();
        assert_eq!(
            (level.width(), level.height()),
            (recipe.width, recipe.height)
        );
        assert_eq!(level.blockers().len(), recipe.blockers);
        let cats = recipe.cats * recipe.colors + recipe.blocker_cats;
        assert_eq!(level.cats().len(), cats);
        let shapes = recipe.shapes * recipe.colors + recipe.blocker_cats;
        assert_eq!(level.shapes().len(), shapes);
        let locks = level.shapes().iter().filter(|shape| shape.unlock > 0);
        assert_eq!(locks.count(), recipe.locks);
        assert!(
            level
                .cats()
                .iter()
                .all(|cat| !level.is_fetched(&start, cat))
        );
        for (i, a) in level.cats().iter().enumerate() {
            for b in level.cats()[..i].iter().filter(|b| b.color == a.color) {
                let apart = (a.at.x - b.at.x).abs().max((a.at.y - b.at.y).abs());
                assert!(apart > 1, "level {number}: {a:?} touches {b:?}");
            }
        }
        referee::judge(&level, witness.moves().to_vec()).unwrap();
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
        let set = [("locks", "2"), ("threshold", "2"), ("blocker-cats", "1")];
        let made = make("normal", &set, None, seed).unwrap();
        referee::judge(&made.level, made.witness.moves().to_vec()).unwrap();
        assert!(made.optimal, "seed {seed}");
    }
}

#[test]
fn a_wanted_minimum_is_kept_and_proved() {
    for (tier, metric, range) in [
        ("normal", "steps", 12..=13),
        ("normal", "drags", 5..=5),
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

#[test]
fn what_does_not_matter_is_taken_out() {
    let made = make("normal", &[("decoration", "false")], None, 3).unwrap();
    let level = &made.level;
    let findings = grade::inspect(level, false, &Budget::unlimited());
    let idle: Vec<&String> = findings
        .decoration
        .dispensable
        .iter()
        .filter(|part| !part.starts_with("shape"))
        .collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn what_does_not_fit_is_refused_with_a_reason() {
    let crowded = [("width", "3"), ("height", "3"), ("blockers", "0")];
    let Err(NotMade::Impossible(fault)) = make("normal", &crowded, None, 1) else {
        panic!("a floor of one cell cannot hold four cats");
    };
    assert_eq!(fault.code.id(), "tilepuzzle.no-room");
}

#[test]
fn decoration_is_named() {
    // The blocker in the corner is idle; the one between shape and cat costs two steps.
    let level = crate::drawn::with("|R0## r .|\n| . . . .|\n| . . .##|", &[], &[]);
    let findings = grade::inspect(&level, false, &Budget::unlimited());
    assert_eq!(
        findings.decoration.dispensable,
        ["blocker in row 3, column 4"]
    );
    let needed = [
        "blocker in row 1, column 2",
        "shape in row 1, column 1, a red single",
    ];
    assert_eq!(findings.decoration.needed, needed);
    let costs = findings.costs.unwrap();
    assert_eq!((costs.get("steps"), costs.get("drags")), (Some(4), Some(1)));
}

#[test]
fn stars_follow_par() {
    for (par, cost, expected) in [
        (Some(10), 10, Some(3)),
        (Some(10), 11, Some(2)),
        (Some(10), 12, Some(1)),
        (Some(3), 4, Some(2)),
        (Some(40), 46, Some(2)),
        (Some(40), 47, Some(1)),
        (None, 5, None),
    ] {
        assert_eq!(grade::stars(par, cost), expected, "{par:?} {cost}");
    }
}

#[rustfmt::skip]
const GOLDEN: [u64; 30] = [
    0x5DFFDE8BE6A36452, 0xB79702A88E61AC32, 0xDBE1935802926926,
    0x829D2E5DA878DD1F, 0x824F00932E046E56, 0x7873CCF915DDEF50,
    0xB2BFC82BF87CAAC7, 0x243C774BB567F251, 0xDAF6D93500F10986,
    0xDCEA19AB4DC579D4, 0x655BF45416A6A14D, 0xECEB9A69AA058805,
    0x32D292D1315E1C76, 0xCE2099D4F2E4FC16, 0x9D6826B556067934,
    0xF8E53607C81490C0, 0xAC5E796A8421ADB7, 0x7D4474DC79D9E47A,
    0x3959CFA1FDB9C118, 0xAEC358C4FF5A080B, 0xED9087767DBA8E19,
    0x499B286006EDC528, 0x190F73DD913A16F7, 0x17419BC16BF19C89,
    0x404CD187F76705F3, 0xD6664FCAFE76BA49, 0x7771A74828E31B42,
    0x6FA615E37AF2EE3F, 0x08874763074B1210, 0x4833C8F98AF35727,
];
