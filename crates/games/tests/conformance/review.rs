//! Looking back over moves: every position is reached from the one before it and searched at most
//! once, and nothing is called a mistake that is none.

use std::sync::atomic::AtomicBool;

use gridwright_core::budget::Budget;
use gridwright_games::act::Policy;
use gridwright_games::kind::Kind;
use gridwright_games::registry::{self, Play, Visitor};
use gridwright_games::report::{ReviewPoint, Rewind};

use crate::toy::{APPLIED, Countdown, EVALUATED};
use crate::{over_all_games, shipped_levels};

/// Enough for the small levels of every game, and little for the large ones.
const NODES: u64 = 20_000;

/// Long enough to lose the way in every game that has one to lose.
const STEPS: usize = 40;

fn reviewed(play: &dyn Play) -> Vec<ReviewPoint> {
    reviewed_within(play, &Budget::unlimited().with_nodes(NODES))
}

fn reviewed_within(play: &dyn Play, budget: &Budget<'_>) -> Vec<ReviewPoint> {
    let mut points = Vec::new();
    play.review(budget, &mut |point| {
        points.push(point);
        true
    });
    points
}

#[test]
fn a_review_applies_every_move_once_and_searches_no_position_twice() {
    let level = registry::of::<Countdown>().open(r#"{ "number": 99 }"#);
    let level = level.unwrap();
    let stopped = AtomicBool::new(true);
    let time = Budget::unlimited();
    let no_time = Budget::unlimited().with_cancel(&stopped);
    let check = |take: u32, budget: &Budget<'_>, applied: usize, searches: usize| {
        let moves = vec![take; 99 / take as usize];
        let text = format!(r#"{{ "moves": {moves:?} }}"#);
        let play = level.at(Some(&text)).unwrap();
        APPLIED.set(0);
        EVALUATED.set(0);
        assert_eq!(reviewed_within(&*play, budget).len(), moves.len() + 1);
        assert_eq!(APPLIED.get(), applied, "moves of {take}");
        assert_eq!(EVALUATED.get(), searches, "moves of {take}");
    };
    check(1, &time, 99, 99);
    // What goes on as the best does is known from the first search on.
    check(3, &time, 33, 1);
    // When time is up no other search is begun, and no move is made that nothing would be known of.
    check(1, &no_time, 1, 1);
}

#[test]
fn an_explanation_applies_every_move_once() {
    let level = registry::of::<Countdown>().open(r#"{ "number": 99 }"#);
    APPLIED.set(0);
    let report = level.unwrap().explain(&Budget::unlimited()).unwrap();
    assert_eq!(report.beats[0].moves.len(), 33);
    assert_eq!(APPLIED.get(), 33);
}

#[test]
fn a_review_says_what_a_hint_would_say_at_every_point() {
    struct Same;
    impl Visitor for Same {
        fn visit<K: Kind>(&mut self) {
            for (address, record) in shipped_levels::<K>().into_iter().take(2) {
                let session = registry::of::<K>().open(&record.level.to_string()).unwrap();
                let moves = session.rollout(Policy::Random, 1, STEPS);
                let play = session.at(Some(&moves.to_string())).unwrap();
                let points = reviewed(&*play);
                assert_eq!(points.len(), play.count() + 1, "{address}");
                for point in points {
                    let mut there = play.fork();
                    there.rewind(&Rewind::Keep { count: point.after });
                    let hint = there.hint(&Budget::unlimited().with_nodes(NODES));
                    let context = format!("{address} after {}", point.after);
                    if let (Some(told), Some(known)) = (point.on_track, hint.on_track) {
                        assert_eq!(told, known, "{context}");
                    }
                    let left = hint.remaining.filter(|_| hint.on_track == Some(true));
                    if let (Some(told), Some(known)) = (point.remaining, left) {
                        assert_eq!(told, known, "{context}");
                    }
                }
            }
        }
    }
    over_all_games(&mut Same);
}

#[test]
fn a_best_solution_has_no_mistakes() {
    struct Flawless;
    impl Visitor for Flawless {
        fn visit<K: Kind>(&mut self) {
            for (address, record) in shipped_levels::<K>().into_iter().take(6) {
                let session = registry::of::<K>().open(&record.level.to_string()).unwrap();
                let play = session.at(Some(&record.solution.to_string())).unwrap();
                for point in reviewed(&*play) {
                    let after = point.after;
                    assert_ne!(point.mistake, Some(true), "{address} after {after}");
                    assert_ne!(point.on_track, Some(false), "{address} after {after}");
                }
            }
        }
    }
    over_all_games(&mut Flawless);
}
