//! Any text as gestures on the first shipped level of every game, one JSON value a line: what is
//! kept of them can be written, read and replayed.
#![no_main]

use gridwright_core::gesture::Gesture;
use gridwright_games::registry::{self, GAMES};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let gestures: Vec<Gesture> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .take(50)
        .collect();
    for game in GAMES {
        let Some(shipped) = game.about().packs.first() else {
            continue;
        };
        let record = &registry::read_shipped(shipped).levels[0];
        let level = game.open(&record.level.to_string()).expect("shipped levels are valid");
        let mut play = level.at(None).expect("a level begins");
        for gesture in &gestures {
            play.make(gesture);
        }
        let moves = play.moves().to_string();
        let again = level.at(Some(&moves)).expect("moves that were made are legal");
        assert_eq!(again.moves(), play.moves());
    }
});
