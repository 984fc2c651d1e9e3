//! Grades mean the same on every board: tiers keep them, and packs are in their order.

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings, tier_named};
use gridwright_core::grade::Grade;
use gridwright_core::referee::{Witness, judge};
use gridwright_core::solve::{Which, Wish};
use gridwright_games::document::read_level;
use gridwright_games::kind::{Documents, Generates, Grades, Kind};
use gridwright_games::lights_off::{Level, LightsOff, Press, solve};
use gridwright_games::registry::read_shipped;

/// The grade of a level that somebody has a best solution of.
fn graded(level: &Level, best: &Witness<Press>) -> Grade {
    LightsOff::grade(level, best, true, &Budget::unlimited()).unwrap()
}

#[test]
fn the_tier_asked_for_is_the_tier_that_comes() {
    for tier in ["easy", "medium", "hard"] {
        let preset = tier_named(LightsOff::ABOUT.tiers, tier).unwrap();
        for (side, seed) in [5, 6, 8]
            .into_iter()
            .flat_map(|n| (1..=8).map(move |s| (n, s)))
        {
            let set = ["rows", "cols"].map(|name| (name.to_owned(), side.to_string()));
            let request = Request {
                settings: Settings::resolve(LightsOff::ABOUT.knobs, Some(preset), &set).unwrap(),
                tier: Some(preset.name),
                min_moves: None,
                metric: None,
                seed,
            };
            let made = LightsOff::generate(&request, &Budget::unlimited()).unwrap();
            let grade = graded(&made.level, &made.witness);
            assert_eq!(grade.tier, tier, "{side}x{side} seed {seed}: {grade:?}");
            let checked = LightsOff::inspect(&made.level, true, &Budget::unlimited()).grade;
            assert_eq!(checked, Some(grade), "{side}x{side} seed {seed}");
        }
    }
}

#[test]
fn a_level_has_one_grade_whichever_best_solution_one_has() {
    let mut compared = 0;
    for seed in 1..=60 {
        let preset = tier_named(LightsOff::ABOUT.tiers, "hard").unwrap();
        let request = Request {
            settings: Settings::resolve(LightsOff::ABOUT.knobs, Some(preset), &[]).unwrap(),
            tier: Some(preset.name),
            min_moves: None,
            metric: None,
            seed,
        };
        let level = LightsOff::generate(&request, &Budget::unlimited())
            .unwrap()
            .level;
        let wish = Wish {
            all: Some((Which::Best, 4)),
            ..Wish::default()
        };
        let answer = solve::solve(&level, &wish, &Budget::unlimited());
        let grade = graded(&level, answer.verdict.witness().unwrap());
        for other in &answer.listing.unwrap().list {
            assert_eq!(graded(&level, other), grade, "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > 60, "some boards have several best solutions");
}

#[test]
fn what_is_seen_at_a_glance_is_easy_however_large_the_board() {
    // One press in the middle of ever larger boards; the last is solved by looking as well.
    for side in [3, 5, 9, 15] {
        let lit = |row: i32, col: i32| (row - side / 2).abs() + (col - side / 2).abs() <= 1;
        let rows: Vec<Vec<bool>> = (0..side)
            .map(|row| (0..side).map(|col| lit(row, col)).collect())
            .collect();
        let text = serde_json::json!({ "initialState": rows }).to_string();
        let level = read_level::<LightsOff>(&text).unwrap().level;
        let verdict = solve::solve(&level, &Wish::default(), &Budget::unlimited()).verdict;
        let grade = graded(&level, verdict.witness().unwrap());
        assert_eq!(grade.tier, "easy", "{side}: {grade:?}");
        assert_eq!(grade.why, ["It takes 1 press, all forced."], "{side}");
    }
}

#[test]
fn packs_are_in_the_order_of_their_grades() {
    for pack in LightsOff::ABOUT.packs {
        let pack = read_shipped(pack);
        let scores: Vec<u64> = pack
            .levels
            .iter()
            .map(|record| {
                let level = read_level::<LightsOff>(&record.level.to_string())
                    .unwrap()
                    .level;
                let file = serde_json::from_value(record.solution.clone()).unwrap();
                let moves = LightsOff::read_solution(&level, file).unwrap();
                let grade = graded(&level, &judge(&level, moves).unwrap());
                let score = record.grade["score"].as_u64().unwrap();
                assert_eq!(score, u64::from(grade.score), "{}", pack.pack);
                score
            })
            .collect();
        assert!(scores.is_sorted(), "{}: {scores:?}", pack.pack);
    }
}
