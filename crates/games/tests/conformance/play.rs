//! Rules, gestures, hints, explanations and views of every game.

use std::collections::BTreeSet;

use gridwright_core::budget::Budget;
use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::played::Played;
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::rng::Rng;
use gridwright_core::solve::Wish;
use gridwright_core::svg::{self, Lettering};
use gridwright_games::document;
use gridwright_games::kind::Kind;
use gridwright_games::registry::Visitor;

use crate::{over_all_games, shipped_levels};

/// The first level of every pack.
pub(crate) fn first_levels<K: Kind>() -> Vec<(String, K::Level)> {
    let mut packs = BTreeSet::new();
    shipped_levels::<K>()
        .into_iter()
        .filter(|(address, _)| {
            packs.insert(address.rsplit_once('/').map(|(pack, _)| pack.to_owned()))
        })
        .map(|(address, record)| {
            let opened = document::read_level::<K>(&record.level.to_string());
            (address, opened.unwrap().level)
        })
        .collect()
}

#[test]
fn steps_agree_with_the_rules() {
    struct Agree;
    impl Visitor for Agree {
        fn visit<K: Kind>(&mut self) {
            for (address, level) in first_levels::<K>() {
                for seed in 0..20 {
                    walk(&level, &mut Rng::new("conformance", seed), &address);
                }
            }
        }
    }
    fn walk<L: Steps>(level: &L, rng: &mut Rng, address: &str) {
        let mut position = level.start();
        let mut begun = level.begin(&position);
        assert_eq!(level.resting(&begun), Some(&position), "{address}");
        for _ in 0..60 {
            let steps = level.steps(&begun);
            let Some(step) = rng.pick(&steps) else { return };
            if let Some(mv) = level.step(&mut begun, step) {
                assert_eq!(level.check(&position, &mv), Ok(()), "{address}: {mv:?}");
                level.apply(&mut position, &mv).unwrap();
                assert_eq!(level.resting(&begun), Some(&position), "{address}: {mv:?}");
                if level.is_solved(&position) {
                    return;
                }
            } else {
                assert_eq!(level.resting(&begun), None, "{address}: {step:?}");
            }
        }
    }
    over_all_games(&mut Agree);
}

#[test]
fn every_gesture_yields_legal_moves_or_a_refusal() {
    struct Gestures;
    impl Visitor for Gestures {
        fn visit<K: Kind>(&mut self) {
            for (address, level) in first_levels::<K>() {
                let mut rng = Rng::new("conformance", 3);
                let mut position = level.start();
                for _ in 0..300 {
                    let gesture = random_gesture(&mut rng);
                    let meant = K::gesture(&level, &position, &gesture);
                    for mv in &meant.moves {
                        let made = level.apply(&mut position, mv);
                        assert_eq!(made, Ok(()), "{address}: {gesture:?} as {mv:?}");
                    }
                    if level.is_solved(&position) {
                        position = level.start();
                    }
                }
            }
        }
    }
    over_all_games(&mut Gestures);
}

pub(crate) fn random_gesture(rng: &mut Rng) -> Gesture {
    let at = Cell::new(rng.between(-1, 9) as i32, rng.between(-1, 9) as i32);
    match rng.below(7) {
        0 => Gesture::Tap { at },
        1 => Gesture::Hold { at },
        4 => Gesture::Lift { at },
        2 => {
            let mut path = vec![at];
            for _ in 0..rng.below(6) {
                let last = path[path.len() - 1];
                let [dx, dy] = [(); 2].map(|()| rng.between(-1, 1) as i32);
                path.push(last.offset(dx, dy));
            }
            Gesture::Drag { path }
        }
        3 => {
            let keys = ["up", "down", "left", "right", "space", "enter", "q"];
            let key = keys[rng.index(keys.len())].to_owned();
            Gesture::Key { key, at }
        }
        put => {
            let piece = ["I2a", "O4", "nothing"][rng.index(3)].to_owned();
            let (side, turns) = (rng.index(4), rng.index(6));
            if put == 5 {
                Gesture::Place {
                    piece,
                    side,
                    turns,
                    at,
                }
            } else {
                Gesture::Cover {
                    piece,
                    side,
                    turns,
                    at,
                }
            }
        }
    }
}

#[test]
fn the_first_hint_of_a_level_is_legal_and_on_track() {
    struct Hints;
    impl Visitor for Hints {
        fn visit<K: Kind>(&mut self) {
            for (address, level) in first_levels::<K>() {
                let hint = K::hint(&level, &Played::start(&level), &Budget::unlimited());
                assert_eq!(hint.on_track, Some(true), "{address}");
                let next = hint.next.unwrap_or_else(|| panic!("{address}: no hint"));
                assert_eq!(level.check(&level.start(), &next), Ok(()), "{address}");
                assert!(!hint.why.is_empty(), "{address}");
            }
        }
    }
    over_all_games(&mut Hints);
}

#[test]
fn explanations_play_through_to_the_solution() {
    struct Explains;
    impl Visitor for Explains {
        fn visit<K: Kind>(&mut self) {
            for (address, level) in first_levels::<K>() {
                let explanation = K::explain(&level, &Budget::unlimited())
                    .unwrap_or_else(|| panic!("{address}: nothing explained"));
                let mut position = level.start();
                for beat in &explanation.beats {
                    assert!(!beat.text.is_empty(), "{address}");
                    for mv in &beat.moves {
                        level.apply(&mut position, mv).unwrap_or_else(|refusal| {
                            panic!("{address}: {:?} at {:?}", refusal, beat.text)
                        });
                    }
                }
                assert!(level.is_solved(&position), "{address}");
            }
        }
    }
    over_all_games(&mut Explains);
}

#[test]
fn pictures_have_unique_ids_and_words() {
    struct Views;
    impl Visitor for Views {
        fn visit<K: Kind>(&mut self) {
            for (address, level) in first_levels::<K>() {
                let answer = K::solve(&level, &Wish::default(), &Budget::unlimited());
                let moves = answer
                    .verdict
                    .witness()
                    .map_or(Vec::new(), |witness| witness.moves().to_vec());
                let start = level.start();
                for coming in [&[][..], &moves] {
                    let scene = K::scene(&level, &start, coming);
                    let mut ids = BTreeSet::new();
                    for item in &scene.items {
                        assert!(ids.insert(&item.id), "{address}: {} twice", item.id);
                    }
                    assert!(!scene.title.is_empty(), "{address}");
                    assert!(svg::render(&scene, Lettering::Font).ends_with("</svg>\n"));
                    assert!(
                        !K::text(&level, &start, coming)
                            .to_string()
                            .trim()
                            .is_empty()
                    );
                }
            }
        }
    }
    over_all_games(&mut Views);
}
