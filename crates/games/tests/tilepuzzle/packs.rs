//! The levels that ship with TilePuzzle.

use gridwright_core::budget::Budget;
use gridwright_core::grade::rank_correlation;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee;
use gridwright_games::document::read_level;
use gridwright_games::kind::Kind;
use gridwright_games::registry::read_shipped;
use gridwright_games::tilepuzzle::generate;
use gridwright_games::tilepuzzle::level::Level;
use gridwright_games::tilepuzzle::{TilePuzzle, grade};
use serde_json::Value;

use crate::generator::campaign;

/// The shipped campaign, level by level.
pub(crate) fn shipped() -> Vec<(Level, Value)> {
    let pack = read_shipped(&TilePuzzle::ABOUT.packs[0]);
    let read = |text: String| read_level::<TilePuzzle>(&text).unwrap().level;
    let levels = pack.levels.into_iter();
    levels
        .map(|record| (read(record.level.to_string()), record.grade))
        .collect()
}

#[test]
fn campaign_levels_are_of_their_tier() {
    for number in [1, 2, 3, 100, 101, 999_999] {
        let recipe = generate::campaign_recipe(number);
        let made = campaign(number);
        let level = &made.level;
        let start = level.start();
        assert_eq!(
            (level.width(), level.height()),
            (recipe.width, recipe.height)
        );
        assert!(level.blockers().len() <= recipe.blockers);
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
        referee::judge(level, made.witness.moves().to_vec()).unwrap();
    }
}

/// The tiers take turns, as the rule has it, so it is each tier that rises from turn to turn.
#[test]
fn the_campaign_rises_within_each_tier() {
    let levels = shipped();
    for (place, tier) in ["normal", "hard", "very-hard"].into_iter().enumerate() {
        let turns = levels.iter().skip(place).step_by(3);
        let scores: Vec<u64> = turns
            .map(|(_, grade)| {
                assert_eq!(grade["tier"], tier);
                grade["score"].as_u64().unwrap()
            })
            .collect();
        let places: Vec<u64> = (0..scores.len() as u64).collect();
        let rise = rank_correlation(&scores, &places).unwrap();
        assert!(rise >= 0.9, "{tier}: {rise:.3} {scores:?}");
    }
}

/// All other packs are in the order of their grades, and nothing in them can be taken away.
#[test]
fn searched_packs_rise_and_everything_in_them_matters() {
    for pack in &TilePuzzle::ABOUT.packs[1..] {
        let pack = read_shipped(pack);
        let scores: Vec<u64> = pack
            .levels
            .iter()
            .map(|record| record.grade["score"].as_u64().unwrap())
            .collect();
        assert!(scores.is_sorted(), "{}: {scores:?}", pack.pack);
        for record in &pack.levels {
            let text = record.level.to_string();
            let level = read_level::<TilePuzzle>(&text).unwrap().level;
            // What dense boards need is a test of its own: to prove it for each shape takes long.
            let quick = pack.pack == "dense";
            let findings = grade::inspect(&level, quick, &Budget::unlimited());
            assert_eq!(
                Some(u64::from(findings.grade.unwrap().score)),
                record.grade["score"].as_u64()
            );
            let mut idle = findings.decoration.dispensable.iter();
            let idle = idle.find(|part| !part.starts_with("shape"));
            assert_eq!(idle, None, "{} {:?}", pack.pack, record.id);
        }
    }
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
