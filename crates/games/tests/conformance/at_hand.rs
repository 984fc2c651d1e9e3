//! A level at hand answers as the same level would that is read and replayed anew.

use gridwright_core::rng::Rng;
use gridwright_games::kind::Kind;
use gridwright_games::registry::{self, Visitor};
use gridwright_games::report::Rewind;

use crate::play::random_gesture;
use crate::{over_all_games, shipped_levels};

/// Long enough for lines, pieces and strokes to get into each other's way.
const GESTURES: usize = 60;

#[test]
fn a_level_at_hand_answers_like_one_replayed_anew() {
    struct Same;
    impl Visitor for Same {
        fn visit<K: Kind>(&mut self) {
            let Some((address, record)) = shipped_levels::<K>().into_iter().next() else {
                panic!("{} ships no level", K::ABOUT.id);
            };
            let session = registry::of::<K>().open(&record.level.to_string()).unwrap();
            let mut rng = Rng::new("at hand", 1);
            let mut play = session.at(None).unwrap();
            for _ in 0..GESTURES {
                let gesture = random_gesture(&mut rng);
                let before = play.moves();
                let looked = play.look(&gesture);
                assert_eq!(play.moves(), before, "{address}: looking changes nothing");
                let made = play.make(&gesture);
                assert_eq!(looked.moves, made.moves, "{address}: {gesture:?}");
                assert_eq!(looked.refusal, made.refusal, "{address}: {gesture:?}");
                let text = made.moves.to_string();
                let anew = session.at(Some(&text)).unwrap();
                assert_eq!(anew.count(), play.count(), "{address}: {gesture:?}");
                assert_eq!(anew.costs(), play.costs(), "{address}: {gesture:?}");
                assert_eq!(anew.is_solved(), play.is_solved(), "{address}");
                assert_eq!(anew.scene(), play.scene(), "{address}: {gesture:?}");
                assert_eq!(anew.text().to_string(), play.text().to_string());
            }
            let (count, all) = (play.count(), play.moves());
            let mut shorter = play.fork();
            shorter.rewind(&Rewind::Keep { count: count / 2 });
            assert_eq!(shorter.moves(), play.first(count / 2), "{address}");
            shorter.rewind(&Rewind::Drop { indices: vec![] });
            assert_eq!(shorter.count(), count / 2, "{address}");
            assert_eq!(play.moves(), all, "{address}: forks go their own ways");
        }
    }
    over_all_games(&mut Same);
}

#[test]
fn the_solution_of_an_explanation_is_that_of_its_beats() {
    struct Beats;
    impl Visitor for Beats {
        fn visit<K: Kind>(&mut self) {
            for lesson in K::ABOUT.lessons {
                let session = registry::of::<K>().open(lesson.level).unwrap();
                let budget = gridwright_core::budget::Budget::unlimited();
                let Some(report) = session.explain(&budget) else {
                    continue;
                };
                let play = session.at(Some(&report.solution.to_string())).unwrap();
                let made: usize = report.beats.iter().map(|beat| beat.moves.len()).sum();
                assert_eq!(made, play.count(), "{}", K::ABOUT.id);
            }
        }
    }
    over_all_games(&mut Beats);
}
