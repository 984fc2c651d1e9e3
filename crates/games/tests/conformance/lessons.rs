//! The tiny levels that teach a game: short, real, and solved by what the demonstration does.

use std::collections::BTreeSet;

use gridwright_core::gesture::Gesture;
use gridwright_core::svg::{self, Lettering};
use gridwright_core::teach::Lesson;
use gridwright_games::kind::Kind;
use gridwright_games::registry::{self, Visitor};

use crate::over_all_games;

/// The longest sentence that can be read at a glance.
const LONGEST: usize = 70;

#[test]
fn lessons_are_levels_that_their_demonstrations_solve() {
    struct Lessons;
    impl Visitor for Lessons {
        fn visit<K: Kind>(&mut self) {
            assert_eq!(K::ABOUT.lessons.len(), 3, "{}", K::ABOUT.id);
            for lesson in K::ABOUT.lessons.iter().chain(K::ABOUT.mechanics) {
                let (text, name) = (lesson.text, K::ABOUT.id);
                assert!(text.chars().count() <= LONGEST, "{name}: {text}");
                assert!(text.ends_with('.'), "{name}: {text}");
                let session = registry::of::<K>()
                    .open(lesson.level)
                    .unwrap_or_else(|faults| panic!("{name}: {text}: {faults}"));
                for mechanic in lesson.teaches {
                    let has = session.mechanics();
                    assert!(has.contains(mechanic), "{name}: {text}: {mechanic}");
                }
                let demo: Vec<Gesture> = serde_json::from_str(lesson.demo)
                    .unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
                assert!((1..=4).contains(&demo.len()), "{name}: {text}");
                let mut play = session.at(None).unwrap();
                for (index, gesture) in demo.iter().enumerate() {
                    let played = play.make(gesture);
                    assert_eq!(played.refusal, None, "{name}: {text}: {gesture:?}");
                    assert!(played.made > 0, "{name}: {text}: {gesture:?}");
                    let last = index + 1 == demo.len();
                    assert_eq!(played.solved, last, "{name}: {text}: {gesture:?}");
                }
                assert!(svg::render(&play.scene(), Lettering::Font).len() < 100_000);
            }
        }
    }
    over_all_games(&mut Lessons);
}

#[test]
fn every_mechanic_is_taught_once_and_no_first_lesson_needs_one_that_comes_later() {
    struct Mechanics;
    impl Visitor for Mechanics {
        fn visit<K: Kind>(&mut self) {
            let game = registry::of::<K>();
            let taught = |lessons: &[Lesson]| -> Vec<&str> {
                let names = lessons.iter().flat_map(|lesson| lesson.teaches);
                names.copied().collect()
            };
            let later = taught(K::ABOUT.mechanics);
            let all = [taught(K::ABOUT.lessons), later.clone()].concat();
            let unique: BTreeSet<&str> = all.iter().copied().collect();
            assert_eq!(unique.len(), all.len(), "{}: {all:?}", K::ABOUT.id);
            for lesson in K::ABOUT.lessons {
                let has = game.open(lesson.level).unwrap().mechanics();
                assert!(has.iter().all(|one| !later.contains(one)), "{has:?}");
            }
            for lesson in K::ABOUT.mechanics {
                assert!(
                    !lesson.teaches.is_empty(),
                    "{}: {}",
                    K::ABOUT.id,
                    lesson.text
                );
            }
        }
    }
    over_all_games(&mut Mechanics);
}
