//! The tiny levels that teach a game: short, real, and solved by what the ghost finger does.

use gridwright_core::gesture::Gesture;
use gridwright_core::svg::{self, Lettering};
use gridwright_games::document::{self, Opened};
use gridwright_games::kind::Kind;
use gridwright_games::registry::{Session, Visitor};

use crate::over_all_games;

/// The longest sentence that can be read at a glance.
const LONGEST: usize = 70;

#[test]
fn lessons_are_levels_that_their_demonstrations_solve() {
    struct Lessons;
    impl Visitor for Lessons {
        fn visit<K: Kind>(&mut self) {
            assert_eq!(K::LESSONS.len(), 3, "{}", K::ID);
            for lesson in K::LESSONS {
                let (text, name) = (lesson.text, K::ID);
                assert!(text.chars().count() <= LONGEST, "{name}: {text}");
                assert!(text.ends_with('.'), "{name}: {text}");
                let opened: Opened<K> = document::read_level(lesson.level)
                    .unwrap_or_else(|faults| panic!("{name}: {text}: {faults}"));
                let demo: Vec<Gesture> = serde_json::from_str(lesson.demo)
                    .unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
                assert!((1..=4).contains(&demo.len()), "{name}: {text}");
                let mut moves: Option<String> = None;
                for (index, gesture) in demo.iter().enumerate() {
                    let played = opened.play(moves.as_deref(), gesture).unwrap();
                    assert_eq!(played.refusal, None, "{name}: {text}: {gesture:?}");
                    assert!(played.made > 0, "{name}: {text}: {gesture:?}");
                    let last = index + 1 == demo.len();
                    assert_eq!(played.solved, last, "{name}: {text}: {gesture:?}");
                    moves = Some(played.moves.to_string());
                }
                let scene = opened.scene(moves.as_deref(), None).unwrap();
                assert!(svg::render(&scene, Lettering::Font).len() < 100_000);
            }
        }
    }
    over_all_games(&mut Lessons);
}
